//! The coordinator: which worker walks through which part.
//!
//! It is a state machine. Events go in ([`Coordinator::stands`], [`Coordinator::died`],
//! [`Coordinator::tick`]), and orders for workers come out ([`Coordinator::orders`]). It has no clock, no
//! processes and no files: a transport has them (`local`), or a simulation with a time of its own.
//!
//! **Stealing.** One worker begins with everything. When a worker is idle and no part waits, the busy one with
//! the largest rest is asked to split off a part; the part goes to the idle one. A worker that could not
//! split is asked again after a tick.
//!
//! **Deaths.** Results of a worker count up to its last report, and its part is walked again from there. If
//! workers die on the same part again and again, the next one reports at shorter intervals, until the step
//! that kills is known ([`Fate::Skip`]). The transport skips it ([`Coordinator::skipped`]).
//!
//! **Invariant:** every part of the space is done, waits, or is leased to exactly one worker.

use pikse_work::Tally;
use tracing::{debug, trace};

use crate::State;
use crate::message::{Order, Report, Stand};
use crate::worker::CAREFUL_REPORTS;

/// The number of steps between two reports of a worker, after each death on its part.
const CAREFUL: [u64; 3] = [4096, 64, 1];

/// A part that waits, or that a worker walks through.
#[derive(Clone, Debug)]
pub(crate) struct Lease<P> {
    /// The last reported position; `None` is the beginning of everything.
    pub(crate) at: Option<P>,
    /// The share of the whole space that the part is.
    share: f64,
    /// The number of recent deaths of workers on it.
    deaths: usize,
    /// The number of reports of the current worker.
    reports: u32,
}

/// A worker, as the coordinator sees it.
#[derive(Debug)]
struct Seat<P, T> {
    lease: Option<Lease<P>>,
    report: Report<T>,
    /// Whether it was asked for a part since the last tick.
    asked: bool,
}

impl<P, T: Default> Seat<P, T> {
    fn new() -> Self {
        Seat { lease: None, report: Report::default(), asked: false }
    }

    /// How much of the space it has still to do.
    fn left(&self) -> f64 {
        self.lease.as_ref().map_or(0.0, |lease| lease.share * (1.0 - self.report.done))
    }
}

/// What to do about the part of a dead worker.
#[derive(Debug)]
pub(crate) enum Fate<P> {
    /// Nothing: it had none, or it waits for another worker.
    Waits,
    /// The step after the position kills every worker: it has to be skipped.
    Skip(Lease<P>),
}

/// When to stop by itself.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Ends {
    /// After this many finds.
    pub(crate) first: Option<u64>,
    /// At the first failure.
    pub(crate) until_failure: bool,
}

#[derive(Debug)]
pub(crate) struct Coordinator<P, T> {
    seats: Vec<Seat<P, T>>,
    /// Parts that no worker has.
    queue: Vec<Lease<P>>,
    /// The results from before, and those of dead workers.
    past: T,
    /// The share of the space that finished parts were.
    share_over: f64,
    ends: Ends,
}

impl<P: Clone, T: Tally> Coordinator<P, T> {
    /// Goes on from a state, with a number of workers, which are idle.
    pub(crate) fn new(state: &State<P, T>, workers: usize, ends: Ends) -> Self {
        let share = 1.0 / state.parts.len().max(1) as f64;
        let lease = |at: &Option<P>| Lease { at: at.clone(), share, deaths: 0, reports: 0 };
        Coordinator {
            seats: (0..workers).map(|_| Seat::new()).collect(),
            queue: state.parts.iter().map(lease).collect(),
            past: state.tally.clone(),
            share_over: 0.0,
            ends,
        }
    }

    /// Whether everything is done.
    pub(crate) fn is_done(&self) -> bool {
        self.queue.is_empty() && self.seats.iter().all(|seat| seat.lease.is_none())
    }

    /// Whether it stops by itself: something has failed, or enough was found.
    pub(crate) fn is_over(&self) -> bool {
        let tallies = self.seats.iter().map(|seat| &seat.report.tally);
        let has_failed = || tallies.chain([&self.past]).any(Tally::has_failed);
        self.has_enough() || self.ends.until_failure && has_failed()
    }

    /// Whether enough was found.
    pub(crate) fn has_enough(&self) -> bool {
        self.ends.first == Some(0)
    }

    /// Whether a worker has a part.
    pub(crate) fn is_busy(&self, worker: usize) -> bool {
        self.seats[worker].lease.is_some()
    }

    /// The number of busy workers.
    pub(crate) fn busy(&self) -> usize {
        self.seats.iter().filter(|seat| seat.lease.is_some()).count()
    }

