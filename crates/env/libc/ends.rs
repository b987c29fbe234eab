//! Ends of a path that are neither a return from `main` nor an error of the program.

use core::ffi::{c_char, c_int};

use super::machine::{pikse_vm_block, pikse_vm_kill};

/// The program waits for something that no other thread or process does.
pub unsafe fn blocked(why: *const c_char) -> ! {
    pikse_vm_block(why)
}

/// The program is killed by a signal that it sent itself.
pub unsafe fn killed(signal: c_int) -> ! {
    pikse_vm_kill(signal)
}
