//! A function that calls itself without end, for one number.

fn steps(x: i32) -> i32 {
    if x == 1 {
        return 0;
    }
    1 + steps(if x == 6 { 6 } else { 1 }) // error: recursion
}

pub fn entry(x: i32) -> i32 {
    steps(x)
}
