//! What Pikse found, for people and for other programs.
//!
//! Structures as test code: for every structure that a search finds, code that builds
//! exactly that structure in the user's own types, calls the predicate and asserts it;
//! and for an input of a check, code that builds it, calls what is checked and asserts
//! what has to hold afterwards.
//! And the reports of `pikse check` and `pikse explore`: a model each, and a writer for each
//! format.
//!
//! | module | its job |
//! | --- | --- |
//! | [`test_code`] | what is asked for, and the parts of the generated file |
//! | `names` | names of objects, as variables |
//! | `calls` | what a test of an input does, whatever the language |
//! | `c_family` | C and C++: the objects; `c_input`: tests of inputs |
//! | `rust` | Rust: the expressions that build values |
//! | `rust_owners` | Rust: who owns which object, and in which order they are built |
//! | `rust_input` | Rust: tests of inputs |
//! | `rust_same` | Rust: whether two structures are the same |
//! | [`regression`] | a failing input of a check as a file of its own |
//! | [`error`] | why there is no test code |
//! | [`note`] | what else a user should know |
//! | [`verdict`] | what a run came to: passed, failed or incomplete, and why |
//! | [`check_run`] | what a check did and found: the model that the writers read |
//! | [`terminal`] | a summary for the terminal |
//! | [`json`] | everything, as one JSON object |
//! | [`junit`], [`sarif`], [`lcov`] | what continuous integration reads |
//! | [`html`] | one file to look at in a browser, with drawings |
//! | [`explore_run`] | what an exploration did and found: another such model |
//! | [`explore`] | its writers, one a format |
//! | `page`, `xml`, `sarif_log`, `paint` | what the writers of both share |
//! | `text` | numbers and foreign text, made fit to print |

mod c_family;
mod c_input;
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
pub mod sarif;
mod sarif_log;
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
pub use note::{CheckNote, ExploreNote};
pub use regression::{Regression, RegressionSource};
pub use test_code::{Call, Language, Subject, TestCode};
pub use verdict::{Incomplete, LeftOut, NotRun, Reached, Reason, Unit, Verdict, WhyNotRun};
