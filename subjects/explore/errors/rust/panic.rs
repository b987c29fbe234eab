//! A panic with a message.

pub fn entry(x: i32) -> i32 {
    if x == 42 {
        panic!("the answer"); // error: panic
    }
    x
}
