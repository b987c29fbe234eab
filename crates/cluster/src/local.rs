//! The workers of this machine, from the outside: processes and pipes.

use std::io;
use std::os::unix::net::UnixStream;
use std::time::Duration;

use pikse_work::{Death, Witness, Work};

use crate::crew::{AllHeard, Crew, Heard};
use crate::journal::Journal;
use crate::message::{Inbox, Order, PositionOf, send};
use crate::process::{Child, fork, wait_for};
use crate::worker::work;
use crate::{ClusterError, Options};

/// Workers of this machine. They end with it.
pub(crate) struct Local<'a, W> {
    job: &'a W,
    options: &'a Options,
    workers: Vec<Worker>,
}

struct Worker {
    /// `None` once it is dead.
    child: Option<Child>,
    stream: UnixStream,
    inbox: Inbox,
    journal: Journal,
    /// Whether it was killed because it did not answer.
    is_silent: bool,
}

impl<'a, W: Work> Local<'a, W> {
    /// Starts a number of workers.
    pub(crate) fn new(
        job: &'a W,
        options: &'a Options,
        count: usize,
    ) -> Result<Self, ClusterError> {
        let workers = (0..count).map(|_| start(job, options)).collect::<io::Result<_>>();
        Ok(Local { job, options, workers: workers.map_err(ClusterError::System)? })
    }

    /// The same as [`Crew::listen`]; the bodies of frames instead of news.
    pub(crate) fn listen_raw(
        &mut self,
        wait: Duration,
        hear: &mut dyn FnMut(usize, Heard<Vec<u8>>) -> bool,
    ) -> Result<(), ClusterError> {
        let readable = wait_for(self.workers.iter().map(|worker| &worker.stream), wait);
        for (number, _) in readable.into_iter().enumerate().filter(|(_, readable)| *readable) {
            let worker = &mut self.workers[number];
            let mut alive = worker.inbox.read(&mut worker.stream).map_err(ClusterError::System)?;
            while let Some(body) = self.workers[number].inbox.next_body() {
                // If it is no news, the program under test has damaged the worker.
                alive &= hear(number, Heard::News(body));
            }
            if !alive {
                let (death, witness) = self.bury(number).map_err(ClusterError::System)?;
                hear(number, Heard::Died(death, witness));
            }
        }
        Ok(())
    }

    /// Sends the body of an order.
    #[cfg(feature = "mpi")]
    pub(crate) fn order_raw(&mut self, worker: usize, body: &[u8]) {
        drop(crate::message::send_body(&mut self.workers[worker].stream, body));
    }

    /// A new worker takes the place of a dead one, or of one that counts as dead.
    fn bury(&mut self, number: usize) -> io::Result<(Death, Witness)> {
        let fresh = start(self.job, self.options)?;
        let mut dead = std::mem::replace(&mut self.workers[number], fresh);
        let death = dead.end();
        Ok((death, dead.journal.witness()))
    }
}

fn start<W: Work>(job: &W, options: &Options) -> io::Result<Worker> {
    let (stream, theirs) = UnixStream::pair()?;
    let journal = Journal::new(job.journal_words())?;
    // The worker also inherits the parent's ends of other pipes. That is harmless:
    // they are closed when it ends.
    let child = fork(|| work(job, options, theirs, journal))?;
    stream.set_nonblocking(true)?;
    Ok(Worker { child: Some(child), stream, inbox: Inbox::default(), journal, is_silent: false })
}

impl<W: Work> Crew<W> for Local<'_, W> {
    fn len(&self) -> usize {
        self.workers.len()
    }

    fn order(&mut self, worker: usize, order: &Order<PositionOf<W>>) {
        drop(send(&mut self.workers[worker].stream, order));
    }

    fn listen(&mut self, wait: Duration, heard: &mut AllHeard<W>) -> Result<(), ClusterError> {
        self.listen_raw(wait, &mut |number, news| match news {
            Heard::News(body) => match pikse_work::token::of_bytes(&body) {
                Ok(news) => {
                    heard.push((number, Heard::News(news)));
                    true
                }
                Err(_) => false,
            },
            Heard::Died(death, witness) => {
                heard.push((number, Heard::Died(death, witness)));
                true
            }
        })
    }

    fn kill(&mut self, worker: usize) {
        let worker = &mut self.workers[worker];
        worker.is_silent = true;
        if let Some(child) = &worker.child {
            child.kill();
        }
    }
}

impl Worker {
    /// Ends a worker. Returns how it ended.
    fn end(&mut self) -> Death {
        let Some(child) = self.child.take() else { return Death::Silent };
        if self.is_silent {
            child.kill();
        }
        let death = child.wait();
        if self.is_silent { Death::Silent } else { death }
    }
}

impl<W> Drop for Local<'_, W> {
    fn drop(&mut self) {
        for worker in &mut self.workers {
            worker.is_silent = true;
            worker.end();
        }
    }
}
