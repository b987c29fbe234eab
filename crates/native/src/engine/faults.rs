//! Faults and endless loops: signals that end a run, not the process.
//!
//! The handlers run on a separate stack. A handler that interrupts the predicate makes the
//! thread continue at [`switch::leave`], which returns control to the search. A handler that
//! interrupts anything else restores the default action.
//!
//! An endless loop costs the whole time limit, and often many inputs reach the same one. After two
//! runs have exceeded the limit at a place ([`Loop`]), later runs end there after a small part of it.
#![expect(unsafe_code, reason = "handles signals")]

use std::cell::Cell;
use std::sync::Once;
use std::time::Duration;
use std::{io, mem, ptr};

use super::broken::Broken;
use super::control::Control;
use super::host::{LEFT, StoppedAt};
use super::slot::{KNOWN, LOCALS_END, STACK_PART, STACK_PART_SIZE};
use super::switch;

/// The number of runs that exceed the whole time limit at a place before others end early there.
const FULL: u32 = 2;
/// The part of the time limit after which they end.
const EARLY: u32 = 20;
/// The maximum number of calls that describe a place.
const CALLS: usize = 16;
/// The code of a loop may continue for this many bytes around the places where it was stopped.
const AROUND: u64 = 256;

/// The place of an endless loop: the calls that lead there, and the code where runs were stopped.
#[derive(Clone, Copy)]
struct Loop {
    /// Return addresses, the outermost first.
    calls: [u64; CALLS],
    count: usize,
    /// Where runs were stopped, if in the function that the calls lead to.
    code: (u64, u64),
    /// The number of runs that exceeded the whole limit there.
    times: u32,
}

impl Loop {
    /// The place at which a run was stopped.
    fn of(calls: &[u64], at: u64) -> Loop {
        let mut first = [0; CALLS];
        let count = calls.len().min(CALLS);
        first[..count].copy_from_slice(&calls[..count]);
        Loop { calls: first, count, code: (at, at), times: 1 }
    }

    fn calls(&self) -> &[u64] {
        &self.calls[..self.count]
    }

    /// Whether a run at this place is in the same loop.
    fn is_at(&self, calls: &[u64], at: u64) -> bool {
        let (low, high) = (self.code.0.saturating_sub(AROUND), self.code.1.saturating_add(AROUND));
        calls.starts_with(self.calls())
            && (self.count > 0 && calls.len() > self.count || (low..=high).contains(&at))
    }

    /// Adds another run: the calls that both have in common lead to the loop.
    fn add(&mut self, calls: &[u64], at: u64) {
        let same = self.calls().iter().zip(calls).take_while(|(one, other)| one == other).count();
        if same == self.count && calls.len() == same {
            self.code = (self.code.0.min(at), self.code.1.max(at));
            self.times += 1;
        } else if same == self.count || same > 1 {
            self.count = same;
            self.times += 1;
        } else {
            *self = Loop::of(calls, at);
        }
    }
}

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
    /// What is known of endless loops; the watcher's.
    known: *const Cell<Known>,
}

/// What is known of endless loops in a program.
#[derive(Clone, Copy, Default)]
struct Known {
    place: Option<Loop>,
    /// The number of runs that ended early there.
    early: u64,
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

/// The instruction of LLVM's `ubsantrap`: `ud1l N(%eax), %eax`. After these bytes, 0x40 and the number of
/// the check follow, or 0 if the number is 0.
const TRAP: [u8; 3] = [0x67, 0x0f, 0xb9];
const HAS_NUMBER: u8 = 0x40;

const TICK: Duration = Duration::from_millis(20);
const ALTERNATE_STACK: usize = 64 << 10;

/// Watches a thread; it has to stay on its thread.
pub(crate) struct Watcher {
    /// None if another watcher of the thread has it.
    timer: Option<libc::timer_t>,
    _stack: Vec<u8>,
    code: (u64, u64),
    ticks: u32,
    known: Box<Cell<Known>>,
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
        Ok(Watcher { timer, _stack: stack, code, ticks, known: Box::default() })
    }

