//! Regression tests: a failing input of a check as a file of code in the user's language.

use std::path::Path;

use pikse_front::{Bounds, Property};
use pikse_llvm::Types;
use pikse_structure::Structure;

use crate::error::ReportError;
use crate::test_code::{Call, Language, Subject, TestCode};

/// The comment on top of a test, with the command that runs it.
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
    /// In a package, in which a line includes the test.
    Package {
        /// The path of the module with this line, as debug information has it.
        module: &'a str,
        /// The command that adds the line, and runs the test.
        command: &'a str,
    },
}

impl Regression<'_> {
    /// The test of an input, with a comment about its failure.
    pub fn write(&self, input: &Structure, about: &str) -> Result<String, ReportError> {
        let (file, text, module, top) = match self.source {
            RegressionSource::Files { text, module, from_test, command, .. } => {
                (from_test, text, module, format!("{RUN} {command}\n"))
            }
            RegressionSource::Package { module, command } => {
                (Path::new(""), "", module, format!("{RUN} {command}\nuse super::*;\n"))
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
        // The first line says how, for this test.
        let is_other = |line: &&str| line.starts_with("// Compile and run:");
        if let Some(line) = prologue.lines().find(is_other) {
            prologue = prologue.replacen(&format!("{line}\n"), "", 1);
        }
        Ok([top, prologue, test, code.epilogue(1)].concat())
    }
}
