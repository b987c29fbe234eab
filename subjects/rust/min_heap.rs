//! Min heaps of distinct elements in an array (document 000, Table II).

use std::collections::BTreeSet;

pub struct MinHeap {
    pub size: usize,
    pub array: [i32; 16],
}

impl MinHeap {
    /// Whether every element is greater than its parent, and no two are equal.
    pub fn rep_ok(&self) -> bool {
        let Some(heap) = self.array.get(..self.size) else { return false };
        let mut seen = BTreeSet::new();
        heap.iter()
            .enumerate()
            .all(|(i, element)| (i == 0 || *element > heap[(i - 1) / 2]) && seen.insert(*element))
    }
}
