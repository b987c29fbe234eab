//! Drawings: an outline as text, and Graphviz DOT. Structures are drawn as snapshots.

use std::collections::{HashMap, VecDeque};
use std::fmt::{self, Write};

use crate::snapshot::{ObjectState, Snapshot, SnapshotObject, SnapshotValue, same};
use crate::structure::Structure;

/// The maximum depth of an outline. Deeper objects start a new outline at the margin,
/// so that a list of a hundred thousand nodes is drawn in linear space.
const MAX_NESTING: usize = 24;

impl fmt::Display for Structure {
    /// The structure as an outline: each object is drawn under the field that first
    /// reaches it. References to objects that were drawn before are shown with the
    /// other values. Fields that are not shown are null.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Snapshot::of_structure(self).fmt(f)
    }
}

impl Structure {
    /// The structure as a Graphviz graph.
    pub fn to_dot(&self) -> String {
        Snapshot::of_structure(self).to_dot()
    }
}

impl fmt::Display for Snapshot {
    /// The snapshot as an outline, drawn like a structure: one for each root, and one for
    /// each object that no root reaches.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Outline::new(self, None).draw(f)
    }
}

impl Snapshot {
    /// The outline of this snapshot with the changes since `before`:
    /// `data 3 → 4`, `next Node1 → null`, `Node2 [freed]`.
    pub fn since<'a>(&'a self, before: &'a Snapshot) -> impl fmt::Display + 'a {
        Since { before, after: self }
    }

    /// The snapshot as a Graphviz graph.
    pub fn to_dot(&self) -> String {
        let mut dot =
            String::from("digraph structure {\n  node [shape=box, fontname=\"sans-serif\"];\n");
        let outline = Outline::new(self, None);
        for object in &self.objects {
            let slots = outline.slots(object);
            let label = format!("{}{}{}", object.name, mark(object), outline.values(&slots, false));
            let name = escape(&object.name);
            // Writing to a string cannot fail.
            let _ = writeln!(dot, "  \"{name}\" [label=\"{}\"];", escape(&label));
            for (label, target) in slots.iter().filter_map(Slot::edge) {
                let (to, label) = (escape(self.name(target)), escape(label));
                let _ = writeln!(dot, "  \"{name}\" -> \"{to}\" [label=\"{label}\"];");
            }
        }
        dot.push_str("}\n");
        dot
    }
}

struct Since<'a> {
    before: &'a Snapshot,
    after: &'a Snapshot,
}

impl fmt::Display for Since<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Outline::new(self.after, Some(self.before)).draw(f)
    }
}

/// An outline that is being drawn.
struct Outline<'a> {
    now: &'a Snapshot,
    /// The earlier state, if changes are to be shown, and its objects by name.
    before: Option<&'a Snapshot>,
    old: HashMap<&'a str, &'a SnapshotObject>,
    /// Which objects were drawn, by index.
    drawn: Vec<bool>,
}

/// A value with its name: a field, a root, or an element of an array of references.
struct Slot {
    label: String,
    /// The value; `None` if an array had more elements before.
    value: Option<SnapshotValue>,
    /// The earlier value as text, if it was different.
    was: Option<String>,
}

/// An object that is to be drawn below another.
struct Branch {
    prefix: String,
    label: String,
    target: usize,
    last: bool,
}

impl Slot {
    fn edge(&self) -> Option<(&str, usize)> {
        match self.value {
            Some(SnapshotValue::Ref(target)) => Some((&self.label, target)),
            _ => None,
        }
    }

    /// `next`, or `next Node1 →` if the value was different.
    fn heading(&self) -> String {
        match &self.was {
            None => self.label.clone(),
            Some(was) => format!("{} {was} →", self.label),
        }
    }
}

impl<'a> Outline<'a> {
    fn new(now: &'a Snapshot, before: Option<&'a Snapshot>) -> Self {
        let objects = before.map_or(&[][..], |before| &before.objects);
        let old = objects.iter().map(|object| (object.name.as_str(), object)).collect();
        Outline { now, before, old, drawn: vec![false; now.objects.len()] }
    }

    fn draw(&mut self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let old_roots = self.before.map(|before| &before.roots[..]);
        let mut first = true;
        for slot in self.slots_of(&self.now.roots, old_roots) {
            if !std::mem::take(&mut first) {
                writeln!(f)?;
            }
            let heading = slot.heading();
            let space = if heading.is_empty() { "" } else { " " };
            write!(f, "{heading}{space}")?;
            match (&slot.value, slot.edge()) {
                (_, Some((_, target))) => self.sections(f, target)?,
                (Some(value), None) => write!(f, "{}", self.now.text(value))?,
                (None, None) => write!(f, "none")?,
            }
        }
        for at in 0..self.now.objects.len() {
            if !self.drawn[at] {
                if !std::mem::take(&mut first) {
                    writeln!(f)?;
                }
                self.sections(f, at)?;
            }
        }
        Ok(())
    }

    /// Draws an object with everything below it, in several outlines if it is deep.
    fn sections(&mut self, f: &mut fmt::Formatter<'_>, at: usize) -> fmt::Result {
        let Some(object) = self.now.objects.get(at) else {
            return write!(f, "?");
        };
        if self.drawn[at] {
            return write!(f, "{}{} ↑", object.name, mark(object));
        }
        self.drawn[at] = true;
        let mut sections = VecDeque::from([at]);
        let mut newline = "";
        while let Some(at) = sections.pop_front() {
            write!(f, "{newline}{}", self.now.objects[at].name)?;
            newline = "\n";
            let mut stack = self.object(f, at, "")?;
            while let Some(branch) = stack.pop() {
                stack.extend(self.branch(f, branch, &mut sections)?);
            }
        }
        Ok(())
    }

