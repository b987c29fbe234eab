//! What can go wrong when models are put into a program.

use std::fmt;

/// Why a program cannot get its models.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// LLVM cannot read the models: Pikse was built with another LLVM than it runs with.
    BadModels(String),
    /// The program and the models do not fit together.
    DoNotLink(String),
    /// LLVM cannot run a pass.
    Machine(pikse_llvm::Error),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::BadModels(message) => write!(
                f,
                "LLVM cannot read Pikse's models of the C library: {message}; build Pikse again \
                 with the toolchain that it runs with"
            ),
            Error::DoNotLink(message) => write!(
                f,
                "the program does not fit Pikse's models of the C library: {message}; perhaps it \
                 defines a name that begins with `pikse_`"
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
