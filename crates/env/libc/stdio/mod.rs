//! `stdio.h`.
//!
//! Streams have no buffers: written text is out at once, and read text is consumed from the
//! descriptor, so both may be used together.

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
