//! Comparisons.

use crate::bits::{mask, negate, sign_bit, sign_extend, signed};
use crate::node::{Binary, Expr, Op};
use crate::store::Exprs;

/// The maximum depth of nested choices into which an equality with a constant is moved.
const CHOICE_DEPTH: u32 = 4;

/// The multiplicative inverse of an odd `c`, modulo 2^128.
fn inverse(c: u128) -> u128 {
    // Each step of Newton's method doubles the number of correct bits; it starts with 3.
    let mut x = c;
    for _ in 0..6 {
        x = x.wrapping_mul(2u128.wrapping_sub(c.wrapping_mul(x)));
    }
    x
}

impl Exprs {
    /// `a == b`.
    pub fn eq(&mut self, a: Expr, b: Expr) -> Expr {
        let width = self.same_width(a, b);
        if a == b {
            return Expr::TRUE;
        }
        let (a, b) = self.ordered(a, b);
        if let Some(c) = self.as_const(b) {
            return self.eq_const(a, c);
        }
        if self.apart(a, b) {
            return Expr::FALSE;
        }
        if width == 1 {
            let differ = self.xor(a, b);
            return self.not(differ);
        }
        let ((x, c), (y, d)) = (self.offset_form(a), self.offset_form(b));
        if x == y {
            return self.bool(c == d);
        }
        if c != d {
            let (x, y, offset) =
                if x < y { (x, y, c.wrapping_sub(d)) } else { (y, x, d.wrapping_sub(c)) };
            let x = self.add_const(x, offset);
            return self.node(Binary::Eq, x, y);
        }
        let (a, b) = self.ordered(x, y);
        self.eq_terms(a, b)
    }

    /// Equality of different terms without constants.
    fn eq_terms(&mut self, a: Expr, b: Expr) -> Expr {
        let (node_a, node_b) = (self.nodes[a.index()], self.nodes[b.index()]);
        // x + y == x.
        for (sum, x) in [(a, b), (b, a)] {
            match self.match_binary(Binary::Add, sum) {
                Some((p, q)) if p == x => return self.eq_const(q, 0),
                Some((p, q)) if q == x => return self.eq_const(p, 0),
                _ => {}
            }
        }
        let (x, y) = (Expr(node_a.a), Expr(node_b.a));
        if node_a.op == node_b.op {
            match node_a.op {
                Op::Not | Op::Neg => return self.eq(x, y),
                Op::Zext | Op::Sext if self.width(x) == self.width(y) => return self.eq(x, y),
                Op::Binary(Binary::Concat) if self.width(x) == self.width(y) => {
                    let upper = self.eq(x, y);
                    let lower = self.eq(Expr(node_a.b), Expr(node_b.b));
                    return self.and(upper, lower);
                }
                _ => {}
            }
        }
        self.node(Binary::Eq, a, b)
    }

    /// Whether the facts of the two exclude equality.
    fn apart(&self, a: Expr, b: Expr) -> bool {
        if self.width(a) > 64 {
            return false;
        }
        let (f, g) = (self.facts(a), self.facts(b));
        f.high < g.low || g.high < f.low || f.ones & g.zeros != 0 || f.zeros & g.ones != 0
    }

    /// `x == c`.
    fn eq_const(&mut self, x: Expr, c: u128) -> Expr {
        self.eq_undone(x, c, CHOICE_DEPTH)
    }

    /// `x == c`. Invertible operators are undone, one after the other. Choices are entered only to
    /// a limited depth, since a program can nest them without bound.
    fn eq_undone(&mut self, mut x: Expr, mut c: u128, depth: u32) -> Expr {
        loop {
            let width = self.width(x);
            if let Some(value) = self.as_const(x) {
                return self.bool(value == c);
            }
            let constant = self.constant(width, c);
            if self.apart(x, constant) {
                return Expr::FALSE;
            }
            if width == 1 {
                return if c == 1 { x } else { self.not(x) };
            }
            let node = self.nodes[x.index()];
            let (a, b) = (Expr(node.a), Expr(node.b));
            match node.op {
                Op::Not => (x, c) = (a, !c & mask(width)),
                Op::Neg => (x, c) = (a, negate(width, c)),
                Op::Zext => {
                    let inner = self.width(a);
                    if !Self::fits(c, inner) {
                        return Expr::FALSE;
                    }
                    x = a;
                }
                Op::Sext => {
                    let inner = self.width(a);
                    let cut = c & mask(inner);
                    if sign_extend(inner, width, cut) != c {
                        return Expr::FALSE;
                    }
                    (x, c) = (a, cut);
                }
                Op::Binary(Binary::Sub) => {
                    // a - b == c is b + c == a, in which a constant is added.
                    let moved = self.add_const(b, c);
                    return self.eq(moved, a);
                }
                Op::Binary(Binary::Concat) => {
                    let split = self.width(b);
                    let upper = self.eq_undone(a, c >> split, depth);
                    if upper == Expr::FALSE {
                        return upper;
                    }
                    let lower = self.eq_undone(b, c & mask(split), depth);
                    return self.and(upper, lower);
                }
                Op::Binary(Binary::Xor) if c == 0 => return self.eq(a, b),
                Op::Binary(op) => match (op, self.as_const(b)) {
                    (Binary::Add, Some(d)) => (x, c) = (a, c.wrapping_sub(d) & mask(width)),
                    (Binary::Xor, Some(d)) => (x, c) = (a, c ^ d),
                    (Binary::Mul, Some(d)) if d & 1 == 1 => {
                        (x, c) = (a, c.wrapping_mul(inverse(d)) & mask(width));
                    }
                    _ => return self.node(Binary::Eq, x, constant),
                },
                Op::Ite => {
                    return self
                        .eq_choice(x, c, depth)
                        .unwrap_or_else(|| self.node(Binary::Eq, x, constant));
                }
                _ => return self.node(Binary::Eq, x, constant),
            }
        }
    }

