// Sources: places, excerpts, whole files with what ran, and the table of files.

const sourceLink = (file, line) => linkTo("source", file, ...(line ? [line] : []));

/** `bst.c:12:3 in add`; a place is [file, line, function, column]. */
function placeHtml([file, line, func, column]) {
  const text = `${file}${line ? `:${line}` : ""}${line && column ? `:${column}` : ""}`;
  const known = DATA.files[file] !== undefined;
  const place = known
    ? `<a href="${sourceLink(file, line)}">${esc(text)}</a>`
    : esc(text || "an unknown place");
  return `<code>${place}</code>${func ? ` in <code>${esc(func)}</code>` : ""}`;
}

/** A call stack. A group of up to 4 calls that comes at least 3 times, as in a recursion, is shown once. */
function stackHtml(stack) {
  const equal = (one, other) => stack[one].join("\n") === stack[other].join("\n");
  const repeats = (at, length) => {
    let times = 1;
    const fits = (from) => from + length <= stack.length;
    const again = (from) => [...Array(length).keys()].every((k) => equal(at + k, from + k));
    while (fits(at + times * length) && again(at + times * length)) times += 1;
    return times;
  };
  const rows = [];
  for (let at = 0; at < stack.length; ) {
    const length = [1, 2, 3, 4].find((length) => repeats(at, length) >= 3) ?? 1;
    const times = repeats(at, length);
    const shown = times >= 3 ? length : 1;
    rows.push(...stack.slice(at, at + shown).map((place) => `<li>${placeHtml(place)}</li>`));
    if (times >= 3) rows.push(`<li class="muted">… and ${plural(times - 1, "time")} more</li>`);
    at += times >= 3 ? times * length : 1;
  }
  return rows.length > 0 ? `<ol class="stack">${rows.join("")}</ol>` : "";
}

/** The lines that the report carries around a place. */
function excerptHtml([file, line]) {
  if (!DATA.files[file] || !line) return "";
  const lines = sourceLines(file).filter(({ number }) => Math.abs(number - line) <= 4);
  return lines.length > 0 ? codeHtml(file, lines, line, new Map(), new Map()) : "";
}

function sourceLines(file) {
  return DATA.files[file].flatMap(([start, lines]) =>
    lines.map((text, at) => ({ number: start + at, text })),
  );
}

/** One line of a file; undefined if the report does not carry it. */
function sourceLine(file, line) {
  for (const [start, lines] of DATA.files[file] ?? []) {
    if (line >= start && line < start + lines.length) return lines[line - start];
  }
  return undefined;
}

/** Code: `counts` has what ran, [times, shown] by line; `notes` has HTML to stand below lines. */
function codeHtml(file, lines, marked, counts, notes) {
  let last = lines[0].number - 1;
  const rows = lines.map(({ number, text }) => {
    const gap = number === last + 1 ? "" : '<div class="gap">⋯</div>';
    last = number;
    const below = (notes.get(number) ?? []).map((html) => `<div class="line-note">${html}</div>`);
    return gap + lineHtml(file, number, text, number === marked, counts) + below.join("");
  });
  const label = `role="group" aria-label="${esc(file)}"`;
  return `<div class="code" tabindex="0" ${label}>${rows.join("")}</div>`;
}

function lineHtml(file, number, text, marked, counts) {
  const [times, shown] = counts.get(number) ?? [undefined, ""];
  const covered = times === undefined ? "" : times > 0 ? "hit" : "missed";
  return (
    `<div class="line ${marked ? "marked" : ""} ${covered}" id="line-${number}">` +
    `<a class="line-number" href="${sourceLink(file, number)}" aria-label="line ${number}">` +
    `${number}</a>${counts.size > 0 ? `<span class="count">${shown}</span>` : ""}` +
    `<span class="text">${esc(text) || " "}</span></div>`
  );
}

function sourcePage(file, line, counts, notes) {
  const lines = DATA.files[file] ? sourceLines(file) : [];
  const html =
    lines.length > 0
      ? codeHtml(file, lines, line, counts, notes)
      : '<p class="muted">The report does not include this file.</p>';
  return {
    title: file,
    html: `<section class="card">${html}</section>`,
    focus: line ? `line-${line}` : null,
  };
}

/** How much of each file ran: a list of [file, [[line, times]], [[function, line, times]]]. */
function coverageHtml(files) {
  if (files.length === 0) return "";
  const hasFunctions = files.some(([, , functions]) => functions.length > 0);
  const rows = files.map(([file, lines, functions]) => {
    const hit = lines.filter(([, count]) => count > 0).length;
    const share = lines.length > 0 ? (100 * hit) / lines.length : 0;
    const never = functions.filter(([, , count]) => count === 0);
    const names = never.map(([name]) => `<code>${esc(name)}</code>`).join(", ");
    const link = DATA.files[file] ? `<a href="${sourceLink(file)}">${esc(file)}</a>` : esc(file);
    const called = `${functions.length - never.length}/${functions.length}`;
    return (
      `<tr><td>${link}${names ? note(`never called: ${names}`) : ""}</td>` +
      `<td class="bars"><div class="bar" aria-hidden="true">` +
      `<i class="good" style="width:${share}%"></i></div></td><td class="number">` +
      `${hit}/${lines.length} <span class="muted">${Math.floor(share)} %</span></td>` +
      `${hasFunctions ? `<td class="number">${called}</td>` : ""}</tr>`
    );
  });
  const headings = ["File", "Share", "#Lines", ...(hasFunctions ? ["#Functions"] : [])];
  return section("Coverage", tableHtml("sizes", headings, rows));
}
