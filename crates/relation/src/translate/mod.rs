//! From formulas to circuits.
//!
//! A [`Translator`] turns expressions into matrices of circuits, integers into words, and formulas
//! into single circuits. Quantifiers are expanded over the tuples that their domains may have. The
//! innermost existential ones become new inputs instead (skolemization, in `quantify`).
//!
//! **Overflow.** The value of an expression carries a circuit that says whether an integer in it
//! overflowed. Where a formula compares such values, the comparison is settled so that the overflow
//! decides nothing: see `settle`. For this, formulas are translated with their polarity. The
//! value of an expression does not depend on where it stands: a condition inside of it is translated
//! for both polarities, and if the two differ, an overflow decided it.
//!
//! **Sharing.** A value depends on its node and on the values of its free variables only. Every
//! value of a variable has a number (its stamp), so values are kept by node and stamps.

mod expr;
mod formula;
mod int;
mod quantify;

use std::collections::HashMap;
use std::rc::Rc;

use pikse_base::SmallHash;
use pikse_sat::Lit;

use crate::ast::{ExprId, Facts, Nodes, VarId};
use crate::error::Error;
use crate::matrix::{Circuits, Matrix};
use crate::number::{Arithmetic, Number};
use crate::options::Options;
use crate::universe::{Atom, Bounds, key};

pub(crate) use quantify::Skolem;

/// A node and up to seven stamps.
type Key = [u32; 8];

/// The value of an expression.
#[derive(Clone, Debug)]
struct Value {
    matrix: Rc<Matrix>,
    overflow: Lit,
}

/// The value of a variable.
#[derive(Clone, Debug)]
struct Binding {
    variable: VarId,
    value: Rc<Matrix>,
    stamp: u32,
    /// The variable is universal where it is bound, with the polarity there.
    is_universal: bool,
    /// Its quantifier was expanded: the value is this tuple.
    tuple: Option<u128>,
    /// The binding of the same variable that this one hides.
    hidden: u32,
}

/// Where a formula stands.
#[derive(Clone, Copy, Debug)]
struct Place {
    /// Below an odd number of negations.
    is_negated: bool,
    /// Quantifiers may become inputs: no expression and no equivalence is around.
    may_skolemize: bool,
}

const TOP: Place = Place { is_negated: false, may_skolemize: true };

/// Inside of an expression.
const INSIDE: Place = Place { is_negated: false, may_skolemize: false };

impl Place {
    fn not(self) -> Self {
        Self { is_negated: !self.is_negated, ..self }
    }

    fn inside(self) -> Self {
        Self { may_skolemize: false, ..self }
    }
}

pub(crate) struct Translator<'a> {
    nodes: &'a Nodes,
    bounds: &'a Bounds,
    arithmetic: Arithmetic,
    skolem_depth: usize,
    pub(crate) circuits: Circuits,
    relations: Vec<Rc<Matrix>>,
    /// The inputs of tuples that relations may have or not, with relation and tuple.
    pub(crate) primary: Vec<(usize, u128, Lit)>,
    pub(crate) skolems: Vec<Skolem>,
    /// The literal that enables a label, in a translation for cores.
    pub(crate) labels: Option<HashMap<u32, Lit, SmallHash>>,
    /// The labels around the current formula, for errors.
    around: Vec<u32>,
    env: Vec<Binding>,
    /// By variable: the place of its binding in `env`, plus one.
    bound: Vec<u32>,
    /// Bindings before this one are outside of the current condition.
    outside: usize,
    stamps: HashMap<(VarId, u128), u32, SmallHash>,
    next_stamp: u32,
    exprs: HashMap<Key, Value, SmallHash>,
    ints: HashMap<Key, Rc<Number>, SmallHash>,
    formulas: HashMap<Key, Lit, SmallHash>,
    /// Formulas whose value depends on their place.
    placed: HashMap<Key, Lit, SmallHash>,
    univ: Option<Rc<Matrix>>,
    iden: Option<Rc<Matrix>>,
}

impl<'a> Translator<'a> {
    /// Makes an input for each tuple between the bounds.
    pub(crate) fn new(
        nodes: &'a Nodes,
        bounds: &'a Bounds,
        options: &Options,
        with_labels: bool,
    ) -> Self {
        let mut circuits = Circuits::default();
        let until = std::time::Instant::now().checked_add(options.time);
        circuits.limit(until, options.halt.clone());
        let mut primary = Vec::new();
        let mut relations = Vec::new();
        for (relation, bound) in bounds.iter() {
            let mut cells = Vec::with_capacity(bound.upper.len());
            let mut lower = bound.lower.keys().iter().peekable();
            for &key in bound.upper.keys() {
                if lower.next_if(|&&low| low == key).is_some() {
                    cells.push((key, Lit::TRUE));
                } else {
                    let input = circuits.fresh();
                    primary.push((relation.index(), key, input));
                    cells.push((key, input));
                }
            }
            relations.push(Rc::new(Matrix { arity: relation.arity(), cells }));
        }
        let width = bounds.universe().bit_width() as usize;
        Self {
            nodes,
            bounds,
            arithmetic: Arithmetic { width, overflow: options.overflow },
            skolem_depth: options.skolem_depth,
            circuits,
            relations,
            primary,
            skolems: Vec::new(),
            labels: with_labels.then(HashMap::default),
            around: Vec::new(),
            env: Vec::new(),
            bound: vec![0; nodes.variables.len()],
            outside: 0,
            stamps: HashMap::default(),
            next_stamp: 0,
            exprs: HashMap::default(),
            ints: HashMap::default(),
            formulas: HashMap::default(),
            placed: HashMap::default(),
            univ: None,
            iden: None,
        }
    }

