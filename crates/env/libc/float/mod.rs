//! Exact conversion between floating-point numbers and text.

pub mod digits;
pub mod parse;
