//! The operators of expressions as circuits of words.

use pikse_expr::Binary;
use pikse_sat::words::not;
use pikse_sat::{Gates, Lit, Sat};

/// The result of an operator.
pub(super) fn binary<S: Sat>(gates: &mut Gates<S>, op: Binary, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
    match op {
        Binary::Add => gates.sum(a, b, Lit::FALSE),
        Binary::Sub => {
            let complement = not(b);
            gates.sum(a, &complement, Lit::TRUE)
        }
        Binary::Mul => gates.product(a, b),
        Binary::Udiv => gates.divide(a, b).0,
        Binary::Urem => gates.divide(a, b).1,
        Binary::Sdiv => gates.divide_signed(a, b).0,
        Binary::Srem => gates.divide_signed(a, b).1,
        Binary::And => gates.each(a, b, Gates::and),
        Binary::Or => gates.each(a, b, Gates::or),
        Binary::Xor => gates.each(a, b, Gates::xor),
        Binary::Shl => {
            let reversed: Vec<Lit> = a.iter().rev().copied().collect();
            let mut shifted = gates.shift_down(&reversed, b, Lit::FALSE);
            shifted.reverse();
            shifted
        }
        Binary::Lshr => gates.shift_down(a, b, Lit::FALSE),
        Binary::Ashr => gates.shift_down(a, b, a[a.len() - 1]),
        Binary::Eq => vec![gates.equal(a, b)],
        Binary::Ult => vec![gates.less(a, b, Lit::FALSE)],
        Binary::Ule => vec![gates.less(a, b, Lit::TRUE)],
        Binary::Slt => vec![gates.less_signed(a, b, Lit::FALSE)],
        Binary::Sle => vec![gates.less_signed(a, b, Lit::TRUE)],
        Binary::Concat => b.iter().chain(a).copied().collect(),
    }
}
