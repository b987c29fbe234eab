//! The symbolic machine.
//!
//! A [`Machine`] runs a program of `pikse-ir` on [`State`]s. A value is a concrete number, or an
//! expression if it depends on symbolic input ([`Value`]). Concrete numbers are computed as in any
//! interpreter. If a symbolic condition decides what happens next, the state splits: the machine
//! returns the other states, each with its path condition, and continues with one of them. The caller
//! chooses which state runs next.
//!
//! States share the frames below the top one, every memory object, and the nodes of the table that
//! finds objects. A split costs the top frame and a few words.
//!
//! | module | what it holds |
//! | --- | --- |
//! | `value` | the value of a register |
//! | `memory` | objects and their bytes; the table of objects |
//! | `state` | a state and its frames |
//! | `verdict` | how a path ends |
//! | `way` | what a path does where it has a choice; the order of paths |
//! | `range` | the paths from one input to another |
//! | `given` | objects that are passed to a program |
//! | `options` | limits, and the errors to detect |
//! | `machine` | the interpreter, one file for each family of instructions |
//!
//! **Addresses.** An object has a number, never used again, and that number is the upper half of its
//! address. So the object of an address is found by arithmetic, no arithmetic on a pointer can reach
//! another object by mistake, and all runs of a program see the same addresses.
//!
//! **Uninitialised memory** reads as symbols of one special array. They can be copied and computed
//! with; a branch or an address that depends on one is the error.
//!
//! **Invariant:** a query that the solver does not decide ends the path with that verdict; the
//! machine never guesses. If it makes a value concrete, it adds a note.
//!
//! **Invariant:** the machine neither prints nor touches files.

mod given;
mod machine;
mod memory;
mod options;
mod range;
mod state;
mod value;
mod verdict;
mod way;

pub use given::Given;
pub use machine::{Coverage, LoadError, Machine, Side, Statistics, Stop, UNINITIALISED};
pub use memory::{BASE, Kind, address_of, place_of};
pub use options::{Options, Uninitialised};
pub use range::{Ends, Inputs, Unchecked};
pub use state::{Input, Note, NoteKind, Output, OutputLength, State, mix};
pub use value::Value;
pub use verdict::{Cut, ErrorKind, Failure, Place, Stopped, Verdict};
pub use way::{Decision, Misfit, Script, Step, Undecided, Way};
