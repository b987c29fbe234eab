//! Random numbers that are the same in every run.

use core::ffi::{c_int, c_long, c_uint};

use super::super::machine::pikse_vm_note;

/// The state of `rand` and `random`, which have a seed.
static mut SEQUENCE: u64 = 1;
/// The state of the system's random numbers.
static mut SYSTEM: u64 = 0x9e37_79b9_7f4a_7c15;
/// Whether the result already has the note.
static mut NOTED: bool = false;

/// The next 31 bits: the high bits of a linear congruential generator, which are the better ones.
unsafe fn next(state: *mut u64) -> u32 {
    *state =
        (*state).wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) as u32
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_rand() -> c_int {
    next(&raw mut SEQUENCE) as c_int
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_srand(seed: c_uint) {
    SEQUENCE = u64::from(seed);
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_rand_r(seed: *mut c_uint) -> c_int {
    let mut state = u64::from(*seed);
    let value = next(&raw mut state);
    *seed = (state >> 32) as c_uint;
    value as c_int
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_random() -> c_long {
    c_long::from(next(&raw mut SEQUENCE))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_srandom(seed: c_uint) {
    SEQUENCE = u64::from(seed);
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_lrand48() -> c_long {
    c_long::from(next(&raw mut SEQUENCE))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_mrand48() -> c_long {
    c_long::from((next(&raw mut SEQUENCE) << 1) as c_int)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_drand48() -> f64 {
    f64::from(next(&raw mut SEQUENCE)) / 2_147_483_648.0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_srand48(seed: c_long) {
    SEQUENCE = seed as u64;
}

/// Fills memory with the system's random numbers.
pub unsafe fn fill(to: *mut u8, n: usize) {
    let mut at = 0;
    while at < n {
        *to.add(at) = (next(&raw mut SYSTEM) >> 11) as u8;
        at += 1;
    }
}

/// Adds a note once: a program that asks the system for randomness always gets the same numbers.
unsafe fn note() {
    if !NOTED {
        NOTED = true;
        pikse_vm_note(c"the system's random numbers are the same in every run".as_ptr());
    }
}

/// For randomness that need not be secure, like the keys of a hash table.
const GRND_INSECURE: c_uint = 4;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_getrandom(to: *mut u8, n: usize, flags: c_uint) -> isize {
    if flags & GRND_INSECURE == 0 {
        note();
    }
    fill(to, n);
    n as isize
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_getentropy(to: *mut u8, n: usize) -> c_int {
    note();
    fill(to, n);
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_arc4random() -> c_uint {
    note();
    next(&raw mut SYSTEM) << 1 ^ next(&raw mut SYSTEM)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_arc4random_buf(to: *mut u8, n: usize) {
    note();
    fill(to, n);
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_arc4random_uniform(limit: c_uint) -> c_uint {
    pikse_libc_arc4random().checked_rem(limit).unwrap_or(0)
}
