//! `pikse klee`: explores a program with KLEE's command line and files.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use pikse_env::Plan;
use pikse_explore::replay::{self, Replayer, Start};
use pikse_explore::{
    Explorer, Limits, Opened, Order, Outcome, PredicateChoice, Structures, Test, Wanted, open,
    strategy,
};
use pikse_llvm::Options;
use pikse_llvm::inkwell::context::Context;
use pikse_solver::{chain, last};

use crate::args::Klee;
use crate::commands::{Exit, command, print};
use crate::errors::CliError;
use crate::explore::guard::Guard;
use crate::klee::folder::Folder;
use crate::klee::options::{Settings, read};
use crate::klee::posix;
use crate::klee::watch::Watcher;
use crate::signals;

/// KLEE's own limit of memory.
const MEMORY: u64 = 2_000 << 20;
/// The seed of random orders.
const SEED: u64 = 1;

pub(crate) fn run(args: &Klee) -> Result<Exit, CliError> {
    let mut settings = read(&args.words).map_err(CliError::Usage)?;
    let wanted = wanted(&mut settings)?;
    let context = Context::create();
    let opened = open(&context, &wanted).map_err(CliError::Open)?;
    if !settings.replays.is_empty() {
        return replay(&settings, &wanted, &opened);
    }
    explore(args, &settings, &opened)
}

/// The program and its environment.
fn wanted(settings: &mut Settings) -> Result<Wanted, CliError> {
    let stem = settings.program.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let mut plan = Plan::new(&stem);
    if let Some(path) = &settings.env_file {
        let text = std::fs::read_to_string(path)
            .map_err(|error| CliError::Usage(format!("`{}`: {error}", path.display())))?;
        plan.environment =
            text.lines().filter(|line| line.contains('=')).map(str::to_owned).collect();
    }
    let plan = posix::add(plan, &settings.arguments, settings.posix, &mut settings.notes)
        .map_err(CliError::Usage)?;
    if settings.entry.is_some() && plan.arguments.len() > 1 {
        let message = "-entry-point runs one function, which has no arguments of a program";
        return Err(CliError::Usage(message.to_owned()));
    }
    let files = [settings.program.clone()].into_iter().chain(settings.libraries.iter().cloned());
    Ok(Wanted {
        bin: None,
        files: files.collect(),
        entry: settings.entry.clone(),
        invariant: None,
        arguments: Vec::new(),
        pre: Vec::new(),
        structures: Structures {
            size: None,
            bounds: pikse_front::bounds::Request::default(),
            finitize: None,
            predicate: PredicateChoice::Usual,
        },
        plan,
        options: Options::default(),
        targets: Vec::new(),
    })
}

fn explore(args: &Klee, settings: &Settings, opened: &Opened<'_>) -> Result<Exit, CliError> {
    let begun = Instant::now();
    let guard = Guard::begin();
    let mut folder = Folder::make(settings)?;
    let place = std::path::absolute(&folder.path).unwrap_or_else(|_| folder.path.clone());
    folder.message(&format!("output directory is \"{}\"", place.display()))?;
    folder.info(&command("klee", &args.words))?;
    folder.info(&format!("PID: {}", std::process::id()))?;
    for note in &settings.notes {
        folder.warning(note)?;
    }
    if !settings.no_output {
        let text = opened.user.module().print_to_string().to_string();
        folder.write("assembly.ll", text.as_bytes())?;
    }
    let options = pikse_vm::Options {
        undefined_behaviour: settings.undefined,
        alignment: opened.is_rust,
        ..pikse_vm::Options::default()
    };
    let limits = pikse_solver::Limits {
        time: settings.solver_time.unwrap_or(Duration::from_secs(10)),
        halt: guard.halt(),
        ..pikse_solver::Limits::default()
    };
    let solver = Box::new(chain(last(limits)));
    let (machine, first) = opened.machine(options, solver).map_err(CliError::Load)?;
    let limits = Limits {
        time: settings.time,
        paths: settings.paths,
        instructions: settings.instructions,
        memory: Some(settings.memory.unwrap_or(MEMORY)),
        first_error: settings.exit_on_error,
        halt: guard.halt(),
        ..Limits::default()
    };
    guard.explore(limits.time, limits.memory);
    // KLEE's own default.
    let usual = [Order::RandomPath, Order::CoveringNew];
    let orders = if settings.orders.is_empty() { &usual[..] } else { &settings.orders[..] };
    let mut explorer = Explorer::new(machine, first, strategy(orders, SEED), limits);
    let mut watcher = Watcher::new(folder, settings, &opened.ir, signals::listen());
    let outcome = explorer.run(&mut watcher);
    if let Some(error) = watcher.failed.take() {
        return Err(error);
    }
    let instructions = explorer.machine().statistics().instructions;
    finish(&mut watcher, &outcome, instructions, begun.elapsed())?;
    Ok(Exit::Passed)
}

