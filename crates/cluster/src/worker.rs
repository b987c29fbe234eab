//! A worker, from the inside.

use std::io;
use std::os::unix::net::UnixStream;
use std::rc::Rc;
use std::time::{Duration, Instant};

use pikse_work::{Advance, Budget, Tally, Walk, WalkError, Work};

use crate::Options;
use crate::coordinator::careful_reports;
use crate::journal::Journal;
use crate::message::{FoundOf, Inbox, News, Order, PositionOf, Report, Stand, TallyOf, send};
use crate::process::wait_for;

/// The interval of a worker's reports.
const REPORT_PERIOD: Duration = Duration::from_millis(100);
/// The time to walk before it checks for orders.
const SLICE: Duration = Duration::from_millis(2);
/// The maximum number of finds in one message.
const BATCH: u64 = 512;
/// A worker reports after so many messages with finds, so that the parent can hand them out. Until
/// then it keeps them, and its memory must not depend on how slowly they are taken.
const UNREPORTED: u32 = 8;

/// Works until the parent is gone.
pub(crate) fn work<W: Work>(work: &W, options: &Options, stream: UnixStream, journal: Journal) {
    let mut worker: Worker<'_, W> = Worker {
        options,
        stream,
        inbox: Inbox::default(),
        found: Vec::new(),
        finds: 0,
        unreported: 0,
        begun: Instant::now(),
    };
    let mut walk = match work.load(Rc::new(journal)) {
        Ok(walk) => walk,
        // If this fails, the parent is gone.
        Err(error) => return drop(worker.send(&News::Mistake(error))),
    };
    while let Ok(order) = worker.next_order() {
        // Split or stop: the part was done before the order came.
        let Order::Walk { part, every, first, only } = order else { continue };
        match worker.walk(&mut walk, part.as_ref(), (every, only), first) {
            Ok(Ok(())) => {}
            Ok(Err(mistake)) => return drop(worker.send(&News::Mistake(mistake))),
            Err(_) => return,
        }
    }
}

struct Worker<'a, W: Work> {
    options: &'a Options,
    stream: UnixStream,
    inbox: Inbox,
    /// Finds that were not yet sent.
    found: Vec<FoundOf<W>>,
    /// The number of finds since this worker was started.
    finds: u64,
    /// Messages with finds since the last report.
    unreported: u32,
    /// When the current part was begun.
    begun: Instant,
}

