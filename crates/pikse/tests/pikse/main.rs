//! The library from the outside.

mod bad_input;
mod check;
mod finite;
mod library;
mod random;
mod random_problems;
