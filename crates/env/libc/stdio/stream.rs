//! Streams: `FILE`, opening and closing, positions.

use core::ffi::{c_char, c_int, c_long};
use core::ptr::null_mut;

use super::super::alloc::{free, malloc, own};
use super::super::errno::{self, fail};
use super::super::files;
use super::super::machine::{pikse_vm_free, pikse_vm_unsupported};
use super::super::string::plain::pikse_libc_strchr;

/// A stream. Programs compiled with glibc's headers may read its flags and compare the pointers
/// after them, which are null: then they call `__uflow` and `__overflow`.
#[repr(C)]
pub struct Stream {
    pub flags: c_int,
    pointers: [*mut u8; 13],
    pub fd: c_int,
    /// Characters that were put back, and how many.
    pub pushed: c_int,
    pub back: [u8; 8],
    /// For a stream whose text the program gets in memory.
    memory: *mut *mut c_char,
    memory_size: *mut usize,
    /// All streams except the first three are in a list.
    next: *mut Stream,
    more: [usize; 8],
}

/// glibc's flags of a stream.
pub const AT_END: c_int = 0x10;
pub const FAILED: c_int = 0x20;

pub const EOF: c_int = -1;

impl Stream {
    /// A stream on a descriptor.
    pub const fn on(fd: c_int) -> Self {
        Stream {
            flags: 0,
            pointers: [null_mut(); 13],
            fd,
            pushed: 0,
            back: [0; 8],
            memory: null_mut(),
            memory_size: null_mut(),
            next: null_mut(),
            more: [0; 8],
        }
    }
}

static mut INPUT: Stream = Stream::on(0);
static mut OUTPUT: Stream = Stream::on(1);
static mut ERRORS: Stream = Stream::on(2);
/// The streams that were opened.
static mut OPENED: *mut Stream = null_mut();

#[unsafe(no_mangle)]
pub static mut pikse_libc_stdin: *mut Stream = &raw mut INPUT;
#[unsafe(no_mangle)]
pub static mut pikse_libc_stdout: *mut Stream = &raw mut OUTPUT;
#[unsafe(no_mangle)]
pub static mut pikse_libc_stderr: *mut Stream = &raw mut ERRORS;

/// Whether text written to it is only for people.
pub unsafe fn is_shown(stream: *mut Stream) -> bool {
    matches!(files::target((*stream).fd), Some(files::OUTPUT | files::ERRORS))
}

/// Writes bytes; returns how many.
pub unsafe fn put_bytes(stream: *mut Stream, bytes: *const u8, n: usize) -> usize {
    if n == 0 {
        return 0;
    }
    let written = files::write((*stream).fd, bytes, n, None);
    if written < 0 {
        (*stream).flags |= FAILED;
        return 0;
    }
    written as usize
}

/// The next character; `EOF` at the end.
pub unsafe fn get(stream: *mut Stream) -> c_int {
    if (*stream).pushed > 0 {
        (*stream).pushed -= 1;
        let back = (&raw const (*stream).back).cast::<u8>();
        return c_int::from(*back.add((*stream).pushed as usize));
    }
    match files::next((*stream).fd) {
        -1 => {
            (*stream).flags |= AT_END;
            EOF
        }
        -2 => {
            (*stream).flags |= FAILED;
            EOF
        }
        byte => byte,
    }
}

/// Puts a character back.
pub unsafe fn unget(stream: *mut Stream, c: c_int) -> c_int {
    if c == EOF || (*stream).pushed as usize == (*stream).back.len() {
        return EOF;
    }
    let back = (&raw mut (*stream).back).cast::<u8>();
    *back.add((*stream).pushed as usize) = c as u8;
    (*stream).pushed += 1;
    (*stream).flags &= !AT_END;
    c_int::from(c as u8)
}

unsafe fn new(fd: c_int) -> *mut Stream {
    if fd < 0 {
        return null_mut();
    }
    let stream = own(size_of::<Stream>()).cast::<Stream>();
    *stream = Stream::on(fd);
    (*stream).next = OPENED;
    OPENED = stream;
    stream
}

