//! Witnesses of format 2.0: YAML.

use std::fmt::Write;

use super::{About, Step};
use crate::run::Spot;

/// A witness without invariants.
pub(super) fn correctness(about: &About<'_>) -> String {
    let mut text = head(about, "invariant_set");
    text.push_str("  content: []\n");
    text
}

/// A witness with the inputs of a run.
pub(super) fn violation(about: &About<'_>, steps: &[Step], target: &Spot) -> String {
    let mut text = head(about, "violation_sequence");
    text.push_str("  content:\n");
    for step in steps {
        waypoint(&mut text, "function_return", &step.file, step.end, None);
        let value = quoted(&format!("\\result == {}", step.value));
        // Writing to a string cannot fail.
        let _ = writeln!(text, "        constraint:\n          value: {value}");
        let _ = writeln!(text, "          format: \"acsl_expression\"");
    }
    if let Some(file) = about.file(target) {
        let function = target.function.as_deref();
        waypoint(&mut text, "target", file, (target.line, target.column.max(1)), function);
    }
    text
}

fn waypoint(
    text: &mut String,
    kind: &str,
    file: &str,
    (line, column): (u32, u32),
    function: Option<&str>,
) {
    let _ = write!(
        text,
        "  - segment:\n    - waypoint:\n        action: \"follow\"\n        type: \"{kind}\"\n        \
         location:\n          file_name: {}\n          line: {line}\n          column: {column}\n",
        quoted(file)
    );
    if let Some(function) = function {
        let _ = writeln!(text, "          function: {}", quoted(function));
    }
}

fn head(about: &About<'_>, kind: &str) -> String {
    let mut text = format!(
        "- entry_type: \"{kind}\"\n  metadata:\n    format_version: \"2.0\"\n    uuid: \"{}\"\n    \
         creation_time: \"{}\"\n    producer:\n      name: \"Pikse\"\n      version: {}\n    task:\n      \
         input_files:\n",
        about.uuid(),
        about.time(),
        quoted(&about.origin.version),
    );
    for source in &about.sources.0 {
        let _ = writeln!(text, "      - {}", quoted(&source.name));
    }
    text.push_str("      input_file_hashes:\n");
    for source in &about.sources.0 {
        let _ = writeln!(text, "        {}: \"{}\"", quoted(&source.name), source.hash);
    }
    let specification = about.task.property.specification();
    let _ = writeln!(text, "      specification: {}", quoted(&specification));
    let _ = writeln!(text, "      data_model: \"{}\"", about.task.data_model.name());
    text.push_str("      language: \"C\"\n");
    text
}

/// A text in double quotes.
fn quoted(text: &str) -> String {
    let mut all = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => all.push_str("\\\""),
            '\\' => all.push_str("\\\\"),
            '\n' => all.push_str("\\n"),
            c if c.is_control() => {
                let _ = write!(all, "\\x{:02x}", u32::from(c));
            }
            c => all.push(c),
        }
    }
    all.push('"');
    all
}
