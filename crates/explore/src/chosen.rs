//! What a path chose for the structures that the entry takes.
//!
//! A test has an input for each choice, under the name of its cell, and the names of the cells that were
//! read when one value was left ([`Test::forced`]). Together with the bounded heap that is the
//! structure, as far as the path read it. It becomes a [`Snapshot`], which marks unread cells as
//! such, or a [`Structure`], in which every cell that was not read has the first value of its domain:
//! the structure on which a native replay runs.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use pikse_structure::{BoundedHeap, CellId, Snapshot, Structure};
use pikse_vm::Given;

use crate::test::{Input, Test};

/// The cells of the structures that an entry takes, by name.
#[derive(Clone, Debug)]
pub struct Cells {
    heap: Arc<BoundedHeap>,
    by_name: HashMap<String, CellId>,
}

/// What a path chose.
#[derive(Clone, Debug)]
pub struct Chosen {
    heap: Arc<BoundedHeap>,
    /// The domain index of each cell that was read.
    indices: HashMap<CellId, u32>,
}

/// A choice that is none: the test was changed, or the bounds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoChoice {
    /// The name of the cell.
    pub cell: String,
}

impl fmt::Display for NoChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the test has no value for `{}` within the bounds", self.cell)
    }
}

impl std::error::Error for NoChoice {}

impl Cells {
    /// The cells of given objects.
    #[must_use]
    pub fn of(given: &Given) -> Self {
        Self::of_heap(&given.heap)
    }

    /// The cells of the objects of a heap.
    pub(crate) fn of_heap(heap: &Arc<BoundedHeap>) -> Self {
        let heap = Arc::clone(heap);
        let cells = (0..heap.space.cells().len()).map(CellId::at);
        let by_name = cells.map(|cell| (heap.space.cell_name(cell), cell)).collect();
        Self { heap, by_name }
    }

    /// The meaning of an input that is the choice of a cell: `null`, `node1`, `3`.
    #[must_use]
    pub fn meaning(&self, input: &Input) -> Option<String> {
        let &cell = self.by_name.get(&input.name)?;
        Some(self.heap.space.value_text(cell, self.index(cell, input)?))
    }

    fn index(&self, cell: CellId, input: &Input) -> Option<u32> {
        let mut word = [0; 8];
        let count = input.bytes.len().min(8);
        word[..count].copy_from_slice(&input.bytes[..count]);
        self.heap.index_of_choice(cell, u64::from_le_bytes(word))
    }

    /// What the path of a test chose.
    pub fn chosen(&self, test: &Test) -> Result<Chosen, NoChoice> {
        self.chosen_by(&test.inputs, &test.forced)
    }

    /// What a path chose: its inputs, and the cells for which one value was left.
    pub fn chosen_by(&self, inputs: &[Input], forced: &[String]) -> Result<Chosen, NoChoice> {
        let mut indices = HashMap::new();
        for input in inputs {
            if let Some(&cell) = self.by_name.get(&input.name) {
                let none = || NoChoice { cell: input.name.clone() };
                indices.insert(cell, self.index(cell, input).ok_or_else(none)?);
            }
        }
        for name in forced {
            let cell = self.by_name.get(name).ok_or_else(|| NoChoice { cell: name.clone() })?;
            indices.insert(*cell, 0);
        }
        // The input itself has the addresses of the structures; the program is called with them.
        let root = self.heap.space.root();
        let arguments = self.heap.layout(root.class()).cells.len();
        let first = root.first_cell().index();
        indices.extend((first..first + arguments).map(|cell| (CellId::at(cell), 0)));
        Ok(Chosen { heap: Arc::clone(&self.heap), indices })
    }
}

impl Chosen {
    /// The value of a cell that was read, as an index of its domain.
    #[must_use]
    pub fn index(&self, cell: CellId) -> Option<u32> {
        self.indices.get(&cell).copied()
    }

    /// The input as far as it was read; its structures are the roots.
    #[must_use]
    pub fn snapshot(&self) -> Snapshot {
        Snapshot::of_choices(&self.heap.space, |cell| self.index(cell))
    }

    /// The input with first values where nothing was read. Its root is the input itself.
    #[must_use]
    pub fn completed(&self) -> Structure {
        Structure::of_candidate(&self.heap.space, |cell| self.index(cell).unwrap_or(0))
    }
}
