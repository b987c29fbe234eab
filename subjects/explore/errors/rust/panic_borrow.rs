//! A cell that is borrowed twice.

use std::cell::RefCell;
use std::rc::Rc;

pub fn entry(x: u8) -> i32 {
    let first = Rc::new(RefCell::new(1));
    let second = if x == 200 { Rc::clone(&first) } else { Rc::new(RefCell::new(2)) };
    let one = first.borrow_mut();
    let two = second.borrow_mut(); // error: panic
    *one + *two
}
