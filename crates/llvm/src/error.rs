//! What can go wrong between a source and a module.

use std::fmt;
use std::path::PathBuf;

use crate::compiler::NEWEST_CLANG;
use crate::source::Language;

/// Why there is no module.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// No source was given.
    NoSource,
    /// The file cannot be read.
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// The file's ending tells no language.
    UnknownLanguage {
        /// The file.
        path: PathBuf,
    },
    /// There is no compiler for the language.
    NoCompiler {
        /// The language.
        language: Language,
        /// What was looked for.
        tried: Vec<String>,
    },
    /// The compiler refused the file.
    Refused {
        /// The file.
        path: PathBuf,
        /// What the compiler printed.
        output: String,
    },
    /// LLVM cannot read the module: it is damaged, or of a newer LLVM.
    BadModule {
        /// The file.
        path: PathBuf,
        /// What LLVM says.
        message: String,
    },
    /// Two sources do not fit together: for instance both define a function.
    DoNotLink {
        /// The file that does not fit what came before.
        path: PathBuf,
        /// What LLVM says.
        message: String,
    },
    /// There is no debug information, or it cannot be read.
    NoDebugInformation(String),
    /// LLVM cannot compile the module, or run a pass over it.
    Machine(String),
    /// A folder for the compilers' output cannot be made.
    NoFolder(std::io::Error),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::NoSource => write!(f, "no source file is given"),
            Error::Unreadable { path, error } => {
                write!(f, "`{}` cannot be read: {error}", path.display())
            }
            Error::UnknownLanguage { path } => write!(
                f,
                "`{}` is in no language that Pikse knows: \
                 .c, .cc, .cpp, .cxx, .rs, .bc and .ll are",
                path.display()
            ),
            Error::NoCompiler { language, tried } => write!(
                f,
                "there is no compiler for {language} (looked for: {}); \
                 install one: sudo apt-get install {}",
                tried.join(", "),
                match language {
                    Language::Cpp => "clang libc++-dev libc++abi-dev",
                    Language::Rust => "rustup (and see https://rustup.rs)",
                    _ => "clang",
                }
            ),
            Error::Refused { path, output } => {
                write!(f, "`{}` does not compile:\n{}", path.display(), output.trim_end())
            }
            Error::BadModule { path, message } => {
                write!(
                    f,
                    "`{}` is no LLVM module that this LLVM reads: {message}",
                    path.display()
                )?;
                match producer(message).filter(|&producer| producer > NEWEST_CLANG) {
                    Some(producer) => write!(
                        f,
                        "; LLVM {producer} has written it, and this is LLVM {NEWEST_CLANG}: \
                         compile it with clang {NEWEST_CLANG} or older"
                    ),
                    None => Ok(()),
                }
            }
            Error::DoNotLink { path, message } => {
                write!(f, "`{}` does not fit the sources before it: {message}", path.display())
            }
            Error::NoDebugInformation(why) => {
                write!(
                    f,
                    "the types of the program cannot be read from its debug information: {why}"
                )
            }
            Error::Machine(message) => write!(f, "LLVM cannot compile the program: {message}"),
            Error::NoFolder(error) => {
                write!(f, "a folder for temporary files cannot be made: {error}")
            }
        }
    }
}

impl std::error::Error for Error {}

/// The version of LLVM that has written a module, if LLVM's message says so.
fn producer(message: &str) -> Option<u32> {
    let (_, rest) = message.split_once("Producer: 'LLVM")?;
    let digits = rest.find(|c: char| !c.is_ascii_digit())?;
    rest[..digits].parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_module_of_a_newer_llvm_is_told_as_such() {
        let text = |producer: &str| {
            let message =
                format!("Unknown attribute kind (105) (Producer: '{producer}' Reader: 'LLVM 22')");
            Error::BadModule { path: "new.bc".into(), message }.to_string()
        };
        assert!(text("LLVM23.1.0git").ends_with("compile it with clang 22 or older"));
        assert!(text("LLVM19.1.7").ends_with("Reader: 'LLVM 22')"));
    }
}