    /// Records that a predicate of this thread runs now.
    #[inline(always)]
    pub(crate) fn begin(&self, control: *mut Control, base: u64) {
        RUNS.set(RUNS.get() + 1);
        if WATCHED.get() != control {
            self.watch(control, base);
        }
    }

    /// The number of runs that ended early, because others had exceeded the time limit at the same
    /// place.
    pub(crate) fn ended_early(&self) -> u64 {
        self.known.get().early
    }

    #[cold]
    fn watch(&self, control: *mut Control, base: u64) {
        WATCHED.set(control);
        WATCH.set(Some(Watch {
            control,
            stack_part: base + STACK_PART,
            code: self.code,
            ticks: self.ticks,
            runs_seen: 0,
            ticks_seen: 0,
            known: &raw const *self.known,
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
            libc::SIGSEGV | libc::SIGBUS
                if watch.is_on_stack(address) || watch.is_below_locals(address) =>
            {
                Broken::StackOverflow
            }
            libc::SIGSEGV | libc::SIGBUS => Broken::BadAccess { address },
            libc::SIGABRT => Broken::Aborted,
            libc::SIGILL => match watch.undefined(at) {
                Some(check) => Broken::Undefined(check),
                None => Broken::Signal(signal),
            },
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
    if watch.ticks_seen < (watch.ticks / EARLY).max(2) {
        return;
    }
    // SAFETY: as above; the watcher lives while its predicate runs.
    unsafe {
        let registers = &mut (*context.cast::<libc::ucontext_t>()).uc_mcontext.gregs;
        let at = registers[libc::REG_RIP as usize] as u64;
        // Inside a hook the host's state may be inconsistent: wait for the next tick.
        if !(watch.code.0..watch.code.1).contains(&at) {
            return;
        }
        let mut buffer = [0; CALLS * 4];
        let calls = watch.calls(registers[libc::REG_RBP as usize] as u64, &mut buffer);
        let mut known = (*watch.known).get();
        if watch.ticks_seen >= watch.ticks {
            match &mut known.place {
                Some(place) => place.add(calls, at),
                None => known.place = Some(Loop::of(calls, at)),
            }
        } else if known.place.is_some_and(|place| place.times >= FULL && place.is_at(calls, at)) {
            known.early += 1;
        } else {
            return;
        }
        (*watch.known).set(known);
        watch.leave(registers, Broken::TooLong);
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

    /// The number of the check for undefined behaviour that failed, if the instruction at an address is
    /// one.
    unsafe fn undefined(&self, at: u64) -> Option<u8> {
        let is_inside = at >= self.code.0 && at + TRAP.len() as u64 + 2 <= self.code.1;
        if !is_inside {
            return None;
        }
        // SAFETY: the instruction is in the program's code, which is mapped.
        let bytes = unsafe { *(at as *const [u8; TRAP.len() + 2]) };
        match bytes {
            [a, b, c, 0, _] if [a, b, c] == TRAP => Some(0),
            [a, b, c, HAS_NUMBER, check] if [a, b, c] == TRAP => Some(check),
            _ => None,
        }
    }

    fn is_on_stack(&self, address: u64) -> bool {
        address.wrapping_sub(self.stack_part) < STACK_PART_SIZE
    }

    /// Whether an address is in the map of local variables, below their memory.
    fn is_below_locals(&self, address: u64) -> bool {
        let end = self.stack_part - STACK_PART + KNOWN + LOCALS_END;
        (end - LOCALS_END / 8..end).contains(&address)
    }

    /// The return addresses on the stack, the outermost first. Nothing is allocated: this runs in a
    /// handler.
    unsafe fn calls<'a>(&self, mut frame: u64, buffer: &'a mut [u64]) -> &'a [u64] {
        let stack = self.stack_part..self.stack_part + STACK_PART_SIZE - 16;
        let mut count = 0;
        while count < buffer.len() && stack.contains(&frame) && frame.is_multiple_of(8) {
            // SAFETY: the stack is mapped where frames can be; a frame begins with the frame of its
            // caller and the return address.
            let (next, back) = unsafe { (*(frame as *const u64), *((frame + 8) as *const u64)) };
            buffer[count] = back;
            count += 1;
            if next <= frame {
                break;
            }
            frame = next;
        }
        buffer[..count].reverse();
        &buffer[..count]
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
