//! The structure of a test of an exploration, in the formats of `pikse generate`.

use std::path::{Path, PathBuf};

use pikse_explore::{Cells, Opened, Test};

use crate::args::check::ShowAs;
use crate::errors::CliError;
use crate::explore::regression::code;

/// The input structure of a test, or test code that calls the entry with it.
pub(crate) fn show(
    path: &Path,
    opened: &Opened<'_>,
    test: &Test,
    form: ShowAs,
) -> Result<String, CliError> {
    let refuse = |why: String| CliError::Replay { path: path.to_owned(), why };
    if form == ShowAs::Code {
        let file = test.sources.first().map(PathBuf::from).unwrap_or_default();
        let whole = file.canonicalize().unwrap_or(file);
        return code(opened.called(), test, &whole, None).map_err(refuse);
    }
    let given = opened.entry.given.as_ref();
    let given = given.ok_or_else(|| refuse("the test has no structure".to_owned()))?;
    let chosen = Cells::of(given).chosen(test).map_err(|error| refuse(error.to_string()))?;
    Ok(match form {
        ShowAs::Dot => chosen.snapshot().to_dot(),
        ShowAs::Text | ShowAs::Code => format!("{}\n", chosen.snapshot()),
    })
}
