//! The least value of an expression, against all values of small inputs.

use pikse_expr::{Evaluator, Expr, Exprs, Model};
use pikse_solver::{Least, Path, Tiers};

use crate::common::Rng;

/// Random expressions over two bytes on random paths; the inputs are tried one by one.
#[test]
fn the_least_value_is_that_of_all_inputs() {
    let mut rng = Rng(7);
    for _ in 0..crate::common::rounds(60) {
        let mut exprs = Exprs::new();
        let array = exprs.array("x", 2);
        let bytes = [exprs.read(array, 0, 8), exprs.read(array, 1, 8)];
        let mut pool: Vec<Expr> = bytes.iter().map(|&byte| exprs.zext(byte, 16)).collect();
        for _ in 0..6 {
            let a = pool[rng.below(pool.len() as u64) as usize];
            let b = pool[rng.below(pool.len() as u64) as usize];
            let constant = exprs.constant(16, u128::from(rng.below(1 << 16)));
            pool.push(match rng.below(6) {
                0 => exprs.add(a, b),
                1 => exprs.xor(a, constant),
                2 => exprs.mul(a, b),
                3 => exprs.and(a, constant),
                4 => exprs.or(a, constant),
                _ => exprs.sub(a, constant),
            });
        }
        let pick = |rng: &mut Rng| pool[rng.below(pool.len() as u64) as usize];
        let expr = pick(&mut rng);
        let mut path = Path::of(&mut exprs, &[]);
        let mut conditions = Vec::new();
        for _ in 0..rng.below(3) {
            let (a, b) = (pick(&mut rng), pick(&mut rng));
            let condition = exprs.ult(a, b);
            conditions.push(condition);
            path = path.assume(&mut exprs, condition, None);
        }
        let mut evaluator = Evaluator::new();
        let first = exprs.symbol(array, 0);
        let mut expected: Option<u128> = None;
        for input in 0..1u32 << 16 {
            let model = Model::new().with(&[(first, input as u8), (first + 1, (input >> 8) as u8)]);
            if conditions.iter().all(|&holds| evaluator.holds(&exprs, &model, holds)) {
                let value = evaluator.eval(&exprs, &model, expr);
                expected = Some(expected.map_or(value, |least| least.min(value)));
            }
        }
        let mut solver = Tiers::default();
        match (solver.least(&mut exprs, &path, expr, 0), expected) {
            (Least::Value(value, model), Some(expected)) => {
                assert_eq!(value, expected, "{}", exprs.text(expr));
                assert_eq!(evaluator.eval(&exprs, &model, expr), expected);
            }
            (Least::Impossible, None) => {}
            (found, expected) => panic!("{found:?} instead of {expected:?}"),
        }
    }
}

/// Where the model has the least value that the bits allow, there is no query.
#[test]
fn what_is_plain_takes_no_question() {
    let mut exprs = Exprs::new();
    let array = exprs.array("x", 1);
    let byte = exprs.read(array, 0, 8);
    let word = exprs.zext(byte, 64);
    let mut solver = Tiers::default();
    let path = Path::new();
    assert!(matches!(solver.least(&mut exprs, &path, word, 0), Least::Value(0, _)));
    assert_eq!(solver.queries(), 0);
    let at_least = exprs.add_const(word, 4096);
    assert!(matches!(solver.least(&mut exprs, &path, at_least, 0), Least::Value(4096, _)));
    assert_eq!(solver.queries(), 0);
}
