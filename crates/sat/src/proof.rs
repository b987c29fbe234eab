//! The log of what a SAT solver learned, in the order of DRAT: clauses that it was given, clauses
//! that it learned, clauses that it forgot. Each answer *unsatisfiable* ends in the clause that
//! proves it: some assumption of the core is false. Without assumptions that is the empty clause.
//!
//! A [`Checker`](crate::Checker) confirms a proof.

use crate::lit::Lit;

/// What a step of a proof does with its clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The clause is part of the formula.
    Given,
    /// The clause follows by unit propagation from those before it.
    Learned,
    /// The clause is not used any more.
    Deleted,
    /// The clause follows by unit propagation and answers a question.
    Concluded,
}

/// A step of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step<'a> {
    /// What is done.
    pub kind: Kind,
    /// With which clause.
    pub clause: &'a [Lit],
}

/// A proof, as far as it has come.
#[derive(Clone, Debug, Default)]
pub struct Proof {
    /// What each step does, and where the literals of its clause end.
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

    /// The steps from a number on; the first step is 0.
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
