//! The tests of the solver, one module a subject. Those with Z3 need the feature `z3`: `cargo xtask test --z3`.

mod bytes;
mod common;
mod differences;
mod enumerate;
mod exploration;
mod float_comparisons;
#[cfg(feature = "z3")]
mod floats;
mod formulas;
mod intervals;
mod least;
mod memories;
#[cfg(feature = "z3")]
mod z3;
