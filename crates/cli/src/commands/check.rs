//! `pikse check`: code under test, run on every input.

use std::collections::BTreeMap;
use std::io::{IsTerminal, Write};
use std::path::Path;
use std::time::Instant;

use pikse_check::Observed;
use pikse_cluster::{Observer, Progress};
use pikse_native::Broken;
use pikse_report::{CheckResult, CheckRun, GalleryItem, MutantResult, json, terminal};
use pikse_search::{Cancel, Solution};
use pikse_structure::Snapshot;

use crate::args::check::Check as CheckArgs;
use crate::check::plan::{Plan, Plans, plans};
use crate::check::result::{Found, NEVER_RAN, result};
use crate::check::session::{Ask, CheckSession, Tally, sessions, short};
use crate::check::{regression, saved};
use crate::commands::{Verdict, command, quoted};
use crate::errors::CliError;
use crate::output::{Counter, Sink};
use crate::outputs::Outputs;
use crate::progress::ProgressLine;
use crate::signals;
use crate::summary::structure_of;

pub(crate) fn run(args: &CheckArgs) -> Result<Verdict, CliError> {
    let words: Vec<String> = std::env::args().skip(2).collect();
    let Plans { args, plans, mut known } = plans(args, &words)?;
    let out = &args.output.out;
    std::fs::create_dir_all(out).map_err(|error| CliError::Write { path: out.clone(), error })?;
    let outputs = Outputs::begin(&args.output.files)?;
    let begun = Instant::now();
    let cancel = signals::listen();
    let mut run = CheckRun {
        command: command("check", &words),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        seconds: 0.0,
        jobs: args.run.jobs.into(),
        checks: Vec::new(),
    };
    let mut trouble = None;
    let mut kept = Kept::default();
    for plan in &plans {
        // What was found before something went wrong is told all the same.
        trouble = run_plan(plan, &args, &mut known, (&mut kept, &mut run.checks), &cancel).err();
        if trouble.is_some() || cancel.is_cancelled() {
            break;
        }
    }
    if trouble.is_none() && !cancel.is_cancelled() {
        let has_run = |name: &&String| run.checks.iter().any(|check| check.name == **name);
        let missing = args.property.only.iter().find(|name| !has_run(name));
        trouble = missing.map(|name| CliError::NoSuchCheck { name: name.clone(), known });
    }
    run.seconds = begun.elapsed().as_secs_f64();
    let written = outputs.finish(&run);
    if !run.checks.is_empty() {
        print(&run, &args)?;
    }
    written?;
    if let Some(error) = trouble {
        return Err(error);
    }
    verdict(&run, cancel.is_cancelled())
}

/// What the run says to whoever started it.
fn verdict(run: &CheckRun, interrupted: bool) -> Result<Verdict, CliError> {
    let failures = || run.checks.iter().flat_map(|check| &check.failures);
    if failures().any(|failure| failure.kind != NEVER_RAN) {
        return Ok(Verdict::Violation);
    }
    if interrupted {
        return Err(CliError::Usage("interrupted: not every input was checked".to_owned()));
    }
    match run.checks.iter().find(|check| !check.passed()) {
        Some(check) => {
            let why = format!("it {}", check.failures[0].text);
            Err(CliError::Check { name: check.name.clone(), why })
        }
        None => Ok(Verdict::Clean),
    }
}

fn print(run: &CheckRun, args: &CheckArgs) -> Result<(), CliError> {
    if args.output.quiet {
        return Ok(());
    }
    let mut sink = Sink::open(None)?;
    let text = match args.output.json {
        true => json::write(run),
        false => terminal::write(run, std::io::stdout().is_terminal()),
    };
    sink.write_all(text.as_bytes()).map_err(CliError::Print)?;
    sink.finish()
}

/// Runs the checks of a plan. Output goes where the command's own arguments say.
fn run_plan(
    plan: &Plan,
    args: &CheckArgs,
    known: &mut Vec<String>,
    (kept, results): (&mut Kept, &mut Vec<CheckResult>),
    cancel: &Cancel,
) -> Result<(), CliError> {
    let sessions = sessions(&plan.args, None, plan.has_others.then_some(known))?;
    for session in &sessions {
        results.push(run_session(session, plan, args, kept, cancel)?);
        if cancel.is_cancelled() {
            break;
        }
    }
    Ok(())
}

