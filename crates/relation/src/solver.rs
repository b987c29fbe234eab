//! The solver: from a problem to its instances.

use std::collections::HashSet;

use pikse_base::SmallHash;
use pikse_sat::{Limit, Lit, Outcome};

use crate::ast::{Ast, FormulaId, Nodes};
use crate::canonical::{Canonizer, Tuples};
use crate::deep::on_stack;
use crate::error::Error;
use crate::matrix::Circuits;
use crate::options::{Halted, Next, Options, Size, Stop, Total};
use crate::symmetry::{break_swaps, constants, fix_orders, orders};
use crate::translate::{Skolem, Translator};
use crate::universe::{Bounds, Instance, TupleSet, Witness};

/// A translated problem, and where its search is.
#[derive(Debug)]
pub struct Solver {
    bounds: Bounds,
    circuits: Circuits,
    primary: Vec<(usize, u128, Lit)>,
    skolems: Vec<(String, Skolem)>,
    options: Options,
    canonizer: Canonizer,
    seen: HashSet<Tuples, SmallHash>,
    state: State,
    /// The values of the primary inputs in the first instance, which the list finds again.
    first: Vec<bool>,
    size: Size,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    /// Nothing was asked yet.
    New,
    /// The first instance was found.
    Found,
    /// All instances are listed.
    Listing,
    Done,
}

/// Checks what every use of a formula needs: no fault, a known id, no free variable.
pub(crate) fn check(nodes: &Nodes, formula: FormulaId) -> Result<u32, Error> {
    nodes.check()?;
    let facts = nodes.formulas.facts.get(formula.0 as usize).ok_or(Error::UnknownId)?;
    match facts.free.first() {
        Some(free) => Err(Error::FreeVariable(nodes.variables[free.0 as usize].name.clone())),
        None => Ok(facts.depth),
    }
}

pub(crate) fn limit(options: &Options) -> Limit {
    Limit { time: options.time, conflicts: options.conflicts, halt: options.halt.clone() }
}

impl Solver {
    /// Translates a problem.
    ///
    /// # Errors
    ///
    /// If there is a fault in the formula or it does not fit the bounds, if a variable ranges over
    /// sets and cannot be skolemized, or if the time of the options is over.
    pub fn new(
        bounds: &Bounds,
        ast: &Ast,
        formula: FormulaId,
        options: Options,
    ) -> Result<Self, Error> {
        let nodes = ast.nodes();
        let nodes: &Nodes = &nodes;
        let depth = check(nodes, formula)?;
        let constants = constants(nodes, bounds, formula)?;
        let mut bounds = bounds.clone();
        let orders = if options.symmetry == 0 { Vec::new() } else { orders(nodes, formula, false) };
        let classes = fix_orders(&mut bounds, &constants, &orders);
        let (mut circuits, primary, skolems) = on_stack(depth, || {
            let mut translator = Translator::new(nodes, &bounds, &options, false);
            translator.require(formula)?;
            if translator.circuits.is_over() {
                return Err(Error::Stopped);
            }
            Ok((translator.circuits, translator.primary, translator.skolems))
        })?;
        break_swaps(&mut circuits, &bounds, &primary, &classes, options.symmetry);
        circuits.limit(None, pikse_base::Halt::NEVER);
        let size = Size {
            primary: primary.len(),
            variables: circuits.variables() as usize,
            clauses: circuits.clauses() as usize,
        };
        let arities = bounds.iter().map(|(relation, _)| relation.arity()).collect();
        let canonizer = Canonizer::new(bounds.universe().size(), arities, &classes);
        let name = |skolem: &Skolem| nodes.variables[skolem.variable.0 as usize].name.clone();
        Ok(Self {
            skolems: skolems.into_iter().map(|skolem| (name(&skolem), skolem)).collect(),
            bounds,
            circuits,
            primary,
            options,
            canonizer,
            seen: HashSet::default(),
            state: State::New,
            first: Vec::new(),
            size,
        })
    }

    /// How large the problem is.
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// The bounds of the search. They are narrower than those of the problem where a total order
    /// was fixed.
    #[must_use]
    pub fn bounds(&self) -> &Bounds {
        &self.bounds
    }

