//! Reading and writing at positions, and lengths of files.

use core::ffi::{c_char, c_int};

use super::super::alloc::own;
use super::super::errno;
use super::super::machine::{
    pikse_vm_free, pikse_vm_resize_output, pikse_vm_unsupported, pikse_vm_write, pikse_vm_write_at,
};
use super::node::{self, Node, S_IFCHR, S_IFDIR, S_IFIFO, S_IFREG};
use super::path::{self, AT_FDCWD, Want};
use super::table::{self, O_ACCMODE, O_APPEND, O_PATH, O_WRONLY, Open};
use super::{Answer, check, count, done, pipe, rights, special};

/// The longest file.
const LONGEST: usize = (1 << 44) - 4096;
/// The most that one call transfers.
const MOST: usize = 0x7fff_f000;
/// The most zeros that are stored at once.
const GAP: usize = 1 << 22;
const BLOCK: usize = 4096;

/// The character devices, by their numbers.
mod device {
    pub const NULL: u64 = 1 << 8 | 3;
    pub const ZERO: u64 = 1 << 8 | 5;
    pub const FULL: u64 = 1 << 8 | 7;
}

/// The open file of a descriptor that may be read.
unsafe fn readable(fd: c_int) -> Answer<*mut Open> {
    let open = table::opened(fd)?;
    match (*open).flags & O_ACCMODE == O_WRONLY || (*open).flags & O_PATH != 0 {
        true => Err(errno::EBADF),
        false => Ok(open),
    }
}

/// The open file of a descriptor that may be written.
unsafe fn writable(fd: c_int) -> Answer<*mut Open> {
    let open = table::opened(fd)?;
    match (*open).flags & O_ACCMODE == 0 || (*open).flags & O_PATH != 0 {
        true => Err(errno::EBADF),
        false => Ok(open),
    }
}

fn least(a: usize, b: usize) -> usize {
    if a < b { a } else { b }
}

/// Reads at the descriptor's position, or at an offset.
pub unsafe fn read(fd: c_int, to: *mut u8, n: usize, from: Option<usize>) -> Answer<usize> {
    let open = readable(fd)?;
    let node = (*open).node;
    if (*node).is(S_IFDIR) {
        return Err(errno::EISDIR);
    }
    let n = least(n, MOST);
    if !(*node).special.is_null() {
        return if from.is_some() { Err(errno::ESPIPE) } else { special::read(open, to, n) };
    }
    if (*node).is(S_IFIFO) {
        return if from.is_some() { Err(errno::ESPIPE) } else { pipe::read(open, to, n) };
    }
    if (*node).is(S_IFCHR) {
        return read_device(node, to, n);
    }
    let position = from.unwrap_or((*open).position);
    let n = least(n, (*node).size.saturating_sub(position));
    if n > 0 {
        check(to)?;
        fetch(node, position, to, n);
    }
    if from.is_none() {
        (*open).position += n;
    }
    Ok(n)
}

/// Copies bytes of a file; those that are not stored are zero.
unsafe fn fetch(node: *const Node, position: usize, to: *mut u8, n: usize) {
    let stored = least(n, (*node).stored.saturating_sub(position));
    if stored > 0 {
        core::ptr::copy_nonoverlapping((*node).data.add(position), to, stored);
    }
    if stored < n {
        core::ptr::write_bytes(to.add(stored), 0, n - stored);
    }
}

unsafe fn read_device(node: *const Node, to: *mut u8, n: usize) -> Answer<usize> {
    if n == 0 || (*node).device == device::NULL {
        return Ok(0);
    }
    check(to)?;
    match (*node).device {
        device::ZERO | device::FULL => core::ptr::write_bytes(to, 0, n),
        _ => {
            super::super::stdlib::random::pikse_libc_getrandom(to, n, 0);
        }
    }
    Ok(n)
}

/// Writes at the descriptor's position, or at an offset.
pub unsafe fn write(fd: c_int, bytes: *const u8, n: usize, to: Option<usize>) -> Answer<usize> {
    let open = writable(fd)?;
    let node = (*open).node;
    let n = least(n, MOST);
    if !(*node).special.is_null() {
        return if to.is_some() { Err(errno::ESPIPE) } else { special::write(open, bytes, n) };
    }
    if (*node).is(S_IFIFO) {
        return if to.is_some() { Err(errno::ESPIPE) } else { pipe::write(open, bytes, n) };
    }
    if (*node).is(S_IFCHR) {
        return if (*node).device == device::FULL && n > 0 { Err(errno::ENOSPC) } else { Ok(n) };
    }
    if to.is_some() && node::is_known_terminal(node) {
        return Err(errno::ESPIPE);
    }
    if n == 0 {
        return Ok(0);
    }
    check(bytes)?;
    let append = (*open).flags & O_APPEND != 0;
    let position = match to {
        _ if append => (*node).size,
        Some(to) => to,
        None => (*open).position,
    };
    store(node, position, bytes, n)?;
    if to.is_none() {
        (*open).position = position + n;
    }
    Ok(n)
}

