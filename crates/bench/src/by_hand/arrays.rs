//! Arrays.

use super::{Counts, Hand};

/// Fields: size, then the elements, whose index 0 is -1.
pub(crate) fn heap_array(n: usize) -> Counts {
    Hand::<32>::new().search(|h| {
        h.int(0, 0);
        for at in 0..n {
            let element = h.int(1 + at, n as u8);
            if element == 0 || at > 0 && element >= h.value[1 + (at - 1) / 2] {
                return false;
            }
        }
        true
    })
}

/// Fields: the elements.
pub(crate) fn min_heap(n: usize) -> Counts {
    Hand::<32>::new().search(|h| {
        let mut seen = 0_u32;
        for at in 0..n {
            let element = h.int(at, n as u8 - 1);
            if at > 0 && element <= h.value[(at - 1) / 2] || seen >> element & 1 == 1 {
                return false;
            }
            seen |= 1 << element;
        }
        true
    })
}

/// Fields: the row of the queen in each column.
pub(crate) fn n_queens(n: usize) -> Counts {
    Hand::<32>::new().search(|h| {
        let mut rows = 0_u32;
        for column in 0..n {
            let bit = 1 << h.int(column, n as u8 - 1);
            if rows & bit != 0 {
                return false;
            }
            rows |= bit;
        }
        let (mut rising, mut falling) = (0_u64, 0_u64);
        for column in 0..n {
            let row = h.value[column] as usize;
            let (up, down) = (1 << (row + column), 1 << (n + row - column));
            if rising & up != 0 || falling & down != 0 {
                return false;
            }
            rising |= up;
            falling |= down;
        }
        true
    })
}
