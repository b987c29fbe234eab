//! The driver: from state to state until nothing is left, or a limit is reached.

use std::collections::{BTreeMap, HashMap};
use std::time::{Duration, Instant};

use pikse_vm::{Cut, Failure, Machine, Note, Side, State, Stop, Stopped, Verdict};

use crate::limits::Limits;
use crate::strategy::{Id, Strategy};

/// How many instructions are run before limits are looked at again.
const SLICE: u64 = 1 << 20;
/// After how many stops of a state the clock is looked at.
const STOPS: u32 = 64;

/// A path that has ended.
#[derive(Debug)]
pub struct Ended<'a> {
    /// Its number, from 1 on, in the order of the ends.
    pub number: u64,
    /// Its last state.
    pub state: &'a State,
    /// How it ended.
    pub verdict: &'a Verdict,
    /// Its error, as a place in [`Outcome::errors`].
    pub error: Option<usize>,
    /// Whether it is the first with this error.
    pub new_error: bool,
}

/// What looks at an exploration while it runs.
pub trait Watch {
    /// A path has ended. False stops the exploration.
    fn ended(&mut self, machine: &mut Machine<'_>, path: &Ended<'_>) -> bool;

    /// Called now and then. False stops the exploration.
    fn look(&mut self, _machine: &Machine<'_>, _progress: &Progress) -> bool {
        true
    }

    /// How many bytes the process has; asked now and then if there is a limit.
    fn memory(&mut self) -> u64 {
        0
    }
}

/// How far an exploration has come.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Paths that ran to the end of the program.
    pub finished: u64,
    /// Paths on which an assumption did not hold.
    pub rejected: u64,
    /// Paths that ended with an error.
    pub failed: u64,
    /// Paths that were cut, by the reason.
    pub cut: BTreeMap<Cut, u64>,
    /// States that wait.
    pub states: usize,
    /// The most states that waited at a time.
    pub most_states: usize,
}

impl Progress {
    /// Paths that ran to an end of the program: its own, or an error.
    #[must_use]
    pub fn paths(&self) -> u64 {
        self.finished + self.failed
    }
}

/// A distinct error: a kind at a place.
#[derive(Clone, Debug)]
pub struct Found {
    /// The first one.
    pub failure: Failure,
    /// The number of the path that had it first.
    pub path: u64,
    /// How many paths had it.
    pub count: u64,
}

/// What came of an exploration.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Paths by how they ended.
    pub progress: Progress,
    /// Distinct errors, in the order in which they were found.
    pub errors: Vec<Found>,
    /// Notes, each once, with how many paths had it.
    pub notes: Vec<(Note, u64)>,
    /// Why the exploration stopped early, if it did.
    pub stopped: Option<Stopped>,
    /// How long it took.
    pub time: Duration,
}

impl Outcome {
    /// Whether every path was followed to its end, with every value that is possible on it.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.stopped.is_none() && self.progress.cut.is_empty() && self.notes.is_empty()
    }
}

/// A state that waits for its turn.
enum Waiting {
    Running(State),
    /// It has ended, but its place in the order of paths is here.
    Ended(State, Verdict),
}

/// Explores from a state on.
pub struct Explorer<'m, 'p> {
    machine: &'m mut Machine<'p>,
    strategy: Box<dyn Strategy>,
    limits: Limits,
    states: HashMap<Id, Waiting>,
    next: Id,
    progress: Progress,
    errors: Vec<Found>,
    /// Errors by kind and place.
    known: HashMap<(pikse_vm::ErrorKind, pikse_vm::Place), usize>,
    notes: Vec<(Note, u64)>,
    number: u64,
    stopped: Option<Stopped>,
}

impl<'m, 'p> Explorer<'m, 'p> {
    /// An exploration.
    pub fn new(machine: &'m mut Machine<'p>, strategy: Box<dyn Strategy>, limits: Limits) -> Self {
        Self {
            machine,
            strategy,
            limits,
            states: HashMap::new(),
            next: 0,
            progress: Progress::default(),
            errors: Vec::new(),
            known: HashMap::new(),
            notes: Vec::new(),
            number: 0,
            stopped: None,
        }
    }

    /// Runs until nothing is left, or a limit is reached.
    pub fn run(mut self, first: State, watch: &mut dyn Watch) -> Outcome {
        let start = Instant::now();
        let mut present = self.new_id();
        self.strategy.start(present);
        let mut state = Some(Waiting::Running(first));
        let mut stops = 0u32;
        while let Some(id) = self.strategy.choose() {
            if id != present {
                if let Some(waiting) = state.take() {
                    self.states.insert(present, waiting);
                }
                present = id;
                state = self.states.remove(&id);
            }
            let mut running = match state.take() {
                Some(Waiting::Running(running)) => running,
                Some(Waiting::Ended(ended, verdict)) => {
                    self.end(&ended, &verdict, Some(id), watch);
                    if self.stopped.is_some() {
                        break;
                    }
                    continue;
                }
                None => break,
            };
            let covered = self.machine.coverage().count();
            let budget = self.budget(&running);
            let stop = self.machine.run(&mut running, budget);
            if self.machine.coverage().count() > covered {
                self.strategy.discovered(id);
            }
            match stop {
                Stop::Budget if self.is_too_long(&running) => {
                    let verdict = Verdict::Cut(Cut::Stopped(Stopped::PathInstructions), None);
                    self.end(&running, &verdict, Some(id), watch);
                }
                Stop::Budget => state = Some(Waiting::Running(running)),
                Stop::Split(others) => {
                    self.split(id, others, watch);
                    state = Some(Waiting::Running(running));
                }
                Stop::Ended(verdict, others) => {
                    self.split(id, others, watch);
                    self.end(&running, &verdict, Some(id), watch);
                }
            }
            stops += 1;
            if stops >= STOPS || self.stopped.is_some() {
                stops = 0;
                self.progress.states = self.states.len() + usize::from(state.is_some());
                self.look(start, watch);
                if self.stopped.is_some() {
                    break;
                }
            }
        }
        self.abandon(state.is_some());
        Outcome {
            progress: self.progress,
            errors: self.errors,
            notes: self.notes,
            stopped: self.stopped,
            time: start.elapsed(),
        }
    }

