//! An assertion that holds.

pub fn entry(x: u32) -> u32 {
    let half = x / 2;
    assert!(half + half <= x);
    half
}
