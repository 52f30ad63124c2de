// Keys of the review desk. Everything works by mouse and Tab without this file, but for the jumps between marks.
// WORDS, which stands before it, are its words in the language of the page.

// A key pressed twice must not rule on the pair that comes next, which nobody has seen yet.
const REST_MS = 250;
let ready = false;
let sent = false;
let submitting = false;
let at = -1;

const byKey = (key) => document.querySelector(`[data-key="${CSS.escape(key)}"]`);
const isTyping = (target) => target.matches("textarea, select, input:not([type=radio])");
const tell = (words) => { document.getElementById("said").textContent = words; };

window.addEventListener("pageshow", () => {
  sent = submitting = ready = false;
  setTimeout(() => { ready = true; document.documentElement.dataset.ready = "yes"; }, REST_MS);
});

const site = (side) => document.getElementById("ruling").dataset[side];
const say = (name, ...values) => WORDS[name].replace(/\{(\d)\}/g, (_, place) => values[place]);
const unchosen = () => say("unchosen", site("left"), site("right"));

function choose(side) {
  const radio = document.querySelector(`input[name=copy][value=${side}]`);
  if (radio) { radio.checked = true; showRoles(); tell(say("chosen", site(side))); }
}

function showRoles() {
  const chosen = document.querySelector("input[name=copy]:checked");
  for (const role of document.querySelectorAll("[data-role]")) {
    const side = role.dataset.role;
    role.hidden = !chosen;
    role.textContent = say(chosen?.value === side ? "copy" : "source");
    role.classList.toggle("copy", chosen?.value === side);
  }
}

function show(mark) {
  const box = mark.closest(".text");
  const offset = mark.getBoundingClientRect().top - box.getBoundingClientRect().top;
  box.scrollTop += offset - box.clientHeight / 4;
  mark.classList.add("now");
}

function goTo(mark) {
  for (const old of document.querySelectorAll("mark.now")) old.classList.remove("now");
  const partner = document.getElementById(mark.dataset.partner);
  show(mark);
  if (partner) show(partner);
  const marks = mark.closest(".text").querySelectorAll("mark");
  at = Array.from(document.querySelectorAll("#left mark")).indexOf(mark.id.startsWith("a") ? mark : partner);
  document.getElementById("at").textContent =
    say(mark.classList.contains("same") ? "same" : "near", Array.from(marks).indexOf(mark) + 1, marks.length);
}

function step(by) {
  const picks = Array.from(document.querySelectorAll("a.pick"));
  if (picks.length) {
    const here = picks.indexOf(document.activeElement);
    picks[Math.min(Math.max(here + by, 0), picks.length - 1)].focus();
    return;
  }
  const marks = document.querySelectorAll("#left mark");
  if (marks.length) goTo(marks[(Math.max(at, by > 0 ? -1 : 0) + by + marks.length) % marks.length]);
}

function press(element) {
  if (element.disabled || sent) return;
  if (element.dataset.act === "help") { document.getElementById("help").showModal(); return; }
  if (element.value === "copy" && !document.querySelector("input[name=copy]:checked")) {
    tell(unchosen());
    return;
  }
  sent = true;
  element.click();
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.isComposing) return;
  if (document.getElementById("help")?.open) return;
  if (isTyping(event.target)) {
    if (event.key === "Escape" || (event.key === "Enter" && event.target.id === "note")) event.target.blur();
    return;
  }
  const form = document.getElementById("ruling");
  const acts = { j: () => step(1), k: () => step(-1) };
  if (form) {
    Object.assign(acts, {
      1: () => choose("left"),
      2: () => choose("right"),
      x: () => choose(document.querySelector("input[name=copy]:checked")?.value === "left" ? "right" : "left"),
      m: () => document.getElementById("note").focus(),
    });
  }
  const element = byKey(event.key);
  if (!element && !Object.hasOwn(acts, event.key)) return;
  event.preventDefault();
  if (!ready) return;
  if (element) press(element); else acts[event.key]();
});

document.addEventListener("click", (event) => {
  const mark = event.target.closest(".text mark");
  if (mark) goTo(mark);
  if (event.target.closest("[data-act=help]") && event.isTrusted) document.getElementById("help").showModal();
});

document.addEventListener("submit", (event) => {
  if (event.target.method === "dialog") return;
  if (submitting) { event.preventDefault(); return; }
  if (event.submitter?.value === "copy" && !event.target.querySelector("input[name=copy]:checked")) {
    event.preventDefault();
    tell(unchosen());
    return;
  }
  submitting = true;
});

for (const radio of document.querySelectorAll("input[name=copy]")) radio.addEventListener("change", showRoles);
showRoles();
