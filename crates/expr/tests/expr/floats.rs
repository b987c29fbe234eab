//! Floating-point numbers as bits: every constructor against plain numbers, on special and random values.

use crate::common::{Rng, Values, declare, model};
use pikse_expr::float::{self, Extreme, Float, Outcomes};
use pikse_expr::{Evaluator, Expr, Exprs, Substitution, View, smt_byte_script, smt_script};

/// Numbers at the edges of both formats, as bits of one of them.
fn special(width: u32) -> Vec<u64> {
    let numbers = [0.0, 0.3, 0.5, 1.0, 1.5, 2.0, 2.5, 3.5, 1e10, 1e19, 1e38, 4e38, 1e-40, 1e-45];
    let largest = if width == 32 { u64::from(f32::MAX.to_bits()) } else { f64::MAX.to_bits() };
    let least = float::least_normal(width);
    let infinity = float::infinity(width);
    let mut list = vec![largest, least, least - 1, 1, 2, infinity];
    list.extend([infinity + 1, infinity | float::quiet(width), infinity | float::quiet(width) | 5]);
    list.extend(numbers.map(|x: f64| match width {
        32 => u64::from((x as f32).to_bits()),
        _ => x.to_bits(),
    }));
    let negative: Vec<u64> = list.iter().map(|bits| bits | float::sign(width)).collect();
    list.extend(negative);
    list
}

/// A random number; special values are frequent, and so are integers and neighbours.
fn number(rng: &mut Rng, width: u32) -> u64 {
    let special = special(width);
    match rng.below(4) {
        0 | 1 => rng.pick(&special),
        2 => {
            let near = rng.pick(&special).wrapping_add(rng.below(3)).wrapping_sub(1);
            near & pikse_expr::bits::mask(width) as u64
        }
        _ => rng.next() & pikse_expr::bits::mask(width) as u64,
    }
}

/// The widths of operands and result that an operator is tried with.
fn widths(op: Float) -> Vec<(u32, u32)> {
    let all = [1, 7, 8, 16, 31, 32, 33, 63, 64, 100, 127, 128];
    let pairs = all.iter().flat_map(|&from| all.iter().map(move |&to| (from, to)));
    pairs.filter(|&(from, to)| op.fits(from, to)).collect()
}

/// An expression has the expected value: under a model, and with the values substituted.
fn check(exprs: &mut Exprs, model: &pikse_expr::Model, expr: Expr, expected: u128, what: &str) {
    let value = Evaluator::new().eval(exprs, model, expr);
    assert_eq!(value, expected, "{what}: {value:#x}, not {expected:#x}: {}", exprs.text(expr));
    if let Some(bits) = exprs.float_as_bits(expr) {
        assert!(!matches!(exprs.view(bits), View::Float(..)));
        let value = Evaluator::new().eval(exprs, model, bits);
        assert_eq!(value, expected, "{what}: {value:#x}, not {expected:#x}: {}", exprs.text(bits));
    }
    let folded = Substitution::of_model(exprs, model).apply(exprs, expr);
    assert_eq!(exprs.view(folded), View::Const(expected), "{what}");
}

#[test]
fn operators_have_their_meaning() {
    let mut rng = Rng(1);
    for op in Float::ALL {
        for (from, to) in widths(op) {
            for _ in 0..120 {
                let mut exprs = Exprs::new();
                let vars = [("a", from), ("b", from), ("c", from)];
                let (arrays, symbols) = declare(&mut exprs, &vars);
                let operands = &symbols[..op.arity()];
                let expr = exprs.float(op, to, operands);
                assert_eq!(exprs.width(expr), to);
                let mut values = [0u128; 3];
                for value in &mut values[..op.arity()] {
                    *value = match op.takes_floats() {
                        true => u128::from(number(&mut rng, from)),
                        false => rng.value(from),
                    };
                }
                let model = model(&exprs, &arrays, &[from; 3], &values);
                let expected = float::apply(op, from, to, values);
                check(&mut exprs, &model, expr, expected, &format!("{op:?} of {values:x?}"));
            }
        }
    }
}

