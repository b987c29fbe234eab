//! The functions that code with AddressSanitizer's checks calls.
//!
//! The compiler has put local variables into one block, and room behind global ones. Code marks these
//! gaps in the shadow memory (`pikse_vm_shadow`): one byte for each eight, 0 if all may be accessed, 1 to
//! 7 if so many may, and otherwise the reason why none may. The heap is not marked: the machine knows
//! its objects. A mark that an access meets ends the path, with the kind of the error.

use super::machine::{kind, pikse_vm_fail, pikse_vm_shadow};

/// Reasons.
const LOCAL_LEFT: u8 = 0xf1;
const LOCAL_MIDDLE: u8 = 0xf2;
const LOCAL_RIGHT: u8 = 0xf3;
const RETURNED: u8 = 0xf5;
const BY_PROGRAM: u8 = 0xf7;
const OUT_OF_SCOPE: u8 = 0xf8;
const GLOBAL: u8 = 0xf9;
const ARRAY_LEFT: u8 = 0xca;
const ARRAY_RIGHT: u8 = 0xcb;
/// How many bytes one byte describes.
const GRANULE: usize = 8;
/// The room around local arrays of variable length.
const GAP: usize = 32;

unsafe fn mark_of(address: usize) -> *mut u8 {
    (address / GRANULE + pikse_vm_shadow()) as *mut u8
}

unsafe fn fill(shadow: *mut u8, count: usize, mark: u8) {
    let mut at = 0;
    while at < count {
        shadow.add(at).write_volatile(mark);
        at += 1;
    }
}

/// Marks bytes up to the end of a granule. In the first one, the bytes before stay accessible.
unsafe fn mark(address: usize, count: usize, mark: u8) {
    if count == 0 {
        return;
    }
    let (mut from, end) = (address, address.wrapping_add(count));
    if from % GRANULE != 0 {
        mark_of(from).write_volatile((from % GRANULE) as u8);
        from = from.wrapping_add(GRANULE) & !(GRANULE - 1);
    }
    while from < end {
        mark_of(from).write_volatile(mark);
        from += GRANULE;
    }
}

/// Makes bytes accessible. Those of the last granule are counted from its beginning.
unsafe fn unmark(address: usize, count: usize) {
    let (mut from, end) = (address & !(GRANULE - 1), address.wrapping_add(count));
    while from.wrapping_add(GRANULE) <= end {
        mark_of(from).write_volatile(0);
        from += GRANULE;
    }
    if from < end {
        let shadow = mark_of(from);
        let before = shadow.read_volatile();
        let count = (end - from) as u8;
        if before != 0 && (before as i8) < count as i8 {
            shadow.write_volatile(count);
        }
    }
}

/// Whether a byte may not be accessed.
unsafe fn is_marked(address: usize) -> bool {
    let mark = mark_of(address).read_volatile();
    mark != 0 && (address % GRANULE) as i8 >= mark as i8
}

/// The first byte of some that may not be accessed.
unsafe fn first_marked(address: usize, count: usize) -> Option<usize> {
    let mut at = address;
    let end = address.wrapping_add(count);
    while at < end {
        if is_marked(at) {
            return Some(at);
        }
        // The last byte of a granule tells about all of it.
        let last = at | (GRANULE - 1);
        let last = if last < end { last } else { end - 1 };
        if last != at && is_marked(last) {
            return Some(last);
        }
        at = last + 1;
    }
    None
}

