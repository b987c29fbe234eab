//! `pikse replay`: runs one failing input of a check again.

use pikse_check::Frames;
use pikse_cluster::alone;
use pikse_native::{Broken, Failed};
use pikse_report::{
    CheckFailure, CheckNote, CheckResult, CheckRun, Incomplete, Reached, Reason, SourcePlace, Unit,
    json, terminal,
};
use pikse_structure::Snapshot;

use crate::args::check::{Replay, ShowAs};
use crate::check::result::{of_pre, place};
use crate::check::saved;
use crate::check::session::{CheckSession, Replayed, sessions};
use crate::commands::{Exit, print, quoted, replay_test};
use crate::errors::CliError;
use crate::explore::replay::tests_of;
use crate::summary::structure_of;

pub(crate) fn run(args: &Replay) -> Result<Exit, CliError> {
    if let Some(tests) = tests_of(&args.file)? {
        return replay_test::run(args, &tests);
    }
    let saved = saved::read(&args.file)?;
    let only = saved.plan.args.property.call.is_none().then_some(saved.name.as_str());
    let mut sessions = sessions(&saved.plan.args, only, None)?;
    let Some(session) = sessions.pop() else {
        return Err(CliError::NoSuchCheck { name: saved.name, known: Vec::new() });
    };
    saved.check_fits(&args.file, &session.bounds.space)?;
    if let Some(form) = args.show {
        let input = Snapshot::of_input(&structure_of(&session.bounds.space, &saved.candidate));
        print(&match form {
            ShowAs::Text => format!("{input}\n"),
            ShowAs::Dot => input.to_dot(),
            ShowAs::Code => {
                let why =
                    "the regression test of this failure is in the file next to it".to_owned();
                return Err(CliError::Replay { path: args.file.clone(), why });
            }
        })?;
        return Ok(Exit::Passed);
    }
    if args.debugger {
        return debugger(args, &session);
    }
    let replayed = match args.here {
        true => session.run_here(&saved.candidate)?,
        // It may crash, so it runs in a separate process.
        false => {
            let ran =
                alone(|| session.run_here(&saved.candidate).map_err(|error| error.to_string()));
            match ran.map_err(CliError::Search)? {
                Ok(ran) => ran.map_err(|why| CliError::Check { name: saved.name.clone(), why })?,
                Err(death) => {
                    let failed = Failed { broken: Broken::Killed(death), calls: Vec::new() };
                    Replayed::Failed { failed, after: None }
                }
            }
        }
    };
    report(args, &session, &saved, replayed)
}

fn report(
    args: &Replay,
    session: &CheckSession,
    saved: &saved::Saved,
    replayed: Replayed,
) -> Result<Exit, CliError> {
    let structure = structure_of(&session.bounds.space, &saved.candidate);
    let mut result = CheckResult {
        name: saved.name.clone(),
        file: session.file(&saved.plan.args),
        line: session.property.place.as_ref().map_or(0, |(_, line)| *line),
        size: session.size.into(),
        inputs: 1,
        ..CheckResult::default()
    };
    let then = || CheckNote::FailedBefore(saved.text.clone());
    let failure = match replayed {
        Replayed::Failed { failed, after } => {
            let frames = Frames::of(session.check.library()).own(&failed.calls);
            let stack: Vec<SourcePlace> = frames.iter().map(place).collect();
            Some(CheckFailure {
                kind: failed.broken.kind().to_owned(),
                text: failed.broken.to_string(),
                place: stack.first().cloned(),
                stack,
                after,
                ..CheckFailure::default()
            })
        }
        Replayed::PreFailed(broken) => Some(CheckFailure {
            kind: broken.kind().to_owned(),
            text: of_pre(&broken),
            ..CheckFailure::default()
        }),
        Replayed::NotTried => {
            result.inputs = 0;
            let reached = Reached { done: None, tried: Some((0, Unit::Input)) };
            result.incomplete = Some(Incomplete::new(Reason::NoLongerAnInput, reached));
            result.notes.push(then());
            None
        }
        Replayed::Passed => {
            result.notes.push(then());
            None
        }
    };
    if let Some(failure) = failure {
        if failure.kind != saved.kind {
            result.notes.push(CheckNote::FailedOtherwise(saved.text.clone()));
        }
        result.failures.push(CheckFailure {
            count: 1,
            objects: structure.objects().len() as u64 - 1,
            before: Snapshot::of_input(&structure),
            ..failure
        });
    }
    let run = CheckRun {
        command: format!("pikse replay {}", quoted(&args.file.display().to_string())),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        date: crate::date::now(),
        jobs: 1,
        checks: vec![result],
        ..CheckRun::default()
    };
    print(&match args.json {
        true => json::write(&run),
        false => terminal::write(&run, crate::colour::on_stdout()),
    })?;
    Ok(Exit::of(&run.verdict(), args.allow_incomplete, false))
}

/// Prints the command that runs the input under a debugger.
fn debugger(args: &Replay, session: &CheckSession) -> Result<Exit, CliError> {
    let program = std::env::current_exe().map_err(CliError::Print)?;
    print(&format!(
        "gdb -ex 'set breakpoint pending on' -ex 'break {}' -ex run --args {} replay {} --here\n",
        session.property.call.symbol,
        quoted(&program.display().to_string()),
        quoted(&args.file.display().to_string())
    ))?;
    Ok(Exit::Passed)
}
