//! Expressions, formulas and integer expressions.
//!
//! An [`Ast`] stores each of them once; [`ExprId`], [`FormulaId`] and [`IntId`] are their numbers.
//! Its methods take `&self`, so that calls nest: `ast.some(ast.join(a, b))`. They do not fail. The
//! first fault (say, a union of different arities) is kept, [`Ast::fault`] gives it, and every use
//! of the store returns it as an error.
//!
//! `exprs` and `formulas` have the methods that build. The nodes are public ([`Expr`], [`Formula`],
//! [`Int`]), so that others can walk them.

mod exprs;
mod formulas;

use std::cell::{Ref, RefCell};
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Arc;

use pikse_base::SmallHash;

use crate::error::Error;
use crate::universe::{RelationId, TupleSet};

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
