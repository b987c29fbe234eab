//! The functions that programs under replay call: inputs come from a test, branches become a trace.
//!
//! This is linked into the native program as bitcode, so that nothing but rustc is needed to build
//! it. It does without the C library as far as it can, because a program may have functions of the
//! same names: it makes system calls itself.
//!
//! | module | what it holds |
//! | --- | --- |
//! | `layout` | the page that the program shares with the replayer |
//! | `page` | finding the page when the program starts |
//! | `system` | calls of the system |
//! | `machine` | the functions of the symbolic machine, natively |
//! | `threads` | threads that take turns |
#![no_std]
#![no_builtins]
#![expect(clippy::missing_safety_doc, reason = "programs call these as they are declared for them")]

mod layout;
mod machine;
mod page;
mod system;
mod threads;
