//! Tests of bounded relational logic.

mod cores;
mod faults;
mod integers;
mod random;
mod structures;
