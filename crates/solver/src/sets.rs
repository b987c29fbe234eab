//! Sets of values of one byte, and the set of a condition on one byte.

use pikse_expr::{Binary, Evaluator, Expr, Exprs, Lanes, Model, View};

/// The number of sets at which all are forgotten.
const CAPACITY: usize = 400_000;

/// A set of values of one byte.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Values(pub(crate) [u64; 4]);

impl Values {
    pub(crate) const ALL: Self = Self([u64::MAX; 4]);

    fn of(mut holds: impl FnMut(u8) -> bool) -> Self {
        let mut values = Self([0; 4]);
        for value in 0..=255u8 {
            values.0[usize::from(value / 64)] |= u64::from(holds(value)) << (value % 64);
        }
        values
    }

    pub(crate) fn is_empty(self) -> bool {
        self.0 == [0; 4]
    }

    pub(crate) fn len(self) -> u32 {
        self.0.iter().map(|bits| bits.count_ones()).sum()
    }

    pub(crate) fn has(self, value: u8) -> bool {
        self.0[usize::from(value / 64)] >> (value % 64) & 1 == 1
    }

    pub(crate) fn and(self, other: Self) -> Self {
        Self(std::array::from_fn(|k| self.0[k] & other.0[k]))
    }

    fn not(self) -> Self {
        Self(self.0.map(|bits| !bits))
    }

    /// The set without a value.
    pub(crate) fn without(mut self, value: u8) -> Self {
        self.0[usize::from(value / 64)] &= !(1 << (value % 64));
        self
    }

    pub(crate) fn iter(self) -> impl Iterator<Item = u8> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let word = left.iter().position(|&bits| bits != 0)?;
            let bit = left[word].trailing_zeros();
            left[word] &= left[word] - 1;
            Some((word as u32 * 64 + bit) as u8)
        })
    }
}

/// The sets of conditions, each computed once.
#[derive(Debug, Default)]
pub(crate) struct Sets {
    sets: Vec<Values>,
    /// The set of each expression, by its id: an index into `sets` plus one, or 0 if there is none.
    set_of: Vec<u32>,
    lanes: Lanes,
    evaluator: Evaluator,
}

impl Sets {
    /// The values of the symbol for which a condition on it alone holds.
    pub(crate) fn of(&mut self, exprs: &mut Exprs, condition: Expr, symbol: usize) -> Values {
        if let Some(known @ 1..) = self.set_of.get(condition.index()).copied() {
            return self.sets[known as usize - 1];
        }
        let values = plain(exprs, condition, DEPTH)
            .or_else(|| self.lanes.holds(exprs, &[], symbol, condition).map(Values))
            .unwrap_or_else(|| {
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
