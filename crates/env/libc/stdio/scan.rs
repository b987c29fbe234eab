//! The format of `scanf`.

use core::ffi::{c_char, c_int};

use super::super::alloc::{malloc, realloc};
use super::super::ctype::{digit, is_space};
use super::super::float::parse::{DOUBLE, EXTENDED, SINGLE, parse, write_extended};
use super::super::machine::pikse_vm_unsupported;
use super::super::stdlib::numbers::safe_digits;
use super::arguments::VaList;
use super::numbered::position;
use super::source::Source;
use super::stream::{EOF, Stream, pikse_libc_stdin};

/// The part between the `%` and the letter.
struct Spec {
    skip: bool,
    /// Whether memory for the text is allocated.
    allocate: bool,
    /// The maximum number of characters; 0 if not given.
    width: usize,
    size: Size,
}

#[derive(Clone, Copy, PartialEq)]
enum Size {
    Byte,
    Short,
    Int,
    Long,
    LongDouble,
}

/// The result of a conversion.
enum Ended {
    Stored,
    Nothing,
    /// The input does not match.
    Differs,
    /// The input has ended.
    Short,
}

/// Reads values by the format; returns how many were stored.
pub unsafe fn scan(from: &mut Source, format: *const c_char, arguments: &mut VaList) -> c_int {
    let (mut at, mut stored) = (format, 0);
    loop {
        let c = *at as u8;
        at = at.add(1);
        let ended = match c {
            0 => break,
            _ if is_space(c_int::from(c)) => {
                spaces(from);
                Ended::Nothing
            }
            b'%' => {
                let number = position(&mut at);
                let spec = spec(&mut at);
                let letter = *at as u8;
                at = at.add(1);
                match number {
                    // All arguments are addresses.
                    Some(number) => {
                        let mut own = arguments.copy();
                        (1..number).for_each(|_| own.skip_word());
                        conversion(from, &spec, letter, &mut at, &mut own)
                    }
                    None => conversion(from, &spec, letter, &mut at, arguments),
                }
            }
            _ => literal(from, c),
        };
        match ended {
            Ended::Stored => stored += 1,
            Ended::Nothing => {}
            Ended::Differs => break,
            Ended::Short => {
                if stored == 0 {
                    stored = EOF;
                }
                break;
            }
        }
    }
    from.end();
    stored
}

unsafe fn spaces(from: &mut Source) {
    while is_space(from.peek()) {
        from.take();
    }
}

unsafe fn literal(from: &mut Source, c: u8) -> Ended {
    match from.peek() {
        EOF => Ended::Short,
        here if here == c_int::from(c) => {
            from.take();
            Ended::Nothing
        }
        _ => Ended::Differs,
    }
}

unsafe fn spec(at: &mut *const c_char) -> Spec {
    let skip = **at as u8 == b'*';
    if skip {
        *at = at.add(1);
    }
    let mut width = 0usize;
    while (**at as u8).is_ascii_digit() {
        width = width.saturating_mul(10).saturating_add(usize::from(**at as u8 - b'0'));
        *at = at.add(1);
    }
    let allocate = **at as u8 == b'm';
    if allocate {
        *at = at.add(1);
    }
    let (first, second) = (**at as u8, if **at == 0 { 0 } else { *at.add(1) as u8 });
    let (size, letters) = match (first, second) {
        (b'h', b'h') => (Size::Byte, 2),
        (b'h', _) => (Size::Short, 1),
        (b'l', b'l') => (Size::Long, 2),
        (b'l' | b'q' | b'j' | b'z' | b't', _) => (Size::Long, 1),
        (b'L', _) => (Size::LongDouble, 1),
        _ => (Size::Int, 0),
    };
    *at = at.add(letters);
    Spec { skip, allocate, width, size }
}

