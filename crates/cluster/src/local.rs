//! The workers of this machine, from the outside.

use std::io;
use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};

use pikse_work::{Cancel, Death, Tally, Work};
use tracing::{debug, trace, warn};

use crate::journal::Journal;
use crate::message::{FoundOf, Inbox, News, Order, PositionOf, Report, Stand, TallyOf, send};
use crate::process::{Child, fork, wait_for};
use crate::worker::{CAREFUL_REPORTS, work};
use crate::{ClusterError, Observer, Options, Progress, State};

/// The maximum time to wait for messages before checking the clock.
const WAIT: Duration = Duration::from_millis(50);
/// The interval of progress reports to the observer.
const PROGRESS_PERIOD: Duration = Duration::from_millis(200);
/// The time before a worker that could not split its part is asked again.
const ASK_AGAIN: Duration = Duration::from_millis(5);
/// The number of steps between two reports of a worker, after each death on its part.
const CAREFUL: [u64; 3] = [4096, 64, 1];

/// Walks through the rest of `state` with worker processes. Afterwards `state` holds the
/// results, whether the walk was completed, cancelled or stopped.
pub fn run<W: Work>(
    job: &W,
    options: &Options,
    state: &mut State<PositionOf<W>, TallyOf<W>>,
    observer: &mut dyn Observer<FoundOf<W>, TallyOf<W>>,
    cancel: &Cancel,
) -> Result<(), ClusterError> {
    let mut parent = Parent::new(job, options, state)?;
    let ended = parent.run(observer, cancel);
    parent.save(state);
    ended
}

/// A part that a worker walks through.
#[derive(Debug)]
struct Lease<P> {
    /// The worker's last reported position; `None` is the beginning.
    at: Option<P>,
    /// The share of the whole space that the part is.
    share: f64,
    /// The number of recent deaths of workers on it.
    deaths: usize,
    /// The number of reports of the current worker.
    reports: u32,
}

struct Worker<W: Work> {
    /// `None` once it is dead.
    child: Option<Child>,
    stream: UnixStream,
    inbox: Inbox,
    journal: Journal,
    lease: Option<Lease<PositionOf<W>>>,
    report: Report<TallyOf<W>>,
    /// Finds since its last report.
    found: Vec<FoundOf<W>>,
    asked: Option<Instant>,
    heard: Instant,
}

/// The receiver of finds.
type Hears<'a, W> = dyn Observer<FoundOf<W>, TallyOf<W>> + 'a;

struct Parent<'a, W: Work> {
    job: &'a W,
    options: &'a Options,
    workers: Vec<Worker<W>>,
    /// Parts that no worker has.
    queue: Vec<Lease<PositionOf<W>>>,
    /// The results from before, and those of dead workers.
    past: TallyOf<W>,
    /// The share of the space that finished parts were.
    share_over: f64,
    begun: Instant,
    /// The number of finds that are still wanted.
    wanted: Option<u64>,
}

