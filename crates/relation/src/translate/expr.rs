//! Expressions as matrices.

use std::rc::Rc;

use pikse_sat::Lit;

use super::{INSIDE, Translator, Value};
use crate::ast::{Expr, ExprId, FormulaId};
use crate::error::Error;
use crate::matrix::Matrix;
use crate::universe::{COLUMN, key};

impl Translator<'_> {
    pub(super) fn expr(&mut self, id: ExprId) -> Result<Value, Error> {
        let nodes = self.nodes;
        let plain = |matrix: Rc<Matrix>| Ok(Value { matrix, overflow: Lit::FALSE });
        match nodes.expr(id) {
            Expr::Relation(relation) => {
                let matrix = self.relations.get(relation.index());
                let matrix = matrix.filter(|matrix| matrix.arity == relation.arity());
                return plain(matrix.ok_or(Error::UnknownId)?.clone());
            }
            Expr::Variable(variable) => return plain(self.binding(*variable)?.value.clone()),
            Expr::Univ => return plain(self.univ()),
            Expr::Iden => return plain(self.iden()),
            _ => {}
        }
        let facts = &nodes.exprs.facts[id.0 as usize];
        let key = self.key(id.0, facts)?;
        if let Some(value) = key.and_then(|key| self.exprs.get(&key)) {
            return Ok(value.clone());
        }
        let (matrix, overflow) = self.operator(nodes.expr(id), facts.arity)?;
        let value = Value { matrix: Rc::new(matrix), overflow };
        if let Some(key) = key {
            self.exprs.insert(key, value.clone());
        }
        Ok(value)
    }

    fn pair(&mut self, a: ExprId, b: ExprId) -> Result<(Rc<Matrix>, Rc<Matrix>, Lit), Error> {
        let (a, b) = (self.expr(a)?, self.expr(b)?);
        let overflow = self.circuits.or(a.overflow, b.overflow);
        Ok((a.matrix, b.matrix, overflow))
    }

    fn operator(&mut self, node: &Expr, arity: usize) -> Result<(Matrix, Lit), Error> {
        Ok(match node {
            Expr::Constant(tuples) => {
                tuples.check_atoms(self.bounds.universe().size())?;
                (Matrix::constant(tuples), Lit::FALSE)
            }
            Expr::Integers => {
                (Matrix::constant(&self.bounds.universe().all_integers()), Lit::FALSE)
            }
            Expr::Union(a, b) => {
                let (a, b, overflow) = self.pair(*a, *b)?;
                (a.union(&b, &mut self.circuits), overflow)
            }
            Expr::Intersection(a, b) => self.meet(*a, *b, false)?,
            Expr::Difference(a, b) => self.meet(*a, *b, true)?,
            Expr::Join(a, b) => {
                let (a, b, overflow) = self.pair(*a, *b)?;
                (a.join(&b, &mut self.circuits)?, overflow)
            }
            Expr::Product(a, b) => {
                let (a, b, overflow) = self.pair(*a, *b)?;
                (a.product(&b, &mut self.circuits)?, overflow)
            }
            Expr::Override(a, b) => {
                let (a, b, overflow) = self.pair(*a, *b)?;
                (a.override_by(&b, &mut self.circuits), overflow)
            }
            Expr::Transpose(a) => {
                let a = self.expr(*a)?;
                (a.matrix.transpose(), a.overflow)
            }
            Expr::Closure(a) => {
                let a = self.expr(*a)?;
                (a.matrix.closure(&mut self.circuits)?, a.overflow)
            }
            Expr::ReflexiveClosure(a) => {
                let a = self.expr(*a)?;
                let closed = a.matrix.closure(&mut self.circuits)?;
                let iden = self.iden();
                (closed.union(&iden, &mut self.circuits), a.overflow)
            }
            Expr::Comprehension(decls, body) => self.comprehension(decls, *body, arity)?,
            Expr::If(condition, a, b) => {
                let (condition, over) = self.condition(*condition)?;
                let (a, b) = (self.expr(*a)?, self.expr(*b)?);
                let matrix = a.matrix.choose(condition, &b.matrix, &mut self.circuits);
                let chosen = self.circuits.mux(condition, a.overflow, b.overflow);
                (matrix, self.circuits.or(over, chosen))
            }
            Expr::OfInt(value) => self.of_int(*value)?,
            // Leaves, which `expr` knows.
            Expr::Relation(_) | Expr::Variable(_) | Expr::Univ | Expr::Iden => {
                (Matrix::empty(arity), Lit::FALSE)
            }
        })
    }

    /// Intersection, or difference. If one side is a product, its tuples are looked up one by one,
    /// so that `r & (s -> univ)` never makes all pairs.
    fn meet(&mut self, a: ExprId, b: ExprId, is_difference: bool) -> Result<(Matrix, Lit), Error> {
        let is_product = |id: ExprId| matches!(self.nodes.expr(id), Expr::Product(..));
        let (a, b) =
            if !is_difference && is_product(a) && !is_product(b) { (b, a) } else { (a, b) };
        if !is_product(b) {
            let (a, b, overflow) = self.pair(a, b)?;
            let matrix = if is_difference {
                a.difference(&b, &mut self.circuits)
            } else {
                a.intersection(&b, &mut self.circuits)
            };
            return Ok((matrix, overflow));
        }
        let a = self.expr(a)?;
        let (factors, more) = self.factors(b)?;
        let mut cells = Vec::with_capacity(a.matrix.cells.len());
        for &(key, value) in &a.matrix.cells {
            let there = self.in_product(&factors, key);
            let value = self.circuits.and(value, if is_difference { !there } else { there });
            if value != Lit::FALSE {
                cells.push((key, value));
            }
        }
        let overflow = self.circuits.or(a.overflow, more);
        Ok((Matrix { arity: a.matrix.arity, cells }, overflow))
    }

    /// The factors of a product, from left to right, and whether one overflowed.
    pub(super) fn factors(&mut self, id: ExprId) -> Result<(Vec<Rc<Matrix>>, Lit), Error> {
        let nodes = self.nodes;
        let mut open = vec![id];
        let mut factors = Vec::new();
        let mut overflow = Lit::FALSE;
        while let Some(id) = open.pop() {
            if let Expr::Product(a, b) = nodes.expr(id) {
                open.extend([*b, *a]);
            } else {
                let value = self.expr(id)?;
                overflow = self.circuits.or(overflow, value.overflow);
                factors.push(value.matrix);
            }
        }
        Ok((factors, overflow))
    }

    /// Whether a tuple is in a product.
    pub(super) fn in_product(&mut self, factors: &[Rc<Matrix>], key: u128) -> Lit {
        let mut rest = key;
        let mut parts = Vec::with_capacity(factors.len());
        for factor in factors.iter().rev() {
            let width = factor.arity as u32 * COLUMN;
            parts.push(factor.get(rest & (u128::MAX >> (128 - width))));
            rest = if width >= 128 { 0 } else { rest >> width };
        }
        self.circuits.all(&parts)
    }

    /// A condition inside of an expression, and whether an overflow decided it.
    pub(super) fn condition(&mut self, id: FormulaId) -> Result<(Lit, Lit), Error> {
        let outside = std::mem::replace(&mut self.outside, self.env.len());
        let both = self.both(id);
        self.outside = outside;
        both
    }

    fn both(&mut self, id: FormulaId) -> Result<(Lit, Lit), Error> {
        let holds = self.formula(id, INSIDE)?;
        if !self.nodes.formulas.facts[id.0 as usize].has.overflow {
            return Ok((holds, Lit::FALSE));
        }
        let or_overflows = self.formula(id, INSIDE.not())?;
        Ok((holds, self.circuits.and(or_overflows, !holds)))
    }

    fn comprehension(
        &mut self,
        decls: &[crate::ast::Decl],
        body: FormulaId,
        arity: usize,
    ) -> Result<(Matrix, Lit), Error> {
        let mut cells = Vec::new();
        let mut overflows = Vec::new();
        let may_overflow = self.nodes.formulas.facts[body.0 as usize].has.overflow;
        let outside = std::mem::replace(&mut self.outside, self.env.len());
        // A tuple whose own values overflow is left out, for either polarity; an overflow of
        // anything else is one of the whole expression.
        let result = self.expand(decls, false, &mut |translator, guard, tuple| {
            let holds = translator.formula(body, INSIDE)?;
            let value = translator.circuits.and(guard, holds);
            if value != Lit::FALSE {
                cells.push((tuple, value));
            }
            Ok(())
        });
        let result = match result {
            Ok(over) if may_overflow => {
                overflows.push(over);
                self.expand(decls, true, &mut |translator, guard, tuple| {
                    let or_overflows = translator.formula(body, INSIDE.not())?;
                    let at = cells.binary_search_by_key(&tuple, |&(key, _)| key);
                    let value = at.map_or(Lit::FALSE, |at| cells[at].1);
                    let differs = translator.circuits.and(or_overflows, !value);
                    overflows.push(translator.circuits.and(guard, differs));
                    Ok(())
                })
            }
            other => other,
        };
        self.outside = outside;
        overflows.push(result?);
        let overflow = self.circuits.any(&overflows);
        Ok((Matrix { arity, cells }, overflow))
    }

    fn of_int(&mut self, value: crate::ast::IntId) -> Result<(Matrix, Lit), Error> {
        let number = self.int(value)?;
        let universe = self.bounds.universe();
        let mut cells = Vec::new();
        for tuple in universe.all_integers().iter() {
            let Some(integer) = universe.integer(tuple[0]) else { continue };
            let constant = self.arithmetic.exact(crate::number::constant_bits(integer));
            let comparison = crate::ast::Comparison::Equal;
            let same = crate::number::Arithmetic::compare(
                &mut self.circuits,
                comparison,
                &number,
                &constant,
            );
            if same != Lit::FALSE {
                cells.push((key(&tuple), same));
            }
        }
        let values: Vec<Lit> = cells.iter().map(|&(_, value)| value).collect();
        let has_atom = self.circuits.any(&values);
        let overflow = match self.arithmetic.overflow {
            crate::options::Overflow::Forbid => self.circuits.or(number.overflow, !has_atom),
            crate::options::Overflow::Wrap => Lit::FALSE,
        };
        Ok((Matrix { arity: 1, cells }, overflow))
    }
}
