//! Coverage as lcov's trace file, which editors and coverage services read.

use std::fmt::Write;

use crate::check_run::{CheckRun, FileCoverage};
use crate::text::one_line;

/// The coverage of all checks, a record a file.
pub fn write(run: &CheckRun) -> String {
    of_files(&run.coverage())
}

/// Coverage, a record a file.
pub fn of_files(files: &[FileCoverage]) -> String {
    files.iter().map(record).collect()
}

fn record(coverage: &FileCoverage) -> String {
    let mut text = format!("TN:\nSF:{}\n", one_line(&coverage.file));
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
