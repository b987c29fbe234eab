//! Comparisons of floating-point numbers, and conversion to the wider format, need no external
//! solver.

use crate::common::terms::{declare, model};
use crate::common::{Rng, chains, judge};
use pikse_expr::float::{self, Float, Outcomes};
use pikse_expr::{Evaluator, Expr, Exprs};
use pikse_solver::{Answer, Path, Query, Side, Tiers};

/// A random number; edge cases are frequent.
fn number(rng: &mut Rng, width: u32) -> u64 {
    let infinity = float::infinity(width);
    let least = float::least_normal(width);
    let list = [0, 1, 2, least - 1, least, infinity - 1, infinity, infinity + 1, infinity / 2];
    let bits = match rng.below(4) {
        0 => rng.next() & (float::sign(width) - 1),
        _ => rng.pick(&list),
    };
    bits | rng.pick(&[0, float::sign(width)])
}

/// Every chain compares given numbers.
#[test]
fn outcomes_of_given_numbers() {
    for seed in 0..150 {
        let mut rng = Rng(seed);
        let mut exprs = Exprs::new();
        let (arrays, symbols) = declare(&mut exprs, &[("f", 32), ("x", 64)]);
        let wide = exprs.float(Float::Convert, 64, &symbols[..1]);
        let sides = if rng.below(2) == 0 { [wide, symbols[1]] } else { [symbols[1], wide] };
        let mut flag = || rng.below(2) == 0;
        let outcomes = Outcomes { equal: flag(), less: flag(), greater: flag(), unordered: flag() };
        let mut condition = exprs.float_compare(outcomes, sides[0], sides[1]);
        if rng.below(3) == 0 {
            condition = exprs.float_is_class(wide, rng.below(1 << 10));
        }
        let narrow = number(&mut rng, 32);
        let values = [narrow, number(&mut rng, 64)].map(u128::from);
        // Numbers of both widths that are the same are rare otherwise.
        let same = float::cast(Float::Convert, 32, 64, u128::from(narrow));
        let values = if rng.below(3) == 0 { [values[0], same] } else { values };
        let model = model(&exprs, &arrays, &[32, 64], &values);
        let holds = Evaluator::new().holds(&exprs, &model, condition);
        let mut path = Path::new();
        for (&symbol, &value) in symbols.iter().zip(&values) {
            let constant = exprs.constant(exprs.width(symbol), value);
            let given = exprs.eq(symbol, constant);
            path = path.assume(&mut exprs, given, None);
        }
        for mut named in chains() {
            let answer = named.solver.ask(&mut exprs, &Query { path: &path, condition });
            let text = format!("{} for {values:x?}", exprs.text(condition));
            judge(&named, &answer, holds, &text);
        }
    }
}

/// Comparing three numbers pairwise has as many paths as there are consistent outcomes.
#[test]
fn orders_of_three_numbers() {
    let mut exprs = Exprs::new();
    let (_, symbols) = declare(&mut exprs, &[("x", 64), ("y", 64), ("z", 64)]);
    let outcome = |exprs: &mut Exprs, kind: usize, a: Expr, b: Expr| {
        let outcomes = Outcomes {
            equal: kind == 0,
            less: kind == 1,
            greater: kind == 2,
            unordered: kind == 3,
        };
        exprs.float_compare(outcomes, a, b)
    };
    let mut tiers = Tiers::default();
    let mut count = 0;
    for number in 0..64 {
        let mut path = Some(Path::new());
        for (k, (a, b)) in [(0, 1), (1, 2), (0, 2)].into_iter().enumerate() {
            let condition = outcome(&mut exprs, number >> (2 * k) & 3, symbols[a], symbols[b]);
            path = path.and_then(|path| match tiers.assume(&mut exprs, &path, condition) {
                Side::Possible(path) => Some(path),
                Side::Impossible => None,
                Side::Unknown(_, why) => panic!("{why}"),
            });
        }
        count += u32::from(path.is_some());
    }
    // 13 weak orders of three numbers; with one NaN, 3 times 3 outcomes of the other two; with two
    // or three, everything is unordered.
    assert_eq!(count, 13 + 3 * 3 + 1);
}

#[test]
fn arithmetic_is_not_decided_by_bits() {
    let mut exprs = Exprs::new();
    let (_, symbols) = declare(&mut exprs, &[("x", 64)]);
    let square = exprs.float(Float::Mul, 64, &[symbols[0], symbols[0]]);
    let condition = exprs.float(Float::Less, 1, &[square, symbols[0]]);
    let blast = pikse_solver::blast::Blast::<pikse_solver::blast::Cdcl>::new(Default::default());
    let mut tiers = Tiers::over(blast);
    let answer =
        crate::common::Asked::ask(&mut tiers, &mut exprs, &Query { path: &Path::new(), condition });
    assert!(matches!(answer, Answer::Unknown(pikse_solver::Why::NoTier)), "{answer:?}");
}