unsafe fn conversion(
    from: &mut Source,
    spec: &Spec,
    letter: u8,
    at: &mut *const c_char,
    arguments: &mut VaList,
) -> Ended {
    if !matches!(letter, b'c' | b'[' | b'n' | b'C') {
        spaces(from);
    }
    let wide = Spec { size: Size::Long, ..*spec };
    let (spec, letter) = match letter {
        b'C' => (&wide, b'c'),
        b'S' => (&wide, b's'),
        _ => (spec, letter),
    };
    match letter {
        b'%' => literal(from, b'%'),
        b'd' => integer(from, spec, 10, true, arguments),
        b'u' => integer(from, spec, 10, false, arguments),
        b'i' => integer(from, spec, 0, true, arguments),
        b'x' | b'X' => integer(from, spec, 16, false, arguments),
        b'p' => integer(from, &Spec { size: Size::Long, ..*spec }, 16, false, arguments),
        b'o' => integer(from, spec, 8, false, arguments),
        b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A' => real(from, spec, arguments),
        b'c' => {
            let most = spec.width.max(1);
            text(from, spec, most, &Set::All, arguments)
        }
        b's' => {
            let most = if spec.width == 0 { usize::MAX } else { spec.width };
            text(from, spec, most, &Set::Word, arguments)
        }
        b'[' => {
            let set = *at;
            let mut end = set;
            if *end as u8 == b'^' {
                end = end.add(1);
            }
            // A bracket that comes first is one of the characters.
            if *end as u8 == b']' {
                end = end.add(1);
            }
            while *end as u8 != b']' {
                if *end == 0 {
                    return Ended::Differs;
                }
                end = end.add(1);
            }
            *at = end.add(1);
            let most = if spec.width == 0 { usize::MAX } else { spec.width };
            text(from, spec, most, &Set::Of(set, end), arguments)
        }
        b'n' => {
            if !spec.skip {
                store(arguments.pointer(), spec.size, from.taken as u64);
            }
            Ended::Nothing
        }
        _ => pikse_vm_unsupported(c"an unknown conversion in a format".as_ptr()),
    }
}

unsafe fn store(to: *mut u8, size: Size, value: u64) {
    match size {
        Size::Byte => *to = value as u8,
        Size::Short => to.cast::<u16>().write_unaligned(value as u16),
        Size::Int => to.cast::<u32>().write_unaligned(value as u32),
        Size::Long | Size::LongDouble => to.cast::<u64>().write_unaligned(value),
    }
}

unsafe fn integer(
    from: &mut Source,
    spec: &Spec,
    base: u32,
    signed: bool,
    arguments: &mut VaList,
) -> Ended {
    let mut left = if spec.width == 0 { usize::MAX } else { spec.width };
    if from.peek() == EOF {
        return Ended::Short;
    }
    let negative = from.peek() == c_int::from(b'-');
    if negative || from.peek() == c_int::from(b'+') {
        from.take();
        left -= 1;
    }
    let (mut base, mut any, mut value, mut too_large) = (base, false, 0u64, false);
    if matches!(base, 0 | 16) && left > 0 && from.peek() == c_int::from(b'0') {
        from.take();
        left -= 1;
        any = true;
        if left > 0 && from.peek() | 32 == c_int::from(b'x') {
            from.take();
            left -= 1;
            base = 16;
        } else if base == 0 {
            base = 8;
        }
    }
    if base == 0 {
        base = 10;
    }
    let safe = safe_digits(base);
    let mut count = 0;
    while left > 0 && from.peek() != EOF && digit(from.peek() as u8) < base {
        let next = u64::from(digit(from.peek() as u8));
        count += 1;
        if count <= safe {
            value = value * u64::from(base) + next;
        } else {
            let product = value.checked_mul(u64::from(base));
            match product.and_then(|product| product.checked_add(next)) {
                Some(sum) if !too_large => value = sum,
                _ => too_large = true,
            }
        }
        from.take();
        left -= 1;
        any = true;
    }
    if !any {
        return Ended::Differs;
    }
    // On overflow, the largest number, as for `strtol`.
    let limit = i64::MAX as u64 + u64::from(negative);
    if signed && count > safe && (too_large || value > limit) {
        value = limit;
    } else if too_large {
        value = u64::MAX;
    } else if negative {
        value = value.wrapping_neg();
    }
    if spec.skip {
        return Ended::Nothing;
    }
    store(arguments.pointer(), spec.size, value);
    Ended::Stored
}

