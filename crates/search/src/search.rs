//! The driver: runs the predicate, evaluates the result, and advances. It can be
//! stopped, split and resumed at any candidate. `late` adds what code under test reads.

mod late;

use std::any::Any;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use pikse_structure::{CellId, FieldId, Space, Structure};
use pikse_work::Cancel;
use serde::{Deserialize, Serialize};

use crate::condition::{Condition, Expr};
use crate::error::{Fault, SearchError};
use crate::position::{Entry, Position, PositionError};
use crate::probe::Probe;
use crate::restrict::Restrictions;
use crate::tail::Tail;
use crate::trail::{Choices, Next, Shown};

/// Runs a predicate on the candidate that a probe reads.
pub trait Runner {
    /// Runs the predicate; whether it accepts. `changed` is the index on the trail of
    /// the first choice point whose value changed since the last run. A runner that can
    /// restore a state of that run may start there; others run from the beginning.
    fn run(&mut self, probe: &mut Probe, changed: usize) -> bool;

    /// The predicate that is running, or ran last, for messages.
    fn current(&self) -> String;

    /// The names of the predicate's parts, in order. They tie a saved position to its
    /// problem.
    fn signature(&self) -> String;

    /// The maximum number of runs between two runs that have to meet the whole trail
    /// again. An odd number also detects predicates that alternate.
    fn check_period(&self) -> u64 {
        251
    }
}

/// How to treat fields that the predicate did not read before it accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Unread {
    /// They keep their first value.
    #[default]
    First,
    /// Every value of every such field that can be reached from the root.
    Vary,
}

/// The options of a search.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Settings {
    /// Whether multi-value comparisons skip values. Default: yes.
    pub multi_value: bool,
    /// Fields out of focus: only one solution for each combination of values of the
    /// fields read before. Default: none.
    pub out_of_focus: Vec<FieldId>,
    /// How to treat unread fields. Default: [`Unread::First`].
    pub unread: Unread,
    /// Fixed and excluded values. Default: none.
    pub restrictions: Restrictions,
    /// The part of a condition that is evaluated after the predicate. Default: none.
    pub condition: Option<Condition>,
    /// The number of runs at the start that are all checked in full for determinism;
    /// later runs are sampled. Default: 1024.
    pub strict_runs: u64,
}

impl Settings {
    /// The defaults for a space.
    pub fn new(space: &Arc<Space>) -> Self {
        Settings {
            multi_value: true,
            out_of_focus: Vec::new(),
            unread: Unread::First,
            restrictions: Restrictions::new(Arc::clone(space)),
            condition: None,
            strict_runs: 1024,
        }
    }
}

/// The statistics of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Statistics {
    /// Executions of the predicate.
    pub explored: u64,
    /// Structures accepted.
    pub valid: u64,
    /// Field initializations if every run starts from the beginning: one for each
    /// field read, in every run.
    pub inits_reexecution: u64,
    /// Field initializations if runs continue from the last choice point: one for each
    /// value of each choice point.
    pub inits_checkpoint: u64,
}

impl Statistics {
    /// Adds the statistics of another part of the search.
    pub fn add(&mut self, other: &Statistics) {
        self.explored += other.explored;
        self.valid += other.valid;
        self.inits_reexecution += other.inits_reexecution;
        self.inits_checkpoint += other.inits_checkpoint;
    }

    /// Subtracts earlier statistics.
    pub fn subtract(&mut self, before: &Statistics) {
        self.explored -= before.explored;
        self.valid -= before.valid;
        self.inits_reexecution -= before.inits_reexecution;
        self.inits_checkpoint -= before.inits_checkpoint;
    }
}

/// Why a search returned control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// It found a solution, which is the current candidate.
    Solution,
    /// The whole space is searched.
    Exhausted,
    /// It was asked to stop; the next call continues it.
    Paused(Pause),
}

/// Why a search paused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pause {
    /// The budget of candidates is used up.
    Budget,
    /// It was cancelled.
    Cancelled,
}

