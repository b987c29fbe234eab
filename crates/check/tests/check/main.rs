//! Tests of checks and mutants.

mod late;
mod mutants;
mod properties;
mod subjects;
