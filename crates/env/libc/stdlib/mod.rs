//! `stdlib.h`, without allocation and sorting.

pub mod environment;
pub mod exit;
pub mod numbers;
pub mod random;
#[cfg(any(pikse_rest, not(pikse_models)))]
pub mod random_state;
#[cfg(any(pikse_rest, not(pikse_models)))]
pub mod real_text;

pub use environment::pikse_libc_environ;
