//! Conditions on bytes, through tables and between two bytes, against plain Rust on every pair of
//! values. The tier is tried alone, on the paths of a complete chain.

use crate::common::{Rng, rounds};
use pikse_expr::{Expr, Exprs};
use pikse_solver::bytes::Bytes;
use pikse_solver::{Answer, Nothing, Path, Query, Side, Solver, Tiers};

/// A condition, and its definition on the values of both bytes.
type Condition = (Expr, Box<dyn Fn([u8; 2]) -> bool>);

/// A random condition: a class that a table gives a byte, a bound, or a relation of both bytes.
fn condition(exprs: &mut Exprs, rng: &mut Rng, bytes: [Expr; 2]) -> Condition {
    let which = rng.below(2) as usize;
    let limit = rng.below(256) as u8;
    let constant = exprs.constant(8, u128::from(limit));
    match rng.below(8) {
        0 => (exprs.ult(bytes[0], bytes[1]), Box::new(|v| v[0] < v[1])),
        1 => {
            let sum = exprs.add(bytes[0], bytes[1]);
            (exprs.eq(sum, constant), Box::new(move |v| v[0].wrapping_add(v[1]) == limit))
        }
        2 => (exprs.ule(bytes[which], constant), Box::new(move |v| v[which] <= limit)),
        3 => (exprs.ne(bytes[which], constant), Box::new(move |v| v[which] != limit)),
        _ => {
            let classes: Vec<u8> = (0..=255).map(|_| rng.below(6) as u8).collect();
            let entry = |&class: &u8| exprs.constant(8, u128::from(class));
            let entries: Vec<Expr> = classes.iter().map(entry).collect();
            let table = exprs.memory_of_bytes(&entries);
            let index = exprs.zext(bytes[which], 64);
            let class = exprs.select(table, index);
            let two = exprs.constant(8, 2);
            (exprs.ult(class, two), Box::new(move |v| classes[usize::from(v[which])] < 2))
        }
    }
}

#[test]
fn classes_bounds_and_relations() {
    let mut decided = 0;
    for seed in 0..rounds(60) {
        let mut rng = Rng(seed);
        let mut exprs = Exprs::new();
        let array = exprs.array("a", 5);
        let bytes = [exprs.read(array, 1, 8), exprs.read(array, 4, 8)];
        let all = (0..=255u8).flat_map(|x| (0..=255u8).map(move |y| [x, y]));
        let mut left: Vec<[u8; 2]> = all.collect();
        let mut complete = Tiers::default();
        let mut tier = Tiers::with(Bytes::new(Nothing));
        let mut path = Path::new();
        for _ in 0..12 {
            let (condition, holds) = condition(&mut exprs, &mut rng, bytes);
            let (yes, no): (Vec<_>, Vec<_>) = left.iter().copied().partition(|&v| holds(v));
            let opposite = exprs.not(condition);
            for (condition, possible) in [(condition, &yes), (opposite, &no)] {
                match tier.check(&mut exprs, &Query { path: &path, condition }) {
                    Answer::Sat(_) => assert!(!possible.is_empty(), "seed {seed}"),
                    Answer::Unsat => assert!(possible.is_empty(), "seed {seed}"),
                    Answer::Unknown(_) => continue,
                }
                decided += 1;
            }
            let (condition, rest) = if yes.is_empty() || rng.below(2) == 0 && !no.is_empty() {
                (opposite, no)
            } else {
                (condition, yes)
            };
            match complete.assume(&mut exprs, &path, condition) {
                Side::Possible(longer) => (path, left) = (longer, rest),
                other => panic!("seed {seed}: {other:?}"),
            }
        }
    }
    // Most of the conditions are on one byte.
    assert!(decided > rounds(60) * 12, "{decided}");
}
