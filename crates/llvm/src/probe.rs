//! Files that crash LLVM.
//!
//! LLVM's readers trust their input, so a damaged file can crash the process. Therefore a child
//! process reads the file first, and a crash of the child becomes an ordinary error.
#![expect(unsafe_code, reason = "forks a process")]

use std::fs::File;
use std::io::{Read, Seek};
use std::os::fd::AsRawFd;
use std::path::Path;
use std::time::{Duration, Instant};

use inkwell::context::Context;

use crate::program::{Program, read};
use crate::types::Types;

/// The wall-clock limit for one file. It matters only if the child waits for ever, or the machine is
/// very busy.
const LIMIT: Duration = Duration::from_secs(120);
const MEGABYTE: u64 = 1 << 20;

/// The limits of the child for a file. LLVM needs less than a second of the processor, and less than a
/// hundred times the size in memory; a damaged file can make it loop, and take memory, without end.
struct Limits {
    /// Seconds of the processor.
    seconds: u64,
    /// Bytes of address space.
    memory: u64,
}

impl Limits {
    fn of(file: &Path) -> Self {
        let size = std::fs::metadata(file).map_or(0, |about| about.len());
        Self { seconds: 5 + 2 * (size / MEGABYTE), memory: (2 << 30) + 200 * size }
    }
}

/// Checks that LLVM can read and verify a file and write its debug information without a crash;
/// otherwise gives its last message. An ordinary error of LLVM passes this check.
pub(crate) fn survives(file: &Path) -> Result<(), String> {
    let Limits { seconds, memory } = Limits::of(file);
    let mut said = tempfile::tempfile().map_err(|error| error.to_string())?;
    // SAFETY: the child reads the file and leaves by `_exit`; it has a copy of this thread only, and
    // takes no lock that another thread of ours may hold.
    let child = match unsafe { libc::fork() } {
        -1 => return Err(std::io::Error::last_os_error().to_string()),
        0 => unsafe {
            libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
            libc::dup2(said.as_raw_fd(), libc::STDERR_FILENO);
            let limit = libc::rlimit { rlim_cur: memory, rlim_max: memory };
            libc::setrlimit(libc::RLIMIT_AS, &raw const limit);
            let limit = libc::rlimit { rlim_cur: seconds, rlim_max: seconds + 1 };
            libc::setrlimit(libc::RLIMIT_CPU, &raw const limit);
            let none = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
            libc::setrlimit(libc::RLIMIT_CORE, &raw const none);
            let read = std::panic::catch_unwind(|| {
                if let Ok(module) = read(&Context::create(), file, file) {
                    let _ = Types::of(&Program::from_module(module));
                }
            });
            libc::_exit(i32::from(read.is_err()))
        },
        child => child,
    };
    match wait(child) {
        Some(status) if libc::WIFEXITED(status) && libc::WEXITSTATUS(status) == 0 => Ok(()),
        Some(status) if libc::WIFSIGNALED(status) && is_late(libc::WTERMSIG(status)) => Err(
            format!("LLVM did not finish reading it within {seconds} seconds, so it is damaged"),
        ),
        Some(_) => Err(match last_words(&mut said) {
            words if words.is_empty() => {
                "LLVM crashed while reading it, or needed too much memory, so it is damaged"
                    .to_owned()
            }
            words => format!("LLVM crashed while reading it: {words}"),
        }),
        None => Err(format!("LLVM did not finish reading it within {} seconds", LIMIT.as_secs())),
    }
}

/// Whether a signal means that the child used too much of the processor.
fn is_late(signal: libc::c_int) -> bool {
    signal == libc::SIGXCPU || signal == libc::SIGKILL
}

/// Waits for a child; `None` if it had to be killed.
fn wait(child: libc::pid_t) -> Option<libc::c_int> {
    let begin = Instant::now();
    let mut status = 0;
    loop {
        // SAFETY: the child is ours.
        match unsafe { libc::waitpid(child, &raw mut status, libc::WNOHANG) } {
            0 if begin.elapsed() > LIMIT => {
                // SAFETY: as above; it was not waited for yet.
                unsafe {
                    libc::kill(child, libc::SIGKILL);
                    libc::waitpid(child, &raw mut status, 0);
                }
                return None;
            }
            0 => std::thread::sleep(Duration::from_millis(1)),
            _ => return Some(status),
        }
    }
}

/// The child's output, on one line.
fn last_words(said: &mut File) -> String {
    let mut bytes = Vec::new();
    // If it cannot be read, the message stays empty.
    let _ = said.rewind().and_then(|()| said.take(1000).read_to_end(&mut bytes));
    let text = String::from_utf8_lossy(&bytes);
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.take(2).collect::<Vec<_>>().join("; ")
}
