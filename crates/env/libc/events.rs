//! Descriptors of events and timers, and `epoll`, which waits for others.

use core::ffi::{c_int, c_uint};
use core::ptr::null_mut;

use super::alloc::own;
use super::ends;
use super::errno;
use super::fs::special::{self, Kind, Special};
use super::fs::table::{self, O_CLOEXEC, O_NONBLOCK, Open};
use super::fs::{Answer, check, done, number};
use super::machine::pikse_vm_free;
use super::poll;
use super::time::{self, Spec};

const POLLIN: i16 = 1;
const POLLOUT: i16 = 4;
const EVENT: u32 = 1;
const TIMER: u32 = 2;
const WATCH: u32 = 3;

/// Whether waiting is refused.
unsafe fn may_wait(open: *const Open) -> Answer<()> {
    if (*open).flags & O_NONBLOCK != 0 { Err(errno::EAGAIN) } else { Ok(()) }
}

unsafe fn never(_: *mut Special) -> i64 {
    i64::MAX
}

unsafe fn nothing(_: *mut Special) {}

unsafe fn is_refused<T>(_: *mut Open, _: T, _: usize) -> Answer<usize> {
    Err(errno::EINVAL)
}

/// A counter that can be waited for.
#[repr(C)]
struct Event {
    special: Special,
    count: u64,
    is_semaphore: bool,
}

static EVENTS: Kind = Kind {
    name: EVENT,
    read: read_event,
    write: write_event,
    ready: event_ready,
    next: never,
    closed: nothing,
};

unsafe fn read_event(open: *mut Open, to: *mut u8, n: usize) -> Answer<usize> {
    let event = (*(*open).node).special.cast::<Event>();
    if n < 8 {
        return Err(errno::EINVAL);
    }
    if (*event).count == 0 {
        may_wait(open)?;
        ends::blocked(c"read from an event that does not happen".as_ptr());
    }
    check(to)?;
    let value = if (*event).is_semaphore { 1 } else { (*event).count };
    (*event).count -= value;
    to.cast::<u64>().write_unaligned(value);
    Ok(8)
}

unsafe fn write_event(open: *mut Open, bytes: *const u8, n: usize) -> Answer<usize> {
    let event = (*(*open).node).special.cast::<Event>();
    if n < 8 {
        return Err(errno::EINVAL);
    }
    check(bytes)?;
    let value = bytes.cast::<u64>().read_unaligned();
    if value == u64::MAX {
        return Err(errno::EINVAL);
    }
    match (*event).count.checked_add(value) {
        Some(sum) if sum < u64::MAX => (*event).count = sum,
        _ => {
            may_wait(open)?;
            ends::blocked(c"write to an event whose counter is full".as_ptr());
        }
    }
    Ok(8)
}

