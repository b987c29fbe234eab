//! The chain that the engine uses, and its queries.

use pikse_base::Halt;
use pikse_expr::{Evaluator, Expr, Exprs, Model};

use crate::blast::{Blast, Cdcl};
use crate::bytes::Bytes;
use crate::cache::Cache;
use crate::difference::Difference;
use crate::enumerate::Enumerate;
use crate::fold::Fold;
use crate::path::{Component, Path};
use crate::query::{Answer, Limits, Query, Solver, Why};
use crate::reuse::Reuse;
use crate::slice::Slice;
use crate::stats::TierStats;

/// The tiers before bit-blasting.
pub type Chain<S> = Fold<Bytes<Reuse<Slice<Cache<Difference<Enumerate<S>>>>>>>;

/// The last tiers: bit-blasting, and the tiers of this build for floating-point numbers.
#[cfg(feature = "z3")]
pub type Last = crate::intervals::Intervals<crate::floats::Floats<Blast<Cdcl>>>;
/// The last tier: bit-blasting.
#[cfg(not(feature = "z3"))]
pub type Last = Blast<Cdcl>;

/// The last tiers, with limits.
#[must_use]
pub fn last(limits: Limits) -> Last {
    #[cfg(feature = "z3")]
    return {
        let halt = limits.halt.clone();
        let floats = crate::floats::Floats::new(&limits.clone(), Blast::new(limits));
        crate::intervals::Intervals::new(floats).until(halt)
    };
    #[cfg(not(feature = "z3"))]
    Blast::new(limits)
}

/// All tiers before a last one.
pub fn chain<S: Solver>(last: S) -> Chain<S> {
    let last = Difference::new(Enumerate::new(last));
    Fold::new(Bytes::new(Reuse::new(Slice::new(Cache::new(last)))))
}

/// All tiers, with every model checked.
#[derive(Debug)]
pub struct Tiers<S = Chain<Last>> {
    chain: S,
    pub(crate) own: Evaluator,
    check: Evaluator,
    branches: u64,
    /// The queries that the path itself answered, and those that the chain answered.
    settled: u64,
    asked: u64,
    /// After this request, queries are not decided.
    halt: Halt,
}

/// The result for one side of a fork.
#[derive(Clone, Debug)]
pub enum Side {
    /// The side is possible: its path, with a model.
    Possible(Path),
    /// The side is impossible.
    Impossible,
    /// Unknown. The path has no model.
    Unknown(Path, Why),
}

impl Side {
    /// The path, unless the side is impossible.
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
    /// All tiers before another last one.
    pub fn over(last: S) -> Self {
        Self::with(chain(last))
    }
}

impl<S: Solver> Tiers<S> {
    /// A custom chain; models are still checked.
    pub fn with(chain: S) -> Self {
        Self {
            chain,
            own: Evaluator::new(),
            check: Evaluator::new(),
            branches: 0,
            settled: 0,
            asked: 0,
            halt: Halt::NEVER,
        }
    }

    /// Sets the request after which queries are not decided.
    pub fn set_halt(&mut self, halt: Halt) {
        self.halt = halt;
    }

    /// The chain of tiers.
    pub fn chain(&mut self) -> &mut S {
        &mut self.chain
    }

    /// The number of forks.
    #[must_use]
    pub fn branches(&self) -> u64 {
        self.branches
    }

    /// The number of queries.
    #[must_use]
    pub fn queries(&self) -> u64 {
        self.settled + self.asked
    }

    /// The statistics of every tier, in order. Answers of the path itself come first; they are not
    /// timed, because timing would take longer than the lookup.
    #[must_use]
    pub fn all_stats(&self) -> Vec<TierStats> {
        let (queries, hits) = (self.queries(), self.settled);
        let mut list = vec![TierStats { queries, hits, ..TierStats::new("path") }];
        self.chain.stats(&mut list);
        list
    }

    /// Whether the path itself decides the condition of a fork. Loops and parsers repeat their
    /// conditions, so this comes before anything expensive.
    pub fn settled(&mut self, exprs: &mut Exprs, path: &Path, condition: Expr) -> Option<bool> {
        let says = path.says(exprs, condition)?;
        self.branches += 1;
        self.settled += 1;
        Some(says)
    }

    /// Which sides of a fork are possible. If only one is, its path stays as it was, since the
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
        // The path's own model takes one side, so only the other one is open.
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

    /// Whether the condition follows from the path; `None` if unknown.
    pub fn always(&mut self, exprs: &mut Exprs, path: &Path, condition: Expr) -> Option<bool> {
        let opposite = exprs.not(condition);
        match self.check(exprs, &Query { path, condition: opposite }) {
            Answer::Sat(_) => Some(false),
            Answer::Unsat => Some(true),
            Answer::Unknown(_) => None,
        }
    }

    /// Whether a model satisfies the query. With debug assertions, all of it is evaluated; without,
    /// only the part that shares symbols with the condition, which is what may have changed.
    fn is_model(&mut self, exprs: &mut Exprs, query: &Query<'_>, model: &Model) -> bool {
        if !self.check.holds(exprs, model, query.condition) {
            return false;
        }
        let symbols = exprs.symbols(query.condition);
        let evaluator = &mut self.check;
        let mut holds = |part: &Component| {
            part.conjuncts().all(|conjunct| evaluator.holds(exprs, model, conjunct))
        };
        if cfg!(debug_assertions) || query.condition == Expr::TRUE {
            query.path.components().into_iter().all(|part| holds(part))
        } else {
            query.path.relevant(exprs, symbols).into_iter().all(|part| holds(part))
        }
    }
}

impl<S: Solver> Solver for Tiers<S> {
    fn check(&mut self, exprs: &mut Exprs, query: &Query<'_>) -> Answer {
        self.asked += 1;
        if let Some(why) = self.halt.reason() {
            return Answer::Unknown(Why::Halted(why));
        }
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
