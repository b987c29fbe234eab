//! Regression tests: a failing input of a check as a file of code in the user's language.

use std::path::Path;

use pikse_front::{Bounds, Property};
use pikse_llvm::Types;
use pikse_structure::Structure;

use crate::error::ReportError;
use crate::test_code::{Call, Language, Subject, TestCode};

/// The comment on top of a test for a package.
const PASTE: &str = "// Paste this at the end of";
/// The comment on top of a test for files.
const RUN: &str = "// Here:";
/// A check whose failing inputs become tests.
#[derive(Clone, Debug)]
pub struct Regression<'a> {
    /// The types of the program.
    pub types: &'a Types,
    /// The bounds of the inputs.
    pub bounds: &'a Bounds,
    /// The property that fails.
    pub property: &'a Property,
    /// Whether leaks are failures.
    pub finds_leaks: bool,
    /// The language of the program.
    pub language: Language,
    /// Where the program is.
    pub source: RegressionSource<'a>,
}

/// Where a program is that gets a regression test.
#[derive(Clone, Copy, Debug)]
pub enum RegressionSource<'a> {
    /// In files: the first of them becomes part of the test.
    Files {
        /// The content of the first file.
        text: &'a str,
        /// Its crate in Rust.
        module: &'a str,
        /// Its path from the folder of the test.
        from_test: &'a Path,
        /// The command that compiles and runs the test.
        command: &'a str,
    },
    /// In a package: the test is to be pasted into the file with the check.
    Package {
        /// That file.
        file: &'a Path,
        /// As a user names it.
        shown: &'a str,
    },
}

impl Regression<'_> {
    /// The test of an input, with a comment about its failure.
    pub fn write(&self, input: &Structure, about: &str) -> Result<String, ReportError> {
        let module_of_check = module_of(&self.property.call.name);
        let (file, text, module, top) = match self.source {
            RegressionSource::Files { text, module, from_test, command, .. } => {
                (from_test, text, module, format!("{RUN} {command}\n"))
            }
            RegressionSource::Package { file, shown } => {
                (file, "", module_of_check.as_str(), format!("{PASTE} {shown}.\n"))
            }
        };
        let call = Call::Pointer(String::new());
        let subject = Subject { language: self.language, file, text, module, call };
        let (types, bounds, property) = (self.types, self.bounds, self.property);
        let code = TestCode::for_input(types, bounds, &subject, property, self.finds_leaks)?;
        let test = code.test_of_failure(1, input, about)?;
        let mut prologue = code.prologue();
        if self.language == Language::Rust && !text.is_empty() {
            // The command puts the test after the source as it is then: a copy here would keep the bug.
            prologue = prologue.replacen(text, "", 1);
        }
        Ok([top, prologue, test, code.epilogue(1)].concat())
    }
}

/// The path of the module of a function; unnamed blocks add nothing.
fn module_of(function: &str) -> String {
    let parts: Vec<&str> = function.split("::").filter(|part| *part != "_").collect();
    parts[..parts.len().saturating_sub(1)].join("::")
}
