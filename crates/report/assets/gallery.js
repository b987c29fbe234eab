// The gallery: every input, a page at a time, filtered by result, size and words. Only the
// inputs of the page that is shown are unpacked and drawn.

const PAGE_SIZE = 12;

/** What is shown: read from the address, so that a link leads to the same page. */
function galleryState(query) {
  return {
    page: Math.max(1, Number.parseInt(query.get("page") ?? "1", 10) || 1),
    show: query.get("show") ?? "all",
    size: query.get("size") ?? "all",
    words: query.get("q") ?? "",
  };
}

function galleryLink(check, state) {
  const query = new URLSearchParams();
  if (state.page > 1) query.set("page", state.page);
  if (state.show !== "all") query.set("show", state.show);
  if (state.size !== "all") query.set("size", state.size);
  if (state.words) query.set("q", state.words);
  const text = query.toString();
  return checkLink(check, "inputs") + (text ? `?${text}` : "");
}

/** The places of the items that pass the filters. */
function filtered(check, state) {
  const key = JSON.stringify([state.show, state.size, state.words]);
  if (check.filtered?.key === key) return check.filtered.places;
  const words = state.words.toLowerCase().split(/\s+/).filter(Boolean);
  const places = [];
  check.gallery.forEach(([, before, , failure], at) => {
    if (state.show === "failed" && failure < 0) return;
    if (state.show === "passed" && failure >= 0) return;
    if (state.size !== "all" && before[2].length !== Number(state.size)) return;
    const found = words.every((word) => matches(searchText(check, at), word));
    if (found) places.push(at);
  });
  check.filtered = { key, places };
  return places;
}

/** A word with `=` or `#` is met as a whole; any other is looked for anywhere. */
function matches(text, word) {
  return /[=#]/.test(word) ? ` ${text}`.includes(` ${word} `) : text.includes(word);
}

function galleryPage(check, query) {
  const state = galleryState(query);
  const places = filtered(check, state);
  const pages = Math.max(1, Math.ceil(places.length / PAGE_SIZE));
  state.page = Math.min(state.page, pages);
  const shown = places.slice((state.page - 1) * PAGE_SIZE, state.page * PAGE_SIZE);
  const cards = shown.map((at) => cardHtml(check, at)).join("");
  const carried = `${numberText(check.gallery.length)} of ${plural(check.inputs, "input")}`;
  return {
    title: `${check.name}: inputs`,
    state,
    pages,
    html: [
      filtersHtml(check, state),
      pagerHtml(check, state, pages, places.length),
      cards
        ? `<div class="gallery" role="list">${cards}</div>`
        : '<p class="muted">No input matches the filters.</p>',
      pages > 1 ? pagerHtml(check, state, pages, places.length) : "",
      check.gallery.length < check.inputs
        ? `<p class="muted">The report includes ${carried}.</p>`
        : "",
    ].join(""),
  };
}

function filtersHtml(check, state) {
  const options = (values, chosen) =>
    values.map(
      (value) => `<option ${String(value) === chosen ? "selected" : ""}>${esc(value)}</option>`,
    );
  const select = (id, label, values) =>
    `<label>${label} <select id="${id}">${options(values, state[id]).join("")}</select></label>`;
  const search =
    `<input id="words" type="search" value="${esc(state.words)}" ` +
    `placeholder="x=3 node1 #12" autocomplete="off" spellcheck="false">`;
  return (
    `<form class="filters" role="search" onsubmit="return false">` +
    select("show", "Show", ["all", "failed", "passed"]) +
    select("size", "Objects", ["all", ...sizes(check)]) +
    `<label class="grow">Search ${search}</label></form>`
  );
}

function sizes(check) {
  const all = new Set(check.gallery.map(([, before]) => before[2].length));
  return [...all].sort((a, b) => a - b);
}

/** A way forward or back, and what is between the two. */
function stepsHtml(label, before, middle, after) {
  const step = (href, text, name) =>
    href
      ? `<a class="button" href="${href}" aria-label="${name}">${text}</a>`
      : `<span class="button off" aria-disabled="true">${text}</span>`;
  return (
    `<nav class="pager" aria-label="${label}">${step(before, "←", "Before")}` +
    `<span>${middle}</span>${step(after, "→", "Next")}</nav>`
  );
}

function pagerHtml(check, state, pages, found) {
  const link = (page) => (page < 1 || page > pages ? null : galleryLink(check, { ...state, page }));
  const page = `Page <b class="page-number">${numberText(state.page)}</b> of ${numberText(pages)}`;
  const middle = `${page} · ${plural(found, "input")}`;
  return stepsHtml("Pages", link(state.page - 1), middle, link(state.page + 1));
}

function cardHtml(check, at) {
  const item = galleryItem(check, at);
  const failure = item.failure === null ? null : check.failures[item.failure];
  const objects = plural(item.objects, "object");
  const failed = failure ? `, failed: ${failure.kind}` : "";
  const label = `Input ${item.number}: ${objects}${failed}`;
  return (
    `<div role="listitem"><a class="tile-card ${failure ? "failed" : ""}" ` +
    `href="${checkLink(check, "input", item.number)}" aria-label="${esc(label)}">` +
    `<span class="tile-head"><b>#${numberText(item.number)}</b> ` +
    `<span class="muted">${objects}</span>` +
    `${failure ? ` ${badge("bad", shorten(failure.kind, 22))}` : ""}</span>` +
    `${argumentsHtml(item.before, NO_CHANGES)}${thumbHtml(item.before, label)}</a></div>`
  );
}

/** One input, with the ones before and after it among those that pass the filters. */
function inputPage(check, number) {
  const at = check.gallery.findIndex(([own]) => own === number);
  if (at < 0) {
    const html = '<p class="muted">The report does not include this input.</p>';
    return { title: `${check.name}: input ${number}`, html };
  }
  const item = galleryItem(check, at);
  // A link may lead to an input that the filters of the gallery leave out.
  const unfiltered = galleryState(new URLSearchParams());
  let state = check.lastState ?? unfiltered;
  if (!filtered(check, state).includes(at)) state = unfiltered;
  const places = filtered(check, state);
  const place = places.indexOf(at);
  const neighbour = (way) => {
    const other = check.gallery[places[place + way]];
    return other ? checkLink(check, "input", other[0]) : null;
  };
  const up = galleryLink(check, { ...state, page: Math.floor(place / PAGE_SIZE) + 1 });
  const counted = `${numberText(place + 1)} of ${numberText(places.length)}`;
  const middle = `<b>#${numberText(item.number)}</b> · ${counted} · <a href="${up}">all</a>`;
  const after = item.unchanged ? item.before : item.after;
  return {
    title: `${check.name}: input ${numberText(item.number)}`,
    neighbours: [neighbour(-1), neighbour(1)],
    up,
    html: [
      stepsHtml("Inputs", neighbour(-1), middle, neighbour(1)),
      failedNotice(check, item),
      `<section class="card">${beforeAfterHtml(item.before, after, pageWidth())}</section>`,
    ].join(""),
  };
}

function failedNotice(check, item) {
  const failure = item.failure === null ? null : check.failures[item.failure];
  if (!failure) return "";
  const place = failure.place ? ` at ${placeHtml(failure.place)}` : "";
  const link = `<a href="${checkLink(check, "failure", item.failure + 1)}">See the failure</a>`;
  return `<p class="notice bad"><b>${esc(failure.kind)}</b>${place} ${link}</p>`;
}
