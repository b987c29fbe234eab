//! Names of types, from the mangled form of the Itanium ABI: fundamental types, pointers and
//! references, classes with namespaces and template arguments. Anything else keeps its mangled name.

use core::ffi::{c_char, c_int};

use super::super::alloc::malloc;
use super::super::stdio::text::Writer;
use super::super::string::plain::pikse_libc_strlen;

/// The most components that later parts of a name may refer to.
const COMPONENTS: usize = 48;
const DEPTH: u32 = 64;

/// A component of a name: where it begins and ends in the text, and whether its parts are those of
/// a nested name.
#[derive(Clone, Copy)]
struct Component {
    from: usize,
    to: usize,
    is_nested: bool,
}

struct Parser<'a> {
    text: *const u8,
    at: usize,
    end: usize,
    known: [Component; COMPONENTS],
    count: usize,
    depth: u32,
    /// Whether components are new: not while one is written again.
    is_first: bool,
    to: &'a mut Writer,
}

/// Writes the name of a type.
pub unsafe fn of_type(name: *const c_char, to: &mut Writer) {
    if !try_type(name, to) {
        to.text(name);
    }
}

unsafe fn try_type(name: *const c_char, to: &mut Writer) -> bool {
    let start = to.used();
    let mut parser = Parser {
        text: name.cast(),
        at: 0,
        end: pikse_libc_strlen(name),
        known: [Component { from: 0, to: 0, is_nested: false }; COMPONENTS],
        count: 0,
        depth: 0,
        is_first: true,
        to,
    };
    let is_known = parser.a_type() && parser.at == parser.end;
    if !is_known {
        to.back_to(start);
    }
    is_known
}

impl Parser<'_> {
    unsafe fn peek(&self) -> u8 {
        if self.at < self.end { *self.text.add(self.at) } else { 0 }
    }

    unsafe fn eat(&mut self, byte: u8) -> bool {
        let is_next = self.peek() == byte && byte != 0;
        self.at += usize::from(is_next);
        is_next
    }

    unsafe fn eat_all(&mut self, text: &core::ffi::CStr) -> bool {
        let start = self.at;
        let mut from = text.as_ptr();
        while *from != 0 {
            if !self.eat(*from as u8) {
                self.at = start;
                return false;
            }
            from = from.add(1);
        }
        true
    }

    unsafe fn remember(&mut self, from: usize, is_nested: bool) {
        let component = Component { from, to: self.at, is_nested };
        if self.is_first
            && let Some(place) = self.known.get_mut(self.count)
        {
            *place = component;
            self.count += 1;
        }
    }

    unsafe fn a_type(&mut self) -> bool {
        self.depth += 1;
        let is_known = self.depth < DEPTH && self.any_type();
        self.depth -= 1;
        is_known
    }

    unsafe fn any_type(&mut self) -> bool {
        let from = self.at;
        if let Some(name) = fundamental(self.peek()) {
            self.at += 1;
            self.to.text(name.as_ptr());
            return true;
        }
        if self.eat_all(c"Dn") {
            self.to.text(c"std::nullptr_t".as_ptr());
            return true;
        }
        let suffix = match self.peek() {
            b'P' => c"*",
            b'R' => c"&",
            b'O' => c"&&",
            b'K' => c" const",
            b'V' => c" volatile",
            _ => c"",
        };
        if !suffix.is_empty() {
            self.at += 1;
            if self.peek() == b'F' || self.peek() == b'A' {
                return false;
            }
            let is_known = self.a_type();
            self.to.text(suffix.as_ptr());
            self.remember(from, false);
            return is_known;
        }
        match self.peek() {
            b'N' => self.nested(),
            b'S' => self.substituted(),
            b'0'..=b'9' => {
                let is_known = self.source_name();
                self.remember(from, false);
                is_known && self.maybe_arguments(from)
            }
            _ => false,
        }
    }

    /// A number, and so many letters.
    unsafe fn source_name(&mut self) -> bool {
        let mut length = 0;
        while self.peek().is_ascii_digit() {
            length = length * 10 + usize::from(self.peek() - b'0');
            self.at += 1;
            if length > self.end {
                return false;
            }
        }
        if length == 0 || self.at + length > self.end {
            return false;
        }
        if self.eat_all(c"_GLOBAL__N_1") {
            self.to.text(c"(anonymous namespace)".as_ptr());
            return length == 12;
        }
        let mut left = length;
        while left > 0 {
            self.to.byte(self.peek());
            self.at += 1;
            left -= 1;
        }
        true
    }

    /// Template arguments, if there are any; then the whole is a component too.
    unsafe fn maybe_arguments(&mut self, from: usize) -> bool {
        if self.peek() != b'I' {
            return true;
        }
        let is_known = self.arguments();
        self.remember(from, false);
        is_known
    }

    unsafe fn arguments(&mut self) -> bool {
        self.at += 1;
        self.to.byte(b'<');
        let mut is_first = true;
        while !self.eat(b'E') {
            if !is_first {
                self.to.text(c", ".as_ptr());
            }
            is_first = false;
            let is_known = match self.peek() {
                b'L' => self.literal(),
                _ => self.a_type(),
            };
            if !is_known {
                return false;
            }
        }
        self.to.byte(b'>');
        true
    }

    /// A number as a template argument.
    unsafe fn literal(&mut self) -> bool {
        self.at += 1;
        let of = self.peek();
        self.at += 1;
        if of == b'b' && (self.eat_all(c"0E") || self.eat_all(c"1E")) {
            let value = if *self.text.add(self.at - 2) == b'1' { c"true" } else { c"false" };
            self.to.text(value.as_ptr());
            return true;
        }
        if fundamental(of).is_none() {
            return false;
        }
        if self.eat(b'n') {
            self.to.byte(b'-');
        }
        while self.peek().is_ascii_digit() {
            self.to.byte(self.peek());
            self.at += 1;
        }
        let suffix = match of {
            b'j' => c"u",
            b'l' => c"l",
            b'm' => c"ul",
            _ => c"",
        };
        self.to.text(suffix.as_ptr());
        self.eat(b'E')
    }

    unsafe fn nested(&mut self) -> bool {
        self.at += 1;
        while self.eat(b'r') || self.eat(b'V') || self.eat(b'K') {}
        let from = self.at;
        self.parts(from, usize::MAX)
    }

    /// The parts of a nested name, up to its end or to a place.
    unsafe fn parts(&mut self, from: usize, to: usize) -> bool {
        let mut is_first = true;
        while self.at < to {
            if to == usize::MAX && self.eat(b'E') {
                return !is_first;
            }
            let is_name = self.peek() != b'I';
            if is_name && !is_first {
                self.to.text(c"::".as_ptr());
            }
            let is_known = match self.peek() {
                b'S' if is_first => match self.eat_all(c"St") {
                    true => {
                        self.to.text(c"std".as_ptr());
                        is_first = false;
                        continue;
                    }
                    false => {
                        is_first = false;
                        if !self.reference() {
                            return false;
                        }
                        continue;
                    }
                },
                b'0'..=b'9' => self.source_name(),
                b'I' => self.arguments(),
                _ => false,
            };
            if !is_known {
                return false;
            }
            is_first = false;
            self.remember(from, true);
        }
        true
    }

    /// A name in `std`, or one that was there before.
    unsafe fn substituted(&mut self) -> bool {
        let from = self.at;
        if self.eat_all(c"St") {
            self.to.text(c"std::".as_ptr());
            let is_known = self.source_name();
            self.remember(from, false);
            return is_known && self.maybe_arguments(from);
        }
        self.reference() && self.maybe_arguments(from)
    }

    unsafe fn reference(&mut self) -> bool {
        self.at += 1;
        let abbreviation = match self.peek() {
            b'a' => c"std::allocator",
            b'b' => c"std::basic_string",
            b's' => c"std::string",
            b'i' => c"std::istream",
            b'o' => c"std::ostream",
            b'd' => c"std::iostream",
            _ => c"",
        };
        if !abbreviation.is_empty() {
            self.at += 1;
            self.to.text(abbreviation.as_ptr());
            return true;
        }
        let mut number = 0usize;
        if self.peek() != b'_' {
            while self.peek().is_ascii_digit() || self.peek().is_ascii_uppercase() {
                let digit = match self.peek() {
                    digit @ b'0'..=b'9' => digit - b'0',
                    letter => letter - b'A' + 10,
                };
                number = number.wrapping_mul(36).wrapping_add(usize::from(digit));
                self.at += 1;
            }
            number = number.wrapping_add(1);
        }
        if !self.eat(b'_') || number >= self.count {
            return false;
        }
        let Some(&Component { from, to, is_nested }) = self.known.get(number) else { return false };
        let (at, end, is_first) = (self.at, self.end, self.is_first);
        (self.at, self.end, self.is_first) = (from, to, false);
        self.depth += 1;
        let is_known = self.depth < DEPTH
            && match is_nested {
                true => self.parts(from, to),
                false => self.any_type(),
            };
        self.depth -= 1;
        (self.at, self.end, self.is_first) = (at, end, is_first);
        is_known
    }
}

