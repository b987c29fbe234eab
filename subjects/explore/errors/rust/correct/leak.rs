//! A node that holds another.
// options: leaks

use std::cell::RefCell;
use std::rc::Rc;

struct Node {
    other: RefCell<Option<Rc<Node>>>,
}

pub fn entry(x: i32) -> i32 {
    let first = Rc::new(Node { other: RefCell::new(None) });
    let second = Rc::new(Node { other: RefCell::new(None) });
    if x == 3 {
        *first.other.borrow_mut() = Some(second);
    }
    x
}
