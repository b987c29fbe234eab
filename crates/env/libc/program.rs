//! glibc's names for the program.

use core::ffi::{c_char, c_int};

use super::string::plain::pikse_libc_strrchr;

macro_rules! names {
    ($($name:ident)*) => {$(
        #[unsafe(no_mangle)]
        pub static mut $name: *mut c_char = c"program".as_ptr().cast_mut();
    )*};
}

names! { pikse_libc_program_invocation_name pikse_libc___progname_full
pikse_libc_program_invocation_short_name pikse_libc___progname }

/// The name under which the program was started.
pub unsafe fn named(name: *mut c_char) {
    if name.is_null() {
        return;
    }
    pikse_libc_program_invocation_name = name;
    pikse_libc___progname_full = name;
    let slash = pikse_libc_strrchr(name, c_int::from(b'/'));
    let short = if slash.is_null() { name } else { slash.add(1) };
    pikse_libc_program_invocation_short_name = short;
    pikse_libc___progname = short;
}
