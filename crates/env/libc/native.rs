//! The models that native programs also get: functions that only read or write memory that they are
//! given, and the guards of C++'s local statics.
//!
//! The C library's own code cannot be instrumented, so these replace it. They are linked into the
//! program before it is instrumented, and then each byte that they read or write is reported like
//! any other.
#![no_std]
#![no_builtins]
#![allow(unsafe_op_in_unsafe_fn, reason = "the caller's memory is all there is to work on")]
#![allow(clippy::missing_safety_doc, reason = "the C standard says what each needs")]

pub mod guard;
pub mod sort;
#[path = "string/plain.rs"]
pub mod string;
