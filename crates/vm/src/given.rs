//! Objects that a program is given.
//!
//! They are those of a bounded heap, under its names. Nothing is in their cells at first: a cell is
//! chosen when it is first read; see `machine::lazy`.

use std::sync::Arc;

use pikse_structure::{BoundedHeap, ClassId};

/// Objects that a program is given.
///
/// The machine makes the objects of the first root's class and of the classes after it. What comes
/// before is no memory of the program: the object of the input itself, which no program declares.
#[derive(Clone, Debug)]
pub struct Given {
    /// The objects, what their cells may hold, and where the cells lie.
    pub heap: Arc<BoundedHeap>,
    /// The classes whose first object the program has the address of from the beginning, in order.
    /// There is at least one.
    pub roots: Vec<ClassId>,
}
