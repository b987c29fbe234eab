// What every page builds on: the data, text for HTML, numbers for people, small pieces of pages.

const DATA = JSON.parse(document.getElementById("data").textContent);
// Files are looked up by name, and only those that are there.
Object.setPrototypeOf(DATA.files, null);

/** Text for HTML, between tags and between quotes. */
function esc(text) {
  const entities = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
  return String(text).replace(/[&<>"']/g, (character) => entities[character]);
}

const numberText = (number) => Number(number).toLocaleString("en-US");
const plural = (number, one) => `${numberText(number)} ${one}${number === 1 ? "" : "s"}`;

function timeText(seconds) {
  if (seconds < 0.001) return "< 1 ms";
  if (seconds < 1) return `${Math.round(seconds * 1000)} ms`;
  if (seconds < 60) return `${seconds.toFixed(2)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${Math.floor(seconds % 60)} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

const linkTo = (...parts) => `#/${parts.map(encodeURIComponent).join("/")}`;

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

/** A command or a text with a button that copies it. */
function commandHtml(text) {
  return (
    `<div class="command"><pre tabindex="0">${esc(text)}</pre>` +
    `<button type="button" class="copy">Copy</button></div>`
  );
}

const detailsHtml = (title, html) => `<details><summary>${title}</summary>${html}</details>`;

