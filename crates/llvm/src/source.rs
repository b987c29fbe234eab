//! The language of a file.

use std::fmt;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::error::Error;

/// A language that becomes an LLVM module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Language {
    /// `.c`
    C,
    /// `.cc`, `.cpp`, `.cxx`, `.C`
    Cpp,
    /// `.rs`
    Rust,
    /// `.bc`: LLVM bitcode.
    Bitcode,
    /// `.ll`: LLVM assembly.
    Assembly,
}

impl Language {
    /// The language of a file, by its extension.
    pub fn of(path: &Path) -> Result<Language, Error> {
        let ending = path.extension().unwrap_or_default().to_string_lossy();
        Ok(match &*ending {
            "c" => Language::C,
            "cc" | "cpp" | "cxx" | "C" => Language::Cpp,
            "rs" => Language::Rust,
            "bc" => Language::Bitcode,
            "ll" => Language::Assembly,
            _ => return Err(Error::UnknownLanguage { path: path.to_owned() }),
        })
    }

    /// Whether it is an LLVM module, which is already compiled.
    #[must_use]
    pub fn is_llvm(self) -> bool {
        matches!(self, Language::Bitcode | Language::Assembly)
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Language::C => "C",
            Language::Cpp => "C++",
            Language::Rust => "Rust",
            Language::Bitcode => "LLVM bitcode",
            Language::Assembly => "LLVM assembly",
        })
    }
}
