//! The coordinator: which worker walks through which part.
//!
//! It is a state machine. Events go in ([`Coordinator::stands`], [`Coordinator::died`],
//! [`Coordinator::tick`]), and orders for workers come out ([`Coordinator::orders`]). It has no clock, no
//! processes and no files: a transport has them (`local`), or a simulation with a time of its own.
//!
//! **Stealing** (document 001, 3.1.5). One worker begins with everything. When workers are idle and no part waits,
//! the busy ones whose parts will take longest are asked to split off parts, several at a time if many are idle; the
//! parts go to the idle ones. How long a part will take is extrapolated from the time so far and the share that is
//! done. A worker that could not split is asked again after a tick.
//!
//! **A queue** (PKorat; document 001, Algorithms 4.8 to 4.10). A worker makes one step of a part, and gives back all
//! parts that are left of it. They wait in a queue.
//!
//! **Deaths.** Results of a worker count up to its last report, and its part is walked again from there. If
//! workers die on the same part again and again, the next one reports at shorter intervals, until the step
//! that kills is known ([`Fate::Skip`]). The transport skips it ([`Coordinator::skipped`]). Somebody else may have
//! killed a worker, whose step is then innocent ([`Blame::Anybody`]): then only several workers in a row that died
//! without a report are a reason for shorter intervals, and at last for skipping.
//!
//! **Invariant:** every part of the space is done, waits, or is leased to exactly one worker.

use std::collections::{BTreeSet, VecDeque};

use pikse_work::Tally;
use tracing::{debug, trace};

use crate::State;
use crate::message::{Order, Report, Stand};

/// The number of steps between two reports of a worker, after each death on its part, and after how many reports
/// it is no longer careful: then it has passed, with a margin, what the one before it had not reported.
const CAREFUL: [(u64, u32); 3] = [(4096, 20_000), (64, 256), (1, 256)];

/// So many workers in a row that died without a report were not killed by somebody else.
const SURE: u32 = 2;

/// After how many reports at an interval a worker is no longer careful.
pub(crate) fn careful_reports(every: u64) -> u32 {
    CAREFUL.iter().find(|(of, _)| *of == every).map_or(u32::MAX, |(_, reports)| *reports)
}

/// A part that waits, or that a worker walks through.
#[derive(Clone, Debug)]
pub(crate) struct Lease<P> {
    /// The last reported position; `None` is the beginning of everything.
    pub(crate) at: Option<P>,
    /// The share of the whole space that the part is.
    share: f64,
    /// The time that its rest will take, extrapolated when its worker reported, or split it off.
    left: f64,
    /// How careful its worker is, after recent deaths: a place in [`CAREFUL`], from 1 on.
    care: usize,
    /// The number of reports of the current worker.
    reports: u32,
    /// The number of workers in a row that died here before they had reported one step.
    stuck: u32,
}

impl<P> Lease<P> {
    fn new(at: Option<P>, share: f64, left: f64) -> Self {
        Lease { at, share, left, care: 0, reports: 0, stuck: 0 }
    }

    /// The number of steps between two reports, and after how many reports that is over.
    fn careful(&self) -> Option<(u64, u32)> {
        CAREFUL.get(self.care.checked_sub(1)?).copied()
    }
}

/// A worker, as the coordinator sees it.
#[derive(Debug)]
struct Seat<P, T> {
    lease: Option<Lease<P>>,
    report: Report<T>,
    /// The number of parts that it was asked for since the last tick.
    asked: usize,
}

impl<P, T: Default> Seat<P, T> {
    fn new() -> Self {
        Seat { lease: None, report: Report::default(), asked: 0 }
    }

    /// How much of the space it has still to do.
    fn share_left(&self) -> f64 {
        self.lease.as_ref().map_or(0.0, |lease| lease.share * (1.0 - self.report.done))
    }

    /// How long its part will take, and how much of the space that is.
    fn left(&self) -> (f64, f64) {
        (self.lease.as_ref().map_or(0.0, |lease| lease.left), self.share_left())
    }
}

/// Who may have ended a worker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Blame {
    /// Its step.
    Step,
    /// Its step, or another process: the user, the system if memory is short.
    Anybody,
}

/// What to do about the part of a dead worker.
#[derive(Debug)]
pub(crate) enum Fate<P> {
    /// Nothing: it had none, or it waits for another worker.
    Waits,
    /// The step after the position kills every worker: it has to be skipped.
    Skip(Lease<P>),
}

/// How parts come to workers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Policy {
    /// Idle workers take parts from busy ones.
    #[default]
    Stealing,
    /// The same, one part at a time: for comparison.
    OneByOne,
    /// Workers take parts from a queue, make one step, and give the rest back.
    Queue,
}

