//! The functions of KLEE that harnesses call. Functions that steer KLEE's search do nothing where that
//! is correct.

use core::ffi::{c_char, c_int};

use super::super::errno;
use super::super::machine::{
    kind, pikse_vm_assume, pikse_vm_fail, pikse_vm_fix, pikse_vm_is_symbolic, pikse_vm_least,
    pikse_vm_prefer, pikse_vm_reject, pikse_vm_room, pikse_vm_split, pikse_vm_unsupported,
    pikse_vm_whole, pikse_vm_write,
};
use super::super::stdio::arguments::VaList;
use super::super::stdio::text::Writer;
use super::own::{UNKNOWN, named_symbolic, text_of};

/// Makes a whole object symbolic, as in KLEE: a part of one is a wrong size.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_klee_make_symbolic(to: *mut u8, n: usize, name: *const c_char) {
    let whole = pikse_vm_whole(to);
    if whole != n && whole != UNKNOWN && n <= pikse_vm_room(to) {
        let message = match whole {
            usize::MAX => c"klee_make_symbolic: the address is not the start of an object",
            _ => c"klee_make_symbolic: wrong size: the object has more bytes",
        };
        pikse_vm_fail(kind::HARNESS, message.as_ptr());
    }
    named_symbolic(to, n, name);
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_klee_assume(condition: usize) {
    pikse_vm_assume(c_int::from(condition != 0));
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_klee_int(name: *const c_char) -> c_int {
    let mut value = 0;
    named_symbolic((&raw mut value).cast(), 4, name);
    value
}

/// A number from `from` to below `to`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_klee_range(
    from: c_int,
    to: c_int,
    name: *const c_char,
) -> c_int {
    if from >= to {
        pikse_vm_fail(kind::REPORTED, c"klee_range: the range is empty".as_ptr());
    }
    if from.wrapping_add(1) == to {
        return from;
    }
    let value = pikse_libc_klee_int(name);
    pikse_vm_assume(c_int::from((from <= value) & (value < to)));
    value
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_klee_choose(n: usize) -> usize {
    let mut value = 0usize;
    named_symbolic((&raw mut value).cast(), 8, c"klee_choose".as_ptr());
    pikse_vm_assume(c_int::from(value < n));
    value
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_klee_silent_exit(_: c_int) -> ! {
    pikse_vm_reject()
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_klee_abort() -> ! {
    pikse_vm_fail(kind::ABORT, c"klee_abort".as_ptr())
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_klee_report_error(
    _file: *const c_char,
    _line: c_int,
    message: *const c_char,
    suffix: *const c_char,
) -> ! {
    let text = text_of(message);
    let mut copy = [0; 512];
    let mut to = Writer::new((&raw mut copy).cast(), copy.len());
    to.bytes(text.from, text.length);
    if !suffix.is_null() {
        let suffix = text_of(suffix);
        to.text(c" (".as_ptr());
        to.bytes(suffix.from, suffix.length);
        to.text(c")".as_ptr());
    }
    to.end();
    pikse_vm_fail(kind::REPORTED, (&raw const copy).cast())
}

/// Prints a text for people. One that does not end with a zero byte is printed up to the end of its
/// object.
unsafe fn tell(text: *const c_char) {
    let text = text_of(text);
    pikse_vm_write(2, text.from, text.length);
    pikse_vm_write(2, c"\n".as_ptr().cast(), 1);
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_klee_warning(message: *const c_char) {
    tell(message);
}

/// Texts that were already printed, by their addresses.
static mut TOLD: [*const c_char; 32] = [core::ptr::null(); 32];

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_klee_warning_once(message: *const c_char) {
    let told = (&raw mut TOLD).cast::<*const c_char>();
    let mut at = 0;
    while at < 32 {
        if *told.add(at) == message {
            return;
        }
        if (*told.add(at)).is_null() {
            *told.add(at) = message;
            break;
        }
        at += 1;
    }
    tell(message);
}

/// Preferred values of a test.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_klee_prefer_cex(_: *mut u8, condition: usize) {
    pikse_vm_prefer(c_int::from(condition != 0));
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_klee_posix_prefer_cex(_: *mut u8, condition: usize) {
    pikse_vm_prefer(c_int::from(condition != 0));
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_klee_mark_global(_: *mut u8) {}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_klee_is_symbolic(value: usize) -> c_int {
    c_int::from(pikse_vm_is_symbolic(value as u64) != 0)
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_klee_is_replay() -> c_int {
    0
}

macro_rules! values {
    ($($name:ident($of:ty);)*) => {$(
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(value: $of) -> $of {
            pikse_vm_least(value as u64) as $of
        }
    )*};
}

values! {
    pikse_libc_klee_get_valuel(i64);
    pikse_libc_klee_get_valuell(i64);
    pikse_libc_klee_get_value_i32(i32);
    pikse_libc_klee_get_value_i64(i64);
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_klee_get_valuef(value: f32) -> f32 {
    f32::from_bits(pikse_vm_least(u64::from(value.to_bits())) as u32)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_klee_get_valued(value: f64) -> f64 {
    f64::from_bits(pikse_vm_least(value.to_bits()))
}

/// The size of the object that begins at an address.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_klee_get_obj_size(p: *const u8) -> usize {
    match pikse_vm_whole(p) {
        usize::MAX => pikse_vm_fail(
            kind::HARNESS,
            c"klee_get_obj_size: the address is not the start of an object".as_ptr(),
        ),
        UNKNOWN => pikse_vm_unsupported(c"klee_get_obj_size".as_ptr()),
        size => size,
    }
}

/// Reads every byte, so an invalid address is an error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_klee_check_memory_access(p: *const u8, n: usize) {
    if n > 0 {
        p.read_volatile();
        p.add(n - 1).read_volatile();
    }
}

/// States are never merged, so there is nothing to begin or to end.
#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_klee_open_merge() {}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_klee_close_merge() {}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_klee_stack_trace() {}

/// The text of an expression is specific to KLEE; the message is shown.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_model_print_expr(message: *const c_char, _: *mut VaList) {
    tell(message);
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_klee_print_range(message: *const c_char, _: c_int) {
    tell(message);
}

/// While it is off, the path takes one side of each branch, with a note.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_klee_set_forking(enabled: u32) {
    pikse_vm_split(c_int::from(enabled != 0));
}

/// Makes memory at an address valid; it is zero at first.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_klee_define_fixed_object(p: *mut u8, n: usize) {
    pikse_vm_fix(p, n);
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_klee_get_errno() -> c_int {
    errno::get()
}

// Checks that KLEE adds to bitcode.

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_klee_div_zero_check(divisor: i64) {
    if divisor == 0 {
        pikse_vm_fail(kind::DIVISION_BY_ZERO, c"division by zero".as_ptr());
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_klee_overshift_check(width: u64, by: u64) {
    if by >= width {
        pikse_vm_fail(kind::SHIFT, c"a number is shifted by its width or more".as_ptr());
    }
}
