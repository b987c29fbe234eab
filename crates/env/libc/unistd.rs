//! `unistd.h`.

use core::ffi::c_int;

/// The number of the one process that there is.
pub const PROCESS: c_int = 1000;
