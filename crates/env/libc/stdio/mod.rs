//! `stdio.h`.
//!
//! Streams read ahead as glibc's do. Written text is out at once.

pub mod arguments;
mod format;
pub mod lines;
pub mod opening;
mod out;
pub mod position;
pub mod print;
pub mod read;
mod real;
pub mod scan;
mod source;
pub mod stream;
pub mod text;
pub mod write;
