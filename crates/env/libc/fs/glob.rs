//! `glob.h`: the names of files that match a pattern.

use core::ffi::{c_char, c_int, c_void};
use core::ptr::null_mut;

use super::super::alloc::{malloc, own, realloc};
use super::super::errno;
use super::super::fnmatch::pikse_libc_fnmatch;
use super::super::machine::{pikse_vm_free, pikse_vm_unsupported};
use super::super::sort::pikse_libc_qsort;
use super::super::string::plain::{pikse_libc_strcmp, pikse_libc_strlen};
use super::list::{pikse_libc_closedir, pikse_libc_opendir, pikse_libc_readdir};
use super::node::{S_IFDIR, S_IFMT};
use super::status::{Stat, pikse_libc_lstat, pikse_libc_stat};

/// `glob_t`.
#[repr(C)]
pub struct Glob {
    count: usize,
    names: *mut *mut c_char,
    reserved: usize,
    flags: c_int,
    functions: [*mut c_void; 5],
}

type OnError = unsafe extern "C" fn(*const c_char, c_int) -> c_int;

const ERR: c_int = 1;
const MARK: c_int = 2;
const NOSORT: c_int = 4;
const DOOFFS: c_int = 8;
const NOCHECK: c_int = 16;
const APPEND: c_int = 32;
const NOESCAPE: c_int = 64;
const PERIOD: c_int = 128;
const MAGCHAR: c_int = 256;
const NOMAGIC: c_int = 2048;
const ONLYDIR: c_int = 8192;
/// Own functions, `{a,b}`, and the folders of users.
const UNSUPPORTED: c_int = 512 | 1024 | 4096 | 16384;

const ABORTED: c_int = 2;
const NOMATCH: c_int = 3;

/// Flags of `fnmatch`.
const FNM_NOESCAPE: c_int = 2;
const FNM_PERIOD: c_int = 4;

const LONGEST: usize = 4096;

struct Search {
    to: *mut Glob,
    flags: c_int,
    on_error: Option<OnError>,
    /// The name so far.
    name: *mut c_char,
}

/// Whether a part of a pattern, up to a slash or its end, has a wildcard.
unsafe fn is_magic(pattern: *const c_char, length: usize, flags: c_int) -> bool {
    let mut at = 0;
    while at < length {
        match *pattern.add(at) as u8 {
            b'*' | b'?' | b'[' => return true,
            b'\\' if flags & NOESCAPE == 0 && at + 1 < length => at += 1,
            _ => {}
        }
        at += 1;
    }
    false
}

impl Search {
    unsafe fn slots(&self) -> usize {
        if (*self.to).flags & DOOFFS != 0 { (*self.to).reserved } else { 0 }
    }

    /// Adds a name to the result.
    unsafe fn add(&mut self, name: *const c_char, mark: bool) {
        let (length, before) = (pikse_libc_strlen(name), self.slots());
        let copy = malloc(length + 2).cast::<c_char>();
        core::ptr::copy_nonoverlapping(name, copy, length + 1);
        if mark {
            copy.add(length).write(b'/' as c_char);
            copy.add(length + 1).write(0);
        }
        let to = &mut *self.to;
        let size = (before + to.count + 2) * size_of::<*mut c_char>();
        let is_first = to.names.is_null();
        to.names = realloc(to.names.cast(), size).cast();
        let mut at = 0;
        while is_first && at < before {
            *to.names.add(at) = null_mut();
            at += 1;
        }
        *to.names.add(before + to.count) = copy;
        to.count += 1;
        *to.names.add(before + to.count) = null_mut();
    }

    /// A folder that cannot be read: whether that ends the search.
    unsafe fn failed(&self, name: *const c_char) -> bool {
        let error = errno::get();
        let says = match self.on_error {
            Some(function) => function(name, error) != 0,
            None => false,
        };
        says || self.flags & ERR != 0
    }

    /// Follows the rest of a pattern from the name so far, of a length.
    unsafe fn follow(&mut self, pattern: *const c_char, length: usize) -> c_int {
        let (mut pattern, mut length) = (pattern, length);
        while *pattern as u8 == b'/' {
            if length + 1 >= LONGEST {
                return 0;
            }
            *self.name.add(length) = b'/' as c_char;
            length += 1;
            pattern = pattern.add(1);
        }
        *self.name.add(length) = 0;
        let mut part = 0;
        while *pattern.add(part) != 0 && *pattern.add(part) as u8 != b'/' {
            part += 1;
        }
        if part == 0 {
            return self.found(length);
        }
        if !is_magic(pattern, part, self.flags) {
            let mut at = 0;
            while at < part {
                let escapes = *pattern.add(at) as u8 == b'\\' && self.flags & NOESCAPE == 0;
                at += usize::from(escapes && at + 1 < part);
                if length + 1 >= LONGEST {
                    return 0;
                }
                *self.name.add(length) = *pattern.add(at);
                length += 1;
                at += 1;
            }
            *self.name.add(length) = 0;
            return self.follow(pattern.add(part), length);
        }
        (*self.to).flags |= MAGCHAR;
        self.entries(pattern, part, length)
    }

