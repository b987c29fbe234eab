//! Division by zero.

pub fn entry(sum: i32, count: u32) -> i32 {
    sum / (count as i32 & 0xff) // error: panic
}
