//! Files that a run writes for people and for CI. Each is begun before the run: what cannot
//! be written should be known before it, not after.

use std::io::Write;
use std::path::Path;

use pikse_report::{CheckRun, html, junit, lcov, sarif};

use crate::args::check::OutputArgs;
use crate::errors::CliError;
use crate::files::WholeFile;

/// The files that are asked for.
#[derive(Debug)]
pub(crate) struct Outputs {
    report: Option<WholeFile>,
    junit: Option<WholeFile>,
    sarif: Option<WholeFile>,
    coverage: Option<WholeFile>,
}

impl Outputs {
    /// Begins the files.
    pub(crate) fn begin(args: &OutputArgs) -> Result<Outputs, CliError> {
        let begin =
            |path: &Option<std::path::PathBuf>| path.as_deref().map(WholeFile::begin).transpose();
        std::fs::create_dir_all(&args.out)
            .map_err(|error| CliError::Write { path: args.out.clone(), error })?;
        Ok(Outputs {
            report: begin(&args.report)?,
            junit: begin(&args.junit)?,
            sarif: begin(&args.sarif)?,
            coverage: begin(&args.coverage)?,
        })
    }

    /// Writes them. One that fails does not keep the others from being written.
    pub(crate) fn finish(self, run: &CheckRun) -> Result<(), CliError> {
        let source = |file: &str| std::fs::read_to_string(Path::new(file)).ok();
        let texts: [(Option<WholeFile>, &dyn Fn() -> String); 4] = [
            (self.report, &|| html::write(run, &source)),
            (self.junit, &|| junit::write(run)),
            (self.sarif, &|| sarif::write(run)),
            (self.coverage, &|| lcov::write(run)),
        ];
        let mut outcome = Ok(());
        for (file, text) in texts {
            if let Some(mut file) = file {
                let written = file.write_all(text().as_bytes());
                outcome = outcome.and(file.finish_after(written));
            }
        }
        outcome
    }
}
