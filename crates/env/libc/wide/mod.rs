//! `wchar.h`, `wctype.h` and `uchar.h` in the C locale.

pub mod characters;
#[cfg(any(pikse_rest, not(pikse_models)))]
pub mod classes;
#[cfg(any(pikse_rest, not(pikse_models)))]
pub mod convert;
#[cfg(any(pikse_rest, not(pikse_models)))]
pub mod numbers;
#[cfg(any(pikse_rest, not(pikse_models)))]
pub mod print;
#[cfg(any(pikse_rest, not(pikse_models)))]
pub mod scan;
#[cfg(any(pikse_rest, not(pikse_models)))]
pub mod streams;
#[cfg(any(pikse_rest, not(pikse_models)))]
pub mod text;
