//! The functions that harnesses call: Pikse's, KLEE's, and those of the verification competition
//! (SV-COMP).

pub mod klee;
pub mod own;
pub mod verifier;
