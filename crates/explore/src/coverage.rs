//! Lines of the source that were run.

use std::collections::BTreeMap;

use pikse_ir::{BlockId, FuncId, Program};

use crate::tally::Covered;

/// The lines of files that have code, and whether it was run.
pub type Lines = BTreeMap<String, BTreeMap<u32, bool>>;

/// The lines of all functions whose file is wanted. A line is covered if some of its code was run.
#[must_use]
pub fn lines(program: &Program, coverage: &Covered, wanted: &dyn Fn(&str) -> bool) -> Lines {
    let is_wanted: Vec<bool> = program.files.iter().map(|file| wanted(file)).collect();
    let mut lines = Lines::new();
    for (at, function) in program.functions.iter().enumerate() {
        let Some(body) = &function.body else { continue };
        for (number, block) in body.blocks.iter().enumerate() {
            let covered = coverage.is_covered(FuncId::at(at), BlockId::at(number));
            for place in &body.places[block.start as usize..block.end as usize] {
                let location = program.locations[place.index()];
                let file = location.file.index();
                if location.line == 0 || !is_wanted.get(file).is_some_and(|&wanted| wanted) {
                    continue;
                }
                let of_file = lines.entry(program.files[file].clone()).or_default();
                *of_file.entry(location.line).or_default() |= covered;
            }
        }
    }
    lines
}

/// The part of the lines that was run; all, if there are none.
#[must_use]
pub fn share(lines: &Lines) -> f64 {
    let all = lines.values().map(BTreeMap::len).sum::<usize>();
    let covered = lines.values().flat_map(BTreeMap::values).filter(|&&covered| covered).count();
    if all == 0 { 1.0 } else { covered as f64 / all as f64 }
}
