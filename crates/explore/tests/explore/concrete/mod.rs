//! Programs without symbolic input do in the machine what they do natively.

mod crates;
mod csmith;
mod support;
