//! Every rule, as an equation: both sides become the same expression, and evaluate
//! like the left side does without any rule.
//!
//! The equations are read at several widths `W`. `x`, `y`, `z` are `W` bits wide, `h` and `k` are
//! `H` (half of `W`), `p` and `q` are conditions. A number is `W` bits wide unless it is followed
//! by a width. An equation that does not fit a width is skipped there. One that begins with
//! `W<=64:` needs facts (known bits and bounds), which end at 64 bits; one with `W>1:` is not for
//! conditions, which have their own rules.

use crate::common::{Rng, Term, Values, Var, declare, model};
use pikse_expr::bits::{mask, sign_bit};
use pikse_expr::{Binary, Evaluator, Exprs};

const RULES: &[&str] = &[
    // Sums.
    "(add x 0) = x",
    "(add 3 x) = (add x 3)",
    "(add y x) = (add x y)",
    "(add (add x 3) 5) = (add x 8)",
    "(add (add x 3) (neg 3)) = x",
    "(add (add x 3) (add y 5)) = (add (add x y) 8)",
    "(add x x) = (shl x 1)",
    "(add x (neg y)) = (sub x y)",
    "(add (neg x) y) = (sub y x)",
    "(add (sub x y) y) = x",
    "(add y (sub x y)) = x",
    "(add (not x) 1) = (neg x)",
    "(add (not x) 5) = (add (neg x) 4)",
    "(sub x x) = 0",
    "(sub x 3) = (add x (neg 3))",
    "(sub 3 x) = (add (neg x) 3)",
    "(sub (add x 3) x) = 3",
    "(sub (add x 7) (add y 5)) = (add (sub x y) 2)",
    "(sub x (neg y)) = (add x y)",
    "(sub (add x y) x) = y",
    "(sub (add x y) y) = x",
    "(sub x (add x y)) = (neg y)",
    "(sub y (add x y)) = (neg x)",
    "(sub x (sub x y)) = y",
    "(sub (sub x y) x) = (neg y)",
    "(neg (neg x)) = x",
    "(neg (not x)) = (add x 1)",
    "(neg (sub x y)) = (sub y x)",
    "(neg (add x 3)) = (add (neg x) (neg 3))",
    "(neg (mul x 3)) = (mul x (neg 3))",
    // Products and quotients.
    "(mul x 0) = 0",
    "(mul x 1) = x",
    "(mul x max) = (neg x)",
    "(mul x 8) = (shl x 3)",
    "(mul 3 x) = (mul x 3)",
    "(mul y x) = (mul x y)",
    "(mul (mul x 3) 5) = (mul x 15)",
    "(mul (add x 2) 3) = (add (mul x 3) 6)",
    "(mul (add x 2) 8) = (add (shl x 3) 16)",
    "(mul (neg x) 3) = (mul x (neg 3))",
    "(mul (neg x) (neg y)) = (mul x y)",
    "(udiv x 1) = x",
    "(udiv x 16) = (lshr x 4)",
    "(urem x 1) = 0",
    "(urem x 0) = x",
    "(urem x 16) = (and x 15)",
    "W<=64: (urem (zext W h) (concat (add (zext W-H 1:1) 0:W-H) h)) = (zext W h)",
    "(sdiv x 1) = x",
    "(sdiv x max) = (neg x)",
    "(sdiv (zext W h) 4) = (udiv (zext W h) 4)",
    "(srem x 1) = 0",
    "(srem x max) = 0",
    "(srem x 0) = x",
    "(srem (zext W h) 4) = (urem (zext W h) 4)",
    // Logic.
    "(not (not x)) = x",
    "(not (neg x)) = (add x max)",
    "(not (xor x 5)) = (xor x (not 5))",
    "(not (ite p 3 5)) = (ite p (not 3) (not 5))",
    "W>1: (not (ult x y)) = (ule y x)",
    "W>1: (not (ule x y)) = (ult y x)",
    "W>1: (not (slt x y)) = (sle y x)",
    "W>1: (not (sle x y)) = (slt y x)",
    "(and x 0) = 0",
    "(and x max) = x",
    "(and x x) = x",
    "(and y x) = (and x y)",
    "(and x (not x)) = 0",
    "W>1: (and (ult x y) (ule y x)) = 0:1",
    "(and x (and x y)) = (and x y)",
    "(and x (or x y)) = x",
    "(and (and x 13) 7) = (and x 5)",
    "(and x 15) = (zext W (extract 0 4 x))",
    "(and x 120) = (zext W (concat (extract 3 4 x) 0:3))",
    "(and (zext W h) 5) = (zext W (and h 5:H))",
    "(and (zext W h) (zext W k)) = (zext W (and h k))",
    "(and (zext W (extract 0 4 x)) 31) = (zext W (extract 0 4 x))",
    "(and (eq x 3) (eq x 4)) = 0:1",
    "(or x 0) = x",
    "(or x max) = max",
    "(or x x) = x",
    "(or x (not x)) = max",
    "W>1: (or (slt x y) (sle y x)) = 1:1",
    "(or x (or x y)) = (or x y)",
    "(or x (and x y)) = x",
    "(or (or x 5) 2) = (or x 7)",
    "(or (or x 7) 5) = (or x 7)",
    "(or (zext W h) (zext W k)) = (zext W (or h k))",
    "(or (zext W h) 5) = (zext W (or h 5:H))",
    "(or (shl (zext W h) H:W) (zext W k)) = (zext W (concat h k))",
    "(add (shl (zext W h) H:W) (zext W k)) = (zext W (concat h k))",
    "(xor (zext W k) (shl (zext W h) H:W)) = (zext W (concat h k))",
    "(or (shl x 4) 3) = (concat (extract 0 W-4 x) 3:4)",
    "(xor x 0) = x",
    "(xor x max) = (not x)",
    "(xor x x) = 0",
    "(xor x (not x)) = max",
    "(xor (not x) y) = (not (xor x y))",
    "(xor (xor x y) y) = x",
    "(xor (xor x 5) 3) = (xor x 6)",
    "(xor (not x) 3) = (xor x (not 3))",
    "(xor (zext W h) (zext W k)) = (zext W (xor h k))",
    "(xor (zext W h) 5) = (zext W (xor h 5:H))",
    // Shifts.
    "(shl x 0) = x",
    "(shl x W:W) = 0",
    "(shl x 3) = (concat (extract 0 W-3 x) 0:3)",
    "(shl (add x 1) 3) = (add (shl x 3) 8)",
    "(shl 0 x) = 0",
    "(lshr x W:W) = 0",
    "(lshr x 3) = (zext W (extract 3 W-3 x))",
    "(lshr x (or y max)) = 0",
    "(ashr x 3) = (sext W (extract 3 W-3 x))",
    "(ashr x W:W) = (sext W (extract W-1 1 x))",
    "(ashr (zext W h) y) = (lshr (zext W h) y)",
    "(lshr (shl (zext W h) 2) 2) = (zext W (extract 0 W-2 (zext W h)))",
    // Cuts.
    "(extract 0 W x) = x",
    "(extract 1 2 (extract 1 4 x)) = (extract 2 2 x)",
    "(extract 0 H (concat h k)) = k",
    "(extract H H (concat h k)) = h",
    "(extract 1 H (concat h k)) = (concat (extract 0 1 h) (extract 1 H-1 k))",
    "(extract 0 H (zext W h)) = h",
    "(extract H 1 (zext W h)) = 0:1",
    "(extract 1 H (zext W h)) = (zext H (extract 1 H-1 h))",
    "(extract 0 H (sext W h)) = h",
    "(extract H 2 (sext W h)) = (sext 2 (extract H-1 1 h))",
    "(extract 1 H (sext W h)) = (sext H (extract 1 H-1 h))",
    "(concat (extract 4 W-4 x) (extract 0 4 x)) = x",
    "(concat (extract 3 2 (mul x y)) (extract 1 2 (mul x y))) = (extract 1 4 (mul x y))",
    "(concat 0:3 h) = (zext H+3 h)",
    "(concat (zext H+3 h) k) = (zext W+3 (concat h k))",
    "(concat (sext H+3 h) k) = (sext W+3 (concat h k))",
    "(concat (concat h p) k) = (concat h (concat p k))",
    "(concat (extract H-1 1 h) h) = (sext H+1 h)",
    "(concat (sext 3 (extract H-1 1 h)) h) = (sext H+3 h)",
    "(concat 5:3 (concat 2:3 h)) = (concat 42:6 h)",
    "(concat 5:3 (zext H+2 h)) = (concat 20:5 h)",
    "(zext H+3 (concat 1:2 p)) = (concat (zext H+2 1:2) p)",
    "(sext H+4 (concat 1:1 p)) = (concat (sext H+3 1:1) p)",
    "(zext W+3 (zext W h)) = (zext W+3 h)",
    "(sext W+3 (sext W h)) = (sext W+3 h)",
    "(sext W+3 (zext W h)) = (zext W+3 h)",
    "(concat (extract H 1 (add (zext W h) (zext W k))) (extract 0 H (add (zext W h) (zext W k)))) \
     = (extract 0 H+1 (add (zext W h) (zext W k)))",
    "(trunc H (add (zext W h) (zext W k))) = (add h k)",
    "(trunc H (mul (sext W h) (zext W k))) = (mul h k)",
    "(trunc H (sub (sext W h) 1)) = (sub h 1:H)",
    "(trunc H (not (sext W h))) = (not h)",
    "(trunc H (neg (sext W h))) = (neg h)",
    "(trunc H (ite p (zext W h) 1)) = (ite p h 1:H)",
    "(trunc H (add (add (zext W h) (zext W k)) 1)) = (add (add h k) 1:H)",
    // Choices.
    "(ite 1:1 x y) = x",
    "(ite 0:1 x y) = y",
    "(ite p x x) = x",
    "(ite (not p) x y) = (ite p y x)",
    "(ite p 1:1 q) = (or p q)",
    "(ite p 0:1 q) = (and (not p) q)",
    "(ite p q 1:1) = (or (not p) q)",
    "(ite p q 0:1) = (and p q)",
    "(ite p p q) = (or p q)",
    "(ite p q p) = (and p q)",
    "(ite p 1 0) = (zext W p)",
    "(ite p 0 1) = (zext W (not p))",
    "(ite p max 0) = (sext W p)",
    "(ite p 0 max) = (sext W (not p))",
    "W>1: (ite (eq x y) x y) = y",
    "W>1: (ite (eq x y) y x) = x",
    "(ite p (ite p x y) z) = (ite p x z)",
    "(ite p x (ite p y z)) = (ite p x z)",
    "(ite p (ite q x y) y) = (ite (and p q) x y)",
    "(ite p x (ite q x y)) = (ite (or p q) x y)",
    "(ite p (zext W h) (zext W k)) = (zext W (ite p h k))",
    // Equality.
    "(eq x x) = 1:1",
    "(eq y x) = (eq x y)",
    "(eq p 1:1) = p",
    "(eq p 0:1) = (not p)",
    "(eq p q) = (not (xor p q))",
    "(eq (add x 3) 5) = (eq x 2)",
    "(eq (add x 3) x) = 0:1",
    "(eq (add x 3) (add y 3)) = (eq x y)",
    "(eq (add x 3) (add y 5)) = (eq (add x (neg 2)) y)",
    "(eq (add x y) x) = (eq y 0)",
    "(eq (sub x y) 0) = (eq x y)",
    "(eq (sub x y) 5) = (eq (add y 5) x)",
    "(eq (neg x) 5) = (eq x (neg 5))",
    "(eq (not x) 5) = (eq x (not 5))",
    "(eq (neg x) (neg y)) = (eq x y)",
    "(eq (not x) (not y)) = (eq x y)",
    "(eq (xor x 5) 3) = (eq x 6)",
    "(eq (xor x y) 0) = (eq x y)",
    "(eq (mul x 3) 9) = (eq x 3)",
    "(eq (zext W h) 5) = (eq h 5:H)",
    "(eq (zext W h) max) = 0:1",
    "(eq (zext W h) (zext W k)) = (eq h k)",
    "(eq (sext W h) max) = (eq h (not 0:H))",
    "(eq (sext W h) min) = 0:1",
    "(eq (sext W h) (sext W k)) = (eq h k)",
    "(eq (concat h k) (concat k h)) = (eq h k)",
    "(eq (concat (mul h k) k) (zext W 5:H)) = (and (eq (mul h k) 0:H) (eq k 5:H))",
    "(eq (ite p 3 5) 3) = p",
    "(eq (ite p 3 5) 5) = (not p)",
    "(eq (ite p 3 5) 7) = 0:1",
    "(eq (ite p 3 x) 3) = (or p (eq x 3))",
    "(eq (ite p 3 x) 4) = (and (not p) (eq x 4))",
    "(eq (ite p x 3) 3) = (or (not p) (eq x 3))",
    "(eq (ite p x 3) 4) = (and p (eq x 4))",
    "W<=64: (eq (or x 1) 2) = 0:1",
    // Order.
    "(ult x x) = 0:1",
    "(ule x x) = 1:1",
    "(slt x x) = 0:1",
    "(sle x x) = 1:1",
    "(ult x 0) = 0:1",
    "(ult x 1) = (eq x 0)",
    "(ult x max) = (not (eq x max))",
    "(ult max x) = 0:1",
    "(ult 0 x) = (not (eq x 0))",
    "(ult (sub max 1) x) = (eq x max)",
    "(ule x 5) = (ult x 6)",
    "(ule 5 x) = (ult 4 x)",
    "(ule 0 x) = 1:1",
    "(ule x max) = 1:1",
    "(ult (zext W h) (zext W k)) = (ult h k)",
    "(ult (zext W h) 5) = (ult h 5:H)",
    "(ult 5 (zext W h)) = (ult 5:H h)",
    "(ult (zext W h) max) = 1:1",
    "(ult (sext W h) (sext W k)) = (ult h k)",
    "(ule (zext W h) (zext W k)) = (ule h k)",
    "(ule (sext W h) (sext W k)) = (ule h k)",
    "(slt x min) = 0:1",
    "(slt x (add min 1)) = (eq x min)",
    "(slt x smax) = (not (eq x smax))",
    "(slt smax x) = 0:1",
    "(slt min x) = (not (eq x min))",
    "(slt (sub smax 1) x) = (eq x smax)",
    "(sle x 5) = (slt x 6)",
    "(sle 5 x) = (slt 4 x)",
    "(sle min x) = 1:1",
    "(sle x smax) = 1:1",
    "(slt (sext W h) (sext W k)) = (slt h k)",
    "(sle (sext W h) (sext W k)) = (sle h k)",
    "(slt (zext W h) (zext W k)) = (ult h k)",
    "(sle (zext W h) (zext W k)) = (ule h k)",
    "(slt (sext W h) 5) = (slt h 5:H)",
    "(slt 5 (sext W h)) = (slt 5:H h)",
    "(slt (sext W h) smax) = 1:1",
    "(slt smax (sext W h)) = 0:1",
    "(slt (zext W h) 0) = 0:1",
    "(slt max (zext W h)) = 1:1",
    "(ult (and x 7) 8) = 1:1",
    "(ult 8 (and x 7)) = 0:1",
];

