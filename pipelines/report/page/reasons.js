// Reasons in the language that is chosen; a reason that no form fits stays as the CSV files have it.

// Reasons are joined by "; ", which few have inside.
const MOST_JOINED = 4;
const FORMS = { reasons: DATA.phrases.reasons.map(formOf), parts: DATA.phrases.parts.map(formOf) };

function formOf([english, chinese]) {
  const order = [];
  const literal = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/\\\(s\\\)/g, "s?");
  const pattern = english.split(/(\{\d\+?\})/).map((piece) => {
    const hole = /^\{(\d)(\+?)\}$/.exec(piece);
    if (!hole) return literal(piece);
    order.push(hole[1]);
    return hole[2] ? "(.+?)" : "(\\S+?)";
  });
  return { pattern: new RegExp("^" + pattern.join("") + "$"), order, chinese };
}

function inForms(forms, text) {
  for (const form of forms) {
    const found = form.pattern.exec(text);
    if (found) return form.chinese.replace(/\{(\d)\}/g, (_, hole) => partOf(found[form.order.indexOf(hole) + 1]));
  }
  return null;
}

// What stands in a hole: looked up whole, then piece by piece; names and numbers stay as they are.
function partOf(text) {
  const links = text.split(/, (?=\S+ and \S+ share )/);
  if (links.length > 1) return links.map(partOf).join("；");
  const whole = inForms(FORMS.parts, text);
  if (whole !== null) return whole;
  const pieces = text.split(/, | and /);
  const looked = pieces.map((piece) => inForms(FORMS.parts, piece));
  const list = looked.some((piece) => piece !== null) || !pieces.some((piece) => /\s/.test(piece));
  return list ? pieces.map((piece, place) => looked[place] || piece).join("、") : text;
}

function reasonsOf(text) {
  const given = text.split("; ");
  const found = [];
  for (let place = 0; place < given.length; ) {
    let taken = 1;
    let words = null;
    if (language === "zh") {
      for (let most = 1; most <= MOST_JOINED && words === null && place + most <= given.length; most++) {
        words = inForms(FORMS.reasons, given.slice(place, place + most).join("; "));
        if (words !== null) taken = most;
      }
    }
    found.push(words === null ? make("li", { lang: "en" }, given[place]) : make("li", null, words));
    place += taken;
  }
  return make("ul", { class: "reasons" }, found);
}
