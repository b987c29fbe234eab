//! Instances as text, JSON and DOT.

use std::fmt::Write as _;

/// An instance with the names of signatures, fields and atoms.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Shown {
    /// Signatures with their atoms.
    pub sigs: Vec<(String, Vec<String>)>,
    /// Fields with their tuples; the names have the form `this/S<:f`.
    pub fields: Vec<(String, Vec<Vec<String>>)>,
    /// Parameters of the predicate, and values of existential variables.
    pub witnesses: Vec<(String, Vec<Vec<String>>)>,
    /// Which signatures are private.
    pub(crate) hidden: Vec<bool>,
    /// Which signatures are at the top.
    pub(crate) top: Vec<bool>,
    /// The clauses that a symbolic instance enforces.
    pub clauses: Option<Vec<String>>,
    /// Values that satisfy the clauses, by the names of cells; `None` if that is not decided.
    pub solution: Option<std::collections::BTreeMap<String, i64>>,
}

impl Shown {
    /// One line for each signature and field.
    #[must_use]
    pub fn text(&self) -> String {
        let mut out = String::new();
        for ((label, atoms), hidden) in self.sigs.iter().zip(&self.hidden) {
            if !hidden {
                let _ = writeln!(out, "{label}={{{}}}", atoms.join(", "));
            }
        }
        for (label, tuples) in &self.fields {
            if !self.is_hidden(label) {
                let _ = writeln!(out, "{label}={{{}}}", joined(tuples));
            }
        }
        for (label, tuples) in &self.witnesses {
            let _ = writeln!(out, "{label}={{{}}}", joined(tuples));
        }
        if let Some(clauses) = &self.clauses {
            let _ = writeln!(out, "clauses={{{}}}", clauses.join(", "));
            let solution = self.solution.as_ref().map_or_else(
                || "unknown".to_string(),
                |s| {
                    format!(
                        "{{{}}}",
                        s.iter().map(|(n, v)| format!("{n}={v}")).collect::<Vec<_>>().join(", ")
                    )
                },
            );
            let _ = writeln!(out, "solution={solution}");
        }
        out
    }

    /// Calls atoms by other names, and hides signatures.
    pub(crate) fn replace(
        &mut self,
        called: &std::collections::BTreeMap<String, String>,
        hidden: &[String],
    ) {
        let rename = |atom: &mut String| {
            if let Some(name) = called.get(atom) {
                atom.clone_from(name);
            }
        };
        for (_, tuples) in self.fields.iter_mut().chain(&mut self.witnesses) {
            tuples.iter_mut().flatten().for_each(rename);
        }
        let keep: Vec<bool> = self
            .sigs
            .iter()
            .map(|(label, _)| {
                !hidden.contains(label)
                    && !hidden.iter().any(|h| label == &h.replace("/Clause", "/Expr"))
            })
            .collect();
        let mut at = keep.iter();
        self.sigs.retain(|_| *at.next().unwrap_or(&true));
        let mut at = keep.iter();
        self.hidden.retain(|_| *at.next().unwrap_or(&true));
        let mut at = keep.iter();
        self.top.retain(|_| *at.next().unwrap_or(&true));
    }

    fn is_hidden(&self, field: &str) -> bool {
        let owner = field.split("<:").next().unwrap_or_default();
        self.sigs.iter().zip(&self.hidden).any(|((label, _), &hidden)| hidden && label == owner)
    }

    /// `{"sigs": {…}, "fields": {…}, "witnesses": {…}}`.
    #[must_use]
    pub fn json(&self) -> serde_json::Value {
        let map = |all: &[(String, Vec<Vec<String>>)]| -> serde_json::Value {
            all.iter()
                .map(|(k, v)| (k.clone(), serde_json::json!(v)))
                .collect::<serde_json::Map<_, _>>()
                .into()
        };
        let sigs: serde_json::Map<_, _> =
            self.sigs.iter().map(|(k, v)| (k.clone(), serde_json::json!(v))).collect();
        let mut object = serde_json::json!({
            "sigs": sigs,
            "fields": map(&self.fields),
            "witnesses": map(&self.witnesses),
        });
        if let Some(clauses) = &self.clauses {
            object["clauses"] = serde_json::json!(clauses);
            object["solution"] = serde_json::json!(self.solution);
        }
        object
    }

    /// A graph: atoms as nodes with the sets they are in, and tuples of fields as edges. The middle
    /// columns of a longer tuple are in the label of its edge.
    #[must_use]
    pub fn dot(&self) -> String {
        let mut out =
            String::from("digraph instance {\n  node [shape=box, fontname=\"sans-serif\"];\n");
        let quote = |s: &str| format!("\"{}\"", s.replace('\\', "\\\\").replace('"', "\\\""));
        let mut atoms: Vec<&String> = Vec::new();
        for (((_, members), hidden), top) in self.sigs.iter().zip(&self.hidden).zip(&self.top) {
            if *top && !hidden {
                atoms.extend(members);
            }
        }
        let shown: Vec<_> =
            self.fields.iter().filter(|(label, _)| !self.is_hidden(label)).collect();
        for (_, tuples) in &shown {
            for atom in tuples.iter().flatten() {
                if !atoms.contains(&atom) {
                    atoms.push(atom);
                }
            }
        }
        for atom in atoms {
            let mut label = atom.clone();
            for (((name, members), hidden), top) in
                self.sigs.iter().zip(&self.hidden).zip(&self.top)
            {
                if !top && !hidden && members.contains(atom) {
                    let _ = write!(label, "\\n({})", name.rsplit('/').next().unwrap_or(name));
                }
            }
            for (name, tuples) in &self.witnesses {
                if tuples.iter().any(|t| t.len() == 1 && t[0] == *atom) {
                    let _ = write!(label, "\\n({name})");
                }
            }
            let label = label.replace('"', "\\\"");
            let _ = writeln!(out, "  {} [label=\"{label}\"];", quote(atom));
        }
        for (name, tuples) in shown {
            let field = name.rsplit("<:").next().unwrap_or(name);
            for t in tuples {
                if let (Some(from), Some(to)) = (t.first(), t.last()) {
                    let middle = if t.len() > 2 {
                        format!(" [{}]", t[1..t.len() - 1].join(", "))
                    } else {
                        String::new()
                    };
                    let _ = writeln!(
                        out,
                        "  {} -> {} [label={}];",
                        quote(from),
                        quote(to),
                        quote(&format!("{field}{middle}"))
                    );
                }
            }
        }
        if let Some(clauses) = &self.clauses {
            let label = clauses.join("\\n").replace('"', "\\\"");
            let _ = writeln!(out, "  \"clauses\" [shape=note, label=\"{label}\"];");
        }
        out.push_str("}\n");
        out
    }
}

fn joined(tuples: &[Vec<String>]) -> String {
    tuples.iter().map(|t| t.join("->")).collect::<Vec<_>>().join(", ")
}
