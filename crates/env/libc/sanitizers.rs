//! The functions that sanitizers call: an error that the compiler's checks have found ends the path,
//! with its kind.
//!
//! UndefinedBehaviorSanitizer: every handler is here in each of its forms, that which continues, that
//! which aborts, and those of the minimal runtime, which get no data. A path ends at the first one.
//!
//! AddressSanitizer is in `asan`. Other sanitizers that need memory of their own are unsupported.

use core::ffi::c_char;

use super::machine::{kind, pikse_vm_fail, pikse_vm_unsupported};
use super::stdio::text::Writer;

/// The type of a value, as the compiler describes it; its name follows, in quotes.
#[repr(C)]
pub struct Type {
    kind: u16,
    info: u16,
}

const FLOAT: u16 = 1;

impl Type {
    unsafe fn name(of: *const Type) -> *const c_char {
        of.add(1).cast()
    }

    unsafe fn is_signed(of: *const Type) -> bool {
        (*of).info & 1 == 1
    }

    /// The bits of an integer.
    pub unsafe fn bits(of: *const Type) -> u32 {
        1 << ((*of).info >> 1 & 31)
    }

    /// Whether a value is passed by its address, because it does not fit into a word.
    unsafe fn is_wide(of: *const Type) -> bool {
        (*of).kind != FLOAT && (*of).info >> 1 > 6
    }
}

/// What most handlers get: a place in the source, and a type.
#[repr(C)]
pub struct Data {
    file: *const c_char,
    line: u32,
    column: u32,
    of: *const Type,
}

/// The same for a pointer.
#[repr(C)]
pub struct PointerData {
    at: Data,
    alignment: u8,
    check: u8,
}

unsafe fn fail(kind: u32, text: &core::ffi::CStr, of: *const Type) -> ! {
    let mut message = [0; 256];
    let mut to = Writer::new((&raw mut message).cast(), message.len());
    to.text(text.as_ptr());
    if !of.is_null() {
        to.text(c" of type ".as_ptr());
        to.text(Type::name(of));
    }
    to.end();
    pikse_vm_fail(kind, (&raw const message).cast())
}

/// Handlers that get a type and values; the values do not matter.
macro_rules! with_type {
    ($($name:ident $abort:ident ($($of:ty),*) $kind:ident $text:literal;)*) => {$(
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(data: *const Data, $(_: $of),*) -> ! {
            fail(kind::$kind, $text, (*data).of)
        }

        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $abort(data: *const Data, $(_: $of),*) -> ! {
            fail(kind::$kind, $text, (*data).of)
        }
    )*};
}

/// Handlers that get no type.
macro_rules! without_type {
    ($($name:ident $abort:ident ($($of:ty),*) $kind:ident $text:literal;)*) => {$(
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name($(_: $of),*) -> ! {
            fail(kind::$kind, $text, core::ptr::null())
        }

        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $abort($(_: $of),*) -> ! {
            fail(kind::$kind, $text, core::ptr::null())
        }
    )*};
}

with_type! {
    pikse_libc___ubsan_handle_sub_overflow
    pikse_libc___ubsan_handle_sub_overflow_abort
    (usize, usize) OVERFLOW c"overflow in a subtraction";

    pikse_libc___ubsan_handle_add_overflow
    pikse_libc___ubsan_handle_add_overflow_abort
    (usize, usize) OVERFLOW c"overflow in an addition";

    pikse_libc___ubsan_handle_mul_overflow
    pikse_libc___ubsan_handle_mul_overflow_abort
    (usize, usize) OVERFLOW c"overflow in a multiplication";

    pikse_libc___ubsan_handle_negate_overflow
    pikse_libc___ubsan_handle_negate_overflow_abort
    (usize) OVERFLOW c"overflow in a negation";

    pikse_libc___ubsan_handle_out_of_bounds
    pikse_libc___ubsan_handle_out_of_bounds_abort
    (usize) OUT_OF_BOUNDS c"index out of bounds of an array";

    pikse_libc___ubsan_handle_vla_bound_not_positive
    pikse_libc___ubsan_handle_vla_bound_not_positive_abort
    (usize) OUT_OF_BOUNDS c"the length of an array is not positive";

    pikse_libc___ubsan_handle_load_invalid_value
    pikse_libc___ubsan_handle_load_invalid_value_abort
    (usize) BROKEN_PROMISE c"load of a value that its type does not have";

    pikse_libc___ubsan_handle_function_type_mismatch
    pikse_libc___ubsan_handle_function_type_mismatch_abort
    (usize) BAD_CALL c"call of a function as if it were one";

    pikse_libc___ubsan_handle_function_type_mismatch_v1
    pikse_libc___ubsan_handle_function_type_mismatch_v1_abort
    (usize, usize, usize) BAD_CALL c"call of a function as if it were one";
}

