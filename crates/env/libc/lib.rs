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
pub mod argz;
pub mod asan;
pub mod assert;
pub mod checks;
pub mod ctype;
pub mod cxxabi;
pub mod ends;
pub mod entry;
pub mod err;
pub mod errno;
pub mod events;
pub mod float;
pub mod fnmatch;
pub mod fs;
pub mod getopt;
pub mod guard;
pub mod harness;
pub mod host;
pub mod iconv;
pub mod libraries;
pub mod locale;
pub mod logging;
pub mod machine;
pub mod math;
pub mod messages;
pub mod mounts;
pub mod narrow;
pub mod net;
pub mod obstack;
pub mod pages;
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
pub mod signal_sets;
pub mod sort;
pub mod spawn;
pub mod stdio;
pub mod stdlib;
pub mod string;
pub mod strptime;
pub mod system;
pub mod terminal;
pub mod threads;
pub mod time;

pub mod unwind;
pub mod users;
pub mod wide;
