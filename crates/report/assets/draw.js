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
  const edge = (one) => {
    const kind = one.light ? "light" : one.changed ? "changed" : "plain";
    const classes = `edge ${one.light ? "light" : ""} ${one.changed ? "changed" : ""}`;
    return (
      `<path class="${classes.trim()}" marker-end="url(#arrow-${kind})" d="${one.path}" ` +
      `transform="translate(${one.move.x},${one.move.y})"><title>${esc(one.label)}</title></path>`
    );
  };
  const classes = [...new Set(snapshot.objects.map((object) => object.class))];
  const hue = (object) => classes.indexOf(object.class) % 5;
  return (
    `<svg class="drawing" role="img" aria-label="${esc(label)}" width="${Math.round(width * scale)}" height="${Math.round(height * scale)}" viewBox="0 0 ${width} ${height}">` +
    drawing.edges
      .filter((one) => one.light)
      .map(edge)
      .join("") +
    drawing.boxes.map((box) => boxSvg(box, hue(box.object))).join("") +
    drawing.edges
      .filter((one) => !one.light)
      .map(edge)
      .join("") +
    "</svg>"
  );
}

const svgText = (classes, x, y, text, more = "") =>
  `<text class="${classes}" x="${x}" y="${y}" ${more}>${esc(text)}</text>`;

function boxSvg(box, hue) {
  const { object, top, w, h } = box;
  const inner = [
    `<title>${esc(object.name)}: ${esc(object.class)}${object.state === "live" ? "" : `, ${object.state}`}</title>`,
  ];
  let x = 0;
  for (const tab of box.tabs) {
    const text = shorten(tab, 14);
    const width = textWidth(text, 11) + 12;
    inner.push(
      `<rect class="tab" x="${x + 4}" y="0" width="${width}" height="${TAB + 4}" rx="5"/>`,
    );
    inner.push(svgText("tab-text", x + 10, 13, text));
    x += width + 8;
  }
  inner.push(`<rect class="body" x="0" y="${top}" width="${w}" height="${h - top}" rx="6"/>`);
  inner.push(
    `<path class="head hue${hue}" d="M0,${top + HEAD}V${top + 6}q0,-6 6,-6H${w - 6}q6,0 6,6V${top + HEAD}z"/>`,
  );
  inner.push(svgText("name", PAD, top + 15, box.title));
  if (box.badge) {
    const width = textWidth(box.badge, 10) + 10;
    inner.push(
      `<rect class="badge" x="${w - width - 4}" y="${top + 4}" width="${width}" height="14" rx="7"/>`,
    );
    inner.push(
      svgText("badge-text", w - width / 2 - 4, top + 14.5, box.badge, 'text-anchor="middle"'),
    );
  }
  for (const item of box.items) inner.push(ITEM_SVG[item.kind](item, w));
  inner.push(`<rect class="frame" x="0" y="${top}" width="${w}" height="${h - top}" rx="6"/>`);
  return `<g class="box ${object.state}" data-name="${esc(object.name)}" transform="translate(${box.x},${box.y})">${inner.join("")}</g>`;
}

const highlight = (x, y, w, h) =>
  `<rect class="highlight" x="${x}" y="${y}" width="${w}" height="${h}" rx="3"/>`;
const titleOf = (text) => `<title>${esc(text)}</title>`;
const wasTitle = (item) =>
  titleOf(item.old === undefined ? item.name : `${item.name}, was ${item.old}`);

