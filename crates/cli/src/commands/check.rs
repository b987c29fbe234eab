//! `pikse check`: runs the code under test on every input.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

use pikse_check::{Distinct, Observed};
use pikse_cluster::{Observer, Progress, State};
use pikse_native::Broken;
use pikse_report::{
    CheckNote, CheckResult, CheckRun, GalleryItem, Incomplete, MutantResult, MutantVerdict, NotRun,
    Reached, Reason, Unit, WhyNotRun, json, terminal,
};
use pikse_search::{Cancel, Solution};
use pikse_structure::Snapshot;

use crate::args::check::{Check as CheckArgs, RunArgs};
use crate::check::plan::{Plan, Plans, plans};
use crate::check::result::{Ended, result};
use crate::check::session::{Ask, CheckSession, Outcome, Tally, sessions, short};
use crate::check::states::States;
use crate::check::stored::Stored;
use crate::check::{regression, saved};
use crate::colour;
use crate::commands::{Exit, command, print, quoted, words_after};
use crate::errors::CliError;
use crate::output::Counter;
use crate::outputs::Outputs;
use crate::parts::Mode;
use crate::program::Packed;
use crate::progress::ProgressLine;
use crate::signals;
use crate::summary::structure_of;

pub(crate) fn run(args: &CheckArgs) -> Result<Exit, CliError> {
    let shared = args;
    let words = match args.run.mode.words() {
        Some(words) => words.iter().skip(1).cloned().collect(),
        None => words_after("check"),
    };
    let mut stored: Option<Stored> = args.run.mode.program().map(Packed::unpack).transpose()?;
    let plans = match &stored {
        Some(stored) => stored.plans()?,
        None => plans(args, &words)?,
    };
    let Plans { mut args, words: of_the_run, plans, mut known } = plans;
    args.run = RunArgs { mode: shared.run.mode.clone(), ..args.run };
    if let Mode::Split(_) | Mode::Part(_) | Mode::Merge(_) = args.run.mode {
        // Those of `pikse run` and `pikse merge`, and not of the command in the part.
        args.run.save.clone_from(&shared.run.save);
        args.run.resume.clone_from(&shared.run.resume);
        (args.output.json, args.output.quiet) = (shared.output.json, shared.output.quiet);
    }
    let args = args;
    if let (Some(_), false) = (args.run.mutants, matches!(args.run.mode, Mode::Run)) {
        let message =
            "--mutants needs the whole run; remove it, or do not split the run into parts";
        return Err(CliError::Usage(message.to_owned()));
    }
    let mut states = States::begin(&args, Stored::begin(&of_the_run, &known))?;
    // `pikse merge` writes the files of the whole.
    let outputs = match args.run.mode.is_partial() {
        true => Outputs::default(),
        false => {
            let out = &args.output.out;
            std::fs::create_dir_all(out)
                .map_err(|error| CliError::Write { path: out.clone(), error })?;
            Outputs::begin(&args.output.files)?
        }
    };
    let begun = Instant::now();
    let cancel = signals::listen();
    let mut run = CheckRun {
        command: command("check", &words),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        date: crate::date::now(),
        jobs: args.run.jobs.into(),
        ..CheckRun::default()
    };
    let mut trouble = None;
    let mut kept = Kept::default();
    for (number, plan) in (1..).zip(&plans) {
        if cancel.is_cancelled() {
            run.not_run.push(NotRun { what: plan.what(), why: WhyNotRun::Interrupted });
            continue;
        }
        // A source with an error does not keep the others from being checked.
        let (jobs, stop_after) = (shared.run.jobs, shared.run.stop_after);
        let on = On { plan, number, args: &args, jobs, stop_after };
        let sessions = match &mut stored {
            Some(stored) => stored.sessions(number - 1),
            None => sessions(&plan.args, None, plan.has_others.then_some(&mut known)),
        };
        let ended = run_plan(&on, sessions, (&mut kept, &mut run), &mut states, &cancel);
        trouble = trouble.or(ended.err());
    }
    let is_split = matches!(args.run.mode, Mode::Split(_));
    if trouble.is_none() && !cancel.is_cancelled() && !is_split {
        let has_run = |name: &&String| run.checks.iter().any(|check| check.name == **name);
        if let Some(name) = args.property.only.iter().find(|name| !has_run(name)) {
            let error = CliError::NoSuchCheck { name: name.clone(), known };
            run.not_run.push(refused(name, &error));
            trouble = Some(error);
        }
    }
    run.seconds = begun.elapsed().as_secs_f64();
    let saved = match (&trouble, is_split) {
        // Parts of some of the checks would not be the run.
        (Some(_), true) => Ok(None),
        _ => states.finish(),
    };
    if let (Ok(Some(parts)), None) = (&saved, &trouble) {
        print(&crate::parts::written(*parts, &args.run.mode))?;
        return Ok(Exit::Passed);
    }
    let written = outputs.finish(&run);
    if !run.checks.is_empty() || trouble.is_none() {
        match (args.output.json, args.output.quiet) {
            (true, _) => print(&json::write(&run))?,
            (false, true) => {}
            (false, false) => print(&terminal::write(&run, colour::on_stdout()))?,
        }
    }
    written?;
    saved?;
    match trouble {
        Some(error) => Err(error),
        None => Ok(Exit::of(&run.verdict(), args.output.allow_incomplete, args.output.quiet)),
    }
}

