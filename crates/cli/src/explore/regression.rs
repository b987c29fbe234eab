//! Errors of an exploration as tests in the language of the source.
//!
//! A test that calls the entry with the inputs of an error is written beside the test in JSON. It is the
//! user's from then on: no run deletes or overwrites it.

use std::path::{Path, PathBuf};

use pikse_explore::{CallCode, Called, Test, TestVerdict, as_check, call_code};
use pikse_llvm::rust;
use pikse_report::{Call, Regression, RegressionSource, Subject, TestCode};
use pikse_vm::ErrorKind;

use crate::args::explore::Explore;
use crate::errors::CliError;
use crate::test_file::{self, Compiled, from_folder};

const LEAK: TestVerdict = TestVerdict::Error(ErrorKind::Leak);
/// The number of tests of an error that may be kept.
const MOST: u32 = 1_000;

/// Writes the test of an error beside its file; returns its file, or why there is none.
pub(crate) fn write(
    args: &Explore,
    called: Called<'_>,
    test: &Test,
    json: &Path,
) -> Result<Result<PathBuf, String>, CliError> {
    let words = |words: &Option<crate::args::Words>| words.clone().unwrap_or_default().0;
    let compiled = Compiled {
        language: called.source.language,
        files: &args.files,
        cflags: words(&args.program.cflags),
        rustflags: words(&args.program.rustflags),
        is_strict: args.search.ub,
    };
    let extension = match Compiled::language(called.source.language) {
        Ok((_, extension)) => extension,
        Err(why) => return Ok(Err(why)),
    };
    let first = std::iter::once(json.with_extension(extension));
    let stem = json.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let others = (2..MOST).map(|at| json.with_file_name(format!("{stem}-{at}.{extension}")));
    test_file::write(first.chain(others), |path| {
        let folder = path.parent().unwrap_or(Path::new("."));
        let from_test = from_folder(folder, &args.files[0]);
        code(called, test, &from_test, Some(&compiled.command(path)))
    })
}

/// A program in the language of the source that builds the input of a test and calls the entry. It
/// includes the source by a path; with a `command`, one in Rust comes after it.
pub(crate) fn code(
    called: Called<'_>,
    test: &Test,
    from_test: &Path,
    command: Option<&str>,
) -> Result<String, String> {
    if called.source.function.is_none() {
        return Err("the debug information does not have the function's types".to_owned());
    }
    let (language, _) = Compiled::language(called.source.language)?;
    let [file] = &test.sources[..] else {
        return Err("test code is supported only for programs of one file".to_owned());
    };
    let file = Path::new(file);
    let text = std::fs::read_to_string(file).map_err(|error| error.to_string())?;
    let module = rust::crate_name(file);
    let about = match test.message.is_empty() {
        true => test.verdict.to_string(),
        false => format!("{}: {}", test.verdict, test.message),
    };
    let input = match as_check(called, test) {
        Ok(input) => input,
        // Other values than structures and numbers are written as they are.
        Err(why) => {
            // With a structure, the first reason is the better one.
            let has_structure = called.entry.given.is_some();
            let call = call_code(called, test, &module);
            let call = call.map_err(|other| if has_structure { why } else { other })?;
            let top = command.map(|command| format!("// Here: {command}\n")).unwrap_or_default();
            let has_text = command.is_none();
            let code = match language {
                pikse_report::Language::Rust => plain_rust(&call, (&text, has_text), &about),
                _ => plain_c(language, &call, from_test, (&about, test.verdict == LEAK)),
            };
            return Ok(top + &code);
        }
    };
    let leaks = test.verdict == LEAK;
    let (types, bounds, property) = (&called.source.types, &input.bounds, &input.property);
    if let Some(command) = command {
        let source = RegressionSource::Files { text: &text, module: &module, from_test, command };
        let regression =
            Regression { types, bounds, property, finds_leaks: leaks, language, source };
        return regression.write(&input.input, &about).map_err(|error| error.to_string());
    }
    let call = Call::Pointer(String::new());
    let subject = Subject { language, file: from_test, text: &text, module: &module, call };
    let code = TestCode::for_input(types, bounds, &subject, property, leaks)
        .map_err(|error| error.to_string())?;
    let one = code.test_of_failure(1, &input.input, &about).map_err(|error| error.to_string())?;
    Ok(code.prologue() + &one + &code.epilogue(1))
}

/// A text as a comment.
fn comment(about: &str, indent: &str) -> String {
    let lines = about.lines().map(|line| {
        let line: String = line.chars().filter(|c| !c.is_control()).collect();
        format!("{indent}// {}\n", line.trim_end_matches('\\'))
    });
    lines.collect()
}

/// A test that calls the entry with plain values, after the source or a copy of it.
fn plain_rust(code: &CallCode, (text, has_text): (&str, bool), about: &str) -> String {
    let CallCode { call, name, .. } = code;
    let head = format!("fn {name}");
    let declares = |line: &str| {
        let declared = line.split_once(&head).filter(|(_, rest)| rest.starts_with(['(', '<']));
        declared.is_some_and(|(before, _)| before.split_whitespace().any(|word| word == "unsafe"))
    };
    let call = match text.lines().any(declares) {
        true => format!("unsafe {{ {call} }};"),
        false => format!("{call};"),
    };
    let before = if has_text { text } else { "" };
    format!(
        "{before}\n#[cfg(test)]\n#[allow(unused, unsafe_code)]\nmod pikse_inputs {{\n    use super::*;\n\n\
         {}    #[test]\n    fn input_1() {{\n        {call}\n    }}\n}}\n",
        comment(about, "    ")
    )
}

/// The same in C and C++, where the test includes the source.
fn plain_c(
    language: pikse_report::Language,
    code: &CallCode,
    file: &Path,
    (about, is_leak): (&str, bool),
) -> String {
    let is_cpp = language == pikse_report::Language::Cpp;
    let CallCode { statements, kept, call, .. } = code;
    let statements: String = statements.iter().map(|line| format!("    {line}\n")).collect();
    let keep: String = kept
        .iter()
        .enumerate()
        .map(|(at, name)| format!("    pikse_kept[{at}] = (const void *){name};\n"))
        .collect();
    let (headers, nothing, c) = match is_cpp {
        true => ("#include <cstdlib>\n#include <utility>\n", "", "extern \"C\" "),
        false => ("#include <stdlib.h>\n", "void", ""),
    };
    // What the test itself allocates is no leak; nor is anything else, if the error is another one.
    let mut top = String::new();
    if !kept.is_empty() {
        top += &format!("static const void *pikse_kept[{}];\n", kept.len());
    }
    if !is_leak {
        top += &format!(
            "{c}const char *__asan_default_options({nothing}) {{ return \"detect_leaks=0\"; }}\n"
        );
    }
    // A program may have a `main` of its own.
    format!(
        "#define main pikse_own_main\n#include \"{}\"\n#undef main\n{headers}{top}\n{}int main({nothing})\n\
         {{\n{statements}{keep}    {call};\n    return 0;\n}}\n",
        file.display(),
        comment(about, "")
    )
}
