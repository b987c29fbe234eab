// Graphs in layers: arrows lead down, long ones pass between the boxes; then paths and the
// putting together of components.

/** The arrows that shape the layers: all that do not lead back. */
function downEdges({ snapshot, graph, members }) {
  return members.flatMap((source) =>
    edgesOf(snapshot.objects[source])
      .map(({ name, target }) => ({
        source,
        target,
        name,
        kind: graph.kinds.get(`${source}.${name}`),
      }))
      .filter(({ kind }) => kind === "tree" || kind === "cross"),
  );
}

/** The layer of each object: as far down as its longest way from a root. */
function layersOf({ members }, edges) {
  const layer = new Map(members.map((at) => [at, 0]));
  // The arrows have no cycle, so that this ends after as many rounds as there are layers.
  for (let round = 0, moved = true; moved && round <= members.length; round++) {
    moved = false;
    for (const { source, target } of edges) {
      if (layer.get(target) < layer.get(source) + 1) {
        layer.set(target, layer.get(source) + 1);
        moved = true;
      }
    }
  }
  return layer;
}

function placeLayers(context, sized) {
  const edges = downEdges(context);
  const layer = layersOf(context, edges);
  const rows = [];
  const cells = new Map();
  const add = (key, level, w) => {
    const cell = { key, w, x: 0, up: [], down: [] };
    (rows[level] ??= []).push(cell);
    cells.set(key, cell);
    return cell;
  };
  for (const at of context.members) add(at, layer.get(at), sized.get(at).w);
  context.bends = new Map();
  for (const { source, target, name } of edges) {
    let above = cells.get(source);
    const bends = [];
    for (let level = layer.get(source) + 1; level <= layer.get(target); level++) {
      const last = level === layer.get(target);
      const below = last ? cells.get(target) : add(`${source}.${name}@${level}`, level, 12);
      if (!last) bends.push({ cell: below, level });
      above.down.push(below);
      below.up.push(above);
      above = below;
    }
    if (bends.length > 0) context.bends.set(`${source}.${name}`, bends);
  }
  order(rows);
  spread(rows, gapX(context));
  const heights = rows.map((row) => Math.max(0, ...row.map(({ key }) => sized.get(key)?.h ?? 0)));
  const tops = rows.map((_, level) =>
    heights.slice(0, level).reduce((sum, height) => sum + height + gapY(context), 0),
  );
  for (const bends of context.bends.values()) {
    for (const bend of bends)
      Object.assign(bend, {
        top: tops[bend.level],
        bottom: tops[bend.level] + heights[bend.level],
      });
  }
  const placed = context.members.map((at) => {
    const level = layer.get(at);
    return [
      at,
      {
        x: cells.get(at).x - sized.get(at).w / 2,
        y: tops[level],
        bottom: tops[level] + heights[level],
      },
    ];
  });
  return new Map(placed);
}

const mean = (cells, of) => cells.reduce((sum, cell) => sum + of(cell), 0) / cells.length;

/** Fewer crossings: each cell goes to the middle of its neighbours, up and down a few times. */
function order(rows) {
  const renumber = (row) => row.forEach((cell, at) => (cell.at = at));
  rows.forEach(renumber);
  const sortBy = (row, side) => {
    const wish = new Map(
      row.map((cell) => [cell, cell[side].length > 0 ? mean(cell[side], ({ at }) => at) : cell.at]),
    );
    row.sort((a, b) => wish.get(a) - wish.get(b));
    renumber(row);
  };
  for (let round = 0; round < 4; round++) {
    rows.forEach((row) => sortBy(row, "up"));
    [...rows].reverse().forEach((row) => sortBy(row, "down"));
  }
  rows.forEach((row) => sortBy(row, "up"));
}

