//! Trees.

use super::{Counts, Hand};

/// How many nodes a worklist holds at the most.
const MAX_NODES: usize = 16;

/// Fields: root, size, then left and right of each node.
pub(crate) fn binary_tree(n: usize) -> Counts {
    let is_reference = |field| field != 1;
    Hand::<64>::new().search(|h| {
        let root = h.reference(0, n as u8, is_reference);
        if root == 0 {
            h.int(1, 0);
            return n == 0;
        }
        let mut visited = 1_u32 << root;
        let mut queue = [0_u8; 32];
        queue[0] = root;
        let (mut at, mut end) = (0, 1);
        while at < end {
            let node = queue[at] as usize - 1;
            at += 1;
            for link in [2 + 2 * node, 3 + 2 * node] {
                let child = h.reference(link, n as u8, is_reference);
                if child != 0 {
                    if visited >> child & 1 == 1 {
                        return false;
                    }
                    visited |= 1 << child;
                    queue[end] = child;
                    end += 1;
                }
            }
        }
        h.int(1, 0);
        end == n
    })
}

/// Fields: root, size, then left, right, parent and data of each node.
pub(crate) fn search_tree_with_parents(n: usize) -> Counts {
    let is_reference = |field: u8| field == 0 || field > 1 && field % 4 != 1;
    Hand::<64>::new().search(|h| {
        let root = h.reference(0, n as u8, is_reference);
        let mut stack = [(0_u8, 0_i32, 0_i32); 32];
        let mut top = 0;
        let mut visited = 0_u32;
        if root != 0 {
            stack[0] = (root, i32::MIN, i32::MAX);
            top = 1;
            visited |= 1 << root;
        }
        while top > 0 {
            top -= 1;
            let (node, min, max) = stack[top];
            let base = 2 + 4 * (node as usize - 1);
            let data = i32::from(h.int(base + 3, n as u8 - 1)) + 1;
            if data < min || data > max {
                return false;
            }
            for (link, min, max) in [(base, min, data - 1), (base + 1, data + 1, max)] {
                let child = h.reference(link, n as u8, is_reference);
                if child != 0 {
                    if visited >> child & 1 == 1 {
                        return false;
                    }
                    visited |= 1 << child;
                    let parent = 2 + 4 * (child as usize - 1) + 2;
                    if h.reference(parent, n as u8, is_reference) != node {
                        return false;
                    }
                    stack[top] = (child, min, max);
                    top += 1;
                }
            }
        }
        h.int(1, 0);
        visited.count_ones() as usize == n
    })
}

/// Fields: root, size, then left, right and info of each node.
pub(crate) fn search_tree_with_keys(n: usize) -> Counts {
    let is_reference = |field| field % 3 != 1;
    let base = |node: u8| 3 * node as usize - 1;
    Hand::<64>::new().search(|h| {
        let root = h.reference(0, n as u8, is_reference);
        if root == 0 {
            h.int(1, 0);
            return n == 0;
        }
        let Some((_, count)) = breadth_first(h, root, n as u8, is_reference, base) else {
            return false;
        };
        h.int(1, 0);
        count == n && keys_in_order(h, root, n as u8, base, 2)
    })
}

/// Fields: root, size, then left, right and info of each node.
pub(crate) fn avl_tree(n: usize) -> Counts {
    let is_reference = |field| field % 3 != 1;
    let base = |node: u8| 3 * node as usize - 1;
    Hand::<64>::new().search(|h| {
        let root = h.reference(0, n as u8, is_reference);
        if root == 0 {
            h.int(1, 0);
            return n == 0;
        }
        let Some((nodes, count)) = breadth_first(h, root, n as u8, is_reference, base) else {
            return false;
        };
        h.int(1, 0);
        if count != n {
            return false;
        }
        let mut heights = [0_u8; MAX_NODES + 1];
        for &node in nodes[..count].iter().rev() {
            let [left, right] = [0, 1].map(|at| heights[h.value[base(node) + at] as usize]);
            if left.abs_diff(right) > 1 {
                return false;
            }
            heights[node as usize] = 1 + left.max(right);
        }
        keys_in_order(h, root, n as u8, base, 2)
    })
}

