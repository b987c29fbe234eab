// Reading what the report carries: snapshots are packed as
// [rootNames, [rootValues], [object...]] with an object as [shape, name, state, values...];
// a shape is [class, field...]. A reference is [place], an array {a: [...]}, a dangling or wild
// pointer {w: "0x10"}, an integer that is too long for a number {i: "..."}.

const STATES = ["live", "new", "freed", "lost"];

/** Unpacks a snapshot: {roots: [{name, value}], objects: [{name, class, state, fields}]}. */
function unpack(packed) {
  if (packed === null) return null;
  const [rootShape, rootValues, objects] = packed;
  const named = (names, values) => names.map((name, at) => ({ name, value: values[at] }));
  return {
    roots: named(DATA.roots[rootShape], rootValues),
    objects: objects.map((object) => {
      const [cls, ...names] = DATA.shapes[object[0]];
      const name = typeof object[1] === "string" ? object[1] : cls + (object[1] ?? "");
      const fields = object.length > 3 ? named(names, object.slice(3)) : [];
      return { name, class: cls, state: STATES[object[2]], fields };
    }),
  };
}

const isRef = (value) => Array.isArray(value);
const isArray = (value) => value !== null && typeof value === "object" && "a" in value;
const isWild = (value) => value !== null && typeof value === "object" && "w" in value;
const isPointer = (value) => value === null || isRef(value) || isWild(value);

/** A value as text: null, 3, true, red, Node2, 0x10, [1, 2]. */
function valueText(snapshot, value) {
  if (isRef(value)) return snapshot.objects[value[0]]?.name ?? "?";
  if (isArray(value)) return `[${value.a.map((one) => valueText(snapshot, one)).join(", ")}]`;
  if (isWild(value)) return `wild ${value.w}`;
  if (value !== null && typeof value === "object") return value.i;
  return String(value);
}

/** What differs: a map from "object.field" (or ".root") to the old value's text, and the words. */
function changesBetween(before, after) {
  const was = new Map();
  const words = [];
  if (!before || !after) return { was, words };
  const note = (key, label, oldText, newText) => {
    if (oldText === newText) return;
    was.set(key, oldText);
    words.push({ label, from: oldText, to: newText });
  };
  const compare = (owner, oldFields, newFields) => {
    const old = new Map(oldFields.map((field) => [field.name, field.value]));
    for (const { name, value } of newFields) {
      if (!old.has(name)) continue;
      const label = owner ? `${owner}.${name}` : name;
      note(`${owner}.${name}`, label, valueText(before, old.get(name)), valueText(after, value));
      noteElements(`${owner}.${name}`, old.get(name), value);
    }
  };
  const noteElements = (key, oldValue, newValue) => {
    if (!isArray(newValue) || !oldValue || !isArray(oldValue)) return;
    newValue.a.forEach((element, at) => {
      const old = at < oldValue.a.length ? valueText(before, oldValue.a[at]) : "none";
      if (old !== valueText(after, element)) was.set(`${key}[${at}]`, old);
    });
  };
  compare("", before.roots, after.roots);
  const known = new Map(before.objects.map((object) => [object.name, object]));
  for (const object of after.objects) {
    const old = known.get(object.name);
    if (object.state !== (old?.state ?? "live") && object.state !== "live") {
      words.push({ label: object.name, state: object.state });
    }
    if (old && object.fields.length > 0) compare(object.name, old.fields, object.fields);
  }
  return { was, words };
}

/** The gallery item of a check, unpacked: kept as it is until it is looked at. */
function galleryItem(check, at) {
  const [number, before, after, failure] = check.gallery[at];
  const unpacked = unpack(before);
  return {
    number,
    before: unpacked,
    after: after === 1 ? unpacked : unpack(after),
    unchanged: after === 1,
    failure: failure < 0 ? null : failure,
    objects: before[2].length,
  };
}

/** What a search looks through: `t=bst x=3 node0 data=3`, in lower case. */
function searchText(check, at) {
  check.searchTexts ??= [];
  check.searchTexts[at] ??= describe(check, at).toLowerCase();
  return check.searchTexts[at];
}

function describe(check, at) {
  const item = galleryItem(check, at);
  const words = [`#${item.number}`];
  const add = (snapshot, fields) => {
    for (const { name, value } of fields) {
      words.push(`${name}=${valueText(snapshot, value).replaceAll(" ", "")}`);
    }
  };
  for (const snapshot of item.unchanged ? [item.before] : [item.before, item.after]) {
    if (!snapshot) continue;
    add(snapshot, snapshot.roots);
    for (const object of snapshot.objects) {
      words.push(object.name, object.state);
      add(snapshot, object.fields);
    }
  }
  if (item.failure !== null) words.push("failed", check.failures[item.failure]?.kind ?? "");
  return `${words.join(" ")} `;
}
