//! `obstack.h`: memory that grows like a stack. Macros in the header do most of it; they call these when a
//! chunk is full.

use core::ffi::{c_char, c_int, c_void};
use core::ptr::null_mut;

use super::machine::{kind, pikse_vm_fail};
use super::stdio::arguments::VaList;
use super::stdio::print::pikse_libc_vsnprintf;

/// The beginning of a chunk.
#[repr(C)]
pub struct Chunk {
    limit: *mut u8,
    before: *mut Chunk,
}

/// `struct obstack`.
#[repr(C)]
pub struct Obstack {
    chunk_size: isize,
    chunk: *mut Chunk,
    object: *mut u8,
    next: *mut u8,
    limit: *mut u8,
    temporary: isize,
    mask: c_int,
    allocate: usize,
    free: usize,
    extra: *mut c_void,
    /// Bits: whether the functions get the extra argument, and whether an object may be empty.
    flags: u32,
}

const WITH_EXTRA: u32 = 1;
const MAYBE_EMPTY: u32 = 2;
/// What glibc takes if no size is given.
const SIZE: isize = 4064;
const HEADER: usize = size_of::<Chunk>();

type Plain = unsafe extern "C" fn(usize) -> *mut u8;
type Extra = unsafe extern "C" fn(*mut c_void, usize) -> *mut u8;
type Free = unsafe extern "C" fn(*mut Chunk);
type FreeExtra = unsafe extern "C" fn(*mut c_void, *mut Chunk);

unsafe fn allocate(of: *mut Obstack, size: usize) -> *mut Chunk {
    let new = if (*of).flags & WITH_EXTRA != 0 {
        core::mem::transmute::<usize, Extra>((*of).allocate)((*of).extra, size)
    } else {
        core::mem::transmute::<usize, Plain>((*of).allocate)(size)
    };
    if new.is_null() {
        pikse_vm_fail(kind::ABORT, c"obstack: memory exhausted".as_ptr());
    }
    new.cast()
}

unsafe fn release(of: *mut Obstack, chunk: *mut Chunk) {
    if (*of).flags & WITH_EXTRA != 0 {
        core::mem::transmute::<usize, FreeExtra>((*of).free)((*of).extra, chunk);
    } else {
        core::mem::transmute::<usize, Free>((*of).free)(chunk);
    }
}

/// The first place of an object in a chunk.
unsafe fn first(of: *const Obstack, chunk: *mut Chunk) -> *mut u8 {
    let begin = chunk.cast::<u8>().add(HEADER);
    let mask = (*of).mask as usize;
    begin.add((begin as usize).wrapping_neg() & mask)
}

