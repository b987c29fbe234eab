//! Programs without symbolic input do in the machine what they do natively.

mod csmith;
mod support;
