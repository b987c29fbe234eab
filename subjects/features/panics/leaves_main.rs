// A panic that nothing catches is an error, also in a program that catches others.
use std::panic::catch_unwind;

fn main() {
    let _ = catch_unwind(|| panic!("caught"));
    let x: u8 = pikse::symbolic();
    if x == 9 {
        panic!("uncaught"); // error: panic
    }
}
