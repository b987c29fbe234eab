//! `stdio.h`.
//!
//! Streams read ahead as glibc's do. Written text is out at once.

pub mod arguments;
pub mod format;
pub mod lines;
pub mod numbered;
pub mod opening;
pub mod out;
pub mod position;
pub mod print;
pub mod read;
mod real;
pub mod scan;
pub mod source;
pub mod stream;
pub mod text;
pub mod write;
