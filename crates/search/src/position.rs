//! Positions: the state of a search, small enough to send and to save.
//!
//! A position is the trail with the remaining values of each choice point, the next
//! step of the search, and its statistics. As text it is one line, a [token]. It
//! belongs to one problem: resuming it with another is an error.

use std::fmt;
use std::str::FromStr;

use pikse_structure::CellId;
use pikse_work::token;
use serde::{Deserialize, Serialize};

pub use pikse_work::PositionError;

use crate::probe::Probe;
use crate::search::{Pending, Statistics};
use crate::trail::{Mark, Trail};

/// The saved state of a search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    pub(crate) fingerprint: u64,
    pub(crate) pending: Pending,
    pub(crate) statistics: Statistics,
    pub(crate) entries: Vec<Entry>,
}

/// A choice point of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Entry {
    cell: u32,
    index: u32,
    first: u32,
    last: u32,
    alternatives: bool,
    /// The remaining values, unless they are all values up to `last`, each with
    /// whether it is accepted without a run.
    remaining: Option<Vec<(u32, bool)>>,
}

impl Entry {
    pub(crate) fn of(trail: &Trail, depth: usize) -> Entry {
        let choice = trail.choices()[depth];
        // A range is never listed: it may have billions of values.
        let remaining: Vec<(u32, bool)> = match choice.is_masked() {
            true => trail.remaining(depth).map(|next| (next.index, next.accepted)).collect(),
            false => Vec::new(),
        };
        let plain = !choice.is_masked()
            || remaining.len() as u32 == choice.last - choice.index
                && remaining.iter().all(|&(_, accepted)| !accepted);
        Entry {
            cell: choice.cell.0,
            index: choice.index,
            first: choice.first,
            last: choice.last,
            alternatives: choice.alternatives,
            remaining: (!plain).then_some(remaining),
        }
    }

    /// Removes all values after the current one.
    pub(crate) fn cut_after_current(&mut self) {
        (self.first, self.last, self.remaining) = (self.index, self.index, None);
    }

    /// Makes `index`, one of the remaining values, the current and first value.
    pub(crate) fn begin_at(&mut self, index: u32) {
        (self.first, self.index) = (index, index);
        if let Some(remaining) = &mut self.remaining {
            remaining.retain(|&(value, _)| value > index);
        }
    }
}

impl Position {
    /// The statistics of the search when it was saved.
    pub fn statistics(&self) -> Statistics {
        self.statistics
    }

    /// Whether the search was complete.
    pub fn is_exhausted(&self) -> bool {
        self.pending == Pending::Done
    }

    /// Puts the trail of the position into a fresh probe.
    pub(crate) fn restore(&self, fingerprint: u64, probe: &mut Probe) -> Result<(), PositionError> {
        if self.fingerprint != fingerprint {
            return Err(PositionError::OtherProblem);
        }
        self.check(probe)?;
        for entry in &self.entries {
            let cell = CellId(entry.cell);
            let trail = probe.trail_mut();
            match &entry.remaining {
                None => trail.push(cell, entry.index, entry.last, false),
                Some(remaining) => {
                    trail.push_marked(cell, entry.index, entry.last, |index| {
                        match remaining.iter().find(|&&(value, _)| value == index) {
                            _ if index == entry.index => Mark::Run,
                            Some((_, true)) => Mark::Accept,
                            Some((_, false)) => Mark::Run,
                            None => Mark::Skip,
                        }
                    });
                }
            }
            let depth = trail.len() - 1;
            let choice = trail.choice_mut(depth);
            (choice.first, choice.alternatives) = (entry.first, entry.alternatives);
        }
        probe.restore();
        Ok(())
    }

    /// A position with the right fingerprint and checksum was made by this code
    /// for this problem. Still, every index in it is checked before it is used.
    fn check(&self, probe: &Probe) -> Result<(), PositionError> {
        let cells = probe.space().cells().len();
        let mut seen = vec![false; cells];
        for entry in &self.entries {
            let cell = entry.cell as usize;
            if cell >= cells || std::mem::replace(&mut seen[cell], true) {
                return Err(PositionError::malformed("it has an impossible cell"));
            }
            let len = probe.space().domain_of(CellId(entry.cell)).len();
            let ordered = entry.first <= entry.index && entry.index <= entry.last;
            let remaining = entry.remaining.as_deref().unwrap_or(&[]);
            let within = |&(value, _): &(u32, bool)| entry.index < value && value <= entry.last;
            if !ordered || entry.last >= len || !remaining.iter().all(within) {
                return Err(PositionError::malformed("it has an impossible value"));
            }
        }
        if self.pending == Pending::Failed {
            return Err(PositionError::malformed("it was saved after the predicate had failed"));
        }
        let fits = match self.pending {
            Pending::Run { changed } => changed <= self.entries.len(),
            Pending::Tail { from } => from <= self.entries.len(),
            Pending::Advance { .. } | Pending::Failed => false,
            Pending::Done => self.entries.is_empty(),
        };
        if fits { Ok(()) } else { Err(PositionError::malformed("it has an impossible next step")) }
    }
}

const PREFIX: &str = "pikse-position-2.";

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&token::encode(PREFIX, self))
    }
}

impl FromStr for Position {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        token::decode(PREFIX, text)
    }
}
