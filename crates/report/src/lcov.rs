//! Coverage as lcov's trace file, which editors and coverage services read.
//!
//! The format has room for one word about the run: the name of the test, `TN`, of letters, digits
//! and underscores. For an incomplete run it is `incomplete`: lines marked as not run might still
//! run.

use std::fmt::Write;

use crate::check_run::{CheckRun, FileCoverage};
use crate::text::one_line;

/// The coverage of all checks, a record for each file.
pub fn write(run: &CheckRun) -> String {
    of_files(&run.coverage(), run.incomplete().is_none())
}

/// Coverage, a record for each file, of a complete or incomplete run.
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
