//! How a problem is solved, and what a step of the solver gives.

use std::time::Duration;

use pikse_base::Halt;

use crate::universe::Instance;

/// What happens if an integer does not fit in the bit width.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Overflow {
    /// No instance is reported in which an overflow decides. A comparison that overflows is
    /// false where it stands (true below a negation). If the innermost variable on which the
    /// overflow depends is universal, that value of the variable is skipped instead.
    #[default]
    Forbid,
    /// Integers wrap around.
    Wrap,
}

/// How a problem is solved.
#[derive(Clone, Debug)]
pub struct Options {
    /// The largest number of variables that one symmetry-breaking predicate compares. 0 leaves
    /// all symmetries in: then every instance is found. The default is 40.
    pub symmetry: usize,
    /// Gives each instance once up to permutations of atoms inside the symmetry classes of the
    /// bounds. The default is false.
    pub no_isomorphs: bool,
    /// Existential quantifiers become relations below at most this many universal variables. The
    /// default is 0. Those over sets become relations below any number.
    pub skolem_depth: usize,
    /// What happens at overflow.
    pub overflow: Overflow,
    /// The time for one step: the translation, or one instance.
    pub time: Duration,
    /// The conflicts of the SAT solver for one step.
    pub conflicts: u64,
    /// A request to stop.
    pub halt: Halt,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            symmetry: 40,
            no_isomorphs: false,
            skolem_depth: 0,
            overflow: Overflow::Forbid,
            time: Duration::MAX,
            conflicts: u64::MAX,
            halt: Halt::NEVER,
        }
    }
}

/// Why a step ended without an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// The time is over, or a stop was requested.
    Time,
    /// The limit of conflicts is reached.
    Conflicts,
}

/// The next instance.
#[derive(Clone, PartialEq, Debug)]
pub enum Next {
    /// An instance that was not given before.
    Instance(Instance),
    /// There is none, or there are no more.
    Exhausted,
    /// Unknown. The next call continues.
    Stopped(Stop),
}

/// The number of instances.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Total {
    /// How many were found.
    pub found: u64,
    /// Why the count is not complete; `None` if it is.
    pub stopped: Option<Halted>,
}

/// Why a count is not complete.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Halted {
    /// The solver stopped.
    Stop(Stop),
    /// As many as asked for were found.
    Enough,
}

/// How large a translated problem is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Size {
    /// Variables of tuples that relations may have or not.
    pub primary: usize,
    /// All variables of the SAT solver.
    pub variables: usize,
    /// Clauses given to the SAT solver.
    pub clauses: usize,
}

/// A minimal unsatisfiable core.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Core {
    /// The formula has an instance.
    Satisfiable,
    /// The formula with only these labels is unsatisfiable: every other labelled part is weakened
    /// to true (to false below a negation). In order. If `is_minimal`, leaving out any more of them
    /// makes it satisfiable; otherwise a limit was reached.
    Labels {
        /// The labels.
        labels: Vec<u32>,
        /// Whether each one is necessary.
        is_minimal: bool,
    },
    /// Unknown.
    Stopped(Stop),
}
