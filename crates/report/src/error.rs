//! Why there is no test code.

use std::fmt;

/// Why there is no test code for a program or for a structure.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReportError {
    /// The type of a class has no name that code could use.
    NoName {
        /// The class.
        class: String,
    },
    /// A type of a library, whose fields only the library can set.
    Foreign {
        /// The type.
        name: String,
    },
    /// A type or a field that only its own module can name.
    Private(String),
    /// The path of the file cannot stand in an `#include`.
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
    /// The structure comes from other bounds.
    OtherBounds,
}

impl fmt::Display for ReportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReportError::NoName { class } => write!(
                f,
                "the type of `{class}` has no name, so that no test can declare one; give it one"
            ),
            ReportError::Foreign { name } => write!(
                f,
                "`{name}` is a library's type, whose fields test code cannot set; print \
                 structures as text or JSON instead"
            ),
            ReportError::Private(name) => write!(
                f,
                "`{name}` is private to a module inside the file; make it `pub(crate)`, so that \
                 tests in the file can name it"
            ),
            ReportError::BadPath(path) => {
                write!(f, "`{path}` cannot stand in an #include; rename the file")
            }
            ReportError::OwnedTwice { object } => write!(
                f,
                "`{object}` has two owners, which no Rust program can make; the predicate should \
                 reject that"
            ),
            ReportError::OwnedDifferently { object } => write!(
                f,
                "`{object}` is owned by pointers of different kinds, which no Rust program can \
                 make; the predicate should reject that"
            ),
            ReportError::OtherBounds => {
                f.write_str("the structure comes from other bounds than the test code")
            }
        }
    }
}

impl std::error::Error for ReportError {}
