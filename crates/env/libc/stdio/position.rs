//! Positions of streams, their states, and their buffers as programs ask for them.

use core::ffi::{c_char, c_int, c_long};

use super::super::errno::{self, fail};
use super::super::fs::io;
use super::stream::{
    AT_END, FAILED, LINE_BUFFERED, NO_READS, NO_WRITES, Stream, UNBUFFERED, WRITING, ahead, discard,
};

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_fseek(
    stream: *mut Stream,
    offset: c_long,
    whence: c_int,
) -> c_int {
    if !(0..3).contains(&whence) {
        return fail(errno::EINVAL);
    }
    // What was read ahead comes before the descriptor's position.
    let offset = if whence == 1 { offset - ahead(stream) } else { offset };
    if let Err(error) = io::seek((*stream).fd, offset, whence) {
        return fail(error);
    }
    discard(stream);
    (*stream).flags &= !AT_END;
    0
}

unsafe fn tell(stream: *const Stream) -> c_long {
    match io::seek((*stream).fd, 0, 1) {
        Ok(position) => position - ahead(stream),
        Err(error) => c_long::from(fail(error)),
    }
}

macro_rules! positions {
    ($($seek:ident $tell:ident;)*) => {$(
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $seek(
            stream: *mut Stream,
            offset: c_long,
            whence: c_int,
        ) -> c_int {
            pikse_libc_fseek(stream, offset, whence)
        }

        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $tell(stream: *mut Stream) -> c_long {
            tell(stream)
        }
    )*};
}

positions! {
    pikse_libc_fseeko pikse_libc_ftello;
    pikse_libc_fseeko64 pikse_libc_ftello64;
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_ftell(stream: *mut Stream) -> c_long {
    tell(stream)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_rewind(stream: *mut Stream) {
    pikse_libc_fseek(stream, 0, 0);
    (*stream).flags &= !FAILED;
}

macro_rules! saved_positions {
    ($($get:ident $set:ident;)*) => {$(
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $get(stream: *mut Stream, position: *mut c_long) -> c_int {
            *position = tell(stream);
            if *position < 0 { -1 } else { 0 }
        }

        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $set(stream: *mut Stream, position: *const c_long) -> c_int {
            pikse_libc_fseek(stream, *position, 0)
        }
    )*};
}

saved_positions! {
    pikse_libc_fgetpos pikse_libc_fsetpos;
    pikse_libc_fgetpos64 pikse_libc_fsetpos64;
}

macro_rules! states {
    ($($file:ident $end:ident $error:ident $clear:ident;)*) => {$(
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $file(stream: *mut Stream) -> c_int {
            if (*stream).fd < 0 { fail(errno::EBADF) } else { (*stream).fd }
        }

        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $end(stream: *mut Stream) -> c_int {
            c_int::from((*stream).flags & AT_END != 0)
        }

        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $error(stream: *mut Stream) -> c_int {
            c_int::from((*stream).flags & FAILED != 0)
        }

        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $clear(stream: *mut Stream) {
            (*stream).flags &= !(AT_END | FAILED);
        }
    )*};
}

states! {
    pikse_libc_fileno pikse_libc_feof pikse_libc_ferror pikse_libc_clearerr;
    pikse_libc_fileno_unlocked pikse_libc_feof_unlocked pikse_libc_ferror_unlocked
        pikse_libc_clearerr_unlocked;
}

/// How much a stream reads ahead. The program's own memory is not used for it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_setvbuf(
    stream: *mut Stream,
    _: *mut c_char,
    mode: c_int,
    _: usize,
) -> c_int {
    let flag = match mode {
        0 => 0,
        1 => LINE_BUFFERED,
        2 => UNBUFFERED,
        _ => return -1,
    };
    (*stream).flags = (*stream).flags & !(LINE_BUFFERED | UNBUFFERED) | flag;
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_setbuf(stream: *mut Stream, memory: *mut c_char) {
    pikse_libc_setvbuf(stream, memory, if memory.is_null() { 2 } else { 0 }, 0);
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_setbuffer(stream: *mut Stream, memory: *mut c_char, n: usize) {
    pikse_libc_setvbuf(stream, memory, if memory.is_null() { 2 } else { 0 }, n);
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_setlinebuf(stream: *mut Stream) {
    pikse_libc_setvbuf(stream, core::ptr::null_mut(), 1, 0);
}

// `stdio_ext.h`.

/// Nothing waits to be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___fpending(_: *mut Stream) -> usize {
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___freading(stream: *mut Stream) -> c_int {
    let flags = (*stream).flags;
    let is_reading = flags & WRITING == 0 && !(*stream).read_base.is_null();
    c_int::from(flags & NO_WRITES != 0 || is_reading)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___fwriting(stream: *mut Stream) -> c_int {
    c_int::from((*stream).flags & (NO_READS | WRITING) != 0)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___freadable(stream: *mut Stream) -> c_int {
    c_int::from((*stream).flags & NO_READS == 0)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___fwritable(stream: *mut Stream) -> c_int {
    c_int::from((*stream).flags & NO_WRITES == 0)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___flbf(stream: *mut Stream) -> c_int {
    c_int::from((*stream).flags & LINE_BUFFERED != 0)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___fsetlocking(_: *mut Stream, kind: c_int) -> c_int {
    // The program's way of locking makes no difference; the library's is what it starts with.
    let _ = kind;
    1
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc__flushlbf() {}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_flockfile(_: *mut Stream) {}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_funlockfile(_: *mut Stream) {}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_ftrylockfile(_: *mut Stream) -> c_int {
    0
}
