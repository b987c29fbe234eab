//! Third-party SAT solvers, through `rustsat`.

use std::time::Instant;

use rustsat::solvers::{LimitConflicts, Solve, SolveIncremental, SolverResult};
use rustsat::types::{Lit as SatLit, TernaryVal};

use crate::lit::Lit;
use crate::sat::{Cone, Limit, Outcome, Sat};

/// Conflicts between two checks of the clock.
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
    fn clause(&mut self, _: Option<Lit>, literals: &[Lit]) -> Result<(), String> {
        let clause = literals.iter().map(|&literal| lit(literal)).collect();
        self.solver.add_clause(clause).map_err(|error| error.to_string())
    }

    fn solve(&mut self, assumptions: &[Lit], _: Cone<'_>, limit: Limit) -> Outcome {
        let assumptions: Vec<SatLit> = assumptions.iter().map(|&literal| lit(literal)).collect();
        let start = Instant::now();
        let mut left = limit.conflicts;
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
            if limit.halt.is_requested() || start.elapsed() >= limit.time {
                return Outcome::Time;
            }
        }
    }

    fn value(&self, literal: Lit) -> bool {
        matches!(self.solver.lit_val(lit(literal)), Ok(TernaryVal::True))
    }

    fn failed_assumptions(&mut self) -> Vec<Lit> {
        // The core is a clause: the negations of assumptions.
        let core = self.solver.core().unwrap_or_default();
        core.into_iter().map(|literal| Lit::new(literal.vidx32(), literal.is_pos())).collect()
    }
}
