//! Checked variants of functions, which compilers use where the size of the destination is known
//! (`_FORTIFY_SOURCE`). More than fits is an error, also if it stays inside of a larger object.

use core::ffi::{c_char, c_int, c_uint, c_void};

use super::fs::folder::{pikse_libc_getcwd, pikse_libc_realpath};
use super::fs::io::{pikse_libc_pread, pikse_libc_read};
use super::host::{pikse_libc_getdomainname, pikse_libc_gethostname};
use super::machine::{kind, pikse_vm_fail};
use super::net::calls::{pikse_libc_recv, pikse_libc_recvfrom};
use super::poll::{Poll, pikse_libc_poll, pikse_libc_ppoll};
use super::stdio::arguments::VaList;
use super::stdio::lines::{pikse_libc_fgets, pikse_libc_gets};
use super::stdio::print::{pikse_libc_vdprintf, pikse_libc_vsnprintf};
use super::stdio::read::pikse_libc_fread;
use super::stdio::stream::Stream;
use super::string::memory::pikse_libc_mempcpy;
use super::string::plain::{
    pikse_libc_memmove, pikse_libc_strcat, pikse_libc_strcpy, pikse_libc_strlen,
    pikse_libc_strncpy, pikse_libc_strnlen,
};
use super::string::text::{pikse_libc_stpcpy, pikse_libc_stpncpy, pikse_libc_strncat};
use super::time::Spec;
use super::users::{pikse_libc_getgroups, pikse_libc_getlogin_r};
use super::wide::characters as wide;
use super::wide::characters::Wide;
use super::wide::convert;
use super::wide::print::pikse_libc_vswprintf;
use super::wide::streams::pikse_libc_fgetws;
use super::wide::text;

/// It is an error if more is needed than there is. A size that is not known is the largest number.
pub unsafe fn require(needed: usize, size: usize) {
    if needed > size {
        pikse_vm_fail(kind::OUT_OF_BOUNDS, c"buffer overflow detected".as_ptr());
    }
}

/// The size of a text with its end. It is not looked at if the size of the destination is not known.
unsafe fn needed(text: *const c_char, size: usize) -> usize {
    if size == usize::MAX { 0 } else { pikse_libc_strlen(text) + 1 }
}

unsafe fn needed_wide(text: *const Wide, size: usize) -> usize {
    if size == usize::MAX { 0 } else { wide::pikse_libc_wcslen(text) + 1 }
}

/// Checks a number against the size, and calls the function.
macro_rules! counted {
    ($($name:ident = $of:path: ($($before:ident: $before_type:ty),*; $n:ident: $n_type:ty;
        $($after:ident: $after_type:ty),*) -> $result:ty;)*) => {$(
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(
            $($before: $before_type,)*
            $n: $n_type,
            $($after: $after_type,)*
            size: usize,
        ) -> $result {
            require($n as usize, size);
            $of($($before,)* $n $(, $after)*)
        }
    )*};
}

unsafe fn copy(to: *mut u8, from: *const u8, n: usize) -> *mut u8 {
    core::ptr::copy_nonoverlapping(from, to, n);
    to
}

unsafe fn fill(to: *mut u8, value: c_int, n: usize) -> *mut u8 {
    core::ptr::write_bytes(to, value as u8, n);
    to
}

unsafe fn clear(to: *mut c_void, n: usize) {
    core::ptr::write_bytes(to.cast::<u8>(), 0, n);
}

