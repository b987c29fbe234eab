//! Saved searches: one JSON file with the problem, the results so far, and the remaining work.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

use pikse_base::Fnv;
use pikse_native::Failure;
use pikse_structure::{CellId, Space};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

use crate::args::{Bounds, Search};
use crate::errors::CliError;
use crate::files::WholeFile;
use crate::found::FoundFile;
use crate::parts::{Part, Split};
use crate::program::Packed;
use crate::session::{SearchState, Session};

/// The version of the file format.
pub(crate) const VERSION: u64 = 5;

/// What must be equal to continue a search: names and values.
#[derive(Debug)]
pub(crate) struct Identity(Vec<(&'static str, String)>);

impl Identity {
    /// The identity of the requested search.
    pub(crate) fn of(
        session: &Session,
        bounds: &Bounds,
        search: &Search,
    ) -> Result<Identity, CliError> {
        let fixes: Vec<&str> = search.fix.iter().map(|fix| fix.text.as_str()).collect();
        let options = format!(
            "unread {:?}, focus {:?}, unfocus {:?}, fix {fixes:?}, exclude-null {:?}, where {:?}, \
             multi-value {:?}",
            search.unread,
            search.focus,
            search.unfocus,
            search.exclude_null,
            search.given,
            search.multi_value
        );
        Ok(Identity(vec![
            ("type", session.root.clone()),
            ("predicate", session.predicate.clone()),
            ("size", bounds.size.to_string()),
            ("bounds", session.space().to_string()),
            ("options", options),
            ("sources", checksum(&session.packed()?)),
        ]))
    }

    /// The identity of other work: names, and what must be equal.
    pub(crate) fn new(parts: Vec<(&'static str, Vec<u8>)>) -> Identity {
        Identity(parts.into_iter().map(|(name, bytes)| (name, checksum(&bytes))).collect())
    }

    fn to_map(&self) -> BTreeMap<String, String> {
        self.0.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect()
    }

    /// The first difference from a saved identity, as a message.
    fn difference(&self, saved: &BTreeMap<String, String>) -> Option<String> {
        self.0.iter().find_map(|(name, now)| {
            let then = saved.get(*name).map_or("nothing", String::as_str);
            (then != now).then(|| match *name {
                "sources" => {
                    "the sources have changed since it was saved; start a new search".to_owned()
                }
                "type" | "predicate" | "size" => {
                    format!("it was saved with --{name} {then}, but now it is --{name} {now}")
                }
                _ => format!(
                    "it was saved with other {name}; use the same again\n  then: {}\n  now:  {}",
                    then.replace('\n', "\n        "),
                    now.replace('\n', "\n        ")
                ),
            })
        })
    }
}

fn checksum(bytes: &[u8]) -> String {
    format!("{:016x}", Fnv::of(bytes))
}

/// A saved search, as stored in the file.
#[derive(Serialize, Deserialize)]
struct Saved<S> {
    problem: BTreeMap<String, String>,
    state: S,
    /// The number of bytes in the file of finds that belong to the state.
    #[serde(default)]
    found: u64,
}

/// A state that is saved: what it belongs to.
#[derive(Debug)]
pub(crate) struct Saving<'a> {
    pub(crate) identity: &'a Identity,
    /// The part of a run that it is.
    pub(crate) part: Option<&'a Part>,
    /// What was found, beside it.
    pub(crate) found: Option<FoundFile>,
}

impl Saving<'_> {
    /// Saves the state.
    pub(crate) fn write(
        &self,
        mut file: WholeFile,
        state: &impl Serialize,
    ) -> Result<(), CliError> {
        // First what was found, then the state that knows of it.
        let found = self.found.as_ref().map_or(Ok(0), FoundFile::written)?;
        let saved = Saved { problem: self.identity.to_map(), state, found };
        let search = serde_json::to_value(&saved).map_err(|error| CliError::Print(error.into()))?;
        let checksum = checksum(search.to_string().as_bytes());
        let mut whole = json!({"pikse-save": VERSION, "checksum": checksum, "search": search});
        if let Some(part) = self.part {
            whole["part"] = json!(part);
        }
        let written = writeln!(file, "{whole}");
        file.finish_after(written)
    }

    /// Keeps the file of a run up to date while it goes on, if there is one. If that fails now, it is tried
    /// again, and reported at the end.
    pub(crate) fn keep(&self, path: Option<&Path>, state: &impl Serialize) {
        let Some(path) = path else { return };
        if let Err(error) = WholeFile::begin(path).and_then(|file| self.write(file, state)) {
            tracing::warn!(%error, "the state was not kept");
        }
    }
}

/// Writes the parts of a run to a folder, and the compiled program beside them. The first part has what was
/// found. Gives how many there are.
pub(crate) fn write_parts<S: Serialize, F: Serialize>(
    split: &Split,
    identity: &Identity,
    program: &dyn Fn() -> Result<Packed, CliError>,
    states: &[S],
    found: &[F],
) -> Result<u32, CliError> {
    let of = states.len() as u32;
    let program = match &split.of {
        // It is there, and its parts know it.
        Some(_) => String::new(),
        None => program()?.write(&split.folder)?,
    };
    let problem: Vec<String> = identity.0.iter().map(|(_, value)| value.clone()).collect();
    let texts: Vec<&str> = split.command.iter().chain(&problem).map(String::as_str).collect();
    let run = format!("{:016x}", Fnv::of_texts(&texts, 0));
    for (number, state) in (1..).zip(states) {
        let (part, path) = split.part(number, of, &run, &program);
        let mut saving = Saving { identity, part: Some(&part), found: None };
        if number == 1 {
            let before = match &split.of {
                Some((_, whole)) => Some((whole.as_path(), found_in(whole)?)),
                None => None,
            };
            let file = FoundFile::begin(&path, before)?;
            for found in found {
                let added = file.add(found);
                added.map_err(|error| CliError::Write { path: path.clone(), error })?;
            }
            saving.found = Some(file);
        }
        saving.write(WholeFile::begin(&path)?, state)?;
    }
    if let Some((_, path)) = &split.of {
        // From here on, its parts take its place.
        std::fs::remove_file(path)
            .map_err(|error| CliError::Write { path: path.clone(), error })?;
        let _ = std::fs::remove_file(crate::found::beside(path));
    }
    Ok(of)
}

/// The number of bytes of finds that belong to a saved state.
pub(crate) fn found_in(path: &Path) -> Result<u64, CliError> {
    let refuse = |why: String| CliError::Resume { path: path.to_owned(), why };
    let text = std::fs::read_to_string(path).map_err(|error| refuse(error.to_string()))?;
    let json: Json = serde_json::from_str(&text).map_err(|error| refuse(error.to_string()))?;
    Ok(json["search"]["found"].as_u64().unwrap_or(0))
}

/// Reads a saved search of the same problem.
pub(crate) fn read_search(
    path: &Path,
    identity: &Identity,
    space: &Space,
    wants_digest: bool,
) -> Result<SearchState, CliError> {
    let refuse = |why: String| CliError::Resume { path: path.to_owned(), why };
    let state: SearchState = read(path, identity)?;
    check(&state, space).map_err(|why| refuse(format!("it is damaged: {why}")))?;
    if wants_digest && state.tally.digest.is_none() && state.tally.statistics.valid > 0 {
        let why = "it was saved without --digest, so the digest of its structures is unknown";
        return Err(refuse(why.to_owned()));
    }
    Ok(state)
}

/// Reads saved work of the same problem.
pub(crate) fn read<S: DeserializeOwned>(path: &Path, identity: &Identity) -> Result<S, CliError> {
    let refuse = |why: String| CliError::Resume { path: path.to_owned(), why };
    let text = std::fs::read_to_string(path).map_err(|error| refuse(error.to_string()))?;
    let json: Json = serde_json::from_str(&text)
        .map_err(|error| refuse(format!("it is not a saved search, or it is damaged ({error})")))?;
    match json["pikse-save"].as_u64() {
        Some(VERSION) => {}
        Some(_) => return Err(refuse("it was saved by another version of Pikse".to_owned())),
        None => return Err(refuse("it is not a saved search".to_owned())),
    }
    let search = &json["search"];
    if json["checksum"] != checksum(search.to_string().as_bytes()) {
        return Err(refuse("its checksum is wrong, so it is damaged".to_owned()));
    }
    let Saved { problem, state, .. } =
        Saved::deserialize(search).map_err(|error| refuse(format!("it is damaged: {error}")))?;
    if let Some(difference) = identity.difference(&problem) {
        return Err(refuse(difference));
    }
    Ok(state)
}

/// Checks every number of the file that is used as an index. Positions are checked where they are
/// resumed.
fn check(state: &SearchState, space: &Space) -> Result<(), &'static str> {
    if state.tally.fields_read.iter().any(|field| field.index() >= space.fields().len()) {
        return Err("it names a field that does not exist");
    }
    let fits = |(&index, cell): (&u32, usize)| index < space.domain_of(CellId::at(cell)).len();
    let is_candidate = |failure: &Failure| {
        failure.candidate.len() == space.cells().len()
            && failure.candidate.iter().zip(0..).all(fits)
    };
    match state.tally.runner.failures.iter().all(is_candidate) {
        true => Ok(()),
        false => Err("it has an impossible candidate"),
    }
}
