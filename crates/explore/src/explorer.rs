//! The driver: runs states until none is left, or a limit is reached.
//!
//! A step runs one state until it splits or ends, or takes one path that has ended. Between two steps an
//! exploration can return its position ([`Explorer::frontier`]), give a state away
//! ([`Explorer::give_away`]), and continue elsewhere ([`Explorer::begin`]).

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::time::Instant;

use pikse_base::Fnv;
use pikse_vm::{Cut, Failure, Machine, Misfit, Note, Side, State, Stop, Stopped, Verdict};

use crate::distance::{Distances, FAR};
use crate::limits::Limits;
use crate::outcome::{Found, Outcome, Part, error_key};
use crate::staged::Stages;
use crate::strategy::{Id, Sight, Strategy};
use crate::tally::{Covered, Effort, ErrorKey, ExploreTally, FoundError};

/// The number of instructions of one step, and between two checks of the limits.
const SLICE: u64 = 1 << 20;
/// The number of instructions between two looks at the request to stop.
const PART: u64 = 1 << 16;
/// The number of steps between two looks at the clock.
const STEPS: u32 = 64;

/// A path that has ended.
#[derive(Clone, Copy, Debug)]
pub struct Ended<'a> {
    /// Its number, from 1 on, in the order of the ends.
    pub number: u64,
    /// The state in which all paths begin.
    pub first: &'a State,
    /// Its last state.
    pub state: &'a State,
    /// How it ended.
    pub verdict: &'a Verdict,
    /// Its error, as a place in [`Outcome::errors`].
    pub error: Option<usize>,
    /// Whether it is the first with this error.
    pub new_error: bool,
}

/// An observer of an exploration while it runs.
pub trait Watch {
    /// A path has ended. False stops the exploration.
    fn ended(&mut self, machine: &mut Machine<'_>, path: &Ended<'_>) -> bool;

    /// Called now and then. False stops the exploration.
    fn look(&mut self, _machine: &Machine<'_>, _progress: &Progress<'_>) -> bool {
        true
    }

    /// The memory of the process in bytes; queried now and then if there is a limit.
    fn memory(&mut self) -> u64 {
        0
    }
}

/// The progress of an exploration.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// Paths by how they ended. Errors, notes and coverage are not in it yet.
    pub tally: &'a ExploreTally,
    /// States that wait.
    pub states: usize,
}

/// A state that waits for its turn.
enum Waiting {
    Running(Box<State>),
    /// It has ended, but its place in the order of paths is here.
    Ended(Box<State>, Verdict),
    /// It has still to be made, by following the script from the beginning.
    Part(Part),
}

impl Waiting {
    fn part(&self) -> Part {
        match self {
            Self::Running(state) | Self::Ended(state, _) => Part::of(state),
            Self::Part(part) => part.clone(),
        }
    }

    /// The number of decisions before it.
    fn depth(&self) -> usize {
        match self {
            Self::Running(state) | Self::Ended(state, _) => state.decision_count(),
            Self::Part(part) => part.script.ways().count(),
        }
    }
}

/// A state, and which part of the exploration it is: every side of a split gets the same part.
struct Place {
    waiting: Waiting,
    share: f64,
}

/// The states, for a strategy.
struct Seen<'a, 'p> {
    machine: &'a Machine<'p>,
    states: &'a HashMap<Id, Place>,
    present: Option<&'a (Id, Place)>,
    distances: &'a mut Distances,
}

impl Seen<'_, '_> {
    fn waiting(&self, id: Id) -> Option<&Waiting> {
        let present = self.present.filter(|(present, _)| *present == id).map(|(_, place)| place);
        present.or_else(|| self.states.get(&id)).map(|place| &place.waiting)
    }
}

