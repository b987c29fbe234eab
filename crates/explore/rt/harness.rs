//! What harnesses call: Pikse's own functions, KLEE's, and those of the verification competition.
//! Each takes the place of the function of its name without the prefix, unless the program has one.

use core::ffi::{c_char, c_int};

use super::machine::{
    ABORT, ASSERTION, REACHED, REPORTED, pikse_vm_assume, pikse_vm_fail, pikse_vm_reject,
    pikse_vm_size, pikse_vm_symbolic, pikse_vm_unsupported,
};

/// What an input is called that has no name.
const UNNAMED: *const c_char = c"unnamed".as_ptr();

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pikse_symbolic(to: *mut u8, n: usize, name: *const c_char) {
    unsafe { pikse_vm_symbolic(to, n, if name.is_null() { UNNAMED } else { name }) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pikse_assume(condition: c_int) {
    unsafe { pikse_vm_assume(condition) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pikse_assert(condition: c_int) {
    if condition == 0 {
        unsafe { pikse_vm_fail(ASSERTION, c"pikse_assert".as_ptr()) }
    }
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_pikse_reject() -> ! {
    pikse_vm_reject()
}

/// What a `PIKSE_ASSERT` that is false does.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pikse_failed(
    text: *const c_char,
    _file: *const c_char,
    _line: c_int,
) -> ! {
    unsafe { pikse_vm_fail(ASSERTION, text) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_klee_make_symbolic(to: *mut u8, n: usize, name: *const c_char) {
    unsafe { pikse_libc_pikse_symbolic(to, n, name) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_klee_assume(condition: usize) {
    unsafe { pikse_vm_assume(c_int::from(condition != 0)) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_klee_int(name: *const c_char) -> c_int {
    unsafe { symbolic(0, name) }
}

/// A number from `from` on, below `to`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_klee_range(
    from: c_int,
    to: c_int,
    name: *const c_char,
) -> c_int {
    if from >= to {
        let text = c"klee_range: there is no number in the range";
        unsafe { pikse_vm_fail(REPORTED, text.as_ptr()) }
    }
    if from.wrapping_add(1) == to {
        return from;
    }
    let value = unsafe { symbolic(0, name) };
    unsafe { pikse_vm_assume(c_int::from((from <= value) & (value < to))) };
    value
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_klee_choose(n: usize) -> usize {
    let value = unsafe { symbolic(0usize, c"klee_choose".as_ptr()) };
    unsafe { pikse_vm_assume(c_int::from(value < n)) };
    value
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_klee_silent_exit(_: c_int) -> ! {
    pikse_vm_reject()
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_klee_abort() -> ! {
    unsafe { pikse_vm_fail(ABORT, c"klee_abort".as_ptr()) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_klee_report_error(
    _file: *const c_char,
    _line: c_int,
    message: *const c_char,
    _suffix: *const c_char,
) -> ! {
    unsafe { pikse_vm_fail(REPORTED, message) }
}

macro_rules! nothing {
    ($($name:ident($($of:ty),*);)*) => {$(
        #[unsafe(no_mangle)]
        pub extern "C" fn $name($(_: $of),*) {}
    )*};
}

nothing! {
    pikse_libc_klee_warning(*const c_char);
    pikse_libc_klee_warning_once(*const c_char);
    pikse_libc_klee_prefer_cex(*mut u8, usize);
    pikse_libc_klee_mark_global(*mut u8);
    pikse_libc_klee_open_merge();
    pikse_libc_klee_close_merge();
    pikse_libc_klee_stack_trace();
    pikse_libc_klee_print_expr(*const c_char);
    pikse_libc_klee_print_range(*const c_char, c_int);
    pikse_libc_klee_check_memory_access(*const u8, usize);
    pikse_libc___VERIFIER_atomic_begin();
    pikse_libc___VERIFIER_atomic_end();
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_klee_set_forking(enabled: u32) {
    if enabled == 0 {
        unsafe { pikse_vm_unsupported(c"klee_set_forking".as_ptr()) }
    }
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_klee_is_symbolic(_: usize) -> c_int {
    0
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_klee_is_replay() -> c_int {
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_klee_get_obj_size(p: *const u8) -> usize {
    unsafe { pikse_vm_size(p) }
}

macro_rules! values {
    ($($name:ident($of:ty);)*) => {$(
        #[unsafe(no_mangle)]
        pub extern "C" fn $name(value: $of) -> $of {
            value
        }
    )*};
}

values! {
    pikse_libc_klee_get_valuef(f32);
    pikse_libc_klee_get_valued(f64);
    pikse_libc_klee_get_valuel(i64);
    pikse_libc_klee_get_valuell(i64);
    pikse_libc_klee_get_value_i32(i32);
    pikse_libc_klee_get_value_i64(i64);
}

unsafe fn symbolic<T>(mut value: T, name: *const c_char) -> T {
    unsafe { pikse_vm_symbolic((&raw mut value).cast(), size_of::<T>(), name) };
    value
}

macro_rules! nondet {
    ($($name:ident($of:ty) $text:literal;)*) => {$(
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name() -> $of {
            unsafe { symbolic(0 as $of, $text.as_ptr()) }
        }
    )*};
}

nondet! {
    pikse_libc___VERIFIER_nondet_char(i8) c"char";
    pikse_libc___VERIFIER_nondet_schar(i8) c"schar";
    pikse_libc___VERIFIER_nondet_uchar(u8) c"uchar";
    pikse_libc___VERIFIER_nondet_unsigned_char(u8) c"unsigned_char";
    pikse_libc___VERIFIER_nondet_u8(u8) c"u8";
    pikse_libc___VERIFIER_nondet_short(i16) c"short";
    pikse_libc___VERIFIER_nondet_ushort(u16) c"ushort";
    pikse_libc___VERIFIER_nondet_unsigned_short(u16) c"unsigned_short";
    pikse_libc___VERIFIER_nondet_u16(u16) c"u16";
    pikse_libc___VERIFIER_nondet_int(i32) c"int";
    pikse_libc___VERIFIER_nondet_uint(u32) c"uint";
    pikse_libc___VERIFIER_nondet_unsigned(u32) c"unsigned";
    pikse_libc___VERIFIER_nondet_unsigned_int(u32) c"unsigned_int";
    pikse_libc___VERIFIER_nondet_u32(u32) c"u32";
    pikse_libc___VERIFIER_nondet_long(i64) c"long";
    pikse_libc___VERIFIER_nondet_ulong(u64) c"ulong";
    pikse_libc___VERIFIER_nondet_unsigned_long(u64) c"unsigned_long";
    pikse_libc___VERIFIER_nondet_u64(u64) c"u64";
    pikse_libc___VERIFIER_nondet_longlong(i64) c"longlong";
    pikse_libc___VERIFIER_nondet_ulonglong(u64) c"ulonglong";
    pikse_libc___VERIFIER_nondet_size_t(u64) c"size_t";
    pikse_libc___VERIFIER_nondet_loff_t(i64) c"loff_t";
    pikse_libc___VERIFIER_nondet_sector_t(u64) c"sector_t";
    pikse_libc___VERIFIER_nondet_pthread_t(u64) c"pthread_t";
    pikse_libc___VERIFIER_nondet_int128(i128) c"int128";
    pikse_libc___VERIFIER_nondet_uint128(u128) c"uint128";
    pikse_libc___VERIFIER_nondet_float(f32) c"float";
    pikse_libc___VERIFIER_nondet_double(f64) c"double";
    pikse_libc___VERIFIER_nondet_pointer(usize) c"pointer";
    pikse_libc___VERIFIER_nondet_pchar(usize) c"pchar";
    pikse_libc___VERIFIER_nondet_charp(usize) c"charp";
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___VERIFIER_nondet_bool() -> bool {
    let value = unsafe { symbolic(0u8, c"bool".as_ptr()) };
    unsafe { pikse_vm_assume(c_int::from(value < 2)) };
    value != 0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___VERIFIER_nondet__Bool() -> bool {
    unsafe { pikse_libc___VERIFIER_nondet_bool() }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___VERIFIER_nondet_memory(to: *mut u8, n: usize) {
    unsafe { pikse_vm_symbolic(to, n, c"memory".as_ptr()) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___VERIFIER_assume(condition: c_int) {
    unsafe { pikse_vm_assume(condition) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___VERIFIER_assert(condition: c_int) {
    if condition == 0 {
        unsafe { pikse_vm_fail(ASSERTION, c"__VERIFIER_assert".as_ptr()) }
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___VERIFIER_error() -> ! {
    unsafe { pikse_vm_fail(REACHED, c"__VERIFIER_error".as_ptr()) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_reach_error() -> ! {
    unsafe { pikse_vm_fail(REACHED, c"reach_error".as_ptr()) }
}
