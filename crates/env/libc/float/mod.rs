//! Floating-point numbers as text, exactly, in both directions.

pub mod digits;
pub mod parse;
