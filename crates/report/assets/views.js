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
  if (check.failures.length > 0) return '<span class="verdict bad">failed</span>';
  if (check.stopped !== null) return '<span class="verdict warn">not complete</span>';
  return '<span class="verdict good">passed</span>';
}

/** `bst.c:14 · C`, or as much of it as is known. */
function whereIs(check) {
  const place = check.file && check.line ? `${check.file}:${check.line}` : check.file;
  return [place, check.language].filter(Boolean).join(" · ");
}

const tile = (value, label, tone = "") =>
  `<div class="tile ${tone}"><b>${value}</b><span>${label}</span></div>`;

function overviewPage() {
  const failed = DATA.checks.filter((check) => check.failures.length > 0);
  const inputs = DATA.checks.reduce((sum, check) => sum + check.inputs, 0);
  const rows = DATA.checks.map(
    (check) =>
      `<tr><td>${verdict(check)}</td><td><a class="strong" href="${checkLink(check)}">${esc(check.name)}</a>` +
      `<div class="muted small-text">${esc(whereIs(check))}</div></td>` +
      `<td class="number" data-label="inputs">${numberText(check.inputs)}</td>` +
      `<td class="number" data-label="failed">${check.failed > 0 ? `<span class="bad-text">${numberText(check.failed)}</span>` : "0"}</td>` +
      `<td class="number">${timeText(check.seconds)}</td></tr>`,
  );
  const first = failed[0];
  const heading =
    failed.length > 0 ? `${plural(failed.length, "check")} failed` : "All checks passed";
  const partial = DATA.checks.filter(
    (check) => check.failures.length === 0 && check.stopped !== null,
  ).length;
  const title =
    failed.length === 0 && partial > 0 ? `No check failed, ${partial} not complete` : heading;
  return {
    title: DATA.checks.length === 0 ? "No check ran" : title,
    html:
      `<div class="tiles">${tile(numberText(DATA.checks.length), DATA.checks.length === 1 ? "check" : "checks")}` +
      `${tile(numberText(failed.length), "failed", failed.length > 0 ? "bad" : "good")}${tile(numberText(inputs), "inputs")}` +
      `${tile(timeText(DATA.seconds), `with ${plural(DATA.jobs, "job")}`)}</div>` +
      `<section class="card"><div class="table"><table class="checks"><caption class="hidden">Checks</caption><thead><tr><th scope="col">Result</th><th scope="col">Check</th>` +
      `<th scope="col" class="number">Inputs</th><th scope="col" class="number">Failed</th><th scope="col" class="number">Time</th></tr></thead><tbody>${rows.join("")}</tbody></table></div></section>` +
      (first
        ? `<section class="card"><h2>First failure: <a href="${checkLink(first)}">${esc(first.name)}</a></h2>${failureHtml(first, 0)}</section>`
        : "") +
      `<section class="card"><h2>This run</h2>${commandHtml(DATA.command)}<p class="muted">Pikse ${esc(DATA.version)}</p></section>`,
  };
}

/** A command or a text with a button that copies it. */
function commandHtml(text) {
  return `<div class="command"><pre tabindex="0">${esc(text)}</pre><button type="button" class="copy" aria-label="Copy">Copy</button></div>`;
}

function checkPage(check) {
  const failures = check.failures.map(
    (failure, at) =>
      `<section class="card failure" id="failure-${at + 1}" tabindex="-1"><h2>${esc(failure.kind)} <small>${at + 1} of ${check.failures.length}</small></h2>${failureHtml(check, at)}</section>`,
  );
  const stopped =
    check.stopped !== null
      ? `<p class="notice warn"><b>Not complete:</b> ${esc(check.stopped)}</p>`
      : "";
  const notes = check.notes.map((note) => `<p class="notice">${esc(note)}</p>`).join("");
  const browse =
    check.gallery.length > 0
      ? `<p><a class="button" href="${checkLink(check, "inputs")}">Browse ${plural(check.gallery.length, "input")}</a></p>`
      : "";
  return {
    title: check.name,
    html:
      `<p class="lead">${verdict(check)} ${check.file ? placeHtml([check.file, check.line, ""]) : ""} <span class="muted">${esc(check.language)}</span></p>` +
      `<div class="tiles">${tile(numberText(check.inputs), "inputs")}${tile(numberText(check.failed), "failed", check.failed > 0 ? "bad" : "good")}` +
      `${check.structures > 0 ? tile(numberText(check.structures), "structures") : ""}${tile(numberText(check.explored), "candidates explored")}${tile(timeText(check.seconds), "time")}</div>` +
      `${stopped}${notes}${browse}${failures.join("")}${sizesHtml(check)}${mutantsHtml(check)}${coverageHtml(check)}${statisticsHtml(check)}`,
  };
}

