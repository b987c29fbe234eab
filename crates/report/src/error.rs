//! Why test code cannot be generated.

use std::fmt;

/// Why test code cannot be generated for a program or a structure.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReportError {
    /// The type of a class has no name.
    NoName {
        /// The class.
        class: String,
    },
    /// A library type, whose fields only the library can set.
    Foreign {
        /// The type.
        name: String,
    },
    /// A type or a field that only its own module can name.
    Private(String),
    /// The path of the file cannot be written in an `#include`.
    BadPath(String),
    /// A structure in which an object has two owners.
    OwnedTwice {
        /// The object.
        object: String,
    },
    /// A structure in which pointers of different kinds own an object.
    OwnedDifferently {
        /// The object.
        object: String,
    },
    /// A class whose objects test code cannot build yet.
    NotYet {
        /// The class.
        class: String,
        /// What it has.
        what: String,
    },
    /// The structure comes from other bounds.
    OtherBounds,
}

impl fmt::Display for ReportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReportError::NoName { class } => write!(
                f,
                "the type of `{class}` has no name, so a test cannot declare it; give it a name"
            ),
            ReportError::Foreign { name } => write!(
                f,
                "`{name}` is a library type, whose fields test code cannot set; print structures \
                 as text or JSON instead"
            ),
            ReportError::Private(name) => write!(
                f,
                "`{name}` is private to a module inside the file; make it `pub(crate)`, so that \
                 tests in the file can name it"
            ),
            ReportError::BadPath(path) => {
                write!(f, "`{path}` cannot be written in an #include; rename the file")
            }
            ReportError::OwnedTwice { object } => write!(
                f,
                "`{object}` has two owners, which is impossible in Rust; the predicate should \
                 reject this"
            ),
            ReportError::OwnedDifferently { object } => write!(
                f,
                "`{object}` is owned by pointers of different kinds, which is impossible in Rust; \
                 the predicate should reject this"
            ),
            ReportError::NotYet { class, what } => write!(
                f,
                "test code for `{class}` is not supported: {what}; print structures as text or JSON \
                 instead"
            ),
            ReportError::OtherBounds => {
                f.write_str("the structure and the test code have different bounds")
            }
        }
    }
}

impl std::error::Error for ReportError {}
