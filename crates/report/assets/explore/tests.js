// Tests: a paged table of them, and one of them.

const PAGE_SIZE = 25;

/** A test: [number, verdict, exit code, error, names, values, output, message, replay, structure] unpacked. */
function testAt(at) {
  const [number, verdict, code, error, names, values, output, message, replay, drawing] =
    DATA.tests.rows[at];
  const inputs = DATA.tests.names[names].map((name, which) => [name, values[which]]);
  const word = DATA.tests.verdicts[verdict];
  const structure = DATA.tests.structures[drawing];
  return { number, verdict: word, code, error, inputs, output, message, replay, structure };
}

/** The place of a test in the list by the number of its path; undefined if it is not there. */
function testPlace(number) {
  DATA.tests.places ??= new Map(DATA.tests.rows.map(([one], at) => [one, at]));
  return DATA.tests.places.get(number);
}

/** `#12`, as a link if the report has the test. */
function testLink(number) {
  const text = `#${number}`;
  return testPlace(number) === undefined ? text : `<a href="${linkTo("test", number)}">${text}</a>`;
}

function testVerdict({ verdict, error }) {
  if (verdict === "finished") return badge("good", "finished");
  const title = DATA.errors[error]?.title ?? verdict;
  return badge("bad", title);
}

function testsLink({ page, show, words }) {
  const query = new URLSearchParams();
  if (page > 1) query.set("page", page);
  if (show !== "all") query.set("show", show);
  if (words) query.set("words", words);
  const text = query.toString();
  return `#/tests${text ? `?${text}` : ""}`;
}

/** What a search looks through: `#12 finished x=-3 s="ab"`. */
function testText(at) {
  DATA.tests.texts ??= [];
  DATA.tests.texts[at] ??= (() => {
    const { number, verdict, inputs, output, message } = testAt(at);
    const values = inputs.map(([name, value]) => `${name}=${value.replaceAll(" ", "")}`);
    return `#${number} ${verdict} ${values.join(" ")} ${output} ${message} `.toLowerCase();
  })();
  return DATA.tests.texts[at];
}

