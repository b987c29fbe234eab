//! Lists all solutions over some variables, without blocking clauses.
//!
//! Only the **primary** variables are decided, and after them the other inputs. After a solution,
//! the last primary decision that was not flipped yet is flipped: it becomes a decision for the
//! opposite value, and everything above it is dropped. So the decisions are a path in a binary tree
//! whose left parts are done, every solution comes once, and the memory does not grow with their
//! number. A flipped decision does not follow from the clauses, so clauses learned from conflicts
//! are still valid; but a jump back must not drop a flipped decision. Therefore a jump goes back to
//! the last flipped decision at most, and a conflict there ends its part of the tree.
//!
//! Learned facts cannot wait for level 0: they are put on the trail at once, with level 0, and again
//! after every jump back.

use std::time::Instant;

use super::{Cdcl, NO_REASON, NOBODY, POLL};
use crate::lit::Lit;
use crate::proof::Kind;
use crate::sat::{Cone, Limit, Outcome};

/// The state of a list.
#[derive(Debug, Default)]
pub(super) struct Listing {
    /// For each level, whether its decision was flipped.
    flipped: Vec<bool>,
    /// By variable.
    is_primary: Vec<bool>,
    /// Inputs that are decided after the primary variables.
    later: Vec<u32>,
    facts: Vec<Lit>,
    /// The trail is a solution that was given.
    is_found: bool,
    is_done: bool,
}

impl Cdcl {
    /// Starts a list of all solutions that differ in the primary variables. `later` are the other
    /// inputs: all variables of the cone have to follow from both by unit propagation. A new clause
    /// or another query ends the list.
    pub fn list(&mut self, cone: Cone<'_>, primary: &[u32], later: &[u32]) {
        self.end_list();
        self.back_to(0);
        self.look_at(cone);
        self.head = 0;
        let mut listing = Listing { later: later.to_vec(), ..Listing::default() };
        for &variable in primary {
            self.grow(variable);
        }
        for &variable in later {
            self.grow(variable);
        }
        listing.is_primary.resize(self.level.len(), false);
        for &variable in primary {
            listing.is_primary[variable as usize] = true;
            self.active[variable as usize] = self.question;
        }
        let first_on_top: Vec<u32> = primary.iter().rev().copied().collect();
        self.heap.refill(&first_on_top);
        self.listing = Some(Box::new(listing));
    }

    /// The next solution of the list. [`Outcome::Unsat`] means that there are no more. After a
    /// limit, the next call continues.
    pub fn next_listed(&mut self, limit: &Limit) -> Outcome {
        let Some(mut listing) = self.listing.take() else {
            return Outcome::Failed("no list of solutions was started".into());
        };
        let outcome = self.continue_list(&mut listing, limit);
        self.listing = Some(listing);
        outcome
    }

    /// Ends the list, if there is one. Its facts stay.
    pub(super) fn end_list(&mut self) {
        if let Some(listing) = self.listing.take() {
            self.back_to(0);
            for &fact in &listing.facts {
                match self.value(fact) {
                    0 => self.assign(fact, NO_REASON),
                    -1 => self.inconsistent = true,
                    _ => {}
                }
            }
        }
    }

    fn continue_list(&mut self, listing: &mut Listing, limit: &Limit) -> Outcome {
        if listing.is_done || self.inconsistent {
            return Outcome::Unsat;
        }
        if listing.is_found {
            listing.is_found = false;
            if !self.retreat(listing, self.depth()) {
                listing.is_done = true;
                return Outcome::Unsat;
            }
        }
        let start = Instant::now();
        let mut left = limit.conflicts;
        let mut poll = self.visits + POLL;
        loop {
            let conflict = self.propagate();
            if self.visits >= poll {
                poll = self.visits + POLL;
                // A conflict is not lost: its clause is still false if propagation starts again.
                if limit.halt.is_requested() || start.elapsed() >= limit.time {
                    self.head = 0;
                    return Outcome::Time;
                }
            }
            if let Some(conflict) = conflict {
                self.conflicts += 1;
                if !self.resolve(listing, conflict) {
                    listing.is_done = true;
                    return Outcome::Unsat;
                }
                self.heap.decay();
                if self.learned.len() > self.room {
                    self.forget();
                }
                left = left.saturating_sub(1);
                if left == 0 {
                    return Outcome::Conflicts;
                }
                continue;
            }
            let Some(literal) = self.next_of_list(listing) else {
                listing.is_found = true;
                return Outcome::Sat;
            };
            self.levels.push(self.trail.len());
            listing.flipped.push(false);
            self.assign(literal, NO_REASON);
        }
    }

