//! The fourth tier: removes what does not concern the condition.

use std::sync::Arc;

use pikse_expr::{Expr, Exprs, Model, Symbols};

use crate::path::Component;
use crate::query::{Answer, Query, Solver};
use crate::stats::TierStats;

/// Removes the components of the path that share no symbol with the condition.
#[derive(Debug)]
pub struct Slice<S> {
    inner: S,
    stats: TierStats,
}

impl<S> Slice<S> {
    /// Adds this tier before another one.
    pub fn new(inner: S) -> Self {
        Self { inner, stats: TierStats::new("slice") }
    }

    /// The next tier.
    pub fn inner(&mut self) -> &mut S {
        &mut self.inner
    }
}

impl<S: Solver> Solver for Slice<S> {
    fn check(&mut self, exprs: &mut Exprs, query: &Query<'_>) -> Answer {
        let since = self.stats.enter();
        let symbols = exprs.symbols(query.condition);
        let relevant: Vec<Arc<Component>> =
            query.path.relevant(exprs, symbols).into_iter().cloned().collect();
        self.stats.leave(since, false);
        let is_all = relevant.len() == query.path.component_count();
        if is_all || query.path.is_impossible() {
            return self.inner.check(exprs, query);
        }
        if relevant.is_empty() && query.condition == Expr::TRUE {
            return self.combine(exprs, query, symbols, Model::new());
        }
        let all = relevant.iter().fold(symbols, |all, part| exprs.union(all, part.symbols()));
        let part = query.path.part(relevant);
        let answer = self.inner.check(exprs, &Query { path: &part, condition: query.condition });
        match (answer, query.path.model()) {
            (Answer::Sat(model), Some(base)) => {
                Answer::Sat(base.overlaid(&model, exprs.ranges(all)))
            }
            (Answer::Sat(model), None) => self.combine(exprs, query, symbols, model),
            (answer, _) => answer,
        }
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

impl<S: Solver> Slice<S> {
    /// Solves the components without these symbols one by one, and combines the models.
    fn combine(
        &mut self,
        exprs: &mut Exprs,
        query: &Query<'_>,
        symbols: Symbols,
        model: Model,
    ) -> Answer {
        let mut model = model;
        for component in query.path.components() {
            if exprs.intersect(component.symbols(), symbols) {
                continue;
            }
            let part = query.path.part(vec![Arc::clone(component)]);
            match self.inner.check(exprs, &Query { path: &part, condition: Expr::TRUE }) {
                Answer::Sat(values) => {
                    model = model.overlaid(&values, exprs.ranges(component.symbols()));
                }
                other => return other,
            }
        }
        Answer::Sat(model)
    }
}
