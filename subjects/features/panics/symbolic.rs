// paths: 3
// Whether it panics depends on the input.
use std::panic::catch_unwind;

fn checked(x: u8) -> u8 {
    assert!(x != 10);
    if x > 100 {
        panic!("large");
    }
    x
}

fn main() {
    let x: u8 = pikse::symbolic();
    match catch_unwind(|| checked(x)) {
        Ok(y) => assert!(y == x && x <= 100),
        Err(_) => assert!(x == 10 || x > 100),
    }
}
