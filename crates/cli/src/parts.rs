//! Parts of a run that know nothing of each other, for job arrays.
//!
//! A part is a saved state with the command that it belongs to. `pikse split` writes parts, `pikse run`
//! works on one, and `pikse merge` reports what all of them found.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use pikse_cluster::State;
use pikse_work::Tally;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::errors::CliError;

/// What a command does with the state of its work.
#[derive(Clone, Debug, Default)]
pub(crate) enum Mode {
    /// Works on it.
    #[default]
    Run,
    /// Divides it into so many parts, and writes them to a folder.
    Split { parts: usize, folder: PathBuf, command: Vec<String> },
    /// Works on one part, and writes it back.
    Part(Part),
    /// Reports what parts have found, without working on them.
    Merge(Merged),
}

impl Mode {
    /// The part that is worked on, if it is one.
    pub(crate) fn part(&self) -> Option<&Part> {
        match self {
            Mode::Part(part) => Some(part),
            Mode::Run | Mode::Split { .. } | Mode::Merge(_) => None,
        }
    }
}

/// One part of several.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Part {
    /// The number, from 1 on.
    pub(crate) number: u32,
    /// How many there are.
    pub(crate) of: u32,
    /// The same for all parts of a run.
    pub(crate) run: String,
    /// The words of the command.
    pub(crate) command: Vec<String>,
}

/// The files of parts, and the numbers of those that are missing.
#[derive(Clone, Debug, Default)]
pub(crate) struct Merged {
    pub(crate) files: Vec<(u32, PathBuf)>,
    pub(crate) missing: Vec<u32>,
}

impl Part {
    /// The part in a file.
    pub(crate) fn read(path: &Path) -> Result<Part, CliError> {
        let bad = |why: String| CliError::Resume { path: path.to_owned(), why };
        let text = std::fs::read_to_string(path).map_err(|error| bad(error.to_string()))?;
        let json: Json = serde_json::from_str(&text).map_err(|error| {
            bad(format!("it is not a part of a run, or it is damaged ({error})"))
        })?;
        let part = Part::deserialize(&json["part"]);
        part.map_err(|_| bad("it is not a part of a run that `pikse split` has written".to_owned()))
    }
}

/// The name of the file of a part.
pub(crate) fn name_of(number: u32, of: u32) -> String {
    let digits = of.to_string().len().max(3);
    format!("{number:0digits$}")
}

/// The parts in a folder: their files by number, and one of them.
pub(crate) fn parts_in(folder: &Path) -> Result<(Merged, Part), CliError> {
    let bad = |why: String| CliError::Resume { path: folder.to_owned(), why };
    let entries = std::fs::read_dir(folder).map_err(|error| bad(error.to_string()))?;
    let mut files: BTreeMap<u32, PathBuf> = BTreeMap::new();
    let mut known: Option<(Part, PathBuf)> = None;
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        let is_number = path
            .file_name()
            .is_some_and(|name| name.to_string_lossy().bytes().all(|byte| byte.is_ascii_digit()));
        if !is_number || !path.is_file() {
            continue;
        }
        let part = Part::read(&path)?;
        if let Some((first, other)) = &known
            && (first.run != part.run || first.of != part.of)
        {
            let why = format!(
                "it has parts of two different runs: {} and {}",
                other.display(),
                path.display()
            );
            return Err(bad(why));
        }
        if let Some(other) = files.insert(part.number, path.clone()) {
            let (one, two) = (other.display(), path.display());
            return Err(bad(format!("{one} and {two} are the same part")));
        }
        known.get_or_insert((part, path));
    }
    let Some((part, _)) = known else {
        return Err(bad("it has no parts that `pikse split` has written".to_owned()));
    };
    let missing = (1..=part.of).filter(|number| !files.contains_key(number)).collect();
    Ok((Merged { files: files.into_iter().collect(), missing }, part))
}

/// What the parts of a run have found together, and the numbers of those that are not finished.
pub(crate) fn merge<P, T: Tally>(
    merged: &Merged,
    read: impl Fn(&Path) -> Result<State<P, T>, CliError>,
) -> Result<(State<P, T>, Vec<u32>), CliError> {
    let mut whole = State { tally: T::default(), parts: Vec::new() };
    let mut open = Vec::new();
    for (number, path) in &merged.files {
        let state = read(path)?;
        if !state.is_complete() {
            open.push(*number);
        }
        whole.tally.merge(&state.tally);
        whole.parts.extend(state.parts);
    }
    Ok((whole, open))
}

/// Gives each part its own state. The first one has what was done before.
pub(crate) fn apart<P, T: Default>(state: State<P, T>) -> Vec<State<P, T>> {
    let mut tally = Some(state.tally);
    let parts = state.parts.into_iter();
    let mut states: Vec<State<P, T>> = parts
        .map(|part| State { tally: tally.take().unwrap_or_default(), parts: vec![part] })
        .collect();
    if let Some(tally) = tally {
        states.push(State { tally, parts: Vec::new() });
    }
    states
}

/// What `pikse split` prints.
pub(crate) fn written(parts: u32, mode: &Mode) -> String {
    let folder = match mode {
        Mode::Split { folder, .. } => folder.as_path(),
        _ => Path::new("."),
    };
    let (first, folder) = (folder.join(name_of(1, parts)), folder.display());
    let (first, plural) = (first.display(), if parts == 1 { "part" } else { "parts" });
    format!(
        "{parts} {plural} in {folder}\nwork on each: pikse run {first}\nthen: pikse merge {folder}\n"
    )
}
