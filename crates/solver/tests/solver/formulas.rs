//! Random formulas of small widths against enumeration, for all tiers and for each alone.

use crate::common::terms::{Term, Values, Var, declare, random};
use crate::common::{Rng, chains, judge, rounds};
use pikse_expr::{Expr, Exprs};
use pikse_solver::{Path, Query};

const WIDTHS: [u32; 5] = [3, 3, 2, 1, 1];

/// Every assignment of the variables.
fn assignments() -> Vec<Vec<u128>> {
    let mut list: Vec<Vec<u128>> = vec![Vec::new()];
    for width in WIDTHS {
        list = list
            .into_iter()
            .flat_map(|values| {
                (0..1u128 << width).map(move |value| {
                    let mut values = values.clone();
                    values.push(value);
                    values
                })
            })
            .collect();
    }
    list
}

#[test]
fn random_formulas() {
    let declared: Vec<(&str, u32)> = ["x", "y", "z", "p", "q"].into_iter().zip(WIDTHS).collect();
    let vars: Vec<Var> =
        WIDTHS.iter().enumerate().map(|(index, &width)| Var { index, width }).collect();
    let all = assignments();
    let mut chains = chains();
    let mut exprs = Exprs::new();
    let (_, symbols) = declare(&mut exprs, &declared);
    for seed in 0..rounds(1_500) {
        let mut rng = Rng(seed);
        // A path grows conjunct by conjunct and keeps its solutions.
        let mut path = Path::new();
        let mut left: Vec<&Vec<u128>> = all.iter().collect();
        for _ in 0..1 + rng.below(4) {
            let depth = 1 + rng.below(4) as u32;
            let term: Term = random(&mut rng, &vars, 1, depth);
            let condition = term.build(&mut exprs, &symbols);
            let opposite = exprs.not(condition);
            let (yes, no): (Vec<_>, Vec<_>) =
                left.iter().partition(|values| term.eval(values) == 1);
            for named in &mut chains {
                for (condition, solutions) in [(condition, &yes), (opposite, &no)] {
                    let query = Query { path: &path, condition };
                    let answer = named.solver.ask(&mut exprs, &query);
                    let what = format!("seed {seed}, {}", exprs.text(condition));
                    judge(named, &answer, !solutions.is_empty(), &what);
                }
            }
            if yes.is_empty() {
                break;
            }
            path = path.assume(&mut exprs, condition, None);
            left = yes;
            if rng.below(2) == 0 {
                // Some tiers behave differently with a model.
                for named in &mut chains {
                    let query = Query { path: &path, condition: Expr::TRUE };
                    let answer = named.solver.ask(&mut exprs, &query);
                    judge(named, &answer, true, &format!("seed {seed}"));
                    if let pikse_solver::Answer::Sat(model) = answer {
                        path = path.assume(&mut exprs, Expr::TRUE, Some(model));
                    }
                }
            }
        }
    }
}

/// The circuits at widths where enumeration is out of reach: an expression is equal to its value
/// under a model, and to nothing else.
#[test]
fn circuits_compute_what_evaluation_does() {
    let widths = [8, 8, 13, 16, 32, 64, 1];
    let names = ["a", "b", "c", "d", "e", "f", "g"];
    let declared: Vec<(&str, u32)> = names.into_iter().zip(widths).collect();
    let vars: Vec<Var> =
        widths.iter().enumerate().map(|(index, &width)| Var { index, width }).collect();
    let mut exprs = Exprs::new();
    let (_, symbols) = declare(&mut exprs, &declared);
    let mut blast = pikse_solver::Tiers::with(pikse_solver::blast::Blast::<
        pikse_solver::blast::Cdcl,
    >::new(pikse_solver::Limits::default()));
    for seed in 0..rounds(400) {
        let mut rng = Rng(seed);
        let width = rng.pick(&[1, 8, 13, 16, 32, 64]);
        let depth = 1 + rng.below(3) as u32;
        let term = random(&mut rng, &vars, width, depth);
        let expr = term.build(&mut exprs, &symbols);
        let values: Vec<u128> = widths.iter().map(|&width| rng.value(width)).collect();
        let mut path = Path::new();
        for ((&symbol, &value), &width) in symbols.iter().zip(&values).zip(&widths) {
            let value = exprs.constant(width, value);
            let fixed = exprs.eq(symbol, value);
            path = path.assume(&mut exprs, fixed, None);
        }
        let value = exprs.constant(width, term.eval(&values));
        let equal = exprs.eq(expr, value);
        let differ = exprs.not(equal);
        use pikse_solver::{Answer, Solver as _};
        let yes = blast.check(&mut exprs, &Query { path: &path, condition: equal });
        let no = blast.check(&mut exprs, &Query { path: &path, condition: differ });
        assert!(matches!(yes, Answer::Sat(_)), "seed {seed}: {term:?}");
        assert!(no == Answer::Unsat, "seed {seed}: {term:?}");
    }
}