unsafe fn event_ready(special: *mut Special) -> i16 {
    let count = (*special.cast::<Event>()).count;
    let readable = if count > 0 { POLLIN } else { 0 };
    readable | if count < u64::MAX - 1 { POLLOUT } else { 0 }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_eventfd(count: c_uint, flags: c_int) -> c_int {
    if flags & !(O_CLOEXEC | O_NONBLOCK | 1) != 0 {
        return errno::fail(errno::EINVAL);
    }
    let event = own(size_of::<Event>()).cast::<Event>();
    let special = Special { kind: &raw const EVENTS };
    *event = Event { special, count: u64::from(count), is_semaphore: flags & 1 != 0 };
    special::add(event.cast(), 0o600, flags & !1)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_eventfd_read(fd: c_int, to: *mut u64) -> c_int {
    if super::fs::io::pikse_libc_read(fd, to.cast(), 8) == 8 { 0 } else { -1 }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_eventfd_write(fd: c_int, value: u64) -> c_int {
    if super::fs::io::pikse_libc_write(fd, (&raw const value).cast(), 8) == 8 { 0 } else { -1 }
}

/// When it expires next, and the time between two expirations; 0 if it is not set.
#[repr(C)]
struct Timer {
    special: Special,
    at: i64,
    interval: i64,
}

static TIMERS: Kind = Kind {
    name: TIMER,
    read: read_timer,
    write: is_refused,
    ready: timer_ready,
    next: timer_next,
    closed: nothing,
};

unsafe fn read_timer(open: *mut Open, to: *mut u8, n: usize) -> Answer<usize> {
    let timer = (*(*open).node).special.cast::<Timer>();
    if n < 8 {
        return Err(errno::EINVAL);
    }
    if (*timer).at == 0 {
        may_wait(open)?;
        ends::blocked(c"read from a timer that is not set".as_ptr());
    }
    if time::passed() < (*timer).at {
        may_wait(open)?;
        time::wait_until((*timer).at);
    }
    check(to)?;
    let late = time::passed().saturating_sub((*timer).at);
    let count = match late.checked_div((*timer).interval) {
        Some(more) => {
            (*timer).at += (more + 1) * (*timer).interval;
            more as u64 + 1
        }
        None => {
            (*timer).at = 0;
            1
        }
    };
    to.cast::<u64>().write_unaligned(count);
    Ok(8)
}

unsafe fn timer_ready(special: *mut Special) -> i16 {
    let at = (*special.cast::<Timer>()).at;
    if at != 0 && time::passed() >= at { POLLIN } else { 0 }
}

unsafe fn timer_next(special: *mut Special) -> i64 {
    let at = (*special.cast::<Timer>()).at;
    if at == 0 { i64::MAX } else { at }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_timerfd_create(clock: c_int, flags: c_int) -> c_int {
    if !matches!(clock, 0 | 1 | 7) || flags & !(O_CLOEXEC | O_NONBLOCK) != 0 {
        return errno::fail(errno::EINVAL);
    }
    let timer = own(size_of::<Timer>()).cast::<Timer>();
    let special = Special { kind: &raw const TIMERS };
    *timer = Timer { special, at: 0, interval: 0 };
    special::add(timer.cast(), 0o600, flags)
}

const SECOND: i64 = 1_000_000_000;

fn nanoseconds(of: &Spec) -> Answer<i64> {
    let fits = of.seconds >= 0 && (0..SECOND).contains(&of.nanoseconds);
    match fits {
        true => Ok(of.seconds.saturating_mul(SECOND).saturating_add(of.nanoseconds)),
        false => Err(errno::EINVAL),
    }
}

fn spec(time: i64) -> Spec {
    Spec { seconds: time / SECOND, nanoseconds: time % SECOND }
}

unsafe fn left(timer: *const Timer) -> [Spec; 2] {
    let at = (*timer).at;
    let left = if at == 0 { 0 } else { (at - time::passed()).max(1) };
    [spec((*timer).interval), spec(left)]
}

unsafe fn set_timer(
    fd: c_int,
    flags: c_int,
    new: *const [Spec; 2],
    old: *mut [Spec; 2],
) -> Answer<()> {
    check(new)?;
    let timer = special::of(fd, TIMER, errno::EINVAL)?.cast::<Timer>();
    let [interval, wanted] = &*new;
    let (interval, wanted) = (nanoseconds(interval)?, nanoseconds(wanted)?);
    if !old.is_null() {
        *old = left(timer);
    }
    (*timer).interval = interval;
    // TFD_TIMER_ABSTIME
    (*timer).at = match flags & 1 {
        _ if wanted == 0 => 0,
        0 => time::passed().saturating_add(wanted),
        _ => (wanted - time::START * SECOND).max(1),
    };
    Ok(())
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_timerfd_settime(
    fd: c_int,
    flags: c_int,
    new: *const [Spec; 2],
    old: *mut [Spec; 2],
) -> c_int {
    done(set_timer(fd, flags, new, old))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_timerfd_gettime(fd: c_int, to: *mut [Spec; 2]) -> c_int {
    match special::of(fd, TIMER, errno::EINVAL) {
        Ok(timer) => {
            *to = left(timer.cast());
            0
        }
        Err(error) => errno::fail(error),
    }
}

/// The descriptors that `epoll` watches.
#[repr(C)]
struct Watched {
    special: Special,
    first: *mut Watch,
}

/// One of them. An event that is wanted once is not told again.
struct Watch {
    fd: c_int,
    events: u32,
    data: u64,
    next: *mut Watch,
}

static WATCHES: Kind = Kind {
    name: WATCH,
    read: is_refused,
    write: is_refused,
    ready: watch_ready,
    next: watch_next,
    closed: forget_watches,
};

const ONCE: u32 = 1 << 30;
const EDGES: u32 = 1 << 31;
/// POLLERR and POLLHUP are always told.
const ALWAYS: u32 = 8 | 16;

unsafe fn happened(watch: *const Watch) -> u32 {
    match table::opened((*watch).fd) {
        Ok(open) => {
            let all = (poll::ready(open) | poll::hung_up(open)) as u16;
            u32::from(all) & ((*watch).events | ALWAYS)
        }
        Err(_) => 0,
    }
}

unsafe fn watch_ready(special: *mut Special) -> i16 {
    let mut at = (*special.cast::<Watched>()).first;
    while !at.is_null() {
        if happened(at) != 0 {
            return POLLIN;
        }
        at = (*at).next;
    }
    0
}

unsafe fn watch_next(special: *mut Special) -> i64 {
    let mut at = (*special.cast::<Watched>()).first;
    let mut first = i64::MAX;
    while !at.is_null() {
        let next = special::next((*at).fd);
        first = if next < first { next } else { first };
        at = (*at).next;
    }
    first
}

unsafe fn forget_watches(special: *mut Special) {
    let watched = special.cast::<Watched>();
    while !(*watched).first.is_null() {
        let next = (*(*watched).first).next;
        pikse_vm_free((*watched).first.cast());
        (*watched).first = next;
    }
}

unsafe fn watcher(flags: c_int) -> c_int {
    let watched = own(size_of::<Watched>()).cast::<Watched>();
    *watched = Watched { special: Special { kind: &raw const WATCHES }, first: null_mut() };
    special::add(watched.cast(), 0o600, flags)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_epoll_create(size: c_int) -> c_int {
    if size <= 0 { errno::fail(errno::EINVAL) } else { watcher(0) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_epoll_create1(flags: c_int) -> c_int {
    if flags & !O_CLOEXEC != 0 { errno::fail(errno::EINVAL) } else { watcher(flags) }
}

/// `struct epoll_event`.
#[repr(C, packed)]
#[derive(Clone, Copy)]
pub struct Happened {
    events: u32,
    data: u64,
}

unsafe fn control(fd: c_int, operation: c_int, of: c_int, event: *const Happened) -> Answer<()> {
    use super::fs::node::{S_IFDIR, S_IFREG};
    if operation != 2 {
        check(event)?;
    }
    table::opened(fd)?;
    let node = (*table::opened(of)?).node;
    if (*node).is(S_IFREG) || (*node).is(S_IFDIR) {
        return Err(errno::EPERM);
    }
    if fd == of {
        return Err(errno::EINVAL);
    }
    let watched = special::of(fd, WATCH, errno::EINVAL)?.cast::<Watched>();
    let mut link = &raw mut (*watched).first;
    while !(*link).is_null() && (**link).fd != of {
        link = &raw mut (**link).next;
    }
    match operation {
        1 if !(*link).is_null() => return Err(errno::EEXIST),
        2 | 3 if (*link).is_null() => return Err(errno::ENOENT),
        1 => {
            let Happened { events, data } = *event;
            refuse_edges(events);
            let watch = own(size_of::<Watch>()).cast::<Watch>();
            *watch = Watch { fd: of, events, data, next: null_mut() };
            *link = watch;
        }
        2 => {
            let gone = *link;
            *link = (*gone).next;
            pikse_vm_free(gone.cast());
        }
        3 => {
            let Happened { events, data } = *event;
            refuse_edges(events);
            ((**link).events, (**link).data) = (events, data);
        }
        _ => return Err(errno::EINVAL),
    }
    Ok(())
}

/// What changed since the last time is not kept.
unsafe fn refuse_edges(events: u32) {
    if events & EDGES != 0 {
        super::machine::pikse_vm_unsupported(c"epoll with EPOLLET".as_ptr());
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_epoll_ctl(
    fd: c_int,
    operation: c_int,
    of: c_int,
    event: *const Happened,
) -> c_int {
    done(control(fd, operation, of, event))
}

unsafe fn wait(fd: c_int, to: *mut Happened, most: c_int, milliseconds: c_int) -> Answer<c_int> {
    let special = special::of(fd, WATCH, errno::EINVAL)?;
    if most <= 0 {
        return Err(errno::EINVAL);
    }
    let end = match milliseconds {
        ..0 => i64::MAX,
        _ => time::passed().saturating_add(i64::from(milliseconds) * 1_000_000),
    };
    loop {
        let mut count = 0;
        let mut at = (*special.cast::<Watched>()).first;
        while !at.is_null() && count < most {
            let events = happened(at);
            if events != 0 {
                *to.add(count as usize) = Happened { events, data: (*at).data };
                count += 1;
                if (*at).events & ONCE != 0 {
                    (*at).events &= ONCE;
                }
            }
            at = (*at).next;
        }
        if count > 0 || milliseconds == 0 {
            return Ok(count);
        }
        let next = watch_next(special);
        if next > end {
            time::wait_until(end);
            return Ok(0);
        }
        if next == i64::MAX {
            ends::blocked(c"waiting for a descriptor that nothing writes to".as_ptr());
        }
        time::wait_until(next);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_epoll_wait(
    fd: c_int,
    to: *mut Happened,
    most: c_int,
    milliseconds: c_int,
) -> c_int {
    number(wait(fd, to, most, milliseconds))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_epoll_pwait(
    fd: c_int,
    to: *mut Happened,
    most: c_int,
    milliseconds: c_int,
    _: *const u8,
) -> c_int {
    number(wait(fd, to, most, milliseconds))
}
