//! The SAT solver, behind what this tier needs of one.

use std::time::{Duration, Instant};

use rustsat::solvers::{LimitConflicts, Solve, SolveIncremental, SolverResult};
use rustsat::types::{Lit as SatLit, TernaryVal, Var};

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
    /// Adds a clause.
    fn clause(&mut self, literals: &[Lit]) -> Result<(), String>;

    /// Whether there is a solution in which the assumptions hold.
    fn solve(&mut self, assumptions: &[Lit], time: Duration, conflicts: u64) -> Outcome;

    /// The value of a variable in the solution; a variable that does not matter is false.
    fn value(&self, literal: Lit) -> bool;

    /// Assumptions that cannot hold together.
    fn core(&mut self) -> Vec<Lit>;
}

/// Conflicts between two looks at the clock.
const ROUND: u64 = 2_000;

/// A solver of `rustsat` whose conflicts can be limited.
#[derive(Debug, Default)]
pub struct Limited<S> {
    solver: S,
}

fn lit(literal: Lit) -> SatLit {
    SatLit::new(literal.variable(), literal.is_negated())
}

impl<S> Sat for Limited<S>
where
    S: Default + Solve + SolveIncremental + LimitConflicts,
{
    fn clause(&mut self, literals: &[Lit]) -> Result<(), String> {
        let clause = literals.iter().map(|&literal| lit(literal)).collect();
        self.solver.add_clause(clause).map_err(|error| error.to_string())
    }

    fn solve(&mut self, assumptions: &[Lit], time: Duration, conflicts: u64) -> Outcome {
        let assumptions: Vec<SatLit> = assumptions.iter().map(|&literal| lit(literal)).collect();
        let start = Instant::now();
        let mut left = conflicts;
        loop {
            let round = left.min(ROUND);
            if round == 0 {
                return Outcome::Conflicts;
            }
            left -= round;
            let result = self
                .solver
                .limit_conflicts(Some(round as u32))
                .and_then(|()| self.solver.solve_assumps(&assumptions));
            match result {
                Ok(SolverResult::Sat) => return Outcome::Sat,
                Ok(SolverResult::Unsat) => return Outcome::Unsat,
                Ok(SolverResult::Interrupted) => {}
                Err(error) => return Outcome::Failed(error.to_string()),
            }
            if start.elapsed() >= time {
                return Outcome::Time;
            }
        }
    }

    fn value(&self, literal: Lit) -> bool {
        let value = self.solver.lit_val(lit(literal));
        matches!(value, Ok(TernaryVal::True))
    }

    fn core(&mut self) -> Vec<Lit> {
        // The core is a clause: the negations of assumptions.
        let core = self.solver.core().unwrap_or_default();
        core.into_iter().map(|literal| of_sat(!literal)).collect()
    }
}

fn of_sat(literal: SatLit) -> Lit {
    let Var { .. } = literal.var();
    Lit::new(literal.vidx32(), literal.is_neg())
}
