//! The fifth tier: earlier answers.
//!
//! Queries are sets of conjuncts. An equal set has the same answer; a superset of an unsatisfiable
//! set is unsatisfiable; a subset of a satisfiable set has the same solution.

use std::collections::HashMap;
use std::rc::Rc;

use pikse_base::SmallHash;
use pikse_expr::{Evaluator, Expr, Exprs, Model};

use crate::query::{Answer, Query, Solver};
use crate::stats::TierStats;

/// The number of sets at which the cache is cleared, and the number of their members.
const CAPACITY: usize = 100_000;
const MEMBERS: usize = 10_000_000;

/// The number of sets with the query's condition that are compared with it.
const TRIES: usize = 12;

/// The number of their models that are tried.
const EVALUATIONS: usize = 2;

type Set = Rc<[Expr]>;

/// Caches answers.
#[derive(Debug)]
pub struct Cache<S> {
    inner: S,
    stats: TierStats,
    exact: HashMap<Set, Option<Model>, SmallHash>,
    /// Unsatisfiable sets, by each of their members.
    unsat: HashMap<Expr, Vec<Set>, SmallHash>,
    /// Satisfiable sets, by the condition of their query.
    sat: HashMap<Expr, Vec<(Set, Model)>, SmallHash>,
    /// The members of all sets, counted as often as they are stored.
    members: usize,
    evaluator: Evaluator,
    core: Option<Set>,
}

impl<S> Cache<S> {
    /// Adds this tier before another one.
    pub fn new(inner: S) -> Self {
        Self {
            inner,
            stats: TierStats::new("cache"),
            exact: HashMap::default(),
            unsat: HashMap::default(),
            sat: HashMap::default(),
            members: 0,
            evaluator: Evaluator::new(),
            core: None,
        }
    }

    /// The next tier.
    pub fn inner(&mut self) -> &mut S {
        &mut self.inner
    }

    fn look_up(&mut self, exprs: &Exprs, condition: Expr, set: &[Expr]) -> Option<Answer> {
        if let Some(known) = self.exact.get(set) {
            return Some(match known {
                Some(model) => Answer::Sat(model.clone()),
                None => {
                    self.core = Some(set.into());
                    Answer::Unsat
                }
            });
        }
        let smaller = self.unsat.get(&condition).into_iter().flatten().rev().take(TRIES);
        for core in smaller {
            if is_subset(core, set) {
                self.core = Some(core.clone());
                return Some(Answer::Unsat);
            }
        }
        let larger = self.sat.get(&condition).into_iter().flatten().rev().take(TRIES);
        for (k, (known, model)) in larger.enumerate() {
            if is_subset(set, known)
                || k < EVALUATIONS
                    && set.iter().all(|&conjunct| self.evaluator.holds(exprs, model, conjunct))
            {
                return Some(Answer::Sat(model.clone()));
            }
        }
        None
    }

    fn remember(&mut self, condition: Expr, set: Set, answer: &Answer, core: Option<&[Expr]>) {
        if self.exact.len() >= CAPACITY || self.members >= MEMBERS {
            self.members = 0;
            self.exact.clear();
            self.unsat.clear();
            self.sat.clear();
        }
        self.members += set.len();
        match answer {
            Answer::Sat(model) => {
                self.exact.insert(set.clone(), Some(model.clone()));
                self.sat.entry(condition).or_default().push((set, model.clone()));
            }
            Answer::Unsat => {
                self.exact.insert(set.clone(), None);
                let core: Set = match core {
                    Some(core) => {
                        let mut core = core.to_vec();
                        core.sort_unstable();
                        core.dedup();
                        core.into()
                    }
                    None => set,
                };
                // Each member has a reference to the set.
                self.members += 5 * core.len();
                for &member in core.iter() {
                    self.unsat.entry(member).or_default().push(core.clone());
                }
            }
            Answer::Unknown(_) => {}
        }
    }
}

/// Whether every member of the first set is in the second; both are in order.
fn is_subset(small: &[Expr], large: &[Expr]) -> bool {
    if small.len() > large.len() {
        return false;
    }
    let mut rest = large.iter();
    small.iter().all(|member| {
        rest.by_ref().take_while(|&other| other <= member).any(|other| other == member)
    })
}

impl<S: Solver> Solver for Cache<S> {
    fn check(&mut self, exprs: &mut Exprs, query: &Query<'_>) -> Answer {
        let since = self.stats.enter();
        self.core = None;
        let mut set: Vec<Expr> = query.conjuncts().collect();
        set.sort_unstable();
        set.dedup();
        let answer = self.look_up(exprs, query.condition, &set);
        self.stats.leave(since, answer.is_some());
        if let Some(answer) = answer {
            return answer;
        }
        let answer = self.inner.check(exprs, query);
        let core = self.inner.core().map(<[Expr]>::to_vec);
        self.remember(query.condition, set.into(), &answer, core.as_deref());
        answer
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

#[cfg(test)]
mod tests {
    use super::is_subset;
    use pikse_expr::{Expr, Exprs};

    #[test]
    fn subsets() {
        let mut exprs = Exprs::new();
        let e: Vec<Expr> = (0..6).map(|k| exprs.constant(8, k)).collect();
        let cases: &[(&[Expr], &[Expr], bool)] = &[
            (&[], &[], true),
            (&[], &[e[1]], true),
            (&[e[1]], &[], false),
            (&[e[1], e[3]], &[e[0], e[1], e[2], e[3]], true),
            (&[e[1], e[4]], &[e[0], e[1], e[2], e[3]], false),
            (&[e[0], e[1]], &[e[1], e[2]], false),
            (&[e[2], e[3]], &[e[2], e[3]], true),
            (&[e[1], e[2]], &[e[1], e[3]], false),
        ];
        for &(small, large, expected) in cases {
            assert_eq!(is_subset(small, large), expected, "{small:?} in {large:?}");
        }
    }
}
