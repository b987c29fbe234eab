//! Ways: what a path does where it has a choice.
//!
//! **Decisions.** Where more than one way is possible, each path has one [`Decision`]: its way, at that
//! place. A place with many ways (a switch, a size, an address) is one decision, not a chain of them.
//! Which ways are possible depends on the program and the path alone, and a way is a value, not the
//! number of a query. So the same program gives the same tree of decisions in every order of
//! exploration, with every solver and in every process.
//!
//! **Order.** Ways are ordered, and the states that split off are handed out in that order: depth first
//! visits paths in the lexicographic order of their decisions. The true side of a branch comes before
//! the false one, the cases of a switch come in the program's order and the default after them, values,
//! objects and choices ascend. Where a check may fail, the failing path comes first ([`Way::Fails`] before
//! [`Way::Holds`]); it ends at once. What is left when a limit on values or objects is reached
//! ([`Way::Rest`]), or when the solver does not decide ([`Way::Undecided`]), comes last, and is cut.
//!
//! **Identity.** No two paths that ended have the same decisions. A path that was cut where it would
//! have decided has the decisions so far, and no other path has exactly those.
//!
//! **Scripts.** Decisions alone do not say what happens where only one way is possible: to know that
//! there is only one takes a query. A [`Script`] also has these ways. A machine that follows a script
//! needs no query; see `Machine::follow`.
//!
//! Values that are only examples are not ways: an exit code, a message, the text of a panic and the
//! inputs of a test come from the path's model. They never decide what happens.

use std::cmp::Ordering;
use std::fmt;

use pikse_expr::Expr;
use pikse_solver::Why;
use serde::{Deserialize, Serialize};

use crate::verdict::Place;

/// A way that a path takes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Way {
    /// A check fails, and the path ends with the error.
    Fails,
    /// A check holds.
    Holds,
    /// A side of a branch: whether its condition holds.
    Side(bool),
    /// A case of a switch, by its place among those that lead to different blocks; the default is the
    /// last one.
    Case(u32),
    /// A value of a size or an address.
    Value(u128),
    /// The value of a number that was made concrete, though it has others. Those are not explored.
    Concrete(u128),
    /// The object of an address, by its number, which is the upper half of the address. 0 is null. Of all
    /// numbers that no object ever had, the least one stands for all.
    Object(u32),
    /// What a cell of a given object points to, as its input has it: 0 is null, and `k` is the object with
    /// the number `k - 1` in its class (see `pikse_structure::layout`).
    Choice(u32),
    /// The least and the largest value of a size, and whether each is tried next or the size stays
    /// symbolic. There is never another way.
    Sizes {
        /// The least value.
        least: u64,
        /// The largest value.
        most: u64,
        /// Whether each value is tried.
        each: bool,
    },
    /// All other values or objects, beyond the limit.
    Rest,
    /// Values or objects that the solver did not find, and why not.
    Undecided(Undecided),
}

/// Why the solver did not decide a query.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the solver's names; see `pikse_solver::Why`")]
pub enum Undecided {
    Time,
    Conflicts,
    Memory { bytes: u64 },
    NoTier,
    WrongModel,
    Other,
}

impl From<&Why> for Undecided {
    fn from(why: &Why) -> Self {
        match why {
            Why::Time => Self::Time,
            Why::Conflicts => Self::Conflicts,
            &Why::Memory { bytes } => Self::Memory { bytes },
            Why::NoTier => Self::NoTier,
            Why::WrongModel => Self::WrongModel,
            // A failure of the solver is no property of the path.
            _ => Self::Other,
        }
    }
}

impl From<Undecided> for Why {
    fn from(why: Undecided) -> Self {
        match why {
            Undecided::Time => Self::Time,
            Undecided::Conflicts => Self::Conflicts,
            Undecided::Memory { bytes } => Self::Memory { bytes },
            Undecided::NoTier => Self::NoTier,
            Undecided::WrongModel => Self::WrongModel,
            Undecided::Other => Self::Backend("it gave no answer".to_owned()),
        }
    }
}

impl Way {
    /// The kind, and the place among those of the kind.
    fn key(self) -> (u8, u128) {
        match self {
            Self::Fails => (0, 0),
            Self::Holds => (1, 0),
            Self::Side(holds) => (2, u128::from(!holds)),
            Self::Case(case) => (3, u128::from(case)),
            Self::Value(value) => (4, value),
            Self::Concrete(value) => (5, value),
            Self::Object(number) => (6, u128::from(number)),
            Self::Choice(number) => (7, u128::from(number)),
            Self::Rest => (8, 0),
            Self::Undecided(_) => (9, 0),
            Self::Sizes { least, most, each } => {
                (10 + u8::from(each), u128::from(least) << 64 | u128::from(most))
            }
        }
    }
}

impl Way {
    /// The kind and the number, where a check is a branch like any other, and a value is a value: whether
    /// others were possible makes no difference.
    pub(crate) fn essence(self) -> (u8, u128) {
        match self {
            Self::Fails => (2, 0),
            Self::Holds => (2, 1),
            Self::Side(side) => (2, u128::from(side)),
            Self::Concrete(value) => (4, value),
            way => way.key(),
        }
    }
}

