//! `libintl.h` and `nl_types.h`: in the C locale no message is translated.

use core::ffi::{c_char, c_int, c_ulong};
use core::ptr::null_mut;

use super::errno;
use super::string::plain::{pikse_libc_strcmp, pikse_libc_strlen};

macro_rules! singular {
    ($($name:ident($($before:ty),*; $($after:ty),*);)*) => {$(
        #[unsafe(no_mangle)]
        pub extern "C" fn $name(
            $(_: $before,)*
            message: *const c_char
            $(, _: $after)*
        ) -> *mut c_char {
            message.cast_mut()
        }
    )*};
}

macro_rules! plural {
    ($($name:ident($($before:ty),*; $($after:ty),*);)*) => {$(
        #[unsafe(no_mangle)]
        pub extern "C" fn $name(
            $(_: $before,)*
            one: *const c_char,
            several: *const c_char,
            n: c_ulong
            $(, _: $after)*
        ) -> *mut c_char {
            if n == 1 { one.cast_mut() } else { several.cast_mut() }
        }
    )*};
}

singular! {
    pikse_libc_gettext(;);
    pikse_libc_dgettext(*const c_char;);
    pikse_libc_dcgettext(*const c_char; c_int);
}

plural! {
    pikse_libc_ngettext(;);
    pikse_libc_dngettext(*const c_char;);
    pikse_libc_dcngettext(*const c_char; c_int);
}

/// The longest name of a domain, or folder, that is kept.
const LONGEST: usize = 4096;
/// The domains with a folder or a code of their own.
const DOMAINS: usize = 8;

static mut DEFAULT: [u8; 9] = *b"messages\0";
static mut CURRENT: *mut c_char = (&raw mut DEFAULT).cast();

