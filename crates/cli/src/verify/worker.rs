//! One task in a process of its own, so that nothing that goes wrong there ends the run.

use std::io::{Read, Seek, Write};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use pikse_search::Cancel;
use pikse_verify::witness::{Origin, Witness, witnesses};
use pikse_verify::{Budget, Done, Task, Unknown, run};
use rustix::process::{Resource, Rlimit, setrlimit};
use serde::{Deserialize, Serialize};

use crate::args::verify::VerifyTask;
use crate::commands::Exit;
use crate::errors::CliError;
use crate::explore::guard::Guard;
use crate::explore::watch::resident;

/// How much longer than its time a worker may live: for compiling, one solver query, the native run.
const GRACE: Duration = Duration::from_secs(15);
/// Address space that a worker needs beside the memory of its limit.
const BESIDE: u64 = 4 << 30;
const POLL: Duration = Duration::from_millis(5);

/// The result of a worker.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Worked {
    pub(crate) done: Done,
    pub(crate) witnesses: Vec<Witness>,
}

/// The worker's side.
pub(crate) fn work(args: &VerifyTask) -> Result<Exit, CliError> {
    let limit = Rlimit { current: Some(args.memory + BESIDE), maximum: Some(args.memory + BESIDE) };
    // Without the limit, the exploration still has its own.
    let _ = setrlimit(Resource::As, limit);
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).map_err(CliError::Print)?;
    let task: Task =
        serde_json::from_str(&text).map_err(|error| CliError::Usage(error.to_string()))?;
    let time = Duration::from_millis(args.milliseconds);
    let guard = Guard::begin();
    guard.explore(Some(time), Some(args.memory));
    let done = run(&task, &Budget { time, memory: args.memory, resident, halt: guard.halt() });
    drop(guard);
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let origin = Origin {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        time: now.map_or(0, |since| since.as_secs()),
    };
    let witnesses = witnesses(&task, &done.answer, done.counterexample.as_ref(), &origin);
    let text = serde_json::to_string(&Worked { done, witnesses })
        .map_err(|error| CliError::Usage(error.to_string()))?;
    std::io::stdout().write_all(text.as_bytes()).map_err(CliError::Print)?;
    Ok(Exit::Passed)
}

/// Runs a task in a worker.
pub(crate) fn worked(task: &Task, time: Duration, memory: u64, cancel: &Cancel) -> Worked {
    let died =
        |how: String| Worked { done: Done::unknown(Unknown::Died(how)), witnesses: Vec::new() };
    match try_worked(task, time, memory, cancel) {
        Ok(worked) => worked,
        Err(Failed::System(error)) => died(format!("no worker process could be run: {error}")),
        Err(Failed::Late) => died("time limit reached; the worker was killed".to_owned()),
        Err(Failed::Cancelled) => died("interrupted".to_owned()),
        Err(Failed::Crashed(how)) => died(how),
    }
}

enum Failed {
    System(std::io::Error),
    Late,
    Cancelled,
    Crashed(String),
}

impl From<std::io::Error> for Failed {
    fn from(error: std::io::Error) -> Self {
        Self::System(error)
    }
}

fn try_worked(task: &Task, time: Duration, memory: u64, cancel: &Cancel) -> Result<Worked, Failed> {
    let text = serde_json::to_string(task).map_err(std::io::Error::other)?;
    let (mut input, mut output) = (tempfile::tempfile()?, tempfile::tempfile()?);
    let mut errors = tempfile::tempfile()?;
    input.write_all(text.as_bytes())?;
    input.rewind()?;
    let mut child = Command::new(std::env::current_exe()?)
        .args(["verify-task", "--milliseconds", &time.as_millis().to_string()])
        .args(["--memory", &memory.to_string()])
        .stdin(Stdio::from(input))
        .stdout(Stdio::from(output.try_clone()?))
        .stderr(Stdio::from(errors.try_clone()?))
        .spawn()?;
    let status = wait(&mut child, time + GRACE, cancel)?;
    let mut text = String::new();
    output.rewind()?;
    output.read_to_string(&mut text)?;
    if let Ok(worked) = serde_json::from_str(&text) {
        return Ok(worked);
    }
    let mut bytes = Vec::new();
    errors.rewind()?;
    errors.read_to_end(&mut bytes)?;
    let said = String::from_utf8_lossy(&bytes).into_owned();
    Err(Failed::Crashed(crashed(status, &said)))
}

/// Waits for a worker; kills it when its time is over.
fn wait(child: &mut Child, time: Duration, cancel: &Cancel) -> Result<ExitStatus, Failed> {
    let begun = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status);
        }
        let failed = match () {
            () if cancel.is_cancelled() => Failed::Cancelled,
            () if begun.elapsed() > time => Failed::Late,
            () => {
                std::thread::sleep(POLL);
                continue;
            }
        };
        child.kill()?;
        child.wait()?;
        return Err(failed);
    }
}

/// How a worker ended without an answer.
fn crashed(status: ExitStatus, said: &str) -> String {
    let is_memory = said.contains("memory allocation") || said.contains("bad alloc");
    let line = said.lines().find(|line| line.contains("panicked at"));
    let next = line.and_then(|line| said.lines().skip_while(|of| *of != line).nth(1));
    let line = next.or(said.lines().last()).unwrap_or_default();
    match status.signal() {
        _ if is_memory => "memory limit reached; the worker ended".to_owned(),
        Some(signal) => format!("the worker crashed (signal {signal}): {line}"),
        None => format!("the worker crashed (code {}): {line}", status.code().unwrap_or(-1)),
    }
}
