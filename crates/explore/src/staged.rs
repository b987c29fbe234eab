//! Stored inputs of an entry: the ways that its predicates take on the structures that they accept.
//!
//! A predicate decides by the structure alone. So the scripts of its accepting paths, found once by
//! exploring the predicate (`Wanted::invariant`), lead through it again in every entry that has it as a
//! pre-condition: without a query, and without the paths that it rejects. The script of an entry with
//! several structures is the script of the first predicate, then one of the second, and so on. Such a
//! product is not made in advance: a [`Part`] stands for all that is left of it.

use pikse_vm::Script;
use serde::{Deserialize, Serialize};

use crate::outcome::Part;

/// For each predicate of an entry, in the order of its pre-conditions, the scripts of its accepting paths,
/// in the order of paths.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Stages {
    scripts: Vec<Vec<Script>>,
}

/// What is left of a product: the inputs from `at` on of one predicate, each with all inputs of the
/// predicates after it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Staged {
    /// The number of the predicate.
    level: u32,
    /// The next input. The script of the part leads through it.
    at: u32,
    /// The number of steps before that input.
    prefix: u32,
}

impl Stages {
    /// The stages of an entry.
    #[must_use]
    pub fn new(scripts: Vec<Vec<Script>>) -> Self {
        Self { scripts }
    }

    /// Whether there is none: nothing was explored before.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.scripts.is_empty()
    }

    /// Everything that there is to explore: a part that stands for the product. None if it is empty.
    #[must_use]
    pub fn whole(&self) -> Option<Part> {
        let is_possible = self.scripts.iter().all(|list| !list.is_empty());
        is_possible.then(|| self.part(Script::default(), 0, 0)).flatten()
    }

    /// The inputs from `at` on of a predicate, after the script of those before it.
    fn part(&self, mut script: Script, level: u32, at: u32) -> Option<Part> {
        let input = self.scripts.get(level as usize)?.get(at as usize)?;
        let prefix = script.steps.len() as u32;
        script.steps.extend_from_slice(&input.steps);
        let staged = Some(Staged { level, at, prefix });
        Some(Part { script, staged, ..Part::default() })
    }

    /// Takes the next input of a part: a part of that input alone, and the rest. None if the part is not
    /// one of these stages.
    pub(crate) fn open(&self, part: Part) -> Option<(Part, Option<Part>)> {
        let Staged { level, at, prefix } = part.staged?;
        let before = part.script.steps.get(..prefix as usize)?.to_vec();
        self.scripts.get(level as usize)?.get(at as usize)?;
        let rest = self.part(Script { steps: before }, level, at + 1);
        let next = match level as usize + 1 < self.scripts.len() {
            true => self.part(part.script, level + 1, 0)?,
            false => Part { staged: None, ..part },
        };
        Some((next, rest))
    }

    /// The number of inputs of a part, as far as it is known: those of its own predicate.
    pub(crate) fn count(&self, staged: &Staged) -> usize {
        let list = self.scripts.get(staged.level as usize).map_or(0, Vec::len);
        list.saturating_sub(staged.at as usize)
    }
}
