//! The link to LLVM, and the compilers that make LLVM modules of sources.
//!
//! LLVM comes from the Rust toolchain (see `build.rs`): no LLVM has to be installed,
//! and it always reads what rustc writes. C and C++ need a clang from 14 to
//! [`NEWEST_CLANG`]; its bitcode is upgraded on reading.
//!
//! | module | its job |
//! | --- | --- |
//! | [`source`] | which language a file is in |
//! | [`compiler`] | finding and running the compilers; clang |
//! | [`rust`] | rustc: a file, or a text in place of a file |
//! | [`program`] | several sources as one verified module |
//! | `probe` | files that LLVM does not survive, found out by a child process |
//! | `prune` | functions replaced and dropped, promises taken back |
//! | [`linker`] | object files to programs and shared libraries |
//! | `machine` | passes over a program, and its object file |
//! | [`raw`] | modules as small handles, and changes that inkwell does not offer |
//! | [`types`] | the types of a program, from its debug information |
//!
//! **Invariant:** this crate knows nothing of predicates, spaces or searches.

pub mod compiler;
pub mod error;
pub mod linker;
mod machine;
mod probe;
pub mod program;
mod prune;
pub mod raw;
pub mod rust;
pub mod source;
pub mod types;

pub use compiler::{NEWEST_CLANG, Options, find_clang};
pub use error::Error;
pub use inkwell;
pub use linker::{CppLibrary, Link, LinkError};
pub use program::Program;
pub use rust::RustSource;
pub use source::Language;
pub use types::Types;