const ITEM_SVG = {
  value: (item, w) =>
    `<g>${titleOf(item.full)}${item.changed ? highlight(3, item.y + 1, w - 6, ROW - 2) : ""}` +
    `${svgText("label", PAD, item.y + 13, item.name)}${svgText("value", w - PAD, item.y + 13, item.text, 'text-anchor="end"')}</g>`,
  label: (item) =>
    `<g>${titleOf(item.full)}${svgText(`small ${item.changed ? "changed" : ""}`, PAD, item.y + 12, item.text)}</g>`,
  cell: (item) =>
    `<g>${wasTitle(item)}<rect class="cell ${item.old === undefined ? "" : "changed"}" x="${item.x}" y="${item.y}" width="${item.w}" height="${CELL}"/>` +
    `${cellContent(item, item.x + item.w / 2, item.y + CELL / 2, item.text)}` +
    `${svgText("index", item.x + item.w / 2, item.y - 2, item.index, 'text-anchor="middle"')}</g>`,
  port: (item) =>
    `<g>${wasTitle(item)}<rect class="cell ${item.old === undefined ? "" : "changed"}" x="${item.x}" y="${item.y}" width="${item.w}" height="${item.h}"/>` +
    `${item.h === STRIP ? svgText("small", item.x + item.w / 2, item.y + 11, shorten(item.name, 16), 'text-anchor="middle"') : ""}` +
    `${cellContent(item, item.x + item.w / 2, item.y + item.h - 8)}</g>`,
  row: (item) => {
    const end = item.left ? 10 : item.w - 10;
    const content = isWild(item.value)
      ? svgText("wild", item.w - PAD, item.y + 14, shorten(item.value.w, 12), 'text-anchor="end"')
      : cellContent(item, end, item.y + item.h / 2);
    const name = item.left
      ? svgText("label", item.w - PAD, item.y + 14, shorten(item.name, 16), 'text-anchor="end"')
      : svgText("label", PAD, item.y + 14, shorten(item.name, 16));
    const old = item.oldText
      ? svgText(
          "small",
          item.left ? 20 : PAD + textWidth(shorten(item.name, 16)) + 8,
          item.y + 14,
          item.oldText,
        )
      : "";
    return `<g>${wasTitle(item)}${item.oldText ? highlight(3, item.y + 1, item.w - 6, item.h - 2) : ""}${name}${old}${content}</g>`;
  },
};

/** What stands for a pointer: a dot where an arrow begins, a stroke for null; else the text. */
function cellContent(item, x, y, text) {
  if (isRef(item.value)) return `<circle class="dot" cx="${x}" cy="${y}" r="3"/>`;
  if (item.value === null) return `<path class="null" d="M${x - 5},${y + 4}L${x + 5},${y - 4}"/>`;
  if (isWild(item.value))
    return svgText(
      "wild",
      x,
      y + 4,
      shorten(item.value.w, text === undefined ? 12 : 10),
      'text-anchor="middle"',
    );
  return svgText("value small", x, y + 4, text, 'text-anchor="middle"');
}

/** The arguments that are no objects: `x = 3`. */
function argumentsHtml(snapshot, changes) {
  const plain = snapshot.roots.filter(({ value }) => !isRef(value));
  if (plain.length === 0) return "";
  const pill = ({ name, value }) => {
    const old = changes.was.get(`.${name}`);
    const text = valueText(snapshot, value);
    const shown = old === undefined ? esc(text) : `<del>${esc(old)}</del> → ${esc(text)}`;
    return `<span class="pill ${old === undefined ? "" : "changed"} ${isWild(value) ? "bad" : ""}"><b>${esc(name)}</b> = ${shown}</span>`;
  };
  return `<p class="arguments">${plain.map(pill).join(" ")}</p>`;
}

const NO_CHANGES = { was: new Map(), words: [] };

/** A figure of a snapshot. It scrolls sideways by itself if it is wider than the page. */
function figureHtml(snapshot, changes, title, maxWidth) {
  const label = `${title}: ${plural(snapshot.objects.length, "object")}`;
  const svg = svgOf(snapshot, changes, maxWidth, label);
  const nothing = svg === "" && snapshot.roots.length === 0 ? '<p class="muted">Nothing.</p>' : "";
  const empty = svg === "" && snapshot.roots.length > 0 ? '<p class="muted">No objects.</p>' : "";
  const caption = title ? `<figcaption>${esc(title)}</figcaption>` : "";
  return (
    `<figure class="snapshot">${caption}${argumentsHtml(snapshot, changes)}` +
    `<div class="scroll" tabindex="0" role="group" aria-label="${esc(label)}">${svg}${nothing}${empty}</div></figure>`
  );
}

/** Before and after, side by side where there is room, with the changes in words. */
function beforeAfterHtml(before, after, width) {
  if (!after) return figureHtml(before, NO_CHANGES, "Input", width);
  const changes = changesBetween(before, after);
  if (changes.words.length === 0) {
    return `${figureHtml(before, NO_CHANGES, "Input", width)}<p class="muted">The call changed nothing.</p>`;
  }
  const half = width >= 850 ? width / 2 - 12 : width;
  const words = changes.words.map((word) =>
    word.state
      ? `<li><code>${esc(word.label)}</code> is <span class="state ${word.state}">${word.state}</span></li>`
      : `<li><code>${esc(word.label)}</code> <code><del>${esc(word.from)}</del></code> → <code>${esc(word.to)}</code></li>`,
  );
  return (
    `<div class="pair">${figureHtml(before, NO_CHANGES, "Before", half)}${figureHtml(after, changes, "After", half)}</div>` +
    `<h4>What changed</h4><ul class="changes">${words.join("")}</ul>`
  );
}
