//! Opening and closing streams.

use core::ffi::{c_char, c_int};
use core::ptr::null_mut;

use super::super::alloc::{free, malloc, own};
use super::super::errno;
use super::super::fs::node::S_IFREG;
use super::super::fs::table::{
    self, O_ACCMODE, O_APPEND, O_CLOEXEC, O_CREAT, O_EXCL, O_RDWR, O_TRUNC, O_WRONLY,
};
use super::super::fs::{io, open};
use super::super::machine::{pikse_vm_free, pikse_vm_unsupported};
use super::super::string::plain::pikse_libc_strchr;
use super::position::pikse_libc_rewind;
use super::stream::{
    APPENDS, NO_READS, NO_WRITES, Stream, discard, flushed, put_bytes, release, synchronize,
};

/// The streams that were opened.
static mut OPENED: *mut Stream = null_mut();

unsafe fn new(fd: c_int, flags: c_int) -> *mut Stream {
    if fd < 0 {
        return null_mut();
    }
    let stream = own(size_of::<Stream>()).cast::<Stream>();
    *stream = Stream::on(fd, flags);
    (*stream).next = OPENED;
    OPENED = stream;
    stream
}

/// The flags of `open` and of the stream for a mode; `None` for an invalid mode.
unsafe fn flags_of(mode: *const c_char) -> Option<(c_int, c_int)> {
    let (mut flags, mut own) = match *mode as u8 {
        b'r' => (0, NO_WRITES),
        b'w' => (O_WRONLY | O_CREAT | O_TRUNC, NO_READS),
        b'a' => (O_WRONLY | O_CREAT | O_APPEND, NO_READS | APPENDS),
        _ => {
            errno::set(errno::EINVAL);
            return None;
        }
    };
    // glibc looks at so many characters.
    let mut at = 1;
    while at < 7 && *mode.add(at) != 0 {
        match *mode.add(at) as u8 {
            b'+' => {
                flags = flags & !O_ACCMODE | O_RDWR;
                own &= APPENDS;
            }
            b'x' => flags |= O_EXCL,
            b'e' => flags |= O_CLOEXEC,
            b',' => break,
            _ => {}
        }
        at += 1;
    }
    Some((flags, own))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_fopen(name: *const c_char, mode: *const c_char) -> *mut Stream {
    match flags_of(mode) {
        Some((flags, own)) => new(open::by_name(name, flags, 0o666), own),
        None => null_mut(),
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_fopen64(
    name: *const c_char,
    mode: *const c_char,
) -> *mut Stream {
    pikse_libc_fopen(name, mode)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_fdopen(fd: c_int, mode: *const c_char) -> *mut Stream {
    let Some((flags, own)) = flags_of(mode) else { return null_mut() };
    let open = match table::opened(fd) {
        Ok(open) => open,
        Err(error) => {
            errno::set(error);
            return null_mut();
        }
    };
    let has = (*open).flags & O_ACCMODE;
    let wants = flags & O_ACCMODE;
    if has != O_RDWR && has != wants {
        errno::set(errno::EINVAL);
        return null_mut();
    }
    if flags & O_APPEND != 0 {
        (*open).flags |= O_APPEND;
    }
    new(fd, own)
}

/// Opens what a descriptor is open on once more.
unsafe fn open_again(fd: c_int, flags: c_int) -> c_int {
    let open = match table::opened(fd) {
        Ok(open) => open,
        Err(error) => return errno::fail(error),
    };
    let node = (*open).node;
    let (reads, writes) = (flags & O_ACCMODE != O_WRONLY, flags & O_ACCMODE != 0);
    if !super::super::fs::rights::may(node, (u32::from(reads) * 4) | (u32::from(writes) * 2)) {
        return errno::fail(errno::EACCES);
    }
    if flags & O_TRUNC != 0 && (*node).is(S_IFREG) {
        let _ = io::resize(node, 0);
    }
    table::add(node, flags)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_freopen(
    name: *const c_char,
    mode: *const c_char,
    stream: *mut Stream,
) -> *mut Stream {
    synchronize(stream);
    let old = (*stream).fd;
    let opened = match flags_of(mode) {
        Some((flags, own)) => {
            let fd = match name.is_null() {
                true => open_again(old, flags),
                false => open::by_name(name, flags, 0o666),
            };
            (fd, own)
        }
        None => (-1, 0),
    };
    let (fd, own) = opened;
    release(stream);
    if fd < 0 {
        // The old file is closed in any case.
        let error = errno::get();
        let _ = table::close(old);
        errno::set(error);
        (*stream).fd = -1;
        return null_mut();
    }
    let next = (*stream).next;
    if old >= 0 && old != fd {
        let _ = table::duplicate_to(fd, old, false);
        let _ = table::close(fd);
        *stream = Stream::on(old, own);
    } else {
        *stream = Stream::on(fd, own);
    }
    (*stream).next = next;
    stream
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_freopen64(
    name: *const c_char,
    mode: *const c_char,
    stream: *mut Stream,
) -> *mut Stream {
    pikse_libc_freopen(name, mode, stream)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_tmpfile() -> *mut Stream {
    new(open::unnamed(), 0)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_tmpfile64() -> *mut Stream {
    new(open::unnamed(), 0)
}

/// A stream whose text the program gets in memory.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_open_memstream(
    memory: *mut *mut c_char,
    size: *mut usize,
) -> *mut Stream {
    let stream = pikse_libc_tmpfile();
    if !stream.is_null() {
        ((*stream).memory, (*stream).memory_size) = (memory, size);
        *memory = null_mut();
        hand_over(stream);
    }
    stream
}

/// A stream that reads the program's memory as it is now.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_fmemopen(
    memory: *mut u8,
    size: usize,
    mode: *const c_char,
) -> *mut Stream {
    if *mode as u8 != b'r' || !pikse_libc_strchr(mode, c_int::from(b'+')).is_null() {
        pikse_vm_unsupported(c"fmemopen for writing".as_ptr());
    }
    let stream = pikse_libc_tmpfile();
    if !stream.is_null() {
        put_bytes(stream, memory, size);
        pikse_libc_rewind(stream);
    }
    stream
}

/// Stores the text of a memory stream for the program.
unsafe fn hand_over(stream: *mut Stream) {
    if (*stream).memory.is_null() {
        return;
    }
    let file = table::node_of((*stream).fd);
    if file.is_null() {
        return;
    }
    let size = (*file).stored;
    let new = malloc(size + 1);
    if !new.is_null() {
        if size > 0 {
            core::ptr::copy_nonoverlapping((*file).data, new, size);
        }
        *new.add(size) = 0;
        free((*(*stream).memory).cast());
        *(*stream).memory = new.cast();
        *(*stream).memory_size = size;
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_fclose(stream: *mut Stream) -> c_int {
    hand_over(stream);
    synchronize(stream);
    let written = flushed(stream);
    let error = errno::get();
    let closed = table::pikse_libc_close((*stream).fd);
    let closed = if written == 0 { closed } else { written };
    if written != 0 {
        errno::set(error);
    }
    release(stream);
    let mut link = &raw mut OPENED;
    while !(*link).is_null() {
        if *link == stream {
            *link = (*stream).next;
            pikse_vm_free(stream.cast());
            return closed;
        }
        link = &raw mut (**link).next;
    }
    // One of the first three.
    (*stream).fd = -1;
    closed
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_fcloseall() -> c_int {
    while !OPENED.is_null() {
        pikse_libc_fclose(OPENED);
    }
    0
}

/// Written text is always out already; that of a memory stream is stored for the program.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_fflush(stream: *mut Stream) -> c_int {
    if !stream.is_null() {
        hand_over(stream);
        synchronize(stream);
        return flushed(stream);
    }
    let (mut result, mut opened) = (0, OPENED);
    while !opened.is_null() {
        result |= flushed(opened);
        opened = (*opened).next;
    }
    result
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_fflush_unlocked(stream: *mut Stream) -> c_int {
    pikse_libc_fflush(stream)
}

/// Forgets what is in the buffer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___fpurge(stream: *mut Stream) {
    discard(stream);
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_fpurge(stream: *mut Stream) -> c_int {
    discard(stream);
    0
}
