// Goes through the pages of the report of checks, measures what is really drawn, presses keys.

const inside = (point, rect, margin) =>
  point.x > rect.left + margin &&
  point.x < rect.right - margin &&
  point.y > rect.top + margin &&
  point.y < rect.bottom - margin;

/** No two boxes overlap, text stays in its box, arrows end at their boxes. */
function examineDrawing(svg) {
  const boxes = all("g.box", svg).map((box) => ({
    name: box.dataset.name,
    rect: box.querySelector(".frame").getBoundingClientRect(),
    box,
  }));
  boxes.forEach((one, at) => {
    for (const other of boxes.slice(at + 1)) {
      const apart =
        one.rect.right <= other.rect.left ||
        other.rect.right <= one.rect.left ||
        one.rect.bottom <= other.rect.top ||
        other.rect.bottom <= one.rect.top;
      if (!apart) problem(`${one.name} overlaps ${other.name}`);
    }
    for (const text of all("text:not(.tab-text)", one.box)) {
      const rect = text.getBoundingClientRect();
      if (rect.left < one.rect.left - 1 || rect.right > one.rect.right + 1)
        problem(`${one.name}: "${text.textContent}" leaves its box`);
    }
  });
  for (const edge of all("path.edge", svg)) examineEdge(svg, edge, boxes);
  const view = svg.viewBox.baseVal;
  const bounds = svg.getBBox();
  if (
    bounds.x < -1 ||
    bounds.y < -1 ||
    bounds.x + bounds.width > view.width + 1 ||
    bounds.y + bounds.height > view.height + 1
  ) {
    problem(
      `the drawing is cut off: ${[bounds.x, bounds.y, bounds.width, bounds.height, view.width, view.height].map(Math.round)}`,
    );
  }
  return boxes.length;
}

function examineEdge(svg, edge, boxes) {
  const label = edge.querySelector("title").textContent;
  const [from, to] = label.split(" → ");
  const matrix = edge.getScreenCTM();
  const at = (length) => {
    const { x, y } = edge.getPointAtLength(length);
    return new DOMPoint(x, y).matrixTransform(matrix);
  };
  const length = edge.getTotalLength();
  const end = at(length);
  const target = boxes.find(({ name }) => name === to);
  const near = {
    left: target.rect.left - 3,
    right: target.rect.right + 3,
    top: target.rect.top - 22,
    bottom: target.rect.bottom + 3,
  };
  if (!inside(end, near, 0)) problem(`${label} does not end at its box`);
  if (inside(end, target.rect, 4)) problem(`${label} ends in the middle of its box`);
  const source = boxes.find(({ name }) => from.startsWith(`${name}.`));
  if (!inside(at(0), source.rect, 0)) problem(`${label} does not begin in its box`);
  if (edge.classList.contains("light")) return;
  for (let part = 0; part <= 40; part++) {
    const point = at((length * part) / 40);
    for (const { name, rect } of boxes) {
      if (name !== to && !from.startsWith(`${name}.`) && inside(point, rect, 2))
        return problem(`${label} crosses ${name}`);
    }
  }
}

async function allPages() {
  const check = DATA.checks[0];
  findings.facts.cards = 0;
  findings.facts.boxes = {};
  for (const hash of [
    "#/",
    "#/check/bst_add",
    "#/check/heap%3A%3Apop",
    "#/source/src%2Fbst.c/8",
    "#/source/nothing",
    "#/check/bst_add/input/999",
    "#/%E0%A4%A",
  ]) {
    await visit(hash);
    examinePage();
    all("svg.drawing").forEach(examineDrawing);
  }
  const pages = Math.ceil(check.gallery.length / 12);
  for (let page = 1; page <= Math.min(pages, 5); page++) {
    await visit(`#/check/bst_add/inputs?page=${page}`);
    examinePage();
    findings.facts.cards += all(".tile-card").length;
    findings.facts.mostCards = Math.max(findings.facts.mostCards ?? 0, all(".tile-card").length);
    all("svg.drawing").forEach(examineDrawing);
  }
  for (const [number] of check.gallery.slice(0, 60)) {
    await visit(`#/check/bst_add/input/${number}`);
    examinePage();
    findings.facts.boxes[number] = all("svg.drawing").map(examineDrawing);
  }
}

const pageNumber = () => Number(document.querySelector(".page-number")?.textContent);

async function keys() {
  const facts = (findings.facts.keys = {});
  await visit("#/check/bst_add/inputs");
  facts.pages = [];
  for (const key of ["ArrowRight", "j", "k", "ArrowLeft", "ArrowLeft"]) {
    await press(key);
    facts.pages.push(pageNumber());
  }
  await press("f");
  facts.failed = all(".tile-card").length;
  facts.failedOnly = all(".tile-card:not(.failed)").length === 0;
  facts.hash = location.hash;
  await press("f");
  await press("/");
  const words = document.getElementById("words");
  facts.searching = document.activeElement === words;
  words.value = "#41 x=3";
  words.dispatchEvent(new Event("input", { bubbles: true }));
  await settle();
  facts.found = all(".tile-card").length;
  facts.stillSearching = document.activeElement === document.getElementById("words");
  await press("Escape");
  await visit("#/check/bst_add/input/4");
  await press("j");
  facts.nextInput = location.hash;
  await press("?");
  facts.help = document.getElementById("help").open;
  document.getElementById("help").close();
  await press("u");
  facts.up = location.hash;
  await visit("#/check/bst_add");
  await press("j");
  facts.failure = document.activeElement.id;
  await press("t");
  facts.other = getComputedStyle(document.body).backgroundColor;
  examinePage();
  await press("t");
  facts.first = getComputedStyle(document.body).backgroundColor;
}

/** Presses the button that copies the command to run again, with a clipboard for the test. */
async function copied(writeText) {
  Object.defineProperty(navigator, "clipboard", { value: { writeText }, configurable: true });
  const button = all(".command")
    .find((command) => command.textContent.includes("--replay"))
    .querySelector(".copy");
  button.textContent = "Copy";
  button.click();
  await settle();
  return button.textContent;
}

async function details() {
  await visit("#/check/bst_add");
  const facts = findings.facts;
  facts.title = document.title;
  facts.changed = all(".highlight, .cell.changed").length;
  facts.states = ["new", "freed", "lost"].map((state) => all(`g.box.${state}`).length);
  facts.words = all(".changes li").map((item) => item.textContent);
  facts.marked = all(".line.marked .text").map((line) => line.textContent);
  facts.said = document.querySelector(".said").textContent;
  facts.copied = [
    await copied(async (text) => (facts.clipboard = text)),
    await copied(() => Promise.reject(new Error("no"))),
  ];
  facts.selected = String(getSelection());
  facts.bars = all(".bars").length;
}

test(allPages, keys, details);
