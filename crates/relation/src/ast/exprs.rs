//! How expressions are built.

use super::{Ast, Child, Decl, Expr, ExprId, Facts, FormulaId, IntId, VarId, Variable};
use crate::error::Error;
use crate::universe::{Atom, MAX_ARITY, RelationId, TupleSet};

impl Ast {
    // ---- variables and leaves

    /// A new variable. Names need not differ.
    pub fn variable(&self, name: &str, arity: usize) -> VarId {
        let mut nodes = self.nodes.borrow_mut();
        if arity == 0 || arity > MAX_ARITY {
            nodes.blame(Error::Arity { operator: "variable", arity });
        }
        nodes.variables.push(Variable { name: name.to_owned(), arity });
        VarId(nodes.variables.len() as u32 - 1)
    }

    /// A new variable of one atom, and the expression of it.
    pub fn atom_variable(&self, name: &str) -> (VarId, ExprId) {
        let variable = self.variable(name, 1);
        (variable, self.var(variable))
    }

    /// The value of a variable.
    pub fn var(&self, variable: VarId) -> ExprId {
        let known =
            self.nodes.borrow().variables.get(variable.0 as usize).map(|variable| variable.arity);
        let Some(arity) = known else {
            self.blame(Error::UnknownId);
            return self.none(1);
        };
        self.expr(Expr::Variable(variable), arity, &[])
    }

    /// A relation.
    pub fn relation(&self, relation: RelationId) -> ExprId {
        self.expr(Expr::Relation(relation), relation.arity(), &[])
    }

    /// A constant.
    pub fn constant(&self, tuples: TupleSet) -> ExprId {
        let arity = tuples.arity();
        if arity == 0 || arity > MAX_ARITY {
            self.blame(Error::Arity { operator: "constant", arity });
        }
        self.expr(Expr::Constant(tuples), arity, &[])
    }

    /// One atom.
    pub fn atom(&self, atom: Atom) -> ExprId {
        self.constant(TupleSet::of_atoms([atom]))
    }

    /// The empty set of an arity.
    pub fn none(&self, arity: usize) -> ExprId {
        self.constant(TupleSet::empty(arity))
    }

    /// All atoms.
    pub fn univ(&self) -> ExprId {
        self.expr(Expr::Univ, 1, &[])
    }

    /// Every atom with itself.
    pub fn iden(&self) -> ExprId {
        self.expr(Expr::Iden, 2, &[])
    }

    /// All atoms that stand for integers.
    pub fn integers(&self) -> ExprId {
        self.expr(Expr::Integers, 1, &[])
    }

    // ---- expressions

    /// `a + b`.
    pub fn union(&self, a: ExprId, b: ExprId) -> ExprId {
        let arity = self.same_arity("+", a, b);
        if a == b {
            return a;
        }
        self.expr(Expr::Union(a, b), arity, &[Child::Expr(a), Child::Expr(b)])
    }

    /// The union of all, as a balanced tree; the empty set of this arity if there are none.
    pub fn union_of(&self, arity: usize, all: &[ExprId]) -> ExprId {
        match all {
            [] => self.none(arity),
            [one] => *one,
            _ => {
                let (left, right) = all.split_at(all.len() / 2);
                let (left, right) = (self.union_of(arity, left), self.union_of(arity, right));
                self.union(left, right)
            }
        }
    }

    /// `a - b`.
    pub fn difference(&self, a: ExprId, b: ExprId) -> ExprId {
        let arity = self.same_arity("-", a, b);
        self.expr(Expr::Difference(a, b), arity, &[Child::Expr(a), Child::Expr(b)])
    }

    /// `a & b`.
    pub fn intersection(&self, a: ExprId, b: ExprId) -> ExprId {
        let arity = self.same_arity("&", a, b);
        self.expr(Expr::Intersection(a, b), arity, &[Child::Expr(a), Child::Expr(b)])
    }

