//! Compiled checks, stored with the parts of a run.

use std::path::PathBuf;
use std::rc::Rc;

use pikse_front::{Bounds, Property};
use pikse_llvm::{Language, Types};
use pikse_native::{Compiled, CompiledCheck, NativeError};
use serde::{Deserialize, Serialize};

use super::plan::{Plan, Plans};
use super::session::CheckSession;
use crate::errors::CliError;
use crate::program::Packed;

/// Everything that a run checks, compiled.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Stored {
    /// The arguments of the run as a whole.
    words: Vec<String>,
    /// Known names for `--only`.
    known: Vec<String>,
    plans: Vec<StoredPlan>,
    /// Types, each once: checks of one source share them.
    types: Vec<Rc<Types>>,
}

/// A plan, and its checks.
#[derive(Debug, Serialize, Deserialize)]
struct StoredPlan {
    words: Vec<String>,
    has_others: bool,
    checks: Vec<StoredCheck>,
}

/// A check, with the number of its types; then the pre-condition and the check itself, as bytes.
type StoredCheck = (Language, usize, Property, Bounds, u32, Vec<u8>, Vec<u8>);

impl Stored {
    /// A run without its checks.
    pub(crate) fn begin(words: &[String], known: &[String]) -> Stored {
        Stored { words: words.to_vec(), known: known.to_vec(), ..Stored::default() }
    }

    /// Adds a plan with its checks.
    pub(crate) fn add(&mut self, plan: &Plan, sessions: Vec<CheckSession>) -> Result<(), CliError> {
        let mut checks = Vec::new();
        for session in sessions {
            let CheckSession { language, types, property, bounds, size, check, pre, .. } = session;
            let bytes = |packed: std::io::Result<Vec<u8>>| {
                packed.map_err(|error| CliError::from(NativeError::Link(error.to_string())))
            };
            let known = self.types.iter().position(|of| Rc::ptr_eq(of, &types));
            let types = known.unwrap_or_else(|| {
                self.types.push(types);
                self.types.len() - 1
            });
            let (pre, check) = (bytes(pre.pack())?, bytes(check.pack())?);
            checks.push((language, types, property, bounds, size, pre, check));
        }
        let (words, has_others) = (plan.words.clone(), plan.has_others);
        self.plans.push(StoredPlan { words, has_others, checks });
        Ok(())
    }

    /// The run as bytes, with the checksums of its sources.
    pub(crate) fn pack(&self) -> Packed {
        let functions = self.types.iter().flat_map(|types| types.functions());
        let files = functions.filter_map(|of| of.place.as_ref()).map(|(file, _)| file.into());
        let named = self.plans.iter().filter_map(|plan| Plan::of_words(plan.words.clone()).ok());
        let named: Vec<PathBuf> = named.flat_map(|plan| plan.args.files).collect();
        Packed::new(self, files.chain(named))
    }

    /// What the run checks.
    pub(crate) fn plans(&self) -> Result<Plans, CliError> {
        let of_words = |words: &[String]| Plan::of_words(words.to_vec()).map_err(CliError::Usage);
        let mut plans = Vec::new();
        for stored in &self.plans {
            plans.push(Plan { has_others: stored.has_others, ..of_words(&stored.words)? });
        }
        let (words, known) = (self.words.clone(), self.known.clone());
        Ok(Plans { args: of_words(&words)?.args, words, plans, known })
    }

    /// Takes the checks of a plan, whose number is from 0 on.
    pub(crate) fn sessions(&mut self, plan: usize) -> Result<Vec<CheckSession>, CliError> {
        let checks = self.plans.get_mut(plan).map(|plan| std::mem::take(&mut plan.checks));
        let mut sessions = Vec::new();
        for (language, types, property, bounds, size, pre, check) in checks.unwrap_or_default() {
            sessions.push(CheckSession {
                language,
                types: self.types.get(types).cloned().unwrap_or_default(),
                property,
                bounds,
                size,
                check: CompiledCheck::unpack(&check)?,
                mutants: Vec::new(),
                notes: Vec::new(),
                pre: Compiled::unpack(&pre)?,
            });
        }
        Ok(sessions)
    }
}
