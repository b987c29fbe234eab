// The pages: all checks, one check, one source file.

const checkLink = (check, ...rest) => linkTo("check", check.key, ...rest);

/** A width that drawings may use. */
const pageWidth = () => Math.min(document.getElementById("main").clientWidth, 1160) - 48;

const BADGES = {
  passed: badge("good", "passed"),
  failed: badge("bad", "failed"),
  incomplete: badge("warn", "incomplete"),
};
const verdict = (check) => BADGES[check.result];

/** `bst.c:14 · C`, or as much of it as is known. */
function whereIs(check) {
  const place = check.file && check.line ? `${check.file}:${check.line}` : check.file;
  return [place, check.language].filter(Boolean).join(" · ");
}

function overviewTitle(failed) {
  if (DATA.checks.length === 0) return "No check ran";
  if (failed.length > 0) return `${plural(failed.length, "check")} failed`;
  const partial = incompleteChecks().length + DATA.notRun.length;
  return partial > 0 ? `No check failed, ${partial} incomplete` : "All checks passed";
}

const incompleteChecks = () => DATA.checks.filter((check) => check.incomplete !== null);

/** What was not tried, if anything was not, so that the page does not look like a pass. */
function incompleteBanner() {
  const left = [
    ...incompleteChecks().map(
      (check) =>
        `<a href="${checkLink(check)}">${esc(check.name)}</a>: ${esc(check.incomplete)}`,
    ),
    ...DATA.notRun.map(esc),
  ];
  if (left.length === 0) return "";
  const list = left.map((text) => `<li>${text}</li>`).join("");
  return (
    `<div class="notice warn"><b>Incomplete.</b> Inputs that were not tried may fail.` +
    `<ul class="reasons">${list}</ul></div>`
  );
}

function overviewPage() {
  const failed = DATA.checks.filter((check) => check.failures.length > 0);
  const inputs = DATA.checks.reduce((sum, check) => sum + check.inputs, 0);
  const rows = DATA.checks.map(
    (check) =>
      `<tr><td>${verdict(check)}</td>` +
      `<td><a class="strong" href="${checkLink(check)}">${esc(check.name)}</a>` +
      `${note(esc(whereIs(check)))}</td>` +
      `<td class="number" data-label="inputs">${numberText(check.inputs)}</td>` +
      `<td class="number" data-label="failed">${failedText(check.failed)}</td>` +
      `<td class="number">${timeText(check.seconds)}</td></tr>`,
  );
  const tiles = [
    tile(numberText(DATA.checks.length), DATA.checks.length === 1 ? "check" : "checks"),
    tile(numberText(failed.length), "failed", failed.length > 0 ? "bad" : "good"),
    tile(numberText(inputs), "inputs"),
    tile(timeText(DATA.seconds), `with ${plural(DATA.jobs, "job")}`),
  ];
  const table = tableHtml("checks", ["Result", "Check", "#Inputs", "#Failed", "#Time"], rows);
  const [first] = failed;
  const link = first ? `<a href="${checkLink(first)}">${esc(first.name)}</a>` : "";
  const run = `${commandHtml(DATA.command)}<p class="muted">Pikse ${esc(DATA.version)}</p>`;
  return {
    title: overviewTitle(failed),
    html: [
      incompleteBanner(),
      `<div class="tiles">${tiles.join("")}</div>`,
      DATA.checks.length > 0 ? `<section class="card">${table}</section>` : "",
      first ? section(`First failure: ${link}`, failureHtml(first, 0)) : "",
      section("This run", run),
    ].join(""),
  };
}

const failedText = (failed) =>
  failed > 0 ? `<span class="bad-text">${numberText(failed)}</span>` : "0";

function checkPage(check) {
  const tiles = [
    tile(numberText(check.inputs), "inputs"),
    tile(numberText(check.failed), "failed", check.failed > 0 ? "bad" : "good"),
    check.structures > 0 ? tile(numberText(check.structures), "structures") : "",
    tile(numberText(check.explored), "runs of the pre-condition"),
    tile(timeText(check.seconds), "time"),
  ];
  const failures = check.failures.map(
    (failure, at) =>
      `<section class="card failure" id="failure-${at + 1}" tabindex="-1">` +
      `<h2>${esc(failure.kind)} <small>${at + 1} of ${check.failures.length}</small></h2>` +
      `${failureHtml(check, at)}</section>`,
  );
  const place = check.file ? placeHtml([check.file, check.line, ""]) : "";
  const language = `<span class="muted">${esc(check.language)}</span>`;
  const browse = `<a class="button" href="${checkLink(check, "inputs")}">`;
  return {
    title: check.name,
    html: [
      `<p class="lead">${verdict(check)} ${place} ${language}</p>`,
      `<div class="tiles">${tiles.join("")}</div>`,
      check.incomplete === null
        ? ""
        : `<p class="notice warn"><b>Incomplete:</b> ${esc(check.incomplete)}</p>`,
      ...check.notes.map((text) => `<p class="notice">${esc(text)}</p>`),
      check.gallery.length > 0
        ? `<p>${browse}Browse ${plural(check.gallery.length, "input")}</a></p>`
        : "",
      ...failures,
      sizesHtml(check),
      mutantsHtml(check),
      coverageHtml(check.coverage),
      statisticsHtml(check),
    ].join(""),
  };
}

