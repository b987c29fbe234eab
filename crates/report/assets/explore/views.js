// The report of an exploration: the overview, errors, sources, statistics.

const TABS = [
  ["overview", "#/", "Overview"],
  ["errors", "#/error/1", "Errors"],
  ["tree", "#/tree", "Tree"],
  ["tests", "#/tests", "Tests"],
  ["source", "#/source", "Source"],
  ["statistics", "#/statistics", "Statistics"],
];

/** The pages there are, with the present one marked. */
function tabsHtml(present) {
  const counts = { errors: DATA.errors.length, tests: DATA.tests.rows.length };
  const has = {
    errors: counts.errors > 0,
    tree: DATA.tree !== null,
    tests: counts.tests > 0,
    source: DATA.coverage.length > 0,
  };
  const tabs = TABS.filter(([view]) => has[view] ?? true).map(([view, page, name]) => {
    const href = view === "source" ? sourcesLink() : page;
    const here = view === present ? ' aria-current="page"' : "";
    const count = counts[view] ? ` <span class="muted">${numberText(counts[view])}</span>` : "";
    return `<a href="${href}"${here}>${name}${count}</a>`;
  });
  return `<nav class="tabs" aria-label="Pages">${tabs.join("")}</nav>`;
}

/** The only source, or the list of them. */
const sourcesLink = () =>
  DATA.coverage.length === 1 ? sourceLink(DATA.coverage[0][0]) : linkTo("source");

const percent = (part, all) => (all > 0 ? Math.floor((100 * part) / all) : 100);
const linesOf = (files) => files.flatMap(([, lines]) => lines);
const linesHit = (files) => linesOf(files).filter(([, times]) => times > 0).length;

function exploreTitle() {
  if (DATA.errors.length > 0) return `${plural(DATA.errors.length, "error")} found`;
  return DATA.incomplete === null
    ? "No error on any path"
    : "No error found, but not every path was followed";
}

function explorePage() {
  const errors = DATA.errors.length;
  const lines = linesOf(DATA.coverage).length;
  const hit = linesHit(DATA.coverage);
  const tiles = [
    tile(numberText(DATA.paths), DATA.paths === 1 ? "path" : "paths"),
    tile(numberText(errors), errors === 1 ? "error" : "errors", errors > 0 ? "bad" : "good"),
    DATA.rejected > 0 ? tile(numberText(DATA.rejected), "rejected by assumptions") : "",
    lines > 0 ? tile(`${percent(hit, lines)} %`, `${hit} of ${plural(lines, "line")}`) : "",
    tile(timeText(DATA.seconds), "time"),
  ];
  const run = [
    commandHtml(DATA.command),
    DATA.folder ? `<p>${plural(DATA.written, "test")} in <code>${esc(DATA.folder)}</code></p>` : "",
    `<p class="muted">Pikse ${esc(DATA.version)}</p>`,
  ];
  return {
    title: exploreTitle(),
    html: [
      tabsHtml("overview"),
      `<p class="lead">${completeBadge()} <code>${esc(DATA.entry)}</code> ` +
        `<span class="muted">${esc(DATA.sources.join(" "))}</span></p>`,
      `<div class="tiles">${tiles.join("")}</div>`,
      completeHtml(),
      ...DATA.notes.map((text) => `<p class="notice">${esc(text)}</p>`),
      errorsHtml(),
      coverageHtml(DATA.coverage),
      section("This run", run.join("")),
    ].join(""),
  };
}

/** A run with errors is not green, whether it is complete or not. */
const completeBadge = () => {
  if (DATA.errors.length > 0) return badge("bad", "failed");
  return DATA.incomplete === null ? badge("good", "passed") : badge("warn", "incomplete");
};

/** Whether every path was followed to its end, and if not, why. */
function completeHtml() {
  if (DATA.incomplete === null) {
    const good = DATA.errors.length > 0 ? "" : " good";
    return `<p class="notice${good}"><b>Complete:</b> every path was followed to its end.</p>`;
  }
  const reasons = DATA.incomplete.reasons.map(({ text }) => `<li>${esc(text)}</li>`);
  return (
    `<div class="notice warn"><b>Incomplete.</b> Paths that were left out may have errors.` +
    `<ul class="reasons">${reasons.join("")}</ul></div>`
  );
}

