//! A tier for floating-point numbers: boxes that are bisected.
//!
//! A **box** has bounds for every variable. They imply bounds for every part of the query. A box in
//! which a conjunct cannot hold is dropped; any other is tried at some points and bisected. When no
//! box is left, there is no solution. Numbers are bisected by their bits, so a single variable is
//! down to one value after about sixty cuts. As a circuit, the same query takes a SAT solver
//! seconds to minutes, because it has to learn the order of numbers.
//!
//! With many variables, or where bits are taken apart, there are too many boxes, and the query goes
//! to the next tier.

mod steps;
mod values;

use std::collections::VecDeque;

use pikse_base::Halt;
use pikse_expr::{Evaluator, Expr, Exprs, Model, View};

use self::steps::{Known, Steps, Variable};
use self::values::{Number, Word};
use crate::query::{Answer, Query, Solver};
use crate::stats::TierStats;

/// The number of boxes before the query goes to the next tier.
const BOXES: usize = 20_000;

/// Queries with more variables go to the next tier.
const VARIABLES: usize = 12;

/// Decides queries with floating-point arithmetic on few variables.
#[derive(Debug)]
pub struct Intervals<S> {
    inner: S,
    stats: TierStats,
    evaluator: Evaluator,
    /// Whether the last answer came from the next tier.
    passed: bool,
    halt: Halt,
}

/// Bounds of a variable. Numbers are in the order of their bits as sign and magnitude.
#[derive(Clone, Copy, Debug)]
enum Side {
    /// Any value.
    All,
    /// NaN.
    Nan,
    /// Numbers, or integers, from one to another.
    Range(i128, i128),
}

impl<S> Intervals<S> {
    /// Adds this tier before another one.
    pub fn new(inner: S) -> Self {
        Self {
            inner,
            stats: TierStats::new("intervals"),
            evaluator: Evaluator::new(),
            passed: false,
            halt: Halt::NEVER,
        }
    }

    /// With a request to stop, after which every query goes to the next tier.
    #[must_use]
    pub fn until(self, halt: Halt) -> Self {
        Self { halt, ..self }
    }

    /// The next tier.
    pub fn inner(&mut self) -> &mut S {
        &mut self.inner
    }

    fn decide(&mut self, exprs: &Exprs, query: &Query<'_>) -> Option<Answer> {
        if query.path.is_impossible() {
            return None;
        }
        let conjuncts: Vec<Expr> = query.conjuncts().collect();
        let steps = Steps::new(exprs, &conjuncts);
        let variables = &steps.variables;
        if variables.is_empty() || variables.len() > VARIABLES {
            return None;
        }
        let base = query.path.model().cloned().unwrap_or_default();
        let first: Vec<Side> = variables.iter().map(Side::first).collect();
        // Large boxes come first, so that points are tried everywhere.
        let mut open = VecDeque::from([(first, 0)]);
        let (mut bounds, mut known) = (Vec::new(), Vec::new());
        for _ in 0..BOXES {
            if self.halt.is_requested() {
                return None;
            }
            let Some((sides, turn)) = open.pop_front() else {
                return Some(Answer::Unsat);
            };
            bounds.clear();
            bounds.extend(sides.iter().zip(variables).map(|(side, variable)| side.known(variable)));
            if !steps.may_hold(&bounds, &mut known) {
                continue;
            }
            for corner in [Corner::Middle, Corner::Low, Corner::High] {
                let model = point(exprs, &base, variables, &sides, corner);
                if conjuncts.iter().all(|&c| self.evaluator.holds(exprs, &model, c)) {
                    return Some(Answer::Sat(model));
                }
            }
            // The variables take turns.
            let mut turns = (turn..turn + sides.len()).map(|k| k % sides.len());
            let (at, halves) =
                turns.find_map(|at| Some((at, sides[at].halves(&variables[at])?)))?;
            for half in halves {
                let mut sides = sides.clone();
                sides[at] = half;
                open.push_back((sides, at + 1));
            }
        }
        None
    }
}

