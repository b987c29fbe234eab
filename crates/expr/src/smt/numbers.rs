//! Floating-point numbers in SMT-LIB.
//!
//! They are a separate sort with a single NaN, and the standard has no function that gives their
//! bits. So a result whose bits are needed gets a bit-vector constant that is constrained to
//! represent the number; for NaN, the bits follow the rule in [`crate::float`]. Results that only
//! other operators use stay numbers.

use std::fmt::Write as _;

use super::{Item, Writer, constant};
use crate::bits::{mask, sign_bit};
use crate::float::{Float, cast, default_nan, infinity, quiet};
use crate::node::Expr;
use crate::number_view::NumberView;

/// The bits of exponent and digits of a format, as SMT-LIB counts them.
fn format(width: u32) -> &'static str {
    if width == 32 { "8 24" } else { "11 53" }
}

/// The sort of numbers of a width.
pub(super) fn sort(width: u32) -> String {
    format!("(_ FloatingPoint {})", format(width))
}

/// The definitions needed before the bits of a result.
pub(super) fn parts(expr: Expr, op: Float, operands: &[Expr]) -> Vec<Item> {
    match op.makes_float() {
        false => operands.iter().copied().map(Item::Number).collect(),
        true => {
            let bits = operands.iter().copied().map(Item::Expr);
            bits.chain([Item::Number(expr)]).collect()
        }
    }
}