/// The pairs of numbers that are compared: bits that are read, and results of arithmetic.
fn sides(rng: &mut Rng, exprs: &mut Exprs, symbols: &[Expr], width: u32) -> [Expr; 2] {
    let one =
        exprs.constant(width, u128::from(if width == 32 { 0x3f80_0000 } else { 1.0f64.to_bits() }));
    let mut side = |k: usize, rng: &mut Rng| match rng.below(3) {
        // The product has the number's value, and a quiet NaN where it is NaN.
        0 => exprs.float(Float::Mul, width, &[symbols[k], one]),
        _ => symbols[k],
    };
    [side(0, rng), side(1, rng)]
}

fn as_float(width: u32, bits: u64) -> f64 {
    match width {
        32 => f64::from(f32::from_bits(bits as u32)),
        _ => f64::from_bits(bits),
    }
}

#[test]
fn comparisons_are_those_of_numbers() {
    let mut rng = Rng(2);
    for round in 0..6_000 {
        let width = rng.pick(&[32, 64]);
        let mut exprs = Exprs::new();
        let (arrays, symbols) = declare(&mut exprs, &[("a", width), ("b", width)]);
        let [a, b] = sides(&mut rng, &mut exprs, &symbols, width);
        let bits = [number(&mut rng, width), number(&mut rng, width)];
        let bits = if rng.below(5) == 0 { [bits[0]; 2] } else { bits };
        let model = model(&exprs, &arrays, &[width; 2], &bits.map(u128::from));
        let flag = |k: u32| round >> k & 1 == 1;
        let outcomes =
            Outcomes { equal: flag(0), less: flag(1), greater: flag(2), unordered: flag(3) };
        let [x, y] = bits.map(|bits| as_float(width, bits));
        let holds = (outcomes.equal && x == y)
            || (outcomes.less && x < y)
            || (outcomes.greater && x > y)
            || (outcomes.unordered && (x.is_nan() || y.is_nan()));
        assert_eq!(float::compare(outcomes, width, bits[0], bits[1]), holds);
        let expr = exprs.float_compare(outcomes, a, b);
        check(&mut exprs, &model, expr, holds.into(), &format!("{outcomes:?} of {x:?}, {y:?}"));
        // Which sides it is asked of decides who can answer.
        let is_bits = a == symbols[0] && b == symbols[1];
        assert!(!is_bits || !exprs.has_float_arithmetic(expr), "{}", exprs.text(expr));
    }
}

#[test]
fn signs_extremes_and_classes_are_those_of_numbers() {
    let mut rng = Rng(3);
    for _ in 0..4_000 {
        let width = rng.pick(&[32, 64]);
        let mut exprs = Exprs::new();
        let (arrays, symbols) = declare(&mut exprs, &[("a", width), ("b", width)]);
        let [a, b] = sides(&mut rng, &mut exprs, &symbols, width);
        let values = [number(&mut rng, width), number(&mut rng, width)];
        let model = model(&exprs, &arrays, &[width; 2], &values.map(u128::from));
        let mut evaluator = Evaluator::new();
        let [x, y] = [a, b].map(|side| evaluator.eval(&exprs, &model, side) as u64);
        let what = format!("{x:#x}, {y:#x}");
        let (neg, abs, copied) = match width {
            32 => {
                let (x, y) = (f32::from_bits(x as u32), f32::from_bits(y as u32));
                let bits = |x: f32| u64::from(x.to_bits());
                (bits(-x), bits(x.abs()), bits(x.copysign(y)))
            }
            _ => {
                let (x, y) = (f64::from_bits(x), f64::from_bits(y));
                ((-x).to_bits(), x.abs().to_bits(), x.copysign(y).to_bits())
            }
        };
        let built = [exprs.float_neg(a), exprs.float_abs(a), exprs.float_copysign(a, b)];
        for (expr, expected) in built.into_iter().zip([neg, abs, copied]) {
            check(&mut exprs, &model, expr, expected.into(), &what);
        }
        for which in [Extreme::MinNum, Extreme::MaxNum, Extreme::Minimum, Extreme::Maximum] {
            let expected = float::extreme(which, width, x, y);
            let expr = exprs.float_extreme(which, a, b);
            check(&mut exprs, &model, expr, expected.into(), &format!("{which:?} of {what}"));
            // As in the standard library, except for zeros and NaN.
            let (p, q) = (as_float(width, x), as_float(width, y));
            let least = matches!(which, Extreme::MinNum | Extreme::Minimum);
            if !p.is_nan() && !q.is_nan() {
                let library = if least { p.min(q) } else { p.max(q) };
                assert_eq!(as_float(width, expected), library, "{which:?} of {what}");
            }
        }
        let classes = rng.below(1 << 10);
        let expr = exprs.float_is_class(a, classes);
        let expected = float::is_class(width, x, classes);
        check(&mut exprs, &model, expr, expected.into(), &format!("class {classes:#b} of {what}"));
        let expr = exprs.float_is_nan(a);
        check(&mut exprs, &model, expr, as_float(width, x).is_nan().into(), &what);
    }
}