    /// A choice with a constant arm, compared with a constant.
    fn eq_choice(&mut self, x: Expr, c: u128, depth: u32) -> Option<Expr> {
        let node = self.nodes[x.index()];
        let (condition, then, other) = (Expr(node.a), Expr(node.b), Expr(node.c));
        let (yes, no) = (self.as_const(then), self.as_const(other));
        if let (Some(yes), Some(no)) = (yes, no) {
            return Some(match (yes == c, no == c) {
                (true, _) => condition,
                (_, true) => self.not(condition),
                _ => Expr::FALSE,
            });
        }
        let rest = if yes.is_some() { other } else { then };
        if (yes.is_none() && no.is_none()) || depth == 0 {
            return None;
        }
        let equal = self.eq_undone(rest, c, depth - 1);
        let opposite = self.not(condition);
        Some(match (yes, no) {
            (Some(yes), _) if yes == c => self.or(condition, equal),
            (Some(_), _) => self.and(opposite, equal),
            (_, Some(no)) if no == c => self.or(opposite, equal),
            _ => self.and(condition, equal),
        })
    }

    /// `a != b`.
    pub fn ne(&mut self, a: Expr, b: Expr) -> Expr {
        let equal = self.eq(a, b);
        self.not(equal)
    }

    /// Unsigned `a < b`.
    pub fn ult(&mut self, a: Expr, b: Expr) -> Expr {
        let width = self.same_width(a, b);
        if a == b {
            return Expr::FALSE;
        }
        if let Some(result) = self.folded(Binary::Ult, a, b) {
            return result;
        }
        if width == 1 {
            let no = self.not(a);
            return self.and(no, b);
        }
        if width <= 64 {
            let (f, g) = (self.facts(a), self.facts(b));
            if f.high < g.low {
                return Expr::TRUE;
            }
            if f.low >= g.high {
                return Expr::FALSE;
            }
        }
        let all = mask(width);
        match (self.as_const(a), self.as_const(b)) {
            (_, Some(0)) => return Expr::FALSE,
            (_, Some(1)) => return self.eq_const(a, 0),
            (_, Some(c)) if c == all => return self.ne_const(a, c),
            (Some(c), _) if c == all => return Expr::FALSE,
            (Some(0), _) => return self.ne_const(b, 0),
            (Some(c), _) if c == all - 1 => return self.eq_const(b, all),
            _ => {}
        }
        if let (Some(x), Some(c)) = (self.match_unary(Op::Zext, a), self.as_const(b))
            && !Self::fits(c, self.width(x))
        {
            return Expr::TRUE;
        }
        if let (Some(c), Some(y)) = (self.as_const(a), self.match_unary(Op::Zext, b))
            && c >= mask(self.width(y))
        {
            return Expr::FALSE;
        }
        if let Some((x, y)) = self.narrow_unsigned(a, b) {
            return self.ult(x, y);
        }
        self.node(Binary::Ult, a, b)
    }

    fn ne_const(&mut self, x: Expr, c: u128) -> Expr {
        let equal = self.eq_const(x, c);
        self.not(equal)
    }

    /// Operands with the same order and fewer bits. Sign extension also keeps the unsigned order.
    fn narrow_unsigned(&mut self, a: Expr, b: Expr) -> Option<(Expr, Expr)> {
        let (node_a, node_b) = (self.nodes[a.index()], self.nodes[b.index()]);
        let (x, y) = (Expr(node_a.a), Expr(node_b.a));
        match (node_a.op, node_b.op) {
            (Op::Zext, Op::Zext) | (Op::Sext, Op::Sext) if self.width(x) == self.width(y) => {
                Some((x, y))
            }
            (Op::Zext, _) => {
                let inner = self.width(x);
                let c = self.as_const(b)?;
                Self::fits(c, inner).then(|| (x, self.constant(inner, c)))
            }
            (_, Op::Zext) => {
                let inner = self.width(y);
                let c = self.as_const(a)?;
                Self::fits(c, inner).then(|| (self.constant(inner, c), y))
            }
            _ => None,
        }
    }