impl Writer<'_> {
    /// The definitions needed before an expression as a number.
    pub(super) fn number_parts(&self, expr: Expr) -> Vec<Item> {
        match self.exprs.number_view(expr) {
            NumberView::Result(op, operands) => {
                let item = if op.takes_floats() { Item::Number } else { Item::Expr };
                operands[..op.arity()].iter().copied().map(item).collect()
            }
            NumberView::Neg(x) | NumberView::Abs(x) => vec![Item::Number(x)],
            NumberView::Ite(c, a, b) => vec![Item::Expr(c), Item::Number(a), Item::Number(b)],
            NumberView::Bits => vec![Item::Expr(expr)],
        }
    }

    /// An expression as a number.
    pub(super) fn number_text(&mut self, expr: Expr) -> String {
        self.floats = true;
        let format = format(self.exprs.width(expr));
        let (op, operands) = match self.exprs.number_view(expr) {
            NumberView::Neg(x) => return format!("(fp.neg {})", self.number(x)),
            NumberView::Abs(x) => return format!("(fp.abs {})", self.number(x)),
            NumberView::Ite(c, a, b) => {
                return format!(
                    "(ite (= {} #b1) {} {})",
                    self.of(c),
                    self.number(a),
                    self.number(b)
                );
            }
            NumberView::Bits => return format!("((_ to_fp {format}) {})", self.of(expr)),
            NumberView::Result(op, operands) => (op, operands),
        };
        let operator = match op {
            Float::Add => "fp.add RNE".to_owned(),
            Float::Sub => "fp.sub RNE".to_owned(),
            Float::Mul => "fp.mul RNE".to_owned(),
            Float::Div => "fp.div RNE".to_owned(),
            Float::MultiplyAdd => "fp.fma RNE".to_owned(),
            Float::Sqrt => "fp.sqrt RNE".to_owned(),
            Float::Floor => "fp.roundToIntegral RTN".to_owned(),
            Float::Ceil => "fp.roundToIntegral RTP".to_owned(),
            Float::Trunc => "fp.roundToIntegral RTZ".to_owned(),
            Float::RoundEven => "fp.roundToIntegral RNE".to_owned(),
            Float::Round => "fp.roundToIntegral RNA".to_owned(),
            Float::FromUnsigned => format!("(_ to_fp_unsigned {format}) RNE"),
            // From a number or from bits; the latter are signed.
            _ => format!("(_ to_fp {format}) RNE"),
        };
        let mut text = format!("({operator}");
        for &operand in &operands[..op.arity()] {
            let operand = match op.takes_floats() {
                true => self.number(operand),
                false => self.of(operand),
            };
            let _ = write!(text, " {operand}");
        }
        text + ")"
    }

    fn number(&self, expr: Expr) -> &str {
        &self.texts[&Item::Number(expr)]
    }

    /// The bits of an operator's result.
    pub(super) fn float_text(&mut self, expr: Expr, op: Float, operands: &[Expr]) -> String {
        let width = self.exprs.width(expr);
        if !op.makes_float() {
            return match *operands {
                [x] => self.to_integer(op, width, x),
                [a, b] => {
                    let holds = match op {
                        Float::Equal if a == b => format!("(not (fp.isNaN {}))", self.number(a)),
                        Float::Equal => format!("(fp.eq {} {})", self.number(a), self.number(b)),
                        Float::Less => format!("(fp.lt {} {})", self.number(a), self.number(b)),
                        _ => format!("(fp.leq {} {})", self.number(a), self.number(b)),
                    };
                    format!("(ite {holds} #b1 #b0)")
                }
                _ => unreachable!("{op:?} has another number of operands"),
            };
        }
        let name = format!("f{}", expr.0);
        let number = self.number(expr).to_owned();
        let _ = writeln!(
            self.definitions,
            "(declare-const {name} (_ BitVec {width}))\n\
             (assert (= ((_ to_fp {}) {name}) {number}))",
            format(width)
        );
        if !op.takes_floats() {
            return name;
        }
        let none = constant(width, u128::from(default_nan(width)));
        let nan = operands.iter().rev().fold(none, |rest, &operand| {
            let bits = self.quieted(operand, width);
            if operands.len() == 1 && matches!(op, Float::Convert) {
                return bits;
            }
            format!("(ite (fp.isNaN {}) {bits} {rest})", self.number(operand))
        });
        format!("(ite (fp.isNaN {number}) {nan} {name})")
    }

    /// The bits of a NaN operand, as those of a result of a width.
    fn quieted(&self, operand: Expr, width: u32) -> String {
        let bits = self.of(operand);
        let from = self.exprs.width(operand);
        let quiet = constant(width, u128::from(quiet(width)));
        let moved = match (from, width) {
            (32, 64) => {
                let below = constant(29, 0);
                let ones = constant(11, mask(11));
                format!(
                    "(concat ((_ extract 31 31) {bits}) {ones} ((_ extract 22 0) {bits}) {below})"
                )
            }
            (64, 32) => {
                let ones = constant(8, mask(8));
                format!("(concat ((_ extract 63 63) {bits}) {ones} ((_ extract 51 29) {bits}))")
            }
            _ => bits.to_owned(),
        };
        format!("(bvor {moved} {quiet})")
    }

    /// SMT-LIB leaves conversions of out-of-range numbers undefined.
    fn to_integer(&self, op: Float, width: u32, x: Expr) -> String {
        let from = self.exprs.width(x);
        let number = self.number(x);
        let is_signed = op == Float::ToSigned;
        let bits = if is_signed { width - 1 } else { width };
        // The first number that is too large; if it is infinite, all are below it.
        let above = match bits {
            128 => u128::from(infinity(from)),
            _ => cast(Float::FromUnsigned, 128, from, 1 << bits),
        };
        let most = mask(bits);
        let (below, least) = match is_signed {
            true => (above | sign_bit(from), sign_bit(width)),
            false => (0, 0),
        };
        let limit = |bits: u128| format!("((_ to_fp {}) {})", format(from), constant(from, bits));
        let operator = if is_signed { "fp.to_sbv" } else { "fp.to_ubv" };
        format!(
            "(ite (fp.isNaN {number}) {} (ite (fp.leq {number} {}) {} (ite (fp.geq {number} {}) {} \
             ((_ {operator} {width}) RTZ {number}))))",
            constant(width, 0),
            limit(below),
            constant(width, least),
            limit(above),
            constant(width, most),
        )
    }
}
