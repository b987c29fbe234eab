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

    pub fn insert(&mut self, x: u8) -> bool {
        match self.items.binary_search(&x) {
            Ok(_) => false,
            Err(at) => {
                self.items.insert(at, x);
                true
            }
        }
    }

    pub fn remove(&mut self, x: u8) -> bool {
        let found = self.items.binary_search(&x);
        if let Ok(at) = found {
            self.items.remove(at);
        }
        found.is_ok()
    }

    pub fn inserted(&self, old: &SortedVec, x: u8, result: bool) -> bool {
        self.items.contains(&x)
            && old.items.iter().all(|item| self.items.contains(item))
            && self.items.len() == old.items.len() + usize::from(result)
    }

    pub fn removed(&self, old: &SortedVec, x: u8, result: bool) -> bool {
        !self.items.contains(&x) && self.items.len() + usize::from(result) == old.items.len()
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

    pub fn push(&mut self, x: u8) {
        let at = self.items.iter().position(|&item| item > x).unwrap_or(self.items.len());
        self.items.insert(at, x);
    }

    pub fn pop(&mut self) -> Option<u8> {
        self.items.pop_front()
    }

    pub fn popped(&self, old: &Queue, result: Option<u8>) -> bool {
        result == old.items.front().copied() && self.items.iter().eq(old.items.iter().skip(1))
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

    /// Adds a letter at both ends.
    pub fn frame(&mut self) {
        self.text.insert(0, 'b');
        self.text.push('b');
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

    /// Sets a bit if none of its neighbours is set.
    pub fn set(&mut self, i: usize) -> bool {
        if i >= self.bits.len() {
            return false;
        }
        let left = i > 0 && self.bits[i - 1];
        let right = i + 1 < self.bits.len() && self.bits[i + 1];
        if !left && !right {
            self.bits[i] = true;
        }
        self.bits[i]
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

    /// Makes the interval so long that it contains a number.
    pub fn widen(&mut self, x: u8) {
        self.low = Some(self.low.map_or(x, |low| low.min(x)));
        self.high = Some(self.high.map_or(x, |high| high.max(x)));
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

    pub fn grow(&mut self) {
        match self {
            Shape::Point => *self = Shape::Circle { radius: 1 },
            Shape::Circle { radius } => *radius += 1,
            Shape::Rect(width, height) => {
                *width += 1;
                *height += 1;
            }
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

    pub fn nodes(&self) -> usize {
        match self {
            Tree::Leaf => 0,
            Tree::Node(left, right) => 1 + left.nodes() + right.nodes(),
        }
    }

    /// Puts a node in the place of the leftmost leaf.
    pub fn grow(&mut self) {
        match self {
            Tree::Leaf => *self = Tree::Node(Box::new(Tree::Leaf), Box::new(Tree::Leaf)),
            Tree::Node(left, _) => left.grow(),
        }
    }

    pub fn grown(&self, old: &Tree) -> bool {
        self.nodes() == old.nodes() + 1
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

    pub fn insert(&mut self, x: u8) -> bool {
        match self {
            Search::Leaf => {
                *self = Search::Node(Box::new(Search::Leaf), x, Box::new(Search::Leaf));
                true
            }
            Search::Node(left, key, _) if x < *key => left.insert(x),
            Search::Node(_, key, right) if x > *key => right.insert(x),
            Search::Node(..) => false,
        }
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

    pub fn value(&self) -> i32 {
        match self {
            Expr::Num(number) => i32::from(*number),
            Expr::Neg(of) => -of.value(),
            Expr::Add(left, right) => left.value() + right.value(),
        }
    }

    /// Removes double negations at the top.
    pub fn simplify(&mut self) {
        while let Expr::Neg(of) = self {
            let Expr::Neg(inner) = &mut **of else { break };
            let inner = std::mem::replace(&mut **inner, Expr::Num(0));
            *self = inner;
        }
    }

    pub fn same_value(&self, old: &Expr) -> bool {
        self.value() == old.value()
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

    pub fn len(&self) -> usize {
        match self {
            List::Nil => 0,
            List::Cons(_, next) => 1 + next.len(),
        }
    }

    pub fn push_back(&mut self, x: u8) {
        match self {
            List::Nil => *self = List::Cons(x, Box::new(List::Nil)),
            List::Cons(_, next) => next.push_back(x),
        }
    }

    pub fn pushed(&self, old: &List) -> bool {
        self.len() == old.len() + 1
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

    /// Moves one from the first to the second.
    pub fn shift(&mut self) {
        if self.both.0 > 0 {
            self.both = (self.both.0 - 1, self.both.1 + 1);
        }
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

    pub fn shorten(&mut self, by: u8) {
        if self.to.0 > self.from.0 + by {
            self.to.0 -= by;
        }
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

    pub fn flip(&mut self, row: usize, column: usize) {
        let flipped = !self.cells[row][column];
        self.cells[row][column] = flipped;
        self.cells[column][row] = flipped;
    }

    pub fn flipped(&self, old: &Symmetric, row: usize, column: usize) -> bool {
        self.cells[row][column] != old.cells[row][column]
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

    pub fn hit(&self) {
        let hits = self.hits.get();
        self.log.borrow_mut().push(hits);
        self.hits.set(hits + 1);
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

    pub fn push(&mut self) {
        let next = self.head.take();
        self.head = Some(Rc::new(RefCell::new(Item { next })));
    }

    pub fn len(&self) -> usize {
        let (mut count, mut at) = (0, self.head.clone());
        while let Some(item) = at {
            count += 1;
            at = item.borrow().next.clone();
        }
        count
    }

    pub fn pushed(&self, old: &Shared) -> bool {
        self.len() == old.len() + 1
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

    pub fn push(&mut self) {
        let next = self.head.take();
        self.head = Some(Arc::new(Link { next }));
    }

    pub fn len(&self) -> usize {
        std::iter::successors(self.head.as_deref(), |link| link.next.as_deref()).count()
    }

    pub fn pushed(&self, old: &Chain) -> bool {
        self.len() == old.len() + 1
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

    pub fn add_row(&mut self) {
        let width = self.rows.first().map_or(0, Vec::len);
        self.rows.push(vec![0; width]);
    }

    pub fn transpose(&mut self) {
        let width = self.rows.first().map_or(0, Vec::len);
        let column = |at: usize| self.rows.iter().map(|row| row[at]).collect();
        self.rows = (0..width).map(column).collect();
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

    pub fn is_yes(&self) -> bool {
        self.answer.flatten().unwrap_or(false)
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

    pub fn recover(&mut self) {
        if self.result.is_err() {
            self.result = Ok(1);
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

    pub fn next(&mut self) {
        self.letter = if self.letter == 'a' { 'c' } else { 'a' };
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

    pub fn coarsen(&mut self) {
        if let Some(whole) = NonZeroU8::new(self.whole.get() / 2) {
            self.part = self.part.min(whole.get());
            self.whole = whole;
        }
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

    /// A new vertex, which leads to the first one.
    pub fn add(&mut self) {
        self.vertices.push(Vertex { next: 0 });
    }

    pub fn remove_last(&mut self) {
        self.vertices.pop();
        let last = self.vertices.len();
        for vertex in &mut self.vertices {
            if vertex.next == last {
                vertex.next = 0;
            }
        }
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

    pub fn grow_all(&mut self) {
        self.shapes.iter_mut().for_each(Shape::grow);
    }

    pub fn remove_points(&mut self) {
        self.shapes.retain(|shape| !matches!(shape, Shape::Point));
    }

    pub fn has_no_points(&self) -> bool {
        !self.shapes.iter().any(|shape| matches!(shape, Shape::Point))
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

    /// Removes the last letter; without letters there is no title.
    pub fn shorten(&mut self) {
        if let Some(title) = &mut self.title {
            title.pop();
            if title.is_empty() {
                self.title = None;
            }
        }
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

    pub fn add(&mut self, x: u8) {
        if let Err(at) = self.items.binary_search(&x) {
            self.items.insert(at, x);
            self.seen.insert(x, 1);
        }
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

    pub fn soften(&mut self) {
        if self.weight > 2.0 {
            self.weight /= 2.0;
        }
    }
}