    /// Draws a line of an outline. Returns the branches below it.
    fn branch(
        &mut self,
        f: &mut fmt::Formatter<'_>,
        branch: Branch,
        sections: &mut VecDeque<usize>,
    ) -> Result<Vec<Branch>, fmt::Error> {
        let Branch { prefix, label, target, last } = branch;
        let (stem, indent) = if last { ("└─", "  ") } else { ("├─", "│ ") };
        write!(f, "\n{prefix}{stem} {label} {}", self.now.name(target))?;
        let Some(drawn) = self.drawn.get_mut(target) else {
            return Ok(Vec::new());
        };
        if std::mem::replace(drawn, true) {
            write!(f, " ↑")?;
        } else if prefix.chars().count() / 2 >= MAX_NESTING {
            write!(f, " ↓")?;
            sections.push_back(target);
        } else {
            return self.object(f, target, &(prefix + indent));
        }
        Ok(Vec::new())
    }

    /// Draws the values after the name of an object. Returns the branches below it, in
    /// reverse order.
    fn object(
        &self,
        f: &mut fmt::Formatter<'_>,
        at: usize,
        prefix: &str,
    ) -> Result<Vec<Branch>, fmt::Error> {
        let object = &self.now.objects[at];
        let slots = self.slots(object);
        write!(f, "{}{}", mark(object), self.values(&slots, true))?;
        let mut branches: Vec<Branch> = Vec::new();
        for slot in slots.iter().rev() {
            let Some((_, target)) = slot.edge() else { continue };
            if !self.is_drawn(target) {
                let (prefix, label, last) =
                    (prefix.to_owned(), slot.heading(), branches.is_empty());
                branches.push(Branch { prefix, label, target, last });
            }
        }
        Ok(branches)
    }

    fn is_drawn(&self, at: usize) -> bool {
        self.drawn.get(at).is_some_and(|&drawn| drawn)
    }

    /// The values of an object, drawn after its name: ` (size 3, color red)`, then, if
    /// asked for, the references to objects that were drawn before.
    fn values(&self, slots: &[Slot], back: bool) -> String {
        let plain = slots.iter().filter_map(|slot| {
            let value = match &slot.value {
                Some(SnapshotValue::Ref(_)) => return None,
                Some(SnapshotValue::Null) if slot.was.is_none() => return None,
                Some(value) => self.now.text(value),
                None => "none".to_owned(),
            };
            Some(format!("{} {value}", slot.heading()))
        });
        let back = slots.iter().filter_map(|slot| {
            let (_, target) = slot.edge().filter(|&(_, target)| back && self.is_drawn(target))?;
            Some(format!("{} {}", slot.heading(), self.now.name(target)))
        });
        let parts: Vec<String> = plain.chain(back).collect();
        if parts.is_empty() { String::new() } else { format!(" ({})", parts.join(", ")) }
    }

    fn slots(&self, object: &SnapshotObject) -> Vec<Slot> {
        let old = self.old.get(object.name.as_str()).map(|old| &old.fields[..]);
        self.slots_of(&object.fields, old)
    }

    fn slots_of(
        &self,
        fields: &[(String, SnapshotValue)],
        old: Option<&[(String, SnapshotValue)]>,
    ) -> Vec<Slot> {
        let mut slots = Vec::new();
        for (name, value) in fields {
            let old = old.and_then(|old| old.iter().find(|(old, _)| old == name));
            self.add(&mut slots, name.clone(), value, old.map(|(_, old)| old));
        }
        slots
    }

    /// Adds a value. An array is drawn as one value, unless it contains references.
    fn add(
        &self,
        slots: &mut Vec<Slot>,
        label: String,
        value: &SnapshotValue,
        old: Option<&SnapshotValue>,
    ) {
        let (elements, old_elements) = (elements(value), old.and_then(elements));
        let points = |elements: &[SnapshotValue]| elements.iter().any(holds_reference);
        if let Some(elements) = elements
            && (points(elements) || old_elements.is_some_and(points))
        {
            for (at, element) in elements.iter().enumerate() {
                let old = old_elements.and_then(|old| old.get(at));
                self.add(slots, format!("{label}[{at}]"), element, old);
                if let (Some(slot), true) = (slots.last_mut(), old.is_none()) {
                    slot.was = old_elements.map(|_| "none".to_owned());
                }
            }
            let gone = old_elements.unwrap_or_default().iter().enumerate().skip(elements.len());
            slots.extend(gone.filter_map(|(at, old)| {
                let was = Some(self.before?.text(old));
                Some(Slot { label: format!("{label}[{at}]"), value: None, was })
            }));
            return;
        }
        let was = old.zip(self.before).filter(|(old, before)| !same(before, old, self.now, value));
        let was = was.map(|(old, before)| before.text(old));
        slots.push(Slot { label, value: Some(value.clone()), was });
    }
}

fn elements(value: &SnapshotValue) -> Option<&[SnapshotValue]> {
    match value {
        SnapshotValue::Array(elements) => Some(elements),
        _ => None,
    }
}

fn holds_reference(value: &SnapshotValue) -> bool {
    value.is_reference() || elements(value).is_some_and(|all| all.iter().any(holds_reference))
}

/// The mark after the name of an object whose state changed: ` [freed]`.
fn mark(object: &SnapshotObject) -> String {
    match object.state {
        ObjectState::Live => String::new(),
        state => format!(" [{}]", state.word()),
    }
}

fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}
