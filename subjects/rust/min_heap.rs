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

impl MinHeap {
    /// Inserts an element; false if the heap is full or the element is there already.
    pub fn insert(&mut self, x: i32) -> bool {
        if self.size == self.array.len() || self.elements().contains(&x) {
            return false;
        }
        self.array[self.size] = x;
        self.size += 1;
        self.sift_up(self.size - 1);
        true
    }

    /// Removes the least element and returns it; `i32::MIN` if there is none.
    pub fn extract_min(&mut self) -> i32 {
        let Some(&min) = self.elements().first() else { return i32::MIN };
        self.size -= 1;
        self.array[0] = self.array[self.size];
        self.sift_down(0);
        min
    }

    /// Deletes an element; false if it is not there.
    pub fn delete(&mut self, x: i32) -> bool {
        let Some(place) = self.elements().iter().position(|&element| element == x) else {
            return false;
        };
        self.size -= 1;
        if place < self.size {
            self.array[place] = self.array[self.size];
            // The last element may be smaller than the parent of the place that it comes to.
            self.sift_up(place);
            self.sift_down(place);
        }
        true
    }

    /// Moves an element up to its place.
    fn sift_up(&mut self, mut place: usize) {
        while place > 0 && self.array[place] < self.array[(place - 1) / 2] {
            self.array.swap(place, (place - 1) / 2);
            place = (place - 1) / 2;
        }
    }

    /// Moves an element down to its place.
    fn sift_down(&mut self, mut place: usize) {
        let heap = &mut self.array[..self.size];
        loop {
            let children = 2 * place + 1..heap.len().min(2 * place + 3);
            let Some(child) = children.min_by_key(|&child| heap[child]) else { break };
            if heap[place] < heap[child] {
                break;
            }
            heap.swap(place, child);
            place = child;
        }
    }

    /// After `insert`: the elements are those before and `x`.
    pub fn inserted(&self, old: &MinHeap, x: i32, result: bool) -> bool {
        let mut elements = old.set();
        let is_new = old.size < old.array.len() && elements.insert(x);
        result == is_new && self.set() == elements
    }

    /// After `extract_min`: the elements are those before without the least.
    pub fn extracted(&self, old: &MinHeap, result: i32) -> bool {
        let mut elements = old.set();
        result == elements.pop_first().unwrap_or(i32::MIN) && self.set() == elements
    }

    /// After `delete`: the elements are those before without `x`.
    pub fn deleted(&self, old: &MinHeap, x: i32, result: bool) -> bool {
        let mut elements = old.set();
        result == elements.remove(&x) && self.set() == elements
    }

    fn elements(&self) -> &[i32] {
        &self.array[..self.size]
    }

    fn set(&self) -> BTreeSet<i32> {
        self.elements().iter().copied().collect()
    }
}