unsafe fn begin(of: *mut Obstack, size: isize, alignment: isize) -> c_int {
    let alignment = if alignment == 0 { 16 } else { alignment };
    (*of).chunk_size = if size == 0 { SIZE } else { size };
    (*of).mask = alignment as c_int - 1;
    let chunk = allocate(of, (*of).chunk_size as usize);
    (*of).chunk = chunk;
    let start = first(of, chunk);
    ((*of).object, (*of).next) = (start, start);
    let limit = chunk.cast::<u8>().add((*of).chunk_size as usize);
    ((*of).limit, (*chunk).limit) = (limit, limit);
    (*chunk).before = null_mut();
    (*of).flags &= WITH_EXTRA;
    1
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc__obstack_begin(
    of: *mut Obstack,
    size: c_int,
    alignment: c_int,
    allocate: usize,
    free: usize,
) -> c_int {
    ((*of).allocate, (*of).free, (*of).flags) = (allocate, free, 0);
    begin(of, size as isize, alignment as isize)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc__obstack_begin_1(
    of: *mut Obstack,
    size: c_int,
    alignment: c_int,
    allocate: usize,
    free: usize,
    extra: *mut c_void,
) -> c_int {
    ((*of).allocate, (*of).free, (*of).flags) = (allocate, free, WITH_EXTRA);
    (*of).extra = extra;
    begin(of, size as isize, alignment as isize)
}

/// A new chunk with room for more of the growing object, which moves there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc__obstack_newchunk(of: *mut Obstack, more: c_int) {
    let old = (*of).chunk;
    let used = (*of).next.offset_from((*of).object) as usize;
    let wanted = used + more as usize + (used >> 3) + (*of).mask as usize + 100;
    let size = if wanted < (*of).chunk_size as usize { (*of).chunk_size as usize } else { wanted };
    let new = allocate(of, size);
    (*of).chunk = new;
    (*new).before = old;
    let limit = new.cast::<u8>().add(size);
    ((*new).limit, (*of).limit) = (limit, limit);
    let object = first(of, new);
    core::ptr::copy_nonoverlapping((*of).object, object, used);
    // A chunk that only had this object is not needed any more.
    if (*of).flags & MAYBE_EMPTY == 0 && (*of).object == first(of, old) {
        (*new).before = (*old).before;
        release(of, old);
    }
    (*of).object = object;
    (*of).next = object.add(used);
    (*of).flags &= !MAYBE_EMPTY;
}

/// Frees an object and everything after it; all of it, if there is no object.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_obstack_free(of: *mut Obstack, object: *mut u8) {
    let mut chunk = (*of).chunk;
    while !chunk.is_null() {
        let is_inside = object > chunk.cast::<u8>() && object <= (*chunk).limit;
        if is_inside {
            break;
        }
        let before = (*chunk).before;
        release(of, chunk);
        chunk = before;
        (*of).flags |= MAYBE_EMPTY;
    }
    if !chunk.is_null() {
        ((*of).object, (*of).next) = (object, object);
        ((*of).limit, (*of).chunk) = ((*chunk).limit, chunk);
    } else if !object.is_null() {
        pikse_vm_fail(kind::ABORT, c"obstack_free of memory that is not in it".as_ptr());
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc__obstack_free(of: *mut Obstack, object: *mut u8) {
    pikse_libc_obstack_free(of, object);
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc__obstack_memory_used(of: *const Obstack) -> usize {
    let (mut sum, mut chunk) = (0, (*of).chunk);
    while !chunk.is_null() {
        sum += (*chunk).limit.offset_from(chunk.cast::<u8>()) as usize;
        chunk = (*chunk).before;
    }
    sum
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc__obstack_allocated_p(
    of: *const Obstack,
    object: *mut u8,
) -> c_int {
    let mut chunk = (*of).chunk;
    while !chunk.is_null() {
        if object > chunk.cast::<u8>() && object <= (*chunk).limit {
            return 1;
        }
        chunk = (*chunk).before;
    }
    0
}

/// The text becomes part of the growing object.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_obstack_vprintf(
    of: *mut Obstack,
    format: *const c_char,
    arguments: *mut VaList,
) -> c_int {
    let mut copy = (*arguments).copy();
    let length = pikse_libc_vsnprintf(null_mut(), 0, format, &raw mut copy);
    if length < 0 {
        return length;
    }
    if ((*of).limit.offset_from((*of).next)) < length as isize + 1 {
        pikse_libc__obstack_newchunk(of, length + 1);
    }
    pikse_libc_vsnprintf((*of).next.cast(), length as usize + 1, format, arguments);
    (*of).next = (*of).next.add(length as usize);
    length
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___obstack_vprintf_chk(
    of: *mut Obstack,
    _: c_int,
    format: *const c_char,
    arguments: *mut VaList,
) -> c_int {
    pikse_libc_obstack_vprintf(of, format, arguments)
}

/// Called when memory is exhausted; here that is an error of its own.
#[unsafe(no_mangle)]
pub static mut pikse_libc_obstack_alloc_failed_handler: *const c_void = core::ptr::null();
#[unsafe(no_mangle)]
pub static mut pikse_libc_obstack_exit_failure: c_int = 1;
