//! Several pieces at once, and from one descriptor to another.

use core::ffi::{c_int, c_uint};

use super::super::alloc::own;
use super::super::errno;
use super::super::machine::pikse_vm_free;
use super::node::{S_IFDIR, S_IFREG};
use super::table::{self, O_APPEND};
use super::{Answer, check, count, io};

#[repr(C)]
pub struct Piece {
    pub at: *mut u8,
    pub length: usize,
}

const MOST_PIECES: c_int = 1024;

/// Reads or writes pieces until one is not complete.
unsafe fn pieces(
    all: *const Piece,
    n: c_int,
    mut one: impl FnMut(*mut u8, usize, usize) -> Answer<usize>,
) -> Answer<usize> {
    if !(0..=MOST_PIECES).contains(&n) {
        return Err(errno::EINVAL);
    }
    if n > 0 {
        check(all)?;
    }
    let (mut total, mut at) = (0, 0);
    while at < n as usize {
        let piece = &*all.add(at);
        match one(piece.at, piece.length, total) {
            Err(error) if total == 0 => return Err(error),
            Err(_) => break,
            Ok(done) => {
                total += done;
                if done < piece.length {
                    break;
                }
            }
        }
        at += 1;
    }
    Ok(total)
}

/// An offset of `preadv` and similar functions.
fn from(at: i64) -> Answer<usize> {
    if at < 0 { Err(errno::EINVAL) } else { Ok(at as usize) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_readv(fd: c_int, all: *const Piece, n: c_int) -> isize {
    if !table::is_open(fd) {
        return -1;
    }
    count(pieces(all, n, |at, length, _| io::read(fd, at, length, None)))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_writev(fd: c_int, all: *const Piece, n: c_int) -> isize {
    if !table::is_open(fd) {
        return -1;
    }
    count(pieces(all, n, |at, length, _| io::write(fd, at, length, None)))
}

macro_rules! offsets {
    ($($read:ident $write:ident;)*) => {$(
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $read(fd: c_int, all: *const Piece, n: c_int, at: i64) -> isize {
            count(match from(at) {
                Ok(begin) => {
                    pieces(all, n, |to, length, done| io::read(fd, to, length, Some(begin + done)))
                }
                Err(error) => Err(error),
            })
        }

        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $write(fd: c_int, all: *const Piece, n: c_int, at: i64) -> isize {
            count(match from(at) {
                Ok(begin) => {
                    pieces(all, n, |by, length, done| io::write(fd, by, length, Some(begin + done)))
                }
                Err(error) => Err(error),
            })
        }
    )*};
}

offsets! {
    pikse_libc_preadv pikse_libc_pwritev;
    pikse_libc_preadv64 pikse_libc_pwritev64;
}

/// Copies bytes through memory of its own.
unsafe fn through(
    (from, at): (c_int, *mut i64),
    (to, into): (c_int, *mut i64),
    n: usize,
) -> Answer<usize> {
    let room = if n < 1 << 16 { n } else { 1 << 16 };
    let memory = own(room.max(1));
    let mut total = 0;
    let mut answer = Ok(());
    while total < n {
        let left = n - total;
        let part = if left < room { left } else { room };
        let place = (!at.is_null()).then(|| *at as usize);
        let got = match io::read(from, memory, part, place) {
            Ok(0) => break,
            Ok(got) => got,
            Err(error) => {
                answer = Err(error);
                break;
            }
        };
        let place = (!into.is_null()).then(|| *into as usize);
        if let Err(error) = io::write(to, memory, got, place) {
            answer = Err(error);
            break;
        }
        if !at.is_null() {
            *at += got as i64;
        }
        if !into.is_null() {
            *into += got as i64;
        }
        total += got;
    }
    pikse_vm_free(memory);
    match answer {
        Err(error) if total == 0 => Err(error),
        _ => Ok(total),
    }
}

unsafe fn copy_range(
    from: c_int,
    at: *mut i64,
    to: c_int,
    into: *mut i64,
    n: usize,
    flags: c_uint,
) -> Answer<usize> {
    let (source, target) = (table::opened(from)?, table::opened(to)?);
    if flags != 0 {
        return Err(errno::EINVAL);
    }
    for open in [source, target] {
        if (*(*open).node).is(S_IFDIR) {
            return Err(errno::EISDIR);
        }
        if !(*(*open).node).is(S_IFREG) {
            return Err(errno::EINVAL);
        }
    }
    if (*target).flags & O_APPEND != 0 {
        return Err(errno::EBADF);
    }
    if (*source).node == (*target).node {
        let begin = if at.is_null() { (*source).position as i64 } else { *at };
        let other = if into.is_null() { (*target).position as i64 } else { *into };
        if begin < other + n as i64 && other < begin + n as i64 {
            return Err(errno::EINVAL);
        }
    }
    through((from, at), (to, into), n)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_copy_file_range(
    from: c_int,
    at: *mut i64,
    to: c_int,
    into: *mut i64,
    n: usize,
    flags: c_uint,
) -> isize {
    count(copy_range(from, at, to, into, n, flags))
}

unsafe fn send(to: c_int, from: c_int, at: *mut i64, n: usize) -> Answer<usize> {
    let (source, target) = (table::opened(from)?, table::opened(to)?);
    if !(*(*source).node).is(S_IFREG) || (*target).flags & O_APPEND != 0 {
        return Err(errno::EINVAL);
    }
    through((from, at), (to, core::ptr::null_mut()), n)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_sendfile(
    to: c_int,
    from: c_int,
    at: *mut i64,
    n: usize,
) -> isize {
    count(send(to, from, at, n))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_sendfile64(
    to: c_int,
    from: c_int,
    at: *mut i64,
    n: usize,
) -> isize {
    count(send(to, from, at, n))
}
