//! The workers of this machine, from the outside.

use std::io;
use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};

use pikse_search::{Cancel, Position, Probe, Runner, Search, Step};
use pikse_structure::{CellId, FieldId};

use crate::message::{Inbox, News, Order, Report, send};
use crate::process::{Child, fork, wait_for};
use crate::worker::{CAREFUL_REPORTS, work};
use crate::{
    ClusterError, Failure, Job, Journal, Observer, Options, Progress, State, WorkerRunner,
};

/// How long to wait for news before looking at the clock.
const WAIT: Duration = Duration::from_millis(50);
/// How often the observer hears of progress.
const PROGRESS_PERIOD: Duration = Duration::from_millis(200);
/// A worker that had nothing to give away is asked again after this.
const ASK_AGAIN: Duration = Duration::from_millis(5);
/// How careful a worker is after each death: it tells where it stands every so many runs.
const CAREFUL: [u64; 3] = [4096, 64, 1];

/// Searches what is left of `state` with worker processes. What was found is in `state`
/// afterwards, whether the search came to its end, was cancelled or was stopped.
pub fn run<R: WorkerRunner>(
    job: &Job<'_, R>,
    options: &Options,
    state: &mut State,
    observer: &mut dyn Observer,
    cancel: &Cancel,
) -> Result<(), ClusterError> {
    let mut parent = Parent::new(job, options, state)?;
    let ended = parent.run(observer, cancel);
    parent.save(state);
    ended
}

/// A part that somebody searches.
#[derive(Debug)]
struct Lease {
    /// Where the worker stood last; `None` is the beginning.
    at: Option<Position>,
    /// How much of the whole space the part is.
    share: f64,
    /// How often a worker has died on it lately.
    deaths: usize,
    /// How often the present worker has told where it stands.
    reports: u32,
}

struct Worker {
    /// `None` once it is dead.
    child: Option<Child>,
    stream: UnixStream,
    inbox: Inbox,
    journal: Journal,
    lease: Option<Lease>,
    report: Report,
    /// Solutions since it told where it stands.
    solutions: Vec<(Vec<u32>, String)>,
    asked: Option<Instant>,
    heard: Instant,
}

struct Parent<'a, 'b, R> {
    job: &'a Job<'b, R>,
    options: &'a Options,
    workers: Vec<Worker>,
    /// Parts that nobody searches.
    queue: Vec<Lease>,
    /// What was done before, and by workers that are dead.
    past: Report,
    /// How much of the space parts that are over were.
    share_over: f64,
    begun: Instant,
    /// How many solutions are still wanted.
    wanted: Option<u64>,
}

