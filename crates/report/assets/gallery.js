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
  const fewer =
    check.gallery.length < check.inputs
      ? ` The report carries ${numberText(check.gallery.length)} of ${plural(check.inputs, "input")}.`
      : "";
  const cards = shown.map((at) => cardHtml(check, at)).join("");
  return {
    title: `${check.name}: inputs`,
    state,
    pages,
    html:
      `<form class="filters" role="search" onsubmit="return false"><label>Show <select id="show">${options(["all", "failed", "passed"], state.show)}</select></label>` +
      `<label>Objects <select id="size">${options(["all", ...sizes(check)], state.size)}</select></label>` +
      `<label class="grow">Search <input id="words" type="search" value="${esc(state.words)}" placeholder="x=3 node1 #12" autocomplete="off" spellcheck="false"></label></form>` +
      `${pagerHtml(check, state, pages, places.length)}` +
      `<div class="gallery" role="list">${cards || '<p class="muted">No input passes the filters.</p>'}</div>` +
      `${pages > 1 ? pagerHtml(check, state, pages, places.length) : ""}<p class="muted">${fewer}</p>`,
  };
}

const options = (values, chosen) =>
  values
    .map((value) => `<option ${String(value) === chosen ? "selected" : ""}>${esc(value)}</option>`)
    .join("");

function sizes(check) {
  return [...new Set(check.gallery.map(([, before]) => before[2].length))].sort((a, b) => a - b);
}

function pagerHtml(check, state, pages, found) {
  const link = (page, text, label) =>
    page < 1 || page > pages
      ? `<span class="button off" aria-disabled="true">${text}</span>`
      : `<a class="button" href="${galleryLink(check, { ...state, page })}" aria-label="${label}">${text}</a>`;
  return (
    `<nav class="pager" aria-label="Pages">${link(state.page - 1, "←", "Page before")}` +
    `<span>Page <b class="page-number">${numberText(state.page)}</b> of ${numberText(pages)} · ${plural(found, "input")}</span>${link(state.page + 1, "→", "Next page")}</nav>`
  );
}

function cardHtml(check, at) {
  const item = galleryItem(check, at);
  const failure = item.failure === null ? null : check.failures[item.failure];
  const label = `Input ${item.number}: ${plural(item.objects, "object")}${failure ? `, failed: ${failure.kind}` : ""}`;
  return (
    `<a class="tile-card ${failure ? "failed" : ""}" role="listitem" href="${checkLink(check, "input", item.number)}" aria-label="${esc(label)}">` +
    `<span class="tile-head"><b>#${numberText(item.number)}</b> <span class="muted">${plural(item.objects, "object")}</span>${failure ? ` <span class="verdict bad">${esc(shorten(failure.kind, 22))}</span>` : ""}</span>` +
    `${argumentsHtml(item.before, NO_CHANGES)}${thumbHtml(item.before, label)}</a>`
  );
}

/** One input, with the ones before and after it among those that pass the filters. */
function inputPage(check, number) {
  const at = check.gallery.findIndex(([own]) => own === number);
  if (at < 0)
    return {
      title: `Input ${number}`,
      html: '<p class="muted">The report does not carry this input.</p>',
    };
  const item = galleryItem(check, at);
  // A link may lead to an input that the filters of the gallery leave out.
  const unfiltered = galleryState(new URLSearchParams());
  let state = check.lastState ?? unfiltered;
  if (!filtered(check, state).includes(at)) state = unfiltered;
  const places = filtered(check, state);
  const place = places.indexOf(at);
  const neighbour = (way) =>
    places[place + way] === undefined
      ? null
      : checkLink(check, "input", check.gallery[places[place + way]][0]);
  const page = Math.floor(place / PAGE_SIZE) + 1;
  const step = (href, text, label) =>
    href
      ? `<a class="button" href="${href}" aria-label="${label}">${text}</a>`
      : `<span class="button off" aria-disabled="true">${text}</span>`;
  const failure = item.failure === null ? null : check.failures[item.failure];
  const failed = failure
    ? `<p class="notice bad"><b>${esc(failure.kind)}</b>${failure.place ? ` at ${placeHtml(failure.place)}` : ""} <a href="${checkLink(check, "failure", item.failure + 1)}">See the failure</a></p>`
    : "";
  return {
    title: `${check.name}: input ${numberText(item.number)}`,
    neighbours: [neighbour(-1), neighbour(1)],
    up: galleryLink(check, { ...state, page }),
    html:
      `<nav class="pager" aria-label="Inputs">${step(neighbour(-1), "←", "Input before")}<span><b>#${numberText(item.number)}</b> · ${numberText(place + 1)} of ${numberText(places.length)} · <a href="${galleryLink(check, { ...state, page })}">all</a></span>${step(neighbour(1), "→", "Next input")}</nav>` +
      `${failed}<section class="card">${beforeAfterHtml(item.before, item.unchanged ? item.before : item.after, pageWidth())}</section>`,
  };
}
