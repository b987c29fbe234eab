//! `pikse explore`: runs every path of a program.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use pikse_explore::{Cells, Explorer, Part, strategy};
use pikse_report::explore::{json, terminal};
use pikse_report::{ExploreNote, ExploreRun, Incomplete, Reached, Reason, Unit};
use pikse_solver::{Limits, chain, last};

use crate::args::explore::{Explore, TestsOf};
use crate::commands::{Exit, command, print, words_after};
use crate::errors::CliError;
use crate::explore::collect::Collected;
use crate::explore::guard::Guard;
use crate::explore::loaded::Loaded;
use crate::explore::plan;
use crate::explore::regression;
use crate::explore::result::result;
use crate::explore::shared::{self, Explored};
use crate::explore::tests::Tests;
use crate::explore::watch::{Shown, Watcher};
use crate::files::WholeFile;
use crate::outputs::Outputs;
use crate::parts::Mode;
use crate::ship;

pub(crate) fn run(args: &Explore) -> Result<Exit, CliError> {
    let mut args = args.clone();
    let guard = Guard::begin();
    // `pikse merge` writes the files of the whole.
    let outputs = match args.shared.mode.is_partial() {
        true => Outputs::default(),
        false => Outputs::begin(&args.output.files)?,
    };
    let loaded = Loaded::open(&mut args)?;
    let (args, ready) = (&args, &loaded.ready);
    let program = &ready.ir;
    if let Some(path) = &args.output.dump_ir {
        let mut file = WholeFile::begin(path)?;
        let written = write!(file, "{program}");
        file.finish_after(written)?;
    }
    let options = plan::machine_options(&args.search, ready.is_rust);
    let (time, halt) = (args.search.solver_time, guard.halt());
    let limits = Limits { time, halt, ..Limits::default() };
    let solver = Box::new(chain(last(limits)));
    let (machine, first) = ready.code().machine(options, solver).map_err(CliError::Load)?;
    let folder = args.output.out.join(name(args));
    let cells = ready.entry.given.as_ref().map(Cells::of);
    let tests = match args.output.tests {
        TestsOf::None => None,
        _ if args.shared.mode.is_partial() => None,
        _ => Some(Tests::begin(&folder, args.output.test_files, cells.clone())?),
    };
    let mut watcher = Watcher::new(program, tests, args.output.tests);
    watcher.smt2 = args.output.smt2;
    watcher.sources = args.files.iter().map(|file| file.display().to_string()).collect();
    watcher.options = plan::words(&args.program, &args.search);
    watcher.cells = cells.clone();
    watcher.values = ready.values.clone();
    watcher.shows &= !args.output.quiet;
    let report = args.output.files.report.as_ref();
    watcher.collected =
        report.map(|_| Collected::new(args.output.report_tests, cells, ready.values.clone()));
    let (mut unfinished, mut left) = (None, None);
    let (machine, mut outcome, saved) = match shared::is_wanted(args) {
        true => {
            shared::refuse(args)?;
            watcher.is_shared = true;
            let cancel = guard.cancel();
            let explored = shared::explore(args, &loaded, &machine, &mut watcher, &cancel);
            watcher.clear();
            let Explored { outcome, saved, split, open, since } = explored?;
            if let Some(parts) = split {
                print(&crate::parts::written(parts, &args.shared.mode))?;
                return Ok(Exit::Passed);
            }
            (unfinished, left) = (open, since);
            (machine, outcome, saved)
        }
        false => {
            let order = strategy(&plan::orders(&args.search), args.search.seed);
            let limits = pikse_explore::Limits { halt: guard.halt(), ..plan::limits(&args.search) };
            guard.explore(limits.time, limits.memory);
            let mut explorer = Explorer::new(machine, first, order, limits);
            explorer.begin(match loaded.stages.is_empty() {
                true => vec![Part::between(loaded.range.ends.clone())],
                false => loaded.stages.whole().into_iter().collect(),
            });
            explorer.set_stages(Arc::clone(&loaded.stages));
            let outcome = explorer.run(&mut watcher);
            watcher.clear();
            (explorer.into_machine(), outcome, Ok(()))
        }
    };
    drop(guard);
    loaded.staged.add_coverage(program, &mut outcome);
    if let Some(tests) = &mut watcher.tests {
        tests.finish()?;
    }
    let words = match args.shared.mode.words() {
        Some(words) => words.iter().skip(1).cloned().collect(),
        None => words_after("explore"),
    };
    let mut run = ExploreRun {
        command: command("explore", &words),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        date: crate::date::now(),
        sources: args.files.iter().map(|file| file.display().to_string()).collect(),
        entry: args.program.entry.clone().unwrap_or_else(|| "main".to_owned()),
        jobs: u64::from(args.shared.jobs) * ship::ranks(),
        from: loaded.range.from.clone(),
        to: loaded.range.to.clone(),
        ..result(ready, &machine, &outcome, &watcher)
    };
    if args.program.entry.is_some() {
        write_code(args, &loaded, &watcher, &mut run)?;
    }
    run.notes.extend(left.clone().map(ExploreNote::Since));
    run.since = left;
    if run.from.is_some() || run.to.is_some() {
        run.notes.push(ExploreNote::Range { from: run.from.clone(), to: run.to.clone() });
    }
    if let Some((missing, unfinished)) = unfinished
        && missing.len() + unfinished.len() > 0
    {
        let reason = Reason::Parts { missing, unfinished };
        let tried = Some((run.paths, Unit::Path));
        let incomplete = run.incomplete.get_or_insert_with(|| Incomplete {
            reasons: Vec::new(),
            reached: Reached { done: None, tried },
        });
        // What was not explored may have paths and inputs.
        incomplete.reasons.retain(|reason| !matches!(reason, Reason::NothingRan { .. }));
        incomplete.reasons.push(reason);
        run.notes.retain(|note| *note != ExploreNote::NothingSymbolic);
    }
    if let (Mode::Part(_), Some(incomplete)) = (&args.shared.mode, &mut run.incomplete) {
        // A part may have no path.
        incomplete.reasons.retain(|reason| !matches!(reason, Reason::NothingRan { .. }));
        if incomplete.reasons.is_empty() {
            run.incomplete = None;
        }
    }
    loaded.staged.add_to(&mut run);
    let written = outputs.finish(&run);
    match (args.output.json, args.output.quiet) {
        (true, _) => print(&json::write(&run))?,
        (false, true) => {}
        (false, false) => {
            let colours = crate::colour::on_stdout();
            print(&terminal::write(&run, colours, args.output.statistics))?;
        }
    }
    written?;
    saved?;
    Ok(Exit::of(&run.verdict(), args.output.allow_incomplete, args.output.quiet))
}

/// Writes the first test of each error in the language of the source.
fn write_code(
    args: &Explore,
    loaded: &Loaded,
    watcher: &Watcher<'_>,
    run: &mut ExploreRun,
) -> Result<(), CliError> {
    // What is stored with parts has no types.
    let Some(called) = loaded.called() else { return Ok(()) };
    for (&at, Shown { test, file, .. }) in &watcher.errors {
        let (Some(file), Some(error)) = (file, run.errors.get_mut(at)) else { continue };
        match regression::write(args, called, test, Path::new(file))? {
            Ok(path) => error.code = Some(path.display().to_string()),
            Err(why) => run.notes.push(ExploreNote::NoTest { error: at + 1, why }),
        }
    }
    Ok(())
}

/// The name of the folder of an exploration: the names of the first file and of the entry.
fn name(args: &Explore) -> String {
    let stem = plan::name_of(&args.files[0]);
    match args.program.entry.as_ref().or(args.program.bin.as_ref()) {
        Some(entry) => {
            let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
            format!("{stem}-{}", entry.chars().map(plain).collect::<String>())
        }
        None => stem,
    }
}
