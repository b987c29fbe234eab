//! Gates: logic on single bits, as clauses.
//!
//! Every gate is made once: the same inputs give the same output. Constants and equal or opposite
//! inputs need no gate. The clauses of a gate define its output, which owns them. So the cost of a
//! query depends on the cone of its assumptions.

use std::collections::HashMap;
use std::time::Instant;

use pikse_base::{Halt, SmallHash};

use crate::cdcl::Cdcl;
use crate::lit::Lit;
use crate::sat::{Cone, Limit, Outcome, Sat};

/// New gates between two looks at the clock.
const POLL: u32 = 1 << 10;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Gate {
    And(Lit, Lit),
    Xor(Lit, Lit),
    Mux(Lit, Lit, Lit),
    Majority(Lit, Lit, Lit),
}

/// The gates of a SAT solver.
#[derive(Debug)]
pub struct Gates<S> {
    sat: S,
    variables: u32,
    gates: HashMap<Gate, Lit, SmallHash>,
    /// Conjunctions of three or more inputs.
    wide: HashMap<Box<[Lit]>, Lit, SmallHash>,
    /// The variables that define a variable: their start in `inputs`.
    fanin: Vec<u32>,
    inputs: Vec<u32>,
    /// The variables of required clauses, which are in every cone.
    required: Vec<u32>,
    /// For cones: the last cone that contained a variable.
    visited: Vec<u32>,
    round: u32,
    /// The first error of the SAT solver; later results are invalid.
    error: Option<String>,
    /// When to stop making gates.
    until: Option<Instant>,
    halt: Halt,
    /// New gates until the next look at the clock.
    left: u32,
    is_over: bool,
    /// The number of clauses given to the SAT solver.
    clauses: u64,
}

impl<S: Sat> Default for Gates<S> {
    fn default() -> Self {
        Self::new(S::default())
    }
}

impl<S: Sat> Gates<S> {
    /// The gates of a SAT solver that has no clauses yet.
    #[must_use]
    pub fn new(sat: S) -> Self {
        let mut gates = Self {
            sat,
            variables: 1,
            gates: HashMap::default(),
            wide: HashMap::default(),
            fanin: vec![0, 0],
            inputs: Vec::new(),
            required: Vec::new(),
            visited: vec![0],
            round: 0,
            error: None,
            until: None,
            halt: Halt::NEVER,
            left: POLL,
            is_over: false,
            clauses: 0,
        };
        gates.clause(None, &[Lit::TRUE]);
        gates
    }

    /// The SAT solver.
    #[must_use]
    pub fn sat(&self) -> &S {
        &self.sat
    }

    /// The number of variables, including the constant.
    #[must_use]
    pub fn variables(&self) -> u32 {
        self.variables
    }

    /// The number of clauses given to the SAT solver.
    #[must_use]
    pub fn clauses(&self) -> u64 {
        self.clauses
    }

    /// Limits the time of the circuits that are made from now on. When it is over, gates that do not
    /// exist yet are not made: circuits are wrong from then on, and must not be used. Those that exist
    /// stay right.
    pub fn limit(&mut self, until: Option<Instant>, halt: Halt) {
        (self.until, self.halt, self.left) = (until, halt, POLL);
        self.is_over = self.is_late();
    }

