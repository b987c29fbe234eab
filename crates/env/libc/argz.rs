//! `argz.h` and `envz.h`: lists of texts one after the other in one piece of memory.

use core::ffi::{c_char, c_int};
use core::ptr::null_mut;

use super::alloc::{free, malloc, realloc};
use super::errno;
use super::string::plain::{pikse_libc_strlen, pikse_libc_strnlen};

/// Makes room for more bytes at a place.
unsafe fn insert(
    list: *mut *mut c_char,
    length: *mut usize,
    at: usize,
    bytes: *const c_char,
    n: usize,
) -> c_int {
    let new = realloc((*list).cast(), *length + n).cast::<c_char>();
    if new.is_null() {
        return errno::ENOMEM;
    }
    core::ptr::copy(new.add(at), new.add(at + n), *length - at);
    core::ptr::copy_nonoverlapping(bytes, new.add(at), n);
    (*list, *length) = (new, *length + n);
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_argz_create(
    texts: *const *mut c_char,
    list: *mut *mut c_char,
    length: *mut usize,
) -> c_int {
    let (mut size, mut at) = (0, 0);
    while !(*texts.add(at)).is_null() {
        size += pikse_libc_strlen(*texts.add(at)) + 1;
        at += 1;
    }
    (*list, *length) = (null_mut(), size);
    if size == 0 {
        return 0;
    }
    let memory = malloc(size).cast::<c_char>();
    if memory.is_null() {
        return errno::ENOMEM;
    }
    let (mut used, mut at) = (0, 0);
    while !(*texts.add(at)).is_null() {
        let n = pikse_libc_strlen(*texts.add(at)) + 1;
        core::ptr::copy_nonoverlapping(*texts.add(at), memory.add(used), n);
        used += n;
        at += 1;
    }
    *list = memory;
    0
}

/// A text as a list: it is split at a character, which several times in a row counts once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_argz_create_sep(
    text: *const c_char,
    separator: c_int,
    list: *mut *mut c_char,
    length: *mut usize,
) -> c_int {
    (*list, *length) = (null_mut(), 0);
    pikse_libc_argz_add_sep(list, length, text, separator)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_argz_add_sep(
    list: *mut *mut c_char,
    length: *mut usize,
    text: *const c_char,
    separator: c_int,
) -> c_int {
    let n = pikse_libc_strlen(text) + 1;
    if n == 1 {
        return 0;
    }
    let old = *length;
    let error = insert(list, length, old, text, n);
    if error != 0 {
        return error;
    }
    let memory = *list;
    let (mut from, mut to) = (old, old);
    while from < old + n {
        let c = *memory.add(from);
        from += 1;
        if c as u8 == separator as u8 {
            if to > 0 && *memory.add(to - 1) != 0 {
                *memory.add(to) = 0;
                to += 1;
            }
            continue;
        }
        *memory.add(to) = c;
        to += 1;
    }
    *length = to;
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_argz_count(list: *const c_char, length: usize) -> usize {
    let (mut count, mut at) = (0, 0);
    while at < length {
        at += pikse_libc_strlen(list.add(at)) + 1;
        count += 1;
    }
    count
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_argz_extract(
    list: *const c_char,
    length: usize,
    to: *mut *mut c_char,
) {
    let (mut to, mut at) = (to, 0);
    while at < length {
        *to = list.add(at).cast_mut();
        to = to.add(1);
        at += pikse_libc_strlen(list.add(at)) + 1;
    }
    *to = null_mut();
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_argz_stringify(
    list: *mut c_char,
    length: usize,
    separator: c_int,
) {
    let mut at = 0;
    while at < length {
        at += pikse_libc_strnlen(list.add(at), length - at);
        if at + 1 >= length {
            break;
        }
        *list.add(at) = separator as c_char;
        at += 1;
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_argz_append(
    list: *mut *mut c_char,
    length: *mut usize,
    bytes: *const c_char,
    n: usize,
) -> c_int {
    insert(list, length, *length, bytes, n)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_argz_add(
    list: *mut *mut c_char,
    length: *mut usize,
    text: *const c_char,
) -> c_int {
    insert(list, length, *length, text, pikse_libc_strlen(text) + 1)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_argz_delete(
    list: *mut *mut c_char,
    length: *mut usize,
    entry: *mut c_char,
) {
    if entry.is_null() {
        return;
    }
    let n = pikse_libc_strlen(entry) + 1;
    let at = entry.offset_from(*list) as usize;
    *length -= n;
    core::ptr::copy(entry.add(n), entry, *length - at);
    if *length == 0 {
        free((*list).cast());
        *list = null_mut();
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_argz_insert(
    list: *mut *mut c_char,
    length: *mut usize,
    before: *mut c_char,
    text: *const c_char,
) -> c_int {
    if before.is_null() {
        return pikse_libc_argz_add(list, length, text);
    }
    let begin = *list;
    if before < begin || before >= begin.add(*length) {
        return errno::EINVAL;
    }
    // From inside of an entry back to its beginning.
    let mut at = before.offset_from(begin) as usize;
    while at > 0 && *begin.add(at - 1) != 0 {
        at -= 1;
    }
    insert(list, length, at, text, pikse_libc_strlen(text) + 1)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_argz_next(
    list: *const c_char,
    length: usize,
    entry: *const c_char,
) -> *mut c_char {
    let next = if entry.is_null() { list } else { entry.add(pikse_libc_strlen(entry) + 1) };
    if length > 0 && next < list.add(length) { next.cast_mut() } else { null_mut() }
}

/// The entry of a name: up to its `=`, or its end.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_envz_entry(
    list: *const c_char,
    length: usize,
    name: *const c_char,
) -> *mut c_char {
    let is_end = |c: c_char| c == 0 || c as u8 == b'=';
    let mut at = 0;
    while at < length {
        let entry = list.add(at);
        let mut k = 0;
        while !is_end(*name.add(k)) && *entry.add(k) == *name.add(k) {
            k += 1;
        }
        if is_end(*name.add(k)) && is_end(*entry.add(k)) {
            return entry.cast_mut();
        }
        at += pikse_libc_strlen(entry) + 1;
    }
    null_mut()
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_envz_get(
    list: *const c_char,
    length: usize,
    name: *const c_char,
) -> *mut c_char {
    let mut at = pikse_libc_envz_entry(list, length, name);
    if at.is_null() {
        return at;
    }
    while *at != 0 && *at as u8 != b'=' {
        at = at.add(1);
    }
    if *at == 0 { null_mut() } else { at.add(1) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_envz_remove(
    list: *mut *mut c_char,
    length: *mut usize,
    name: *const c_char,
) {
    let entry = pikse_libc_envz_entry(*list, *length, name);
    pikse_libc_argz_delete(list, length, entry);
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_envz_add(
    list: *mut *mut c_char,
    length: *mut usize,
    name: *const c_char,
    value: *const c_char,
) -> c_int {
    pikse_libc_envz_remove(list, length, name);
    if value.is_null() {
        return pikse_libc_argz_add(list, length, name);
    }
    let n = pikse_libc_strlen(name);
    let error = insert(list, length, *length, name, n);
    if error != 0 {
        return error;
    }
    let error = insert(list, length, *length, c"=".as_ptr(), 1);
    match error {
        0 => insert(list, length, *length, value, pikse_libc_strlen(value) + 1),
        _ => error,
    }
}
