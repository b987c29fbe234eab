//! What harnesses call: Pikse's own functions, KLEE's, and those of the verification competition.

pub mod klee;
pub mod own;
pub mod verifier;
