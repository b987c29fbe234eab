//! The functions of the symbolic machine that programs and models call, for native runs.

use core::ffi::{c_char, c_int};
use core::sync::atomic::{AtomicBool, Ordering};

use super::layout::{
    BRANCHES, ENDED, EXPECTED, FAILED, LONGEST_MESSAGE, MATCHED, MESSAGE, MESSAGE_LENGTH, MISSING,
    REJECTED, RESIZED, RESULT, RETURNED, STATUS, TRACE, UNDEFINED,
};
use super::page::{self, Input};
use super::system;

/// The error code of a function without a native meaning, after those that a program may report.
const UNSUPPORTED: u64 = 6;

/// Whether containers are being made, which is no part of the trace.
static IS_MAKING: AtomicBool = AtomicBool::new(false);

/// Begins to make containers, or ends that.
#[unsafe(no_mangle)]
pub extern "C" fn pikse_replay_making(is_making: u64) {
    IS_MAKING.store(is_making != 0, Ordering::Relaxed);
}

/// Everything of an entry of a container was chosen.
#[unsafe(no_mangle)]
pub extern "C" fn pikse_unread(_contents: *const u8, _entry: usize) -> *const u8 {
    core::ptr::null()
}

/// The entries of a container are in order: the test says which ones there are.
#[unsafe(no_mangle)]
pub extern "C" fn pikse_in_order(_contents: *const u8, _entry: usize) -> bool {
    true
}

/// Adds a branch to the trace, as the symbolic machine does.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_replay_branch(function: u32, from: u32, way: u32) {
    if IS_MAKING.load(Ordering::Relaxed) {
        return;
    }
    let key = u64::from(function) << 40 ^ u64::from(from) << 20 ^ u64::from(way);
    // SAFETY: numbers of the page.
    unsafe {
        let trace = page::get(TRACE).rotate_left(7) ^ key;
        let trace = trace.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let branches = page::get(BRANCHES) + 1;
        page::set(TRACE, trace);
        page::set(BRANCHES, branches);
        if trace == page::get(EXPECTED) {
            page::set(MATCHED, branches + 1);
        }
    }
}

/// Stores the return value of the entry.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_replay_returned(result: u32) {
    // SAFETY: numbers of the page.
    unsafe {
        page::set(RESULT, u64::from(result));
        page::set(RETURNED, 1);
    }
}

unsafe fn end(how: u64, message: *const c_char) -> ! {
    // SAFETY: the message ends with a zero byte, and what is kept of it has room.
    unsafe {
        let mut length = 0;
        while !message.is_null() && length < LONGEST_MESSAGE && *message.add(length) != 0 {
            *page::at(MESSAGE + length) = *message.add(length) as u8;
            length += 1;
        }
        page::set(MESSAGE_LENGTH, length as u64);
        page::set(ENDED, how);
    }
    system::exit(STATUS)
}

/// A function is called that has no definition.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_replay_undefined(name: *const c_char) -> ! {
    // SAFETY: the name ends with a zero byte.
    unsafe { end(UNDEFINED, name) }
}

/// The next input of a name. Missing inputs are zero.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_vm_symbolic(to: *mut u8, count: usize, name: *const c_char) {
    // SAFETY: the program gives so many bytes, and a name that ends with a zero byte.
    unsafe {
        if count == 0 {
            return;
        }
        let unnamed = name.is_null() || *name == 0;
        let name = if unnamed { c"input".as_ptr() } else { name };
        let found = Input::take(name.cast());
        let (from, size) = match found {
            Some(input) => (input.bytes(), input.size()),
            None => (core::ptr::null(), 0),
        };
        let mut at = 0;
        while at < count {
            let byte = if at < size { *from.add(at) } else { 0 };
            to.add(at).write_volatile(byte);
            at += 1;
        }
        match found {
            None => page::set(MISSING, page::get(MISSING) + 1),
            Some(_) if size != count => page::set(RESIZED, page::get(RESIZED) + 1),
            Some(_) => {}
        }
    }
}

/// A new object of a structure, with the bytes that all of its class begin with.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_replay_object(size: usize, image: *const u8) -> *mut u8 {
    // SAFETY: the image has so many bytes, and so has the object if there is memory.
    unsafe {
        let object = pikse_vm_allocate(size, 16);
        let mut at = 0;
        while at < size && !object.is_null() {
            object.add(at).write_volatile(*image.add(at));
            at += 1;
        }
        object
    }
}

/// Puts a number into a cell: the test's, or `first` if the test has none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_replay_number(
    to: *mut u8,
    size: usize,
    name: *const c_char,
    first: i64,
) {
    // SAFETY: the cell has so many bytes, and the name ends with a zero byte.
    unsafe {
        let found = Input::take_only(name.cast());
        let mut at = 0;
        while at < size {
            let byte = match found {
                Some(input) if at < input.size() => *input.bytes().add(at),
                Some(_) => 0,
                None => (first >> if at < 8 { at * 8 } else { 63 }) as u8,
            };
            to.add(at).write_volatile(byte);
            at += 1;
        }
    }
}

/// What the test chooses for a cell, or `unread` if it has nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_replay_choice(name: *const c_char, unread: u64) -> u64 {
    // SAFETY: the name ends with a zero byte.
    unsafe {
        let Some(input) = Input::take_only(name.cast()) else { return unread };
        let mut choice = 0;
        let mut at = if input.size() < 8 { input.size() } else { 8 };
        while at > 0 {
            at -= 1;
            choice = choice << 8 | u64::from(*input.bytes().add(at));
        }
        choice
    }
}

