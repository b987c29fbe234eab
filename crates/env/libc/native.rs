//! The models that native programs get, too: what reads or writes memory that it is given and
//! does nothing else, and the guards of C++'s local statics.
//!
//! The C library's own code cannot be instrumented, so these take its place: they become
//! part of the program before it is instrumented, and then every byte that they read or
//! write is told like any other.
#![no_std]
#![no_builtins]
#![allow(unsafe_op_in_unsafe_fn, reason = "the caller's memory is all there is to work on")]
#![allow(clippy::missing_safety_doc, reason = "the C standard says what each needs")]

pub mod guard;
pub mod sort;
#[path = "string/plain.rs"]
pub mod string;