/// Fields: c0, c1, c2 and size of the root, then c0, c1 and c2 of each node.
pub(crate) fn ternary_tree(n: usize) -> Counts {
    let is_reference = |field| field != 3;
    Hand::<64>::new().search(|h| {
        let mut visited = 0_u32;
        // The root is number 0 and comes first.
        let mut queue = [0_u8; MAX_NODES];
        let (mut at, mut end) = (0, 1);
        while at < end {
            let node = queue[at] as usize;
            at += 1;
            let base = 3 * node + usize::from(node > 0);
            for link in base..base + 3 {
                let child = h.reference(link, n as u8, is_reference);
                if child != 0 {
                    if visited >> child & 1 == 1 {
                        return false;
                    }
                    visited |= 1 << child;
                    queue[end] = child;
                    end += 1;
                }
            }
        }
        h.int(3, 0);
        end == n + 1
    })
}

/// Fields: root, size, then left, right, parent, color and key of each node.
pub(crate) fn red_black_tree(n: usize) -> Counts {
    let is_reference = |field| field == 0 || (field + 3) % 5 < 3;
    let base = |node: u8| 5 * node as usize - 3;
    Hand::<64>::new().search(|h| {
        let root = h.reference(0, n as u8, is_reference);
        if root == 0 {
            h.int(1, 0);
            return n == 0;
        }
        if h.reference(base(root) + 2, n as u8, is_reference) != 0 {
            return false;
        }
        let mut visited = 1_u32 << root;
        let mut nodes = [0_u8; MAX_NODES];
        nodes[0] = root;
        let (mut at, mut end) = (0, 1);
        while at < end {
            let node = nodes[at];
            at += 1;
            for link in [base(node), base(node) + 1] {
                let child = h.reference(link, n as u8, is_reference);
                if child != 0 {
                    if visited >> child & 1 == 1 {
                        return false;
                    }
                    visited |= 1 << child;
                    if h.reference(base(child) + 2, n as u8, is_reference) != node {
                        return false;
                    }
                    nodes[end] = child;
                    end += 1;
                }
            }
        }
        h.int(1, 0);
        end == n
            && no_red_has_a_red_child(h, &nodes[..end], base)
            && black_heights_agree(h, &nodes[..end], base)
            && keys_in_order(h, root, n as u8, base, 4)
    })
}

#[inline(always)]
fn no_red_has_a_red_child(h: &mut Hand<64>, nodes: &[u8], base: impl Fn(u8) -> usize) -> bool {
    for &node in nodes {
        if h.int(base(node) + 3, 1) == 0 {
            for child in [h.value[base(node)], h.value[base(node) + 1]] {
                if child != 0 && h.int(base(child) + 3, 1) == 0 {
                    return false;
                }
            }
        }
    }
    true
}

#[inline(always)]
fn black_heights_agree(h: &Hand<64>, nodes: &[u8], base: impl Fn(u8) -> usize) -> bool {
    let mut height = None;
    let mut above = [0_u8; MAX_NODES + 1];
    for &node in nodes {
        let blacks = above[node as usize] + h.value[base(node) + 3];
        for child in [h.value[base(node)], h.value[base(node) + 1]] {
            if child != 0 {
                above[child as usize] = blacks;
            } else if *height.get_or_insert(blacks) != blacks {
                return false;
            }
        }
    }
    true
}