struct Reader<'a> {
    tokens: std::iter::Peekable<std::vec::IntoIter<&'a str>>,
    width: u32,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str, width: u32) -> Self {
        let mut tokens = Vec::new();
        for word in text.split_whitespace() {
            let mut rest = word;
            while let Some(tail) = rest.strip_prefix('(') {
                tokens.push("(");
                rest = tail;
            }
            let name = rest.trim_end_matches(')');
            if !name.is_empty() {
                tokens.push(name);
            }
            tokens.extend(std::iter::repeat_n(")", rest.len() - name.len()));
        }
        Self { tokens: tokens.into_iter().peekable(), width }
    }

    /// A number: digits, `W`, `H`, or one of these plus or minus digits. `None` if it is negative
    /// here.
    fn number(&self, text: &str) -> Option<u128> {
        if let Some((a, b)) = text.split_once('-') {
            return self.number(a)?.checked_sub(self.number(b)?);
        }
        if let Some((a, b)) = text.split_once('+') {
            return Some(self.number(a)? + self.number(b)?);
        }
        match text {
            "W" => Some(u128::from(self.width)),
            "H" => Some(u128::from(self.width / 2)),
            _ => Some(text.parse().unwrap_or_else(|_| panic!("{text} is not a number"))),
        }
    }

    fn size(&mut self) -> Option<u32> {
        let token = self.tokens.next()?;
        Some(self.number(token)? as u32)
    }

    /// The term, if it fits the width.
    fn term(&mut self) -> Option<Term> {
        let (width, half) = (self.width, self.width / 2);
        let token = self.tokens.next().expect("a term");
        let var = |index, width| Some(Term::Var(Var { index, width }));
        match token {
            "x" => return var(0, width),
            "y" => return var(1, width),
            "z" => return var(2, width),
            "h" => return var(3, half),
            "k" => return var(4, half),
            "p" => return var(5, 1),
            "q" => return var(6, 1),
            "max" => return Some(Term::Const(width, mask(width))),
            "min" => return Some(Term::Const(width, sign_bit(width))),
            "smax" => return Some(Term::Const(width, sign_bit(width) - 1)),
            "(" => {}
            _ => {
                let (value, size) = token.split_once(':').unwrap_or((token, "W"));
                let (value, size) = (self.number(value)?, self.number(size)? as u32);
                return (size >= 1).then_some(Term::Const(size, value));
            }
        }
        let op = self.tokens.next().expect("an operator");
        let term = match op {
            "not" => Term::Not(Box::new(self.term()?)),
            "neg" => Term::Neg(Box::new(self.term()?)),
            "ite" => {
                Term::Ite(Box::new(self.term()?), Box::new(self.term()?), Box::new(self.term()?))
            }
            "extract" => Term::Extract(self.size()?, self.size()?, Box::new(self.term()?)),
            "zext" => Term::Zext(self.size()?, Box::new(self.term()?)),
            "sext" => Term::Sext(self.size()?, Box::new(self.term()?)),
            "trunc" => Term::Trunc(self.size()?, Box::new(self.term()?)),
            _ => {
                let op = Binary::ALL
                    .into_iter()
                    .find(|known| format!("{known:?}").to_lowercase() == op)
                    .unwrap_or_else(|| panic!("no operator is called {op}"));
                Term::Binary(op, Box::new(self.term()?), Box::new(self.term()?))
            }
        };
        assert_eq!(self.tokens.next(), Some(")"), "one operand too many for {op}");
        Some(term)
    }
}

