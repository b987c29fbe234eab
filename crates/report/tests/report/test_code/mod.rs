//! Generated test code is compiled and run.

mod c_family;
mod common;
mod rust;