fn fundamental(code: u8) -> Option<&'static core::ffi::CStr> {
    Some(match code {
        b'v' => c"void",
        b'w' => c"wchar_t",
        b'b' => c"bool",
        b'c' => c"char",
        b'a' => c"signed char",
        b'h' => c"unsigned char",
        b's' => c"short",
        b't' => c"unsigned short",
        b'i' => c"int",
        b'j' => c"unsigned int",
        b'l' => c"long",
        b'm' => c"unsigned long",
        b'x' => c"long long",
        b'y' => c"unsigned long long",
        b'n' => c"__int128",
        b'o' => c"unsigned __int128",
        b'f' => c"float",
        b'd' => c"double",
        b'e' => c"long double",
        b'g' => c"__float128",
        b'z' => c"...",
        _ => return None,
    })
}

const NO_NAME: c_int = -2;
const BAD_ARGUMENT: c_int = -3;

/// `abi::__cxa_demangle` for names of types. A buffer of the caller is not used.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___cxa_demangle(
    name: *const c_char,
    buffer: *mut c_char,
    size: *mut usize,
    status: *mut c_int,
) -> *mut c_char {
    let set = |value: c_int| {
        if !status.is_null() {
            *status = value;
        }
    };
    if name.is_null() || (!buffer.is_null() && size.is_null()) {
        set(BAD_ARGUMENT);
        return core::ptr::null_mut();
    }
    let mut text = [0u8; 1000];
    let mut to = Writer::new((&raw mut text).cast(), text.len());
    if !try_type(name, &mut to) {
        set(NO_NAME);
        return core::ptr::null_mut();
    }
    let length = to.end();
    let result = malloc(length + 1);
    core::ptr::copy_nonoverlapping((&raw const text).cast::<u8>(), result, length + 1);
    if !size.is_null() {
        *size = length + 1;
    }
    set(0);
    result.cast()
}
