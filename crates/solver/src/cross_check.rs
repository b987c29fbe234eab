//! Another opinion on every answer: Z3.
//!
//! It gets the query as an SMT-LIB script, so it shares nothing with the tiers but the expressions.

use pikse_expr::{Expr, Exprs, smt_script};
use z3::SatResult;

use crate::query::{Answer, Query, Solver};
use crate::stats::TierStats;

/// Asks Z3 what it thinks of each answer of the solver behind it.
#[derive(Debug)]
pub struct CrossCheck<S> {
    inner: S,
    stats: TierStats,
}

impl<S> CrossCheck<S> {
    /// In front of a solver.
    pub fn new(inner: S) -> Self {
        Self { inner, stats: TierStats::new("cross-check") }
    }

    /// The solver behind it.
    pub fn inner(&mut self) -> &mut S {
        &mut self.inner
    }
}

/// What Z3 says of the conditions.
///
/// # Panics
/// If Z3 does not understand the script.
#[must_use]
pub fn ask(exprs: &Exprs, conditions: &[Expr]) -> SatResult {
    let solver = z3::Solver::new();
    solver.from_string(smt_script(exprs, conditions));
    // A script that Z3 cannot read leaves it without assertions, and without a complaint.
    assert!(solver.get_assertions().len() >= conditions.len(), "Z3 could not read its script");
    solver.check()
}

impl<S: Solver> Solver for CrossCheck<S> {
    /// # Panics
    /// If Z3 comes to another answer.
    fn check(&mut self, exprs: &mut Exprs, query: &Query<'_>) -> Answer {
        let answer = self.inner.check(exprs, query);
        let mut conditions: Vec<Expr> = query.conjuncts().collect();
        // Of floating-point numbers, the answer is Z3's own.
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
