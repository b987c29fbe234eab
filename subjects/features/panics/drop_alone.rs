// A destructor may panic if nothing else does.
use std::panic::catch_unwind;

struct Bad;

impl Drop for Bad {
    fn drop(&mut self) {
        panic!("in drop");
    }
}

fn main() {
    let result = catch_unwind(|| {
        let _bad = Bad;
    });
    assert!(result.is_err());
}
