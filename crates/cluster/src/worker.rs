//! A worker, from the inside.

use std::io;
use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};

use pikse_search::{Position, Search, Statistics, Step};
use pikse_structure::FieldId;

use crate::message::{Inbox, News, Order, Report, send};
use crate::process::wait_for;
use crate::{Job, Journal, Options, WorkerRunner};

/// How often a worker tells where it stands.
const REPORT_PERIOD: Duration = Duration::from_millis(100);
/// How long it should search before it looks for orders.
const SLICE: Duration = Duration::from_millis(2);
/// So many solutions are sent at once.
const BATCH: usize = 512;
/// A careful worker that has reported so often without dying is careful no more.
pub(crate) const CAREFUL_REPORTS: u32 = 20_000;

/// Works until the parent is gone.
pub(crate) fn work<R: WorkerRunner>(
    job: &Job<'_, R>,
    options: &Options,
    stream: UnixStream,
    journal: Journal,
) {
    let mut worker = Worker {
        job,
        options,
        stream,
        inbox: Inbox::default(),
        life: Report::default(),
        solutions: Vec::new(),
        journal,
    };
    let mut runner = match (job.load)() {
        Ok(runner) => Some(runner),
        Err(message) => {
            // If nobody hears it, the parent is gone.
            drop(worker.send(&News::Mistake(message)));
            return;
        }
    };
    while let (Ok(order), Some(ready)) = (worker.next_order(), runner.take()) {
        let Order::Search { part, every, first } = order else {
            // Split or stop, but the part was done before the order came.
            runner = Some(ready);
            continue;
        };
        runner = worker.search(ready, part.as_ref(), every, first).ok().flatten();
    }
}

struct Worker<'a, 'b, R> {
    job: &'a Job<'b, R>,
    options: &'a Options,
    stream: UnixStream,
    inbox: Inbox,
    /// What was done in parts that are over.
    life: Report,
    solutions: Vec<(Vec<u32>, String)>,
    journal: Journal,
}

impl<R: WorkerRunner> Worker<'_, '_, R> {
    fn send(&mut self, news: &News) -> io::Result<()> {
        send(&mut self.stream, &news.encode())
    }

