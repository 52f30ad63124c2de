// Which view is shown: the address tells, so that a domain's page can be sent on as a link.

function asked() {
  const found = /^#\/domain\/(.+)$/.exec(location.hash);
  if (!found) return "";
  try {
    return decodeURIComponent(found[1]);
  } catch (error) {
    return found[1];
  }
}

function showAll() {
  document.documentElement.lang = language;
  languageButtons();
  document.getElementById("foot").replaceChildren(make("p", { class: "note" }, t("foot")));
  const domain = asked();
  document.title = (domain || t("title")) + " · scrapy-reprint";
  document.getElementById("main").replaceChildren(...(domain ? domainView(domain) : listView()));
}

let offset = 0;

addEventListener("hashchange", () => {
  showAll();
  scrollTo(0, asked() ? 0 : offset);
  document.getElementById("main").focus({ preventScroll: true });
});

// Where the list was left, to come back to it.
addEventListener("click", () => {
  if (!asked()) offset = scrollY;
}, true);

// On paper nothing can be opened.
addEventListener("beforeprint", () => {
  for (const example of document.querySelectorAll("details.example")) example.open = true;
});

showAll();
