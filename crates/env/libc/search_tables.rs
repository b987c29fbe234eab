//! The tables and lists of `search.h`.

use core::ffi::{c_char, c_int, c_void};
use core::ptr::null_mut;

use super::alloc::{free, malloc};
use super::errno;
use super::string::plain::pikse_libc_strcmp;

type Compare = unsafe extern "C" fn(*const c_void, *const c_void) -> c_int;

/// `ENTRY`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Entry {
    key: *mut c_char,
    data: *mut c_void,
}

/// `struct hsearch_data`: the entries, how many may be there, and how many are.
#[repr(C)]
pub struct Table {
    entries: *mut Entry,
    room: u32,
    count: u32,
}

/// The table of `hcreate`.
static mut TABLE: Table = Table { entries: null_mut(), room: 0, count: 0 };

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_hcreate_r(count: usize, table: *mut Table) -> c_int {
    if table.is_null() {
        errno::set(errno::EINVAL);
        return 0;
    }
    if !(*table).entries.is_null() {
        return 0;
    }
    // glibc makes room for the next prime number of entries.
    let mut room = if count < 3 { 3 } else { count | 1 };
    while !is_prime(room) {
        room += 2;
    }
    let entries = malloc(room * size_of::<Entry>()).cast::<Entry>();
    if entries.is_null() {
        return 0;
    }
    *table = Table { entries, room: room as u32, count: 0 };
    1
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_hcreate(count: usize) -> c_int {
    pikse_libc_hcreate_r(count, &raw mut TABLE)
}

fn is_prime(number: usize) -> bool {
    let mut by = 3;
    while by * by <= number {
        if number.checked_rem(by) == Some(0) {
            return false;
        }
        by += 2;
    }
    true
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_hdestroy_r(table: *mut Table) {
    if table.is_null() {
        errno::set(errno::EINVAL);
        return;
    }
    free((*table).entries.cast());
    (*table).entries = null_mut();
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_hdestroy() {
    pikse_libc_hdestroy_r(&raw mut TABLE);
}

/// Returns whether an entry was found or added.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_hsearch_r(
    key: *mut c_char,
    data: *mut c_void,
    action: c_int,
    to: *mut *mut Entry,
    table: *mut Table,
) -> c_int {
    let (entries, count) = ((*table).entries, (*table).count as usize);
    let mut at = 0;
    while at < count {
        if pikse_libc_strcmp((*entries.add(at)).key, key) == 0 {
            *to = entries.add(at);
            return 1;
        }
        at += 1;
    }
    *to = null_mut();
    if action == 0 {
        errno::set(errno::ESRCH);
        return 0;
    }
    if (*table).count == (*table).room {
        errno::set(errno::ENOMEM);
        return 0;
    }
    *entries.add(count) = Entry { key, data };
    (*table).count += 1;
    *to = entries.add(count);
    1
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_hsearch(
    key: *mut c_char,
    data: *mut c_void,
    action: c_int,
) -> *mut Entry {
    let mut found = null_mut();
    pikse_libc_hsearch_r(key, data, action, &raw mut found, &raw mut TABLE);
    found
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_lfind(
    key: *const c_void,
    base: *const c_void,
    count: *mut usize,
    size: usize,
    compare: Compare,
) -> *mut c_void {
    let mut at = 0;
    while at < *count {
        let one = base.byte_add(at.wrapping_mul(size));
        if compare(key, one) == 0 {
            return one.cast_mut();
        }
        at += 1;
    }
    null_mut()
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_lsearch(
    key: *const c_void,
    base: *mut c_void,
    count: *mut usize,
    size: usize,
    compare: Compare,
) -> *mut c_void {
    let found = pikse_libc_lfind(key, base, count, size, compare);
    if !found.is_null() {
        return found;
    }
    let new = base.byte_add((*count).wrapping_mul(size));
    core::ptr::copy_nonoverlapping(key.cast::<u8>(), new.cast(), size);
    *count += 1;
    new
}

/// Two pointers, with which elements of a list begin.
#[repr(C)]
pub struct Linked {
    next: *mut Linked,
    before: *mut Linked,
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_insque(element: *mut Linked, after: *mut Linked) {
    if after.is_null() {
        ((*element).next, (*element).before) = (null_mut(), null_mut());
        return;
    }
    let next = (*after).next;
    (*after).next = element;
    ((*element).next, (*element).before) = (next, after);
    if !next.is_null() {
        (*next).before = element;
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_remque(element: *mut Linked) {
    let (next, before) = ((*element).next, (*element).before);
    if !next.is_null() {
        (*next).before = before;
    }
    if !before.is_null() {
        (*before).next = next;
    }
}