without_type! {
    pikse_libc___ubsan_handle_local_out_of_bounds
    pikse_libc___ubsan_handle_local_out_of_bounds_abort
    () OUT_OF_BOUNDS c"access out of bounds of a local variable";

    pikse_libc___ubsan_handle_builtin_unreachable
    pikse_libc___ubsan_handle_builtin_unreachable_abort
    (usize) UNREACHABLE c"execution reached __builtin_unreachable";

    pikse_libc___ubsan_handle_missing_return
    pikse_libc___ubsan_handle_missing_return_abort
    (usize) UNREACHABLE c"a function ended without returning a value";

    pikse_libc___ubsan_handle_nonnull_arg
    pikse_libc___ubsan_handle_nonnull_arg_abort
    (usize) NULL_POINTER c"null pointer passed as an argument that must not be null";

    pikse_libc___ubsan_handle_nullability_arg
    pikse_libc___ubsan_handle_nullability_arg_abort
    (usize) NULL_POINTER c"null pointer passed as an argument that must not be null";

    pikse_libc___ubsan_handle_nonnull_return
    pikse_libc___ubsan_handle_nonnull_return_abort
    (usize) NULL_POINTER c"null pointer returned from a function that must not return one";

    pikse_libc___ubsan_handle_nonnull_return_v1
    pikse_libc___ubsan_handle_nonnull_return_v1_abort
    (usize, usize) NULL_POINTER c"null pointer returned from a function that must not return one";

    pikse_libc___ubsan_handle_nullability_return_v1
    pikse_libc___ubsan_handle_nullability_return_v1_abort
    (usize, usize) NULL_POINTER c"null pointer returned from a function that must not return one";

    pikse_libc___ubsan_handle_invalid_builtin
    pikse_libc___ubsan_handle_invalid_builtin_abort
    (usize) BROKEN_PROMISE c"a builtin function was called with an argument that it does not allow";

    pikse_libc___ubsan_handle_alignment_assumption
    pikse_libc___ubsan_handle_alignment_assumption_abort
    (usize, usize, usize, usize) MISALIGNED c"an assumption about an alignment is false";

    pikse_libc___ubsan_handle_cfi_check_fail
    pikse_libc___ubsan_handle_cfi_check_fail_abort
    (usize, usize, usize) BAD_CALL c"control-flow integrity: a call or cast of a wrong type";

    pikse_libc___ubsan_handle_invalid_objc_cast
    pikse_libc___ubsan_handle_invalid_objc_cast_abort
    (usize, usize) BAD_CALL c"a cast to a wrong class";
}

