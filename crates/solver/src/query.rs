//! Queries and answers.

use std::time::Duration;

use pikse_base::{Halt, Halted};
use pikse_expr::{Expr, Exprs, Model};

use crate::path::Path;
use crate::stats::TierStats;

/// Can the condition hold on the path?
#[derive(Clone, Copy, Debug)]
pub struct Query<'a> {
    /// The path condition.
    pub path: &'a Path,
    /// The additional condition; [`Expr::TRUE`] asks about the path alone.
    pub condition: Expr,
}

impl Query<'_> {
    /// All conjuncts, in no particular order.
    pub fn conjuncts(&self) -> impl Iterator<Item = Expr> {
        let condition = (self.condition != Expr::TRUE).then_some(self.condition);
        self.path
            .components()
            .into_iter()
            .flat_map(|component| component.conjuncts())
            .chain(condition)
    }
}

/// The answer to a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It can hold, for instance with this model.
    Sat(Model),
    /// It cannot hold.
    Unsat,
    /// It was not decided.
    Unknown(Why),
}

impl Answer {
    /// Whether it was decided.
    #[must_use]
    pub fn is_known(&self) -> bool {
        !matches!(self, Self::Unknown(_))
    }
}

/// Why a query was not decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// The time limit of the query was reached.
    Time,
    /// The whole exploration has to stop.
    Halted(Halted),
    /// The conflict limit of the SAT solver was reached.
    Conflicts,
    /// A read at a symbolic offset can reach more bytes than the limit allows.
    Memory {
        /// How many bytes it reaches.
        bytes: u64,
    },
    /// No tier in the chain decides such conditions.
    NoTier,
    /// A model did not satisfy the query: an error of the solver that was caught.
    WrongModel,
    /// The SAT solver failed, for instance because it ran out of memory.
    Backend(String),
}

impl std::fmt::Display for Why {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Time => write!(f, "the time limit of a query was reached"),
            Self::Halted(_) => write!(f, "the exploration had to stop"),
            Self::Conflicts => write!(f, "the conflict limit of a query was reached"),
            Self::Memory { bytes } => {
                write!(
                    f,
                    "a read at a symbolic offset can reach {bytes} bytes, more than the limit"
                )
            }
            Self::NoTier => write!(f, "the solver does not support such conditions"),
            Self::WrongModel => write!(f, "a model did not satisfy the query"),
            Self::Backend(error) => write!(f, "the SAT solver failed: {error}"),
        }
    }
}

/// The limits of one query. Beyond them the answer is unknown.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Time; by default 10 seconds. It is polled, so a query may take a few milliseconds longer.
    pub time: Duration,
    /// Conflicts of the SAT solver; by default a million.
    pub conflicts: u64,
    /// The bytes that a read at a symbolic offset may reach; by default 65,536.
    pub memory: u64,
    /// The number of variables at which the SAT solver is restarted from nothing; by default
    /// 200,000.
    pub variables: u32,
    /// A request to stop; by default it is never made.
    pub halt: Halt,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            time: Duration::from_secs(10),
            conflicts: 1_000_000,
            memory: 65_536,
            variables: 200_000,
            halt: Halt::NEVER,
        }
    }
}

impl Limits {
    /// Why a query ran out of time: its own limit, or a request to stop.
    pub(crate) fn late(&self) -> Why {
        self.halt.reason().map_or(Why::Time, Why::Halted)
    }
}

/// A tier, or a chain of them.
pub trait Solver {
    /// Decides the query, or says why not. A model satisfies the whole query.
    fn check(&mut self, exprs: &mut Exprs, query: &Query<'_>) -> Answer;

    /// Conjuncts of the last query that cannot hold together, if the last answer was
    /// [`Answer::Unsat`] and the solver knows them.
    fn core(&self) -> Option<&[Expr]> {
        None
    }

    /// Whether the solver decides conditions with floating-point operators. If not, they are
    /// unknown.
    fn decides_floats(&self) -> bool {
        false
    }

    /// Adds the statistics of this tier and of the next ones.
    fn stats(&self, into: &mut Vec<TierStats>);
}

impl<S: Solver + ?Sized> Solver for Box<S> {
    fn check(&mut self, exprs: &mut Exprs, query: &Query<'_>) -> Answer {
        (**self).check(exprs, query)
    }

    fn core(&self) -> Option<&[Expr]> {
        (**self).core()
    }

    fn decides_floats(&self) -> bool {
        (**self).decides_floats()
    }

    fn stats(&self, into: &mut Vec<TierStats>) {
        (**self).stats(into);
    }
}

/// The end of a chain: decides nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nothing;

impl Solver for Nothing {
    fn check(&mut self, _: &mut Exprs, _: &Query<'_>) -> Answer {
        Answer::Unknown(Why::NoTier)
    }

    fn stats(&self, _: &mut Vec<TierStats>) {}
}
