//! Confirms proofs of a SAT solver by reverse unit propagation (RUP).
//!
//! A clause follows from others if assuming that all of its literals are false leads to a false
//! clause by unit propagation. The checker trusts nothing else: neither that a clause belongs to
//! the formula, nor that a deleted clause existed.
//!
//! **Invariant:** this module shares no code with the solver. It is written for readability.

use std::collections::{HashMap, HashSet};
use std::fmt;

use crate::lit::Lit;
use crate::proof::{Kind, Proof, Step};

/// Why a proof is rejected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It starts from a clause that is not in the formula.
    Foreign(Vec<Lit>),
    /// A clause does not follow by unit propagation.
    NotImplied(Vec<Lit>),
    /// It deletes a clause that does not exist.
    NotThere(Vec<Lit>),
    /// It does not end in a clause over negated assumptions.
    NoConclusion,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Foreign(clause) => write!(f, "{clause:?} is not in the formula"),
            Self::NotImplied(clause) => write!(f, "{clause:?} does not follow"),
            Self::NotThere(clause) => write!(f, "{clause:?} is deleted, but does not exist"),
            Self::NoConclusion => write!(f, "it does not end in a clause of assumptions"),
        }
    }
}

impl std::error::Error for Refusal {}

/// Confirms that a formula has no solution under assumptions.
///
/// # Errors
///
/// If the proof does not show that.
pub fn refutes(formula: &[Vec<Lit>], assumptions: &[Lit], proof: &Proof) -> Result<(), Refusal> {
    let mut checker = Checker::default();
    for clause in formula {
        checker.allow(clause);
    }
    for step in proof.steps() {
        checker.step(step)?;
    }
    checker.refuted(assumptions)
}

/// Follows a proof step by step, so that the answers of an incremental solver can be confirmed one
/// by one.
#[derive(Debug, Default)]
pub struct Checker {
    /// The formula: clauses that a proof may start from.
    formula: HashSet<Vec<Lit>>,
    /// All clauses so far; deleted ones are empty.
    clauses: Vec<Vec<Lit>>,
    /// The clauses with these literals.
    places: HashMap<Vec<Lit>, Vec<usize>>,
    /// For each literal, the clauses to visit when it becomes false: each clause of two or more
    /// literals has its first two watched.
    watches: Vec<Vec<usize>>,
    /// The true literals, as a table and in order.
    holds: Vec<bool>,
    trail: Vec<Lit>,
    /// The number of trail literals that are already propagated.
    done: usize,
    /// Whether the clauses contradict each other by unit propagation alone.
    contradiction: bool,
    /// Whether a clause was deleted since the trail was made. The trail may depend on it.
    stale: bool,
    /// The clause of the last step, if it answered a query.
    conclusion: Option<Vec<Lit>>,
}

/// A clause in normal form, for lookup.
fn sorted(clause: &[Lit]) -> Vec<Lit> {
    let mut clause = clause.to_vec();
    clause.sort_unstable();
    clause.dedup();
    clause
}

impl Checker {
    /// Adds a clause to the formula. A proof may start from it.
    pub fn allow(&mut self, clause: &[Lit]) {
        self.formula.insert(sorted(clause));
    }

    /// Follows one step of a proof.
    ///
    /// # Errors
    ///
    /// If the step is wrong.
    pub fn step(&mut self, step: Step<'_>) -> Result<(), Refusal> {
        let clause = sorted(step.clause);
        self.conclusion = None;
        match step.kind {
            Kind::Given if !self.formula.contains(&clause) => return Err(Refusal::Foreign(clause)),
            Kind::Given => self.add(clause),
            Kind::Learned if !self.implied(&clause) => return Err(Refusal::NotImplied(clause)),
            Kind::Learned => self.add(clause),
            Kind::Deleted => self.delete(clause)?,
            Kind::Concluded if !self.implied(&clause) => return Err(Refusal::NotImplied(clause)),
            Kind::Concluded => self.conclusion = Some(clause),
        }
        Ok(())
    }