    /// Whether the time for circuits is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    fn is_late(&self) -> bool {
        self.halt.is_requested() || self.until.is_some_and(|until| Instant::now() >= until)
    }

    /// Whether a new gate may be made.
    fn has_time(&mut self) -> bool {
        self.left -= 1;
        if self.left == 0 {
            self.left = POLL;
            self.is_over |= self.is_late();
        }
        !self.is_over
    }

    /// A new variable without a definition: an input.
    pub fn fresh(&mut self) -> Lit {
        self.defined(&[])
    }

    /// Requires that one of these literals holds, in every query from now on.
    pub fn require(&mut self, literals: &[Lit]) {
        self.required.extend(literals.iter().map(|literal| literal.variable()));
        self.clause(None, literals);
    }

    /// Whether there is a solution in which these literals hold, and all that is required.
    #[must_use]
    pub fn solve(&mut self, assumptions: &[Lit], limit: Limit) -> Outcome {
        if let Some(error) = &self.error {
            return Outcome::Failed(error.clone());
        }
        let cone = self.cone(assumptions);
        self.sat.solve(assumptions, Cone::Only(&cone), limit)
    }

    /// Whether a literal holds in the solution, after [`Outcome::Sat`]. Variables outside the cone
    /// have no value there.
    #[inline]
    #[must_use]
    pub fn value(&self, literal: Lit) -> bool {
        self.sat.value(literal)
    }

    /// Assumptions that cannot hold together, after [`Outcome::Unsat`].
    #[must_use]
    pub fn failed_assumptions(&mut self) -> Vec<Lit> {
        self.sat.failed_assumptions()
    }

    /// A new variable defined by these.
    fn defined(&mut self, inputs: &[Lit]) -> Lit {
        self.variables += 1;
        self.inputs.extend(inputs.iter().map(|input| input.variable()));
        self.fanin.push(self.inputs.len() as u32);
        self.visited.push(0);
        Lit::new(self.variables - 1, false)
    }

    /// All variables on which these literals and required clauses depend, including themselves.
    fn cone(&mut self, roots: &[Lit]) -> Vec<u32> {
        self.round += 1;
        let mut cone: Vec<u32> = Vec::new();
        let visit = |cone: &mut Vec<u32>, visited: &mut [u32], variable: u32| {
            if visited[variable as usize] != self.round {
                visited[variable as usize] = self.round;
                cone.push(variable);
            }
        };
        for root in roots {
            visit(&mut cone, &mut self.visited, root.variable());
        }
        for &variable in &self.required {
            visit(&mut cone, &mut self.visited, variable);
        }
        let mut at = 0;
        while let Some(&variable) = cone.get(at) {
            at += 1;
            let (start, end) = (self.fanin[variable as usize], self.fanin[variable as usize + 1]);
            for &input in &self.inputs[start as usize..end as usize] {
                visit(&mut cone, &mut self.visited, input);
            }
        }
        cone
    }

    fn clause(&mut self, owner: Option<Lit>, literals: &[Lit]) {
        self.clauses += 1;
        if let Err(error) = self.sat.clause(owner, literals) {
            self.error.get_or_insert(error);
        }
    }

    fn gate(&mut self, gate: Gate, clauses: impl FnOnce(&mut Self, Lit)) -> Lit {
        if let Some(&output) = self.gates.get(&gate) {
            return output;
        }
        if !self.has_time() {
            return Lit::FALSE;
        }
        let output = match gate {
            Gate::And(a, b) | Gate::Xor(a, b) => self.defined(&[a, b]),
            Gate::Mux(a, b, c) | Gate::Majority(a, b, c) => self.defined(&[a, b, c]),
        };
        self.gates.insert(gate, output);
        clauses(self, output);
        output
    }

    /// Whether both hold.
    pub fn and(&mut self, a: Lit, b: Lit) -> Lit {
        let (a, b) = (a.min(b), a.max(b));
        if a == Lit::TRUE || a == b {
            return b;
        }
        if a == Lit::FALSE || a == !b {
            return Lit::FALSE;
        }
        self.gate(Gate::And(a, b), |gates, out| {
            gates.clause(Some(out), &[!out, a]);
            gates.clause(Some(out), &[!out, b]);
            gates.clause(Some(out), &[out, !a, !b]);
        })
    }

    /// Whether at least one holds.
    pub fn or(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(!a, !b)
    }

    /// Whether they differ.
    pub fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        // Negations move to the output.
        let flip = a.is_negated() != b.is_negated();
        let a = if a.is_negated() { !a } else { a };
        let b = if b.is_negated() { !b } else { b };
        let (a, b) = (a.min(b), a.max(b));
        let out = if a == b {
            Lit::FALSE
        } else if a == Lit::TRUE {
            !b
        } else {
            self.gate(Gate::Xor(a, b), |gates, out| {
                gates.clause(Some(out), &[!out, a, b]);
                gates.clause(Some(out), &[!out, !a, !b]);
                gates.clause(Some(out), &[out, !a, b]);
                gates.clause(Some(out), &[out, a, !b]);
            })
        };
        if flip { !out } else { out }
    }

    /// `then` if the condition holds, otherwise `other`.
    pub fn mux(&mut self, condition: Lit, then: Lit, other: Lit) -> Lit {
        if condition == Lit::TRUE || then == other {
            return then;
        }
        if condition == Lit::FALSE {
            return other;
        }
        if then == !other {
            return self.xor(condition, other);
        }
        if condition.is_negated() {
            return self.mux(!condition, other, then);
        }
        if then == Lit::TRUE || then == condition {
            return self.or(condition, other);
        }
        if then == Lit::FALSE || then == !condition {
            return self.and(!condition, other);
        }
        if other == Lit::TRUE || other == !condition {
            return self.or(!condition, then);
        }
        if other == Lit::FALSE || other == condition {
            return self.and(condition, then);
        }
        self.gate(Gate::Mux(condition, then, other), |gates, out| {
            gates.clause(Some(out), &[!condition, !then, out]);
            gates.clause(Some(out), &[!condition, then, !out]);
            gates.clause(Some(out), &[condition, !other, out]);
            gates.clause(Some(out), &[condition, other, !out]);
            // These two are redundant, but help propagation.
            gates.clause(Some(out), &[!then, !other, out]);
            gates.clause(Some(out), &[then, other, !out]);
        })
    }

    /// Whether at least two of three hold: the carry of a sum.
    pub fn majority(&mut self, a: Lit, b: Lit, c: Lit) -> Lit {
        let mut inputs = [a, b, c];
        inputs.sort_unstable();
        let [a, b, c] = inputs;
        if a == Lit::TRUE {
            return self.or(b, c);
        }
        if a == Lit::FALSE {
            return self.and(b, c);
        }
        if a == b || b == c {
            return b;
        }
        // Opposite literals are neighbours in the order.
        if a == !b {
            return c;
        }
        if b == !c {
            return a;
        }
        self.gate(Gate::Majority(a, b, c), |gates, out| {
            for (x, y) in [(a, b), (a, c), (b, c)] {
                gates.clause(Some(out), &[!x, !y, out]);
                gates.clause(Some(out), &[x, y, !out]);
            }
        })
    }

    /// Whether all hold.
    pub fn all(&mut self, inputs: &[Lit]) -> Lit {
        let mut inputs = inputs.to_vec();
        inputs.sort_unstable();
        inputs.dedup();
        inputs.retain(|&input| input != Lit::TRUE);
        if inputs.first() == Some(&Lit::FALSE) || inputs.windows(2).any(|w| w[0] == !w[1]) {
            return Lit::FALSE;
        }
        match inputs[..] {
            [] => Lit::TRUE,
            [a] => a,
            [a, b] => self.and(a, b),
            _ => {
                if let Some(&out) = self.wide.get(&inputs[..]) {
                    return out;
                }
                if !self.has_time() {
                    return Lit::FALSE;
                }
                let out = self.defined(&inputs);
                for &input in &inputs {
                    self.clause(Some(out), &[!out, input]);
                }
                let mut long: Vec<Lit> = inputs.iter().map(|&input| !input).collect();
                long.push(out);
                self.clause(Some(out), &long);
                self.wide.insert(inputs.into(), out);
                out
            }
        }
    }

    /// Whether at least one holds.
    pub fn any(&mut self, inputs: &[Lit]) -> Lit {
        let negated: Vec<Lit> = inputs.iter().map(|&input| !input).collect();
        !self.all(&negated)
    }
}

impl Gates<Cdcl> {
    /// Starts a list of all solutions of what is required, which differ in the primary literals:
    /// inputs that [`fresh`](Self::fresh) made. A new gate or another query ends the list.
    pub fn list(&mut self, primary: &[Lit]) {
        let cone = self.cone(primary);
        let primary: Vec<u32> = primary.iter().map(|literal| literal.variable()).collect();
        let is_input = |&&variable: &&u32| {
            variable != 0 && self.fanin[variable as usize] == self.fanin[variable as usize + 1]
        };
        let mut chosen = primary.clone();
        chosen.sort_unstable();
        let later: Vec<u32> = cone
            .iter()
            .filter(is_input)
            .copied()
            .filter(|variable| chosen.binary_search(variable).is_err())
            .collect();
        self.sat.list(Cone::Only(&cone), &primary, &later);
    }

    /// The next solution of the list; [`Outcome::Unsat`] if there are no more. After a limit, the
    /// next call continues.
    pub fn next_listed(&mut self, limit: &Limit) -> Outcome {
        match &self.error {
            Some(error) => Outcome::Failed(error.clone()),
            None => self.sat.next_listed(limit),
        }
    }
}
