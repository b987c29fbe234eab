//! Throwing and catching: `__cxa_throw` and the functions around it.
//!
//! An exception is a block of memory: the fields of [`Exception`], the unwinder's header at their
//! end, and the thrown object. Handlers get the header, programs the object. A dependent exception
//! has no object, but refers to one that an `exception_ptr` holds.

use core::ffi::{c_int, c_void};
use core::ptr::null_mut;

use super::super::machine::{pikse_vm_allocate, pikse_vm_allows, pikse_vm_free, pikse_vm_raise};
use super::super::threads::schedule;
use super::super::unwind::{Header, pikse_libc__Unwind_DeleteException};
use super::terminate::{self, Handler};

/// The language of an exception: C++, as libc++abi writes it.
const CPP: u64 = 0x434c_4e47_432b_2b00;
const CPP_DEPENDENT: u64 = CPP | 1;

/// What precedes the thrown object.
#[repr(C)]
pub struct Exception {
    reserve: usize,
    /// The number of handlers and `exception_ptr`s; the object, for a dependent exception.
    references: usize,
    of: *const c_void,
    destructor: Option<unsafe extern "C" fn(*mut u8)>,
    unexpected: Option<Handler>,
    pub terminate: Option<Handler>,
    /// The next exception that is being handled.
    next: *mut Exception,
    /// The number of active handlers; negative while it is thrown again.
    handlers: c_int,
    selector: c_int,
    /// Which specification it has broken; the machine writes it.
    broken: usize,
    data: usize,
    landing: usize,
    /// What the handler gets; the machine writes it.
    adjusted: *mut u8,
    header: Header,
}

const SIZE: usize = size_of::<Exception>();
/// What an object may need at most.
const ALIGN: usize = 16;

/// The exceptions of a thread.
#[repr(C)]
pub struct Globals {
    /// Those that are being handled, the last one first.
    pub caught: *mut Exception,
    /// The number of those in flight.
    pub uncaught: u32,
}

/// The exceptions of this thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___cxa_get_globals() -> *mut Globals {
    &raw mut (*schedule::current()).exceptions
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___cxa_get_globals_fast() -> *mut Globals {
    pikse_libc___cxa_get_globals()
}

unsafe fn of_object(object: *mut u8) -> *mut Exception {
    object.sub(SIZE).cast()
}

unsafe fn of_header(header: *mut Header) -> *mut Exception {
    header.cast::<u8>().sub(SIZE - size_of::<Header>()).cast()
}

unsafe fn is_cpp(header: *const Header) -> bool {
    (*header).class & !1 == CPP
}

unsafe fn is_dependent(exception: *const Exception) -> bool {
    (*exception).header.class == CPP_DEPENDENT
}

/// The thrown object.
unsafe fn object_of(exception: *mut Exception) -> *mut u8 {
    match is_dependent(exception) {
        true => (*exception).references as *mut u8,
        false => exception.add(1).cast(),
    }
}

/// The mangled name of the type of the exception that is being handled; null if there is none of
/// C++.
pub unsafe fn caught_type() -> *const c_void {
    let caught = (*pikse_libc___cxa_get_globals()).caught;
    match !caught.is_null() && is_cpp(&raw const (*caught).header) {
        true => (*caught).of,
        false => core::ptr::null(),
    }
}