/// Writes bytes into a file.
unsafe fn store(node: *mut Node, position: usize, bytes: *const u8, n: usize) -> Answer<()> {
    if position > LONGEST - n {
        return Err(errno::EFBIG);
    }
    if (*node).output != 0 {
        match position == (*node).size {
            true => pikse_vm_write((*node).output, bytes, n),
            false => pikse_vm_write_at((*node).output, position, bytes, n),
        }
        (*node).size = (*node).size.max(position + n);
        return Ok(());
    }
    if position > (*node).stored {
        if position - (*node).stored > GAP {
            pikse_vm_unsupported(c"writing far after the end of a file".as_ptr());
        }
        reserve(node, position);
        let gap = position - (*node).stored;
        core::ptr::write_bytes((*node).data.add((*node).stored), 0, gap);
        (*node).stored = position;
    }
    reserve(node, position + n);
    core::ptr::copy_nonoverlapping(bytes, (*node).data.add(position), n);
    if position + n > (*node).stored {
        (*node).stored = position + n;
    }
    if position + n > (*node).size {
        (*node).size = position + n;
    }
    node::touch(node);
    Ok(())
}

/// Makes room for so many bytes.
pub unsafe fn reserve(node: *mut Node, length: usize) {
    if length <= (*node).room {
        return;
    }
    let room = length.max(2 * (*node).room).max(64);
    let data = own(room);
    if (*node).stored > 0 {
        core::ptr::copy_nonoverlapping((*node).data, data, (*node).stored);
    }
    if !(*node).data.is_null() {
        pikse_vm_free((*node).data);
    }
    ((*node).data, (*node).room) = (data, room);
}

/// Sets the length of a file; new bytes are zero.
pub unsafe fn resize(node: *mut Node, length: usize) -> Answer<()> {
    if length > LONGEST {
        return Err(errno::EFBIG);
    }
    if (*node).output != 0 {
        if node::is_known_terminal(node) {
            return Err(errno::EINVAL);
        }
        pikse_vm_resize_output((*node).output, length);
    }
    if length < (*node).stored {
        (*node).stored = length;
    }
    (*node).size = length;
    node::touch(node);
    Ok(())
}

/// Moves the position of a descriptor, like `lseek`.
pub unsafe fn seek(fd: c_int, offset: i64, whence: c_int) -> Answer<i64> {
    let open = table::opened(fd)?;
    if (*open).flags & O_PATH != 0 {
        return Err(errno::EBADF);
    }
    let node = (*open).node;
    let has_none = (*node).is(S_IFIFO) || !(*node).special.is_null();
    if has_none || node::is_known_terminal(node) {
        return Err(errno::ESPIPE);
    }
    if (*node).is(S_IFCHR) {
        // They have no positions, and programs may set them.
        return Ok(0);
    }
    let size = (*node).size as i64;
    let data = least((*node).size, (*node).stored.div_ceil(BLOCK) * BLOCK) as i64;
    let base = match whence {
        0 => 0,
        1 => (*open).position as i64,
        2 => size,
        // The next data, the next gap.
        3 | 4 if offset < 0 || offset >= size => return Err(errno::ENXIO),
        3 if offset >= data => return Err(errno::ENXIO),
        3 => 0,
        4 if offset < data => data - offset,
        4 => 0,
        _ => return Err(errno::EINVAL),
    };
    match base.checked_add(offset) {
        Some(position) if position >= 0 => {
            (*open).position = position as usize;
            Ok(position)
        }
        _ => Err(errno::EINVAL),
    }
}

