//! Structures as test code: for every structure that a search finds, code that builds
//! exactly that structure in the user's own types, calls the predicate and asserts it.
//!
//! | module | its job |
//! | --- | --- |
//! | [`test_code`] | what is asked for, and the parts of the generated file |
//! | `names` | names of objects, as variables |
//! | `c_family` | C and C++ |
//! | `rust` | Rust: the expressions that build values |
//! | `rust_owners` | Rust: who owns which object, and in which order they are built |
//! | [`error`] | why there is no test code |

mod c_family;
pub mod check_run;
pub mod error;
mod names;
mod rust;
mod rust_owners;
pub mod test_code;

pub use check_run::{
    CheckFailure, CheckResult, CheckRun, FileCoverage, GalleryItem, MutantResult, SizeCount,
    SourcePlace,
};
pub use error::ReportError;
pub use test_code::{Call, Language, Subject, TestCode};
