//! `std::terminate` and `std::unexpected`, with their handlers.

use core::ffi::{c_char, c_void};

use super::super::machine::{kind, pikse_vm_fail};
use super::super::stdio::text::Writer;
use super::super::stdlib::exit::abort;
use super::demangle;
use super::exceptions::{Exception, caught_type, pikse_libc___cxa_get_globals};

/// A handler of the program.
pub type Handler = unsafe extern "C" fn();

static mut TERMINATE: Option<Handler> = None;
static mut UNEXPECTED: Option<Handler> = None;
/// Whether a handler of `std::terminate` runs.
static mut IS_ENDING: bool = false;

unsafe extern "C" {
    /// The `what()` of the exception that is being handled, or null; part of `cpp/support.cpp`.
    fn __pikse_what() -> *const c_char;
}

/// For programs without that part.
#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc___pikse_what() -> *const c_char {
    core::ptr::null()
}

/// Calls a function out of which no exception gets: the machine knows this function by its name.
#[unsafe(no_mangle)]
#[inline(never)]
pub unsafe extern "C" fn pikse_model_noexcept(
    function: unsafe extern "C" fn(*mut u8),
    argument: *mut u8,
) {
    function(argument);
}

unsafe extern "C" fn run(handler: *mut u8) {
    let handler: Handler = core::mem::transmute(handler);
    handler();
}

pub unsafe fn handler() -> Option<Handler> {
    TERMINATE
}

pub unsafe fn unexpected_handler() -> Option<Handler> {
    UNEXPECTED
}

/// Why a program terminates.
#[derive(Clone, Copy, PartialEq)]
enum Why {
    Called,
    Uncaught,
    Unexpected,
}

/// `std::terminate` with the handler of an exception.
unsafe fn terminate(handler: Option<Handler>, why: Why) -> ! {
    if let Some(handler) = handler {
        IS_ENDING = true;
        pikse_model_noexcept(run, handler as *mut u8);
        abort(c"terminate_handler unexpectedly returned".as_ptr());
    }
    let mut text = [0; 1000];
    let mut to = Writer::new((&raw mut text).cast(), text.len());
    let of = caught_type();
    if of.is_null() {
        to.text(c"std::terminate".as_ptr());
    } else {
        to.text(match why {
            Why::Called => c"std::terminate while handling an exception of type `".as_ptr(),
            Why::Uncaught => c"uncaught exception of type `".as_ptr(),
            Why::Unexpected => {
                c"broken exception specification: std::unexpected, exception of type `".as_ptr()
            }
        });
        demangle::of_type(type_name(of), &mut to);
        to.byte(b'`');
        let what = __pikse_what();
        if !what.is_null() {
            to.text(c": ".as_ptr());
            to.text(what);
        }
    }
    to.end();
    pikse_vm_fail(kind::EXCEPTION, (&raw const text).cast())
}

/// The name in type information: after the address of its functions.
unsafe fn type_name(of: *const c_void) -> *const c_char {
    *of.cast::<*const c_char>().add(1)
}

/// Ends the program for an exception without a handler.
pub unsafe fn uncaught(handler: Option<Handler>) -> ! {
    if IS_ENDING {
        abort(c"terminate_handler unexpectedly threw an exception".as_ptr());
    }
    terminate(handler, Why::Uncaught)
}

pub unsafe fn end(handler: Option<Handler>) -> ! {
    terminate(handler, Why::Called)
}

/// `throw;` without an exception.
pub unsafe fn nothing_to_rethrow() -> ! {
    if let Some(handler) = TERMINATE {
        end(Some(handler));
    }
    pikse_vm_fail(kind::EXCEPTION, c"`throw;` without an exception".as_ptr())
}

/// `std::terminate`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc__ZSt9terminatev() -> ! {
    let caught: *mut Exception = (*pikse_libc___cxa_get_globals()).caught;
    match caught_type().is_null() {
        true => end(TERMINATE),
        false => end((*caught).terminate),
    }
}

/// `std::unexpected`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc__ZSt10unexpectedv() -> ! {
    if let Some(handler) = UNEXPECTED {
        handler();
        abort(c"unexpected_handler unexpectedly returned".as_ptr());
    }
    terminate(TERMINATE, Why::Unexpected)
}

/// `std::set_terminate`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc__ZSt13set_terminatePFvvE(
    handler: Option<Handler>,
) -> Option<Handler> {
    let before = TERMINATE;
    TERMINATE = handler;
    Some(before.unwrap_or(default_terminate))
}

/// `std::get_terminate`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc__ZSt13get_terminatev() -> Option<Handler> {
    Some(TERMINATE.unwrap_or(default_terminate))
}

/// The handler that programs get if they have set none.
unsafe extern "C" fn default_terminate() {
    terminate(None, Why::Called)
}

/// `std::set_unexpected`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc__ZSt14set_unexpectedPFvvE(
    handler: Option<Handler>,
) -> Option<Handler> {
    let before = UNEXPECTED;
    UNEXPECTED = handler;
    Some(before.unwrap_or(default_unexpected))
}

/// `std::get_unexpected`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc__ZSt14get_unexpectedv() -> Option<Handler> {
    Some(UNEXPECTED.unwrap_or(default_unexpected))
}

unsafe extern "C" fn default_unexpected() {
    terminate(TERMINATE, Why::Unexpected)
}

/// `__cxa_call_unexpected` for programs without `cpp/support.cpp`, in which a handler may throw
/// another exception.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___cxa_call_unexpected(header: *mut u8) -> ! {
    super::exceptions::pikse_libc___cxa_begin_catch(header.cast());
    terminate(TERMINATE, Why::Unexpected)
}
