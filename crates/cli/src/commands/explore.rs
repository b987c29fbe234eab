//! `pikse explore`: every path of a program.

use std::io::Write;
use std::path::Path;

use pikse_explore::{Explorer, begin, coverage, open, strategy};
use pikse_ir::FuncId;
use pikse_llvm::inkwell::context::Context;
use pikse_solver::blast::{Blast, Cdcl};
use pikse_solver::{Limits, chain};
use pikse_vm::Machine;

use crate::args::explore::{Explore, TestsOf};
use crate::commands::Verdict;
use crate::errors::CliError;
use crate::explore::plan;
use crate::explore::tests::Tests;
use crate::explore::told::{Told, short};
use crate::explore::watch::{Watcher, peak};
use crate::output::Sink;
use crate::signals;

pub(crate) fn run(args: &Explore) -> Result<Verdict, CliError> {
    let wanted = plan::wanted(args)?;
    let context = Context::create();
    let opened = open(&context, &wanted).map_err(CliError::Open)?;
    let program = &opened.ir;
    let options = plan::machine_options(&args.search, opened.is_rust);
    let limits = Limits { time: args.search.solver_time, ..Limits::default() };
    let solver = Box::new(chain(Blast::<Cdcl>::new(limits)));
    let mut machine = Machine::with_solver(program, options, solver).map_err(CliError::Load)?;
    for (at, own) in opened.own.iter().enumerate() {
        if !own {
            machine.do_not_trace(FuncId::at(at));
        }
    }
    let folder = args.output.out.join(name(args));
    let tests = match args.output.tests {
        TestsOf::None => None,
        _ => Some(Tests::begin(&folder, args.output.test_files)?),
    };
    let mut watcher = Watcher::new(program, tests, args.output.tests);
    watcher.smt2 = args.output.smt2;
    watcher.sources = args.files.iter().map(|file| file.display().to_string()).collect();
    watcher.options = plan::words(&args.program);
    watcher.cancel = signals::listen();
    watcher.shows &= !args.output.quiet;
    let first = begin(&mut machine, opened.function, &opened.entry.arguments);
    let order = strategy(&plan::orders(&args.search), args.search.seed);
    let outcome =
        Explorer::new(&mut machine, order, plan::limits(&args.search)).run(first, &mut watcher);
    watcher.clear();
    let (count, folder) = match &mut watcher.tests {
        None => (0, None),
        Some(tests) => {
            tests.finish()?;
            (tests.count(), Some(tests.folder().display().to_string()))
        }
    };
    let is_own = |file: &str| !pikse_native::is_library(Path::new(file));
    let lines = coverage::lines(program, machine.coverage(), &is_own);
    let mut notes = Vec::new();
    if opened.is_optimised {
        notes.push(
            "the bitcode was optimised: branches of the source may have become one path".to_owned(),
        );
    }
    if !watcher.has_input && outcome.progress.cut.is_empty() {
        notes.push("nothing was symbolic: there is one path".to_owned());
    }
    let sources: Vec<String> =
        args.files.iter().map(|file| short(&file.display().to_string())).collect();
    let told = Told {
        program,
        machine: &machine,
        outcome: &outcome,
        lines: &lines,
        tests: count,
        folder,
        errors: &watcher.errors,
        notes,
        peak: peak(),
        sources: sources.join(" "),
    };
    if !args.output.quiet {
        let text = match args.output.json {
            true => format!("{}\n", told.json()),
            false => told.text(args.output.statistics),
        };
        let mut sink = Sink::open(None)?;
        sink.write_all(text.as_bytes()).map_err(CliError::Print)?;
        sink.finish()?;
    }
    match outcome.errors.is_empty() {
        true => Ok(Verdict::Clean),
        false => Ok(Verdict::Violation),
    }
}

/// The name of the folder of an exploration: the first file's, and the entry's.
fn name(args: &Explore) -> String {
    let stem = args.files[0].file_stem().unwrap_or_default().to_string_lossy().into_owned();
    match &args.program.entry {
        Some(entry) => {
            let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
            format!("{stem}-{}", entry.chars().map(plain).collect::<String>())
        }
        None => stem,
    }
}