unsafe fn allocate(size: usize) -> *mut u8 {
    let new = pikse_vm_allocate(size, ALIGN);
    if new.is_null() {
        terminate::end(None);
    }
    core::ptr::write_bytes(new, 0, SIZE);
    new
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___cxa_allocate_exception(size: usize) -> *mut u8 {
    allocate(SIZE.saturating_add(size)).add(SIZE)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___cxa_free_exception(object: *mut u8) {
    pikse_vm_free(of_object(object).cast());
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___cxa_allocate_dependent_exception() -> *mut u8 {
    allocate(SIZE)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___cxa_free_dependent_exception(exception: *mut u8) {
    pikse_vm_free(exception);
}

/// Another language is done with an exception of C++.
unsafe extern "C" fn clean_up(_: c_int, header: *mut Header) {
    pikse_libc___cxa_decrement_exception_refcount(object_of(of_header(header)));
}

unsafe extern "C" fn clean_up_dependent(_: c_int, header: *mut Header) {
    let exception = of_header(header);
    pikse_libc___cxa_decrement_exception_refcount(object_of(exception));
    pikse_vm_free(exception.cast());
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___cxa_init_primary_exception(
    object: *mut u8,
    of: *const c_void,
    destructor: Option<unsafe extern "C" fn(*mut u8)>,
) -> *mut Exception {
    let exception = of_object(object);
    (*exception).references = 0;
    (*exception).of = of;
    (*exception).destructor = destructor;
    (*exception).unexpected = terminate::unexpected_handler();
    (*exception).terminate = terminate::handler();
    (*exception).header.class = CPP;
    (*exception).header.cleanup = Some(clean_up);
    exception
}

/// Raises an exception; without a handler the program ends.
unsafe fn raise(exception: *mut Exception) -> ! {
    (*pikse_libc___cxa_get_globals()).uncaught += 1;
    let header = &raw mut (*exception).header;
    pikse_vm_raise(header.cast());
    pikse_libc___cxa_begin_catch(header);
    terminate::uncaught((*exception).terminate)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___cxa_throw(
    object: *mut u8,
    of: *const c_void,
    destructor: Option<unsafe extern "C" fn(*mut u8)>,
) -> ! {
    let exception = pikse_libc___cxa_init_primary_exception(object, of, destructor);
    (*exception).references = 1;
    raise(exception)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___cxa_get_exception_ptr(header: *mut Header) -> *mut u8 {
    (*of_header(header)).adjusted
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___cxa_begin_catch(header: *mut Header) -> *mut u8 {
    let globals = pikse_libc___cxa_get_globals();
    let exception = of_header(header);
    if !is_cpp(header) {
        // An exception of another language has no list that it could be in.
        if !(*globals).caught.is_null() {
            terminate::end(None);
        }
        (*globals).caught = exception;
        return header.add(1).cast();
    }
    let handlers = (*exception).handlers;
    (*exception).handlers = if handlers < 0 { -handlers + 1 } else { handlers + 1 };
    if (*globals).caught != exception {
        (*exception).next = (*globals).caught;
        (*globals).caught = exception;
    }
    (*globals).uncaught -= 1;
    (*exception).adjusted
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___cxa_end_catch() {
    let globals = pikse_libc___cxa_get_globals();
    let exception = (*globals).caught;
    if exception.is_null() {
        return;
    }
    let header = &raw mut (*exception).header;
    if !is_cpp(header) {
        (*globals).caught = null_mut();
        pikse_libc__Unwind_DeleteException(header);
        return;
    }
    if (*exception).handlers < 0 {
        // It is thrown again: it stays, even if this was its last handler.
        (*exception).handlers += 1;
        if (*exception).handlers == 0 {
            (*globals).caught = (*exception).next;
        }
        return;
    }
    (*exception).handlers -= 1;
    if (*exception).handlers > 0 {
        return;
    }
    (*globals).caught = (*exception).next;
    let object = object_of(exception);
    if is_dependent(exception) {
        pikse_vm_free(exception.cast());
    }
    pikse_libc___cxa_decrement_exception_refcount(object);
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___cxa_rethrow() -> ! {
    let globals = pikse_libc___cxa_get_globals();
    let exception = (*globals).caught;
    if exception.is_null() {
        terminate::nothing_to_rethrow();
    }
    let header = &raw mut (*exception).header;
    if is_cpp(header) {
        (*exception).handlers = -(*exception).handlers;
        raise(exception);
    }
    (*globals).caught = null_mut();
    pikse_vm_raise(header.cast());
    pikse_libc___cxa_begin_catch(header);
    terminate::uncaught(None)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___cxa_increment_exception_refcount(object: *mut u8) {
    if !object.is_null() {
        (*of_object(object)).references += 1;
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___cxa_decrement_exception_refcount(object: *mut u8) {
    if object.is_null() {
        return;
    }
    let exception = of_object(object);
    (*exception).references -= 1;
    if (*exception).references > 0 {
        return;
    }
    if let Some(destructor) = (*exception).destructor {
        terminate::pikse_model_noexcept(destructor, object);
    }
    pikse_libc___cxa_free_exception(object);
}

/// The object of the exception that is being handled, for an `exception_ptr`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___cxa_current_primary_exception() -> *mut u8 {
    let exception = (*pikse_libc___cxa_get_globals()).caught;
    if exception.is_null() || !is_cpp(&raw const (*exception).header) {
        return null_mut();
    }
    let object = object_of(exception);
    pikse_libc___cxa_increment_exception_refcount(object);
    object
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___cxa_rethrow_primary_exception(object: *mut u8) {
    if object.is_null() {
        return;
    }
    let dependent = pikse_libc___cxa_allocate_dependent_exception().cast::<Exception>();
    pikse_libc___cxa_increment_exception_refcount(object);
    (*dependent).references = object as usize;
    (*dependent).of = (*of_object(object)).of;
    (*dependent).unexpected = terminate::unexpected_handler();
    (*dependent).terminate = terminate::handler();
    (*dependent).header.class = CPP_DEPENDENT;
    (*dependent).header.cleanup = Some(clean_up_dependent);
    (*pikse_libc___cxa_get_globals()).uncaught += 1;
    let header = &raw mut (*dependent).header;
    pikse_vm_raise(header.cast());
    pikse_libc___cxa_begin_catch(header);
    // The caller terminates.
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___cxa_current_exception_type() -> *const c_void {
    caught_type()
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___cxa_uncaught_exceptions() -> u32 {
    (*pikse_libc___cxa_get_globals()).uncaught
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___cxa_uncaught_exception() -> bool {
    (*pikse_libc___cxa_get_globals()).uncaught != 0
}

// For `cpp/support.cpp`, which runs the handler of a broken specification.

/// The header of the exception that is being handled.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___pikse_caught() -> *mut Header {
    let exception = (*pikse_libc___cxa_get_globals()).caught;
    if exception.is_null() { null_mut() } else { &raw mut (*exception).header }
}

/// Ends the handler of an exception that another one has replaced.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___pikse_forget(header: *mut Header) {
    let exception = of_header(header);
    let mut at = &raw mut (*pikse_libc___cxa_get_globals()).caught;
    while !(*at).is_null() {
        if *at == exception {
            *at = (*exception).next;
            pikse_libc___cxa_decrement_exception_refcount(object_of(exception));
            return;
        }
        at = &raw mut (**at).next;
    }
}

/// Whether the specification that one exception has broken allows another one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___pikse_allows(
    broken: *const Header,
    other: *const Header,
) -> bool {
    pikse_vm_allows(broken.cast(), other.cast()) != 0
}
