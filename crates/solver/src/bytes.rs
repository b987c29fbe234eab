//! The second tier: conditions on one byte.
//!
//! Programs that read text ask these queries most often, and ask them through tables: is this byte a
//! letter, and which class does the table give it? Such a condition holds for a **set** of the
//! byte's 256 values. The set is computed once, by evaluation, whatever the condition is made of.
//!
//! The sets of all conjuncts on the same byte leave some values. If none is left, there is no
//! solution. Otherwise only conjuncts that relate the byte to other symbols are open: the path's
//! model, with the byte set to a value that is left, is tried on them. If no value fits, other
//! symbols may have to change, and the query goes to the next tier.

use pikse_expr::{Binary, Evaluator, Expr, Exprs, Model, Symbols, View};

use crate::query::{Answer, Query, Solver};
use crate::stats::TierStats;

/// The number of sets at which all are forgotten.
const CAPACITY: usize = 400_000;

/// The number of values that are tried on conjuncts with several symbols.
const TRIES: usize = 16;

/// A set of values of one byte.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Values([u64; 4]);

impl Values {
    fn of(mut holds: impl FnMut(u8) -> bool) -> Self {
        let mut values = Self([0; 4]);
        for value in 0..=255u8 {
            values.0[usize::from(value / 64)] |= u64::from(holds(value)) << (value % 64);
        }
        values
    }

    fn is_empty(self) -> bool {
        self.0 == [0; 4]
    }

    fn and(self, other: Self) -> Self {
        Self(std::array::from_fn(|k| self.0[k] & other.0[k]))
    }

    fn not(self) -> Self {
        Self(self.0.map(|bits| !bits))
    }

    fn iter(self) -> impl Iterator<Item = u8> {
        (0..=255u8).filter(move |&value| self.0[usize::from(value / 64)] >> (value % 64) & 1 == 1)
    }
}

/// Decides conditions on one byte.
#[derive(Debug)]
pub struct Bytes<S> {
    inner: S,
    stats: TierStats,
    sets: Vec<Values>,
    /// The set of each expression, by its id: an index into `sets` plus one, or 0 if there is none.
    set_of: Vec<u32>,
    evaluator: Evaluator,
    /// The conjuncts without a solution, if the last answer was that there is none.
    core: Vec<Expr>,
    has_core: bool,
    /// The conjuncts of a query that relate the byte to other symbols.
    others: Vec<Expr>,
}

impl<S> Bytes<S> {
    /// Adds this tier before another one.
    pub fn new(inner: S) -> Self {
        Self {
            inner,
            stats: TierStats::new("bytes"),
            sets: Vec::new(),
            set_of: Vec::new(),
            evaluator: Evaluator::new(),
            core: Vec::new(),
            has_core: false,
            others: Vec::new(),
        }
    }

    /// The next tier.
    pub fn inner(&mut self) -> &mut S {
        &mut self.inner
    }

    /// The values of the symbol for which a condition on it alone holds.
    fn values(&mut self, exprs: &mut Exprs, condition: Expr, symbol: usize) -> Values {
        if let Some(known @ 1..) = self.set_of.get(condition.index()).copied() {
            return self.sets[known as usize - 1];
        }
        let values = plain(exprs, condition, DEPTH).unwrap_or_else(|| {
            Values::of(|value| {
                let model = Model::new().with(&[(symbol, value)]);
                self.evaluator.holds(exprs, &model, condition)
            })
        });
        if self.sets.len() >= CAPACITY {
            self.sets.clear();
            self.set_of.clear();
        }
        let opposite = exprs.not(condition);
        self.set_of.resize(exprs.len(), 0);
        for (of, set) in [(condition, values), (opposite, values.not())] {
            self.sets.push(set);
            self.set_of[of.index()] = self.sets.len() as u32;
        }
        values
    }

