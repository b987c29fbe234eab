//! `arpa/inet.h`: addresses as text.

use core::ffi::{c_char, c_int};
use core::ptr::null;

use super::super::ctype::digit;
use super::super::errno;
use super::super::stdio::text::Writer;

pub const INET: c_int = 2;
pub const INET6: c_int = 10;

/// Four numbers below 256 without leading zeros; where they end, if there are four.
unsafe fn dotted(text: *const c_char, to: *mut u8) -> Option<*const c_char> {
    let (mut at, mut part) = (text, 0);
    loop {
        let (mut value, mut digits) = (0u32, 0);
        while (*at as u8).is_ascii_digit() {
            if digits > 0 && value == 0 {
                return None;
            }
            value = value * 10 + u32::from(*at as u8 - b'0');
            if value > 255 {
                return None;
            }
            digits += 1;
            at = at.add(1);
        }
        if digits == 0 {
            return None;
        }
        *to.add(part) = value as u8;
        part += 1;
        if part == 4 {
            return Some(at);
        }
        if *at as u8 != b'.' {
            return None;
        }
        at = at.add(1);
    }
}

/// An address of 16 bytes.
unsafe fn colons(text: *const c_char, to: *mut u8) -> bool {
    let mut bytes = [0u8; 16];
    let memory = (&raw mut bytes).cast::<u8>();
    let (mut at, mut used, mut gap) = (text, 0usize, None);
    if *at as u8 == b':' {
        at = at.add(1);
        if *at as u8 != b':' {
            return false;
        }
    }
    let mut begin = at;
    let (mut value, mut digits) = (0u32, 0);
    loop {
        let c = *at as u8;
        if c == 0 {
            break;
        }
        at = at.add(1);
        let one = digit(c);
        if one < 16 {
            if digits == 4 {
                return false;
            }
            value = value << 4 | one;
            digits += 1;
            continue;
        }
        if c == b':' {
            begin = at;
            if digits == 0 {
                if gap.is_some() {
                    return false;
                }
                gap = Some(used);
                continue;
            }
            if *at == 0 || used + 2 > 16 {
                return false;
            }
            *memory.add(used) = (value >> 8) as u8;
            *memory.add(used + 1) = value as u8;
            used += 2;
            (value, digits) = (0, 0);
            continue;
        }
        if c == b'.' && used + 4 <= 16 {
            match dotted(begin, memory.add(used)) {
                Some(end) if *end == 0 => {
                    used += 4;
                    digits = 0;
                    break;
                }
                _ => return false,
            }
        }
        return false;
    }
    if digits > 0 {
        if used + 2 > 16 {
            return false;
        }
        *memory.add(used) = (value >> 8) as u8;
        *memory.add(used + 1) = value as u8;
        used += 2;
    }
    if let Some(gap) = gap {
        if used == 16 {
            return false;
        }
        let after = used - gap;
        let mut moved = 1;
        while moved <= after {
            *memory.add(16 - moved) = *memory.add(gap + after - moved);
            *memory.add(gap + after - moved) = 0;
            moved += 1;
        }
        used = 16;
    }
    if used != 16 {
        return false;
    }
    core::ptr::copy_nonoverlapping(memory, to, 16);
    true
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_inet_pton(
    family: c_int,
    text: *const c_char,
    to: *mut u8,
) -> c_int {
    match family {
        INET => {
            let mut bytes = [0u8; 4];
            match dotted(text, (&raw mut bytes).cast()) {
                Some(end) if *end == 0 => {
                    core::ptr::copy_nonoverlapping((&raw const bytes).cast(), to, 4);
                    1
                }
                _ => 0,
            }
        }
        INET6 => c_int::from(colons(text, to)),
        _ => errno::fail(EAFNOSUPPORT),
    }
}

pub const EAFNOSUPPORT: c_int = 97;

unsafe fn write_dotted(to: &mut Writer, from: *const u8) {
    let mut at = 0;
    while at < 4 {
        if at > 0 {
            to.byte(b'.');
        }
        to.unsigned(u64::from(*from.add(at)), 1);
        at += 1;
    }
}

unsafe fn write_hexadecimal(to: &mut Writer, value: u32) {
    let mut shift = 16;
    let mut any = false;
    while shift > 0 {
        shift -= 4;
        let one = (value >> shift & 15) as u8;
        any = any || one != 0 || shift == 0;
        if any {
            to.byte(if one < 10 { b'0' + one } else { b'a' + one - 10 });
        }
    }
}

/// The longest run of zero words is left out; the first of several.
unsafe fn write_colons(to: &mut Writer, from: *const u8) {
    let word = |k: usize| u32::from(*from.add(2 * k)) << 8 | u32::from(*from.add(2 * k + 1));
    let (mut best, mut longest, mut k) = (8, 1, 0);
    while k < 8 {
        let mut end = k;
        while end < 8 && word(end) == 0 {
            end += 1;
        }
        if end - k > longest {
            (best, longest) = (k, end - k);
        }
        k = if end > k { end } else { k + 1 };
    }
    let mut k = 0;
    while k < 8 {
        if k == best {
            to.byte(b':');
            k += longest;
            if k == 8 {
                to.byte(b':');
            }
            continue;
        }
        if k > 0 {
            to.byte(b':');
        }
        // An address of four bytes in one of sixteen.
        let is_mapped = best == 0 && (longest == 6 || longest == 5 && word(5) == 0xffff);
        if k == 6 && is_mapped {
            write_dotted(to, from.add(12));
            return;
        }
        write_hexadecimal(to, word(k));
        k += 1;
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_inet_ntop(
    family: c_int,
    from: *const u8,
    to: *mut c_char,
    room: u32,
) -> *const c_char {
    let mut bytes = [0u8; 48];
    let mut text = Writer::new((&raw mut bytes).cast(), 48);
    match family {
        INET => write_dotted(&mut text, from),
        INET6 => write_colons(&mut text, from),
        _ => {
            errno::set(EAFNOSUPPORT);
            return null();
        }
    }
    let length = text.end();
    if length + 1 > room as usize {
        errno::set(errno::ENOSPC);
        return null();
    }
    core::ptr::copy_nonoverlapping((&raw const bytes).cast(), to, length + 1);
    to
}

static mut SHOWN: [c_char; 18] = [0; 18];

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_inet_ntoa(address: u32) -> *mut c_char {
    let to = (&raw mut SHOWN).cast::<c_char>();
    pikse_libc_inet_ntop(INET, (&raw const address).cast(), to, 18);
    to
}

/// The classic form: one to four numbers, decimal, octal or hexadecimal; the last one fills the rest.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_inet_aton(text: *const c_char, to: *mut u32) -> c_int {
    match classic(text) {
        Some(value) => {
            if !to.is_null() {
                *to = value.swap_bytes();
            }
            1
        }
        None => 0,
    }
}

/// The address of a text, in the order of the machine.
pub unsafe fn classic(text: *const c_char) -> Option<u32> {
    let mut at = text;
    let (mut parts, mut count) = ([0u32; 4], 0);
    loop {
        if !(*at as u8).is_ascii_digit() {
            return None;
        }
        let mut base = 10;
        if *at as u8 == b'0' {
            base = 8;
            if *at.add(1) as u8 | 32 == b'x' && digit(*at.add(2) as u8) < 16 {
                base = 16;
                at = at.add(2);
            }
        }
        let mut value = 0u64;
        while digit(*at as u8) < base {
            value = value * u64::from(base) + u64::from(digit(*at as u8));
            if value > u64::from(u32::MAX) {
                return None;
            }
            at = at.add(1);
        }
        *(&raw mut parts).cast::<u32>().add(count) = value as u32;
        count += 1;
        if *at as u8 != b'.' {
            break;
        }
        if count == 4 || value > 255 {
            return None;
        }
        at = at.add(1);
    }
    if *at != 0 && !super::super::ctype::is_space(c_int::from(*at as u8)) {
        return None;
    }
    let [a, b, c, d] = parts;
    match count {
        1 => Some(a),
        2 if b < 1 << 24 => Some(a << 24 | b),
        3 if c < 1 << 16 => Some(a << 24 | b << 16 | c),
        4 if d < 1 << 8 => Some(a << 24 | b << 16 | c << 8 | d),
        _ => None,
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_inet_addr(text: *const c_char) -> u32 {
    classic(text).map_or(u32::MAX, u32::swap_bytes)
}

/// The same numbers, in the order of the machine, each a byte.
#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_inet_netof(address: u32) -> u32 {
    let host = address.swap_bytes();
    match host {
        ..0x8000_0000 => host >> 24,
        0x8000_0000..0xc000_0000 => host >> 16,
        _ => host >> 8,
    }
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_inet_lnaof(address: u32) -> u32 {
    let host = address.swap_bytes();
    match host {
        ..0x8000_0000 => host & 0xff_ffff,
        0x8000_0000..0xc000_0000 => host & 0xffff,
        _ => host & 0xff,
    }
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_inet_makeaddr(net: u32, host: u32) -> u32 {
    let both = match net {
        ..128 => net << 24 | host & 0xff_ffff,
        128..0x1_0000 => net << 16 | host & 0xffff,
        0x1_0000..0x100_0000 => net << 8 | host & 0xff,
        _ => net | host,
    };
    both.swap_bytes()
}

#[unsafe(no_mangle)]
pub static pikse_libc_in6addr_any: [u8; 16] = [0; 16];
#[unsafe(no_mangle)]
pub static pikse_libc_in6addr_loopback: [u8; 16] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1];

/// Six bytes, as hexadecimal numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_ether_ntoa_r(from: *const u8, to: *mut c_char) -> *mut c_char {
    let mut text = Writer::new(to.cast(), 18);
    let mut at = 0;
    while at < 6 {
        if at > 0 {
            text.byte(b':');
        }
        write_hexadecimal(&mut text, u32::from(*from.add(at)));
        at += 1;
    }
    text.end();
    to
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_ether_ntoa(from: *const u8) -> *mut c_char {
    pikse_libc_ether_ntoa_r(from, (&raw mut SHOWN).cast())
}
