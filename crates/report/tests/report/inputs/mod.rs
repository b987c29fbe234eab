//! Tests of inputs are compiled and run: they fail for the inputs on which a property
//! fails, and pass for the others.

mod c;
mod common;
mod cpp;
mod rust;
