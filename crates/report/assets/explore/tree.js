// The tree of paths: each row is a decision and where it led. Rows are made when they are opened.

/** So many rows are open at first, and so many at most after "Open all". */
const FIRST_ROWS = 40;
const MOST_ROWS = 600;
/** So many levels are shown below each other; what is deeper has a page of its own. */
const mostLevels = () => (innerWidth < 560 ? 7 : 14);
/** So many decisions before the first row of a page are named. */
const TRAIL = 6;

const [FINISHED, REJECTED, FAILED, CUT, KILLED, BLOCKED] = [0, 1, 2, 3, 4, 5];
const TREE = DATA.tree;
const opened = new Set();

/** Finds the children and ends of nodes, once. */
function treeIndex() {
  if (TREE.children) return;
  TREE.children = new Map();
  TREE.endsOf = new Map();
  const add = (map, key, value) => {
    const list = map.get(key);
    if (list) list.push(value);
    else map.set(key, [value]);
  };
  for (let node = 1; node < TREE.parent.length; node++) add(TREE.children, TREE.parent[node], node);
  TREE.ends.forEach(([node], at) => add(TREE.endsOf, node, at));
  // Ways are numbered in their order.
  for (const list of TREE.children.values()) list.sort((a, b) => TREE.way[a] - TREE.way[b]);
  openFirst(0, FIRST_ROWS);
}

const childrenOf = (node) => TREE.children.get(node) ?? [];
const endsOf = (node) => TREE.endsOf.get(node) ?? [];

/** A node whose row shows the end of its only path; it cannot be opened. */
const isLeaf = (node) =>
  childrenOf(node).length === 0 && endsOf(node).length <= 1 && TREE.lost[node] === 0;

/** Opens nodes from the top until there are so many rows. */
function openFirst(root, most) {
  let rows = 1;
  const queue = [root];
  for (let at = 0; at < queue.length && rows < most; at++) {
    const node = queue[at];
    if (isLeaf(node)) continue;
    opened.add(node);
    rows += childrenOf(node).length + endsOf(node).length;
    queue.push(...childrenOf(node));
  }
}

/** A node and all that it is below, the innermost first. */
function lineage(node) {
  const line = [node];
  while (node !== 0) line.push((node = TREE.parent[node]));
  return line;
}

/** The place of the first end with an error in the list of ends; undefined if there is none. */
function treeEndOf(error) {
  if (!TREE) return undefined;
  const at = TREE.ends.findIndex(([, kind, which]) => kind === FAILED && which === error);
  return at < 0 ? undefined : at;
}

const wayText = (way) => TREE.ways[way];
const TONES = { true: "yes", holds: "yes", false: "no", fails: "no" };
const wayTone = (way) => TONES[wayText(way)] ?? "";

/** The source line of a decision, with what decides marked. */
function decisionHtml(node) {
  const [file, line, func, column] = TREE.places[TREE.place[node]];
  const whole = sourceLine(file, line);
  if (whole === undefined || whole.trim() === "") {
    return func ? `in <code>${esc(func)}</code>` : `<span class="muted">no source</span>`;
  }
  const text = whole.trim();
  const at = column - 1 - (whole.length - whole.trimStart().length);
  const token = at >= 0 ? (/^(\w+|&&|\|\||[<>=!]=|\S)/.exec(text.slice(at))?.[0] ?? "") : "";
  if (!token) return `<code>${esc(text)}</code>`;
  const after = text.slice(at + token.length);
  return `<code>${esc(text.slice(0, at))}<mark>${esc(token)}</mark>${esc(after)}</code>`;
}

function countsHtml(node) {
  const [finished, failed] = [TREE.finished[node], TREE.failed[node]];
  const [rejected, cut] = [TREE.rejected[node], TREE.cut[node]];
  const parts = [plural(finished + failed + rejected + cut, "path")];
  if (failed > 0) parts.push(`<span class="bad-text">${numberText(failed)} with errors</span>`);
  if (rejected > 0) parts.push(`${numberText(rejected)} rejected`);
  if (cut > 0) parts.push(`<span class="warn-text">${numberText(cut)} cut</span>`);
  return `<span class="counts">${parts.join(", ")}</span>`;
}

