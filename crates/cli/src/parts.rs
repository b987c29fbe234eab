//! Parts of a run that know nothing of each other, for job arrays.
//!
//! A part is a saved state with the command that it belongs to. `pikse split` writes parts, `pikse run`
//! works on one, and `pikse merge` reports what all of them found. The compiled program is beside them, once
//! (`program`). A part that is too large can be split again: the parts of `017` are `017-1`, `017-2`, and so
//! on, and take its place.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use pikse_cluster::State;
use pikse_work::Tally;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::errors::CliError;
use crate::program::Packed;
use crate::save;

/// What a command does with the state of its work.
#[derive(Clone, Debug, Default)]
pub(crate) enum Mode {
    /// Works on it.
    #[default]
    Run,
    /// Divides it, and writes the parts to a folder.
    Split(Split),
    /// Works on one part, and writes it back.
    Part(OnePart),
    /// Reports what parts have found, without working on them.
    Merge(Merged),
}

impl Mode {
    /// The part that is worked on, if it is one.
    pub(crate) fn part(&self) -> Option<&Part> {
        match self {
            Mode::Part(OnePart { part, .. }) => Some(part),
            Mode::Run | Mode::Split(_) | Mode::Merge(_) => None,
        }
    }

    /// The compiled program, if it was stored with the parts of a run.
    pub(crate) fn program(&self) -> Option<&Packed> {
        match self {
            Mode::Run => None,
            Mode::Split(split) => split.program.as_ref(),
            Mode::Part(OnePart { program, .. }) => Some(program),
            Mode::Merge(merged) => Some(&merged.program),
        }
    }

    /// Whether it works on one part of several, or makes them: `pikse merge` writes the files of the whole.
    pub(crate) fn is_partial(&self) -> bool {
        matches!(self, Mode::Split(_) | Mode::Part(_))
    }

    /// The words of the command, if they are not those of this process.
    pub(crate) fn words(&self) -> Option<&[String]> {
        match self {
            Mode::Run => None,
            Mode::Split(split) => Some(&split.command),
            Mode::Part(OnePart { part, .. }) => Some(&part.command),
            Mode::Merge(merged) => Some(&merged.command),
        }
    }
}

/// How to divide.
#[derive(Clone, Debug)]
pub(crate) struct Split {
    /// Into how many parts.
    pub(crate) parts: usize,
    pub(crate) folder: PathBuf,
    /// The words of the command.
    pub(crate) command: Vec<String>,
    /// The part that is split again, and its file.
    pub(crate) of: Option<(Part, PathBuf)>,
    /// Its program.
    pub(crate) program: Option<Packed>,
}

/// A part to work on.
#[derive(Clone, Debug)]
pub(crate) struct OnePart {
    pub(crate) part: Part,
    pub(crate) program: Packed,
}

impl Split {
    /// The part with a number from 1 on, and the name of its file.
    pub(crate) fn part(&self, number: u32, of: u32, run: &str, program: &str) -> (Part, PathBuf) {
        let part = match &self.of {
            Some((whole, _)) => {
                let mut part = whole.clone();
                part.again.push((number, of));
                part
            }
            None => {
                let (run, program) = (run.to_owned(), program.to_owned());
                Part { number, of, again: Vec::new(), run, program, command: self.command.clone() }
            }
        };
        let path = self.folder.join(part.name());
        (part, path)
    }
}

/// One part of several.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Part {
    /// The number, from 1 on.
    pub(crate) number: u32,
    /// How many there are.
    pub(crate) of: u32,
    /// If it was split again: the number among its parts, and how many there are; each time.
    #[serde(default)]
    pub(crate) again: Vec<(u32, u32)>,
    /// The same for all parts of a run.
    pub(crate) run: String,
    /// The checksum of the compiled program, which is beside the parts.
    pub(crate) program: String,
    /// The words of the command.
    pub(crate) command: Vec<String>,
}

/// The files of parts, and the numbers of those that are missing.
#[derive(Clone, Debug)]
pub(crate) struct Merged {
    pub(crate) files: Vec<(u32, PathBuf)>,
    pub(crate) missing: Vec<u32>,
    /// The words of the command.
    pub(crate) command: Vec<String>,
    pub(crate) program: Packed,
}

impl Part {
    /// The part in a file.
    pub(crate) fn read(path: &Path) -> Result<Part, CliError> {
        let bad = |why: String| CliError::Resume { path: path.to_owned(), why };
        let text = std::fs::read_to_string(path).map_err(|error| bad(error.to_string()))?;
        let json: Json = serde_json::from_str(&text).map_err(|error| {
            bad(format!("it is not a part of a run, or it is damaged ({error})"))
        })?;
        if json["pikse-save"].as_u64().is_some_and(|version| version != save::VERSION) {
            return Err(bad(
                "another version of Pikse has written it; split the run again".to_owned()
            ));
        }
        let part = Part::deserialize(&json["part"]);
        part.map_err(|_| bad("it is not a part of a run that `pikse split` has written".to_owned()))
    }

