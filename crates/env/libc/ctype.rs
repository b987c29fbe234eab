//! `ctype.h` in the C locale, without branches: a symbolic character forks where the program tests
//! the result, not here.

use core::ffi::{c_int, c_ushort};

const fn within(c: c_int, low: u8, high: u8) -> bool {
    c.wrapping_sub(low as c_int) as u32 <= (high - low) as u32
}

const fn is_upper(c: c_int) -> bool {
    within(c, b'A', b'Z')
}

const fn is_lower(c: c_int) -> bool {
    within(c, b'a', b'z')
}

const fn is_alpha(c: c_int) -> bool {
    within(c | 32, b'a', b'z')
}

const fn is_digit(c: c_int) -> bool {
    within(c, b'0', b'9')
}

const fn is_xdigit(c: c_int) -> bool {
    is_digit(c) | within(c | 32, b'a', b'f')
}

pub const fn is_space(c: c_int) -> bool {
    (c == b' ' as c_int) | within(c, b'\t', b'\r')
}

const fn is_print(c: c_int) -> bool {
    within(c, b' ', b'~')
}

const fn is_graph(c: c_int) -> bool {
    within(c, b'!', b'~')
}

const fn is_blank(c: c_int) -> bool {
    (c == b' ' as c_int) | (c == b'\t' as c_int)
}

const fn is_cntrl(c: c_int) -> bool {
    within(c, 0, 31) | (c == 127)
}

const fn is_alnum(c: c_int) -> bool {
    is_alpha(c) | is_digit(c)
}

const fn is_punct(c: c_int) -> bool {
    is_graph(c) & !is_alnum(c)
}

pub const fn lower(c: c_int) -> c_int {
    c + ((is_upper(c) as c_int) << 5)
}

pub const fn upper(c: c_int) -> c_int {
    c - ((is_lower(c) as c_int) << 5)
}

/// The value of a digit in any base up to 36; 99 for other characters.
pub const fn digit(c: u8) -> u32 {
    let c = c as c_int;
    let number = if is_digit(c) { c - b'0' as c_int } else { 99 };
    let letter = (c | 32) - b'a' as c_int + 10;
    (if is_alpha(c) { letter } else { number }) as u32
}

// The result is a bit of glibc's table: programs print it, and count with it.
macro_rules! classes {
    ($($name:ident $local:ident $is:ident $bit:literal;)*) => {$(
        #[unsafe(no_mangle)]
        pub extern "C" fn $name(c: c_int) -> c_int {
            ($is(c) as c_int) << $bit
        }

        #[unsafe(no_mangle)]
        pub extern "C" fn $local(c: c_int, _: *const u8) -> c_int {
            $name(c)
        }
    )*};
}

classes! {
    pikse_libc_isupper pikse_libc_isupper_l is_upper 8;
    pikse_libc_islower pikse_libc_islower_l is_lower 9;
    pikse_libc_isalpha pikse_libc_isalpha_l is_alpha 10;
    pikse_libc_isdigit pikse_libc_isdigit_l is_digit 11;
    pikse_libc_isxdigit pikse_libc_isxdigit_l is_xdigit 12;
    pikse_libc_isspace pikse_libc_isspace_l is_space 13;
    pikse_libc_isprint pikse_libc_isprint_l is_print 14;
    pikse_libc_isgraph pikse_libc_isgraph_l is_graph 15;
    pikse_libc_isblank pikse_libc_isblank_l is_blank 0;
    pikse_libc_iscntrl pikse_libc_iscntrl_l is_cntrl 1;
    pikse_libc_isalnum pikse_libc_isalnum_l is_alnum 3;
    pikse_libc_ispunct pikse_libc_ispunct_l is_punct 2;
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_tolower(c: c_int) -> c_int {
    lower(c)
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_toupper(c: c_int) -> c_int {
    upper(c)
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_isascii(c: c_int) -> c_int {
    within(c, 0, 127) as c_int
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_toascii(c: c_int) -> c_int {
    c & 127
}

/// Tables from -128 to 255, which glibc's macros read.
pub const TABLE: usize = 384;
pub const ZERO: usize = 128;

/// A pointer into a constant table.
#[repr(transparent)]
pub struct Entry<T>(*const T);

// SAFETY: what it points to is constant.
unsafe impl<T> Sync for Entry<T> {}

/// The bits of glibc's `<ctype.h>`.
const fn bits(c: c_int) -> c_ushort {
    let classes = [
        is_upper(c),
        is_lower(c),
        is_alpha(c),
        is_digit(c),
        is_xdigit(c),
        is_space(c),
        is_print(c),
        is_graph(c),
        is_blank(c),
        is_cntrl(c),
        is_punct(c),
        is_alnum(c),
    ];
    let (mut bit, mut all) = (0, 0);
    while bit < classes.len() {
        all |= (classes[bit] as c_ushort) << bit;
        bit += 1;
    }
    all.swap_bytes()
}

const fn classes_of_all() -> [c_ushort; TABLE] {
    let (mut table, mut at) = ([0; TABLE], ZERO);
    while at < TABLE {
        table[at] = bits((at - ZERO) as c_int);
        at += 1;
    }
    table
}

const fn cases_of_all(to_lower: bool) -> [c_int; TABLE] {
    let (mut table, mut at) = ([0; TABLE], 0);
    while at < TABLE {
        let c = at as c_int - ZERO as c_int;
        table[at] = match c {
            // A negative `char` is the same character; but -1 is the end of a file.
            ..-1 => c + 256,
            _ if to_lower => lower(c),
            _ => upper(c),
        };
        at += 1;
    }
    table
}

pub static CLASSES: [c_ushort; TABLE] = classes_of_all();
pub static LOWER: [c_int; TABLE] = cases_of_all(true);
pub static UPPER: [c_int; TABLE] = cases_of_all(false);
static CLASSES_AT: Entry<c_ushort> = Entry(&raw const CLASSES[ZERO]);
static LOWER_AT: Entry<c_int> = Entry(&raw const LOWER[ZERO]);
static UPPER_AT: Entry<c_int> = Entry(&raw const UPPER[ZERO]);

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc___ctype_b_loc() -> *const Entry<c_ushort> {
    &raw const CLASSES_AT
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc___ctype_tolower_loc() -> *const Entry<c_int> {
    &raw const LOWER_AT
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc___ctype_toupper_loc() -> *const Entry<c_int> {
    &raw const UPPER_AT
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc___ctype_get_mb_cur_max() -> usize {
    1
}