impl<W: Work> Worker<'_, W> {
    fn send(&mut self, news: &News<PositionOf<W>, TallyOf<W>, FoundOf<W>>) -> io::Result<()> {
        send(&mut self.stream, news)
    }

    /// Waits for an order.
    fn next_order(&mut self) -> io::Result<Order<PositionOf<W>>> {
        loop {
            if let Some(order) = self.inbox.next() {
                return order.map_err(|_| io::ErrorKind::InvalidData.into());
            }
            if !self.inbox.read(&mut self.stream)? {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        }
    }

    /// An order, if there is one.
    fn order(&mut self) -> io::Result<Option<Order<PositionOf<W>>>> {
        let waits = wait_for(std::iter::once(&self.stream), Duration::ZERO);
        match waits[0] {
            true => self.next_order().map(Some),
            false => Ok(None),
        }
    }

    /// Walks through a part. The outer result is for errors of the pipe to the parent, the inner one
    /// for errors of the walk.
    fn walk(
        &mut self,
        walk: &mut W::Walk,
        part: Option<&PositionOf<W>>,
        (mut every, only): (Option<u64>, Option<u64>),
        mut first: Option<u64>,
    ) -> io::Result<Result<(), WalkError>> {
        if let Err(error) = walk.begin(part, every == Some(1)) {
            return Ok(Err(error));
        }
        self.begun = Instant::now();
        let mut careful_reports = every.map_or(0, careful_reports);
        let (mut steps, mut reported) = (only.or(every).unwrap_or(256), Instant::now());
        loop {
            let begun = Instant::now();
            let finds = match (first, self.options.finds) {
                (Some(first), _) => Some(first.min(BATCH)),
                (None, true) => Some(BATCH),
                (None, false) => None,
            };
            let until_failure = self.options.until_failure;
            let before = self.found.len();
            let budget = Budget { steps, finds, until_failure };
            let advance = match walk.advance(budget, &mut self.found) {
                Ok(advance) => advance,
                Err(error) => return Ok(Err(error)),
            };
            let new = (self.found.len() - before) as u64;
            self.finds += new;
            first = first.map(|first| first.saturating_sub(new));
            if !self.options.finds {
                self.found.clear();
            }
            if advance == Advance::Exhausted {
                self.report(walk, Vec::new(), true)?;
                return Ok(Ok(()));
            }
            if self.found.len() as u64 >= BATCH {
                self.send_found()?;
            }
            if only.is_some() {
                let given = everything(walk);
                self.report(walk, given, true)?;
                return Ok(Ok(()));
            }
            if let Some(interval) = every {
                careful_reports -= 1;
                if careful_reports == 0 {
                    every = None;
                    // What it does is no longer recorded.
                    let at = walk.position();
                    if interval == 1
                        && let Err(error) = walk.begin(Some(&at), false)
                    {
                        return Ok(Err(error));
                    }
                }
            } else if finds != Some(new) {
                // Not cut short by finds, so the time gives the time per step.
                let took = begun.elapsed();
                steps = match took < SLICE / 2 {
                    true => (steps * 2).min(1 << 24),
                    false if took > SLICE * 2 => (steps / 2).max(1),
                    false => steps,
                };
            }
            let failed = until_failure && walk.tally().has_failed();
            if first == Some(0) || failed {
                self.report(walk, Vec::new(), false)?;
                return Ok(Ok(()));
            }
            match self.order()? {
                Some(Order::Stop) => {
                    self.report(walk, Vec::new(), false)?;
                    return Ok(Ok(()));
                }
                Some(Order::Split { parts }) => {
                    let given = split_off(walk, parts);
                    self.report(walk, given, false)?;
                    reported = Instant::now();
                }
                // The parent gives one part at a time.
                Some(Order::Walk { .. }) => return Err(io::ErrorKind::InvalidData.into()),
                None if every.is_some()
                    || self.unreported >= UNREPORTED
                    || reported.elapsed() >= REPORT_PERIOD =>
                {
                    self.report(walk, Vec::new(), false)?;
                    reported = Instant::now();
                }
                None => {}
            }
        }
    }

    fn send_found(&mut self) -> io::Result<()> {
        if self.found.is_empty() {
            return Ok(());
        }
        let found = std::mem::take(&mut self.found);
        self.unreported += 1;
        self.send(&News::Found(found))
    }

    /// Reports the position of the walk, and the parts that were split off (`given`).
    fn report(
        &mut self,
        walk: &mut W::Walk,
        given: Vec<PositionOf<W>>,
        exhausted: bool,
    ) -> io::Result<()> {
        self.send_found()?;
        self.unreported = 0;
        let at = (!exhausted).then(|| walk.position());
        let time = self.begun.elapsed().as_micros() as u64;
        let report = Report { tally: walk.tally(), finds: self.finds, done: walk.done(), time };
        self.send(&News::Stands(Box::new(Stand { at, report, given })))
    }
}

/// Splits off up to so many parts.
pub(crate) fn split_off<W: Walk>(walk: &mut W, parts: usize) -> Vec<W::Position> {
    (0..parts).map_while(|_| walk.split()).collect()
}

/// Splits everything that is left into parts.
pub(crate) fn everything<W: Walk>(walk: &mut W) -> Vec<W::Position> {
    let mut parts = split_off(walk, usize::MAX);
    // What a walk splits off comes after what it goes on with.
    parts.push(walk.position());
    parts.reverse();
    parts
}
