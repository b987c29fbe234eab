//! Every answer confirmed by Z3: `cargo test -p pikse-solver --features z3 z3::`.

use crate::common::terms::{Var, declare, random};
use crate::common::{Rng, rounds};
use pikse_expr::Exprs;
use pikse_solver::cross_check::CrossCheck;
use pikse_solver::{Answer, Limits, Path, Query, Solver, Tiers};

#[test]
fn z3_agrees() {
    let widths = [1, 8, 8, 16, 32, 32, 64];
    let names = ["p", "a", "b", "c", "x", "y", "u"];
    let declared: Vec<(&str, u32)> = names.into_iter().zip(widths).collect();
    let vars: Vec<Var> =
        widths.iter().enumerate().map(|(index, &width)| Var { index, width }).collect();
    let limits = Limits { conflicts: 3_000, ..Limits::default() };
    let mut known = 0;
    for seed in 0..rounds(300) {
        let mut exprs = Exprs::new();
        let (_, mut symbols) = declare(&mut exprs, &declared);
        let mut tiers = CrossCheck::new(Tiers::new(limits.clone()));
        let mut rng = Rng(seed);
        // Some symbols are read from memory at symbolic offsets.
        let array = exprs.array("m", 5);
        let mut memory = exprs.memory_of_array(array);
        let index = exprs.zext(symbols[1], 64);
        if rng.below(2) == 0 {
            let at = exprs.zext(symbols[2], 64);
            memory = exprs.write(memory, at, symbols[1]);
        }
        if rng.below(3) == 0 {
            let table = [symbols[1], symbols[2], exprs.constant(8, 3)];
            memory = exprs.memory_of_bytes(&table);
        }
        symbols[2] = exprs.select(memory, index);
        let mut path = Path::new();
        for _ in 0..4 {
            let depth = 1 + rng.below(3) as u32;
            let term = random(&mut rng, &vars, 1, depth);
            let condition = term.build(&mut exprs, &symbols);
            let answer = tiers.check(&mut exprs, &Query { path: &path, condition });
            known += u64::from(answer.is_known());
            if let Answer::Sat(model) = answer {
                path = path.assume(&mut exprs, condition, Some(model));
            }
        }
    }
    assert!(known > rounds(300) * 3, "{known} answers were given");
}
