//! The absolute value of a number (document 001, section 2.1.1). Two paths. The least number is
//! negated into itself, as in C.

pub fn abs(x: i32) -> i32 {
    if x < 0 { x.wrapping_neg() } else { x }
}
