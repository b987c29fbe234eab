//! What can be wrong with a problem. Bad input is a value of [`Error`], never a panic.

use std::fmt;

/// A fault in a universe, a bound or a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// More atoms than [`MAX_ATOMS`](crate::MAX_ATOMS).
    TooManyAtoms,
    /// Two atoms have this name.
    SameName(String),
    /// A bit width outside 1 to [`MAX_BIT_WIDTH`](crate::MAX_BIT_WIDTH).
    BitWidth(u32),
    /// An arity of 0, or above [`MAX_ARITY`](crate::MAX_ARITY).
    Arity {
        /// The operator.
        operator: &'static str,
        /// The arity that its result would have.
        arity: usize,
    },
    /// Operands whose arities do not fit together.
    Mismatch {
        /// The operator.
        operator: &'static str,
        /// The arity of the left operand, or of the only one.
        left: usize,
        /// The arity of the right operand, or the one that is needed.
        right: usize,
    },
    /// The lower bound of this relation is not inside the upper one.
    Bounds(String),
    /// A bound or a constant has an atom that the universe does not have.
    UnknownAtom(u32),
    /// An id that this store of formulas, or these bounds, did not make.
    UnknownId,
    /// This variable is used outside of its quantifier.
    FreeVariable(String),
    /// Formulas nest deeper than [`MAX_DEPTH`](crate::MAX_DEPTH).
    TooDeep,
    /// A formula has more free variables than [`MAX_FREE`](crate::MAX_FREE).
    TooManyVariables,
    /// The variable ranges over sets, and its quantifier cannot become a relation: it is
    /// universal, or below a negation, or in a comprehension or a sum.
    HigherOrder {
        /// The variable.
        variable: String,
        /// The innermost label around it.
        label: Option<u32>,
    },
    /// An upper bound, or a value of an expression, has more tuples than fit.
    TooManyTuples,
    /// The SAT solver failed, or a thread could not be started.
    Failed(String),
    /// A stop was requested, or the time limit is reached, while circuits were made.
    Stopped,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooManyAtoms => write!(f, "a universe has at most {} atoms", crate::MAX_ATOMS),
            Self::SameName(name) => write!(f, "two atoms have the name `{name}`"),
            Self::BitWidth(width) => {
                write!(f, "the bit width {width} is not in 1..={}", crate::MAX_BIT_WIDTH)
            }
            Self::Arity { operator, arity } => {
                write!(f, "`{operator}` gives arity {arity}, not one of 1..={}", crate::MAX_ARITY)
            }
            Self::Mismatch { operator, left, right } => {
                write!(f, "`{operator}` cannot have operands of arity {left} and {right}")
            }
            Self::Bounds(name) => {
                write!(f, "the lower bound of `{name}` is not inside its upper bound")
            }
            Self::UnknownAtom(atom) => write!(f, "the universe has no atom number {atom}"),
            Self::UnknownId => write!(f, "an id belongs to other formulas or bounds"),
            Self::FreeVariable(name) => write!(f, "no quantifier binds the variable `{name}`"),
            Self::TooDeep => {
                write!(f, "formulas nest deeper than {} operators", crate::MAX_DEPTH)
            }
            Self::TooManyVariables => {
                write!(f, "a formula has more than {} free variables", crate::MAX_FREE)
            }
            Self::HigherOrder { variable, .. } => {
                write!(f, "`{variable}` ranges over sets, and its quantifier cannot be skolemized")
            }
            Self::TooManyTuples => write!(f, "an expression may have too many tuples"),
            Self::Failed(why) => write!(f, "the solver failed: {why}"),
            Self::Stopped => write!(f, "stopped while the formula was translated"),
        }
    }
}

impl std::error::Error for Error {}
