//! `poll` and `select`: every descriptor is ready, or at its end, at once.

use core::ffi::c_int;

use super::ends;
use super::errno;
use super::fs::node::S_IFIFO;
use super::fs::{special, table};
use super::time::{self, Spec};

#[repr(C)]
pub struct Poll {
    fd: c_int,
    events: i16,
    happened: i16,
}

const POLLIN: i16 = 1;
const POLLOUT: i16 = 4;
pub const POLLHUP: i16 = 16;
const POLLNVAL: i16 = 32;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_poll(all: *mut Poll, n: u64, milliseconds: c_int) -> c_int {
    let (mut count, mut at) = (0, 0);
    while at < n as usize {
        let one = &mut *all.add(at);
        one.happened = match one.fd {
            ..0 => 0,
            fd => match table::opened(fd) {
                Err(_) => POLLNVAL,
                Ok(open) => one.events & ready(open) | hung_up(open),
            },
        };
        count += c_int::from(one.happened != 0);
        at += 1;
    }
    if count == 0 && milliseconds != 0 {
        let (mut next, mut at) = (i64::MAX, 0);
        while at < n as usize {
            let one = special::next((*all.add(at)).fd);
            next = if one < next { one } else { next };
            at += 1;
        }
        let end = time::passed().saturating_add(i64::from(milliseconds) * 1_000_000);
        if next != i64::MAX && (milliseconds < 0 || next <= end) {
            time::wait_until(next);
            return pikse_libc_poll(all, n, 0);
        }
        wait(i64::from(milliseconds) * 1_000_000);
    }
    count
}

/// Nothing is ready for so many nanoseconds, or for ever.
unsafe fn wait(nanoseconds: i64) {
    if nanoseconds < 0 {
        ends::blocked(c"waiting for a descriptor that nothing writes to".as_ptr());
    }
    time::wait_until(time::passed().saturating_add(nanoseconds));
}

/// What can be done with an open file without waiting.
pub unsafe fn ready(open: *const table::Open) -> i16 {
    let node = (*open).node;
    if !(*node).special.is_null() {
        return special::ready((*node).special);
    }
    if !(*node).is(S_IFIFO) {
        return POLLIN | POLLOUT;
    }
    let reads = if (*node).stored > 0 { POLLIN } else { 0 };
    let writes = if (*node).stored < super::fs::pipe::ROOM { POLLOUT } else { 0 };
    reads | writes
}

/// Whether the other end of a pipe is closed.
pub unsafe fn hung_up(open: *const table::Open) -> i16 {
    let node = (*open).node;
    let reads = (*open).flags & table::O_ACCMODE != table::O_WRONLY;
    if !(*node).special.is_null() {
        return special::ready((*node).special) & POLLHUP;
    }
    let is_pipe = (*node).is(S_IFIFO);
    match is_pipe {
        true if reads && (*node).writers == 0 => POLLHUP,
        // POLLERR
        true if !reads && (*node).readers == 0 => 8,
        _ => 0,
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_ppoll(
    all: *mut Poll,
    n: u64,
    time: *const Spec,
    _: *const u8,
) -> c_int {
    let milliseconds = match time.is_null() {
        true => -1,
        false => ((*time).seconds * 1000 + (*time).nanoseconds / 1_000_000) as c_int,
    };
    pikse_libc_poll(all, n, milliseconds)
}

/// The sets keep the descriptors that are ready.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_select(
    n: c_int,
    read: *mut u64,
    write: *mut u64,
    except: *mut u64,
    time: *const Spec,
) -> c_int {
    let (mut fd, mut count) = (0, 0);
    while fd < n && fd < table::LIMIT {
        for (set, wanted) in [(read, POLLIN), (write, POLLOUT), (except, 0)] {
            if set.is_null() {
                continue;
            }
            let word = set.add(fd as usize / 64);
            let bit = 1 << (fd % 64);
            if *word & bit == 0 {
                continue;
            }
            match table::opened(fd) {
                Err(error) => return errno::fail(error),
                Ok(open)
                    if (ready(open) | hung_up(open)) & (wanted | POLLHUP) != 0 && wanted != 0 =>
                {
                    count += 1;
                }
                Ok(_) => *word &= !bit,
            }
        }
        fd += 1;
    }
    if count == 0 {
        // The time has microseconds.
        wait(match time.is_null() {
            true => -1,
            false => (*time).seconds.saturating_mul(1_000_000_000) + (*time).nanoseconds * 1000,
        });
    }
    count
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pselect(
    n: c_int,
    read: *mut u64,
    write: *mut u64,
    except: *mut u64,
    time: *const Spec,
    _: *const u8,
) -> c_int {
    if time.is_null() {
        return pikse_libc_select(n, read, write, except, time);
    }
    let micro = Spec { seconds: (*time).seconds, nanoseconds: (*time).nanoseconds / 1000 };
    pikse_libc_select(n, read, write, except, &raw const micro)
}
