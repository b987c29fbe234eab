//! Memory: `malloc` and similar functions, and the operators of C++.

use core::ffi::c_int;
use core::ptr::null_mut;

use super::errno;
use super::machine::{
    kind, pikse_vm_allocate, pikse_vm_allocate_zeroed, pikse_vm_fail, pikse_vm_free, pikse_vm_give,
    pikse_vm_size, pikse_vm_unsupported,
};

/// The alignment of general-purpose memory.
const ALIGN: usize = 16;
const PAGE: usize = 4096;

// Other models allocate with the program's `malloc`, if it has one: the program may free the
// result.
unsafe extern "C" {
    pub fn malloc(size: usize) -> *mut u8;
    pub fn realloc(p: *mut u8, size: usize) -> *mut u8;
    pub fn free(p: *mut u8);
}

unsafe fn allocate(size: usize, align: usize) -> *mut u8 {
    let new = pikse_vm_allocate(size, align);
    if new.is_null() {
        errno::set(errno::ENOMEM);
    }
    new
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_malloc(size: usize) -> *mut u8 {
    allocate(size, ALIGN)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_calloc(count: usize, size: usize) -> *mut u8 {
    let Some(bytes) = count.checked_mul(size) else {
        errno::set(errno::ENOMEM);
        return null_mut();
    };
    let new = pikse_vm_allocate_zeroed(bytes, ALIGN);
    if new.is_null() {
        errno::set(errno::ENOMEM);
    }
    new
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_realloc(p: *mut u8, size: usize) -> *mut u8 {
    if p.is_null() {
        return allocate(size, ALIGN);
    }
    let old = pikse_vm_size(p);
    if size == 0 {
        pikse_vm_free(p);
        return null_mut();
    }
    let new = allocate(size, ALIGN);
    if !new.is_null() {
        core::ptr::copy_nonoverlapping(p, new, if old < size { old } else { size });
        pikse_vm_free(p);
    }
    new
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_reallocarray(p: *mut u8, count: usize, size: usize) -> *mut u8 {
    match count.checked_mul(size) {
        Some(bytes) => pikse_libc_realloc(p, bytes),
        None => {
            errno::set(errno::ENOMEM);
            null_mut()
        }
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_free(p: *mut u8) {
    if !p.is_null() {
        pikse_vm_free(p);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_cfree(p: *mut u8) {
    pikse_libc_free(p);
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_aligned_alloc(align: usize, size: usize) -> *mut u8 {
    if !align.is_power_of_two() {
        errno::set(errno::EINVAL);
        return null_mut();
    }
    allocate(size, if align < ALIGN { ALIGN } else { align })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_memalign(align: usize, size: usize) -> *mut u8 {
    pikse_libc_aligned_alloc(align, size)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_posix_memalign(
    to: *mut *mut u8,
    align: usize,
    size: usize,
) -> c_int {
    if !align.is_power_of_two() || !align.is_multiple_of(size_of::<usize>()) {
        return errno::EINVAL;
    }
    let new = pikse_vm_allocate(size, if align < ALIGN { ALIGN } else { align });
    if new.is_null() {
        return errno::ENOMEM;
    }
    *to = new;
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_valloc(size: usize) -> *mut u8 {
    allocate(size, PAGE)
}

/// Whole pages.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pvalloc(size: usize) -> *mut u8 {
    let size = size.wrapping_add(PAGE - 1) & !(PAGE - 1);
    allocate(if size == 0 { PAGE } else { size }, PAGE)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_malloc_usable_size(p: *mut u8) -> usize {
    if p.is_null() { 0 } else { pikse_vm_size(p) }
}

/// `operator new`. When out of memory it throws, which ends the program unless it is caught.
unsafe fn new(size: usize, align: usize) -> *mut u8 {
    let new = pikse_vm_allocate(size, align);
    if new.is_null() {
        pikse_vm_fail(kind::EXCEPTION, c"std::bad_alloc: out of memory".as_ptr());
    }
    new
}

macro_rules! operators_new {
    ($($plain:ident $nothrow:ident $aligned:ident $both:ident;)*) => {$(
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $plain(size: usize) -> *mut u8 {
            new(size, ALIGN)
        }

        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $nothrow(size: usize, _: *const u8) -> *mut u8 {
            pikse_vm_allocate(size, ALIGN)
        }

        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $aligned(size: usize, align: usize) -> *mut u8 {
            new(size, align)
        }

        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $both(size: usize, align: usize, _: *const u8) -> *mut u8 {
            pikse_vm_allocate(size, align)
        }
    )*};
}

operators_new! {
    pikse_libc__Znwm pikse_libc__ZnwmRKSt9nothrow_t
        pikse_libc__ZnwmSt11align_val_t pikse_libc__ZnwmSt11align_val_tRKSt9nothrow_t;
    pikse_libc__Znam pikse_libc__ZnamRKSt9nothrow_t
        pikse_libc__ZnamSt11align_val_t pikse_libc__ZnamSt11align_val_tRKSt9nothrow_t;
}

macro_rules! operators_delete {
    ($($name:ident($($parameter:ty),*);)*) => {$(
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(p: *mut u8 $(, _: $parameter)*) {
            pikse_libc_free(p);
        }
    )*};
}

operators_delete! {
    pikse_libc__ZdlPv();
    pikse_libc__ZdaPv();
    pikse_libc__ZdlPvm(usize);
    pikse_libc__ZdaPvm(usize);
    pikse_libc__ZdlPvSt11align_val_t(usize);
    pikse_libc__ZdaPvSt11align_val_t(usize);
    pikse_libc__ZdlPvmSt11align_val_t(usize, usize);
    pikse_libc__ZdaPvmSt11align_val_t(usize, usize);
    pikse_libc__ZdlPvRKSt9nothrow_t(*const u8);
    pikse_libc__ZdaPvRKSt9nothrow_t(*const u8);
    pikse_libc__ZdlPvSt11align_val_tRKSt9nothrow_t(usize, *const u8);
    pikse_libc__ZdaPvSt11align_val_tRKSt9nothrow_t(usize, *const u8);
}

/// Memory for the models' own use, which the program never frees.
pub unsafe fn own(size: usize) -> *mut u8 {
    or_end(pikse_vm_allocate(size, ALIGN))
}

/// Memory that the program finds when it begins, such as its arguments: it is no heap memory.
pub unsafe fn given(size: usize) -> *mut u8 {
    or_end(pikse_vm_give(size))
}

unsafe fn or_end(new: *mut u8) -> *mut u8 {
    if new.is_null() {
        pikse_vm_unsupported(c"a model that is out of memory".as_ptr());
    }
    new
}
