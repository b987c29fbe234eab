//! Variables and literals.
//!
//! A variable is a number. By convention the variable 0 is always true. [`Gates`](crate::Gates)
//! adds the clause that says so; code that uses [`Lit::TRUE`] without gates has to add it.

/// A variable of the SAT solver or its negation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Lit(u32);

impl Lit {
    /// The variable 0, which is always true.
    pub const TRUE: Self = Self(0);
    /// Its negation.
    pub const FALSE: Self = Self(1);

    /// A variable, or its negation.
    #[inline]
    #[must_use]
    pub fn new(variable: u32, negated: bool) -> Self {
        Self(variable << 1 | u32::from(negated))
    }

    /// The variable.
    #[inline]
    #[must_use]
    pub fn variable(self) -> u32 {
        self.0 >> 1
    }

    /// Whether it is the variable's negation.
    #[inline]
    #[must_use]
    pub fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    /// A number for tables: twice the variable, and one more if negated.
    #[inline]
    #[must_use]
    pub fn code(self) -> usize {
        self.0 as usize
    }

    /// The literal with this number.
    #[inline]
    #[must_use]
    pub fn of_code(code: u32) -> Self {
        Self(code)
    }

    /// A constant.
    #[inline]
    #[must_use]
    pub fn constant(value: bool) -> Self {
        if value { Self::TRUE } else { Self::FALSE }
    }
}

impl std::ops::Not for Lit {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}
