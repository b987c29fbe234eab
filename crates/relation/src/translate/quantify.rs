//! Quantifiers: expansion and skolemization.
//!
//! An existential quantifier (by its polarity) that is inside of no expression can become new
//! inputs: a value of its variable for each value of the expanded variables around it. This is the
//! only way to translate a variable that ranges over sets.

use std::rc::Rc;

use pikse_sat::Lit;

use super::{Place, Translator};
use crate::ast::{Count, Decl, FormulaId, VarId};
use crate::error::Error;
use crate::matrix::{Matrix, lone, one};
use crate::universe::{MAX_ARITY, append};

/// Inputs that are the value of an existential variable.
#[derive(Clone, Debug)]
pub(crate) struct Skolem {
    pub(crate) variable: VarId,
    /// The columns of expanded variables, and of the variable itself.
    pub(crate) arity: usize,
    pub(crate) cells: Vec<(u128, Lit)>,
}

/// What is done for each value of declared variables, with the circuit of being in the domains, and
/// the tuple of the values.
type Body<'f, 'a> = dyn FnMut(&mut Translator<'a>, Lit, u128) -> Result<(), Error> + 'f;

impl<'a> Translator<'a> {
    /// Visits all values of variables. Gives the circuit of an overflow in a domain.
    pub(super) fn expand(
        &mut self,
        decls: &[Decl],
        is_universal: bool,
        body: &mut Body<'_, 'a>,
    ) -> Result<Lit, Error> {
        let mut overflows = Vec::new();
        self.expand_from(decls, is_universal, (Lit::TRUE, 0), &mut overflows, body)?;
        Ok(self.circuits.any(&overflows))
    }

    fn expand_from(
        &mut self,
        decls: &[Decl],
        is_universal: bool,
        (guard, tuple): (Lit, u128),
        overflows: &mut Vec<Lit>,
        body: &mut Body<'_, 'a>,
    ) -> Result<(), Error> {
        let Some((decl, rest)) = decls.split_first() else { return body(self, guard, tuple) };
        self.check_time()?;
        let domain = self.expr(decl.domain)?;
        overflows.push(self.circuits.and(guard, domain.overflow));
        let arity = domain.matrix.arity;
        for &(value, is_there) in &domain.matrix.cells {
            let guard = self.circuits.and(guard, is_there);
            if guard == Lit::FALSE {
                continue;
            }
            let matrix = Rc::new(Matrix::single(arity, value));
            self.bind(decl.variable, matrix, is_universal, Some(value));
            let tuple = append(tuple, value, arity);
            let result = self.expand_from(rest, is_universal, (guard, tuple), overflows, body);
            self.unbind();
            result?;
        }
        Ok(())
    }

    pub(super) fn quantified(
        &mut self,
        id: FormulaId,
        decls: &[Decl],
        body: FormulaId,
        is_all: bool,
        place: Place,
    ) -> Result<Lit, Error> {
        let is_universal = is_all != place.is_negated;
        let of_sets = decls.iter().find(|decl| decl.count != Count::One);
        if !is_universal && place.may_skolemize {
            let free = &self.nodes.formulas.facts[id.0 as usize].free;
            let mut expanded = Vec::new();
            for &variable in free.iter() {
                let binding = self.binding(variable)?;
                if let Some(tuple) = binding.tuple {
                    expanded.push((tuple, binding.value.arity));
                }
            }
            if of_sets.is_some() || expanded.len() <= self.skolem_depth {
                return self.skolemize(decls, &expanded, body, is_all, place);
            }
        }
        if let Some(decl) = of_sets {
            let variable = self.nodes.variables[decl.variable.0 as usize].name.clone();
            return Err(Error::HigherOrder { variable, label: self.around.last().copied() });
        }
        self.each(decls, body, is_all, place)
    }

    /// The conjunction, or disjunction, over all values.
    fn each(
        &mut self,
        decls: &[Decl],
        body: FormulaId,
        is_all: bool,
        place: Place,
    ) -> Result<Lit, Error> {
        let Some((decl, rest)) = decls.split_first() else { return self.formula(body, place) };
        self.check_time()?;
        let domain = self.expr(decl.domain)?;
        let mut parts = Vec::with_capacity(domain.matrix.cells.len());
        for &(value, guard) in &domain.matrix.cells {
            let matrix = Rc::new(Matrix::single(domain.matrix.arity, value));
            self.bind(decl.variable, matrix, is_all != place.is_negated, Some(value));
            let part = self.each(rest, body, is_all, place);
            self.unbind();
            let part = part?;
            let part = if is_all {
                self.circuits.or(!guard, part)
            } else {
                self.circuits.and(guard, part)
            };
            parts.push(part);
            if part == Lit::constant(!is_all) {
                break;
            }
        }
        let value = if is_all { self.circuits.all(&parts) } else { self.circuits.any(&parts) };
        let free = self.free(decl.domain);
        Ok(self.settle(value, &[(domain.overflow, free)], place))
    }

    fn skolemize(
        &mut self,
        decls: &[Decl],
        expanded: &[(u128, usize)],
        body: FormulaId,
        is_all: bool,
        place: Place,
    ) -> Result<Lit, Error> {
        let Some((decl, rest)) = decls.split_first() else { return self.formula(body, place) };
        self.check_time()?;
        let domain = self.expr(decl.domain)?;
        let mut chosen = Vec::with_capacity(domain.matrix.cells.len());
        let mut needs = Vec::with_capacity(domain.matrix.cells.len());
        for &(value, is_there) in &domain.matrix.cells {
            let input = self.circuits.fresh();
            chosen.push((value, input));
            needs.push(self.circuits.or(!input, is_there));
        }
        let inputs: Vec<Lit> = chosen.iter().map(|&(_, input)| input).collect();
        match decl.count {
            Count::One => needs.push(one(&mut self.circuits, &inputs)),
            Count::Lone => needs.push(lone(&mut self.circuits, &inputs)),
            Count::Some => needs.push(self.circuits.any(&inputs)),
            Count::Set => {}
        }
        let is_legal = self.circuits.all(&needs);
        self.remember(decl.variable, expanded, domain.matrix.arity, &chosen);
        let matrix = Rc::new(Matrix { arity: domain.matrix.arity, cells: chosen });
        self.bind(decl.variable, matrix, false, None);
        let value = self.skolemize(rest, expanded, body, is_all, place);
        self.unbind();
        let value = value?;
        let value = if is_all {
            self.circuits.or(!is_legal, value)
        } else {
            self.circuits.and(is_legal, value)
        };
        let free = self.free(decl.domain);
        Ok(self.settle(value, &[(domain.overflow, free)], place))
    }

    /// Remembers the inputs for the instance, with the values of the expanded variables in front.
    fn remember(
        &mut self,
        variable: VarId,
        expanded: &[(u128, usize)],
        arity: usize,
        chosen: &[(u128, Lit)],
    ) {
        let columns: usize = expanded.iter().map(|&(_, arity)| arity).sum();
        if columns + arity > MAX_ARITY {
            return;
        }
        let mut front = 0;
        for &(tuple, arity) in expanded {
            front = append(front, tuple, arity);
        }
        let cells =
            chosen.iter().map(|&(value, input)| (append(front, value, arity), input)).collect();
        self.skolems.push(Skolem { variable, arity: columns + arity, cells });
    }
}
