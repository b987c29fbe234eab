//! Ranges: the paths from one input to another.
//!
//! An input is a position: it follows exactly one path, and paths are ordered (see `way`). A state with a
//! [`Range`] stands for the paths from the input `from` on, and before the input `to`; an end that is
//! missing is open. The state is on the path of both ends. Where the two take different ways it splits:
//! one part keeps `from`, one keeps `to`, and what lies between them has no range any more.
//!
//! The ways of an input are found by evaluation, without the solver. So it is not known
//! whether the states that split off are possible; their first query decides it (see `Machine::confirm`).

use std::cmp::Ordering;
use std::rc::Rc;

use pikse_expr::Model;
use serde::{Deserialize, Serialize};

/// The bytes of every input, by its name. Inputs that are missing are zero.
pub type Inputs = Vec<(String, Vec<u8>)>;

/// The ends of a range, as they are stored.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Ends {
    /// The first path is that of this input.
    pub from: Option<Inputs>,
    /// All paths come before that of this input.
    pub to: Option<Inputs>,
}

/// One end of a range.
#[derive(Clone, Debug)]
pub(crate) struct End {
    pub(crate) inputs: Rc<Inputs>,
    /// The values of the inputs that the program has asked for.
    pub(crate) model: Model,
}

impl End {
    fn new(inputs: &Inputs) -> Self {
        Self { inputs: Rc::new(inputs.clone()), model: Model::new() }
    }

    /// The bytes of an input: those that are missing are zero.
    pub(crate) fn bytes(&self, name: &str, count: usize) -> Vec<u8> {
        let given = self.inputs.iter().find(|(known, _)| known == name);
        let mut bytes = given.map(|(_, bytes)| bytes.clone()).unwrap_or_default();
        bytes.resize(count, 0);
        bytes
    }
}

/// The part of all paths that a state stands for, while it is on the path of an end.
#[derive(Clone, Debug)]
pub(crate) struct Range {
    pub(crate) from: Option<End>,
    pub(crate) to: Option<End>,
    /// Whether only the order of the ends is wanted.
    pub(crate) compares: bool,
}

impl Range {
    pub(crate) fn new(ends: &Ends, compares: bool) -> Self {
        let Ends { from, to } = ends;
        Self { from: from.as_ref().map(End::new), to: to.as_ref().map(End::new), compares }
    }

    /// The ends, as they are stored.
    pub(crate) fn ends(&self) -> Ends {
        let inputs = |end: &Option<End>| end.as_ref().map(|end| (*end.inputs).clone());
        Ends { from: inputs(&self.from), to: inputs(&self.to) }
    }

    /// An input that follows the path of the state.
    pub(crate) fn model(&self) -> Option<&Model> {
        self.from.as_ref().or(self.to.as_ref()).map(|end| &end.model)
    }
}

/// What it means if no input follows a state that split off from the path of an input.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Unchecked {
    /// Such a state was never there.
    Absent,
    /// Then the program rejects all inputs at an assumption.
    Rejected,
}

/// The order of the ways of two inputs at the place where they part.
pub(crate) type Order = Option<Ordering>;
