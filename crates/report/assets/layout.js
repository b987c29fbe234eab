// Where boxes and arrows stand. Lists go from left to right and wrap; trees hang from their
// root; other graphs are drawn in layers. What leads back is drawn lightly, behind the boxes.

/** Between boxes beside each other, between layers, between the boxes of a list. */
const gapX = ({ compact }) => (compact ? 14 : 26);
const gapY = ({ compact }) => (compact ? 26 : 40);
const listGap = ({ compact }) => (compact ? 22 : 38);
const MARGIN = 6;
/** More objects than this are not drawn; the outline as text has them all. */
const MAX_DRAWN = 400;

/** The whole drawing of a snapshot: {width, height, boxes, edges, omitted}. */
function layout(snapshot, was, maxWidth, compact = false) {
  const graph = walk(snapshot);
  const tabs = new Map();
  for (const { name, value } of snapshot.roots) {
    if (isRef(value) && name !== "") tabs.set(value[0], [...(tabs.get(value[0]) ?? []), name]);
  }
  const parts = graph.components.map((members) => {
    const context = { snapshot, was, graph, members, tabs, maxWidth, compact };
    return layoutComponent(context);
  });
  const omitted = snapshot.objects.length - graph.seen.size;
  return { ...shelve(parts, maxWidth), omitted };
}

/** Walks from the roots, depth first; what no root reaches makes components of its own. */
function walk(snapshot) {
  const graph = {
    seen: new Map(),
    parent: new Map(),
    children: new Map(),
    kinds: new Map(),
    components: [],
  };
  const starts = snapshot.roots.filter(({ value }) => isRef(value)).map(({ value }) => value[0]);
  for (const start of [...starts, ...snapshot.objects.keys()]) {
    if (!graph.seen.has(start) && snapshot.objects[start] && graph.seen.size < MAX_DRAWN) {
      walkFrom(snapshot, graph, start);
    }
  }
  return graph;
}

function walkFrom(snapshot, graph, start) {
  const members = [];
  let component = graph.components.length;
  const open = new Set();
  const enter = (at) => {
    graph.seen.set(at, component);
    graph.children.set(at, []);
    members.push(at);
    open.add(at);
    const edges = edgesOf(snapshot.objects[at]).filter(({ target }) => snapshot.objects[target]);
    // What leads forward comes first, so that a list is walked along `next`.
    return [
      ...edges.filter((edge) => !isLightName(edge.name)),
      ...edges.filter((edge) => isLightName(edge.name)),
    ];
  };
  const stack = [{ at: start, edges: enter(start), next: 0 }];
  const joined = new Set();
  while (stack.length > 0) {
    const top = stack[stack.length - 1];
    if (top.next === top.edges.length) {
      open.delete(top.at);
      stack.pop();
      continue;
    }
    const { name, target } = top.edges[top.next++];
    let kind = "tree";
    if (target === top.at) kind = "self";
    else if (open.has(target)) kind = "back";
    else if (graph.seen.has(target)) {
      kind = isLightName(name) ? "light" : "cross";
      if (graph.seen.get(target) !== component) joined.add(graph.seen.get(target));
    } else if (graph.seen.size >= MAX_DRAWN) kind = "omitted";
    graph.kinds.set(`${top.at}.${name}`, kind);
    if (kind === "tree") {
      graph.parent.set(target, top.at);
      graph.children.get(top.at).push({ name, target });
      stack.push({ at: target, edges: enter(target), next: 0 });
    }
  }
  graph.components.push(members);
  joinComponents(graph, joined, component);
}

/** Components that an arrow connects are laid out together. */
function joinComponents(graph, joined, component) {
  for (const other of joined) {
    graph.components[component] = [...graph.components[other], ...graph.components[component]];
    graph.components[other] = [];
  }
  for (const at of graph.components[component]) graph.seen.set(at, component);
}

function layoutComponent(context) {
  const { members } = context;
  if (members.length === 0) return { width: 0, height: 0, boxes: [], edges: [] };
  if (isList(context)) return layoutList(context);
  const sized = new Map(members.map((at) => [at, sizeOf(context, at, null)]));
  const placed = isTree(context) ? placeTree(context, sized) : placeLayers(context, sized);
  return finish(context, sized, placed, pathDown);
}

function sizeOf({ snapshot, tabs, was, compact }, at, sideways) {
  return measure(snapshot, snapshot.objects[at], tabs.get(at) ?? [], was, sideways, compact);
}

/** A list: no node has two children, and the nodes have one way forward. */
function isList({ snapshot, graph, members }) {
  const roots = members.filter((at) => !graph.parent.has(at));
  if (roots.length !== 1 || members.some((at) => graph.children.get(at).length > 1)) return false;
  const classOf = (at) => snapshot.objects[at].class;
  const header =
    members.length > 1 && members.slice(1).every((at) => classOf(at) !== classOf(members[0]));
  return members.slice(header ? 1 : 0).every((at) => {
    const object = snapshot.objects[at];
    const forward = object.fields.filter(
      ({ name, value }) => isPointer(value) && !isLightName(name),
    );
    const arrays = object.fields.some(({ value }) => isArray(value) && value.a.some(isPointer));
    return forward.length <= 1 && !arrays;
  });
}

