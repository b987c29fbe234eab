//! Checks every answer with Z3.
//!
//! Z3 gets the query as an SMT-LIB script, so it shares only the expressions with the tiers.

use pikse_expr::{Expr, Exprs, smt_script};
use z3::SatResult;

use crate::query::{Answer, Query, Solver};
use crate::stats::TierStats;

/// Compares each answer of the next solver with Z3's.
#[derive(Debug)]
pub struct CrossCheck<S> {
    inner: S,
    stats: TierStats,
}

impl<S> CrossCheck<S> {
    /// Adds the check before a solver.
    pub fn new(inner: S) -> Self {
        Self { inner, stats: TierStats::new("cross-check") }
    }

    /// The next solver.
    pub fn inner(&mut self) -> &mut S {
        &mut self.inner
    }
}

/// Z3's answer for the conditions.
///
/// # Panics
/// If Z3 cannot read the script.
#[must_use]
pub fn ask(exprs: &Exprs, conditions: &[Expr]) -> SatResult {
    let solver = z3::Solver::new();
    solver.from_string(smt_script(exprs, conditions));
    // If Z3 cannot read a script, it has no assertions and reports no error.
    assert!(solver.get_assertions().len() >= conditions.len(), "Z3 could not read its script");
    solver.check()
}

impl<S: Solver> Solver for CrossCheck<S> {
    /// # Panics
    /// If Z3 gives another answer.
    fn check(&mut self, exprs: &mut Exprs, query: &Query<'_>) -> Answer {
        let answer = self.inner.check(exprs, query);
        let mut conditions: Vec<Expr> = query.conjuncts().collect();
        // For floating-point arithmetic, the answer is already Z3's.
        if conditions.iter().any(|&condition| exprs.has_float_arithmetic(condition)) {
            return answer;
        }
        let since = self.stats.enter();
        if query.path.is_impossible() {
            conditions.push(Expr::FALSE);
        }
        let other = ask(exprs, &conditions);
        let agree = !matches!(
            (&answer, other),
            (Answer::Sat(_), SatResult::Unsat) | (Answer::Unsat, SatResult::Sat)
        );
        assert!(agree, "Z3 says {other:?}, not {answer:?}, of\n{}", smt_script(exprs, &conditions));
        self.stats.leave(since, answer.is_known());
        answer
    }

    fn core(&self) -> Option<&[Expr]> {
        self.inner.core()
    }

    fn decides_floats(&self) -> bool {
        self.inner.decides_floats()
    }

    fn stats(&self, into: &mut Vec<TierStats>) {
        into.push(self.stats.clone());
        self.inner.stats(into);
    }
}