impl<'a, 'b, R: WorkerRunner> Parent<'a, 'b, R> {
    fn new(job: &'a Job<'b, R>, options: &'a Options, state: &State) -> Result<Self, ClusterError> {
        let share = 1.0 / state.parts.len().max(1) as f64;
        let lease = |at: &Option<Position>| Lease { at: at.clone(), share, deaths: 0, reports: 0 };
        let mut parent = Parent {
            job,
            options,
            workers: Vec::new(),
            queue: state.parts.iter().map(lease).collect(),
            past: Report {
                statistics: state.statistics,
                failures: state.failures.clone(),
                digest: state.digest,
                fields_read: state.fields_read.clone(),
                fallback: state.fallback.clone(),
                counters: state.counters.clone(),
                notes: state.notes.clone(),
                done: 0.0,
            },
            share_over: 0.0,
            begun: Instant::now(),
            wanted: options.first,
        };
        // The solutions of several workers come in no order, so the first are one's.
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
    fn start(&self) -> io::Result<Worker> {
        let (stream, theirs) = UnixStream::pair()?;
        let journal = Journal::new(self.job.space.cells().len())?;
        // The copies of the parent's ends that the worker gets do no harm: they are the
        // ends that others listen to, and go with it.
        let child = fork(|| work(self.job, self.options, theirs, journal))?;
        stream.set_nonblocking(true)?;
        Ok(Worker {
            child: Some(child),
            stream,
            inbox: Inbox::default(),
            journal,
            lease: None,
            report: Report::default(),
            solutions: Vec::new(),
            asked: None,
            heard: Instant::now(),
        })
    }

    fn run(&mut self, observer: &mut dyn Observer, cancel: &Cancel) -> Result<(), ClusterError> {
        let mut told = Instant::now();
        loop {
            if self.options.until_failure && self.has_failed() {
                return self.stop(observer);
            }
            // However soon it is to stop, something is done first.
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
        let reports = self.workers.iter().map(|worker| &worker.report);
        reports.chain([&self.past]).any(|report| !report.failures.is_empty())
    }

    /// Gives parts to those who have none.
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
                    let order = Order::Search { part: lease.at.clone(), every, first };
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

    /// Asks the worker with most left to do for a part.
    fn ask_for_a_part(&mut self) {
        let already = self.workers.iter().any(|worker| {
            worker.asked.is_some_and(|asked| asked.elapsed() < ASK_AGAIN) && worker.lease.is_some()
        });
        let left = |worker: &&mut Worker| {
            let share = worker.lease.as_ref().map_or(0.0, |lease| lease.share);
            share * (1.0 - worker.report.done)
        };
        let busy = self.workers.iter_mut().filter(|worker| worker.lease.is_some());
        if let (false, Some(worker)) = (already, busy.max_by(|a, b| left(a).total_cmp(&left(b)))) {
            worker.asked = Some(Instant::now());
            worker.order(&Order::Split);
        }
    }

    /// Hears what workers have to tell.
    fn listen(&mut self, observer: &mut dyn Observer) -> Result<(), ClusterError> {
        let idle = self.workers.iter().any(|worker| worker.lease.is_none());
        let wait = if idle { ASK_AGAIN } else { WAIT };
        let readable = wait_for(self.workers.iter().map(|worker| &worker.stream), wait);
        for (number, readable) in readable.into_iter().enumerate() {
            let worker = &mut self.workers[number];
            let mut alive = true;
            if readable {
                worker.heard = Instant::now();
                alive = worker.inbox.read(&mut worker.stream).map_err(ClusterError::System)?;
                while let Some(body) = self.workers[number].inbox.next() {
                    match News::decode(&body) {
                        Some(news) => self.hear(number, news, observer)?,
                        // A predicate has damaged the worker.
                        None => alive = false,
                    }
                }
            }
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
        news: News,
        observer: &mut dyn Observer,
    ) -> Result<(), ClusterError> {
        let worker = &mut self.workers[number];
        match news {
            News::Solutions(solutions) => worker.solutions.extend(solutions),
            News::Mistake(message) => return Err(ClusterError::Predicate(message)),
            News::Stands { at, report, given } => {
                let found = report.statistics.valid - worker.report.statistics.valid;
                let solutions = std::mem::take(&mut worker.solutions);
                worker.report = *report;
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
                                // It is careful no more.
                                lease.deaths = 0;
                            }
                        }
                        None => {
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
                if self.options.until_failure && !worker.report.failures.is_empty() {
                    // It has stopped by itself.
                    self.queue.extend(worker.lease.take());
                }
                self.wanted = self.wanted.map(|wanted| wanted.saturating_sub(found));
                for (solution, detail) in solutions {
                    observer.solution(&solution, &detail).map_err(ClusterError::Output)?;
                }
            }
        }
        Ok(())
    }

    /// A worker is dead, or as good as: another takes its part over.
    fn bury(&mut self, number: usize, silent: bool) -> Result<(), ClusterError> {
        let fresh = self.start().map_err(ClusterError::System)?;
        let mut dead = std::mem::replace(&mut self.workers[number], fresh);
        let how = dead.end(silent);
        self.past.absorb(&dead.report);
        let Some(mut lease) = dead.lease else { return Ok(()) };
        lease.deaths += 1;
        lease.reports = 0;
        if lease.deaths > CAREFUL.len() {
            // The worker stood right before the run that killed it.
            self.step_over(&mut lease, dead.journal, &how)?;
            lease.deaths = 0;
        }
        self.queue.push(lease);
        Ok(())
    }

    /// Goes behind the candidate that killed a worker; the journal tells what its run read,
    /// or that it was a solution that somebody looked at.
    fn step_over(
        &mut self,
        lease: &mut Lease,
        journal: Journal,
        how: &str,
    ) -> Result<(), ClusterError> {
        let ghost = Ghost {
            cells: journal.cells(),
            accepts: journal.is_solved(),
            signature: self.job.signature.to_owned(),
            candidate: Vec::new(),
        };
        let (space, settings) = (self.job.space, self.job.settings.clone());
        let mut search = match &lease.at {
            None => Search::new(space, ghost, settings),
            Some(at) => {
                Search::resume(space, ghost, settings, at).map_err(ClusterError::Position)?
            }
        };
        let before = search.statistics();
        let step = search.step_within(1);
        let step = step.map_err(|error| ClusterError::Predicate(error.to_string()))?;
        let mut report = Report { statistics: search.statistics(), ..Report::default() };
        report.statistics.subtract(&before);
        let text = format!("kills its process: {how}");
        let mut failure = Failure {
            key: text.clone(),
            kind: "killed".to_owned(),
            text,
            count: 1,
            ..Failure::default()
        };
        match step {
            Step::Solution => {
                failure.candidate = search.candidate();
                failure.order = search.show(|_, choices| choices.map(|(_, index)| index).collect());
            }
            _ => failure.candidate.clone_from(&search.runner().candidate),
        }
        report.failures.push(failure);
        self.past.absorb(&report);
        lease.at = Some(search.position());
        Ok(())
    }

    /// Tells the workers to stop, and waits until each has told where.
    fn stop(&mut self, observer: &mut dyn Observer) -> Result<(), ClusterError> {
        if self.wanted == Some(0) {
            // The only worker has told where it stands and stopped by itself.
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
                while let Some(body) = self.workers[number].inbox.next() {
                    let Some(news) = News::decode(&body) else { continue };
                    let stands = matches!(&news, News::Stands { .. });
                    self.hear(number, news, observer)?;
                    if stands {
                        // The order may have crossed this message. It is as good as an
                        // answer: what the worker did afterwards does not count.
                        self.queue.extend(self.workers[number].lease.take());
                        break;
                    }
                }
                if !alive {
                    break;
                }
            }
            // What a worker that says nothing more had not told is searched again.
            self.queue.extend(self.workers[number].lease.take());
        }
        Ok(())
    }

    fn progress(&self) -> Progress {
        let mut statistics = self.past.statistics;
        let mut done = self.share_over;
        for worker in &self.workers {
            statistics.add(&worker.report.statistics);
            let share = worker.lease.as_ref().map_or(0.0, |lease| lease.share);
            done += share * worker.report.done;
        }
        let working = self.workers.iter().filter(|worker| worker.lease.is_some()).count();
        Progress { statistics, done: done.min(1.0), elapsed: self.begun.elapsed(), working }
    }

    /// Writes down what was found and what is left, and ends the workers.
    fn save(mut self, state: &mut State) {
        for mut worker in std::mem::take(&mut self.workers) {
            self.past.absorb(&worker.report);
            self.queue.extend(worker.lease.take());
            worker.end(true);
        }
        let Report {
            statistics, failures, digest, mut fields_read, fallback, counters, notes, ..
        } = self.past;
        fields_read.sort_unstable();
        let parts = self.queue.into_iter().map(|lease| lease.at).collect();
        *state =
            State { statistics, parts, failures, digest, fields_read, fallback, counters, notes };
    }
}

impl Worker {
    /// Gives an order. One that cannot hear it is dead, which shows when it is listened to.
    fn order(&mut self, order: &Order) {
        drop(send(&mut self.stream, &order.encode()));
    }

