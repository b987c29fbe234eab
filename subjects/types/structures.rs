//! Structures of types that ordinary Rust code has. The table in `docs/structures.md` has the number of
//! valid structures of each, with its formula.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::num::NonZeroU8;
use std::rc::Rc;
use std::sync::Arc;

/// A set as a sorted vector.
pub struct SortedVec {
    pub items: Vec<u8>,
}

impl SortedVec {
    pub fn rep_ok(&self) -> bool {
        self.items.windows(2).all(|pair| pair[0] < pair[1])
    }
}

/// A multiset as a sorted queue.
pub struct Queue {
    pub items: VecDeque<u8>,
}

impl Queue {
    pub fn rep_ok(&self) -> bool {
        self.items.iter().zip(self.items.iter().skip(1)).all(|(one, next)| one <= next)
    }
}

/// A palindrome.
pub struct Palindrome {
    pub text: String,
}

impl Palindrome {
    pub fn rep_ok(&self) -> bool {
        self.text.bytes().eq(self.text.bytes().rev())
    }
}

/// Bits of which no two neighbours are set.
pub struct Sparse {
    pub bits: Box<[bool]>,
}

impl Sparse {
    pub fn rep_ok(&self) -> bool {
        self.bits.windows(2).all(|pair| !(pair[0] && pair[1]))
    }
}

/// Both ends of an interval, or none.
pub struct Interval {
    pub low: Option<u8>,
    pub high: Option<u8>,
}

impl Interval {
    pub fn rep_ok(&self) -> bool {
        match (self.low, self.high) {
            (None, None) => true,
            (Some(low), Some(high)) => low <= high,
            _ => false,
        }
    }
}

/// An enum with data.
pub enum Shape {
    Point,
    Circle { radius: u8 },
    Rect(u8, u8),
}

impl Shape {
    pub fn rep_ok(&self) -> bool {
        match self {
            Shape::Point => true,
            Shape::Circle { radius } => *radius > 0,
            Shape::Rect(width, height) => width <= height,
        }
    }
}

/// Whether an object was not met before.
fn is_new<T>(object: &T, met: &mut Vec<*const T>) -> bool {
    let address: *const T = object;
    let is_new = !met.contains(&address);
    met.push(address);
    is_new
}

/// The shape of a binary tree.
pub enum Tree {
    Leaf,
    Node(Box<Tree>, Box<Tree>),
}

impl Tree {
    pub fn rep_ok(&self) -> bool {
        fn walk(tree: &Tree, met: &mut Vec<*const Tree>) -> bool {
            is_new(tree, met)
                && match tree {
                    Tree::Leaf => true,
                    Tree::Node(left, right) => walk(left, met) && walk(right, met),
                }
        }
        walk(self, &mut Vec::new())
    }
}

/// A search tree.
pub enum Search {
    Leaf,
    Node(Box<Search>, u8, Box<Search>),
}

impl Search {
    pub fn rep_ok(&self) -> bool {
        fn walk(tree: &Search, met: &mut Vec<*const Search>, low: i32, high: i32) -> bool {
            is_new(tree, met)
                && match tree {
                    Search::Leaf => true,
                    Search::Node(left, key, right) => {
                        let key = i32::from(*key);
                        low < key
                            && key < high
                            && walk(left, met, low, key)
                            && walk(right, met, key, high)
                    }
                }
        }
        walk(self, &mut Vec::new(), -1, 1000)
    }
}

/// An expression.
pub enum Expr {
    Num(u8),
    Neg(Box<Expr>),
    Add(Box<Expr>, Box<Expr>),
}

impl Expr {
    pub fn rep_ok(&self) -> bool {
        fn walk(expr: &Expr, met: &mut Vec<*const Expr>) -> bool {
            is_new(expr, met)
                && match expr {
                    Expr::Num(number) => *number < 100,
                    Expr::Neg(of) => walk(of, met),
                    Expr::Add(left, right) => walk(left, met) && walk(right, met),
                }
        }
        walk(self, &mut Vec::new())
    }
}

/// A list as an enum.
pub enum List {
    Nil,
    Cons(u8, Box<List>),
}

impl List {
    pub fn rep_ok(&self) -> bool {
        let (mut met, mut at) = (Vec::new(), self);
        loop {
            if !is_new(at, &mut met) {
                return false;
            }
            match at {
                List::Nil => return true,
                List::Cons(value, next) => {
                    if *value > 100 {
                        return false;
                    }
                    at = next;
                }
            }
        }
    }
}

/// A tuple.
pub struct Pair {
    pub both: (u8, u8),
}

impl Pair {
    pub fn rep_ok(&self) -> bool {
        self.both.0 + self.both.1 == 3
    }
}

/// Newtypes.
pub struct Meters(pub u8);

