//! A sum that does not fit.

pub fn entry(x: u8) -> u8 {
    x + 1 // error: panic
}
