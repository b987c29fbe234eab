//! The chain that the engine uses, and the questions it asks.

use pikse_expr::{Evaluator, Expr, Exprs, Model};

use crate::blast::{Blast, Cdcl};
use crate::cache::Cache;
use crate::difference::Difference;
use crate::fold::Fold;
use crate::path::{Component, Path};
use crate::query::{Answer, Limits, Query, Solver, Why};
use crate::reuse::Reuse;
use crate::slice::Slice;
use crate::stats::TierStats;

/// The tiers in front of bit-blasting.
pub type Chain<S> = Fold<Reuse<Slice<Cache<Difference<S>>>>>;

/// The tiers at the end: bit-blasting, and what this build has for floating-point numbers.
#[cfg(feature = "z3")]
pub type Last = crate::intervals::Intervals<crate::floats::Floats<Blast<Cdcl>>>;
/// The tier at the end: bit-blasting.
#[cfg(not(feature = "z3"))]
pub type Last = Blast<Cdcl>;

/// The tiers at the end, with limits.
#[must_use]
pub fn last(limits: Limits) -> Last {
    #[cfg(feature = "z3")]
    return crate::intervals::Intervals::new(crate::floats::Floats::new(
        &limits,
        Blast::new(limits),
    ));
    #[cfg(not(feature = "z3"))]
    Blast::new(limits)
}

/// All tiers in front of a last one.
pub fn chain<S: Solver>(last: S) -> Chain<S> {
    Fold::new(Reuse::new(Slice::new(Cache::new(Difference::new(last)))))
}

/// All tiers, with every model checked.
#[derive(Debug)]
pub struct Tiers<S = Chain<Last>> {
    chain: S,
    pub(crate) own: Evaluator,
    check: Evaluator,
    branches: u64,
    /// The questions that the path itself answered, and those that the chain did.
    settled: u64,
    asked: u64,
}

/// What becomes of one side of a fork.
#[derive(Clone, Debug)]
pub enum Side {
    /// The execution can go there; the path on which it does, with values that take it there.
    Possible(Path),
    /// It cannot.
    Impossible,
    /// Nobody knows. The path has no model.
    Unknown(Path, Why),
}

impl Side {
    /// The path, if the side is not excluded.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        match self {
            Self::Possible(path) | Self::Unknown(path, _) => Some(path),
            Self::Impossible => None,
        }
    }
}

/// Both sides of a fork.
#[derive(Clone, Debug)]
pub struct Branch {
    /// Where the condition holds.
    pub yes: Side,
    /// Where it does not.
    pub no: Side,
}

impl Default for Tiers {
    fn default() -> Self {
        Self::new(Limits::default())
    }
}

impl Tiers {
    /// All tiers, with limits.
    #[must_use]
    pub fn new(limits: Limits) -> Self {
        Self::over(last(limits))
    }
}

impl<S: Solver> Tiers<Chain<S>> {
    /// All tiers in front of another last one.
    pub fn over(last: S) -> Self {
        Self::with(chain(last))
    }
}

impl<S: Solver> Tiers<S> {
    /// A chain of one's own; models are checked all the same.
    pub fn with(chain: S) -> Self {
        Self {
            chain,
            own: Evaluator::new(),
            check: Evaluator::new(),
            branches: 0,
            settled: 0,
            asked: 0,
        }
    }

    /// The chain of tiers.
    pub fn chain(&mut self) -> &mut S {
        &mut self.chain
    }

    /// How many forks were asked about.
    #[must_use]
    pub fn branches(&self) -> u64 {
        self.branches
    }

    /// How many questions were asked.
    #[must_use]
    pub fn queries(&self) -> u64 {
        self.settled + self.asked
    }

    /// The statistics of every tier, from the front. What the path itself says comes first; to time it
    /// would take longer than to look.
    #[must_use]
    pub fn all_stats(&self) -> Vec<TierStats> {
        let (queries, hits) = (self.queries(), self.settled);
        let mut list = vec![TierStats { queries, hits, ..TierStats::new("path") }];
        self.chain.stats(&mut list);
        list
    }

    /// What the path itself says of the condition of a fork. Loops and parsers ask the same again and
    /// again, so this comes before anything that takes time.
    pub fn settled(&mut self, exprs: &mut Exprs, path: &Path, condition: Expr) -> Option<bool> {
        let says = path.says(exprs, condition)?;
        self.branches += 1;
        self.settled += 1;
        Some(says)
    }

