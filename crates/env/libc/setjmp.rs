//! `setjmp.h`. `setjmp` itself is a function of the machine: a model's frame would be gone when the
//! program returns to it.

use core::ffi::c_int;

use super::machine::pikse_vm_longjmp;

macro_rules! jumps {
    ($($name:ident)*) => {$(
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(buffer: *mut u8, value: c_int) -> ! {
            pikse_vm_longjmp(buffer, if value == 0 { 1 } else { value })
        }
    )*};
}

jumps! { pikse_libc_longjmp pikse_libc__longjmp pikse_libc_siglongjmp pikse_libc___longjmp_chk }
