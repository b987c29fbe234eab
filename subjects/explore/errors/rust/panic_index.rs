//! A subscript that is one too large.

pub fn entry(x: u32) -> i32 {
    let table = vec![1, 2, 3, 4];
    if x > 4 {
        return 0;
    }
    table[x as usize] // error: panic
}
