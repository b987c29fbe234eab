//! `pikse explore NEW --since OLD_RUN`: what is left of an exploration of another version.
//!
//! A saved exploration has its state, what it found, and beside them the fingerprints of its functions
//! (`FILE.functions`).

use std::collections::BTreeMap;
use std::path::{Path as FilePath, PathBuf};

use pikse_cluster::State;
use pikse_explore::{ExploreTally, ExploreWork, Fingerprints, Frontier, Path, Run, since};
use pikse_report::Since;
use pikse_vm::Way;
use serde_json::Value as Json;

use crate::errors::CliError;
use crate::files::WholeFile;
use crate::found;
use crate::save::{self, Identity};

/// The file with the fingerprints of a saved exploration.
fn beside(save: &FilePath) -> PathBuf {
    let mut name = save.as_os_str().to_owned();
    name.push(".functions");
    name.into()
}

/// Writes the fingerprints of an exploration that is saved.
pub(super) fn write(save: &FilePath, work: &ExploreWork<'_>) -> Result<(), CliError> {
    let path = beside(save);
    let mut file = WholeFile::begin(&path)?;
    let written = serde_json::to_writer(&mut file, &Fingerprints::of(&work.code));
    file.finish_after(written.map_err(Into::into))
}

/// Where an exploration begins that uses an earlier one.
#[derive(Debug)]
pub(super) struct Begin {
    pub(super) state: State<Frontier, ExploreTally>,
    /// The runs of the paths that stay.
    pub(super) kept: BTreeMap<Vec<Way>, Run>,
    /// What to tell; the tests that are added are counted later.
    pub(super) since: Since,
}

/// Reads an earlier exploration, and compares. `options` is what must be equal.
pub(super) fn begin(
    path: &FilePath,
    options: &Identity,
    work: &ExploreWork<'_>,
) -> Result<Begin, CliError> {
    let bad = |why: &str| CliError::Resume { path: path.to_owned(), why: why.to_owned() };
    let state: State<Json, ExploreTally> = save::read(path, options)?;
    if !state.is_complete() {
        return Err(bad("the exploration is not complete; continue it with --resume first"));
    }
    let beside = beside(path);
    let unreadable = |why: String| CliError::Resume { path: beside.clone(), why };
    let text = std::fs::read_to_string(&beside).map_err(|error| unreadable(error.to_string()))?;
    let old: Fingerprints = serde_json::from_str(&text)
        .map_err(|error| unreadable(format!("it is damaged: {error}")))?;
    let mut paths: Vec<Path> = Vec::new();
    found::each(path, save::found_in(path)?, &mut |found| {
        paths.push(found);
        Ok(())
    })?;
    let tally = &state.tally;
    let all = tally.paths() + tally.rejected + tally.cut.values().sum::<u64>();
    if paths.len() as u64 != all || paths.iter().any(|path| path.script.is_none()) {
        return Err(bad("it has not the tests of all paths; save it again with --tests all"));
    }
    let has_test = |path: &&Path| path.run.is_some();
    let tests = paths.iter().filter(has_test).count() as u64;
    let run = path.display().to_string();
    // If nothing can be kept, everything is explored.
    let Some(left) = since(work.code, &work.options, (work.solver)(), &old, paths) else {
        let functions = work.code.ir.functions.iter().filter(|of| of.body.is_some()).count() as u64;
        let none = Since { run, changed: functions, functions, kept: 0, dropped: tests, added: 0 };
        return Ok(Begin { state: State::new(), kept: BTreeMap::new(), since: none });
    };
    let (changed, functions) = left.functions;
    let kept: BTreeMap<Vec<Way>, Run> =
        left.kept.into_iter().filter_map(|path| Some((path.ways, path.run?))).collect();
    let parts = match left.parts.is_empty() {
        true => Vec::new(),
        false => vec![Some(work.position(&left.parts))],
    };
    let state = State { tally: ExploreTally::default(), parts };
    let (count, added) = (kept.len() as u64, 0);
    let since = Since { run, changed, functions, kept: count, dropped: tests - count, added };
    Ok(Begin { state, kept, since })
}