    /// Unsigned `a <= b`.
    pub fn ule(&mut self, a: Expr, b: Expr) -> Expr {
        let width = self.same_width(a, b);
        if a == b {
            return Expr::TRUE;
        }
        if width == 1 {
            let no = self.not(a);
            return self.or(no, b);
        }
        let all = mask(width);
        match (self.as_const(a), self.as_const(b)) {
            (Some(0), _) => return Expr::TRUE,
            (_, Some(c)) if c == all => return Expr::TRUE,
            (_, Some(c)) => {
                let next = self.constant(width, c + 1);
                return self.ult(a, next);
            }
            (Some(c), _) => {
                let previous = self.constant(width, c - 1);
                return self.ult(previous, b);
            }
            _ => {}
        }
        if width <= 64 {
            let (f, g) = (self.facts(a), self.facts(b));
            if f.high <= g.low {
                return Expr::TRUE;
            }
            if f.low > g.high {
                return Expr::FALSE;
            }
        }
        if let Some((x, y)) = self.narrow_unsigned(a, b) {
            return self.ule(x, y);
        }
        self.node(Binary::Ule, a, b)
    }

    /// Signed `a < b`.
    pub fn slt(&mut self, a: Expr, b: Expr) -> Expr {
        let width = self.same_width(a, b);
        if a == b {
            return Expr::FALSE;
        }
        if let Some(result) = self.folded(Binary::Slt, a, b) {
            return result;
        }
        if width == 1 {
            let no = self.not(b);
            return self.and(a, no);
        }
        match self.signs(a, b) {
            (Some(x), Some(y)) if x == y => return self.ult(a, b),
            (Some(x), Some(_)) => return self.bool(x),
            _ => {}
        }
        let (least, most) = (sign_bit(width), sign_bit(width) - 1);
        match (self.as_const(a), self.as_const(b)) {
            (_, Some(c)) if c == least => return Expr::FALSE,
            (_, Some(c)) if c == least + 1 => return self.eq_const(a, least),
            (_, Some(c)) if c == most => return self.ne_const(a, most),
            (Some(c), _) if c == most => return Expr::FALSE,
            (Some(c), _) if c == least => return self.ne_const(b, least),
            (Some(c), _) if c == most - 1 => return self.eq_const(b, most),
            _ => {}
        }
        let (node_a, node_b) = (self.nodes[a.index()], self.nodes[b.index()]);
        let (x, y) = (Expr(node_a.a), Expr(node_b.a));
        match (node_a.op, node_b.op) {
            (Op::Sext, Op::Sext) if self.width(x) == self.width(y) => return self.slt(x, y),
            (Op::Sext, Op::Const | Op::WideConst) => {
                let inner = self.width(x);
                let c = self.as_const(b).expect("a constant");
                if sign_extend(inner, width, c & mask(inner)) == c {
                    let c = self.constant(inner, c);
                    return self.slt(x, c);
                }
                return self.bool(signed(width, c) > 0);
            }
            (Op::Const | Op::WideConst, Op::Sext) => {
                let inner = self.width(y);
                let c = self.as_const(a).expect("a constant");
                if sign_extend(inner, width, c & mask(inner)) == c {
                    let c = self.constant(inner, c);
                    return self.slt(c, y);
                }
                return self.bool(signed(width, c) < 0);
            }
            _ => {}
        }
        self.node(Binary::Slt, a, b)
    }

    /// The known signs.
    fn signs(&self, a: Expr, b: Expr) -> (Option<bool>, Option<bool>) {
        let width = self.width(a);
        let sign = |x: Expr| {
            if width <= 64 {
                self.facts(x).negative(width)
            } else if let Some(c) = self.as_const(x) {
                Some(c >> (width - 1) == 1)
            } else {
                self.known_positive(x).then_some(false)
            }
        };
        (sign(a), sign(b))
    }

    /// Signed `a <= b`.
    pub fn sle(&mut self, a: Expr, b: Expr) -> Expr {
        let width = self.same_width(a, b);
        if a == b {
            return Expr::TRUE;
        }
        if width == 1 {
            let no = self.not(b);
            return self.or(a, no);
        }
        let (least, most) = (sign_bit(width), sign_bit(width) - 1);
        match (self.as_const(a), self.as_const(b)) {
            (Some(c), _) if c == least => return Expr::TRUE,
            (_, Some(c)) if c == most => return Expr::TRUE,
            (_, Some(c)) => {
                let next = self.constant(width, c.wrapping_add(1));
                return self.slt(a, next);
            }
            (Some(c), _) => {
                let previous = self.constant(width, c.wrapping_sub(1));
                return self.slt(previous, b);
            }
            _ => {}
        }
        match self.signs(a, b) {
            (Some(x), Some(y)) if x == y => return self.ule(a, b),
            (Some(x), Some(_)) => return self.bool(x),
            _ => {}
        }
        let (node_a, node_b) = (self.nodes[a.index()], self.nodes[b.index()]);
        let (x, y) = (Expr(node_a.a), Expr(node_b.a));
        if node_a.op == Op::Sext && node_b.op == Op::Sext && self.width(x) == self.width(y) {
            return self.sle(x, y);
        }
        self.node(Binary::Sle, a, b)
    }
}