/// Ends the path: an access begins here that may not be.
unsafe fn report(address: usize) -> ! {
    // A partial granule says nothing of the reason; the next one does.
    let here = mark_of(address).read_volatile();
    let reason = match here {
        1..=7 => mark_of(address + GRANULE).read_volatile(),
        0 => mark_of(address | (GRANULE - 1)).read_volatile(),
        reason => reason,
    };
    let (kind, text) = match reason {
        LOCAL_LEFT => (kind::OUT_OF_BOUNDS, c"access before a local variable"),
        LOCAL_MIDDLE | LOCAL_RIGHT => (kind::OUT_OF_BOUNDS, c"access behind a local variable"),
        RETURNED => {
            (kind::USE_AFTER_RETURN, c"access to a local variable of a function that has returned")
        }
        OUT_OF_SCOPE => {
            (kind::USE_AFTER_RETURN, c"access to a local variable after the end of its scope")
        }
        GLOBAL => (kind::OUT_OF_BOUNDS, c"access behind a global variable"),
        ARRAY_LEFT => (kind::OUT_OF_BOUNDS, c"access before a local array"),
        ARRAY_RIGHT => (kind::OUT_OF_BOUNDS, c"access behind a local array"),
        BY_PROGRAM => (kind::OUT_OF_BOUNDS, c"access to memory that the program has poisoned"),
        _ => (kind::OUT_OF_BOUNDS, c"access to memory that may not be accessed"),
    };
    pikse_vm_fail(kind, text.as_ptr())
}

unsafe fn check(address: usize, count: usize) {
    if let Some(at) = first_marked(address, count) {
        report(at);
    }
}

/// What is reported for an access of a size; and the check itself, where it is not inline. Some
/// callers have a further argument, which does not matter.
macro_rules! accesses {
    ($($size:literal: $($report:ident)*; $($check:ident)*;)*) => {$(
        $(#[unsafe(no_mangle)]
        pub unsafe extern "C" fn $report(address: usize) -> ! {
            match first_marked(address, $size) {
                Some(at) => report(at),
                None => report(address),
            }
        })*

        $(#[unsafe(no_mangle)]
        pub unsafe extern "C" fn $check(address: usize) {
            check(address, $size);
        })*
    )*};
}

accesses! {
    1: pikse_libc___asan_report_load1 pikse_libc___asan_report_store1
        pikse_libc___asan_report_load1_noabort pikse_libc___asan_report_store1_noabort
        pikse_libc___asan_report_exp_load1 pikse_libc___asan_report_exp_store1;
        pikse_libc___asan_load1 pikse_libc___asan_store1
        pikse_libc___asan_load1_noabort pikse_libc___asan_store1_noabort
        pikse_libc___asan_exp_load1 pikse_libc___asan_exp_store1;
    2: pikse_libc___asan_report_load2 pikse_libc___asan_report_store2
        pikse_libc___asan_report_load2_noabort pikse_libc___asan_report_store2_noabort
        pikse_libc___asan_report_exp_load2 pikse_libc___asan_report_exp_store2;
        pikse_libc___asan_load2 pikse_libc___asan_store2
        pikse_libc___asan_load2_noabort pikse_libc___asan_store2_noabort
        pikse_libc___asan_exp_load2 pikse_libc___asan_exp_store2;
    4: pikse_libc___asan_report_load4 pikse_libc___asan_report_store4
        pikse_libc___asan_report_load4_noabort pikse_libc___asan_report_store4_noabort
        pikse_libc___asan_report_exp_load4 pikse_libc___asan_report_exp_store4;
        pikse_libc___asan_load4 pikse_libc___asan_store4
        pikse_libc___asan_load4_noabort pikse_libc___asan_store4_noabort
        pikse_libc___asan_exp_load4 pikse_libc___asan_exp_store4;
    8: pikse_libc___asan_report_load8 pikse_libc___asan_report_store8
        pikse_libc___asan_report_load8_noabort pikse_libc___asan_report_store8_noabort
        pikse_libc___asan_report_exp_load8 pikse_libc___asan_report_exp_store8;
        pikse_libc___asan_load8 pikse_libc___asan_store8
        pikse_libc___asan_load8_noabort pikse_libc___asan_store8_noabort
        pikse_libc___asan_exp_load8 pikse_libc___asan_exp_store8;
    16: pikse_libc___asan_report_load16 pikse_libc___asan_report_store16
        pikse_libc___asan_report_load16_noabort pikse_libc___asan_report_store16_noabort
        pikse_libc___asan_report_exp_load16 pikse_libc___asan_report_exp_store16;
        pikse_libc___asan_load16 pikse_libc___asan_store16
        pikse_libc___asan_load16_noabort pikse_libc___asan_store16_noabort
        pikse_libc___asan_exp_load16 pikse_libc___asan_exp_store16;
}

