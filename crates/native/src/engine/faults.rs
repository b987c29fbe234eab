//! Faults and endless loops: signals that end a run, not the process.
//!
//! The handlers run on a separate stack. A handler that interrupts the predicate makes the
//! thread continue at [`switch::leave`], which returns control to the search. A handler that
//! interrupts anything else restores the default action.
#![expect(unsafe_code, reason = "handles signals")]

use std::cell::Cell;
use std::sync::Once;
use std::time::Duration;
use std::{io, mem, ptr};

use super::broken::Broken;
use super::control::Control;
use super::host::{LEFT, StoppedAt};
use super::slot::{STACK_PART, STACK_PART_SIZE};
use super::switch;

/// The predicate that runs on a thread, for its handlers.
#[derive(Clone, Copy)]
struct Watch {
    control: *mut Control,
    /// The addresses of the slot's part for the stack.
    stack_part: u64,
    /// The program's code.
    code: (u64, u64),
    /// The maximum number of ticks of a run.
    ticks: u32,
    /// The number of runs at the last tick, and for how many ticks it has not changed.
    runs_seen: u64,
    ticks_seen: u32,
}

thread_local! {
    static WATCH: Cell<Option<Watch>> = const { Cell::new(None) };
    /// The control page of the same predicate.
    static WATCHED: Cell<*mut Control> = const { Cell::new(ptr::null_mut()) };
    /// Whether this thread has a timer already.
    static TICKS: Cell<bool> = const { Cell::new(false) };
    /// The number of runs that this thread has begun.
    static RUNS: Cell<u64> = const { Cell::new(0) };
}

const TICK: Duration = Duration::from_millis(20);
const ALTERNATE_STACK: usize = 64 << 10;

/// Watches a thread; it has to stay on its thread.
pub(crate) struct Watcher {
    /// None if another watcher of the thread has it.
    timer: Option<libc::timer_t>,
    _stack: Vec<u8>,
    code: (u64, u64),
    ticks: u32,
}

impl Watcher {
    /// Watches the current thread for a program whose code is at the addresses `code`.
    pub(crate) fn new(code: (u64, u64), time_limit: Duration) -> io::Result<Watcher> {
        install();
        let mut stack = vec![0_u8; ALTERNATE_STACK];
        let alternate =
            libc::stack_t { ss_sp: stack.as_mut_ptr().cast(), ss_flags: 0, ss_size: stack.len() };
        // SAFETY: the memory lives as long as the watcher, which frees it.
        if unsafe { libc::sigaltstack(&raw const alternate, ptr::null_mut()) } != 0 {
            return Err(io::Error::last_os_error());
        }
        let ticks = time_limit.as_millis().div_ceil(TICK.as_millis()).max(2);
        let ticks = u32::try_from(ticks).unwrap_or(u32::MAX);
        let timer = if TICKS.replace(true) { None } else { Some(start_timer()?) };
        Ok(Watcher { timer, _stack: stack, code, ticks })
    }

    /// Records that a predicate of this thread runs now.
    #[inline(always)]
    pub(crate) fn begin(&self, control: *mut Control, base: u64) {
        RUNS.set(RUNS.get() + 1);
        if WATCHED.get() != control {
            self.watch(control, base);
        }
    }

    fn watch(&self, control: *mut Control, base: u64) {
        WATCHED.set(control);
        WATCH.set(Some(Watch {
            control,
            stack_part: base + STACK_PART,
            code: self.code,
            ticks: self.ticks,
            runs_seen: 0,
            ticks_seen: 0,
        }));
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        WATCH.set(None);
        WATCHED.set(ptr::null_mut());
        let Some(timer) = self.timer else { return };
        TICKS.set(false);
        let none = libc::stack_t { ss_sp: ptr::null_mut(), ss_flags: libc::SS_DISABLE, ss_size: 0 };
        // SAFETY: the timer is ours, and no handler is running on the stack now.
        unsafe {
            libc::timer_delete(timer);
            libc::sigaltstack(&raw const none, ptr::null_mut());
        }
    }
}

/// A timer of the CPU time of this thread, so that a busy machine does not cause time
/// limits to be exceeded.
fn start_timer() -> io::Result<libc::timer_t> {
    // SAFETY: plain system calls on memory of our own.
    unsafe {
        let mut event: libc::sigevent = mem::zeroed();
        event.sigev_notify = libc::SIGEV_THREAD_ID;
        event.sigev_signo = libc::SIGVTALRM;
        event.sigev_notify_thread_id = libc::gettid();
        let mut timer: libc::timer_t = ptr::null_mut();
        let made =
            libc::timer_create(libc::CLOCK_THREAD_CPUTIME_ID, &raw mut event, &raw mut timer);
        if made != 0 {
            return Err(io::Error::last_os_error());
        }
        let interval = libc::timespec { tv_sec: 0, tv_nsec: TICK.as_nanos() as i64 };
        let setting = libc::itimerspec { it_interval: interval, it_value: interval };
        if libc::timer_settime(timer, 0, &raw const setting, ptr::null_mut()) != 0 {
            return Err(io::Error::last_os_error());
        }
        Ok(timer)
    }
}