function errorsHtml() {
  if (DATA.errors.length === 0) return "";
  const rows = DATA.errors.map((error, at) => {
    const message = error.message ? note(esc(error.message)) : "";
    const place = error.stack.length > 0 ? placeHtml(error.stack[0]) : "";
    return (
      `<tr><td class="number">${at + 1}</td><td><a class="strong" href="${linkTo("error", at + 1)}">` +
      `${esc(error.title)}</a>${message}</td>` +
      `<td data-label="input">${inputText(error.inputs)}</td>` +
      `<td>${place}</td><td class="number" data-label="paths">${numberText(error.count)}</td></tr>`
    );
  });
  const head = ["#No.", "Error", "Input", "Place", "#Paths"];
  return section("Errors", tableHtml("errors", head, rows));
}

/** The first inputs of an error, in a line. */
function inputText(inputs) {
  const shown = inputs.slice(0, 3).map(([name, value]) => {
    const short = value.length > 40 ? `${value.slice(0, 40)}…` : value;
    return `<code>${esc(name)} = ${esc(short)}</code>`;
  });
  return shown.join(", ") + (inputs.length > 3 ? ", …" : "");
}

function errorPage(number) {
  const error = DATA.errors[number - 1];
  if (!error) {
    const none = '<p class="muted">The report has no such error.</p>';
    return { title: "No such error", html: tabsHtml("errors") + none };
  }
  const all = DATA.errors.length;
  const link = (at, name, label) =>
    at >= 1 && at <= all
      ? `<a class="button" href="${linkTo("error", at)}" aria-label="${label}">${name}</a>`
      : `<span class="button off" aria-hidden="true">${name}</span>`;
  const stack = stackHtml(error.stack);
  const inputs = error.inputs.map(
    ([name, value, bytes]) =>
      `<tr><th scope="row"><code>${esc(name)}</code></th><td><code>${esc(value)}</code></td>` +
      `<td class="number">${numberText(bytes)}</td></tr>`,
  );
  const part = (title, text) => (text ? `<h4>${title}</h4>${commandHtml(text)}` : "");
  const where = error.stack.length > 0 ? `At ${placeHtml(error.stack[0])}, on` : "On";
  return {
    title: error.title,
    error: number,
    html: [
      tabsHtml("errors"),
      `<div class="pager">${link(number - 1, "←", "Previous error")}` +
        `<span>${number} of ${all}</span>${link(number + 1, "→", "Next error")}</div>`,
      `<section class="card failure"><p>${where} ${plural(error.count, "path")}.</p>`,
      error.message ? `<pre class="said" tabindex="0">${esc(error.message)}</pre>` : "",
      error.stack.length > 0 ? excerptHtml(error.stack[0]) : "",
      `<h3>Inputs <small>of path ${testLink(error.path)}</small></h3>`,
      inputs.length > 0
        ? tableHtml("inputs", ["Name", "Value", "#Bytes"], inputs)
        : '<p class="muted">The program has no input on this path.</p>',
      structureHtml(error.structure),
      stack ? `<h3>Calls</h3>${stack}` : "",
      treeLink(number - 1),
      part("Run it again", error.replay),
      part("Test", error.test),
      part("Test as source code", error.code),
      "</section>",
    ].join(""),
  };
}

/** The structures that a path was given, as far as it read them. */
function structureHtml(structure) {
  const title = "<h3>Structure <small>? was not read</small></h3>";
  return structure ? `${title}<pre tabindex="0">${esc(structure)}</pre>` : "";
}

/** Where the tree has the first path of an error. */
function treeLink(error) {
  const node = treeEndOf(error);
  if (node === undefined) return "";
  const href = `${linkTo("tree")}?end=${node}`;
  return `<p><a class="button" href="${href}">Show it in the tree</a></p>`;
}