function findTests({ show, words }) {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  // A number is looked for as a whole.
  const needles = wanted.map((word) => (/^#\d+$/.test(word) ? `${word} ` : word));
  const found = [];
  DATA.tests.rows.forEach(([, verdict], at) => {
    const word = DATA.tests.verdicts[verdict];
    const fits = show === "all" || (show === "errors" ? word !== "finished" : word === show);
    if (fits && needles.every((needle) => testText(at).includes(needle))) found.push(at);
  });
  return found;
}

function testsPage(query) {
  const state = {
    show: query.get("show") ?? "all",
    words: query.get("words") ?? "",
  };
  const found = findTests(state);
  const pages = Math.max(1, Math.ceil(found.length / PAGE_SIZE));
  state.page = Math.min(pages, Math.max(1, Number(query.get("page")) || 1));
  const shown = found.slice((state.page - 1) * PAGE_SIZE, state.page * PAGE_SIZE);
  const all = DATA.tests.rows.length;
  const ended = DATA.paths;
  const cut =
    all < ended
      ? note(`The report includes ${numberText(all)} of ${plural(ended, "path")}; --report-tests sets how many.`)
      : "";
  const table =
    shown.length > 0
      ? tableHtml("tests", ["#Path", "End", "Inputs", "#Exit", "Output"], shown.map(testRow))
      : '<p class="muted">No test matches the filters.</p>';
  return {
    title: plural(all, "test"),
    state,
    pages,
    html: [
      tabsHtml("tests"),
      filtersHtml(state),
      pagerHtml(state, pages, found.length),
      `<section class="card">${table}</section>`,
      pages > 1 && shown.length > 8 ? pagerHtml(state, pages, found.length) : "",
      cut,
    ].join(""),
  };
}

function filtersHtml(state) {
  const option = (value, name) =>
    `<option value="${esc(value)}"${state.show === value ? " selected" : ""}>${esc(name)}</option>`;
  const verdicts = DATA.tests.verdicts.map((verdict) => option(verdict, verdict));
  return (
    `<div class="filters"><label class="grow">Search<input id="words" type="search" ` +
    `value="${esc(state.words)}" placeholder="x=3, #12" autocomplete="off" spellcheck="false"></label>` +
    `<label>Show<select id="show">${option("all", "all tests")}${option("errors", "errors")}` +
    `${verdicts.join("")}</select></label></div>`
  );
}

function pagerHtml(state, pages, count) {
  const link = (page, name, label) =>
    page >= 1 && page <= pages
      ? `<a class="button" href="${testsLink({ ...state, page })}" aria-label="${label}">${name}</a>`
      : `<span class="button off" aria-hidden="true">${name}</span>`;
  return (
    `<div class="pager">${link(state.page - 1, "←", "Previous page")}<span>` +
    `${plural(count, "test")}, page <span class="page-number">${state.page}</span> of ${pages}</span>` +
    `${link(state.page + 1, "→", "Next page")}</div>`
  );
}

const short = (text, most) => (text.length > most ? `${text.slice(0, most)}…` : text);

function testRow(at) {
  const test = testAt(at);
  const pills = test.inputs.map(
    ([name, value]) => `<span class="pill">${esc(name)} = ${esc(short(value, 80))}</span>`,
  );
  const printed = test.output.trimEnd().replaceAll("\n", " ↵ ");
  const output = printed ? `<code>${esc(short(printed, 80))}</code>` : "";
  return (
    `<tr><td class="number"><a href="${linkTo("test", test.number)}">#${test.number}</a></td>` +
    `<td>${testVerdict(test)}</td><td><div class="arguments">${pills.join("")}</div></td>` +
    `<td class="number"${test.code === null ? "" : ' data-label="exit code"'}>${test.code ?? ""}</td>` +
    `<td class="output">${output}</td></tr>`
  );
}

function testPage(number) {
  const at = testPlace(number);
  if (at === undefined) {
    const none = '<p class="muted">The report does not include a test of this path.</p>';
    return { title: `Path ${number}`, html: tabsHtml("tests") + none };
  }
  const test = testAt(at);
  const inputs = test.inputs.map(
    ([name, value]) =>
      `<tr><th scope="row"><code>${esc(name)}</code></th><td><code>${esc(value)}</code></td></tr>`,
  );
  const neighbour = (place) => {
    const row = DATA.tests.rows[place];
    return row ? linkTo("test", row[0]) : null;
  };
  const neighbours = [neighbour(at - 1), neighbour(at + 1)];
  const button = (href, name, label) =>
    href
      ? `<a class="button" href="${href}" aria-label="${label}">${name}</a>`
      : `<span class="button off" aria-hidden="true">${name}</span>`;
  const code = test.code === null ? "" : ` with exit code ${test.code}`;
  const error =
    test.error >= 0
      ? `<p><a href="${linkTo("error", test.error + 1)}">All about this error</a></p>`
      : "";
  return {
    title: `Path ${number}`,
    neighbours,
    html: [
      tabsHtml("tests"),
      `<div class="pager">${button(neighbours[0], "←", "Previous test")}` +
        `<span>${at + 1} of ${numberText(DATA.tests.rows.length)}</span>` +
        `${button(neighbours[1], "→", "Next test")}</div>`,
      `<section class="card"><p>${testVerdict(test)}${code}</p>`,
      test.message ? `<pre class="said" tabindex="0">${esc(test.message)}</pre>` : "",
      error,
      "<h3>Inputs</h3>",
      inputs.length > 0
        ? tableHtml("inputs", ["Name", "Value"], inputs)
        : '<p class="muted">The program has no input on this path.</p>',
      structureHtml(test.structure),
      test.output ? `<h3>Output</h3><pre tabindex="0">${esc(test.output)}</pre>` : "",
      test.replay ? `<h4>Run it again</h4>${commandHtml(test.replay)}` : "",
      "</section>",
    ].join(""),
  };
}