    /// The orders that follow from what happened: parts for idle workers, and a request for a part if there
    /// are not enough.
    pub(crate) fn orders(&mut self) -> Vec<(usize, Order<P>)> {
        let mut orders = Vec::new();
        for (number, seat) in self.seats.iter_mut().enumerate() {
            if seat.lease.is_some() {
                continue;
            }
            let Some(lease) = self.queue.pop() else {
                orders.extend(self.ask());
                break;
            };
            let every = match lease.deaths {
                0 => None,
                deaths => Some(CAREFUL[(deaths - 1).min(CAREFUL.len() - 1)]),
            };
            let (part, first) = (lease.at.clone(), self.ends.first);
            orders.push((number, Order::Walk { part, every, first }));
            seat.lease = Some(lease);
        }
        orders
    }

    /// Asks the worker with the largest rest to split off a part.
    fn ask(&mut self) -> Option<(usize, Order<P>)> {
        let mut busy = self.seats.iter_mut().enumerate().filter(|(_, seat)| seat.lease.is_some());
        if busy.by_ref().any(|(_, seat)| seat.asked) {
            return None;
        }
        let busy = self.seats.iter_mut().enumerate().filter(|(_, seat)| seat.lease.is_some());
        let (number, seat) = busy.max_by(|(_, a), (_, b)| a.left().total_cmp(&b.left()))?;
        seat.asked = true;
        trace!(worker = number, "a busy worker is asked for a part");
        Some((number, Order::Split))
    }

    /// Some time has passed: a worker that could not split its part can be asked again.
    pub(crate) fn tick(&mut self) {
        self.seats.iter_mut().for_each(|seat| seat.asked = false);
    }

    /// A worker has reported. What it found before the report counts.
    pub(crate) fn stands(&mut self, worker: usize, stand: Stand<P, T>) {
        let Stand { at, report, given } = stand;
        let seat = &mut self.seats[worker];
        let finds = report.finds.saturating_sub(seat.report.finds);
        self.ends.first = self.ends.first.map(|first| first.saturating_sub(finds));
        seat.report = report;
        let left = seat.left();
        let Some(lease) = &mut seat.lease else { return };
        match at {
            Some(at) => {
                lease.at = Some(at);
                lease.reports += 1;
                if lease.reports >= CAREFUL_REPORTS {
                    // It is no longer careful.
                    lease.deaths = 0;
                }
                if let Some(given) = given {
                    seat.asked = false;
                    lease.share -= left / 2.0;
                    let share = left / 2.0;
                    self.queue.push(Lease { at: Some(given), share, deaths: 0, reports: 0 });
                }
            }
            None => {
                debug!(worker, "a part is done");
                self.share_over += lease.share;
                (seat.lease, seat.asked) = (None, false);
            }
        }
        if self.ends.until_failure && seat.report.tally.has_failed() {
            // It stopped by itself.
            self.queue.extend(seat.lease.take());
        }
    }

    /// A worker is dead, and another one sits in its place, idle.
    pub(crate) fn died(&mut self, worker: usize) -> Fate<P> {
        let dead = std::mem::replace(&mut self.seats[worker], Seat::new());
        self.past.merge(&dead.report.tally);
        let Some(mut lease) = dead.lease else { return Fate::Waits };
        lease.deaths += 1;
        lease.reports = 0;
        if lease.deaths > CAREFUL.len() {
            return Fate::Skip(lease);
        }
        self.queue.push(lease);
        Fate::Waits
    }

    /// The step that killed was skipped: the position after it, and its results.
    pub(crate) fn skipped(&mut self, mut lease: Lease<P>, at: P, tally: &T) {
        self.past.merge(tally);
        lease.at = Some(at);
        self.again(lease);
    }

    /// The part of a dead worker waits again, as if no worker had died on it.
    pub(crate) fn again(&mut self, mut lease: Lease<P>) {
        lease.deaths = 0;
        self.queue.push(lease);
    }

    /// Takes the part of a worker back. What it does from now on does not count.
    pub(crate) fn take_back(&mut self, worker: usize) {
        self.queue.extend(self.seats[worker].lease.take());
    }

    /// The results so far, and how much of the space is done, from 0 to 1.
    pub(crate) fn results(&self) -> (T, f64) {
        let (mut tally, mut done) = (self.past.clone(), self.share_over);
        for seat in &self.seats {
            tally.merge(&seat.report.tally);
            let share = seat.lease.as_ref().map_or(0.0, |lease| lease.share);
            done += share * seat.report.done;
        }
        (tally, done.min(1.0))
    }

    /// The state as of the last reports: a later run can go on from it.
    pub(crate) fn state(&self) -> State<P, T> {
        let leased = self.seats.iter().filter_map(|seat| seat.lease.as_ref());
        let parts = self.queue.iter().chain(leased).map(|lease| lease.at.clone()).collect();
        State { tally: self.results().0, parts }
    }
}
