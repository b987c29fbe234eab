//! Files in memory, and the descriptors that are open on them.
//!
//! There are the files that the program was given and those that it creates. There are no folders.
//! Descriptors 1 and 2 are the program's output.

use core::ffi::{c_char, c_int};
use core::ptr::null_mut;

use super::alloc::own;
use super::errno::{self, fail};
use super::machine::{pikse_vm_free, pikse_vm_unsupported, pikse_vm_write};
use super::string::plain::{pikse_libc_strcmp, pikse_libc_strdup};

/// A file.
#[derive(Clone, Copy)]
pub struct File {
    /// Null for a file that was removed, or never had a name.
    pub name: *mut c_char,
    pub data: *mut u8,
    pub length: usize,
    room: usize,
    pub mode: u32,
    /// Whether the table entry is used.
    pub used: bool,
}

/// An open file; several descriptors may share it.
#[derive(Clone, Copy)]
struct Open {
    users: u32,
    /// The index of a file, or one of the constants below.
    target: c_int,
    position: usize,
    flags: c_int,
}

const FILES: usize = 32;
pub const DESCRIPTORS: usize = 32;

/// Targets of a descriptor other than files.
pub const OUTPUT: c_int = -1;
pub const ERRORS: c_int = -2;
const NOTHING: c_int = -3;

const NO_FILE: File =
    File { name: null_mut(), data: null_mut(), length: 0, room: 0, mode: 0, used: false };
const NOT_OPEN: Open = Open { users: 0, target: NOTHING, position: 0, flags: 0 };
const O_ACCMODE: c_int = 3;
pub const O_WRONLY: c_int = 1;
pub const O_RDWR: c_int = 2;
pub const O_CREAT: c_int = 0o100;
pub const O_EXCL: c_int = 0o200;
pub const O_TRUNC: c_int = 0o1000;
pub const O_APPEND: c_int = 0o2000;

/// Modes of regular files and of terminals.
pub const S_IFREG: u32 = 0o100_000;
pub const S_IFCHR: u32 = 0o020_000;

/// The first one is the standard input.
static mut ALL: [File; FILES] = {
    let mut all = [NO_FILE; FILES];
    all[0].used = true;
    all[0].mode = S_IFREG | 0o444;
    all
};
static mut OPENED: [Open; DESCRIPTORS] = {
    let mut opened = [NOT_OPEN; DESCRIPTORS];
    opened[0] = Open { users: 1, target: 0, position: 0, flags: 0 };
    opened[1] = Open { users: 1, target: OUTPUT, position: 0, flags: O_WRONLY };
    opened[2] = Open { users: 1, target: ERRORS, position: 0, flags: O_WRONLY };
    opened
};
/// The open file of each descriptor, or -1.
static mut TABLE: [i8; DESCRIPTORS] = {
    let mut table = [-1; DESCRIPTORS];
    table[0] = 0;
    table[1] = 1;
    table[2] = 2;
    table
};

unsafe fn file(number: c_int) -> *mut File {
    (&raw mut ALL).cast::<File>().add(number as usize)
}

unsafe fn descriptor(number: c_int) -> *mut i8 {
    (&raw mut TABLE).cast::<i8>().add(number as usize)
}

/// The open file of a descriptor; null and `EBADF` if it is not open.
unsafe fn opened(fd: c_int) -> *mut Open {
    if (fd as u32 as usize) < DESCRIPTORS {
        let open = *descriptor(fd);
        if open >= 0 {
            return (&raw mut OPENED).cast::<Open>().add(open as usize);
        }
    }
    errno::set(errno::EBADF);
    null_mut()
}

/// Whether a descriptor is open.
pub unsafe fn is_open(fd: c_int) -> bool {
    !opened(fd).is_null()
}

/// The target of a descriptor; `None` and `EBADF` if it is not open.
pub unsafe fn target(fd: c_int) -> Option<c_int> {
    let open = opened(fd);
    if open.is_null() { None } else { Some((*open).target) }
}

/// The file of a descriptor; null if its target is not a file.
pub unsafe fn file_of(fd: c_int) -> *mut File {
    match target(fd) {
        Some(number) if number >= 0 => file(number),
        _ => null_mut(),
    }
}

/// The file with a name; null if there is none.
pub unsafe fn find(name: *const c_char) -> *mut File {
    let mut number = 0;
    while number < FILES as c_int {
        let file = file(number);
        if (*file).used && !(*file).name.is_null() && pikse_libc_strcmp((*file).name, name) == 0 {
            return file;
        }
        number += 1;
    }
    null_mut()
}

/// A new empty file.
pub unsafe fn create(name: *const c_char, mode: u32) -> *mut File {
    let mut number = 0;
    while number < FILES as c_int {
        let file = file(number);
        if !(*file).used {
            let name = if name.is_null() { null_mut() } else { pikse_libc_strdup(name) };
            *file = File { name, mode: S_IFREG | mode & 0o777, used: true, ..NO_FILE };
            return file;
        }
        number += 1;
    }
    pikse_vm_unsupported(c"more than 32 files".as_ptr())
}

