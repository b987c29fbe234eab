//! `search.h`: trees, tables and lists that the library keeps for a program. Trees are not balanced,
//! so `twalk`, which shows their shape, has no model.

use core::ffi::{c_char, c_int, c_void};
use core::ptr::null_mut;

use super::alloc::{free, malloc};
use super::errno;
use super::string::plain::pikse_libc_strcmp;

type Compare = unsafe extern "C" fn(*const c_void, *const c_void) -> c_int;

/// A node of a tree; programs read its first field.
#[repr(C)]
pub struct Node {
    key: *const c_void,
    less: *mut Node,
    more: *mut Node,
}

/// The place of a key: null at its end if there is none.
unsafe fn place(key: *const c_void, root: *mut *mut Node, compare: Compare) -> *mut *mut Node {
    let mut at = root;
    while !(*at).is_null() {
        let order = compare(key, (**at).key);
        if order == 0 {
            break;
        }
        at = if order < 0 { &raw mut (**at).less } else { &raw mut (**at).more };
    }
    at
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_tsearch(
    key: *const c_void,
    root: *mut *mut Node,
    compare: Compare,
) -> *mut Node {
    if root.is_null() {
        return null_mut();
    }
    let at = place(key, root, compare);
    if (*at).is_null() {
        let new = malloc(size_of::<Node>()).cast::<Node>();
        if !new.is_null() {
            *new = Node { key, less: null_mut(), more: null_mut() };
            *at = new;
        }
    }
    *at
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_tfind(
    key: *const c_void,
    root: *const *mut Node,
    compare: Compare,
) -> *mut Node {
    if root.is_null() { null_mut() } else { *place(key, root.cast_mut(), compare) }
}

/// Returns the parent of the removed node; the root itself has some other address.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_tdelete(
    key: *const c_void,
    root: *mut *mut Node,
    compare: Compare,
) -> *mut c_void {
    if root.is_null() || (*root).is_null() {
        return null_mut();
    }
    let (mut at, mut parent) = (root, root.cast::<c_void>());
    loop {
        if (*at).is_null() {
            return null_mut();
        }
        let order = compare(key, (**at).key);
        if order == 0 {
            break;
        }
        parent = (*at).cast();
        at = if order < 0 { &raw mut (**at).less } else { &raw mut (**at).more };
    }
    let gone = *at;
    if (*gone).less.is_null() || (*gone).more.is_null() {
        *at = if (*gone).less.is_null() { (*gone).more } else { (*gone).less };
    } else {
        let mut next = &raw mut (*gone).more;
        while !(**next).less.is_null() {
            next = &raw mut (**next).less;
        }
        let taken = *next;
        *next = (*taken).more;
        ((*taken).less, (*taken).more) = ((*gone).less, (*gone).more);
        *at = taken;
    }
    free(gone.cast());
    parent
}

type Free = unsafe extern "C" fn(*mut c_void);

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_tdestroy(root: *mut Node, release: Free) {
    if root.is_null() {
        return;
    }
    pikse_libc_tdestroy((*root).less, release);
    pikse_libc_tdestroy((*root).more, release);
    release((*root).key.cast_mut());
    free(root.cast());
}

/// `ENTRY`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Entry {
    key: *mut c_char,
    data: *mut c_void,
}

/// The table of `hcreate`: its entries, how many there are, and how many may be.
static mut TABLE: (*mut Entry, usize, usize) = (null_mut(), 0, 0);

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_hcreate(count: usize) -> c_int {
    let (entries, _, _) = TABLE;
    if !entries.is_null() {
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
    TABLE = (entries, 0, room);
    1
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
pub unsafe extern "C" fn pikse_libc_hdestroy() {
    let (entries, _, _) = TABLE;
    free(entries.cast());
    TABLE = (null_mut(), 0, 0);
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_hsearch(
    key: *mut c_char,
    data: *mut c_void,
    action: c_int,
) -> *mut Entry {
    let (entries, count, room) = TABLE;
    let mut at = 0;
    while at < count {
        if pikse_libc_strcmp((*entries.add(at)).key, key) == 0 {
            return entries.add(at);
        }
        at += 1;
    }
    if action == 0 {
        errno::set(errno::ESRCH);
        return null_mut();
    }
    if count == room {
        errno::set(errno::ENOMEM);
        return null_mut();
    }
    *entries.add(count) = Entry { key, data };
    TABLE = (entries, count + 1, room);
    entries.add(count)
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
