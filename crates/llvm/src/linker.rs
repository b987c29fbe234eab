//! The system's linker, called through the C compiler.

use std::ffi::OsString;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::compiler::cpp_archives;

/// How the C++ library is linked. If one form fails, the other is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CppLibrary {
    /// As archives.
    Archives,
    /// As shared libraries.
    Shared,
}

/// What to link.
#[derive(Clone, Copy, Debug)]
pub struct Link<'a> {
    /// Object files, and sources in C.
    pub inputs: &'a [PathBuf],
    /// The output file.
    pub output: &'a Path,
    /// Flags before the inputs.
    pub flags: &'a [&'a str],
    /// The C++ library, if needed.
    pub cpp: Option<CppLibrary>,
    /// Flags after everything else, for instance libraries.
    pub libraries: &'a [&'a str],
}

/// Why linking failed.
#[derive(Debug)]
pub enum LinkError {
    /// There is no C compiler.
    NoCompiler(io::Error),
    /// The linker failed, with its message in English.
    Refused(String),
}

impl fmt::Display for LinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LinkError::NoCompiler(error) => {
                write!(f, "`cc` cannot be run ({error}); install a C compiler")
            }
            LinkError::Refused(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for LinkError {}

impl Link<'_> {
    /// Links.
    pub fn run(&self) -> Result<(), LinkError> {
        let mut refusal = String::new();
        for library in forms_of(self.cpp) {
            let mut linker = Command::new("cc");
            // Messages must be in English, because symbol names are read from them.
            linker.env("LC_ALL", "C").args(self.flags).arg("-o").arg(self.output);
            linker.args(self.inputs).args(library).args(self.libraries);
            let ran = linker.stdin(Stdio::null()).output().map_err(LinkError::NoCompiler)?;
            if ran.status.success() {
                return Ok(());
            }
            refusal = String::from_utf8_lossy(&ran.stderr).into_owned();
        }
        Err(LinkError::Refused(refusal))
    }
}

/// The flags for each form of the C++ library, in the order in which they are tried.
fn forms_of(cpp: Option<CppLibrary>) -> Vec<Vec<OsString>> {
    let Some(first) = cpp else { return vec![Vec::new()] };
    let shared = ["-Wl,--as-needed", "-lc++", "-lc++abi"].map(OsString::from).to_vec();
    let archives = || cpp_archives().map(|both| both.map(PathBuf::into_os_string).to_vec());
    match first {
        CppLibrary::Archives => archives().into_iter().chain([shared]).collect(),
        CppLibrary::Shared => [shared].into_iter().chain(archives()).collect(),
    }
}