    /// The compiled program, which is beside the file of the part.
    pub(crate) fn program(&self, path: &Path) -> Result<Packed, CliError> {
        Packed::read(path.parent().unwrap_or(Path::new("")), &self.program)
    }

    /// The name of its file.
    pub(crate) fn name(&self) -> String {
        let digits = self.of.to_string().len().max(3);
        let mut name = format!("{:0digits$}", self.number);
        for (number, of) in &self.again {
            let digits = of.to_string().len();
            name += &format!("-{number:0digits$}");
        }
        name
    }

    /// The numbers that lead to it.
    fn way(&self) -> Vec<(u32, u32)> {
        std::iter::once((self.number, self.of)).chain(self.again.iter().copied()).collect()
    }
}

/// The parts in a folder: their files by number, and one of them.
pub(crate) fn parts_in(folder: &Path) -> Result<(Merged, Part), CliError> {
    let bad = |why: String| CliError::Resume { path: folder.to_owned(), why };
    let entries = std::fs::read_dir(folder).map_err(|error| bad(error.to_string()))?;
    let mut files: BTreeMap<Vec<(u32, u32)>, (Part, PathBuf)> = BTreeMap::new();
    let mut known: Option<(Part, PathBuf)> = None;
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        let is_number = path.file_name().is_some_and(|name| {
            name.to_string_lossy().bytes().all(|byte| byte.is_ascii_digit() || byte == b'-')
        });
        if !is_number || !path.is_file() {
            continue;
        }
        let part = Part::read(&path)?;
        if let Some((first, other)) = &known
            && ((&first.run, &first.program, first.of) != (&part.run, &part.program, part.of))
        {
            let why = format!(
                "it has parts of two different runs: {} and {}",
                other.display(),
                path.display()
            );
            return Err(bad(why));
        }
        if let Some((_, other)) = files.insert(part.way(), (part.clone(), path.clone())) {
            let (one, two) = (other.display(), path.display());
            return Err(bad(format!("{one} and {two} are the same part")));
        }
        known.get_or_insert((part, path));
    }
    let Some((part, _)) = known else {
        return Err(bad("it has no parts that `pikse split` has written".to_owned()));
    };
    // A part is there, or the parts that it was split into.
    for (way, (_, path)) in &files {
        let above = (1..way.len()).find_map(|length| files.get(&way[..length]));
        if let Some((_, above)) = above {
            let (one, two) = (above.display(), path.display());
            let why = format!(
                "{one} is there, and also {two}, which it was split into; the split was not finished: \
                 remove {one}-*, and split it again"
            );
            return Err(bad(why));
        }
    }
    let ways: Vec<&Vec<(u32, u32)>> = files.keys().collect();
    let missing = (1..=part.of).filter(|&number| is_missing(&ways, &[(number, part.of)]));
    let missing = missing.collect();
    let files = files.into_values().map(|(part, path)| (part.number, path)).collect();
    let program = Packed::read(folder, &part.program)?;
    Ok((Merged { files, missing, command: part.command.clone(), program }, part))
}

/// Whether a part, or one of those that it was split into, is missing.
fn is_missing(ways: &[&Vec<(u32, u32)>], way: &[(u32, u32)]) -> bool {
    let below: Vec<&&Vec<(u32, u32)>> = ways.iter().filter(|of| of.starts_with(way)).collect();
    match below.first() {
        None => true,
        Some(first) if first.len() == way.len() => false,
        Some(first) => {
            let of = first[way.len()].1;
            (1..=of).any(|number| is_missing(ways, &[way, &[(number, of)]].concat()))
        }
    }
}

/// What the parts of a run have found together, and the numbers of those that are not finished.
pub(crate) fn merge<P, T: Tally>(
    merged: &Merged,
    mut read: impl FnMut(&Path) -> Result<State<P, T>, CliError>,
) -> Result<(State<P, T>, Vec<u32>), CliError> {
    let mut whole = State { tally: T::default(), parts: Vec::new() };
    let mut open = Vec::new();
    for (number, path) in &merged.files {
        let state = read(path)?;
        if !state.is_complete() && open.last() != Some(number) {
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
    let Mode::Split(split) = mode else { return String::new() };
    let (_, first) = split.part(1, parts, "", "");
    let (first, folder) = (first.display(), split.folder.display());
    let plural = if parts == 1 { "part" } else { "parts" };
    format!(
        "{parts} {plural} in {folder}\nwork on each: pikse run {first}\nthen: pikse merge {folder}\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_parts_are_counted() {
        let ways = [vec![(1, 3)], vec![(2, 3), (1, 2)], vec![(2, 3), (2, 2), (1, 1)]];
        let ways: Vec<&Vec<(u32, u32)>> = ways.iter().collect();
        let missing = |number| is_missing(&ways, &[(number, 3)]);
        assert_eq!([1, 2, 3].map(missing), [false, false, true]);
        assert!(is_missing(&ways[..2], &[(2, 3)]));
        let part = Part {
            number: 7,
            of: 40,
            again: vec![(3, 12)],
            run: String::new(),
            program: String::new(),
            command: Vec::new(),
        };
        assert_eq!(part.name(), "007-03");
    }
}
