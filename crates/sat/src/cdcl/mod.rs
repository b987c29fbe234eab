//! The SAT solver, made for many small queries about one growing circuit.
//!
//! Conflict-driven clause learning with two watched literals, activities, saved phases, restarts
//! and deletion of learned clauses, as in MiniSat. In addition, a query names its **cone**: the
//! variables on which its assumptions depend. Only these are decided, and clauses that define other
//! variables are skipped. So the cost of a query depends on its own circuits, not on earlier
//! queries. This is sound both ways: every clause, learned or not, follows from definitions and
//! from clauses whose variables are in every cone, and a definition outside the cone can always be
//! satisfied afterwards.
//!
//! `analyze` learns from conflicts, `forget` deletes learned clauses of little use, `heap` chooses
//! the next decision variable. `list` gives all solutions over some variables.

mod analyze;
mod forget;
mod heap;
mod list;

use std::time::Instant;

use self::heap::Heap;
use self::list::Listing;
use crate::lit::Lit;
use crate::proof::{Kind, Proof};
use crate::sat::{Cone, Limit, Outcome, Sat};

/// Conflicts before the first restart.
const RESTART: u64 = 60;

/// Visited watches between two looks at the clock: about a millisecond.
const POLL: u64 = 1 << 16;

const NO_REASON: u32 = u32::MAX;
/// The owner of clauses that define nothing: they always take part.
const NOBODY: u32 = u32::MAX;
/// Marks the reference of a binary clause; the other literal is the watch's blocker.
const BINARY: u32 = 1 << 31;

/// A watch: the clause is visited when the literal becomes false.
#[derive(Clone, Copy, Debug)]
struct Watch {
    /// The start of the clause; its first word is its length.
    clause: u32,
    /// Another literal of the clause; if it is true, the clause is satisfied.
    blocker: Lit,
    /// The variable that the clause defines.
    owner: u32,
}

/// Learned clauses and their quality.
#[derive(Clone, Copy, Debug)]
struct Learned {
    clause: u32,
    /// The number of decision levels of its literals: fewer is better.
    levels: u32,
}

/// The solver.
#[derive(Debug)]
pub struct Cdcl {
    /// Lengths and literals, one clause after the other.
    arena: Vec<u32>,
    learned: Vec<Learned>,
    watches: Vec<Vec<Watch>>,
    /// 1 for true, -1 for false, 0 for neither; by literal.
    values: Vec<i8>,
    level: Vec<u32>,
    reason: Vec<u32>,
    phase: Vec<bool>,
    seen: Vec<bool>,
    /// The last query whose cone contained a variable.
    active: Vec<u32>,
    question: u32,
    trail: Vec<Lit>,
    levels: Vec<usize>,
    head: usize,
    heap: Heap,
    core: Vec<Lit>,
    inconsistent: bool,
    /// The maximum number of learned clauses.
    room: usize,
    conflicts: u64,
    /// The number of visited watches.
    visits: u64,
    /// The proof log, if it is enabled.
    proof: Option<Box<Proof>>,
    /// The list of solutions, if one was started.
    listing: Option<Box<Listing>>,
}

impl Default for Cdcl {
    fn default() -> Self {
        Self {
            arena: Vec::new(),
            learned: Vec::new(),
            watches: Vec::new(),
            values: Vec::new(),
            level: Vec::new(),
            reason: Vec::new(),
            phase: Vec::new(),
            seen: Vec::new(),
            active: Vec::new(),
            question: 0,
            trail: Vec::new(),
            levels: Vec::new(),
            head: 0,
            heap: Heap::default(),
            core: Vec::new(),
            inconsistent: false,
            room: 4_000,
            conflicts: 0,
            visits: 0,
            proof: None,
            listing: None,
        }
    }
}

/// The reluctant doubling sequence 1, 1, 2, 1, 1, 2, 4, …
fn luby(index: u64) -> u64 {
    let mut i = index + 1;
    loop {
        let bits = 64 - i.leading_zeros();
        if i == (1 << bits) - 1 {
            return 1 << (bits - 1);
        }
        i -= (1 << (bits - 1)) - 1;
    }
}

impl Cdcl {
    /// A solver that logs a proof.
    #[must_use]
    pub fn with_proof() -> Self {
        Self { proof: Some(Box::default()), ..Self::default() }
    }

    /// The proof so far, if logging is enabled.
    #[must_use]
    pub fn proof(&self) -> Option<&Proof> {
        self.proof.as_deref()
    }

    /// Sets the initial maximum of learned clauses of three or more literals; the default is 4,000.
    /// When there are more, the worse half is deleted, and the maximum grows by a tenth.
    pub fn keep(&mut self, learned: usize) {
        self.room = learned;
    }

    /// The number of conflicts in all queries.
    #[must_use]
    pub fn conflicts(&self) -> u64 {
        self.conflicts
    }

    /// Logs a step of the proof, if logging is enabled.
    fn log(&mut self, kind: Kind, clause: &[Lit]) {
        if let Some(proof) = &mut self.proof {
            proof.push(kind, clause.iter().copied());
        }
    }