    fn new_id(&mut self) -> Id {
        self.next += 1;
        self.next
    }

    fn budget(&self, state: &State) -> u64 {
        match self.limits.path_instructions {
            Some(limit) => SLICE.min(limit.saturating_sub(state.instructions()).max(1)),
            None => SLICE,
        }
    }

    fn is_too_long(&self, state: &State) -> bool {
        self.limits.path_instructions.is_some_and(|limit| state.instructions() >= limit)
    }

    /// Takes in the states that split off.
    fn split(&mut self, id: Id, others: Vec<Side>, watch: &mut dyn Watch) {
        let mut ids = Vec::with_capacity(others.len());
        for Side { state, ended, is_first } in others {
            match ended {
                Some(verdict) if is_first || self.states.len() >= self.limits.states => {
                    self.end(&state, &verdict, None, watch);
                }
                Some(verdict) => {
                    let other = self.new_id();
                    self.states.insert(other, Waiting::Ended(state, verdict));
                    ids.push(other);
                }
                None if self.states.len() >= self.limits.states => {
                    let verdict = Verdict::Cut(Cut::Stopped(Stopped::States), None);
                    self.end(&state, &verdict, None, watch);
                }
                None => {
                    let other = self.new_id();
                    self.states.insert(other, Waiting::Running(state));
                    ids.push(other);
                }
            }
        }
        self.progress.most_states = self.progress.most_states.max(self.states.len() + 1);
        // Also told if there are none: whoever goes on from split to split goes on here.
        self.strategy.split(id, &ids);
    }

    /// A path has ended.
    fn end(&mut self, state: &State, verdict: &Verdict, id: Option<Id>, watch: &mut dyn Watch) {
        self.number += 1;
        let (mut error, mut new_error) = (None, false);
        match verdict {
            Verdict::Finished(_) => self.progress.finished += 1,
            Verdict::Rejected => self.progress.rejected += 1,
            Verdict::Error(failure) => {
                self.progress.failed += 1;
                error = self.count_error(failure);
                new_error = error.is_some_and(|at| self.errors[at].count == 1);
                if self.limits.first_error {
                    self.stopped = Some(Stopped::FirstError);
                }
            }
            Verdict::Cut(cut, _) => {
                *self.progress.cut.entry(cut.clone()).or_default() += 1;
            }
        }
        if !matches!(verdict, Verdict::Rejected) {
            for note in state.notes() {
                match self.notes.iter_mut().find(|(known, _)| known == note) {
                    Some((_, count)) => *count += 1,
                    None => self.notes.push((note.clone(), 1)),
                }
            }
        }
        let path = Ended { number: self.number, state, verdict, error, new_error };
        if !watch.ended(self.machine, &path) {
            self.stopped = Some(Stopped::Refused);
        }
        if self.limits.paths.is_some_and(|limit| self.number >= limit) {
            self.stopped = Some(Stopped::Paths);
        }
        if let Some(id) = id {
            self.strategy.end(id);
        }
    }

    /// Counts an error, which is a new one if it is of another kind, or at another place of the
    /// program's own; gives its place among the errors.
    fn count_error(&mut self, failure: &Failure) -> Option<usize> {
        let own = failure.stack.iter().find(|place| self.machine.is_traced(place.function));
        let &place = own.or(failure.stack.first())?;
        if let Some(&at) = self.known.get(&(failure.kind, place)) {
            self.errors[at].count += 1;
            return Some(at);
        }
        self.known.insert((failure.kind, place), self.errors.len());
        let found = Found { failure: failure.clone(), path: self.number, count: 1 };
        self.errors.push(found);
        Some(self.errors.len() - 1)
    }

    /// Looks at the limits.
    fn look(&mut self, start: Instant, watch: &mut dyn Watch) {
        if !watch.look(self.machine, &self.progress) {
            self.stopped = Some(Stopped::Interrupted);
        }
        if self.limits.time.is_some_and(|limit| start.elapsed() >= limit) {
            self.stopped = Some(Stopped::Time);
        }
        let instructions = self.machine.statistics().instructions;
        if self.limits.instructions.is_some_and(|limit| instructions >= limit) {
            self.stopped = Some(Stopped::Instructions);
        }
        if self.limits.memory.is_some_and(|limit| watch.memory() > limit) {
            self.stopped = Some(Stopped::Memory);
        }
    }

    /// Counts what was not run to its end.
    fn abandon(&mut self, is_running: bool) {
        let left = self.states.len() as u64 + u64::from(is_running);
        self.progress.states = left as usize;
        if let Some(why) = self.stopped {
            // Even if nothing waits: a stop is a stop.
            *self.progress.cut.entry(Cut::Stopped(why)).or_default() += left;
        }
    }
}
