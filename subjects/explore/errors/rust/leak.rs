//! Two nodes that hold each other are never freed.
// options: leaks

use std::cell::RefCell;
use std::rc::Rc;

struct Node {
    other: RefCell<Option<Rc<Node>>>,
}

pub fn entry(x: i32) -> i32 {
    let first = Rc::new(Node { other: RefCell::new(None) });
    let second = Rc::new(Node { other: RefCell::new(Some(Rc::clone(&first))) });
    if x == 3 {
        *first.other.borrow_mut() = Some(second);
    }
    x
} // error: leak
