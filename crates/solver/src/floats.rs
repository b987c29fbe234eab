//! The tier for floating-point numbers: Z3.
//!
//! Comparisons only look at bits, and later tiers decide them. Arithmetic needs circuits of
//! thousands of gates per operator, with subtle cases; Z3 has them. Z3 gets a query with such
//! operators as an SMT-LIB script, in which every symbolic byte is a constant. All other queries go
//! to the next tier. A model from Z3 is evaluated before it is used.

use std::time::Duration;

use pikse_expr::{ByteScript, Evaluator, Expr, Exprs, smt_byte_script};
use z3::ast::BV;
use z3::{Params, SatResult, Tactic};

use crate::query::{Answer, Limits, Query, Solver, Why};
use crate::stats::TierStats;

/// Decides queries with floating-point arithmetic.
#[derive(Debug)]
pub struct Floats<S> {
    inner: S,
    time: Duration,
    stats: TierStats,
    evaluator: Evaluator,
    /// Whether the last query went to the next tier.
    passed: bool,
}

impl<S> Floats<S> {
    /// Adds this tier before another one; only the time limit applies.
    pub fn new(limits: &Limits, inner: S) -> Self {
        Self {
            inner,
            time: limits.time,
            stats: TierStats::new("floats"),
            evaluator: Evaluator::new(),
            passed: false,
        }
    }

    /// The next tier.
    pub fn inner(&mut self) -> &mut S {
        &mut self.inner
    }

    fn decide(&mut self, exprs: &mut Exprs, query: &Query<'_>) -> Answer {
        if query.path.is_impossible() {
            return Answer::Unsat;
        }
        let conjuncts: Vec<Expr> = query.conjuncts().collect();
        let script = smt_byte_script(exprs, &conjuncts);
        // Arrays need the general solver; without them, the bit-vector solver is much faster.
        let solver = match script.has_arrays {
            true => z3::Solver::new(),
            false => Tactic::new("qffpbv").solver(),
        };
        let mut limits = Params::new();
        limits.set_u32("timeout", self.time.as_millis().try_into().unwrap_or(u32::MAX));
        solver.set_params(&limits);
        solver.from_string(script.text);
        // If Z3 cannot read a script, it has no assertions and reports no error.
        if solver.get_assertions().len() < conjuncts.len() {
            return Answer::Unknown(Why::Backend("Z3 could not read its script".to_owned()));
        }
        match solver.check() {
            SatResult::Unsat => Answer::Unsat,
            SatResult::Unknown => Answer::Unknown(match solver.get_reason_unknown().as_deref() {
                Some("timeout" | "canceled") | None => Why::Time,
                Some(reason) => Why::Backend(format!("Z3 says `{reason}`")),
            }),
            SatResult::Sat => {
                let Some(values) = solver.get_model() else {
                    return Answer::Unknown(Why::Backend("Z3 gives no values".to_owned()));
                };
                let byte = |symbol: usize| {
                    let constant = BV::new_const(ByteScript::name(symbol), 8);
                    let value = values.eval(&constant, true).and_then(|value| value.as_u64());
                    (symbol, value.unwrap_or_default() as u8)
                };
                let changes: Vec<(usize, u8)> = script.symbols.iter().map(|&s| byte(s)).collect();
                let model = query.path.model().cloned().unwrap_or_default().with(&changes);
                match conjuncts.iter().all(|&c| self.evaluator.holds(exprs, &model, c)) {
                    true => Answer::Sat(model),
                    false => Answer::Unknown(Why::WrongModel),
                }
            }
        }
    }
}

impl<S: Solver> Solver for Floats<S> {
    fn check(&mut self, exprs: &mut Exprs, query: &Query<'_>) -> Answer {
        let since = self.stats.enter();
        self.passed = !query.conjuncts().any(|conjunct| exprs.has_float_arithmetic(conjunct));
        if self.passed {
            self.stats.leave(since, false);
            return self.inner.check(exprs, query);
        }
        let answer = self.decide(exprs, query);
        self.stats.leave(since, answer.is_known());
        answer
    }

    fn core(&self) -> Option<&[Expr]> {
        self.inner.core().filter(|_| self.passed)
    }

    fn decides_floats(&self) -> bool {
        true
    }

    fn stats(&self, into: &mut Vec<TierStats>) {
        into.push(self.stats.clone());
        self.inner.stats(into);
    }
}