function endHtml(at) {
  const [, kind, which, count, first] = TREE.ends[at];
  const link = (href, html) => `<a class="end" href="${href}" tabindex="-1">${html}</a>`;
  const number = testPlace(first) === undefined ? ` #${first}` : ` ${link(linkTo("test", first), `#${first}`)}`;
  const more = count > 1 ? ` <span class="muted">and ${numberText(count - 1)} more</span>` : "";
  if (kind === FINISHED) return `${badge("good", "finished")}${number}${more}`;
  if (kind === KILLED) return `${badge("plain", `killed by signal ${which}`)}${number}${more}`;
  if (kind === BLOCKED) return `${badge("plain", "blocked for ever")}${number}${more}`;
  if (kind === REJECTED) return `${badge("plain", "rejected")}${more}`;
  if (kind === CUT) return `${badge("warn", "cut")} ${esc(TREE.reasons[which])}${more}`;
  const title = DATA.errors[which]?.title ?? "error";
  return `${link(linkTo("error", which + 1), badge("bad", title))}${number}${more}`;
}

/** A row with all that is open below it. */
function rowHtml(node, level) {
  const leaf = isLeaf(node);
  const deep = !leaf && level >= mostLevels();
  const open = !leaf && !deep && opened.has(node);
  const way = TREE.way[node];
  const twist = leaf ? "" : deep ? "→" : open ? "▾" : "▸";
  const condition = TREE.condition[node] > 0 ? TREE.conditions[TREE.condition[node] - 1] : "";
  const place = TREE.places[TREE.place[node]];
  const line = sourceLine(place[0], place[1]) === undefined ? null : sourceLink(place[0], place[1]);
  const where = `${place[0].split("/").pop()}${place[1] ? `:${place[1]}` : ""}`;
  const link = line ? `<a href="${line}" tabindex="-1">${esc(where)}</a>` : esc(where);
  const small = [
    condition ? `<code class="condition">${esc(condition)}</code>` : "",
    way === 0 ? "" : `<span class="where">${link}</span>`,
  ].join(" ");
  const end = leaf && endsOf(node).length === 1 ? endHtml(endsOf(node)[0]) : countsHtml(node);
  const expanded = leaf || deep ? "" : ` aria-expanded="${open}"`;
  return (
    `<li role="treeitem" aria-level="${level}"${expanded} aria-labelledby="row-${node}" tabindex="-1" ` +
    `data-node="${node}" id="node-${node}"><div class="row" id="row-${node}">` +
    `<span class="twist" aria-hidden="true">${twist}</span><div class="what">` +
    `<div class="first"><span class="way ${wayTone(way)}">${wayText(way)}</span> ` +
    `${way === 0 ? `<code>${esc(DATA.entry)}</code>` : decisionHtml(node)}</div>` +
    `<div class="second">${small}</div></div><div class="result">${end}</div></div>` +
    `${open ? belowHtml(node, level + 1) : ""}</li>`
  );
}

function belowHtml(node, level) {
  const lost = TREE.lost[node];
  const leaf = (id, html) =>
    `<li role="treeitem" aria-level="${level}" aria-labelledby="row-${id}" tabindex="-1" ` +
    `id="node-${id}"><div class="row" id="row-${id}"><span class="twist" aria-hidden="true"></span>` +
    `<div class="what">${html}</div></div></li>`;
  const rows = [
    ...endsOf(node).map((at) => leaf(`end-${at}`, endHtml(at))),
    ...childrenOf(node).map((child) => rowHtml(child, level)),
    lost > 0 ? leaf(`lost-${node}`, `${plural(lost, "path")} below that the report does not include`) : "",
  ];
  return `<ul role="group">${rows.join("")}</ul>`;
}

/** What was decided before the first row of a page. */
function trailHtml(root) {
  const line = lineage(root).slice(1).reverse();
  const left = line.length - TRAIL;
  const shown = left > 1 ? [line[0], ...line.slice(-TRAIL + 1)] : line;
  const items = shown.map((node, at) => {
    const gap = left > 1 && at === 1 ? `<li class="muted">${plural(left, "decision")}</li>` : "";
    const what = node === 0 ? `<code>${esc(DATA.entry)}</code>` : decisionHtml(node);
    const href = node === 0 ? "#/tree" : linkTo("tree", node);
    const name = wayText(TREE.way[node]);
    return `${gap}<li><a href="${href}">${name}</a> ${node === 0 ? what : what}</li>`;
  });
  return `<ol class="trail" aria-label="Decisions before">${items.join("")}</ol>`;
}

