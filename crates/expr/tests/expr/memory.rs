//! Memories against plain arrays of bytes; deep expressions; texts.

use crate::common::Rng;
use pikse_expr::{
    Evaluator, Expr, Exprs, Lanes, Memory, MemoryView, Model, Substitution, View, smt_script,
};

/// What a memory holds for given values, as a function from offsets to bytes.
#[derive(Clone)]
struct Plain {
    bytes: Vec<u8>,
    written: Vec<(u64, u8)>,
}

impl Plain {
    fn at(&self, offset: u64) -> u8 {
        let last = self.written.iter().rev().find(|&&(at, _)| at == offset);
        match last {
            Some(&(_, value)) => value,
            None => self.bytes.get(offset as usize).copied().unwrap_or(0),
        }
    }
}

/// A random offset: a constant, a symbol, or a sum of both.
fn offset(exprs: &mut Exprs, rng: &mut Rng, symbols: &[Expr]) -> Expr {
    let symbol = rng.pick(symbols);
    let constant = u128::from(rng.below(6));
    match rng.below(4) {
        0 => exprs.constant(64, constant),
        1 => {
            let cut = exprs.extract(symbol, 0, 2);
            exprs.zext(cut, 64)
        }
        2 => {
            let cut = exprs.extract(symbol, 0, 3);
            let wide = exprs.zext(cut, 64);
            exprs.add_const(wide, constant)
        }
        _ => exprs.zext(symbol, 64),
    }
}

#[test]
fn memories_are_like_arrays_of_bytes() {
    for seed in 0..4_000 {
        let mut rng = Rng(seed);
        let mut exprs = Exprs::new();
        let length = 1 + rng.below(6) as u32;
        let array = exprs.array("a", length);
        let indices = exprs.array("i", 3);
        let symbols: Vec<Expr> = (0..3).map(|k| exprs.read(indices, k, 8)).collect();
        let table: Vec<Expr> = (0..rng.below(6))
            .map(|k| match rng.below(3) {
                0 => symbols[k as usize % 3],
                1 => exprs.constant(8, 7),
                _ => exprs.constant(8, u128::from(rng.below(256))),
            })
            .collect();
        let start = if rng.below(2) == 0 {
            exprs.memory_of_array(array)
        } else {
            exprs.memory_of_bytes(&table)
        };
        let mut memory: Memory = start;
        let mut writes = Vec::new();
        for _ in 0..rng.below(4) {
            let index = offset(&mut exprs, &mut rng, &symbols);
            let value = match rng.below(2) {
                0 => rng.pick(&symbols),
                _ => exprs.constant(8, 99),
            };
            memory = exprs.write(memory, index, value);
            writes.push((index, value));
        }
        let index = offset(&mut exprs, &mut rng, &symbols);
        let byte = exprs.select(memory, index);
        let word = exprs.select_word(memory, index, 4);
        let mut evaluator = Evaluator::new();
        for _ in 0..10 {
            let mut bytes: Vec<u8> = (0..length).map(|_| rng.below(256) as u8).collect();
            bytes.extend((0..3).map(|_| rng.below(9) as u8));
            let model = Model::from_bytes(bytes.clone());
            let mut value = |expr| evaluator.eval(&exprs, &model, expr);
            let is_array = matches!(exprs.memory_view(start), MemoryView::Array(_));
            let mut plain = Plain {
                bytes: if is_array {
                    bytes[..length as usize].to_vec()
                } else {
                    table.iter().map(|&byte| value(byte) as u8).collect()
                },
                written: Vec::new(),
            };
            for &(at, byte) in &writes {
                plain.written.push((value(at) as u64, value(byte) as u8));
            }
            let at = value(index) as u64;
            assert_eq!(value(byte), u128::from(plain.at(at)), "seed {seed}");
            let four = (0..4).rev().fold(0, |word, k| word << 8 | u128::from(plain.at(at + k)));
            assert_eq!(value(word), four, "seed {seed}");
            let folded = Substitution::of_model(&mut exprs, &model).apply(&mut exprs, word);
            assert_eq!(exprs.view(folded), View::Const(four), "seed {seed}");
            // For all values of one symbol at once.
            let equal = exprs.constant(32, four);
            let equal = exprs.eq(word, equal);
            let symbol = rng.below(u64::from(length) + 3) as usize;
            let set = Lanes::new().holds(&exprs, &bytes, symbol, equal).expect("32 bits");
            for other in [bytes[symbol], 0, 1, 2, 3, 7, 99, 255] {
                let model = model.with(&[(symbol, other)]);
                let expected = evaluator.holds(&exprs, &model, equal);
                let is_in = set[usize::from(other / 64)] >> (other % 64) & 1 == 1;
                assert_eq!(is_in, expected, "seed {seed}: symbol {symbol} is {other}");
            }
        }
    }
}