/// A copy that stays.
unsafe fn copy(of: *const c_char) -> *mut c_char {
    let size = pikse_libc_strlen(of) + 1;
    let copy = super::alloc::own(if size < LONGEST { size } else { LONGEST }).cast::<c_char>();
    core::ptr::copy_nonoverlapping(of, copy, if size < LONGEST { size } else { LONGEST });
    copy
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_textdomain(name: *const c_char) -> *mut c_char {
    if !name.is_null() {
        CURRENT = match *name {
            0 => (&raw mut DEFAULT).cast(),
            _ if pikse_libc_strcmp(name, CURRENT) == 0 => CURRENT,
            _ => copy(name),
        };
    }
    CURRENT
}

/// What a program said about a domain.
#[derive(Clone, Copy)]
struct Domain {
    name: *mut c_char,
    folder: *mut c_char,
    code: *mut c_char,
}

static mut KNOWN: [Domain; DOMAINS] =
    [Domain { name: null_mut(), folder: null_mut(), code: null_mut() }; DOMAINS];

unsafe fn domain(name: *const c_char, add: bool) -> *mut Domain {
    let mut at = 0;
    while at < DOMAINS {
        let one = (&raw mut KNOWN).cast::<Domain>().add(at);
        if (*one).name.is_null() {
            if !add {
                return null_mut();
            }
            (*one).name = copy(name);
            return one;
        }
        if pikse_libc_strcmp((*one).name, name) == 0 {
            return one;
        }
        at += 1;
    }
    super::machine::pikse_vm_unsupported(c"more than 8 domains of messages".as_ptr())
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_bindtextdomain(
    name: *const c_char,
    folder: *const c_char,
) -> *mut c_char {
    if name.is_null() || *name == 0 {
        return null_mut();
    }
    let one = domain(name, !folder.is_null());
    if !folder.is_null() {
        (*one).folder = copy(folder);
    }
    match one.is_null() || (*one).folder.is_null() {
        true => c"/usr/share/locale".as_ptr().cast_mut(),
        false => (*one).folder,
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_bind_textdomain_codeset(
    name: *const c_char,
    code: *const c_char,
) -> *mut c_char {
    if name.is_null() || *name == 0 {
        return null_mut();
    }
    let one = domain(name, !code.is_null());
    if !code.is_null() {
        (*one).code = copy(code);
    }
    if one.is_null() { null_mut() } else { (*one).code }
}

/// There are no catalogs.
#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_catopen(_: *const c_char, _: c_int) -> usize {
    errno::set(errno::ENOENT);
    usize::MAX
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_catgets(
    _: usize,
    _: c_int,
    _: c_int,
    otherwise: *const c_char,
) -> *mut c_char {
    errno::set(errno::EBADF);
    otherwise.cast_mut()
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_catclose(_: usize) -> c_int {
    errno::fail(errno::EBADF)
}

/// Yes, no, or neither, by the first letter.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_rpmatch(answer: *const c_char) -> c_int {
    match *answer as u8 {
        b'y' | b'Y' => 1,
        b'n' | b'N' => 0,
        _ => -1,
    }
}

/// The prompt is shown, and a line is read: there is no terminal to read it from in secret.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_getpass(prompt: *const c_char) -> *mut c_char {
    use super::stdio::lines::pikse_libc_getline;
    use super::stdio::stream::{pikse_libc_stderr, pikse_libc_stdin};
    use super::stdio::write::pikse_libc_fputs;
    static mut LINE: (*mut c_char, usize) = (null_mut(), 0);
    pikse_libc_fputs(prompt, pikse_libc_stderr);
    let n = pikse_libc_getline(&raw mut LINE.0, &raw mut LINE.1, pikse_libc_stdin);
    if LINE.0.is_null() {
        return null_mut();
    }
    match n {
        ..0 => *LINE.0 = 0,
        _ if *LINE.0.add(n as usize - 1) as u8 == b'\n' => *LINE.0.add(n as usize - 1) = 0,
        _ => {}
    }
    LINE.0
}

/// One of several words at the beginning of a list, with its value.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_getsubopt(
    list: *mut *mut c_char,
    words: *const *mut c_char,
    value: *mut *mut c_char,
) -> c_int {
    use super::string::plain::{pikse_libc_strchr, pikse_libc_strncmp};
    *value = null_mut();
    let begin = *list;
    if *begin == 0 {
        return -1;
    }
    let comma = pikse_libc_strchr(begin, c_int::from(b','));
    let end = if comma.is_null() { begin.add(pikse_libc_strlen(begin)) } else { comma };
    let mut equals = begin;
    while equals < end && *equals as u8 != b'=' {
        equals = equals.add(1);
    }
    let length = equals.offset_from(begin) as usize;
    let mut at = 0;
    let found = loop {
        let word = *words.add(at);
        if word.is_null() {
            break -1;
        }
        if pikse_libc_strncmp(begin, word, length) == 0 && *word.add(length) == 0 {
            break at as c_int;
        }
        at += 1;
    };
    *value = match found {
        -1 => begin,
        _ if equals < end => equals.add(1),
        _ => null_mut(),
    };
    if *end != 0 {
        *end = 0;
        *list = end.add(1);
    } else {
        *list = end;
    }
    found
}

/// Words of six bits, as letters.
const LETTERS: &[u8; 64] = b"./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_a64l(text: *const c_char) -> i64 {
    let (mut value, mut at) = (0u32, 0);
    while at < 6 && *text.add(at) != 0 {
        let byte = *text.add(at) as u8;
        let digit = match byte {
            b'.'..=b'9' => byte - b'.',
            b'A'..=b'Z' => byte - b'A' + 12,
            b'a'..=b'z' => byte - b'a' + 38,
            _ => break,
        };
        value |= u32::from(digit) << (6 * at);
        at += 1;
    }
    i64::from(value)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_l64a(value: i64) -> *mut c_char {
    static mut TEXT: [u8; 7] = [0; 7];
    let (mut left, mut at) = (value as u32, 0);
    let text = (&raw mut TEXT).cast::<u8>();
    while left != 0 {
        *text.add(at) = *LETTERS.as_ptr().add(left as usize & 63);
        left >>= 6;
        at += 1;
    }
    *text.add(at) = 0;
    text.cast()
}

/// Scrambles memory; the second time it is as before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_memfrob(memory: *mut u8, n: usize) -> *mut u8 {
    let mut at = 0;
    while at < n {
        *memory.add(at) ^= 42;
        at += 1;
    }
    memory
}