/** A source with a mark at every line that has code: whether it ran. */
function coveredSourcePage(file, line) {
  if (file === undefined) {
    return { title: "Source", html: tabsHtml("source") + coverageHtml(DATA.coverage) };
  }
  const lines = DATA.coverage.find(([name]) => name === file)?.[1] ?? [];
  const mark = (times) =>
    times > 0
      ? '<span aria-hidden="true">✓</span><span class="hidden">ran</span>'
      : '<span aria-hidden="true">✗</span><span class="hidden">never ran</span>';
  const counts = new Map(lines.map(([number, times]) => [number, [times, mark(times)]]));
  const notes = new Map();
  DATA.errors.forEach((error, at) => {
    const [name, number] = error.stack[0] ?? [];
    if (name !== file) return;
    const link = `<a href="${linkTo("error", at + 1)}">${esc(error.title)}</a>`;
    notes.set(number, [...(notes.get(number) ?? []), `${badge("bad", "error")} ${link}`]);
  });
  const page = sourcePage(file, line, counts, notes);
  const hit = lines.filter(([, times]) => times > 0).length;
  const legend =
    lines.length > 0
      ? `<p class="legend"><span class="ran">✓ ran</span> <span class="never">✗ never ran</span> ` +
        `<span class="muted">${hit} of ${plural(lines.length, "line")} with code, ` +
        `${percent(hit, lines.length)} %</span></p>`
      : "";
  return { ...page, html: tabsHtml("source") + legend + page.html };
}

function statisticsPage() {
  const of = DATA.statistics;
  const rate = (count) =>
    DATA.seconds > 0 ? `, ${numberText(Math.round(count / DATA.seconds))} a second` : "";
  const facts = [
    ["Time", timeText(DATA.seconds)],
    ["Instructions", `${numberText(of.instructions)}${rate(of.instructions)}`],
    ["Splits", `${numberText(of.splits)}${rate(of.splits)}`],
    ["Solver queries", `${numberText(of.questions)} at branches${rate(of.questions)}`],
    ["Expressions", numberText(of.expressions)],
    ["States", `${numberText(of.mostStates)} at most, ${numberText(of.waiting)} in the end`],
    ["Memory", `${numberText(Math.ceil(of.peak / 2 ** 20))} MB at most`],
  ];
  const list = facts.map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`);
  return {
    title: "Statistics",
    html:
      tabsHtml("statistics") + section("Interpreter", `<dl>${list.join("")}</dl>`) + tiersHtml(),
  };
}

/** What each tier of the solver decided, and how long it took. */
function tiersHtml() {
  const tiers = DATA.statistics.tiers;
  if (tiers.length === 0) return "";
  const most = Math.max(1e-9, ...tiers.map(([, , , seconds]) => seconds));
  const bar = (width, tone, label) =>
    `<div class="bar" role="img" aria-label="${label}" title="${label}">` +
    `<i class="${tone}" style="width:${width}%"></i></div>`;
  const rows = tiers.map(([name, queries, decided, seconds]) => {
    const share = queries > 0 ? (100 * decided) / queries : 0;
    const shown = queries > 0 ? `${Math.floor(share)} %` : "–";
    const label = `${esc(name)} decided ${numberText(decided)} of ${numberText(queries)}`;
    const time = bar((100 * seconds) / most, "", `${esc(name)}: ${timeText(seconds)}`);
    return (
      `<tr><th scope="row">${esc(name)}</th><td class="number">${numberText(queries)}</td>` +
      `<td class="number part">${numberText(decided)} <span class="muted">${shown}</span>` +
      `${bar(share, "good", label)}</td>` +
      `<td class="number part">${timeText(seconds)}${time}</td></tr>`
    );
  });
  const headings = ["Tier", "#Questions", "#Decided", "#Time"];
  const text = "A query passes from tier to tier, in this order, until one decides it.";
  return section("Solver", `<p>${text}</p>${tableHtml("tiers", headings, rows)}`);
}
