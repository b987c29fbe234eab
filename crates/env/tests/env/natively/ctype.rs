//! `ctype.h`, beside the C library's, for every character.

use std::ffi::c_int;

use super::models::ctype as ours;

unsafe extern "C" {
    fn __ctype_b_loc() -> *const *const u16;
    fn __ctype_tolower_loc() -> *const *const c_int;
    fn __ctype_toupper_loc() -> *const *const c_int;
}

type Class = (&'static str, extern "C" fn(c_int) -> c_int, unsafe extern "C" fn(c_int) -> c_int);

const CLASSES: [Class; 12] = [
    ("isupper", ours::pikse_libc_isupper, libc::isupper),
    ("islower", ours::pikse_libc_islower, libc::islower),
    ("isalpha", ours::pikse_libc_isalpha, libc::isalpha),
    ("isdigit", ours::pikse_libc_isdigit, libc::isdigit),
    ("isxdigit", ours::pikse_libc_isxdigit, libc::isxdigit),
    ("isspace", ours::pikse_libc_isspace, libc::isspace),
    ("isprint", ours::pikse_libc_isprint, libc::isprint),
    ("isgraph", ours::pikse_libc_isgraph, libc::isgraph),
    ("isblank", ours::pikse_libc_isblank, libc::isblank),
    ("iscntrl", ours::pikse_libc_iscntrl, libc::iscntrl),
    ("isalnum", ours::pikse_libc_isalnum, libc::isalnum),
    ("ispunct", ours::pikse_libc_ispunct, libc::ispunct),
];

#[test]
fn every_character_has_the_same_bits() {
    for (name, ours, theirs) in CLASSES {
        for c in -1..=255 {
            // SAFETY: it is a character or the end of a file.
            let theirs = unsafe { theirs(c) };
            assert_eq!(ours(c), theirs, "{name}({c})");
        }
    }
    for c in -1..=255 {
        // SAFETY: it is a character or the end of a file.
        let theirs = unsafe { (libc::tolower(c), libc::toupper(c)) };
        assert_eq!((ours::pikse_libc_tolower(c), ours::pikse_libc_toupper(c)), theirs, "{c}");
    }
}

#[test]
fn the_tables_are_those_of_the_c_library() {
    // SAFETY: the tables go from -128 to 255.
    unsafe {
        let classes = *ours::pikse_libc___ctype_b_loc().cast::<*const u16>();
        let lower = *ours::pikse_libc___ctype_tolower_loc().cast::<*const c_int>();
        let upper = *ours::pikse_libc___ctype_toupper_loc().cast::<*const c_int>();
        for c in -128..=255 {
            assert_eq!(*classes.offset(c), *(*__ctype_b_loc()).offset(c), "classes of {c}");
            assert_eq!(*lower.offset(c), *(*__ctype_tolower_loc()).offset(c), "lower case of {c}");
            assert_eq!(*upper.offset(c), *(*__ctype_toupper_loc()).offset(c), "upper case of {c}");
        }
    }
}
