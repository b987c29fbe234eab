//! Conflict analysis: the learned clause, and the failed assumptions.

use super::{Cdcl, NO_REASON};
use crate::lit::Lit;

impl Cdcl {
    /// The learned clause of a conflict, and the level at which it becomes unit.
    pub(super) fn analyze(&mut self, conflict: u32) -> (Vec<Lit>, u32) {
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
        // A literal that follows from others of the clause is redundant.
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

    /// The assumptions that imply that one of them is false.
    pub(super) fn explain(&mut self, failed: Lit) {
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
                // While an assumption is open, all decisions are assumptions.
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
}
