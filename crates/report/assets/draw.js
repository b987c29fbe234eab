// Drawings as SVG text, and figures around them: arguments, drawing, what changed.

/** The drawing of a snapshot, as SVG text; empty if there is no object. */
function svgOf(snapshot, changes, maxWidth, label) {
  const drawing = layout(snapshot, changes.was, maxWidth);
  const omitted =
    drawing.omitted > 0
      ? `<p class="muted">${plural(drawing.omitted, "more object")} not drawn.</p>`
      : "";
  return drawing.boxes.length === 0
    ? ""
    : svgHtml(snapshot, drawing, label, fitting(drawing.width, maxWidth)) + omitted;
}

/** A drawing that is wider than its place becomes smaller, while it can still be read. */
const fitting = (width, maxWidth) => Math.min(1, Math.max(0.65, (maxWidth - 24) / width));

/** A small picture. It gets no smaller than can be seen; what does not fit then is cut off. */
function thumbHtml(snapshot, label) {
  const drawing = layout(snapshot, NO_CHANGES.was, 500, true);
  if (drawing.boxes.length === 0)
    return '<span class="thumb"><span class="muted">no objects</span></span>';
  const fit = Math.min(1, THUMB.width / drawing.width, THUMB.height / drawing.height);
  const scale = Math.max(fit, THUMB.scale);
  return `<span class="thumb ${scale > fit ? "cut" : ""}">${svgHtml(snapshot, drawing, label, scale)}</span>`;
}

const THUMB = { width: 232, height: 230, scale: 0.42 };

function svgHtml(snapshot, drawing, label, scale) {
  const width = Math.ceil(drawing.width);
  const height = Math.ceil(drawing.height);
  const size = `width="${Math.round(width * scale)}" height="${Math.round(height * scale)}"`;
  const classes = [...new Set(snapshot.objects.map((object) => object.class))];
  const hue = (object) => classes.indexOf(object.class) % 5;
  // What is light is behind the boxes, what is not is in front of them.
  return (
    `<svg class="drawing" role="img" aria-label="${esc(label)}" ${size} ` +
    `viewBox="0 0 ${width} ${height}">` +
    drawing.edges
      .filter((edge) => edge.light)
      .map(edgeSvg)
      .join("") +
    drawing.boxes.map((box) => boxSvg(box, hue(box.object))).join("") +
    drawing.edges
      .filter((edge) => !edge.light)
      .map(edgeSvg)
      .join("") +
    "</svg>"
  );
}

const svgText = (classes, x, y, text, anchor = "start") =>
  `<text class="${classes}" x="${x}" y="${y}" text-anchor="${anchor}">${esc(text)}</text>`;
const svgRect = (classes, x, y, w, h, radius = 0) =>
  `<rect class="${classes}" x="${x}" y="${y}" width="${w}" height="${h}" rx="${radius}"/>`;
const svgGroup = (title, ...parts) => `<g><title>${esc(title)}</title>${parts.join("")}</g>`;

function edgeSvg({ light, changed, path, move, label }) {
  const kind = light ? "light" : changed ? "changed" : "plain";
  const classes = ["edge", light && "light", changed && "changed"].filter(Boolean).join(" ");
  return (
    `<path class="${classes}" marker-end="url(#arrow-${kind})" d="${path}" ` +
    `transform="translate(${move.x},${move.y})"><title>${esc(label)}</title></path>`
  );
}

function boxSvg(box, hue) {
  const { object, top, w, h } = box;
  const state = object.state === "live" ? "" : `, ${object.state}`;
  const corners = `V${top + 6}q0,-6 6,-6H${w - 6}q6,0 6,6V${top + HEAD}z`;
  const inner = [
    `<title>${esc(`${object.name}: ${object.class}${state}`)}</title>`,
    ...tabsSvg(box),
    svgRect("body", 0, top, w, h - top, 6),
    `<path class="head hue${hue}" d="M0,${top + HEAD}${corners}"/>`,
    svgText("name", PAD, top + 15, box.title),
    box.badge ? badgeSvg(box) : "",
    ...box.items.map((item) => ITEM_SVG[item.kind](item, w)),
    svgRect("frame", 0, top, w, h - top, 6),
  ];
  const name = `data-name="${esc(object.name)}"`;
  const move = `transform="translate(${box.x},${box.y})"`;
  return `<g class="box ${object.state}" ${name} ${move}>${inner.join("")}</g>`;
}

/** The arguments that point to the object, as tabs on top of it. */
function tabsSvg(box) {
  let x = 4;
  return box.tabs.map((tab) => {
    const text = shorten(tab, 14);
    const width = textWidth(text, 11) + 12;
    const drawn = svgRect("tab", x, 0, width, TAB + 4, 5) + svgText("tab-text", x + 6, 13, text);
    x += width + 8;
    return drawn;
  });
}

function badgeSvg({ badge, w, top }) {
  const width = textWidth(badge, 10) + 10;
  return (
    svgRect("badge", w - width - 4, top + 4, width, 14, 7) +
    svgText("badge-text", w - width / 2 - 4, top + 14.5, badge, "middle")
  );
}

const titleOf = ({ name, old }) => (old === undefined ? name : `${name}, was ${old}`);
const cellClass = ({ old }) => (old === undefined ? "cell" : "cell changed");

