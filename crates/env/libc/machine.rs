//! What the models may ask of the machine that runs them.

use core::ffi::{c_char, c_int};

/// What kind of error a program made; see [`pikse_vm_fail`].
pub mod kind {
    pub const ASSERTION: u32 = 0;
    pub const ABORT: u32 = 1;
    pub const PANIC: u32 = 2;
    pub const REACHED: u32 = 3;
    pub const EXCEPTION: u32 = 4;
    pub const REPORTED: u32 = 5;
}

unsafe extern "C" {
    /// New heap memory that nobody has written; null if it is over the limit.
    pub fn pikse_vm_allocate(size: usize, align: usize) -> *mut u8;
    /// Frees heap memory. It is an error of the program if there is none at `p`.
    pub fn pikse_vm_free(p: *mut u8);
    /// The size of the heap memory that begins at `p`; an error if there is none.
    pub fn pikse_vm_size(p: *const u8) -> usize;
    /// Output, kept with the path: `fd` is 1 or 2.
    pub fn pikse_vm_write(fd: c_int, bytes: *const u8, n: usize);
    /// The bytes become symbols of a new array.
    pub fn pikse_vm_symbolic(p: *mut u8, n: usize, name: *const c_char);
    /// The path is rejected where the condition cannot hold.
    pub fn pikse_vm_assume(condition: c_int);
    /// The path counts as rejected.
    pub fn pikse_vm_reject() -> !;
    /// The program ends.
    pub fn pikse_vm_exit(code: c_int) -> !;
    /// The program made an error.
    pub fn pikse_vm_fail(kind: u32, message: *const c_char) -> !;
    /// The path ends here, since something is not modelled.
    pub fn pikse_vm_unsupported(what: *const c_char) -> !;
    /// A note in the result, which is not complete then.
    pub fn pikse_vm_note(text: *const c_char);
    /// Whether the value depends on symbols.
    pub fn pikse_vm_is_symbolic(value: u64) -> c_int;
    /// One of the values that are possible here.
    pub fn pikse_vm_value(value: u64) -> u64;
    /// One of the values that are possible here, and from here on the only one.
    pub fn pikse_vm_concretize(value: u64) -> u64;
    /// From here on the path has one input: for what only tells what happened already.
    pub fn pikse_vm_settle();
    /// Goes on at the `setjmp` that filled the buffer.
    pub fn pikse_vm_longjmp(buffer: *mut u8, value: c_int) -> !;
    /// Runs the program's `main`.
    pub fn pikse_vm_call_main(argc: c_int, argv: *mut *mut c_char, envp: *mut *mut c_char)
    -> c_int;
}
