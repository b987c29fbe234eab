//! What programs call: models of the C library, of the system below it and of harnesses, which run
//! in the symbolic machine like the program's own code.
//!
//! The models are in `libc`, in Rust and some LLVM assembly, and become bitcode when this crate is
//! built. [`link`](link()) puts those that a program needs into its module. A function without a model
//! stays outside, and the machine says so where it is reached.
//!
//! | module | its job |
//! | --- | --- |
//! | [`link`](mod@link) | models for what a program leaves to others |
//! | [`cpp`] | what of C++'s library is not in its headers |
//! | [`plan`] | the world that a program runs in |
//! | [`error`] | what can go wrong with that |

pub mod cpp;
pub mod error;
pub mod link;
pub mod plan;

pub use cpp::link_cpp;
pub use error::Error;
pub use link::{Linked, link, link_harness, modelled};
pub use plan::{Argument, Input, Plan};

/// How the names of models begin.
pub const PREFIX: &str = "pikse_libc_";

/// The models that native programs get, as bitcode: what reads or writes memory that it is given
/// and does nothing else. `malloc` is theirs to define.
pub const NATIVE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/native.bc"));