/// The next byte of a descriptor is read by itself, for streams without a buffer.
pub unsafe fn next(fd: c_int) -> Answer<Option<u8>> {
    let mut byte = 0;
    match read(fd, &raw mut byte, 1, None)? {
        0 => Ok(None),
        _ => Ok(Some(byte)),
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_read(fd: c_int, to: *mut u8, n: usize) -> isize {
    count(read(fd, to, n, None))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_write(fd: c_int, from: *const u8, n: usize) -> isize {
    count(write(fd, from, n, None))
}

/// An offset of `pread` and similar functions.
fn offset(at: i64) -> Answer<usize> {
    if at < 0 { Err(errno::EINVAL) } else { Ok(at as usize) }
}

unsafe fn read_at(fd: c_int, to: *mut u8, n: usize, at: i64) -> Answer<usize> {
    read(fd, to, n, Some(offset(at)?))
}

unsafe fn write_at(fd: c_int, from: *const u8, n: usize, at: i64) -> Answer<usize> {
    write(fd, from, n, Some(offset(at)?))
}

macro_rules! offsets {
    ($($read:ident $write:ident $seek:ident;)*) => {$(
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $read(fd: c_int, to: *mut u8, n: usize, at: i64) -> isize {
            count(read_at(fd, to, n, at))
        }

        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $write(fd: c_int, from: *const u8, n: usize, at: i64) -> isize {
            count(write_at(fd, from, n, at))
        }

        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $seek(fd: c_int, offset: i64, whence: c_int) -> i64 {
            match seek(fd, offset, whence) {
                Ok(position) => position,
                Err(error) => i64::from(errno::fail(error)),
            }
        }
    )*};
}

offsets! {
    pikse_libc_pread pikse_libc_pwrite pikse_libc_lseek;
    pikse_libc_pread64 pikse_libc_pwrite64 pikse_libc_lseek64;
}

unsafe fn truncate_open(fd: c_int, length: i64) -> Answer<()> {
    let open = table::opened(fd)?;
    let is_file = (*(*open).node).is(S_IFREG) && (*open).flags & O_ACCMODE != 0;
    if length < 0 || !is_file || (*open).flags & O_PATH != 0 {
        return Err(errno::EINVAL);
    }
    resize((*open).node, length as usize)
}

unsafe fn truncate(name: *const c_char, length: i64) -> Answer<()> {
    if length < 0 {
        return Err(errno::EINVAL);
    }
    let node = path::node_of(AT_FDCWD, name, Want::Target)?;
    if (*node).is(S_IFDIR) {
        return Err(errno::EISDIR);
    }
    if !(*node).is(S_IFREG) {
        return Err(errno::EINVAL);
    }
    if !rights::may(node, rights::WRITE) {
        return Err(errno::EACCES);
    }
    resize(node, length as usize)
}

/// Makes a file at least so long.
unsafe fn allocate(fd: c_int, at: i64, length: i64) -> Answer<()> {
    if at < 0 || length <= 0 {
        return Err(errno::EINVAL);
    }
    let open = writable(fd)?;
    let node = (*open).node;
    match (*node).mode & node::S_IFMT {
        S_IFREG => {}
        S_IFIFO => return Err(errno::ESPIPE),
        S_IFDIR => return Err(errno::EISDIR),
        _ => return Err(errno::ENODEV),
    }
    let Some(end) = at.checked_add(length) else { return Err(errno::EFBIG) };
    if end as usize > (*node).size { resize(node, end as usize) } else { Ok(()) }
}

macro_rules! lengths {
    ($($open:ident $named:ident $plain:ident $posix:ident;)*) => {$(
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $open(fd: c_int, length: i64) -> c_int {
            done(truncate_open(fd, length))
        }

        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $named(name: *const c_char, length: i64) -> c_int {
            done(truncate(name, length))
        }

        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $plain(fd: c_int, mode: c_int, at: i64, length: i64) -> c_int {
            match mode {
                0 => done(allocate(fd, at, length)),
                // The file system has no such operation.
                _ => match writable(fd) {
                    Ok(_) => errno::fail(errno::EOPNOTSUPP),
                    Err(error) => errno::fail(error),
                },
            }
        }

        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $posix(fd: c_int, at: i64, length: i64) -> c_int {
            match allocate(fd, at, length) {
                Ok(()) => 0,
                Err(error) => error,
            }
        }
    )*};
}

lengths! {
    pikse_libc_ftruncate pikse_libc_truncate pikse_libc_fallocate pikse_libc_posix_fallocate;
    pikse_libc_ftruncate64 pikse_libc_truncate64 pikse_libc_fallocate64
        pikse_libc_posix_fallocate64;
}

/// Advice changes nothing that a program sees.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_posix_fadvise(
    fd: c_int,
    _: i64,
    length: i64,
    advice: c_int,
) -> c_int {
    match table::opened(fd) {
        Err(error) => error,
        Ok(open) if (*(*open).node).is(S_IFIFO) => errno::ESPIPE,
        Ok(_) if length < 0 || !(0..6).contains(&advice) => errno::EINVAL,
        Ok(_) => 0,
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_posix_fadvise64(
    fd: c_int,
    at: i64,
    length: i64,
    advice: c_int,
) -> c_int {
    pikse_libc_posix_fadvise(fd, at, length, advice)
}

/// Written data is stored at once. Pipes and devices have nothing to store.
unsafe fn synchronize(fd: c_int) -> Answer<()> {
    let open = table::opened(fd)?;
    if (*open).flags & O_PATH != 0 {
        return Err(errno::EBADF);
    }
    let node = (*open).node;
    if (*node).is(S_IFIFO) || (*node).is(S_IFCHR) { Err(errno::EINVAL) } else { Ok(()) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_fsync(fd: c_int) -> c_int {
    done(synchronize(fd))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_fdatasync(fd: c_int) -> c_int {
    done(synchronize(fd))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_syncfs(fd: c_int) -> c_int {
    if table::is_open(fd) { 0 } else { -1 }
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_sync() {}