    fn next_of_list(&mut self, listing: &Listing) -> Option<Lit> {
        while let Some(variable) = self.heap.pop() {
            let literal = Lit::new(variable, !self.phase[variable as usize]);
            if self.value(literal) == 0 {
                return Some(literal);
            }
        }
        let open = listing.later.iter().find(|&&later| self.value(Lit::new(later, false)) == 0)?;
        Some(Lit::new(*open, !self.phase[*open as usize]))
    }

    /// Continues after a conflict; false if nothing is left.
    fn resolve(&mut self, listing: &mut Listing, conflict: u32) -> bool {
        let level_of = |solver: &Self, literal: Lit| solver.level[literal.variable() as usize];
        let level = self.literals(conflict).map(|literal| level_of(self, literal)).max();
        let level = level.unwrap_or(0);
        if level == 0 {
            return false;
        }
        if level < self.depth() {
            // The levels above have no part in it.
            if let Err(level) = self.cut(listing, level) {
                return self.retreat(listing, level);
            }
        }
        let flipped = listing.flipped.iter().rposition(|&flipped| flipped);
        let flipped = flipped.map_or(0, |at| at as u32 + 1);
        if flipped == level {
            // To learn here, too, made lists of trees slower by half.
            return self.retreat(listing, level);
        }
        let (literals, back) = self.analyze(conflict);
        self.log(Kind::Learned, &literals);
        let levels = self.distinct_levels(&literals);
        if literals.len() == 1 {
            listing.facts.push(literals[0]);
        }
        if let Err(level) = self.cut(listing, back.max(flipped)) {
            return self.retreat(listing, level);
        }
        if literals.len() > 1 {
            let clause = self.attach_learned(&literals, levels);
            match self.value(literals[0]) {
                0 => self.assign(literals[0], clause),
                // A fact that was asserted above is among the other literals.
                -1 => return self.retreat(listing, self.depth()),
                _ => {}
            }
        }
        true
    }

    /// Backtracks to a level and asserts the facts; if one of them is false, gives its level.
    fn cut(&mut self, listing: &mut Listing, level: u32) -> Result<(), u32> {
        self.back_to_listed(listing, level);
        listing.flipped.truncate(self.levels.len());
        for &fact in &listing.facts {
            match self.value(fact) {
                0 => {
                    self.assign(fact, NO_REASON);
                    self.level[fact.variable() as usize] = 0;
                }
                -1 => return Err(self.level[fact.variable() as usize]),
                _ => {}
            }
        }
        Ok(())
    }

    /// As `back_to`, but only primary variables return to the heap.
    fn back_to_listed(&mut self, listing: &Listing, depth: u32) {
        if self.depth() <= depth {
            return;
        }
        let start = self.levels[depth as usize];
        for &literal in &self.trail[start..] {
            let variable = literal.variable();
            self.values[literal.code()] = 0;
            self.values[(!literal).code()] = 0;
            self.phase[variable as usize] = !literal.is_negated();
            if listing.is_primary.get(variable as usize) == Some(&true) {
                self.heap.insert(variable);
            }
        }
        self.trail.truncate(start);
        self.levels.truncate(depth as usize);
        self.head = start;
    }

    /// Flips the last primary decision up to a level that was not flipped yet; false if there is
    /// none.
    fn retreat(&mut self, listing: &mut Listing, level: u32) -> bool {
        let mut level = level;
        loop {
            let is_open = |level: u32| {
                let decision = self.trail[self.levels[level as usize - 1]];
                !listing.flipped[level as usize - 1]
                    && listing.is_primary[decision.variable() as usize]
            };
            while level > 0 && !is_open(level) {
                level -= 1;
            }
            if level == 0 {
                return false;
            }
            let decision = self.trail[self.levels[level as usize - 1]];
            level -= 1;
            if let Err(lower) = self.cut(listing, level) {
                level = level.min(lower);
                continue;
            }
            match self.value(!decision) {
                0 => {
                    self.levels.push(self.trail.len());
                    listing.flipped.push(true);
                    self.assign(!decision, NO_REASON);
                    return true;
                }
                1 => return true,
                _ => {}
            }
        }
    }

    /// The number of decision levels of a clause's literals.
    pub(super) fn distinct_levels(&self, literals: &[Lit]) -> u32 {
        let mut distinct: Vec<u32> =
            literals.iter().map(|literal| self.level[literal.variable() as usize]).collect();
        distinct.sort_unstable();
        distinct.dedup();
        distinct.len() as u32
    }

    /// Stores a learned clause of at least two literals.
    pub(super) fn attach_learned(&mut self, literals: &[Lit], levels: u32) -> u32 {
        let clause = self.attach(literals, NOBODY);
        if clause & super::BINARY == 0 {
            self.learned.push(super::Learned { clause, levels });
        }
        clause
    }
}
