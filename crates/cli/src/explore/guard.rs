//! Stops an exploration from outside: when its time is up, when the process has too much memory, and at
//! Ctrl-C or SIGTERM.
//!
//! A thread of its own watches, so that the limits also hold while the solver works on one query, or one
//! instruction takes long. It makes a request that the explorer, the machine and the solver poll.

use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use pikse_base::{Halt, Halted};
use pikse_work::Cancel;

use crate::explore::watch::resident;
use crate::signals;

/// The time between two looks at the signals and the memory.
const EVERY: Duration = Duration::from_millis(10);

/// A message to the thread.
enum Phase {
    /// The exploration begins now, with this much time and memory.
    Exploring { time: Option<Duration>, memory: Option<u64> },
    /// The exploration is over.
    Over,
}

/// Watches while it lives.
#[derive(Debug)]
pub(crate) struct Guard {
    halt: Halt,
    phase: Sender<Phase>,
    thread: Option<JoinHandle<()>>,
}

impl Guard {
    /// Begins to watch for signals. Before the exploration begins there is nothing to report: a signal
    /// ends the command at once, as an incomplete run.
    pub(crate) fn begin() -> Self {
        let cancel = signals::listen();
        let (phase, next) = channel();
        let halt = Halt::new();
        let request = halt.clone();
        let thread = std::thread::spawn(move || {
            let (mut until, mut most, mut is_exploring) = (None, None, false);
            loop {
                let now = Instant::now();
                let left =
                    until.map_or(EVERY, |until: Instant| until.saturating_duration_since(now));
                match next.recv_timeout(left.min(EVERY)) {
                    Ok(Phase::Exploring { time, memory }) => {
                        is_exploring = true;
                        until = time.and_then(|time| Instant::now().checked_add(time));
                        most = memory;
                    }
                    Ok(Phase::Over) | Err(RecvTimeoutError::Disconnected) => return,
                    Err(RecvTimeoutError::Timeout) => {}
                }
                if cancel.is_cancelled() && !is_exploring {
                    eprintln!("incomplete: interrupted before the exploration began");
                    signals::leave(3);
                }
                if cancel.is_cancelled() {
                    request.request(Halted::Interrupted);
                }
                if until.is_some_and(|until| Instant::now() >= until) {
                    request.request(Halted::Time);
                }
                if most.is_some_and(|most| resident() > most) {
                    request.request(Halted::Memory);
                }
                if request.is_requested() {
                    return;
                }
            }
        });
        Self { halt, phase, thread: Some(thread) }
    }

    /// The request that it makes.
    pub(crate) fn halt(&self) -> Halt {
        self.halt.clone()
    }

    /// Whether the command was asked to stop. For workers, who watch their limits themselves: the exploration
    /// begins.
    pub(crate) fn cancel(&self) -> Cancel {
        self.explore(None, None);
        signals::listen()
    }

    /// The exploration begins.
    pub(crate) fn explore(&self, time: Option<Duration>, memory: Option<u64>) {
        // If the thread has ended, the request was made.
        let _ = self.phase.send(Phase::Exploring { time, memory });
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        let _ = self.phase.send(Phase::Over);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
