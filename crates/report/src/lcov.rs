//! Coverage as lcov's trace file, which editors and coverage services read.
//!
//! The only place for a word about the run is the name of the test, `TN`, which has letters,
//! digits and underscores. That of a run that did not try everything is `incomplete`: lines
//! that did not run may still run.

use std::fmt::Write;

use crate::check_run::{CheckRun, FileCoverage};
use crate::text::one_line;

/// The coverage of all checks, a record a file.
pub fn write(run: &CheckRun) -> String {
    of_files(&run.coverage(), run.incomplete().is_none())
}

/// Coverage, a record a file, of a run that tried everything or not.
pub fn of_files(files: &[FileCoverage], is_complete: bool) -> String {
    let test = if is_complete { "" } else { "incomplete" };
    files.iter().map(|coverage| record(coverage, test)).collect()
}

fn record(coverage: &FileCoverage, test: &str) -> String {
    let mut text = format!("TN:{test}\nSF:{}\n", one_line(&coverage.file));
    // Writing to a string cannot fail.
    for (name, line, _) in &coverage.functions {
        let _ = writeln!(text, "FN:{line},{}", one_line(name));
    }
    for (name, _, count) in &coverage.functions {
        let _ = writeln!(text, "FNDA:{count},{}", one_line(name));
    }
    let _ = writeln!(text, "FNF:{}", coverage.functions.len());
    let _ = writeln!(text, "FNH:{}", coverage.functions_hit());
    for (line, count) in &coverage.lines {
        let _ = writeln!(text, "DA:{line},{count}");
    }
    let _ = writeln!(text, "LF:{}\nLH:{}", coverage.lines.len(), coverage.lines_hit());
    text + "end_of_record\n"
}
