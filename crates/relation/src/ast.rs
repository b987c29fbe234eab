//! Expressions, formulas and integer expressions.
//!
//! An [`Ast`] stores each of them once; [`ExprId`], [`FormulaId`] and [`IntId`] are their numbers.
//! Its methods take `&self`, so that calls nest: `ast.some(ast.join(a, b))`. They do not fail. The
//! first fault (say, a union of different arities) is kept, [`Ast::fault`] gives it, and every use
//! of the store returns it as an error.
//!
//! The nodes are public ([`Expr`], [`Formula`], [`Int`]), so that others can walk them.

use std::cell::{Ref, RefCell};
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Arc;

use pikse_base::SmallHash;

use crate::error::Error;
use crate::universe::{Atom, MAX_ARITY, RelationId, TupleSet};

/// The deepest nesting of operators.
pub const MAX_DEPTH: u32 = 40_000;
/// The largest number of free variables of one node.
pub const MAX_FREE: usize = 1_000;

/// An expression: a relation as a value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ExprId(pub(crate) u32);
/// A formula: true or false.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FormulaId(pub(crate) u32);
/// An integer expression.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct IntId(pub(crate) u32);
/// A variable of quantifiers, comprehensions and sums.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct VarId(pub(crate) u32);

/// How many tuples of its domain a variable has as its value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Count {
    /// Exactly one: the quantifier is of first order.
    One,
    /// At most one. This and the following need a quantifier that can be skolemized.
    Lone,
    /// At least one.
    Some,
    /// Any number.
    Set,
}

/// The declaration of a variable. Its domain may use variables declared before it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Decl {
    /// The variable.
    pub variable: VarId,
    /// How many tuples of the domain it has.
    pub count: Count,
    /// The tuples it may have. The arity is the variable's.
    pub domain: ExprId,
}

impl Decl {
    /// A variable whose value is one tuple of the domain.
    #[must_use]
    pub fn one(variable: VarId, domain: ExprId) -> Self {
        Self { variable, count: Count::One, domain }
    }
}

/// The nodes of expressions.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Expr {
    /// A relation of the bounds.
    Relation(RelationId),
    /// A variable.
    Variable(VarId),
    /// A constant set of tuples; also the empty set.
    Constant(TupleSet),
    /// All atoms.
    Univ,
    /// Every atom with itself.
    Iden,
    /// All atoms that stand for integers.
    Integers,
    /// Tuples of either.
    Union(ExprId, ExprId),
    /// Tuples of the left one only.
    Difference(ExprId, ExprId),
    /// Tuples of both.
    Intersection(ExprId, ExprId),
    /// Tuples matched on the last column of the left and the first of the right, which are dropped.
    Join(ExprId, ExprId),
    /// Every tuple of the left followed by every tuple of the right.
    Product(ExprId, ExprId),
    /// Tuples of the right, and those of the left whose first atom starts no tuple of the right.
    Override(ExprId, ExprId),
    /// Columns swapped; arity 2.
    Transpose(ExprId),
    /// The smallest transitive relation around it; arity 2.
    Closure(ExprId),
    /// The same, and the identity.
    ReflexiveClosure(ExprId),
    /// The tuples of values for which the formula holds.
    Comprehension(Box<[Decl]>, FormulaId),
    /// One of two expressions.
    If(FormulaId, ExprId, ExprId),
    /// The atom that stands for an integer. If there is none, this counts as overflow.
    OfInt(IntId),
}

/// The number of tuples of an expression.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Multiplicity {
    /// None.
    No,
    /// At least one.
    Some,
    /// At most one.
    Lone,
    /// Exactly one.
    One,
}

/// Comparisons of integers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Comparison {
    /// Equal.
    Equal,
    /// Less.
    Less,
    /// Less or equal.
    AtMost,
}

