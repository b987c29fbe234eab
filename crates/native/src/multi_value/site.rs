//! Finds the comparison in the source, for messages.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use pikse_llvm::inkwell::module::Module;
use pikse_llvm::inkwell::values::InstructionOpcode;
use pikse_llvm::raw::{self, Place};

use super::Site;
use super::body::{Body, ValueId};
use super::tree::{Region, Tree, Val};

/// The maximum number of lines of a comparison.
const LINES: u32 = 8;

/// The sources that were read; `None` if they cannot be read.
#[derive(Default)]
pub(super) struct Sources {
    files: HashMap<PathBuf, Option<Vec<String>>>,
}

impl Sources {
    /// Where a load decides.
    pub(super) fn site(
        &mut self,
        module: &Module<'_>,
        body: &Body<'_>,
        load: ValueId,
        region: &Region,
    ) -> Site {
        let mut deciding = comparisons(body, region);
        deciding.push(load);
        let places: Vec<Place> = deciding
            .iter()
            .filter_map(|&id| self.own(raw::places(module, body.at(id).value)))
            .collect();
        let mut site = Site {
            file: String::new(),
            line: 0,
            column: 0,
            function: body.function.get_name().to_string_lossy().into_owned(),
            comparison: String::new(),
            rejects: false,
            accepts: false,
        };
        let Some(place) = places.first() else { return site };
        // Comparisons of one condition are near each other, in the same file. The load
        // itself comes last, and counts if there is nothing else.
        let near = places[..places.len().max(2) - 1]
            .iter()
            .filter(|other| other.file == place.file && other.line.abs_diff(place.line) < LINES);
        let (mut first, mut last) = (place.line, place.line);
        for other in near {
            (first, last) = (first.min(other.line), last.max(other.line));
        }
        (site.line, site.column) = (place.line, place.column);
        site.file.clone_from(&place.file);
        if let Some(function) = &place.function {
            site.function.clone_from(function);
        }
        site.comparison = self.comparison(&path(place), first, last).unwrap_or_default();
        site
    }

    /// The innermost place in the user's code: libraries have no source here, and derived
    /// code is in an attribute.
    fn own(&mut self, places: Vec<Place>) -> Option<Place> {
        let mut places: Vec<Place> = places.into_iter().filter(|place| place.line > 0).collect();
        let known = places.iter().position(|place| {
            let lines = self.lines(&path(place));
            let line = lines.and_then(|lines| lines.get(place.line as usize - 1));
            line.is_some_and(|line| !line.trim_start().starts_with("#["))
        });
        match places.is_empty() {
            true => None,
            false => Some(places.swap_remove(known.unwrap_or(0))),
        }
    }

    fn lines(&mut self, path: &Path) -> Option<&Vec<String>> {
        let read = |path: &PathBuf| {
            let text = std::fs::read_to_string(path).ok()?;
            Some(text.lines().map(str::to_owned).collect())
        };
        self.files.entry(path.to_owned()).or_insert_with_key(read).as_ref()
    }

    /// The condition in some lines of a file.
    fn comparison(&mut self, path: &Path, first: u32, last: u32) -> Option<String> {
        let lines = self.lines(path)?;
        let from = (first as usize).checked_sub(1)?;
        let shown = lines.get(from..(last as usize).min(lines.len()))?;
        let text =
            |lines: &[String]| lines.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ");
        // A condition may end after the last line that compares.
        let longer = lines.get(from..(from + LINES as usize).min(lines.len()))?;
        Some(condition(&text(longer)).unwrap_or_else(|| text(shown)))
    }
}

fn path(place: &Place) -> PathBuf {
    Path::new(&place.folder).join(&place.file)
}

/// The comparisons that a verdict depends on and that use the loaded value, in the order
/// of the source; if there are none, the branches without a comparison.
fn comparisons(body: &Body<'_>, region: &Region) -> Vec<ValueId> {
    let (mut open, mut found, mut ends) = (vec![&region.tree], Vec::new(), Vec::new());
    while let Some(tree) = open.pop() {
        let Tree::Choice { on, at, cases, default } = tree else { continue };
        open.extend(cases.iter().map(|(_, tree)| tree).chain([&**default]));
        let (mut values, mut compared) = (vec![*on], false);
        while let Some(value) = values.pop() {
            let Val::Step(step) = value else { continue };
            let step = &region.steps[step];
            let opcode = body.at(step.instruction).value.get_opcode();
            match opcode {
                InstructionOpcode::ICmp | InstructionOpcode::FCmp if step.depends => {
                    found.push(step.instruction);
                    compared = true;
                }
                _ => values.extend(&step.operands),
            }
        }
        if !compared && *on == Val::Loaded {
            ends.push(*at);
        }
    }
    found.extend(ends);
    found.sort_unstable();
    found.dedup();
    found
}

/// The condition after the first `if`, `while`, `return` or `switch` of a text.
fn condition(text: &str) -> Option<String> {
    let starts = ["if", "while", "switch", "return"];
    let start = starts.iter().filter(|word| text.starts_with(**word));
    let inside = text.find(" if (").map(|at| at + 1);
    let word = start.max_by_key(|word| word.len());
    let (word, rest) = match (word, inside) {
        (Some(word), _) => (*word, &text[word.len()..]),
        (None, Some(at)) => ("if", &text[at + 2..]),
        (None, None) => return None,
    };
    if rest.starts_with(|next: char| next.is_alphanumeric() || next == '_') {
        return None;
    }
    let rest = rest.trim_start();
    let found = match (word, rest.strip_prefix('(')) {
        ("return", _) => rest.split_once(';')?.0,
        (_, Some(inner)) => {
            let mut depth = 1;
            let end = inner.find(|next: char| {
                depth += i32::from(next == '(') - i32::from(next == ')');
                depth == 0
            })?;
            &inner[..end]
        }
        // Rust has no parentheses there.
        (_, None) => rest.split_once('{')?.0,
    };
    Some(found.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::condition;

    #[test]
    fn conditions_are_cut_out_of_lines() {
        let table = [
            ("if (a < b || f(a)) return false;", Some("a < b || f(a)")),
            ("} else if (a == b) {", Some("a == b")),
            ("return a == b;", Some("a == b")),
            ("if node.data < min || node.data > max {", Some("node.data < min || node.data > max")),
            ("while (x != (y)) {", Some("x != (y)")),
            ("self.size == keys.len()", None),
            ("returned = 3;", None),
            ("if (a <", None),
        ];
        for (text, expected) in table {
            assert_eq!(condition(text).as_deref(), expected, "{text}");
        }
    }
}
