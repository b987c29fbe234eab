//! A search space that can be walked, positioned, split, resumed and merged.
//!
//! Pikse searches spaces of several kinds: candidate vectors, paths of a program. To share a search
//! out among processes, to stop it and to go on another day, nobody needs to know which. A space is
//! ordered, and a [`Walk`] goes through it from one end to the other:
//!
//! | question | answer |
//! | --- | --- |
//! | go on for a while | [`Walk::advance`], within a [`Budget`] |
//! | where does it stand? | [`Walk::position`], a few hundred bytes |
//! | go on from there, in any process | [`Walk::begin`] |
//! | give some of the rest away | [`Walk::split`]: a position of a part that is disjoint |
//! | how much is done? | [`Walk::done`], from 0 to 1 |
//! | what came of it? | [`Walk::tally`]; tallies of disjoint parts [merge](Tally::merge) |
//!
//! [`Work`] makes walks, each in the process that needs it, and knows how to get past a step that
//! ends its process.
//!
//! | module | its job |
//! | --- | --- |
//! | `walk` | the traits |
//! | `cancel` | asking a walk to stop, from outside |
//! | [`token`] | a position as one line of text, with a checksum |
//! | [`laws`] | the test that every kind of walk has to pass |
//!
//! **The laws.** From any position, what is found before it and what is found after it are together
//! what an uninterrupted walk finds, each once and in the same order. The parts of a split are
//! disjoint and their union is what was left. The merged tallies of all parts are the tally of the
//! whole. [`laws::check`] tests this at every step of a walk.
//!
//! **Invariant:** this crate knows no search, no process and no file.

mod cancel;
pub mod laws;
pub mod token;
mod walk;

pub use cancel::Cancel;
pub use walk::{
    Advance, Budget, Death, Journal, NoJournal, PositionError, Tally, Walk, WalkError, Witness,
    Work,
};
