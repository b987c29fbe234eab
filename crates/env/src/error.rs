//! Errors of linking models.

use std::fmt;

/// Why models could not be linked into a program.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// LLVM cannot read the models: Pikse was built with another LLVM than it runs with.
    BadModels(String),
    /// The program and the models cannot be linked.
    DoNotLink(String),
    /// LLVM cannot run a pass.
    Machine(pikse_llvm::Error),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::BadModels(message) => write!(
                f,
                "LLVM cannot read Pikse's models of the C library: {message}; rebuild Pikse \
                 with the toolchain that it runs with"
            ),
            Error::DoNotLink(message) => write!(
                f,
                "the program cannot be linked with Pikse's models of the C library: {message}; \
                 perhaps it defines a name that begins with `pikse_`"
            ),
            Error::Machine(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Error {}

impl From<pikse_llvm::Error> for Error {
    fn from(error: pikse_llvm::Error) -> Self {
        Error::Machine(error)
    }
}
