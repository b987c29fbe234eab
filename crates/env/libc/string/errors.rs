//! The texts of errors and signals.

use core::ffi::{c_char, c_int};

use super::super::stdio::text::Writer;
use super::plain::pikse_libc_strlen;

/// A constant text.
struct Text(*const c_char);

// SAFETY: what it points to is constant.
unsafe impl Sync for Text {}

/// glibc's texts, by number.
static ERRORS: [Text; 134] = [
    Text(c"Success".as_ptr()),
    Text(c"Operation not permitted".as_ptr()),
    Text(c"No such file or directory".as_ptr()),
    Text(c"No such process".as_ptr()),
    Text(c"Interrupted system call".as_ptr()),
    Text(c"Input/output error".as_ptr()),
    Text(c"No such device or address".as_ptr()),
    Text(c"Argument list too long".as_ptr()),
    Text(c"Exec format error".as_ptr()),
    Text(c"Bad file descriptor".as_ptr()),
    Text(c"No child processes".as_ptr()),
    Text(c"Resource temporarily unavailable".as_ptr()),
    Text(c"Cannot allocate memory".as_ptr()),
    Text(c"Permission denied".as_ptr()),
    Text(c"Bad address".as_ptr()),
    Text(c"Block device required".as_ptr()),
    Text(c"Device or resource busy".as_ptr()),
    Text(c"File exists".as_ptr()),
    Text(c"Invalid cross-device link".as_ptr()),
    Text(c"No such device".as_ptr()),
    Text(c"Not a directory".as_ptr()),
    Text(c"Is a directory".as_ptr()),
    Text(c"Invalid argument".as_ptr()),
    Text(c"Too many open files in system".as_ptr()),
    Text(c"Too many open files".as_ptr()),
    Text(c"Inappropriate ioctl for device".as_ptr()),
    Text(c"Text file busy".as_ptr()),
    Text(c"File too large".as_ptr()),
    Text(c"No space left on device".as_ptr()),
    Text(c"Illegal seek".as_ptr()),
    Text(c"Read-only file system".as_ptr()),
    Text(c"Too many links".as_ptr()),
    Text(c"Broken pipe".as_ptr()),
    Text(c"Numerical argument out of domain".as_ptr()),
    Text(c"Numerical result out of range".as_ptr()),
    Text(c"Resource deadlock avoided".as_ptr()),
    Text(c"File name too long".as_ptr()),
    Text(c"No locks available".as_ptr()),
    Text(c"Function not implemented".as_ptr()),
    Text(c"Directory not empty".as_ptr()),
    Text(c"Too many levels of symbolic links".as_ptr()),
    Text(c"".as_ptr()),
    Text(c"No message of desired type".as_ptr()),
    Text(c"Identifier removed".as_ptr()),
    Text(c"Channel number out of range".as_ptr()),
    Text(c"Level 2 not synchronized".as_ptr()),
    Text(c"Level 3 halted".as_ptr()),
    Text(c"Level 3 reset".as_ptr()),
    Text(c"Link number out of range".as_ptr()),
    Text(c"Protocol driver not attached".as_ptr()),
    Text(c"No CSI structure available".as_ptr()),
    Text(c"Level 2 halted".as_ptr()),
    Text(c"Invalid exchange".as_ptr()),
    Text(c"Invalid request descriptor".as_ptr()),
    Text(c"Exchange full".as_ptr()),
    Text(c"No anode".as_ptr()),
    Text(c"Invalid request code".as_ptr()),
    Text(c"Invalid slot".as_ptr()),
    Text(c"".as_ptr()),
    Text(c"Bad font file format".as_ptr()),
    Text(c"Device not a stream".as_ptr()),
    Text(c"No data available".as_ptr()),
    Text(c"Timer expired".as_ptr()),
    Text(c"Out of streams resources".as_ptr()),
    Text(c"Machine is not on the network".as_ptr()),
    Text(c"Package not installed".as_ptr()),
    Text(c"Object is remote".as_ptr()),
    Text(c"Link has been severed".as_ptr()),
    Text(c"Advertise error".as_ptr()),
    Text(c"Srmount error".as_ptr()),
    Text(c"Communication error on send".as_ptr()),
    Text(c"Protocol error".as_ptr()),
    Text(c"Multihop attempted".as_ptr()),
    Text(c"RFS specific error".as_ptr()),
    Text(c"Bad message".as_ptr()),
    Text(c"Value too large for defined data type".as_ptr()),
    Text(c"Name not unique on network".as_ptr()),
    Text(c"File descriptor in bad state".as_ptr()),
    Text(c"Remote address changed".as_ptr()),
    Text(c"Can not access a needed shared library".as_ptr()),
    Text(c"Accessing a corrupted shared library".as_ptr()),
    Text(c".lib section in a.out corrupted".as_ptr()),
    Text(c"Attempting to link in too many shared libraries".as_ptr()),
    Text(c"Cannot exec a shared library directly".as_ptr()),
    Text(c"Invalid or incomplete multibyte or wide character".as_ptr()),
    Text(c"Interrupted system call should be restarted".as_ptr()),
    Text(c"Streams pipe error".as_ptr()),
    Text(c"Too many users".as_ptr()),
    Text(c"Socket operation on non-socket".as_ptr()),
    Text(c"Destination address required".as_ptr()),
    Text(c"Message too long".as_ptr()),
    Text(c"Protocol wrong type for socket".as_ptr()),
    Text(c"Protocol not available".as_ptr()),
    Text(c"Protocol not supported".as_ptr()),
    Text(c"Socket type not supported".as_ptr()),
    Text(c"Operation not supported".as_ptr()),
    Text(c"Protocol family not supported".as_ptr()),
    Text(c"Address family not supported by protocol".as_ptr()),
    Text(c"Address already in use".as_ptr()),
    Text(c"Cannot assign requested address".as_ptr()),
    Text(c"Network is down".as_ptr()),
    Text(c"Network is unreachable".as_ptr()),
    Text(c"Network dropped connection on reset".as_ptr()),
    Text(c"Software caused connection abort".as_ptr()),
    Text(c"Connection reset by peer".as_ptr()),
    Text(c"No buffer space available".as_ptr()),
    Text(c"Transport endpoint is already connected".as_ptr()),
    Text(c"Transport endpoint is not connected".as_ptr()),
    Text(c"Cannot send after transport endpoint shutdown".as_ptr()),
    Text(c"Too many references: cannot splice".as_ptr()),
    Text(c"Connection timed out".as_ptr()),
    Text(c"Connection refused".as_ptr()),
    Text(c"Host is down".as_ptr()),
    Text(c"No route to host".as_ptr()),
    Text(c"Operation already in progress".as_ptr()),
    Text(c"Operation now in progress".as_ptr()),
    Text(c"Stale file handle".as_ptr()),
    Text(c"Structure needs cleaning".as_ptr()),
    Text(c"Not a XENIX named type file".as_ptr()),
    Text(c"No XENIX semaphores available".as_ptr()),
    Text(c"Is a named type file".as_ptr()),
    Text(c"Remote I/O error".as_ptr()),
    Text(c"Disk quota exceeded".as_ptr()),
    Text(c"No medium found".as_ptr()),
    Text(c"Wrong medium type".as_ptr()),
    Text(c"Operation canceled".as_ptr()),
    Text(c"Required key not available".as_ptr()),
    Text(c"Key has expired".as_ptr()),
    Text(c"Key has been revoked".as_ptr()),
    Text(c"Key was rejected by service".as_ptr()),
    Text(c"Owner died".as_ptr()),
    Text(c"State not recoverable".as_ptr()),
    Text(c"Operation not possible due to RF-kill".as_ptr()),
    Text(c"Memory page has hardware error".as_ptr()),
];

/// Numbers without a text get one that contains the number; the next call overwrites it.
static mut UNKNOWN: [u8; 32] = [0; 32];

/// The text of an error.
pub unsafe fn message(error: c_int) -> *const c_char {
    if let Some(text) = ERRORS.get(error as usize)
        && *text.0 != 0
    {
        return text.0;
    }
    let mut to = Writer::new((&raw mut UNKNOWN).cast(), 32);
    to.text(c"Unknown error ".as_ptr());
    to.number(i64::from(error));
    to.end();
    (&raw const UNKNOWN).cast()
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_strerror(error: c_int) -> *mut c_char {
    message(error).cast_mut()
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_strerror_r(
    error: c_int,
    _: *mut c_char,
    _: usize,
) -> *mut c_char {
    message(error).cast_mut()
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___xpg_strerror_r(
    error: c_int,
    to: *mut c_char,
    n: usize,
) -> c_int {
    let text = message(error);
    let length = pikse_libc_strlen(text);
    if n <= length {
        return super::super::errno::ERANGE;
    }
    core::ptr::copy_nonoverlapping(text, to, length + 1);
    0
}
