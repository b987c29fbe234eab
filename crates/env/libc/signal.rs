//! `signal.h`: handlers and masks; only the program itself sends signals, and its own alarms.

use core::ffi::{c_char, c_int, c_void};

use super::ends;
use super::errno::{self, fail};
use super::stdlib::exit::abort;

pub const SIGABRT: c_int = 6;
const SIGNALS: usize = 65;
const DEFAULT: usize = 0;
const IGNORE: usize = 1;
const ERROR: usize = usize::MAX;

/// The kernel's view of glibc's `struct sigaction`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Action {
    handler: usize,
    mask: [u64; 16],
    flags: c_int,
    restorer: usize,
}

const NO_ACTION: Action = Action { handler: DEFAULT, mask: [0; 16], flags: 0, restorer: 0 };
/// The handler gets information.
const SA_SIGINFO: c_int = 4;
const SA_RESETHAND: c_int = 0x8000_0000_u32 as c_int;

impl Action {
    /// An action that only has a handler.
    pub fn with(handler: usize) -> Self {
        Action { handler, ..NO_ACTION }
    }

    pub fn handler(&self) -> usize {
        self.handler
    }
}

static mut ACTIONS: [Action; SIGNALS] = [NO_ACTION; SIGNALS];
/// Signals that are blocked, and those that wait until they are not.
static mut BLOCKED: u64 = 0;
static mut PENDING: u64 = 0;
/// The values that signals were sent with, and which of them have one.
static mut VALUES: [usize; SIGNALS] = [0; SIGNALS];
static mut WITH_VALUE: u64 = 0;

const SIGKILL: c_int = 9;
const SIGSTOP: c_int = 19;
/// Signals that cannot be blocked.
const UNBLOCKABLE: u64 = 1 << (SIGKILL - 1) | 1 << (SIGSTOP - 1);
const SA_NODEFER: c_int = 0x4000_0000;

unsafe fn action(signal: c_int) -> *mut Action {
    if (1..SIGNALS as c_int).contains(&signal) {
        (&raw mut ACTIONS).cast::<Action>().add(signal as usize)
    } else {
        errno::set(errno::EINVAL);
        core::ptr::null_mut()
    }
}

/// Runs the handler of a signal. Returns whether there is one, or the signal is ignored.
pub unsafe fn deliver(signal: c_int) -> bool {
    let action = action(signal);
    if action.is_null() || (*action).handler == DEFAULT {
        return false;
    }
    if (*action).handler == IGNORE {
        return true;
    }
    let (handler, flags, mask) = ((*action).handler, (*action).flags, (*action).mask[0]);
    if flags & SA_RESETHAND != 0 {
        (*action).handler = DEFAULT;
    }
    let blocked = BLOCKED;
    let itself = if flags & SA_NODEFER == 0 { bit(signal) } else { 0 };
    BLOCKED |= (mask | itself) & !UNBLOCKABLE;
    if flags & SA_SIGINFO == 0 {
        core::mem::transmute::<usize, unsafe extern "C" fn(c_int)>(handler)(signal);
    } else {
        let mut information = [0i32; 32];
        information[0] = signal;
        if let Some(value) = sent_value(signal) {
            // SI_QUEUE
            information[2] = -1;
            information[4] = super::process::PROCESS;
            (information[6], information[7]) = (value as c_int, (value >> 32) as c_int);
        }
        let handler = core::mem::transmute::<
            usize,
            unsafe extern "C" fn(c_int, *mut c_int, *mut c_void),
        >(handler);
        handler(signal, (&raw mut information).cast(), core::ptr::null_mut());
    }
    set_blocked(blocked);
    true
}

/// Sets the blocked signals, and delivers those that waited.
unsafe fn set_blocked(mask: u64) {
    BLOCKED = mask & !UNBLOCKABLE;
    let mut signal = 1;
    while PENDING & !BLOCKED != 0 && signal < SIGNALS as c_int {
        if PENDING & !BLOCKED & bit(signal) != 0 {
            PENDING &= !bit(signal);
            send(signal);
        }
        signal += 1;
    }
}

/// The value that a signal was sent with.
pub unsafe fn sent_value(signal: c_int) -> Option<usize> {
    (WITH_VALUE & bit(signal) != 0).then(|| {
        WITH_VALUE &= !bit(signal);
        *(&raw const VALUES).cast::<usize>().add(signal as usize)
    })
}

/// A signal arrives with a value. Several of the same kind would wait in a queue.
pub unsafe fn send_with(signal: c_int, value: usize) {
    if PENDING & bit(signal) != 0 && signal >= 32 {
        super::machine::pikse_vm_unsupported(c"several waiting signals of one kind".as_ptr());
    }
    if PENDING & bit(signal) == 0 {
        WITH_VALUE |= bit(signal);
        *(&raw mut VALUES).cast::<usize>().add(signal as usize) = value;
    }
    send(signal);
}

