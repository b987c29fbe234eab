//! Environment variables: those that the program was given, and those that it sets.

use core::ffi::{c_char, c_int};
use core::ptr::null_mut;

use super::super::alloc::malloc;
use super::super::errno::{self, fail};
use super::super::string::plain::{
    pikse_libc_strchr, pikse_libc_strcpy, pikse_libc_strlen, pikse_libc_strncmp,
};

/// An empty environment.
static mut EMPTY: [*mut c_char; 1] = [null_mut()];

#[unsafe(no_mangle)]
pub static mut pikse_libc_environ: *mut *mut c_char = (&raw mut EMPTY).cast();

/// The entry of a name in the environment; the null at its end if there is none.
unsafe fn place(name: *const c_char, length: usize) -> *mut *mut c_char {
    if pikse_libc_environ.is_null() {
        pikse_libc_environ = (&raw mut EMPTY).cast();
    }
    let mut at = pikse_libc_environ;
    while !(*at).is_null() {
        if pikse_libc_strncmp(*at, name, length) == 0 && *(*at).add(length) as u8 == b'=' {
            return at;
        }
        at = at.add(1);
    }
    at
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_getenv(name: *const c_char) -> *mut c_char {
    if pikse_libc_environ.is_null() || (*pikse_libc_environ).is_null() {
        return null_mut();
    }
    let length = pikse_libc_strlen(name);
    let found = *place(name, length);
    if found.is_null() { null_mut() } else { found.add(length + 1) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_secure_getenv(name: *const c_char) -> *mut c_char {
    pikse_libc_getenv(name)
}

/// Puts a definition into the environment, which owns its memory from now on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_putenv(definition: *mut c_char) -> c_int {
    let sign = pikse_libc_strchr(definition, c_int::from(b'='));
    if sign.is_null() {
        return pikse_libc_unsetenv(definition);
    }
    let found = place(definition, sign.offset_from(definition) as usize);
    if !(*found).is_null() {
        *found = definition;
        return 0;
    }
    let count = found.offset_from(pikse_libc_environ) as usize;
    let new = malloc((count + 2) * size_of::<*mut c_char>()).cast::<*mut c_char>();
    if new.is_null() {
        return -1;
    }
    core::ptr::copy_nonoverlapping(pikse_libc_environ, new, count);
    *new.add(count) = definition;
    *new.add(count + 1) = null_mut();
    pikse_libc_environ = new;
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_setenv(
    name: *const c_char,
    value: *const c_char,
    overwrite: c_int,
) -> c_int {
    let length = if name.is_null() { 0 } else { pikse_libc_strlen(name) };
    if length == 0 || !pikse_libc_strchr(name, c_int::from(b'=')).is_null() {
        return fail(errno::EINVAL);
    }
    if overwrite == 0 && !(*place(name, length)).is_null() {
        return 0;
    }
    let definition = malloc(length + pikse_libc_strlen(value) + 2).cast::<c_char>();
    if definition.is_null() {
        return -1;
    }
    core::ptr::copy_nonoverlapping(name, definition, length);
    *definition.add(length) = b'=' as c_char;
    pikse_libc_strcpy(definition.add(length + 1), value);
    pikse_libc_putenv(definition)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_unsetenv(name: *const c_char) -> c_int {
    let length = if name.is_null() { 0 } else { pikse_libc_strlen(name) };
    if length == 0 || !pikse_libc_strchr(name, c_int::from(b'=')).is_null() {
        return fail(errno::EINVAL);
    }
    if pikse_libc_environ.is_null() {
        return 0;
    }
    let mut found = place(name, length);
    while !(*found).is_null() {
        *found = *found.add(1);
        found = found.add(1);
    }
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_clearenv() -> c_int {
    pikse_libc_environ = null_mut();
    0
}
