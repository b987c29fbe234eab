//! Witnesses of format 1.0: an automaton as GraphML.

use std::fmt::Write;

use super::{About, Step};
use crate::run::Spot;

/// The attributes of graphs, nodes and edges that are used.
const KEYS: [(&str, &str, &str); 13] = [
    ("witness-type", "string", "graph"),
    ("sourcecodelang", "string", "graph"),
    ("producer", "string", "graph"),
    ("specification", "string", "graph"),
    ("programfile", "string", "graph"),
    ("programhash", "string", "graph"),
    ("architecture", "string", "graph"),
    ("creationtime", "string", "graph"),
    ("entry", "boolean", "node"),
    ("violation", "boolean", "node"),
    ("assumption", "string", "edge"),
    ("assumption.resultfunction", "string", "edge"),
    ("startline", "int", "edge"),
];

/// A witness without invariants.
pub(super) fn correctness(about: &About<'_>) -> String {
    let mut text = head(about, "correctness_witness");
    text.push_str("  <node id=\"n0\">\n   <data key=\"entry\">true</data>\n  </node>\n");
    text.push_str(" </graph>\n</graphml>\n");
    text
}

/// A witness with the inputs of a run.
pub(super) fn violation(about: &About<'_>, steps: &[Step], target: &Spot) -> String {
    let mut text = head(about, "violation_witness");
    let last = steps.len() + 1;
    for node in 0..=last {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  <node id=\"n{node}\">");
        for (key, is_it) in [("entry", node == 0), ("violation", node == last)] {
            if is_it {
                let _ = writeln!(text, "   <data key=\"{key}\">true</data>");
            }
        }
        text.push_str("  </node>\n");
    }
    for (at, step) in steps.iter().enumerate() {
        let assumption = escaped(&format!("\\result == {};", step.value));
        let function = called(about, step);
        let _ = write!(
            text,
            "  <edge source=\"n{at}\" target=\"n{}\">\n   <data key=\"startline\">{}</data>\n   \
             <data key=\"assumption\">{assumption}</data>\n   \
             <data key=\"assumption.resultfunction\">{}</data>\n  </edge>\n",
            at + 1,
            step.begin.0,
            escaped(&function),
        );
    }
    let _ = write!(
        text,
        "  <edge source=\"n{}\" target=\"n{last}\">\n   <data key=\"startline\">{}</data>\n  </edge>\n \
         </graph>\n</graphml>\n",
        last - 1,
        target.line,
    );
    text
}

/// The name of the function that a step calls.
fn called(about: &About<'_>, step: &Step) -> String {
    let source = about.sources.0.iter().find(|source| source.name == step.file);
    let line = source.and_then(|source| source.lines.get(step.begin.0 as usize - 1));
    let rest = line.and_then(|line| line.get(step.begin.1 as usize - 1..)).unwrap_or_default();
    let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
    rest[..end].to_owned()
}

fn head(about: &About<'_>, kind: &str) -> String {
    let mut text = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n\
         <graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\" \
         xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">\n",
    );
    for (name, ty, of) in KEYS {
        let name = escaped(name);
        let _ = writeln!(
            text,
            " <key attr.name=\"{name}\" attr.type=\"{ty}\" for=\"{of}\" id=\"{name}\"/>"
        );
    }
    let source = about.sources.0.first();
    let bits = match about.task.data_model {
        crate::task::DataModel::Ilp32 => "32bit",
        crate::task::DataModel::Lp64 => "64bit",
    };
    text.push_str(" <graph edgedefault=\"directed\">\n");
    for (key, value) in [
        ("witness-type", kind),
        ("sourcecodelang", "C"),
        ("producer", &format!("Pikse {}", about.origin.version)),
        ("specification", &about.task.property.specification()),
        ("programfile", source.map_or("", |source| &source.name)),
        ("programhash", source.map_or("", |source| &source.hash)),
        ("architecture", bits),
        ("creationtime", &about.time()),
    ] {
        let _ = writeln!(text, "  <data key=\"{key}\">{}</data>", escaped(value));
    }
    text
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
