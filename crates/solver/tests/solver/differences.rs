//! The difference tier: random comparisons of terms `x + c` against enumeration, with every way to
//! wrap around; and how often it decides.

use crate::common::{Rng, rounds};
use pikse_expr::{Array, Binary, Expr, Exprs, Model};
use pikse_solver::difference::Difference;
use pikse_solver::{Answer, Nothing, Path, Query, Solver, Tiers};

/// `ext(variable) + offset`, or a constant, at a width of 8 or 16 bits.
#[derive(Clone, Copy, Debug)]
struct Term {
    variable: Option<usize>,
    signed: bool,
    offset: u16,
}

#[derive(Clone, Copy, Debug)]
struct Comparison {
    op: Binary,
    negated: bool,
    wide: bool,
    left: Term,
    right: Term,
}

impl Term {
    fn value(&self, values: &[u8], wide: bool) -> u16 {
        let inner = match self.variable {
            None => 0,
            Some(at) if wide && self.signed => i16::from(values[at] as i8) as u16,
            Some(at) => u16::from(values[at]),
        };
        let sum = inner.wrapping_add(self.offset);
        if wide { sum } else { sum & 0xff }
    }

    fn build(&self, exprs: &mut Exprs, words: &[Expr], wide: bool) -> Expr {
        let width = if wide { 16 } else { 8 };
        let Some(at) = self.variable else {
            return exprs.constant(width, u128::from(self.offset));
        };
        let word = words[at];
        let word = match (wide, self.signed) {
            (false, _) => word,
            (true, true) => exprs.sext(word, 16),
            (true, false) => exprs.zext(word, 16),
        };
        exprs.add_const(word, u128::from(self.offset))
    }
}

impl Comparison {
    fn random(rng: &mut Rng, variables: usize, offsets: bool, wide: bool) -> Self {
        let mut term = |constants: bool| {
            let variable = if constants && rng.below(3) == 0 {
                None
            } else {
                Some(rng.below(variables as u64) as usize)
            };
            let small = [0, 0, 0, 1, 2, 0xffff, 0xff, 0x7f, 0x80, 0x10, 0xfff0];
            let offset = match variable {
                None => match rng.below(3) {
                    0 => rng.below(0x10000) as u16,
                    1 => rng.below(0x100) as u16,
                    _ => rng.pick(&small),
                },
                Some(_) if offsets => match rng.below(4) {
                    0 => rng.below(0x10000) as u16,
                    _ => rng.pick(&small),
                },
                Some(_) => 0,
            };
            Term { variable, signed: rng.below(2) == 0, offset }
        };
        let (left, right) = (term(true), term(true));
        let op = rng.pick(&[Binary::Eq, Binary::Ult, Binary::Ule, Binary::Slt, Binary::Sle]);
        Self { op, negated: rng.below(2) == 0, wide, left, right }
    }

    fn holds(&self, values: &[u8]) -> bool {
        let (a, b) = (self.left.value(values, self.wide), self.right.value(values, self.wide));
        let (b, signed) = if self.wide {
            (b, (a as i16).cmp(&(b as i16)))
        } else {
            (b & 0xff, (a as u8 as i8).cmp(&(b as u8 as i8)))
        };
        let a = if self.wide { a } else { a & 0xff };
        let holds = match self.op {
            Binary::Eq => a == b,
            Binary::Ult => a < b,
            Binary::Ule => a <= b,
            Binary::Slt => signed.is_lt(),
            _ => signed.is_le(),
        };
        holds != self.negated
    }

    fn build(&self, exprs: &mut Exprs, words: &[Expr]) -> Expr {
        let left = self.left.build(exprs, words, self.wide);
        let right = self.right.build(exprs, words, self.wide);
        let condition = exprs.binary(self.op, left, right);
        if self.negated { exprs.not(condition) } else { condition }
    }
}

fn words(exprs: &mut Exprs, count: usize) -> (Vec<Array>, Vec<Expr>) {
    (0..count)
        .map(|k| {
            let array = exprs.array(["x", "y", "z"][k], 1);
            (array, exprs.read(array, 0, 8))
        })
        .unzip()
}

fn solutions(list: &[Comparison]) -> bool {
    (0..=0xffff_u32).any(|both| {
        let values = [both as u8, (both >> 8) as u8];
        list.iter().all(|comparison| comparison.holds(&values))
    })
}