/// The most parts that a worker is asked for at a time.
const BATCH: usize = 64;

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
    /// The workers without a part.
    idle: BTreeSet<usize>,
    /// The number of parts that workers were asked for since the last tick.
    asked: usize,
    policy: Policy,
    /// Parts that no worker has.
    queue: VecDeque<Lease<P>>,
    /// The results from before, and those of dead workers.
    past: T,
    /// The share of the space that finished parts were.
    share_over: f64,
    ends: Ends,
}

impl<P: Clone, T: Tally> Coordinator<P, T> {
    /// Goes on from a state, with a number of workers, which are idle.
    pub(crate) fn new(state: &State<P, T>, workers: usize, ends: Ends, policy: Policy) -> Self {
        let share = 1.0 / state.parts.len().max(1) as f64;
        let lease = |at: &Option<P>| Lease::new(at.clone(), share, f64::MAX);
        Coordinator {
            seats: (0..workers).map(|_| Seat::new()).collect(),
            idle: (0..workers).collect(),
            asked: 0,
            policy,
            queue: state.parts.iter().map(lease).collect(),
            past: state.tally.clone(),
            share_over: 0.0,
            ends,
        }
    }

    /// Whether everything is done.
    pub(crate) fn is_done(&self) -> bool {
        self.queue.is_empty() && self.busy() == 0
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
        self.seats.len() - self.idle.len()
    }

    /// The orders that follow from what happened: parts for idle workers, and requests for parts if there are
    /// not enough.
    pub(crate) fn orders(&mut self) -> Vec<(usize, Order<P>)> {
        let mut orders = Vec::new();
        while let Some(&number) = self.idle.first() {
            let next = match self.policy {
                Policy::Stealing | Policy::OneByOne => self.queue.pop_back(),
                Policy::Queue => self.queue.pop_front(),
            };
            let Some(lease) = next else { break };
            let every = lease.careful().map(|(every, _)| every);
            let (part, first) = (lease.at.clone(), self.ends.first);
            let only = (self.policy == Policy::Queue).then_some(1);
            orders.push((number, Order::Walk { part, every, first, only }));
            let seat = &mut self.seats[number];
            // What it last reported was of another part.
            (seat.lease, seat.report.done) = (Some(lease), 0.0);
            self.idle.remove(&number);
        }
        if self.policy != Policy::Queue && !self.idle.is_empty() {
            self.ask(&mut orders);
        }
        orders
    }

    /// Asks the workers with the largest rests to split off parts, until enough are asked for.
    fn ask(&mut self, orders: &mut Vec<(usize, Order<P>)>) {
        let wanted = if self.policy == Policy::OneByOne { 1 } else { self.idle.len() };
        let mut missing = wanted.saturating_sub(self.asked);
        if missing == 0 {
            return;
        }
        let mut able: Vec<((f64, f64), usize)> = self
            .seats
            .iter()
            .enumerate()
            .filter(|(_, seat)| seat.lease.is_some() && seat.asked == 0)
            .map(|(number, seat)| (seat.left(), number))
            .collect();
        let each = missing.div_ceil(able.len().max(1)).min(BATCH);
        let count = missing.div_ceil(each);
        if count < able.len() {
            able.select_nth_unstable_by(count, |(one, _), (other, _)| {
                other.0.total_cmp(&one.0).then(other.1.total_cmp(&one.1))
            });
            able.truncate(count);
        }
        for (_, number) in able {
            let parts = each.min(missing);
            missing -= parts;
            self.seats[number].asked = parts;
            self.asked += parts;
            trace!(worker = number, parts, "a busy worker is asked for parts");
            orders.push((number, Order::Split { parts }));
        }
    }

    /// Some time has passed: a worker that could not split its part can be asked again.
    pub(crate) fn tick(&mut self) {
        self.seats.iter_mut().for_each(|seat| seat.asked = 0);
        self.asked = 0;
    }