function failureHtml(check, at) {
  const failure = check.failures[at];
  const stack = stackHtml(failure.stack);
  const where = failure.place ? `At ${placeHtml(failure.place)}, on` : "On";
  return [
    `<p>${where} ${plural(failure.count, "input")}.</p>`,
    failure.text ? `<pre class="said" tabindex="0">${esc(failure.text)}</pre>` : "",
    failure.place ? excerptHtml(failure.place) : "",
    `<h3>The smallest input <small>${plural(failure.objects, "object")}</small></h3>`,
    beforeAfterHtml(failure.before, failure.after, pageWidth()),
    failure.outline ? detailsHtml("As text", commandHtml(failure.outline)) : "",
    stack ? `<h4>Calls</h4>${stack}` : "",
    againHtml(failure),
  ].join("");
}

/** How to see it again: the command, the test, the saved input. */
function againHtml(failure) {
  const part = (title, text) => (text ? `<h4>${title}</h4>${commandHtml(text)}` : "");
  const shown = failure.testText ? detailsHtml("Show the test", commandHtml(failure.testText)) : "";
  return [
    part("Run it again", failure.replay),
    part("Regression test", failure.test),
    shown,
    part("Saved input", failure.saved),
  ].join("");
}

function sizesHtml(check) {
  if (check.bySize.length === 0) return "";
  const most = Math.max(1, ...check.bySize.map(([, inputs]) => inputs));
  const share = (count) => `width:${(100 * count) / most}%`;
  const rows = check.bySize.map(([objects, inputs, failed]) => {
    const counts = `${plural(inputs, "input")}, ${numberText(failed)} failed`;
    const label = `${plural(objects, "object")}: ${counts}`;
    const bad = `<i class="bad" style="${share(failed)}${failed > 0 ? ";min-width:3px" : ""}"></i>`;
    const good = `<i style="${share(inputs - failed)};min-width:1px"></i>`;
    return (
      `<tr><th scope="row" class="number">${numberText(objects)}</th><td class="bars">` +
      `<div class="bar" role="img" aria-label="${label}" title="${label}">${bad}${good}</div></td>` +
      `<td class="number">${numberText(inputs)}</td>` +
      `<td class="number">${failedText(failed)}</td></tr>`
    );
  });
  const headings = ["#Objects", "Share", "#Inputs", "#Failed"];
  return section("Inputs by size", tableHtml("sizes", headings, rows));
}

const MUTANT_BADGES = {
  survived: badge("warn", "survived"),
  open: badge("warn", "no result"),
  killed: badge("good", "killed"),
};

/** A mutant, as the data has it: a list. */
function mutantOf([operator, file, line, func, before, after, result, killedBy]) {
  const state = MUTANT_BADGES[result];
  const change = `<code><del>${esc(before)}</del></code> <code><ins>${esc(after)}</ins></code>`;
  return { operator, place: [file, line, func], result, killedBy, state, change };
}

function mutantsHtml(check) {
  if (check.mutants.length === 0) return "";
  const mutants = check.mutants.map(mutantOf);
  const having = (wanted) => mutants.filter(({ result }) => result === wanted);
  const [survived, open, killed] = [having("survived"), having("open"), having("killed")];
  const rows = [...survived, ...open, ...killed].map(
    ({ operator, place, killedBy, state, change }) =>
      `<tr><td>${state}</td><td>${placeHtml(place)}<div class="diff">${change}</div></td>` +
      `<td>${esc(operator)}${killedBy ? note(esc(killedBy)) : ""}</td></tr>`,
  );
  const without = open.length > 0 ? `, ${open.length} without a result` : "";
  const title = `Mutants <small>${killed.length} of ${mutants.length} killed${without}</small>`;
  return section(title, tableHtml("", ["Result", "Change", "Kind"], rows));
}

function statisticsHtml(check) {
  const rate = numberText(Math.round(check.inputs / check.seconds));
  const inputs = numberText(check.inputs);
  const facts = [
    ["Size", numberText(check.size)],
    ["Engine", esc(check.engine)],
    ["Pre-condition", `${numberText(check.explored)} runs`],
    ["Inputs", check.seconds > 0 ? `${inputs}, ${rate} a second` : inputs],
  ].filter(([, value]) => value !== "");
  const list = facts.map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`);
  const bounds = `<h3>Bounds</h3><pre tabindex="0">${esc(check.bounds.join("\n"))}</pre>`;
  return section("Search", `<dl>${list.join("")}</dl>${check.bounds.length > 0 ? bounds : ""}`);
}

/** A source with how often its lines ran, and with the mutants of them. */
function checkedSourcePage(file, line) {
  const times = new Map();
  for (const check of DATA.checks) {
    for (const [, covered] of check.coverage.filter(([name]) => name === file)) {
      for (const [number, count] of covered) times.set(number, (times.get(number) ?? 0) + count);
    }
  }
  const counts = new Map([...times].map(([number, count]) => [number, [count, numberText(count)]]));
  const notes = new Map();
  const mutants = DATA.checks.flatMap((check) => check.mutants.filter((one) => one[1] === file));
  for (const { place, state, operator, change } of mutants.map(mutantOf)) {
    const known = notes.get(place[1]) ?? [];
    notes.set(place[1], [...known, `${state} ${esc(operator)}: ${change}`]);
  }
  return sourcePage(file, line, counts, notes);
}
