// The pages: all checks, one check, one source file.

const linkTo = (...parts) => `#/${parts.map(encodeURIComponent).join("/")}`;
const checkLink = (check, ...rest) => linkTo("check", check.key, ...rest);
const sourceLink = (file, line) => linkTo("source", file, ...(line ? [line] : []));

/** A width that drawings may use. */
const pageWidth = () => Math.min(document.getElementById("main").clientWidth, 1160) - 48;

function placeHtml([file, line, func]) {
  const text = `${file}${line ? `:${line}` : ""}`;
  const known = DATA.files[file] !== undefined;
  const place = known
    ? `<a href="${sourceLink(file, line)}">${esc(text)}</a>`
    : esc(text || "an unknown place");
  return `<code>${place}</code>${func ? ` in <code>${esc(func)}</code>` : ""}`;
}

function verdict(check) {
  if (check.failures.length > 0) return badge("bad", "failed");
  return check.stopped === null ? badge("good", "passed") : badge("warn", "not complete");
}

/** `bst.c:14 · C`, or as much of it as is known. */
function whereIs(check) {
  const place = check.file && check.line ? `${check.file}:${check.line}` : check.file;
  return [place, check.language].filter(Boolean).join(" · ");
}

const badge = (tone, text) => `<span class="verdict ${tone}">${esc(text)}</span>`;
const note = (html) => `<div class="muted small-text">${html}</div>`;
const tile = (value, label, tone = "") =>
  `<div class="tile ${tone}"><b>${value}</b><span>${label}</span></div>`;
const section = (title, html) => `<section class="card"><h2>${title}</h2>${html}</section>`;

/** A table; a heading that begins with `#` is that of a column of numbers. */
function tableHtml(classes, headings, rows) {
  const heads = headings.map((heading) => {
    const number = heading.startsWith("#");
    const text = number ? heading.slice(1) : heading;
    const shown = text === "Share" ? `<span class="hidden">${text}</span>` : text;
    return `<th scope="col" ${number ? 'class="number"' : ""}>${shown}</th>`;
  });
  return (
    `<div class="table"><table class="${classes}"><thead><tr>${heads.join("")}</tr></thead>` +
    `<tbody>${rows.join("")}</tbody></table></div>`
  );
}

function overviewTitle(failed) {
  if (DATA.checks.length === 0) return "No check ran";
  if (failed.length > 0) return `${plural(failed.length, "check")} failed`;
  const partial = DATA.checks.filter((check) => check.stopped !== null).length;
  return partial > 0 ? `No check failed, ${partial} not complete` : "All checks passed";
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
      `<div class="tiles">${tiles.join("")}</div>`,
      DATA.checks.length > 0 ? `<section class="card">${table}</section>` : "",
      first ? section(`First failure: ${link}`, failureHtml(first, 0)) : "",
      section("This run", run),
    ].join(""),
  };
}

const failedText = (failed) =>
  failed > 0 ? `<span class="bad-text">${numberText(failed)}</span>` : "0";

/** A command or a text with a button that copies it. */
function commandHtml(text) {
  return (
    `<div class="command"><pre tabindex="0">${esc(text)}</pre>` +
    `<button type="button" class="copy">Copy</button></div>`
  );
}

const detailsHtml = (title, html) => `<details><summary>${title}</summary>${html}</details>`;

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
      check.stopped === null
        ? ""
        : `<p class="notice warn"><b>Not complete:</b> ${esc(check.stopped)}</p>`,
      ...check.notes.map((text) => `<p class="notice">${esc(text)}</p>`),
      check.gallery.length > 0
        ? `<p>${browse}Browse ${plural(check.gallery.length, "input")}</a></p>`
        : "",
      ...failures,
      sizesHtml(check),
      mutantsHtml(check),
      coverageHtml(check),
      statisticsHtml(check),
    ].join(""),
  };
}