impl<'a, W: Work> Parent<'a, W> {
    fn new(
        job: &'a W,
        options: &'a Options,
        state: &State<PositionOf<W>, TallyOf<W>>,
    ) -> Result<Self, ClusterError> {
        let share = 1.0 / state.parts.len().max(1) as f64;
        let lease =
            |at: &Option<PositionOf<W>>| Lease { at: at.clone(), share, deaths: 0, reports: 0 };
        let mut parent = Parent {
            job,
            options,
            workers: Vec::new(),
            queue: state.parts.iter().map(lease).collect(),
            past: state.tally.clone(),
            share_over: 0.0,
            begun: Instant::now(),
            wanted: options.first,
        };
        // Finds of several workers come in no defined order, so the first N need one worker.
        let count = if options.first.is_some() { 1 } else { options.workers.max(1) };
        if !parent.queue.is_empty() {
            for _ in 0..count {
                let worker = parent.start().map_err(ClusterError::System)?;
                parent.workers.push(worker);
            }
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
            lease: None,
            report: Report::default(),
            found: Vec::new(),
            asked: None,
            heard: Instant::now(),
        })
    }

    fn run(&mut self, observer: &mut Hears<'_, W>, cancel: &Cancel) -> Result<(), ClusterError> {
        let mut told = Instant::now();
        loop {
            if self.options.until_failure && self.has_failed() {
                return self.stop(observer);
            }
            // Make some progress, however short the time limit is.
            self.share_out()?;
            let over = self.options.stop_after.is_some_and(|limit| self.begun.elapsed() >= limit);
            if cancel.is_cancelled() || over || self.wanted == Some(0) {
                return self.stop(observer);
            }
            if self.queue.is_empty() && self.workers.iter().all(|worker| worker.lease.is_none()) {
                return Ok(());
            }
            self.listen(observer)?;
            if told.elapsed() >= PROGRESS_PERIOD {
                told = Instant::now();
                observer.progress(&self.progress());
            }
        }
    }

    fn has_failed(&self) -> bool {
        let tallies = self.workers.iter().map(|worker| &worker.report.tally);
        tallies.chain([&self.past]).any(Tally::has_failed)
    }

    /// Gives parts to idle workers.
    fn share_out(&mut self) -> Result<(), ClusterError> {
        for number in 0..self.workers.len() {
            if self.workers[number].lease.is_some() {
                continue;
            }
            match self.queue.pop() {
                Some(lease) => {
                    let every = match lease.deaths {
                        0 => None,
                        deaths => Some(CAREFUL[(deaths - 1).min(CAREFUL.len() - 1)]),
                    };
                    let first = self.wanted;
                    let order = Order::Walk { part: lease.at.clone(), every, first };
                    let worker = &mut self.workers[number];
                    worker.lease = Some(lease);
                    worker.heard = Instant::now();
                    worker.order(&order);
                }
                None => {
                    self.ask_for_a_part();
                    break;
                }
            }
        }
        Ok(())
    }

    /// Asks the worker with the largest rest to split off a part.
    fn ask_for_a_part(&mut self) {
        let already = self.workers.iter().any(|worker| {
            worker.asked.is_some_and(|asked| asked.elapsed() < ASK_AGAIN) && worker.lease.is_some()
        });
        let left = |worker: &&mut Worker<W>| {
            let share = worker.lease.as_ref().map_or(0.0, |lease| lease.share);
            share * (1.0 - worker.report.done)
        };
        let busy = self.workers.iter_mut().filter(|worker| worker.lease.is_some());
        if let (false, Some(worker)) = (already, busy.max_by(|a, b| left(a).total_cmp(&left(b)))) {
            worker.asked = Some(Instant::now());
            trace!("a busy worker is asked for a part");
            worker.order(&Order::Split);
        }
    }

    /// Handles messages of workers.
    fn listen(&mut self, observer: &mut Hears<'_, W>) -> Result<(), ClusterError> {
        let idle = self.workers.iter().any(|worker| worker.lease.is_none());
        let wait = if idle { ASK_AGAIN } else { WAIT };
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
            let worker = &self.workers[number];
            let silent = worker.lease.is_some() && worker.heard.elapsed() > self.options.silence;
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
                let Stand { at, report, given } = *stand;
                let finds = report.finds.saturating_sub(worker.report.finds);
                let found = std::mem::take(&mut worker.found);
                worker.report = report;
                if worker.asked.is_some() && given.is_some() {
                    worker.asked = None;
                }
                if let Some(lease) = &mut worker.lease {
                    let left = lease.share * (1.0 - worker.report.done);
                    match at {
                        Some(at) => {
                            lease.at = Some(at);
                            lease.reports += 1;
                            if lease.reports >= CAREFUL_REPORTS {
                                // It is no longer careful.
                                lease.deaths = 0;
                            }
                        }
                        None => {
                            debug!(worker = number, "a part is done");
                            self.share_over += lease.share;
                            worker.lease = None;
                            worker.asked = None;
                        }
                    }
                    if let (Some(given), Some(lease)) = (given, &mut worker.lease) {
                        lease.share -= left / 2.0;
                        self.queue.push(Lease {
                            at: Some(given),
                            share: left / 2.0,
                            deaths: 0,
                            reports: 0,
                        });
                    }
                }
                let worker = &mut self.workers[number];
                if self.options.until_failure && worker.report.tally.has_failed() {
                    // It stopped by itself.
                    self.queue.extend(worker.lease.take());
                }
                self.wanted = self.wanted.map(|wanted| wanted.saturating_sub(finds));
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
        warn!(worker = number, %death, had_part = dead.lease.is_some(), "a worker died");
        self.past.merge(&dead.report.tally);
        let Some(mut lease) = dead.lease else { return Ok(()) };
        lease.deaths += 1;
        lease.reports = 0;
        if lease.deaths > CAREFUL.len() {
            // The worker's position is right before the step that killed it.
            let witness = dead.journal.witness();
            let passed = self.job.pass(lease.at.as_ref(), &witness, &death);
            let (at, tally) = passed.map_err(ClusterError::Walk)?;
            self.past.merge(&tally);
            (lease.at, lease.deaths) = (Some(at), 0);
        }
        self.queue.push(lease);
        Ok(())
    }

    /// Orders the workers to stop, and waits until each has reported its position.
    fn stop(&mut self, observer: &mut Hears<'_, W>) -> Result<(), ClusterError> {
        if self.wanted == Some(0) {
            // The only worker has reported its position and stopped by itself.
            let leases = self.workers.iter_mut().filter_map(|worker| worker.lease.take());
            self.queue.extend(leases);
            return Ok(());
        }
        for worker in &mut self.workers {
            if worker.lease.is_some() {
                worker.order(&Order::Stop);
            }
        }
        for number in 0..self.workers.len() {
            let since = Instant::now();
            while self.workers[number].lease.is_some() && since.elapsed() < self.options.silence {
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
                        self.queue.extend(self.workers[number].lease.take());
                        break;
                    }
                }
                if !alive {
                    break;
                }
            }
            // The unreported work of a worker that does not answer is searched again.
            self.queue.extend(self.workers[number].lease.take());
        }
        Ok(())
    }

    fn progress(&self) -> Progress<TallyOf<W>> {
        let (mut tally, mut done) = (self.past.clone(), self.share_over);
        for worker in &self.workers {
            tally.merge(&worker.report.tally);
            let share = worker.lease.as_ref().map_or(0.0, |lease| lease.share);
            done += share * worker.report.done;
        }
        let working = self.workers.iter().filter(|worker| worker.lease.is_some()).count();
        Progress { tally, done: done.min(1.0), elapsed: self.begun.elapsed(), working }
    }

    /// Stores the results and the remaining parts, and ends the workers.
    fn save(mut self, state: &mut State<PositionOf<W>, TallyOf<W>>) {
        for mut worker in std::mem::take(&mut self.workers) {
            self.past.merge(&worker.report.tally);
            self.queue.extend(worker.lease.take());
            worker.end(true);
        }
        let parts = self.queue.into_iter().map(|lease| lease.at).collect();
        *state = State { tally: self.past, parts };
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
