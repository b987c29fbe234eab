//! Models of the functions that programs call, which run in the symbolic machine: see README.md.
//!
//! Each function `NAME` of the C library is `pikse_libc_NAME` here. Nothing in these files can
//! panic: indices are into memory that the caller guarantees, and sizes are checked.
#![cfg_attr(pikse_models, no_std, no_builtins)]
#![cfg_attr(not(pikse_models), allow(dead_code, reason = "tests do not use all of them"))]
#![allow(unsafe_code, reason = "the caller's memory is all there is to work on")]
#![allow(unsafe_op_in_unsafe_fn, reason = "all of it is")]
#![allow(clippy::missing_safety_doc, reason = "the C standard says what each needs")]
#![allow(clippy::cast_possible_truncation, clippy::unnecessary_cast)]
#![allow(missing_docs, unreachable_pub, reason = "names and places are those of the C standard")]

pub mod alarms;
pub mod alloc;
pub mod asan;
pub mod assert;
pub mod ctype;
pub mod cxxabi;
pub mod ends;
pub mod entry;
pub mod err;
pub mod errno;
pub mod float;
pub mod fnmatch;
pub mod fs;
pub mod getopt;
pub mod guard;
pub mod harness;
pub mod host;
pub mod iconv;
pub mod locale;
pub mod machine;
pub mod math;
pub mod mounts;
pub mod narrow;
pub mod panics;
pub mod poll;
pub mod process;
pub mod program;
pub mod regex;
pub mod sanitizers;
pub mod search;
pub mod search_tables;
pub mod setjmp;
pub mod signal;
pub mod sort;
pub mod stdio;
pub mod stdlib;
pub mod string;
pub mod system;
pub mod terminal;
pub mod threads;
pub mod time;
pub mod unwind;
pub mod users;
pub mod wide;

// The rest, for programs that need one of its functions: see `../build.rs`. The files above do not use it.
#[cfg(any(pikse_rest, not(pikse_models)))]
pub mod argz;
#[cfg(any(pikse_rest, not(pikse_models)))]
pub mod checks;
#[cfg(any(pikse_rest, not(pikse_models)))]
pub mod events;
#[cfg(any(pikse_rest, not(pikse_models)))]
pub mod libraries;
#[cfg(any(pikse_rest, not(pikse_models)))]
pub mod logging;
#[cfg(any(pikse_rest, not(pikse_models)))]
pub mod messages;
#[cfg(any(pikse_rest, not(pikse_models)))]
pub mod net;
#[cfg(any(pikse_rest, not(pikse_models)))]
pub mod obstack;
#[cfg(any(pikse_rest, not(pikse_models)))]
pub mod pages;
#[cfg(any(pikse_rest, not(pikse_models)))]
pub mod signal_sets;
#[cfg(any(pikse_rest, not(pikse_models)))]
pub mod spawn;
#[cfg(any(pikse_rest, not(pikse_models)))]
pub mod strptime;
