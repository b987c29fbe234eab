//! `pikse verify`: answers verification tasks, and compares with what is expected.

use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use pikse_verify::{Comparison, Task};

use crate::args::verify::Verify;
use crate::commands::{Exit, print};
use crate::errors::CliError;
use crate::signals;
use crate::verify::output::{Row, Summary, json};
use crate::verify::tasks::tasks;
use crate::verify::worker::worked;

pub(crate) fn run(args: &Verify) -> Result<Exit, CliError> {
    let tasks = tasks(args)?;
    if let Some(folder) = &args.witnesses {
        let write = |error| CliError::Write { path: folder.clone(), error };
        std::fs::create_dir_all(folder).map_err(write)?;
    }
    let rows = answer(args, &tasks)?;
    let summary = Summary::of(&rows);
    if args.json {
        print(&json(&rows))?;
    } else if !args.quiet {
        print(&summary.text())?;
    }
    Ok(match summary.unknown {
        _ if summary.has_failed() => Exit::Failed,
        0 => Exit::Passed,
        _ if args.allow_incomplete => Exit::Passed,
        _ => Exit::Incomplete,
    })
}

/// Answers the tasks, several at a time. Lines are printed in the order of the tasks.
fn answer(args: &Verify, tasks: &[Task]) -> Result<Vec<Row>, CliError> {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let jobs = args.jobs.unwrap_or(cores).clamp(1, tasks.len());
    let cancel = signals::listen();
    let next = AtomicUsize::new(0);
    let rows: Mutex<Vec<Option<Row>>> = Mutex::new(tasks.iter().map(|_| None).collect());
    let printed = Mutex::new((0, Ok(())));
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(|| {
                while let at = next.fetch_add(1, Ordering::Relaxed)
                    && let Some(task) = tasks.get(at)
                {
                    let begun = Instant::now();
                    let worked = worked(task, args.time, args.memory, &cancel);
                    let seconds = begun.elapsed().as_secs_f64();
                    let mut row = Row { task: task.clone(), worked, seconds, files: Vec::new() };
                    let saved = save(args.witnesses.as_deref(), at, &mut row);
                    let mut rows = rows.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                    rows[at] = Some(row);
                    let mut printed =
                        printed.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                    let shown = show(args, &rows, &mut printed.0);
                    if printed.1.is_ok() {
                        printed.1 = saved.and(shown);
                    }
                }
            });
        }
    });
    printed.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner).1?;
    let rows = rows.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    Ok(rows.into_iter().flatten().collect())
}

/// Prints the rows that come next, as far as they are there.
fn show(args: &Verify, rows: &[Option<Row>], next: &mut usize) -> Result<(), CliError> {
    while let Some(Some(row)) = rows.get(*next) {
        *next += 1;
        let is_bad = matches!(row.comparison(), Comparison::Wrong | Comparison::Violated);
        if !args.json && (!args.quiet || is_bad) {
            print(&format!("{}\n", row.line()))?;
        }
    }
    Ok(())
}

/// Writes the witnesses of a row.
fn save(folder: Option<&Path>, at: usize, row: &mut Row) -> Result<(), CliError> {
    let Some(folder) = folder else { return Ok(()) };
    let stem = Path::new(&row.task.name).file_stem().unwrap_or_default().to_string_lossy();
    for witness in &row.worked.witnesses {
        let property = row.task.property.name();
        // Tasks of different folders may have the same name.
        let name = format!("{:04}-{stem}.{property}.witness.{}", at + 1, witness.ending);
        let path = folder.join(name);
        std::fs::write(&path, &witness.text)
            .map_err(|error| CliError::Write { path: path.clone(), error })?;
        row.files.push(path.display().to_string());
    }
    Ok(())
}