// Each has its number of elements before the size.
counted! {
    pikse_libc___memcpy_chk = copy: (to: *mut u8, from: *const u8; n: usize;) -> *mut u8;
    pikse_libc___mempcpy_chk = pikse_libc_mempcpy:
        (to: *mut u8, from: *const u8; n: usize;) -> *mut u8;
    pikse_libc___memmove_chk = pikse_libc_memmove:
        (to: *mut u8, from: *const u8; n: usize;) -> *mut u8;
    pikse_libc___memset_chk = fill: (to: *mut u8, value: c_int; n: usize;) -> *mut u8;
    pikse_libc___explicit_bzero_chk = clear: (to: *mut c_void; n: usize;) -> ();
    pikse_libc___strncpy_chk = pikse_libc_strncpy:
        (to: *mut c_char, from: *const c_char; n: usize;) -> *mut c_char;
    pikse_libc___stpncpy_chk = pikse_libc_stpncpy:
        (to: *mut c_char, from: *const c_char; n: usize;) -> *mut c_char;
    pikse_libc___read_chk = pikse_libc_read: (fd: c_int, to: *mut u8; n: usize;) -> isize;
    pikse_libc___pread_chk = pikse_libc_pread:
        (fd: c_int, to: *mut u8; n: usize; at: i64) -> isize;
    pikse_libc___pread64_chk = pikse_libc_pread:
        (fd: c_int, to: *mut u8; n: usize; at: i64) -> isize;
    pikse_libc___getcwd_chk = pikse_libc_getcwd: (to: *mut c_char; n: usize;) -> *mut c_char;
    pikse_libc___gethostname_chk = pikse_libc_gethostname: (to: *mut c_char; n: usize;) -> c_int;
    pikse_libc___getdomainname_chk = pikse_libc_getdomainname:
        (to: *mut c_char; n: usize;) -> c_int;
    pikse_libc___getlogin_r_chk = pikse_libc_getlogin_r: (to: *mut c_char; n: usize;) -> c_int;
    pikse_libc___wmemcpy_chk = wide::pikse_libc_wmemcpy:
        (to: *mut Wide, from: *const Wide; n: usize;) -> *mut Wide;
    pikse_libc___wmemmove_chk = wide::pikse_libc_wmemmove:
        (to: *mut Wide, from: *const Wide; n: usize;) -> *mut Wide;
    pikse_libc___wmempcpy_chk = text::pikse_libc_wmempcpy:
        (to: *mut Wide, from: *const Wide; n: usize;) -> *mut Wide;
    pikse_libc___wmemset_chk = wide::pikse_libc_wmemset:
        (to: *mut Wide, value: Wide; n: usize;) -> *mut Wide;
    pikse_libc___wcsncpy_chk = wide::pikse_libc_wcsncpy:
        (to: *mut Wide, from: *const Wide; n: usize;) -> *mut Wide;
    pikse_libc___wcpncpy_chk = text::pikse_libc_wcpncpy:
        (to: *mut Wide, from: *const Wide; n: usize;) -> *mut Wide;
    pikse_libc___mbstowcs_chk = wide::pikse_libc_mbstowcs:
        (to: *mut Wide, from: *const c_char; n: usize;) -> usize;
    pikse_libc___wcstombs_chk = wide::pikse_libc_wcstombs:
        (to: *mut c_char, from: *const Wide; n: usize;) -> usize;
    pikse_libc___mbsrtowcs_chk = convert::pikse_libc_mbsrtowcs:
        (to: *mut Wide, from: *mut *const c_char; n: usize; state: *mut u8) -> usize;
    pikse_libc___wcsrtombs_chk = convert::pikse_libc_wcsrtombs:
        (to: *mut c_char, from: *mut *const Wide; n: usize; state: *mut u8) -> usize;
    pikse_libc___mbsnrtowcs_chk = convert::pikse_libc_mbsnrtowcs:
        (to: *mut Wide, from: *mut *const c_char, bytes: usize; n: usize; state: *mut u8) -> usize;
    pikse_libc___wcsnrtombs_chk = convert::pikse_libc_wcsnrtombs:
        (to: *mut c_char, from: *mut *const Wide, count: usize; n: usize; state: *mut u8) -> usize;
}

macro_rules! texts {
    ($($name:ident = $of:path: $letter:ty, $needed:ident;)*) => {$(
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(
            to: *mut $letter,
            from: *const $letter,
            size: usize,
        ) -> *mut $letter {
            require($needed(from, size), size);
            $of(to, from)
        }
    )*};
}

