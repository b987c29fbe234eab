//! Models of the functions that programs call: the C library, the system below it, and harnesses.
//! They run in the symbolic machine like the program's own code.
//!
//! The models are in `libc`, in Rust and some LLVM assembly, and are compiled to bitcode when this
//! crate is built. [`link`](link()) links those that a program needs into its module. A function
//! without a model stays undefined, and a path that calls it is *unsupported*.
//!
//! | module | job |
//! | --- | --- |
//! | [`link`](mod@link) | links models for undefined symbols |
//! | `alias` | other names of functions that have a model |
//! | `mathematics` | models that the host computes, written on demand |
//! | `variadic` | models of variadic functions, written on demand |
//! | [`cpp`] | the parts of the C++ library that are not in its headers |
//! | `address` | code with AddressSanitizer's checks |
//! | `nondet` | input functions by their declared types |
//! | `narrow` | models for 32-bit programs |
//! | [`plan`] | arguments, input, files and environment of a program |
//! | [`world`] | what models assume of the system, and what native runs share with them |
//! | [`error`] | errors |

mod address;
mod alias;
pub mod cpp;
pub mod error;
pub mod link;
mod mathematics;
mod narrow;
mod nondet;
pub mod plan;
mod variadic;
pub mod world;

pub use cpp::{link_cpp, link_cpp_threads};
pub use error::Error;
pub use link::{Linked, link, link_harness, modelled};
pub use narrow::{Narrow, link_narrow};
pub use plan::{Argument, Input, Plan};
pub use world::Assumption;

/// The prefix of models' names.
pub const PREFIX: &str = "pikse_libc_";

/// The models that native programs get, as bitcode: functions that only read or write memory that
/// they are given. `malloc` is left to the program.
pub const NATIVE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/native.bc"));