    /// Follows a pattern with each entry of a folder that matches its next part.
    unsafe fn entries(&mut self, pattern: *const c_char, part: usize, length: usize) -> c_int {
        let folder = if length == 0 { c".".as_ptr() } else { self.name.cast_const() };
        let dir = pikse_libc_opendir(folder);
        if dir.is_null() {
            let is_absent = matches!(errno::get(), errno::ENOENT | errno::ENOTDIR);
            return if !is_absent && self.failed(folder) { ABORTED } else { 0 };
        }
        let own_part = own(part + 1).cast::<c_char>();
        core::ptr::copy_nonoverlapping(pattern, own_part, part);
        *own_part.add(part) = 0;
        let escape = if self.flags & NOESCAPE != 0 { FNM_NOESCAPE } else { 0 };
        let period = if self.flags & PERIOD != 0 { 0 } else { FNM_PERIOD };
        let mut result = 0;
        loop {
            let entry = pikse_libc_readdir(dir);
            if entry.is_null() || result != 0 {
                break;
            }
            let name = (&raw const (*entry).name).cast::<c_char>();
            let size = pikse_libc_strlen(name);
            if length + size + 1 >= LONGEST
                || pikse_libc_fnmatch(own_part, name, escape | period) != 0
            {
                continue;
            }
            core::ptr::copy_nonoverlapping(name, self.name.add(length), size + 1);
            result = self.follow(pattern.add(part), length + size);
            *self.name.add(length) = 0;
        }
        pikse_libc_closedir(dir);
        pikse_vm_free(own_part.cast());
        result
    }

    /// Adds the name so far, if there is such a file.
    unsafe fn found(&mut self, length: usize) -> c_int {
        let mut stat = core::mem::MaybeUninit::<Stat>::uninit();
        if length == 0 || pikse_libc_lstat(self.name, stat.as_mut_ptr()) != 0 {
            return 0;
        }
        let is_folder = pikse_libc_stat(self.name, stat.as_mut_ptr()) == 0
            && (*stat.as_ptr()).mode & S_IFMT == S_IFDIR;
        if is_folder || self.flags & ONLYDIR == 0 {
            let ends = *self.name.add(length - 1) as u8 == b'/';
            self.add(self.name, is_folder && self.flags & MARK != 0 && !ends);
        }
        0
    }
}

unsafe extern "C" fn by_name(a: *const c_void, b: *const c_void) -> c_int {
    pikse_libc_strcmp(*a.cast::<*const c_char>(), *b.cast::<*const c_char>())
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_glob(
    pattern: *const c_char,
    flags: c_int,
    on_error: Option<OnError>,
    to: *mut Glob,
) -> c_int {
    if flags & UNSUPPORTED != 0 {
        pikse_vm_unsupported(c"glob with braces, `~` or own functions".as_ptr());
    }
    if flags & APPEND == 0 {
        (*to).count = 0;
        (*to).names = null_mut();
    }
    (*to).flags = flags;
    if flags & DOOFFS == 0 {
        (*to).reserved = 0;
    }
    let name = own(LONGEST).cast::<c_char>();
    *name = 0;
    let mut search = Search { to, flags, on_error, name };
    let before = (*to).count;
    let result = search.follow(pattern, 0);
    if result == 0 && (*to).count == before {
        let is_plain = !is_magic(pattern, pikse_libc_strlen(pattern), flags);
        if flags & NOCHECK != 0 || flags & NOMAGIC != 0 && is_plain {
            search.add(pattern, false);
        } else {
            pikse_vm_free(name.cast());
            return NOMATCH;
        }
    }
    pikse_vm_free(name.cast());
    if flags & NOSORT == 0 && !(*to).names.is_null() {
        let first = (*to).names.add(search.slots() + before);
        pikse_libc_qsort(first.cast(), (*to).count - before, size_of::<*const c_char>(), by_name);
    }
    result
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_globfree(of: *mut Glob) {
    if (*of).names.is_null() {
        return;
    }
    let before = if (*of).flags & DOOFFS != 0 { (*of).reserved } else { 0 };
    let mut at = 0;
    while at < (*of).count {
        pikse_vm_free((*(*of).names.add(before + at)).cast());
        at += 1;
    }
    pikse_vm_free((*of).names.cast());
    (*of).names = null_mut();
    (*of).count = 0;
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_glob64(
    pattern: *const c_char,
    flags: c_int,
    on_error: Option<OnError>,
    to: *mut Glob,
) -> c_int {
    pikse_libc_glob(pattern, flags, on_error, to)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_globfree64(of: *mut Glob) {
    pikse_libc_globfree(of);
}
