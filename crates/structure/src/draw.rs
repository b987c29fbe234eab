//! Drawings: an outline as text, and Graphviz DOT.

use std::collections::{BTreeSet, VecDeque};
use std::fmt::{self, Write};

use crate::ids::ObjectId;
use crate::structure::{Object, Structure, Value};

/// An outline nests at most so deep; what is deeper starts again at the margin,
/// so that a list of a hundred thousand nodes is drawn in linear space.
const MAX_NESTING: usize = 24;

impl fmt::Display for Structure {
    /// The structure as an outline: an object stands under the field that first
    /// reaches it. References to objects that were drawn before stand with the
    /// other values; what is not shown is null.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut drawn = BTreeSet::from([self.root().id]);
        let mut sections = VecDeque::from([self.root().id]);
        let mut first = true;
        while let Some(id) = sections.pop_front() {
            let Some(object) = self.object(id) else {
                continue;
            };
            let newline = if first { "" } else { "\n" };
            first = false;
            write!(f, "{newline}{}{}", self.name(id), self.values(object, Some(&drawn)))?;
            self.outline(f, object, &mut drawn, &mut sections)?;
        }
        Ok(())
    }
}

impl Structure {
    fn outline(
        &self,
        f: &mut fmt::Formatter<'_>,
        section: &Object,
        drawn: &mut BTreeSet<ObjectId>,
        sections: &mut VecDeque<ObjectId>,
    ) -> fmt::Result {
        let mut stack = self.branches(section, "", drawn);
        while let Some(branch) = stack.pop() {
            let (stem, indent) = if branch.last { ("└─", "  ") } else { ("├─", "│ ") };
            write!(f, "\n{}{stem} {} {}", branch.prefix, branch.label, self.name(branch.target))?;
            let Some(object) = self.object(branch.target) else { continue };
            if !drawn.insert(object.id) {
                write!(f, " ↑")?;
            } else if branch.prefix.chars().count() / 2 >= MAX_NESTING {
                write!(f, " ↓")?;
                sections.push_back(object.id);
            } else {
                write!(f, "{}", self.values(object, Some(drawn)))?;
                stack.extend(self.branches(object, &(branch.prefix + indent), drawn));
            }
        }
        Ok(())
    }

    /// The objects that are to be drawn below an object, the first on top of the
    /// stack.
    fn branches(&self, object: &Object, prefix: &str, drawn: &BTreeSet<ObjectId>) -> Vec<Branch> {
        let mut branches: Vec<Branch> = self
            .edges(object)
            .filter(|(_, target)| !drawn.contains(target))
            .map(|(label, target)| Branch { prefix: prefix.to_owned(), label, target, last: false })
            .collect();
        branches.reverse();
        if let Some(bottom) = branches.first_mut() {
            bottom.last = true;
        }
        branches
    }

    /// The references of an object that are not null, arrays element by element.
    fn edges<'a>(&'a self, object: &'a Object) -> impl Iterator<Item = (String, ObjectId)> + 'a {
        self.fields(object).flat_map(|(_, name, value)| match value {
            Value::Ref(target) => vec![(name.to_owned(), *target)],
            Value::Array(elements) => {
                let reference = |(at, element): (usize, &Value)| match element {
                    Value::Ref(target) => Some((format!("{name}[{at}]"), *target)),
                    _ => None,
                };
                elements.iter().enumerate().filter_map(reference).collect()
            }
            _ => Vec::new(),
        })
    }

    /// The values of an object beside its name: ` (size 3, color red)`, and the
    /// references to objects of `drawn`.
    fn values(&self, object: &Object, drawn: Option<&BTreeSet<ObjectId>>) -> String {
        let is_reference = |value: &Value| matches!(value, Value::Ref(_) | Value::Null);
        let scalars = self.fields(object).filter_map(|(field, name, value)| {
            let shown = match value {
                Value::Array(elements) => !elements.iter().any(is_reference),
                scalar => !is_reference(scalar),
            };
            shown.then(|| format!("{name} {}", self.scalar_text(field, value)))
        });
        let back = self.edges(object).filter_map(|(label, target)| {
            let shown = drawn.is_some_and(|drawn| drawn.contains(&target));
            shown.then(|| format!("{label} {}", self.name(target)))
        });
        let parts: Vec<String> = scalars.chain(back).collect();
        if parts.is_empty() { String::new() } else { format!(" ({})", parts.join(", ")) }
    }

    /// The structure as a Graphviz graph.
    pub fn to_dot(&self) -> String {
        let mut dot =
            String::from("digraph structure {\n  node [shape=box, fontname=\"sans-serif\"];\n");
        for object in self.objects() {
            let name = self.name(object.id);
            let label = format!("{name}{}", self.values(object, None));
            // Writing to a string cannot fail.
            let _ = writeln!(dot, "  \"{}\" [label=\"{}\"];", escape(&name), escape(&label));
            for (label, target) in self.edges(object) {
                let (from, to) = (escape(&name), escape(&self.name(target)));
                let _ = writeln!(dot, "  \"{from}\" -> \"{to}\" [label=\"{}\"];", escape(&label));
            }
        }
        dot.push_str("}\n");
        dot
    }
}

struct Branch {
    prefix: String,
    label: String,
    target: ObjectId,
    last: bool,
}

fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}