/** The places along each row: near the neighbours, never overlapping. */
function spread(rows, gap) {
  for (const row of rows) pack(row, gap, () => 0);
  for (let round = 0; round < 6; round++) {
    for (const row of rows)
      pack(row, gap, (cell) => (cell.up.length > 0 ? mean(cell.up, ({ x }) => x) : cell.x));
    for (const row of [...rows].reverse())
      pack(row, gap, (cell) => (cell.down.length > 0 ? mean(cell.down, ({ x }) => x) : cell.x));
  }
}

/** Puts the cells of a row near their wishes: pushed apart from both sides, then the middle. */
function pack(row, gap, wishOf) {
  const wishes = row.map(wishOf);
  const apart = (a, b) => (a.w + b.w) / 2 + gap;
  const fromLeft = [];
  row.forEach((cell, at) => {
    fromLeft[at] =
      at === 0 ? wishes[at] : Math.max(wishes[at], fromLeft[at - 1] + apart(row[at - 1], cell));
  });
  const fromRight = [];
  for (let at = row.length - 1; at >= 0; at--) {
    const limit =
      at === row.length - 1 ? Infinity : fromRight[at + 1] - apart(row[at], row[at + 1]);
    fromRight[at] = Math.min(wishes[at], limit);
  }
  row.forEach((cell, at) => (cell.x = (fromLeft[at] + fromRight[at]) / 2));
}

// Paths, and the whole.

/** An arrow of a tree or of a graph in layers. */
function pathDown({ from, to, port, edge, kind, context, inlet }) {
  const start = { x: from.x + port.x, y: from.y + port.y };
  if (kind === "self") return selfLoop(from, start);
  if (kind === "tree" || kind === "cross") {
    const end = { x: to.x + to.w / 2 + inlet, y: to.y };
    // Beside a tab the box itself begins lower.
    if (end.x > to.x + to.tabsWidth) end.y += to.top;
    let path = `M${start.x},${start.y}`;
    let last = start;
    // Beside boxes that reach farther down, an arrow goes straight down first.
    if (from.bottom - (from.y + from.h) > 6) {
      path += `V${from.bottom}`;
      last = { x: start.x, y: from.bottom };
    }
    const bends = context.bends?.get(`${edge.source}.${edge.name}`) ?? [];
    const go = (x, y) => {
      const pull = Math.max(14, (y - last.y) / 2);
      path += `C${last.x},${last.y + pull} ${x},${y - pull} ${x},${y}`;
      last = { x, y };
    };
    for (const { cell, top, bottom } of bends) {
      go(cell.x + context.shift.x, top + context.shift.y);
      path += `V${bottom + context.shift.y}`;
      last = { x: last.x, y: bottom + context.shift.y };
    }
    go(end.x, end.y);
    return path;
  }
  // Back, or aside: into the side of the box that is nearer.
  const right = start.x >= to.x + to.w / 2;
  const end = { x: right ? to.x + to.w : to.x, y: to.y + to.top + HEAD / 2 };
  const pull = right ? 30 : -30;
  return `M${start.x},${start.y}C${start.x + pull / 2},${start.y + 26} ${end.x + pull},${end.y + 10} ${end.x},${end.y}`;
}

