//! The functions of the machine that models may call.

use core::ffi::{c_char, c_int};

/// The kind of an error of the program; see [`pikse_vm_fail`].
pub mod kind {
    pub const ASSERTION: u32 = 0;
    pub const ABORT: u32 = 1;
    pub const PANIC: u32 = 2;
    pub const REACHED: u32 = 3;
    pub const EXCEPTION: u32 = 4;
    pub const REPORTED: u32 = 5;
    pub const HARNESS: u32 = 7;
    pub const OUT_OF_BOUNDS: u32 = 8;
    pub const NULL_POINTER: u32 = 9;
    pub const MISALIGNED: u32 = 10;
    pub const BAD_CALL: u32 = 11;
    pub const DIVISION_BY_ZERO: u32 = 12;
    pub const OVERFLOW: u32 = 13;
    pub const SHIFT: u32 = 14;
    pub const UNINITIALISED: u32 = 15;
    pub const UNREACHABLE: u32 = 16;
    pub const BROKEN_PROMISE: u32 = 17;
    pub const USE_AFTER_RETURN: u32 = 20;
}

unsafe extern "C" {
    /// New uninitialised heap memory; null if it exceeds the limit.
    pub fn pikse_vm_allocate(size: usize, align: usize) -> *mut u8;
    /// The same, with zeros.
    pub fn pikse_vm_allocate_zeroed(size: usize, align: usize) -> *mut u8;
    /// New uninitialised memory that the environment gives: it is no heap memory, so the program can
    /// neither free nor lose it. Null if it is too large.
    pub fn pikse_vm_give(size: usize) -> *mut u8;
    /// Frees heap memory. It is an error of the program if `p` is not its start.
    pub fn pikse_vm_free(p: *mut u8);
    /// The size of the heap memory that starts at `p`; an error if there is none.
    pub fn pikse_vm_size(p: *const u8) -> usize;
    /// Writes output, which is kept with the path: `fd` is 1 or 2.
    pub fn pikse_vm_write(fd: c_int, bytes: *const u8, n: usize);
    /// Writes output at a place of it, over what is there, as into a file.
    pub fn pikse_vm_write_at(fd: c_int, at: usize, bytes: *const u8, n: usize);
    /// Sets the length of the output, as of a file.
    pub fn pikse_vm_resize_output(fd: c_int, length: usize);
    /// Makes the bytes symbolic, as a new array.
    pub fn pikse_vm_symbolic(p: *mut u8, n: usize, name: *const c_char);
    /// Assumes the condition: the path is rejected where it cannot hold.
    pub fn pikse_vm_assume(condition: c_int);
    /// Rejects the path.
    pub fn pikse_vm_reject() -> !;
    /// Ends the program.
    pub fn pikse_vm_exit(code: c_int) -> !;
    /// Reports an error of the program.
    pub fn pikse_vm_fail(kind: u32, message: *const c_char) -> !;
    /// Ends the program by a signal that it sent itself.
    pub fn pikse_vm_kill(signal: c_int) -> !;
    /// Ends the path: the program waits for ever.
    pub fn pikse_vm_block(message: *const c_char) -> !;
    /// Ends the path, because something is not modelled.
    pub fn pikse_vm_unsupported(what: *const c_char) -> !;
    /// Adds a note to the result, which is then incomplete.
    pub fn pikse_vm_note(text: *const c_char);
    /// Whether the value depends on symbols.
    pub fn pikse_vm_is_symbolic(value: u64) -> c_int;
    /// One of the possible values.
    pub fn pikse_vm_value(value: u64) -> u64;
    /// The least value of a number. The program may decide by it.
    pub fn pikse_vm_least(value: u64) -> u64;
    /// Makes the value concrete: one of the possible values, from here on the only one.
    pub fn pikse_vm_concretize(value: u64) -> u64;
    /// Fixes one input for the rest of the path: for code that only reports what already happened.
    pub fn pikse_vm_settle();
    /// Continues at the `setjmp` that filled the buffer.
    pub fn pikse_vm_longjmp(buffer: *mut u8, value: c_int) -> !;
    /// The number of bytes from `p` to the end of its object; 0 if it points to none.
    pub fn pikse_vm_room(p: *const u8) -> usize;
    /// The size of the object that begins at `p`; all ones if none does.
    pub fn pikse_vm_whole(p: *const u8) -> usize;
    /// Prefers inputs for which the condition holds.
    pub fn pikse_vm_prefer(condition: c_int);
    /// Makes memory at this address valid.
    pub fn pikse_vm_fix(p: *mut u8, n: usize);
    /// The address of the shadow memory of AddressSanitizer.
    pub fn pikse_vm_shadow() -> usize;
    /// Whether the path splits at branches from here on.
    pub fn pikse_vm_split(enabled: c_int);
    /// Continues at the handler of an exception, by its header; returns if there is none.
    pub fn pikse_vm_raise(header: *mut u8) -> c_int;
    /// Whether the specification that an exception has broken allows another one; null stands for
    /// `std::bad_exception`.
    pub fn pikse_vm_allows(broken: *const u8, other: *const u8) -> c_int;
    /// A new thread that begins with a function of one argument; its number.
    pub fn pikse_vm_thread(begin: *const u8, argument: *mut u8) -> usize;
    /// Continues another thread; the current one does not continue if it has ended.
    pub fn pikse_vm_switch(to: usize, has_ended: c_int);
    /// Runs the program's `main`.
    pub fn pikse_vm_call_main(argc: c_int, argv: *mut *mut c_char, envp: *mut *mut c_char)
    -> c_int;
}