/// Gives the standard input its contents.
pub unsafe fn set_input(data: *mut u8, length: usize) {
    let file = file(0);
    ((*file).data, (*file).length, (*file).room) = (data, length, length);
}

/// Gives a new file its contents.
pub unsafe fn give(name: *const c_char, data: *mut u8, length: usize) {
    let file = create(name, 0o666);
    ((*file).data, (*file).length, (*file).room) = (data, length, length);
}

/// A name without a leading `./`.
unsafe fn plain_name(name: *const c_char) -> *const c_char {
    let mut name = name;
    while *name as u8 == b'.' && *name.add(1) as u8 == b'/' {
        name = name.add(2);
    }
    name
}

/// The target of a special name.
unsafe fn special(name: *const c_char) -> Option<c_int> {
    // No other name starts like this; the first character decides for most names.
    if *name as u8 != b'/' {
        return None;
    }
    let is = |special: &core::ffi::CStr| pikse_libc_strcmp(name, special.as_ptr()) == 0;
    match () {
        () if is(c"/dev/null") => Some(NOTHING),
        () if is(c"/dev/stdin") => Some(0),
        () if is(c"/dev/stdout") || is(c"/dev/tty") => Some(OUTPUT),
        () if is(c"/dev/stderr") => Some(ERRORS),
        () => None,
    }
}

/// Opens a file, like the system's `open`.
pub unsafe fn open(name: *const c_char, flags: c_int, mode: u32) -> c_int {
    let name = plain_name(name);
    let target = match special(name) {
        Some(target) => target,
        None => {
            let mut found = find(name);
            if found.is_null() {
                if flags & O_CREAT == 0 {
                    return fail(errno::ENOENT);
                }
                found = create(name, mode);
            } else if flags & O_CREAT != 0 && flags & O_EXCL != 0 {
                return fail(errno::EEXIST);
            } else if flags & O_TRUNC != 0 {
                (*found).length = 0;
            }
            found.offset_from(file(0)) as c_int
        }
    };
    open_target(target, flags)
}

/// Opens a file without a name.
pub unsafe fn open_new() -> c_int {
    let new = create(null_mut(), 0o600);
    open_target(new.offset_from(file(0)) as c_int, O_RDWR)
}

unsafe fn open_target(target: c_int, flags: c_int) -> c_int {
    let mut place = 0;
    while place < DESCRIPTORS {
        let open = (&raw mut OPENED).cast::<Open>().add(place);
        if (*open).users == 0 {
            let fd = lowest_free(0);
            *open = Open { users: 1, target, position: 0, flags };
            *descriptor(fd) = place as i8;
            return fd;
        }
        place += 1;
    }
    too_many()
}

/// A real system has more room, and programs would not see an error here.
unsafe fn too_many() -> ! {
    pikse_vm_unsupported(c"more than 32 open files".as_ptr())
}

/// The lowest closed descriptor from one on.
unsafe fn lowest_free(from: c_int) -> c_int {
    let mut fd = from;
    while fd < DESCRIPTORS as c_int {
        if *descriptor(fd) < 0 {
            return fd;
        }
        fd += 1;
    }
    too_many()
}

pub unsafe fn close(fd: c_int) -> c_int {
    let open = opened(fd);
    if open.is_null() {
        return -1;
    }
    (*open).users -= 1;
    *descriptor(fd) = -1;
    if (*open).users == 0 && (*open).target > 0 {
        forget(file((*open).target));
    }
    0
}

/// Removes a file that has no name and is not open.
unsafe fn forget(gone: *mut File) {
    let number = gone.offset_from(file(0)) as c_int;
    let mut place = 0;
    while place < DESCRIPTORS {
        let open = (&raw mut OPENED).cast::<Open>().add(place);
        if (*open).users > 0 && (*open).target == number {
            return;
        }
        place += 1;
    }
    if (*gone).name.is_null() {
        if !(*gone).data.is_null() {
            pikse_vm_free((*gone).data);
        }
        *gone = NO_FILE;
    }
}

/// Duplicates a descriptor to the lowest free one from `least` on.
pub unsafe fn duplicate(fd: c_int, least: c_int) -> c_int {
    let open = opened(fd);
    if open.is_null() {
        return -1;
    }
    if least < 0 {
        return fail(errno::EINVAL);
    }
    let new = lowest_free(least);
    (*open).users += 1;
    *descriptor(new) = *descriptor(fd);
    new
}

/// Makes `new` a duplicate of a descriptor.
pub unsafe fn duplicate_to(fd: c_int, new: c_int) -> c_int {
    let open = opened(fd);
    if open.is_null() || new as u32 as usize >= DESCRIPTORS {
        return fail(errno::EBADF);
    }
    if new != fd {
        if *descriptor(new) >= 0 {
            close(new);
        }
        (*open).users += 1;
        *descriptor(new) = *descriptor(fd);
    }
    new
}

