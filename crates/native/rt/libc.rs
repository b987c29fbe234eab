//! Functions of the C library, for programs that read or write candidates with them.
//!
//! The C library's own code cannot be instrumented, so these take its place: they become
//! part of the program before it is instrumented, and then every byte that they read or
//! write is told like any other. They are compiled to bitcode when Pikse is built.
//!
//! In scope: what reads or writes memory that it is given and does nothing else, and the
//! guards of C++'s local statics. Out of scope: input, output, locales, and everything
//! whose effects outlive a run.
#![no_std]
#![no_builtins]
#![expect(clippy::missing_safety_doc, reason = "the C standard says what each needs")]

use core::ffi::{c_char, c_int, c_void};
use core::ptr::null_mut;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_memcpy(to: *mut u8, from: *const u8, n: usize) -> *mut u8 {
    unsafe { core::ptr::copy_nonoverlapping(from, to, n) };
    to
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_memmove(to: *mut u8, from: *const u8, n: usize) -> *mut u8 {
    unsafe { core::ptr::copy(from, to, n) };
    to
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_memset(to: *mut u8, value: c_int, n: usize) -> *mut u8 {
    unsafe { core::ptr::write_bytes(to, value as u8, n) };
    to
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_memcmp(a: *const u8, b: *const u8, n: usize) -> c_int {
    let mut at = 0;
    while at < n {
        let (x, y) = unsafe { (*a.add(at), *b.add(at)) };
        if x != y {
            return c_int::from(x) - c_int::from(y);
        }
        at += 1;
    }
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_bcmp(a: *const u8, b: *const u8, n: usize) -> c_int {
    unsafe { pikse_libc_memcmp(a, b, n) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_memchr(a: *const u8, byte: c_int, n: usize) -> *mut u8 {
    let mut at = 0;
    while at < n {
        if unsafe { *a.add(at) } == byte as u8 {
            return unsafe { a.add(at).cast_mut() };
        }
        at += 1;
    }
    null_mut()
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_strlen(s: *const c_char) -> usize {
    unsafe { pikse_libc_strnlen(s, usize::MAX) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_strnlen(s: *const c_char, n: usize) -> usize {
    let mut at = 0;
    while at < n && unsafe { *s.add(at) } != 0 {
        at += 1;
    }
    at
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_strcmp(a: *const c_char, b: *const c_char) -> c_int {
    unsafe { pikse_libc_strncmp(a, b, usize::MAX) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_strncmp(a: *const c_char, b: *const c_char, n: usize) -> c_int {
    let mut at = 0;
    while at < n {
        let (x, y) = unsafe { (*a.add(at) as u8, *b.add(at) as u8) };
        if x != y || x == 0 {
            return c_int::from(x) - c_int::from(y);
        }
        at += 1;
    }
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_strchr(s: *const c_char, c: c_int) -> *mut c_char {
    let mut at = s;
    loop {
        let here = unsafe { *at };
        if here == c as c_char {
            return at.cast_mut();
        }
        if here == 0 {
            return null_mut();
        }
        at = unsafe { at.add(1) };
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_strrchr(s: *const c_char, c: c_int) -> *mut c_char {
    let (mut at, mut found) = (s, null_mut());
    loop {
        let here = unsafe { *at };
        if here == c as c_char {
            found = at.cast_mut();
        }
        if here == 0 {
            return found;
        }
        at = unsafe { at.add(1) };
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_strstr(s: *const c_char, part: *const c_char) -> *mut c_char {
    let length = unsafe { pikse_libc_strlen(part) };
    let mut at = s;
    loop {
        if unsafe { pikse_libc_strncmp(at, part, length) } == 0 {
            return at.cast_mut();
        }
        if unsafe { *at } == 0 {
            return null_mut();
        }
        at = unsafe { at.add(1) };
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_strcpy(to: *mut c_char, from: *const c_char) -> *mut c_char {
    let mut at = 0;
    loop {
        let c = unsafe { *from.add(at) };
        unsafe { *to.add(at) = c };
        if c == 0 {
            return to;
        }
        at += 1;
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_strncpy(
    to: *mut c_char,
    from: *const c_char,
    n: usize,
) -> *mut c_char {
    let (mut at, mut ended) = (0, false);
    while at < n {
        let c = if ended { 0 } else { unsafe { *from.add(at) } };
        ended |= c == 0;
        unsafe { *to.add(at) = c };
        at += 1;
    }
    to
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_strcat(to: *mut c_char, from: *const c_char) -> *mut c_char {
    unsafe {
        let end = to.add(pikse_libc_strlen(to));
        pikse_libc_strcpy(end, from);
    }
    to
}

unsafe extern "C" {
    fn malloc(size: usize) -> *mut c_void;
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_strdup(s: *const c_char) -> *mut c_char {
    unsafe { pikse_libc_strcpy(malloc(pikse_libc_strlen(s) + 1).cast(), s) }
}

type Compare = unsafe extern "C" fn(*const c_void, *const c_void) -> c_int;

/// Insertion by exchange: the arrays of candidates are short.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_qsort(
    base: *mut u8,
    count: usize,
    size: usize,
    compare: Compare,
) {
    let mut sorted = 1;
    while sorted < count {
        let mut at = sorted;
        while at > 0 {
            let (before, here) = unsafe { (base.add((at - 1) * size), base.add(at * size)) };
            if unsafe { compare(before.cast(), here.cast()) } <= 0 {
                break;
            }
            let mut byte = 0;
            while byte < size {
                unsafe { core::ptr::swap(before.add(byte), here.add(byte)) };
                byte += 1;
            }
            at -= 1;
        }
        sorted += 1;
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_bsearch(
    key: *const c_void,
    base: *const u8,
    count: usize,
    size: usize,
    compare: Compare,
) -> *mut c_void {
    let (mut low, mut high) = (0, count);
    while low < high {
        let middle = low + (high - low) / 2;
        let here = unsafe { base.add(middle * size) };
        let order = unsafe { compare(key, here.cast()) };
        if order == 0 {
            return here.cast_mut().cast();
        }
        if order < 0 {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    null_mut()
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___cxa_guard_acquire(guard: *mut u8) -> c_int {
    c_int::from(unsafe { *guard } == 0)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___cxa_guard_release(guard: *mut u8) {
    unsafe { *guard = 1 };
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___cxa_guard_abort(_guard: *mut u8) {}

#[panic_handler]
fn no_panic(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {}
}
