//! The structure of a test of an exploration, in the formats of `pikse generate`.

use std::path::Path;

use pikse_explore::{Cells, Opened, Test, TestVerdict, as_check};
use pikse_llvm::{Language, rust};
use pikse_report::{Call, Subject, TestCode};

use crate::args::check::ShowAs;
use crate::errors::CliError;

/// The input structure of a test, or test code that calls the entry with it.
pub(crate) fn show(
    path: &Path,
    opened: &Opened<'_>,
    test: &Test,
    form: ShowAs,
) -> Result<String, CliError> {
    let refuse = |why: String| CliError::Replay { path: path.to_owned(), why };
    if form == ShowAs::Code {
        return code(opened, test).map_err(refuse);
    }
    let given = opened.entry.given.as_ref();
    let given = given.ok_or_else(|| refuse("the test has no structure".to_owned()))?;
    let chosen = Cells::of(given).chosen(test).map_err(|error| refuse(error.to_string()))?;
    Ok(match form {
        ShowAs::Dot => chosen.snapshot().to_dot(),
        ShowAs::Text | ShowAs::Code => format!("{}\n", chosen.snapshot()),
    })
}

/// A program in the language of the source that builds the input and calls the entry.
fn code(opened: &Opened<'_>, test: &Test) -> Result<String, String> {
    let language = match opened.source.language {
        Language::C => pikse_report::Language::C,
        Language::Cpp => pikse_report::Language::Cpp,
        Language::Rust => pikse_report::Language::Rust,
        other => return Err(format!("test code in {other} is not supported")),
    };
    let [file] = &test.sources[..] else {
        return Err("test code is supported only for programs of one file".to_owned());
    };
    let file = Path::new(file);
    let text = std::fs::read_to_string(file).map_err(|error| error.to_string())?;
    let whole = file.canonicalize().unwrap_or_else(|_| file.to_owned());
    let module = rust::crate_name(file);
    let call = Call::Pointer(String::new());
    let subject = Subject { language, file: &whole, text: &text, module: &module, call };
    let input = as_check(opened, test)?;
    let leaks = test.verdict == TestVerdict::Error(pikse_vm::ErrorKind::Leak);
    let code =
        TestCode::for_input(&opened.source.types, &input.bounds, &subject, &input.property, leaks)
            .map_err(|error| error.to_string())?;
    let about = match test.message.is_empty() {
        true => test.verdict.to_string(),
        false => format!("{}: {}", test.verdict, test.message),
    };
    let one = code.test_of_failure(1, &input.input, &about).map_err(|error| error.to_string())?;
    Ok(code.prologue() + &one + &code.epilogue(1))
}
