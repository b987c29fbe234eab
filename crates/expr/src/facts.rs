//! Facts that hold for a value without solving: some of its bits, and its unsigned bounds.
//!
//! Facts are computed once, when an expression is built, from those of its operands. They decide
//! comparisons and turn expressions into constants. Values wider than 64 bits have no facts.

use crate::node::{Binary, Expr, Node, Op};
use crate::store::Exprs;

/// The facts of a value of up to 64 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Facts {
    /// Bits that are known to be zero.
    pub zeros: u64,
    /// Bits that are known to be one.
    pub ones: u64,
    /// The value is at least this.
    pub low: u64,
    /// The value is at most this.
    pub high: u64,
}

/// No facts.
const fn unknown(width: u32) -> Facts {
    Facts { zeros: 0, ones: 0, low: 0, high: all(width) }
}

const fn all(width: u32) -> u64 {
    if width >= 64 { u64::MAX } else { (1 << width) - 1 }
}

impl Facts {
    pub(crate) fn constant(width: u32, value: u128) -> Self {
        match u64::try_from(value) {
            Ok(value) if width <= 64 => {
                Self { zeros: all(width) & !value, ones: value, low: value, high: value }
            }
            _ => unknown(width),
        }
    }

    /// The only possible value, if there is one.
    pub(crate) fn value(&self, width: u32) -> Option<u128> {
        (self.low == self.high && width <= 64).then_some(u128::from(self.low))
    }

    /// Tightens the bounds by the bits, and the bits by the bounds.
    fn settle(mut self, width: u32) -> Self {
        self.low = self.low.max(self.ones);
        self.high = self.high.min(all(width) & !self.zeros);
        let differ = self.low ^ self.high;
        let equal = if differ == 0 { u64::MAX } else { !(u64::MAX >> differ.leading_zeros()) };
        self.ones |= self.low & equal;
        self.zeros |= !self.low & equal & all(width);
        self
    }

    fn bits(width: u32, zeros: u64, ones: u64) -> Self {
        Self { zeros: zeros & all(width), ones: ones & all(width), ..unknown(width) }
    }

    fn bounds(width: u32, low: u64, high: u64) -> Self {
        Self { low, high, ..unknown(width) }
    }

    fn with_bounds(self, bounds: Option<(u64, u64)>) -> Self {
        match bounds {
            Some((low, high)) => Self { low, high, ..self },
            None => self,
        }
    }

    fn with_low_zeros(mut self, width: u32, count: u32) -> Self {
        self.zeros |= all(count.min(width));
        self
    }

    fn trailing_zeros(&self) -> u32 {
        self.zeros.trailing_ones()
    }

    fn not(self, width: u32) -> Self {
        Self {
            zeros: self.ones,
            ones: self.zeros,
            low: all(width) - self.high,
            high: all(width) - self.low,
        }
    }

    /// The sign, if it is known.
    #[must_use]
    pub fn negative(&self, width: u32) -> Option<bool> {
        let half = 1 << (width - 1);
        match (self.low >= half, self.high >= half) {
            (true, _) => Some(true),
            (_, false) => Some(false),
            _ => None,
        }
    }

    /// The facts of a node from those of its operands.
    pub(crate) fn of_node(exprs: &Exprs, node: &Node) -> Self {
        let width = u32::from(node.width);
        if width > 64 {
            return unknown(width);
        }
        let of = |id: u32| {
            let operand_width = exprs.width(Expr(id));
            if operand_width > 64 { unknown(64) } else { exprs.facts(Expr(id)) }
        };
        let facts = match node.op {
            Op::Const | Op::WideConst | Op::Read | Op::Select | Op::Float(_) => unknown(width),
            Op::Not => of(node.a).not(width),
            Op::Neg => {
                let a = of(node.a);
                let bounds = (a.low > 0).then(|| {
                    (a.high.wrapping_neg() & all(width), a.low.wrapping_neg() & all(width))
                });
                unknown(width).with_bounds(bounds).with_low_zeros(width, a.trailing_zeros())
            }
            Op::Binary(op) => binary(op, width, of(node.a), of(node.b), exprs, node),
            Op::Ite => {
                let (a, b) = (of(node.b), of(node.c));
                Self {
                    zeros: a.zeros & b.zeros,
                    ones: a.ones & b.ones,
                    low: a.low.min(b.low),
                    high: a.high.max(b.high),
                }
            }
            Op::Extract => {
                let inner = exprs.width(Expr(node.a));
                if inner > 64 {
                    return unknown(width);
                }
                let a = of(node.a);
                let facts = Self::bits(width, a.zeros >> node.b, a.ones >> node.b);
                if node.b + width == inner {
                    facts.with_bounds(Some((a.low >> node.b, a.high >> node.b)))
                } else if node.b == 0 && a.high <= all(width) {
                    facts.with_bounds(Some((a.low, a.high)))
                } else {
                    facts
                }
            }
            Op::Zext => {
                let inner = exprs.width(Expr(node.a));
                let a = of(node.a);
                Self { zeros: a.zeros | (all(width) & !all(inner)), ..a }
            }
            Op::Sext => {
                let inner = exprs.width(Expr(node.a));
                let a = of(node.a);
                let above = all(width) & !all(inner);
                match a.negative(inner) {
                    Some(false) => Self { zeros: a.zeros | above, ..a },
                    Some(true) => Self {
                        zeros: a.zeros,
                        ones: a.ones | above,
                        low: a.low | above,
                        high: a.high | above,
                    },
                    None => {
                        let below = all(inner) >> 1;
                        Self::bits(width, a.zeros & below, a.ones & below)
                    }
                }
            }
        };
        facts.settle(width)
    }
}

