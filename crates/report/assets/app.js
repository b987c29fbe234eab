// The report of checks: from the address to a page, and its keys.

/** Gives every check a name for addresses, and unpacks what is always shown. */
function prepare() {
  const used = new Map();
  for (const check of DATA.checks) {
    const times = (used.get(check.name) ?? 0) + 1;
    used.set(check.name, times);
    check.key = times === 1 ? check.name : `${check.name}~${times}`;
    for (const failure of check.failures) {
      failure.before = unpack(failure.before);
      failure.after = failure.after === 1 ? failure.before : unpack(failure.after);
    }
  }
}

function pageOf({ parts, query }) {
  const [view, name, part, number] = parts;
  if (view === "source") return { view, page: checkedSourcePage(name, Number(part) || 0) };
  const check = view === "check" ? DATA.checks.find((one) => one.key === name) : null;
  if (!check) return { view: "overview", page: overviewPage() };
  if (part === "inputs") {
    const page = galleryPage(check, query);
    check.lastState = page.state;
    return { view: "gallery", check, page };
  }
  if (part === "input") return { view: "input", check, page: inputPage(check, Number(number)) };
  const page = checkPage(check);
  if (part === "failure") page.focus = `failure-${Number(number)}`;
  return { view: "check", check, page };
}

function crumbs({ view, check, page }) {
  const parts = [`<a href="#/">Checks</a>`];
  if (check) parts.push(`<a href="${checkLink(check)}">${esc(check.name)}</a>`);
  if (view === "gallery") parts.push("Inputs");
  if (view === "input")
    parts.push(
      `<a href="${page.up ?? checkLink(check, "inputs")}">Inputs</a>`,
      `#${esc(readAddress().parts[3])}`,
    );
  if (view === "source") parts.push(esc(page.title));
  return parts;
}

/** A drawing that is wider than the page shows its middle, where the root is. */
function shown(main) {
  for (const place of main.querySelectorAll(".scroll")) {
    place.scrollLeft = (place.scrollWidth - place.clientWidth) / 2;
  }
}

/** Changes the filters of the gallery; the first page is shown. */
function changeFilter(change) {
  replaceTyping(galleryLink(current.check, { ...current.page.state, ...change, page: 1 }));
}

/** One page, input or failure forward or back. */
function step(way) {
  const { view, page, check } = current;
  if (view === "gallery") {
    const next = page.state.page + way;
    if (next >= 1 && next <= page.pages) go(galleryLink(check, { ...page.state, page: next }));
  } else if (view === "input") go(page.neighbours?.[way < 0 ? 0 : 1]);
  else if (view === "check") stepAmong([...document.querySelectorAll(".failure")], way);
}

function goUp() {
  const { view, page, check } = current;
  if (view === "input") go(page.up ?? checkLink(check, "inputs"));
  else if (view === "gallery") go(checkLink(check));
  else go("#/");
}

/** The address of the inputs of this check, or of the first one that has some. */
function inputsLink() {
  const check = current.check ?? DATA.checks.find((one) => one.gallery.length > 0);
  return check ? checkLink(check, "inputs") : null;
}

prepare();
start({
  name: "Pikse check",
  pageOf,
  crumbs,
  shown,
  up: goUp,
  keys: {
    ArrowRight: () => step(1),
    ArrowLeft: () => step(-1),
    j: () => step(1),
    k: () => step(-1),
    "/": () => searchAt(inputsLink()),
    f: () =>
      current.view === "gallery" &&
      changeFilter({ show: current.page.state.show === "failed" ? "all" : "failed" }),
    g: () => go(inputsLink()),
  },
  changed: ({ id, value }) =>
    ["words", "show", "size"].includes(id) && changeFilter({ [id]: value }),
});