function failureHtml(check, at) {
  const failure = check.failures[at];
  const stack =
    failure.stack.length > 0
      ? `<h4>Calls</h4><ol class="stack">${failure.stack.map((place) => `<li>${placeHtml(place)}</li>`).join("")}</ol>`
      : "";
  const text = failure.text ? `<pre class="said" tabindex="0">${esc(failure.text)}</pre>` : "";
  const outline = failure.outline
    ? `<details><summary>As text</summary>${commandHtml(failure.outline)}</details>`
    : "";
  return (
    `<p>${failure.place ? `At ${placeHtml(failure.place)}, on` : "On"} ${plural(failure.count, "input")}.</p>${text}` +
    `${failure.place ? excerptHtml(failure.place) : ""}` +
    `<h3>The smallest input <small>${plural(failure.objects, "object")}</small></h3>${beforeAfterHtml(failure.before, failure.after, pageWidth())}${outline}` +
    `${stack}${againHtml(failure)}`
  );
}

/** How to see it again: the command, the saved input, the test. */
function againHtml(failure) {
  const parts = [];
  if (failure.replay) parts.push(`<h4>Run it again</h4>${commandHtml(failure.replay)}`);
  if (failure.test) {
    const text = failure.testText
      ? `<details><summary>Show the test</summary>${commandHtml(failure.testText)}</details>`
      : "";
    parts.push(`<h4>Regression test</h4>${commandHtml(failure.test)}${text}`);
  }
  if (failure.saved) parts.push(`<h4>Saved input</h4>${commandHtml(failure.saved)}`);
  return parts.join("");
}

function sizesHtml(check) {
  if (check.bySize.length === 0) return "";
  const most = Math.max(1, ...check.bySize.map(([, inputs]) => inputs));
  const rows = check.bySize.map(([objects, inputs, failed]) => {
    const share = (count) => (100 * count) / most;
    const label = `${plural(objects, "object")}: ${plural(inputs, "input")}, ${numberText(failed)} failed`;
    return (
      `<tr><th scope="row" class="number">${numberText(objects)}</th><td class="bars"><div class="bar" role="img" aria-label="${label}" title="${label}">` +
      `<i class="bad" style="width:${share(failed)}%${failed > 0 ? ";min-width:3px" : ""}"></i><i style="width:${share(inputs - failed)}%;min-width:1px"></i></div></td>` +
      `<td class="number">${numberText(inputs)}</td><td class="number ${failed > 0 ? "bad-text" : "muted"}">${numberText(failed)}</td></tr>`
    );
  });
  return (
    `<section class="card"><h2>Inputs by size</h2><div class="table"><table class="sizes"><thead><tr><th scope="col" class="number">Objects</th><th scope="col"><span class="hidden">Share</span></th>` +
    `<th scope="col" class="number">Inputs</th><th scope="col" class="number">Failed</th></tr></thead><tbody>${rows.join("")}</tbody></table></div></section>`
  );
}

function mutantsHtml(check) {
  if (check.mutants.length === 0) return "";
  const killed = check.mutants.filter((mutant) => mutant[6] !== null).length;
  const sorted = [...check.mutants].sort((a, b) => Number(a[6] !== null) - Number(b[6] !== null));
  const rows = sorted.map(([operator, file, line, func, before, after, killedBy]) => {
    const state =
      killedBy === null
        ? '<span class="verdict warn">survived</span>'
        : '<span class="verdict good">killed</span>';
    return (
      `<tr><td>${state}</td><td>${placeHtml([file, line, func])}<div class="diff"><code><del>${esc(before)}</del></code> <code><ins>${esc(after)}</ins></code></div></td>` +
      `<td>${esc(operator)}${killedBy ? `<div class="muted small-text">${esc(killedBy)}</div>` : ""}</td></tr>`
    );
  });
  return (
    `<section class="card"><h2>Mutants <small>${killed} of ${check.mutants.length} killed</small></h2><div class="table"><table><thead><tr><th scope="col">Result</th><th scope="col">Change</th>` +
    `<th scope="col">Kind</th></tr></thead><tbody>${rows.join("")}</tbody></table></div></section>`
  );
}

