//! The unwinder's functions: stack traces, and the end of an exception. Raising and resuming are done
//! by the machine.

use core::ffi::{c_char, c_int};

use super::machine::pikse_vm_unsupported;
use super::stdio::arguments::VaList;
use super::stdlib::exit::abort;

/// A stack trace is empty.
const END_OF_STACK: c_int = 5;

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc__Unwind_Backtrace(_: *const u8, _: *mut u8) -> c_int {
    END_OF_STACK
}

macro_rules! nothing_to_see {
    ($($name:ident)*) => {$(
        #[unsafe(no_mangle)]
        pub extern "C" fn $name(_: *mut u8) -> usize {
            0
        }
    )*};
}

nothing_to_see! { pikse_libc__Unwind_GetIP pikse_libc__Unwind_GetCFA
pikse_libc__Unwind_GetRegionStart pikse_libc__Unwind_GetTextRelBase
pikse_libc__Unwind_GetDataRelBase pikse_libc__Unwind_GetLanguageSpecificData
pikse_libc__Unwind_FindEnclosingFunction }

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc__Unwind_GetIPInfo(_: *mut u8, before: *mut c_int) -> usize {
    *before = 0;
    0
}

/// Would set registers while a stack is unwound: only a personality function calls it.
macro_rules! never_called {
    ($($name:ident $text:literal;)*) => {$(
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name() {
            pikse_vm_unsupported($text.as_ptr());
        }
    )*};
}

never_called! {
    pikse_libc__Unwind_SetGR c"_Unwind_SetGR";
    pikse_libc__Unwind_SetIP c"_Unwind_SetIP";
    pikse_libc___gxx_personality_v0 c"__gxx_personality_v0";
    pikse_libc___gcc_personality_v0 c"__gcc_personality_v0";
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___cxa_pure_virtual() -> ! {
    abort(c"pure virtual method called".as_ptr())
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___cxa_deleted_virtual() -> ! {
    abort(c"deleted virtual method called".as_ptr())
}

/// The start of an exception, which every language has in common.
#[repr(C)]
pub struct Header {
    pub class: u64,
    pub cleanup: Option<unsafe extern "C" fn(c_int, *mut Header)>,
    pub private: [usize; 2],
}

/// Another language than the exception's has caught it.
const CAUGHT_ELSEWHERE: c_int = 1;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc__Unwind_DeleteException(header: *mut Header) {
    if let Some(cleanup) = (*header).cleanup {
        cleanup(CAUGHT_ELSEWHERE, header);
    }
}

/// `std::__1::__libcpp_verbose_abort`, with the unformatted text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_model_verbose_abort(text: *const c_char, _: *mut VaList) -> ! {
    abort(text)
}
