// Two texts side by side with what they share.

// Buttons that lead from a passage to its like; more would be in the way of who goes by keyboard.
const MOST_BUTTONS = 40;
// Examples that are open at first.
const OPEN = 2;

function examplesSection(examples) {
  if (!examples.length) return null;
  return section(t("examples"), note(t("examples.lead")), marksLegend(),
    examples.map((example, place) => exampleView(example, place + 1)));
}

function marksLegend() {
  return make("p", { class: "legend" }, ["same", "near"].map((kind) => [make("span", { class: "swatch " + kind }), t(kind), " "]).flat());
}

function exampleView(example, place) {
  const sides = example.sides.map((side) => make("div", { class: "side" }));
  const marked = example.sides.some((side) => side.marks.length);
  example.sides.forEach((side, which) => sides[which].append(...sideView(side, which, sides)));
  const facts = [t("tier." + example.tier), t("kind." + example.kind)].join(" · ");
  return make("details", { class: "example", open: place <= OPEN },
    make("summary", null, make("h3", null, place + ". " + t("example." + example.role, example.sides[0].domain, example.sides[1].domain)), make("span", { class: "tag" }, facts),
      make("span", { class: "note" }, example.sides[0].title || readable(example.sides[0].url))),
    make("div", { class: "sides" }, sides),
    !marked && example.sides.every((side) => side.text) ? note(t("no_marks")) : null,
    make("details", null, make("summary", null, t("why")), reasonsOf(example.reasons)));
}

function sideView(side, which, sides) {
  const facts = [
    side.published ? t("published", side.published.replace("T", " ")) : t("undated"),
    side.source ? t("names_source", side.source) : "",
  ].filter(Boolean).join(" · ");
  const head = [
    make("p", { class: "site" }, make("a", { href: place(side.domain) }, side.domain)),
    make("h4", null, link(side.url, side.title || readable(side.url))),
    make("p", { class: "note" }, facts),
  ];
  if (side.text === null) return [...head, note(t("no_text"))];
  const shown = [...side.text];
  const cut = side.chars > shown.length ? [note(t("cut", number(shown.length), number(side.chars)))] : [];
  return [...head, make("div", { class: "text", tabindex: "0", role: "group", "aria-label": side.domain + ": " + (side.title || side.url) },
    passagesOf(shown, side.marks, which, sides)), ...cut];
}

// `letters` are code points, as the report counts them.
function passagesOf(letters, marks, which, sides) {
  const parts = [];
  let at = 0;
  let buttons = 0;
  // Passages that follow each other on both sides share one button.
  let before = -2;
  const ordered = marks.map((mark, place) => [...mark, place]).sort((a, b) => a[0] - b[0]);
  for (const [start, end, kind, partner, place] of ordered) {
    const from = Math.max(start, at);
    if (end <= from) continue;
    parts.push(letters.slice(at, from).join(""));
    const mark = make("mark", { class: kind, "data-place": place, title: t(kind) }, letters.slice(from, end).join(""));
    const go = () => lightUp(sides[1 - which], partner, mark);
    mark.addEventListener("click", go);
    if (partner !== before + 1 && buttons < MOST_BUTTONS) {
      const name = String((which === 0 ? place : partner) + 1);
      parts.push(make("button", { type: "button", class: "jump", "aria-label": t("passage", name), onclick: go }, name));
      buttons += 1;
    }
    parts.push(mark);
    before = partner;
    at = end;
  }
  parts.push(letters.slice(at).join(""));
  return parts;
}

function lightUp(side, place, mark) {
  const like = side.querySelector('mark[data-place="' + place + '"]');
  for (const lit of document.querySelectorAll("mark.lit")) lit.classList.remove("lit");
  mark.classList.add("lit");
  if (!like) return;
  like.classList.add("lit");
  const text = like.closest(".text");
  text.scrollTop += like.getBoundingClientRect().top - text.getBoundingClientRect().top - text.clientHeight / 3;
  const box = text.getBoundingClientRect();
  if (box.bottom < 0 || box.top > innerHeight) text.scrollIntoView({ block: "nearest" });
}
