//! Errors between a source file and its module.

use std::fmt;
use std::path::PathBuf;

use crate::compiler::NEWEST_CLANG;
use crate::source::Language;

/// Why a module could not be made.
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
    /// The file has an unknown extension.
    UnknownLanguage {
        /// The file.
        path: PathBuf,
    },
    /// No compiler for the language was found.
    NoCompiler {
        /// The language.
        language: Language,
        /// What was looked for.
        tried: Vec<String>,
    },
    /// The compiler rejected the file.
    Refused {
        /// The file.
        path: PathBuf,
        /// What the compiler printed.
        output: String,
    },
    /// LLVM cannot read the module: it is damaged, or written by a newer LLVM.
    BadModule {
        /// The file.
        path: PathBuf,
        /// LLVM's message.
        message: String,
    },
    /// Two sources cannot be linked: for instance, both define a function.
    DoNotLink {
        /// The file that conflicts with an earlier one.
        path: PathBuf,
        /// LLVM's message.
        message: String,
    },
    /// Two sources are compiled for different targets.
    OtherTarget {
        /// The file that differs from an earlier one.
        path: PathBuf,
        /// Its target, and that of the files before it.
        targets: [String; 2],
    },
    /// There is no debug information, or it cannot be read.
    NoDebugInformation(String),
    /// LLVM cannot compile the module, or run a pass over it.
    Machine(String),
    /// No temporary folder could be created for the compilers' output.
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
                "`{}` has an unknown extension: \
                 use .c, .cc, .cpp, .cxx, .rs, .bc or .ll",
                path.display()
            ),
            Error::NoCompiler { language, tried } => write!(
                f,
                "no compiler for {language} was found (tried: {}); \
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
                write!(f, "`{}` is not a valid LLVM module: {message}", path.display())?;
                match producer(message).filter(|&producer| producer > NEWEST_CLANG) {
                    Some(producer) => write!(
                        f,
                        "; it was written by LLVM {producer}, but this is LLVM {NEWEST_CLANG}: \
                         compile it with clang {NEWEST_CLANG} or older"
                    ),
                    None => Ok(()),
                }
            }
            Error::DoNotLink { path, message } => {
                write!(f, "`{}` cannot be linked with the other sources: {message}", path.display())
            }
            Error::OtherTarget { path, targets: [one, other] } => write!(
                f,
                "`{}` cannot be linked with the other sources: it is compiled for {one}, and they are \
                 compiled for {other}; compile all of them for one target",
                path.display()
            ),
            Error::NoDebugInformation(why) => {
                write!(
                    f,
                    "the types of the program cannot be read from its debug information: {why}"
                )
            }
            Error::Machine(message) => write!(f, "LLVM cannot compile the program: {message}"),
            Error::NoFolder(error) => {
                write!(f, "cannot create a temporary folder: {error}")
            }
        }
    }
}

impl std::error::Error for Error {}

/// The version of LLVM that wrote a module, if LLVM's message names it.
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