/// The flags that a descriptor was opened with; -1 if it is not open.
pub unsafe fn flags(fd: c_int) -> c_int {
    let open = opened(fd);
    if open.is_null() { -1 } else { (*open).flags }
}

/// The memory for reading up to a number of bytes, and their count; advances the descriptor.
unsafe fn take(fd: c_int, n: usize, from: Option<usize>) -> Option<(*const u8, usize)> {
    let open = opened(fd);
    if open.is_null() {
        return None;
    }
    if (*open).flags & O_ACCMODE == O_WRONLY {
        errno::set(errno::EBADF);
        return None;
    }
    if (*open).target < 0 {
        return Some((null_mut(), 0));
    }
    let file = file((*open).target);
    let position = from.unwrap_or((*open).position);
    let left = (*file).length.saturating_sub(position);
    let n = if n < left { n } else { left };
    if from.is_none() {
        (*open).position += n;
    }
    Some(((*file).data.add(position), n))
}

/// Reads at the descriptor's position, or at an offset.
pub unsafe fn read(fd: c_int, to: *mut u8, n: usize, from: Option<usize>) -> isize {
    match take(fd, n, from) {
        None => -1,
        Some((_, 0)) => 0,
        Some((bytes, n)) => {
            core::ptr::copy_nonoverlapping(bytes, to, n);
            n as isize
        }
    }
}

/// The next byte; -1 at the end, -2 if reading is not possible.
pub unsafe fn next(fd: c_int) -> c_int {
    match take(fd, 1, None) {
        None => -2,
        Some((_, 0)) => -1,
        Some((byte, _)) => c_int::from(*byte),
    }
}

/// Writes at the descriptor's position, or at an offset.
pub unsafe fn write(fd: c_int, bytes: *const u8, n: usize, to: Option<usize>) -> isize {
    let open = opened(fd);
    if open.is_null() {
        return -1;
    }
    if (*open).flags & O_ACCMODE == 0 {
        return fail(errno::EBADF) as isize;
    }
    if (*open).target < 0 {
        if (*open).target != NOTHING && n > 0 {
            pikse_vm_write(-(*open).target, bytes, n);
        }
        return n as isize;
    }
    let file = file((*open).target);
    let append = (*open).flags & O_APPEND != 0;
    let position = match to {
        _ if append => (*file).length,
        Some(to) => to,
        None => (*open).position,
    };
    if n > 0 {
        resize(file, (*file).length.max(position + n));
        core::ptr::copy_nonoverlapping(bytes, (*file).data.add(position), n);
    }
    if to.is_none() {
        (*open).position = position + n;
    }
    n as isize
}

/// Sets the length of a file; new bytes are zero.
pub unsafe fn resize(file: *mut File, length: usize) {
    if length > (*file).room {
        let room = length.max(2 * (*file).room).max(64);
        let data = own(room);
        if (*file).length > 0 {
            core::ptr::copy_nonoverlapping((*file).data, data, (*file).length);
        }
        if !(*file).data.is_null() {
            pikse_vm_free((*file).data);
        }
        ((*file).data, (*file).room) = (data, room);
    }
    if length > (*file).length {
        core::ptr::write_bytes((*file).data.add((*file).length), 0, length - (*file).length);
    }
    (*file).length = length;
}

/// Moves the position of a descriptor, like `lseek`.
pub unsafe fn seek(fd: c_int, offset: i64, whence: c_int) -> i64 {
    let open = opened(fd);
    if open.is_null() {
        return -1;
    }
    if (*open).target < 0 {
        return i64::from(fail(errno::ESPIPE));
    }
    let base = match whence {
        0 => 0,
        1 => (*open).position as i64,
        2 => (*file((*open).target)).length as i64,
        _ => return i64::from(fail(errno::EINVAL)),
    };
    match base.checked_add(offset) {
        Some(position) if position >= 0 => {
            (*open).position = position as usize;
            position
        }
        _ => i64::from(fail(errno::EINVAL)),
    }
}

/// Removes a file's name; open descriptors keep the file.
pub unsafe fn unlink(name: *const c_char) -> c_int {
    let found = find(plain_name(name));
    if found.is_null() {
        return fail(errno::ENOENT);
    }
    (*found).name = null_mut();
    forget(found);
    0
}

/// Renames a file.
pub unsafe fn rename(from: *const c_char, to: *const c_char) -> c_int {
    let found = find(plain_name(from));
    if found.is_null() {
        return fail(errno::ENOENT);
    }
    let other = find(plain_name(to));
    if other == found {
        return 0;
    }
    if !other.is_null() {
        (*other).name = null_mut();
        forget(other);
    }
    (*found).name = pikse_libc_strdup(plain_name(to));
    0
}

/// The file with a name, without special names; null and `ENOENT` if there is none.
pub unsafe fn look_up(name: *const c_char) -> *mut File {
    let found = find(plain_name(name));
    if found.is_null() {
        errno::set(errno::ENOENT);
    }
    found
}

/// The number of a file, for `st_ino`.
pub unsafe fn number(of: *const File) -> u64 {
    of.offset_from(file(0)) as u64 + 1
}
