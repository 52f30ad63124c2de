"use strict";
// Elements. Text from the report goes into the page as text alone: nothing here reads markup.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== ""));
  return element;
}

function make(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

function draw(tag, attributes, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

// A link that may be followed; any other scheme is shown as text.
function link(url, text) {
  const shown = text || readable(url);
  if (!/^https?:\/\//i.test(url)) return make("span", { class: "url" }, shown);
  return make("a", { class: "url", href: url, target: "_blank", rel: "noreferrer nofollow noopener" }, shown);
}

function readable(url) {
  let shown = url;
  try {
    shown = decodeURI(url);
  } catch (error) {
    // Not UTF-8: shown as it is.
  }
  shown = shown.replace(/^https?:\/\/(www\.)?/i, "");
  return shown.length > 90 ? shown.slice(0, 60) + "…" + shown.slice(-25) : shown;
}

function place(domain) {
  return "#/domain/" + encodeURIComponent(domain);
}

function bar(share, kind) {
  const inside = make("span", { class: "bar-in " + (kind || "") });
  inside.style.width = Math.max(0, Math.min(1, share)) * 100 + "%";
  return make("span", { class: "bar", "aria-hidden": "true" }, inside);
}

function badge(verdict) {
  return make("span", { class: "badge " + verdict, title: t("means." + verdict) }, t("verdict." + verdict));
}

// A table of rows; a column is {head, cell, kind}: kind "number" stands to the right, "extra" gives way on a phone.
function table(caption, columns, rows, kind) {
  const head = columns.map((column) => make("th", { scope: "col", class: column.kind || "" }, column.head));
  const body = rows.map((row) =>
    make("tr", null, columns.map((column) => make("td", { class: column.kind || "" }, column.cell(row)))));
  return make("div", { class: "wide" },
    make("table", { class: kind }, make("caption", { class: "unseen" }, caption),
      make("thead", null, make("tr", null, head)), make("tbody", null, body)));
}

// Shows `size` of the rows at a time by `show(rows)`, with buttons for the others.
function paged(label, rows, size, show) {
  const frame = make("div", null);
  let page = 0;
  const turn = (to, focus) => {
    page = to;
    const last = Math.max(0, Math.ceil(rows.length / size) - 1);
    const button = (word, target, off) =>
      make("button", { type: "button", disabled: off, onclick: () => turn(target, word) }, t(word));
    const parts = [show(rows.slice(page * size, (page + 1) * size))];
    if (last > 0) {
      const range = t("rows", number(page * size + 1), number(Math.min(rows.length, (page + 1) * size)), number(rows.length));
      parts.push(make("nav", { class: "pager", "aria-label": label },
        button("first", 0, page === 0), button("previous", page - 1, page === 0),
        make("span", { "aria-live": "polite" }, range),
        button("next", page + 1, page === last), button("last", last, page === last)));
    }
    frame.replaceChildren(...parts);
    if (focus) {
      const buttons = [...frame.querySelectorAll(".pager button")];
      const same = buttons.find((one) => one.textContent === t(focus) && !one.disabled);
      (same || buttons.find((one) => !one.disabled)).focus();
    }
  };
  turn(0, "");
  return frame;
}

function section(heading, ...children) {
  return make("section", null, make("h2", null, heading), ...children);
}

function note(text) {
  return make("p", { class: "note" }, text);
}
