//! A persistent table: elements by number, which copies share until they differ.
//!
//! It is a tree of fixed fan-out whose leaves hold the elements. A copy is one reference; a change
//! copies the shared nodes on the path to the leaf. Parts without an element take no memory, so
//! numbers that are never used again cost nothing.

use std::rc::Rc;

const BITS: u32 = 5;
const FAN: usize = 1 << BITS;

#[derive(Debug)]
enum Node<T> {
    Inner(Box<[Option<Rc<Node<T>>>; FAN]>),
    Leaf(Box<[Option<T>; FAN]>),
}

impl<T: Clone> Clone for Node<T> {
    fn clone(&self) -> Self {
        match self {
            Self::Inner(children) => Self::Inner(children.clone()),
            Self::Leaf(elements) => Self::Leaf(elements.clone()),
        }
    }
}

impl<T: Clone> Node<T> {
    fn new(height: u32) -> Self {
        match height {
            0 => Self::Leaf(Box::new([const { None }; FAN])),
            _ => Self::Inner(Box::new([const { None }; FAN])),
        }
    }

    fn is_empty(&self) -> bool {
        match self {
            Self::Inner(children) => children.iter().all(Option::is_none),
            Self::Leaf(elements) => elements.iter().all(Option::is_none),
        }
    }
}

/// A persistent table, whose copies share elements.
#[derive(Clone, Debug)]
pub struct Table<T> {
    root: Rc<Node<T>>,
    /// The number of levels of inner nodes above the leaves.
    height: u32,
}

// Other crates look up elements in their innermost loops.
#[inline]
fn slot(index: u32, height: u32) -> usize {
    (index >> (BITS * height)) as usize & (FAN - 1)
}

impl<T: Clone> Default for Table<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: Clone> Table<T> {
    /// The table without elements.
    #[must_use]
    pub fn new() -> Self {
        Self { root: Rc::new(Node::new(0)), height: 0 }
    }

    /// Whether the tree is too low for an index.
    #[inline]
    fn is_beyond(&self, index: u32) -> bool {
        u64::from(index) >> (BITS * (self.height + 1)) != 0
    }

    /// An element.
    #[inline]
    #[must_use]
    pub fn get(&self, index: u32) -> Option<&T> {
        if self.is_beyond(index) {
            return None;
        }
        let mut node = &*self.root;
        let mut height = self.height;
        loop {
            match node {
                Node::Leaf(elements) => return elements[slot(index, 0)].as_ref(),
                Node::Inner(children) => {
                    node = children[slot(index, height)].as_deref()?;
                    height -= 1;
                }
            }
        }
    }

    /// An element, to be changed. The nodes on the path to it are no longer shared after that.
    #[inline]
    pub fn get_mut(&mut self, index: u32) -> Option<&mut T> {
        if self.is_beyond(index) {
            return None;
        }
        let mut height = self.height;
        let mut node = Rc::make_mut(&mut self.root);
        loop {
            match node {
                Node::Leaf(elements) => return elements[slot(index, 0)].as_mut(),
                Node::Inner(children) => {
                    node = Rc::make_mut(children[slot(index, height)].as_mut()?);
                    height -= 1;
                }
            }
        }
    }

    /// Puts an element in place.
    pub fn set(&mut self, index: u32, element: T) {
        while self.is_beyond(index) {
            self.height += 1;
            let mut above = Node::new(self.height);
            if let Node::Inner(children) = &mut above
                && !self.root.is_empty()
            {
                children[0] = Some(Rc::clone(&self.root));
            }
            self.root = Rc::new(above);
        }
        let mut height = self.height;
        let mut node = Rc::make_mut(&mut self.root);
        loop {
            match node {
                Node::Leaf(elements) => {
                    elements[slot(index, 0)] = Some(element);
                    return;
                }
                Node::Inner(children) => {
                    height -= 1;
                    let child = children[slot(index, height + 1)]
                        .get_or_insert_with(|| Rc::new(Node::new(height)));
                    node = Rc::make_mut(child);
                }
            }
        }
    }

