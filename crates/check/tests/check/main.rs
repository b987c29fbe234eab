//! Tests of checks and mutants.

mod mutants;
mod properties;
mod subjects;