/// The bits of `a + b + carry`: a bit is known where both operands' bits and the
/// carry into it are.
fn sum_bits(width: u32, a: Facts, b: Facts, carry: u64) -> Facts {
    let most = (!a.zeros).wrapping_add(!b.zeros).wrapping_add(carry);
    let least = a.ones.wrapping_add(b.ones).wrapping_add(carry);
    let carry_zero = !(most ^ a.zeros ^ b.zeros);
    let carry_one = least ^ a.ones ^ b.ones;
    let known = (a.zeros | a.ones) & (b.zeros | b.ones) & (carry_zero | carry_one);
    Facts::bits(width, !most & known, least & known)
}

fn binary(op: Binary, width: u32, a: Facts, b: Facts, exprs: &Exprs, node: &Node) -> Facts {
    let top = u128::from(all(width)) + 1;
    let full = all(width);
    // Bounds of a result that may have overflowed once, in one direction.
    let wrapped = |low: i128, high: i128| {
        let turn = |n: i128| n.div_euclid(top as i128);
        (turn(low) == turn(high))
            .then(|| (low.rem_euclid(top as i128) as u64, high.rem_euclid(top as i128) as u64))
    };
    let wide = |n: u64| i128::from(n);
    match op {
        Binary::Add => sum_bits(width, a, b, 0)
            .with_bounds(wrapped(wide(a.low) + wide(b.low), wide(a.high) + wide(b.high))),
        Binary::Sub => {
            let complement = Facts { zeros: b.ones, ones: b.zeros, ..b };
            sum_bits(width, a, complement, 1)
                .with_bounds(wrapped(wide(a.low) - wide(b.high), wide(a.high) - wide(b.low)))
        }
        Binary::Mul => {
            let high = u128::from(a.high) * u128::from(b.high);
            let bounds = (high < top).then(|| (a.low * b.low, high as u64));
            let zeros = a.trailing_zeros() + b.trailing_zeros();
            unknown(width).with_bounds(bounds).with_low_zeros(width, zeros)
        }
        Binary::Udiv if b.low > 0 => Facts::bounds(width, a.low / b.high, a.high / b.low),
        Binary::Urem if a.high < b.low => a,
        Binary::Urem if b.low > 0 => Facts::bounds(width, 0, a.high.min(b.high - 1)),
        Binary::Urem => Facts::bounds(width, 0, a.high),
        Binary::Sdiv | Binary::Srem
            if a.negative(width) == Some(false) && b.negative(width) == Some(false) =>
        {
            let op = if op == Binary::Sdiv { Binary::Udiv } else { Binary::Urem };
            binary(op, width, a, b, exprs, node)
        }
        Binary::And => Facts {
            zeros: a.zeros | b.zeros,
            ones: a.ones & b.ones,
            low: 0,
            high: a.high.min(b.high),
        },
        Binary::Or => Facts {
            zeros: a.zeros & b.zeros,
            ones: a.ones | b.ones,
            low: a.low.max(b.low),
            high: full,
        },
        Binary::Xor => Facts::bits(
            width,
            a.zeros & b.zeros | a.ones & b.ones,
            a.zeros & b.ones | a.ones & b.zeros,
        ),
        Binary::Lshr => Facts::bounds(width, 0, a.high),
        Binary::Concat => {
            let low = exprs.width(Expr(node.b));
            Facts {
                zeros: a.zeros << low | b.zeros,
                ones: a.ones << low | b.ones,
                low: a.low << low | b.low,
                high: a.high << low | b.high,
            }
        }
        _ => unknown(width),
    }
}

#[cfg(test)]
mod tests {
    use super::all;
    use crate::bits::mask;

    #[test]
    fn masks_agree() {
        for width in 1..=64 {
            assert_eq!(u128::from(all(width)), mask(width));
        }
    }
}
