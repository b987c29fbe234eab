//! Conditions on three bytes, through tables, hashes and automata, against plain Rust on all of their
//! values. The tier is tried alone, on the paths of a complete chain.

use crate::common::{Rng, rounds};
use pikse_expr::{Expr, Exprs};
use pikse_solver::enumerate::Enumerate;
use pikse_solver::{Answer, Nothing, Path, Query, Side, Solver, Tiers};

/// A condition, and its definition on the values of the bytes.
type Condition = (Expr, Box<dyn Fn([u8; 3]) -> bool>);

/// A table, and the memory that holds it.
fn table(exprs: &mut Exprs, bytes: &[u8]) -> pikse_expr::Memory {
    let entries: Vec<Expr> = bytes.iter().map(|&byte| exprs.constant(8, byte.into())).collect();
    exprs.memory_of_bytes(&entries)
}

/// A random condition: a hash in a bucket, the state of an automaton, an order, or a class.
fn condition(exprs: &mut Exprs, rng: &mut Rng, bytes: [Expr; 3]) -> Condition {
    let limit = rng.below(11) as u8;
    let small = exprs.constant(8, limit.into());
    match rng.below(5) {
        0 => {
            let factor = 31 + 2 * rng.below(50);
            let (mut hash, by) = (exprs.constant(64, 7), exprs.constant(64, factor.into()));
            for byte in bytes {
                let byte = exprs.zext(byte, 64);
                let product = exprs.mul(hash, by);
                hash = exprs.add(product, byte);
            }
            let (prime, bucket) = (exprs.constant(64, 11), exprs.constant(64, limit.into()));
            let place = exprs.urem(hash, prime);
            let of = move |v: [u8; 3]| {
                v.iter().fold(7_u64, |hash, &b| hash.wrapping_mul(factor).wrapping_add(b.into()))
            };
            (exprs.eq(place, bucket), Box::new(move |v| of(v) % 11 == u64::from(limit)))
        }
        1 => {
            // The next state is that of the class of a byte, in the row of the present one.
            let next: Vec<u8> = (0..8 * 8).map(|_| rng.below(8) as u8).collect();
            let classes: Vec<u8> = (0..=255).map(|_| rng.below(8) as u8).collect();
            let (moves, kinds) = (table(exprs, &next), table(exprs, &classes));
            let mut state = exprs.constant(8, 0);
            for byte in bytes {
                let index = exprs.zext(byte, 64);
                let class = exprs.select(kinds, index);
                let eight = exprs.constant(8, 8);
                let row = exprs.mul(state, eight);
                let at = exprs.add(row, class);
                let at = exprs.zext(at, 64);
                state = exprs.select(moves, at);
            }
            let wanted = limit % 8;
            let constant = exprs.constant(8, wanted.into());
            let run = move |v: [u8; 3]| {
                let step = |s: u8, b: &u8| next[usize::from(s * 8 + classes[usize::from(*b)])];
                v.iter().fold(0, step)
            };
            (exprs.eq(state, constant), Box::new(move |v| run(v) == wanted))
        }
        2 => {
            let (i, j) = (rng.below(3) as usize, rng.below(3) as usize);
            let of = exprs.sub(bytes[i], bytes[j]);
            (exprs.slt(of, small), Box::new(move |v| (v[i].wrapping_sub(v[j]) as i8) < limit as i8))
        }
        3 => {
            let i = rng.below(3) as usize;
            let least = exprs.constant(8, u128::from(limit) + 60);
            (exprs.ult(bytes[i], least), Box::new(move |v| v[i] < limit + 60))
        }
        _ => {
            // One of the bytes, at the place that another one gives.
            let memory = exprs.memory_of_bytes(&bytes);
            let three = exprs.constant(8, 3);
            let i = rng.below(3) as usize;
            let at = exprs.urem(bytes[i], three);
            let at = exprs.zext(at, 64);
            let chosen = exprs.select(memory, at);
            let limit = limit + 58;
            let least = exprs.constant(8, limit.into());
            (exprs.ule(least, chosen), Box::new(move |v| v[usize::from(v[i] % 3)] >= limit))
        }
    }
}

#[test]
fn hashes_automata_and_tables() {
    let mut decided = 0;
    for seed in 0..rounds(60) {
        let mut rng = Rng(seed);
        let mut exprs = Exprs::new();
        let array = exprs.array("a", 5);
        let bytes = [exprs.read(array, 1, 8), exprs.read(array, 2, 8), exprs.read(array, 4, 8)];
        // Few enough values for plain Rust to try all of them.
        let values = 50..70u8;
        let pairs = values.clone().flat_map(|x| values.clone().map(move |y| (x, y)));
        let all = pairs.flat_map(|(x, y)| values.clone().map(move |z| [x, y, z]));
        let mut left: Vec<[u8; 3]> = all.collect();
        let mut complete = Tiers::default();
        let mut tier = Tiers::with(Enumerate::new(Nothing));
        let mut path = Path::new();
        for byte in bytes {
            let (low, high) = (exprs.constant(8, 50), exprs.constant(8, 70));
            for condition in [exprs.ule(low, byte), exprs.ult(byte, high)] {
                let Side::Possible(longer) = complete.assume(&mut exprs, &path, condition) else {
                    panic!("seed {seed}");
                };
                path = longer;
            }
        }
        for _ in 0..8 {
            let (condition, holds) = condition(&mut exprs, &mut rng, bytes);
            let (yes, no): (Vec<_>, Vec<_>) = left.iter().copied().partition(|&v| holds(v));
            let opposite = exprs.not(condition);
            for (condition, possible) in [(condition, &yes), (opposite, &no)] {
                match tier.check(&mut exprs, &Query { path: &path, condition }) {
                    Answer::Sat(_) => assert!(!possible.is_empty(), "seed {seed}"),
                    Answer::Unsat => {
                        assert!(possible.is_empty(), "seed {seed}");
                        // What the answer names is enough for it.
                        let core = tier.core().expect("the reason").to_vec();
                        let part = Path::of(&mut exprs, &core);
                        let again = Query { path: &part, condition: Expr::TRUE };
                        assert_eq!(complete.check(&mut exprs, &again), Answer::Unsat);
                    }
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
    assert!(decided > rounds(60) * 14, "{decided}");
}
