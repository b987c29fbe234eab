//! Bitwise logic.

use crate::bits::mask;
use crate::node::{Binary, Expr, Op};
use crate::store::Exprs;

impl Exprs {
    /// The complement of every bit; of a condition, its opposite.
    pub fn not(&mut self, x: Expr) -> Expr {
        let width = self.width(x);
        if let Some(c) = self.as_const(x) {
            return self.constant(width, !c);
        }
        let node = self.nodes[x.index()];
        let (a, b) = (Expr(node.a), Expr(node.b));
        match node.op {
            Op::Not => return a,
            Op::Neg => return self.add_const(a, mask(width)),
            Op::Binary(Binary::Ult) => return self.ule(b, a),
            Op::Binary(Binary::Ule) => return self.ult(b, a),
            Op::Binary(Binary::Slt) => return self.sle(b, a),
            Op::Binary(Binary::Sle) => return self.slt(b, a),
            Op::Binary(Binary::Xor) => {
                if let Some(c) = self.as_const(b) {
                    return self.xor_const(a, !c & mask(width));
                }
            }
            Op::Ite => {
                if let (Some(c), Some(d)) = (self.as_const(b), self.as_const(Expr(node.c))) {
                    let (c, d) = (self.constant(width, !c), self.constant(width, !d));
                    return self.ite(a, c, d);
                }
            }
            _ => {}
        }
        self.intern(Op::Not, width, x.0, 0, 0)
    }

    /// Whether one is the complement of the other.
    fn complementary(&mut self, a: Expr, b: Expr) -> bool {
        // For a comparison the complement is built, which is cheap; for others only the node is
        // compared.
        if self.match_unary(Op::Not, a) == Some(b) || self.match_unary(Op::Not, b) == Some(a) {
            return true;
        }
        match self.nodes[a.index()].op {
            Op::Binary(op) if op.is_comparison() => self.not(a) == b,
            _ => false,
        }
    }

    /// The operands of two zero extensions, if they have the same width.
    fn unextended(&mut self, a: Expr, b: Expr) -> Option<(Expr, Expr)> {
        let x = self.match_unary(Op::Zext, a)?;
        let width = self.width(x);
        if let Some(y) = self.match_unary(Op::Zext, b) {
            return (self.width(y) == width).then_some((x, y));
        }
        let c = self.as_const(b)?;
        (c <= mask(width)).then(|| (x, self.constant(width, c)))
    }

    /// Bitwise `a & b`.
    pub fn and(&mut self, a: Expr, b: Expr) -> Expr {
        let width = self.same_width(a, b);
        let (a, b) = self.ordered(a, b);
        if let Some(c) = self.as_const(b) {
            return self.and_const(a, c);
        }
        if a == b {
            return a;
        }
        if self.complementary(a, b) {
            return self.constant(width, 0);
        }
        if let Some(result) = self.absorbed(Binary::And, Binary::Or, a, b) {
            return result;
        }
        if let Some((x, y)) = self.unextended(a, b) {
            let both = self.and(x, y);
            return self.zext(both, width);
        }
        // x == c and x == d together.
        if let (Some((x, c)), Some((y, d))) =
            (self.match_with_const(Binary::Eq, a), self.match_with_const(Binary::Eq, b))
            && x == y
            && c != d
        {
            return Expr::FALSE;
        }
        self.node(Binary::And, a, b)
    }

    /// Rules that `and` and `or` share, where `other` is the dual operator: `a & (a & b)` is `a &
    /// b`, and `a & (a | b)` is `a`.
    fn absorbed(&mut self, op: Binary, other: Binary, a: Expr, b: Expr) -> Option<Expr> {
        for (a, b) in [(a, b), (b, a)] {
            match self.match_binary(op, b) {
                Some((p, q)) if p == a || q == a => return Some(b),
                _ => {}
            }
            match self.match_binary(other, b) {
                Some((p, q)) if p == a || q == a => return Some(a),
                _ => {}
            }
        }
        None
    }

    pub(super) fn and_const(&mut self, x: Expr, c: u128) -> Expr {
        let width = self.width(x);
        if let Some(value) = self.as_const(x) {
            return self.constant(width, value & c);
        }
        if c == 0 {
            return self.constant(width, 0);
        }
        if c == mask(width) {
            return x;
        }
        if let Some((y, d)) = self.match_with_const(Binary::And, x) {
            return self.and_const(y, c & d);
        }
        if width <= 64 && self.facts(x).zeros | c as u64 == mask(width) as u64 {
            return x;
        }
        // A mask of neighbouring bits is an extract.
        let low = c.trailing_zeros();
        let run = c >> low;
        if run & run.wrapping_add(1) == 0 {
            let count = 128 - run.leading_zeros();
            let kept = self.extract(x, low, count);
            let placed = if low == 0 {
                kept
            } else {
                let zeros = self.constant(low, 0);
                self.concat(kept, zeros)
            };
            return self.zext(placed, width);
        }
        if let Some(y) = self.match_unary(Op::Zext, x) {
            let inner = self.width(y);
            let kept = self.and_const(y, c & mask(inner));
            return self.zext(kept, width);
        }
        let c = self.constant(width, c);
        self.node(Binary::And, x, c)
    }

