//! `qsort` and `bsearch`.

use core::ffi::{c_int, c_void};
use core::ptr::null_mut;

type Compare = unsafe extern "C" fn(*const c_void, *const c_void) -> c_int;

/// Insertion by exchange: the arrays of candidates and of symbols are short.
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
            let (before, here) = (base.add((at - 1) * size), base.add(at * size));
            if compare(before.cast(), here.cast()) <= 0 {
                break;
            }
            exchange(before, here, size);
            at -= 1;
        }
        sorted += 1;
    }
}

unsafe fn exchange(a: *mut u8, b: *mut u8, size: usize) {
    let mut byte = 0;
    while byte < size {
        core::ptr::swap(a.add(byte), b.add(byte));
        byte += 1;
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
        let here = base.add(middle * size);
        let order = compare(key, here.cast());
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