/// Which point of a box is tried.
#[derive(Clone, Copy)]
enum Corner {
    Low,
    Middle,
    High,
}

impl Side {
    fn first(variable: &Variable) -> Self {
        match variable.is_number {
            true => Self::All,
            false => Self::Range(0, pikse_expr::bits::mask(variable.width) as i128),
        }
    }

    /// The facts of a variable within the bounds.
    fn known(&self, variable: &Variable) -> Known {
        match (*self, variable.is_number) {
            (Self::All, _) => Known::Number(Number::ANY),
            (Self::Nan, _) => Known::Number(Number::NAN),
            (Self::Range(low, high), false) => {
                Known::Word(Word { low: low as u128, high: high as u128 })
            }
            (Self::Range(low, high), true) => {
                let of = |key: i128| Number::of_bits(variable.width, bits(variable, key) as u64);
                Known::Number(Number { low: of(low).low, high: of(high).high, nan: false })
            }
        }
    }

    /// Bisects the bounds; `None` if there is one value.
    fn halves(&self, variable: &Variable) -> Option<[Self; 2]> {
        match *self {
            Self::All => {
                let infinity = i128::from(pikse_expr::float::infinity(variable.width));
                Some([Self::Range(-infinity, infinity), Self::Nan])
            }
            Self::Nan => None,
            Self::Range(low, high) if low == high => None,
            Self::Range(low, high) => {
                let middle = (low + high).div_euclid(2);
                Some([Self::Range(low, middle), Self::Range(middle + 1, high)])
            }
        }
    }

    /// The bits of a value within the bounds.
    fn value(&self, variable: &Variable, corner: Corner) -> u128 {
        match (*self, corner) {
            (Self::All, _) => 0,
            (Self::Nan, _) => u128::from(pikse_expr::float::default_nan(variable.width)),
            (Self::Range(low, _), Corner::Low) => bits(variable, low),
            (Self::Range(_, high), Corner::High) => bits(variable, high),
            (Self::Range(low, high), Corner::Middle) => bits(variable, (low + high).div_euclid(2)),
        }
    }
}

/// The bits of a value from its position in the order.
fn bits(variable: &Variable, key: i128) -> u128 {
    match variable.is_number && key < 0 {
        true => key.unsigned_abs() | u128::from(pikse_expr::float::sign(variable.width)),
        false => key as u128,
    }
}

/// A model with the values of a point.
fn point(
    exprs: &Exprs,
    base: &Model,
    variables: &[Variable],
    sides: &[Side],
    corner: Corner,
) -> Model {
    let mut changes = Vec::new();
    for (variable, side) in variables.iter().zip(sides) {
        if let View::Read { array, offset } = exprs.view(variable.expr) {
            let value = side.value(variable, corner);
            for k in 0..variable.width / 8 {
                changes.push((exprs.symbol(array, offset + k), (value >> (8 * k)) as u8));
            }
        }
    }
    base.with(&changes)
}

impl<S: Solver> Solver for Intervals<S> {
    fn check(&mut self, exprs: &mut Exprs, query: &Query<'_>) -> Answer {
        let since = self.stats.enter();
        let is_asked = query.conjuncts().any(|conjunct| exprs.has_float_arithmetic(conjunct));
        let answer = match is_asked {
            true => self.decide(exprs, query),
            false => None,
        };
        self.stats.leave(since, answer.is_some());
        self.passed = answer.is_none();
        answer.unwrap_or_else(|| self.inner.check(exprs, query))
    }

    fn core(&self) -> Option<&[Expr]> {
        self.inner.core().filter(|_| self.passed)
    }

    fn decides_floats(&self) -> bool {
        self.inner.decides_floats()
    }

    fn stats(&self, into: &mut Vec<TierStats>) {
        into.push(self.stats.clone());
        self.inner.stats(into);
    }
}