function treePage(number, end) {
  if (!TREE) {
    const none = '<p class="muted">The report has no tree.</p>';
    return { title: "No tree", html: none };
  }
  treeIndex();
  let root = number > 0 && number < TREE.parent.length ? number : 0;
  let focus = null;
  if (TREE.ends[end]) {
    const [node] = TREE.ends[end];
    const line = lineage(node);
    root = line[Math.min(line.length, mostLevels() - 1) - 1];
    line.forEach((one) => opened.add(one));
    focus = isLeaf(node) ? `node-${node}` : `node-end-${end}`;
  }
  if (root !== 0) opened.add(root);
  const failed = TREE.failed[0] > 0;
  const buttons = [
    '<button type="button" data-tree="open">Open more</button>',
    '<button type="button" data-tree="close">Close all</button>',
    failed ? '<button type="button" data-tree="error">Next error (n)</button>' : "",
  ];
  const waiting = DATA.statistics.waiting;
  const notices = [
    TREE.notKept > 0
      ? `The report includes ${plural(TREE.parent.length, "node")}. ${plural(TREE.notKept, "path")} ` +
        `went on below them; they are counted, not shown.`
      : "",
    waiting > 0
      ? `${plural(waiting, "state")} still waited when the exploration stopped; what they lead to is not here.`
      : "",
  ].filter(Boolean);
  return {
    title: root === 0 ? "Tree of paths" : "Part of the tree",
    root,
    wanted: focus,
    html: [
      tabsHtml("tree"),
      ...notices.map((text) => `<p class="notice warn">${text}</p>`),
      `<div class="toolbar">${buttons.join("")}</div>`,
      root === 0 ? "" : trailHtml(root),
      `<section class="card tree-card"><ul role="tree" class="tree" aria-label="Paths">` +
        `${rowHtml(root, 1)}</ul></section>`,
    ].join(""),
  };
}

// Opening, closing and moving.

const treeRows = () => [...document.querySelectorAll("[role=treeitem]")];

function focusRow(row, scrolls = true) {
  if (!row) return;
  for (const other of document.querySelectorAll('[role=treeitem][tabindex="0"]')) other.tabIndex = -1;
  row.tabIndex = 0;
  row.focus({ preventScroll: true });
  if (scrolls) row.querySelector(".row").scrollIntoView({ block: "nearest" });
}

const nodeOf = (row) => (row.dataset.node === undefined ? null : Number(row.dataset.node));
const levelOf = (row) => Number(row.getAttribute("aria-level"));

/** Opens or closes a row; one that is too deep gets a page of its own. */
function toggleRow(row, open) {
  const node = nodeOf(row);
  if (node === null || isLeaf(node)) return false;
  if (levelOf(row) >= mostLevels()) {
    if (open !== false) go(linkTo("tree", node));
    return open !== false;
  }
  const is = opened.has(node);
  if (open === is) return false;
  if (is) opened.delete(node);
  else opened.add(node);
  row.outerHTML = rowHtml(node, levelOf(row));
  focusRow(document.getElementById(`node-${node}`));
  return true;
}

/** The way to the next end with an error, from the focused row on. */
function nextError() {
  if (!TREE) return;
  const errors = TREE.ends.flatMap(([, kind], at) => (kind === FAILED ? [at] : []));
  if (errors.length === 0) return;
  const at = errors.indexOf(current.page.end);
  const next = errors[(at + 1) % errors.length];
  replace(`#/tree?end=${next}`);
  current.page.end = next;
}

function treeAction(action) {
  if (action === "error") return nextError();
  opened.clear();
  if (action === "open") openFirst(current.page.root, MOST_ROWS);
  else opened.add(current.page.root);
  return replace(location.hash);
}

/** Keys in the tree; true if one was for it. */
function treeKey(event) {
  const row = event.target.closest?.("[role=treeitem]");
  if (!row || event.target.closest("a")) return false;
  const rows = treeRows();
  const at = rows.indexOf(row);
  const actions = {
    ArrowDown: () => focusRow(rows[at + 1]),
    ArrowUp: () => focusRow(rows[at - 1]),
    ArrowRight: () => toggleRow(row, true) || (row.querySelector("ul") && focusRow(rows[at + 1])),
    ArrowLeft: () => toggleRow(row, false) || focusRow(row.parentElement.closest("[role=treeitem]")),
    Home: () => focusRow(rows[0]),
    End: () => focusRow(rows[rows.length - 1]),
    Enter: () => toggleRow(row) || row.querySelector("a.end")?.click(),
    " ": () => toggleRow(row),
  };
  const action = actions[event.key];
  if (!action) return false;
  action();
  return true;
}

function treeShown(main) {
  const tree = main.querySelector(".tree");
  if (!tree) return;
  const wanted = current.page.wanted && document.getElementById(current.page.wanted);
  if (wanted) {
    focusRow(wanted, false);
    current.page.focus = wanted.querySelector(".row").id;
  } else treeRows()[0].tabIndex = 0;
  tree.addEventListener("click", (event) => {
    if (event.target.closest("a")) return;
    const row = event.target.closest("[role=treeitem]");
    if (row && !toggleRow(row)) focusRow(row, false);
  });
  main
    .querySelector(".toolbar")
    .addEventListener("click", (event) => treeAction(event.target.closest("button")?.dataset.tree));
}