const FAULTS: [i32; 6] =
    [libc::SIGSEGV, libc::SIGBUS, libc::SIGFPE, libc::SIGILL, libc::SIGTRAP, libc::SIGABRT];

fn install() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        for signal in FAULTS {
            set_handler(signal, on_fault as *const () as usize);
        }
        set_handler(libc::SIGVTALRM, on_tick as *const () as usize);
    });
}

fn set_handler(signal: i32, handler: usize) {
    // SAFETY: the handlers have the right signature and access only data of their thread.
    unsafe {
        let mut action: libc::sigaction = mem::zeroed();
        action.sa_sigaction = handler;
        action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK | libc::SA_RESTART;
        libc::sigemptyset(&raw mut action.sa_mask);
        libc::sigaction(signal, &raw const action, ptr::null_mut());
    }
}

extern "C" fn on_fault(signal: i32, info: *mut libc::siginfo_t, context: *mut libc::c_void) {
    // SAFETY: the system gives a handler both, and the context is ours to change.
    unsafe {
        let context = &mut *context.cast::<libc::ucontext_t>();
        let registers = &mut context.uc_mcontext.gregs;
        let at = registers[libc::REG_RIP as usize] as u64;
        let stack = registers[libc::REG_RSP as usize] as u64;
        let watch = WATCH.get().filter(|watch| watch.is_running(at, stack));
        let Some(watch) = watch else {
            // Not the predicate's fault: end as without a handler.
            libc::signal(signal, libc::SIG_DFL);
            return;
        };
        let address = (*info).si_addr() as u64;
        let broken = match signal {
            libc::SIGSEGV | libc::SIGBUS if watch.is_on_stack(address) => Broken::StackOverflow,
            libc::SIGSEGV | libc::SIGBUS => Broken::BadAccess { address },
            libc::SIGABRT => Broken::Aborted,
            other => Broken::Signal(other),
        };
        watch.leave(registers, broken);
    }
}

extern "C" fn on_tick(_: i32, _: *mut libc::siginfo_t, context: *mut libc::c_void) {
    let Some(mut watch) = WATCH.get() else { return };
    let runs = RUNS.get();
    let same = runs == watch.runs_seen;
    watch.ticks_seen = if same { watch.ticks_seen + 1 } else { 0 };
    watch.runs_seen = runs;
    WATCH.set(Some(watch));
    if watch.ticks_seen < watch.ticks {
        return;
    }
    // SAFETY: as above.
    unsafe {
        let registers = &mut (*context.cast::<libc::ucontext_t>()).uc_mcontext.gregs;
        let at = registers[libc::REG_RIP as usize] as u64;
        // Inside a hook the host's state may be inconsistent: wait for the next tick.
        if (watch.code.0..watch.code.1).contains(&at) {
            watch.leave(registers, Broken::TooLong);
        }
    }
}

unsafe extern "C" {
    static __executable_start: u8;
    static etext: u8;
}

impl Watch {
    /// Whether the predicate runs: on its own stack, or on an invalid one, and not in the
    /// host's code.
    fn is_running(&self, at: u64, stack: u64) -> bool {
        let own = (&raw const __executable_start) as u64..(&raw const etext) as u64;
        let in_program = (self.code.0..self.code.1).contains(&at);
        in_program || (self.is_on_stack(stack) && !own.contains(&at))
    }

    fn is_on_stack(&self, address: u64) -> bool {
        address.wrapping_sub(self.stack_part) < STACK_PART_SIZE
    }

    /// Makes the interrupted thread continue in the search.
    unsafe fn leave(&self, registers: &mut [i64; 23], broken: Broken) {
        // SAFETY: the control page and its host live while the predicate runs; the run is
        // interrupted in the program, so nothing is using the host.
        unsafe {
            let host = &mut *(*self.control).host;
            host.broken.get_or_insert(broken);
            host.stopped_at = StoppedAt {
                code: registers[libc::REG_RIP as usize] as u64,
                frame: registers[libc::REG_RBP as usize] as u64,
            };
        }
        registers[libc::REG_RIP as usize] = switch::leave as *const () as i64;
        registers[libc::REG_RDI as usize] = self.control as i64;
        registers[libc::REG_RSI as usize] = LEFT as i64;
    }
}
