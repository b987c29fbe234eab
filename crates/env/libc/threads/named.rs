//! Semaphores with names: no other process sees them.

use core::ffi::{c_char, c_int};
use core::ptr::null_mut;

use super::super::alloc::own;
use super::super::errno;
use super::super::stdio::arguments::VaList;
use super::super::string::plain::{pikse_libc_strcmp, pikse_libc_strlen};

const CREATE: c_int = 0o100;
const EXCLUSIVE: c_int = 0o200;

/// A semaphore begins with its value.
struct Named {
    value: [u32; 8],
    name: *mut c_char,
    is_unlinked: bool,
    next: *mut Named,
}

static mut ALL: *mut Named = null_mut();

unsafe fn find(name: *const c_char) -> *mut Named {
    let mut at = ALL;
    while !at.is_null() && ((*at).is_unlinked || pikse_libc_strcmp((*at).name, name) != 0) {
        at = (*at).next;
    }
    at
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_model_sem_open(
    name: *const c_char,
    flags: c_int,
    arguments: *mut VaList,
) -> *mut u32 {
    let mut name = name;
    while *name as u8 == b'/' {
        name = name.add(1);
    }
    let length = pikse_libc_strlen(name);
    let found = find(name);
    let error = match () {
        () if length == 0 => errno::EINVAL,
        () if !found.is_null() && flags & CREATE != 0 && flags & EXCLUSIVE != 0 => errno::EEXIST,
        () if !found.is_null() => return (&raw mut (*found).value).cast(),
        () if flags & CREATE == 0 => errno::ENOENT,
        () => 0,
    };
    if error != 0 {
        errno::set(error);
        return null_mut();
    }
    (*arguments).word();
    let value = (*arguments).word() as u32;
    if value > i32::MAX as u32 {
        errno::set(errno::EINVAL);
        return null_mut();
    }
    let copy = own(length + 1).cast::<c_char>();
    core::ptr::copy_nonoverlapping(name, copy, length + 1);
    let new = own(size_of::<Named>()).cast::<Named>();
    let mut values = [0; 8];
    values[0] = value;
    new.write(Named { value: values, name: copy, is_unlinked: false, next: ALL });
    ALL = new;
    (&raw mut (*new).value).cast()
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_sem_close(_: *mut u32) -> c_int {
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_sem_unlink(name: *const c_char) -> c_int {
    let mut name = name;
    while *name as u8 == b'/' {
        name = name.add(1);
    }
    let found = find(name);
    if found.is_null() {
        return errno::fail(errno::ENOENT);
    }
    (*found).is_unlinked = true;
    0
}
