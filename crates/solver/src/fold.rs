//! The first tier: constants and conditions that are in the path.

use pikse_expr::{Expr, Exprs};

use crate::query::{Answer, Query, Solver};
use crate::stats::TierStats;

/// Decides constants, and conditions that are in the path or whose negations are.
#[derive(Debug)]
pub struct Fold<S> {
    inner: S,
    stats: TierStats,
    core: Option<Vec<Expr>>,
}

impl<S> Fold<S> {
    /// Adds this tier before another one.
    pub fn new(inner: S) -> Self {
        Self { inner, stats: TierStats::new("fold"), core: None }
    }

    /// The next tier.
    pub fn inner(&mut self) -> &mut S {
        &mut self.inner
    }
}

impl<S: Solver> Solver for Fold<S> {
    fn check(&mut self, exprs: &mut Exprs, query: &Query<'_>) -> Answer {
        self.core = None;
        let since = self.stats.enter();
        let answer = self.decide(exprs, query);
        self.stats.leave(since, answer.is_some());
        answer.unwrap_or_else(|| self.inner.check(exprs, query))
    }

    fn core(&self) -> Option<&[Expr]> {
        self.core.as_deref().or_else(|| self.inner.core())
    }

    fn decides_floats(&self) -> bool {
        self.inner.decides_floats()
    }

    fn stats(&self, into: &mut Vec<TierStats>) {
        into.push(self.stats.clone());
        self.inner.stats(into);
    }
}

impl<S> Fold<S> {
    fn decide(&mut self, exprs: &mut Exprs, query: &Query<'_>) -> Option<Answer> {
        let condition = query.condition;
        if condition == Expr::FALSE || query.path.is_impossible() {
            self.core = Some(vec![Expr::FALSE]);
            return Some(Answer::Unsat);
        }
        if condition == Expr::TRUE {
            return query.path.model().cloned().map(Answer::Sat);
        }
        match query.path.says(exprs, condition)? {
            true => query.path.model().cloned().map(Answer::Sat),
            false => {
                self.core = Some(vec![condition, exprs.not(condition)]);
                Some(Answer::Unsat)
            }
        }
    }
}
