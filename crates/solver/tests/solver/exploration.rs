//! The queries of an exploration: forks, siblings, long paths, limits, statistics.

use std::time::Duration;

use crate::common::Rng;
use pikse_base::{Halt, Halted};
use pikse_expr::{Evaluator, Expr, Exprs, Model};
use pikse_solver::blast::{Blast, Cdcl};
use pikse_solver::{Answer, Limits, Path, Query, Side, Solver, Tiers, Why};

fn ints(exprs: &mut Exprs, count: usize) -> Vec<Expr> {
    (0..count)
        .map(|k| {
            let array = exprs.array(&format!("x{k}"), 4);
            exprs.read(array, 0, 32)
        })
        .collect()
}

/// Explores a decision tree to its end; returns the models of its leaves.
fn explore<S: Solver>(
    exprs: &mut Exprs,
    tiers: &mut Tiers<S>,
    next: &mut dyn FnMut(&mut Exprs, &[bool]) -> Option<Expr>,
) -> Vec<(Vec<bool>, Model)> {
    let mut leaves = Vec::new();
    let mut open = vec![(Path::new(), Vec::new())];
    while let Some((path, taken)) = open.pop() {
        let Some(condition) = next(exprs, &taken) else {
            leaves.push((taken, path.model().expect("a possible path has a model").clone()));
            continue;
        };
        let branch = tiers.branch(exprs, &path, condition);
        if let Some(holds) = tiers.settled(exprs, &path, condition) {
            let other = if holds { &branch.no } else { &branch.yes };
            assert!(matches!(other, Side::Impossible));
        }
        for (side, way) in [(branch.no, false), (branch.yes, true)] {
            match side {
                Side::Possible(path) => {
                    let mut taken = taken.clone();
                    taken.push(way);
                    open.push((path, taken));
                }
                Side::Impossible => {}
                Side::Unknown(_, why) => panic!("{why}"),
            }
        }
    }
    leaves
}

/// Sorting by comparisons: every order of the elements is one path, with values in that order.
#[test]
fn bubble_sort_has_a_path_for_each_order() {
    let n = 4;
    // The comparisons that bubble sort makes, given the outcomes so far.
    let mut next = |exprs: &mut Exprs, taken: &[bool]| {
        let array = |k: usize| exprs.array_at(k);
        let arrays: Vec<_> = (0..n).map(array).collect();
        let mut items: Vec<Expr> = arrays.iter().map(|&array| exprs.read(array, 0, 32)).collect();
        let mut outcomes = taken.iter();
        for end in (1..n).rev() {
            for k in 0..end {
                match outcomes.next() {
                    None => return Some(exprs.slt(items[k + 1], items[k])),
                    Some(true) => items.swap(k, k + 1),
                    Some(false) => {}
                }
            }
        }
        None
    };
    let mut exprs = Exprs::new();
    let words = ints(&mut exprs, n);
    let mut tiers = Tiers::default();
    let leaves = explore(&mut exprs, &mut tiers, &mut next);
    assert_eq!(leaves.len(), 24);
    let mut blast = Tiers::with(Blast::<Cdcl>::new(Limits::default()));
    let same = explore(&mut exprs, &mut blast, &mut next);
    let ways = |leaves: &[(Vec<bool>, Model)]| {
        leaves.iter().map(|(taken, _)| taken.clone()).collect::<Vec<_>>()
    };
    assert_eq!(ways(&leaves), ways(&same));
    // The model of a leaf takes its path.
    let mut evaluator = Evaluator::new();
    for (taken, model) in &leaves {
        for k in 0..taken.len() {
            let condition = next(&mut exprs, &taken[..k]).expect("not the end");
            assert_eq!(evaluator.holds(&exprs, model, condition), taken[k]);
        }
    }
    assert_eq!(words.len(), n);
    let stats = tiers.all_stats();
    let names: Vec<_> = stats.iter().map(|tier| tier.name).collect();
    let floats: &[&str] = if tiers.decides_floats() { &["intervals", "floats"] } else { &[] };
    let first = ["path", "fold", "bytes", "reuse", "slice", "cache", "difference", "enumerate"];
    let expected = [&first[..], floats, &["blast"]].concat();
    assert_eq!(names, expected);
    assert!(stats[6].hits > 0 && stats[7].queries == 0, "{stats:?}");
    assert!(stats.iter().all(|tier| tier.hits <= tier.queries));
}

