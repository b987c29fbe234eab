//! What Rust programs are made of: enums, traits, closures, containers, panics, formatting.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::fmt;
use std::rc::{Rc, Weak};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

thread_local! {
    static DEPTH: Cell<u32> = const { Cell::new(0) };
}
static COUNT: AtomicUsize = AtomicUsize::new(0);

#[derive(Clone, Debug, PartialEq)]
pub enum Tree {
    Leaf(i64),
    Node(Box<Tree>, Box<Tree>),
    Named { name: String, weight: f64 },
}

pub trait Visit {
    fn visit(&mut self, tree: &Tree);
}

struct Sum(i64);

impl Visit for Sum {
    fn visit(&mut self, tree: &Tree) {
        match tree {
            Tree::Leaf(value) => self.0 = self.0.checked_add(*value).expect("no overflow"),
            Tree::Node(left, right) => {
                self.visit(left);
                self.visit(right);
            }
            Tree::Named { weight, .. } => self.0 += weight.round() as i64,
        }
    }
}

impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Tree::Leaf(value) => write!(f, "{value:>5}"),
            Tree::Node(left, right) => write!(f, "({left} {right})"),
            Tree::Named { name, weight } => write!(f, "{name}: {weight:.2e}"),
        }
    }
}

#[derive(Default)]
pub struct Linked {
    next: RefCell<Option<Rc<Linked>>>,
    before: RefCell<Weak<Linked>>,
}

pub fn linked(count: usize) -> Rc<Linked> {
    let first = Rc::new(Linked::default());
    let mut last = first.clone();
    for _ in 0..count {
        let next = Rc::new(Linked::default());
        *next.before.borrow_mut() = Rc::downgrade(&last);
        *last.next.borrow_mut() = Some(next.clone());
        last = next;
    }
    first
}

pub fn parse(text: &str) -> Result<Vec<u32>, std::num::ParseIntError> {
    text.split(',').map(|part| part.trim().parse::<u32>()).collect()
}

pub fn total(tree: &Tree) -> i64 {
    let mut sum = Sum(0);
    let visitor: &mut dyn Visit = &mut sum;
    visitor.visit(tree);
    sum.0
}

pub fn unwinds(x: u32) -> u32 {
    let caught = std::panic::catch_unwind(move || {
        DEPTH.with(|depth| depth.set(depth.get() + 1));
        if x > 3 { panic!("{x} is too large") } else { x }
    });
    caught.unwrap_or(0)
}

pub fn main() {
    let mut words: HashMap<String, Vec<usize>> = HashMap::new();
    for (at, word) in "the cat the dog".split_whitespace().enumerate() {
        words.entry(word.to_owned()).or_default().push(at);
    }
    let sorted: BTreeMap<_, _> = words.iter().collect();
    let unique: HashSet<char> = "abcabc".chars().collect();
    let mut queue: VecDeque<i128> = (0..10).map(|n| n * n << 60).collect();
    queue.rotate_left(3);
    let shared = Arc::new(Mutex::new(vec![3_u8, 1, 2]));
    shared.lock().expect("nobody panicked").sort_unstable();
    let tree = Tree::Node(
        Box::new(Tree::Leaf(4)),
        Box::new(Tree::Named { name: "x".into(), weight: 2.5 }),
    );
    COUNT.fetch_add(unique.len(), Ordering::SeqCst);
    println!("{sorted:?} {tree} {} {queue:?} {shared:?} {}", total(&tree), unwinds(5));
    println!("{:?} {}", parse("1, 2, x"), Rc::strong_count(&linked(3)));
    println!("{:e} {:?} {}", 1.5_f32, f64::NAN.max(0.1), 3.7_f64.mul_add(2.0, 1.0).sin());
}
