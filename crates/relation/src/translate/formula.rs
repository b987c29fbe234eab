//! Formulas as circuits.

use pikse_sat::Lit;

use super::{Place, TOP, Translator};
use crate::ast::{Expr, ExprId, Formula, FormulaId, Multiplicity};
use crate::error::Error;
use crate::matrix::{lone, one};
use crate::number::Arithmetic;
use crate::universe::RelationId;

/// Up to this number, "at most one" is a clause for each pair.
const PAIRS: usize = 8;

impl Translator<'_> {
    pub(super) fn formula(&mut self, id: FormulaId, place: Place) -> Result<Lit, Error> {
        let nodes = self.nodes;
        let facts = &nodes.formulas.facts[id.0 as usize];
        let is_unique =
            place.may_skolemize && facts.has.quantifier || self.labels.is_some() && facts.has.label;
        let key = match (is_unique, facts.has.overflow) {
            (true, _) => None,
            (false, false) => self.key(id.0, facts)?,
            (false, true) => self.key_at_place(id.0, facts, place)?,
        };
        let kept = if facts.has.overflow { &self.placed } else { &self.formulas };
        if let Some(value) = key.and_then(|key| kept.get(&key)) {
            return Ok(*value);
        }
        let value = self.make_formula(nodes.formula(id), id, place)?;
        let kept = if facts.has.overflow { &mut self.placed } else { &mut self.formulas };
        if let Some(key) = key {
            kept.insert(key, value);
        }
        Ok(value)
    }

    fn make_formula(&mut self, node: &Formula, id: FormulaId, place: Place) -> Result<Lit, Error> {
        Ok(match node {
            Formula::Constant(value) => Lit::constant(*value),
            Formula::And(parts) => {
                let mut values = Vec::with_capacity(parts.len());
                for &part in parts {
                    values.push(self.formula(part, place)?);
                    if values.last() == Some(&Lit::FALSE) {
                        return Ok(Lit::FALSE);
                    }
                }
                self.circuits.all(&values)
            }
            Formula::Or(parts) => {
                let mut values = Vec::with_capacity(parts.len());
                for &part in parts {
                    values.push(self.formula(part, place)?);
                    if values.last() == Some(&Lit::TRUE) {
                        return Ok(Lit::TRUE);
                    }
                }
                self.circuits.any(&values)
            }
            Formula::Not(part) => !self.formula(*part, place.not())?,
            Formula::Iff(a, b) => self.iff(*a, *b, place)?,
            Formula::In(a, b) => self.is_in(*a, *b, place)?,
            Formula::Equal(a, b) => {
                let (x, y) = (self.expr(*a)?, self.expr(*b)?);
                let same = x.matrix.equal(&y.matrix, &mut self.circuits);
                let operands = [(x.overflow, self.free(*a)), (y.overflow, self.free(*b))];
                self.settle(same, &operands, place)
            }
            Formula::Multiplicity(multiplicity, a) => {
                let value = self.expr(*a)?;
                let cells = value.matrix.values();
                let holds = match multiplicity {
                    Multiplicity::No => !self.circuits.any(&cells),
                    Multiplicity::Some => self.circuits.any(&cells),
                    Multiplicity::Lone => lone(&mut self.circuits, &cells),
                    Multiplicity::One => one(&mut self.circuits, &cells),
                };
                let free = self.free(*a);
                self.settle(holds, &[(value.overflow, free)], place)
            }
            Formula::All(decls, body) => self.quantified(id, decls, *body, true, place)?,
            Formula::Exists(decls, body) => self.quantified(id, decls, *body, false, place)?,
            Formula::Compare(comparison, a, b) => {
                let (x, y) = (self.int(*a)?, self.int(*b)?);
                let holds = Arithmetic::compare(&mut self.circuits, *comparison, &x, &y);
                let nodes = self.nodes;
                let operands = [
                    (x.overflow, &nodes.ints.facts[a.0 as usize].free[..]),
                    (y.overflow, &nodes.ints.facts[b.0 as usize].free[..]),
                ];
                self.settle(holds, &operands, place)
            }
            Formula::TotalOrder { next, ordered, first, last } => {
                self.total_order(*next, *ordered, *first, *last)?
            }
            Formula::Label(label, part) => self.labelled(*label, *part, place)?,
        })
    }

    fn labelled(&mut self, label: u32, part: FormulaId, place: Place) -> Result<Lit, Error> {
        self.around.push(label);
        let value = self.formula(part, place);
        self.around.pop();
        let value = value?;
        let Some(labels) = &mut self.labels else { return Ok(value) };
        let circuits = &mut self.circuits;
        let enabled = *labels.entry(label).or_insert_with(|| circuits.fresh());
        Ok(if place.is_negated {
            self.circuits.and(enabled, value)
        } else {
            self.circuits.or(!enabled, value)
        })
    }

    /// Both directions, each part with the polarity that it has there.
    fn iff(&mut self, a: FormulaId, b: FormulaId, place: Place) -> Result<Lit, Error> {
        let place = place.inside();
        let (a_yes, b_yes) = (self.formula(a, place)?, self.formula(b, place)?);
        let has = |id: FormulaId| self.nodes.formulas.facts[id.0 as usize].has;
        let is_plain =
            |id: FormulaId| !has(id).overflow && (self.labels.is_none() || !has(id).label);
        // Without integers and labels, polarity changes nothing.
        let (a_no, b_no) = if is_plain(a) && is_plain(b) {
            (a_yes, b_yes)
        } else {
            (self.formula(a, place.not())?, self.formula(b, place.not())?)
        };
        if a_yes == a_no && b_yes == b_no {
            return Ok(!self.circuits.xor(a_yes, b_yes));
        }
        let (there, back) = (self.circuits.or(!a_no, b_yes), self.circuits.or(!b_no, a_yes));
        Ok(self.circuits.and(there, back))
    }

    fn is_in(&mut self, a: ExprId, b: ExprId, place: Place) -> Result<Lit, Error> {
        let x = self.expr(a)?;
        let (holds, overflow) = if matches!(self.nodes.expr(b), Expr::Product(..)) {
            let (factors, overflow) = self.factors(b)?;
            let mut each = Vec::with_capacity(x.matrix.cells.len());
            for &(key, value) in &x.matrix.cells {
                let there = self.in_product(&factors, key);
                each.push(self.circuits.or(!value, there));
            }
            (self.circuits.all(&each), overflow)
        } else {
            let y = self.expr(b)?;
            (x.matrix.is_in(&y.matrix, &mut self.circuits), y.overflow)
        };
        let operands = [(x.overflow, self.free(a)), (overflow, self.free(b))];
        Ok(self.settle(holds, &operands, place))
    }

    /// A chain from the first to the last that visits every ordered atom.
    fn total_order(
        &mut self,
        next: RelationId,
        ordered: RelationId,
        first: RelationId,
        last: RelationId,
    ) -> Result<Lit, Error> {
        let get = |relation: RelationId| {
            let matrix = self.relations.get(relation.index());
            let matrix = matrix.filter(|matrix| matrix.arity == relation.arity());
            matrix.cloned().ok_or(Error::UnknownId)
        };
        let (next, ordered, first, last) = (get(next)?, get(ordered)?, get(first)?, get(last)?);
        let circuits = &mut self.circuits;
        let mut parts = vec![
            one(circuits, &first.values()),
            one(circuits, &last.values()),
            last.is_in(&ordered, circuits),
        ];
        for &(pair, value) in &next.cells {
            let (from, to) = (ordered.get(pair >> 16), ordered.get(pair & 0xffff));
            let both = circuits.and(from, to);
            parts.push(circuits.or(!value, both));
            // Nothing comes before the first.
            parts.push(!circuits.and(value, first.get(pair & 0xffff)));
        }
        for &(atom, is_here) in &ordered.cells {
            let row = next.row_values(atom);
            let (one, none) = (one(circuits, &row), !circuits.any(&row));
            let fits = circuits.mux(last.get(atom), none, one);
            parts.push(circuits.or(!is_here, fits));
        }
        let mut reached = first.as_ref().clone();
        for _ in 1..ordered.cells.len() {
            let more = reached.join(&next, circuits)?;
            reached = reached.union(&more, circuits);
        }
        parts.push(reached.equal(&ordered, circuits));
        Ok(self.circuits.all(&parts))
    }

    /// Requires a formula in every solution. Conjunctions, universal quantifiers and inclusions
    /// become clauses without a gate for the whole.
    pub(crate) fn require(&mut self, id: FormulaId) -> Result<(), Error> {
        let mut clause = Vec::new();
        self.require_under(&mut clause, id)
    }

    /// The same, if none of the literals holds.
    fn require_under(&mut self, clause: &mut Vec<Lit>, id: FormulaId) -> Result<(), Error> {
        let nodes = self.nodes;
        match nodes.formula(id) {
            Formula::And(parts) => {
                for &part in parts {
                    self.require_under(clause, part)?;
                }
                return Ok(());
            }
            Formula::Label(label, part) if self.labels.is_none() => {
                self.around.push(*label);
                let result = self.require_under(clause, *part);
                self.around.pop();
                return result;
            }
            Formula::Or(parts) => {
                let length = clause.len();
                for &part in parts {
                    clause.push(self.formula(part, TOP)?);
                }
                self.require_clause(clause, &[]);
                clause.truncate(length);
                return Ok(());
            }
            Formula::All(decls, body)
                if decls.iter().all(|decl| decl.count == crate::ast::Count::One) =>
            {
                return self.require_all(clause, decls, *body);
            }
            Formula::In(a, b) if !matches!(nodes.expr(*b), Expr::Product(..)) => {
                let (x, y) = (self.expr(*a)?, self.expr(*b)?);
                if x.overflow == Lit::FALSE && y.overflow == Lit::FALSE {
                    for &(key, value) in &x.matrix.cells {
                        self.require_clause(clause, &[!value, y.matrix.get(key)]);
                    }
                    return Ok(());
                }
            }
            Formula::Multiplicity(multiplicity, a) => {
                let value = self.expr(*a)?;
                let cells = value.matrix.values();
                if value.overflow == Lit::FALSE {
                    match multiplicity {
                        Multiplicity::No => {
                            for &cell in &cells {
                                self.require_clause(clause, &[!cell]);
                            }
                            return Ok(());
                        }
                        Multiplicity::Some => {
                            self.require_clause(clause, &cells);
                            return Ok(());
                        }
                        Multiplicity::Lone | Multiplicity::One if cells.len() <= PAIRS => {
                            for (at, &a) in cells.iter().enumerate() {
                                for &b in &cells[..at] {
                                    self.require_clause(clause, &[!a, !b]);
                                }
                            }
                            if *multiplicity == Multiplicity::One {
                                self.require_clause(clause, &cells);
                            }
                            return Ok(());
                        }
                        _ => {}
                    }
                }
            }
            _ => {}
        }
        let value = self.formula(id, TOP)?;
        self.require_clause(clause, &[value]);
        Ok(())
    }

    fn require_clause(&mut self, clause: &[Lit], more: &[Lit]) {
        let mut all: Vec<Lit> = clause.iter().chain(more).copied().collect();
        all.retain(|&literal| literal != Lit::FALSE);
        all.sort_unstable();
        all.dedup();
        if all.first() == Some(&Lit::TRUE) || all.windows(2).any(|pair| pair[0] == !pair[1]) {
            return;
        }
        self.circuits.require(&all);
    }

    fn require_all(
        &mut self,
        clause: &mut Vec<Lit>,
        decls: &[crate::ast::Decl],
        body: FormulaId,
    ) -> Result<(), Error> {
        let Some((decl, rest)) = decls.split_first() else {
            return self.require_under(clause, body);
        };
        let domain = self.expr(decl.domain)?;
        if domain.overflow != Lit::FALSE {
            // As in `settle`.
            let free = self.free(decl.domain);
            if self.is_universal(free) {
                clause.push(domain.overflow);
            } else {
                self.require_clause(clause, &[!domain.overflow]);
            }
        }
        let length = clause.len();
        for &(tuple, guard) in &domain.matrix.cells {
            self.check_time()?;
            clause.push(!guard);
            let value = crate::matrix::Matrix::single(domain.matrix.arity, tuple);
            self.bind(decl.variable, value.into(), true, Some(tuple));
            let result = self.require_all(clause, rest, body);
            self.unbind();
            clause.truncate(length);
            result?;
        }
        if domain.overflow != Lit::FALSE && self.is_universal(self.free(decl.domain)) {
            clause.pop();
        }
        Ok(())
    }
}