    /// The next instance.
    ///
    /// # Errors
    ///
    /// If the SAT solver fails.
    pub fn next_instance(&mut self) -> Result<Next, Error> {
        Ok(match self.advance()? {
            Step::Found => Next::Instance(self.instance()),
            Step::Exhausted => Next::Exhausted,
            Step::Stopped(stop) => Next::Stopped(stop),
        })
    }

    /// Counts the instances that were not given yet, up to a number.
    ///
    /// # Errors
    ///
    /// If the SAT solver fails.
    pub fn count(&mut self, most: u64) -> Result<Total, Error> {
        let mut found = 0;
        while found < most {
            match self.advance()? {
                Step::Found => found += 1,
                Step::Exhausted => return Ok(Total { found, stopped: None }),
                Step::Stopped(stop) => {
                    return Ok(Total { found, stopped: Some(Halted::Stop(stop)) });
                }
            }
        }
        Ok(Total { found, stopped: Some(Halted::Enough) })
    }

    /// Goes to the next solution that counts.
    fn advance(&mut self) -> Result<Step, Error> {
        loop {
            let limit = limit(&self.options);
            let outcome = match self.state {
                State::Done => return Ok(Step::Exhausted),
                State::New => self.circuits.solve(&[], limit),
                State::Found => {
                    // From here on, the solver decides tuples only, and never starts again.
                    let primary: Vec<Lit> = self.primary.iter().map(|&(.., input)| input).collect();
                    self.circuits.list(&primary);
                    self.state = State::Listing;
                    continue;
                }
                State::Listing => self.circuits.next_listed(&limit),
            };
            match outcome {
                Outcome::Sat => {}
                Outcome::Unsat => {
                    self.state = State::Done;
                    return Ok(Step::Exhausted);
                }
                Outcome::Time => return Ok(Step::Stopped(Stop::Time)),
                Outcome::Conflicts => return Ok(Step::Stopped(Stop::Conflicts)),
                Outcome::Failed(why) => return Err(Error::Failed(why)),
            }
            let is_first = self.state == State::New;
            if is_first {
                let circuits = &self.circuits;
                self.first =
                    self.primary.iter().map(|&(.., input)| circuits.value(input)).collect();
                self.state = State::Found;
            }
            if self.is_new(is_first) {
                return Ok(Step::Found);
            }
        }
    }

    fn is_new(&mut self, is_first: bool) -> bool {
        if self.options.no_isomorphs && !self.canonizer.is_trivial() {
            let circuits = &self.circuits;
            let held = self.primary.iter().filter(|&&(.., input)| circuits.value(input));
            let tuples: Tuples = held.map(|&(relation, key, _)| (relation as u32, key)).collect();
            return self.seen.insert(self.canonizer.form(&tuples));
        }
        let circuits = &self.circuits;
        let mut inputs = self.primary.iter().map(|&(.., input)| circuits.value(input));
        is_first || self.first.iter().any(|&value| inputs.next() != Some(value))
    }

    fn instance(&self) -> Instance {
        let mut keys: Vec<Vec<u128>> =
            self.bounds.iter().map(|(_, bound)| bound.lower.keys().to_vec()).collect();
        for &(relation, key, input) in &self.primary {
            if self.circuits.value(input) {
                keys[relation].push(key);
            }
        }
        let relations = self
            .bounds
            .iter()
            .zip(keys)
            .map(|((relation, _), keys)| TupleSet::of_keys(relation.arity(), keys))
            .collect();
        let mut witnesses: Vec<Witness> = Vec::new();
        let mut variables = Vec::new();
        for (name, skolem) in &self.skolems {
            let held = skolem.cells.iter().filter(|&&(_, input)| self.circuits.value(input));
            let keys = held.map(|&(key, _)| key).collect();
            let tuples = TupleSet::of_keys(skolem.arity, keys);
            let variable = (skolem.variable, skolem.arity);
            // A variable has a value for each value of the universal ones around it.
            match variables.iter().position(|&known| known == variable) {
                Some(at) => witnesses[at].tuples = witnesses[at].tuples.union(&tuples),
                None => {
                    variables.push(variable);
                    witnesses.push(Witness { name: name.clone(), tuples });
                }
            }
        }
        Instance { relations, witnesses }
    }
}

enum Step {
    Found,
    Exhausted,
    Stopped(Stop),
}
