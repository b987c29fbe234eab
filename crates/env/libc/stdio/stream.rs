//! Streams: `FILE` and its buffer.
//!
//! A stream has the layout of glibc's `FILE`, whose first members are public: macros in glibc's
//! headers and libraries such as gnulib read them. Input is buffered as in glibc. Written bytes go
//! out at once, so the pointers of the buffer for writing are always equal.

use core::ffi::{c_char, c_int};
use core::ptr::null_mut;

use super::super::alloc::own;
use super::super::errno;
use super::super::fs::{io, table};

/// A stream.
#[repr(C)]
pub struct Stream {
    pub flags: c_int,
    pub read_ptr: *mut u8,
    pub read_end: *mut u8,
    pub read_base: *mut u8,
    write_base: *mut u8,
    write_ptr: *mut u8,
    write_end: *mut u8,
    buffer: *mut u8,
    buffer_end: *mut u8,
    /// The rest of the buffer, while characters are read that were put back.
    save_base: *mut u8,
    backup_base: *mut u8,
    save_end: *mut u8,
    markers: *mut u8,
    chain: *mut u8,
    pub fd: c_int,
    flags2: c_int,
    old_offset: i64,
    column: u16,
    vtable: i8,
    short: u8,
    lock: *mut u8,
    offset: i64,
    converter: *mut u8,
    wide: *mut u8,
    free_list: *mut u8,
    free_buffer: *mut u8,
    padding: usize,
    /// 0 until the first operation; then negative for bytes, positive for wide characters.
    pub mode: c_int,
    unused: [u8; 20],
    // What follows is not glibc's.
    /// Characters that were put back, the next one last.
    back: [u8; BACK],
    /// For a stream whose text the program gets in memory.
    pub memory: *mut *mut c_char,
    pub memory_size: *mut usize,
    /// An error of bytes that would still be in the buffer, and how many those are.
    late: (c_int, usize),
    /// All streams except the first three are in a list.
    pub next: *mut Stream,
}

const BACK: usize = 8;
/// The size of a buffer: that of a block of the file system.
const BUFFER: usize = 4096;

/// glibc's flags of a stream.
const MAGIC: c_int = 0xfbad_0000_u32 as c_int;
pub const UNBUFFERED: c_int = 2;
pub const NO_READS: c_int = 4;
pub const NO_WRITES: c_int = 8;
pub const AT_END: c_int = 0x10;
pub const FAILED: c_int = 0x20;
const IN_BACKUP: c_int = 0x100;
pub const LINE_BUFFERED: c_int = 0x200;
pub const WRITING: c_int = 0x800;
pub const APPENDS: c_int = 0x1000;

pub const EOF: c_int = -1;

impl Stream {
    /// A stream on a descriptor.
    pub const fn on(fd: c_int, flags: c_int) -> Self {
        Stream {
            flags: MAGIC | flags,
            read_ptr: null_mut(),
            read_end: null_mut(),
            read_base: null_mut(),
            write_base: null_mut(),
            write_ptr: null_mut(),
            write_end: null_mut(),
            buffer: null_mut(),
            buffer_end: null_mut(),
            save_base: null_mut(),
            backup_base: null_mut(),
            save_end: null_mut(),
            markers: null_mut(),
            chain: null_mut(),
            fd,
            flags2: 0,
            old_offset: 0,
            column: 0,
            vtable: 0,
            short: 0,
            lock: null_mut(),
            offset: -1,
            converter: null_mut(),
            wide: null_mut(),
            free_list: null_mut(),
            free_buffer: null_mut(),
            padding: 0,
            mode: 0,
            unused: [0; 20],
            back: [0; BACK],
            memory: null_mut(),
            memory_size: null_mut(),
            late: (0, 0),
            next: null_mut(),
        }
    }
}

static mut INPUT: Stream = Stream::on(0, NO_WRITES);
static mut OUTPUT: Stream = Stream::on(1, NO_READS);
static mut ERRORS: Stream = Stream::on(2, NO_READS | UNBUFFERED);

#[unsafe(no_mangle)]
pub static mut pikse_libc_stdin: *mut Stream = &raw mut INPUT;
#[unsafe(no_mangle)]
pub static mut pikse_libc_stdout: *mut Stream = &raw mut OUTPUT;
#[unsafe(no_mangle)]
pub static mut pikse_libc_stderr: *mut Stream = &raw mut ERRORS;

