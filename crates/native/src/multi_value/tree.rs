//! The decision tree of a load: verdicts, and the values that they depend on.

use super::body::ValueId;

/// The verdict of the predicate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    Unknown,
    Rejects,
    Accepts,
}

/// A value on a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Val {
    /// These bits.
    Known(u64),
    /// Another constant of the function.
    Literal(usize),
    /// A value from before the load.
    LiveIn(ValueId),
    /// The loaded value.
    Loaded,
    /// The result of a step.
    Step(usize),
    /// It cannot be computed without running the predicate.
    Unknown,
}

/// An instruction that is computed again.
#[derive(Debug)]
pub(super) struct Step {
    pub(super) instruction: ValueId,
    pub(super) operands: Vec<Val>,
    /// Whether it depends on the loaded value.
    pub(super) depends: bool,
    /// Whether it reads memory that may be the candidate's and not known.
    pub(super) may_be_first: bool,
}

/// Which verdict is reached for which values.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Tree {
    Leaf(Verdict),
    Choice {
        on: Val,
        /// The instruction that chooses.
        at: ValueId,
        cases: Vec<(u64, Tree)>,
        default: Box<Tree>,
    },
    /// The verdict holds only if these steps, which read the candidate, read cells that are
    /// known already.
    IfKnown {
        reads: Vec<usize>,
        then: Verdict,
    },
}

impl Tree {
    /// Whether a verdict is reached somewhere.
    pub(super) fn reaches(&self, verdict: Verdict) -> bool {
        match self {
            Tree::Leaf(leaf) | Tree::IfKnown { then: leaf, .. } => *leaf == verdict,
            Tree::Choice { cases, default, .. } => {
                default.reaches(verdict) || cases.iter().any(|(_, tree)| tree.reaches(verdict))
            }
        }
    }

    /// A choice; none if it makes no difference.
    pub(super) fn choice(on: Val, at: ValueId, mut cases: Vec<(u64, Tree)>, default: Tree) -> Tree {
        cases.retain(|(_, tree)| *tree != default);
        match cases.is_empty() {
            true => default,
            false => Tree::Choice { on, at, cases, default: Box::new(default) },
        }
    }
}

/// The decision of a load.
pub(super) struct Region {
    pub(super) tree: Tree,
    pub(super) steps: Vec<Step>,
}
