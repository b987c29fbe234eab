//! Pipes and FIFOs. There is one process, so one that would have to wait waits for ever.

use core::ffi::c_int;

use super::super::ends;
use super::super::errno;
use super::super::signal::pikse_libc_raise;
use super::node::{self, S_IFIFO};
use super::table::{self, O_CLOEXEC, O_NONBLOCK, O_WRONLY, Open};
use super::{Answer, check, done, io};

/// The bytes that a pipe holds.
pub const ROOM: usize = 1 << 16;
const SIGPIPE: c_int = 13;

/// Reads what is there.
pub unsafe fn read(open: *mut Open, to: *mut u8, n: usize) -> Answer<usize> {
    let node = (*open).node;
    if n == 0 {
        return Ok(0);
    }
    let there = (*node).stored;
    if there == 0 {
        if (*node).writers == 0 {
            return Ok(0);
        }
        if (*open).flags & O_NONBLOCK != 0 {
            return Err(errno::EAGAIN);
        }
        ends::blocked(c"read from an empty pipe".as_ptr());
    }
    check(to)?;
    let n = if n < there { n } else { there };
    core::ptr::copy_nonoverlapping((*node).data, to, n);
    core::ptr::copy((*node).data.add(n), (*node).data, there - n);
    (*node).stored = there - n;
    Ok(n)
}

/// Writes as much as there is room for.
pub unsafe fn write(open: *mut Open, bytes: *const u8, n: usize) -> Answer<usize> {
    let node = (*open).node;
    if (*node).readers == 0 {
        pikse_libc_raise(SIGPIPE);
        return Err(errno::EPIPE);
    }
    if n == 0 {
        return Ok(0);
    }
    check(bytes)?;
    let room = ROOM - (*node).stored;
    let mut n = n;
    if n > room {
        // What is not longer than PIPE_BUF is written as a whole.
        let partial = (*open).flags & O_NONBLOCK != 0 && n > 4096 && room > 0;
        if (*open).flags & O_NONBLOCK == 0 {
            ends::blocked(c"write to a full pipe".as_ptr());
        }
        if !partial {
            return Err(errno::EAGAIN);
        }
        n = room;
    }
    io::reserve(node, (*node).stored + n);
    core::ptr::copy_nonoverlapping(bytes, (*node).data.add((*node).stored), n);
    (*node).stored += n;
    Ok(n)
}

unsafe fn make(to: *mut [c_int; 2], flags: c_int) -> Answer<()> {
    if flags & !(O_CLOEXEC | O_NONBLOCK | 0o40_000) != 0 {
        return Err(errno::EINVAL);
    }
    check(to)?;
    let node = node::new(S_IFIFO | 0o600);
    let read = table::add(node, flags);
    let write = table::add(node, flags | O_WRONLY);
    *to = [read, write];
    Ok(())
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pipe(to: *mut [c_int; 2]) -> c_int {
    done(make(to, 0))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pipe2(to: *mut [c_int; 2], flags: c_int) -> c_int {
    done(make(to, flags))
}

/// A descriptor that tells what happens to files. Nothing else changes them, so nothing is told.
unsafe fn watcher(flags: c_int) -> c_int {
    let node = node::new(S_IFIFO | 0o600);
    (*node).writers = 1;
    table::add(node, flags)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_inotify_init() -> c_int {
    watcher(0)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_inotify_init1(flags: c_int) -> c_int {
    watcher(flags)
}

/// The number of the last watch.
static mut WATCHES: c_int = 0;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_inotify_add_watch(
    fd: c_int,
    name: *const core::ffi::c_char,
    _: u32,
) -> c_int {
    use super::path::{AT_FDCWD, Want, find};
    if !table::is_open(fd) {
        return -1;
    }
    match find(AT_FDCWD, name, Want::Target) {
        Ok(_) => {
            WATCHES += 1;
            WATCHES
        }
        Err(error) => errno::fail(error),
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_inotify_rm_watch(fd: c_int, watch: c_int) -> c_int {
    match () {
        () if !table::is_open(fd) => -1,
        () if (1..=WATCHES).contains(&watch) => 0,
        () => errno::fail(errno::EINVAL),
    }
}
