//! A search space that can be walked, positioned, split, resumed and merged.
//!
//! Pikse searches two kinds of spaces: candidate vectors, and paths of a program. Distributing a
//! search over processes, stopping it and resuming it later work the same way for both. A space is
//! ordered, and a [`Walk`] goes through it from one end to the other:
//!
//! | operation | method |
//! | --- | --- |
//! | advance | [`Walk::advance`], within a [`Budget`] |
//! | save the position | [`Walk::position`], a few hundred bytes |
//! | continue from a position, in any process | [`Walk::begin`] |
//! | split off part of the rest | [`Walk::split`]: a position of a disjoint part |
//! | progress | [`Walk::done`], from 0 to 1 |
//! | results | [`Walk::tally`]; tallies of disjoint parts [merge](Tally::merge) |
//!
//! [`Work`] makes walks, each in the process that needs it. It also knows how to skip a step that
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
//! **Invariant:** this crate does not know about any particular search, process or file.

mod cancel;
pub mod laws;
pub mod token;
mod walk;

pub use cancel::Cancel;
pub use walk::{
    Advance, Budget, Death, Journal, NoJournal, PositionError, Tally, Walk, WalkError, Witness,
    Work,
};
