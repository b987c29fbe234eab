//! Models of the C library: each compared with the real one, and whole programs that use them.

mod cpp;
mod link;
mod natively;
mod programs;
