//! How formulas and integer expressions are built.

use super::{
    Ast, Child, Comparison, Decl, ExprId, Formula, FormulaId, Int, IntId, IntOperator, Multiplicity,
};
use crate::error::Error;
use crate::universe::RelationId;

impl Ast {
    // ---- formulas

    /// True or false.
    pub fn truth(&self, value: bool) -> FormulaId {
        self.formula(Formula::Constant(value), &[])
    }

    /// All hold.
    pub fn and(&self, parts: &[FormulaId]) -> FormulaId {
        match parts {
            [] => self.truth(true),
            [one] => *one,
            _ => self.formula(Formula::And(parts.into()), &children(parts)),
        }
    }

    /// At least one holds.
    pub fn or(&self, parts: &[FormulaId]) -> FormulaId {
        match parts {
            [] => self.truth(false),
            [one] => *one,
            _ => self.formula(Formula::Or(parts.into()), &children(parts)),
        }
    }

    /// It does not hold.
    pub fn not(&self, a: FormulaId) -> FormulaId {
        if let Some(Formula::Not(inner)) = self.get_formula(a) {
            return inner;
        }
        self.formula(Formula::Not(a), &[Child::Formula(a)])
    }

    /// `a => b`.
    pub fn implies(&self, a: FormulaId, b: FormulaId) -> FormulaId {
        let not_a = self.not(a);
        self.or(&[not_a, b])
    }

    /// `a <=> b`.
    pub fn iff(&self, a: FormulaId, b: FormulaId) -> FormulaId {
        self.formula(Formula::Iff(a, b), &[Child::Formula(a), Child::Formula(b)])
    }

    /// `condition => a else b`.
    pub fn if_formula(&self, condition: FormulaId, a: FormulaId, b: FormulaId) -> FormulaId {
        let (then, other) = (self.implies(condition, a), self.or(&[condition, b]));
        self.and(&[then, other])
    }

    /// `a in b`.
    pub fn is_in(&self, a: ExprId, b: ExprId) -> FormulaId {
        self.same_arity("in", a, b);
        self.formula(Formula::In(a, b), &[Child::Expr(a), Child::Expr(b)])
    }

    /// `a = b`.
    pub fn equal(&self, a: ExprId, b: ExprId) -> FormulaId {
        self.same_arity("=", a, b);
        self.formula(Formula::Equal(a, b), &[Child::Expr(a), Child::Expr(b)])
    }

    /// A number of tuples.
    pub fn multiplicity(&self, multiplicity: Multiplicity, a: ExprId) -> FormulaId {
        self.formula(Formula::Multiplicity(multiplicity, a), &[Child::Expr(a)])
    }

    /// `no a`.
    pub fn no(&self, a: ExprId) -> FormulaId {
        self.multiplicity(Multiplicity::No, a)
    }

    /// `some a`.
    pub fn some(&self, a: ExprId) -> FormulaId {
        self.multiplicity(Multiplicity::Some, a)
    }

    /// `lone a`.
    pub fn lone(&self, a: ExprId) -> FormulaId {
        self.multiplicity(Multiplicity::Lone, a)
    }

    /// `one a`.
    pub fn one(&self, a: ExprId) -> FormulaId {
        self.multiplicity(Multiplicity::One, a)
    }

    /// `all decls | body`.
    pub fn all(&self, decls: &[Decl], body: FormulaId) -> FormulaId {
        if decls.is_empty() {
            return body;
        }
        self.check_decls(decls);
        self.scoped(decls, Child::Formula(body), |ast, mut facts| {
            facts.has.quantifier = true;
            ast.put_formula(Formula::All(decls.into(), body), facts)
        })
    }

    /// `some decls | body`.
    pub fn exists(&self, decls: &[Decl], body: FormulaId) -> FormulaId {
        if decls.is_empty() {
            return body;
        }
        self.check_decls(decls);
        self.scoped(decls, Child::Formula(body), |ast, mut facts| {
            facts.has.quantifier = true;
            ast.put_formula(Formula::Exists(decls.into(), body), facts)
        })
    }

    /// A comparison of integers.
    pub fn compare(&self, comparison: Comparison, a: IntId, b: IntId) -> FormulaId {
        self.formula(Formula::Compare(comparison, a, b), &[Child::Int(a), Child::Int(b)])
    }

    /// See [`Formula::TotalOrder`].
    pub fn total_order(
        &self,
        next: RelationId,
        ordered: RelationId,
        first: RelationId,
        last: RelationId,
    ) -> FormulaId {
        for (relation, arity) in [(next, 2), (ordered, 1), (first, 1), (last, 1)] {
            let left = relation.arity();
            if left != arity {
                self.blame(Error::Mismatch { operator: "total order", left, right: arity });
            }
        }
        self.formula(Formula::TotalOrder { next, ordered, first, last }, &[])
    }

    /// No atom reaches itself.
    pub fn acyclic(&self, a: ExprId) -> FormulaId {
        self.no(self.intersection(self.closure(a), self.iden()))
    }

    /// `a` is a function from all of `domain` into `range`.
    pub fn function(&self, a: ExprId, domain: ExprId, range: ExprId) -> FormulaId {
        let (variable, x) = self.atom_variable("x");
        let one = self.all(&[Decl::one(variable, domain)], self.one(self.join(x, a)));
        let inside = self.is_in(a, self.product(domain, range));
        self.and(&[inside, one])
    }

    /// A formula with a label, for unsat cores.
    pub fn label(&self, label: u32, a: FormulaId) -> FormulaId {
        self.formula(Formula::Label(label, a), &[Child::Formula(a)])
    }

    // ---- integers

    /// A number.
    pub fn number(&self, value: i64) -> IntId {
        self.int(Int::Constant(value), &[])
    }

    /// `#a`.
    pub fn cardinality(&self, a: ExprId) -> IntId {
        self.int(Int::Cardinality(a), &[Child::Expr(a)])
    }

    /// The sum of the integers of a set.
    pub fn sum_of(&self, a: ExprId) -> IntId {
        self.need("sum", a, 1);
        self.int(Int::SumOf(a), &[Child::Expr(a)])
    }

    /// `sum decls | body`. The declarations must have `Count::One`.
    pub fn sum_over(&self, decls: &[Decl], body: IntId) -> IntId {
        self.check_decls(decls);
        self.first_order(decls);
        self.scoped(decls, Child::Int(body), |ast, mut facts| {
            facts.has.overflow = true;
            ast.put_int(Int::SumOver(decls.into(), body), facts)
        })
    }

    /// An operator of two integers.
    pub fn binary(&self, operator: IntOperator, a: IntId, b: IntId) -> IntId {
        self.int(Int::Binary(operator, a, b), &[Child::Int(a), Child::Int(b)])
    }

    /// `-a`.
    pub fn negate(&self, a: IntId) -> IntId {
        self.int(Int::Negate(a), &[Child::Int(a)])
    }

    /// The absolute value.
    pub fn absolute(&self, a: IntId) -> IntId {
        self.int(Int::Absolute(a), &[Child::Int(a)])
    }

    /// One of two integers.
    pub fn if_int(&self, condition: FormulaId, a: IntId, b: IntId) -> IntId {
        let children = [Child::Formula(condition), Child::Int(a), Child::Int(b)];
        self.int(Int::If(condition, a, b), &children)
    }
}

fn children(parts: &[FormulaId]) -> Vec<Child> {
    parts.iter().map(|&part| Child::Formula(part)).collect()
}