/** A tree: what is no branch leads back up, or is of a kind that is drawn lightly. */
function isTree({ snapshot, graph, members }) {
  const roots = members.filter((at) => !graph.parent.has(at));
  const kinds = members.flatMap((at) =>
    edgesOf(snapshot.objects[at]).map(({ name }) => graph.kinds.get(`${at}.${name}`)),
  );
  return roots.length === 1 && !kinds.includes("cross");
}

// Lists.

function layoutList(context) {
  const { snapshot, members, maxWidth } = context;
  const place = new Map(members.map((at, place) => [at, place]));
  const sideways = (at) => (name) => {
    const edge = edgesOf(snapshot.objects[at]).find((one) => one.name === name);
    return edge && place.get(edge.target) === place.get(at) - 1 ? "left" : "right";
  };
  const sized = new Map(members.map((at) => [at, sizeOf(context, at, sideways(at))]));
  const lines = [[]];
  let x = 0;
  for (const at of members) {
    const { w } = sized.get(at);
    if (x > 0 && x + w > maxWidth - 2 * MARGIN) {
      lines.push([]);
      x = 0;
    }
    lines[lines.length - 1].push(at);
    x += w + listGap(context);
  }
  const placed = new Map();
  const line = new Map();
  const inset = lines.length > 1 ? 16 : 0;
  let y = 0;
  lines.forEach((row, number) => {
    const arcs = arcRoom(context, row, place);
    y += arcs.above;
    const tops = Math.max(...row.map((at) => sized.get(at).top));
    let x = inset;
    for (const at of row) {
      const box = sized.get(at);
      placed.set(at, { x, y: y + tops - box.top });
      line.set(at, number);
      x += box.w + listGap(context);
    }
    y += tops + Math.max(...row.map((at) => sized.get(at).h - sized.get(at).top)) + arcs.below + 28;
  });
  return finish(context, sized, placed, (arrow) => pathAlong(arrow, line, place));
}

/** Room for arcs above a line (forward over others) and below it (back over others). */
function arcRoom({ snapshot, graph, compact }, row, place) {
  const room = { above: 0, below: 0 };
  for (const at of row) {
    for (const { name, target } of edgesOf(snapshot.objects[at])) {
      if (compact && isLightName(name)) continue;
      const span = (place.get(target) ?? place.get(at)) - place.get(at);
      if (!row.includes(target)) continue;
      if (span > 1) room.above = Math.max(room.above, arcHeight(span));
      if (span < -1) room.below = Math.max(room.below, arcHeight(-span));
      if (span === 0 && graph.kinds.get(`${at}.${name}`) === "self")
        room.above = Math.max(room.above, 14);
    }
  }
  return room;
}

const arcHeight = (span) => 16 + Math.min(span, 6) * 4;

function pathAlong({ from, to, port, edge, kind }, line, place) {
  const start = { x: from.x + port.x, y: from.y + port.y };
  if (kind === "self") return selfLoop(from, start);
  const span = place.get(edge.target) - place.get(edge.source);
  const middle = Math.min(to.y + to.top + HEAD / 2 + 4, to.y + to.h - 6);
  if (line.get(edge.source) === line.get(edge.target)) {
    if (span === 1) {
      const end = { x: to.x, y: Math.abs(start.y - middle) < 14 ? start.y : middle };
      return curveX(start, end, 1);
    }
    if (span === -1) {
      const end = { x: to.x + to.w, y: Math.min(start.y, to.y + to.h - 8) };
      return curveX(start, end, -1);
    }
    return arc(from, to, start, span);
  }
  if (span === 1) return wrapAround(from, to, start, middle);
  if (span === -1) return wrapBack(from, to, start);
  // To another line: around the side of the boxes.
  const outside = span > 0 ? from.x + from.w + 14 : Math.min(from.x, to.x) - 12;
  const end = { x: span > 0 ? to.x + to.w : to.x, y: middle };
  return `M${start.x},${start.y}C${outside},${start.y} ${span > 0 ? end.x + 30 : outside},${end.y} ${end.x},${end.y}`;
}

function curveX(start, end, way) {
  const pull = Math.max(10, Math.abs(end.x - start.x) / 2) * way;
  return `M${start.x},${start.y}C${start.x + pull},${start.y} ${end.x - pull},${end.y} ${end.x},${end.y}`;
}

/** Over the boxes between if it leads forward, under them if it leads back. */
function arc(from, to, start, span) {
  const height = arcHeight(Math.abs(span));
  const side = from.x + from.w + 10;
  const target = { x: to.x + to.w / 2, y: span > 0 ? to.y : to.y + to.h };
  const edgeY =
    span > 0 ? Math.min(from.y, to.y) - height : Math.max(from.y + from.h, to.y + to.h) + height;
  return (
    `M${start.x},${start.y}H${side - 6}Q${side},${start.y} ${side},${start.y + Math.sign(edgeY - start.y) * 6}` +
    `V${edgeY + (span > 0 ? 8 : -8)}Q${side},${edgeY} ${side + (target.x > side ? 8 : -8)},${edgeY}` +
    `H${target.x + (target.x > side ? -8 : 8)}Q${target.x},${edgeY} ${target.x},${edgeY + (span > 0 ? 8 : -8)}V${target.y}`
  );
}