/// The flags of `open` for a mode; `None` for an invalid mode.
unsafe fn flags_of(mode: *const c_char) -> Option<c_int> {
    let (mut flags, reads) = match *mode as u8 {
        b'r' => (0, true),
        b'w' => (files::O_WRONLY | files::O_CREAT | files::O_TRUNC, false),
        b'a' => (files::O_WRONLY | files::O_CREAT | files::O_APPEND, false),
        _ => {
            errno::set(errno::EINVAL);
            return None;
        }
    };
    if !pikse_libc_strchr(mode, c_int::from(b'+')).is_null() {
        flags = flags & !files::O_WRONLY | files::O_RDWR;
    }
    if !reads && !pikse_libc_strchr(mode, c_int::from(b'x')).is_null() {
        flags |= files::O_EXCL;
    }
    Some(flags)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_fopen(name: *const c_char, mode: *const c_char) -> *mut Stream {
    match flags_of(mode) {
        Some(flags) => new(files::open(name, flags, 0o666)),
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
    match flags_of(mode) {
        Some(_) if files::is_open(fd) => new(fd),
        _ => null_mut(),
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_freopen(
    name: *const c_char,
    mode: *const c_char,
    stream: *mut Stream,
) -> *mut Stream {
    let Some(flags) = flags_of(mode) else { return null_mut() };
    if name.is_null() {
        return stream;
    }
    let opened = files::open(name, flags, 0o666);
    if opened < 0 {
        return null_mut();
    }
    files::duplicate_to(opened, (*stream).fd);
    files::close(opened);
    (*stream).flags = 0;
    (*stream).pushed = 0;
    stream
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_tmpfile() -> *mut Stream {
    new(files::open_new())
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
    let file = files::file_of((*stream).fd);
    if (*stream).memory.is_null() || file.is_null() {
        return;
    }
    let new = malloc((*file).length + 1);
    if !new.is_null() {
        if (*file).length > 0 {
            core::ptr::copy_nonoverlapping((*file).data, new, (*file).length);
        }
        *new.add((*file).length) = 0;
        free((*(*stream).memory).cast());
        *(*stream).memory = new.cast();
        *(*stream).memory_size = (*file).length;
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_fclose(stream: *mut Stream) -> c_int {
    hand_over(stream);
    let closed = files::close((*stream).fd);
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
pub unsafe extern "C" fn pikse_libc_fflush(stream: *mut Stream) -> c_int {
    if !stream.is_null() {
        hand_over(stream);
    }
    0
}

/// Written text is always out already; that of a memory stream is stored for the program.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_fflush_unlocked(stream: *mut Stream) -> c_int {
    pikse_libc_fflush(stream)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_fileno(stream: *mut Stream) -> c_int {
    (*stream).fd
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_fileno_unlocked(stream: *mut Stream) -> c_int {
    (*stream).fd
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_feof(stream: *mut Stream) -> c_int {
    c_int::from((*stream).flags & AT_END != 0)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_ferror(stream: *mut Stream) -> c_int {
    c_int::from((*stream).flags & FAILED != 0)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_feof_unlocked(stream: *mut Stream) -> c_int {
    pikse_libc_feof(stream)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_ferror_unlocked(stream: *mut Stream) -> c_int {
    pikse_libc_ferror(stream)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_clearerr(stream: *mut Stream) {
    (*stream).flags &= !(AT_END | FAILED);
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_fseek(
    stream: *mut Stream,
    offset: c_long,
    whence: c_int,
) -> c_int {
    // Characters that were put back come before the descriptor's position.
    let offset = if whence == 1 { offset - c_long::from((*stream).pushed) } else { offset };
    if files::seek((*stream).fd, offset, whence) < 0 {
        return -1;
    }
    (*stream).pushed = 0;
    (*stream).flags &= !AT_END;
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_fseeko(
    stream: *mut Stream,
    offset: c_long,
    whence: c_int,
) -> c_int {
    pikse_libc_fseek(stream, offset, whence)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_fseeko64(
    stream: *mut Stream,
    offset: c_long,
    whence: c_int,
) -> c_int {
    pikse_libc_fseek(stream, offset, whence)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_ftell(stream: *mut Stream) -> c_long {
    match files::seek((*stream).fd, 0, 1) {
        -1 => -1,
        position => position - c_long::from((*stream).pushed),
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_ftello(stream: *mut Stream) -> c_long {
    pikse_libc_ftell(stream)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_ftello64(stream: *mut Stream) -> c_long {
    pikse_libc_ftell(stream)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_rewind(stream: *mut Stream) {
    pikse_libc_fseek(stream, 0, 0);
    (*stream).flags &= !FAILED;
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_fgetpos(stream: *mut Stream, position: *mut c_long) -> c_int {
    *position = pikse_libc_ftell(stream);
    if *position < 0 { -1 } else { 0 }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_fsetpos(stream: *mut Stream, position: *const c_long) -> c_int {
    pikse_libc_fseek(stream, *position, 0)
}

/// There is no buffer to set.
#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_setvbuf(
    _: *mut Stream,
    _: *mut c_char,
    mode: c_int,
    _: usize,
) -> c_int {
    if (0..3).contains(&mode) { 0 } else { fail(errno::EINVAL) }
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_setbuf(_: *mut Stream, _: *mut c_char) {}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_setlinebuf(_: *mut Stream) {}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_flockfile(_: *mut Stream) {}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_funlockfile(_: *mut Stream) {}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_remove(name: *const c_char) -> c_int {
    files::unlink(name)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_rename(from: *const c_char, to: *const c_char) -> c_int {
    files::rename(from, to)
}
