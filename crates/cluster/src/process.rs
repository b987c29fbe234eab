//! Processes: forking, waiting, and listening to several at once.
#![expect(unsafe_code, reason = "system calls that std does not have")]

use std::io;
use std::os::fd::AsRawFd;
use std::os::unix::net::UnixStream;
use std::time::Duration;

use pikse_work::Death;

/// A child process.
#[derive(Debug)]
pub(crate) struct Child {
    pid: libc::pid_t,
}

/// Forks a process that runs `work` and ends. It dies with its parent, and leaves
/// interrupts from the terminal to the parent.
pub(crate) fn fork(work: impl FnOnce()) -> io::Result<Child> {
    let parent = std::process::id();
    // SAFETY: the child has only this thread. The only lock that another thread could
    // have left locked is the allocator's, which the C library resets.
    match unsafe { libc::fork() } {
        -1 => Err(io::Error::last_os_error()),
        0 => {
            // SAFETY: plain system calls.
            unsafe {
                libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
                // A parent that was killed before this sends no signal any more.
                if libc::getppid().cast_unsigned() != parent {
                    libc::_exit(101);
                }
                libc::signal(libc::SIGINT, libc::SIG_IGN);
                libc::signal(libc::SIGPIPE, libc::SIG_IGN);
                // Only the parent writes to standard output. What predicates print goes to
                // standard error.
                libc::dup2(libc::STDERR_FILENO, libc::STDOUT_FILENO);
            }
            let ended = std::panic::catch_unwind(std::panic::AssertUnwindSafe(work));
            // SAFETY: the child ends here, without running the parent's exit handlers.
            unsafe { libc::_exit(if ended.is_ok() { 0 } else { 101 }) }
        }
        pid => Ok(Child { pid }),
    }
}

impl Child {
    /// Kills the child.
    pub(crate) fn kill(&self) {
        // SAFETY: the process is our child and was not waited for.
        unsafe { libc::kill(self.pid, libc::SIGKILL) };
    }

    /// Waits for its end. Returns how it ended.
    pub(crate) fn wait(self) -> Death {
        let mut status = 0;
        // SAFETY: the process is our child and was not waited for.
        while unsafe { libc::waitpid(self.pid, &raw mut status, 0) } == -1
            && io::Error::last_os_error().kind() == io::ErrorKind::Interrupted
        {}
        if libc::WIFSIGNALED(status) {
            Death::Signal(libc::WTERMSIG(status))
        } else {
            Death::Exit(libc::WEXITSTATUS(status))
        }
    }
}

/// Waits until one of the streams can be read. Returns for each whether it can.
pub(crate) fn wait_for<'a>(
    streams: impl Iterator<Item = &'a UnixStream>,
    timeout: Duration,
) -> Vec<bool> {
    let mut fds: Vec<libc::pollfd> = streams
        .map(|stream| libc::pollfd { fd: stream.as_raw_fd(), events: libc::POLLIN, revents: 0 })
        .collect();
    let timeout = i32::try_from(timeout.as_millis()).unwrap_or(i32::MAX);
    // SAFETY: the array has that many elements. If the call is interrupted, no stream is
    // marked as readable.
    unsafe { libc::poll(fds.as_mut_ptr(), fds.len() as libc::nfds_t, timeout) };
    fds.iter().map(|fd| fd.revents != 0).collect()
}
