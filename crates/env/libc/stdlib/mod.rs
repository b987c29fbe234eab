//! `stdlib.h`, without allocation and sorting.

pub mod environment;
pub mod exit;
pub mod numbers;
pub mod random;
pub mod random_state;
pub mod real_text;

pub use environment::pikse_libc_environ;