/// The next action of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Pending {
    /// Run the predicate; the choice point at this index is the first that changed.
    Run { changed: usize },
    /// The predicate is known to accept: read the tail, whose choice points begin
    /// at this index.
    Tail { from: usize },
    /// Take the next value. `accepted`: the current candidate was accepted; `tail`:
    /// where the tail begins, if the predicate accepted.
    Advance { accepted: bool, tail: Option<usize> },
    /// Nothing: everything is searched.
    Done,
    /// Nothing: the predicate made a mistake, so the rest cannot be searched.
    Failed,
}

/// A search over a space with a predicate.
pub struct Search<R> {
    probe: Probe,
    runner: R,
    rest: Option<Expr>,
    unread: Unread,
    has_tail: bool,
    tail: Tail,
    /// Whether fields are out of focus.
    has_focus: bool,
    pending: Pending,
    statistics: Statistics,
    fingerprint: u64,
    cancel: Option<Cancel>,
    /// The number of explored candidates at which to check for cancellation.
    look_up_at: u64,
    strict_runs: u64,
    /// When choices were shown last, and how many from the beginning are unchanged since.
    shown: Shown,
    unchanged: usize,
    /// A buffer for late reads, kept so that it is allocated once.
    late: Vec<CellId>,
    /// Why it failed, if it did.
    failure: Option<SearchError>,
}

impl<R: Runner> Search<R> {
    /// A search from the beginning.
    pub fn new(space: &Arc<Space>, runner: R, settings: Settings) -> Self {
        let fingerprint = fingerprint(space, &runner, &settings);
        let Settings { multi_value, out_of_focus, unread, restrictions, condition, strict_runs } =
            settings;
        let rest = condition.and_then(|condition| condition.rest);
        let has_tail = restrictions.has_paths() || rest.is_some() || unread == Unread::Vary;
        let out = |field: FieldId| out_of_focus.contains(&field);
        Search {
            probe: Probe::new(Arc::clone(space), restrictions, multi_value, out),
            runner,
            rest,
            unread,
            has_tail,
            tail: Tail::default(),
            has_focus: !out_of_focus.is_empty(),
            pending: Pending::Run { changed: 0 },
            statistics: Statistics::default(),
            fingerprint,
            cancel: None,
            look_up_at: 0,
            strict_runs,
            shown: Shown::new(),
            unchanged: 0,
            late: Vec::new(),
            failure: None,
        }
    }

    /// A search from a saved position of the same problem.
    pub fn resume(
        space: &Arc<Space>,
        runner: R,
        settings: Settings,
        position: &Position,
    ) -> Result<Self, PositionError> {
        let mut search = Search::new(space, runner, settings);
        position.restore(search.fingerprint, &mut search.probe)?;
        // A new runner has no earlier run to continue.
        search.pending = match position.pending {
            Pending::Run { .. } => Pending::Run { changed: 0 },
            other => other,
        };
        search.statistics = position.statistics;
        search.probe.inits = position.statistics.inits_checkpoint;
        Ok(search)
    }

    /// Lets `cancel` pause the search.
    pub fn set_cancel(&mut self, cancel: Cancel) {
        self.cancel = Some(cancel);
    }

    /// Continues to the next solution. After a [fault](SearchError::Fault) it returns the
    /// same error again.
    pub fn step(&mut self) -> Result<Step, SearchError> {
        self.step_within(u64::MAX)
    }

    /// Continues to the next solution, but runs the predicate at most `budget` times, and tries at most
    /// as many values of fields that it does not read.
    pub fn step_within(&mut self, budget: u64) -> Result<Step, SearchError> {
        self.catching(|search| search.drive::<true>(budget))
    }

    /// Continues without stopping at solutions, which are only counted. The budget is that of
    /// [`Search::step_within`].
    pub fn count_within(&mut self, budget: u64) -> Result<Step, SearchError> {
        self.catching(|search| search.drive::<false>(budget))
    }

