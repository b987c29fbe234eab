//! Floating-point numbers by Z3: `cargo test -p pikse-solver --features z3 floats::`.

use std::time::Duration;

use crate::common::terms::{Values, declare, model};
use crate::common::{Rng, rounds};
use pikse_expr::bits::mask;
use pikse_expr::float::{self, Extreme, Float, Outcomes};
use pikse_expr::{Evaluator, Expr, Exprs};
use pikse_solver::cross_check::ask;
use pikse_solver::floats::Floats;
use pikse_solver::{Answer, Limits, Nothing, Path, Query, Solver, Tiers, Why};

/// A random number; edge cases are frequent.
fn number(rng: &mut Rng, width: u32) -> u64 {
    let plain = [0.0f64, 0.3, 0.5, 1.0, 1.5, 2.5, 3.0, 100.0, 1e10, 1e19, 1e38, 4e38, 1e-40, 1e-45];
    let infinity = float::infinity(width);
    let least = float::least_normal(width);
    let bits = match rng.below(4) {
        0 => rng.pick(&[infinity, infinity + 1, infinity | float::quiet(width) | 5, infinity - 1]),
        1 => rng.pick(&[least, least - 1, 1, 2]),
        2 if width == 32 => u64::from((rng.pick(&plain) as f32).to_bits()),
        2 => rng.pick(&plain).to_bits(),
        _ => rng.next(),
    };
    (bits ^ rng.pick(&[0, float::sign(width)])) & mask(width) as u64
}

/// With the values of the variables in the path, Z3 finds the value of an expression, and no other.
fn check(exprs: &mut Exprs, vars: &[Expr], values: &[u128], expr: Expr, expected: u128) {
    let mut conditions: Vec<Expr> = Vec::new();
    for (&var, &value) in vars.iter().zip(values) {
        let constant = exprs.constant(exprs.width(var), value);
        conditions.push(exprs.eq(var, constant));
    }
    let mut path = Path::new();
    for &condition in &conditions {
        path = path.assume(exprs, condition, None);
    }
    let constant = exprs.constant(exprs.width(expr), expected);
    let same = exprs.eq(expr, constant);
    let other = exprs.not(same);
    // Alone, so that no other tier answers.
    let mut solver = Floats::new(&Limits::default(), Nothing);
    for (condition, possible) in [(same, true), (other, false)] {
        if !exprs.has_float_arithmetic(condition) {
            continue;
        }
        let answer = solver.check(exprs, &Query { path: &path, condition });
        let right = match answer {
            Answer::Sat(_) => possible,
            Answer::Unsat => !possible,
            Answer::Unknown(_) => false,
        };
        let text = exprs.text(expr);
        assert!(right, "{answer:?}: {text} is {expected:#x} for {values:x?}");
    }
}

#[test]
fn every_operator_means_the_same_to_z3() {
    let sizes = [1, 8, 16, 32, 64, 128];
    let mut rng = Rng(1);
    for op in Float::ALL {
        let pairs = sizes.into_iter().flat_map(|from| sizes.map(|to| (from, to)));
        for (from, to) in pairs.filter(|&(from, to)| op.fits(from, to)) {
            for _ in 0..rounds(12) {
                let mut exprs = Exprs::new();
                let vars = [("a", from), ("b", from), ("c", from)];
                let (_, symbols) = declare(&mut exprs, &vars);
                let mut values = [0; 3];
                for value in &mut values[..op.arity()] {
                    *value = match op.takes_floats() {
                        true => u128::from(number(&mut rng, from)),
                        false => rng.value(from),
                    };
                }
                let expr = exprs.float(op, to, &symbols[..op.arity()]);
                let expected = float::apply(op, from, to, values);
                check(&mut exprs, &symbols[..op.arity()], &values, expr, expected);
            }
        }
    }
}