    /// There is no solution; the core has the failed assumptions.
    fn refuted(&mut self) -> Outcome {
        if let Some(proof) = &mut self.proof {
            proof.push(Kind::Concluded, self.core.iter().map(|&literal| !literal));
        }
        Outcome::Unsat
    }

    fn grow(&mut self, variable: u32) {
        let count = variable as usize + 1;
        if self.level.len() < count {
            self.watches.resize_with(count * 2, Vec::new);
            self.values.resize(count * 2, 0);
            self.level.resize(count, 0);
            self.reason.resize(count, NO_REASON);
            self.phase.resize(count, false);
            self.seen.resize(count, false);
            self.active.resize(count, 0);
            self.heap.grow(count);
        }
    }

    #[inline]
    fn value(&self, literal: Lit) -> i8 {
        self.values[literal.code()]
    }

    fn depth(&self) -> u32 {
        self.levels.len() as u32
    }

    fn assign(&mut self, literal: Lit, reason: u32) {
        debug_assert_eq!(self.value(literal), 0);
        self.values[literal.code()] = 1;
        self.values[(!literal).code()] = -1;
        let variable = literal.variable() as usize;
        self.level[variable] = self.depth();
        self.reason[variable] = reason;
        self.trail.push(literal);
    }

    /// Backtracks to a level.
    fn back_to(&mut self, depth: u32) {
        if self.depth() <= depth {
            return;
        }
        let start = self.levels[depth as usize];
        for &literal in &self.trail[start..] {
            let variable = literal.variable();
            self.values[literal.code()] = 0;
            self.values[(!literal).code()] = 0;
            self.phase[variable as usize] = !literal.is_negated();
            if self.active[variable as usize] == self.question {
                self.heap.insert(variable);
            }
        }
        self.trail.truncate(start);
        self.levels.truncate(depth as usize);
        self.head = start;
    }

    /// Stores a clause of at least two literals; the first two are watched.
    fn attach(&mut self, literals: &[Lit], owner: u32) -> u32 {
        let place = self.arena.len() as u32;
        let clause = if literals.len() == 2 { place | BINARY } else { place };
        self.arena.push(literals.len() as u32);
        self.arena.extend(literals.iter().map(|literal| literal.code() as u32));
        for (at, other) in [(0, 1), (1, 0)] {
            self.watches[(!literals[at]).code()].push(Watch {
                clause,
                blocker: literals[other],
                owner,
            });
        }
        clause
    }

    fn literals(&self, clause: u32) -> impl Iterator<Item = Lit> {
        let place = (clause & !BINARY) as usize;
        let length = self.arena[place] as usize;
        self.arena[place + 1..place + 1 + length].iter().map(|&code| Lit::of_code(code))
    }

    /// Unit propagation; returns a conflicting clause, if there is one.
    fn propagate(&mut self) -> Option<u32> {
        while self.head < self.trail.len() {
            let literal = self.trail[self.head];
            self.head += 1;
            // The watches of a literal are visited when its negation, which is in the clause, is
            // false.
            let mut list = std::mem::take(&mut self.watches[literal.code()]);
            self.visits += 1 + list.len() as u64;
            let mut conflict = None;
            let (mut from, mut to) = (0, 0);
            while from < list.len() {
                let watch = list[from];
                from += 1;
                list[to] = watch;
                to += 1;
                if self.values[watch.blocker.code()] == 1 {
                    continue;
                }
                if watch.owner != NOBODY && self.active[watch.owner as usize] != self.question {
                    continue;
                }
                if watch.clause & BINARY != 0 {
                    if self.values[watch.blocker.code()] == -1 {
                        conflict = Some(watch.clause);
                        break;
                    }
                    self.assign(watch.blocker, watch.clause);
                    continue;
                }
                match self.visit(watch.clause, literal) {
                    Visit::Moved(other, blocker) => {
                        to -= 1;
                        self.watches[(!other).code()].push(Watch { blocker, ..watch });
                    }
                    Visit::True(other) => list[to - 1].blocker = other,
                    Visit::Unit(other) => {
                        list[to - 1].blocker = other;
                        self.assign(other, watch.clause);
                    }
                    Visit::False => {
                        conflict = Some(watch.clause);
                        break;
                    }
                }
            }
            list.copy_within(from.., to);
            list.truncate(to + list.len() - from);
            self.watches[literal.code()] = list;
            if conflict.is_some() {
                self.head = self.trail.len();
                return conflict;
            }
        }
        None
    }

    /// Visits a clause in which the negation of a literal has just become false.
    fn visit(&mut self, clause: u32, literal: Lit) -> Visit {
        let place = clause as usize;
        let length = self.arena[place] as usize;
        let body = &mut self.arena[place + 1..place + 1 + length];
        let fallen = (!literal).code() as u32;
        if body[0] == fallen {
            body.swap(0, 1);
        }
        let first = Lit::of_code(body[0]);
        if self.values[first.code()] == 1 {
            return Visit::True(first);
        }
        for at in 2..length {
            if self.values[body[at] as usize] != -1 {
                body.swap(1, at);
                return Visit::Moved(Lit::of_code(body[1]), first);
            }
        }
        if self.values[first.code()] == -1 { Visit::False } else { Visit::Unit(first) }
    }

