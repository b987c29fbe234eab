//! One native run, with limits.
//!
//! The program runs in its own process group, which is killed as a whole. Its output goes to files, so
//! that it need not be read while the program runs; a system limit keeps them small.

use std::ffi::OsString;
use std::fs::File;
use std::io::ErrorKind;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, PidfdFlags, Signal, kill_process_group, pidfd_open};

use super::page::layout::VARIABLE;
use super::world::World;
use super::{Limits, ReplayError, system};

/// A run that has ended.
pub(super) struct Ran {
    pub(super) status: ExitStatus,
    pub(super) timed_out: bool,
    /// Whether it slept when the time was over, and used nearly no processor before.
    pub(super) is_idle: bool,
    /// Its standard output.
    pub(super) output: Vec<u8>,
    /// Its standard error.
    pub(super) errors: Vec<u8>,
}

/// Runs a program in a folder.
pub(super) fn run(
    program: &Path,
    files: &Path,
    folder: &Path,
    world: &World<'_>,
    page: &Path,
    limits: &Limits,
) -> Result<Ran, ReplayError> {
    let unwritable = system("a file for the run cannot be written");
    let (output, errors) = (files.join("output"), files.join("errors"));
    let mut command = Command::new(program);
    let mut arguments = world.arguments.iter();
    command.arg0(arguments.next().map_or("".as_ref(), OsString::as_os_str)).args(arguments);
    command.env_clear().envs(world.environment.iter().copied());
    command.env(VARIABLE, page).current_dir(folder).process_group(0);
    for (stream, file) in [(1, &output), (2, &errors)] {
        let opened = File::create(file).map_err(&unwritable)?;
        super::world::give(file)?;
        match stream {
            1 => command.stdout(opened),
            _ => command.stderr(opened),
        };
    }
    // A regular file, as in the models.
    let file = files.join("input");
    std::fs::write(&file, &world.stdin).map_err(&unwritable)?;
    super::world::give(&file)?;
    command.stdin(File::open(&file).map_err(&unwritable)?);
    let cannot_run = system("the compiled program cannot be run");
    let mut child = command.spawn().map_err(&cannot_run)?;
    let pid = Pid::from_child(&child);
    let timed_out = !wait(&mut child, limits.time).map_err(&cannot_run)?;
    let is_idle = timed_out && is_idle(child.id(), limits.time);
    // The program has not been waited for yet, so the group is still its own. It may have left
    // other processes running.
    let _ = kill_process_group(pid, Signal::KILL);
    let status = child.wait().map_err(&cannot_run)?;
    let unreadable = system("the output of the run cannot be read");
    Ok(Ran {
        status,
        timed_out,
        is_idle,
        output: std::fs::read(&output).map_err(&unreadable)?,
        errors: std::fs::read(&errors).map_err(&unreadable)?,
    })
}

/// Whether a process sleeps, and used the processor for less than a twentieth of the time.
fn is_idle(pid: u32, time: Duration) -> bool {
    let text = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    // The name, in parentheses, may have spaces.
    let Some((_, rest)) = text.rsplit_once(") ") else { return false };
    let words: Vec<&str> = rest.split(' ').collect();
    let number = |at: usize| words.get(at).and_then(|word| word.parse::<u64>().ok());
    // The state, and the ticks in the program and in the system, of which a second has 100.
    let (Some(&"S"), Some(own), Some(system)) = (words.first(), number(11), number(12)) else {
        return false;
    };
    u128::from(own + system) * 10 < time.as_millis() / 20
}

/// Waits for a process to end; false if it does not in time.
fn wait(child: &mut Child, time: Duration) -> std::io::Result<bool> {
    let Some(deadline) = Instant::now().checked_add(time) else { return Ok(true) };
    let handle = match pidfd_open(Pid::from_child(child), PidfdFlags::empty()) {
        Ok(handle) => handle,
        Err(_) => return wait_by_asking(child, deadline),
    };
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        let left = Timespec { tv_sec: left.as_secs() as i64, tv_nsec: left.subsec_nanos().into() };
        let mut ends = [PollFd::new(&handle, PollFlags::IN)];
        match poll(&mut ends, Some(&left)) {
            Ok(count) => return Ok(count > 0),
            Err(error) if std::io::Error::from(error).kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error.into()),
        }
    }
}

/// For systems without a handle of a process. The group of one that has ended is not ended then.
fn wait_by_asking(child: &mut Child, deadline: Instant) -> std::io::Result<bool> {
    while child.try_wait()?.is_none() {
        if Instant::now() > deadline {
            return Ok(false);
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    Ok(true)
}