/// Puts an address into a cell: that of the object that the test has chosen, or of the object
/// `unread` if the test has not. Objects are counted from 1, and 0 is null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_replay_address(
    to: *mut u8,
    name: *const c_char,
    objects: *const *mut u8,
    count: usize,
    into: usize,
    null: usize,
    unread: usize,
) {
    // SAFETY: the cell has the size of an address, there are so many objects, and the name ends with
    // a zero byte.
    unsafe {
        let mut choice = unread;
        if let Some(input) = Input::take_only(name.cast()) {
            choice = 0;
            let mut at = input.size();
            while at > 0 {
                at -= 1;
                choice = choice << 8 | *input.bytes().add(at) as usize;
            }
        }
        let address = match choice {
            0 => null,
            _ if choice > count => null,
            _ => (*objects.add(choice - 1) as usize).wrapping_add(into),
        };
        to.cast::<usize>().write_unaligned(address);
    }
}

/// Counts the address in a cell, if it is not null, in the object that it leads to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_replay_own(
    cell: *const usize,
    null: usize,
    into: usize,
    offset: usize,
    size: usize,
) {
    // SAFETY: the cell has an address of an object, and the count is in its block.
    unsafe {
        let address = cell.read_unaligned();
        if address != null {
            let count = address.wrapping_sub(into).wrapping_add(offset) as *mut u8;
            add(count, size, 1);
        }
    }
}

/// The first owner was in the count before the owners were counted. `first` is the count with one owner.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_replay_first_owner(count: *mut u8, size: usize, first: usize) {
    // SAFETY: the count is in the block of an object.
    unsafe {
        let is_first = match size {
            4 => count.cast::<u32>().read_unaligned() == first as u32,
            _ => count.cast::<usize>().read_unaligned() == first,
        };
        if !is_first {
            add(count, size, usize::MAX);
        }
    }
}

/// Adds to a count.
unsafe fn add(count: *mut u8, size: usize, more: usize) {
    // SAFETY: as above.
    unsafe {
        match size {
            4 => {
                let count = count.cast::<u32>();
                count.write_unaligned(count.read_unaligned().wrapping_add(more as u32));
            }
            _ => {
                let count = count.cast::<usize>();
                count.write_unaligned(count.read_unaligned().wrapping_add(more));
            }
        }
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_vm_assume(condition: c_int) {
    if condition == 0 {
        pikse_vm_reject();
    }
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_vm_reject() -> ! {
    // SAFETY: there is no message.
    unsafe { end(REJECTED, core::ptr::null()) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_vm_fail(kind: u32, message: *const c_char) -> ! {
    // SAFETY: the message ends with a zero byte.
    unsafe { end(FAILED + u64::from(kind), message) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_vm_unsupported(what: *const c_char) -> ! {
    // SAFETY: the text ends with a zero byte.
    unsafe { end(FAILED + UNSUPPORTED, what) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_vm_write(descriptor: c_int, bytes: *const u8, count: usize) {
    // SAFETY: the caller says that the bytes are there.
    unsafe { system::write(descriptor, bytes, count) }
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_vm_exit(code: c_int) -> ! {
    system::exit(code)
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_vm_note(_: *const c_char) {}

/// Nothing is symbolic here.
#[unsafe(no_mangle)]
pub extern "C" fn pikse_vm_is_symbolic(_: u64) -> c_int {
    0
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_vm_value(value: u64) -> u64 {
    value
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_vm_least(value: u64) -> u64 {
    value
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_vm_concretize(value: u64) -> u64 {
    value
}

/// The end of an object is not known here.
#[unsafe(no_mangle)]
pub extern "C" fn pikse_vm_room(_: *const u8) -> usize {
    usize::MAX
}

/// Nor is its size: `UNKNOWN` of the models.
#[unsafe(no_mangle)]
pub extern "C" fn pikse_vm_whole(_: *const u8) -> usize {
    usize::MAX - 1
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_vm_prefer(_: c_int) {}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_vm_split(_: c_int) {}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_vm_fix(p: *mut u8, count: usize) {
    // SAFETY: what is there already stays.
    if !unsafe { system::map_at(p as usize, count) } {
        // SAFETY: the text ends with a zero byte.
        unsafe { pikse_vm_unsupported(c"klee_define_fixed_object".as_ptr()) }
    }
}

/// The shadow memory of AddressSanitizer, for all addresses.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_vm_shadow() -> usize {
    const BEGIN: usize = 0x7fff_8000;
    const END: usize = 0x1000_7fff_8000;
    static mut IS_MAPPED: bool = false;
    // SAFETY: what is there already stays.
    unsafe {
        if !IS_MAPPED && !system::map_at(BEGIN, END - BEGIN) {
            pikse_vm_unsupported(c"AddressSanitizer: there is no room for its memory".as_ptr());
        }
        IS_MAPPED = true;
    }
    BEGIN
}

unsafe extern "C" {
    fn aligned_alloc(align: usize, size: usize) -> *mut u8;
    fn free(p: *mut u8);
    fn malloc_usable_size(p: *const u8) -> usize;
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_vm_allocate(size: usize, align: usize) -> *mut u8 {
    let align = if align < 16 { 16 } else { align };
    // SAFETY: the size is a multiple of the alignment.
    unsafe { aligned_alloc(align, size.wrapping_add(align - 1) & !(align - 1)) }
}

/// Memory that the program does not free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_vm_give(size: usize) -> *mut u8 {
    // SAFETY: as above.
    unsafe { pikse_vm_allocate(size, 16) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_vm_free(p: *mut u8) {
    // SAFETY: the caller allocated it.
    unsafe { free(p) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_vm_size(p: *const u8) -> usize {
    // SAFETY: the caller allocated it.
    unsafe { malloc_usable_size(p) }
}
