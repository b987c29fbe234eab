//! Real programs: fetches their sources, builds them to bitcode, explores them and writes a table of
//! what was reached.
//!
//! | module | what it holds |
//! | --- | --- |
//! | `source` | Debian's source packages |
//! | `build` | from the sources to bitcode |
//! | `coreutils` | the tools of Coreutils |
//! | `programs` | other programs and libraries, with the recipe of each |
//! | `run` | explores programs |
//! | `table` | the results as text |

mod build;
mod coreutils;
mod programs;
mod run;
mod source;
mod table;

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::{requirements, root};
use run::Row;

/// What to run.
struct Options {
    /// The time for each program.
    time: Duration,
    /// How many are explored at once.
    jobs: usize,
    /// The programs; all if there are none.
    only: Vec<String>,
    /// The Pikse command.
    pikse: PathBuf,
    /// Whether the command is built first.
    builds: bool,
    /// The order of the paths, as users write it.
    search: String,
}

impl Options {
    fn parse(arguments: &[&str]) -> Result<Self, String> {
        let mut options = Self {
            time: Duration::from_secs(60),
            jobs: std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
            only: Vec::new(),
            pikse: root().join("target/release/pikse"),
            builds: true,
            search: "coverage".to_owned(),
        };
        let mut arguments = arguments.iter();
        while let Some(&argument) = arguments.next() {
            match argument {
                "--time" => {
                    let seconds = arguments.next().and_then(|text| text.parse().ok());
                    let seconds = seconds.ok_or("--time takes a number of seconds")?;
                    options.time = Duration::from_secs(seconds);
                }
                "--jobs" => {
                    let jobs = arguments.next().and_then(|text| text.parse().ok());
                    options.jobs = jobs.filter(|&jobs| jobs > 0).ok_or("--jobs takes a number")?;
                }
                "--search" => {
                    let orders = arguments.next().ok_or("--search takes an order")?;
                    options.search = (*orders).to_owned();
                }
                "--debug" => options.pikse = root().join("target/debug/pikse"),
                "--pikse" => {
                    let file = arguments.next().ok_or("--pikse takes a file")?;
                    options.pikse = std::path::absolute(file)
                        .map_err(|error| format!("{file} has no path: {error}"))?;
                    options.builds = false;
                }
                name if !name.starts_with('-') => options.only.push(name.to_owned()),
                _ => return Err(format!("unknown option `{argument}`")),
            }
        }
        Ok(options)
    }

    /// Whether a program is to be explored.
    fn has(&self, name: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|only| only == name)
    }

    /// Says if a program is named that there is not.
    fn check(&self, is_known: impl Fn(&str) -> bool) -> Result<(), String> {
        match self.only.iter().find(|name| !is_known(name)) {
            Some(name) => Err(format!("there is no program `{name}`")),
            None => Ok(()),
        }
    }

    /// Installs and builds what exploring needs.
    fn prepare(&self) -> Result<(), String> {
        requirements::install(requirements::REAL)?;
        if !self.builds {
            return Ok(());
        }
        let profile = if self.pikse.ends_with("debug/pikse") { "" } else { "--release " };
        super::cargo(&format!("build --quiet {profile}--package pikse-cli"))
    }
}

/// The folder of sources, builds and results.
fn folder() -> PathBuf {
    root().join("target/real")
}

/// Explores every tool of Coreutils.
pub(crate) fn coreutils(arguments: &[&str]) -> Result<(), String> {
    let options = Options::parse(arguments)?;
    options.prepare()?;
    let folder = folder();
    let (mut subjects, version) = coreutils::subjects(&folder)?;
    options.check(|name| subjects.iter().any(|subject| subject.name == name))?;
    subjects.retain(|subject| options.has(&subject.name));
    let rows = run::explore_all(&subjects, &options, &folder.join("runs/coreutils"))?;
    let title = format!("Coreutils {version}");
    let about = format!(
        "`pikse explore TOOL.bc {} --search {} --time {}s`",
        coreutils::OPTIONS,
        options.search,
        options.time.as_secs()
    );
    write(&folder.join("coreutils.md"), &table::document(&title, &about, &rows), &rows)
}

/// The orders that `searchers` compares. The second is KLEE's default.
const SEARCHERS: [&str; 3] = ["coverage", "random,covnew", "random"];
/// The tools on which they are compared: none of them is complete, and they differ in size.
const TOOLS: [&str; 10] = ["cp", "csplit", "cut", "du", "expr", "join", "ls", "pr", "sort", "tr"];

/// Compares orders of the search, by the lines that they reach in a quarter of the time, and in all of it.
pub(crate) fn searchers(arguments: &[&str]) -> Result<(), String> {
    let mut options = Options::parse(arguments)?;
    options.prepare()?;
    let folder = folder();
    let (mut subjects, version) = coreutils::subjects(&folder)?;
    subjects.retain(|subject| TOOLS.contains(&&*subject.name) && options.has(&subject.name));
    let whole = options.time;
    let mut columns = Vec::new();
    for time in [whole / 4, whole] {
        for search in SEARCHERS {
            (options.time, options.search) = (time, search.to_owned());
            let rows = run::explore_all(&subjects, &options, &folder.join("runs/searchers"))?;
            columns.push((format!("`{search}`, {} s", time.as_secs()), rows));
        }
    }
    let about = format!(
        "Lines of the tools' own sources that ran. `pikse explore TOOL.bc {} --search … --time …`",
        coreutils::OPTIONS
    );
    let text = table::beside(&format!("Orders on Coreutils {version}"), &about, &columns);
    let file = folder.join("searchers.md");
    std::fs::write(&file, &text)
        .map_err(|error| format!("{} cannot be written: {error}", file.display()))?;
    println!("{text}");
    Ok(())
}

/// Explores the other programs.
pub(crate) fn programs(arguments: &[&str]) -> Result<(), String> {
    let options = Options::parse(arguments)?;
    options.check(programs::is_known)?;
    options.prepare()?;
    let folder = folder();
    let (subjects, failures) = programs::subjects(&folder, |name| options.has(name));
    let mut rows = run::explore_all(&subjects, &options, &folder.join("runs/programs"))?;
    rows.extend(failures);
    rows.sort_by_key(|row| programs::place(&row.name));
    let about = format!(
        "`pikse explore PROGRAM OPTIONS --search {} --time {}s`, with these options:\n\n{}",
        options.search,
        options.time.as_secs(),
        programs::commands(&subjects),
    );
    write(&folder.join("programs.md"), &table::document("Programs", &about, &rows), &rows)
}

fn write(file: &Path, text: &str, rows: &[Row]) -> Result<(), String> {
    std::fs::write(file, text)
        .map_err(|error| format!("{} cannot be written: {error}", file.display()))?;
    println!("{}\nxtask: the table is in {}", table::summary(rows), file.display());
    Ok(())
}
