//! Gates: logic on single bits, as clauses.
//!
//! Every gate is made once: the same inputs give the same output. Constants and equal or opposite
//! inputs need no gate.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::sat::Sat;

/// A variable of the SAT solver or its negation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Lit(u32);

impl Lit {
    /// The variable 0 is always true.
    pub const TRUE: Self = Self(0);
    /// Its negation.
    pub const FALSE: Self = Self(1);

    /// A variable, or its negation.
    #[must_use]
    pub fn new(variable: u32, negated: bool) -> Self {
        Self(variable << 1 | u32::from(negated))
    }

    /// The variable.
    #[must_use]
    pub fn variable(self) -> u32 {
        self.0 >> 1
    }

    /// Whether it is the variable's negation.
    #[must_use]
    pub fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    /// A constant.
    #[must_use]
    pub fn constant(value: bool) -> Self {
        if value { Self::TRUE } else { Self::FALSE }
    }
}

impl std::ops::Not for Lit {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

/// A hash of a few numbers that are no attack.
#[derive(Debug, Default)]
pub(super) struct SmallHasher(u64);

impl Hasher for SmallHasher {
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u32(u32::from(byte));
        }
    }

    fn write_u32(&mut self, number: u32) {
        self.0 = (self.0.rotate_left(5) ^ u64::from(number)).wrapping_mul(0x517c_c1b7_2722_0a95);
    }

    fn write_isize(&mut self, number: isize) {
        self.write_u32(number as u32);
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Gate {
    And(Lit, Lit),
    Xor(Lit, Lit),
    Mux(Lit, Lit, Lit),
    Majority(Lit, Lit, Lit),
}

/// The gates of a SAT solver.
#[derive(Debug)]
pub(super) struct Gates<S> {
    pub(super) sat: S,
    variables: u32,
    gates: HashMap<Gate, Lit, BuildHasherDefault<SmallHasher>>,
    /// The first error of the SAT solver; what follows it is worthless.
    pub(super) error: Option<String>,
}

impl<S: Sat> Default for Gates<S> {
    fn default() -> Self {
        let mut gates =
            Self { sat: S::default(), variables: 1, gates: HashMap::default(), error: None };
        gates.clause(&[Lit::TRUE]);
        gates
    }
}

impl<S: Sat> Gates<S> {
    /// How many variables there are.
    pub(super) fn variables(&self) -> u32 {
        self.variables
    }

    /// A new variable.
    pub(super) fn fresh(&mut self) -> Lit {
        self.variables += 1;
        Lit::new(self.variables - 1, false)
    }

    fn clause(&mut self, literals: &[Lit]) {
        if let Err(error) = self.sat.clause(literals) {
            self.error.get_or_insert(error);
        }
    }

    fn gate(&mut self, gate: Gate, clauses: impl FnOnce(&mut Self, Lit)) -> Lit {
        if let Some(&output) = self.gates.get(&gate) {
            return output;
        }
        let output = self.fresh();
        self.gates.insert(gate, output);
        clauses(self, output);
        output
    }

    pub(super) fn and(&mut self, a: Lit, b: Lit) -> Lit {
        let (a, b) = (a.min(b), a.max(b));
        if a == Lit::TRUE || a == b {
            return b;
        }
        if a == Lit::FALSE || a == !b {
            return Lit::FALSE;
        }
        self.gate(Gate::And(a, b), |gates, out| {
            gates.clause(&[!out, a]);
            gates.clause(&[!out, b]);
            gates.clause(&[out, !a, !b]);
        })
    }

    pub(super) fn or(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(!a, !b)
    }

    pub(super) fn xor(&mut self, a: Lit, b: Lit) -> Lit {
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
                gates.clause(&[!out, a, b]);
                gates.clause(&[!out, !a, !b]);
                gates.clause(&[out, !a, b]);
                gates.clause(&[out, a, !b]);
            })
        };
        if flip { !out } else { out }
    }

    /// `then` if the condition holds, otherwise `other`.
    pub(super) fn mux(&mut self, condition: Lit, then: Lit, other: Lit) -> Lit {
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
            gates.clause(&[!condition, !then, out]);
            gates.clause(&[!condition, then, !out]);
            gates.clause(&[condition, !other, out]);
            gates.clause(&[condition, other, !out]);
            // These two follow, and help to propagate.
            gates.clause(&[!then, !other, out]);
            gates.clause(&[then, other, !out]);
        })
    }

    /// Whether at least two of three hold: the carry of a sum.
    pub(super) fn majority(&mut self, a: Lit, b: Lit, c: Lit) -> Lit {
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
        // Opposites stand side by side in the order.
        if a == !b {
            return c;
        }
        if b == !c {
            return a;
        }
        self.gate(Gate::Majority(a, b, c), |gates, out| {
            for (x, y) in [(a, b), (a, c), (b, c)] {
                gates.clause(&[!x, !y, out]);
                gates.clause(&[x, y, !out]);
            }
        })
    }

    /// Whether all hold.
    pub(super) fn all(&mut self, inputs: &[Lit]) -> Lit {
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
                let out = self.fresh();
                for &input in &inputs {
                    self.clause(&[!out, input]);
                }
                let mut long: Vec<Lit> = inputs.iter().map(|&input| !input).collect();
                long.push(out);
                self.clause(&long);
                out
            }
        }
    }

    /// Whether one holds at least.
    pub(super) fn any(&mut self, inputs: &[Lit]) -> Lit {
        let negated: Vec<Lit> = inputs.iter().map(|&input| !input).collect();
        !self.all(&negated)
    }
}