    fn catching(
        &mut self,
        drive: impl FnOnce(&mut Self) -> Result<Step, SearchError>,
    ) -> Result<Step, SearchError> {
        // One catch for many runs: setting it up for every candidate would cost
        // more than a run of a short predicate.
        match catch_unwind(AssertUnwindSafe(|| drive(self))) {
            Ok(step) => step,
            Err(panic) => {
                // After an impossible read the predicate got an arbitrary value, so
                // report that read, not the panic.
                if let Some(fault) = self.probe.take_fault() {
                    return Err(self.fail(fault));
                }
                // The prefix up to the panic was read; its other values are still to be
                // tried. Whether the rest of the trail is met, the next run checks.
                self.look_up_at = 0;
                self.pending = Pending::Advance { accepted: false, tail: None };
                Err(SearchError::Panicked {
                    predicate: self.runner.current(),
                    message: message(panic.as_ref()),
                    candidate: Box::new(self.probe.structure()),
                })
            }
        }
    }

    fn drive<const STOP: bool>(&mut self, budget: u64) -> Result<Step, SearchError> {
        let end = self.statistics.explored.saturating_add(budget);
        self.look_up_at = self.look_up_at.min(end);
        // One candidate may have millions of values of fields that its run did not read. Each counts as
        // a step here: the search pauses among them, too.
        let mut tails = budget;
        loop {
            match self.pending {
                Pending::Run { mut changed } => loop {
                    let mut strict = false;
                    if self.statistics.explored >= self.look_up_at {
                        self.pending = Pending::Run { changed };
                        if let Some(pause) = self.look_up(end) {
                            return Ok(Step::Paused(pause));
                        }
                        strict = true;
                    }
                    if self.run(changed, strict)? {
                        let from = self.probe.trail().len();
                        if self.has_tail {
                            self.tail.clear();
                            self.pending = Pending::Tail { from };
                            break;
                        }
                        self.pending = Pending::Advance { accepted: true, tail: None };
                        self.statistics.valid += 1;
                        if STOP {
                            return Ok(Step::Solution);
                        }
                        break;
                    }
                    // Most candidates go from here to their next run.
                    match self.advance_rejected() {
                        Pending::Run { changed: next } => changed = next,
                        other => {
                            self.pending = other;
                            break;
                        }
                    }
                },
                Pending::Tail { from } if !self.has_tail => {
                    self.pending = Pending::Advance { accepted: true, tail: Some(from) };
                    self.statistics.valid += 1;
                    if STOP {
                        return Ok(Step::Solution);
                    }
                    if !self.has_focus {
                        // Solutions are only counted, so count the other accepted values at once.
                        self.statistics.valid += self.probe.pass_accepted();
                        self.unchanged =
                            self.unchanged.min(self.probe.trail().len().saturating_sub(1));
                    }
                }
                Pending::Tail { .. } if tails == 0 => return Ok(Step::Paused(Pause::Budget)),
                Pending::Tail { from } => {
                    tails -= 1;
                    let accepted = self.tail.run(&mut self.probe, self.rest.as_ref(), self.unread);
                    self.pending = Pending::Advance { accepted, tail: Some(from) };
                    self.statistics.valid += u64::from(accepted);
                    if STOP && accepted {
                        return Ok(Step::Solution);
                    }
                    // Candidates that only the tail rejects need no run, but
                    // cancellation must not wait for them.
                    if self.cancel.as_ref().is_some_and(Cancel::is_cancelled) {
                        return Ok(Step::Paused(Pause::Cancelled));
                    }
                }
                Pending::Advance { accepted, tail } => self.pending = self.advance(accepted, tail),
                Pending::Done => return Ok(Step::Exhausted),
                Pending::Failed => {
                    return Err(self.failure.clone().expect("a failed search knows why"));
                }
            }
        }
    }

    /// The periodic checks: for cancellation, and for determinism (by a run that has to
    /// meet the whole trail again). Returns whether to pause.
    fn look_up(&mut self, end: u64) -> Option<Pause> {
        let explored = self.statistics.explored;
        if explored >= end {
            return Some(Pause::Budget);
        }
        if self.cancel.as_ref().is_some_and(Cancel::is_cancelled) {
            return Some(Pause::Cancelled);
        }
        let period = if explored < self.strict_runs { 1 } else { self.runner.check_period() };
        self.look_up_at = (explored + period).min(end);
        None
    }