// The minimal runtime.
without_type! {
    pikse_libc___ubsan_handle_sub_overflow_minimal
    pikse_libc___ubsan_handle_sub_overflow_minimal_abort
    () OVERFLOW c"overflow in a subtraction";

    pikse_libc___ubsan_handle_add_overflow_minimal
    pikse_libc___ubsan_handle_add_overflow_minimal_abort
    () OVERFLOW c"overflow in an addition";

    pikse_libc___ubsan_handle_mul_overflow_minimal
    pikse_libc___ubsan_handle_mul_overflow_minimal_abort
    () OVERFLOW c"overflow in a multiplication";

    pikse_libc___ubsan_handle_negate_overflow_minimal
    pikse_libc___ubsan_handle_negate_overflow_minimal_abort
    () OVERFLOW c"overflow in a negation";

    pikse_libc___ubsan_handle_out_of_bounds_minimal
    pikse_libc___ubsan_handle_out_of_bounds_minimal_abort
    () OUT_OF_BOUNDS c"index out of bounds of an array";

    pikse_libc___ubsan_handle_vla_bound_not_positive_minimal
    pikse_libc___ubsan_handle_vla_bound_not_positive_minimal_abort
    () OUT_OF_BOUNDS c"the length of an array is not positive";

    pikse_libc___ubsan_handle_load_invalid_value_minimal
    pikse_libc___ubsan_handle_load_invalid_value_minimal_abort
    () BROKEN_PROMISE c"load of a value that its type does not have";

    pikse_libc___ubsan_handle_function_type_mismatch_minimal
    pikse_libc___ubsan_handle_function_type_mismatch_minimal_abort
    () BAD_CALL c"call of a function as if it were one";

    pikse_libc___ubsan_handle_local_out_of_bounds_minimal
    pikse_libc___ubsan_handle_local_out_of_bounds_minimal_abort
    () OUT_OF_BOUNDS c"access out of bounds of a local variable";

    pikse_libc___ubsan_handle_builtin_unreachable_minimal
    pikse_libc___ubsan_handle_builtin_unreachable_minimal_abort
    () UNREACHABLE c"execution reached __builtin_unreachable";

    pikse_libc___ubsan_handle_missing_return_minimal
    pikse_libc___ubsan_handle_missing_return_minimal_abort
    () UNREACHABLE c"a function ended without returning a value";

    pikse_libc___ubsan_handle_nonnull_arg_minimal
    pikse_libc___ubsan_handle_nonnull_arg_minimal_abort
    () NULL_POINTER c"null pointer passed as an argument that must not be null";

    pikse_libc___ubsan_handle_nullability_arg_minimal
    pikse_libc___ubsan_handle_nullability_arg_minimal_abort
    () NULL_POINTER c"null pointer passed as an argument that must not be null";

    pikse_libc___ubsan_handle_nonnull_return_minimal
    pikse_libc___ubsan_handle_nonnull_return_minimal_abort
    () NULL_POINTER c"null pointer returned from a function that must not return one";

    pikse_libc___ubsan_handle_invalid_builtin_minimal
    pikse_libc___ubsan_handle_invalid_builtin_minimal_abort
    () BROKEN_PROMISE c"a builtin function was called with an argument that it does not allow";

    pikse_libc___ubsan_handle_alignment_assumption_minimal
    pikse_libc___ubsan_handle_alignment_assumption_minimal_abort
    () MISALIGNED c"an assumption about an alignment is false";

    pikse_libc___ubsan_handle_cfi_check_fail_minimal
    pikse_libc___ubsan_handle_cfi_check_fail_minimal_abort
    () BAD_CALL c"control-flow integrity: a call or cast of a wrong type";

    pikse_libc___ubsan_handle_invalid_objc_cast_minimal
    pikse_libc___ubsan_handle_invalid_objc_cast_minimal_abort
    () BAD_CALL c"a cast to a wrong class";

    pikse_libc___ubsan_handle_nullability_return_minimal
    pikse_libc___ubsan_handle_nullability_return_minimal_abort
    () NULL_POINTER c"null pointer returned from a function that must not return one";

    pikse_libc___ubsan_handle_pointer_overflow_minimal
    pikse_libc___ubsan_handle_pointer_overflow_minimal_abort
    () OVERFLOW c"overflow in pointer arithmetic";

    pikse_libc___ubsan_handle_divrem_overflow_minimal
    pikse_libc___ubsan_handle_divrem_overflow_minimal_abort
    () DIVISION_BY_ZERO c"division by zero, or an overflow in a division";

    pikse_libc___ubsan_handle_shift_out_of_bounds_minimal
    pikse_libc___ubsan_handle_shift_out_of_bounds_minimal_abort
    () SHIFT c"shift by a wrong number of bits, or of a wrong value";

    pikse_libc___ubsan_handle_float_cast_overflow_minimal
    pikse_libc___ubsan_handle_float_cast_overflow_minimal_abort
    () OVERFLOW c"a floating-point number does not fit into its new type";

    pikse_libc___ubsan_handle_implicit_conversion_minimal
    pikse_libc___ubsan_handle_implicit_conversion_minimal_abort
    () OVERFLOW c"an implicit conversion changes the value";

    pikse_libc___ubsan_handle_type_mismatch_minimal
    pikse_libc___ubsan_handle_type_mismatch_minimal_abort
    () NULL_POINTER c"a pointer is null, misaligned, or its object is too small";
}

