//! The interface of a SAT solver.

use std::time::Duration;

use pikse_base::Halt;

use crate::lit::Lit;

/// The answer of the SAT solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// There is a solution; [`Sat::value`] gives it.
    Sat,
    /// There is none under the assumptions; [`Sat::failed_assumptions`] gives a core.
    Unsat,
    /// The time limit is reached, or a stop was requested.
    Time,
    /// The conflict limit is reached.
    Conflicts,
    /// The solver failed.
    Failed(String),
}

/// The limits of a query.
#[derive(Clone, Debug)]
pub struct Limit {
    /// Wall-clock time. The solver looks at the clock every few thousand steps.
    pub time: Duration,
    /// The number of conflicts.
    pub conflicts: u64,
    /// A request to stop.
    pub halt: Halt,
}

impl Limit {
    /// No limit.
    pub const NONE: Self = Self { time: Duration::MAX, conflicts: u64::MAX, halt: Halt::NEVER };
}

/// The variables of a query.
#[derive(Clone, Copy, Debug)]
pub enum Cone<'a> {
    /// All of them.
    All,
    /// Only these: the assumptions, all variables that they depend on by definitions, and the
    /// variables of clauses without an owner. The others have no value in the solution.
    Only(&'a [u32]),
}

/// An incremental SAT solver: clauses may be added between queries.
pub trait Sat: Default {
    /// Adds a clause. If it is part of the definition of a variable, that variable owns it; owned
    /// clauses can always be satisfied by a choice of their owners.
    ///
    /// # Errors
    ///
    /// If the solver runs out of room, or fails.
    fn clause(&mut self, owner: Option<Lit>, literals: &[Lit]) -> Result<(), String>;

    /// Whether there is a solution in which the assumptions hold. A solver may consider all
    /// variables, whatever the cone.
    fn solve(&mut self, assumptions: &[Lit], cone: Cone<'_>, limit: Limit) -> Outcome;

    /// Whether a literal holds in the solution, after [`Outcome::Sat`]. The value of a variable
    /// that does not matter is false.
    fn value(&self, literal: Lit) -> bool;

    /// Assumptions that cannot hold together, after [`Outcome::Unsat`]: an unsatisfiable core.
    /// Empty if the clauses have no solution under any assumptions.
    fn failed_assumptions(&mut self) -> Vec<Lit>;
}
