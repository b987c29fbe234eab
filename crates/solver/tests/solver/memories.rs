//! Reads and writes at symbolic offsets against enumeration, for every complete chain.

use crate::common::{Rng, chains, judge, rounds};
use pikse_expr::{Expr, Exprs, Memory, MemoryView};
use pikse_solver::{Path, Query};

/// The byte of a memory at an offset, from the definitions.
fn byte(exprs: &Exprs, memory: Memory, at: u64, value: &mut impl FnMut(Expr) -> u64) -> u64 {
    match exprs.memory_view(memory) {
        MemoryView::Array(_) => unreachable!("the tests start from tables"),
        MemoryView::Table(bytes) => bytes.get(at as usize).map_or(0, |&byte| value(byte)),
        MemoryView::Write { under, index, value: written } => {
            if value(index) == at {
                value(written)
            } else {
                byte(exprs, under, at, value)
            }
        }
    }
}

#[test]
fn symbolic_offsets() {
    for seed in 0..rounds(250) {
        let mut rng = Rng(seed);
        let mut exprs = Exprs::new();
        // Three symbols of four values each: 64 assignments.
        let array = exprs.array("a", 3);
        let symbols: Vec<Expr> = (0..3)
            .map(|k| {
                let byte = exprs.read(array, k, 8);
                exprs.extract(byte, 0, 2)
            })
            .collect();
        let table: Vec<Expr> = (0..1 + rng.below(6))
            .map(|_| match rng.below(2) {
                0 => exprs.zext(symbols[rng.below(3) as usize], 8),
                _ => exprs.constant(8, u128::from(rng.below(4))),
            })
            .collect();
        let mut memory = exprs.memory_of_bytes(&table);
        let index = |exprs: &mut Exprs, rng: &mut Rng| {
            let wide = exprs.zext(symbols[rng.below(3) as usize], 64);
            exprs.add_const(wide, u128::from(rng.below(3)))
        };
        for _ in 0..rng.below(3) {
            let at = index(&mut exprs, &mut rng);
            let value = exprs.zext(symbols[rng.below(3) as usize], 8);
            memory = exprs.write(memory, at, value);
        }
        let at = index(&mut exprs, &mut rng);
        let read = exprs.select(memory, at);
        let wanted = rng.below(5);
        let constant = exprs.constant(8, u128::from(wanted));
        let condition = match rng.below(3) {
            0 => exprs.eq(read, constant),
            1 => exprs.ne(read, constant),
            _ => exprs.ult(constant, read),
        };
        let bound = exprs.constant(2, u128::from(rng.below(4)));
        let assumed = exprs.ule(symbols[0], bound);
        let path = Path::of(&mut exprs, &[assumed]);
        // The reference evaluates indices and values with the evaluator, but knows memories itself.
        let mut evaluator = pikse_expr::Evaluator::new();
        let possible = (0..64u8).any(|all| {
            let model = pikse_expr::Model::from_bytes(vec![all & 3, all >> 2 & 3, all >> 4]);
            let mut value = |expr| evaluator.eval(&exprs, &model, expr) as u64;
            if value(assumed) == 0 {
                return false;
            }
            let at = value(at);
            let found = byte(&exprs, memory, at, &mut value);
            assert_eq!(value(read), found, "seed {seed}");
            value(condition) == 1
        });
        for named in &mut chains() {
            let query = Query { path: &path, condition };
            let answer = named.solver.ask(&mut exprs, &query);
            judge(named, &answer, possible, &format!("seed {seed}, {}", exprs.text(condition)));
        }
    }
}

/// Whole symbolic arrays: bytes after the end are 0, and every byte can be found.
#[test]
fn arrays_by_symbolic_index() {
    for length in [1u32, 2, 3, 5, 8, 13, 64, 100] {
        let mut exprs = Exprs::new();
        let array = exprs.array("a", length);
        let index = exprs.array("i", 1);
        let index = exprs.read(index, 0, 8);
        let at = exprs.zext(index, 64);
        let memory = exprs.memory_of_array(array);
        let read = exprs.select(memory, at);
        let seven = exprs.constant(8, 7);
        let is_seven = exprs.eq(read, seven);
        let end = exprs.constant(8, u128::from(length));
        let (inside, outside) = (exprs.ult(index, end), exprs.ule(end, index));
        // All other bytes are 0, so the index has to find the one that is not.
        let place = length / 2;
        let mut conditions = Vec::new();
        for k in 0..length {
            let byte = exprs.read(array, k, 8);
            let value = exprs.constant(8, if k == place { 7 } else { 0 });
            conditions.push(exprs.eq(byte, value));
        }
        let path = Path::of(&mut exprs, &conditions);
        let place = exprs.constant(8, u128::from(place));
        let there = exprs.eq(index, place);
        let elsewhere = exprs.not(there);
        for named in chains().iter_mut().filter(|named| named.complete) {
            for (extra, possible) in
                [(inside, true), (outside, false), (there, true), (elsewhere, false)]
            {
                let path = path.assume(&mut exprs, extra, None);
                let query = Query { path: &path, condition: is_seven };
                let answer = named.solver.ask(&mut exprs, &query);
                judge(named, &answer, possible, &format!("length {length}"));
            }
        }
    }
}
