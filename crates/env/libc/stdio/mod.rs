//! `stdio.h`.
//!
//! Streams have no buffers: what is written is out at once, and what is read is gone from the
//! descriptor, so both may be used side by side.

pub mod arguments;
mod format;
pub mod lines;
mod out;
pub mod print;
pub mod read;
mod real;
pub mod scan;
mod source;
pub mod stream;
pub mod text;
pub mod write;