function failureHtml(check, at) {
  const failure = check.failures[at];
  const stack = failure.stack.map((place) => `<li>${placeHtml(place)}</li>`).join("");
  const where = failure.place ? `At ${placeHtml(failure.place)}, on` : "On";
  return [
    `<p>${where} ${plural(failure.count, "input")}.</p>`,
    failure.text ? `<pre class="said" tabindex="0">${esc(failure.text)}</pre>` : "",
    failure.place ? excerptHtml(failure.place) : "",
    `<h3>The smallest input <small>${plural(failure.objects, "object")}</small></h3>`,
    beforeAfterHtml(failure.before, failure.after, pageWidth()),
    failure.outline ? detailsHtml("As text", commandHtml(failure.outline)) : "",
    stack ? `<h4>Calls</h4><ol class="stack">${stack}</ol>` : "",
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

/** A mutant, as the data has it: a list. */
function mutantOf([operator, file, line, func, before, after, killedBy]) {
  const state = killedBy === null ? badge("warn", "survived") : badge("good", "killed");
  const change = `<code><del>${esc(before)}</del></code> <code><ins>${esc(after)}</ins></code>`;
  return { operator, place: [file, line, func], killedBy, state, change };
}

function mutantsHtml(check) {
  if (check.mutants.length === 0) return "";
  const mutants = check.mutants.map(mutantOf);
  const survived = mutants.filter(({ killedBy }) => killedBy === null);
  const killed = mutants.filter(({ killedBy }) => killedBy !== null);
  const rows = [...survived, ...killed].map(
    ({ operator, place, killedBy, state, change }) =>
      `<tr><td>${state}</td><td>${placeHtml(place)}<div class="diff">${change}</div></td>` +
      `<td>${esc(operator)}${killedBy ? note(esc(killedBy)) : ""}</td></tr>`,
  );
  const title = `Mutants <small>${killed.length} of ${mutants.length} killed</small>`;
  return section(title, tableHtml("", ["Result", "Change", "Kind"], rows));
}

function coverageHtml(check) {
  if (check.coverage.length === 0) return "";
  const rows = check.coverage.map(([file, lines, functions]) => {
    const hit = lines.filter(([, count]) => count > 0).length;
    const share = lines.length > 0 ? (100 * hit) / lines.length : 0;
    const never = functions.filter(([, , count]) => count === 0);
    const names = never.map(([name]) => `<code>${esc(name)}</code>`).join(", ");
    const link = DATA.files[file] ? `<a href="${sourceLink(file)}">${esc(file)}</a>` : esc(file);
    return (
      `<tr><td>${link}${names ? note(`never called: ${names}`) : ""}</td>` +
      `<td class="bars"><div class="bar" aria-hidden="true">` +
      `<i class="good" style="width:${share}%"></i></div></td><td class="number">` +
      `${hit}/${lines.length} <span class="muted">${Math.floor(share)} %</span></td>` +
      `<td class="number">${functions.length - never.length}/${functions.length}</td></tr>`
    );
  });
  const headings = ["File", "Share", "#Lines", "#Functions"];
  return section("Coverage", tableHtml("sizes", headings, rows));
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

// Sources.

/** The lines that the report carries around a place. */
function excerptHtml([file, line]) {
  if (!DATA.files[file] || !line) return "";
  const lines = sourceLines(file).filter(({ number }) => Math.abs(number - line) <= 4);
  return lines.length > 0 ? codeHtml(file, lines, line, new Map(), []) : "";
}

function sourceLines(file) {
  return DATA.files[file].flatMap(([start, lines]) =>
    lines.map((text, at) => ({ number: start + at, text })),
  );
}

function codeHtml(file, lines, marked, counts, mutants) {
  let last = lines[0].number - 1;
  const rows = lines.map(({ number, text }) => {
    const gap = number === last + 1 ? "" : '<div class="gap">⋯</div>';
    last = number;
    const notes = mutants
      .filter(({ place }) => place[1] === number)
      .map(({ state, operator, change }) => `${state} ${esc(operator)}: ${change}`)
      .map((html) => `<div class="mutant-note">${html}</div>`);
    return gap + lineHtml(file, number, text, number === marked, counts) + notes.join("");
  });
  const label = `role="group" aria-label="${esc(file)}"`;
  return `<div class="code" tabindex="0" ${label}>${rows.join("")}</div>`;
}

function lineHtml(file, number, text, marked, counts) {
  const count = counts.get(number);
  const covered = count === undefined ? "" : count > 0 ? "hit" : "missed";
  const shown = count === undefined ? "" : numberText(count);
  return (
    `<div class="line ${marked ? "marked" : ""} ${covered}" id="line-${number}">` +
    `<a class="line-number" href="${sourceLink(file, number)}" aria-label="line ${number}">` +
    `${number}</a>${counts.size > 0 ? `<span class="count">${shown}</span>` : ""}` +
    `<span class="text">${esc(text) || " "}</span></div>`
  );
}

function sourcePage(file, line) {
  const lines = DATA.files[file] ? sourceLines(file) : [];
  const counts = new Map();
  for (const check of DATA.checks) {
    for (const [, covered] of check.coverage.filter(([name]) => name === file)) {
      for (const [number, count] of covered) counts.set(number, (counts.get(number) ?? 0) + count);
    }
  }
  const mutants = DATA.checks
    .flatMap((check) => check.mutants.filter((mutant) => mutant[1] === file))
    .map(mutantOf);
  const html =
    lines.length > 0
      ? codeHtml(file, lines, line, counts, mutants)
      : '<p class="muted">The report does not carry this file.</p>';
  return {
    title: file,
    html: `<section class="card">${html}</section>`,
    focus: line ? `line-${line}` : null,
  };
}
