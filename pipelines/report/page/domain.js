// All that the report says of one domain, from the file beside the page that is loaded when it is asked for.

const loaded = new Map();

// Called by page/*.js.
window.reprintDomain = (domain, data) => loaded.set(domain, data);

function fileOf(domain) {
  const row = byDomain.get(domain);
  return "page/" + encodeURIComponent(row[D.file] || "d-" + domain) + ".js";
}

function load(domain) {
  return new Promise((done, failed) => {
    if (loaded.has(domain)) {
      done(loaded.get(domain));
      return;
    }
    const script = document.createElement("script");
    script.src = fileOf(domain);
    const end = () => {
      script.remove();
      if (loaded.has(domain)) done(loaded.get(domain));
      else failed(new Error(fileOf(domain)));
    };
    script.onload = end;
    script.onerror = end;
    document.head.append(script);
  });
}

function domainView(domain) {
  const row = byDomain.get(domain);
  const back = make("p", { class: "back" }, make("a", { href: "#/" }, "← " + t("back")));
  if (!row) return [back, make("h1", null, t("unknown", domain))];
  const body = make("div", { id: "domain", "aria-busy": "true" }, note(t("loading")));
  load(domain).then(
    (data) => body.replaceChildren(...domainSections(data).filter(Boolean)),
    () => body.replaceChildren(make("p", { role: "alert" }, t("missing", domain, fileOf(domain)))),
  ).then(() => body.removeAttribute("aria-busy"));
  const verdict = DATA.verdicts[row[D.verdict]];
  return [back, make("div", { class: "head" },
    make("h1", null, domain), badge(verdict),
    make("p", { class: "score" }, t("score") + " ", make("strong", null, score(row[D.score])), " " + t("of100"))),
  make("p", { class: "lead" }, t("means." + verdict)), body];
}

function domainSections(data) {
  const left = data.leftovers;
  return [
    summary(data.row, data.skipped),
    make("div", { class: "pair" }, signalsSection(data), sourcesSection(data)),
    timelineSection(data.timeline),
    examplesSection(data.examples),
    leftoversSection(t("leftovers"), t("leftovers.lead", number(left.copies)), t("col.link"), left.links, left.links_found),
    leftoversSection(t("leftover_images"), t("images.lead"), t("col.image"), left.images, left.images_found),
    partnersSection(data),
    pairsSection(data),
  ];
}

function summary(row, skipped) {
  const lines = [
    row.hits
      ? t("summary.copies", number(row.hits), number(row.judged), percent(row.hit_rate), percent(row.hit_rate_low))
      : row.judged ? t("summary.none", number(row.judged)) : t("summary.unjudged"),
    row.hits ? t("summary.high", number(row.hits_high)) : "",
    row.distinct_sources === 1 ? t("summary.sources.1") : row.distinct_sources ? t("summary.sources", number(row.distinct_sources)) : "",
    row.attributed_share ? t("summary.declared", percent(row.attributed_share)) : "",
    row.copied_by ? t("summary.copied", number(row.copied_by)) : "",
    t("summary.pages", number(row.pages), number(row.articles)),
    skipped.length
      ? t("summary.skipped", skipped.map(([why, count]) => t("skip." + why, number(count))).join(language === "zh" ? "、" : ", ")) : "",
    row.first_published ? t("summary.dates", shortDate(row.first_published), shortDate(row.last_published)) : "",
    row.crawl_complete === "yes" ? "" : t("summary.incomplete"),
    row.review === "queue" ? t("summary.queue") : "",
  ];
  return make("div", { class: "pair" },
    make("ul", { class: "facts" }, lines.filter(Boolean).map((line) => make("li", null, line))),
    make("details", { class: "words", open: true }, make("summary", null, t("reasons")), reasonsOf(row.reasons)));
}

function shortDate(moment) {
  return moment.slice(0, 16).replace("T", " ");
}

function signalsSection(data) {
  const found = (one) => t("found." + one.signal, number(one.found), number(one.of), percent(one.of ? one.found / one.of : 0));
  const shown = make("tr", { class: "total" }, make("th", { scope: "row" }, t("total")), make("td", null),
    make("td", { class: "number" }, t("points", score(data.row.score), number(100))));
  const frame = table(t("signals"), [
    { head: t("col.signal"), cell: (one) => t("signal." + one.signal) },
    { head: t("col.found"), cell: (one) => (one.of ? found(one) : "–") },
    { head: t("col.points"), kind: "number", cell: (one) => [
      bar(one.weight ? one.points / one.weight : 0, "points"),
      make("span", { class: "figure" }, t("points", score(one.points), number(one.weight)))] },
  ], data.points);
  frame.querySelector("tbody").append(shown);
  return section(t("signals"), frame);
}
