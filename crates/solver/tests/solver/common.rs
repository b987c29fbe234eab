//! Shared parts of the tests: terms of `pikse-expr`'s tests, and chains of tiers to try.

#[path = "../../../expr/tests/expr/common.rs"]
pub(crate) mod terms;

use pikse_expr::Exprs;
use pikse_solver::blast::{Blast, Cdcl};
use pikse_solver::bytes::Bytes;
use pikse_solver::cache::Cache;
use pikse_solver::difference::Difference;
use pikse_solver::enumerate::Enumerate;
use pikse_solver::fold::Fold;
use pikse_solver::reuse::Reuse;
use pikse_solver::slice::Slice;
use pikse_solver::{Answer, Limits, Nothing, Query, Solver, Tiers};

pub(crate) use terms::Rng;

/// More rounds than usual, for long runs: `PIKSE_FUZZ=100000 cargo test`.
pub(crate) fn rounds(usual: u64) -> u64 {
    std::env::var("PIKSE_FUZZ").ok().and_then(|n| n.parse().ok()).unwrap_or(usual)
}

/// A chain with a name. An incomplete one may answer unknown.
pub(crate) struct Named {
    pub(crate) name: &'static str,
    pub(crate) complete: bool,
    pub(crate) solver: Box<dyn Asked>,
}

/// A solver with its models checked.
pub(crate) trait Asked {
    fn ask(&mut self, exprs: &mut Exprs, query: &Query<'_>) -> Answer;
}

impl<S: Solver> Asked for Tiers<S> {
    fn ask(&mut self, exprs: &mut Exprs, query: &Query<'_>) -> Answer {
        self.check(exprs, query)
    }
}

/// All tiers together, the last one alone, and each of the others alone, with and without a next
/// tier.
pub(crate) fn chains() -> Vec<Named> {
    let blast = || Blast::<Cdcl>::new(Limits::default());
    fn named<S: Solver + 'static>(name: &'static str, complete: bool, solver: S) -> Named {
        Named { name, complete, solver: Box::new(Tiers::with(solver)) }
    }
    vec![
        Named { name: "all", complete: true, solver: Box::new(Tiers::default()) },
        named("blast", true, blast()),
        named("fold, blast", true, Fold::new(blast())),
        named("reuse, blast", true, Reuse::new(blast())),
        named("slice, blast", true, Slice::new(blast())),
        named("bytes, blast", true, Bytes::new(blast())),
        named("cache, blast", true, Cache::new(blast())),
        named("difference, blast", true, Difference::new(blast())),
        named("enumerate, blast", true, Enumerate::new(blast())),
        named("fold", false, Fold::new(Nothing)),
        named("reuse", false, Reuse::new(Nothing)),
        named("slice", false, Slice::new(Nothing)),
        named("bytes", false, Bytes::new(Nothing)),
        named("cache", false, Cache::new(Nothing)),
        named("difference", false, Difference::new(Nothing)),
        named("enumerate", false, Enumerate::new(Nothing)),
    ]
}

/// Compares an answer with the truth.
pub(crate) fn judge(named: &Named, answer: &Answer, possible: bool, what: &str) {
    match answer {
        Answer::Sat(_) => assert!(possible, "{}: has no solution: {what}", named.name),
        Answer::Unsat => assert!(!possible, "{}: has a solution: {what}", named.name),
        Answer::Unknown(why) => assert!(!named.complete, "{}: {why}: {what}", named.name),
    }
}