/// Random trees with arithmetic: all tiers and bit-blasting alone find the same paths.
#[test]
fn siblings_and_longer_paths() {
    for seed in 0..crate::common::rounds(12) {
        let mut exprs = Exprs::new();
        let words = ints(&mut exprs, 3);
        let mut tiers = Tiers::default();
        let mut blast = Tiers::with(Blast::<Cdcl>::new(Limits::default()));
        let mut next = |exprs: &mut Exprs, taken: &[bool]| {
            if taken.len() == 6 {
                return None;
            }
            let code = taken.iter().fold(1, |code, &way| code * 2 + u64::from(way));
            let mut rng = Rng(seed * 1_000_003 + code);
            let (a, b) = (rng.pick(&words), rng.pick(&words));
            let constant = exprs.constant(32, u128::from(rng.below(6)).wrapping_sub(3));
            let left = match rng.below(4) {
                0 => exprs.add(a, b),
                1 => exprs.xor(a, b),
                2 => exprs.and(a, constant),
                _ => exprs.add(a, constant),
            };
            Some(match rng.below(3) {
                0 => exprs.slt(left, b),
                1 => exprs.eq(left, constant),
                _ => exprs.ult(constant, left),
            })
        };
        let one: Vec<_> =
            explore(&mut exprs, &mut tiers, &mut next).into_iter().map(|leaf| leaf.0).collect();
        let other: Vec<_> =
            explore(&mut exprs, &mut blast, &mut next).into_iter().map(|leaf| leaf.0).collect();
        assert_eq!(one, other, "seed {seed}");
    }
}

#[test]
fn independent_conditions_are_solved_apart() {
    let mut exprs = Exprs::new();
    let words = ints(&mut exprs, 200);
    let mut tiers = Tiers::default();
    let mut path = Path::new();
    let limit = exprs.constant(32, 1000);
    for pair in words.chunks(2) {
        // x * y == 999 needs bit-blasting; the other conditions must not slow it down.
        let product = exprs.mul(pair[0], pair[1]);
        let value = exprs.constant(32, 999);
        let condition = exprs.eq(product, value);
        let small = exprs.ult(pair[0], limit);
        for condition in [small, condition] {
            match tiers.assume(&mut exprs, &path, condition) {
                Side::Possible(next) => path = next,
                other => panic!("{other:?}"),
            }
        }
    }
    assert_eq!((path.components().len(), path.len()), (100, 200));
    assert_eq!(path.conjuncts().len(), 200);
    let contradiction = exprs.ult(limit, words[7]);
    let answer = tiers.always(&mut exprs, &path, contradiction);
    assert_eq!(answer, Some(false));
    // Without a model, the components are solved one by one.
    let bare = Path::of(&mut exprs, &path.conjuncts());
    let answer = tiers.check(&mut exprs, &Query { path: &bare, condition: Expr::TRUE });
    assert!(matches!(answer, Answer::Sat(_)));
}

/// A fork with one possible side leaves the path unchanged.
#[test]
fn one_sided_branches() {
    let mut exprs = Exprs::new();
    let words = ints(&mut exprs, 2);
    let mut tiers = Tiers::default();
    let (ten, twenty) = (exprs.constant(32, 10), exprs.constant(32, 20));
    let small = exprs.ult(words[0], ten);
    let Side::Possible(path) = tiers.assume(&mut exprs, &Path::new(), small) else {
        panic!("possible");
    };
    let large = exprs.not(small);
    assert_eq!(tiers.settled(&mut exprs, &path, small), Some(true));
    assert_eq!(tiers.settled(&mut exprs, &path, large), Some(false));
    let smaller = exprs.ult(words[0], twenty);
    assert_eq!(tiers.settled(&mut exprs, &path, smaller), None);
    let branch = tiers.branch(&mut exprs, &path, smaller);
    assert!(matches!(branch.no, Side::Impossible));
    assert_eq!(branch.yes.path().expect("possible").len(), 1);
    let branch = tiers.branch(&mut exprs, &path, Expr::TRUE);
    assert!(matches!((branch.yes, branch.no), (Side::Possible(_), Side::Impossible)));
    let impossible = path.assume(&mut exprs, Expr::FALSE, None);
    assert!(impossible.is_impossible());
    let branch = tiers.branch(&mut exprs, &impossible, smaller);
    assert!(matches!((branch.yes, branch.no), (Side::Impossible, Side::Impossible)));
    // A conjunction becomes conjuncts, and so does a negated disjunction.
    let other = exprs.ult(words[1], ten);
    let both = exprs.and(small, other);
    assert_eq!(Path::of(&mut exprs, &[both]).components().len(), 2);
    let either = exprs.or(small, other);
    let neither = exprs.not(either);
    assert_eq!(Path::of(&mut exprs, &[neither]).components().len(), 2);
}

