// A panic that goes on after it was caught leaves `main`.
use std::panic::{catch_unwind, resume_unwind};

fn main() {
    if let Err(payload) = catch_unwind(|| panic!("first")) {
        resume_unwind(payload); // error: panic
    }
}
