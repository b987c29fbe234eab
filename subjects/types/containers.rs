//! Structures with containers of Rust's library, which are made by their own operations. The table in
//! `docs/structures.md` has the number of valid structures of each, with its formula.

use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList};

/// Amounts of items, some of which are reserved.
pub struct Inventory {
    pub amounts: HashMap<u8, u8>,
    pub reserved: BTreeSet<u8>,
}

impl Inventory {
    pub fn rep_ok(&self) -> bool {
        self.amounts.values().all(|&amount| amount > 0)
            && self.reserved.iter().all(|item| self.amounts.contains_key(item))
    }

    /// Takes one; an item that is used up is no longer reserved.
    pub fn take(&mut self, item: u8) -> bool {
        let Some(amount) = self.amounts.get_mut(&item) else { return false };
        *amount -= 1;
        if *amount == 0 {
            self.amounts.remove(&item);
            self.reserved.remove(&item);
        }
        true
    }

    pub fn add(&mut self, item: u8) {
        *self.amounts.entry(item).or_insert(0) += 1;
    }
}

/// A directed graph without loops: for each node the nodes that it leads to.
pub struct Graph {
    pub edges: BTreeMap<u8, BTreeSet<u8>>,
}

impl Graph {
    pub fn rep_ok(&self) -> bool {
        self.edges.iter().all(|(node, to)| {
            !to.contains(node) && to.iter().all(|next| self.edges.contains_key(next))
        })
    }

    pub fn add_edge(&mut self, from: u8, to: u8) {
        if from != to {
            self.edges.entry(to).or_default();
            self.edges.entry(from).or_default().insert(to);
        }
    }

    pub fn remove(&mut self, node: u8) {
        self.edges.remove(&node);
        for to in self.edges.values_mut() {
            to.remove(&node);
        }
    }
}

/// Words without equal ones.
pub struct Words {
    pub words: HashSet<String>,
}

impl Words {
    pub fn rep_ok(&self) -> bool {
        self.words.iter().all(|word| !word.is_empty())
    }

    pub fn add(&mut self, count: usize) {
        if count > 0 {
            self.words.insert("a".repeat(count));
        }
    }
}

/// A prefix tree: what it leads to is owned by a map.
pub struct Trie {
    pub end: bool,
    pub next: BTreeMap<char, Box<Trie>>,
}

impl Trie {
    pub fn rep_ok(&self) -> bool {
        fn walk(trie: &Trie, met: &mut Vec<*const Trie>) -> bool {
            if met.contains(&(trie as *const Trie)) {
                return false;
            }
            met.push(trie);
            // Nothing ends in the empty word, and every branch leads to an end.
            let below = trie.next.values().all(|next| walk(next, met));
            below && trie.next.values().all(|next| next.end || !next.next.is_empty())
        }
        !self.end && walk(self, &mut Vec::new())
    }

    pub fn add(&mut self, is_b: bool) {
        let letter = if is_b { 'b' } else { 'a' };
        let new = || Box::new(Trie { end: false, next: BTreeMap::new() });
        self.next.entry(letter).or_insert_with(new).end = true;
    }
}

/// A map that may be missing.
pub struct Cache {
    pub cached: Option<HashMap<u8, bool>>,
}

impl Cache {
    pub fn rep_ok(&self) -> bool {
        self.cached.as_ref().is_none_or(|cached| !cached.is_empty())
    }

    pub fn remove(&mut self, key: u8) {
        if let Some(cached) = &mut self.cached {
            cached.remove(&key);
            if cached.is_empty() {
                self.cached = None;
            }
        }
    }
}

/// A document: maps in an enum, nested.
pub enum Document {
    Null,
    Number(u8),
    Object(BTreeMap<bool, Document>),
}

impl Document {
    pub fn rep_ok(&self) -> bool {
        match self {
            Document::Object(fields) => fields.values().all(Document::rep_ok),
            _ => true,
        }
    }

    /// The first number in it.
    pub fn first(&self) -> Option<u8> {
        match self {
            Document::Null => None,
            Document::Number(number) => Some(*number),
            Document::Object(fields) => fields.values().find_map(Document::first),
        }
    }
}

/// A heap and a list.
pub struct Tasks {
    pub urgent: BinaryHeap<u8>,
    pub done: LinkedList<bool>,
}

impl Tasks {
    pub fn rep_ok(&self) -> bool {
        self.urgent.iter().all(|&task| task > 0) && self.done.len() == self.urgent.len()
    }

    pub fn finish(&mut self) {
        if self.urgent.pop().is_some() {
            self.done.pop_back();
        }
    }

    pub fn add(&mut self, x: u8) {
        self.urgent.push(x + 1);
        self.done.push_back(false);
    }
}

/// Counted slices: a set, and a text of one letter.
pub struct Interned {
    pub ids: std::rc::Rc<[u8]>,
    pub name: std::sync::Arc<str>,
}

impl Interned {
    pub fn rep_ok(&self) -> bool {
        self.ids.windows(2).all(|pair| pair[0] < pair[1]) && self.name.bytes().all(|b| b == b'a')
    }

    /// The last number goes; the smallest one should.
    pub fn drop_least(&mut self) {
        self.ids = self.ids[..self.ids.len().saturating_sub(1)].into();
    }

    pub fn has_no_zero(&self) -> bool {
        self.ids.first() != Some(&0)
    }
}
