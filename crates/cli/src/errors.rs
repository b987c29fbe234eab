//! What goes wrong, as one diagnostic.

use std::fmt;
use std::io;
use std::path::PathBuf;

use pikse_cluster::ClusterError;
use pikse_front::{PropertyError, SubjectError};
use pikse_native::NativeError;
use pikse_report::ReportError;
use pikse_search::OptionError;

/// Why a command does not come to its end.
#[derive(Debug)]
pub(crate) enum CliError {
    /// Options that do not go together.
    Usage(String),
    /// What the user names is no program with a predicate and bounds.
    Subject(SubjectError),
    /// What the user names is no property.
    Property(PropertyError),
    /// There is no check with this name.
    NoSuchCheck {
        /// The name.
        name: String,
        /// Those that there are.
        known: Vec<String>,
    },
    /// A source has no checks.
    NoChecks {
        /// The source.
        what: String,
    },
    /// Something is wrong with a check.
    Check {
        /// Its name.
        name: String,
        /// What.
        why: String,
    },
    /// pikse.toml says something that cannot be.
    Plan {
        /// The file.
        file: String,
        /// What.
        why: String,
    },
    /// A file of a failure cannot be used.
    Replay {
        /// The file.
        path: PathBuf,
        /// Why not.
        why: String,
    },
    /// There is nothing to explore.
    Open(pikse_explore::OpenError),
    /// A program cannot be loaded into the machine.
    Load(pikse_vm::LoadError),
    /// The predicate cannot be compiled.
    Native(NativeError),
    /// An option does not fit the bounds.
    Option {
        /// The option.
        option: String,
        /// Why not.
        error: Box<OptionError>,
    },
    /// There is no test code.
    Report(ReportError),
    /// The search broke off.
    Search(ClusterError),
    /// A saved file cannot be used.
    Resume {
        /// The file.
        path: PathBuf,
        /// Why not.
        why: String,
    },
    /// A file cannot be written.
    Write {
        /// The file.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// Standard output cannot be written.
    Print(io::Error),
}

impl CliError {
    /// Whether nothing is wrong: who read the output has read enough.
    pub(crate) fn is_closed_pipe(&self) -> bool {
        let error = match self {
            CliError::Print(error) | CliError::Search(ClusterError::Output(error)) => error,
            _ => return false,
        };
        error.kind() == io::ErrorKind::BrokenPipe
    }
}

impl fmt::Display for CliError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CliError::Usage(message) => f.write_str(message),
            CliError::Subject(error) => error.fmt(f),
            CliError::Property(error) => error.fmt(f),
            CliError::NoSuchCheck { name, known } if known.is_empty() => {
                write!(f, "there is no check `{name}`, and no other")
            }
            CliError::NoSuchCheck { name, known } => {
                write!(f, "there is no check `{name}`; there are {}", known.join(", "))
            }
            CliError::NoChecks { what } => write!(
                f,
                "{what} has no checks: write one (PIKSE_CHECK of pikse.h, #[pikse::check] in \
                 Rust), or name a function with --call"
            ),
            CliError::Check { name, why } => write!(f, "the check `{name}`: {why}"),
            CliError::Plan { file, why } => write!(f, "`{file}`: {why}"),
            CliError::Replay { path, why } => {
                write!(f, "`{}` cannot be replayed: {why}", path.display())
            }
            CliError::Open(error) => error.fmt(f),
            CliError::Load(error) => error.fmt(f),
            CliError::Native(error) => error.fmt(f),
            CliError::Option { option, error } => write!(f, "{option}: {error}"),
            CliError::Report(error) => error.fmt(f),
            CliError::Search(error) => error.fmt(f),
            CliError::Resume { path, why } => {
                write!(f, "`{}` cannot be resumed: {why}", path.display())
            }
            CliError::Write { path, error } => {
                write!(f, "`{}` cannot be written: {error}", path.display())
            }
            CliError::Print(error) => write!(f, "the result cannot be written: {error}"),
        }
    }
}

impl std::error::Error for CliError {}

impl From<SubjectError> for CliError {
    fn from(error: SubjectError) -> Self {
        CliError::Subject(error)
    }
}

impl From<PropertyError> for CliError {
    fn from(error: PropertyError) -> Self {
        CliError::Property(error)
    }
}

impl From<NativeError> for CliError {
    fn from(error: NativeError) -> Self {
        CliError::Native(error)
    }
}

impl From<ReportError> for CliError {
    fn from(error: ReportError) -> Self {
        CliError::Report(error)
    }
}
