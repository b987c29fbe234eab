//! The runtime of C++ (the Itanium ABI): exceptions and the end of a program by `std::terminate`.
//!
//! The machine unwinds the stack and says which handler catches an exception; everything else is
//! here. Layouts are those of libc++abi on x86-64.

pub mod demangle;
pub mod exceptions;
pub mod terminate;
