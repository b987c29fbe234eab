//! `dlfcn.h` and `execinfo.h`: there are no shared libraries, and no names of frames.

use core::ffi::{c_char, c_int, c_void};
use core::ptr::null_mut;

use super::machine::pikse_vm_unsupported;
use super::stdio::text::Writer;

/// The message of the last failure, until it is asked for.
static mut MESSAGE: [u8; 200] = [0; 200];
static mut IS_SET: bool = false;

/// No library is there to be loaded. Without a name it is the program itself.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_dlopen(name: *const c_char, _: c_int) -> *mut c_void {
    if name.is_null() {
        pikse_vm_unsupported(c"dlopen of the program itself".as_ptr());
    }
    let mut text = Writer::new((&raw mut MESSAGE).cast(), 200);
    text.text(name);
    text.text(c": cannot open shared object file: No such file or directory".as_ptr());
    text.end();
    IS_SET = true;
    null_mut()
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_dlerror() -> *mut c_char {
    if !IS_SET {
        return null_mut();
    }
    IS_SET = false;
    (&raw mut MESSAGE).cast()
}

/// There is nothing that was opened.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_dlclose(_: *mut c_void) -> c_int {
    pikse_vm_unsupported(c"dlclose".as_ptr())
}
