//! Models for 32-bit programs, where those of 64 bits would find another form in memory: an address in
//! the program's memory has 4 bytes, and a `long` too.

use core::ffi::{c_char, c_int};
use core::ptr::null_mut;

use super::errno;
use super::sanitizers::{Type, left_shift};
use super::stdlib::numbers::{pikse_libc_strtod, pikse_libc_strtol, pikse_libc_strtoul};
use super::string::text::pikse_libc_strtok_r;

/// Writes where a number ends.
unsafe fn end(to: *mut u32, at: *mut c_char) {
    if !to.is_null() {
        to.write_unaligned(at as usize as u32);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_narrow_strtol(
    text: *const c_char,
    to: *mut u32,
    base: c_int,
) -> c_int {
    let mut at = null_mut();
    let value = pikse_libc_strtol(text, &raw mut at, base);
    end(to, at);
    if value > i64::from(i32::MAX) {
        errno::set(errno::ERANGE);
        return i32::MAX;
    }
    if value < i64::from(i32::MIN) {
        errno::set(errno::ERANGE);
        return i32::MIN;
    }
    value as c_int
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_narrow_strtoul(
    text: *const c_char,
    to: *mut u32,
    base: c_int,
) -> u32 {
    let mut at = null_mut();
    let value = pikse_libc_strtoul(text, &raw mut at, base);
    end(to, at);
    // A negative number is converted as one of its own type.
    let size = if (value as i64) < 0 { (value as i64).wrapping_neg() as u64 } else { value };
    if size > u64::from(u32::MAX) {
        errno::set(errno::ERANGE);
        return u32::MAX;
    }
    value as u32
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_narrow_strtod(text: *const c_char, to: *mut u32) -> f64 {
    let mut at = null_mut();
    let value = pikse_libc_strtod(text, &raw mut at);
    end(to, at);
    value
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_narrow_strtok_r(
    text: *mut c_char,
    set: *const c_char,
    next: *mut u32,
) -> *mut c_char {
    let mut place = next.read_unaligned() as usize as *mut c_char;
    let token = pikse_libc_strtok_r(text, set, &raw mut place);
    next.write_unaligned(place as usize as u32);
    token
}

/// The type of what was shifted is the fourth word; a value of more than 32 bits is passed by its address.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_narrow___ubsan_handle_shift_out_of_bounds(
    data: *const u32,
    a: usize,
    _: usize,
) -> ! {
    let of = data.add(3).read_unaligned() as usize as *const Type;
    let last = match Type::bits(of) {
        ..=32 => a as i64,
        64 => (a as *const i64).read_unaligned(),
        _ => (a as *const i64).add(1).read_unaligned(),
    };
    left_shift(of, last)
}
