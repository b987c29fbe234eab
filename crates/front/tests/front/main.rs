//! Tests of what Pikse reads of the user's program.

mod bounds;
mod finite;
mod finitize;
mod headers;
mod package_checks;
mod rust_checks;
mod rust_entry;
mod subjects;