/// Random comparisons of two bytes; returns how many were asked and how many decided.
fn compare(seeds: std::ops::Range<u64>, offsets: bool, mixed: bool) -> (u64, u64) {
    let (mut asked, mut decided) = (0, 0);
    for seed in seeds {
        let mut rng = Rng(seed);
        let mut exprs = Exprs::new();
        let (_, words) = words(&mut exprs, 2);
        let mut tier = Tiers::with(Difference::new(Nothing));
        let count = 1 + rng.below(7);
        let wide = rng.below(3) == 0;
        let list: Vec<Comparison> = (0..count)
            .map(|_| {
                let wide = if mixed { rng.below(3) == 0 } else { wide };
                Comparison::random(&mut rng, 2, offsets, wide)
            })
            .collect();
        let conditions: Vec<Expr> =
            list.iter().map(|comparison| comparison.build(&mut exprs, &words)).collect();
        let path = Path::of(&mut exprs, &conditions);
        if path.is_impossible() || path.is_empty() {
            assert_eq!(solutions(&list), !path.is_impossible(), "seed {seed}: {list:?}");
            continue;
        }
        asked += 1;
        let answer = tier.check(&mut exprs, &Query { path: &path, condition: Expr::TRUE });
        decided += u64::from(answer.is_known());
        match answer {
            Answer::Sat(_) => assert!(solutions(&list), "seed {seed}: {list:?}"),
            Answer::Unsat => assert!(!solutions(&list), "seed {seed}: {list:?}"),
            Answer::Unknown(_) => {}
        }
    }
    (asked, decided)
}

#[test]
fn comparisons_without_offsets_are_decided() {
    let (asked, decided) = compare(0..rounds(3_000), false, false);
    assert!(decided * 1000 >= asked * 990, "{decided} of {asked}");
}

#[test]
fn comparisons_with_offsets_are_mostly_decided() {
    let (asked, decided) = compare(0..rounds(3_000), true, false);
    assert!(decided * 100 >= asked * 97, "{decided} of {asked}");
}

#[test]
fn comparisons_at_mixed_widths_are_mostly_decided() {
    let (asked, decided) = compare(0..rounds(3_000), true, true);
    assert!(decided * 100 >= asked * 95, "{decided} of {asked}");
}

