//! Evaluates formulas on an instance: plain sets and loops over them. It shares no code with the
//! translation, because it checks it.

use std::collections::BTreeSet;

use crate::ast::{
    Ast, Comparison, Count, Decl, Expr, ExprId, Formula, FormulaId, Int, IntId, IntOperator,
    Multiplicity, Nodes, VarId,
};
use crate::deep::on_stack;
use crate::error::Error;
use crate::options::Overflow;
use crate::universe::{Atom, Instance, RelationId, TupleSet, Universe};

type Tuple = Vec<Atom>;
type Set = BTreeSet<Tuple>;

/// Subsets of a domain of at most this size are tried for a variable that ranges over sets.
const MAX_SUBSETS: usize = 16;

/// Evaluates formulas, expressions and integers on an instance.
#[derive(Debug)]
pub struct Evaluator<'a> {
    universe: &'a Universe,
    ast: &'a Ast,
    instance: &'a Instance,
    overflow: Overflow,
    bound: Vec<(VarId, TupleSet)>,
}

impl<'a> Evaluator<'a> {
    /// An evaluator that forbids overflow.
    #[must_use]
    pub fn new(universe: &'a Universe, ast: &'a Ast, instance: &'a Instance) -> Self {
        Self { universe, ast, instance, overflow: Overflow::Forbid, bound: Vec::new() }
    }

    /// Changes what happens at overflow.
    #[must_use]
    pub fn with_overflow(mut self, overflow: Overflow) -> Self {
        self.overflow = overflow;
        self
    }

    /// Gives a free variable a value, for instance that of a witness.
    pub fn bind(&mut self, variable: VarId, value: TupleSet) {
        self.bound.push((variable, value));
    }

    /// Whether a formula holds.
    ///
    /// # Errors
    ///
    /// If there is a fault in it, it does not fit the instance, or a variable ranges over too many
    /// sets.
    pub fn formula(&self, formula: FormulaId) -> Result<bool, Error> {
        let nodes = self.ast.nodes();
        let nodes: &Nodes = &nodes;
        nodes.check()?;
        let facts = nodes.formulas.facts.get(formula.0 as usize).ok_or(Error::UnknownId)?;
        self.run(nodes, facts.depth, |run| run.formula(formula, false))
    }

    /// The tuples of an expression. An overflow in it is ignored.
    ///
    /// # Errors
    ///
    /// As [`formula`](Self::formula).
    pub fn expr(&self, expr: ExprId) -> Result<TupleSet, Error> {
        let nodes = self.ast.nodes();
        let nodes: &Nodes = &nodes;
        nodes.check()?;
        let facts = nodes.exprs.facts.get(expr.0 as usize).ok_or(Error::UnknownId)?;
        let set = self.run(nodes, facts.depth, |run| Ok(run.expr(expr)?.0))?;
        TupleSet::of_tuples(facts.arity, set)
    }

    /// The value of an integer expression; `None` at overflow.
    ///
    /// # Errors
    ///
    /// As [`formula`](Self::formula).
    pub fn int(&self, int: IntId) -> Result<Option<i64>, Error> {
        let nodes = self.ast.nodes();
        let nodes: &Nodes = &nodes;
        nodes.check()?;
        let facts = nodes.ints.facts.get(int.0 as usize).ok_or(Error::UnknownId)?;
        let value = self.run(nodes, facts.depth, |run| run.int(int))?;
        Ok(value.and_then(|value| i64::try_from(value).ok()))
    }

    fn run<T: Send>(
        &self,
        nodes: &Nodes,
        depth: u32,
        work: impl FnOnce(&mut Run<'_>) -> Result<T, Error> + Send,
    ) -> Result<T, Error> {
        let (universe, instance, overflow) = (self.universe, self.instance, self.overflow);
        let bound = &self.bound;
        on_stack(depth, move || {
            let env = bound.iter().map(|(variable, value)| Bound {
                variable: *variable,
                value: value.iter().collect(),
                is_universal: false,
            });
            work(&mut Run { nodes, universe, instance, overflow, env: env.collect(), outside: 0 })
        })
    }
}

struct Bound {
    variable: VarId,
    value: Set,
    is_universal: bool,
}

struct Run<'a> {
    nodes: &'a Nodes,
    universe: &'a Universe,
    instance: &'a Instance,
    overflow: Overflow,
    env: Vec<Bound>,
    outside: usize,
}