#[test]
fn writes_that_are_elsewhere_are_passed() {
    let mut exprs = Exprs::new();
    let array = exprs.array("a", 8);
    let base = exprs.memory_of_array(array);
    let i = exprs.array("i", 8);
    let i = exprs.read(i, 0, 64);
    let next = exprs.add_const(i, 1);
    let value = exprs.constant(8, 5);
    let written = exprs.write(base, i, value);
    assert_eq!(exprs.select(written, i), value);
    let (after, before) = (exprs.select(written, next), exprs.select(base, next));
    assert_eq!(after, before);
    let three = exprs.constant(64, 3);
    let read = exprs.select(base, three);
    assert_eq!(read, exprs.read(array, 3, 8));
    let again = exprs.write(written, i, read);
    assert_eq!(again, exprs.write(base, i, read));
    let word = exprs.read(array, 0, 32);
    let zero = exprs.constant(64, 0);
    let written = exprs.write_word(base, zero, word);
    assert_eq!(exprs.select_word(written, zero, 4), word);
}

/// Nothing recurses over the depth of an expression.
#[test]
fn deep_expressions_are_handled() {
    let mut exprs = Exprs::new();
    let array = exprs.array("a", 60_000);
    let mut sum = exprs.read(array, 0, 8);
    let mut choice = sum;
    let memory = exprs.memory_of_array(array);
    let mut chain = memory;
    for k in 1..40_000 {
        let byte = exprs.read(array, k, 8);
        let mixed = exprs.mul(sum, byte);
        sum = exprs.xor(mixed, byte);
        let condition = exprs.ult(byte, sum);
        let counted = exprs.add_const(choice, 1);
        let zero = exprs.constant(8, 0);
        choice = exprs.ite(condition, counted, zero);
        let index = exprs.zext(byte, 64);
        chain = exprs.write(chain, index, byte);
    }
    let five = exprs.constant(8, 5);
    let index = exprs.zext(sum, 64);
    let read = exprs.select(chain, index);
    let conditions =
        [exprs.eq(sum, five), exprs.eq(choice, five), exprs.ult(choice, sum), exprs.eq(read, five)];
    let mut evaluator = Evaluator::new();
    let model = Model::from_bytes((0..60_000u32).map(|k| (k * 7) as u8).collect());
    for condition in conditions {
        let value = evaluator.eval(&exprs, &model, condition);
        let symbols = exprs.symbols(condition);
        assert!(!exprs.ranges(symbols).is_empty());
        let mut substitution = Substitution::new();
        let one = exprs.constant(8, 1);
        substitution.replace_symbol(0, one);
        let other = substitution.apply(&mut exprs, condition);
        let changed = model.with(&[(0, 1)]);
        assert_eq!(
            evaluator.eval(&exprs, &changed, other),
            evaluator.eval(&exprs, &changed, condition)
        );
        assert!(value <= 1);
        assert!(exprs.text(condition).to_string().len() < 100_000);
    }
    assert!(smt_script(&exprs, &conditions[..1]).lines().count() > 20_000);
}

#[test]
fn texts() {
    let mut exprs = Exprs::new();
    let x = exprs.array("x", 4);
    let n = exprs.array("n", 8);
    let (x, b, w) = (exprs.read(x, 0, 32), exprs.read(n, 2, 8), exprs.read(n, 4, 32));
    let minus_one = exprs.constant(32, u128::from(u32::MAX));
    let previous = exprs.add(x, minus_one);
    let five = exprs.constant(32, 5);
    let wide = exprs.sext(b, 32);
    let small = exprs.slt(minus_one, w);
    let differ = exprs.ne(x, five);
    let both = exprs.and(small, differ);
    let memory = exprs.memory_of_array(exprs.array_at(1));
    let index = exprs.zext(b, 64);
    let byte = exprs.select(memory, index);
    let cases = [
        (previous, "x - 1"),
        (exprs.slt(previous, wide), "(x - 1) <s s32(n[2])"),
        (exprs.ult(x, w), "x <u n[4..8]"),
        (both, "(-1 <s n[4..8]) & (x != 5)"),
        (exprs.ite(both, x, w), "if ((-1 <s n[4..8]) & (x != 5)) then x else n[4..8]"),
        (byte, "n[u64(n[2])]"),
        (exprs.extract(x, 3, 4), "x[0]{3..7}"),
        (exprs.add(x, x), "x << 1"),
        (exprs.bool(true), "true"),
    ];
    for (expr, expected) in cases {
        assert_eq!(exprs.text(expr).to_string(), expected);
    }
}

#[test]
fn scripts() {
    let mut exprs = Exprs::new();
    let x = exprs.array("x y", 2);
    let word = exprs.read(x, 0, 16);
    let five = exprs.constant(16, 5);
    let less = exprs.ult(word, five);
    let bit = exprs.extract(word, 0, 1);
    let script = smt_script(&exprs, &[less, bit]);
    assert_eq!(
        script,
        "(set-logic QF_ABV)
(declare-const |x.y@0| (Array (_ BitVec 64) (_ BitVec 8)))
(assert (= (ite (bvult (concat (select |x.y@0| #x0000000000000001) \
         (select |x.y@0| #x0000000000000000)) #x0005) #b1 #b0) #b1))
(assert (= ((_ extract 0 0) (select |x.y@0| #x0000000000000000)) #b1))
(check-sat)
"
    );
}