/// The nodes of formulas.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Formula {
    /// True or false.
    Constant(bool),
    /// All hold.
    And(Box<[FormulaId]>),
    /// At least one holds.
    Or(Box<[FormulaId]>),
    /// It does not hold.
    Not(FormulaId),
    /// Both hold or neither.
    Iff(FormulaId, FormulaId),
    /// Every tuple of the left is in the right.
    In(ExprId, ExprId),
    /// The same tuples.
    Equal(ExprId, ExprId),
    /// The number of tuples.
    Multiplicity(Multiplicity, ExprId),
    /// For all values of the variables.
    All(Box<[Decl]>, FormulaId),
    /// For some values of the variables.
    Exists(Box<[Decl]>, FormulaId),
    /// A comparison of integers.
    Compare(Comparison, IntId, IntId),
    /// `next` is a total order of `ordered` as a chain of successors, from `first` to `last`. If
    /// this is a conjunct of the whole formula and the bounds allow it, the order is fixed instead
    /// of searched (see [`Options::symmetry`](crate::Options)).
    TotalOrder {
        /// The successors; arity 2.
        next: RelationId,
        /// The ordered set; arity 1.
        ordered: RelationId,
        /// Its least element; arity 1.
        first: RelationId,
        /// Its greatest element; arity 1.
        last: RelationId,
    },
    /// A formula with a label of the caller, for unsat cores.
    Label(u32, FormulaId),
}

/// Operators of integers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum IntOperator {
    /// Sum.
    Plus,
    /// Difference.
    Minus,
    /// Product.
    Times,
    /// Quotient, rounded towards zero. Division by zero counts as overflow.
    Divide,
    /// Remainder, with the sign of the dividend. Division by zero counts as overflow.
    Remainder,
    /// Shifted left: times a power of two. An amount that is negative counts as overflow.
    ShiftLeft,
    /// Shifted right, filled with the sign. An amount that is negative counts as overflow.
    ShiftRight,
    /// The bits of the bit width shifted right, filled with zeros. An amount that is negative
    /// counts as overflow.
    ShiftRightZero,
    /// Both bits.
    BitAnd,
    /// Either bit.
    BitOr,
    /// Exactly one of the bits.
    BitXor,
}

/// The nodes of integer expressions.
///
/// Constants and cardinalities have their exact value, however large. The result of every other
/// operator has to fit in the bit width, or it overflows.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Int {
    /// A number.
    Constant(i64),
    /// The number of tuples.
    Cardinality(ExprId),
    /// The sum of the integers that a set's atoms stand for; other atoms count as nothing.
    SumOf(ExprId),
    /// The sum over all values of the variables.
    SumOver(Box<[Decl]>, IntId),
    /// An operator.
    Binary(IntOperator, IntId, IntId),
    /// Negation.
    Negate(IntId),
    /// The absolute value.
    Absolute(IntId),
    /// One of two.
    If(FormulaId, IntId, IntId),
}

/// What is known of a node without its value.
#[derive(Clone, Debug)]
pub(crate) struct Facts {
    pub(crate) arity: usize,
    pub(crate) depth: u32,
    /// The free variables, in order.
    pub(crate) free: Arc<[VarId]>,
    pub(crate) has: Has,
}

/// What is somewhere inside of a node.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Has {
    /// An integer that may overflow.
    pub(crate) overflow: bool,
    pub(crate) quantifier: bool,
    pub(crate) label: bool,
}

