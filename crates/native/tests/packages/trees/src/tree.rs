//! Search trees.

pub struct Node {
    left: Option<Box<Node>>,
    right: Option<Box<Node>>,
    data: i32,
}

pub struct Bst {
    root: Option<Box<Node>>,
    size: usize,
}

impl Bst {
    /// Whether the keys are in order, and `size` is their number.
    pub fn rep_ok(&self) -> bool {
        let (mut keys, mut met) = (Vec::new(), 0);
        in_order(&self.root, &mut keys, &mut met) && keys.len() == self.size && keys::ascend(&keys)
    }

    fn secret(&self) -> bool {
        self.size == 0
    }

    pub fn size(&self) -> usize {
        self.size
    }
}

/// Whether a tree is empty.
pub fn is_empty(tree: &Bst) -> bool {
    tree.root.is_none() && tree.secret()
}

fn in_order(node: &Option<Box<Node>>, keys: &mut Vec<i32>, met: &mut usize) -> bool {
    let Some(node) = node else { return true };
    *met += 1;
    // Nothing but a cycle has more nodes.
    if *met > 8 || (cfg!(feature = "threes") && node.data % 3 != 0) {
        return false;
    }
    if !in_order(&node.left, keys, met) {
        return false;
    }
    keys.push(node.data);
    in_order(&node.right, keys, met)
}