fn refused(what: &str, error: &CliError) -> NotRun {
    NotRun { what: what.to_owned(), why: WhyNotRun::Refused(error.to_string()) }
}

/// A plan of a run.
#[derive(Clone, Copy)]
struct On<'a> {
    plan: &'a Plan,
    /// Its number, from 1 on.
    number: usize,
    /// The arguments of the whole run, which control the output.
    args: &'a CheckArgs,
    /// The number of workers, and the time limit, of `pikse run`.
    jobs: u16,
    stop_after: Option<Duration>,
}

/// Runs the checks of a plan.
fn run_plan(
    on: &On<'_>,
    sessions: Result<Vec<CheckSession>, CliError>,
    (kept, run): (&mut Kept, &mut CheckRun),
    states: &mut States<'_>,
    cancel: &Cancel,
) -> Result<(), CliError> {
    let plan = on.plan;
    let sessions = sessions.inspect_err(|error| run.not_run.push(refused(&plan.what(), error)))?;
    let mut trouble = None;
    for session in &sessions {
        let name = &session.property.name;
        if cancel.is_cancelled() {
            run.not_run.push(NotRun { what: name.clone(), why: WhyNotRun::Interrupted });
            continue;
        }
        match run_session(session, on, kept, states, cancel) {
            Ok(Some(result)) => run.checks.push(result),
            Ok(None) => {}
            Err(error) => {
                run.not_run.push(refused(name, &error));
                trouble = trouble.or(Some(error));
            }
        }
    }
    states.put_program(plan, sessions)?;
    trouble.map_or(Ok(()), Err)
}

/// Runs a check, or divides it into parts, which gives no result.
fn run_session(
    session: &CheckSession,
    on: &On<'_>,
    kept: &mut Kept,
    states: &mut States<'_>,
    cancel: &Cancel,
) -> Result<Option<CheckResult>, CliError> {
    let On { plan, number, args, jobs, stop_after } = *on;
    // Checks in several files may have the same name.
    let name = format!("{number} {}", session.property.name);
    let mut state = states.of(&name, session)?;
    let mut counter = Counter(ProgressLine::new(!args.output.quiet));
    let begun = Instant::now();
    match &args.run.mode {
        Mode::Split(split) => {
            let divided = session.divide(&plan.args, &state, split.parts)?;
            states.put_parts(&name, session, divided);
            return Ok(None);
        }
        Mode::Merge(_) => {}
        Mode::Run | Mode::Part(_) => {
            let mut run = plan.args.run.clone();
            if let Mode::Part(_) = args.run.mode {
                (run.jobs, run.stop_after) = (jobs, stop_after);
            }
            let ask = Ask { observe: None, until_failure: plan.args.run.fail_fast };
            let mut keep = |state: &State<_, _>| states.keep(&name, session, state);
            let asked = (&session.check, &plan.args, &run, ask);
            let ended = session.go_on(asked, &mut state, &mut counter, cancel, &mut keep);
            counter.0.clear();
            // What was found before an error stays.
            states.put(&name, session, state.clone());
            ended?;
        }
    }
    let outcome = Outcome { state, seconds: begun.elapsed().as_secs_f64() };
    let ended = Ended {
        done: counter.0.done(),
        is_interrupted: cancel.is_cancelled(),
        open: states.open(&name),
        is_part: args.run.mode.part().is_some(),
    };
    let (mut result, found) = result(session, &plan.args, &outcome, ended);
    if let Mode::Part(_) = args.run.mode {
        // `pikse merge` saves the failures of all parts.
        return Ok(Some(result));
    }
    keep(session, plan, &args.output.out, kept, (&mut result, &found))?;
    if !session.mutants.is_empty() {
        mutants(session, plan, &mut result, cancel)?;
    }
    if args.output.files.report.is_some() && !cancel.is_cancelled() {
        result.gallery = gallery(session, plan, args.output.gallery, &found, cancel)?;
    }
    Ok(Some(result))
}