    /// Adds a learned clause and continues from there.
    fn learn(&mut self, literals: &[Lit], back: u32) {
        self.log(Kind::Learned, literals);
        let levels = self.distinct_levels(literals);
        self.back_to(back);
        if literals.len() == 1 {
            self.assign(literals[0], NO_REASON);
        } else {
            let clause = self.attach_learned(literals, levels);
            self.assign(literals[0], clause);
        }
    }

    /// Starts a query about these variables.
    fn look_at(&mut self, cone: Cone<'_>) {
        self.question += 1;
        match cone {
            Cone::Only(variables) => {
                for &variable in variables {
                    self.grow(variable);
                    self.active[variable as usize] = self.question;
                }
                self.heap.refill(variables);
            }
            Cone::All => {
                self.active.fill(self.question);
                let variables: Vec<u32> = (0..self.level.len() as u32).collect();
                self.heap.refill(&variables);
            }
        }
    }

    /// The next literal to assume or decide: `None` if all are decided, an error if an assumption
    /// is false.
    fn next(&mut self, assumptions: &[Lit]) -> Result<Option<Lit>, Lit> {
        while let Some(&literal) = assumptions.get(self.levels.len()) {
            match self.value(literal) {
                1 => self.levels.push(self.trail.len()),
                -1 => return Err(literal),
                _ => return Ok(Some(literal)),
            }
        }
        while let Some(variable) = self.heap.pop() {
            let literal = Lit::new(variable, !self.phase[variable as usize]);
            if self.value(literal) == 0 {
                return Ok(Some(literal));
            }
        }
        Ok(None)
    }
}

enum Visit {
    Moved(Lit, Lit),
    True(Lit),
    Unit(Lit),
    False,
}

impl Sat for Cdcl {
    fn clause(&mut self, owner: Option<Lit>, literals: &[Lit]) -> Result<(), String> {
        self.end_list();
        self.back_to(0);
        self.log(Kind::Given, literals);
        for literal in literals {
            self.grow(literal.variable());
        }
        match literals {
            [] => self.inconsistent = true,
            [literal] => match self.value(*literal) {
                0 => self.assign(*literal, NO_REASON),
                -1 => self.inconsistent = true,
                _ => {}
            },
            _ => {
                if self.arena.len() + literals.len() >= BINARY as usize {
                    return Err("more than 2^31 literals".into());
                }
                // Literals that are already false are kept out of the first two positions,
                // which are watched.
                let mut literals = literals.to_vec();
                literals.sort_by_key(|literal| self.value(*literal) == -1);
                let owner = owner.map_or(NOBODY, Lit::variable);
                self.attach(&literals, owner);
            }
        }
        Ok(())
    }

    fn solve(&mut self, assumptions: &[Lit], cone: Cone<'_>, limit: Limit) -> Outcome {
        self.end_list();
        self.back_to(0);
        self.core.clear();
        if self.inconsistent {
            return self.refuted();
        }
        for assumption in assumptions {
            self.grow(assumption.variable());
        }
        self.look_at(cone);
        // Facts may affect definitions that did not take part before.
        self.head = 0;
        let start = Instant::now();
        let (mut left, mut restarts) = (limit.conflicts, 0);
        let mut poll = self.visits + POLL;
        let mut until_restart = luby(0) * RESTART;
        loop {
            let conflict = self.propagate();
            if self.visits >= poll {
                poll = self.visits + POLL;
                if limit.halt.is_requested() || start.elapsed() >= limit.time {
                    return Outcome::Time;
                }
            }
            if let Some(conflict) = conflict {
                self.conflicts += 1;
                if self.depth() == 0 {
                    self.inconsistent = true;
                    return self.refuted();
                }
                let (literals, back) = self.analyze(conflict);
                self.learn(&literals, back);
                self.heap.decay();
                left = left.saturating_sub(1);
                until_restart = until_restart.saturating_sub(1);
                if left == 0 {
                    return Outcome::Conflicts;
                }
                if left.is_multiple_of(64) && start.elapsed() >= limit.time {
                    return Outcome::Time;
                }
                continue;
            }
            if until_restart == 0 {
                restarts += 1;
                until_restart = luby(restarts) * RESTART;
                self.back_to(0);
                if self.learned.len() > self.room {
                    self.forget();
                }
                continue;
            }
            match self.next(assumptions) {
                Ok(None) => return Outcome::Sat,
                Ok(Some(literal)) => {
                    self.levels.push(self.trail.len());
                    self.assign(literal, NO_REASON);
                }
                Err(failed) => {
                    self.explain(failed);
                    return self.refuted();
                }
            }
        }
    }

    #[inline]
    fn value(&self, literal: Lit) -> bool {
        self.values.get(literal.code()).is_some_and(|&value| value == 1)
    }

    fn failed_assumptions(&mut self) -> Vec<Lit> {
        self.core.clone()
    }
}