impl Has {
    fn or(self, other: Self) -> Self {
        Self {
            overflow: self.overflow || other.overflow,
            quantifier: self.quantifier || other.quantifier,
            label: self.label || other.label,
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Table<N> {
    pub(crate) nodes: Vec<N>,
    pub(crate) facts: Vec<Facts>,
    numbers: HashMap<N, u32, SmallHash>,
}

impl<N: Clone + Eq + Hash> Table<N> {
    fn new() -> Self {
        Self { nodes: Vec::new(), facts: Vec::new(), numbers: HashMap::default() }
    }

    fn find(&self, node: &N) -> Option<u32> {
        self.numbers.get(node).copied()
    }

    fn add(&mut self, node: N, facts: Facts) -> u32 {
        let number = self.nodes.len() as u32;
        self.numbers.insert(node.clone(), number);
        self.nodes.push(node);
        self.facts.push(facts);
        number
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Variable {
    pub(crate) name: String,
    pub(crate) arity: usize,
}

/// The nodes of a store.
#[derive(Clone, Debug)]
pub(crate) struct Nodes {
    pub(crate) exprs: Table<Expr>,
    pub(crate) formulas: Table<Formula>,
    pub(crate) ints: Table<Int>,
    pub(crate) variables: Vec<Variable>,
    fault: Option<Error>,
    nothing: Arc<[VarId]>,
}

impl Nodes {
    pub(crate) fn expr(&self, id: ExprId) -> &Expr {
        &self.exprs.nodes[id.0 as usize]
    }

    pub(crate) fn formula(&self, id: FormulaId) -> &Formula {
        &self.formulas.nodes[id.0 as usize]
    }

    pub(crate) fn int(&self, id: IntId) -> &Int {
        &self.ints.nodes[id.0 as usize]
    }

    /// The first fault.
    pub(crate) fn check(&self) -> Result<(), Error> {
        self.fault.clone().map_or(Ok(()), Err)
    }

    fn blame(&mut self, fault: Error) {
        self.fault.get_or_insert(fault);
    }
}

/// A child of a node.
#[derive(Clone, Copy)]
enum Child {
    Expr(ExprId),
    Formula(FormulaId),
    Int(IntId),
}

/// The store of expressions and formulas.
#[derive(Clone, Debug)]
pub struct Ast {
    nodes: RefCell<Nodes>,
}

impl Default for Ast {
    fn default() -> Self {
        Self::new()
    }
}

impl Ast {
    /// An empty store.
    #[must_use]
    pub fn new() -> Self {
        Self {
            nodes: RefCell::new(Nodes {
                exprs: Table::new(),
                formulas: Table::new(),
                ints: Table::new(),
                variables: Vec::new(),
                fault: None,
                nothing: Arc::from([]),
            }),
        }
    }

    pub(crate) fn nodes(&self) -> Ref<'_, Nodes> {
        self.nodes.borrow()
    }

    /// The first fault in what was built, if there is one.
    #[must_use]
    pub fn fault(&self) -> Option<Error> {
        self.nodes.borrow().fault.clone()
    }

    /// The node of an expression; `None` if this store did not make it.
    #[must_use]
    pub fn get_expr(&self, id: ExprId) -> Option<Expr> {
        self.nodes.borrow().exprs.nodes.get(id.0 as usize).cloned()
    }

    /// The node of a formula.
    #[must_use]
    pub fn get_formula(&self, id: FormulaId) -> Option<Formula> {
        self.nodes.borrow().formulas.nodes.get(id.0 as usize).cloned()
    }

    /// The node of an integer expression.
    #[must_use]
    pub fn get_int(&self, id: IntId) -> Option<Int> {
        self.nodes.borrow().ints.nodes.get(id.0 as usize).cloned()
    }

    /// The arity of an expression; 0 if this store did not make it.
    #[must_use]
    pub fn arity(&self, id: ExprId) -> usize {
        self.nodes.borrow().exprs.facts.get(id.0 as usize).map_or(0, |facts| facts.arity)
    }

    /// The name of a variable.
    #[must_use]
    pub fn variable_name(&self, id: VarId) -> String {
        let nodes = self.nodes.borrow();
        nodes.variables.get(id.0 as usize).map_or(String::new(), |variable| variable.name.clone())
    }

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

    /// `{ decls | formula }`. The declarations must have [`Count::One`].
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

    /// `sum decls | body`. The declarations must have [`Count::One`].
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

    // ---- how nodes are made

    fn blame(&self, fault: Error) {
        self.nodes.borrow_mut().blame(fault);
    }

    fn same_arity(&self, operator: &'static str, a: ExprId, b: ExprId) -> usize {
        let (left, right) = (self.arity(a), self.arity(b));
        if left != right {
            self.blame(Error::Mismatch { operator, left, right });
        }
        left
    }

    fn need(&self, operator: &'static str, a: ExprId, right: usize) {
        let left = self.arity(a);
        if left != right {
            self.blame(Error::Mismatch { operator, left, right });
        }
    }

    fn check_decls(&self, decls: &[Decl]) {
        for decl in decls {
            let left = self.arity(decl.domain);
            let nodes = self.nodes.borrow();
            let right = nodes.variables.get(decl.variable.0 as usize).map(|v| v.arity);
            drop(nodes);
            match right {
                None => self.blame(Error::UnknownId),
                Some(right) if left != right => {
                    self.blame(Error::Mismatch { operator: ":", left, right });
                }
                _ => {}
            }
        }
    }

    /// Comprehensions and sums are over single tuples.
    fn first_order(&self, decls: &[Decl]) {
        for decl in decls.iter().filter(|decl| decl.count != Count::One) {
            let variable = self.variable_name(decl.variable);
            self.blame(Error::HigherOrder { variable, label: None });
        }
    }

    fn facts_of(&self, child: Child) -> Facts {
        let nodes = self.nodes.borrow();
        let facts = match child {
            Child::Expr(id) => nodes.exprs.facts.get(id.0 as usize),
            Child::Formula(id) => nodes.formulas.facts.get(id.0 as usize),
            Child::Int(id) => nodes.ints.facts.get(id.0 as usize),
        };
        if let Some(facts) = facts {
            return facts.clone();
        }
        let free = nodes.nothing.clone();
        drop(nodes);
        self.blame(Error::UnknownId);
        Facts { arity: 1, depth: 0, free, has: Has::default() }
    }

    fn merge(&self, arity: usize, children: &[Child]) -> Facts {
        let nothing = self.nodes.borrow().nothing.clone();
        let mut facts = Facts { arity, depth: 0, free: nothing, has: Has::default() };
        for &child in children {
            let more = self.facts_of(child);
            facts.depth = facts.depth.max(more.depth + 1);
            facts.free = self.join_free(&facts.free, &more.free);
            facts.has = facts.has.or(more.has);
        }
        if facts.depth > MAX_DEPTH {
            self.blame(Error::TooDeep);
        }
        facts
    }

    /// The union of two sets of variables; one of them is shared if it is the whole.
    fn join_free(&self, a: &Arc<[VarId]>, b: &Arc<[VarId]>) -> Arc<[VarId]> {
        if b.iter().all(|variable| a.binary_search(variable).is_ok()) {
            return a.clone();
        }
        if a.iter().all(|variable| b.binary_search(variable).is_ok()) {
            return b.clone();
        }
        let mut both: Vec<VarId> = a.iter().chain(b.iter()).copied().collect();
        both.sort_unstable();
        both.dedup();
        if both.len() > MAX_FREE {
            self.blame(Error::TooManyVariables);
            both.truncate(MAX_FREE);
        }
        both.into()
    }

    /// A node that binds variables: they are not free in it, except in domains before their
    /// declaration.
    fn scoped<T>(&self, decls: &[Decl], body: Child, make: impl FnOnce(&Self, Facts) -> T) -> T {
        let mut facts = self.merge(1, &[body]);
        for decl in decls.iter().rev() {
            if facts.free.binary_search(&decl.variable).is_ok() {
                facts.free =
                    facts.free.iter().copied().filter(|&free| free != decl.variable).collect();
            }
            let domain = self.merge(1, &[Child::Expr(decl.domain)]);
            facts.depth = facts.depth.max(domain.depth);
            facts.has = facts.has.or(domain.has);
            facts.free = self.join_free(&facts.free, &domain.free);
        }
        make(self, facts)
    }

    fn expr(&self, node: Expr, arity: usize, children: &[Child]) -> ExprId {
        if let Some(number) = self.nodes.borrow().exprs.find(&node) {
            return ExprId(number);
        }
        let mut facts = self.merge(arity, children);
        if let Expr::Variable(variable) = node {
            facts.free = Arc::from([variable]);
        }
        facts.has.overflow |= matches!(node, Expr::OfInt(_));
        self.put_expr(node, facts)
    }

    fn formula(&self, node: Formula, children: &[Child]) -> FormulaId {
        if let Some(number) = self.nodes.borrow().formulas.find(&node) {
            return FormulaId(number);
        }
        let mut facts = self.merge(1, children);
        facts.has.label |= matches!(node, Formula::Label(..));
        self.put_formula(node, facts)
    }

    fn int(&self, node: Int, children: &[Child]) -> IntId {
        if let Some(number) = self.nodes.borrow().ints.find(&node) {
            return IntId(number);
        }
        let mut facts = self.merge(1, children);
        facts.has.overflow |= !matches!(node, Int::Constant(_) | Int::Cardinality(_) | Int::If(..));
        self.put_int(node, facts)
    }

    fn put_expr(&self, node: Expr, facts: Facts) -> ExprId {
        let mut nodes = self.nodes.borrow_mut();
        ExprId(nodes.exprs.find(&node).unwrap_or_else(|| nodes.exprs.add(node, facts)))
    }

    fn put_formula(&self, node: Formula, facts: Facts) -> FormulaId {
        let mut nodes = self.nodes.borrow_mut();
        FormulaId(nodes.formulas.find(&node).unwrap_or_else(|| nodes.formulas.add(node, facts)))
    }

    fn put_int(&self, node: Int, facts: Facts) -> IntId {
        let mut nodes = self.nodes.borrow_mut();
        IntId(nodes.ints.find(&node).unwrap_or_else(|| nodes.ints.add(node, facts)))
    }
}

fn children(parts: &[FormulaId]) -> Vec<Child> {
    parts.iter().map(|&part| Child::Formula(part)).collect()
}
