//! `regex.h`: POSIX's functions and GNU's, with glibc's syntax options.
//!
//! | module | what it holds |
//! | --- | --- |
//! | `tokens` | the parts of a pattern, by syntax |
//! | `bracket` | lists of characters: `[a-z]` |
//! | `parse` | from a pattern to a tree |
//! | `code` | from a tree to code for a matcher |
//! | `run` | the matcher |
//! | `calls` | the functions that programs call |
//!
//! The matcher tries all ways and keeps the longest; of equally long ones the first, where a
//! repetition prefers one more round, and an alternative the left side. glibc reports the same
//! parts.

mod bracket;
pub mod calls;
mod code;
mod parse;
mod run;
mod tokens;

use core::ffi::c_int;

use super::alloc::own;
use super::machine::pikse_vm_free;

/// The numbers of errors.
pub mod error {
    use core::ffi::c_int;

    pub const NOMATCH: c_int = 1;
    pub const BADPAT: c_int = 2;
    pub const ECOLLATE: c_int = 3;
    pub const ECTYPE: c_int = 4;
    pub const EESCAPE: c_int = 5;
    pub const ESUBREG: c_int = 6;
    pub const EBRACK: c_int = 7;
    pub const EPAREN: c_int = 8;
    pub const EBRACE: c_int = 9;
    pub const BADBR: c_int = 10;
    pub const ERANGE: c_int = 11;
    pub const BADRPT: c_int = 13;
    pub const ESIZE: c_int = 15;
    pub const ERPAREN: c_int = 16;
}

/// glibc's syntax options.
pub mod syntax {
    pub const BACKSLASH_ESCAPE_IN_LISTS: u64 = 1;
    pub const BK_PLUS_QM: u64 = 2;
    pub const CHAR_CLASSES: u64 = 4;
    pub const CONTEXT_INDEP_ANCHORS: u64 = 8;
    pub const CONTEXT_INDEP_OPS: u64 = 0x10;
    pub const CONTEXT_INVALID_OPS: u64 = 0x20;
    pub const DOT_NEWLINE: u64 = 0x40;
    pub const DOT_NOT_NULL: u64 = 0x80;
    pub const HAT_LISTS_NOT_NEWLINE: u64 = 0x100;
    pub const INTERVALS: u64 = 0x200;
    pub const LIMITED_OPS: u64 = 0x400;
    pub const NEWLINE_ALT: u64 = 0x800;
    pub const NO_BK_BRACES: u64 = 0x1000;
    pub const NO_BK_PARENS: u64 = 0x2000;
    pub const NO_BK_REFS: u64 = 0x4000;
    pub const NO_BK_VBAR: u64 = 0x8000;
    pub const NO_EMPTY_RANGES: u64 = 0x1_0000;
    pub const UNMATCHED_RIGHT_PAREN_ORD: u64 = 0x2_0000;
    pub const NO_GNU_OPS: u64 = 0x8_0000;
    pub const INVALID_INTERVAL_ORD: u64 = 0x20_0000;
    pub const ICASE: u64 = 0x40_0000;
    pub const CARET_ANCHORS_HERE: u64 = 0x80_0000;
    pub const CONTEXT_INVALID_DUP: u64 = 0x100_0000;
    pub const NO_SUB: u64 = 0x200_0000;

    const COMMON: u64 = CHAR_CLASSES | DOT_NEWLINE | DOT_NOT_NULL | INTERVALS | NO_EMPTY_RANGES;
    pub const BASIC: u64 = COMMON | BK_PLUS_QM | CONTEXT_INVALID_DUP;
    pub const EXTENDED: u64 = COMMON
        | CONTEXT_INDEP_ANCHORS
        | CONTEXT_INDEP_OPS
        | NO_BK_BRACES
        | NO_BK_PARENS
        | NO_BK_VBAR
        | CONTEXT_INVALID_OPS
        | UNMATCHED_RIGHT_PAREN_ORD;
}

/// A part, or the number of an error.
type Parsed<T> = Result<T, c_int>;

/// Positions in a text that are checked.
#[derive(Clone, Copy, PartialEq)]
pub enum Anchor {
    LineFirst,
    LineLast,
    WordFirst,
    WordLast,
    WordEdge,
    NotWordEdge,
    BufferFirst,
    BufferLast,
}

/// A list of values that grows.
pub struct List<T: Copy> {
    all: *mut T,
    pub count: usize,
    room: usize,
}

impl<T: Copy> List<T> {
    pub const fn new() -> Self {
        List { all: core::ptr::null_mut(), count: 0, room: 0 }
    }

    pub unsafe fn push(&mut self, value: T) -> usize {
        if self.count == self.room {
            let room = 2 * self.room + 16;
            let all = own(room * size_of::<T>()).cast::<T>();
            if self.count > 0 {
                core::ptr::copy_nonoverlapping(self.all, all, self.count);
                pikse_vm_free(self.all.cast());
            }
            (self.all, self.room) = (all, room);
        }
        *self.all.add(self.count) = value;
        self.count += 1;
        self.count - 1
    }

    pub unsafe fn at(&self, at: usize) -> *mut T {
        self.all.add(at)
    }

    pub unsafe fn free(&mut self) {
        if !self.all.is_null() {
            pikse_vm_free(self.all.cast());
        }
        *self = Self::new();
    }
}

/// A set of bytes.
pub type Set = [u64; 4];

/// Adds a byte to a set.
pub fn add(set: &mut Set, byte: u8) {
    for (at, word) in set.iter_mut().enumerate() {
        let here = u64::from(usize::from(byte >> 6) == at);
        *word |= here << (byte & 63);
    }
}

/// Whether a byte is in a set.
pub fn has(set: &Set, byte: u8) -> bool {
    let mut found = 0;
    for (at, word) in set.iter().enumerate() {
        let here = u64::from(usize::from(byte >> 6) == at);
        found |= *word >> (byte & 63) & here;
    }
    found != 0
}

/// A compiled pattern: what `buffer` of `regex_t` points to.
pub struct Program {
    pub code: List<code::Inst>,
    pub sets: List<Set>,
    /// The number of groups, and of loops.
    pub groups: usize,
    pub loops: usize,
    pub has_references: bool,
    pub syntax: u64,
}
