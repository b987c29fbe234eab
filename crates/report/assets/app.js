// From the address to a page; keys, theme, copying.

const current = { view: null, check: null, page: null };

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

/** `#/check/NAME/inputs?page=2` as its parts and its query. */
function readAddress() {
  const [path, query] = location.hash.replace(/^#\/?/, "").split("?");
  const decode = (part) => {
    try {
      return decodeURIComponent(part);
    } catch {
      return part;
    }
  };
  return {
    parts: path.split("/").filter(Boolean).map(decode),
    query: new URLSearchParams(query ?? ""),
  };
}

function pageOf({ parts, query }) {
  const [view, name, part, number] = parts;
  if (view === "source") return { view, page: sourcePage(name, Number(part) || 0) };
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
  return parts.map((part) => `<li>${part}</li>`).join("");
}

function show() {
  Object.assign(current, { check: null }, pageOf(readAddress()));
  const main = document.getElementById("main");
  document.title = `${current.page.title} · Pikse check`;
  document.getElementById("crumbs").innerHTML = crumbs(current);
  main.innerHTML = `<h1>${esc(current.page.title)}</h1>${current.page.html}`;
  document.body.dataset.view = current.view;
  // A drawing that is wider than the page shows its middle, where the root is.
  for (const place of main.querySelectorAll(".scroll")) {
    place.scrollLeft = (place.scrollWidth - place.clientWidth) / 2;
  }
  const focus = current.page.focus && document.getElementById(current.page.focus);
  if (focus) focus.scrollIntoView({ block: current.view === "source" ? "center" : "start" });
  else window.scrollTo(0, 0);
}

const go = (href) => {
  if (href) location.hash = href;
};

/** Changes the filters of the gallery; the first page is shown. */
function changeFilter(change) {
  const state = { ...current.page.state, ...change, page: 1 };
  const active = document.activeElement?.id;
  const caret = document.activeElement?.selectionStart;
  history.replaceState(null, "", galleryLink(current.check, state));
  show();
  const field = active && document.getElementById(active);
  if (!field) return;
  field.focus({ preventScroll: true });
  if (active === "words") field.setSelectionRange(caret, caret);
}

/** One page, input or failure forward or back. */
function step(way) {
  const { view, page, check } = current;
  if (view === "gallery") {
    const next = page.state.page + way;
    if (next >= 1 && next <= page.pages) go(galleryLink(check, { ...page.state, page: next }));
  } else if (view === "input") go(page.neighbours?.[way < 0 ? 0 : 1]);
  else if (view === "check") stepFailure(way);
}

function stepFailure(way) {
  const all = [...document.querySelectorAll(".failure")];
  if (all.length === 0) return;
  const at = all.indexOf(document.activeElement);
  const next = all[Math.min(all.length - 1, Math.max(0, at + way))];
  next.focus({ preventScroll: true });
  next.scrollIntoView({ block: "start" });
}

function goUp() {
  const { view, page, check } = current;
  if (view === "input") go(page.up ?? checkLink(check, "inputs"));
  else if (view === "gallery") go(checkLink(check));
  else go("#/");
}

const KEYS = {
  ArrowRight: () => step(1),
  ArrowLeft: () => step(-1),
  j: () => step(1),
  k: () => step(-1),
  "/": () => search(),
  "?": () => document.getElementById("help").showModal(),
  f: () =>
    current.view === "gallery" &&
    changeFilter({ show: current.page.state.show === "failed" ? "all" : "failed" }),
  g: () => inputs(),
  u: goUp,
  Escape: goUp,
  t: toggleTheme,
};

function inputs() {
  const check = current.check ?? DATA.checks.find((one) => one.gallery.length > 0);
  if (check) go(checkLink(check, "inputs"));
}

function search() {
  if (current.view !== "gallery") {
    inputs();
    // The address changes the page a little later.
    window.addEventListener("hashchange", () => document.getElementById("words")?.focus(), {
      once: true,
    });
  }
  document.getElementById("words")?.focus();
}

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || document.getElementById("help").open)
    return;
  const typing = event.target.closest?.("input, select, textarea");
  if (typing) {
    if (event.key === "Escape") typing.blur();
    return;
  }
  // A drawing that is scrolled by the arrow keys keeps them.
  const scrolls = event.target.closest?.(".scroll, pre, .code");
  if (scrolls && event.key.startsWith("Arrow") && scrolls.scrollWidth > scrolls.clientWidth) return;
  const action = KEYS[event.key];
  if (!action) return;
  event.preventDefault();
  action();
}

// The theme: the system's, unless the reader chose another one.

function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

function setTheme(theme) {
  if (theme) document.documentElement.dataset.theme = theme;
  const button = document.getElementById("theme");
  button.setAttribute("aria-pressed", String(isDark()));
  button.title = isDark() ? "Light colours (t)" : "Dark colours (t)";
}

function toggleTheme() {
  const theme = isDark() ? "light" : "dark";
  setTheme(theme);
  // Some browsers keep no storage for files.
  try {
    localStorage.setItem("pikse-theme", theme);
  } catch {
    return;
  }
}

function storedTheme() {
  try {
    return localStorage.getItem("pikse-theme");
  } catch {
    return null;
  }
}

async function copy(button) {
  const source = button.parentElement.querySelector("pre");
  let copied = true;
  try {
    await navigator.clipboard.writeText(source.textContent);
  } catch {
    // Without the clipboard (an old browser, a file), the text is at least marked.
    getSelection().selectAllChildren(source);
    copied = document.execCommand?.("copy") ?? false;
  }
  button.textContent = copied ? "Copied" : "Marked";
  setTimeout(() => (button.textContent = "Copy"), 1500);
}

function listen() {
  window.addEventListener("hashchange", show);
  document.addEventListener("keydown", onKey);
  document.getElementById("theme").addEventListener("click", toggleTheme);
  document
    .getElementById("open-help")
    .addEventListener("click", () => document.getElementById("help").showModal());
  document.addEventListener("click", (event) => {
    const button = event.target.closest(".copy");
    if (button) copy(button);
  });
  document.addEventListener("input", (event) => {
    if (event.target.id === "words") changeFilter({ words: event.target.value });
  });
  document.addEventListener("change", (event) => {
    if (event.target.id === "show" || event.target.id === "size")
      changeFilter({ [event.target.id]: event.target.value });
  });
  let width = innerWidth;
  window.addEventListener("resize", () => {
    if (innerWidth === width) return;
    width = innerWidth;
    show();
  });
}

prepare();
setTheme(storedTheme());
listen();
show();
