//! Hand-written searches, one specialised loop for each subject, as a programmer would
//! write it for this one structure.
//!
//! Each has the fields of its subject as constants, the predicate inlined, and no
//! options, statistics, checks or error paths. It explores exactly the same candidates
//! as the embedded engine without multi-value comparisons. The benchmark checks that
//! before it compares times.

mod arrays;
mod graphs;
mod lists;
mod trees;

pub(crate) use arrays::{heap_array, min_heap, n_queens};
pub(crate) use graphs::{acyclic_graph, java_hierarchies, topologically_sorted_graph};
pub(crate) use lists::{disjoint_sets, singly_linked_list, sorted_doubly_linked_list, sorted_list};
pub(crate) use trees::{
    avl_tree, binary_tree, order_statistics_tree, red_black_tree, search_tree_with_keys,
    search_tree_with_parents, ternary_tree,
};

/// Explored and valid candidates.
pub(crate) type Counts = (u64, u64);

/// The choice points of a hand-written search over at most `N` fields: a field is
/// a number, its values are indices.
struct Hand<const N: usize> {
    value: [u8; N],
    last: [u8; N],
    read: [bool; N],
    trail: [u8; N],
    len: usize,
}

impl<const N: usize> Hand<N> {
    fn new() -> Self {
        Hand { value: [0; N], last: [0; N], read: [false; N], trail: [0; N], len: 0 }
    }

    /// Reads a field whose indices are `0..=last`.
    #[inline(always)]
    fn int(&mut self, field: usize, last: u8) -> u8 {
        if !self.read[field] {
            self.read[field] = true;
            self.last[field] = last;
            self.value[field] = 0;
            self.trail[self.len] = field as u8;
            self.len += 1;
        }
        self.value[field]
    }

    /// Reads a reference to one of `n` objects (1 to `n`) or null (0); `is_reference`
    /// says which fields share the objects.
    #[inline(always)]
    fn reference(&mut self, field: usize, n: u8, is_reference: impl Fn(u8) -> bool) -> u8 {
        if !self.read[field] {
            let mut used = 0;
            for &other in &self.trail[..self.len] {
                if is_reference(other) && self.value[other as usize] > used {
                    used = self.value[other as usize];
                }
            }
            self.int(field, (used + 1).min(n));
        }
        self.value[field]
    }

    /// Reads a reference to one of `n` objects (0 to `n - 1`) that is never null.
    #[inline(always)]
    fn object(&mut self, field: usize, n: u8, is_reference: impl Fn(u8) -> bool) -> u8 {
        if !self.read[field] {
            let mut used = 0;
            for &other in &self.trail[..self.len] {
                if is_reference(other) && self.value[other as usize] >= used {
                    used = self.value[other as usize] + 1;
                }
            }
            self.int(field, used.min(n - 1));
        }
        self.value[field]
    }

    /// Advances to the next candidate.
    #[inline(always)]
    fn advance(&mut self) -> bool {
        while self.len > 0 {
            let field = self.trail[self.len - 1] as usize;
            if self.value[field] < self.last[field] {
                self.value[field] += 1;
                return true;
            }
            self.read[field] = false;
            self.len -= 1;
        }
        false
    }

    /// Searches: runs the predicate on every candidate.
    #[inline(always)]
    fn search(mut self, predicate: impl Fn(&mut Self) -> bool) -> Counts {
        let (mut explored, mut valid) = (0, 0);
        loop {
            explored += 1;
            valid += u64::from(predicate(&mut self));
            if !self.advance() {
                return (explored, valid);
            }
        }
    }
}
