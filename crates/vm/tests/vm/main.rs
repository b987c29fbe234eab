//! The machine on small programs: beside plain and native runs, on programs whose paths and errors are
//! known, and in every order.

mod brute_force;
mod errors;
mod lazy;
mod memory;
mod paths;
mod programs;
mod random_programs;
mod ranges;
mod support;
mod ways;