    /// Waits for an order.
    fn next_order(&mut self) -> io::Result<Order> {
        loop {
            if let Some(order) = self.inbox.next() {
                let order = Order::decode(&order);
                return order.ok_or_else(|| io::ErrorKind::InvalidData.into());
            }
            if !self.inbox.read(&mut self.stream)? {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        }
    }

    /// An order, if there is one.
    fn order(&mut self) -> io::Result<Option<Order>> {
        let waits = wait_for(std::iter::once(&self.stream), Duration::ZERO);
        match waits[0] {
            true => self.next_order().map(Some),
            false => Ok(None),
        }
    }

    /// Searches a part. Gives the runner back if it can be used again.
    fn search(
        &mut self,
        mut runner: R,
        part: Option<&Position>,
        mut every: Option<u64>,
        mut first: Option<u64>,
    ) -> io::Result<Option<R>> {
        if every == Some(1) {
            runner.keep_journal(self.journal);
        }
        let mut careful_reports = CAREFUL_REPORTS;
        let (space, settings) = (self.job.space, self.job.settings.clone());
        let before = part.map_or_else(Statistics::default, Position::statistics);
        let mut search = match part {
            None => Search::new(space, runner, settings),
            Some(part) => match Search::resume(space, runner, settings, part) {
                Ok(search) => search,
                Err(error) => {
                    self.send(&News::Mistake(error.to_string()))?;
                    return Ok(None);
                }
            },
        };
        let (mut budget, mut reported) = (every.unwrap_or(256), Instant::now());
        let looks = search.runner().looks_at_solutions();
        let only_counted = !self.options.solutions && !self.options.digest && !looks;
        let until_failure = self.options.until_failure;
        loop {
            let begun = Instant::now();
            // A look at a solution counts like a run: there may be many without one.
            let mut end = search.statistics().explored.saturating_add(budget);
            let mut exhausted = false;
            let mut failed = false;
            loop {
                let left = end.saturating_sub(search.statistics().explored);
                if left == 0 {
                    break;
                }
                let step = match only_counted && first.is_none() {
                    true => search.count_within(left),
                    false => search.step_within(left),
                };
                match step {
                    Ok(Step::Solution) => {
                        self.solution(&mut search, looks);
                        end -= u64::from(looks);
                        failed = until_failure && !search.runner().failures().is_empty();
                        if failed {
                            break;
                        }
                        first = first.map(|first| first - 1);
                        if first == Some(0) {
                            break;
                        }
                    }
                    Ok(Step::Exhausted) => {
                        exhausted = true;
                        break;
                    }
                    Ok(Step::Paused(_)) => break,
                    // Runners of workers report what breaks a run by themselves; this leaves
                    // nothing certain.
                    Err(error) => {
                        self.send(&News::Mistake(error.to_string()))?;
                        return Ok(None);
                    }
                }
                if self.solutions.len() >= BATCH {
                    self.send_solutions()?;
                }
            }
            if exhausted {
                return self.end(search, before, true).map(Some);
            }
            if every.is_some() {
                careful_reports -= 1;
                every = every.filter(|_| careful_reports > 0);
            } else {
                let took = begun.elapsed();
                budget = match took < SLICE / 2 {
                    true => (budget * 2).min(1 << 24),
                    false if took > SLICE * 2 => (budget / 2).max(1),
                    false => budget,
                };
            }
            match self.order()? {
                Some(Order::Split) => {
                    let given = search.split();
                    self.tell(&mut search, before, given, false)?;
                    reported = Instant::now();
                }
                Some(_) => {
                    return self.end(search, before, false).map(Some);
                }
                None if first == Some(0) || failed => {
                    return self.end(search, before, false).map(Some);
                }
                None if every.is_some() || reported.elapsed() >= REPORT_PERIOD => {
                    self.tell(&mut search, before, None, false)?;
                    reported = Instant::now();
                }
                None => {}
            }
        }
    }

    /// Ends a part: it is exhausted, or the parent keeps what is left of it.
    fn end(&mut self, mut search: Search<R>, before: Statistics, exhausted: bool) -> io::Result<R> {
        self.tell(&mut search, before, None, exhausted)?;
        self.life = self.report(&search, before);
        Ok(search.into_runner())
    }

    fn solution(&mut self, search: &mut Search<R>, looks: bool) {
        let detail = match looks {
            true => {
                self.journal.set_solved(true);
                let detail = search.show(WorkerRunner::solved);
                self.journal.set_solved(false);
                detail
            }
            false => String::new(),
        };
        if self.options.digest {
            let digest = search.structure().canonical().digest();
            self.life.digest = self.life.digest.wrapping_add(digest);
        }
        if self.options.solutions {
            self.solutions.push((search.candidate(), detail));
        }
    }

    fn send_solutions(&mut self) -> io::Result<()> {
        if self.solutions.is_empty() {
            return Ok(());
        }
        let solutions = std::mem::take(&mut self.solutions);
        self.send(&News::Solutions(solutions))
    }

    /// Tells where the search stands, and gives a part away.
    fn tell(
        &mut self,
        search: &mut Search<R>,
        before: Statistics,
        given: Option<Position>,
        exhausted: bool,
    ) -> io::Result<()> {
        self.send_solutions()?;
        let at = (!exhausted).then(|| search.position());
        let report = self.report(search, before);
        self.send(&News::Stands { at, report: Box::new(report), given })
    }

    /// What was done in this worker's life.
    fn report(&self, search: &Search<R>, before: Statistics) -> Report {
        let mut statistics = self.life.statistics;
        statistics.add(&search.statistics());
        statistics.subtract(&before);
        let never: Vec<FieldId> = search.fields_never_read();
        let fields = (0..self.job.space.fields().len()).map(FieldId::at);
        let read = fields
            .filter(|field| self.life.fields_read.contains(field) || !never.contains(field))
            .collect();
        Report {
            statistics,
            failures: search.runner().failures(),
            digest: self.life.digest,
            fields_read: read,
            fallback: search.runner().fallback(),
            counters: search.runner().counters(),
            notes: search.runner().notes(),
            done: search.progress(),
        }
    }
}
