//! Lists.

use super::{Counts, Hand};

/// Fields: header, size, then next of each node.
pub(crate) fn singly_linked_list(n: usize) -> Counts {
    let is_reference = |field| field != 1;
    Hand::<128>::new().search(|h| {
        let mut visited = 0_u128;
        let mut node = h.reference(0, n as u8, is_reference);
        while node != 0 {
            if visited >> node & 1 == 1 {
                return false;
            }
            visited |= 1 << node;
            node = h.reference(1 + node as usize, n as u8, is_reference);
        }
        u32::from(h.int(1, n as u8)) == visited.count_ones()
    })
}

/// Fields: head, size, then next and key of each node.
pub(crate) fn sorted_list(n: usize) -> Counts {
    let is_reference = |field| field % 2 == 0;
    Hand::<64>::new().search(|h| {
        let mut visited = 0_u32;
        let head = h.reference(0, n as u8, is_reference);
        let mut node = head;
        while node != 0 {
            if visited >> node & 1 == 1 {
                return false;
            }
            visited |= 1 << node;
            node = h.reference(2 * node as usize, n as u8, is_reference);
        }
        h.int(1, 0);
        if visited.count_ones() as usize != n {
            return false;
        }
        let mut least = 0;
        let mut node = head;
        while node != 0 {
            let key = h.int(2 * node as usize + 1, n as u8);
            if key < least {
                return false;
            }
            least = key + 1;
            node = h.value[2 * node as usize];
        }
        true
    })
}

/// Fields: head, size, then next, prev and data of each node.
pub(crate) fn sorted_doubly_linked_list(n: usize) -> Counts {
    let is_reference = |field| field % 3 != 1;
    Hand::<64>::new().search(|h| {
        let mut node = h.reference(0, n as u8, is_reference);
        if node == 0 {
            h.int(1, 0);
            return n == 0;
        }
        let mut visited = 1_u32 << node;
        loop {
            let base = 3 * node as usize - 1;
            let following = h.reference(base, n as u8, is_reference);
            if following == 0 {
                break;
            }
            let data = h.int(base + 2, n as u8 - 1);
            let base = 3 * following as usize - 1;
            if h.int(base + 2, n as u8 - 1) <= data
                || h.reference(base + 1, n as u8, is_reference) != node
                || visited >> following & 1 == 1
            {
                return false;
            }
            visited |= 1 << following;
            node = following;
        }
        h.int(1, 0);
        visited.count_ones() as usize == n
    })
}

/// Fields: head, tail, size, then rep, next and data of each node.
pub(crate) fn disjoint_sets(n: usize) -> Counts {
    let is_reference = |field| field % 3 != 2;
    Hand::<64>::new().search(|h| {
        let head = h.reference(0, n as u8, is_reference);
        let (mut node, mut last) = (head, 0);
        let mut visited = 0_u32;
        while node != 0 {
            if visited >> node & 1 == 1 {
                return false;
            }
            visited |= 1 << node;
            let base = 3 * node as usize;
            if h.reference(base, n as u8, is_reference) != head {
                return false;
            }
            last = node;
            node = h.reference(base + 1, n as u8, is_reference);
        }
        if h.reference(1, n as u8, is_reference) != last {
            return false;
        }
        h.int(2, 0);
        if visited.count_ones() as usize != n {
            return false;
        }
        let mut seen = 0_u32;
        let mut node = head;
        while node != 0 {
            let base = 3 * node as usize;
            let bit = 1 << h.int(base + 2, n as u8);
            if seen & bit != 0 {
                return false;
            }
            seen |= bit;
            node = h.value[base + 1];
        }
        true
    })
}
