//! Files that LLVM does not survive.
//!
//! LLVM's readers trust their input: a damaged file can end the process. So a child process reads it
//! first, and what ends the child is an error like others.
#![expect(unsafe_code, reason = "forks a process")]

use std::fs::File;
use std::io::{Read, Seek};
use std::os::fd::AsRawFd;
use std::path::Path;
use std::time::{Duration, Instant};

use inkwell::context::Context;

use crate::program::{Program, read};
use crate::types::Types;

/// How long LLVM may take for a file: it needs less than a second for a megabyte.
const LIMIT: Duration = Duration::from_secs(60);
/// How much memory it may take.
const MEMORY: u64 = 8 << 30;

/// Whether LLVM survives to read and to verify a file, and to write its debug information; else what
/// it said last. What it refuses in an orderly way, it survives.
pub(crate) fn survives(file: &Path) -> Result<(), String> {
    let mut said = tempfile::tempfile().map_err(|error| error.to_string())?;
    // SAFETY: the child reads the file and leaves by `_exit`; it has a copy of this thread only, and
    // takes no lock that another thread of ours may hold.
    let child = match unsafe { libc::fork() } {
        -1 => return Err(std::io::Error::last_os_error().to_string()),
        0 => unsafe {
            libc::dup2(said.as_raw_fd(), libc::STDERR_FILENO);
            let limit = libc::rlimit { rlim_cur: MEMORY, rlim_max: MEMORY };
            libc::setrlimit(libc::RLIMIT_AS, &raw const limit);
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
        Some(_) => Err(match last_words(&mut said) {
            words if words.is_empty() => "LLVM breaks off, so it is damaged".to_owned(),
            words => format!("LLVM breaks off: {words}"),
        }),
        None => Err(format!("LLVM has not read it after {} seconds", LIMIT.as_secs())),
    }
}

/// Waits for a child; nothing if it had to be stopped.
fn wait(child: libc::pid_t) -> Option<libc::c_int> {
    let begin = Instant::now();
    let mut status = 0;
    loop {
        // SAFETY: the child is ours.
        match unsafe { libc::waitpid(child, &raw mut status, libc::WNOHANG) } {
            0 if begin.elapsed() > LIMIT => {
                // SAFETY: as above; nobody has waited for it yet.
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

/// What the child has printed, on one line.
fn last_words(said: &mut File) -> String {
    let mut bytes = Vec::new();
    // If it cannot be read, there is nothing to tell.
    let _ = said.rewind().and_then(|()| said.take(1000).read_to_end(&mut bytes));
    let text = String::from_utf8_lossy(&bytes);
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.take(2).collect::<Vec<_>>().join("; ")
}
