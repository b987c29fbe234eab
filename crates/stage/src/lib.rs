//! Staged exploration (document 001, chapter 5).
//!
//! An **abstract symbolic input** is an object graph with a condition on its data: one accepting path of a
//! predicate. Stage 1 ([`first`]) explores a predicate alone and stores all of them in a [`StageFile`].
//! Stage 2 ([`stages`]) explores a function on them: each stored input is followed through the predicate
//! by its script, without a query, and the paths that the predicate rejects are never seen again.
//!
//! | module | what it holds |
//! | --- | --- |
//! | `file` | the stored inputs as a file: format, checks |
//! | `identity` | what a file belongs to: the code of a predicate, and bounds |
//! | `first` | stage 1 |
//! | `second` | stage 2: which file serves which argument of a function |
//!
//! **Invariant:** a file is used only for the predicate and the bounds that it was made with. Both are
//! compared by what they are, not by their names: the code that the predicate reaches, and the objects,
//! cells and domains of its structures. What else the program has makes no difference, so that a file
//! serves an edited function, a mutant, and the next version of the program.
//!
//! **Invariant:** a file that is not complete makes every result that uses it incomplete.

mod file;
mod first;
mod identity;
mod second;

pub use file::{AbstractInput, FileError, StageFile};
pub use first::{About, FirstError, first};
pub use identity::Identity;
pub use second::{Misuse, stages};