impl Sight for Seen<'_, '_> {
    fn distance(&mut self, id: Id) -> u32 {
        self.distances.update(self.machine);
        match self.waiting(id) {
            Some(Waiting::Running(state)) => self.distances.of(self.machine, state),
            // It only has to be counted, or where it is will be known when it runs.
            Some(Waiting::Ended(..) | Waiting::Part(_)) => 0,
            None => FAR,
        }
    }

    fn instructions(&mut self, id: Id) -> u64 {
        match self.waiting(id) {
            Some(Waiting::Running(state) | Waiting::Ended(state, _)) => state.instructions(),
            Some(Waiting::Part(_)) | None => 0,
        }
    }
}

/// Explores a program.
pub struct Explorer<'p> {
    machine: Machine<'p>,
    /// Where every path begins.
    first: State,
    strategy: Box<dyn Strategy>,
    limits: Limits,
    states: HashMap<Id, Place>,
    distances: Distances,
    /// The state that ran last. It is usually also the next one, so it is not in `states`.
    present: Option<(Id, Place)>,
    /// Paths that have ended and come before every state: the next steps take them.
    ended: VecDeque<(Box<State>, Verdict)>,
    next: Id,
    /// Counts of paths, of all parts.
    tally: ExploreTally,
    errors: Vec<Found>,
    /// Errors by kind and place.
    known: HashMap<ErrorKey, usize>,
    notes: Vec<(Note, u64)>,
    number: u64,
    most_states: usize,
    longest_output: u64,
    /// The share of the current part that is done, and its total.
    done: f64,
    all: f64,
    stopped: Option<Stopped>,
    /// The stored inputs that parts may stand for.
    stages: Arc<Stages>,
    /// The machine's count of instructions at which [`Explorer::run`] stops.
    last: Option<u64>,
}

impl<'p> Explorer<'p> {
    /// An exploration of all paths from a state on.
    pub fn new(
        machine: Machine<'p>,
        first: State,
        strategy: Box<dyn Strategy>,
        limits: Limits,
    ) -> Self {
        let mut explorer = Self {
            machine,
            first,
            strategy,
            limits,
            states: HashMap::new(),
            distances: Distances::default(),
            present: None,
            ended: VecDeque::new(),
            next: 0,
            tally: ExploreTally::default(),
            errors: Vec::new(),
            known: HashMap::new(),
            notes: Vec::new(),
            number: 0,
            most_states: 0,
            longest_output: 0,
            done: 0.0,
            all: 1.0,
            stopped: None,
            stages: Arc::default(),
            last: None,
        };
        explorer.begin(vec![Part::default()]);
        explorer
    }

    /// Sets the stored inputs that parts may stand for.
    pub fn set_stages(&mut self, stages: Arc<Stages>) {
        self.stages = stages;
    }

