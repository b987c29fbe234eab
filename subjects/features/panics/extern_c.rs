// A panic does not leave a function with C's calling convention.
use std::panic::catch_unwind;

extern "C" fn callback() { // error: abort
    panic!("in C");
}

fn main() {
    let _ = catch_unwind(|| callback());
}
