//! Exploration as a whole: the laws of work, programs without symbolic input, native replay, and Z3's
//! opinion on every answer.

mod concrete;
mod laws;
mod replay;
#[cfg(feature = "z3")]
mod z3;
