//! Heap arrays (document 003, Table 1): a child is below its parent, a free place is -1.

pub struct HeapArray {
    pub size: usize,
    pub length: usize,
    pub array: [i32; 16],
}

const FREE: i32 = -1;

impl HeapArray {
    /// Whether the first `size` elements are a heap, and the others up to `length` are free.
    pub fn rep_ok(&self) -> bool {
        if self.size > self.length || self.length > self.array.len() {
            return false;
        }
        let (heap, free) = self.array[..self.length].split_at(self.size);
        let is_heap = heap
            .iter()
            .enumerate()
            .all(|(i, &element)| element != FREE && (i == 0 || element < heap[(i - 1) / 2]));
        is_heap && free.iter().all(|&element| element == FREE)
    }
}
