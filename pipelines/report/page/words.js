// The report's data, and the words of the language that is chosen.

const DATA = JSON.parse(document.getElementById("data").textContent);
const LANGUAGES = { en: "English", zh: "中文" };
const CHOICE = "reprint-language";
let language = firstLanguage();

function firstLanguage() {
  let kept = null;
  try {
    kept = localStorage.getItem(CHOICE);
  } catch (error) {
    // Storage is off.
  }
  if (kept in LANGUAGES) return kept;
  if (DATA.language in LANGUAGES) return DATA.language;
  return /^zh\b/i.test(navigator.language || "") ? "zh" : "en";
}

// The words of a name, with {0}, {1} ... filled in.
function t(name, ...values) {
  const words = DATA.words[language][name];
  return words === undefined ? name : words.replace(/\{(\d)\}/g, (_, place) => values[place]);
}

function number(value) {
  return Number(value).toLocaleString(language);
}

function percent(share) {
  return (share * 100).toLocaleString(language, { maximumFractionDigits: 1 }) + " %";
}

function score(value) {
  return Number(value).toLocaleString(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
}

function chooseLanguage(name) {
  language = name;
  try {
    localStorage.setItem(CHOICE, name);
  } catch (error) {
    // Storage is off: the choice holds until the page is closed.
  }
  showAll();
}

function languageButtons() {
  const frame = document.getElementById("language");
  frame.setAttribute("aria-label", t("languages"));
  frame.replaceChildren(...Object.entries(LANGUAGES).map(([name, word]) =>
    make("button", { type: "button", lang: name, "aria-pressed": String(name === language),
      onclick: () => {
        chooseLanguage(name);
        frame.querySelector("[lang=" + name + "]").focus();
      } }, word)));
}