function coverageHtml(check) {
  if (check.coverage.length === 0) return "";
  const share = (hit, all) => (all === 0 ? "–" : `${Math.floor((100 * hit) / all)} %`);
  const rows = check.coverage.map(([file, lines, functions]) => {
    const hit = lines.filter(([, count]) => count > 0).length;
    const called = functions.filter(([, , count]) => count > 0).length;
    const name = DATA.files[file] ? `<a href="${sourceLink(file)}">${esc(file)}</a>` : esc(file);
    const never = functions
      .filter(([, , count]) => count === 0)
      .map(([func]) => `<code>${esc(func)}</code>`);
    return (
      `<tr><td>${name}${never.length > 0 ? `<div class="muted small-text">never called: ${never.join(", ")}</div>` : ""}</td>` +
      `<td class="bars"><div class="bar" aria-hidden="true"><i class="good" style="width:${lines.length > 0 ? (100 * hit) / lines.length : 0}%"></i></div></td>` +
      `<td class="number">${hit}/${lines.length} <span class="muted">${share(hit, lines.length)}</span></td><td class="number">${called}/${functions.length}</td></tr>`
    );
  });
  return (
    `<section class="card"><h2>Coverage</h2><div class="table"><table class="sizes"><thead><tr><th scope="col">File</th><th scope="col"><span class="hidden">Share</span></th><th scope="col" class="number">Lines</th>` +
    `<th scope="col" class="number">Functions</th></tr></thead><tbody>${rows.join("")}</tbody></table></div></section>`
  );
}

function statisticsHtml(check) {
  const rate =
    check.seconds > 0 ? `${numberText(Math.round(check.inputs / check.seconds))} a second` : "";
  const facts = [
    ["Size", numberText(check.size)],
    ["Engine", esc(check.engine)],
    ["Candidates", `${numberText(check.explored)} explored`],
    ["Inputs", [numberText(check.inputs), rate].filter(Boolean).join(", ")],
  ].filter(([, value]) => value !== "");
  return (
    `<section class="card"><h2>Search</h2><dl>${facts.map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`).join("")}</dl>` +
    `${check.bounds.length > 0 ? `<h3>Bounds</h3><pre tabindex="0">${esc(check.bounds.join("\n"))}</pre>` : ""}</section>`
  );
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
    const count = counts.get(number);
    const here = mutants.filter((mutant) => mutant[2] === number);
    const covered = count === undefined ? "" : count > 0 ? "hit" : "missed";
    const notes = here.map(
      ([operator, , , , before, after, killedBy]) =>
        `<div class="mutant-note">${killedBy === null ? '<span class="verdict warn">survived</span>' : '<span class="verdict good">killed</span>'} ${esc(operator)}: <code><del>${esc(before)}</del></code> <code><ins>${esc(after)}</ins></code></div>`,
    );
    return (
      `${gap}<div class="line ${number === marked ? "marked" : ""} ${covered}" id="line-${number}">` +
      `<a class="line-number" href="${sourceLink(file, number)}" aria-label="line ${number}">${number}</a>` +
      `${counts.size > 0 ? `<span class="count">${count === undefined ? "" : numberText(count)}</span>` : ""}<span class="text">${esc(text) || " "}</span></div>${notes.join("")}`
    );
  });
  return `<div class="code" tabindex="0" role="group" aria-label="${esc(file)}">${rows.join("")}</div>`;
}

function sourcePage(file, line) {
  const lines = DATA.files[file] ? sourceLines(file) : [];
  const counts = new Map();
  for (const check of DATA.checks) {
    for (const [, covered] of check.coverage.filter(([name]) => name === file)) {
      for (const [number, count] of covered) counts.set(number, (counts.get(number) ?? 0) + count);
    }
  }
  const mutants = DATA.checks.flatMap((check) =>
    check.mutants.filter((mutant) => mutant[1] === file),
  );
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
