//! `if … then … else`.

use crate::node::{Binary, Expr, Op};
use crate::store::Exprs;

impl Exprs {
    /// `then` if the condition holds, otherwise `other`.
    pub fn ite(&mut self, condition: Expr, then: Expr, other: Expr) -> Expr {
        assert!(self.width(condition) == 1, "a condition is 1 bit wide");
        let width = self.same_width(then, other);
        match condition {
            Expr::TRUE => return then,
            Expr::FALSE => return other,
            _ if then == other => return then,
            _ => {}
        }
        if let Some(opposite) = self.match_unary(Op::Not, condition) {
            return self.ite(opposite, other, then);
        }
        if width == 1 {
            if let Some(result) = self.ite_bool(condition, then, other) {
                return result;
            }
        } else if let (Some(c), Some(d)) = (self.as_const(then), self.as_const(other)) {
            if c == 1 && d == 0 {
                return self.zext(condition, width);
            }
            if c == 0 && d == 1 {
                let opposite = self.not(condition);
                return self.zext(opposite, width);
            }
            if d == 0 && self.is_ones(then) {
                return self.sext(condition, width);
            }
            if c == 0 && self.is_ones(other) {
                let opposite = self.not(condition);
                return self.sext(opposite, width);
            }
        }
        // Where both are equal, either one is right.
        if let Some((p, q)) = self.match_binary(Binary::Eq, condition)
            && ((p, q) == (then, other) || (q, p) == (then, other))
        {
            return other;
        }
        // Inside an arm, the condition is known.
        let arm = |exprs: &Self, x: Expr| {
            let node = exprs.nodes[x.index()];
            (node.op == Op::Ite).then_some((Expr(node.a), Expr(node.b), Expr(node.c)))
        };
        if let Some((c, p, q)) = arm(self, then) {
            if c == condition {
                return self.ite(condition, p, other);
            }
            if q == other {
                let both = self.and(condition, c);
                return self.ite(both, p, other);
            }
        }
        if let Some((c, p, q)) = arm(self, other) {
            if c == condition {
                return self.ite(condition, then, q);
            }
            if p == then {
                let either = self.or(condition, c);
                return self.ite(either, then, q);
            }
        }
        if let (Some(x), Some(y)) =
            (self.match_unary(Op::Zext, then), self.match_unary(Op::Zext, other))
            && self.width(x) == self.width(y)
        {
            let inner = self.ite(condition, x, y);
            return self.zext(inner, width);
        }
        self.intern(Op::Ite, width, condition.0, then.0, other.0)
    }

    /// A choice between conditions becomes logic.
    fn ite_bool(&mut self, condition: Expr, then: Expr, other: Expr) -> Option<Expr> {
        let opposite = |exprs: &mut Self| exprs.not(condition);
        Some(match (then, other) {
            (Expr::TRUE, _) => self.or(condition, other),
            (Expr::FALSE, _) => {
                let no = opposite(self);
                self.and(no, other)
            }
            (_, Expr::TRUE) => {
                let no = opposite(self);
                self.or(no, then)
            }
            (_, Expr::FALSE) => self.and(condition, then),
            _ if then == condition => self.or(condition, other),
            _ if other == condition => self.and(condition, then),
            _ => return None,
        })
    }
}
