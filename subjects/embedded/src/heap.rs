//! Heaps in arrays.

use pikse::{Builder, Length, Problem, predicate};

use crate::{exactly as exact, problem, up_to as from_zero_to};

/// Heap arrays with `n` elements of -1..=n-1 (document 003, Table 1: *valid* and
/// *explored*). Reads `size`, then the elements by index; an element -1 fails, and
/// a child must be strictly below its parent.
pub fn exactly(n: usize) -> Problem {
    heap_array(n, exact(n))
}

/// Heap arrays of up to `n` elements (document 003, Table 1: the *field
/// initializations*). As above, and elements from `size` on must be -1.
pub fn up_to(n: usize) -> Problem {
    heap_array(n, from_zero_to(n))
}

fn heap_array(n: usize, sizes: std::ops::RangeInclusive<i64>) -> Problem {
    let mut bounds = Builder::new();
    let heap = bounds.class("HeapArray", 1);
    let size = bounds.int(heap, "size", sizes);
    let array = bounds.int_array(heap, "array", -1..=n as i64 - 1, Length::Fixed(n as u32));
    let rep_ok = predicate("rep_ok", move |p| {
        let heap = p.root();
        let size = p.get(heap, size) as usize;
        for at in 0..size {
            let fits = match at {
                0 => p.ge(heap, array.at(at), 0),
                _ => {
                    let parent = p.get(heap, array.at((at - 1) / 2));
                    p.in_range(heap, array.at(at), 0..=parent - 1)
                }
            };
            if !fits {
                return false;
            }
        }
        (size..n).all(|at| p.eq(heap, array.at(at), -1))
    });
    problem(bounds, rep_ok)
}

/// Min heaps of exactly `n` distinct elements of 1..=n (document 000, Table II).
/// For each element by index: it is greater than its parent; it is new.
pub fn min_heap(n: usize) -> Problem {
    let mut bounds = Builder::new();
    let heap = bounds.class("MinHeap", 1);
    let array = bounds.int_array(heap, "array", 1..=n as i64, Length::Fixed(n as u32));
    let rep_ok = predicate("rep_ok", move |p| {
        let heap = p.root();
        let mut seen = 0_u64;
        for at in 0..n {
            if at > 0 {
                let parent = p.get(heap, array.at((at - 1) / 2));
                if !p.gt(heap, array.at(at), parent) {
                    return false;
                }
            }
            let bit = 1 << p.get(heap, array.at(at));
            if seen & bit != 0 {
                return false;
            }
            seen |= bit;
        }
        true
    });
    problem(bounds, rep_ok)
}
