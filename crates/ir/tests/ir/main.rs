//! The tests of the intermediate language, one module a subject.

mod common;
mod compilers;
mod lowering;
mod places;
mod verify;
mod wide;
