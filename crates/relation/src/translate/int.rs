//! Integer expressions as words.

use std::rc::Rc;

use super::Translator;
use crate::ast::{Int, IntId};
use crate::error::Error;
use crate::number::{Number, constant_bits, count, exact_sum, guarded};
use crate::universe::atoms_of;

impl Translator<'_> {
    pub(super) fn int(&mut self, id: IntId) -> Result<Rc<Number>, Error> {
        let nodes = self.nodes;
        let facts = &nodes.ints.facts[id.0 as usize];
        let key = self.key(id.0, facts)?;
        if let Some(number) = key.and_then(|key| self.ints.get(&key)) {
            return Ok(number.clone());
        }
        let number = Rc::new(self.make_int(nodes.int(id))?);
        if let Some(key) = key {
            self.ints.insert(key, number.clone());
        }
        Ok(number)
    }

    fn make_int(&mut self, node: &Int) -> Result<Number, Error> {
        let arithmetic = self.arithmetic;
        Ok(match node {
            Int::Constant(value) => arithmetic.exact(constant_bits(*value)),
            Int::Cardinality(a) => {
                let value = self.expr(*a)?;
                let bits = count(&mut self.circuits, &value.matrix.values());
                let number = arithmetic.exact(bits);
                Number { overflow: value.overflow, ..number }
            }
            Int::SumOf(a) => {
                let value = self.expr(*a)?;
                let mut words = Vec::new();
                for &(key, guard) in &value.matrix.cells {
                    let integer = self.bounds.universe().integer(atoms_of(key, 1)[0]);
                    if let Some(integer) = integer {
                        words.push(guarded(&mut self.circuits, guard, &constant_bits(integer)));
                    }
                }
                let bits = exact_sum(&mut self.circuits, words);
                arithmetic.result(&mut self.circuits, &bits, value.overflow)
            }
            Int::SumOver(decls, body) => {
                let mut words = Vec::new();
                let mut overflows = Vec::new();
                let domains = self.expand(decls, false, &mut |translator, guard, _| {
                    let number = translator.int(*body)?;
                    words.push(guarded(&mut translator.circuits, guard, &number.bits));
                    overflows.push(translator.circuits.and(guard, number.overflow));
                    Ok(())
                })?;
                overflows.push(domains);
                let bits = exact_sum(&mut self.circuits, words);
                let overflow = self.circuits.any(&overflows);
                arithmetic.result(&mut self.circuits, &bits, overflow)
            }
            Int::Binary(operator, a, b) => {
                let (a, b) = (self.int(*a)?, self.int(*b)?);
                arithmetic.binary(&mut self.circuits, *operator, &a, &b)
            }
            Int::Negate(a) => {
                let a = self.int(*a)?;
                arithmetic.negate(&mut self.circuits, &a)
            }
            Int::Absolute(a) => {
                let a = self.int(*a)?;
                arithmetic.absolute(&mut self.circuits, &a)
            }
            Int::If(condition, a, b) => {
                let (condition, over) = self.condition(*condition)?;
                let (a, b) = (self.int(*a)?, self.int(*b)?);
                let mut chosen = arithmetic.choose(&mut self.circuits, condition, &a, &b);
                chosen.overflow = self.circuits.or(chosen.overflow, over);
                chosen
            }
        })
    }
}
