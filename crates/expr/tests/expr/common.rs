//! Terms that are not simplified, with a separate evaluator: the reference for expressions. The
//! solver's tests use them also.

#![allow(dead_code, reason = "each crate uses a part")]

pub(crate) use pikse_base::Random as Rng;
use pikse_expr::bits::{mask, sign_bit};
use pikse_expr::{Array, Binary, Expr, Exprs, Model};

/// Random values of expressions.
pub(crate) trait Values {
    /// A value of some width; the edges come often.
    fn value(&mut self, width: u32) -> u128;
}

impl Values for Rng {
    fn value(&mut self, width: u32) -> u128 {
        let wide = u128::from(self.next()) << 64 | u128::from(self.next());
        let value = match self.below(8) {
            0 => 0,
            1 => 1,
            2 => mask(width),
            3 => sign_bit(width),
            4 => sign_bit(width) - 1,
            5 => u128::from(self.below(20)),
            6 => 1 << self.below(u64::from(width)),
            _ => wide,
        };
        value & mask(width)
    }
}

/// A variable: its place among the variables, and its width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Var {
    pub(crate) index: usize,
    pub(crate) width: u32,
}

/// A term as it is written.
#[derive(Clone, Debug)]
pub(crate) enum Term {
    Var(Var),
    Const(u32, u128),
    Not(Box<Term>),
    Neg(Box<Term>),
    Binary(Binary, Box<Term>, Box<Term>),
    Ite(Box<Term>, Box<Term>, Box<Term>),
    Extract(u32, u32, Box<Term>),
    Zext(u32, Box<Term>),
    Sext(u32, Box<Term>),
    Trunc(u32, Box<Term>),
}

impl Term {
    /// The width, if all widths fit.
    pub(crate) fn width(&self) -> Option<u32> {
        let within = |width: u32| (1..=128).contains(&width).then_some(width);
        match self {
            Self::Var(var) => within(var.width),
            Self::Const(width, value) => (*value <= mask(*width)).then_some(within(*width)?),
            Self::Not(a) | Self::Neg(a) => a.width(),
            Self::Binary(Binary::Concat, a, b) => within(a.width()? + b.width()?),
            Self::Binary(op, a, b) => {
                let width = a.width()?;
                (b.width()? == width).then_some(if op.is_comparison() { 1 } else { width })
            }
            Self::Ite(c, a, b) => {
                let width = a.width()?;
                (c.width()? == 1 && b.width()? == width).then_some(width)
            }
            Self::Extract(low, width, a) => {
                (*width >= 1 && low + width <= a.width()?).then_some(*width)
            }
            Self::Zext(width, a) | Self::Sext(width, a) => {
                (a.width()? <= *width).then_some(within(*width)?)
            }
            Self::Trunc(width, a) => (*width >= 1 && *width <= a.width()?).then_some(*width),
        }
    }

    /// The value for these values of the variables, straight from the definitions.
    pub(crate) fn eval(&self, values: &[u128]) -> u128 {
        let width = self.width().expect("a term that fits");
        let all = mask(width);
        let of = |term: &Self| term.eval(values);
        match self {
            Self::Var(var) => values[var.index] & all,
            Self::Const(_, value) => *value,
            Self::Not(a) => !of(a) & all,
            Self::Neg(a) => (!of(a)).wrapping_add(1) & all,
            Self::Binary(op, a, b) => binary(*op, b.width().unwrap(), of(a), of(b)),
            Self::Ite(c, a, b) => {
                if of(c) == 1 {
                    of(a)
                } else {
                    of(b)
                }
            }
            Self::Extract(low, _, a) => of(a) >> low & all,
            Self::Zext(_, a) => of(a),
            Self::Sext(_, a) => {
                let inner = a.width().unwrap();
                let value = of(a);
                if value >> (inner - 1) == 1 { (value | !mask(inner)) & all } else { value }
            }
            Self::Trunc(_, a) => of(a) & all,
        }
    }

    /// The term as an expression, with everything that construction simplifies.
    pub(crate) fn build(&self, exprs: &mut Exprs, vars: &[Expr]) -> Expr {
        match self {
            Self::Var(var) => vars[var.index],
            Self::Const(width, value) => exprs.constant(*width, *value),
            Self::Not(a) => {
                let a = a.build(exprs, vars);
                exprs.not(a)
            }
            Self::Neg(a) => {
                let a = a.build(exprs, vars);
                exprs.neg(a)
            }
            Self::Binary(op, a, b) => {
                let (a, b) = (a.build(exprs, vars), b.build(exprs, vars));
                exprs.binary(*op, a, b)
            }
            Self::Ite(c, a, b) => {
                let c = c.build(exprs, vars);
                let (a, b) = (a.build(exprs, vars), b.build(exprs, vars));
                exprs.ite(c, a, b)
            }
            Self::Extract(low, width, a) => {
                let a = a.build(exprs, vars);
                exprs.extract(a, *low, *width)
            }
            Self::Zext(width, a) => {
                let a = a.build(exprs, vars);
                exprs.zext(a, *width)
            }
            Self::Sext(width, a) => {
                let a = a.build(exprs, vars);
                exprs.sext(a, *width)
            }
            Self::Trunc(width, a) => {
                let a = a.build(exprs, vars);
                exprs.trunc(a, *width)
            }
        }
    }
}