    #[inline(always)]
    fn run(&mut self, changed: usize, strict: bool) -> Result<bool, SearchError> {
        self.statistics.explored += 1;
        self.probe.begin_run(strict);
        let verdict = self.runner.run(&mut self.probe, changed);
        self.statistics.inits_reexecution += self.probe.trail().len() as u64;
        if self.probe.ended_plainly() {
            return Ok(verdict);
        }
        self.end_run(verdict)
    }

    #[inline(never)]
    fn end_run(&mut self, verdict: bool) -> Result<bool, SearchError> {
        self.probe.end_run(verdict).map_err(|fault| self.fail(fault))
    }

    #[cold]
    fn fail(&mut self, fault: Fault) -> SearchError {
        // The next candidate depends on what was read, which is not reliable now.
        self.pending = Pending::Failed;
        let error = SearchError::Fault {
            predicate: self.runner.current(),
            fault,
            candidate: Box::new(self.probe.structure()),
        };
        self.failure = Some(error.clone());
        error
    }

    /// Takes the next value of the last choice point that has one, after a
    /// candidate that the predicate rejected.
    #[inline(always)]
    fn advance_rejected(&mut self) -> Pending {
        self.advance_plainly(None)
    }

    /// Takes the next value of the last choice point that has one.
    #[inline(always)]
    fn advance_plainly(&mut self, tail: Option<usize>) -> Pending {
        while self.probe.trail().len() > 0 {
            if let Some(next) = self.probe.advance_top() {
                return self.next_pending(next, tail);
            }
        }
        Pending::Done
    }

    /// Takes the next value of the last choice point that has one.
    ///
    /// Focus: after a solution, choice points out of focus are skipped, up to a choice
    /// point in focus that has other values. For each of these values, the fields out of
    /// focus get a solution again.
    fn advance(&mut self, accepted: bool, tail: Option<usize>) -> Pending {
        if !self.has_focus {
            return self.advance_plainly(tail);
        }
        let mut passing = accepted;
        while let Some(&choice) = self.probe.trail().top() {
            if passing && self.probe.is_out_of_focus(choice.cell) {
                self.probe.discard_top();
                continue;
            }
            passing &= !choice.alternatives;
            if let Some(next) = self.probe.advance_top() {
                return self.next_pending(next, tail);
            }
        }
        Pending::Done
    }

    /// The next action for the last choice point's new value.
    #[inline(always)]
    fn next_pending(&mut self, next: Next, tail: Option<usize>) -> Pending {
        let depth = self.probe.trail().len() - 1;
        self.unchanged = self.unchanged.min(depth);
        let from = match tail {
            Some(from) if depth >= from => from,
            _ if next.accepted => depth + 1,
            _ => {
                self.probe.inits += 1;
                return Pending::Run { changed: depth };
            }
        };
        self.probe.meet_top();
        Pending::Tail { from }
    }

    /// Takes back that the last candidate is a solution.
    pub(crate) fn take_back_solution(&mut self) {
        self.statistics.valid -= 1;
    }

    /// The statistics so far.
    pub fn statistics(&self) -> Statistics {
        Statistics { inits_checkpoint: self.probe.inits, ..self.statistics }
    }

    /// The current candidate as a structure: after [`Step::Solution`], the solution.
    pub fn structure(&self) -> Structure {
        self.probe.structure()
    }

    /// The current candidate vector.
    pub fn candidate(&self) -> Vec<u32> {
        self.probe.candidate()
    }

    /// The indices of its choices, in the order in which they were made. The candidates of a search come in
    /// the order of these lists.
    pub fn order(&self) -> Vec<u32> {
        self.probe.trail().choices().iter().map(|choice| choice.index).collect()
    }

