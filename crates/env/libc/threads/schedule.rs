//! The threads, which one runs, blocking and waking.

use core::ffi::c_void;
use core::ptr::{null, null_mut};

use super::super::alloc::own;
use super::super::cxxabi::exceptions::Globals;
use super::super::errno;
use super::super::machine::{
    pikse_vm_note, pikse_vm_switch, pikse_vm_thread, pikse_vm_unsupported,
};
use super::super::stdlib::exit::{Handlers, abort};
use super::create::Cleanup;
use super::keys::KEYS;

/// The most threads that a program may create.
const MOST: usize = 1000;
/// After so many calls that might block, others have their turn.
const TURN: u32 = 50;

#[derive(Clone, Copy, PartialEq)]
pub enum Status {
    Ready,
    Blocked,
    Ended,
}

// In native programs it is the C library's.
unsafe extern "C" {
    fn exit(code: i32) -> !;
}

/// A thread.
pub struct Thread {
    pub status: Status,
    /// What it waits for, and since when.
    on: *const u8,
    since: u64,
    /// Whether it stops waiting if nothing else can happen, and whether it did.
    is_timed: bool,
    is_late: bool,
    pub start: Option<unsafe extern "C" fn(*mut c_void) -> *mut c_void>,
    pub argument: *mut c_void,
    pub result: *mut c_void,
    pub is_detached: bool,
    pub is_joined: bool,
    pub values: [*mut c_void; KEYS],
    pub exceptions: Globals,
    pub at_end: Handlers,
    pub cleanups: *mut Cleanup,
}

impl Thread {
    const fn new() -> Self {
        Thread {
            status: Status::Ready,
            on: null(),
            since: 0,
            is_timed: false,
            is_late: false,
            start: None,
            argument: null_mut(),
            result: null_mut(),
            is_detached: false,
            is_joined: false,
            values: [null_mut(); KEYS],
            exceptions: Globals { caught: null_mut(), uncaught: 0 },
            at_end: Handlers::new(),
            cleanups: null_mut(),
        }
    }
}

static mut MAIN: Thread = Thread::new();
static mut OTHERS: [*mut Thread; MOST] = [null_mut(); MOST];
/// The number of threads, ended ones included, and the one that runs.
static mut COUNT: usize = 1;
static mut NOW: usize = 0;
static mut CLOCK: u64 = 0;
static mut CALLS: u32 = 0;

/// The thread that runs.
pub unsafe fn current() -> *mut Thread {
    of(NOW)
}

/// Its number, which is its `pthread_t`; the first one has 1.
pub unsafe fn number() -> usize {
    NOW + 1
}

unsafe fn of(index: usize) -> *mut Thread {
    match index {
        0 => &raw mut MAIN,
        _ => *(&raw mut OTHERS).cast::<*mut Thread>().add(index),
    }
}

/// The thread of a number, if there is one.
pub unsafe fn find(number: usize) -> Option<*mut Thread> {
    if number == 0 || number > COUNT { None } else { Some(of(number - 1)) }
}

/// Whether there was ever more than one thread.
pub unsafe fn are_many() -> bool {
    COUNT > 1
}

/// A new thread that will begin with a function of the models.
pub unsafe fn add(begin: unsafe extern "C" fn(*mut Thread) -> !) -> Option<(usize, *mut Thread)> {
    if COUNT == MOST {
        return None;
    }
    if COUNT == 1 {
        pikse_vm_note(c"threads: one schedule was run, and others may behave differently".as_ptr());
    }
    let thread = own(size_of::<Thread>()).cast::<Thread>();
    thread.write(Thread::new());
    if pikse_vm_thread(begin as *const u8, thread.cast()) != COUNT {
        pikse_vm_unsupported(c"a thread".as_ptr());
    }
    *(&raw mut OTHERS).cast::<*mut Thread>().add(COUNT) = thread;
    COUNT += 1;
    Some((COUNT, thread))
}