    /// `a . b`.
    pub fn join(&self, a: ExprId, b: ExprId) -> ExprId {
        let arity = (self.arity(a) + self.arity(b)).saturating_sub(2);
        if arity == 0 || arity > MAX_ARITY {
            self.blame(Error::Arity { operator: ".", arity });
            return self.none(1);
        }
        self.expr(Expr::Join(a, b), arity, &[Child::Expr(a), Child::Expr(b)])
    }

    /// `a -> b`.
    pub fn product(&self, a: ExprId, b: ExprId) -> ExprId {
        let arity = self.arity(a) + self.arity(b);
        if arity > MAX_ARITY {
            self.blame(Error::Arity { operator: "->", arity });
            return self.none(1);
        }
        self.expr(Expr::Product(a, b), arity, &[Child::Expr(a), Child::Expr(b)])
    }

    /// `a ++ b`.
    pub fn override_by(&self, a: ExprId, b: ExprId) -> ExprId {
        let arity = self.same_arity("++", a, b);
        self.expr(Expr::Override(a, b), arity, &[Child::Expr(a), Child::Expr(b)])
    }

    /// `~a`.
    pub fn transpose(&self, a: ExprId) -> ExprId {
        self.need("~", a, 2);
        self.expr(Expr::Transpose(a), 2, &[Child::Expr(a)])
    }

    /// `^a`.
    pub fn closure(&self, a: ExprId) -> ExprId {
        self.need("^", a, 2);
        self.expr(Expr::Closure(a), 2, &[Child::Expr(a)])
    }

    /// `*a`.
    pub fn reflexive_closure(&self, a: ExprId) -> ExprId {
        self.need("*", a, 2);
        self.expr(Expr::ReflexiveClosure(a), 2, &[Child::Expr(a)])
    }

    /// `s <: a`: the tuples whose first atom is in the set.
    pub fn domain_restriction(&self, set: ExprId, a: ExprId) -> ExprId {
        self.need("<:", set, 1);
        match self.arity(a) {
            0 | 1 => self.intersection(set, a),
            arity => {
                let rest = self.univ_of(arity - 1);
                self.intersection(a, self.product(set, rest))
            }
        }
    }

    /// `a :> s`: the tuples whose last atom is in the set.
    pub fn range_restriction(&self, a: ExprId, set: ExprId) -> ExprId {
        self.need(":>", set, 1);
        match self.arity(a) {
            0 | 1 => self.intersection(a, set),
            arity => {
                let rest = self.univ_of(arity - 1);
                self.intersection(a, self.product(rest, set))
            }
        }
    }

    /// All tuples of an arity. The translation never lists them all inside an intersection.
    pub fn univ_of(&self, arity: usize) -> ExprId {
        (1..arity.min(MAX_ARITY)).fold(self.univ(), |all, _| self.product(all, self.univ()))
    }

    /// `{ decls | formula }`. The declarations must have `Count::One`.
    pub fn comprehension(&self, decls: &[Decl], body: FormulaId) -> ExprId {
        let arity = decls.iter().map(|decl| self.arity(decl.domain)).sum();
        if arity == 0 || arity > MAX_ARITY {
            self.blame(Error::Arity { operator: "comprehension", arity });
            return self.none(1);
        }
        self.check_decls(decls);
        self.first_order(decls);
        self.scoped(decls, Child::Formula(body), |ast, facts| {
            ast.put_expr(Expr::Comprehension(decls.into(), body), Facts { arity, ..facts })
        })
    }

    /// `if condition then a else b`.
    pub fn if_expr(&self, condition: FormulaId, a: ExprId, b: ExprId) -> ExprId {
        let arity = self.same_arity("=>", a, b);
        let children = [Child::Formula(condition), Child::Expr(a), Child::Expr(b)];
        self.expr(Expr::If(condition, a, b), arity, &children)
    }

    /// The atom that stands for an integer.
    pub fn of_int(&self, value: IntId) -> ExprId {
        self.expr(Expr::OfInt(value), 1, &[Child::Int(value)])
    }
}