/// The maximum length of a number, longer than any in practice.
const LONGEST: usize = 400;

unsafe fn real(from: &mut Source, spec: &Spec, arguments: &mut VaList) -> Ended {
    if from.peek() == EOF {
        return Ended::Short;
    }
    let mut left = if spec.width == 0 { LONGEST } else { spec.width.min(LONGEST) };
    let mut text = [0 as c_char; LONGEST + 1];
    let mut used = 0;
    let (mut point, mut exponent, mut hexadecimal) = (false, false, false);
    // Whether there is a digit; those before an `x` do not count.
    let mut digits = false;
    while left > 0 && from.peek() != EOF {
        let c = from.peek() as u8;
        let last = if used == 0 { 0 } else { text.get(used - 1).map_or(0, |last| *last as u8) };
        let sign = usize::from(matches!(text.first(), Some(c) if matches!(*c as u8, b'+' | b'-')));
        let letter = if hexadecimal { b'p' } else { b'e' };
        let named = text.get(sign).is_some_and(|c| matches!(*c as u8 | 32, b'i' | b'n'));
        let fits = match c {
            _ if named => word(&text, used, c),
            b'+' | b'-' => used == 0 || exponent && last | 32 == letter,
            b'.' => !point && !exponent,
            b'0'..=b'9' => true,
            _ if c | 32 == letter => !exponent && digits,
            b'x' | b'X' => last == b'0' && used == 1 + sign,
            _ if hexadecimal && !exponent => digit(c) < 16,
            _ => word(&text, used, c),
        };
        if !fits {
            break;
        }
        point |= c == b'.';
        exponent |= c | 32 == letter && digits;
        hexadecimal |= c | 32 == b'x';
        digits = c | 32 != b'x' && (digits || digit(c) < if hexadecimal { 16 } else { 10 });
        if let Some(place) = text.get_mut(used) {
            *place = c as c_char;
            used += 1;
        }
        from.take();
        left -= 1;
    }
    let start = (&raw const text).cast::<c_char>();
    let format = match spec.size {
        Size::LongDouble => EXTENDED,
        Size::Long => DOUBLE,
        _ => SINGLE,
    };
    let parsed = parse(start, used, format);
    // As in glibc, digits may be missing after an `x` and in an exponent.
    let lenient = exponent || hexadecimal && point;
    if parsed.length == 0 || parsed.length != used && !lenient {
        return if from.peek() == EOF && used == 0 { Ended::Short } else { Ended::Differs };
    }
    if spec.skip {
        return Ended::Nothing;
    }
    match spec.size {
        Size::LongDouble => write_extended(arguments.pointer(), parsed.bits),
        Size::Long => store(arguments.pointer(), Size::Long, parsed.bits as u64),
        _ => store(arguments.pointer(), Size::Int, parsed.bits as u64),
    }
    Ended::Stored
}

/// Whether a character continues `inf`, `infinity` or `nan`.
fn word(text: &[c_char; LONGEST + 1], used: usize, c: u8) -> bool {
    let sign = matches!(text.first(), Some(first) if matches!(*first as u8, b'+' | b'-'));
    let at = used - usize::from(sign && used > 0);
    let mut fits = false;
    for name in [&b"infinity"[..], b"nan"] {
        let mut same = name.get(at).is_some_and(|letter| *letter == c | 32);
        let mut before = 0;
        while before < at {
            let place = before + usize::from(sign);
            let here = text.get(place).map_or(0, |c| *c as u8 | 32);
            same &= name.get(before).is_some_and(|letter| *letter == here);
            before += 1;
        }
        fits |= same;
    }
    fits
}

/// The characters that a text may have.
enum Set {
    All,
    /// All except white space.
    Word,
    /// Those between the brackets.
    Of(*const c_char, *const c_char),
}

