//! The functions of the verification competition (SV-COMP).

use core::ffi::{c_char, c_int};

use super::super::machine::{kind, pikse_vm_assume, pikse_vm_fail, pikse_vm_symbolic};

unsafe fn symbolic<T>(mut value: T, name: *const c_char) -> T {
    pikse_vm_symbolic((&raw mut value).cast(), size_of::<T>(), name);
    value
}

macro_rules! nondet {
    ($($name:ident($of:ty) $text:literal;)*) => {$(
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name() -> $of {
            symbolic(0 as $of, $text.as_ptr())
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
    let value = symbolic(0u8, c"bool".as_ptr());
    pikse_vm_assume(c_int::from(value < 2));
    value != 0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___VERIFIER_nondet__Bool() -> bool {
    pikse_libc___VERIFIER_nondet_bool()
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___VERIFIER_nondet_memory(to: *mut u8, n: usize) {
    pikse_vm_symbolic(to, n, c"memory".as_ptr());
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___VERIFIER_assume(condition: c_int) {
    pikse_vm_assume(c_int::from(condition != 0));
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___VERIFIER_assert(condition: c_int) {
    if condition == 0 {
        pikse_vm_fail(kind::ASSERTION, c"__VERIFIER_assert".as_ptr());
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___VERIFIER_error() -> ! {
    pikse_vm_fail(kind::REACHED, c"__VERIFIER_error".as_ptr())
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_reach_error() -> ! {
    pikse_vm_fail(kind::REACHED, c"reach_error".as_ptr())
}

/// There is only one thread, so an atomic section needs nothing.
#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc___VERIFIER_atomic_begin() {}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc___VERIFIER_atomic_end() {}