/// The meaning of an operator, written independently of the crate's own definition: bit by bit
/// where the machine's operators differ in width.
fn binary(op: Binary, width: u32, a: u128, b: u128) -> u128 {
    let all = mask(width);
    let half = 1u128 << (width - 1);
    let negative = |x: u128| x & half != 0;
    let magnitude = |x: u128| if negative(x) { (!x & all).wrapping_add(1) & all } else { x };
    let minus = |x: u128| (!x).wrapping_add(1) & all;
    let bool = u128::from;
    match op {
        Binary::Add => a.wrapping_add(b) & all,
        Binary::Sub => a.wrapping_add(minus(b)) & all,
        Binary::Mul => {
            (0..width).filter(|k| b >> k & 1 == 1).fold(0u128, |sum, k| sum.wrapping_add(a << k))
                & all
        }
        Binary::Udiv => a.checked_div(b).unwrap_or(all),
        Binary::Urem => a.checked_rem(b).unwrap_or(a),
        Binary::Sdiv => {
            let quotient = binary(Binary::Udiv, width, magnitude(a), magnitude(b));
            if negative(a) == negative(b) { quotient } else { minus(quotient) }
        }
        Binary::Srem => {
            let rest = binary(Binary::Urem, width, magnitude(a), magnitude(b));
            if negative(a) { minus(rest) } else { rest }
        }
        Binary::And => a & b,
        Binary::Or => a | b,
        Binary::Xor => a ^ b,
        Binary::Shl => (0..b.min(u128::from(width))).fold(a, |x, _| x << 1 & all),
        Binary::Lshr => (0..b.min(u128::from(width))).fold(a, |x, _| x >> 1),
        Binary::Ashr => (0..b.min(u128::from(width))).fold(a, |x, _| x >> 1 | x & half),
        Binary::Eq => bool(a == b),
        Binary::Ult => bool(a < b),
        Binary::Ule => bool(a <= b),
        Binary::Slt => bool((a ^ half) < (b ^ half)),
        Binary::Sle => bool((a ^ half) <= (b ^ half)),
        Binary::Concat => a << width | b,
    }
}

/// Variables as symbols: one array per variable, with as many bytes as needed.
pub(crate) fn declare(exprs: &mut Exprs, vars: &[(&str, u32)]) -> (Vec<Array>, Vec<Expr>) {
    vars.iter()
        .map(|&(name, width)| {
            let bytes = width.div_ceil(8);
            let array = exprs.array(name, bytes);
            let word = exprs.read(array, 0, bytes * 8);
            (array, exprs.extract(word, 0, width))
        })
        .unzip()
}

/// The model with these values of variables from [`declare`]. Unused bits are set, since nothing
/// may depend on them.
pub(crate) fn model(exprs: &Exprs, arrays: &[Array], widths: &[u32], values: &[u128]) -> Model {
    let mut bytes = vec![0; exprs.symbol_count()];
    for ((&array, &width), &value) in arrays.iter().zip(widths).zip(values) {
        let padded = value | !mask(width);
        for k in 0..exprs.array_length(array) {
            bytes[exprs.symbol(array, k)] = (padded >> (8 * k)) as u8;
        }
    }
    Model::from_bytes(bytes)
}

/// A random term of a width.
pub(crate) fn random(rng: &mut Rng, vars: &[Var], width: u32, depth: u32) -> Term {
    let fitting: Vec<Var> = vars.iter().copied().filter(|var| var.width == width).collect();
    if depth == 0 || rng.below(10) == 0 {
        if !fitting.is_empty() && rng.below(4) != 0 {
            return Term::Var(rng.pick(&fitting));
        }
        if depth == 0 || rng.below(2) == 0 {
            return Term::Const(width, rng.value(width));
        }
    }
    let depth = depth.saturating_sub(1);
    let sub = |rng: &mut Rng, width: u32| Box::new(random(rng, vars, width, depth));
    const SAME: [Binary; 13] = [
        Binary::Add,
        Binary::Sub,
        Binary::Mul,
        Binary::Udiv,
        Binary::Sdiv,
        Binary::Urem,
        Binary::Srem,
        Binary::And,
        Binary::Or,
        Binary::Xor,
        Binary::Shl,
        Binary::Lshr,
        Binary::Ashr,
    ];
    const COMPARE: [Binary; 5] = [Binary::Eq, Binary::Ult, Binary::Ule, Binary::Slt, Binary::Sle];
    if width == 1 && rng.below(3) != 0 {
        let inner = vars[rng.below(vars.len() as u64) as usize].width;
        return Term::Binary(rng.pick(&COMPARE), sub(rng, inner), sub(rng, inner));
    }
    match rng.below(16) {
        0 => Term::Not(sub(rng, width)),
        1 => Term::Neg(sub(rng, width)),
        2 => Term::Ite(sub(rng, 1), sub(rng, width), sub(rng, width)),
        3 if width > 1 => {
            let low = 1 + rng.below(u64::from(width) - 1) as u32;
            Term::Binary(Binary::Concat, sub(rng, width - low), sub(rng, low))
        }
        4 if width > 1 => Term::Zext(width, {
            let inner = 1 + rng.below(u64::from(width) - 1) as u32;
            sub(rng, inner)
        }),
        5 if width > 1 => Term::Sext(width, {
            let inner = 1 + rng.below(u64::from(width) - 1) as u32;
            sub(rng, inner)
        }),
        6 | 7 if width < 128 => {
            let inner = (width + 1 + rng.below(16) as u32).min(128);
            let low = rng.below(u64::from(inner - width) + 1) as u32;
            if rng.below(2) == 0 {
                Term::Trunc(width, sub(rng, inner))
            } else {
                Term::Extract(low, width, sub(rng, inner))
            }
        }
        8 | 9 => {
            let constant = Box::new(Term::Const(width, rng.value(width)));
            let other = sub(rng, width);
            let op = rng.pick(&SAME);
            if rng.below(4) == 0 {
                Term::Binary(op, constant, other)
            } else {
                Term::Binary(op, other, constant)
            }
        }
        _ => Term::Binary(rng.pick(&SAME), sub(rng, width), sub(rng, width)),
    }
}
