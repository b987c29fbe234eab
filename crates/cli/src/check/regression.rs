//! Writes the regression tests of failures.

use std::path::{Path, PathBuf};

use pikse_check::Distinct;
use pikse_llvm::{Language, rust};
use pikse_native::Broken;
use pikse_report::{Regression, RegressionSource};

use super::package_test::PackageTest;
use super::plan::Plan;
use super::session::CheckSession;
use super::{result, saved};
use crate::errors::CliError;
use crate::summary::structure_of;
use crate::test_file::{self, Compiled, from_folder};

/// The number of tests of a check that may be kept in a folder.
const MOST: usize = 10_000;

/// Writes the regression test of a failure; returns the file, or why there is none.
pub(crate) fn write(
    folder: &Path,
    plan: &Plan,
    session: &CheckSession,
    found: &Distinct,
    number: usize,
) -> Result<Result<PathBuf, String>, CliError> {
    let (language, extension) = match Compiled::language(session.language) {
        Ok(known) => known,
        Err(why) => return Ok(Err(why)),
    };
    if language == pikse_report::Language::Rust && matches!(found.broken, Broken::Leaked { .. }) {
        return Ok(Err("a test in Rust does not see a leak; use `pikse replay`".to_owned()));
    }
    let name = &session.property.name;
    let paths = (number..number + MOST).map(|number| saved::path(folder, name, number, extension));
    let input = structure_of(&session.bounds.space, &found.candidate);
    let about = format!("{name} {}", result::text(found));
    let written = |source: RegressionSource<'_>| {
        let regression = Regression {
            types: &session.types,
            bounds: &session.bounds,
            property: &session.property,
            finds_leaks: session.check.finds_leaks(),
            language,
            source,
        };
        regression.write(&input, &about).map_err(|error| error.to_string())
    };
    let Some(file) = plan.args.files.first() else {
        let place = match PackageTest::of(plan, session) {
            Ok(place) => place,
            Err(why) => return Ok(Err(why)),
        };
        return test_file::write(paths, |path| {
            let command = place.command(path);
            let source = RegressionSource::Package { module: &place.module, command: &command };
            written(source)
        });
    };
    let text = match std::fs::read_to_string(file) {
        Ok(text) => text,
        Err(error) => return Ok(Err(error.to_string())),
    };
    let file = file.canonicalize().unwrap_or_else(|_| file.clone());
    let (module, from_test) = (rust::crate_name(&file), from_folder(folder, &file));
    let compiled = compiled(plan, session.language);
    test_file::write(paths, |path| {
        let command = compiled.command(path);
        let source = RegressionSource::Files {
            text: &text,
            module: &module,
            from_test: &from_test,
            command: &command,
        };
        written(source)
    })
}

/// How the program of a check is compiled.
fn compiled(plan: &Plan, language: Language) -> Compiled<'_> {
    let flags = |flags: &Option<crate::args::Words>| flags.clone().unwrap_or_default().0;
    let names = &plan.args.names;
    Compiled {
        language,
        files: &plan.args.files,
        cflags: flags(&names.cflags),
        rustflags: flags(&names.rustflags),
        is_strict: plan.args.run.ub,
    }
}