/** Boxes and arrows of a component, moved so that it begins at the origin. */
function finish(context, sized, placed, pathOf) {
  const { snapshot, graph, members, was } = context;
  const left = Math.min(...[...placed.values()].map(({ x }) => x));
  context.shift = { x: MARGIN - left, y: MARGIN };
  const boxes = new Map();
  for (const at of members) {
    const { x, y, bottom } = placed.get(at);
    boxes.set(at, {
      ...sized.get(at),
      x: x + context.shift.x,
      y: y + context.shift.y,
      bottom: bottom + context.shift.y,
    });
  }
  const incoming = new Map();
  const edges = [];
  for (const source of members) {
    for (const { name, target } of edgesOf(snapshot.objects[source])) {
      const kind = graph.kinds.get(`${source}.${name}`);
      const port = boxes.get(source).anchors.get(name);
      // A compact box has no port for what is drawn lightly.
      if (!boxes.has(target) || !port || kind === "omitted") continue;
      const entered = incoming.get(target) ?? 0;
      if (kind === "tree" || kind === "cross") incoming.set(target, entered + 1);
      const inlet =
        entered === 0
          ? 0
          : (entered % 2 === 0 ? 1 : -1) *
            Math.min(Math.ceil(entered / 2) * 12, sized.get(target).w / 2 - 10);
      const arrow = {
        from: boxes.get(source),
        to: boxes.get(target),
        port,
        edge: { source, target, name },
        kind,
        context,
        inlet,
      };
      edges.push({
        path: pathOf(arrow).replace(/\d+\.\d+/g, (number) => String(Math.round(number * 10) / 10)),
        light: kind === "back" || kind === "light" || kind === "self",
        changed: was.has(`${snapshot.objects[source].name}.${name}`),
        label: `${snapshot.objects[source].name}.${name} → ${snapshot.objects[target].name}`,
      });
    }
  }
  const all = [...boxes.values()];
  const reach = edges.map(({ path }) => pathExtent(path));
  const width = Math.max(...all.map(({ x, w }) => x + w), ...reach.map(({ x }) => x)) + MARGIN;
  const height = Math.max(...all.map(({ y, h }) => y + h), ...reach.map(({ y }) => y)) + MARGIN;
  const overLeft = Math.max(0, MARGIN - Math.min(0, ...reach.map(({ left }) => left)) - MARGIN);
  const overTop = Math.max(
    0,
    -Math.min(0, ...reach.map(({ top }) => top)) + (reach.some(({ top }) => top < 0) ? MARGIN : 0),
  );
  return { boxes: all, edges, width, height, overLeft, overTop };
}

/** How far a path reaches, by its points: control points lie farther out than the curve. */
function pathExtent(path) {
  const extent = { x: 0, y: 0, left: Infinity, top: Infinity };
  let x = 0;
  let y = 0;
  const reach = () => {
    extent.x = Math.max(extent.x, x);
    extent.y = Math.max(extent.y, y);
    extent.left = Math.min(extent.left, x);
    extent.top = Math.min(extent.top, y);
  };
  for (const [, command, rest] of path.matchAll(/([A-Z])([^A-Z]*)/g)) {
    const numbers = rest.split(/[ ,]/).map(Number);
    if (command === "H") x = numbers[0];
    else if (command === "V") y = numbers[0];
    else {
      for (let at = 0; at + 1 < numbers.length; at += 2) {
        const control = command === "C" && at < 4;
        // A curve stays within three quarters of the way to its control points.
        x = control ? x + (numbers[at] - x) * 0.75 : numbers[at];
        y = control ? y + (numbers[at + 1] - y) * 0.75 : numbers[at + 1];
        reach();
      }
    }
    reach();
  }
  return extent;
}

/** Components side by side, and below each other where the width ends. */
function shelve(parts, maxWidth) {
  const all = { width: 0, height: 0, boxes: [], edges: [] };
  let x = 0;
  let shelf = 0;
  let tallest = 0;
  for (const part of parts.filter(({ boxes }) => boxes.length > 0)) {
    const width = part.width + part.overLeft;
    const height = part.height + part.overTop;
    if (x > 0 && x + width > maxWidth) {
      shelf += tallest + 12;
      x = 0;
      tallest = 0;
    }
    const move = { x: x + part.overLeft, y: shelf + part.overTop };
    all.boxes.push(...part.boxes.map((box) => ({ ...box, x: box.x + move.x, y: box.y + move.y })));
    all.edges.push(...part.edges.map((edge) => ({ ...edge, move })));
    x += width + 18;
    tallest = Math.max(tallest, height);
    all.width = Math.max(all.width, x - 18);
    all.height = Math.max(all.height, shelf + tallest);
  }
  return all;
}
