//! The proof log of a SAT solver, in the order of DRAT: input clauses, learned clauses, deleted
//! clauses. Each answer *unsatisfiable* ends with the clause that proves it: some assumption of the
//! core is false. Without assumptions that is the empty clause.
//!
//! A [`Checker`](crate::Checker) confirms a proof.

use crate::lit::Lit;

/// The kind of a step of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The clause is part of the formula.
    Given,
    /// The clause follows by unit propagation from those before it.
    Learned,
    /// The clause is deleted.
    Deleted,
    /// The clause follows by unit propagation and answers a query.
    Concluded,
}

/// A step of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step<'a> {
    /// The kind of the step.
    pub kind: Kind,
    /// Its clause.
    pub clause: &'a [Lit],
}

/// A proof so far.
#[derive(Clone, Debug, Default)]
pub struct Proof {
    /// The kind of each step, and where the literals of its clause end.
    steps: Vec<(Kind, usize)>,
    literals: Vec<Lit>,
}

impl Proof {
    /// How many steps there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether nothing was logged yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// Adds a step.
    pub fn push(&mut self, kind: Kind, clause: impl IntoIterator<Item = Lit>) {
        self.literals.extend(clause);
        self.steps.push((kind, self.literals.len()));
    }

    /// The steps from an index on; the first step is 0.
    pub fn steps_from(&self, first: usize) -> impl Iterator<Item = Step<'_>> {
        (first..self.steps.len()).map(|at| {
            let start = if at == 0 { 0 } else { self.steps[at - 1].1 };
            let (kind, end) = self.steps[at];
            Step { kind, clause: &self.literals[start..end] }
        })
    }

    /// All steps.
    pub fn steps(&self) -> impl Iterator<Item = Step<'_>> {
        self.steps_from(0)
    }
}
