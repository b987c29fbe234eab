//! Failures on disk: a file for each, with the check and the input.

use std::io::Write;
use std::path::{Path, PathBuf};

use pikse_check::Distinct;
use pikse_structure::{CellId, Space};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use super::plan::Plan;
use super::result::{place, text};
use super::session::CheckSession;
use crate::errors::CliError;
use crate::files::WholeFile;

/// The version of the file format.
const VERSION: u64 = 1;

/// A failure, as stored in the file.
#[derive(Debug, Serialize, Deserialize)]
struct Form {
    #[serde(rename = "pikse-failure")]
    version: u64,
    /// The name of the check.
    check: String,
    /// The arguments of the command.
    arguments: Vec<String>,
    kind: String,
    text: String,
    /// For people.
    place: Option<String>,
    /// The fingerprint of the bounds.
    bounds: String,
    candidate: Vec<u32>,
    /// The input, for people.
    input: Json,
}

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

/// Removes the failures of an earlier run of a check. Its tests stay: they are the user's now.
pub(crate) fn clear(folder: &Path, name: &str) {
    let mut files = (1..).map(|number| path(folder, name, number, "json"));
    while files.next().is_some_and(|file| std::fs::remove_file(file).is_ok()) {}
}

/// Saves a failure; returns the file.
pub(crate) fn write(
    folder: &Path,
    plan: &Plan,
    session: &CheckSession,
    found: &Distinct,
    number: usize,
) -> Result<PathBuf, CliError> {
    let path = path(folder, &session.property.name, number, "json");
    let space = &session.bounds.space;
    let form = Form {
        version: VERSION,
        check: session.property.name.clone(),
        arguments: plan.words.clone(),
        kind: found.broken.kind().to_owned(),
        text: text(found),
        place: found.place.as_ref().map(|frame| place(frame).to_string()),
        bounds: fingerprint(space),
        candidate: found.candidate.clone(),
        input: crate::summary::structure_of(space, &found.candidate).to_json(),
    };
    let mut file = WholeFile::begin(&path)?;
    let text = serde_json::to_string_pretty(&form).map_err(std::io::Error::from);
    let written = text.and_then(|text| writeln!(file, "{text}"));
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
    let json: Json = serde_json::from_str(&text).map_err(|error| {
        refuse(format!("it is not a saved failure, or it is damaged ({error})"))
    })?;
    // Other versions may have other fields.
    match json["pikse-failure"].as_u64() {
        Some(VERSION) => {}
        Some(_) => return Err(refuse("it was saved by another version of Pikse".to_owned())),
        None => return Err(refuse("it is not a saved failure".to_owned())),
    }
    // From the text, not from the value, so that an error has a line and a column.
    let form: Form =
        serde_json::from_str(&text).map_err(|error| refuse(format!("it is damaged: {error}")))?;
    let plan = Plan::of_words(form.arguments).map_err(refuse)?;
    if plan.args.files.is_empty() && plan.args.package.is_none() {
        return Err(refuse("it is damaged: `arguments` names no file and no package".to_owned()));
    }
    Ok(Saved {
        plan,
        name: form.check,
        kind: form.kind,
        text: form.text,
        candidate: form.candidate,
        fingerprint: form.bounds,
    })
}

impl Saved {
    /// Checks that the input belongs to a space.
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
        if is_candidate {
            Ok(())
        } else {
            Err(refuse("it is damaged: `candidate` is not an input of the check"))
        }
    }
}
