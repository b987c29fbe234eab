//! Errors in finding the program and its predicate.

use std::fmt;
use std::path::PathBuf;

use crate::bounds::BoundsError;
use crate::finitize::FinitizeError;
use crate::rust_entry::EntryError;

/// Why the program or its predicate was not found.
#[derive(Debug)]
#[non_exhaustive]
pub enum SubjectError {
    /// An error of a compiler or of LLVM.
    Llvm(pikse_llvm::Error),
    /// No entry for a Rust program could be made.
    Entry(EntryError),
    /// The bounds are wrong.
    Bounds(BoundsError),
    /// The finitization function failed.
    Finitize(FinitizeError),
    /// Several Rust files were given.
    SeveralFiles,
    /// `--type` is missing for a package.
    PackageWithoutType,
    /// A file is a folder.
    Folder(PathBuf),
    /// There is no struct with this name.
    NoSuchType {
        /// The name.
        name: String,
        /// Names like it.
        near: Vec<String>,
    },
    /// There is no predicate.
    NoSuchPredicate {
        /// What was looked for.
        tried: Vec<String>,
        /// Possible predicates, the most likely first.
        known: Vec<String>,
    },
    /// Several functions match.
    Ambiguous {
        /// What was looked for.
        name: String,
        /// Their paths.
        found: Vec<String>,
    },
    /// The function is not a predicate.
    WrongSignature {
        /// Its path.
        name: String,
        /// Its type.
        found: String,
    },
    /// The predicate takes another type.
    OtherType {
        /// Its path.
        name: String,
        /// The type that it takes.
        about: String,
        /// The type that was asked for.
        of: String,
    },
    /// The predicate takes a `void *`.
    TakesAnything {
        /// Its path.
        name: String,
    },
}

impl fmt::Display for SubjectError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SubjectError::Llvm(error) => error.fmt(f),
            SubjectError::Entry(error) => error.fmt(f),
            SubjectError::Bounds(error) => error.fmt(f),
            SubjectError::Finitize(error) => error.fmt(f),
            SubjectError::SeveralFiles => {
                write!(f, "give a Rust program as one file: rustc finds its modules")
            }
            SubjectError::PackageWithoutType => {
                write!(f, "name the type of the structures with --type, by its path in the package")
            }
            SubjectError::Folder(path) => write!(
                f,
                "`{}` is a folder; give a source file, or a Cargo package with --package",
                path.display()
            ),
            SubjectError::NoSuchType { name, near } if near.is_empty() => {
                write!(f, "the program has no struct `{name}`, and no other structs")
            }
            SubjectError::NoSuchType { name, near } => {
                write!(f, "the program has no struct `{name}`; it has {}", near.join(", "))
            }
            SubjectError::NoSuchPredicate { tried, known } => {
                write!(f, "there is no predicate `{}`", tried.join("` or `"))?;
                match known.is_empty() {
                    true => write!(
                        f,
                        ", and no other function that takes a pointer to a struct and returns \
                         a bool (in Rust, one of a generic type is found with --type 'List<i32>')"
                    ),
                    false => write!(f, "; name one with --predicate: {}", known.join(", ")),
                }
            }
            SubjectError::Ambiguous { name, found } => write!(
                f,
                "several functions are called `{name}`; name one with --predicate, or its type with \
                 --type: {}",
                found.join(", ")
            ),
            SubjectError::WrongSignature { name, found } => write!(
                f,
                "`{name}` is not a predicate: it should take a pointer to a struct and return a \
                 bool, but is `{found}`"
            ),
            SubjectError::OtherType { name, about, of } => write!(
                f,
                "`{name}` is a predicate over `{about}`, not over `{of}`; leave --type out, or \
                 name another function with --predicate"
            ),
            SubjectError::TakesAnything { name } => write!(
                f,
                "`{name}` takes a `void *`; name the type of the structures with \
                 --type"
            ),
        }
    }
}

impl std::error::Error for SubjectError {}

impl From<pikse_llvm::Error> for SubjectError {
    fn from(error: pikse_llvm::Error) -> Self {
        SubjectError::Llvm(error)
    }
}

impl From<EntryError> for SubjectError {
    fn from(error: EntryError) -> Self {
        SubjectError::Entry(error)
    }
}

impl From<BoundsError> for SubjectError {
    fn from(error: BoundsError) -> Self {
        SubjectError::Bounds(error)
    }
}

impl From<FinitizeError> for SubjectError {
    fn from(error: FinitizeError) -> Self {
        SubjectError::Finitize(error)
    }
}
