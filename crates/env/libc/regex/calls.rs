//! The functions that programs call.

use core::ffi::{c_char, c_int};
use core::ptr::null_mut;

use super::super::alloc::{free, malloc, own, realloc};
use super::super::machine::pikse_vm_free;
use super::super::stdio::text::Writer as Texts;
use super::super::string::plain::pikse_libc_strlen;
use super::code::{Inst, Writer};
use super::parse::Parser;
use super::run::{NOWHERE, Run, Text};
use super::tokens::Pattern;
use super::{List, Program, error, syntax as on};

/// `regex_t`, which is also `struct re_pattern_buffer`.
#[repr(C)]
pub struct Compiled {
    program: *mut Program,
    allocated: usize,
    used: usize,
    syntax: u64,
    fastmap: *mut c_char,
    translate: *mut u8,
    groups: usize,
    flags: u32,
}

/// The bits of `flags`: the first two say whether the pattern can match nothing.
const ALLOCATED: u32 = 3 << 2;
const UNALLOCATED: u32 = 0;
const REALLOCATE: u32 = 1 << 2;
const FASTMAP_ACCURATE: u32 = 1 << 4;
const NO_SUB: u32 = 1 << 5;
const NOT_BOL: u32 = 1 << 6;
const NOT_EOL: u32 = 1 << 7;
const NEWLINE_ANCHOR: u32 = 1 << 8;

/// `regmatch_t`.
#[repr(C)]
pub struct Place {
    start: c_int,
    end: c_int,
}

/// `struct re_registers`.
#[repr(C)]
pub struct Registers {
    count: u32,
    start: *mut c_int,
    end: *mut c_int,
}

#[unsafe(no_mangle)]
pub static mut pikse_libc_re_syntax_options: u64 = 0;

/// Compiles a pattern; returns the number of an error.
unsafe fn compile(to: *mut Compiled, text: *const u8, length: usize, syntax: u64) -> c_int {
    let ignores_case = syntax & on::ICASE != 0;
    let pattern = Pattern { text, length, at: 0, translate: (*to).translate, ignores_case };
    let mut parser = Parser::new(pattern, syntax);
    let tree = parser.whole();
    let mut answer = 0;
    match tree {
        Err(error) => answer = error,
        Ok(tree) => {
            let mut writer = Writer { parser: &parser, code: List::new(), loops: 0 };
            writer.write(tree);
            writer.code.push(Inst::Match);
            let (code, loops) = (writer.code, writer.loops);
            let program = own(size_of::<Program>()).cast::<Program>();
            program.write(Program {
                code,
                sets: core::mem::replace(&mut parser.sets, List::new()),
                groups: parser.groups,
                loops,
                has_references: parser.has_references,
                syntax,
            });
            (*to).program = program;
            (*to).groups = parser.groups;
        }
    }
    parser.parts.free();
    parser.sets.free();
    (*to).syntax = syntax;
    (*to).flags &= !(FASTMAP_ACCURATE | NOT_BOL | NOT_EOL | ALLOCATED);
    if answer != 0 {
        (*to).program = null_mut();
    }
    answer
}

unsafe fn release(of: *mut Compiled) {
    let program = (*of).program;
    if !program.is_null() {
        (*program).code.free();
        (*program).sets.free();
        pikse_vm_free(program.cast());
    }
    (*of).program = null_mut();
    (*of).allocated = 0;
}

