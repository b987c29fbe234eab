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

impl HeapArray {
    /// Inserts an element; false if the heap is full, if the element is there already, or if it is
    /// the mark of a free place.
    pub fn insert(&mut self, x: i32) -> bool {
        if self.size >= self.length || x == FREE || self.elements().contains(&x) {
            return false;
        }
        let mut place = self.size;
        self.size += 1;
        self.array[place] = x;
        while place > 0 && self.array[place] > self.array[(place - 1) / 2] {
            self.array.swap(place, (place - 1) / 2);
            place = (place - 1) / 2;
        }
        true
    }

    /// Before `extract_max`: no element is there twice. Otherwise what comes up could have an equal
    /// child.
    pub fn is_distinct(&self) -> bool {
        self.rep_ok() && self.sorted().is_sorted_by(|a, b| a < b)
    }

    /// Removes the greatest element and returns it; `i32::MIN` if there is none.
    pub fn extract_max(&mut self) -> i32 {
        let Some(&max) = self.elements().first() else { return i32::MIN };
        self.size -= 1;
        self.array.swap(0, self.size);
        self.array[self.size] = FREE;
        self.sift_down();
        max
    }

    /// Moves the first element down to its place.
    fn sift_down(&mut self) {
        let heap = &mut self.array[..self.size];
        let mut place = 0;
        loop {
            let children = 2 * place + 1..heap.len().min(2 * place + 3);
            let Some(child) = children.max_by_key(|&child| heap[child]) else { break };
            if heap[child] < heap[place] {
                break;
            }
            heap.swap(place, child);
            place = child;
        }
    }

    /// After `insert`: the elements are those before and `x`.
    pub fn inserted(&self, old: &HeapArray, x: i32, result: bool) -> bool {
        let mut elements = old.elements().to_vec();
        let can_be = old.size < old.length && x != FREE && !elements.contains(&x);
        if can_be {
            elements.push(x);
            elements.sort_unstable();
        } else {
            elements = old.sorted();
        }
        result == can_be && self.length == old.length && self.sorted() == elements
    }

    /// After `extract_max`: the elements are those before without the greatest.
    pub fn extracted(&self, old: &HeapArray, result: i32) -> bool {
        let mut elements = old.sorted();
        let max = elements.pop().unwrap_or(i32::MIN);
        result == max && self.length == old.length && self.sorted() == elements
    }

    fn elements(&self) -> &[i32] {
        &self.array[..self.size]
    }

    fn sorted(&self) -> Vec<i32> {
        let mut elements = self.elements().to_vec();
        elements.sort_unstable();
        elements
    }
}