/// A random expression of floating-point numbers of one format.
fn random(rng: &mut Rng, exprs: &mut Exprs, vars: &[Expr], width: u32, depth: u32) -> Expr {
    if depth == 0 || rng.below(6) == 0 {
        return match rng.below(4) {
            0 => exprs.constant(width, u128::from(number(rng, width))),
            _ => rng.pick(vars),
        };
    }
    let mut side = |rng: &mut Rng| random(rng, exprs, vars, width, depth - 1);
    let (a, b, c) = (side(rng), side(rng), side(rng));
    const TWO: [Float; 4] = [Float::Add, Float::Sub, Float::Mul, Float::Div];
    const ONE: [Float; 6] =
        [Float::Sqrt, Float::Floor, Float::Ceil, Float::Trunc, Float::RoundEven, Float::Round];
    const BOTH: [Extreme; 4] =
        [Extreme::MinNum, Extreme::MaxNum, Extreme::Minimum, Extreme::Maximum];
    match rng.below(12) {
        0 => exprs.float_neg(a),
        1 => exprs.float_abs(a),
        2 => exprs.float_copysign(a, b),
        3 => exprs.float(rng.pick(&ONE), width, &[a]),
        4 => exprs.float_extreme(rng.pick(&BOTH), a, b),
        5 => {
            let condition = condition(rng, exprs, a, b);
            exprs.ite(condition, b, c)
        }
        6 => {
            let (to, from) = rng.pick(&[
                (Float::ToSigned, Float::FromSigned),
                (Float::ToUnsigned, Float::FromUnsigned),
            ]);
            let integer = exprs.float(to, 32, &[a]);
            exprs.float(from, width, &[integer])
        }
        7 => {
            let other = exprs.float(Float::Convert, 96 - width, &[a]);
            exprs.float(Float::Convert, width, &[other])
        }
        _ => exprs.float(rng.pick(&TWO), width, &[a, b]),
    }
}

fn condition(rng: &mut Rng, exprs: &mut Exprs, a: Expr, b: Expr) -> Expr {
    if rng.below(4) == 0 {
        return exprs.float_is_class(a, rng.next() & 0x3ff);
    }
    let mut flag = || rng.below(2) == 0;
    let outcomes = Outcomes { equal: flag(), less: flag(), greater: flag(), unordered: flag() };
    exprs.float_compare(outcomes, a, b)
}

#[test]
fn formulas_mean_the_same_to_z3() {
    for seed in 0..rounds(250) {
        let mut rng = Rng(seed);
        let width = rng.pick(&[32, 64]);
        let mut exprs = Exprs::new();
        let (arrays, symbols) = declare(&mut exprs, &[("a", width), ("b", width)]);
        let depth = 1 + rng.below(3) as u32;
        let a = random(&mut rng, &mut exprs, &symbols, width, depth);
        let b = random(&mut rng, &mut exprs, &symbols, width, depth);
        let expr = if rng.below(3) == 0 { a } else { condition(&mut rng, &mut exprs, a, b) };
        let values = [number(&mut rng, width), number(&mut rng, width)].map(u128::from);
        let model = model(&exprs, &arrays, &[width; 2], &values);
        let expected = Evaluator::new().eval(&exprs, &model, expr);
        check(&mut exprs, &symbols, &values, expr, expected);
    }
}

/// What `--smt2` writes, with arrays of symbols, means the same.
#[test]
fn scripts_with_arrays_mean_the_same() {
    for seed in 0..rounds(40) {
        let mut rng = Rng(seed ^ 0xf00d);
        let width = rng.pick(&[32, 64]);
        let mut exprs = Exprs::new();
        let (arrays, symbols) = declare(&mut exprs, &[("a", width), ("b", width)]);
        let a = random(&mut rng, &mut exprs, &symbols, width, 2);
        let values = [number(&mut rng, width), number(&mut rng, width)].map(u128::from);
        let model = model(&exprs, &arrays, &[width; 2], &values);
        let expected = Evaluator::new().eval(&exprs, &model, a);
        let constant = exprs.constant(width, expected);
        let mut conditions = vec![exprs.eq(a, constant)];
        for (&symbol, &value) in symbols.iter().zip(&values) {
            let constant = exprs.constant(width, value);
            conditions.push(exprs.eq(symbol, constant));
        }
        assert_eq!(format!("{:?}", ask(&exprs, &conditions)), "Sat", "{}", exprs.text(a));
        conditions[0] = exprs.not(conditions[0]);
        assert_eq!(format!("{:?}", ask(&exprs, &conditions)), "Unsat", "{}", exprs.text(a));
    }
}