fn of_atoms(atoms: impl Iterator<Item = Atom>) -> Set {
    atoms.map(|atom| vec![atom]).collect()
}

fn join(a: &Set, b: &Set) -> Set {
    let mut joined = Set::new();
    for x in a {
        for y in b.iter().filter(|y| y.first() == x.last()) {
            joined.insert(x[..x.len() - 1].iter().chain(&y[1..]).copied().collect());
        }
    }
    joined
}

/// Adds what follows by one more step until nothing changes.
fn closure(a: &Set) -> Set {
    let mut closed = a.clone();
    loop {
        let before = closed.len();
        closed.extend(join(&closed, a));
        if closed.len() == before {
            return closed;
        }
    }
}

/// What is done for each tuple of values.
type Body<'f, 'a> = dyn FnMut(&mut Run<'a>, &[Atom]) -> Result<(), Error> + 'f;

impl<'a> Run<'a> {
    fn relation(&self, relation: RelationId) -> Result<Set, Error> {
        Ok(self.instance.get(relation).ok_or(Error::UnknownId)?.iter().collect())
    }

    fn lookup(&self, variable: VarId) -> Result<Set, Error> {
        let bound = self.env.iter().rev().find(|bound| bound.variable == variable);
        bound.map(|bound| bound.value.clone()).ok_or_else(|| {
            Error::FreeVariable(self.nodes.variables[variable.0 as usize].name.clone())
        })
    }

    /// A comparison one of whose operands, with these free variables, may have overflowed.
    fn settle(&self, value: bool, overflows: bool, free: &[VarId], is_negated: bool) -> bool {
        if !overflows {
            return value;
        }
        let innermost = self.env.iter().rposition(|bound| free.contains(&bound.variable));
        let is_universal =
            innermost.is_some_and(|at| at >= self.outside && self.env[at].is_universal);
        is_universal != is_negated
    }

    fn expr(&mut self, id: ExprId) -> Result<(Set, bool), Error> {
        let nodes = self.nodes;
        Ok(match nodes.expr(id) {
            Expr::Relation(relation) => (self.relation(*relation)?, false),
            Expr::Variable(variable) => (self.lookup(*variable)?, false),
            Expr::Constant(tuples) => {
                tuples.check_atoms(self.universe.size())?;
                (tuples.iter().collect(), false)
            }
            Expr::Univ => (of_atoms(self.universe.atoms()), false),
            Expr::Iden => (self.universe.atoms().map(|atom| vec![atom, atom]).collect(), false),
            Expr::Integers => {
                let universe = self.universe;
                let atoms = universe.atoms().filter(|&atom| universe.integer(atom).is_some());
                (of_atoms(atoms), false)
            }
            Expr::Union(a, b) => {
                let ((a, over), (b, more)) = (self.expr(*a)?, self.expr(*b)?);
                (a.union(&b).cloned().collect(), over || more)
            }
            Expr::Difference(a, b) => {
                let ((a, over), (b, more)) = (self.expr(*a)?, self.expr(*b)?);
                (a.difference(&b).cloned().collect(), over || more)
            }
            Expr::Intersection(a, b) => {
                let ((a, over), (b, more)) = (self.expr(*a)?, self.expr(*b)?);
                (a.intersection(&b).cloned().collect(), over || more)
            }
            Expr::Join(a, b) => {
                let ((a, over), (b, more)) = (self.expr(*a)?, self.expr(*b)?);
                (join(&a, &b), over || more)
            }
            Expr::Product(a, b) => {
                let ((a, over), (b, more)) = (self.expr(*a)?, self.expr(*b)?);
                let both = a.iter().flat_map(|x| {
                    b.iter().map(move |y| x.iter().chain(y).copied().collect::<Tuple>())
                });
                (both.collect(), over || more)
            }
            Expr::Override(a, b) => {
                let ((a, over), (b, more)) = (self.expr(*a)?, self.expr(*b)?);
                let mut kept = b.clone();
                kept.extend(a.into_iter().filter(|x| b.iter().all(|y| x.first() != y.first())));
                (kept, over || more)
            }
            Expr::Transpose(a) => {
                let (a, over) = self.expr(*a)?;
                (a.into_iter().map(|tuple| tuple.into_iter().rev().collect()).collect(), over)
            }
            Expr::Closure(a) => {
                let (a, over) = self.expr(*a)?;
                (closure(&a), over)
            }
            Expr::ReflexiveClosure(a) => {
                let (a, over) = self.expr(*a)?;
                let mut closed = closure(&a);
                closed.extend(self.universe.atoms().map(|atom| vec![atom, atom]));
                (closed, over)
            }
            Expr::Comprehension(decls, body) => self.comprehension(decls, *body)?,
            Expr::If(condition, a, b) => {
                let (holds, over) = self.condition(*condition)?;
                let (set, more) = self.expr(if holds { *a } else { *b })?;
                (set, over || more)
            }
            Expr::OfInt(value) => {
                let value = self.int(*value)?;
                let atom = value.and_then(|value| i64::try_from(value).ok());
                let atom = atom.and_then(|value| self.universe.of_integer(value));
                let over = self.overflow == Overflow::Forbid && atom.is_none();
                (of_atoms(atom.into_iter()), over)
            }
        })
    }

    /// A condition inside of an expression, and whether an overflow decides it.
    fn condition(&mut self, id: FormulaId) -> Result<(bool, bool), Error> {
        let outside = std::mem::replace(&mut self.outside, self.env.len());
        let holds = self.formula(id, false);
        let otherwise = if self.may_overflow(id) { self.formula(id, true) } else { holds.clone() };
        self.outside = outside;
        let holds = holds?;
        Ok((holds, otherwise? != holds))
    }

    fn may_overflow(&self, id: FormulaId) -> bool {
        self.nodes.formulas.facts[id.0 as usize].has.overflow
    }

    /// Visits all values of first-order variables. Gives whether a domain overflowed.
    fn visit(
        &mut self,
        decls: &[Decl],
        tuple: &[Atom],
        body: &mut Body<'_, 'a>,
    ) -> Result<bool, Error> {
        let Some((decl, rest)) = decls.split_first() else {
            body(self, tuple)?;
            return Ok(false);
        };
        let (domain, mut over) = self.expr(decl.domain)?;
        for value in domain {
            let longer: Tuple = tuple.iter().chain(&value).copied().collect();
            self.env.push(Bound {
                variable: decl.variable,
                value: Set::from([value]),
                is_universal: false,
            });
            let more = self.visit(rest, &longer, body);
            self.env.pop();
            over |= more?;
        }
        Ok(over)
    }

    fn comprehension(&mut self, decls: &[Decl], body: FormulaId) -> Result<(Set, bool), Error> {
        let mut set = Set::new();
        let mut overflows = false;
        let outside = self.outside;
        let start = self.env.len();
        let result = self.visit(decls, &[], &mut |run, tuple| {
            run.outside = start;
            let holds = run.formula(body, false)?;
            for bound in &mut run.env[start..] {
                bound.is_universal = true;
            }
            let otherwise = !holds && run.may_overflow(body) && run.formula(body, true)?;
            for bound in &mut run.env[start..] {
                bound.is_universal = false;
            }
            run.outside = outside;
            if holds {
                set.insert(tuple.to_vec());
            } else {
                overflows |= otherwise;
            }
            Ok(())
        });
        self.outside = outside;
        Ok((set, result? || overflows))
    }

    fn formula(&mut self, id: FormulaId, is_negated: bool) -> Result<bool, Error> {
        let nodes = self.nodes;
        let free = |id: ExprId| &nodes.exprs.facts[id.0 as usize].free[..];
        let free_int = |id: IntId| &nodes.ints.facts[id.0 as usize].free[..];
        Ok(match nodes.formula(id) {
            Formula::Constant(value) => *value,
            Formula::And(parts) => {
                for &part in parts {
                    if !self.formula(part, is_negated)? {
                        return Ok(false);
                    }
                }
                true
            }
            Formula::Or(parts) => {
                for &part in parts {
                    if self.formula(part, is_negated)? {
                        return Ok(true);
                    }
                }
                false
            }
            Formula::Not(part) => !self.formula(*part, !is_negated)?,
            Formula::Iff(a, b) if !self.may_overflow(id) => {
                self.formula(*a, is_negated)? == self.formula(*b, is_negated)?
            }
            Formula::Iff(a, b) => {
                // `(a => b) && (b => a)`, where a left side is below one more negation.
                let there = !self.formula(*a, !is_negated)? || self.formula(*b, is_negated)?;
                there && (!self.formula(*b, !is_negated)? || self.formula(*a, is_negated)?)
            }
            Formula::In(a, b) => {
                let ((x, over), (y, more)) = (self.expr(*a)?, self.expr(*b)?);
                let holds = self.settle(x.is_subset(&y), over, free(*a), is_negated);
                self.settle(holds, more, free(*b), is_negated)
            }
            Formula::Equal(a, b) => {
                let ((x, over), (y, more)) = (self.expr(*a)?, self.expr(*b)?);
                let holds = self.settle(x == y, over, free(*a), is_negated);
                self.settle(holds, more, free(*b), is_negated)
            }
            Formula::Multiplicity(multiplicity, a) => {
                let (set, over) = self.expr(*a)?;
                let holds = match multiplicity {
                    Multiplicity::No => set.is_empty(),
                    Multiplicity::Some => !set.is_empty(),
                    Multiplicity::Lone => set.len() <= 1,
                    Multiplicity::One => set.len() == 1,
                };
                self.settle(holds, over, free(*a), is_negated)
            }
            Formula::All(decls, body) => self.quantified(decls, *body, true, is_negated)?,
            Formula::Exists(decls, body) => self.quantified(decls, *body, false, is_negated)?,
            Formula::Compare(comparison, a, b) => {
                let (x, y) = (self.int(*a)?, self.int(*b)?);
                let holds = match comparison {
                    Comparison::Equal => x == y,
                    Comparison::Less => x < y,
                    Comparison::AtMost => x <= y,
                };
                let holds = self.settle(holds, x.is_none(), free_int(*a), is_negated);
                self.settle(holds, y.is_none(), free_int(*b), is_negated)
            }
            Formula::TotalOrder { next, ordered, first, last } => {
                let (next, ordered) = (self.relation(*next)?, self.relation(*ordered)?);
                let (first, last) = (self.relation(*first)?, self.relation(*last)?);
                is_chain(&next, &ordered, &first, &last)
            }
            Formula::Label(_, part) => self.formula(*part, is_negated)?,
        })
    }

    fn quantified(
        &mut self,
        decls: &[Decl],
        body: FormulaId,
        is_all: bool,
        is_negated: bool,
    ) -> Result<bool, Error> {
        let Some((decl, rest)) = decls.split_first() else { return self.formula(body, is_negated) };
        let (domain, over) = self.expr(decl.domain)?;
        let mut value = is_all;
        for choice in choices(&domain, decl.count)? {
            self.env.push(Bound {
                variable: decl.variable,
                value: choice,
                is_universal: is_all != is_negated,
            });
            let part = self.quantified(rest, body, is_all, is_negated);
            self.env.pop();
            if part? != is_all {
                value = !is_all;
                break;
            }
        }
        let nodes = self.nodes;
        let free = &nodes.exprs.facts[decl.domain.0 as usize].free;
        Ok(self.settle(value, over, free, is_negated))
    }

    fn int(&mut self, id: IntId) -> Result<Option<i128>, Error> {
        let nodes = self.nodes;
        let value = match nodes.int(id) {
            Int::Constant(value) => return Ok(Some(self.exact(i128::from(*value)))),
            Int::Cardinality(a) => {
                let (set, over) = self.expr(*a)?;
                return Ok((!over).then(|| self.exact(set.len() as i128)));
            }
            Int::If(condition, a, b) => {
                let (holds, over) = self.condition(*condition)?;
                let value = self.int(if holds { *a } else { *b })?;
                return Ok(value.filter(|_| !over));
            }
            Int::SumOf(a) => {
                let (set, over) = self.expr(*a)?;
                let integers = set.iter().filter_map(|tuple| self.universe.integer(tuple[0]));
                let sum: i128 = integers.map(i128::from).sum();
                (!over).then_some(sum)
            }
            Int::SumOver(decls, body) => {
                let mut sum = Some(0);
                let over = self.visit(decls, &[], &mut |run, _| {
                    let value = run.int(*body)?;
                    sum = sum.and_then(|sum: i128| Some(sum + value?));
                    Ok(())
                })?;
                sum.filter(|_| !over)
            }
            Int::Binary(operator, a, b) => {
                let (a, b) = (self.int(*a)?, self.int(*b)?);
                a.zip(b).and_then(|(a, b)| self.binary(*operator, a, b))
            }
            Int::Negate(a) => self.int(*a)?.map(|a| -a),
            Int::Absolute(a) => self.int(*a)?.map(i128::abs),
        };
        Ok(match self.overflow {
            Overflow::Forbid => value.filter(|&value| self.universe.has_room_for(value)),
            Overflow::Wrap => value.map(|value| self.wrap(value)),
        })
    }

    fn exact(&self, value: i128) -> i128 {
        if self.overflow == Overflow::Wrap { self.wrap(value) } else { value }
    }

    fn wrap(&self, value: i128) -> i128 {
        let size = 1i128 << self.universe.bit_width();
        let low = value.rem_euclid(size);
        if low >= size / 2 { low - size } else { low }
    }

    /// The exact result; `None` if there is none.
    fn binary(&self, operator: IntOperator, a: i128, b: i128) -> Option<i128> {
        let width = i128::from(self.universe.bit_width());
        let size = 1i128 << width;
        let wraps = self.overflow == Overflow::Wrap;
        // A negative amount is a large one if integers wrap.
        let amount = || match (b < 0, wraps) {
            (false, _) => Some(b),
            (true, true) => Some(b.rem_euclid(size)),
            (true, false) => None,
        };
        Some(match operator {
            IntOperator::Plus => a + b,
            IntOperator::Minus => a - b,
            IntOperator::Times => a.checked_mul(b)?,
            IntOperator::Divide | IntOperator::Remainder if b == 0 => match (wraps, operator) {
                (false, _) => return None,
                (true, IntOperator::Divide) => {
                    if a < 0 {
                        1
                    } else {
                        -1
                    }
                }
                (true, _) => a,
            },
            IntOperator::Divide => a / b,
            IntOperator::Remainder => a % b,
            IntOperator::BitAnd => a & b,
            IntOperator::BitOr => a | b,
            IntOperator::BitXor => a ^ b,
            // Only the operand has to fit; a shift by more than the width loses all bits.
            IntOperator::ShiftLeft => {
                if !wraps && !self.universe.has_room_for(a) {
                    return None;
                }
                a << amount()?.min(width)
            }
            IntOperator::ShiftRight => a >> amount()?.min(100),
            IntOperator::ShiftRightZero => {
                if !wraps && !self.universe.has_room_for(a) {
                    return None;
                }
                let shifted = a.rem_euclid(size) >> amount()?.min(100);
                self.wrap(shifted)
            }
        })
    }
}

/// The values that a variable may have.
fn choices(domain: &Set, count: Count) -> Result<Vec<Set>, Error> {
    let singles = domain.iter().map(|tuple| Set::from([tuple.clone()]));
    if count == Count::One {
        return Ok(singles.collect());
    }
    if count == Count::Lone {
        return Ok(std::iter::once(Set::new()).chain(singles).collect());
    }
    if domain.len() > MAX_SUBSETS {
        return Err(Error::TooManyTuples);
    }
    let tuples: Vec<&Tuple> = domain.iter().collect();
    let subset = |mask: u32| {
        let members = tuples.iter().enumerate().filter(|(at, _)| mask >> at & 1 == 1);
        members.map(|(_, &tuple)| tuple.clone()).collect()
    };
    let least = u32::from(count == Count::Some);
    Ok((least..1 << tuples.len()).map(subset).collect())
}

/// Follows the only possible chain.
fn is_chain(next: &Set, ordered: &Set, first: &Set, last: &Set) -> bool {
    let (Some(start), Some(end)) = (first.first(), last.first()) else { return false };
    let mut at = start[0];
    let mut visited = Set::from([vec![at]]);
    let mut used = 0;
    while at != end[0] {
        let Some(step) = next.iter().find(|pair| pair[0] == at) else { return false };
        at = step[1];
        used += 1;
        if !visited.insert(vec![at]) {
            return false;
        }
    }
    first.len() == 1 && last.len() == 1 && visited == *ordered && used == next.len()
}