/// The last lines, as scripts read them.
fn finish(
    watcher: &mut Watcher<'_>,
    outcome: &Outcome,
    instructions: u64,
    time: Duration,
) -> Result<(), CliError> {
    let tests = watcher.tests;
    let folder = &mut watcher.folder;
    for (note, paths) in &outcome.notes {
        folder.warning(&format!("{} (on {paths} paths)", note.text))?;
    }
    if let Some(why) = outcome.stopped {
        folder.message(&format!("HaltTimer or limit: {why}"))?;
    }
    let tally = &outcome.tally;
    let cut: u64 = tally.cut.values().sum();
    eprintln!();
    for (what, count) in [
        ("total instructions", instructions),
        ("completed paths", tally.finished),
        ("partially completed paths", tally.failed + cut),
        ("generated tests", tests),
    ] {
        let line = format!("done: {what} = {count}");
        folder.message(&line)?;
        folder.info(&format!("KLEE: {line}"))?;
    }
    let seconds = time.as_secs();
    let (hours, minutes, rest) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
    folder.info(&format!("Elapsed: {hours:02}:{minutes:02}:{rest:02}"))?;
    folder.finish()
}

/// Runs tests natively.
fn replay(settings: &Settings, wanted: &Wanted, opened: &Opened<'_>) -> Result<Exit, CliError> {
    let bad = |path: &Path, why: String| CliError::Replay { path: path.to_owned(), why };
    let start = Start::of(wanted, opened);
    let Opened { user, ir, own, .. } = opened;
    let is_traced = |function: pikse_ir::FuncId| own[function.index()];
    let replayer = Replayer::new(user, ir, is_traced, &start, replay::Limits::default())
        .map_err(|error| bad(&settings.program, error.to_string()))?;
    for path in files(&settings.replays)? {
        let bytes = std::fs::read(&path).map_err(|error| bad(&path, error.to_string()))?;
        let test = Test::from_ktest(&bytes).map_err(|error| bad(&path, error.to_string()))?;
        let ran = replayer.run(&test).map_err(|error| bad(&path, error.to_string()))?;
        print(&String::from_utf8_lossy(&ran.output))?;
        eprintln!("KLEE: {}: {}", path.display(), ran.outcome);
    }
    Ok(Exit::Passed)
}

/// The tests that are named, and those in folders that are named.
fn files(named: &[PathBuf]) -> Result<Vec<PathBuf>, CliError> {
    let mut files = Vec::new();
    for path in named {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let entries = std::fs::read_dir(path)
            .map_err(|error| CliError::Replay { path: path.clone(), why: error.to_string() })?;
        let mut found: Vec<PathBuf> = entries
            .flatten()
            .map(|entry| entry.path())
            .filter(|path| path.extension().is_some_and(|ending| ending == "ktest"))
            .collect();
        found.sort();
        files.extend(found);
    }
    Ok(files)
}
