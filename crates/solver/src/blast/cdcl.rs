//! A SAT solver for many small questions about one growing circuit.
//!
//! Conflict-driven clause learning with two watched literals, activities, saved phases, restarts and
//! forgetting, as in MiniSat. What is special: a question names its **cone**, the variables on which
//! its assumptions depend. Only these are decided, and clauses that define other variables are
//! passed over. So a question costs what its own circuits cost, however many others have been asked
//! before. That is sound both ways: every clause, learned or not, follows from definitions, and a
//! definition outside the cone can always be satisfied after the fact.

use std::time::{Duration, Instant};

use super::gates::Lit;
use super::heap::Heap;
use super::sat::{Outcome, Sat};

/// Conflicts before the first restart.
const RESTART: u64 = 60;

const NO_REASON: u32 = u32::MAX;
/// The owner of clauses that define nothing: they always take part.
const NOBODY: u32 = u32::MAX;
/// Marks the reference of a clause of two literals; the other one is the watch's blocker.
const BINARY: u32 = 1 << 31;

/// A place where a clause is looked at when a literal becomes false.
#[derive(Clone, Copy, Debug)]
struct Watch {
    /// Where the clause begins; its first word is its length.
    clause: u32,
    /// Another literal of it; if it is true, the clause is.
    blocker: Lit,
    /// The variable that it defines.
    owner: u32,
}

/// Clauses that were learned, and how good they are.
#[derive(Clone, Copy, Debug)]
struct Learned {
    clause: u32,
    /// How many decision levels its literals were on: fewer is better.
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
    /// The question for which a variable was last in the cone.
    active: Vec<u32>,
    question: u32,
    trail: Vec<Lit>,
    levels: Vec<usize>,
    head: usize,
    heap: Heap,
    core: Vec<Lit>,
    inconsistent: bool,
    /// How many learned clauses are kept at most.
    room: usize,
    conflicts: u64,
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
    /// How many conflicts there have been in all questions.
    #[must_use]
    pub fn conflicts(&self) -> u64 {
        self.conflicts
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

    /// Undoes everything above a level.
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

    /// Draws every conclusion from the trail; returns a clause that is false, if there is one.
    fn propagate(&mut self) -> Option<u32> {
        while self.head < self.trail.len() {
            let literal = self.trail[self.head];
            self.head += 1;
            // Watches of a literal are looked at when its negation, which is in the clause, is false.
            let mut list = std::mem::take(&mut self.watches[literal.code()]);
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

    /// Looks at a clause in which the negation of a literal has just become false.
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

    /// The clause that a conflict teaches, and the level where it has one literal left.
    fn analyze(&mut self, conflict: u32) -> (Vec<Lit>, u32) {
        let mut learned = vec![Lit::TRUE];
        let mut open = 0;
        let mut clause = conflict;
        let mut at = self.trail.len();
        let mut pivot: Option<Lit> = None;
        loop {
            let literals: Vec<Lit> = self.literals(clause).collect();
            for literal in literals {
                let variable = literal.variable() as usize;
                if Some(literal) == pivot || self.seen[variable] || self.level[variable] == 0 {
                    continue;
                }
                self.seen[variable] = true;
                self.heap.bump(literal.variable());
                if self.level[variable] == self.depth() {
                    open += 1;
                } else {
                    learned.push(literal);
                }
            }
            loop {
                at -= 1;
                if self.seen[self.trail[at].variable() as usize] {
                    break;
                }
            }
            let literal = self.trail[at];
            let variable = literal.variable() as usize;
            self.seen[variable] = false;
            open -= 1;
            if open == 0 {
                learned[0] = !literal;
                break;
            }
            clause = self.reason[variable];
            pivot = Some(literal);
        }
        let marked = learned.clone();
        // A literal that follows from others of the clause is not needed.
        let needed: Vec<bool> = learned
            .iter()
            .enumerate()
            .map(|(k, literal)| {
                let reason = self.reason[literal.variable() as usize];
                k == 0
                    || reason == NO_REASON
                    || self.literals(reason).any(|other| {
                        let variable = other.variable() as usize;
                        other.variable() != literal.variable()
                            && !self.seen[variable]
                            && self.level[variable] != 0
                    })
            })
            .collect();
        let mut keep = needed.into_iter();
        learned.retain(|_| keep.next().unwrap_or(true));
        for literal in marked {
            self.seen[literal.variable() as usize] = false;
        }
        // The second watch is the literal that was assigned last among the others.
        let mut back = 0;
        for k in 1..learned.len() {
            let level = self.level[learned[k].variable() as usize];
            if level > back {
                back = level;
                learned.swap(1, k);
            }
        }
        (learned, back)
    }

    /// The assumptions from which it follows that one of them is false.
    fn explain(&mut self, failed: Lit) {
        self.core.clear();
        self.core.push(failed);
        if self.depth() == 0 {
            return;
        }
        self.seen[failed.variable() as usize] = true;
        for at in (self.levels[0]..self.trail.len()).rev() {
            let literal = self.trail[at];
            let variable = literal.variable() as usize;
            if !self.seen[variable] {
                continue;
            }
            self.seen[variable] = false;
            let reason = self.reason[variable];
            if reason == NO_REASON {
                // As long as an assumption is open, decisions are assumptions.
                self.core.push(literal);
            } else {
                let literals: Vec<Lit> = self.literals(reason).collect();
                for other in literals {
                    let variable = other.variable() as usize;
                    if other != literal && self.level[variable] > 0 {
                        self.seen[variable] = true;
                    }
                }
            }
        }
        self.seen[failed.variable() as usize] = false;
    }

    /// Adds what was learned and goes on from there.
    fn learn(&mut self, literals: &[Lit], back: u32) {
        let mut distinct: Vec<u32> =
            literals.iter().map(|literal| self.level[literal.variable() as usize]).collect();
        distinct.sort_unstable();
        distinct.dedup();
        self.back_to(back);
        if literals.len() == 1 {
            self.assign(literals[0], NO_REASON);
        } else {
            let clause = self.attach(literals, NOBODY);
            if clause & BINARY == 0 {
                self.learned.push(Learned { clause, levels: distinct.len() as u32 });
            }
            self.assign(literals[0], clause);
        }
    }

    /// Forgets the worse half of what was learned. Nothing is assigned but what always holds.
    fn forget(&mut self) {
        self.learned.sort_by_key(|learned| (learned.levels, std::cmp::Reverse(learned.clause)));
        let half = self.learned.len() / 2;
        let mut gone: Vec<u32> = self.learned[half..]
            .iter()
            .filter(|learned| learned.levels > 2)
            .map(|learned| learned.clause)
            .collect();
        gone.sort_unstable();
        self.learned.retain(|learned| gone.binary_search(&learned.clause).is_err());
        // The clauses that stay move together.
        let mut moved: Vec<(u32, u32)> = Vec::new();
        let mut arena = Vec::with_capacity(self.arena.len());
        let mut place = 0;
        while place < self.arena.len() {
            let length = self.arena[place] as usize;
            if gone.binary_search(&(place as u32)).is_err() {
                moved.push((place as u32, arena.len() as u32));
                arena.extend_from_slice(&self.arena[place..=place + length]);
            }
            place += length + 1;
        }
        let place_of = |old: u32| {
            let at = moved.binary_search_by_key(&(old & !BINARY), |&(from, _)| from).ok()?;
            Some(moved[at].1 | old & BINARY)
        };
        for list in &mut self.watches {
            list.retain_mut(|watch| match place_of(watch.clause) {
                Some(new) => {
                    watch.clause = new;
                    true
                }
                None => false,
            });
        }
        for learned in &mut self.learned {
            learned.clause = place_of(learned.clause).unwrap_or(learned.clause);
        }
        for &literal in &self.trail {
            self.reason[literal.variable() as usize] = NO_REASON;
        }
        self.arena = arena;
        self.room += self.room / 10;
    }

    /// The next literal to assume or to decide: nothing if all is decided, an error if an
    /// assumption is false.
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
        self.back_to(0);
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
                // What holds anyway is kept out of the first two places, which are watched.
                let mut literals = literals.to_vec();
                literals.sort_by_key(|literal| self.value(*literal) == -1);
                let owner = owner.map_or(NOBODY, Lit::variable);
                self.attach(&literals, owner);
            }
        }
        Ok(())
    }