/// All numbers of 32 bits that are special in some way become the same number of 64 bits.
#[test]
fn numbers_are_extended_exactly() {
    let mut exprs = Exprs::new();
    let (arrays, symbols) = declare(&mut exprs, &[("a", 32)]);
    let wide = exprs.float(Float::Convert, 64, &symbols);
    let wide = exprs.float_as_bits(wide).expect("it only looks at bits");
    let mut evaluator = Evaluator::new();
    let mut rng = Rng(4);
    let powers = (0..23).flat_map(|k| [1 << k, (1 << k) - 1, (1 << k) + 1]);
    let others: Vec<u32> = (0..5_000).map(|_| number(&mut rng, 32) as u32).collect();
    for bits in powers.chain(others).flat_map(|bits| [bits, bits | 1 << 31]) {
        let model = model(&exprs, &arrays, &[32], &[bits.into()]);
        let value = evaluator.eval(&exprs, &model, wide);
        assert_eq!(value, float::cast(Float::Convert, 32, 64, bits.into()), "{bits:#x}");
        let x = f32::from_bits(bits);
        if !x.is_nan() {
            assert_eq!(value as u64, f64::from(x).to_bits(), "{bits:#x}");
        }
    }
}

#[test]
fn what_has_floats_is_known() {
    let mut exprs = Exprs::new();
    let (_, symbols) = declare(&mut exprs, &[("a", 64), ("b", 64)]);
    let [a, b] = [symbols[0], symbols[1]];
    assert!(!exprs.has_float_arithmetic(a));
    let sum = exprs.float(Float::Add, 64, &[a, b]);
    let low = exprs.extract(sum, 0, 8);
    let memory = exprs.memory_of_bytes(&[low, low]);
    let plain = exprs.memory_of_array(exprs.array_at(0));
    let written = exprs.write(plain, b, low);
    let [table, array, over] = [memory, plain, written].map(|memory| exprs.select(memory, a));
    let neg = exprs.float_neg(sum);
    let less = exprs.float(Float::Less, 1, &[a, neg]);
    let bits = exprs.float(Float::Less, 1, &[a, b]);
    let cases = [(sum, true), (low, true), (table, true), (over, true), (neg, true), (less, true)];
    for (expr, expected) in cases.into_iter().chain([(array, false), (bits, false), (b, false)]) {
        assert_eq!(exprs.has_float_arithmetic(expr), expected, "{}", exprs.text(expr));
    }
}

