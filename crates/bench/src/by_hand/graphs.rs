//! Graphs.

use super::{Counts, Hand};

/// The distance between the fields of two nodes: up to 8 nodes fit.
const NODE: usize = 8;

/// Fields: of each node, the number of children, then places for them.
pub(crate) fn acyclic_graph(n: usize) -> Counts {
    Hand::<64>::new().search(|h| {
        let mut visited = 0_u32;
        for node in (0..n).rev() {
            if visited >> node & 1 == 0 {
                visited |= 1 << node;
                if !acyclic_below(h, n, node, 0, &mut visited) {
                    return false;
                }
            }
        }
        true
    })
}

/// Goes down from a node; `above` are the nodes on the way to it.
fn acyclic_below(h: &mut Hand<64>, n: usize, node: usize, above: u32, visited: &mut u32) -> bool {
    let path = above | 1 << node;
    let mut barred = path;
    let children = h.int(node * NODE, n as u8 - 1) as usize;
    for place in node * NODE + 1..=node * NODE + children {
        let child = h.object(place, n as u8, |field| field % NODE as u8 != 0) as usize;
        if barred >> child & 1 == 1 {
            return false;
        }
        barred |= 1 << child;
        if *visited >> child & 1 == 0 {
            *visited |= 1 << child;
            if !acyclic_below(h, n, child, path, visited) {
                return false;
            }
        }
    }
    true
}

/// Fields: of each node, the number of children, then places for them.
pub(crate) fn topologically_sorted_graph(n: usize) -> Counts {
    Hand::<64>::new().search(|h| {
        for node in 0..n {
            let children = h.int(node * NODE, n as u8 - 1) as usize;
            let mut after = 0;
            for place in node * NODE + 1..=node * NODE + children {
                let child = h.int(place, n as u8);
                if child <= after || child as usize > node {
                    return false;
                }
                after = child;
            }
        }
        true
    })
}

/// Fields: of each class, extends, the number of implements and `n` places for
/// them; then of each interface, the number of extends and `n` places for them.
pub(crate) fn java_hierarchies(n: usize) -> Counts {
    Hand::<64>::new().search(|h| {
        for class in 0..n {
            let base = class * (n + 2);
            if h.int(base, n as u8) as usize > class {
                return false;
            }
            let implements = h.int(base + 1, n as u8) as usize;
            let mut after = 0;
            for place in base + 2..base + 2 + implements {
                let interface = h.int(place, n as u8);
                if interface <= after {
                    return false;
                }
                after = interface;
            }
        }
        for interface in 0..n {
            let base = n * (n + 2) + interface * (n + 1);
            let extends = h.int(base, n as u8) as usize;
            let mut after = 0;
            for place in base + 1..=base + extends {
                let extended = h.int(place, n as u8);
                if extended <= after || extended as usize > interface {
                    return false;
                }
                after = extended;
            }
        }
        true
    })
}