impl Set {
    unsafe fn has(&self, c: u8) -> bool {
        match self {
            Set::All => true,
            Set::Word => !is_space(c_int::from(c)),
            Set::Of(set, end) => {
                let (mut at, mut found) = (*set, false);
                let without = *at as u8 == b'^';
                if without {
                    at = at.add(1);
                }
                while at < *end {
                    // `a-z` is a range, unless the dash is the first or the last character.
                    if *at.add(1) as u8 == b'-' && at.add(2) < *end {
                        found |= (*at as u8 <= c) & (c <= *at.add(2) as u8);
                        at = at.add(3);
                    } else {
                        found |= *at as u8 == c;
                        at = at.add(1);
                    }
                }
                found != without
            }
        }
    }
}

/// Stores a character, which may be a wide one.
unsafe fn put(to: *mut u8, at: usize, c: c_int, is_wide: bool) {
    if !is_wide {
        *to.add(at) = c as u8;
        return;
    }
    if c >= 128 {
        pikse_vm_unsupported(c"a wide character outside of ASCII that is read".as_ptr());
    }
    *to.cast::<c_int>().add(at) = c;
}

unsafe fn text(
    from: &mut Source,
    spec: &Spec,
    most: usize,
    set: &Set,
    arguments: &mut VaList,
) -> Ended {
    if from.peek() == EOF {
        return Ended::Short;
    }
    let ends = !matches!(set, Set::All);
    if ends && !set.has(from.peek() as u8) {
        return Ended::Differs;
    }
    let is_wide = spec.size == Size::Long;
    let size = if is_wide { 4 } else { 1 };
    let (mut to, mut room, mut place) =
        (core::ptr::null_mut::<u8>(), usize::MAX, core::ptr::null_mut());
    if !spec.skip {
        if spec.allocate {
            place = arguments.pointer::<*mut u8>();
            room = 32;
            to = malloc(room * size);
        } else {
            to = arguments.pointer::<u8>();
        }
    }
    let mut used = 0;
    while used < most && from.peek() != EOF && set.has(from.peek() as u8) {
        if used + 1 == room {
            room *= 2;
            to = realloc(to, room * size);
        }
        if !to.is_null() {
            put(to, used, from.peek(), is_wide);
        }
        used += 1;
        from.take();
    }
    if !to.is_null() && ends {
        put(to, used, 0, is_wide);
    }
    if !place.is_null() {
        *place = to;
    }
    match () {
        () if !ends && used < most => Ended::Short,
        () if spec.skip => Ended::Nothing,
        () => Ended::Stored,
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_vsscanf(
    from: *const c_char,
    format: *const c_char,
    arguments: *mut VaList,
) -> c_int {
    scan(&mut Source::text(from), format, &mut *arguments)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_vfscanf(
    from: *mut Stream,
    format: *const c_char,
    arguments: *mut VaList,
) -> c_int {
    scan(&mut Source::stream(from), format, &mut *arguments)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_vscanf(format: *const c_char, arguments: *mut VaList) -> c_int {
    pikse_libc_vfscanf(pikse_libc_stdin, format, arguments)
}

macro_rules! same {
    ($($name:ident = $as:ident($($parameter:ident: $of:ty),*);)*) => {$(
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name($($parameter: $of),*) -> c_int {
            $as($($parameter),*)
        }
    )*};
}

same! {
    pikse_libc___isoc99_vsscanf = pikse_libc_vsscanf(a: *const c_char, b: *const c_char, c: *mut VaList);
    pikse_libc___isoc23_vsscanf = pikse_libc_vsscanf(a: *const c_char, b: *const c_char, c: *mut VaList);
    pikse_libc___isoc99_vfscanf = pikse_libc_vfscanf(a: *mut Stream, b: *const c_char, c: *mut VaList);
    pikse_libc___isoc23_vfscanf = pikse_libc_vfscanf(a: *mut Stream, b: *const c_char, c: *mut VaList);
    pikse_libc___isoc99_vscanf = pikse_libc_vscanf(a: *const c_char, b: *mut VaList);
    pikse_libc___isoc23_vscanf = pikse_libc_vscanf(a: *const c_char, b: *mut VaList);
}