    /// Removes an element and the nodes that become empty.
    pub fn remove(&mut self, index: u32) {
        if self.get(index).is_none() {
            return;
        }
        let mut height = self.height;
        let mut node = Rc::make_mut(&mut self.root);
        loop {
            match node {
                Node::Leaf(elements) => {
                    elements[slot(index, 0)] = None;
                    return;
                }
                Node::Inner(children) => {
                    let at = slot(index, height);
                    height -= 1;
                    if children[at].as_ref().is_some_and(|below| is_alone(below, index, height)) {
                        children[at] = None;
                        return;
                    }
                    let Some(below) = &mut children[at] else { return };
                    node = Rc::make_mut(below);
                }
            }
        }
    }

    /// The elements with their numbers, in order.
    pub fn iter(&self) -> impl Iterator<Item = (u32, &T)> {
        let mut open = vec![(0u32, self.height, &*self.root)];
        let mut leaf: Option<(u32, usize, &[Option<T>; FAN])> = None;
        std::iter::from_fn(move || {
            loop {
                if let Some((first, at, elements)) = &mut leaf {
                    while *at < FAN {
                        let k = *at;
                        *at += 1;
                        if let Some(element) = &elements[k] {
                            return Some((*first + k as u32, element));
                        }
                    }
                    leaf = None;
                }
                let (first, height, node) = open.pop()?;
                match node {
                    Node::Leaf(elements) => leaf = Some((first, 0, elements)),
                    Node::Inner(children) => {
                        for (k, child) in children.iter().enumerate().rev() {
                            if let Some(child) = child {
                                let first = first + ((k as u32) << (BITS * height));
                                open.push((first, height - 1, child));
                            }
                        }
                    }
                }
            }
        })
    }
}

/// Whether a tree holds one element and no more: the one at `index`, which it is known to hold.
fn is_alone<T>(node: &Node<T>, index: u32, mut height: u32) -> bool {
    let mut node = node;
    loop {
        match node {
            Node::Leaf(elements) => return elements.iter().flatten().count() == 1,
            Node::Inner(children) => {
                let mut others = children.iter().enumerate();
                let at = slot(index, height);
                if others.any(|(k, child)| k != at && child.is_some()) {
                    return false;
                }
                let Some(child) = &children[at] else { return true };
                node = child;
                height -= 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// Random changes of several copies, each beside a plain map.
    #[test]
    fn copies_behave_like_maps() {
        let mut random = crate::Random(1);
        let mut next = move || random.next();
        let mut copies = vec![(Table::new(), BTreeMap::new())];
        for step in 0..20_000 {
            let which = next() as usize % copies.len();
            let range = [40, 1_100, 40_000, u64::from(u32::MAX)][next() as usize % 4];
            let index = (next() % range) as u32;
            let count = copies.len();
            let (table, map) = &mut copies[which];
            match next() % 8 {
                0..4 => {
                    table.set(index, step);
                    map.insert(index, step);
                }
                4 => {
                    let known = map.keys().nth(next() as usize % map.len().max(1)).copied();
                    let index = known.unwrap_or(index);
                    table.remove(index);
                    map.remove(&index);
                }
                5 => {
                    if let Some(element) = table.get_mut(index) {
                        *element += 1;
                    }
                    map.entry(index).and_modify(|element| *element += 1);
                }
                6 if count < 8 => {
                    let copy = copies[which].clone();
                    copies.push(copy);
                }
                _ => assert_eq!(table.get(index), map.get(&index)),
            }
        }
        for (table, map) in &copies {
            assert!(table.iter().eq(map.iter().map(|(&index, element)| (index, element))));
            assert!(map.iter().all(|(&index, element)| table.get(index) == Some(element)));
        }
    }

    #[test]
    fn what_is_removed_takes_no_memory() {
        let mut table = Table::new();
        for index in 0..100_000 {
            table.set(index, index);
            table.remove(index);
        }
        assert!(table.root.is_empty());
        assert_eq!(table.iter().count(), 0);
    }
}
