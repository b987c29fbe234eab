//! The third tier: known models.
//!
//! Evaluating a condition costs a fraction of solving it. The path's own model decides one side of
//! every fork; recent models often decide the other, since sibling paths ask about the same
//! symbols.

use std::collections::VecDeque;

use pikse_expr::{Evaluator, Expr, Exprs, Model};

use crate::query::{Answer, Query, Solver};
use crate::stats::TierStats;

/// The number of recent models that are tried.
const RECENT: usize = 6;

/// Tries known models before the next tier.
#[derive(Debug)]
pub struct Reuse<S> {
    inner: S,
    stats: TierStats,
    recent: VecDeque<Model>,
    own: Evaluator,
    others: Evaluator,
}

impl<S> Reuse<S> {
    /// Adds this tier before another one.
    pub fn new(inner: S) -> Self {
        Self {
            inner,
            stats: TierStats::new("reuse"),
            recent: VecDeque::new(),
            own: Evaluator::new(),
            others: Evaluator::new(),
        }
    }

    /// The next tier.
    pub fn inner(&mut self) -> &mut S {
        &mut self.inner
    }

    /// Whether a condition holds under the path's own model, if it has one.
    pub fn holds(&mut self, exprs: &Exprs, query: &Query<'_>) -> Option<bool> {
        let model = query.path.model()?;
        Some(self.own.holds(exprs, model, query.condition))
    }

    fn decide(&mut self, exprs: &mut Exprs, query: &Query<'_>) -> Option<Answer> {
        if self.holds(exprs, query) == Some(true) {
            return query.path.model().cloned().map(Answer::Sat);
        }
        // Without a model for the rest of the path, a partial model is useless.
        let base = query.path.model()?;
        let symbols = exprs.symbols(query.condition);
        let mut found = None;
        let relevant = query.path.relevant(exprs, symbols);
        for (at, model) in self.recent.iter().enumerate() {
            let mut conjuncts = relevant
                .iter()
                .flat_map(|component| component.conjuncts())
                .chain([query.condition].into_iter().filter(|&c| c != Expr::TRUE));
            // Most models fail at the condition, so it comes first.
            if self.others.holds(exprs, model, query.condition)
                && conjuncts.all(|conjunct| self.others.holds(exprs, model, conjunct))
            {
                found = Some(at);
                break;
            }
        }
        let model = self.recent.remove(found?)?;
        let touched = relevant.iter().map(|component| component.symbols());
        let all = touched.fold(symbols, |all, more| exprs.union(all, more));
        let answer = base.overlaid(&model, exprs.ranges(all));
        self.recent.push_front(model);
        Some(Answer::Sat(answer))
    }
}

impl<S: Solver> Solver for Reuse<S> {
    fn check(&mut self, exprs: &mut Exprs, query: &Query<'_>) -> Answer {
        let since = self.stats.enter();
        let answer = self.decide(exprs, query);
        self.stats.leave(since, answer.is_some());
        if let Some(answer) = answer {
            return answer;
        }
        let answer = self.inner.check(exprs, query);
        if let Answer::Sat(model) = &answer {
            self.recent.truncate(RECENT - 1);
            self.recent.push_front(model.clone());
        }
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
