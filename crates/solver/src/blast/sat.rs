//! The SAT solver, behind what this tier needs of one.

use std::time::Duration;

use super::gates::Lit;

/// What the SAT solver says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// There is a solution; values can be asked for.
    Sat,
    /// There is none under the assumptions; a core can be asked for.
    Unsat,
    /// The time is over.
    Time,
    /// The number of conflicts is reached.
    Conflicts,
    /// The solver failed.
    Failed(String),
}

/// An incremental SAT solver.
pub trait Sat: Default {
    /// Adds a clause. If it is part of the definition of a variable, that is its owner; owned
    /// clauses can always be satisfied by a choice of their owners.
    fn clause(&mut self, owner: Option<Lit>, literals: &[Lit]) -> Result<(), String>;

    /// Whether there is a solution in which the assumptions hold. The cone has all variables that
    /// the assumptions depend on by definitions; a solver may look at these alone.
    fn solve(
        &mut self,
        assumptions: &[Lit],
        cone: &[u32],
        time: Duration,
        conflicts: u64,
    ) -> Outcome;

    /// The value of a variable in the solution; a variable that does not matter is false.
    fn value(&self, literal: Lit) -> bool;

    /// Assumptions that cannot hold together.
    fn core(&mut self) -> Vec<Lit>;
}
