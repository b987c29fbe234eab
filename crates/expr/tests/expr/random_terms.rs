//! Random terms: a simplified expression evaluates like the original term.

use crate::common::{Rng, Values, Var, declare, model, random};
use pikse_expr::{Evaluator, Exprs, Lanes, Substitution, View};

/// More rounds than usual, for long runs: `PIKSE_FUZZ=1000000 cargo test`.
fn rounds(usual: u64) -> u64 {
    std::env::var("PIKSE_FUZZ").ok().and_then(|n| n.parse().ok()).unwrap_or(usual)
}

#[test]
fn simplified_evaluates_like_plain() {
    let widths = [1, 1, 8, 8, 13, 13, 32, 32, 64, 64, 128, 128, 5, 7, 16];
    let names = ["p", "q", "a", "b", "c", "d", "x", "y", "u", "v", "m", "n", "r", "s", "t"];
    let declared: Vec<(&str, u32)> = names.into_iter().zip(widths).collect();
    let vars: Vec<Var> =
        widths.iter().enumerate().map(|(index, &width)| Var { index, width }).collect();
    let mut exprs = Exprs::new();
    let (arrays, symbols) = declare(&mut exprs, &declared);
    let mut evaluator = Evaluator::new();
    for seed in 0..rounds(60_000) {
        let mut rng = Rng(seed);
        if exprs.len() > 1_000_000 {
            exprs = Exprs::new();
            declare(&mut exprs, &declared);
            evaluator = Evaluator::new();
        }
        let width = rng.pick(&[1, 1, 2, 8, 13, 16, 32, 64, 128]);
        let depth = 1 + rng.below(5) as u32;
        let term = random(&mut rng, &vars, width, depth);
        assert_eq!(term.width(), Some(width), "seed {seed}");
        let expr = term.build(&mut exprs, &symbols);
        assert_eq!(exprs.width(expr), width, "seed {seed}");
        let free = exprs.symbols(expr);
        for _ in 0..4 {
            let values: Vec<u128> = widths.iter().map(|&width| rng.value(width)).collect();
            let model = model(&exprs, &arrays, &widths, &values);
            let expected = term.eval(&values);
            let actual = evaluator.eval(&exprs, &model, expr);
            assert_eq!(actual, expected, "seed {seed}: {term:?}\nas {}", exprs.text(expr));
            if width <= 64 {
                let (facts, value) = (exprs.facts(expr), expected as u64);
                assert!(
                    (facts.low..=facts.high).contains(&value)
                        && value & facts.zeros == 0
                        && !value & facts.ones == 0,
                    "seed {seed}: {facts:?} is wrong for {value} of {}",
                    exprs.text(expr)
                );
            }
            // A symbol that an expression does not depend on makes no difference.
            let others = model.bytes().iter().map(|byte| !byte).collect();
            let other = pikse_expr::Model::from_bytes(others).overlaid(&model, exprs.ranges(free));
            assert_eq!(evaluator.eval(&exprs, &other, expr), expected, "seed {seed}");
            // Substituted values fold to the result.
            let folded = Substitution::of_model(&mut exprs, &model).apply(&mut exprs, expr);
            assert_eq!(exprs.view(folded), View::Const(expected), "seed {seed}: {term:?}");
        }
    }
}

/// The set of a symbol's values is what single evaluations give.
#[test]
fn all_values_at_once_are_like_one_by_one() {
    let widths = [1, 8, 8, 13, 32, 64, 5, 16, 128];
    let names = ["p", "a", "b", "c", "x", "u", "r", "s", "w"];
    let declared: Vec<(&str, u32)> = names.into_iter().zip(widths).collect();
    let vars: Vec<Var> =
        widths.iter().enumerate().map(|(index, &width)| Var { index, width }).collect();
    let mut exprs = Exprs::new();
    let (arrays, symbols) = declare(&mut exprs, &declared);
    let (mut evaluator, mut lanes) = (Evaluator::new(), Lanes::new());
    let mut decided = 0;
    for seed in 0..rounds(6_000) {
        let mut rng = Rng(seed ^ 0x1a9e5);
        let depth = 1 + rng.below(5) as u32;
        let condition = random(&mut rng, &vars, 1, depth).build(&mut exprs, &symbols);
        let values: Vec<u128> = widths.iter().map(|&width| rng.value(width)).collect();
        let model = model(&exprs, &arrays, &widths, &values);
        let symbol = rng.below(exprs.symbol_count() as u64) as usize;
        let Some(set) = lanes.holds(&exprs, &model.bytes(), symbol, condition) else { continue };
        decided += 1;
        for _ in 0..8 {
            let value = rng.below(256) as u8;
            let expected = evaluator.holds(&exprs, &model.with(&[(symbol, value)]), condition);
            let is_in = set[usize::from(value / 64)] >> (value % 64) & 1 == 1;
            assert_eq!(is_in, expected, "seed {seed}: {value} in {}", exprs.text(condition));
        }
    }
    // The others have parts of 128 bits.
    assert!(decided > rounds(6_000) / 2, "{decided}");
}

/// Splitting a value into bytes and joining them gives the value. Where known bits of different
/// parts meet in one byte, it may become a longer expression of the same value; that is rare.
#[test]
fn bytes_make_the_word_again() {
    let widths = [8, 8, 16, 16, 32, 32, 64, 64, 1, 24];
    let names = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"];
    let declared: Vec<(&str, u32)> = names.into_iter().zip(widths).collect();
    let vars: Vec<Var> =
        widths.iter().enumerate().map(|(index, &width)| Var { index, width }).collect();
    let mut exprs = Exprs::new();
    let (arrays, symbols) = declare(&mut exprs, &declared);
    let mut evaluator = Evaluator::new();
    let (mut words, mut missed) = (0, 0);
    for seed in 0..rounds(20_000) {
        let mut rng = Rng(seed ^ 0xbeef);
        let width = rng.pick(&[16, 32, 64, 128]);
        let depth = 1 + rng.below(4) as u32;
        let term = random(&mut rng, &vars, width, depth);
        let word = term.build(&mut exprs, &symbols);
        let bytes: Vec<_> = (0..width / 8).map(|k| exprs.extract(word, 8 * k, 8)).collect();
        let join = |exprs: &mut Exprs, bytes: &[pikse_expr::Expr]| {
            bytes[1..].iter().fold(bytes[0], |lower, &upper| exprs.concat(upper, lower))
        };
        // From below, and in halves, which may have been stored apart.
        let whole = join(&mut exprs, &bytes);
        let half = bytes.len() / 2;
        let (low, high) = (join(&mut exprs, &bytes[..half]), join(&mut exprs, &bytes[half..]));
        let halves = exprs.concat(high, low);
        for again in [whole, halves] {
            words += 1;
            missed += u32::from(again != word);
            let values: Vec<u128> = widths.iter().map(|&width| rng.value(width)).collect();
            let model = model(&exprs, &arrays, &widths, &values);
            let (was, is) =
                (evaluator.eval(&exprs, &model, word), evaluator.eval(&exprs, &model, again));
            assert_eq!(was, is, "seed {seed}: {} is not {}", exprs.text(again), exprs.text(word));
        }
    }
    assert!(missed * 500 < words, "{missed} of {words} words did not come back");
}
