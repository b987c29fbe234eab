// The box of an object: how large it is, and what stands where in it. In a tree, references
// are a strip of ports at the bottom; in a list they are rows, so that arrows leave sideways.

const HEAD = 22;
const ROW = 18;
const STRIP = 30;
const COMPACT_STRIP = 16;
const CELL = 20;
const TAB = 18;
const PAD = 8;
const MIN_WIDTH = 56;
const MAX_CHARS = 26;
const CELLS_A_ROW = 10;

/** References that lead back or aside; they are drawn lightly and do not shape the layout. */
const LIGHT_NAME =
  /(^|[._])(prev|previous|pred|predecessor|parent|up|back|owner|tail|last|end|rear)\d*$|^p$/i;
const isLightName = (name) => LIGHT_NAME.test(name.replace(/\[\d+\]$/, ""));

/** How wide text is in the monospaced font; wide characters count twice. */
function textWidth(text, size = 12) {
  let units = 0;
  for (const character of text) units += character.codePointAt(0) > 0x2e7f ? 2 : 1;
  return units * size * 0.615;
}

/** Text that fits a box; the whole of it goes into a title. */
function shorten(text, chars = MAX_CHARS) {
  const characters = [...text];
  if (characters.length <= chars) return text;
  const kept = chars - 1;
  const end = Math.floor(kept / 3);
  return `${characters.slice(0, kept - end).join("")}…${characters.slice(-end).join("")}`;
}

/** The parts of an object: plain values, arrays, and references. */
function partsOf(snapshot, object, was, compact) {
  const plain = [];
  const arrays = [];
  const ports = [];
  for (const { name, value } of object.fields) {
    const key = `${object.name}.${name}`;
    const old = was.get(key);
    if (isArray(value)) {
      const cells = value.a.map((element, at) => ({
        name: `${name}[${at}]`,
        value: element,
        old: was.get(`${key}[${at}]`),
        text: shorten(valueText(snapshot, element), 10),
      }));
      arrays.push({ name, cells, old });
    } else if (isPointer(value)) {
      if (compact && isLightName(name)) continue;
      ports.push({ name, value, old });
    } else {
      plain.push({ name, text: valueText(snapshot, value), old });
    }
  }
  return { plain, arrays, ports };
}

/**
 * Measures an object. `sideways` says for each port of a list where its arrow leaves; a compact
 * box is for a small picture: it has no references that are drawn lightly, and ports no names.
 */
function measure(snapshot, object, tabs, was, sideways, compact) {
  const { plain, arrays, ports } = partsOf(snapshot, object, was, compact);
  const title = shorten(object.name);
  const badge = object.state === "live" ? "" : object.state;
  const top = tabs.length > 0 ? TAB : 0;
  const widths = [MIN_WIDTH, textWidth(title) + 2 * PAD + (badge ? textWidth(badge, 10) + 14 : 0)];
  const tabsWidth = tabs.reduce((sum, tab) => sum + textWidth(shorten(tab, 14), 11) + 20, 0);
  widths.push(tabsWidth);
  const items = [];
  const anchors = new Map();
  let y = top + HEAD;
  for (const row of plain) {
    const text = row.old === undefined ? row.text : `${row.old} → ${row.text}`;
    const item = {
      kind: "value",
      name: shorten(row.name),
      text: shorten(text),
      full: `${row.name} ${text}`,
      y,
      changed: row.old !== undefined,
    };
    widths.push(textWidth(item.name) + textWidth(item.text) + 2 * PAD + 10);
    items.push(item);
    y += ROW;
  }
  for (const array of arrays) y = measureArray(array, y, items, widths, anchors);
  const bottom = sideways
    ? measureRows(ports, y, items, widths)
    : measureStrip(ports, y, items, widths, compact ? COMPACT_STRIP : STRIP);
  const box = {
    object,
    title,
    badge,
    tabs,
    tabsWidth,
    top,
    w: Math.ceil(Math.max(...widths)),
    h: bottom + 2,
    items,
    anchors,
  };
  placePorts(box, sideways);
  return box;
}

function measureArray(array, y, items, widths, anchors) {
  const label = `${array.name} [${array.cells.length}]`;
  items.push({
    kind: "label",
    text: shorten(label),
    full: label,
    y,
    changed: array.old !== undefined,
  });
  widths.push(textWidth(shorten(label), 10) + 2 * PAD);
  const cellWidth = Math.max(CELL + 2, ...array.cells.map((cell) => textWidth(cell.text, 11) + 8));
  let line = y + 25;
  array.cells.forEach((cell, at) => {
    const column = at % CELLS_A_ROW;
    if (at > 0 && column === 0) line += CELL + 11;
    const x = PAD + column * cellWidth;
    items.push({ kind: "cell", x, y: line, w: cellWidth, index: at, ...cell });
    if (isRef(cell.value)) anchors.set(cell.name, { x: x + cellWidth / 2, y: line + CELL / 2 });
  });
  widths.push(2 * PAD + Math.min(array.cells.length, CELLS_A_ROW) * cellWidth);
  return array.cells.length > 0 ? line + CELL + 5 : y + 17;
}

function measureStrip(ports, y, items, widths, height) {
  if (ports.length === 0) return y;
  const portWidths = ports.map((port) => {
    const wild = isWild(port.value) ? textWidth(shorten(port.value.w, 12), 10) : 0;
    const name = height === STRIP ? textWidth(shorten(port.name, 16), 10) : 0;
    return Math.max(height === STRIP ? 30 : 20, name + 10, wild + 10);
  });
  widths.push(portWidths.reduce((sum, width) => sum + width, 0));
  ports.forEach((port, at) =>
    items.push({ kind: "port", y, w: portWidths[at], h: height, ...port }),
  );
  return y + height;
}

function measureRows(ports, y, items, widths) {
  for (const port of ports) {
    const wild = isWild(port.value) ? textWidth(shorten(port.value.w, 12), 10) : 14;
    const old = port.old === undefined ? "" : `${shorten(port.old, 12)} →`;
    widths.push(textWidth(shorten(port.name, 16)) + textWidth(old, 10) + wild + 2 * PAD + 14);
    items.push({ kind: "row", y, h: ROW + 2, oldText: old, ...port });
    y += ROW + 2;
  }
  return y;
}

/** Ports get their places once the width of the box is known. */
function placePorts(box, sideways) {
  const ports = box.items.filter((item) => item.kind === "port");
  const spare = (box.w - ports.reduce((sum, port) => sum + port.w, 0)) / Math.max(1, ports.length);
  let x = 0;
  for (const port of ports) {
    port.x = x;
    port.w += spare;
    x += port.w;
    box.anchors.set(port.name, { x: port.x + port.w / 2, y: port.y + port.h - 8 });
  }
  for (const row of box.items.filter((item) => item.kind === "row")) {
    row.x = 0;
    row.w = box.w;
    row.left = sideways(row.name) === "left";
    box.anchors.set(row.name, { x: row.left ? 10 : box.w - 10, y: row.y + row.h / 2 });
  }
}

/** The references of an object that lead somewhere: [{name, target}]. */
function edgesOf(object) {
  const edges = [];
  for (const { name, value } of object.fields) {
    if (isRef(value)) edges.push({ name, target: value[0] });
    if (isArray(value)) {
      value.a.forEach((element, at) => {
        if (isRef(element)) edges.push({ name: `${name}[${at}]`, target: element[0] });
      });
    }
  }
  return edges;
}