    /// The machine.
    pub fn machine(&self) -> &Machine<'p> {
        &self.machine
    }

    /// The machine, when the exploration is over.
    pub fn into_machine(self) -> Machine<'p> {
        self.machine
    }

    /// Leaves the current part, and continues with others. They are in the order of their paths.
    pub fn begin(&mut self, parts: Vec<Part>) {
        for id in self.states.drain().map(|(id, _)| id).chain(self.present.take().map(|(id, _)| id))
        {
            self.strategy.end(id);
        }
        self.ended.clear();
        (self.done, self.all, self.stopped) = (0.0, 1.0, None);
        let share = 1.0 / parts.len().max(1) as f64;
        // A strategy continues with the state that came last.
        for part in parts.into_iter().rev() {
            let id = self.new_id();
            self.states.insert(id, Place { waiting: Waiting::Part(part), share });
            self.strategy.start(id);
        }
    }

    /// All states that wait, in the order of their paths.
    #[must_use]
    pub fn frontier(&self) -> Vec<Part> {
        let ended = self.ended.iter().map(|(state, _)| Part::of(state));
        let present = self.present.iter().map(|(_, place)| place.waiting.part());
        let waiting = self.states.values().map(|place| place.waiting.part());
        let mut parts: Vec<Part> = ended.chain(present).chain(waiting).collect();
        parts.sort_by(|one, other| one.script.compare(&other.script));
        parts
    }

    /// The number of states that wait, and of paths that have ended and were not taken yet.
    #[must_use]
    pub fn waiting(&self) -> usize {
        self.states.len() + usize::from(self.present.is_some()) + self.ended.len()
    }

    /// Keeps of each state that waits only what is needed to reach it again.
    pub fn fold(&mut self) {
        for place in self.states.values_mut() {
            if let Waiting::Running(state) = &place.waiting {
                place.waiting = Waiting::Part(Part::of(state));
            }
        }
    }

    /// Drops all states: their paths are cut.
    pub fn drop_all(&mut self, why: Stopped) {
        self.states.extend(self.present.take());
        let ids: Vec<Id> = self.states.keys().copied().collect();
        for id in ids {
            if let Some(place) = self.states.remove(&id) {
                self.tally.count_cut(&Cut::Stopped(why));
                self.leave(id, place.share);
            }
        }
    }

    /// Gives away the state that waits nearest to the beginning; none if there is no other than the one
    /// that runs.
    pub fn give_away(&mut self) -> Option<Part> {
        let goes_on = self.choose()?;
        let others = self.states.iter().filter(|(id, _)| **id != goes_on);
        let others = others.filter(|(_, place)| !matches!(place.waiting, Waiting::Ended(..)));
        let (&id, _) = others.min_by_key(|(id, place)| (place.waiting.depth(), **id))?;
        let place = self.states.remove(&id)?;
        self.strategy.end(id);
        self.all -= place.share;
        Some(place.waiting.part())
    }

    /// The part that is done, from 0 to 1, if all sides of a split were equal.
    #[must_use]
    pub fn done(&self) -> f64 {
        match self.is_exhausted() {
            true => 1.0,
            false => (self.done / self.all.max(f64::MIN_POSITIVE)).min(1.0),
        }
    }

    fn is_exhausted(&self) -> bool {
        self.states.is_empty() && self.present.is_none() && self.ended.is_empty()
    }

    /// Whether some path ended with an error.
    #[must_use]
    pub fn has_failed(&self) -> bool {
        self.tally.failed > 0
    }

    /// The tally of all parts.
    #[must_use]
    pub fn tally(&self) -> ExploreTally {
        let error = |found: &Found| {
            let Found { count, key, least: (first, failure), .. } = found.clone();
            (key, FoundError { failure, first, count })
        };
        ExploreTally {
            errors: self.errors.iter().map(error).collect(),
            notes: self.notes.iter().cloned().collect(),
            coverage: Covered::of(self.machine.coverage()),
            effort: self.effort(),
            ..self.tally.clone()
        }
    }

    fn effort(&self) -> Effort {
        let of = self.machine.statistics();
        let tiers = self.machine.solver_stats();
        let tiers = tiers.iter().map(|tier| {
            (tier.name.to_owned(), tier.queries, tier.hits, tier.time.as_nanos() as u64)
        });
        Effort {
            instructions: of.instructions,
            splits: of.splits,
            queries: of.queries,
            expressions: self.machine.exprs().len() as u64,
            most_states: self.most_states as u64,
            longest_output: self.longest_output(),
            tiers: tiers.collect(),
        }
    }

    /// Runs until nothing is left, or a limit is reached.
    pub fn run(&mut self, watch: &mut dyn Watch) -> Outcome {
        let start = Instant::now();
        self.machine.set_halt(self.limits.halt.clone());
        self.last = self.limits.instructions;
        let (mut steps, mut looked) = (0u32, self.machine.instructions());
        while self.stopped.is_none() && !self.is_exhausted() {
            let instructions = self.machine.instructions();
            if let Some(why) = self.limits.halt.reason() {
                self.stopped = Some(why.into());
            } else if self.last.is_some_and(|last| instructions >= last) {
                self.stopped = Some(Stopped::Instructions);
            } else if steps >= STEPS || instructions - looked >= SLICE {
                (steps, looked) = (0, instructions);
                self.look(start, watch);
            } else if !self.step(watch) {
                break;
            }
            steps += 1;
        }
        self.last = None;
        let states = self.states.len() + usize::from(self.present.is_some());
        tracing::debug!(paths = self.number, states, stopped = ?self.stopped, "explored");
        let mut tally = self.tally();
        if let Some(why) = self.stopped {
            // Even if nothing waits: a stop is a stop.
            *tally.cut.entry(Cut::Stopped(why)).or_default() += states as u64;
        }
        Outcome {
            tally,
            errors: self.errors.clone(),
            notes: self.notes.clone(),
            stopped: self.stopped,
            states,
            time: start.elapsed(),
        }
    }

    /// The longest output, also of states that wait.
    fn longest_output(&self) -> u64 {
        let places = self.states.values().chain(self.present.iter().map(|(_, place)| place));
        let waiting = places.filter_map(|place| match &place.waiting {
            Waiting::Running(state) => Some(state.output_length().written),
            Waiting::Ended(..) | Waiting::Part(_) => None,
        });
        waiting.fold(self.longest_output, u64::max)
    }

    /// Does one step; false if nothing is left.
    pub fn step(&mut self, watch: &mut dyn Watch) -> bool {
        if let Some((state, verdict)) = self.ended.pop_front() {
            self.end(&state, &verdict, watch);
            return !self.is_exhausted();
        }
        let Some(id) = self.choose() else { return false };
        let place = match self.present.take() {
            Some((present, place)) if present == id => Some(place),
            other => {
                if let Some((present, place)) = other {
                    self.states.insert(present, place);
                }
                self.states.remove(&id)
            }
        };
        let Some(Place { waiting, share }) = place else { return false };
        let mut state = match waiting {
            Waiting::Running(state) => state,
            Waiting::Part(part) if part.staged.is_some() => {
                self.take_input(id, part, share);
                return !self.is_exhausted();
            }
            Waiting::Part(Part { script, ends, unchecked, .. }) => {
                let mut state = Box::new(self.first.clone());
                self.machine.follow(&mut state, &script);
                self.machine.doubt(&mut state, unchecked);
                if let Some(ends) = ends {
                    self.machine.restrict(&mut state, &ends);
                }
                state
            }
            Waiting::Ended(state, verdict) => {
                self.leave(id, share);
                self.end(&state, &verdict, watch);
                return !self.is_exhausted();
            }
        };
        let covered = self.machine.coverage().own_count();
        let budget = self.budget(&state);
        let stop = match self.machine.confirm(&mut state) {
            Ok(()) => self.run_state(&mut state, budget),
            Err(verdict) => Stop::Ended(verdict, Vec::new()),
        };
        if self.machine.coverage().own_count() > covered {
            self.strategy.discovered(id);
        }
        match stop {
            Stop::Budget if self.is_too_long(&state) => {
                let verdict = Verdict::Cut(Cut::Stopped(Stopped::PathInstructions), None);
                self.leave(id, share);
                self.end(&state, &verdict, watch);
            }
            Stop::Budget => {
                self.strategy.paused(id);
                self.keep(id, state, share);
            }
            Stop::Split(others) => {
                let share = self.split(id, others, share);
                self.keep(id, state, share);
            }
            Stop::Ended(verdict, others) => {
                let share = self.split(id, others, share);
                self.leave(id, share);
                match self.ended.is_empty() {
                    true => self.end(&state, &verdict, watch),
                    false => self.ended.push_back((state, verdict)),
                }
            }
        }
        !self.is_exhausted()
    }

    /// Takes the next stored input of a part; the rest waits. A part that has none is none of these
    /// stages: its paths are cut.
    fn take_input(&mut self, id: Id, part: Part, share: f64) {
        let count = part.staged.as_ref().map_or(1, |staged| self.stages.count(staged)).max(1);
        let Some((next, rest)) = self.stages.open(part) else {
            self.tally.count_cut(&Cut::Misfit(Misfit::Impossible));
            self.leave(id, share);
            return;
        };
        let own = share / count as f64;
        let mut others = Vec::new();
        if let Some(rest) = rest {
            let other = self.new_id();
            let waiting = Waiting::Part(rest);
            self.states.insert(other, Place { waiting, share: share - own });
            others.push(other);
        }
        self.strategy.split(id, &others);
        self.present = Some((id, Place { waiting: Waiting::Part(next), share: own }));
    }

    /// The state that runs next.
    fn choose(&mut self) -> Option<Id> {
        let Self { machine, states, present, distances, .. } = self;
        let chosen = self.strategy.choose(&mut Seen {
            machine,
            states,
            present: present.as_ref(),
            distances,
        });
        debug_assert!(chosen.is_some() || self.is_exhausted(), "the strategy has lost states");
        // A state that no strategy names must not be left out.
        let present = self.present.as_ref().map(|(id, _)| *id);
        chosen.or(present).or_else(|| self.states.keys().min().copied())
    }

    fn new_id(&mut self) -> Id {
        self.next += 1;
        self.next
    }

    fn keep(&mut self, id: Id, state: Box<State>, share: f64) {
        self.present = Some((id, Place { waiting: Waiting::Running(state), share }));
    }

    /// A state is there no longer.
    fn leave(&mut self, id: Id, share: f64) {
        self.strategy.end(id);
        self.done += share;
    }

    /// Runs a state, in parts between which a request to stop is seen.
    fn run_state(&mut self, state: &mut State, budget: u64) -> Stop {
        let mut left = budget;
        loop {
            let part = left.min(PART);
            left -= part;
            match self.machine.run(state, part) {
                Stop::Budget if left > 0 && !self.limits.halt.is_requested() => {}
                stop => return stop,
            }
        }
    }

    fn budget(&self, state: &State) -> u64 {
        let own = self.limits.path_instructions;
        let own = own.map(|limit| limit.saturating_sub(state.instructions()));
        let all = self.last.map(|last| last.saturating_sub(self.machine.instructions()));
        own.into_iter().chain(all).fold(SLICE, u64::min)
    }

    fn is_too_long(&self, state: &State) -> bool {
        self.limits.path_instructions.is_some_and(|limit| state.instructions() >= limit)
    }

    /// Adds the states that split off. Returns the share of the state itself.
    fn split(&mut self, id: Id, others: Vec<Side>, share: f64) -> f64 {
        let waits = |side: &&Side| side.ended.is_none() || !side.is_first;
        let share = share / (1 + others.iter().filter(waits).count()) as f64;
        let mut ids = Vec::with_capacity(others.len());
        for Side { state, ended, is_first } in others {
            let is_full = self.states.len() >= self.limits.states;
            let waiting = match ended {
                Some(verdict) if is_first => {
                    self.ended.push_back((state, verdict));
                    continue;
                }
                Some(verdict) => Waiting::Ended(state, verdict),
                None if is_full => {
                    let verdict = Verdict::Cut(Cut::Stopped(Stopped::States), None);
                    self.ended.push_back((state, verdict));
                    self.done += share;
                    continue;
                }
                None => Waiting::Running(state),
            };
            let other = self.new_id();
            self.states.insert(other, Place { waiting, share });
            ids.push(other);
        }
        self.most_states = self.most_states.max(self.states.len() + 1);
        // Also called if there are none: strategies that alternate at splits need it.
        self.strategy.split(id, &ids);
        share
    }

    /// A path has ended.
    fn end(&mut self, state: &State, verdict: &Verdict, watch: &mut dyn Watch) {
        if matches!(verdict, Verdict::Cut(Cut::Outside, _)) {
            return;
        }
        self.number += 1;
        self.tally.has_input |= state.has_input();
        self.longest_output = self.longest_output.max(state.output_length().written);
        tracing::trace!(path = self.number, ?verdict, "a path has ended");
        let (mut error, mut new_error) = (None, false);
        match verdict {
            Verdict::Finished(_) => self.tally.finished += 1,
            Verdict::Rejected => self.tally.rejected += 1,
            Verdict::Killed(signal, _) => *self.tally.killed.entry(*signal).or_default() += 1,
            Verdict::Blocked(..) => self.tally.blocked += 1,
            Verdict::Error(failure) => {
                self.tally.failed += 1;
                error = self.count_error(state, failure);
                new_error = error.is_some_and(|at| self.errors[at].count == 1);
                if self.limits.first_error {
                    self.stopped = Some(Stopped::FirstError);
                }
            }
            Verdict::Cut(cut, _) => self.tally.count_cut(cut),
        }
        if !matches!(verdict, Verdict::Rejected | Verdict::Cut(..)) {
            self.tally.digest = self.tally.digest.wrapping_add(digest(state, verdict));
        }
        if !matches!(verdict, Verdict::Rejected) {
            for note in state.notes() {
                match self.notes.iter_mut().find(|(known, _)| known == note) {
                    Some((_, count)) => *count += 1,
                    None => self.notes.push((note.clone(), 1)),
                }
            }
        }
        let (number, first) = (self.number, &self.first);
        let path = Ended { number, first, state, verdict, error, new_error };
        if !watch.ended(&mut self.machine, &path) {
            self.stopped = Some(Stopped::Refused);
        }
        if self.limits.paths.is_some_and(|limit| self.number >= limit) {
            self.stopped = Some(Stopped::Paths);
        }
    }

    /// Counts an error, which is a new one if it is of another kind, or at another place of the
    /// program's own; gives its place among the errors.
    fn count_error(&mut self, state: &State, failure: &Failure) -> Option<usize> {
        let key = error_key(&self.machine, failure)?;
        let ways = state.decisions().iter().map(|decision| decision.way).collect();
        if let Some(&at) = self.known.get(&key) {
            let found = &mut self.errors[at];
            found.count += 1;
            if ways < found.least.0 {
                found.least = (ways, failure.clone());
            }
            return Some(at);
        }
        self.known.insert(key, self.errors.len());
        let (failure, least) = (failure.clone(), (ways, failure.clone()));
        self.errors.push(Found { failure, path: self.number, count: 1, key, least });
        Some(self.errors.len() - 1)
    }

    /// Checks the limits.
    fn look(&mut self, start: Instant, watch: &mut dyn Watch) {
        let states = self.states.len() + usize::from(self.present.is_some());
        if !watch.look(&self.machine, &Progress { tally: &self.tally, states }) {
            self.stopped = Some(Stopped::Interrupted);
        }
        if self.limits.time.is_some_and(|limit| start.elapsed() >= limit) {
            self.stopped = Some(Stopped::Time);
        }
        if self.limits.memory.is_some_and(|limit| watch.memory() > limit) {
            self.stopped = Some(Stopped::Memory);
        }
    }
}

/// A number for a path that has ended.
fn digest(state: &State, verdict: &Verdict) -> u64 {
    let end = match verdict {
        Verdict::Finished(_) => 1_u64,
        Verdict::Rejected | Verdict::Cut(..) => 2,
        Verdict::Killed(signal, _) => 256 + u64::from(signal.unsigned_abs()),
        Verdict::Blocked(..) => 3,
        Verdict::Error(failure) => 1024 + failure.kind as u64,
    };
    let mut hash = Fnv::default();
    hash.feed(&state.digest().to_le_bytes());
    hash.feed(&end.to_le_bytes());
    hash.finish()
}
