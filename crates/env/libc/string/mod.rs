//! `string.h` and `strings.h`.

pub mod case;
mod errors;
pub mod memory;
pub mod plain;
pub mod text;

pub use errors::message;