/// The number of saved failures for each name: checks in several files may have the same name.
type Kept = BTreeMap<String, usize>;

/// Saves the failures.
fn keep(
    session: &CheckSession,
    plan: &Plan,
    folder: &Path,
    kept: &mut Kept,
    (result, found): (&mut CheckResult, &[Distinct]),
) -> Result<(), CliError> {
    // A check that passes deletes nothing.
    if found.is_empty() {
        return Ok(());
    }
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
            Err(why) => result.notes.push(CheckNote::NoTest { failure: at + 1, why }),
        }
    }
    Ok(())
}

/// Runs the check with every mutant, until something fails. The check must have passed: otherwise
/// a failure may have another cause than the mutant.
fn mutants(
    session: &CheckSession,
    plan: &Plan,
    result: &mut CheckResult,
    cancel: &Cancel,
) -> Result<(), CliError> {
    if !result.verdict().is_passed() {
        result.notes.push(CheckNote::NoMutants);
        return Ok(());
    }
    for (mutant, check) in &session.mutants {
        let verdict = match cancel.is_cancelled() {
            true => MutantVerdict::Open,
            false => {
                let ask = Ask { observe: None, until_failure: true };
                let mut silent = Counter(ProgressLine::new(false));
                let outcome = session.run(check, &plan.args, ask, &mut silent, cancel)?;
                judged(&outcome)
            }
        };
        let file = Path::new(&mutant.folder).join(&mutant.file);
        result.mutants.push(MutantResult {
            operator: mutant.operator.name().to_owned(),
            file: short(&file),
            line: mutant.line,
            function: mutant.function.clone(),
            before: mutant.what.before().to_owned(),
            after: mutant.what.after().to_owned(),
            verdict,
        });
    }
    let (open, all) = (result.mutants_open() as u64, result.mutants.len() as u64);
    if open > 0 {
        let reached = Reached { done: Some(1.0), tried: Some((result.inputs, Unit::Input)) };
        let mut reasons = vec![Reason::OpenMutants { open, all }];
        let stop = if cancel.is_cancelled() { Reason::Interrupted } else { Reason::Time };
        reasons.push(stop);
        result.incomplete = Some(Incomplete { reasons, reached });
    }
    Ok(())
}

/// The verdict on a mutant.
fn judged(outcome: &Outcome) -> MutantVerdict {
    let tally = &outcome.state.tally.runner;
    let of_pre = tally.pre.failures.first().map(|failure| &failure.broken);
    let of_check = tally.failures.first().map(|failure| &failure.smallest.failed.broken);
    match of_check.or(of_pre).map(Broken::to_string) {
        Some(failure) => MutantVerdict::Killed(failure),
        None if outcome.state.is_complete() => MutantVerdict::Survived,
        None => MutantVerdict::Open,
    }
}

/// The first inputs, with the state after each.
fn gallery(
    session: &CheckSession,
    plan: &Plan,
    count: u64,
    found: &[Distinct],
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

/// Collects inputs for the report.
struct Items<'a> {
    session: &'a CheckSession,
    found: &'a [Distinct],
    items: Vec<GalleryItem>,
}

impl Observer<Solution<Option<Observed>>, Tally> for Items<'_> {
    fn found(&mut self, found: Solution<Option<Observed>>) -> std::io::Result<()> {
        let structure = structure_of(&self.session.bounds.space, &found.candidate);
        let (after, failure) = match found.detail {
            Some(Observed { after, failure }) => (Some(after), failure),
            None => (None, None),
        };
        let is_it = |found: &Distinct| failure.as_ref().is_some_and(|key| found.keys.contains(key));
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