    fn decide(&mut self, exprs: &mut Exprs, query: &Query<'_>) -> Option<Answer> {
        let symbols = exprs.symbols(query.condition);
        let symbol = single(exprs, symbols)?;
        let base = query.path.model()?;
        let mut left = self.values(exprs, query.condition, symbol);
        self.core.clear();
        self.core.push(query.condition);
        self.others.clear();
        let relevant = query.path.relevant(exprs, symbols);
        for component in relevant {
            for conjunct in component.conjuncts() {
                let its = exprs.symbols(conjunct);
                if its == symbols {
                    let rest = left.and(self.values(exprs, conjunct, symbol));
                    if rest != left {
                        self.core.push(conjunct);
                        left = rest;
                    }
                } else if exprs.intersect(its, symbols) {
                    self.others.push(conjunct);
                }
            }
        }
        if left.is_empty() {
            self.has_core = true;
            return Some(Answer::Unsat);
        }
        for value in left.iter().take(TRIES) {
            let model = base.with(&[(symbol, value)]);
            let Self { evaluator, others, .. } = self;
            if others.iter().all(|&other| evaluator.holds(exprs, &model, other)) {
                return Some(Answer::Sat(model));
            }
        }
        None
    }
}

/// The nesting of conditions that [`plain`] follows.
const DEPTH: u32 = 4;

/// The values of comparisons of the byte with numbers, without evaluation: most conditions are asked
/// once.
fn plain(exprs: &Exprs, condition: Expr, depth: u32) -> Option<Values> {
    let depth = depth.checked_sub(1)?;
    let (op, a, b) = match exprs.view(condition) {
        View::Not(inner) if exprs.width(inner) == 1 => {
            return plain(exprs, inner, depth).map(Values::not);
        }
        View::Binary(op, a, b) => (op, a, b),
        _ => return None,
    };
    if op == Binary::And && exprs.width(a) == 1 {
        return Some(plain(exprs, a, depth)?.and(plain(exprs, b, depth)?));
    }
    let width = exprs.width(a);
    let left = Side::of(exprs, a)?;
    let right = Side::of(exprs, b)?;
    // The sign bit turned, signed order is unsigned order.
    let sign = 1_u128.checked_shl(width.checked_sub(1)?)?;
    let of = |value: u8| (left.at(value, width), right.at(value, width));
    Some(match op {
        Binary::Eq => Values::of(|value| of(value).0 == of(value).1),
        Binary::Ult => Values::of(|value| of(value).0 < of(value).1),
        Binary::Ule => Values::of(|value| of(value).0 <= of(value).1),
        Binary::Slt => Values::of(|value| of(value).0 ^ sign < of(value).1 ^ sign),
        Binary::Sle => Values::of(|value| of(value).0 ^ sign <= of(value).1 ^ sign),
        _ => return None,
    })
}

/// A side of a comparison.
#[derive(Clone, Copy)]
enum Side {
    Number(u128),
    Byte { is_signed: bool },
}

impl Side {
    fn of(exprs: &Exprs, side: Expr) -> Option<Self> {
        let is_byte =
            |of: Expr| matches!(exprs.view(of), View::Read { .. }) && exprs.width(of) == 8;
        match exprs.view(side) {
            View::Const(number) => Some(Self::Number(number)),
            View::Read { .. } if is_byte(side) => Some(Self::Byte { is_signed: false }),
            View::Zext(of) if is_byte(of) => Some(Self::Byte { is_signed: false }),
            View::Sext(of) if is_byte(of) => Some(Self::Byte { is_signed: true }),
            _ => None,
        }
    }

    fn at(self, value: u8, width: u32) -> u128 {
        match self {
            Self::Number(number) => number,
            Self::Byte { is_signed: false } => value.into(),
            Self::Byte { is_signed: true } => {
                i128::from(value.cast_signed()).cast_unsigned() & (u128::MAX >> (128 - width))
            }
        }
    }
}

/// The symbol of a set with one symbol.
fn single(exprs: &Exprs, symbols: Symbols) -> Option<usize> {
    match exprs.ranges(symbols) {
        [range] if range.end == range.start + 1 => Some(range.start as usize),
        _ => None,
    }
}

impl<S: Solver> Solver for Bytes<S> {
    fn check(&mut self, exprs: &mut Exprs, query: &Query<'_>) -> Answer {
        let since = self.stats.enter();
        self.has_core = false;
        let answer = self.decide(exprs, query);
        self.stats.leave(since, answer.is_some());
        answer.unwrap_or_else(|| self.inner.check(exprs, query))
    }

    fn core(&self) -> Option<&[Expr]> {
        if self.has_core { Some(&self.core) } else { self.inner.core() }
    }

    fn decides_floats(&self) -> bool {
        self.inner.decides_floats()
    }

    fn stats(&self, into: &mut Vec<TierStats>) {
        into.push(self.stats.clone());
        self.inner.stats(into);
    }
}
