//! Memory functions beyond the plain ones.

use core::ffi::c_int;
use core::ptr::null_mut;

use super::plain::{pikse_libc_memcmp, pikse_libc_memmove};

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_mempcpy(to: *mut u8, from: *const u8, n: usize) -> *mut u8 {
    core::ptr::copy_nonoverlapping(from, to, n);
    to.add(n)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_memccpy(
    to: *mut u8,
    from: *const u8,
    last: c_int,
    n: usize,
) -> *mut u8 {
    let mut at = 0;
    while at < n {
        let byte = *from.add(at);
        *to.add(at) = byte;
        at += 1;
        if byte == last as u8 {
            return to.add(at);
        }
    }
    null_mut()
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_memrchr(a: *const u8, byte: c_int, n: usize) -> *mut u8 {
    let mut at = n;
    while at > 0 {
        at -= 1;
        if *a.add(at) == byte as u8 {
            return a.add(at).cast_mut();
        }
    }
    null_mut()
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_rawmemchr(a: *const u8, byte: c_int) -> *mut u8 {
    let mut at = a;
    while *at != byte as u8 {
        at = at.add(1);
    }
    at.cast_mut()
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_memmem(
    a: *const u8,
    length: usize,
    part: *const u8,
    part_length: usize,
) -> *mut u8 {
    let mut at = 0;
    while at + part_length <= length {
        if pikse_libc_memcmp(a.add(at), part, part_length) == 0 {
            return a.add(at).cast_mut();
        }
        at += 1;
    }
    null_mut()
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_bzero(to: *mut u8, n: usize) {
    core::ptr::write_bytes(to, 0, n);
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_explicit_bzero(to: *mut u8, n: usize) {
    core::ptr::write_bytes(to, 0, n);
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_bcopy(from: *const u8, to: *mut u8, n: usize) {
    pikse_libc_memmove(to, from, n);
}

/// Pairs of bytes are swapped.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_swab(from: *const u8, to: *mut u8, n: isize) {
    let mut at = 1;
    while at < n {
        let (first, second) = (*from.offset(at - 1), *from.offset(at));
        *to.offset(at - 1) = second;
        *to.offset(at) = first;
        at += 2;
    }
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_ffs(value: c_int) -> c_int {
    first_bit(value as u32 as u64)
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_ffsl(value: i64) -> c_int {
    first_bit(value as u64)
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_ffsll(value: i64) -> c_int {
    first_bit(value as u64)
}

fn first_bit(value: u64) -> c_int {
    if value == 0 { 0 } else { value.trailing_zeros() as c_int + 1 }
}
