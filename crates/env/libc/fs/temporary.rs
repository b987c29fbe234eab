//! New files and folders with names of their own. The names are not random, so that runs can be
//! repeated.

use core::ffi::{c_char, c_int};
use core::ptr::null_mut;

use super::super::errno;
use super::super::stdio::text::Writer;
use super::super::string::plain::pikse_libc_strlen;
use super::names::pikse_libc_mkdir;
use super::open;
use super::path::{self, AT_FDCWD, Want};
use super::table::{O_ACCMODE, O_CREAT, O_EXCL, O_RDWR};

/// What is made.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    File(c_int),
    Folder,
    /// Only the name.
    Name,
}

/// Puts letters in place of the six `X` before the suffix, until the name is new.
unsafe fn make(name: *mut c_char, suffix: c_int, kind: Kind) -> c_int {
    let length = pikse_libc_strlen(name);
    if suffix < 0 || length < 6 + suffix as usize {
        return errno::fail(errno::EINVAL);
    }
    let letters = name.add(length - 6 - suffix as usize);
    let mut at = 0;
    while at < 6 {
        if *letters.add(at) as u8 != b'X' {
            return errno::fail(errno::EINVAL);
        }
        at += 1;
    }
    let after = *letters.add(6);
    let mut number = 0u64;
    while number < 1000 {
        let mut to = Writer::new(letters.cast(), 7);
        to.unsigned(number, 6);
        to.end();
        *letters.add(6) = after;
        let done = match kind {
            Kind::File(flags) => {
                let flags = flags & !O_ACCMODE | O_RDWR | O_CREAT | O_EXCL;
                open::by_name(name, flags, 0o600)
            }
            Kind::Folder => pikse_libc_mkdir(name, 0o700),
            Kind::Name => match path::find(AT_FDCWD, name, Want::Itself) {
                Ok(_) => errno::fail(errno::EEXIST),
                Err(errno::ENOENT) => 0,
                Err(error) => errno::fail(error),
            },
        };
        if done >= 0 || errno::get() != errno::EEXIST {
            return done;
        }
        number += 1;
    }
    -1
}

macro_rules! files {
    ($($plain:ident $flags:ident $suffix:ident $both:ident;)*) => {$(
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $plain(name: *mut c_char) -> c_int {
            make(name, 0, Kind::File(0))
        }

        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $flags(name: *mut c_char, flags: c_int) -> c_int {
            make(name, 0, Kind::File(flags))
        }

        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $suffix(name: *mut c_char, suffix: c_int) -> c_int {
            make(name, suffix, Kind::File(0))
        }

        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $both(name: *mut c_char, suffix: c_int, flags: c_int) -> c_int {
            make(name, suffix, Kind::File(flags))
        }
    )*};
}

files! {
    pikse_libc_mkstemp pikse_libc_mkostemp pikse_libc_mkstemps pikse_libc_mkostemps;
    pikse_libc_mkstemp64 pikse_libc_mkostemp64 pikse_libc_mkstemps64 pikse_libc_mkostemps64;
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_mkdtemp(name: *mut c_char) -> *mut c_char {
    if make(name, 0, Kind::Folder) < 0 { null_mut() } else { name }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_mktemp(name: *mut c_char) -> *mut c_char {
    if make(name, 0, Kind::Name) < 0 {
        *name = 0;
    }
    name
}

/// A name in `/tmp` that is new.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_tmpnam(to: *mut c_char) -> *mut c_char {
    static mut OWN: [c_char; 20] = [0; 20];
    let name = if to.is_null() { (&raw mut OWN).cast() } else { to };
    core::ptr::copy_nonoverlapping(c"/tmp/fileXXXXXX".as_ptr(), name, 16);
    if make(name, 0, Kind::Name) < 0 { null_mut() } else { name }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_tmpnam_r(to: *mut c_char) -> *mut c_char {
    if to.is_null() { to } else { pikse_libc_tmpnam(to) }
}

/// The same, in a folder that may be given, with a beginning of at most five letters.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_tempnam(
    folder: *const c_char,
    begin: *const c_char,
) -> *mut c_char {
    let folder = if folder.is_null() { c"/tmp".as_ptr() } else { folder };
    let begin = if begin.is_null() || *begin == 0 { c"file".as_ptr() } else { begin };
    let room = pikse_libc_strlen(folder) + 14;
    let name = super::super::alloc::malloc(room).cast::<c_char>();
    if name.is_null() {
        return name;
    }
    let mut text = Writer::new(name.cast(), room);
    text.text(folder);
    text.byte(b'/');
    let mut at = 0;
    while at < 5 && *begin.add(at) != 0 {
        text.byte(*begin.add(at) as u8);
        at += 1;
    }
    text.text(c"XXXXXX".as_ptr());
    text.end();
    if make(name, 0, Kind::Name) < 0 { null_mut() } else { name }
}
