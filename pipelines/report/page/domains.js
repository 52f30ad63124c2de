// The table of all domains: sorted, filtered, a hundred rows at a time.

const ROWS = 100;
// Places in a row of DATA.domains.
const D = { domain: 0, verdict: 1, score: 2, hits: 3, judged: 4, sources: 5, copied_by: 6, queued: 7, main: 8, file: 9 };
const COLUMNS = [
  ["domain", ""], ["verdict", ""], ["score", "number"], ["hits", "number"], ["judged", "number extra"],
  ["sources", "number extra"], ["copied_by", "number extra"], ["main", "extra"],
];
// What the reader chose; kept while the page is open.
const chosen = { verdicts: new Set(), text: "", column: "", descending: false };

function listView() {
  const body = make("div", { id: "domains" });
  const search = make("input", { type: "search", id: "find", value: chosen.text, autocomplete: "off", spellcheck: "false",
    oninput: (event) => {
      chosen.text = event.target.value;
      showDomains(body);
    } });
  const view = [
    make("h1", null, t("title")),
    make("p", { class: "lead" }, t("lead", number(DATA.domains.length), number(DATA.articles), number(DATA.pairs))),
    note(t("caution")),
    verdictButtons(body),
    section(t("table"),
      make("div", { class: "find" }, make("label", { for: "find" }, t("find")), search), body),
    graphSection(),
  ];
  showDomains(body);
  return view;
}

function verdictButtons(body) {
  const counts = DATA.verdicts.map(() => 0);
  for (const row of DATA.domains) counts[row[D.verdict]] += 1;
  return make("div", { class: "tiles", role: "group", "aria-label": t("verdicts") },
    DATA.verdicts.map((verdict, place) =>
      make("button", { type: "button", class: "tile " + verdict, "aria-pressed": String(chosen.verdicts.has(place)),
        title: t("means." + verdict),
        onclick: (event) => {
          if (!chosen.verdicts.delete(place)) chosen.verdicts.add(place);
          event.currentTarget.setAttribute("aria-pressed", String(chosen.verdicts.has(place)));
          showDomains(body);
        } },
      make("span", { class: "count" }, number(counts[place])), make("span", null, t("verdict." + verdict)))));
}

function chosenDomains() {
  const text = chosen.text.trim().toLowerCase();
  const rows = DATA.domains.filter((row) =>
    (!chosen.verdicts.size || chosen.verdicts.has(row[D.verdict])) &&
    (!text || row[D.domain].toLowerCase().includes(text) || row[D.main].toLowerCase().includes(text)));
  const at = D[chosen.column];
  if (at === undefined) return rows;
  const way = chosen.descending ? -1 : 1;
  // Array.prototype.sort is stable: equal rows stay worst first.
  return rows.sort((a, b) => (a[at] < b[at] ? -way : a[at] > b[at] ? way : 0));
}

function sortBy(column, kind, body) {
  const same = chosen.column === column;
  chosen.descending = same ? !chosen.descending : kind.startsWith("number");
  chosen.column = column;
  showDomains(body);
  body.querySelector("[data-column=" + column + "]").focus();
}

function sortHead([column, kind], body) {
  const on = chosen.column === column;
  const sign = on ? (chosen.descending ? " ↓" : " ↑") : "";
  return make("th", { scope: "col", class: kind, "aria-sort": on ? (chosen.descending ? "descending" : "ascending") : null },
    make("button", { type: "button", class: "sort", "data-column": column, title: t("sort", t("col." + column)),
      onclick: () => sortBy(column, kind, body) }, t("col." + column), make("span", { "aria-hidden": "true" }, sign)));
}

function domainRow(row) {
  const cells = {
    domain: [make("a", { href: place(row[D.domain]) }, row[D.domain]),
      row[D.copied_by] ? make("span", { class: "narrow" }, t("col.copied_by") + ": " + number(row[D.copied_by])) : null],
    verdict: [badge(DATA.verdicts[row[D.verdict]]), row[D.queued] ? make("span", { class: "queued" }, t("queued")) : null],
    score: [bar(row[D.score] / 100, DATA.verdicts[row[D.verdict]]), make("span", { class: "figure" }, score(row[D.score]))],
    main: row[D.main] && known(row[D.main]) ? make("a", { href: place(row[D.main]) }, row[D.main]) : row[D.main],
  };
  return make("tr", null, COLUMNS.map(([column, kind]) =>
    make(column === "domain" ? "th" : "td", { class: kind, scope: column === "domain" ? "row" : null },
      cells[column] === undefined ? number(row[D[column]]) : cells[column])));
}

function showDomains(body) {
  const rows = chosenDomains();
  if (!rows.length) {
    body.replaceChildren(make("p", { role: "status" }, t("none")));
    return;
  }
  body.replaceChildren(paged(t("table"), rows, ROWS, (some) =>
    make("table", { class: "domains" }, make("caption", { class: "unseen" }, t("table")),
      make("thead", null, make("tr", null, COLUMNS.map((column) => sortHead(column, body)))),
      make("tbody", null, some.map(domainRow)))));
}

const byDomain = new Map(DATA.domains.map((row) => [row[D.domain], row]));

function known(domain) {
  return byDomain.has(domain);
}
