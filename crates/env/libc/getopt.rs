//! `getopt.h`, like glibc's: arguments that are not options move to the end, unless the options
//! begin with `+` (then they end the options) or `-` (then each is an option 1).

use core::ffi::{c_char, c_int};
use core::ptr::null_mut;

use super::stdio::stream::pikse_libc_stderr;
use super::stdio::write::pikse_libc_fputs;
use super::string::plain::{
    pikse_libc_strchr, pikse_libc_strcmp, pikse_libc_strlen, pikse_libc_strncmp,
};

#[unsafe(no_mangle)]
pub static mut pikse_libc_optarg: *mut c_char = null_mut();
#[unsafe(no_mangle)]
pub static mut pikse_libc_optind: c_int = 1;
#[unsafe(no_mangle)]
pub static mut pikse_libc_opterr: c_int = 1;
#[unsafe(no_mangle)]
pub static mut pikse_libc_optopt: c_int = b'?' as c_int;

/// The position of the next letter in an argument with several letters.
static mut NEXT: *mut c_char = null_mut();
/// The skipped arguments that are not options: from the first to before the last.
static mut FIRST: c_int = 1;
static mut LAST: c_int = 1;
/// Whether parsing has started.
static mut BEGUN: bool = false;

/// `struct option`.
#[repr(C)]
pub struct Long {
    name: *const c_char,
    takes: c_int,
    flag: *mut c_int,
    value: c_int,
}

/// The arguments of a call.
struct Call {
    argc: c_int,
    argv: *mut *mut c_char,
    letters: *const c_char,
    longs: *const Long,
    index: *mut c_int,
    /// Whether a single `-` may start a long name.
    only: bool,
    /// The first character of the letters, if it is `+` or `-`; else 0.
    order: u8,
    /// Whether a missing argument gives `:`, without a message.
    quiet: bool,
}

impl Call {
    unsafe fn argument(&self, at: c_int) -> *mut c_char {
        *self.argv.add(at as usize)
    }

    /// Whether an argument is not an option.
    unsafe fn is_plain(&self, at: c_int) -> bool {
        let argument = self.argument(at);
        *argument as u8 != b'-' || *argument.add(1) == 0
    }

    /// Moves the skipped arguments after the options that followed them.
    unsafe fn exchange(&self) {
        let (mut low, middle, high) = (FIRST, LAST, pikse_libc_optind);
        // Rotates by moving one argument at a time, since there are few.
        let mut at = middle;
        while at < high {
            let moved = self.argument(at);
            let mut back = at;
            while back > low {
                *self.argv.add(back as usize) = self.argument(back - 1);
                back -= 1;
            }
            *self.argv.add(low as usize) = moved;
            low += 1;
            at += 1;
        }
        FIRST += pikse_libc_optind - LAST;
        LAST = pikse_libc_optind;
    }

    unsafe fn complain(&self, text: &core::ffi::CStr, letter: c_int) {
        if pikse_libc_opterr == 0 || self.quiet {
            return;
        }
        let mut one = [letter as c_char, 0];
        let say = |text: *const c_char| pikse_libc_fputs(text, pikse_libc_stderr);
        say(self.argument(0));
        say(text.as_ptr());
        say((&raw mut one).cast());
        say(c"'\n".as_ptr());
    }

    unsafe fn complain_long(&self, text: &core::ffi::CStr, name: *const c_char) {
        if pikse_libc_opterr == 0 || self.quiet {
            return;
        }
        let say = |text: *const c_char| pikse_libc_fputs(text, pikse_libc_stderr);
        say(self.argument(0));
        say(text.as_ptr());
        say(name);
        say(c"'\n".as_ptr());
    }
}

unsafe fn next(call: &mut Call) -> c_int {
    pikse_libc_optarg = null_mut();
    if pikse_libc_optind == 0 || !BEGUN {
        if pikse_libc_optind == 0 {
            pikse_libc_optind = 1;
        }
        (FIRST, LAST, BEGUN, NEXT) = (pikse_libc_optind, pikse_libc_optind, true, null_mut());
    }
    if matches!(*call.letters as u8, b'+' | b'-') {
        call.order = *call.letters as u8;
        call.letters = call.letters.add(1);
    }
    if *call.letters as u8 == b':' {
        call.quiet = true;
        call.letters = call.letters.add(1);
    }
    if NEXT.is_null() || *NEXT == 0 {
        if let Some(end) = next_argument(call) {
            return end;
        }
        let argument = call.argument(pikse_libc_optind);
        if !call.longs.is_null() {
            if *argument.add(1) as u8 == b'-' {
                pikse_libc_optind += 1;
                return long(call, argument.add(2), true);
            }
            let letter = c_int::from(*argument.add(1) as u8);
            let several = *argument.add(2) != 0;
            let unknown = pikse_libc_strchr(call.letters, letter).is_null();
            if call.only && (several || unknown) {
                pikse_libc_optind += 1;
                let found = long(call, argument.add(1), unknown);
                if found != -1 {
                    return found;
                }
                pikse_libc_optind -= 1;
            }
        }
        NEXT = argument.add(1);
    }
    short(call)
}

