//! The second tier: conditions on one byte.
//!
//! Programs that read text ask these queries most often, and ask them through tables: is this byte a
//! letter, and which class does the table give it? Such a condition holds for a **set** of the
//! byte's 256 values. The set is computed once, by evaluation, whatever the condition is made of.
//!
//! The sets of all conjuncts on the same byte leave some values. If none is left, there is no
//! solution. Otherwise only conjuncts that relate the byte to other symbols are open: the path's
//! model, with the byte set to a value that is left, is tried on them. If no value fits, other
//! symbols may have to change, and the query goes to the next tier.

use pikse_expr::{Evaluator, Expr, Exprs, Symbols};

use crate::query::{Answer, Query, Solver};
use crate::sets::Sets;
use crate::stats::TierStats;

/// The number of values that are tried on conjuncts with several symbols.
const TRIES: usize = 16;

/// Decides conditions on one byte.
#[derive(Debug)]
pub struct Bytes<S> {
    inner: S,
    stats: TierStats,
    sets: Sets,
    evaluator: Evaluator,
    /// The conjuncts without a solution, if the last answer was that there is none.
    core: Vec<Expr>,
    has_core: bool,
    /// The conjuncts of a query that relate the byte to other symbols.
    others: Vec<Expr>,
}

impl<S> Bytes<S> {
    /// Adds this tier before another one.
    pub fn new(inner: S) -> Self {
        Self {
            inner,
            stats: TierStats::new("bytes"),
            sets: Sets::default(),
            evaluator: Evaluator::new(),
            core: Vec::new(),
            has_core: false,
            others: Vec::new(),
        }
    }

    /// The next tier.
    pub fn inner(&mut self) -> &mut S {
        &mut self.inner
    }

    fn decide(&mut self, exprs: &mut Exprs, query: &Query<'_>) -> Option<Answer> {
        let symbols = exprs.symbols(query.condition);
        let symbol = single(exprs, symbols)?;
        let base = query.path.model()?;
        let mut left = self.sets.of(exprs, query.condition, symbol);
        self.core.clear();
        self.core.push(query.condition);
        self.others.clear();
        let relevant = query.path.relevant(exprs, symbols);
        for component in relevant {
            for conjunct in component.conjuncts() {
                let its = exprs.symbols(conjunct);
                if its == symbols {
                    let rest = left.and(self.sets.of(exprs, conjunct, symbol));
                    if rest != left {
                        self.core.push(conjunct);
                        left = rest;
                    }
                } else if exprs.intersect(its, symbols) {
                    self.others.push(conjunct);
                }
            }
        }
        if left.is_empty() {
            self.has_core = true;
            return Some(Answer::Unsat);
        }
        for value in left.iter().take(TRIES) {
            let model = base.with(&[(symbol, value)]);
            let Self { evaluator, others, .. } = self;
            if others.iter().all(|&other| evaluator.holds(exprs, &model, other)) {
                return Some(Answer::Sat(model));
            }
        }
        None
    }
}

/// The symbol of a set with one symbol.
pub(crate) fn single(exprs: &Exprs, symbols: Symbols) -> Option<usize> {
    match exprs.ranges(symbols) {
        [range] if range.end == range.start + 1 => Some(range.start as usize),
        _ => None,
    }
}

impl<S: Solver> Solver for Bytes<S> {
    fn check(&mut self, exprs: &mut Exprs, query: &Query<'_>) -> Answer {
        let since = self.stats.enter();
        self.has_core = false;
        let answer = self.decide(exprs, query);
        self.stats.leave(since, answer.is_some());
        answer.unwrap_or_else(|| self.inner.check(exprs, query))
    }

    fn core(&self) -> Option<&[Expr]> {
        if self.has_core { Some(&self.core) } else { self.inner.core() }
    }

    fn decides_floats(&self) -> bool {
        self.inner.decides_floats()
    }

    fn stats(&self, into: &mut Vec<TierStats>) {
        into.push(self.stats.clone());
        self.inner.stats(into);
    }
}