/// Runs a thread that is ready, by its number.
pub unsafe fn run(number: usize) {
    switch(number - 1, false);
}

unsafe fn switch(to: usize, is_last: bool) {
    if to == NOW {
        return;
    }
    let error = errno::get();
    NOW = to;
    CALLS = 0;
    pikse_vm_switch(to, i32::from(is_last));
    errno::set(error);
}

/// The next thread that is ready, from the one after the current one on.
unsafe fn next_ready() -> Option<usize> {
    let mut step = 1;
    while step <= COUNT {
        let index = (NOW + step) % COUNT;
        if (*of(index)).status == Status::Ready {
            return Some(index);
        }
        step += 1;
    }
    None
}

/// The thread that has waited longest of those that do not wait for ever.
unsafe fn next_late() -> Option<usize> {
    let (mut found, mut index) = (None, 0);
    let mut since = u64::MAX;
    while index < COUNT {
        let thread = of(index);
        if (*thread).status == Status::Blocked && (*thread).is_timed && (*thread).since < since {
            (found, since) = (Some(index), (*thread).since);
        }
        index += 1;
    }
    found
}

/// The next thread that can run.
unsafe fn next() -> Option<usize> {
    if let Some(ready) = next_ready() {
        return Some(ready);
    }
    let late = next_late()?;
    (*of(late)).is_late = true;
    (*of(late)).status = Status::Ready;
    Some(late)
}

unsafe fn is_any_blocked() -> bool {
    let mut index = 0;
    while index < COUNT {
        if (*of(index)).status == Status::Blocked {
            return true;
        }
        index += 1;
    }
    false
}

/// Waits until another thread wakes those that wait for an address. False if it was timed, and
/// nothing else could happen.
pub unsafe fn block(on: *const u8, is_timed: bool) -> bool {
    let thread = current();
    CLOCK += 1;
    (*thread).on = on;
    (*thread).since = CLOCK;
    (*thread).is_timed = is_timed;
    (*thread).is_late = false;
    (*thread).status = Status::Blocked;
    match next() {
        Some(index) => switch(index, false),
        None if COUNT == 1 => abort(c"deadlock: the only thread waits for another one".as_ptr()),
        None => abort(c"deadlock: every thread is blocked".as_ptr()),
    }
    !(*thread).is_late
}

/// Wakes threads that wait for an address, at most so many, those that have waited longest first.
pub unsafe fn wake(on: *const u8, most: usize) -> usize {
    let mut woken = 0;
    while woken < most {
        let (mut first, mut index) = (null_mut::<Thread>(), 0);
        while index < COUNT {
            let thread = of(index);
            if (*thread).status == Status::Blocked
                && (*thread).on == on
                && (first.is_null() || (*thread).since < (*first).since)
            {
                first = thread;
            }
            index += 1;
        }
        if first.is_null() {
            break;
        }
        (*first).status = Status::Ready;
        woken += 1;
    }
    woken
}

pub unsafe fn wake_all(on: *const u8) {
    wake(on, usize::MAX);
}

/// Lets others run, if there are any.
pub unsafe fn pass() {
    if COUNT > 1
        && let Some(index) = next_ready()
    {
        switch(index, false);
    }
}

/// Is called where a thread might block, so that one that only looks whether something has changed
/// does not do so for ever.
pub unsafe fn might_block() {
    if COUNT > 1 {
        CALLS += 1;
        if CALLS >= TURN {
            CALLS = 0;
            pass();
        }
    }
}

/// Sleeps: others run until they wait.
pub unsafe fn sleep() {
    if COUNT > 1 {
        block(null(), true);
    }
}

/// The current thread has ended.
pub unsafe fn end() -> ! {
    let thread = current();
    (*thread).status = Status::Ended;
    wake_all(thread.cast());
    match next() {
        Some(index) => switch(index, true),
        None if is_any_blocked() => abort(c"deadlock: every thread is blocked".as_ptr()),
        None => exit(0),
    }
    pikse_vm_unsupported(c"a thread that has ended".as_ptr())
}
