// A second panic while the stack is unwound aborts.
use std::panic::catch_unwind;

struct Bad;

impl Drop for Bad {
    fn drop(&mut self) {
        panic!("in drop");
    }
}

fn main() {
    let _ = catch_unwind(|| { // error: abort
        let _bad = Bad;
        panic!("first");
    });
}
