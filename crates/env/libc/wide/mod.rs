//! `wchar.h`, `wctype.h` and `uchar.h` in the C locale.

pub mod characters;
pub mod classes;
pub mod convert;
pub mod numbers;
pub mod print;
pub mod scan;
pub mod streams;
pub mod text;
