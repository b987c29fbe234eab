// Goes through the pages of the report of an exploration, opens its tree, presses keys.

const texts = (selector) => all(selector).map((element) => element.textContent.trim());
const title = () => document.querySelector("h1").textContent;

async function allPages() {
  findings.facts.titles = {};
  for (const hash of [
    "#/",
    "#/error/1",
    "#/error/2",
    "#/error/3",
    "#/error/99",
    "#/source",
    "#/source/src%2Fparse.c",
    "#/source/src%2Fparse.c/9",
    "#/source/nothing",
    "#/tree",
    "#/tree/3",
    "#/tree/99999999",
    "#/tree?end=1",
    "#/tree?end=99999999",
    "#/tests",
    "#/tests?page=99",
    "#/tests?show=assertion",
    "#/tests?words=nothing%20like%20that",
    "#/test/1",
    "#/test/5",
    "#/test/99999",
    "#/statistics",
    "#/%E0%A4%A",
  ]) {
    await visit(hash);
    examinePage();
    findings.facts.titles[hash] = title();
  }
}

async function errors() {
  const facts = findings.facts;
  await visit("#/");
  facts.tabs = texts(".tabs a");
  facts.present = texts(".tabs [aria-current]");
  facts.tiles = texts(".tile b");
  facts.reasons = texts(".reasons li");
  facts.errors = texts("table.errors a.strong");
  if (DATA.errors.length === 0) return;
  await visit("#/error/1");
  facts.said = document.querySelector(".said").textContent;
  facts.marked = texts(".line.marked .text");
  facts.inputs = texts("table.inputs tbody tr");
  facts.calls = texts(".stack li");
  facts.commands = texts(".command pre");
  await visit("#/error/3");
  facts.long = texts("table.inputs td code")[0].length;
}

async function sources() {
  const facts = findings.facts;
  await visit("#/source/src%2Fparse.c");
  facts.ran = all(".line.hit").map(({ id }) => id);
  facts.missed = all(".line.missed").map(({ id }) => id);
  // The marks differ in more than their colour.
  facts.marks = [...new Set(texts(".line .count"))].sort();
  facts.lineNotes = texts(".line-note");
}

const focused = () => document.activeElement.id;

/** Whether the focused row can be seen. */
function isVisible() {
  const { top, bottom } = document.activeElement.querySelector(".row").getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}

async function treeRowsAndKeys() {
  if (!DATA.tree) return;
  const facts = (findings.facts.tree = {});
  await visit("#/tree");
  facts.nodes = DATA.tree.parent.length;
  facts.firstRows = all("[role=treeitem]").length;
  facts.notices = texts(".notice");
  facts.stops = all('[role=treeitem][tabindex="0"]').length;
  facts.source = document.querySelector("#node-1 .first").textContent;
  facts.mark = document.querySelector("#node-1 mark").textContent;
  facts.condition = document.querySelector("#node-1 .condition").textContent;
  const close = all(".toolbar button").find(({ textContent }) => textContent === "Close all");
  close.click();
  await settle();
  facts.closed = all("[role=treeitem]").length;
  document.getElementById("node-0").focus();
  facts.moves = [];
  for (const key of [
    "ArrowDown",
    "ArrowRight",
    "ArrowRight",
    "ArrowUp",
    "End",
    "Home",
    "ArrowDown",
    "ArrowLeft",
    "ArrowLeft",
    "j",
    "k",
  ]) {
    await press(key);
    facts.moves.push(focused());
    if (all('[role=treeitem][tabindex="0"]').length !== 1) problem(`${key}: several tab stops`);
  }
  // A click opens and closes.
  const before = all("[role=treeitem]").length;
  document.querySelector("#row-1 .twist").click();
  facts.clicked = all("[role=treeitem]").length > before;
  facts.expanded = document.getElementById("node-1").getAttribute("aria-expanded");
  facts.errorRows = [];
  for (let time = 0; time < 4; time++) {
    await press("n");
    facts.errorRows.push([focused(), isVisible()]);
    examinePage();
  }
  facts.deepest = Math.max(...all("[role=treeitem]").map((row) => Number(row.ariaLevel)));
  await visit("#/tree?end=1");
  await press("Home");
  await press("End");
  // What is too deep for the page has a page of its own.
  const deep = all("[role=treeitem]").find(({ firstChild }) => firstChild.textContent[0] === "→");
  if (deep) {
    deep.focus();
    await press("Enter");
    facts.part = [title(), all(".trail li").length > 0];
    examinePage();
    await press("u");
    facts.up = location.hash;
  }
  const open = all(".toolbar button").find(({ textContent }) => textContent === "Open more");
  open.click();
  await settle();
  facts.opened = all("[role=treeitem]").length;
}

const pageNumber = () => Number(document.querySelector(".page-number")?.textContent);

async function tests() {
  const facts = (findings.facts.tests = {});
  await visit("#/tests");
  facts.rows = all("table.tests tbody tr").length;
  facts.first = texts("table.tests tbody tr")[0];
  facts.pages = [];
  for (const key of ["ArrowRight", "j", "j", "k", "ArrowLeft", "ArrowLeft"]) {
    await press(key);
    facts.pages.push(pageNumber());
  }
  await press("f");
  facts.failed = texts("table.tests tbody a");
  facts.hash = location.hash;
  await press("f");
  await press("/");
  const words = document.getElementById("words");
  facts.searching = document.activeElement === words;
  words.value = "#21 n=7";
  words.dispatchEvent(new Event("input", { bubbles: true }));
  await settle();
  facts.found = texts("table.tests tbody a");
  facts.stillSearching = document.activeElement === document.getElementById("words");
  await press("Escape");
  await visit("#/test/5");
  await press("j");
  facts.next = location.hash;
  // The structure comes before it.
  facts.output = [...document.querySelectorAll("h3 + pre")].at(-1).textContent;
  facts.again = texts(".command pre");
  await press("u");
  facts.up = location.hash;
}

async function keys() {
  const facts = (findings.facts.keys = {});
  await visit("#/");
  for (const key of ["e", "x", "g", "s", "i", "u"]) {
    await press(key);
    facts[key] = location.hash;
  }
  await visit("#/error/1");
  await press("j");
  facts.nextError = location.hash;
  await press("?");
  facts.help = document.getElementById("help").open;
  facts.helpRows = all("#help dt").length;
  document.getElementById("help").close();
  for (const hash of ["#/", "#/error/1", "#/source/src%2Fparse.c", "#/tree", "#/tests"]) {
    await visit(hash);
    await press("t");
    facts.other = getComputedStyle(document.body).backgroundColor;
    examinePage();
    await press("t");
    facts.theme = getComputedStyle(document.body).backgroundColor;
  }
}

async function statistics() {
  await visit("#/statistics");
  findings.facts.tiers = texts("table.tiers th[scope=row]");
  findings.facts.bars = all("table.tiers .bar i").map((bar) => bar.style.width);
}