texts! {
    pikse_libc___strcpy_chk = pikse_libc_strcpy: c_char, needed;
    pikse_libc___stpcpy_chk = pikse_libc_stpcpy: c_char, needed;
    pikse_libc___wcscpy_chk = wide::pikse_libc_wcscpy: Wide, needed_wide;
    pikse_libc___wcpcpy_chk = text::pikse_libc_wcpcpy: Wide, needed_wide;
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___strcat_chk(
    to: *mut c_char,
    from: *const c_char,
    size: usize,
) -> *mut c_char {
    if size != usize::MAX {
        require(pikse_libc_strlen(to) + pikse_libc_strlen(from) + 1, size);
    }
    pikse_libc_strcat(to, from)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___strncat_chk(
    to: *mut c_char,
    from: *const c_char,
    n: usize,
    size: usize,
) -> *mut c_char {
    if size != usize::MAX {
        require(pikse_libc_strlen(to) + pikse_libc_strnlen(from, n) + 1, size);
    }
    pikse_libc_strncat(to, from, n)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___wcscat_chk(
    to: *mut Wide,
    from: *const Wide,
    size: usize,
) -> *mut Wide {
    if size != usize::MAX {
        require(wide::pikse_libc_wcslen(to) + wide::pikse_libc_wcslen(from) + 1, size);
    }
    wide::pikse_libc_wcscat(to, from)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___wcsncat_chk(
    to: *mut Wide,
    from: *const Wide,
    n: usize,
    size: usize,
) -> *mut Wide {
    if size != usize::MAX {
        require(wide::pikse_libc_wcslen(to) + wide::pikse_libc_wcsnlen(from, n) + 1, size);
    }
    text::pikse_libc_wcsncat(to, from, n)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___wcrtomb_chk(
    to: *mut c_char,
    one: Wide,
    state: *mut u8,
    size: usize,
) -> usize {
    require(1, size);
    wide::pikse_libc_wcrtomb(to, one, state)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___wctomb_chk(to: *mut c_char, one: Wide, size: usize) -> c_int {
    require(1, size);
    wide::pikse_libc_wctomb(to, one)
}

/// The size must be that of the longest name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___realpath_chk(
    name: *const c_char,
    to: *mut c_char,
    size: usize,
) -> *mut c_char {
    require(4096, size);
    pikse_libc_realpath(name, to)
}

macro_rules! streams {
    ($($name:ident = $of:ident: $letter:ty;)*) => {$(
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(
            to: *mut $letter,
            size: usize,
            n: c_int,
            stream: *mut Stream,
        ) -> *mut $letter {
            require(if n > 0 { n as usize } else { 0 }, size);
            $of(to, n, stream)
        }
    )*};
}

streams! {
    pikse_libc___fgets_chk = pikse_libc_fgets: c_char;
    pikse_libc___fgets_unlocked_chk = pikse_libc_fgets: c_char;
    pikse_libc___fgetws_chk = pikse_libc_fgetws: Wide;
    pikse_libc___fgetws_unlocked_chk = pikse_libc_fgetws: Wide;
}

/// The machine detects writes after the end.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___gets_chk(to: *mut c_char, _: usize) -> *mut c_char {
    pikse_libc_gets(to)
}

macro_rules! blocks {
    ($($name:ident)*) => {$(
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(
            to: *mut u8,
            room: usize,
            size: usize,
            count: usize,
            stream: *mut Stream,
        ) -> usize {
            if room != usize::MAX {
                require(size.saturating_mul(count), room);
            }
            pikse_libc_fread(to, size, count, stream)
        }
    )*};
}

blocks! { pikse_libc___fread_chk pikse_libc___fread_unlocked_chk }

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___vsnprintf_chk(
    to: *mut c_char,
    n: usize,
    _: c_int,
    size: usize,
    text: *const c_char,
    arguments: *mut VaList,
) -> c_int {
    require(n, size);
    pikse_libc_vsnprintf(to, n, text, arguments)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___vsprintf_chk(
    to: *mut c_char,
    _: c_int,
    size: usize,
    text: *const c_char,
    arguments: *mut VaList,
) -> c_int {
    let length = pikse_libc_vsnprintf(to, size, text, arguments);
    if length >= 0 {
        require(length as usize + 1, size);
    }
    length
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___vswprintf_chk(
    to: *mut Wide,
    n: usize,
    _: c_int,
    size: usize,
    text: *const Wide,
    arguments: *mut VaList,
) -> c_int {
    require(n, size);
    pikse_libc_vswprintf(to, n, text, arguments)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___vdprintf_chk(
    fd: c_int,
    _: c_int,
    text: *const c_char,
    arguments: *mut VaList,
) -> c_int {
    pikse_libc_vdprintf(fd, text, arguments)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___recv_chk(
    fd: c_int,
    to: *mut u8,
    n: usize,
    size: usize,
    flags: c_int,
) -> isize {
    require(n, size);
    pikse_libc_recv(fd, to, n, flags)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___recvfrom_chk(
    fd: c_int,
    to: *mut u8,
    n: usize,
    size: usize,
    flags: c_int,
    address: *mut u8,
    room: *mut c_uint,
) -> isize {
    require(n, size);
    pikse_libc_recvfrom(fd, to, n, flags, address, room)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___poll_chk(
    all: *mut Poll,
    n: u64,
    milliseconds: c_int,
    size: usize,
) -> c_int {
    require(n as usize * size_of::<Poll>(), size);
    pikse_libc_poll(all, n, milliseconds)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___ppoll_chk(
    all: *mut Poll,
    n: u64,
    time: *const Spec,
    mask: *const u8,
    size: usize,
) -> c_int {
    require(n as usize * size_of::<Poll>(), size);
    pikse_libc_ppoll(all, n, time, mask)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___getgroups_chk(n: c_int, to: *mut u32, size: usize) -> c_int {
    if n > 0 {
        require(n as usize * 4, size);
    }
    pikse_libc_getgroups(n, to)
}

/// The place of a descriptor in a set: its word.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___fdelt_chk(fd: i64) -> i64 {
    if !(0..1024).contains(&fd) {
        pikse_vm_fail(kind::OUT_OF_BOUNDS, c"buffer overflow detected".as_ptr());
    }
    fd / 64
}
