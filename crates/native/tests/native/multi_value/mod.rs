//! Multi-value comparisons: what the synthesised functions say, and that it is true.

mod harness;
mod predicates;
mod random;
mod subjects;
