// Sources, partners, leftovers and pairs of a domain.

const PAIRS = 25;
const P = { role: 0, own: 1, title: 2, other: 3, domain: 4, tier: 5, kind: 6, attributed: 7, queued: 8, reasons: 9, measures: 10 };

function domainLink(name) {
  return known(name) ? make("a", { href: place(name) }, name) : name;
}

function sourcesSection(data) {
  const sources = data.sources;
  if (!sources.length) return section(t("sources"), note(t("sources.none")));
  const most = sources[0][1];
  return section(t("sources"), note(t("sources.lead")),
    table(t("sources"), [
      { head: t("col.source"), cell: (source) => domainLink(source[0]) },
      { head: t("col.copies"), cell: (source) => [bar(source[1] / most, "source"), make("span", { class: "figure" }, number(source[1]))],
        kind: "number source-count" },
    ], sources),
    sources.length < data.row.distinct_sources ? note(t("sources.more", number(data.row.distinct_sources))) : null);
}

function partnersSection(data) {
  if (!data.partners.length) return null;
  const used = DATA.roles.map((role, place) => [role, place + 1])
    .filter(([, place]) => data.partners.some((partner) => partner[place]));
  return section(t("partners"), note(t("partners.lead")),
    paged(t("partners"), data.partners, PAIRS, (some) => table(t("partners"), [
      { head: t("col.domain"), cell: (partner) => domainLink(partner[0]) },
      ...used.map(([role, place]) => ({ head: t("role." + role), cell: (partner) => number(partner[place]), kind: "number" })),
    ], some)),
    data.partners.length < data.partner_count
      ? note(t("partners.first", number(data.partners.length), number(data.partner_count))) : null);
}

function leftoversSection(heading, lead, column, found, count) {
  if (!count) return null;
  return section(heading, note(lead),
    paged(heading, found, PAIRS, (some) => table(heading, [
      { head: t("col.page"), cell: (one) => link(one[0]) },
      { head: column, cell: (one) => link(one[1]) },
      { head: t("col.source"), cell: (one) => domainLink(one[2]), kind: "extra" },
    ], some)),
    found.length < count ? note(t("first_of", number(found.length), number(count))) : null);
}

function measuresOf(pair) {
  const told = DATA.measures.map((name, place) => [name, pair[P.measures][place]]).filter(([, value]) => value !== null);
  return make("ul", { class: "measures" }, told.map(([name, value]) =>
    make("li", null, t("measure." + name) + ": " + value.toLocaleString(language, { maximumFractionDigits: 3 }))));
}

function pairsSection(data) {
  if (!data.pairs.length) return null;
  const kind = (pair) => [
    make("details", null, make("summary", null, t("tier." + pair[P.tier]) + " · " + t("kind." + pair[P.kind])),
      reasonsOf(pair[P.reasons]), measuresOf(pair)),
    pair[P.queued] ? make("span", { class: "queued" }, t("queued")) : null,
  ];
  return section(t("pairs"),
    data.pairs.length < data.pair_count
      ? note(t("pairs.first", number(data.pairs.length), number(data.pair_count))) : null,
    paged(t("pairs"), data.pairs, PAIRS, (some) => table(t("pairs"), [
      { head: t("col.own"), cell: (pair) => [pair[P.title] ? make("span", { class: "title" }, pair[P.title]) : null, link(pair[P.own])] },
      { head: t("col.role"), cell: (pair) => t("role." + DATA.roles[pair[P.role]]) },
      { head: t("col.other"), cell: (pair) => [make("span", { class: "title" }, domainLink(pair[P.domain])), link(pair[P.other])] },
      { head: t("col.how"), cell: kind },
    ], some, "pairs")));
}
