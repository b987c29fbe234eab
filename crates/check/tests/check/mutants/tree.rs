pub struct Node {
    left: Option<Box<Node>>,
    right: Option<Box<Node>>,
    key: i32,
    height: i32,
}

#[derive(PartialEq, Clone)]
pub struct Limits {
    low: i32,
    high: i32,
}

pub struct Tree {
    root: Option<Box<Node>>,
    size: usize,
    keys: Vec<i32>,
    spare: Vec<i32>,
    full: bool,
    limits: Limits,
}

impl Tree {
    fn count(&mut self) {
        self.size += 1;
    }

    fn is_large(&self) -> bool {
        self.size >= 100
    }

    pub fn add(&mut self, key: i32) -> bool {
        let mut at = &mut self.root;
        if self.full {
            return false;
        }
        while let Some(node) = at {
            if key == node.key {
                return false;
            }
            if key < node.key {
                at = &mut node.left;
            } else {
                at = &mut node.right;
            }
        }
        *at = Some(Box::new(Node { left: None, right: None, key, height: 0 }));
        self.count();
        self.keys.push(key);
        if self.limits.low > key {
            self.limits.low = key;
        }
        for i in 0..self.keys.len() {
            self.keys[i] = self.keys[i] % key;
        }
        print!("{key} ");
        if !self.is_large() && self.limits.clone() != self.limits {
            self.size = 1;
        }
        true
    }
}

#[unsafe(no_mangle)]
#[inline(never)]
pub fn add(tree: &mut Tree, key: i32) -> bool {
    tree.add(key)
}

fn main() {
    let limits = Limits { low: 9, high: 9 };
    let mut tree =
        Tree { root: None, size: 0, keys: vec![], spare: vec![], full: false, limits };
    for key in [2, 1, 3, 2] {
        print!("{}", if add(&mut tree, key) { "+" } else { "-" });
    }
    let Tree { size, keys, spare, limits, .. } = tree;
    println!(" {size} {} {} {} {}", keys.len(), spare.len(), limits.low, limits.high);
}
