//! The end of a program.

use core::ffi::{c_char, c_int, c_void};

use super::super::alloc::own;
use super::super::machine::{kind, pikse_vm_exit, pikse_vm_fail, pikse_vm_free};
use super::super::signal;
use super::super::threads::schedule;

/// An exit handler.
#[derive(Clone, Copy)]
struct Handler {
    function: *const u8,
    argument: *mut c_void,
    takes: Takes,
}

/// The arguments of a handler.
#[derive(Clone, Copy, PartialEq)]
enum Takes {
    Nothing,
    Argument,
    /// The exit code first, then its argument.
    Code,
}

/// Handlers, in order of registration.
pub struct Handlers {
    all: *mut Handler,
    count: usize,
    room: usize,
}

impl Handlers {
    pub const fn new() -> Self {
        Handlers { all: core::ptr::null_mut(), count: 0, room: 0 }
    }
}

static mut AT_EXIT: Handlers = Handlers::new();
static mut AT_QUICK_EXIT: Handlers = Handlers::new();

unsafe fn add(handlers: *mut Handlers, handler: Handler) -> c_int {
    let handlers = &mut *handlers;
    if handlers.count == handlers.room {
        let room = 2 * handlers.room + 8;
        let all = own(room * size_of::<Handler>()).cast::<Handler>();
        if handlers.count > 0 {
            core::ptr::copy_nonoverlapping(handlers.all, all, handlers.count);
            pikse_vm_free(handlers.all.cast());
        }
        (handlers.all, handlers.room) = (all, room);
    }
    *handlers.all.add(handlers.count) = handler;
    handlers.count += 1;
    0
}

/// Runs handlers, the last one first; they may add more.
pub unsafe fn run(handlers: *mut Handlers, code: c_int) {
    while (*handlers).count > 0 {
        (*handlers).count -= 1;
        let handler = *(*handlers).all.add((*handlers).count);
        match handler.takes {
            Takes::Nothing => {
                core::mem::transmute::<*const u8, unsafe extern "C" fn()>(handler.function)();
            }
            Takes::Argument => {
                let function = core::mem::transmute::<*const u8, unsafe extern "C" fn(*mut c_void)>(
                    handler.function,
                );
                function(handler.argument);
            }
            Takes::Code => {
                let function = core::mem::transmute::<
                    *const u8,
                    unsafe extern "C" fn(c_int, *mut c_void),
                >(handler.function);
                function(code, handler.argument);
            }
        }
    }
    if !(*handlers).all.is_null() {
        pikse_vm_free((*handlers).all.cast());
        *handlers = Handlers::new();
    }
}

/// Runs the exit handlers.
pub unsafe fn run_handlers(code: c_int) {
    run(&raw mut AT_EXIT, code);
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_atexit(function: *const u8) -> c_int {
    let argument = core::ptr::null_mut();
    add(&raw mut AT_EXIT, Handler { function, argument, takes: Takes::Nothing })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_on_exit(function: *const u8, argument: *mut c_void) -> c_int {
    add(&raw mut AT_EXIT, Handler { function, argument, takes: Takes::Code })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_at_quick_exit(function: *const u8) -> c_int {
    let argument = core::ptr::null_mut();
    add(&raw mut AT_QUICK_EXIT, Handler { function, argument, takes: Takes::Nothing })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___cxa_atexit(
    function: *const u8,
    argument: *mut c_void,
    _: *mut c_void,
) -> c_int {
    add(&raw mut AT_EXIT, Handler { function, argument, takes: Takes::Argument })
}

// In native programs it is the C library's.
unsafe extern "C" {
    fn __cxa_atexit(function: *const u8, argument: *mut c_void, owner: *mut c_void) -> c_int;
}

/// The main thread ends with the program.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___cxa_thread_atexit_impl(
    function: *const u8,
    argument: *mut c_void,
    owner: *mut c_void,
) -> c_int {
    if schedule::number() == 1 {
        return __cxa_atexit(function, argument, owner);
    }
    let handlers = &raw mut (*schedule::current()).at_end;
    add(handlers, Handler { function, argument, takes: Takes::Argument })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___cxa_thread_atexit(
    function: *const u8,
    argument: *mut c_void,
    owner: *mut c_void,
) -> c_int {
    pikse_libc___cxa_thread_atexit_impl(function, argument, owner)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___cxa_finalize(_: *mut c_void) {}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_exit(code: c_int) -> ! {
    run_handlers(code);
    pikse_vm_exit(code)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_quick_exit(code: c_int) -> ! {
    run(&raw mut AT_QUICK_EXIT, code);
    pikse_vm_exit(code)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc__exit(code: c_int) -> ! {
    pikse_vm_exit(code)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc__Exit(code: c_int) -> ! {
    pikse_vm_exit(code)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_exit_group(code: c_int) -> ! {
    pikse_vm_exit(code)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_abort() -> ! {
    signal::deliver(signal::SIGABRT);
    abort(c"abort".as_ptr())
}

/// Aborts the program.
pub unsafe fn abort(message: *const c_char) -> ! {
    pikse_vm_fail(kind::ABORT, message)
}
