//! Boxes of floating-point numbers, without another tier after them.

use crate::common::terms::{declare, model};
use crate::common::{Rng, rounds};
use pikse_expr::float::{self, Float, Outcomes};
use pikse_expr::{Evaluator, Expr, Exprs};
use pikse_solver::intervals::Intervals;
use pikse_solver::{Answer, Nothing, Path, Query, Tiers};

fn ask(exprs: &mut Exprs, conditions: &[Expr]) -> Answer {
    let path = Path::of(exprs, &conditions[1..]);
    let query = Query { path: &path, condition: conditions[0] };
    let mut tiers = Tiers::with(Intervals::new(Nothing));
    crate::common::Asked::ask(&mut tiers, exprs, &query)
}

#[test]
fn equations_of_one_number_are_decided() {
    let mut exprs = Exprs::new();
    let (_, symbols) = declare(&mut exprs, &[("x", 64), ("f", 32), ("n", 32)]);
    let [x, f, n] = [symbols[0], symbols[1], symbols[2]];
    let wide = |exprs: &mut Exprs, value: f64| exprs.constant(64, value.to_bits().into());
    let square = exprs.float(Float::Mul, 64, &[x, x]);
    let cube = exprs.float(Float::Mul, 64, &[square, x]);
    let root = exprs.float(Float::Sqrt, 64, &[x]);
    let extended = exprs.float(Float::Convert, 64, &[f]);
    let tripled = {
        let three = wide(&mut exprs, 3.0);
        exprs.float(Float::Mul, 64, &[extended, three])
    };
    let number = exprs.float(Float::FromSigned, 64, &[n]);
    let index = exprs.float(Float::ToSigned, 32, &[cube]);
    let cases = [
        (square, 2.0, false),
        (square, 2.25, true),
        (square, -1.0, false),
        (square, f64::INFINITY, true),
        (cube, -27.0, true),
        (cube, 3.0, true),
        (root, 1.5, true),
        (root, -0.5, false),
        (tripled, 0.1, false),
        (tripled, 0.75, true),
        (number, 0.5, false),
        (number, -7.0, true),
        (number, 3e9, false),
    ];
    for (side, value, possible) in cases {
        let constant = wide(&mut exprs, value);
        let condition = exprs.float(Float::Equal, 1, &[side, constant]);
        let answer = ask(&mut exprs, &[condition]);
        let right =
            if possible { matches!(answer, Answer::Sat(_)) } else { answer == Answer::Unsat };
        assert!(right, "{answer:?}: {}", exprs.text(condition));
    }
    let thousand = exprs.constant(32, 1000);
    let more = exprs.constant(32, 1001);
    let equal = exprs.eq(index, thousand);
    assert!(matches!(ask(&mut exprs, &[equal]), Answer::Sat(_)));
    // Between two integers there is none.
    let between = [exprs.slt(thousand, index), exprs.slt(index, more)];
    assert_eq!(ask(&mut exprs, &between), Answer::Unsat);
    // NaN differs from itself.
    let differs = exprs.float_is_nan(square);
    let answer = ask(&mut exprs, &[differs]);
    assert!(matches!(answer, Answer::Sat(_)), "{answer:?}");
}

