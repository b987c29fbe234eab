//! Results of Pikse, for people and for other programs.
//!
//! Test code: for a structure, code that builds exactly this structure in the user's types, calls
//! the predicate and asserts it; for an input of a check, code that builds it, runs the check and
//! asserts its conditions.
//!
//! Reports of `pikse check` and `pikse explore`: a model for each command, and a writer for each
//! format.
//!
//! | module | its job |
//! | --- | --- |
//! | [`test_code`] | the generator of test code, and the parts of the generated file |
//! | `names` | names of objects, as variables |
//! | `calls` | what a test of an input does, in any language |
//! | `c_family` | C and C++: the objects; `c_input`: tests of inputs |
//! | `rust` | Rust: the expressions that build values |
//! | `rust_owners` | Rust: who owns which object, and in which order they are built |
//! | `rust_input` | Rust: tests of inputs |
//! | `rust_same` | Rust: whether two structures are the same |
//! | [`regression`] | a failing input of a check as a test file |
//! | [`error`] | why test code cannot be generated |
//! | [`note`] | what else a user should know |
//! | [`verdict`] | the result of a run: passed, failed or incomplete, and why |
//! | [`check_run`] | a run of `pikse check`: the model that the writers read |
//! | [`terminal`] | a summary for the terminal |
//! | [`json`] | everything, as one JSON object |
//! | [`junit`], [`sarif`], [`lcov`] | what continuous integration reads |
//! | [`html`] | an HTML report in one file, with drawings |
//! | [`explore_run`] | a run of `pikse explore`: the model of its writers |
//! | [`explore`] | its writers, one a format |
//! | `page`, `xml`, `sarif_log`, `paint` | shared by the writers of both |
//! | `text` | numbers and foreign text, made fit to print |

mod c_family;
mod c_input;
mod c_shape;
mod calls;
pub mod check_run;
pub mod error;
pub mod explore;
pub mod explore_run;
pub mod html;
pub mod json;
pub mod junit;
pub mod lcov;
mod names;
pub mod note;
mod page;
mod paint;
pub mod regression;
mod rust;
mod rust_input;
mod rust_owners;
mod rust_same;
mod rust_shape;
pub mod sarif;
mod sarif_log;
mod shape;
pub mod terminal;
pub mod test_code;
mod text;
pub mod verdict;
mod xml;

pub use check_run::{
    CheckFailure, CheckResult, CheckRun, FileCoverage, GalleryItem, MutantResult, MutantVerdict,
    SizeCount, SourcePlace,
};
pub use error::ReportError;
pub use explore_run::{ExploreError, ExploreInput, ExploreRun, ExploreTest, ExploreTree};
pub use note::{CheckNote, ExploreNote, Since};
pub use regression::{Regression, RegressionSource};
pub use test_code::{Call, Language, Subject, TestCode};
pub use text::{count, duration};
pub use verdict::{Incomplete, LeftOut, Likely, NotRun, Reached, Reason, Unit, Verdict, WhyNotRun};
