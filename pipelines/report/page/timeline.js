// Publication times as bars, bursts in another colour.

function timelineSection(time) {
  if (!time.bars.length) return section(t("timeline"), note(t("timeline.none")));
  const words = [
    t("timeline.lead", number(time.dated), number(time.timed), unit(time.hours)),
    t(time.utc ? "timeline.utc" : "timeline.shown"),
    time.earlier || time.later ? t("timeline.off", number(time.earlier), number(time.later)) : "",
  ].filter(Boolean).join(language === "zh" ? "" : " ");
  return section(t("timeline"), note(words), timelineBars(time), make("p", { class: "legend" },
    make("span", { class: "swatch plain" }), t("timeline.all"), make("span", { class: "swatch burst" }), t("timeline.burst")),
  burstList(time));
}

function unit(hours) {
  if (hours < 24) return hours === 1 ? t("unit.hour") : t("unit.hours", hours);
  return hours === 24 ? t("unit.day") : t("unit.days", number(hours / 24));
}

function timelineBars(time) {
  const most = Math.max(...time.bars.map((one) => one[0]));
  const bars = time.bars.map(([all, burst], place) => {
    const group = draw("g", null, draw("title", null, t("timeline.bar", moment(time, place), number(all), number(burst))));
    for (const [count, kind] of [[all, "plain"], [burst, "burst"]]) {
      const height = (count / most) * 100;
      if (count) group.append(draw("rect", { class: kind, x: place + 0.08, width: 0.84, y: 100 - height, height }));
    }
    return group;
  });
  const end = moment(time, time.bars.length - 1);
  return make("div", { class: "timeline" },
    make("div", { class: "scale" }, number(most)),
    draw("svg", { viewBox: `0 0 ${Math.max(time.bars.length, 12)} 100`, preserveAspectRatio: "none", role: "img",
      "aria-label": t("timeline") + ": " + moment(time, 0) + " – " + end }, bars),
    make("div", { class: "axis" }, make("span", null, moment(time, 0)),
      time.bars.length > 11 ? make("span", null, moment(time, Math.floor(time.bars.length / 2))) : null,
      time.bars.length > 1 ? make("span", null, end) : null));
}

// Start of a bar, as the pages show it: plain arithmetic, no time zone.
function moment(time, place) {
  const start = Date.parse(time.start + "Z") + place * time.hours * 3600000;
  const iso = new Date(start).toISOString();
  return time.hours < 24 ? iso.slice(0, 16).replace("T", " ") : iso.slice(0, 10);
}

function burstList(time) {
  if (!time.burst_count) return note(t("no_bursts"));
  return make("div", null, make("p", null, t("timeline.bursts", number(time.burst_count))),
    make("ul", { class: "bursts" }, time.bursts.map(([start, minutes, articles]) =>
      make("li", null, t("burst", start.replace("T", " "), number(articles), number(Math.max(1, minutes)))))));
}