/// Queries with free variables; all tiers answer them, and models are evaluated.
#[test]
fn questions_are_answered() {
    let mut exprs = Exprs::new();
    let (_, symbols) = declare(&mut exprs, &[("x", 64), ("f", 32), ("n", 32), ("i", 8)]);
    let [x, f, n, i] = [symbols[0], symbols[1], symbols[2], symbols[3]];
    let wide = |exprs: &mut Exprs, value: f64| exprs.constant(64, value.to_bits().into());
    let narrow = |exprs: &mut Exprs, value: f32| exprs.constant(32, value.to_bits().into());
    let square = exprs.float(Float::Mul, 64, &[x, x]);
    let small = exprs.float(Float::Mul, 32, &[f, f]);
    let number = exprs.float(Float::FromSigned, 64, &[n]);
    let index = exprs.float(Float::ToUnsigned, 8, &[small]);
    let equal = |exprs: &mut Exprs, a, b| exprs.float(Float::Equal, 1, &[a, b]);
    let (two, more) = (wide(&mut exprs, 2.0), wide(&mut exprs, 2.25));
    let (half, nine) = (wide(&mut exprs, 0.5), narrow(&mut exprs, 9.0));
    // A table that is read at an offset that is a number.
    let bytes: Vec<Expr> = (0..40).map(|k| exprs.constant(8, k * 3)).collect();
    let table = exprs.memory_of_bytes(&bytes);
    let offset = exprs.zext(index, 64);
    let byte = exprs.select(table, offset);
    let twelve = exprs.constant(8, 12);
    let array = exprs.memory_of_array(exprs.array_at(1));
    let other = exprs.select(array, offset);
    let cases = [
        (equal(&mut exprs, square, two), false),
        (equal(&mut exprs, square, more), true),
        (equal(&mut exprs, small, nine), true),
        (equal(&mut exprs, number, half), false),
        (equal(&mut exprs, number, two), true),
        (exprs.eq(byte, twelve), true),
        (exprs.eq(byte, i), true),
        (exprs.eq(other, twelve), true),
    ];
    let mut tiers = Tiers::default();
    for (condition, possible) in cases {
        let answer = tiers.check(&mut exprs, &Query { path: &Path::new(), condition });
        let text = exprs.text(condition);
        match answer {
            Answer::Sat(_) => assert!(possible, "{text}"),
            Answer::Unsat => assert!(!possible, "{text}"),
            Answer::Unknown(why) => panic!("{text}: {why}"),
        }
    }
    let stats = tiers.all_stats();
    let hits = |name| stats.iter().find(|tier| tier.name == name).map(|tier| tier.hits);
    assert!(hits("intervals") >= Some(5) && hits("floats") > Some(0), "{stats:?}");
    assert!(tiers.decides_floats());
}

/// A query that is too hard is unknown, within the time limit.
#[test]
fn time_is_limited() {
    let mut exprs = Exprs::new();
    let (_, symbols) = declare(&mut exprs, &[("x", 64), ("y", 64), ("z", 64)]);
    let power = |exprs: &mut Exprs, x: Expr| {
        let square = exprs.float(Float::Div, 64, &[x, symbols[2]]);
        exprs.float(Float::Mul, 64, &[square, x])
    };
    let (p, q) = (power(&mut exprs, symbols[0]), power(&mut exprs, symbols[1]));
    let sum = exprs.float(Float::Add, 64, &[p, q]);
    let odd = exprs.constant(64, 0.123_456_789f64.to_bits().into());
    let condition = exprs.float(Float::Equal, 1, &[sum, odd]);
    let less = exprs.float(Float::Less, 1, &[p, q]);
    let condition = exprs.and(condition, less);
    let limits = Limits { time: Duration::from_millis(20), ..Limits::default() };
    let answer = Tiers::new(limits).check(&mut exprs, &Query { path: &Path::new(), condition });
    assert_eq!(answer, Answer::Unknown(Why::Time));
}
