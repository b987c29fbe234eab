//! What reports and test code look like, and whether others can read and compile them.

mod inputs;
mod reports;
mod test_code;