fn message(error: c_int) -> *const c_char {
    let text = match error {
        0 => c"Success",
        1 => c"No match",
        2 => c"Invalid regular expression",
        3 => c"Invalid collation character",
        4 => c"Invalid character class name",
        5 => c"Trailing backslash",
        6 => c"Invalid back reference",
        7 => c"Unmatched [, [^, [:, [., or [=",
        8 => c"Unmatched ( or \\(",
        9 => c"Unmatched \\{",
        10 => c"Invalid content of \\{\\}",
        11 => c"Invalid range end",
        12 => c"Memory exhausted",
        13 => c"Invalid preceding regular expression",
        14 => c"Premature end of regular expression",
        15 => c"Regular expression too big",
        _ => c"Unmatched ) or \\)",
    };
    text.as_ptr()
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_re_set_syntax(syntax: u64) -> u64 {
    let old = pikse_libc_re_syntax_options;
    pikse_libc_re_syntax_options = syntax;
    old
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_re_compile_pattern(
    text: *const u8,
    length: usize,
    to: *mut Compiled,
) -> *const c_char {
    let syntax = pikse_libc_re_syntax_options;
    let no_sub = if syntax & on::NO_SUB != 0 { NO_SUB } else { 0 };
    (*to).flags = (*to).flags & !NO_SUB | no_sub | NEWLINE_ANCHOR;
    match compile(to, text, length, syntax) {
        0 => core::ptr::null(),
        error => message(error),
    }
}

/// A match may begin with any byte.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_re_compile_fastmap(of: *mut Compiled) -> c_int {
    if !(*of).fastmap.is_null() {
        core::ptr::write_bytes((*of).fastmap, 1, 256);
    }
    (*of).flags |= FASTMAP_ACCURATE;
    0
}

/// Searches from positions `first`, `first` ± 1 … `last`; returns where the match begins.
unsafe fn search(
    program: &Program,
    text: &Text,
    first: i64,
    last: i64,
    best: *mut i32,
) -> Option<usize> {
    let mut run = Run::new(program, text);
    let step = if last < first { -1 } else { 1 };
    let mut at = first;
    let mut found = None;
    loop {
        if run.longest(at as usize, best).is_some() {
            found = Some(at as usize);
            break;
        }
        if at == last {
            break;
        }
        at += step;
    }
    run.free();
    found
}

unsafe fn text_of(of: *const Compiled, bytes: *const u8, length: usize) -> Text {
    Text {
        bytes,
        length,
        translate: (*of).translate,
        ignores_case: (*of).syntax & on::ICASE != 0,
        not_bol: (*of).flags & NOT_BOL != 0,
        not_eol: (*of).flags & NOT_EOL != 0,
        newline_anchor: (*of).flags & NEWLINE_ANCHOR != 0,
    }
}

unsafe fn places_of(program: &Program) -> *mut i32 {
    own(2 * (program.groups + 1) * size_of::<i32>()).cast()
}

unsafe fn gnu_search(
    of: *mut Compiled,
    bytes: *const u8,
    length: c_int,
    start: c_int,
    range: i64,
    registers: *mut Registers,
    wants_length: bool,
) -> c_int {
    if start < 0 || start > length || (*of).program.is_null() {
        return -1;
    }
    let end = i64::from(start) + range;
    let last = end.max(0).min(i64::from(length));
    let program = &*(*of).program;
    let text = text_of(of, bytes, length as usize);
    let best = places_of(program);
    let found = search(program, &text, i64::from(start), last, best);
    let answer = match found {
        None => -1,
        Some(at) => {
            if !registers.is_null() && (*of).flags & NO_SUB == 0 {
                store(of, registers, best, program.groups + 1);
            }
            if wants_length { *best.add(1) - *best } else { at as c_int }
        }
    };
    pikse_vm_free(best.cast());
    answer
}

/// Stores the places of groups in the caller's registers, which may have to be allocated.
unsafe fn store(of: *mut Compiled, to: *mut Registers, best: *const i32, groups: usize) {
    let needed = groups + 1;
    match (*of).flags & ALLOCATED {
        UNALLOCATED => {
            (*to).start = malloc(needed * size_of::<c_int>()).cast();
            (*to).end = malloc(needed * size_of::<c_int>()).cast();
            (*to).count = needed as u32;
            (*of).flags = (*of).flags & !ALLOCATED | REALLOCATE;
        }
        REALLOCATE if (*to).count < needed as u32 => {
            (*to).start = realloc((*to).start.cast(), needed * size_of::<c_int>()).cast();
            (*to).end = realloc((*to).end.cast(), needed * size_of::<c_int>()).cast();
            (*to).count = needed as u32;
        }
        _ => {}
    }
    if (*to).start.is_null() || (*to).end.is_null() {
        return;
    }
    let mut at = 0;
    while at < (*to).count as usize {
        let (start, end) = match at < groups {
            true => (*best.add(2 * at), *best.add(2 * at + 1)),
            false => (NOWHERE, NOWHERE),
        };
        // A group that was begun but not closed in the last round has no place.
        let is_whole = start >= 0 && end >= 0;
        *(*to).start.add(at) = if is_whole { start } else { NOWHERE };
        *(*to).end.add(at) = if is_whole { end } else { NOWHERE };
        at += 1;
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_re_search(
    of: *mut Compiled,
    bytes: *const u8,
    length: c_int,
    start: c_int,
    range: c_int,
    registers: *mut Registers,
) -> c_int {
    gnu_search(of, bytes, length, start, i64::from(range), registers, false)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_re_match(
    of: *mut Compiled,
    bytes: *const u8,
    length: c_int,
    start: c_int,
    registers: *mut Registers,
) -> c_int {
    gnu_search(of, bytes, length, start, 0, registers, true)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_re_set_registers(
    of: *mut Compiled,
    registers: *mut Registers,
    count: u32,
    start: *mut c_int,
    end: *mut c_int,
) {
    let flags = if count > 0 { REALLOCATE } else { UNALLOCATED };
    (*of).flags = (*of).flags & !ALLOCATED | flags;
    *registers = match count {
        0 => Registers { count: 0, start: null_mut(), end: null_mut() },
        _ => Registers { count, start, end },
    };
}

const REG_EXTENDED: c_int = 1;
const REG_ICASE: c_int = 2;
const REG_NEWLINE: c_int = 4;
const REG_NOSUB: c_int = 8;
const REG_NOTBOL: c_int = 1;
const REG_NOTEOL: c_int = 2;
const REG_STARTEND: c_int = 4;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_regcomp(
    to: *mut Compiled,
    text: *const c_char,
    flags: c_int,
) -> c_int {
    let mut syntax = if flags & REG_EXTENDED != 0 { on::EXTENDED } else { on::BASIC };
    if flags & REG_ICASE != 0 {
        syntax |= on::ICASE;
    }
    let mut own_flags = 0;
    if flags & REG_NEWLINE != 0 {
        syntax = syntax & !on::DOT_NEWLINE | on::HAT_LISTS_NOT_NEWLINE;
        own_flags |= NEWLINE_ANCHOR;
    }
    if flags & REG_NOSUB != 0 {
        own_flags |= NO_SUB;
    }
    *to = Compiled {
        program: null_mut(),
        allocated: 0,
        used: 0,
        syntax,
        fastmap: null_mut(),
        translate: null_mut(),
        groups: 0,
        flags: own_flags,
    };
    let length = pikse_libc_strlen(text);
    match compile(to, text.cast(), length, syntax) {
        // glibc does not tell these apart.
        error::ERPAREN => error::EPAREN,
        answer => answer,
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_regexec(
    of: *const Compiled,
    bytes: *const c_char,
    count: usize,
    places: *mut Place,
    flags: c_int,
) -> c_int {
    if flags & !(REG_NOTBOL | REG_NOTEOL | REG_STARTEND) != 0 {
        return error::BADPAT;
    }
    let (start, length) = match flags & REG_STARTEND {
        0 => (0, pikse_libc_strlen(bytes)),
        _ => ((*places).start as usize, (*places).end as usize),
    };
    let program = &*(*of).program;
    let mut text = text_of(of, bytes.cast(), length);
    text.not_bol = flags & REG_NOTBOL != 0;
    text.not_eol = flags & REG_NOTEOL != 0;
    let best = places_of(program);
    let found = search(program, &text, start as i64, length as i64, best);
    if found.is_some() && (*of).flags & NO_SUB == 0 {
        let mut at = 0;
        while at < count {
            let (start, end) = match at <= program.groups {
                true => (*best.add(2 * at), *best.add(2 * at + 1)),
                false => (NOWHERE, NOWHERE),
            };
            let is_whole = start >= 0 && end >= 0;
            let place = if is_whole { (start, end) } else { (NOWHERE, NOWHERE) };
            *places.add(at) = Place { start: place.0, end: place.1 };
            at += 1;
        }
    }
    pikse_vm_free(best.cast());
    if found.is_some() { 0 } else { error::NOMATCH }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_regerror(
    error: c_int,
    _: *const Compiled,
    to: *mut c_char,
    room: usize,
) -> usize {
    let text = message(error);
    if room > 0 {
        let mut writer = Texts::new(to.cast(), room);
        writer.text(text);
        writer.end();
    }
    pikse_libc_strlen(text) + 1
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_regfree(of: *mut Compiled) {
    release(of);
    free((*of).fastmap.cast());
    free((*of).translate);
    ((*of).fastmap, (*of).translate) = (null_mut(), null_mut());
}