impl PartialOrd for Way {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Way {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key().cmp(&other.key())
    }
}

impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fails => write!(f, "fails"),
            Self::Holds => write!(f, "holds"),
            Self::Side(side) => write!(f, "{side}"),
            Self::Case(case) => write!(f, "case {}", case + 1),
            Self::Value(value) => write!(f, "value {value}"),
            Self::Concrete(value) => write!(f, "concrete value {value}"),
            Self::Object(0) | Self::Choice(0) => write!(f, "null"),
            Self::Object(number) => write!(f, "object {number}"),
            // The number that is in the object's name.
            Self::Choice(number) => write!(f, "object {}", number - 1),
            Self::Sizes { least, most, .. } => write!(f, "a size from {least} to {most}"),
            Self::Rest => write!(f, "the rest"),
            Self::Undecided(_) => write!(f, "undecided"),
        }
    }
}

/// One decision of a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Decision {
    /// The place.
    pub place: Place,
    /// The way.
    pub way: Way,
    /// The condition of this way; none for the rest at a limit.
    pub condition: Option<Expr>,
}

/// A part of a path's script.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Step {
    /// A decision.
    Decided(Way),
    /// The only way that was possible.
    Only(Way),
    /// The value of a symbolic number that the output shows. Another run along the path may show more or
    /// fewer of them.
    Shown(u128),
    /// Branches and checks of which one side was possible: a bit for each, the first one lowest.
    Sides {
        /// The bits: 1 where the condition holds.
        bits: u64,
        /// How many there are.
        count: u8,
    },
    /// The last step of a state that has still to take values of a number.
    From {
        /// The values are at least this.
        value: u128,
        /// How many were taken before.
        count: usize,
        /// They are less than this.
        below: Option<u128>,
    },
}

/// Everything that a machine needs to run a path again without a query.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Script {
    /// The steps, in order.
    pub steps: Vec<Step>,
}

impl Script {
    /// The ways of its decisions, in order.
    pub fn ways(&self) -> impl Iterator<Item = Way> {
        self.steps.iter().filter_map(|step| match *step {
            Step::Decided(way) => Some(way),
            Step::Only(_) | Step::Shown(_) | Step::Sides { .. } | Step::From { .. } => None,
        })
    }

    /// Which of two states that wait comes first. A state that has still to take values comes after those
    /// that took a lesser one.
    #[must_use]
    pub fn compare(&self, other: &Self) -> Ordering {
        let place = |step: &Step| match *step {
            Step::Decided(way) => Some((way, true)),
            Step::From { value, .. } => Some((Way::Value(value), false)),
            Step::Only(_) | Step::Shown(_) | Step::Sides { .. } => None,
        };
        self.steps.iter().filter_map(place).cmp(other.steps.iter().filter_map(place))
    }

    /// The script up to and including this number of decisions.
    #[must_use]
    pub fn first(&self, decisions: usize) -> Self {
        let mut left = decisions;
        let is_before = |step: &&Step| {
            let is_decided = matches!(step, Step::Decided(_));
            let goes_on = left > 0;
            left -= usize::from(is_decided && goes_on);
            goes_on
        };
        Self { steps: self.steps.iter().take_while(is_before).copied().collect() }
    }
}

/// How a script does not fit the program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Misfit {
    /// The program reached a place where this way is not possible.
    Way(Way),
    /// The program ended before the script did.
    Unused,
    /// No input follows the script.
    Impossible,
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the script belongs to another program: ")?;
        match self {
            Self::Way(way) => write!(f, "the way \"{way}\" is not possible here"),
            Self::Unused => write!(f, "the program ended before the script"),
            Self::Impossible => write!(f, "no input follows it"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_are_in_the_order_of_visits() {
        let ordered = [
            Way::Fails,
            Way::Holds,
            Way::Side(true),
            Way::Side(false),
            Way::Case(0),
            Way::Case(1),
            Way::Value(0),
            Way::Value(u128::MAX),
            Way::Object(0),
            Way::Object(9),
            Way::Choice(0),
            Way::Choice(2),
            Way::Rest,
            Way::Undecided(Undecided::Time),
        ];
        assert!(ordered.is_sorted_by(|a, b| a < b));
    }

    #[test]
    fn the_first_decisions_of_a_script() {
        let side = |holds| Step::Decided(Way::Side(holds));
        let sides = Step::Sides { bits: 1, count: 2 };
        let only = Step::Only(Way::Value(3));
        let script = Script { steps: vec![sides, side(true), only, side(false), sides] };
        assert_eq!(script.first(0).steps, []);
        assert_eq!(script.first(1).steps, [sides, side(true)]);
        assert_eq!(script.first(2).steps, [sides, side(true), only, side(false)]);
        assert_eq!(script.first(3), script);
        assert_eq!(script.ways().collect::<Vec<_>>(), [Way::Side(true), Way::Side(false)]);
        let text = serde_json::to_string(&script).expect("it is written");
        assert_eq!(serde_json::from_str::<Script>(&text).expect("it is read"), script);
    }
}
