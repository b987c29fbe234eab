//! What harnesses call: Pikse's own functions, KLEE's, and those of the verification competition.

mod klee;
mod own;
mod verifier;
