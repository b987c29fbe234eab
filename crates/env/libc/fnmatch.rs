//! `fnmatch` of the C locale.

use core::ffi::{c_char, c_int};

use super::ctype;

const NOMATCH: c_int = 1;
const PATHNAME: c_int = 1;
const NOESCAPE: c_int = 2;
const PERIOD: c_int = 4;
const LEADING_DIR: c_int = 8;
const CASEFOLD: c_int = 16;
const EXTMATCH: c_int = 32;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_fnmatch(
    pattern: *const c_char,
    text: *const c_char,
    flags: c_int,
) -> c_int {
    if flags & EXTMATCH != 0 {
        super::machine::pikse_vm_unsupported(c"fnmatch with FNM_EXTMATCH".as_ptr());
    }
    let (pattern, text) = (pattern.cast::<u8>(), text.cast::<u8>());
    if matches(pattern, text, true, flags) { 0 } else { NOMATCH }
}

fn fold(c: u8, flags: c_int) -> u8 {
    if flags & CASEFOLD != 0 { ctype::lower(c_int::from(c)) as u8 } else { c }
}

/// Whether a period at this place needs a period in the pattern.
unsafe fn is_leading(text: *const u8, is_first: bool, flags: c_int) -> bool {
    if flags & PERIOD == 0 || *text != b'.' {
        return false;
    }
    is_first || (flags & PATHNAME != 0 && *text.sub(1) == b'/')
}

/// Whether a pattern matches a text from here on.
unsafe fn matches(pattern: *const u8, text: *const u8, is_first: bool, flags: c_int) -> bool {
    let (mut p, mut t, mut is_first) = (pattern, text, is_first);
    loop {
        let c = *p;
        match c {
            0 => return *t == 0 || (flags & LEADING_DIR != 0 && *t == b'/'),
            b'?' => {
                if *t == 0
                    || (flags & PATHNAME != 0 && *t == b'/')
                    || is_leading(t, is_first, flags)
                {
                    return false;
                }
                p = p.add(1);
            }
            b'*' => {
                if is_leading(t, is_first, flags) {
                    return false;
                }
                while *p == b'*' {
                    p = p.add(1);
                }
                loop {
                    if matches(p, t, is_first, flags) {
                        return true;
                    }
                    if *t == 0 || (flags & PATHNAME != 0 && *t == b'/') {
                        return false;
                    }
                    t = t.add(1);
                    is_first = false;
                }
            }
            b'[' => match list(p.add(1), *t, flags) {
                Some((matched, end)) => {
                    let refused = *t == 0
                        || (flags & PATHNAME != 0 && *t == b'/')
                        || is_leading(t, is_first, flags);
                    if refused || !matched {
                        return false;
                    }
                    p = end;
                }
                // Without an end, it is a character.
                None if *t == b'[' => p = p.add(1),
                None => return false,
            },
            b'\\' if flags & NOESCAPE == 0 => {
                p = p.add(1);
                if *p == 0 || fold(*p, flags) != fold(*t, flags) {
                    return false;
                }
                p = p.add(1);
            }
            _ => {
                if fold(c, flags) != fold(*t, flags) {
                    return false;
                }
                p = p.add(1);
            }
        }
        t = t.add(1);
        is_first = false;
    }
}

/// Whether a character is in a list, and where the list ends; `None` if it does not end.
unsafe fn list(begin: *const u8, c: u8, flags: c_int) -> Option<(bool, *const u8)> {
    let mut p = begin;
    let is_not = *p == b'!' || *p == b'^';
    if is_not {
        p = p.add(1);
    }
    let c = fold(c, flags);
    let (mut matched, mut is_first) = (false, true);
    loop {
        let mut first = *p;
        if first == b']' && !is_first {
            return Some((matched != is_not, p.add(1)));
        }
        is_first = false;
        p = p.add(1);
        match first {
            0 => return None,
            b'\\' if flags & NOESCAPE == 0 => {
                first = *p;
                if first == 0 {
                    return None;
                }
                p = p.add(1);
            }
            b'[' if *p == b':' => {
                if let Some((holds, end)) = class(p.add(1), c) {
                    matched |= holds;
                    p = end;
                    continue;
                }
            }
            _ => {}
        }
        let mut last = first;
        if *p == b'-' && *p.add(1) != b']' && *p.add(1) != 0 {
            last = *p.add(1);
            p = p.add(2);
            if last == b'\\' && flags & NOESCAPE == 0 {
                last = *p;
                if last == 0 {
                    return None;
                }
                p = p.add(1);
            }
        }
        matched |= fold(first, flags) <= c && c <= fold(last, flags);
    }
}

/// Whether a character is in a class, and where its name ends; `None` if it is no class.
unsafe fn class(name: *const u8, c: u8) -> Option<(bool, *const u8)> {
    let mut length = 0;
    while length < 8 && (*name.add(length)).is_ascii_lowercase() {
        length += 1;
    }
    if *name.add(length) != b':' || *name.add(length + 1) != b']' {
        return None;
    }
    let is = |wanted: &[u8]| {
        let mut same = wanted.len() == length;
        for (at, byte) in wanted.iter().enumerate() {
            same = same && *name.add(at) == *byte;
        }
        same
    };
    let holds = match () {
        () if is(b"alnum") => c.is_ascii_alphanumeric(),
        () if is(b"alpha") => c.is_ascii_alphabetic(),
        () if is(b"blank") => c == b' ' || c == b'\t',
        () if is(b"cntrl") => c.is_ascii_control(),
        () if is(b"digit") => c.is_ascii_digit(),
        () if is(b"graph") => c.is_ascii_graphic(),
        () if is(b"lower") => c.is_ascii_lowercase(),
        () if is(b"print") => c == b' ' || c.is_ascii_graphic(),
        () if is(b"punct") => c.is_ascii_punctuation(),
        () if is(b"space") => c == b' ' || (9..14).contains(&c),
        () if is(b"upper") => c.is_ascii_uppercase(),
        () if is(b"xdigit") => c.is_ascii_hexdigit(),
        () => false,
    };
    Some((holds, name.add(length + 2)))
}