/// Whether text written to it is only for people.
pub unsafe fn is_shown(stream: *mut Stream) -> bool {
    let node = table::node_of((*stream).fd);
    !node.is_null() && (*node).output != 0
}

/// An operation failed with an error.
unsafe fn failed(stream: *mut Stream, error: c_int) {
    errno::set(error);
    (*stream).flags |= FAILED;
}

/// Writes bytes; returns how many.
pub unsafe fn put_bytes(stream: *mut Stream, bytes: *const u8, n: usize) -> usize {
    if (*stream).flags & NO_WRITES != 0 {
        failed(stream, errno::EBADF);
        return 0;
    }
    if n == 0 {
        return 0;
    }
    if (*stream).flags & WRITING == 0 {
        synchronize(stream);
        (*stream).flags |= WRITING;
    }
    let mut done = 0;
    while done < n {
        match io::write((*stream).fd, bytes.add(done), n - done, None) {
            Ok(written) => done += written,
            Err(error) if is_late(stream, error, n - done) => return n,
            Err(error) => {
                failed(stream, error);
                return done;
            }
        }
    }
    n
}

/// Whether the error of a write is not seen yet, because the bytes would still be in the buffer. Those of
/// the first three streams are written at once, also natively.
unsafe fn is_late(stream: *mut Stream, error: c_int, n: usize) -> bool {
    let waiting = (*stream).late.1.wrapping_add(n);
    let is_buffered = (*stream).fd > 2 && (*stream).flags & (UNBUFFERED | LINE_BUFFERED) == 0;
    if error != errno::ENOSPC || !is_buffered || waiting > BUFFER {
        return false;
    }
    (*stream).late = (error, waiting);
    true
}

/// Writes what is in the buffer: the error of earlier writes is seen now.
pub unsafe fn flushed(stream: *mut Stream) -> c_int {
    let (error, _) = (*stream).late;
    (*stream).late = (0, 0);
    if error != 0 {
        failed(stream, error);
        return EOF;
    }
    0
}

/// The next character; `EOF` at the end.
pub unsafe fn get(stream: *mut Stream) -> c_int {
    if (*stream).read_ptr >= (*stream).read_end && !fill(stream) {
        return EOF;
    }
    let byte = *(*stream).read_ptr;
    (*stream).read_ptr = (*stream).read_ptr.add(1);
    c_int::from(byte)
}

/// The next character, which stays; `EOF` at the end.
pub unsafe fn look(stream: *mut Stream) -> c_int {
    if (*stream).read_ptr >= (*stream).read_end && !fill(stream) {
        return EOF;
    }
    c_int::from(*(*stream).read_ptr)
}

/// Returns to the buffer after the characters that were put back.
unsafe fn leave_backup(stream: *mut Stream) {
    if (*stream).flags & IN_BACKUP != 0 {
        (*stream).flags &= !IN_BACKUP;
        (*stream).read_base = (*stream).save_base;
        (*stream).read_ptr = (*stream).save_base;
        (*stream).read_end = (*stream).save_end;
        ((*stream).save_base, (*stream).save_end) = (null_mut(), null_mut());
    }
}

/// Reads the next bytes of the file into the empty buffer; false at the end.
unsafe fn fill(stream: *mut Stream) -> bool {
    leave_backup(stream);
    if (*stream).read_ptr < (*stream).read_end {
        return true;
    }
    // The end is seen only once, until `clearerr`.
    if (*stream).flags & AT_END != 0 {
        return false;
    }
    if (*stream).flags & NO_READS != 0 {
        failed(stream, errno::EBADF);
        return false;
    }
    (*stream).flags &= !WRITING;
    if (*stream).buffer.is_null() {
        let size = if (*stream).flags & UNBUFFERED != 0 { 1 } else { BUFFER };
        (*stream).buffer = match size {
            1 => &raw mut (*stream).short,
            _ => own(size),
        };
        (*stream).buffer_end = (*stream).buffer.add(size);
    }
    let buffer = (*stream).buffer;
    let size = (*stream).buffer_end.offset_from(buffer) as usize;
    ((*stream).read_base, (*stream).read_ptr, (*stream).read_end) = (buffer, buffer, buffer);
    match io::read((*stream).fd, buffer, size, None) {
        Ok(0) => {
            (*stream).flags |= AT_END;
            false
        }
        Ok(n) => {
            (*stream).read_end = buffer.add(n);
            true
        }
        Err(error) => {
            failed(stream, error);
            false
        }
    }
}

