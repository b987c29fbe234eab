//! Objects that are passed to a program.
//!
//! They are the objects of a bounded heap, with its names. Their cells are empty at first: the value of
//! a cell is chosen when it is first read; see `machine::lazy`.

use std::sync::Arc;

use pikse_structure::{BoundedHeap, ClassId};
use serde::{Deserialize, Serialize};

/// Objects that are passed to a program.
///
/// The machine creates the objects of the first root's class and of the classes after it. The class
/// before it is not memory of the program: it is the input itself, which no program declares.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Given {
    /// The objects, the domains of their cells, and the places of the cells.
    pub heap: Arc<BoundedHeap>,
    /// The classes whose first objects are passed by address, in order.
    /// There is at least one.
    pub roots: Vec<ClassId>,
}