    fn solve(
        &mut self,
        assumptions: &[Lit],
        cone: &[u32],
        time: Duration,
        conflicts: u64,
    ) -> Outcome {
        self.back_to(0);
        self.core.clear();
        if self.inconsistent {
            return Outcome::Unsat;
        }
        self.question += 1;
        for &variable in cone {
            self.grow(variable);
            self.active[variable as usize] = self.question;
        }
        self.heap.refill(cone);
        // What always holds may say something about definitions that did not take part before.
        self.head = 0;
        let start = Instant::now();
        let (mut left, mut restarts) = (conflicts, 0);
        let mut until_restart = luby(0) * RESTART;
        loop {
            if let Some(conflict) = self.propagate() {
                self.conflicts += 1;
                if self.depth() == 0 {
                    self.inconsistent = true;
                    return Outcome::Unsat;
                }
                let (literals, back) = self.analyze(conflict);
                self.learn(&literals, back);
                self.heap.decay();
                left = left.saturating_sub(1);
                until_restart = until_restart.saturating_sub(1);
                if left == 0 {
                    return Outcome::Conflicts;
                }
                if left.is_multiple_of(64) && start.elapsed() >= time {
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
                    return Outcome::Unsat;
                }
            }
        }
    }

    fn value(&self, literal: Lit) -> bool {
        self.values.get(literal.code()).is_some_and(|&value| value == 1)
    }

    fn core(&mut self) -> Vec<Lit> {
        self.core.clone()
    }
}