/// A random expression of numbers.
fn random(rng: &mut Rng, exprs: &mut Exprs, vars: &[Expr], width: u32, depth: u32) -> Expr {
    if depth == 0 || rng.below(5) == 0 {
        let plain = [0.0f64, 1.0, -1.0, 0.5, 3.0, 1e10, 1e-10, f64::INFINITY];
        let value = rng.pick(&plain);
        let bits = if width == 32 { (value as f32).to_bits().into() } else { value.to_bits() };
        return match rng.below(3) {
            0 => exprs.constant(width, bits.into()),
            _ => rng.pick(vars),
        };
    }
    let a = random(rng, exprs, vars, width, depth - 1);
    let b = random(rng, exprs, vars, width, depth - 1);
    const TWO: [Float; 4] = [Float::Add, Float::Sub, Float::Mul, Float::Div];
    const ONE: [Float; 4] = [Float::Sqrt, Float::Floor, Float::Trunc, Float::Round];
    match rng.below(10) {
        0 => exprs.float_neg(a),
        1 => exprs.float_abs(a),
        2 => exprs.float(rng.pick(&ONE), width, &[a]),
        3 => exprs.float_extreme(float::Extreme::MinNum, a, b),
        4 => {
            let integer = exprs.float(Float::ToSigned, 16, &[a]);
            exprs.float(Float::FromSigned, width, &[integer])
        }
        _ => exprs.float(rng.pick(&TWO), width, &[a, b]),
    }
}

fn condition(rng: &mut Rng, exprs: &mut Exprs, vars: &[Expr], width: u32) -> Expr {
    let depth = 1 + rng.below(2) as u32;
    let (a, b) =
        (random(rng, exprs, vars, width, depth + 1), random(rng, exprs, vars, width, depth));
    let mut flag = || rng.below(3) == 0;
    let outcomes = Outcomes { equal: flag(), less: flag(), greater: flag(), unordered: flag() };
    exprs.float_compare(outcomes, a, b)
}

/// An unsatisfiable query has no solution among many points; most queries are decided.
#[test]
fn answers_are_right() {
    let (mut sat, mut unsat, mut unknown) = (0, 0, 0);
    for seed in 0..rounds(400) {
        let mut rng = Rng(seed);
        let width = rng.pick(&[32, 64]);
        let mut exprs = Exprs::new();
        let (arrays, symbols) = declare(&mut exprs, &[("a", width), ("b", width)]);
        let conditions: Vec<Expr> =
            (0..2).map(|_| condition(&mut rng, &mut exprs, &symbols, width)).collect();
        if conditions.contains(&Expr::FALSE) {
            continue;
        }
        match ask(&mut exprs, &conditions) {
            Answer::Sat(_) => sat += 1,
            Answer::Unknown(_) => unknown += 1,
            Answer::Unsat => {
                unsat += 1;
                let mut evaluator = Evaluator::new();
                for _ in 0..2_000 {
                    let plain = [0.0f64, -0.0, 1.0, -1.0, 0.5, 3.0, 1e10, f64::INFINITY, f64::NAN];
                    let values = [0, 1].map(|_| match (rng.below(2), width) {
                        (0, 32) => u128::from((rng.pick(&plain) as f32).to_bits()),
                        (0, _) => u128::from(rng.pick(&plain).to_bits()),
                        (_, 32) => u128::from(rng.next() as u32),
                        _ => u128::from(rng.next()),
                    });
                    let model = model(&exprs, &arrays, &[width; 2], &values);
                    let holds = conditions.iter().all(|&c| evaluator.holds(&exprs, &model, c));
                    let texts: Vec<String> =
                        conditions.iter().map(|&c| exprs.text(c).to_string()).collect();
                    assert!(!holds, "seed {seed}: {values:x?} satisfies {texts:?}");
                }
            }
        }
    }
    assert!(sat > 100 && unsat > 20 && unknown < sat + unsat, "{sat}, {unsat}, {unknown}");
}

/// Bounds do not help where bits are taken apart.
#[test]
fn what_bounds_do_not_tell_is_passed_on() {
    let mut exprs = Exprs::new();
    let (_, symbols) = declare(&mut exprs, &[("x", 64), ("y", 64)]);
    let product = exprs.float(Float::Mul, 64, &symbols);
    let low = exprs.extract(product, 0, 20);
    let odd = exprs.constant(20, 0x12345);
    let equal = exprs.eq(low, odd);
    let answer = ask(&mut exprs, &[equal]);
    assert!(matches!(answer, Answer::Unknown(_)), "{answer:?}");
}
