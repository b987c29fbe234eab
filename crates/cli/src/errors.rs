//! Errors of the command, with their messages.

use std::fmt;
use std::io;
use std::path::PathBuf;

use pikse_cluster::ClusterError;
use pikse_front::{PropertyError, SubjectError};
use pikse_native::NativeError;
use pikse_report::ReportError;
use pikse_search::OptionError;

/// Why a command could not finish.
#[derive(Debug)]
pub(crate) enum CliError {
    /// The options do not fit together.
    Usage(String),
    /// A model has an error.
    Model(String),
    /// The source has no usable predicate or bounds.
    Subject(SubjectError),
    /// The property cannot be used.
    Property(PropertyError),
    /// There is no check with this name.
    NoSuchCheck {
        /// The name.
        name: String,
        /// The names of the existing checks.
        known: Vec<String>,
    },
    /// A source has no checks.
    NoChecks {
        /// The source.
        what: String,
    },
    /// A check cannot be used.
    Check {
        /// Its name.
        name: String,
        /// What.
        why: String,
    },
    /// pikse.toml has a mistake.
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
    /// A verification task cannot be used.
    Task(pikse_verify::TaskError),
    /// The program or its entry cannot be explored.
    Open(pikse_explore::OpenError),
    /// The interpreter cannot load the program.
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
    /// Test code cannot be generated.
    Report(ReportError),
    /// The search failed.
    Search(ClusterError),
    /// A file of `pikse stage` cannot be used.
    Staged {
        /// The file.
        path: PathBuf,
        /// Why not.
        why: String,
    },
    /// A predicate cannot be explored alone.
    Stage(pikse_stage::FirstError),
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
    /// Whether the reader closed the output; then nothing is wrong.
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
            CliError::Model(message) => f.write_str(message.trim_end()),
            CliError::Subject(error) => error.fmt(f),
            CliError::Property(error) => error.fmt(f),
            CliError::NoSuchCheck { name, known } if known.is_empty() => {
                write!(f, "there is no check `{name}`; the source has no checks")
            }
            CliError::NoSuchCheck { name, known } => {
                write!(f, "there is no check `{name}`; the checks are: {}", known.join(", "))
            }
            CliError::NoChecks { what } => write!(
                f,
                "{what} has no checks: write one (PIKSE_CHECK in C and C++, #[pikse::check] in \
                 Rust), or name a function with --call"
            ),
            CliError::Check { name, why } => write!(f, "check `{name}`: {why}"),
            CliError::Plan { file, why } => write!(f, "`{file}`: {why}"),
            CliError::Replay { path, why } => {
                write!(f, "cannot replay `{}`: {why}", path.display())
            }
            CliError::Task(error) => error.fmt(f),
            CliError::Open(error) => error.fmt(f),
            CliError::Load(error) => error.fmt(f),
            CliError::Native(error) => error.fmt(f),
            CliError::Option { option, error } => write!(f, "{option}: {error}"),
            CliError::Report(error) => error.fmt(f),
            CliError::Search(error) => error.fmt(f),
            CliError::Staged { path, why } => write!(f, "cannot use `{}`: {why}", path.display()),
            CliError::Stage(error) => error.fmt(f),
            CliError::Resume { path, why } => {
                write!(f, "cannot resume `{}`: {why}", path.display())
            }
            CliError::Write { path, error } => {
                write!(f, "cannot write `{}`: {error}", path.display())
            }
            CliError::Print(error) => write!(f, "cannot write the result: {error}"),
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