    /// Shows the runner the choices of the current candidate: after [`Step::Solution`],
    /// those of the solution.
    #[inline(always)]
    pub fn show<T>(&mut self, look: impl FnOnce(&mut R, Choices<'_>) -> T) -> T {
        let (trail, before) = (self.probe.trail(), self.shown);
        self.shown = before.next();
        let choices = Choices::new(trail, self.unchanged, (before, self.shown));
        self.unchanged = trail.len();
        look(&mut self.runner, choices)
    }

    /// Whether the whole space is searched.
    pub fn is_exhausted(&self) -> bool {
        self.pending == Pending::Done
    }

    /// The fields that no run has read so far.
    pub fn fields_never_read(&self) -> Vec<FieldId> {
        self.probe.fields_never_read()
    }

    /// The runner.
    pub fn runner(&self) -> &R {
        &self.runner
    }

    /// Ends the search, and returns the runner for reuse.
    pub fn into_runner(self) -> R {
        self.runner
    }

    /// How much of the space is done, from 0 to 1. This is an estimate: the share of
    /// every choice point is divided evenly among its values.
    pub fn progress(&self) -> f64 {
        if self.pending == Pending::Done {
            return 1.0;
        }
        let (mut done, mut share) = (0.0, 1.0);
        for depth in 0..self.probe.trail().len() {
            let (before, of) = self.probe.trail().share_done(depth);
            done += share * f64::from(before) / f64::from(of);
            share /= f64::from(of);
        }
        done
    }

    /// The position of the search, to resume later.
    pub fn position(&mut self) -> Position {
        self.settle();
        let trail = self.probe.trail();
        let entries = (0..trail.len()).map(|depth| Entry::of(trail, depth)).collect();
        Position {
            fingerprint: self.fingerprint,
            pending: self.pending,
            statistics: self.statistics(),
            entries,
        }
    }

    /// Splits off a part of the rest, if the rest can be split. The parts are disjoint,
    /// and their union is the rest as it was before. The statistics stay here.
    pub fn split(&mut self) -> Option<Position> {
        self.settle();
        if let Pending::Done | Pending::Failed = self.pending {
            return None;
        }
        // The shallowest split gives the largest part. Fields out of focus are not
        // split: whether their other values are tried depends on this part's solutions.
        let trail = self.probe.trail();
        let depth = (0..trail.len()).find(|&depth| {
            !self.probe.is_out_of_focus(trail.choices()[depth].cell) && trail.next(depth).is_some()
        })?;
        let given = trail.middle(depth);
        let mut entries: Vec<Entry> = (0..=depth).map(|depth| Entry::of(trail, depth)).collect();
        for entry in &mut entries[..depth] {
            entry.cut_after_current();
        }
        entries[depth].begin_at(given.index);
        let tail_from = match self.pending {
            Pending::Tail { from } => Some(from),
            _ => None,
        };
        let pending = match tail_from {
            Some(from) if depth >= from => Pending::Tail { from },
            _ if given.accepted => Pending::Tail { from: depth + 1 },
            _ => Pending::Run { changed: depth },
        };
        self.probe.trail_mut().choice_mut(depth).last = given.index - 1;
        if let Pending::Run { .. } = pending {
            // The value is set in the choice point here; the worker that takes the part
            // finds it there.
            self.probe.inits += 1;
        }
        Some(Position {
            fingerprint: self.fingerprint,
            pending,
            statistics: Statistics::default(),
            entries,
        })
    }

    /// Takes the next value now if that is the next action, so that the state can be
    /// saved.
    fn settle(&mut self) {
        if let Pending::Advance { accepted, tail } = self.pending {
            self.pending = self.advance(accepted, tail);
        }
    }
}

/// A hash that ties positions to the problem: the space, the predicate, the options.
fn fingerprint(space: &Space, runner: &impl Runner, settings: &Settings) -> u64 {
    // How strictly runs are checked does not change the results.
    let Settings { multi_value, out_of_focus, unread, restrictions, condition, strict_runs: _ } =
        settings;
    let text = format!(
        "{} {multi_value} {out_of_focus:?} {unread:?} {:?} {:?} {:?}",
        runner.signature(),
        restrictions.nodes,
        restrictions.cells,
        condition.as_ref().map(|condition| &condition.left),
    );
    space.fingerprint() ^ pikse_base::Fnv::of(text.as_bytes())
}

fn message(panic: &(dyn Any + Send)) -> String {
    panic
        .downcast_ref::<&str>()
        .map(|&text| text.to_owned())
        .or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "a panic without a message".to_owned())
}

impl<R: Runner> fmt::Debug for Search<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Search")
            .field("predicate", &self.runner.signature())
            .field("pending", &self.pending)
            .field("statistics", &self.statistics())
            .field("trail", &self.probe)
            .finish_non_exhaustive()
    }
}
