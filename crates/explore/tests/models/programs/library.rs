//! Collections, text, input, files.

use std::cell::RefCell;
use std::collections::{BTreeMap, BinaryHeap, HashMap, VecDeque};
use std::fmt;
use std::io::{self, BufRead, Read, Write};
use std::rc::Rc;

#[derive(Debug, Clone, PartialEq)]
enum Shape {
    Circle { radius: f64 },
    Square(f64),
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Shape::Circle { radius } => write!(f, "circle of {radius:.2}"),
            Shape::Square(side) => write!(f, "square of {side}"),
        }
    }
}

struct Loud(&'static str);

impl Drop for Loud {
    fn drop(&mut self) {
        println!("dropped {}", self.0);
    }
}

trait Speak {
    fn speak(&self) -> String;
}

impl Speak for Shape {
    fn speak(&self) -> String {
        format!("{self:?}")
    }
}

#[derive(Default)]
struct Node {
    value: i32,
    children: Vec<Rc<RefCell<Node>>>,
}

fn total(node: &Rc<RefCell<Node>>) -> i32 {
    let node = node.borrow();
    node.value + node.children.iter().map(total).sum::<i32>()
}

fn parse(text: &str) -> Result<i64, Box<dyn std::error::Error>> {
    let (left, right) = text.split_once('+').ok_or("no plus")?;
    Ok(left.trim().parse::<i64>()? + right.trim().parse::<i64>()?)
}

fn main() -> io::Result<()> {
    let _loud = Loud("main");
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    println!("{arguments:?}");
    let mut first = String::new();
    io::stdin().read_line(&mut first)?;
    print!("first {first}");
    let mut counts = HashMap::new();
    for line in io::stdin().lock().lines().take(2) {
        for word in line?.split_whitespace() {
            *counts.entry(word.to_owned()).or_insert(0) += 1;
        }
    }
    let mut sorted: Vec<_> = counts.iter().collect();
    sorted.sort();
    println!("{sorted:?}");
    let mut rest = String::new();
    io::stdin().read_to_string(&mut rest)?;
    println!("{} bytes left", rest.len());

    let shapes: Vec<Box<dyn Speak>> =
        vec![Box::new(Shape::Circle { radius: 1.5 }), Box::new(Shape::Square(2.0))];
    for shape in &shapes {
        println!("{}", shape.speak());
    }
    println!("{} {:>12}|{:<8}|{:^8}|", Shape::Square(0.1), "right", "left", "mid");
    println!("{:08.3} {:+} {:#x} {:#b} {:e}", 3.14159, 5, 255, 5, 1234.5);
    println!("{:?} {:?}", f64::NAN, [1e21, 1e-7, 0.1 + 0.2, f64::MAX]);

    let leaf = Rc::new(RefCell::new(Node { value: 3, ..Node::default() }));
    let root = Rc::new(RefCell::new(Node { value: 1, children: vec![leaf.clone(), leaf.clone()] }));
    leaf.borrow_mut().value = 10;
    println!("{} {}", total(&root), Rc::strong_count(&leaf));

    let mut heap: BinaryHeap<i32> = (0..20).map(|n| n * 7 % 20).collect();
    let mut queue: VecDeque<i32> = VecDeque::new();
    while let Some(top) = heap.pop() {
        if top % 3 == 0 { queue.push_back(top) } else { queue.push_front(top) }
    }
    println!("{queue:?}");
    let tree: BTreeMap<String, usize> =
        (0..30).map(|n| (format!("key{:02}", n * 11 % 30), n)).collect();
    println!("{:?} {:?}", tree.range("key10".to_owned()..).next(), tree.last_key_value());
    for text in ["1 + 2", "1", "x+1", "9223372036854775807+0"] {
        match parse(text) {
            Ok(sum) => println!("{sum}"),
            Err(error) => println!("{text}: {error}"),
        }
    }
    std::fs::write("made", "some text\nmore")?;
    let read = std::fs::read_to_string("made")?;
    println!("{} {}", read.lines().count(), std::fs::metadata("made")?.len());
    std::fs::remove_file("made")?;
    match std::fs::read("made") {
        Ok(_) => println!("still there"),
        Err(error) => println!("{error}"),
    }
    let text = "grüße, 世界";
    println!("{} {} {}", text.to_uppercase(), text.chars().rev().collect::<String>(), text.len());
    io::stdout().write_all(b"end\n")?;
    std::process::exit(9);
}