/// A number that is stored byte by byte and loaded again is unchanged.
#[test]
fn bytes_of_a_result_make_it_again() {
    let mut exprs = Exprs::new();
    let (_, symbols) = declare(&mut exprs, &[("a", 64), ("b", 64)]);
    let product = exprs.float(Float::Mul, 64, &symbols);
    let bytes: Vec<Expr> = (0..8).map(|k| exprs.extract(product, 8 * k, 8)).collect();
    let again = bytes[1..].iter().fold(bytes[0], |low, &high| exprs.concat(high, low));
    assert_eq!(again, product);
    // The same twice is one expression.
    assert_eq!(exprs.float(Float::Mul, 64, &symbols), product);
    // But sums in another order differ if both operands are NaN.
    let swapped = exprs.float(Float::Mul, 64, &[symbols[1], symbols[0]]);
    assert_ne!(swapped, product);
}

#[test]
fn texts() {
    let mut exprs = Exprs::new();
    let (_, symbols) = declare(&mut exprs, &[("x", 64), ("y", 64), ("n", 32)]);
    let [x, y, n] = [symbols[0], symbols[1], symbols[2]];
    let two = exprs.constant(64, 2.25f64.to_bits().into());
    let product = exprs.float(Float::Mul, 64, &[x, x]);
    let root = exprs.float(Float::Sqrt, 64, &[product]);
    let from = exprs.float(Float::FromSigned, 64, &[n]);
    let cases = [
        (exprs.float(Float::Equal, 1, &[product, two]), "(x *f x) ==f 2.25"),
        (exprs.float(Float::Add, 64, &[root, from]), "sqrt((x *f x)) +f f64s(n)"),
        (exprs.float(Float::MultiplyAdd, 64, &[x, y, two]), "fma(x, y, 2.25)"),
        (exprs.float(Float::ToUnsigned, 8, &[root]), "u8f(sqrt((x *f x)))"),
    ];
    for (expr, expected) in cases {
        assert_eq!(exprs.text(expr).to_string(), expected);
    }
}

#[test]
fn scripts() {
    let mut exprs = Exprs::new();
    let (_, symbols) = declare(&mut exprs, &[("x", 32)]);
    let x = symbols[0];
    let two = exprs.constant(32, 2.25f32.to_bits().into());
    let product = exprs.float(Float::Mul, 32, &[x, x]);
    let size = exprs.float_abs(product);
    let less = exprs.float(Float::Less, 1, &[size, two]);
    let low = exprs.extract(product, 0, 1);
    let script = smt_byte_script(&exprs, &[less, low]);
    assert_eq!(script.symbols, [0, 1, 2, 3]);
    assert!(!script.has_arrays);
    let none = float::default_nan(32);
    let expected = format!(
        "(set-logic QF_BVFP)
(declare-const s0 (_ BitVec 8))
(declare-const s1 (_ BitVec 8))
(declare-const s2 (_ BitVec 8))
(declare-const s3 (_ BitVec 8))
(define-fun e2 () (_ BitVec 32) (concat s3 s2 s1 s0))
(define-fun r2 () (_ FloatingPoint 8 24) ((_ to_fp 8 24) e2))
(define-fun r4 () (_ FloatingPoint 8 24) (fp.mul RNE r2 r2))
(declare-const f4 (_ BitVec 32))
(assert (= ((_ to_fp 8 24) f4) r4))
(define-fun e8 () (_ BitVec 1) ((_ extract 0 0) (ite (fp.isNaN r4) \
         (ite (fp.isNaN r2) (bvor e2 #x00400000) (ite (fp.isNaN r2) (bvor e2 #x00400000) #x{none:08x})) f4)))
(assert (= (ite (fp.lt (fp.abs r4) ((_ to_fp 8 24) #x40100000)) #b1 #b0) #b1))
(assert (= e8 #b1))
(check-sat)
"
    );
    assert_eq!(script.text, expected);
    let arrays = smt_script(&exprs, &[less]);
    assert!(arrays.starts_with("(set-logic QF_ABVFP)\n(declare-const |x@0| "), "{arrays}");
}
