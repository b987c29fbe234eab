//! Writes the regression tests of failures.

use std::io::Write;
use std::path::{Path, PathBuf};

use pikse_check::Distinct;
use pikse_llvm::{Language, rust};
use pikse_native::Broken;
use pikse_report::{Regression, RegressionSource};

use super::plan::Plan;
use super::session::{CheckSession, short};
use super::{result, saved};
use crate::commands::quoted;
use crate::errors::CliError;
use crate::files::WholeFile;
use crate::summary::structure_of;

/// The sanitizers that see failures of tests in C and C++.
const SANITIZERS: &str = "-fsanitize=address,undefined";

/// Writes the regression test of a failure; returns the file, or why there is none.
pub(crate) fn write(
    folder: &Path,
    plan: &Plan,
    session: &CheckSession,
    found: &Distinct,
    number: usize,
) -> Result<Result<PathBuf, String>, CliError> {
    let (language, extension) = match session.language {
        Language::C => (pikse_report::Language::C, "c"),
        Language::Cpp => (pikse_report::Language::Cpp, "cpp"),
        Language::Rust => (pikse_report::Language::Rust, "rs"),
        other => return Ok(Err(format!("test code in {other} is not supported"))),
    };
    if language == pikse_report::Language::Rust && matches!(found.broken, Broken::Leaked { .. }) {
        return Ok(Err("a test in Rust does not see a leak; use `pikse replay`".to_owned()));
    }
    let place = session.property.place.as_ref().map(|(file, _)| PathBuf::from(file));
    let (file, text) = match plan.args.files.first() {
        Some(file) => match std::fs::read_to_string(file) {
            Ok(text) => (file.canonicalize().unwrap_or_else(|_| file.clone()), text),
            Err(error) => return Ok(Err(error.to_string())),
        },
        // The tests of a package belong into the file with the check.
        None => (place.unwrap_or_default(), String::new()),
    };
    let (module, shown) = (rust::crate_name(&file), short(&file));
    let from_test = from_folder(folder, &file);
    let name = &session.property.name;
    let test = saved::path(folder, name, number, extension);
    let command = command(plan, &test, session.language);
    let source = match plan.args.files.is_empty() {
        true => RegressionSource::Package { file: &file, shown: &shown },
        false => RegressionSource::Files {
            text: &text,
            module: &module,
            from_test: &from_test,
            command: &command,
        },
    };
    let regression = Regression {
        types: &session.types,
        bounds: &session.bounds,
        property: &session.property,
        finds_leaks: session.check.finds_leaks(),
        language,
        source,
    };
    let input = structure_of(&session.bounds.space, &found.candidate);
    let about = format!("{} {}", session.property.name, result::text(found));
    let test = match regression.write(&input, &about) {
        Ok(test) => test,
        Err(error) => return Ok(Err(error.to_string())),
    };
    let path = saved::test_path(folder, name, number, (extension, &test));
    let mut file = WholeFile::begin(&path)?;
    let written = file.write_all(test.as_bytes());
    file.finish_after(written)?;
    Ok(Ok(path))
}

/// The path of a file from a folder.
fn from_folder(folder: &Path, file: &Path) -> PathBuf {
    let (Ok(folder), Ok(file)) = (folder.canonicalize(), file.canonicalize()) else {
        return file.to_owned();
    };
    let same = folder.components().zip(file.components()).take_while(|(one, other)| one == other);
    let same = same.count();
    let up = folder.components().skip(same).map(|_| Path::new("..").to_owned());
    let down = file.components().skip(same).map(|part| PathBuf::from(part.as_os_str()));
    up.chain(down).collect()
}

/// The command that compiles and runs a test, with the flags of the check. A test in Rust comes after
/// the source, whose private fields it uses; rustc reads both as one file.
fn command(plan: &Plan, test: &Path, language: Language) -> String {
    let program = test.with_extension("").display().to_string();
    let flags = |flags: &Option<crate::args::Words>| flags.clone().unwrap_or_default().0;
    let (names, files) = (&plan.args.names, &plan.args.files);
    let own = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
    let joined =
        |words: Vec<String>| words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ");
    let (test, output) = (test.display().to_string(), own(&["-o", &program]));
    let others: Vec<String> = files.iter().skip(1).map(|other| short(other)).collect();
    let compile = match language {
        Language::Rust => {
            let source = files.first().map(|file| short(file)).unwrap_or_default();
            let rustc = own(&["rustc", "--test", "--edition=2024"]);
            let rustc = [rustc, flags(&names.rustflags), output, own(&["-"])].concat();
            format!("cat {} | {}", joined(vec![source, test]), joined(rustc))
        }
        Language::Cpp => {
            let compiler = own(&["c++", "-g", "-fno-access-control", SANITIZERS]);
            joined([compiler, flags(&names.cflags), vec![test], others, output].concat())
        }
        _ => {
            let compiler = own(&["cc", "-g", SANITIZERS]);
            joined([compiler, flags(&names.cflags), vec![test], others, output].concat())
        }
    };
    let run = if program.starts_with('/') { program } else { format!("./{program}") };
    format!("{compile} && {}", quoted(&run))
}
