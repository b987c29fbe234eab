//! The models as ordinary native code, compared with the C library's functions.
//!
//! Inputs are tables and random ones with fixed seeds; a failing test names its input.
#![expect(unsafe_code, reason = "the models and the C library work on plain memory")]

mod ctype;
mod ends;
mod files;
mod library;
mod machine;
mod math;
#[path = "../../../libc/lib.rs"]
mod models;
mod numbers;
mod options;
mod patterns;
mod printf;
mod random;
mod scanf;
mod strings;
mod time;