/** The parts of a box, by what they are. */
const ITEM_SVG = {
  value: (item, w) =>
    svgGroup(
      item.full,
      item.changed ? svgRect("highlight", 3, item.y + 1, w - 6, ROW - 2, 3) : "",
      svgText("label", PAD, item.y + 13, item.name),
      svgText("value", w - PAD, item.y + 13, item.text, "end"),
    ),
  label: (item) =>
    svgGroup(
      item.full,
      svgText(item.changed ? "small changed" : "small", PAD, item.y + 12, item.text),
    ),
  cell: (item) => {
    const middle = item.x + item.w / 2;
    return svgGroup(
      titleOf(item),
      svgRect(cellClass(item), item.x, item.y, item.w, CELL),
      cellContent(item, middle, item.y + CELL / 2, item.text),
      svgText("index", middle, item.y - 2, item.index, "middle"),
    );
  },
  port: (item) => {
    const middle = item.x + item.w / 2;
    const named = item.h === STRIP;
    return svgGroup(
      titleOf(item),
      svgRect(cellClass(item), item.x, item.y, item.w, item.h),
      named ? svgText("small", middle, item.y + 11, shorten(item.name, 16), "middle") : "",
      cellContent(item, middle, item.y + item.h - 8),
    );
  },
  row: (item) => {
    const y = item.y + 14;
    const name = shorten(item.name, 16);
    const oldX = item.left ? 20 : PAD + textWidth(name) + 8;
    return svgGroup(
      titleOf(item),
      item.oldText ? svgRect("highlight", 3, item.y + 1, item.w - 6, item.h - 2, 3) : "",
      item.left ? svgText("label", item.w - PAD, y, name, "end") : svgText("label", PAD, y, name),
      item.oldText ? svgText("small", oldX, y, item.oldText) : "",
      isWild(item.value)
        ? svgText("wild", item.w - PAD, y, shorten(item.value.w, 12), "end")
        : cellContent(item, item.left ? 10 : item.w - 10, item.y + item.h / 2),
    );
  },
};

/** What stands for a pointer: a dot where an arrow begins, a stroke for null; else the text. */
function cellContent({ value }, x, y, text) {
  if (isRef(value)) return `<circle class="dot" cx="${x}" cy="${y}" r="3"/>`;
  if (value === null) return `<path class="null" d="M${x - 5},${y + 4}L${x + 5},${y - 4}"/>`;
  if (!isWild(value)) return svgText("value small", x, y + 4, text, "middle");
  return svgText("wild", x, y + 4, shorten(value.w, text === undefined ? 12 : 10), "middle");
}

/** The arguments that are no objects: `x = 3`. */
function argumentsHtml(snapshot, changes) {
  const pills = snapshot.roots
    .filter(({ value }) => !isRef(value))
    .map(({ name, value }) => {
      const old = changes.was.get(`.${name}`);
      const text = esc(valueText(snapshot, value));
      const shown = old === undefined ? text : `<del>${esc(old)}</del> → ${text}`;
      const classes = `pill ${old === undefined ? "" : "changed"} ${isWild(value) ? "bad" : ""}`;
      return `<span class="${classes}"><b>${esc(name)}</b> = ${shown}</span>`;
    });
  return pills.length > 0 ? `<p class="arguments">${pills.join(" ")}</p>` : "";
}

const NO_CHANGES = { was: new Map(), words: [] };

/** A figure of a snapshot. It scrolls sideways by itself if it is wider than the page. */
function figureHtml(snapshot, changes, title, maxWidth) {
  const label = `${title}: ${plural(snapshot.objects.length, "object")}`;
  const svg = svgOf(snapshot, changes, maxWidth, label);
  const nothing = snapshot.roots.length === 0 ? "Nothing." : "No objects.";
  const group = `<div class="scroll" tabindex="0" role="group" aria-label="${esc(label)}">`;
  return (
    `<figure class="snapshot"><figcaption>${esc(title)}</figcaption>` +
    `${argumentsHtml(snapshot, changes)}` +
    `${group}${svg || `<p class="muted">${nothing}</p>`}</div></figure>`
  );
}

/** Before and after, side by side where there is room, with the changes in words. */
function beforeAfterHtml(before, after, width) {
  if (!after) return figureHtml(before, NO_CHANGES, "Input", width);
  const changes = changesBetween(before, after);
  if (changes.words.length === 0) {
    const figure = figureHtml(before, NO_CHANGES, "Input", width);
    return `${figure}<p class="muted">The call changed nothing.</p>`;
  }
  const half = width >= 850 ? width / 2 - 12 : width;
  const figures = [
    figureHtml(before, NO_CHANGES, "Before", half),
    figureHtml(after, changes, "After", half),
  ];
  const words = changes.words.map(({ label, state, from, to }) => {
    const what = `<code>${esc(label)}</code>`;
    if (state) return `<li>${what} is <span class="state ${state}">${state}</span></li>`;
    return `<li>${what} <code><del>${esc(from)}</del></code> → <code>${esc(to)}</code></li>`;
  });
  return (
    `<div class="pair">${figures.join("")}</div>` +
    `<h4>What changed</h4><ul class="changes">${words.join("")}</ul>`
  );
}
