//! Symbolic exploration.
//!
//! An [`Explorer`] drives a machine of `pikse-vm` from state to state: a [`Strategy`] chooses the next
//! state, and [`Limits`] say when to stop. Each path that ends is passed on as [`Ended`], with a
//! [`Test`] that follows it.
//!
//! | module | what it holds |
//! | --- | --- |
//! | `explorer` | the driver |
//! | `outcome` | what was found, and the parts of an exploration that is not over |
//! | `strategy` | which state next: depth first, breadth first, random path, coverage |
//! | `distance` | how far states are from code that has not run |
//! | `limits` | when to stop |
//! | `code` | what runs: the lowered program and its entry |
//! | `tally` | the tally of an exploration |
//! | `walk` | exploration as work that can be shared out, stopped and resumed |
//! | `path` | a path that has ended |
//! | `smallest` | the path of each error that has the smallest input |
//! | `since` | what is left of an exploration of another version |
//! | `staged` | stored inputs: structures that predicates accept, found before |
//! | `entry` | the state in which an exploration begins: a function with its arguments, or a program |
//! | `arguments` | the arguments of the entry, as the user sets them |
//! | `conditions` | pre-conditions of the entry |
//! | `values` | arguments that are built: slices, strings, vectors, structs by value |
//! | `structures` | structures that the entry takes: objects, bounds, predicates |
//! | `chosen` | what a path chose for those structures |
//! | `as_check` | the input of a test as an input of a check, for test code |
//! | `targets` | functions whose call is an error |
//! | `test` | inputs and verdict of a path, as JSON and `.ktest` |
//! | `replay` | runs a test as native code |
//! | `coverage` | lines of the source that were run |
//! | `tree` | the paths as a tree of decisions |
//!
//! **Invariant:** this crate does not print; output goes to a sink.
//!
//! **Invariant:** a result is complete only if every path was followed to its end and nothing was made
//! concrete or left undecided.

mod arguments;
mod as_check;
mod chosen;
mod code;
mod conditions;
pub mod coverage;
mod distance;
mod entry;
pub mod explorer;
mod limits;
mod outcome;
mod path;
mod program;
pub mod replay;
mod since;
mod smallest;
mod staged;
pub mod strategy;
mod structures;
mod tally;
mod targets;
mod test;
pub mod tree;
mod values;
mod walk;

pub use as_check::{AsCheck, as_check};
pub use chosen::{Cells, Chosen, NoChoice};
pub use code::{Code, OwnedCode, Ready};
pub use entry::{Argument, Condition, Entry, begin};
pub use explorer::{Ended, Explorer, Progress, Watch};
pub use limits::Limits;
pub use outcome::{Found, Outcome, Part, error_key};
pub use path::{Path, Run};
pub use program::{Called, Invariant, OpenError, Opened, Source, Wanted, open};
pub use since::{Fingerprints, Since, since};
pub use smallest::{Measure, Smallest};
pub use staged::{Staged, Stages};
pub use strategy::{Order, Sight, Strategy, strategy};
pub use structures::{PredicateChoice, Structures};
pub use tally::{Covered, Effort, ErrorKey, ExploreTally, FoundError};
pub use test::{Input, Test, TestError, TestVerdict};
pub use tree::Tree;
pub use values::{CallCode, Values, call_code};
pub use walk::{ExploreWalk, ExploreWork, Frontier};
