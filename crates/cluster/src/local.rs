//! The workers of this machine, from the outside: processes, pipes and the clock. The coordinator decides
//! what they do.

use std::io;
use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};

use pikse_work::{Cancel, Death, Work};
use tracing::warn;

use crate::coordinator::{Coordinator, Ends, Fate};
use crate::journal::Journal;
use crate::message::{FoundOf, Inbox, News, Order, PositionOf, TallyOf, send};
use crate::process::{Child, fork, wait_for};
use crate::worker::work;
use crate::{ClusterError, Observer, Options, Progress, State, StateOf};

/// The maximum time to wait for messages before checking the clock.
const WAIT: Duration = Duration::from_millis(50);
/// The interval of progress reports to the observer.
const PROGRESS_PERIOD: Duration = Duration::from_millis(200);
/// The interval at which the state is kept.
const KEEP_PERIOD: Duration = Duration::from_secs(1);
/// The time before a worker that could not split its part is asked again.
const ASK_AGAIN: Duration = Duration::from_millis(5);
/// Walks through the rest of `state` with worker processes. Afterwards `state` holds the
/// results, whether the walk was completed, cancelled or stopped.
pub fn run<W: Work>(
    job: &W,
    options: &Options,
    state: &mut State<PositionOf<W>, TallyOf<W>>,
    observer: &mut dyn Observer<FoundOf<W>, TallyOf<W>>,
    cancel: &Cancel,
) -> Result<(), ClusterError> {
    run_keeping(job, options, state, observer, cancel, &mut |_| {})
}

/// The same. Every second `keep` gets the state, from which a later run can go on if this process is
/// killed.
pub fn run_keeping<W: Work>(
    job: &W,
    options: &Options,
    state: &mut State<PositionOf<W>, TallyOf<W>>,
    observer: &mut dyn Observer<FoundOf<W>, TallyOf<W>>,
    cancel: &Cancel,
    keep: &mut dyn FnMut(&StateOf<W>),
) -> Result<(), ClusterError> {
    let mut parent = Parent::new(job, options, state)?;
    let ended = parent.run(observer, cancel, keep);
    parent.save(state);
    ended
}

struct Worker<W: Work> {
    /// `None` once it is dead.
    child: Option<Child>,
    stream: UnixStream,
    inbox: Inbox,
    journal: Journal,
    /// Finds since its last report.
    found: Vec<FoundOf<W>>,
    heard: Instant,
}

/// The receiver of finds.
type Hears<'a, W> = dyn Observer<FoundOf<W>, TallyOf<W>> + 'a;

struct Parent<'a, W: Work> {
    job: &'a W,
    options: &'a Options,
    workers: Vec<Worker<W>>,
    coordinator: Coordinator<PositionOf<W>, TallyOf<W>>,
    begun: Instant,
    /// When a worker was last asked for a part.
    asked: Option<Instant>,
}

impl<'a, W: Work> Parent<'a, W> {
    fn new(
        job: &'a W,
        options: &'a Options,
        state: &State<PositionOf<W>, TallyOf<W>>,
    ) -> Result<Self, ClusterError> {
        // Finds of several workers come in no defined order, so the first N need one worker.
        let count = match (state.is_complete(), options.first) {
            (true, _) => 0,
            (false, Some(_)) => 1,
            (false, None) => options.workers.max(1),
        };
        let ends = Ends { first: options.first, until_failure: options.until_failure };
        let mut parent = Parent {
            job,
            options,
            workers: Vec::new(),
            coordinator: Coordinator::new(state, count, ends),
            begun: Instant::now(),
            asked: None,
        };
        for _ in 0..count {
            let worker = parent.start().map_err(ClusterError::System)?;
            parent.workers.push(worker);
        }
        Ok(parent)
    }

    /// Starts a worker.
    fn start(&self) -> io::Result<Worker<W>> {
        let (stream, theirs) = UnixStream::pair()?;
        let journal = Journal::new(self.job.journal_words())?;
        // The worker also inherits the parent's ends of other pipes. That is harmless:
        // they are closed when it ends.
        let child = fork(|| work(self.job, self.options, theirs, journal))?;
        stream.set_nonblocking(true)?;
        Ok(Worker {
            child: Some(child),
            stream,
            inbox: Inbox::default(),
            journal,
            found: Vec::new(),
            heard: Instant::now(),
        })
    }

    fn run(
        &mut self,
        observer: &mut Hears<'_, W>,
        cancel: &Cancel,
        keep: &mut dyn FnMut(&StateOf<W>),
    ) -> Result<(), ClusterError> {
        let (mut told, mut kept) = (Instant::now(), Instant::now());
        loop {
            if self.coordinator.is_over() {
                return self.stop(observer);
            }
            // Make some progress, however short the time limit is.
            self.send_orders();
            let over = self.options.stop_after.is_some_and(|limit| self.begun.elapsed() >= limit);
            if cancel.is_cancelled() || over {
                return self.stop(observer);
            }
            if self.coordinator.is_done() {
                return Ok(());
            }
            self.listen(observer)?;
            if told.elapsed() >= PROGRESS_PERIOD {
                told = Instant::now();
                observer.progress(&self.progress());
            }
            if kept.elapsed() >= KEEP_PERIOD {
                keep(&self.coordinator.state());
                kept = Instant::now();
            }
        }
    }

