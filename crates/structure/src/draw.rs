//! Drawings: an outline as text, and Graphviz DOT.

use std::collections::{BTreeSet, VecDeque};
use std::fmt::{self, Write};

use crate::ids::ObjectId;
use crate::structure::{Object, Structure, Value};

/// An outline nests at most so deep; what is deeper starts again at the margin,
/// so that a list of a hundred thousand nodes is drawn in linear space.
const MAX_NESTING: usize = 24;

impl fmt::Display for Structure {
    /// The structure as an outline: objects under the field that first reaches
    /// them, later references by name.
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
            write!(f, "{newline}{} {}", self.name(id), self.scalars(object))?;
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
        let mut stack = self.branches(section, String::new());
        while let Some(branch) = stack.pop() {
            let (stem, indent) = if branch.last { ("└─", "  ") } else { ("├─", "│ ") };
            write!(f, "\n{}{stem} {} ", branch.prefix, branch.label)?;
            let Some(object) = branch.target.and_then(|id| self.object(id)) else {
                write!(f, "null")?;
                continue;
            };
            write!(f, "{}", self.name(object.id))?;
            if !drawn.insert(object.id) {
                write!(f, " ↑")?;
            } else if branch.prefix.chars().count() / 2 >= MAX_NESTING {
                write!(f, " ↓")?;
                sections.push_back(object.id);
            } else {
                let scalars = self.scalars(object);
                let space = if scalars.is_empty() { "" } else { " " };
                write!(f, "{space}{scalars}")?;
                stack.extend(self.branches(object, branch.prefix + indent));
            }
        }
        Ok(())
    }

    /// The references of an object as branches, the first on top of the stack.
    fn branches(&self, object: &Object, prefix: String) -> Vec<Branch> {
        let mut branches: Vec<Branch> = self
            .edges(object)
            .map(|(label, target)| Branch { prefix: prefix.clone(), label, target, last: false })
            .collect();
        // An object whose references are all null is a leaf; saying so again
        // for every field would drown the drawing.
        if branches.iter().all(|branch| branch.target.is_none()) {
            branches.clear();
        }
        branches.reverse();
        if let Some(bottom) = branches.first_mut() {
            bottom.last = true;
        }
        branches
    }

    /// The reference fields of an object, arrays element by element.
    fn edges<'a>(
        &'a self,
        object: &'a Object,
    ) -> impl Iterator<Item = (String, Option<ObjectId>)> + 'a {
        fn target(value: &Value) -> Option<Option<ObjectId>> {
            match value {
                Value::Ref(id) => Some(Some(*id)),
                Value::Null => Some(None),
                _ => None,
            }
        }
        self.fields(object).flat_map(|(_, name, value)| match value {
            Value::Array(elements) => elements
                .iter()
                .enumerate()
                .filter_map(|(at, element)| Some((format!("{name}[{at}]"), target(element)?)))
                .collect(),
            scalar => {
                target(scalar).map(|to| (name.to_owned(), to)).into_iter().collect::<Vec<_>>()
            }
        })
    }

    /// The other fields of an object: `(size 3, color red)`.
    fn scalars(&self, object: &Object) -> String {
        let is_edge = |value: &Value| matches!(value, Value::Ref(_) | Value::Null);
        let parts: Vec<String> = self
            .fields(object)
            .filter(|(_, _, value)| match value {
                Value::Array(elements) => !elements.iter().any(is_edge),
                scalar => !is_edge(scalar),
            })
            .map(|(field, name, value)| format!("{name} {}", self.scalar_text(field, value)))
            .collect();
        if parts.is_empty() { String::new() } else { format!("({})", parts.join(", ")) }
    }

    /// The structure as a Graphviz graph.
    pub fn to_dot(&self) -> String {
        let mut dot =
            String::from("digraph structure {\n  node [shape=box, fontname=\"sans-serif\"];\n");
        for object in self.objects() {
            let name = self.name(object.id);
            let label = format!("{name} {}", self.scalars(object));
            // Writing to a string cannot fail.
            let _ = writeln!(dot, "  \"{}\" [label=\"{}\"];", escape(&name), escape(label.trim()));
            for (label, target) in self.edges(object) {
                if let Some(target) = target {
                    let target = self.name(target);
                    let _ = writeln!(
                        dot,
                        "  \"{}\" -> \"{}\" [label=\"{}\"];",
                        escape(&name),
                        escape(&target),
                        escape(&label)
                    );
                }
            }
        }
        dot.push_str("}\n");
        dot
    }
}

struct Branch {
    prefix: String,
    label: String,
    target: Option<ObjectId>,
    last: bool,
}

fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}
