//! Explores programs, several at once, and reads the results from Pikse's JSON and coverage files.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::Value;

use super::{Options, table};

/// A program to explore.
pub(super) struct Subject {
    pub(super) name: String,
    /// The version of its sources.
    pub(super) version: String,
    /// Arguments of `pikse explore`: bitcode, or a package and a program in it.
    pub(super) program: Vec<OsString>,
    /// The folder from which it is explored.
    pub(super) from: PathBuf,
    /// Further options, separated by spaces.
    pub(super) options: &'static str,
    /// What is symbolic, in words.
    pub(super) input: &'static str,
    /// Coverage is measured on the files whose paths contain one of these.
    pub(super) own: Vec<String>,
}

/// What one exploration gave.
pub(super) struct Row {
    pub(super) name: String,
    pub(super) version: String,
    pub(super) input: &'static str,
    pub(super) paths: u64,
    pub(super) complete: bool,
    /// Lines of the program's own sources, and those that ran.
    pub(super) lines: u64,
    pub(super) ran: u64,
    pub(super) instructions: u64,
    pub(super) seconds: f64,
    pub(super) errors: Vec<String>,
    /// What ended paths, with the number of paths.
    pub(super) ends: Vec<(String, u64)>,
    /// Why there is no result.
    pub(super) failure: Option<String>,
}

impl Row {
    pub(super) fn new(subject: &Subject) -> Self {
        Self {
            name: subject.name.clone(),
            version: subject.version.clone(),
            input: subject.input,
            paths: 0,
            complete: false,
            lines: 0,
            ran: 0,
            instructions: 0,
            seconds: 0.0,
            errors: Vec::new(),
            ends: Vec::new(),
            failure: None,
        }
    }
}

/// Explores programs, as many at once as the options say. The rows are in the order of the programs,
/// also if a later program ends first.
pub(super) fn explore_all(
    subjects: &[Subject],
    options: &Options,
    runs: &Path,
) -> Result<Vec<Row>, String> {
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..options.jobs {
            scope.spawn(|| {
                while let at = next.fetch_add(1, Ordering::Relaxed)
                    && let Some(subject) = subjects.get(at)
                {
                    let row = explore(subject, options, runs);
                    if let Ok(row) = &row {
                        println!("{}", table::line(row));
                    }
                    done.lock().expect("no thread panics here").push((at, row));
                }
            });
        }
    });
    let mut rows = done.into_inner().expect("no thread panics here");
    rows.sort_by_key(|&(at, _)| at);
    rows.into_iter().map(|(_, row)| row).collect()
}

/// Explores one program.
fn explore(subject: &Subject, options: &Options, runs: &Path) -> Result<Row, String> {
    let folder = runs.join(&subject.name);
    // Errors of an earlier run would look like errors of this one.
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder)
        .map_err(|error| format!("{} cannot be made: {error}", folder.display()))?;
    let coverage = folder.join("coverage.lcov");
    let mut pikse = Command::new(&options.pikse);
    pikse.arg("explore").args(&subject.program);
    pikse.args(["--time", &format!("{}s", options.time.as_secs()), "--search", &options.search]);
    pikse.args(["--memory", "2G", "--tests", "errors", "--json"]);
    pikse.arg("--out").arg(&folder).arg("--coverage").arg(&coverage);
    pikse.args(subject.options.split_whitespace());
    pikse.current_dir(&subject.from);
    // Packages are built here, and not among their sources.
    pikse.env("CARGO_TARGET_DIR", subject.from.join("target"));
    pikse.stdin(Stdio::null()).stderr(Stdio::piped());
    let output = pikse.output().map_err(|error| format!("pikse does not start: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let _ = std::fs::write(folder.join("result.json"), &text);
    let mut row = Row::new(subject);
    let Ok(result) = serde_json::from_str::<Value>(&text) else {
        let errors = String::from_utf8_lossy(&output.stderr);
        let last = errors.lines().last().unwrap_or("no output").to_owned();
        row.failure = Some(format!("{} ({last})", output.status));
        return Ok(row);
    };
    fill(&mut row, &result);
    (row.lines, row.ran) = lines(&coverage, &subject.own);
    Ok(row)
}

/// The lines of a program's own files in a coverage file, and those that ran.
fn lines(coverage: &Path, own: &[String]) -> (u64, u64) {
    let text = std::fs::read_to_string(coverage).unwrap_or_default();
    let (mut is_own, mut all, mut ran) = (false, 0, 0);
    for line in text.lines() {
        if let Some(file) = line.strip_prefix("SF:") {
            is_own = own.iter().any(|part| file.contains(part.as_str()));
        } else if let Some((_, count)) = line.strip_prefix("DA:").and_then(|da| da.split_once(','))
            && is_own
        {
            all += 1;
            ran += u64::from(count != "0");
        }
    }
    (all, ran)
}

/// Takes the facts from a result.
fn fill(row: &mut Row, result: &Value) {
    let number = |key: &str| result[key].as_u64().unwrap_or(0);
    row.complete = result["complete"] == true;
    row.paths = number("paths");
    row.instructions = number("instructions");
    row.seconds = result["seconds"].as_f64().unwrap_or(0.0);
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    for error in result["errors"].as_array().into_iter().flatten() {
        let place = error["stack"][0].as_str().unwrap_or("?");
        row.errors.push(format!("{} at {place}", text(&error["title"])));
    }
    for reason in result["cut"].as_array().into_iter().flatten() {
        row.ends.push((text(&reason["why"]), reason["paths"].as_u64().unwrap_or(0)));
    }
}