/// Moves to the next option; gives the result to return if there is none.
unsafe fn next_argument(call: &Call) -> Option<c_int> {
    if LAST > pikse_libc_optind {
        LAST = pikse_libc_optind;
    }
    if FIRST > pikse_libc_optind {
        FIRST = pikse_libc_optind;
    }
    if call.order == 0 {
        if FIRST != LAST && LAST != pikse_libc_optind {
            call.exchange();
        } else if LAST != pikse_libc_optind {
            FIRST = pikse_libc_optind;
        }
        while pikse_libc_optind < call.argc && call.is_plain(pikse_libc_optind) {
            pikse_libc_optind += 1;
        }
        LAST = pikse_libc_optind;
    }
    if pikse_libc_optind != call.argc
        && pikse_libc_strcmp(call.argument(pikse_libc_optind), c"--".as_ptr()) == 0
    {
        pikse_libc_optind += 1;
        if FIRST != LAST && LAST != pikse_libc_optind {
            call.exchange();
        } else if FIRST == LAST {
            FIRST = pikse_libc_optind;
        }
        LAST = call.argc;
        pikse_libc_optind = call.argc;
    }
    if pikse_libc_optind == call.argc {
        if FIRST != LAST {
            pikse_libc_optind = FIRST;
        }
        return Some(-1);
    }
    if call.is_plain(pikse_libc_optind) {
        if call.order == b'+' {
            return Some(-1);
        }
        pikse_libc_optarg = call.argument(pikse_libc_optind);
        pikse_libc_optind += 1;
        return Some(1);
    }
    None
}

unsafe fn short(call: &Call) -> c_int {
    let letter = c_int::from(*NEXT as u8);
    NEXT = NEXT.add(1);
    let found = pikse_libc_strchr(call.letters, letter);
    let last = *NEXT == 0;
    if last {
        pikse_libc_optind += 1;
    }
    if found.is_null() || letter == c_int::from(b':') || letter == c_int::from(b';') {
        call.complain(c": invalid option -- '", letter);
        pikse_libc_optopt = letter;
        return c_int::from(b'?');
    }
    if *found.add(1) as u8 != b':' {
        return letter;
    }
    if !last {
        pikse_libc_optarg = NEXT;
        pikse_libc_optind += 1;
    } else if *found.add(2) as u8 != b':' {
        if pikse_libc_optind == call.argc {
            call.complain(c": option requires an argument -- '", letter);
            pikse_libc_optopt = letter;
            NEXT = null_mut();
            return c_int::from(if call.quiet { b':' } else { b'?' });
        }
        pikse_libc_optarg = call.argument(pikse_libc_optind);
        pikse_libc_optind += 1;
    }
    NEXT = null_mut();
    letter
}

/// A long option. A name may be abbreviated if it is unique. -1 if there is none and no message is
/// needed.
unsafe fn long(call: &Call, name: *mut c_char, complain: bool) -> c_int {
    let sign = pikse_libc_strchr(name, c_int::from(b'='));
    let length = match sign.is_null() {
        true => pikse_libc_strlen(name),
        false => sign.offset_from(name) as usize,
    };
    NEXT = null_mut();
    let (mut found, mut several, mut at) = (-1, false, 0);
    while !(*call.longs.add(at)).name.is_null() {
        let option = &*call.longs.add(at);
        if pikse_libc_strncmp(option.name, name, length) == 0 {
            if pikse_libc_strlen(option.name) == length {
                (found, several) = (at as c_int, false);
                break;
            }
            several |= found >= 0;
            found = at as c_int;
        }
        at += 1;
    }
    if found < 0 || several {
        if !complain {
            return -1;
        }
        let text = if several { c": ambiguous option '" } else { c": unrecognized option '" };
        call.complain_long(text, name.sub(2));
        pikse_libc_optopt = 0;
        return c_int::from(b'?');
    }
    let option = &*call.longs.add(found as usize);
    if !sign.is_null() {
        if option.takes == 0 {
            call.complain_long(c": option doesn't allow an argument: '", option.name);
            pikse_libc_optopt = option.value;
            return c_int::from(b'?');
        }
        pikse_libc_optarg = sign.add(1);
    } else if option.takes == 1 {
        if pikse_libc_optind == call.argc {
            call.complain_long(c": option requires an argument: '", option.name);
            pikse_libc_optopt = option.value;
            return c_int::from(if call.quiet { b':' } else { b'?' });
        }
        pikse_libc_optarg = call.argument(pikse_libc_optind);
        pikse_libc_optind += 1;
    }
    if !call.index.is_null() {
        *call.index = found;
    }
    if option.flag.is_null() {
        return option.value;
    }
    *option.flag = option.value;
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_getopt(
    argc: c_int,
    argv: *mut *mut c_char,
    letters: *const c_char,
) -> c_int {
    let (longs, index) = (core::ptr::null(), null_mut());
    next(&mut Call { argc, argv, letters, longs, index, only: false, order: 0, quiet: false })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_getopt_long(
    argc: c_int,
    argv: *mut *mut c_char,
    letters: *const c_char,
    longs: *const Long,
    index: *mut c_int,
) -> c_int {
    next(&mut Call { argc, argv, letters, longs, index, only: false, order: 0, quiet: false })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_getopt_long_only(
    argc: c_int,
    argv: *mut *mut c_char,
    letters: *const c_char,
    longs: *const Long,
    index: *mut c_int,
) -> c_int {
    next(&mut Call { argc, argv, letters, longs, index, only: true, order: 0, quiet: false })
}
