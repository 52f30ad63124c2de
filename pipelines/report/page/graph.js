// Who copies whom: copiers on the left, sources on the right, in the order that the report gives.

const ROW = 26;
const TOP = 12;

function graphSection() {
  const graph = DATA.graph;
  if (!graph.arrows.length) return section(t("graph"), note(t("graph.none")));
  const frame = make("div", { class: "graph" });
  // Its width is known once it stands in the page.
  requestAnimationFrame(() => drawGraph(frame));
  const arrows = [...graph.arrows].sort((a, b) => b[2] - a[2]);
  const domain = (name) => make("a", { href: place(name) }, name);
  return section(t("graph"), note(t("graph.lead")), frame,
    graph.arrows.length < graph.total ? note(t("graph.shown", number(graph.arrows.length), number(graph.total))) : null,
    make("details", null, make("summary", null, t("graph.list")),
      table(t("graph"), [
        { head: t("col.copier"), cell: (arrow) => domain(graph.copiers[arrow[0]]) },
        { head: t("col.source"), cell: (arrow) => domain(graph.sources[arrow[1]]) },
        { head: t("col.copies"), cell: (arrow) => number(arrow[2]), kind: "number" },
      ], arrows)));
}

function drawGraph(frame) {
  const graph = DATA.graph;
  const width = Math.max(280, Math.min(frame.clientWidth, 900));
  const rows = Math.max(graph.copiers.length, graph.sources.length);
  const height = rows * ROW + TOP;
  const side = Math.min(260, Math.floor(width * 0.38));
  const y = (place, count) => TOP + ((place + 0.5) * (rows * ROW)) / count;
  const most = Math.max(...graph.arrows.map((arrow) => arrow[2]));
  const [left, right] = [side, width - side];
  const middle = (left + right) / 2;
  const lines = graph.arrows.map(([copier, source, count]) => {
    const [from, to] = [y(copier, graph.copiers.length), y(source, graph.sources.length)];
    const kind = DATA.verdicts[(byDomain.get(graph.copiers[copier]) || [0, 0])[D.verdict]];
    return draw("path", { class: "arrow " + kind, "data-copier": copier, "data-source": source,
      "stroke-width": (1 + 9 * Math.sqrt(count / most)).toFixed(1),
      d: `M${left} ${from} C${middle} ${from} ${middle} ${to} ${right} ${to}` },
    draw("title", null, t("graph.arrow", graph.copiers[copier], graph.sources[source], number(count))));
  });
  const totals = { copier: graph.copiers.map(() => 0), source: graph.sources.map(() => 0) };
  for (const [copier, source, count] of graph.arrows) {
    totals.copier[copier] += count;
    totals.source[source] += count;
  }
  const light = (column, which, on) => {
    svg.classList.toggle("dim", on);
    for (const line of lines) line.classList.toggle("lit", on && line.dataset[column] === String(which));
  };
  const node = (column, name, which, count) => {
    const start = column === "copier";
    const letters = Math.floor((side - 46) / 7.2);
    const shown = name.length > letters ? name.slice(0, letters - 1) + "…" : name;
    const total = number(totals[column][which]);
    return draw("a", { href: place(name),
      onpointerenter: () => light(column, which, true), onpointerleave: () => light(column, which, false),
      onfocus: () => light(column, which, true), onblur: () => light(column, which, false) },
    draw("title", null, name),
    draw("text", { x: start ? left - 8 : right + 8, y: y(which, count) + 4, "text-anchor": start ? "end" : "start" },
      draw("tspan", null, start ? shown + " " : total + " "),
      draw("tspan", null, start ? total : shown)));
  };
  const svg = draw("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "group", "aria-label": t("graph") },
    lines, graph.copiers.map((name, which) => node("copier", name, which, graph.copiers.length)),
    graph.sources.map((name, which) => node("source", name, which, graph.sources.length)));
  for (const tspan of svg.querySelectorAll("a text")) {
    tspan.children[tspan.getAttribute("text-anchor") === "end" ? 1 : 0].setAttribute("class", "figure");
  }
  frame.replaceChildren(svg);
}

addEventListener("resize", () => {
  const frame = document.querySelector(".graph");
  if (frame && frame.firstChild && Math.min(frame.clientWidth, 900) !== Number(frame.firstChild.getAttribute("width"))) {
    drawGraph(frame);
  }
});