    /// Which sides of a fork are possible. If only one is, its path is the path as it was, since the
    /// condition follows from it.
    pub fn branch(&mut self, exprs: &mut Exprs, path: &Path, condition: Expr) -> Branch {
        self.branches += 1;
        let opposite = exprs.not(condition);
        match condition {
            Expr::TRUE => {
                return Branch { yes: Side::Possible(path.clone()), no: Side::Impossible };
            }
            Expr::FALSE => {
                return Branch { yes: Side::Impossible, no: Side::Possible(path.clone()) };
            }
            _ => {}
        }
        // The path's own model goes one way, so only the other one is open.
        let mut known = [None, None];
        if let Some(model) = path.model() {
            let side = usize::from(!self.own.holds(exprs, model, condition));
            known[side] = Some(Answer::Sat(model.clone()));
        }
        let [yes, no] = known;
        let yes = yes.unwrap_or_else(|| self.check(exprs, &Query { path, condition }));
        let no = no.unwrap_or_else(|| self.check(exprs, &Query { path, condition: opposite }));
        let mut side = |condition: Expr, answer: Answer, other: &Answer| match (answer, other) {
            (Answer::Sat(model), Answer::Unsat) => {
                let mut path = path.clone();
                path.set_model(model);
                Side::Possible(path)
            }
            (Answer::Sat(model), _) => Side::Possible(path.assume(exprs, condition, Some(model))),
            (Answer::Unsat, _) => Side::Impossible,
            (Answer::Unknown(why), _) => Side::Unknown(path.assume(exprs, condition, None), why),
        };
        Branch { yes: side(condition, yes.clone(), &no), no: side(opposite, no, &yes) }
    }

    /// The path on which the condition holds, if there is one.
    pub fn assume(&mut self, exprs: &mut Exprs, path: &Path, condition: Expr) -> Side {
        match self.check(exprs, &Query { path, condition }) {
            Answer::Sat(model) => Side::Possible(path.assume(exprs, condition, Some(model))),
            Answer::Unsat => Side::Impossible,
            Answer::Unknown(why) => Side::Unknown(path.assume(exprs, condition, None), why),
        }
    }

    /// Whether the condition follows from the path; nothing, if that is unknown.
    pub fn always(&mut self, exprs: &mut Exprs, path: &Path, condition: Expr) -> Option<bool> {
        let opposite = exprs.not(condition);
        match self.check(exprs, &Query { path, condition: opposite }) {
            Answer::Sat(_) => Some(false),
            Answer::Unsat => Some(true),
            Answer::Unknown(_) => None,
        }
    }

    /// Whether a model satisfies the query. With debug assertions, all of it is evaluated; without,
    /// what has symbols in common with the condition, which is what may have changed.
    fn is_model(&mut self, exprs: &mut Exprs, query: &Query<'_>, model: &Model) -> bool {
        if !self.check.holds(exprs, model, query.condition) {
            return false;
        }
        let symbols = exprs.symbols(query.condition);
        let evaluator = &mut self.check;
        let mut holds = |part: &Component| {
            part.conjuncts().iter().all(|&conjunct| evaluator.holds(exprs, model, conjunct))
        };
        if cfg!(debug_assertions) || query.condition == Expr::TRUE {
            query.path.components().iter().all(|part| holds(part))
        } else {
            query.path.relevant(exprs, symbols).all(|part| holds(part))
        }
    }
}

impl<S: Solver> Solver for Tiers<S> {
    fn check(&mut self, exprs: &mut Exprs, query: &Query<'_>) -> Answer {
        self.asked += 1;
        let answer = self.chain.check(exprs, query);
        if let Answer::Sat(model) = &answer
            && !self.is_model(exprs, query, model)
        {
            debug_assert!(false, "a model that does not satisfy {}", exprs.text(query.condition));
            return Answer::Unknown(Why::WrongModel);
        }
        answer
    }

    fn core(&self) -> Option<&[Expr]> {
        self.chain.core()
    }

    fn decides_floats(&self) -> bool {
        self.chain.decides_floats()
    }

    fn stats(&self, into: &mut Vec<TierStats>) {
        self.chain.stats(into);
    }
}