pub struct Trip {
    pub from: Meters,
    pub to: Meters,
}

impl Trip {
    pub fn rep_ok(&self) -> bool {
        self.from.0 < self.to.0
    }
}

/// An array of arrays: a symmetric matrix.
pub struct Symmetric {
    pub cells: [[bool; 2]; 2],
}

impl Symmetric {
    pub fn rep_ok(&self) -> bool {
        self.cells[0][1] == self.cells[1][0] && (self.cells[0][0] || !self.cells[0][0] && (self.cells[1][1] || !self.cells[1][1]))
    }
}

/// Cells: a counter and a log of as many entries below it.
pub struct Counter {
    pub hits: Cell<u8>,
    pub log: RefCell<Vec<u8>>,
}

impl Counter {
    pub fn rep_ok(&self) -> bool {
        let (hits, log) = (self.hits.get(), self.log.borrow());
        log.len() == usize::from(hits) && log.iter().all(|&entry| entry < hits)
    }
}

/// A list of shared items.
pub struct Item {
    pub next: Option<Rc<RefCell<Item>>>,
}

pub struct Shared {
    pub head: Option<Rc<RefCell<Item>>>,
}

impl Shared {
    pub fn rep_ok(&self) -> bool {
        let (mut met, mut at) = (Vec::new(), self.head.clone());
        while let Some(item) = at {
            let address = Rc::as_ptr(&item);
            if met.contains(&address) {
                return false;
            }
            met.push(address);
            at = item.borrow().next.clone();
        }
        true
    }
}

/// The same with `Arc`.
pub struct Link {
    pub next: Option<Arc<Link>>,
}

pub struct Chain {
    pub head: Option<Arc<Link>>,
}

impl Chain {
    pub fn rep_ok(&self) -> bool {
        let (mut met, mut at) = (Vec::new(), self.head.as_deref());
        while let Some(link) = at {
            if !is_new(link, &mut met) {
                return false;
            }
            at = link.next.as_deref();
        }
        true
    }
}

/// A vector of vectors: rows of one length.
pub struct Matrix {
    pub rows: Vec<Vec<u8>>,
}

impl Matrix {
    pub fn rep_ok(&self) -> bool {
        let width = self.rows.first().map_or(0, Vec::len);
        self.rows.iter().all(|row| row.len() == width && row.iter().all(|&cell| cell < 100))
    }
}

/// An option of an option.
pub struct Nested {
    pub answer: Option<Option<bool>>,
}

impl Nested {
    pub fn rep_ok(&self) -> bool {
        match self.answer {
            None | Some(None) => true,
            Some(Some(answer)) => answer || !std::hint::black_box(answer),
        }
    }
}

/// A result.
pub struct Outcome {
    pub result: Result<u8, bool>,
}

impl Outcome {
    pub fn rep_ok(&self) -> bool {
        match self.result {
            Ok(value) => value > 0,
            Err(error) => error,
        }
    }
}

/// A character.
pub struct Letter {
    pub letter: char,
}

impl Letter {
    pub fn rep_ok(&self) -> bool {
        self.letter != 'b'
    }
}

/// A number that is not zero.
pub struct Ratio {
    pub part: u8,
    pub whole: NonZeroU8,
}

impl Ratio {
    pub fn rep_ok(&self) -> bool {
        self.part <= self.whole.get()
    }
}

/// A graph in which indices are links.
pub struct Vertex {
    pub next: usize,
}

pub struct Graph {
    pub vertices: Vec<Vertex>,
}

impl Graph {
    pub fn rep_ok(&self) -> bool {
        self.vertices.iter().all(|vertex| vertex.next < self.vertices.len())
    }
}

/// A vector of an enum with data.
pub struct Scene {
    pub shapes: Vec<Shape>,
}

impl Scene {
    pub fn rep_ok(&self) -> bool {
        self.shapes.iter().all(Shape::rep_ok)
    }
}

/// An optional string.
pub struct Titled {
    pub title: Option<String>,
}

impl Titled {
    pub fn rep_ok(&self) -> bool {
        self.title.as_ref().is_none_or(|title| !title.is_empty() && title.bytes().all(|b| b == b'a'))
    }
}

/// Fields that the predicate does not read, of types without bounds.
pub struct Cached {
    pub items: Vec<u8>,
    pub seen: HashMap<u8, u8>,
    pub order: BTreeMap<u8, u8>,
    pub load: f64,
}

impl Cached {
    pub fn rep_ok(&self) -> bool {
        self.items.windows(2).all(|pair| pair[0] < pair[1])
    }
}

/// A floating-point number from a list of values.
pub struct Sample {
    pub weight: f64,
}

impl Sample {
    pub fn rep_ok(&self) -> bool {
        self.weight > 1.0
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