#[test]
fn limits_give_unknown() {
    let mut exprs = Exprs::new();
    let words: Vec<Expr> = (0..2)
        .map(|k| {
            let array = exprs.array(["p", "q"][k], 8);
            exprs.read(array, 0, 64)
        })
        .collect();
    // The factors of a product of two primes of 63 bits: no search finds them within these limits, whatever
    // the machine. (Primes beside a power of two are found by luck.)
    let wide: Vec<Expr> = words.iter().map(|&word| exprs.zext(word, 128)).collect();
    let product = exprs.mul(wide[0], wide[1]);
    let number = exprs.constant(128, 5_297_910_392_164_333_529 * 5_930_619_809_264_718_851);
    let condition = exprs.eq(product, number);
    let one = exprs.constant(64, 1);
    let (a, b) = (exprs.ult(one, words[0]), exprs.ult(one, words[1]));
    let path = Path::of(&mut exprs, &[a, b]);
    let query = Query { path: &path, condition };
    let few = Limits { conflicts: 200, ..Limits::default() };
    let answer = Tiers::new(few).check(&mut exprs, &query);
    assert_eq!(answer, Answer::Unknown(Why::Conflicts));
    let short = Limits { time: Duration::from_millis(20), ..Limits::default() };
    let mut tiers = Tiers::new(short);
    assert_eq!(tiers.check(&mut exprs, &query), Answer::Unknown(Why::Time));
    // A request to stop ends a query of any length.
    let halt = Halt::new();
    let long = Limits { time: Duration::from_secs(600), halt: halt.clone(), ..Limits::default() };
    let request = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(50));
        halt.request(Halted::Interrupted);
    });
    let answer = Tiers::new(long).check(&mut exprs, &query);
    assert_eq!(answer, Answer::Unknown(Why::Halted(Halted::Interrupted)));
    request.join().expect("it ends");
    // The next query is still answered.
    let query = Query { path: &path, condition: a };
    assert!(matches!(tiers.check(&mut exprs, &query), Answer::Sat(_)));
    let branch = tiers.branch(&mut exprs, &path, condition);
    assert!(matches!(branch.yes, Side::Unknown(..)), "{branch:?}");

    let array = exprs.array("large", 5_000);
    let memory = exprs.memory_of_array(array);
    let read = exprs.select(memory, words[0]);
    let zero = exprs.constant(8, 0);
    let condition = exprs.ne(read, zero);
    let small = Limits { memory: 4_096, ..Limits::default() };
    let query = Query { path: &Path::new(), condition };
    assert_eq!(
        Tiers::new(small).check(&mut exprs, &query),
        Answer::Unknown(Why::Memory { bytes: 5_000 })
    );
    assert!(matches!(Tiers::default().check(&mut exprs, &query), Answer::Sat(_)));
}

/// A SAT solver that is restarted from nothing gives the same answers.
#[test]
fn few_variables() {
    let limits = Limits { variables: 300, ..Limits::default() };
    let mut blast = Tiers::with(Blast::<Cdcl>::new(limits));
    let mut exprs = Exprs::new();
    let words = ints(&mut exprs, 4);
    for seed in 0..60 {
        let mut rng = Rng(seed);
        let (a, b) = (rng.pick(&words), rng.pick(&words));
        let sum = exprs.add(a, b);
        let constant = exprs.constant(32, u128::from(rng.below(1000)));
        let condition = exprs.eq(sum, constant);
        let answer = blast.check(&mut exprs, &Query { path: &Path::new(), condition });
        let odd_and_doubled = a == b && exprs.as_const(constant).is_some_and(|c| c % 2 == 1);
        assert_eq!(answer == Answer::Unsat, odd_and_doubled, "seed {seed}");
    }
    assert!(blast.chain().restarts() > 5);
}