/// A value was shifted to the left that is negative or becomes too large. Its last word tells which: the
/// value has bits as the type says, and no others.
pub unsafe fn left_shift(of: *const Type, last: i64) -> ! {
    let is_negative = last >> ((Type::bits(of) - 1) & 63) & 1 != 0;
    let text = match Type::is_signed(of) && is_negative {
        true => c"left shift of a negative value",
        false => c"left shift of a value that does not fit",
    };
    fail(kind::SHIFT, text, of)
}

/// Handlers in two forms, for which the values matter.
macro_rules! both {
    ($($name:ident $abort:ident ($($argument:ident: $of:ty),*) $body:block)*) => {$(
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name($($argument: $of),*) -> ! $body

        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $abort($($argument: $of),*) -> ! {
            $name($($argument),*)
        }
    )*};
}

both! {
    pikse_libc___ubsan_handle_divrem_overflow pikse_libc___ubsan_handle_divrem_overflow_abort
    (data: *const Data, _a: usize, b: usize) {
        let of = (*data).of;
        let is_zero = match Type::is_wide(of) {
            true => *(b as *const u128) == 0,
            false => b == 0,
        };
        if is_zero || (*of).kind == FLOAT {
            fail(kind::DIVISION_BY_ZERO, c"division by zero", of);
        }
        fail(kind::OVERFLOW, c"overflow in a division", of)
    }

    pikse_libc___ubsan_handle_shift_out_of_bounds
    pikse_libc___ubsan_handle_shift_out_of_bounds_abort
    (data: *const Data, a: usize, b: usize) {
        let (of, by) = ((*data).of, *(&raw const (*data).of).add(1));
        if Type::is_wide(by) {
            fail(kind::SHIFT, c"shift by a wrong number of bits", of);
        }
        let width = 1usize << ((*of).info >> 1 & 63);
        if Type::is_signed(by) && (b as i64) < 0 {
            fail(kind::SHIFT, c"shift by a negative number of bits", of);
        }
        if b >= width {
            fail(kind::SHIFT, c"shift by too many bits", of);
        }
        left_shift(of, if Type::is_wide(of) { (a as *const i64).add(1).read_unaligned() } else { a as i64 })
    }

    pikse_libc___ubsan_handle_pointer_overflow pikse_libc___ubsan_handle_pointer_overflow_abort
    (_data: *const Data, base: usize, result: usize) {
        let none = core::ptr::null();
        if base == 0 {
            fail(kind::NULL_POINTER, c"offset from the null pointer", none);
        }
        if result == 0 {
            fail(kind::NULL_POINTER, c"pointer arithmetic gives the null pointer", none);
        }
        fail(kind::OVERFLOW, c"overflow in pointer arithmetic", none)
    }

    pikse_libc___ubsan_handle_type_mismatch_v1 pikse_libc___ubsan_handle_type_mismatch_v1_abort
    (data: *const PointerData, pointer: usize) {
        let of = (*data).at.of;
        if pointer == 0 {
            fail(kind::NULL_POINTER, c"use of the null pointer as an object", of);
        }
        if pointer & ((1usize << ((*data).alignment & 63)) - 1) != 0 {
            fail(kind::MISALIGNED, c"use of a misaligned address as an object", of);
        }
        fail(kind::OUT_OF_BOUNDS, c"too little space for an object", of)
    }

    pikse_libc___ubsan_handle_float_cast_overflow
    pikse_libc___ubsan_handle_float_cast_overflow_abort
    (data: *const Data, _value: usize) {
        let to = *(&raw const (*data).of).add(1);
        fail(kind::OVERFLOW, c"a floating-point number does not fit into a value", to)
    }

    pikse_libc___ubsan_handle_implicit_conversion
    pikse_libc___ubsan_handle_implicit_conversion_abort
    (data: *const Data, _from: usize, _to: usize) {
        let to = *(&raw const (*data).of).add(1);
        fail(kind::OVERFLOW, c"an implicit conversion changes the value: it becomes one", to)
    }
}