    /// Sends what the coordinator orders.
    fn send_orders(&mut self) {
        if self.asked.is_some_and(|asked| asked.elapsed() >= ASK_AGAIN) {
            self.asked = None;
            self.coordinator.tick();
        }
        for (number, order) in self.coordinator.orders() {
            let now = Instant::now();
            match order {
                Order::Split => self.asked = Some(now),
                Order::Walk { .. } | Order::Stop => self.workers[number].heard = now,
            }
            self.workers[number].order(&order);
        }
    }

    /// Handles messages of workers.
    fn listen(&mut self, observer: &mut Hears<'_, W>) -> Result<(), ClusterError> {
        let is_idle = self.coordinator.busy() < self.workers.len();
        let wait = if is_idle { ASK_AGAIN } else { WAIT };
        let readable = wait_for(self.workers.iter().map(|worker| &worker.stream), wait);
        for (number, readable) in readable.into_iter().enumerate() {
            let worker = &mut self.workers[number];
            let mut alive = true;
            let begun = Instant::now();
            if readable {
                worker.heard = begun;
                alive = worker.inbox.read(&mut worker.stream).map_err(ClusterError::System)?;
                while let Some(news) = self.workers[number].inbox.next() {
                    match news {
                        Ok(news) => self.hear(number, news, observer)?,
                        // The program under test has damaged the worker.
                        Err(_) => alive = false,
                    }
                }
            }
            // A slow reader of the finds holds up this process. No worker is silent because of that.
            let busy = begun.elapsed();
            self.workers.iter_mut().for_each(|worker| worker.heard += busy);
            let is_late = self.workers[number].heard.elapsed() > self.options.silence;
            let silent = self.coordinator.is_busy(number) && is_late;
            if !alive || silent {
                self.bury(number, silent)?;
            }
        }
        Ok(())
    }

    fn hear(
        &mut self,
        number: usize,
        news: News<PositionOf<W>, TallyOf<W>, FoundOf<W>>,
        observer: &mut Hears<'_, W>,
    ) -> Result<(), ClusterError> {
        let worker = &mut self.workers[number];
        match news {
            News::Found(found) => worker.found.extend(found),
            News::Mistake(error) => return Err(ClusterError::Walk(error)),
            News::Stands(stand) => {
                let found = std::mem::take(&mut worker.found);
                self.coordinator.stands(number, *stand);
                for found in found {
                    observer.found(found).map_err(ClusterError::Output)?;
                }
            }
        }
        Ok(())
    }

    /// Handles the death of a worker, or one that counts as dead: another takes over its part.
    fn bury(&mut self, number: usize, silent: bool) -> Result<(), ClusterError> {
        let fresh = self.start().map_err(ClusterError::System)?;
        let mut dead = std::mem::replace(&mut self.workers[number], fresh);
        let death = dead.end(silent);
        warn!(worker = number, %death, had_part = self.coordinator.is_busy(number), "a worker died");
        if let Fate::Skip(lease) = self.coordinator.died(number) {
            // The worker's position is right before the step that killed it.
            let witness = dead.journal.witness();
            let passed = self.job.pass(lease.at.as_ref(), &witness, &death);
            let (at, tally) = passed.map_err(ClusterError::Walk)?;
            self.coordinator.skipped(lease, at, &tally);
        }
        Ok(())
    }

    /// Orders the workers to stop, and waits until each has reported its position.
    fn stop(&mut self, observer: &mut Hears<'_, W>) -> Result<(), ClusterError> {
        if self.coordinator.has_enough() {
            // The only worker has reported its position and stopped by itself.
            (0..self.workers.len()).for_each(|number| self.coordinator.take_back(number));
            return Ok(());
        }
        for (number, worker) in self.workers.iter_mut().enumerate() {
            if self.coordinator.is_busy(number) {
                worker.order(&Order::Stop);
            }
        }
        for number in 0..self.workers.len() {
            let since = Instant::now();
            while self.coordinator.is_busy(number) && since.elapsed() < self.options.silence {
                let worker = &mut self.workers[number];
                wait_for(std::iter::once(&worker.stream), WAIT);
                let alive = worker.inbox.read(&mut worker.stream).map_err(ClusterError::System)?;
                while let Some(news) = self.workers[number].inbox.next() {
                    let Ok(news) = news else { continue };
                    let stands = matches!(&news, News::Stands(_));
                    self.hear(number, news, observer)?;
                    if stands {
                        // The worker may have sent this before it got the order. It serves as
                        // the answer: what the worker does afterwards does not count.
                        self.coordinator.take_back(number);
                        break;
                    }
                }
                if !alive {
                    break;
                }
            }
            // The unreported work of a worker that does not answer is searched again.
            self.coordinator.take_back(number);
        }
        Ok(())
    }

    fn progress(&self) -> Progress<TallyOf<W>> {
        let (tally, done) = self.coordinator.results();
        let (elapsed, working) = (self.begun.elapsed(), self.coordinator.busy());
        Progress { tally, done, elapsed, working }
    }

    /// Stores the results and the remaining parts, and ends the workers.
    fn save(mut self, state: &mut State<PositionOf<W>, TallyOf<W>>) {
        *state = self.coordinator.state();
        for worker in &mut self.workers {
            worker.end(true);
        }
    }
}

impl<W: Work> Worker<W> {
    /// Sends an order. If the worker is dead, reading from it will show that.
    fn order(&mut self, order: &Order<PositionOf<W>>) {
        drop(send(&mut self.stream, order));
    }

    /// Ends a worker. Returns how it ended.
    fn end(&mut self, silent: bool) -> Death {
        let Some(child) = self.child.take() else { return Death::Silent };
        if silent {
            child.kill();
        }
        let death = child.wait();
        if silent { Death::Silent } else { death }
    }
}