fn run_session(
    session: &CheckSession,
    plan: &Plan,
    args: &CheckArgs,
    kept: &mut Kept,
    cancel: &Cancel,
) -> Result<CheckResult, CliError> {
    let mut counter = Counter(ProgressLine::new(!args.output.quiet));
    let ask = Ask { observe: None, until_failure: plan.args.run.fail_fast };
    let outcome = session.run(&session.check, &plan.args, ask, &mut counter, cancel);
    counter.0.clear();
    let outcome = outcome?;
    let (mut result, found) = result(session, &plan.args, &outcome, cancel.is_cancelled());
    keep(session, plan, &args.output.out, kept, (&mut result, &found))?;
    if !session.mutants.is_empty() && result.passed() && !cancel.is_cancelled() {
        result.mutants = mutants(session, plan, cancel)?;
    }
    if args.output.files.report.is_some() && !cancel.is_cancelled() {
        result.gallery = gallery(session, plan, args.output.gallery, &found, cancel)?;
    }
    Ok(result)
}

/// How many failures are on disk for each name: checks of several files may share one.
type Kept = BTreeMap<String, usize>;

/// Keeps the failures on disk.
fn keep(
    session: &CheckSession,
    plan: &Plan,
    folder: &Path,
    kept: &mut Kept,
    (result, found): (&mut CheckResult, &[Found]),
) -> Result<(), CliError> {
    let name = &session.property.name;
    let number = kept.entry(name.clone()).or_insert_with(|| {
        saved::clear(folder, name);
        0
    });
    for (at, found) in found.iter().enumerate() {
        *number += 1;
        let path = saved::write(folder, plan, session, found, *number)?;
        let shown = &mut result.failures[at];
        let quoted = quoted(&path.display().to_string());
        shown.replay = Some(format!("pikse replay {quoted}"));
        shown.saved = Some(path.display().to_string());
        match regression::write(folder, plan, session, found, *number)? {
            Ok(path) => shown.test = Some(path.display().to_string()),
            Err(why) => result.notes.push(format!("failure {} has no test: {why}", at + 1)),
        }
    }
    Ok(())
}

/// Runs the check with every mutant, until something fails.
fn mutants(
    session: &CheckSession,
    plan: &Plan,
    cancel: &Cancel,
) -> Result<Vec<MutantResult>, CliError> {
    let mut results = Vec::new();
    for (mutant, check) in &session.mutants {
        let ask = Ask { observe: None, until_failure: true };
        let mut nobody = Counter(ProgressLine::new(false));
        let outcome = session.run(check, &plan.args, ask, &mut nobody, cancel)?;
        if cancel.is_cancelled() {
            break;
        }
        let tally = &outcome.state.tally.runner;
        let of_pre = tally.pre.failures.first().map(|failure| &failure.broken);
        let of_check = tally.failures.first().map(|failure| &failure.smallest.failed.broken);
        let killed_by = of_check.or(of_pre).map(Broken::to_string);
        let file = Path::new(&mutant.folder).join(&mutant.file);
        let plain = |text: &str| text.trim_matches('`').to_owned();
        let (before, after) = match mutant.what.split_once(" becomes ") {
            Some((before, after)) => (plain(before), plain(after)),
            None => (plain(mutant.what.trim_start_matches("statement deleted: ")), String::new()),
        };
        results.push(MutantResult {
            operator: mutant.operator.name().to_owned(),
            file: short(&file),
            line: mutant.line,
            function: mutant.function.clone(),
            before,
            after,
            killed_by,
        });
    }
    Ok(results)
}

/// The first inputs, with the state after each.
fn gallery(
    session: &CheckSession,
    plan: &Plan,
    count: u64,
    found: &[Found],
    cancel: &Cancel,
) -> Result<Vec<GalleryItem>, CliError> {
    if count == 0 {
        return Ok(Vec::new());
    }
    let mut items = Items { session, found, items: Vec::new() };
    let ask = Ask { observe: Some(count), until_failure: false };
    session.run(&session.check, &plan.args, ask, &mut items, cancel)?;
    Ok(items.items)
}

/// Collects inputs to look at.
struct Items<'a> {
    session: &'a CheckSession,
    found: &'a [Found],
    items: Vec<GalleryItem>,
}

impl Observer<Solution<Option<Observed>>, Tally> for Items<'_> {
    fn found(&mut self, found: Solution<Option<Observed>>) -> std::io::Result<()> {
        let structure = structure_of(&self.session.bounds.space, &found.candidate);
        let (after, failure) = match found.detail {
            Some(Observed { after, failure }) => (Some(after), failure),
            None => (None, None),
        };
        let is_it = |found: &Found| failure.as_ref().is_some_and(|key| found.keys.contains(key));
        self.items.push(GalleryItem {
            number: self.items.len() as u64 + 1,
            before: Snapshot::of_input(&structure),
            after,
            failure: self.found.iter().position(is_it),
        });
        Ok(())
    }

    fn progress(&mut self, _: &Progress<Tally>) {}
}