fn read(text: &str, width: u32) -> Option<Term> {
    let term = Reader::new(text, width).term()?;
    term.width().is_some().then_some(term)
}

#[test]
fn every_rule_fires_and_keeps_the_value() {
    let mut wrong = Vec::new();
    for (number, rule) in RULES.iter().enumerate() {
        let (fitting, rule) = match rule.split_once(": ") {
            Some(("W<=64", rule)) => (1..=64, rule),
            Some(("W>1", rule)) => (2..=128, rule),
            _ => (1..=128, *rule),
        };
        let (left, right) = rule.split_once(" = ").expect("an equation");
        let mut fits = 0;
        for width in [1, 8, 13, 32, 64, 128] {
            let half = (width / 2).max(1);
            let widths = [width, width, width, half, half, 1, 1];
            let names = ["x", "y", "z", "h", "k", "p", "q"];
            let declared: Vec<(&str, u32)> = names.into_iter().zip(widths).collect();
            if !fitting.contains(&width) {
                continue;
            }
            let (Some(left), Some(right)) = (read(left, width), read(right, width)) else {
                continue;
            };
            if left.width() != right.width() {
                continue;
            }
            fits += 1;
            let mut exprs = Exprs::new();
            let (arrays, vars) = declare(&mut exprs, &declared);
            let (a, b) = (left.build(&mut exprs, &vars), right.build(&mut exprs, &vars));
            if a != b {
                wrong.push(format!("{rule}, at {width}: {} and {}", exprs.text(a), exprs.text(b)));
            }
            let mut rng = Rng(number as u64);
            let mut evaluator = Evaluator::new();
            for _ in 0..300 {
                let values: Vec<u128> = widths.iter().map(|&width| rng.value(width)).collect();
                let model = model(&exprs, &arrays, &widths, &values);
                let actual = evaluator.eval(&exprs, &model, a);
                assert_eq!(actual, left.eval(&values), "{rule}, at {width}, for {values:?}");
                assert_eq!(actual, right.eval(&values), "{rule}, at {width}, for {values:?}");
            }
        }
        assert!(fits >= 2, "{rule} fits {fits} widths");
    }
    assert!(wrong.is_empty(), "these do not fire:\n{}", wrong.join("\n"));
}
