//! The states of the checks of a run, on disk: a check by check version of `work`.

use std::collections::BTreeMap;

use pikse_base::Fnv;
use pikse_cluster::State;
use pikse_search::Position;
use pikse_work::Tally as _;
use serde::{Deserialize, Serialize};

use super::plan::Plan;
use super::session::{CheckSession, Tally};
use super::stored::Stored;
use crate::args::check::Check as CheckArgs;
use crate::errors::CliError;
use crate::files::WholeFile;
use crate::parts::{self, Mode};
use crate::save::{self, Identity, Saving};

/// The state of a check, and what it belongs to.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct OfCheck {
    program: String,
    state: State<Position, Tally>,
}

/// The states by the names of the checks.
type All = BTreeMap<String, OfCheck>;

/// The states of a run.
#[derive(Debug)]
pub(crate) struct States<'a> {
    args: &'a CheckArgs,
    identity: Identity,
    all: All,
    /// The states of the parts that the run is split into.
    split: Vec<All>,
    /// What the run checks, compiled: for its parts.
    stored: Stored,
    /// If parts were merged, the numbers of those in which a check is not finished.
    unfinished: BTreeMap<String, Vec<u32>>,
}

impl<'a> States<'a> {
    /// The states with which a run begins.
    pub(crate) fn begin(args: &'a CheckArgs, stored: Stored) -> Result<Self, CliError> {
        let identity = Identity::new(vec![("command", b"check".to_vec())]);
        let mut unfinished: BTreeMap<String, Vec<u32>> = BTreeMap::new();
        let mut all = All::new();
        let run = &args.run;
        let from = match &run.mode {
            Mode::Merge(merged) => {
                for (number, path) in &merged.files {
                    let part: All = save::read(path, &identity)?;
                    for (name, of) in part {
                        if !of.state.is_complete() {
                            unfinished.entry(name.clone()).or_default().push(*number);
                        }
                        match all.get_mut(&name) {
                            Some(known) => {
                                known.state.tally.merge(&of.state.tally);
                                known.state.parts.extend(of.state.parts);
                            }
                            None => drop(all.insert(name, of)),
                        }
                    }
                }
                None
            }
            Mode::Split(split) => split.of.as_ref().map(|(_, path)| path.as_path()),
            Mode::Run | Mode::Part(_) => run.resume.as_deref(),
        };
        if let Some(path) = from {
            all = save::read(path, &identity)?;
        }
        if let Some(path) = &run.save {
            // A file that cannot be written is reported before the run, not after it.
            drop(WholeFile::begin(path)?);
        }
        Ok(States { args, identity, all, split: Vec::new(), stored, unfinished })
    }

    /// The state of a check.
    pub(crate) fn of(
        &self,
        name: &str,
        session: &CheckSession,
    ) -> Result<State<Position, Tally>, CliError> {
        let Some(known) = self.all.get(name) else { return Ok(State::new()) };
        if known.program != program(session, self.args) {
            let run = &self.args.run;
            let path = match &run.mode {
                Mode::Merge(merged) => merged.files.first().map(|(_, path)| path.clone()),
                Mode::Split(split) => split.of.as_ref().map(|(_, path)| path.clone()),
                Mode::Run | Mode::Part(_) => run.resume.clone(),
            };
            let why = format!(
                "the sources or the options of the check `{name}` have changed since it was saved; start a \
                 new run"
            );
            return Err(CliError::Resume { path: path.unwrap_or_default(), why });
        }
        Ok(known.state.clone())
    }

    /// Puts the state of a check in.
    pub(crate) fn put(
        &mut self,
        name: &str,
        session: &CheckSession,
        state: State<Position, Tally>,
    ) {
        let program = program(session, self.args);
        self.all.insert(name.to_owned(), OfCheck { program, state });
    }

    /// Puts the parts of a check in.
    pub(crate) fn put_parts(
        &mut self,
        name: &str,
        session: &CheckSession,
        state: State<Position, Tally>,
    ) {
        let program = program(session, self.args);
        let states = parts::apart(state);
        if self.split.len() < states.len() {
            self.split.resize_with(states.len(), All::new);
        }
        for (at, state) in states.into_iter().enumerate() {
            self.split[at].insert(name.to_owned(), OfCheck { program: program.clone(), state });
        }
    }

    /// If the run is split for the first time, keeps the compiled checks of a plan for its parts.
    pub(crate) fn put_program(
        &mut self,
        plan: &Plan,
        sessions: Vec<CheckSession>,
    ) -> Result<(), CliError> {
        match &self.args.run.mode {
            Mode::Split(split) if split.of.is_none() => self.stored.add(plan, sessions),
            _ => Ok(()),
        }
    }

    /// Keeps the file up to date while a check runs.
    pub(crate) fn keep(
        &mut self,
        name: &str,
        session: &CheckSession,
        state: &State<Position, Tally>,
    ) {
        if self.args.run.save.is_some() {
            self.put(name, session, state.clone());
            self.saving().keep(self.args.run.save.as_deref(), &self.all);
        }
    }

    fn saving(&self) -> Saving<'_> {
        Saving { identity: &self.identity, part: self.args.run.mode.part(), found: None }
    }

    /// The parts of a check that are missing, and those in which it is not finished, if parts were merged.
    pub(crate) fn open(&self, name: &str) -> Option<(Vec<u32>, Vec<u32>)> {
        let Mode::Merge(merged) = &self.args.run.mode else { return None };
        let mut unfinished = self.unfinished.get(name).cloned().unwrap_or_default();
        unfinished.dedup();
        Some((merged.missing.clone(), unfinished))
    }

    /// Writes the states at the end. If the run was split, gives the number of parts.
    pub(crate) fn finish(mut self) -> Result<Option<u32>, CliError> {
        if let Mode::Split(split) = &self.args.run.mode {
            // Every part has every check, with nothing to do if there are fewer parts of it.
            let programs: Vec<(String, String)> = self
                .split
                .iter()
                .flatten()
                .map(|(name, of)| (name.clone(), of.program.clone()))
                .collect();
            for part in &mut self.split {
                for (name, program) in &programs {
                    part.entry(name.clone()).or_insert_with(|| OfCheck {
                        program: program.clone(),
                        state: State { tally: Tally::default(), parts: Vec::new() },
                    });
                }
            }
            let written = save::write_parts::<_, ()>(
                split,
                &self.identity,
                &|| Ok(self.stored.pack()),
                &self.split,
                &[],
            );
            return written.map(Some);
        }
        if let Some(path) = &self.args.run.save {
            self.saving().write(WholeFile::begin(path)?, &self.all)?;
        }
        Ok(None)
    }
}

/// The identity of a check: its code, its bounds, and what is done with unread cells.
fn program(session: &CheckSession, args: &CheckArgs) -> String {
    let mut hash = Fnv::default();
    hash.feed(&session.packed().unwrap_or_default());
    hash.feed(format!("{} {:?}", session.bounds.space, args.unread).as_bytes());
    format!("{:016x}", hash.finish())
}
