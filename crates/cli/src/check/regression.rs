//! Regression tests: a failing input as code in the user's language.

use std::io::Write;
use std::path::{Path, PathBuf};

use pikse_llvm::{Language, rust};
use pikse_report::{Call, Subject, TestCode};

use super::plan::Plan;
use super::result::Found;
use super::saved;
use super::session::CheckSession;
use crate::errors::CliError;
use crate::files::WholeFile;
use crate::summary::structure_of;

/// What goes on top of a test for a package, which has no file of its own.
const PASTE: &str = "// Paste this at the end of";

/// What goes on top of a test for a program of several files.
const WITH: &str = "The rest of the program has to be compiled with it:";

/// Writes the regression test of a failure; gives the file, or why there is none.
pub(crate) fn write(
    folder: &Path,
    plan: &Plan,
    session: &CheckSession,
    found: &Found,
    number: usize,
) -> Result<Result<PathBuf, String>, CliError> {
    let (language, extension) = match session.language {
        Language::C => (pikse_report::Language::C, "c"),
        Language::Cpp => (pikse_report::Language::Cpp, "cpp"),
        Language::Rust => (pikse_report::Language::Rust, "rs"),
        other => return Ok(Err(format!("there are no tests in {other}"))),
    };
    let place = session.property.place.as_ref().map(|(file, _)| PathBuf::from(file));
    let (file, text, module) = match &plan.args.files[..] {
        [file, ..] => {
            let text = match std::fs::read_to_string(file) {
                Ok(text) => text,
                Err(error) => return Ok(Err(error.to_string())),
            };
            let whole = file.canonicalize().unwrap_or_else(|_| file.clone());
            (whole, text, rust::crate_name(file))
        }
        // The tests of a package stand in the file with the check.
        [] => (place.unwrap_or_default(), String::new(), module_of(&session.property.call.name)),
    };
    let call = Call::Pointer(String::new());
    let subject = Subject { language, file: &file, text: &text, module: &module, call };
    let (types, bounds, property) = (&session.types, &session.bounds, &session.property);
    let finds_leaks = session.check.finds_leaks();
    let code = match TestCode::for_input(types, bounds, &subject, property, finds_leaks) {
        Ok(code) => code,
        Err(error) => return Ok(Err(error.to_string())),
    };
    let structure = structure_of(&bounds.space, &found.candidate);
    let about = format!("{} {}", property.name, found.shown.text);
    let test = match code.test_of_failure(1, &structure, &about) {
        Ok(test) => test,
        Err(error) => return Ok(Err(error.to_string())),
    };
    let others = plan.args.files.iter().skip(1).map(|other| super::session::short(other));
    let top = match (text.is_empty(), others.collect::<Vec<_>>().join(" ")) {
        (true, _) => format!("{PASTE} {}.\n", super::session::short(&file)),
        (false, others) if others.is_empty() => String::new(),
        (false, others) => format!("// {WITH} {others}\n"),
    };
    let path = saved::path(folder, &property.name, number, extension);
    let mut file = WholeFile::begin(&path)?;
    let parts = [top, code.prologue(), test, code.epilogue(1)];
    let written = parts.iter().try_for_each(|part| file.write_all(part.as_bytes()));
    file.finish_after(written)?;
    Ok(Ok(path))
}

/// The path of the module that a function stands in: blocks without a name add nothing.
fn module_of(function: &str) -> String {
    let parts: Vec<&str> = function.split("::").filter(|part| *part != "_").collect();
    parts[..parts.len().saturating_sub(1)].join("::")
}
