//! Other system functions: memory pages, system calls by number, facts about the machine.

use core::ffi::{c_char, c_int, c_long};

use super::errno;
use super::fs::io;
use super::machine::{
    pikse_vm_allocate, pikse_vm_free, pikse_vm_note, pikse_vm_room, pikse_vm_size,
    pikse_vm_unsupported,
};
use super::stdio::arguments::VaList;
use super::stdlib::random::pikse_libc_getrandom;

const MAP_SHARED: c_int = 1;
const MAP_FIXED: c_int = 0x10;
const MAP_ANONYMOUS: c_int = 0x20;
const FAILED: *mut u8 = usize::MAX as *mut u8;

/// New memory, with the file's contents if there is one. Nothing is written back, so shared
/// mappings for writing are not modelled.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_mmap(
    wanted: *mut u8,
    size: usize,
    protection: c_int,
    flags: c_int,
    fd: c_int,
    offset: i64,
) -> *mut u8 {
    if size == 0 {
        errno::set(errno::EINVAL);
        return FAILED;
    }
    if flags & MAP_FIXED != 0 {
        // A guard page of a stack is already in place.
        if protection == 0 {
            return wanted;
        }
        pikse_vm_unsupported(c"mmap with MAP_FIXED".as_ptr());
    }
    let anonymous = flags & MAP_ANONYMOUS != 0;
    if !anonymous && flags & MAP_SHARED != 0 && protection & 2 != 0 {
        pikse_vm_unsupported(c"mmap of a file for writing".as_ptr());
    }
    let pages = size.div_ceil(4096) * 4096;
    let memory = pikse_vm_allocate(pages, 4096);
    if memory.is_null() {
        errno::set(errno::ENOMEM);
        return FAILED;
    }
    core::ptr::write_bytes(memory, 0, pages);
    if !anonymous && let Err(error) = io::read(fd, memory, size, Some(offset as usize)) {
        pikse_vm_free(memory);
        errno::set(error);
        return FAILED;
    }
    memory
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_mmap64(
    wanted: *mut u8,
    size: usize,
    protection: c_int,
    flags: c_int,
    fd: c_int,
    offset: i64,
) -> *mut u8 {
    pikse_libc_mmap(wanted, size, protection, flags, fd, offset)
}

/// A part of a mapping stays until all of it is unmapped.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_munmap(p: *mut u8, size: usize) -> c_int {
    // Mappings begin at pages, so a part that begins elsewhere is at the end of one.
    if pikse_vm_size(p) <= size.div_ceil(4096) * 4096 {
        pikse_vm_free(p);
    }
    0
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_mprotect(_: *mut u8, _: usize, _: c_int) -> c_int {
    0
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_madvise(_: *mut u8, _: usize, _: c_int) -> c_int {
    0
}

/// Mappings are in memory. Other objects are not laid out in pages: which pages the system has for them
/// is not known, and the call fails as for pages that are not there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_mincore(start: *mut u8, size: usize, to: *mut u8) -> c_int {
    if !(start as usize).is_multiple_of(4096) {
        return errno::fail(errno::EINVAL);
    }
    let pages = size.div_ceil(4096);
    if pikse_vm_room(start) < pages * 4096 {
        pikse_vm_note(c"mincore fails for memory that is no mapping".as_ptr());
        return errno::fail(errno::ENOMEM);
    }
    core::ptr::write_bytes(to, 1, pages);
    0
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_msync(_: *mut u8, _: usize, _: c_int) -> c_int {
    0
}

/// The kernel reports nothing about itself.
#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_getauxval(what: u64) -> u64 {
    // AT_PAGESZ
    if what == 6 { 4096 } else { 0 }
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_gnu_get_libc_version() -> *const c_char {
    c"2.36".as_ptr()
}

const GETTID: c_long = 186;
const FUTEX: c_long = 202;
const GETRANDOM: c_long = 318;
const STATX: c_long = 332;

/// A call by its number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_model_syscall(number: c_long, arguments: *mut VaList) -> c_long {
    let arguments = &mut *arguments;
    match number {
        GETTID => c_long::from(super::process::PROCESS),
        GETRANDOM => {
            let (to, n) = (arguments.pointer(), arguments.word() as usize);
            pikse_libc_getrandom(to, n, arguments.int() as u32) as c_long
        }
        STATX => {
            let (fd, name) = (arguments.int(), arguments.pointer());
            let (flags, mask) = (arguments.int(), arguments.int() as u32);
            let to = arguments.pointer();
            c_long::from(super::fs::status::pikse_libc_statx(fd, name, flags, mask, to))
        }
        FUTEX => {
            let (word, operation) = (arguments.pointer::<c_int>(), arguments.int() & 127);
            let value = arguments.int();
            // Only waiting takes a time.
            let time = match operation {
                0 | 9 => arguments.pointer(),
                _ => core::ptr::null_mut(),
            };
            super::threads::wait::futex(word, operation, value, time)
        }
        _ => pikse_vm_unsupported(c"syscall with this number".as_ptr()),
    }
}

/// The program has no shared libraries, so no symbol is found in them.
#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_dlsym(_: *mut u8, _: *const c_char) -> *mut u8 {
    core::ptr::null_mut()
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_dl_iterate_phdr(_: *const u8, _: *mut u8) -> c_int {
    0
}

macro_rules! byte_orders {
    ($($name:ident($of:ty);)*) => {$(
        #[unsafe(no_mangle)]
        pub extern "C" fn $name(value: $of) -> $of {
            value.swap_bytes()
        }
    )*};
}

byte_orders! {
    pikse_libc_htons(u16);
    pikse_libc_ntohs(u16);
    pikse_libc_htonl(u32);
    pikse_libc_ntohl(u32);
}
