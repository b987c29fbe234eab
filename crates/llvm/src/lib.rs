//! Access to LLVM, and the compilers that turn sources into LLVM modules.
//!
//! LLVM comes from the Rust toolchain (see `build.rs`), so no LLVM has to be installed, and it
//! always reads what rustc writes. C and C++ need clang, from version 14 to [`NEWEST_CLANG`]; older
//! bitcode is upgraded when it is read.
//!
//! | module | its job |
//! | --- | --- |
//! | [`source`] | the language of a file |
//! | [`compiler`] | finding and running the compilers; clang |
//! | [`rust`] | rustc: a file, or a text in place of a file |
//! | [`program`] | several sources linked into one verified module |
//! | `probe` | reads a file in a child process first, because damaged files can crash LLVM |
//! | `prune` | replaces and removes functions, removes attributes |
//! | `target` | gives modules that are linked one target and one layout |
//! | [`linker`] | links object files to programs and shared libraries |
//! | [`passing`] | how a function takes the parameters of its source |
//! | `machine` | runs passes over a program, and writes its object file |
//! | [`raw`] | modules as small handles, and edits that inkwell does not offer |
//! | [`types`] | the types of a program, from its debug information |
//!
//! **Invariant:** this crate knows nothing of predicates, spaces or searches.

pub mod compiler;
pub mod error;
pub mod linker;
mod machine;
pub mod passing;
mod probe;
pub mod program;
mod prune;
pub mod raw;
pub mod rust;
pub mod source;
mod target;
pub mod types;

pub use compiler::{NEWEST_CLANG, Options, find_clang};
pub use error::Error;
pub use inkwell;
pub use linker::{CppLibrary, Link, LinkError};
pub use program::Program;
pub use rust::RustSource;
pub use source::Language;
pub use types::Types;
