// What tests in the report itself, in a browser, have in common: going to pages, pressing keys,
// what every page has to keep, and telling the page around it what was found.

const findings = { errors: [], problems: [], facts: {} };
const problem = (text) =>
  findings.problems.length < 40 && findings.problems.push(`${location.hash}: ${text}`);
addEventListener("error", (event) => findings.errors.push(String(event.message)));
addEventListener("unhandledrejection", (event) => findings.errors.push(String(event.reason)));
addEventListener("securitypolicyviolation", (event) =>
  findings.errors.push(`${event.violatedDirective} ${event.blockedURI}`),
);
for (const level of ["error", "warn"])
  console[level] = (...all) => findings.errors.push(all.join(" "));

const settle = () => new Promise((resolve) => setTimeout(resolve, 20));

async function visit(hash) {
  if (location.hash !== hash) {
    location.hash = hash;
    await settle();
  }
}

async function press(key) {
  (document.activeElement ?? document.body).dispatchEvent(
    new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }),
  );
  await settle();
}

const all = (selector, within = document) => [...within.querySelectorAll(selector)];
/** What every page has to keep. */
function examinePage() {
  if (document.documentElement.scrollWidth > innerWidth)
    problem(`the page is ${document.documentElement.scrollWidth} wide, the window ${innerWidth}`);
  if (all("h1").length !== 1) problem("not exactly one title");
  const ids = all("[id]").map(({ id }) => id);
  if (new Set(ids).size !== ids.length) problem("an id is there twice");
  for (const control of all("a, button, input, select, svg.drawing, [role=group]")) {
    const name =
      control.getAttribute("aria-label") ??
      (control.closest("label")?.textContent || control.textContent);
    if (!name.trim()) problem(`no name: ${control.outerHTML.slice(0, 80)}`);
  }
  examineContrast();
}

const channels = (color) => color.match(/[\d.]+/g).map(Number);
function luminance([r, g, b]) {
  const [x, y, z] = [r, g, b].map((value) =>
    value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * x + 0.7152 * y + 0.0722 * z;
}

function background(element) {
  for (let one = element; one; one = one.parentElement) {
    const color = channels(getComputedStyle(one).backgroundColor);
    if (color.length === 3 || color[3] > 0.99) return color;
  }
  return [255, 255, 255];
}

/** Text stands out from what is behind it, as WCAG AA asks. */
function examineContrast() {
  const texts = all("main *, header *").filter((element) => {
    const own = [...element.childNodes].some(
      (node) => node.nodeType === 3 && node.textContent.trim(),
    );
    return (
      own && !element.closest("svg, .off, del, .hidden") && element.getClientRects().length > 0
    );
  });
  for (const element of texts) {
    const [light, dark] = [
      luminance(channels(getComputedStyle(element).color)),
      luminance(background(element)),
    ].sort((a, b) => b - a);
    const ratio = (light + 0.05) / (dark + 0.05);
    if (ratio < 4.5) problem(`contrast ${ratio.toFixed(2)}: ${element.outerHTML.slice(0, 80)}`);
  }
}

/** Runs the parts of a test when the report is there, and tells what was found. */
function test(...parts) {
  addEventListener("load", async () => {
    try {
      for (const part of parts) await part();
    } catch (error) {
      findings.errors.push(`${error.stack}`);
    }
    findings.facts.width = innerWidth;
    findings.facts.requests = performance.getEntriesByType("resource").map(({ name }) => name);
    findings.facts.images = all("img, link[rel=stylesheet], script[src]").length;
    parent.postMessage(
      JSON.stringify(findings).replace(/[<>&]/g, (c) => `\\u00${c.charCodeAt(0).toString(16)}`),
      "*",
    );
  });
}
