//! What a load decides: verdicts, and what they depend on.

use super::body::ValueId;

/// What the predicate does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    Unknown,
    Rejects,
    Accepts,
}

/// A value on a way.
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
    /// Not to be computed without running the predicate.
    Unknown,
}

/// An instruction that is computed again.
#[derive(Debug)]
pub(super) struct Step {
    pub(super) instruction: ValueId,
    pub(super) operands: Vec<Val>,
    /// Whether the loaded value has a part in it.
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
    /// What is said holds only if these steps, reads of the candidate, are of what is
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

/// What a load decides.
pub(super) struct Region {
    pub(super) tree: Tree,
    pub(super) steps: Vec<Step>,
}
