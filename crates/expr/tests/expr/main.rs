//! The tests of expressions, one module a subject.

mod common;
mod floats;
mod memory;
mod random_terms;
mod rules;