/// The order of the compiler's checks, as `-fsanitize-trap` numbers them.
const TRAPS: [(u32, &core::ffi::CStr); 25] = [
    (kind::OVERFLOW, c"overflow in an addition"),
    (kind::UNREACHABLE, c"execution reached __builtin_unreachable"),
    (kind::BAD_CALL, c"control-flow integrity: a call or cast of a wrong type"),
    (kind::DIVISION_BY_ZERO, c"division by zero, or an overflow in a division"),
    (kind::BAD_CALL, c"an object of another class"),
    (kind::OVERFLOW, c"a floating-point number does not fit into its new type"),
    (kind::BAD_CALL, c"call of a function of another type"),
    (kind::OVERFLOW, c"an implicit conversion changes the value"),
    (
        kind::BROKEN_PROMISE,
        c"a builtin function was called with an argument that it does not allow",
    ),
    (kind::BAD_CALL, c"a cast to a wrong class"),
    (kind::BROKEN_PROMISE, c"load of a value that its type does not have"),
    (kind::UNREACHABLE, c"a function ended without returning a value"),
    (kind::OVERFLOW, c"overflow in a multiplication"),
    (kind::OVERFLOW, c"overflow in a negation"),
    (kind::NULL_POINTER, c"null pointer passed as an argument that must not be null"),
    (kind::NULL_POINTER, c"null pointer returned from a function that must not return one"),
    (kind::NULL_POINTER, c"null pointer passed as an argument that must not be null"),
    (kind::NULL_POINTER, c"null pointer returned from a function that must not return one"),
    (kind::OUT_OF_BOUNDS, c"index out of bounds of an array"),
    (kind::OVERFLOW, c"overflow in pointer arithmetic"),
    (kind::SHIFT, c"shift by a wrong number of bits, or of a wrong value"),
    (kind::OVERFLOW, c"overflow in a subtraction"),
    (kind::NULL_POINTER, c"a pointer is null, misaligned, or its object is too small"),
    (kind::MISALIGNED, c"an assumption about an alignment is false"),
    (kind::OUT_OF_BOUNDS, c"the length of an array is not positive"),
];

/// `llvm.ubsantrap`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_model_ubsantrap(number: u8) -> ! {
    match TRAPS.get(number as usize) {
        Some(&(kind, text)) => fail(kind, text, core::ptr::null()),
        None => pikse_vm_fail(kind::ABORT, c"the program executed a trap".as_ptr()),
    }
}

/// A cache of classes that were checked; it stays empty.
#[unsafe(no_mangle)]
pub static mut pikse_libc___ubsan_vptr_type_cache: [usize; 128] = [0; 128];

/// An object that is not of the class that the program uses it as; `cpp/support.cpp` checks it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___pikse_wrong_class(data: *const Data) -> ! {
    fail(kind::BAD_CALL, c"use of an object of another class as one", (*data).of)
}

/// Bitcode with a sanitizer that needs memory of its own.
macro_rules! unsupported {
    ($($name:ident $text:literal;)*) => {$(
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name() -> ! {
            pikse_vm_unsupported($text.as_ptr())
        }
    )*};
}

unsupported! {
    pikse_libc___hwasan_init c"bitcode with HWAddressSanitizer (-fsanitize=hwaddress)";
    pikse_libc___msan_init c"bitcode with MemorySanitizer (-fsanitize=memory)";
    pikse_libc___tsan_init c"bitcode with ThreadSanitizer (-fsanitize=thread)";
    pikse_libc___dfsan_init c"bitcode with DataFlowSanitizer (-fsanitize=dataflow)";
}

// The interface that programs use; without the sanitizer these functions have no effect.

macro_rules! nothing {
    ($($name:ident($($of:ty),*);)*) => {$(
        #[unsafe(no_mangle)]
        pub extern "C" fn $name($(_: $of),*) {}
    )*};
}

nothing! {
    pikse_libc___msan_unpoison(*const u8, usize);
    pikse_libc___msan_check_mem_is_initialized(*const u8, usize);
    pikse_libc___lsan_do_leak_check();
    pikse_libc___lsan_disable();
    pikse_libc___lsan_enable();
    pikse_libc___lsan_ignore_object(*const u8);
}