/** From the end of a line to the beginning of the next one. */
function wrapAround(from, to, start, middle) {
  const right = from.x + from.w + 12;
  const between = to.y - 10;
  const left = to.x - 12;
  return (
    `M${start.x},${start.y}H${right - 6}Q${right},${start.y} ${right},${start.y + 6}V${between - 6}` +
    `Q${right},${between} ${right - 6},${between}H${left + 6}Q${left},${between} ${left},${between + 6}` +
    `V${middle - 6}Q${left},${middle} ${left + 6},${middle}H${to.x}`
  );
}

/** From the beginning of a line to the end of the one before it, beside the arrow that leads there. */
function wrapBack(from, to, start) {
  const left = from.x - 7;
  const between = from.y - 17;
  const right = to.x + to.w + 18;
  const end = to.y + to.h - 8;
  return (
    `M${start.x},${start.y}H${left + 5}Q${left},${start.y} ${left},${start.y - 5}V${between + 5}` +
    `Q${left},${between} ${left + 5},${between}H${right - 5}Q${right},${between} ${right},${between - 5}` +
    `V${end + 5}Q${right},${end} ${right - 5},${end}H${to.x + to.w}`
  );
}

function selfLoop(box, start) {
  const right = box.x + box.w;
  const y = box.y + box.top + 8;
  return `M${start.x},${start.y}C${right + 26},${start.y} ${right + 26},${y} ${right},${y}`;
}

// Trees.

/** Subtrees are pushed together as far as their outlines allow; parents stand in the middle. */
function placeTree(context, sized) {
  const { graph, members } = context;
  const root = members.find((at) => !graph.parent.has(at));
  const depth = new Map([[root, 0]]);
  const levels = [0];
  for (const at of members) {
    const own = at === root ? 0 : depth.get(graph.parent.get(at)) + 1;
    depth.set(at, own);
    levels[own] = Math.max(levels[own] ?? 0, sized.get(at).h);
  }
  const tops = levels.map((_, level) =>
    levels.slice(0, level).reduce((sum, height) => sum + height + gapY(context), 0),
  );
  // Children before parents: members are in the order of the walk.
  const shapes = new Map();
  for (const at of [...members].reverse()) shapes.set(at, subtree(context, at, sized, shapes));
  const centers = new Map([[root, 0]]);
  const placed = new Map();
  for (const at of members) {
    const center = centers.get(at);
    for (const { target, offset } of shapes.get(at).offsets) centers.set(target, center + offset);
    const level = depth.get(at);
    placed.set(at, {
      x: center - sized.get(at).w / 2,
      y: tops[level],
      bottom: tops[level] + levels[level],
    });
  }
  return placed;
}

/** The outline of a subtree, relative to the middle of its root: [{left, right}] a level. */
function subtree(context, at, sized, shapes) {
  const half = sized.get(at).w / 2;
  const offsets = [];
  let outline = [];
  for (const child of childSlots(context, at)) {
    const shape =
      child.target === null ? { outline: [{ left: -12, right: 12 }] } : shapes.get(child.target);
    let offset = 0;
    shape.outline.forEach(({ left }, level) => {
      if (outline[level]) offset = Math.max(offset, outline[level].right + gapX(context) - left);
    });
    offsets.push({ target: child.target, offset });
    shape.outline.forEach(({ left, right }, level) => {
      const first = outline[level] ? outline[level].left : left + offset;
      outline[level] = { left: first, right: right + offset };
    });
  }
  const middle =
    offsets.length > 0 ? (offsets[0].offset + offsets[offsets.length - 1].offset) / 2 : 0;
  outline = outline.map(({ left, right }) => ({ left: left - middle, right: right - middle }));
  return {
    offsets: offsets
      .filter(({ target }) => target !== null)
      .map(({ target, offset }) => ({ target, offset: offset - middle })),
    outline: [{ left: -half, right: half }, ...outline],
  };
}

/** The children in order of their fields; a missing one beside others keeps a little room. */
function childSlots({ snapshot, graph }, at) {
  const children = new Map(graph.children.get(at).map(({ name, target }) => [name, target]));
  const fields = snapshot.objects[at].fields.filter(({ name }) => !isLightName(name));
  const missing = fields.filter(({ value }) => value === null);
  if (children.size === 0) return [];
  if (missing.length + children.size > 3) return graph.children.get(at);
  const slots = fields.flatMap(({ name, value }) => {
    if (value === null) return [{ target: null }];
    return children.has(name) ? [{ target: children.get(name) }] : [];
  });
  const placed = new Set(slots.map(({ target }) => target));
  return [...slots, ...graph.children.get(at).filter(({ target }) => !placed.has(target))];
}