/// Fields: root, size, then left, right, parent, color, key and size of each node.
pub(crate) fn order_statistics_tree(n: usize) -> Counts {
    let is_reference = |field| field == 0 || (field + 4) % 6 < 3;
    let base = |node: u8| 6 * node as usize - 4;
    Hand::<64>::new().search(|h| {
        let root = h.reference(0, n as u8, is_reference);
        if root == 0 {
            h.int(1, 0);
            return n == 0;
        }
        if h.reference(base(root) + 2, n as u8, is_reference) != 0 || h.int(base(root) + 3, 1) == 0
        {
            return false;
        }
        let mut visited = 1_u32 << root;
        let (mut nodes, mut count) = ([0_u8; MAX_NODES], 0);
        // The root is black, so no black height is 0.
        let mut height = 0;
        let mut stack = [(0_u8, 0_u8, 0_u8, 0_u8); MAX_NODES];
        stack[0] = (root, 0, n as u8, 0);
        let mut top = 1;
        while top > 0 {
            top -= 1;
            let (node, low, high, above) = stack[top];
            nodes[count] = node;
            count += 1;
            let base_of_node = base(node);
            let key = h.int(base_of_node + 4, n as u8 - 1);
            if key < low || key >= high {
                return false;
            }
            let color = h.int(base_of_node + 3, 1);
            let blacks = above + color;
            for (link, low, high) in [(base_of_node, low, key), (base_of_node + 1, key + 1, high)] {
                let child = h.reference(link, n as u8, is_reference);
                if child != 0 {
                    if visited >> child & 1 == 1 {
                        return false;
                    }
                    visited |= 1 << child;
                    if h.reference(base(child) + 2, n as u8, is_reference) != node
                        || color == 0 && h.int(base(child) + 3, 1) == 0
                    {
                        return false;
                    }
                    stack[top] = (child, low, high, blacks);
                    top += 1;
                } else if height == 0 {
                    height = blacks;
                } else if height != blacks {
                    return false;
                }
            }
        }
        h.int(1, 0);
        if count != n {
            return false;
        }
        let mut sizes = [0_u8; MAX_NODES + 1];
        for &node in nodes[..count].iter().rev() {
            let [left, right] = [0, 1].map(|at| sizes[h.value[base(node) + at] as usize]);
            sizes[node as usize] = 1 + left + right;
            if h.int(base(node) + 5, n as u8 - 1) != left + right {
                return false;
            }
        }
        true
    })
}

/// The nodes breadth first with their number, unless one is met twice; a node's
/// left and right are at its base.
#[inline(always)]
fn breadth_first(
    h: &mut Hand<64>,
    root: u8,
    n: u8,
    is_reference: impl Fn(u8) -> bool + Copy,
    base: impl Fn(u8) -> usize,
) -> Option<([u8; MAX_NODES], usize)> {
    let mut visited = 1_u32 << root;
    let mut nodes = [0_u8; MAX_NODES];
    nodes[0] = root;
    let (mut at, mut end) = (0, 1);
    while at < end {
        let node = nodes[at];
        at += 1;
        for link in [base(node), base(node) + 1] {
            let child = h.reference(link, n, is_reference);
            if child != 0 {
                if visited >> child & 1 == 1 {
                    return None;
                }
                visited |= 1 << child;
                nodes[end] = child;
                end += 1;
            }
        }
    }
    Some((nodes, end))
}

/// Whether the keys `0..=last` are in order, read in preorder; a node's key is
/// `offset` after its base.
#[inline(always)]
fn keys_in_order(
    h: &mut Hand<64>,
    root: u8,
    last: u8,
    base: impl Fn(u8) -> usize,
    offset: usize,
) -> bool {
    let mut stack = [(0_u8, 0_u8, 0_u8); MAX_NODES];
    stack[0] = (root, 0, last + 1);
    let mut top = 1;
    while top > 0 {
        top -= 1;
        let (node, low, high) = stack[top];
        let base = base(node);
        let key = h.int(base + offset, last);
        if key < low || key >= high {
            return false;
        }
        let (left, right) = (h.value[base], h.value[base + 1]);
        if right != 0 {
            stack[top] = (right, key + 1, high);
            top += 1;
        }
        if left != 0 {
            stack[top] = (left, low, key);
            top += 1;
        }
    }
    true
}