    /// A worker has reported. What it found before the report counts.
    pub(crate) fn stands(&mut self, worker: usize, stand: Stand<P, T>) {
        let Stand { at, report, given } = stand;
        let seat = &mut self.seats[worker];
        let finds = report.finds.saturating_sub(seat.report.finds);
        self.ends.first = self.ends.first.map(|first| first.saturating_sub(finds));
        seat.report = report;
        let left = seat.share_left();
        let Report { done, time, .. } = seat.report;
        let Some(lease) = &mut seat.lease else { return };
        if done > 0.0 {
            lease.left = time as f64 * (1.0 - done) / done;
        }
        if !given.is_empty() {
            self.asked -= std::mem::take(&mut seat.asked);
        }
        let share = match at {
            Some(_) => left / (given.len() + 1) as f64,
            None => left / given.len().max(1) as f64,
        };
        lease.share -= share * given.len() as f64;
        let (given, left) = (given.into_iter(), lease.left);
        self.queue.extend(given.map(|at| Lease::new(Some(at), share, left)));
        match at {
            Some(at) => {
                lease.at = Some(at);
                lease.reports += 1;
                lease.stuck = 0;
                if lease.careful().is_some_and(|(_, reports)| lease.reports >= reports) {
                    lease.care = 0;
                }
            }
            None => {
                debug!(worker, "a part is done");
                self.share_over += lease.share;
                seat.lease = None;
                self.asked -= std::mem::take(&mut seat.asked);
                self.idle.insert(worker);
            }
        }
        if self.ends.until_failure && seat.report.tally.has_failed() {
            // It stopped by itself.
            self.queue.extend(seat.lease.take());
            self.idle.insert(worker);
        }
    }

    /// A worker is dead, and another one sits in its place, idle.
    pub(crate) fn died(&mut self, worker: usize, blame: Blame) -> Fate<P> {
        let dead = std::mem::replace(&mut self.seats[worker], Seat::new());
        self.asked -= dead.asked;
        self.idle.insert(worker);
        self.past.merge(&dead.report.tally);
        let Some(mut lease) = dead.lease else { return Fate::Waits };
        lease.stuck = if lease.reports == 0 { lease.stuck + 1 } else { 0 };
        if blame == Blame::Step || lease.stuck >= SURE || lease.care == 0 {
            if lease.care == CAREFUL.len() {
                return Fate::Skip(lease);
            }
            (lease.care, lease.stuck) = (lease.care + 1, 0);
        }
        lease.reports = 0;
        self.queue.push_back(lease);
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
        (lease.care, lease.stuck) = (0, 0);
        self.queue.push_back(lease);
    }

    /// Takes the part of a worker back. What it does from now on does not count.
    pub(crate) fn take_back(&mut self, worker: usize) {
        self.queue.extend(self.seats[worker].lease.take());
        self.idle.insert(worker);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recorded::Nodes;

    fn begun() -> Coordinator<u32, Nodes> {
        let mut coordinator = Coordinator::new(&State::new(), 1, Ends::default(), Policy::Stealing);
        assert_eq!(coordinator.orders().len(), 1);
        coordinator
    }

    /// The interval of the reports that the next worker makes.
    fn next(coordinator: &mut Coordinator<u32, Nodes>) -> Option<u64> {
        match &coordinator.orders()[..] {
            [(0, Order::Walk { every, .. })] => *every,
            orders => panic!("{orders:?}"),
        }
    }

    fn reports(coordinator: &mut Coordinator<u32, Nodes>, at: u32) {
        let stand = Stand { at: Some(at), report: Report::default(), given: Vec::new() };
        coordinator.stands(0, stand);
    }

    #[test]
    fn a_worker_that_somebody_kills_again_and_again_skips_nothing() {
        let mut coordinator = begun();
        for at in 0..100 {
            reports(&mut coordinator, at);
            assert!(matches!(coordinator.died(0, Blame::Anybody), Fate::Waits));
            assert_eq!(next(&mut coordinator), Some(4096));
        }
    }

    #[test]
    fn a_step_that_kills_is_found() {
        for (blame, expected) in [
            (Blame::Step, vec![4096, 64, 1]),
            (Blame::Anybody, vec![4096, 4096, 4096, 64, 64, 64, 1, 1, 1]),
        ] {
            let mut coordinator = begun();
            let (mut at, mut intervals) = (0, Vec::new());
            // The step after 10,000 kills.
            let at_end = loop {
                if let Fate::Skip(lease) = coordinator.died(0, blame) {
                    break lease.at;
                }
                let every = next(&mut coordinator).expect("it is careful");
                intervals.push(every);
                while u64::from(at) + every <= 10_000 {
                    at += every as u32;
                    reports(&mut coordinator, at);
                }
            };
            assert_eq!((at_end, intervals), (Some(10_000), expected), "{blame:?}");
        }
    }

    #[test]
    fn a_worker_does_not_stay_careful() {
        let mut coordinator = begun();
        for (every, count) in [(4096, 5), (64, 256), (4096, 5)] {
            coordinator.died(0, Blame::Step);
            assert_eq!(next(&mut coordinator), Some(every));
            (0..count).for_each(|at| reports(&mut coordinator, at));
        }
    }
}
