//! `qsort` and `bsearch`.

use core::ffi::{c_int, c_void};
use core::ptr::null_mut;

type Compare = unsafe extern "C" fn(*const c_void, *const c_void) -> c_int;
type CompareWith = unsafe extern "C" fn(*const c_void, *const c_void, *mut c_void) -> c_int;

unsafe extern "C" {
    fn malloc(size: usize) -> *mut u8;
    fn free(p: *mut u8);
}

/// Longer arrays are merged.
const FEW: usize = 32;

/// Adjacent elements, and their order.
struct Array<F> {
    size: usize,
    is_after: F,
}

impl<F: Fn(*const u8, *const u8) -> bool> Array<F> {
    /// A stable sort, like glibc's.
    unsafe fn sort(&self, base: *mut u8, count: usize) {
        if count <= FEW {
            return self.insert(base, count);
        }
        let other = malloc(count.wrapping_mul(self.size));
        if other.is_null() {
            return self.insert(base, count);
        }
        // Short runs are sorted by insertion, then runs are merged between two buffers.
        let mut at = 0;
        while at < count {
            let length = if count - at < FEW { count - at } else { FEW };
            self.insert(base.add(at * self.size), length);
            at += length;
        }
        let (mut from, mut to, mut length) = (base, other, FEW);
        while length < count {
            let mut at = 0;
            while at < count {
                self.merge(from, to, at, count, length);
                at += 2 * length;
            }
            (from, to) = (to, from);
            length *= 2;
        }
        if from != base {
            core::ptr::copy_nonoverlapping(from, base, count * self.size);
        }
        free(other);
    }

    /// Insertion by swaps: arrays of candidates and of symbols are short.
    unsafe fn insert(&self, base: *mut u8, count: usize) {
        let size = self.size;
        let mut sorted = 1;
        while sorted < count {
            let mut at = sorted;
            while at > 0 {
                let (before, here) = (base.add((at - 1) * size), base.add(at * size));
                if !(self.is_after)(before, here) {
                    break;
                }
                let mut byte = 0;
                while byte < size {
                    core::ptr::swap(before.add(byte), here.add(byte));
                    byte += 1;
                }
                at -= 1;
            }
            sorted += 1;
        }
    }

    /// Merges two sorted runs of a given length, from `at` on, in an array of `count`.
    unsafe fn merge(&self, from: *const u8, to: *mut u8, at: usize, count: usize, length: usize) {
        let limit = |end: usize| if end < count { end } else { count };
        let (middle, end) = (limit(at + length), limit(at + 2 * length));
        let (mut left, mut right, mut place) = (at, middle, at);
        while place < end {
            let (one, two) = (from.add(left * self.size), from.add(right * self.size));
            let is_left = right == end || left < middle && !(self.is_after)(one, two);
            let next = if is_left { one } else { two };
            core::ptr::copy_nonoverlapping(next, to.add(place * self.size), self.size);
            left += usize::from(is_left);
            right += usize::from(!is_left);
            place += 1;
        }
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_qsort(
    base: *mut u8,
    count: usize,
    size: usize,
    compare: Compare,
) {
    // SAFETY: both are elements of the array.
    let is_after = |a: *const u8, b: *const u8| unsafe { compare(a.cast(), b.cast()) > 0 };
    Array { size, is_after }.sort(base, count);
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_qsort_r(
    base: *mut u8,
    count: usize,
    size: usize,
    compare: CompareWith,
    with: *mut c_void,
) {
    // SAFETY: both are elements of the array.
    let is_after = |a: *const u8, b: *const u8| unsafe { compare(a.cast(), b.cast(), with) > 0 };
    Array { size, is_after }.sort(base, count);
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