/// The same for any size.
macro_rules! any_size {
    ($($report:ident)*; $($check:ident)*) => {
        $(#[unsafe(no_mangle)]
        pub unsafe extern "C" fn $report(address: usize, count: usize) -> ! {
            match first_marked(address, count) {
                Some(at) => report(at),
                None => report(address),
            }
        })*

        $(#[unsafe(no_mangle)]
        pub unsafe extern "C" fn $check(address: usize, count: usize) {
            check(address, count);
        })*
    };
}

any_size! {
    pikse_libc___asan_report_load_n pikse_libc___asan_report_store_n
    pikse_libc___asan_report_load_n_noabort pikse_libc___asan_report_store_n_noabort
    pikse_libc___asan_report_exp_load_n pikse_libc___asan_report_exp_store_n;
    pikse_libc___asan_loadN pikse_libc___asan_storeN
    pikse_libc___asan_loadN_noabort pikse_libc___asan_storeN_noabort
    pikse_libc___asan_exp_loadN pikse_libc___asan_exp_storeN
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___asan_memcpy(
    to: *mut u8,
    from: *const u8,
    count: usize,
) -> *mut u8 {
    check(to as usize, count);
    check(from as usize, count);
    core::ptr::copy(from, to, count);
    to
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___asan_memmove(
    to: *mut u8,
    from: *const u8,
    count: usize,
) -> *mut u8 {
    pikse_libc___asan_memcpy(to, from, count)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___asan_memset(to: *mut u8, byte: i32, count: usize) -> *mut u8 {
    check(to as usize, count);
    core::ptr::write_bytes(to, byte as u8, count);
    to
}

/// Fills shadow memory itself.
macro_rules! set_shadow {
    ($($name:ident $mark:literal;)*) => {$(
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(shadow: *mut u8, count: usize) {
            fill(shadow, count, $mark);
        }
    )*};
}

set_shadow! {
    pikse_libc___asan_set_shadow_00 0;
    pikse_libc___asan_set_shadow_01 1;
    pikse_libc___asan_set_shadow_02 2;
    pikse_libc___asan_set_shadow_03 3;
    pikse_libc___asan_set_shadow_04 4;
    pikse_libc___asan_set_shadow_05 5;
    pikse_libc___asan_set_shadow_06 6;
    pikse_libc___asan_set_shadow_07 7;
    pikse_libc___asan_set_shadow_f1 0xf1;
    pikse_libc___asan_set_shadow_f2 0xf2;
    pikse_libc___asan_set_shadow_f3 0xf3;
    pikse_libc___asan_set_shadow_f5 0xf5;
    pikse_libc___asan_set_shadow_f8 0xf8;
}

/// A global variable, as the compiler describes it.
#[repr(C)]
pub struct Global {
    begin: usize,
    size: usize,
    with_gap: usize,
    rest: [usize; 5],
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___asan_register_globals(globals: *const Global, count: usize) {
    let mut at = 0;
    while at < count {
        let Global { begin, size, with_gap, .. } = *globals.add(at);
        mark(begin + size, with_gap - size, GLOBAL);
        at += 1;
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___asan_alloca_poison(address: usize, size: usize) {
    mark(address - GAP, GAP, ARRAY_LEFT);
    let end = (address + size).next_multiple_of(GAP);
    mark(address + size, end + GAP - (address + size), ARRAY_RIGHT);
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___asan_poison_stack_memory(address: usize, size: usize) {
    mark(address, size, OUT_OF_SCOPE);
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___asan_unpoison_stack_memory(address: usize, size: usize) {
    unmark(address, size);
    if !size.is_multiple_of(GRANULE) {
        mark_of(address + size).write_volatile((size % GRANULE) as u8);
    }
}

// The interface that programs use.

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___asan_poison_memory_region(address: usize, size: usize) {
    if size < GRANULE && !address.is_multiple_of(GRANULE) {
        return;
    }
    // A granule that also has other bytes stays as it is.
    let begin = address.next_multiple_of(GRANULE);
    let end = (address + size) & !(GRANULE - 1);
    if begin < end {
        mark(begin, end - begin, BY_PROGRAM);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___asan_unpoison_memory_region(address: usize, size: usize) {
    unmark(address, size);
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___asan_address_is_poisoned(address: usize) -> i32 {
    i32::from(is_marked(address))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___asan_region_is_poisoned(
    address: usize,
    size: usize,
) -> *mut u8 {
    match first_marked(address, size) {
        Some(at) => at as *mut u8,
        None => core::ptr::null_mut(),
    }
}

/// Local variables are never on another stack.
#[unsafe(no_mangle)]
pub static mut pikse_libc___asan_option_detect_stack_use_after_return: i32 = 0;

macro_rules! no_other_stack {
    ($($name:ident)*) => {$(
        #[unsafe(no_mangle)]
        pub extern "C" fn $name(_: usize) -> usize {
            0
        }
    )*};
}

no_other_stack! {
    pikse_libc___asan_stack_malloc_0 pikse_libc___asan_stack_malloc_1
    pikse_libc___asan_stack_malloc_2 pikse_libc___asan_stack_malloc_3
    pikse_libc___asan_stack_malloc_4 pikse_libc___asan_stack_malloc_5
    pikse_libc___asan_stack_malloc_6 pikse_libc___asan_stack_malloc_7
    pikse_libc___asan_stack_malloc_8 pikse_libc___asan_stack_malloc_9
    pikse_libc___asan_stack_malloc_10
    pikse_libc___asan_stack_malloc_always_0 pikse_libc___asan_stack_malloc_always_1
    pikse_libc___asan_stack_malloc_always_2 pikse_libc___asan_stack_malloc_always_3
    pikse_libc___asan_stack_malloc_always_4 pikse_libc___asan_stack_malloc_always_5
    pikse_libc___asan_stack_malloc_always_6 pikse_libc___asan_stack_malloc_always_7
    pikse_libc___asan_stack_malloc_always_8 pikse_libc___asan_stack_malloc_always_9
    pikse_libc___asan_stack_malloc_always_10
}

/// The marks of the number of elements that `new[]` keeps are not needed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___asan_load_cxx_array_cookie(p: *const usize) -> usize {
    *p
}

macro_rules! nothing {
    ($($name:ident($($of:ty),*);)*) => {$(
        #[unsafe(no_mangle)]
        pub extern "C" fn $name($(_: $of),*) {}
    )*};
}

nothing! {
    pikse_libc___asan_version_mismatch_check_v8();
    pikse_libc___asan_handle_no_return();
    pikse_libc___asan_before_dynamic_init(*const u8);
    pikse_libc___asan_after_dynamic_init();
    pikse_libc___asan_unregister_globals(*const Global, usize);
    pikse_libc___asan_register_elf_globals(*mut usize, *const u8, *const u8);
    pikse_libc___asan_unregister_elf_globals(*mut usize, *const u8, *const u8);
    pikse_libc___asan_register_image_globals(*mut usize);
    pikse_libc___asan_unregister_image_globals(*mut usize);
    pikse_libc___asan_allocas_unpoison(usize, usize);
    pikse_libc___asan_poison_cxx_array_cookie(*mut u8);
    pikse_libc___sanitizer_ptr_cmp(*const u8, *const u8);
    pikse_libc___sanitizer_ptr_sub(*const u8, *const u8);
    pikse_libc___sanitizer_annotate_contiguous_container(*const u8, *const u8, *const u8, *const u8);
}

/// The shadow memory is there from the beginning.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___asan_init() {
    pikse_vm_shadow();
}
