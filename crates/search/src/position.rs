//! Positions: where a search stands, small enough to send and to keep.
//!
//! A position is the trail with the values that remain at each choice point,
//! what the search does next, and its statistics. As text it is one line:
//! `pikse-position-1.` and base64 of a varint encoding, with a checksum. It
//! belongs to one problem; resuming another with it is refused.

use std::fmt;
use std::str::FromStr;

use pikse_structure::CellId;

use crate::probe::Probe;
use crate::search::{Pending, Statistics};
use crate::trail::{Mark, Trail};

/// Where a search stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    pub(crate) fingerprint: u64,
    pub(crate) pending: Pending,
    pub(crate) statistics: Statistics,
    pub(crate) entries: Vec<Entry>,
}

/// A choice point of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    cell: u32,
    index: u32,
    first: u32,
    last: u32,
    alternatives: bool,
    /// The values that remain, where they are not all up to `last`; with whether
    /// each is accepted without a run.
    remaining: Option<Vec<(u32, bool)>>,
}

impl Entry {
    pub(crate) fn of(trail: &Trail, depth: usize) -> Entry {
        let choice = trail.choices()[depth];
        let remaining: Vec<(u32, bool)> =
            trail.remaining(depth).map(|next| (next.index, next.accepted)).collect();
        let plain = remaining.len() as u32 == choice.last - choice.index
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

    /// Leaves nothing after the current value.
    pub(crate) fn cut_after_current(&mut self) {
        (self.first, self.last, self.remaining) = (self.index, self.index, None);
    }

    /// Makes `index`, one of the values that remain, the current and first value.
    pub(crate) fn begin_at(&mut self, index: u32) {
        (self.first, self.index) = (index, index);
        if let Some(remaining) = &mut self.remaining {
            remaining.retain(|&(value, _)| value > index);
        }
    }
}

/// Why a position cannot be resumed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PositionError {
    /// The text is not a position, or was damaged.
    Malformed(&'static str),
    /// It is a position of another problem: other classes, bounds, predicates or
    /// options.
    OtherProblem,
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PositionError::Malformed(why) => write!(f, "not a saved position: {why}"),
            PositionError::OtherProblem => write!(
                f,
                "the position was saved by another problem; resume it with the same classes, \
                 bounds, predicates and options"
            ),
        }
    }
}

impl std::error::Error for PositionError {}

impl Position {
    /// What the search had done when it was saved.
    pub fn statistics(&self) -> Statistics {
        self.statistics
    }

    /// Whether nothing was left to search.
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
    /// for this problem; still, nothing that it says is used as an index unchecked.
    fn check(&self, probe: &Probe) -> Result<(), PositionError> {
        let cells = probe.space().cells().len();
        let mut seen = vec![false; cells];
        for entry in &self.entries {
            let cell = entry.cell as usize;
            if cell >= cells || std::mem::replace(&mut seen[cell], true) {
                return Err(PositionError::Malformed("it has an impossible cell"));
            }
            let len = probe.space().domain_of(CellId(entry.cell)).len();
            let ordered = entry.first <= entry.index && entry.index <= entry.last;
            let remaining = entry.remaining.as_deref().unwrap_or(&[]);
            let within = |&(value, _): &(u32, bool)| entry.index < value && value <= entry.last;
            if !ordered || entry.last >= len || !remaining.iter().all(within) {
                return Err(PositionError::Malformed("it has an impossible value"));
            }
        }
        if self.pending == Pending::Failed {
            return Err(PositionError::Malformed("it was saved after the predicate had failed"));
        }
        let fits = match self.pending {
            Pending::Run { changed } => changed <= self.entries.len(),
            Pending::Tail { from } => from <= self.entries.len(),
            Pending::Advance { .. } | Pending::Failed => false,
            Pending::Done => self.entries.is_empty(),
        };
        if fits { Ok(()) } else { Err(PositionError::Malformed("it has an impossible next step")) }
    }

    fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        bytes.extend(self.fingerprint.to_le_bytes());
        let (tag, place) = match self.pending {
            Pending::Run { changed } => (0, changed),
            Pending::Tail { from } => (1, from),
            Pending::Done => (2, 0),
            // A position is taken of a settled search, which has nothing to advance.
            Pending::Failed | Pending::Advance { .. } => (3, 0),
        };
        let Statistics { explored, valid, inits_reexecution, inits_checkpoint } = self.statistics;
        let header = [tag, place as u64, explored, valid, inits_reexecution, inits_checkpoint];
        header.iter().for_each(|&number| put(&mut bytes, number));
        put(&mut bytes, self.entries.len() as u64);
        for entry in &self.entries {
            put(&mut bytes, entry.cell.into());
            put(&mut bytes, entry.first.into());
            put(&mut bytes, (entry.index - entry.first).into());
            put(&mut bytes, (entry.last - entry.index).into());
            let flags = u64::from(entry.alternatives) | u64::from(entry.remaining.is_some()) << 1;
            put(&mut bytes, flags);
            if let Some(remaining) = &entry.remaining {
                put(&mut bytes, remaining.len() as u64);
                for &(value, accepted) in remaining {
                    put(&mut bytes, u64::from(value) << 1 | u64::from(accepted));
                }
            }
        }
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    fn decode(bytes: &[u8]) -> Option<Position> {
        let (fingerprint, mut rest) = bytes.split_first_chunk::<8>()?;
        let rest = &mut rest;
        let header: [u64; 6] = std::array::from_fn(|_| take(rest).unwrap_or(u64::MAX));
        let [tag, place, explored, valid, inits_reexecution, inits_checkpoint] = header;
        let place = usize::try_from(place).ok()?;
        let pending = match tag {
            0 => Pending::Run { changed: place },
            1 => Pending::Tail { from: place },
            2 => Pending::Done,
            3 => Pending::Failed,
            _ => return None,
        };
        let count = take(rest)?;
        let mut entries = Vec::new();
        for _ in 0..count {
            let cell = take_u32(rest)?;
            let first = take_u32(rest)?;
            let index = first.checked_add(take_u32(rest)?)?;
            let last = index.checked_add(take_u32(rest)?)?;
            let flags = take(rest)?;
            let remaining = match flags & 2 {
                0 => None,
                _ => {
                    let mut values = Vec::new();
                    for _ in 0..take(rest)? {
                        let coded = take(rest)?;
                        values.push((u32::try_from(coded >> 1).ok()?, coded & 1 == 1));
                    }
                    Some(values)
                }
            };
            let alternatives = flags & 1 == 1;
            entries.push(Entry { cell, index, first, last, alternatives, remaining });
        }
        let statistics = Statistics { explored, valid, inits_reexecution, inits_checkpoint };
        rest.is_empty().then_some(Position {
            fingerprint: u64::from_le_bytes(*fingerprint),
            pending,
            statistics,
            entries,
        })
    }
}

const PREFIX: &str = "pikse-position-1.";

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{PREFIX}{}", base64(&self.encode()))
    }
}

impl FromStr for Position {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        let body = text.trim().strip_prefix(PREFIX);
        let body = body.ok_or(PositionError::Malformed("it does not begin as one"))?;
        let bytes = unbase64(body).ok_or(PositionError::Malformed("it has a strange character"))?;
        let (payload, sum) =
            bytes.split_last_chunk::<8>().ok_or(PositionError::Malformed("it is too short"))?;
        if u64::from_le_bytes(*sum) != checksum(payload) {
            return Err(PositionError::Malformed("its checksum is wrong, so it was damaged"));
        }
        Position::decode(payload).ok_or(PositionError::Malformed("it breaks off"))
    }
}

/// FNV-1a.
pub(crate) fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

fn put(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn take(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0_u64;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

fn take_u32(bytes: &mut &[u8]) -> Option<u32> {
    u32::try_from(take(bytes)?).ok()
}

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

fn base64(bytes: &[u8]) -> String {
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let word = chunk.iter().fold(0_u32, |word, &byte| word << 8 | u32::from(byte));
        let word = word << (8 * (3 - chunk.len()));
        for at in 0..=chunk.len() {
            text.push(char::from(ALPHABET[(word >> (18 - 6 * at) & 63) as usize]));
        }
    }
    text
}

fn unbase64(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    for chunk in text.as_bytes().chunks(4) {
        if chunk.len() == 1 {
            return None;
        }
        let mut word = 0_u32;
        for &byte in chunk {
            let digit = ALPHABET.iter().position(|&known| known == byte)?;
            word = word << 6 | digit as u32;
        }
        word <<= 6 * (4 - chunk.len());
        bytes.extend_from_slice(&word.to_be_bytes()[1..chunk.len()]);
    }
    Some(bytes)
}