    fn univ(&mut self) -> Rc<Matrix> {
        let bounds = self.bounds;
        self.univ.get_or_insert_with(|| Rc::new(Matrix::constant(&bounds.universe().all()))).clone()
    }

    fn iden(&mut self) -> Rc<Matrix> {
        let atoms = self.bounds.universe().size() as u32;
        self.iden
            .get_or_insert_with(|| {
                let cells = (0..atoms).map(|atom| (key(&[Atom(atom), Atom(atom)]), Lit::TRUE));
                Rc::new(Matrix { arity: 2, cells: cells.collect() })
            })
            .clone()
    }

    fn check_time(&self) -> Result<(), Error> {
        if self.circuits.is_over() { Err(Error::Stopped) } else { Ok(()) }
    }

    fn free_variable(&self, variable: VarId) -> Error {
        Error::FreeVariable(self.nodes.variables[variable.0 as usize].name.clone())
    }

    fn binding(&self, variable: VarId) -> Result<&Binding, Error> {
        match self.bound[variable.0 as usize] {
            0 => Err(self.free_variable(variable)),
            at => Ok(&self.env[at as usize - 1]),
        }
    }

    /// The key of a node's value; `None` if it has too many free variables.
    fn key(&self, node: u32, facts: &Facts) -> Result<Option<Key>, Error> {
        let mut key = [node, 0, 0, 0, 0, 0, 0, 0];
        if facts.free.len() >= key.len() {
            return Ok(None);
        }
        for (place, &variable) in key[1..].iter_mut().zip(facts.free.iter()) {
            *place = self.binding(variable)?.stamp;
        }
        Ok(Some(key))
    }

    /// The same for a formula whose value depends on its polarity, and on which variables are
    /// universal and innermost.
    fn key_at_place(&self, node: u32, facts: &Facts, place: Place) -> Result<Option<Key>, Error> {
        let mut key = [node << 1 | u32::from(place.is_negated), 0, 0, 0, 0, 0, 0, 0];
        if facts.free.len() >= key.len() {
            return Ok(None);
        }
        for &variable in facts.free.iter() {
            self.binding(variable)?;
        }
        let mut places: Vec<u32> =
            facts.free.iter().map(|variable| self.bound[variable.0 as usize]).collect();
        places.sort_unstable();
        for (part, at) in key[1..].iter_mut().zip(places) {
            let binding = &self.env[at as usize - 1];
            let is_universal = at as usize > self.outside && binding.is_universal;
            *part = binding.stamp << 1 | u32::from(is_universal);
        }
        Ok(Some(key))
    }

    fn bind(
        &mut self,
        variable: VarId,
        value: Rc<Matrix>,
        is_universal: bool,
        tuple: Option<u128>,
    ) {
        let stamp = match tuple {
            Some(tuple) => *self.stamps.entry((variable, tuple)).or_insert_with(|| {
                self.next_stamp += 1;
                self.next_stamp
            }),
            None => {
                self.next_stamp += 1;
                self.next_stamp
            }
        };
        let hidden = self.bound[variable.0 as usize];
        self.env.push(Binding { variable, value, stamp, is_universal, tuple, hidden });
        self.bound[variable.0 as usize] = self.env.len() as u32;
    }

    fn unbind(&mut self) {
        if let Some(binding) = self.env.pop() {
            self.bound[binding.variable.0 as usize] = binding.hidden;
        }
    }

    fn free(&self, id: ExprId) -> &'a [VarId] {
        &self.nodes.exprs.facts[id.0 as usize].free
    }

    /// Whether the innermost of these variables is universal. Variables outside of the current
    /// condition are not, because a condition is part of an expression, whose overflow counts for
    /// them.
    fn is_universal(&self, free: &[VarId]) -> bool {
        let innermost = free.iter().map(|variable| self.bound[variable.0 as usize]).max();
        match innermost {
            Some(at) if at as usize > self.outside => self.env[at as usize - 1].is_universal,
            _ => false,
        }
    }

    /// The value of a comparison whose operands may have overflowed. If the overflow depends on a
    /// universal variable, the comparison must not decide: its quantifier goes on to the next
    /// value. Otherwise, the comparison fails.
    fn settle(&mut self, value: Lit, operands: &[(Lit, &[VarId])], place: Place) -> Lit {
        let mut value = value;
        for &(overflow, free) in operands {
            if overflow == Lit::FALSE {
                continue;
            }
            value = if self.is_universal(free) == place.is_negated {
                self.circuits.and(value, !overflow)
            } else {
                self.circuits.or(value, overflow)
            };
        }
        value
    }
}
