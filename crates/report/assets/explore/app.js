// The report of an exploration: from the address to a page, and its keys.

function pageOf({ parts, query }) {
  const [view, name, line] = parts;
  if (view === "error") return { view: "errors", page: errorPage(Number(name)) };
  if (view === "source") return { view, page: coveredSourcePage(name, Number(line) || 0) };
  if (view === "statistics") return { view, page: statisticsPage() };
  if (view === "tests") return { view, page: testsPage(query) };
  if (view === "test") return { view, page: testPage(Number(name)) };
  if (view === "tree") {
    const end = query.has("end") ? Number(query.get("end")) : -1;
    return { view, page: { ...treePage(Number(name) || 0, end), end } };
  }
  return { view: "overview", page: explorePage() };
}

function crumbs({ view, page }) {
  const parts = [`<a href="#/">${esc(DATA.entry || "main")}</a>`];
  if (view === "test") parts.push('<a href="#/tests">Tests</a>');
  if (view === "tree" && page.root > 0) parts.push('<a href="#/tree">Tree</a>');
  if (view === "source" && page.focus !== undefined && DATA.coverage.length > 1)
    parts.push('<a href="#/source">Source</a>');
  if (view !== "overview") parts.push(esc(page.title));
  return parts;
}

/** One page, test or error forward or back. */
function step(way) {
  const { view, page } = current;
  if (view === "tests") {
    const next = page.state.page + way;
    if (next >= 1 && next <= page.pages) go(testsLink({ ...page.state, page: next }));
  } else if (view === "test") go(page.neighbours?.[way < 0 ? 0 : 1]);
  else if (view === "errors") {
    const next = page.error + way;
    if (next >= 1 && next <= DATA.errors.length) go(linkTo("error", next));
  } else if (view === "tree") {
    const rows = treeRows();
    const at = rows.indexOf(document.activeElement);
    focusRow(rows[Math.min(rows.length - 1, Math.max(0, at + way))]);
  }
}

function goUp() {
  const { view, page } = current;
  if (view === "test") go("#/tests");
  else if (view === "tree" && page.root > 0) go("#/tree");
  else go("#/");
}

function changeFilter(change) {
  replaceTyping(testsLink({ ...current.page.state, ...change, page: 1 }));
}

start({
  name: "Pikse explore",
  pageOf,
  crumbs,
  shown: treeShown,
  up: goUp,
  onKey: (event) => current.view === "tree" && treeKey(event),
  keys: {
    ArrowRight: () => step(1),
    ArrowLeft: () => step(-1),
    j: () => step(1),
    k: () => step(-1),
    e: () => DATA.errors.length > 0 && go(linkTo("error", 1)),
    x: () => TREE && go("#/tree"),
    g: () => go("#/tests"),
    s: () => go(sourcesLink()),
    i: () => go("#/statistics"),
    n: () => current.view === "tree" && nextError(),
    "/": () => searchAt("#/tests"),
    f: () =>
      current.view === "tests" &&
      changeFilter({ show: current.page.state.show === "errors" ? "all" : "errors" }),
  },
  changed: ({ id, value }) => ["words", "show"].includes(id) && changeFilter({ [id]: value }),
});
