//! The symbolic machine.
//!
//! A [`Machine`] runs a program of `pikse-ir` on [`State`]s. A value is a plain number, or an
//! expression where it depends on symbolic input ([`Value`]); plain numbers are computed as any
//! interpreter would. Where a symbolic condition decides what happens next, the state splits: the
//! machine hands out the other states, each with its path condition, and goes on with one of them.
//! Which state runs next is the caller's business.
//!
//! States share what they have in common: the frames below the top one, every memory object, and
//! the nodes of the table that finds objects. A split costs the top frame and a few words.
//!
//! | module | what it holds |
//! | --- | --- |
//! | `value` | what a register holds |
//! | `memory` | objects, to the byte; the table of them |
//! | `state` | a state and its frames |
//! | `verdict` | how a path ends |
//! | `way` | what a path does where it could do something else; the order of paths |
//! | `given` | objects that a program is given |
//! | `options` | limits, and which errors are looked for |
//! | `machine` | the interpreter, one file a family of instructions |
//!
//! **Addresses.** An object has a number, never used again, and that number is the upper half of its
//! address. So the object of an address is found by arithmetic, no arithmetic on a pointer can reach
//! another object by mistake, and all runs of a program see the same addresses.
//!
//! **Memory that nobody has written** reads as symbols of one special array. They go wherever values
//! go; a branch that depends on one, or an address, is the error.
//!
//! **Invariant:** an answer that the solver does not know ends the path with that verdict; the
//! machine never guesses. What it makes concrete, it notes.
//!
//! **Invariant:** the machine neither prints nor touches files.

mod given;
mod machine;
mod memory;
mod options;
mod state;
mod value;
mod verdict;
mod way;

pub use given::Given;
pub use machine::{Coverage, LoadError, Machine, Side, Statistics, Stop};
pub use memory::{BASE, Kind, address_of, place_of};
pub use options::Options;
pub use state::{Input, Note, NoteKind, Output, State, mix};
pub use value::Value;
pub use verdict::{Cut, ErrorKind, Failure, Place, Stopped, Verdict};
pub use way::{Decision, Misfit, Script, Step, Way};