/// Where wrapping around makes the difference; decided by hand.
#[test]
fn wrapping_around() {
    type Case = (&'static str, fn(&mut Exprs, Expr, Expr) -> Vec<Expr>, bool);
    let cases: &[Case] = &[
        (
            "x + 1 <u x has the solution 255",
            |e, x, _| {
                let next = e.add_const(x, 1);
                vec![e.ult(next, x)]
            },
            true,
        ),
        (
            "x + 1 <u x and x != 255",
            |e, x, _| {
                let next = e.add_const(x, 1);
                let max = e.constant(8, 255);
                vec![e.ult(next, x), e.ne(x, max)]
            },
            false,
        ),
        (
            "x + 1 <s x only at 127",
            |e, x, _| {
                let next = e.add_const(x, 1);
                let most = e.constant(8, 127);
                vec![e.slt(next, x), e.ne(x, most)]
            },
            false,
        ),
        (
            "x <s y and y <s x + 1",
            |e, x, y| {
                let next = e.add_const(x, 1);
                vec![e.slt(x, y), e.slt(y, next)]
            },
            false,
        ),
        (
            "x <=s y and y <s x + 1 and x != y",
            |e, x, y| {
                let next = e.add_const(x, 1);
                vec![e.sle(x, y), e.slt(y, next), e.ne(x, y)]
            },
            false,
        ),
        (
            "x <u y and y <u x + 2, x + 2 may wrap but then y > x fails",
            |e, x, y| {
                let two = e.add_const(x, 2);
                let one = e.add_const(x, 1);
                vec![e.ult(x, y), e.ult(y, two), e.ne(y, one)]
            },
            false,
        ),
        ("x <u y and y <s x", |e, x, y| vec![e.ult(x, y), e.slt(y, x)], true),
        (
            "x <u y, y <s x, x >=s 0",
            |e, x, y| {
                let zero = e.constant(8, 0);
                vec![e.ult(x, y), e.slt(y, x), e.sle(zero, x)]
            },
            true,
        ),
        (
            "x <u y, y <s x, x <s 0",
            |e, x, y| {
                let zero = e.constant(8, 0);
                vec![e.ult(x, y), e.slt(y, x), e.slt(x, zero)]
            },
            false,
        ),
        (
            "x == y + 200 and y == x + 56",
            |e, x, y| {
                let (a, b) = (e.add_const(y, 200), e.add_const(x, 56));
                vec![e.eq(x, a), e.eq(y, b)]
            },
            true,
        ),
        (
            "x == y + 200 and y == x + 57",
            |e, x, y| {
                let (a, b) = (e.add_const(y, 200), e.add_const(x, 57));
                vec![e.eq(x, a), e.eq(y, b)]
            },
            false,
        ),
        (
            "a digit: x - 48 <u 10 and x >u 57",
            |e, x, _| {
                let digit = e.add_const(x, 208);
                let (ten, nine) = (e.constant(8, 10), e.constant(8, 57));
                vec![e.ult(digit, ten), e.ult(nine, x)]
            },
            false,
        ),
        (
            "s16(x) + 1 <s s16(y) never wraps",
            |e, x, y| {
                let (wide_x, wide_y) = (e.sext(x, 16), e.sext(y, 16));
                let next = e.add_const(wide_x, 1);
                let most = e.constant(8, 127);
                vec![e.slt(next, wide_y), e.eq(x, most)]
            },
            false,
        ),
        (
            "u16(x) <s s16(y) and y <s 0",
            |e, x, y| {
                let (wide_x, wide_y) = (e.zext(x, 16), e.sext(y, 16));
                let zero = e.constant(8, 0);
                vec![e.slt(wide_x, wide_y), e.slt(y, zero)]
            },
            false,
        ),
        (
            "three in two places",
            |e, x, y| {
                let two = e.constant(8, 2);
                let (a, b) = (e.ult(x, two), e.ult(y, two));
                let one = e.constant(8, 1);
                vec![a, b, e.ne(x, y), e.ne(x, one), e.ne(y, one)]
            },
            false,
        ),
    ];
    for (name, build, possible) in cases {
        let mut exprs = Exprs::new();
        let (_, words) = words(&mut exprs, 2);
        let conditions = build(&mut exprs, words[0], words[1]);
        let path = Path::of(&mut exprs, &conditions);
        let mut tier = Tiers::with(Difference::new(Nothing));
        let answer = tier.check(&mut exprs, &Query { path: &path, condition: Expr::TRUE });
        let truth = path.is_impossible() || answer == Answer::Unsat;
        assert!(answer.is_known() || path.is_impossible(), "{name}: not decided");
        assert_eq!(!truth, *possible, "{name}");
    }
}

/// A term that is not a word can only be refuted; a solution of the rest is tried and checked.
#[test]
fn other_atoms_are_not_taken_for_words() {
    let mut exprs = Exprs::new();
    let (arrays, words) = words(&mut exprs, 2);
    let product = exprs.mul(words[0], words[1]);
    let (three, five) = (exprs.constant(8, 3), exprs.constant(8, 5));
    let (less, more) = (exprs.ult(product, three), exprs.ult(five, product));
    let mut tier = Tiers::with(Difference::new(Nothing));
    let path = Path::of(&mut exprs, &[less, more]);
    let query = Query { path: &path, condition: Expr::TRUE };
    assert_eq!(tier.check(&mut exprs, &query), Answer::Unsat);
    let path = Path::of(&mut exprs, &[more]);
    let query = Query { path: &path, condition: Expr::TRUE };
    assert!(!tier.check(&mut exprs, &query).is_known());
    let path = Path::of(&mut exprs, &[less]);
    let query = Query { path: &path, condition: Expr::TRUE };
    assert!(matches!(tier.check(&mut exprs, &query), Answer::Sat(_)));
    // A byte of a word, and the word.
    let wide = exprs.array("w", 4);
    let (word, byte) = (exprs.read(wide, 0, 32), exprs.read(wide, 1, 8));
    let five = exprs.constant(32, 5);
    let (small, one) = (exprs.ult(word, five), exprs.constant(8, 1));
    let set = exprs.eq(byte, one);
    let path = Path::of(&mut exprs, &[small, set]);
    let query = Query { path: &path, condition: Expr::TRUE };
    assert!(!tier.check(&mut exprs, &query).is_known());
    assert_eq!(Model::new().array(&exprs, arrays[0]), [0]);
}
