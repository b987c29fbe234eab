//! Failures on disk: a file for each, which says what ran, and on which input.

use std::io::Write;
use std::path::{Path, PathBuf};

use pikse_structure::{CellId, Space};
use serde_json::{Value as Json, json};

use super::plan::Plan;
use super::result::Found;
use super::session::CheckSession;
use crate::errors::CliError;
use crate::files::WholeFile;

/// The form of the file.
const VERSION: u64 = 1;

/// A failure that was saved.
#[derive(Debug)]
pub(crate) struct Saved {
    pub(crate) plan: Plan,
    pub(crate) name: String,
    pub(crate) kind: String,
    pub(crate) text: String,
    pub(crate) candidate: Vec<u32>,
    fingerprint: String,
}

/// The file of a failure, by the name of its check and its number from 1.
pub(crate) fn path(folder: &Path, name: &str, number: usize, extension: &str) -> PathBuf {
    let fits = |c: char| if c.is_alphanumeric() || c == '_' { c } else { '-' };
    let name: String = name.chars().map(fits).collect();
    folder.join(format!("{name}-{number}.{extension}"))
}

/// Removes what an earlier run has left for a check.
pub(crate) fn clear(folder: &Path, name: &str) {
    for number in 1.. {
        let mut any = false;
        for extension in ["json", "c", "cpp", "rs"] {
            any |= std::fs::remove_file(path(folder, name, number, extension)).is_ok();
        }
        if !any {
            return;
        }
    }
}

/// Saves a failure; gives the file.
pub(crate) fn write(
    folder: &Path,
    plan: &Plan,
    session: &CheckSession,
    found: &Found,
    number: usize,
) -> Result<PathBuf, CliError> {
    let path = path(folder, &session.property.name, number, "json");
    let structure = crate::summary::structure_of(&session.bounds.space, &found.candidate);
    let json = json!({
        "pikse-failure": VERSION,
        "check": session.property.name,
        "arguments": plan.words,
        "kind": found.shown.kind,
        "text": found.shown.text,
        "place": found.shown.place.as_ref().map(ToString::to_string),
        "bounds": fingerprint(&session.bounds.space),
        "candidate": found.candidate,
        "input": structure.to_json(),
    });
    let mut file = WholeFile::begin(&path)?;
    let written = writeln!(file, "{json:#}");
    file.finish_after(written)?;
    Ok(path)
}

fn fingerprint(space: &Space) -> String {
    format!("{:016x}", space.fingerprint())
}

/// Reads a failure.
pub(crate) fn read(path: &Path) -> Result<Saved, CliError> {
    let refuse = |why: String| CliError::Replay { path: path.to_owned(), why };
    let text = std::fs::read_to_string(path).map_err(|error| refuse(error.to_string()))?;
    let json: Json = serde_json::from_str(&text)
        .map_err(|error| refuse(format!("it is no saved failure, or damaged ({error})")))?;
    match json["pikse-failure"].as_u64() {
        Some(VERSION) => {}
        Some(_) => return Err(refuse("it was saved by another version of Pikse".to_owned())),
        None => return Err(refuse("it is no saved failure".to_owned())),
    }
    let damaged = || refuse("it is damaged: what it says cannot be".to_owned());
    let word = |json: &Json| json.as_str().map(str::to_owned);
    let words = json["arguments"].as_array().ok_or_else(damaged)?.iter().map(word);
    let words: Vec<String> = words.collect::<Option<_>>().ok_or_else(damaged)?;
    let plan = Plan::of_words(words).map_err(refuse)?;
    if plan.args.files.is_empty() && plan.args.package.is_none() {
        return Err(damaged());
    }
    let index = |json: &Json| u32::try_from(json.as_u64()?).ok();
    let candidate = json["candidate"].as_array().ok_or_else(damaged)?.iter().map(index);
    Ok(Saved {
        plan,
        name: word(&json["check"]).ok_or_else(damaged)?,
        kind: word(&json["kind"]).ok_or_else(damaged)?,
        text: word(&json["text"]).ok_or_else(damaged)?,
        candidate: candidate.collect::<Option<_>>().ok_or_else(damaged)?,
        fingerprint: word(&json["bounds"]).ok_or_else(damaged)?,
    })
}

impl Saved {
    /// Whether the input is one of a space.
    pub(crate) fn check_fits(&self, path: &Path, space: &Space) -> Result<(), CliError> {
        let refuse = |why: &str| CliError::Replay { path: path.to_owned(), why: why.to_owned() };
        if self.fingerprint != fingerprint(space) {
            return Err(refuse(
                "the types or the bounds have changed since it was saved; run the check again",
            ));
        }
        let fits = |(&index, cell)| index < space.domain_of(CellId::at(cell)).len();
        let is_candidate =
            self.candidate.len() == space.cells().len() && self.candidate.iter().zip(0..).all(fits);
        if is_candidate { Ok(()) } else { Err(refuse("it is damaged: its input cannot be")) }
    }
}
