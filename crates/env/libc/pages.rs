//! Memory beyond `malloc`: locked and moved pages, the break, objects in memory with a name, and what the
//! allocator tells about itself.

use core::ffi::{c_char, c_int, c_void};

use super::errno::{self, fail};
use super::fs::{open, table};
use super::machine::{pikse_vm_allocate, pikse_vm_free, pikse_vm_size, pikse_vm_unsupported};
use super::stdio::arguments::VaList;
use super::string::plain::{pikse_libc_strchr, pikse_libc_strlen};

const PAGE: usize = 4096;

macro_rules! no_effect {
    ($($name:ident($($of:ty),*) = $result:literal;)*) => {$(
        #[unsafe(no_mangle)]
        pub extern "C" fn $name($(_: $of),*) -> c_int {
            $result
        }
    )*};
}

// Locks and advice make no difference that a program sees; nor do settings of the allocator.
no_effect! {
    pikse_libc_mlock(*const c_void, usize) = 0;
    pikse_libc_mlock2(*const c_void, usize, c_int) = 0;
    pikse_libc_munlock(*const c_void, usize) = 0;
    pikse_libc_mlockall(c_int) = 0;
    pikse_libc_munlockall() = 0;
    pikse_libc_posix_madvise(*mut c_void, usize, c_int) = 0;
    pikse_libc_mallopt(c_int, c_int) = 1;
    pikse_libc_malloc_trim(usize) = 0;
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_mtrace() {}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_muntrace() {}

const FAILED: *mut u8 = usize::MAX as *mut u8;
const MAY_MOVE: c_int = 1;

/// Moves a mapping to one of another size.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_model_mremap(
    old: *mut u8,
    _: usize,
    size: usize,
    flags: c_int,
    _: *mut VaList,
) -> *mut u8 {
    if size == 0 || flags & !MAY_MOVE != 0 {
        if flags & !MAY_MOVE != 0 {
            pikse_vm_unsupported(c"mremap with these flags".as_ptr());
        }
        errno::set(errno::EINVAL);
        return FAILED;
    }
    let (before, pages) = (pikse_vm_size(old), size.div_ceil(PAGE) * PAGE);
    if pages == before {
        return old;
    }
    if flags & MAY_MOVE == 0 {
        pikse_vm_unsupported(c"mremap of a mapping that may not move".as_ptr());
    }
    let new = pikse_vm_allocate(pages, PAGE);
    if new.is_null() {
        errno::set(errno::ENOMEM);
        return FAILED;
    }
    let part = if before < pages { before } else { pages };
    core::ptr::copy_nonoverlapping(old, new, part);
    core::ptr::write_bytes(new.add(part), 0, pages - part);
    pikse_vm_free(old);
    new
}

/// The most that the break can be moved.
const MOST: usize = 1 << 24;
static mut BEGIN: *mut u8 = core::ptr::null_mut();
static mut USED: usize = 0;

/// Memory after the program's data, which grows. It is one object, whose zeros are there from the start.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_sbrk(by: isize) -> *mut u8 {
    if BEGIN.is_null() {
        BEGIN = super::alloc::given(MOST);
        core::ptr::write_bytes(BEGIN, 0, MOST);
    }
    let old = BEGIN.add(USED);
    match USED.checked_add_signed(by) {
        Some(used) if used <= MOST => {
            USED = used;
            old
        }
        Some(_) => pikse_vm_unsupported(c"sbrk of more than 16 MiB".as_ptr()),
        None => {
            errno::set(errno::ENOMEM);
            FAILED
        }
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_brk(to: *mut u8) -> c_int {
    pikse_libc_sbrk(0);
    let by = to.offset_from(BEGIN.add(USED));
    if pikse_libc_sbrk(by) == FAILED { -1 } else { 0 }
}

/// A file in memory without a name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_memfd_create(name: *const c_char, flags: u32) -> c_int {
    if super::fs::is_bad(name) {
        return fail(errno::EFAULT);
    }
    if flags & !7 != 0 || pikse_libc_strlen(name) > 249 {
        return fail(errno::EINVAL);
    }
    let fd = open::unnamed();
    // MFD_CLOEXEC
    table::mark(fd, flags & 1 != 0);
    fd
}

/// The name of an object in memory, as a file in `/tmp`: no other process sees it.
unsafe fn object(name: *const c_char, to: *mut [u8; 300]) -> Result<*const c_char, c_int> {
    let mut name = name;
    while *name as u8 == b'/' {
        name = name.add(1);
    }
    let length = pikse_libc_strlen(name);
    if length == 0 || !pikse_libc_strchr(name, c_int::from(b'/')).is_null() {
        return Err(errno::EINVAL);
    }
    if length > 255 {
        return Err(errno::ENAMETOOLONG);
    }
    let text = to.cast::<c_char>();
    core::ptr::copy_nonoverlapping(c"/tmp/.shm-".as_ptr(), text, 10);
    core::ptr::copy_nonoverlapping(name, text.add(10), length + 1);
    Ok(text)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_shm_open(
    name: *const c_char,
    flags: c_int,
    mode: u32,
) -> c_int {
    let mut memory = [0; 300];
    match object(name, &raw mut memory) {
        Ok(name) => open::by_name(name, flags | table::O_CLOEXEC | table::O_NOFOLLOW, mode),
        Err(error) => fail(error),
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_shm_unlink(name: *const c_char) -> c_int {
    let mut memory = [0; 300];
    match object(name, &raw mut memory) {
        Ok(name) => super::fs::names::pikse_libc_unlink(name),
        Err(error) => fail(error),
    }
}