/// Reads up to so many bytes, many of them without the buffer.
pub unsafe fn take(stream: *mut Stream, to: *mut u8, n: usize) -> usize {
    let mut done = 0;
    while done < n {
        let there = (*stream).read_end.offset_from((*stream).read_ptr) as usize;
        if there > 0 {
            let part = if n - done < there { n - done } else { there };
            core::ptr::copy_nonoverlapping((*stream).read_ptr, to.add(done), part);
            (*stream).read_ptr = (*stream).read_ptr.add(part);
            done += part;
            continue;
        }
        let direct = n - done >= BUFFER && (*stream).flags & (IN_BACKUP | NO_READS) == 0;
        if !direct {
            if !fill(stream) {
                break;
            }
            continue;
        }
        // Whole blocks go to their destination at once.
        (*stream).flags &= !WRITING;
        let part = (n - done) / BUFFER * BUFFER;
        match io::read((*stream).fd, to.add(done), part, None) {
            Ok(0) => {
                (*stream).flags |= AT_END;
                break;
            }
            Ok(got) => done += got,
            Err(error) => {
                failed(stream, error);
                break;
            }
        }
    }
    done
}

/// Puts a character back.
pub unsafe fn unget(stream: *mut Stream, c: c_int) -> c_int {
    if c == EOF {
        return EOF;
    }
    let back = (&raw mut (*stream).back).cast::<u8>();
    if (*stream).flags & IN_BACKUP == 0 {
        let (ptr, base) = ((*stream).read_ptr, (*stream).read_base);
        // The character that was just read is still in the buffer.
        if ptr > base && is_certainly_same(*ptr.sub(1), c as u8) {
            (*stream).read_ptr = ptr.sub(1);
            (*stream).flags &= !AT_END;
            return c_int::from(c as u8);
        }
        (*stream).flags |= IN_BACKUP;
        ((*stream).save_base, (*stream).save_end) = (ptr, (*stream).read_end);
        let end = back.add(BACK);
        ((*stream).read_base, (*stream).read_ptr, (*stream).read_end) = (end, end, end);
    }
    if (*stream).read_ptr == back {
        return EOF;
    }
    (*stream).read_ptr = (*stream).read_ptr.sub(1);
    (*stream).read_base = (*stream).read_ptr;
    *(*stream).read_ptr = c as u8;
    (*stream).flags &= !AT_END;
    c_int::from(c as u8)
}

/// Whether two characters are certainly the same: a path does not split for it.
unsafe fn is_certainly_same(a: u8, b: u8) -> bool {
    let differs = u64::from(a ^ b);
    super::super::machine::pikse_vm_is_symbolic(differs) == 0 && differs == 0
}

/// The number of bytes that were read from the file but not by the program.
pub unsafe fn ahead(stream: *const Stream) -> i64 {
    let buffered = (*stream).read_end.offset_from((*stream).read_ptr);
    let saved = match (*stream).flags & IN_BACKUP {
        0 => 0,
        _ => (*stream).save_end.offset_from((*stream).save_base),
    };
    (buffered + saved) as i64
}

/// Forgets what was read ahead.
pub unsafe fn discard(stream: *mut Stream) {
    (*stream).flags &= !IN_BACKUP;
    ((*stream).save_base, (*stream).save_end) = (null_mut(), null_mut());
    let buffer = (*stream).buffer;
    ((*stream).read_base, (*stream).read_ptr, (*stream).read_end) = (buffer, buffer, buffer);
}

/// Sets the position of the file to that of the program, as far as the file has positions.
pub unsafe fn synchronize(stream: *mut Stream) {
    let ahead = ahead(stream);
    if ahead > 0 && io::seek((*stream).fd, -ahead, 1).is_ok() {
        discard(stream);
    }
}

/// Forgets a buffer, before the stream is freed or opened again.
pub unsafe fn release(stream: *mut Stream) {
    let buffer = (*stream).buffer;
    if !buffer.is_null() && buffer != &raw mut (*stream).short {
        super::super::machine::pikse_vm_free(buffer);
    }
    ((*stream).buffer, (*stream).buffer_end) = (null_mut(), null_mut());
    discard(stream);
}
