//! Real programs: fetches their sources, builds them to bitcode, explores them and writes a table of
//! what was reached.
//!
//! | module | what it holds |
//! | --- | --- |
//! | `source` | Debian's source packages |
//! | `build` | from the sources to one bitcode file a program |
//! | `run` | explores one program |
//! | `table` | the results as text |

mod build;
mod run;
mod source;
mod table;

use std::path::PathBuf;
use std::time::Duration;

use super::{requirements, root};

/// What to run.
struct Options {
    /// The time for each program.
    time: Duration,
    /// The programs; all if there are none.
    only: Vec<String>,
    /// The Pikse command.
    pikse: PathBuf,
}

impl Options {
    fn parse(arguments: &[&str]) -> Result<Self, String> {
        let mut options = Self {
            time: Duration::from_secs(60),
            only: Vec::new(),
            pikse: root().join("target/release/pikse"),
        };
        let mut arguments = arguments.iter();
        while let Some(&argument) = arguments.next() {
            match argument {
                "--time" => {
                    let seconds = arguments.next().and_then(|text| text.parse().ok());
                    let seconds = seconds.ok_or("--time takes a number of seconds")?;
                    options.time = Duration::from_secs(seconds);
                }
                "--debug" => options.pikse = root().join("target/debug/pikse"),
                name if !name.starts_with('-') => options.only.push(name.to_owned()),
                _ => return Err(format!("unknown option `{argument}`")),
            }
        }
        Ok(options)
    }
}

/// Explores every tool of Coreutils 9.1.
pub(crate) fn coreutils(arguments: &[&str]) -> Result<(), String> {
    let options = Options::parse(arguments)?;
    requirements::install(requirements::REAL)?;
    let profile = if options.pikse.ends_with("debug/pikse") { "" } else { "--release " };
    super::cargo(&format!("build --quiet {profile}--package pikse-cli"))?;
    let folder = root().join("target/real");
    let source = source::fetch("coreutils", "9.1", &folder)?;
    let tools = build::coreutils(&source, &folder.join("coreutils-build"))?;
    let mut rows = Vec::new();
    for tool in &tools {
        if !options.only.is_empty() && !options.only.contains(&tool.name) {
            continue;
        }
        let row = run::explore(tool, &options, &folder.join("runs"))?;
        println!("{}", table::line(&row));
        rows.push(row);
    }
    let file = folder.join("coreutils.md");
    std::fs::write(&file, table::document(&rows, &options))
        .map_err(|error| format!("{} cannot be written: {error}", file.display()))?;
    println!("{}\nxtask: the table is in {}", table::summary(&rows), file.display());
    Ok(())
}
