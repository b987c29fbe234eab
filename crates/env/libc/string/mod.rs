//! `string.h` and `strings.h`.

mod case;
mod errors;
mod memory;
pub mod plain;
mod text;

pub use errors::message;
