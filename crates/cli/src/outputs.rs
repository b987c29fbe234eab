//! Files that a run writes for people and for CI. Each is opened before the run, so that an error is
//! reported before the run and not after it.

use std::io::Write;
use std::path::{Path, PathBuf};

use pikse_report::{CheckRun, ExploreRun, explore, html, junit, lcov, sarif};

use crate::args::ReportFiles;
use crate::errors::CliError;
use crate::files::WholeFile;

/// The requested files.
#[derive(Debug, Default)]
pub(crate) struct Outputs {
    report: Option<WholeFile>,
    junit: Option<WholeFile>,
    sarif: Option<WholeFile>,
    coverage: Option<WholeFile>,
}

/// The formats in which a run can be written.
pub(crate) trait Reports {
    fn html(&self, source: &dyn Fn(&str) -> Option<String>) -> String;
    fn junit(&self) -> String;
    fn sarif(&self) -> String;
    fn lcov(&self) -> String;
}

impl Reports for CheckRun {
    fn html(&self, source: &dyn Fn(&str) -> Option<String>) -> String {
        html::write(self, source)
    }

    fn junit(&self) -> String {
        junit::write(self)
    }

    fn sarif(&self) -> String {
        sarif::write(self)
    }

    fn lcov(&self) -> String {
        lcov::write(self)
    }
}

impl Reports for ExploreRun {
    fn html(&self, source: &dyn Fn(&str) -> Option<String>) -> String {
        explore::html::write(self, source)
    }

    fn junit(&self) -> String {
        explore::junit::write(self)
    }

    fn sarif(&self) -> String {
        explore::sarif::write(self)
    }

    fn lcov(&self) -> String {
        lcov::of_files(&self.coverage, self.incomplete.is_none())
    }
}

impl Outputs {
    /// Opens the files.
    pub(crate) fn begin(args: &ReportFiles) -> Result<Outputs, CliError> {
        let begin = |path: &Option<PathBuf>| path.as_deref().map(WholeFile::begin).transpose();
        Ok(Outputs {
            report: begin(&args.report)?,
            junit: begin(&args.junit)?,
            sarif: begin(&args.sarif)?,
            coverage: begin(&args.coverage)?,
        })
    }

    /// Writes the files. If one fails, the others are still written.
    pub(crate) fn finish(self, run: &dyn Reports) -> Result<(), CliError> {
        let source = |file: &str| std::fs::read_to_string(Path::new(file)).ok();
        let texts: [(Option<WholeFile>, &dyn Fn() -> String); 4] = [
            (self.report, &|| run.html(&source)),
            (self.junit, &|| run.junit()),
            (self.sarif, &|| run.sarif()),
            (self.coverage, &|| run.lcov()),
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
