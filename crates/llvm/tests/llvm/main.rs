//! The tests of sources, debug information and pruning, one module a subject.

mod functions;
mod programs;
mod prune;
mod types;