    /// Bitwise `a | b`.
    pub fn or(&mut self, a: Expr, b: Expr) -> Expr {
        let width = self.same_width(a, b);
        let (a, b) = self.ordered(a, b);
        if let Some(c) = self.as_const(b) {
            return self.or_const(a, c);
        }
        if a == b {
            return a;
        }
        if self.complementary(a, b) {
            return self.constant(width, mask(width));
        }
        if let Some(result) = self.absorbed(Binary::Or, Binary::And, a, b) {
            return result;
        }
        if let Some((x, y)) = self.unextended(a, b) {
            let both = self.or(x, y);
            return self.zext(both, width);
        }
        if let Some(joined) = self.joined(a, b) {
            return joined;
        }
        self.node(Binary::Or, a, b)
    }

    fn or_const(&mut self, x: Expr, c: u128) -> Expr {
        let width = self.width(x);
        if let Some(value) = self.as_const(x) {
            return self.constant(width, value | c);
        }
        if c == 0 {
            return x;
        }
        if c == mask(width) {
            return self.constant(width, c);
        }
        if let Some((y, d)) = self.match_with_const(Binary::Or, x) {
            return self.or_const(y, c | d);
        }
        if width <= 64 && self.facts(x).ones & c as u64 == c as u64 {
            return x;
        }
        let constant = self.constant(width, c);
        if let Some((y, z)) = self.unextended(x, constant) {
            let both = self.or(y, z);
            return self.zext(both, width);
        }
        if let Some(joined) = self.joined(x, constant) {
            return joined;
        }
        self.node(Binary::Or, x, constant)
    }

    /// Bitwise exclusive or.
    pub fn xor(&mut self, a: Expr, b: Expr) -> Expr {
        let width = self.same_width(a, b);
        let (a, b) = self.ordered(a, b);
        if let Some(c) = self.as_const(b) {
            return self.xor_const(a, c);
        }
        if a == b {
            return self.constant(width, 0);
        }
        if self.complementary(a, b) {
            return self.constant(width, mask(width));
        }
        // Complements move outwards.
        for (a, b) in [(a, b), (b, a)] {
            if let Some(x) = self.match_unary(Op::Not, a) {
                let inner = self.xor(x, b);
                return self.not(inner);
            }
            match self.match_binary(Binary::Xor, a) {
                Some((p, q)) if q == b => return p,
                Some((p, q)) if p == b => return q,
                _ => {}
            }
        }
        if let Some((x, y)) = self.unextended(a, b) {
            let both = self.xor(x, y);
            return self.zext(both, width);
        }
        if let Some(joined) = self.joined(a, b) {
            return joined;
        }
        self.node(Binary::Xor, a, b)
    }

    fn xor_const(&mut self, x: Expr, c: u128) -> Expr {
        let width = self.width(x);
        if let Some(value) = self.as_const(x) {
            return self.constant(width, value ^ c);
        }
        if c == 0 {
            return x;
        }
        if c == mask(width) {
            return self.not(x);
        }
        if let Some((y, d)) = self.match_with_const(Binary::Xor, x) {
            return self.xor_const(y, c ^ d);
        }
        if let Some(y) = self.match_unary(Op::Not, x) {
            return self.xor_const(y, !c & mask(width));
        }
        let constant = self.constant(width, c);
        if let Some((y, z)) = self.unextended(x, constant) {
            let both = self.xor(y, z);
            return self.zext(both, width);
        }
        self.node(Binary::Xor, x, constant)
    }

    /// The implication of two conditions: `!a | b`.
    pub fn implies(&mut self, a: Expr, b: Expr) -> Expr {
        let not_a = self.not(a);
        self.or(not_a, b)
    }

    /// The sum of two values without common bits because one ends where the other begins, as in a
    /// word that is assembled from pieces.
    pub(super) fn joined(&mut self, a: Expr, b: Expr) -> Option<Expr> {
        for (high, low) in [(a, b), (b, a)] {
            // Zeros above the higher piece stay above the result.
            let width = self.width(high);
            let inner = self.match_unary(Op::Zext, high).unwrap_or(high);
            let Some((upper, zeros)) = self.match_binary(Binary::Concat, inner) else { continue };
            if self.as_const(zeros) != Some(0) {
                continue;
            }
            let count = self.width(zeros);
            let below = match (self.match_unary(Op::Zext, low), self.as_const(low)) {
                (Some(x), _) if self.width(x) <= count => self.zext(x, count),
                (_, Some(c)) if c <= mask(count) => self.constant(count, c),
                _ => continue,
            };
            let word = self.concat(upper, below);
            return Some(self.zext(word, width));
        }
        None
    }
}