/// Takes the first signal of a set that waits.
pub unsafe fn take_pending(set: u64) -> Option<c_int> {
    let found = PENDING & set;
    if found == 0 {
        return None;
    }
    let signal = found.trailing_zeros() as c_int + 1;
    PENDING &= !bit(signal);
    Some(signal)
}

/// A signal arrives.
pub unsafe fn send(signal: c_int) {
    send_to(signal, false);
}

/// A signal arrives. One that ends all processes of the group is no error of this one.
unsafe fn send_to(signal: c_int, group: bool) {
    if BLOCKED & bit(signal) != 0 {
        PENDING |= bit(signal);
        return;
    }
    if deliver(signal) {
        return;
    }
    match signal {
        SIGABRT | 4 | 5 | 7 | 8 | 11 | 31 if group => ends::killed(signal),
        SIGABRT => abort(c"abort".as_ptr()),
        // Signals that are ignored by default.
        17 | 18 | 23 | 28 => {}
        19..23 => ends::blocked(c"a signal that stops the program".as_ptr()),
        // Signals of errors.
        4 | 5 | 7 | 8 | 11 | 31 => abort(c"a signal without a handler".as_ptr()),
        _ => ends::killed(signal),
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_signal(signal: c_int, handler: usize) -> usize {
    let action = action(signal);
    if action.is_null() {
        return ERROR;
    }
    if signal == SIGKILL || signal == SIGSTOP {
        errno::set(errno::EINVAL);
        return ERROR;
    }
    let old = (*action).handler;
    // SA_RESTART
    *action = Action { handler, flags: 0x1000_0000, ..NO_ACTION };
    old
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_ssignal(signal: c_int, handler: usize) -> usize {
    pikse_libc_signal(signal, handler)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_gsignal(signal: c_int) -> c_int {
    pikse_libc_raise(signal)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_bsd_signal(signal: c_int, handler: usize) -> usize {
    pikse_libc_signal(signal, handler)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___sysv_signal(signal: c_int, handler: usize) -> usize {
    let old = pikse_libc_signal(signal, handler);
    if old != ERROR {
        (*action(signal)).flags = SA_RESETHAND | SA_NODEFER;
    }
    old
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_sigaction(
    signal: c_int,
    new: *const Action,
    old: *mut Action,
) -> c_int {
    let action = action(signal);
    if action.is_null() {
        return -1;
    }
    if !new.is_null() && (signal == SIGKILL || signal == SIGSTOP) {
        return fail(errno::EINVAL);
    }
    let now = *action;
    if !new.is_null() {
        *action = *new;
    }
    if !old.is_null() {
        *old = now;
    }
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_siginterrupt(signal: c_int, _: c_int) -> c_int {
    if action(signal).is_null() { -1 } else { 0 }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_raise(signal: c_int) -> c_int {
    if signal == 0 {
        return 0;
    }
    if action(signal).is_null() {
        return -1;
    }
    send(signal);
    0
}

/// The program may only send signals to itself: the first process is not its own, and there are no
/// others.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_kill(process: c_int, signal: c_int) -> c_int {
    const SELF: c_int = super::process::PROCESS;
    if !(0..SIGNALS as c_int).contains(&signal) {
        return fail(errno::EINVAL);
    }
    match process {
        0 | SELF if signal == 0 => 0,
        0 => {
            send_to(signal, true);
            0
        }
        SELF => pikse_libc_raise(signal),
        1 => fail(errno::EPERM),
        // All other processes, none of which it may signal: that is no error.
        -1 => 0,
        _ if process == -SELF => pikse_libc_kill(0, signal),
        _ => fail(errno::ESRCH),
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_killpg(group: c_int, signal: c_int) -> c_int {
    if group < 0 { fail(errno::EINVAL) } else { pikse_libc_kill(-group, signal) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_sigemptyset(set: *mut [u64; 16]) -> c_int {
    *set = [0; 16];
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_sigfillset(set: *mut [u64; 16]) -> c_int {
    *set = [u64::MAX; 16];
    0
}

unsafe fn bit(signal: c_int) -> u64 {
    1 << ((signal - 1) & 63)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_sigaddset(set: *mut u64, signal: c_int) -> c_int {
    *set |= bit(signal);
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_sigdelset(set: *mut u64, signal: c_int) -> c_int {
    *set &= !bit(signal);
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_sigismember(set: *const u64, signal: c_int) -> c_int {
    c_int::from(*set & bit(signal) != 0)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_sigprocmask(
    how: c_int,
    new: *const u64,
    old: *mut [u64; 16],
) -> c_int {
    let now = BLOCKED;
    if !new.is_null() {
        match how {
            0 => set_blocked(BLOCKED | *new),
            1 => set_blocked(BLOCKED & !*new),
            2 => set_blocked(*new),
            _ => return fail(errno::EINVAL),
        }
    }
    if !old.is_null() {
        *old = [0; 16];
        (*old)[0] = now;
    }
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_sigpending(set: *mut [u64; 16]) -> c_int {
    *set = [0; 16];
    (*set)[0] = PENDING;
    0
}

/// Waits for a signal: one that is pending, or an alarm.
unsafe fn wait() -> c_int {
    if !super::alarms::ring() {
        ends::blocked(c"waiting for a signal".as_ptr());
    }
    fail(errno::EINTR)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_sigsuspend(mask: *const u64) -> c_int {
    let blocked = BLOCKED;
    let waited = PENDING & !*mask != 0;
    set_blocked(*mask);
    if !waited {
        wait();
    }
    set_blocked(blocked);
    fail(errno::EINTR)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pthread_sigmask(
    how: c_int,
    new: *const u64,
    old: *mut [u64; 16],
) -> c_int {
    if pikse_libc_sigprocmask(how, new, old) < 0 { errno::EINVAL } else { 0 }
}

/// No other stack is needed: the machine reports a stack overflow itself.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_sigaltstack(_: *const u8, old: *mut [usize; 3]) -> c_int {
    if !old.is_null() {
        // No alternate stack is in use.
        *old = [0, 2, 0];
    }
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pause() -> c_int {
    wait()
}

macro_rules! texts {
    ($($number:literal $name:literal $text:literal;)*) => {
        /// The description of a signal; null for an invalid number.
        fn description(signal: c_int) -> *const c_char {
            match signal {
                $($number => $text.as_ptr(),)*
                _ => core::ptr::null(),
            }
        }

        /// The name of a signal, without `SIG`.
        fn abbreviation(signal: c_int) -> *const c_char {
            match signal {
                $($number => $name.as_ptr(),)*
                _ => core::ptr::null(),
            }
        }
    };
}

texts! {
    1 c"HUP" c"Hangup";
    2 c"INT" c"Interrupt";
    3 c"QUIT" c"Quit";
    4 c"ILL" c"Illegal instruction";
    5 c"TRAP" c"Trace/breakpoint trap";
    6 c"ABRT" c"Aborted";
    7 c"BUS" c"Bus error";
    8 c"FPE" c"Floating point exception";
    9 c"KILL" c"Killed";
    10 c"USR1" c"User defined signal 1";
    11 c"SEGV" c"Segmentation fault";
    12 c"USR2" c"User defined signal 2";
    13 c"PIPE" c"Broken pipe";
    14 c"ALRM" c"Alarm clock";
    15 c"TERM" c"Terminated";
    16 c"STKFLT" c"Stack fault";
    17 c"CHLD" c"Child exited";
    18 c"CONT" c"Continued";
    19 c"STOP" c"Stopped (signal)";
    20 c"TSTP" c"Stopped";
    21 c"TTIN" c"Stopped (tty input)";
    22 c"TTOU" c"Stopped (tty output)";
    23 c"URG" c"Urgent I/O condition";
    24 c"XCPU" c"CPU time limit exceeded";
    25 c"XFSZ" c"File size limit exceeded";
    26 c"VTALRM" c"Virtual timer expired";
    27 c"PROF" c"Profiling timer expired";
    28 c"WINCH" c"Window changed";
    29 c"POLL" c"I/O possible";
    30 c"PWR" c"Power failure";
    31 c"SYS" c"Bad system call";
}

static mut DESCRIBED: [u8; 40] = [0; 40];

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_strsignal(signal: c_int) -> *mut c_char {
    let known = description(signal);
    if !known.is_null() {
        return known.cast_mut();
    }
    let memory = (&raw mut DESCRIBED).cast::<u8>();
    let mut text = super::stdio::text::Writer::new(memory, 40);
    match signal {
        34..65 => {
            text.text(c"Real-time signal ".as_ptr());
            text.number(i64::from(signal - 34));
        }
        _ => {
            text.text(c"Unknown signal ".as_ptr());
            text.number(i64::from(signal));
        }
    }
    text.end();
    memory.cast()
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_sigdescr_np(signal: c_int) -> *const c_char {
    description(signal)
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_sigabbrev_np(signal: c_int) -> *const c_char {
    abbreviation(signal)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_psignal(signal: c_int, text: *const c_char) {
    use super::stdio::stream::pikse_libc_stderr;
    use super::stdio::write::pikse_libc_fputs;
    if !text.is_null() && *text != 0 {
        pikse_libc_fputs(text, pikse_libc_stderr);
        pikse_libc_fputs(c": ".as_ptr(), pikse_libc_stderr);
    }
    pikse_libc_fputs(pikse_libc_strsignal(signal), pikse_libc_stderr);
    pikse_libc_fputs(c"\n".as_ptr(), pikse_libc_stderr);
}

/// The signals that programs may use as they like.
#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc___libc_current_sigrtmin() -> c_int {
    34
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc___libc_current_sigrtmax() -> c_int {
    64
}
