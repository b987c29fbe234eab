// From the address to a page; keys, theme, copying. What is a report's own it gives to `start`:
// its name, `pageOf` (from an address to a view and its page), `crumbs` (where that is, as a list
// of HTML), `up`, `keys`, and if it has them `shown` (the page is there), `onKey` (keys of its own
// that come first) and `changed` (a field of a filter).

let REPORT = null;
const current = {};

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

function show() {
  for (const key of Object.keys(current)) delete current[key];
  Object.assign(current, REPORT.pageOf(readAddress()));
  const main = document.getElementById("main");
  document.title = `${current.page.title} · ${REPORT.name}`;
  const crumbs = REPORT.crumbs(current);
  document.getElementById("crumbs").innerHTML = crumbs.map((part) => `<li>${part}</li>`).join("");
  main.innerHTML = `<h1>${esc(current.page.title)}</h1>${current.page.html}`;
  document.getElementById("footer").innerHTML = footerHtml();
  document.body.dataset.view = current.view;
  REPORT.shown?.(main);
  const focus = current.page.focus && document.getElementById(current.page.focus);
  const block = ["source", "tree"].includes(current.view) ? "center" : "start";
  if (focus) focus.scrollIntoView({ block });
  else window.scrollTo(0, 0);
}

/** When, by which version and by which command the report was made. */
function footerHtml() {
  const parts = [DATA.date, `Pikse ${DATA.version}`].filter(Boolean).map(esc);
  return `${parts.join(" · ")} · <code>${esc(DATA.command)}</code>`;
}

const go = (href) => {
  if (href) location.hash = href;
};

/** Shows another address in place of this one. */
function replace(href) {
  history.replaceState(null, "", href);
  show();
}

/** The same, and a field that was being typed into stays so. */
function replaceTyping(href) {
  const active = document.activeElement?.id;
  const caret = document.activeElement?.selectionStart;
  replace(href);
  const field = active && document.getElementById(active);
  if (!field) return;
  field.focus({ preventScroll: true });
  if (active === "words") field.setSelectionRange(caret, caret);
}

const help = () => document.getElementById("help").showModal();

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || document.getElementById("help").open)
    return;
  const typing = event.target.closest?.("input, select, textarea");
  if (typing) {
    if (event.key === "Escape") typing.blur();
    return;
  }
  if (REPORT.onKey?.(event)) {
    event.preventDefault();
    return;
  }
  // A drawing that is scrolled by the arrow keys keeps them.
  const scrolls = event.target.closest?.(".scroll, pre, .code");
  if (scrolls && event.key.startsWith("Arrow") && scrolls.scrollWidth > scrolls.clientWidth) return;
  const own = { "?": help, u: REPORT.up, Escape: REPORT.up, t: toggleTheme };
  const action = REPORT.keys[event.key] ?? own[event.key];
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
  document.getElementById("open-help").addEventListener("click", help);
  document.addEventListener("click", (event) => {
    const button = event.target.closest(".copy");
    if (button) copy(button);
  });
  for (const kind of ["input", "change"]) {
    document.addEventListener(kind, (event) => {
      // A text is looked for while it is typed, a choice when it is made.
      if ((event.target.id === "words") === (kind === "input")) REPORT.changed?.(event.target);
    });
  }
  let width = innerWidth;
  window.addEventListener("resize", () => {
    if (innerWidth === width) return;
    width = innerWidth;
    show();
  });
}

/** Search in the list at an address: its field is focused when the page is there. */
function searchAt(href) {
  if (!document.getElementById("words")) {
    go(href);
    // The address changes the page a little later.
    window.addEventListener("hashchange", () => document.getElementById("words")?.focus(), {
      once: true,
    });
  }
  document.getElementById("words")?.focus();
}

/** One of the elements forward or back from the focused one. */
function stepAmong(all, way) {
  if (all.length === 0) return;
  const at = all.indexOf(document.activeElement);
  const next = all[Math.min(all.length - 1, Math.max(0, at + way))];
  next.focus({ preventScroll: true });
  next.scrollIntoView({ block: "start" });
}

function start(report) {
  REPORT = report;
  setTheme(storedTheme());
  listen();
  show();
}