    /// Whether the steps so far show that the assumptions cannot hold together.
    ///
    /// # Errors
    ///
    /// If the last step is not a conclusion about these assumptions.
    pub fn refuted(&self, assumptions: &[Lit]) -> Result<(), Refusal> {
        match &self.conclusion {
            Some(clause) if clause.iter().all(|&literal| assumptions.contains(&!literal)) => Ok(()),
            _ => Err(Refusal::NoConclusion),
        }
    }

    fn add(&mut self, clause: Vec<Lit>) {
        let number = self.clauses.len();
        self.places.entry(clause.clone()).or_default().push(number);
        self.refresh();
        for literal in &clause {
            self.know(*literal);
        }
        // A literal that is already false must not be watched if there is another.
        let mut clause = clause;
        clause.sort_by_key(|&literal| self.is_false(literal));
        for literal in clause.iter().take(2).filter(|_| clause.len() > 1) {
            self.watches[literal.code()].push(number);
        }
        let open = clause.iter().filter(|&&literal| !self.is_false(literal)).count();
        let first = clause.first().copied();
        self.clauses.push(clause);
        match (open, first) {
            (1, Some(literal)) => self.assume(literal),
            (0, _) => self.contradiction = true,
            _ => {}
        }
        self.contradiction |= self.propagate();
    }

    fn delete(&mut self, clause: Vec<Lit>) -> Result<(), Refusal> {
        let Some(number) = self.places.get_mut(&clause).and_then(Vec::pop) else {
            return Err(Refusal::NotThere(clause));
        };
        for literal in self.clauses[number].iter().take(2) {
            self.watches[literal.code()].retain(|&other| other != number);
        }
        self.clauses[number].clear();
        self.stale = true;
        Ok(())
    }

    /// Whether a clause follows by unit propagation.
    fn implied(&mut self, clause: &[Lit]) -> bool {
        self.refresh();
        if self.contradiction {
            return true;
        }
        let before = self.trail.len();
        let mut conflict = false;
        for &literal in clause {
            self.know(literal);
            conflict |= self.holds[literal.code()];
            self.assume(!literal);
        }
        let implied = conflict || self.propagate();
        for literal in self.trail.drain(before..) {
            self.holds[literal.code()] = false;
        }
        self.done = before;
        implied
    }

    /// Rebuilds the trail, if it may depend on a deleted clause.
    fn refresh(&mut self) {
        if !self.stale {
            return;
        }
        self.stale = false;
        self.trail.clear();
        self.done = 0;
        self.holds.fill(false);
        self.contradiction = self.places.get(&Vec::new()).is_some_and(|there| !there.is_empty());
        for number in 0..self.clauses.len() {
            if let [unit] = self.clauses[number][..] {
                self.contradiction |= self.is_false(unit);
                self.assume(unit);
            }
        }
        self.contradiction |= self.propagate();
    }

    /// Makes room for a literal.
    fn know(&mut self, literal: Lit) {
        let count = literal.code().max((!literal).code()) + 1;
        if self.holds.len() < count {
            self.holds.resize(count, false);
            self.watches.resize_with(count, Vec::new);
        }
    }

    fn is_false(&self, literal: Lit) -> bool {
        self.holds[(!literal).code()]
    }

    /// Makes a literal true, unless it or its negation already is.
    fn assume(&mut self, literal: Lit) {
        if !self.holds[literal.code()] && !self.is_false(literal) {
            self.holds[literal.code()] = true;
            self.trail.push(literal);
        }
    }

    /// Unit propagation; returns whether a clause is false.
    fn propagate(&mut self) -> bool {
        let mut conflict = false;
        while !conflict && let Some(&literal) = self.trail.get(self.done) {
            self.done += 1;
            let fallen = !literal;
            for number in std::mem::take(&mut self.watches[fallen.code()]) {
                let mut clause = std::mem::take(&mut self.clauses[number]);
                // The literal that became false moves to the second position, then another one that
                // may be true replaces it.
                if clause[0] == fallen {
                    clause.swap(0, 1);
                }
                if let Some(at) = (2..clause.len()).find(|&at| !self.is_false(clause[at])) {
                    clause.swap(1, at);
                }
                self.watches[clause[1].code()].push(number);
                if clause[1] == fallen {
                    conflict |= self.is_false(clause[0]);
                    self.assume(clause[0]);
                }
                self.clauses[number] = clause;
            }
        }
        conflict
    }
}