    /// Ends a worker; how it ended.
    fn end(&mut self, silent: bool) -> String {
        let Some(child) = self.child.take() else { return String::new() };
        if silent {
            child.kill();
        }
        let how = child.wait();
        if silent { "it gave no answer".to_owned() } else { how }
    }
}

impl Report {
    /// Adds what another worker has done.
    fn absorb(&mut self, other: &Report) {
        self.statistics.add(&other.statistics);
        self.digest = self.digest.wrapping_add(other.digest);
        for failure in &other.failures {
            match self.failures.iter_mut().find(|known| known.key == failure.key) {
                Some(known) => known.absorb(failure),
                None => self.failures.push(failure.clone()),
            }
        }
        let new: Vec<FieldId> =
            other.fields_read.iter().copied().filter(|f| !self.fields_read.contains(f)).collect();
        self.fields_read.extend(new);
        self.fallback = self.fallback.take().or_else(|| other.fallback.clone());
        if self.counters.len() < other.counters.len() {
            self.counters.resize(other.counters.len(), 0);
        }
        self.counters.iter_mut().zip(&other.counters).for_each(|(sum, more)| *sum += more);
        for note in &other.notes {
            if !self.notes.contains(note) {
                self.notes.push(note.clone());
            }
        }
    }
}

/// Reads what a run has read that nobody survived, and rejects, unless what nobody
/// survived was a look at a solution.
struct Ghost {
    cells: Vec<CellId>,
    accepts: bool,
    signature: String,
    /// What it read, and then has to be told of.
    candidate: Vec<u32>,
}

impl Runner for Ghost {
    fn run(&mut self, probe: &mut Probe, _changed: usize) -> bool {
        for &cell in &self.cells {
            probe.read(cell);
        }
        if self.accepts {
            return true;
        }
        self.candidate = probe.candidate();
        probe.abandon();
        false
    }

    fn current(&self) -> String {
        self.signature.clone()
    }

    fn signature(&self) -> String {
        self.signature.clone()
    }
}
