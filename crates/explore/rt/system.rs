//! Calls of the system, without the C library.

use core::arch::asm;

const WRITE: usize = 1;
const OPEN: usize = 2;
const CLOSE: usize = 3;
const SEEK: usize = 8;
const MAP: usize = 9;
const SET_SIGNAL: usize = 13;
const SET_BLOCKED: usize = 14;
const END_THREAD: usize = 60;
const SET_MASK: usize = 95;
const SET_USER: usize = 105;
const SET_GROUP: usize = 106;
const EFFECTIVE_USER: usize = 107;
const SET_GROUPS: usize = 116;
const CONTROL: usize = 157;
const SET_LIMIT: usize = 160;
const FUTEX: usize = 202;
const EXIT: usize = 231;
const NEW_RULES: usize = 444;
const ADD_RULE: usize = 445;
const OBEY_RULES: usize = 446;

/// Which resource a limit is for.
pub(crate) const FILE_SIZE: usize = 1;
pub(crate) const CORE: usize = 4;
pub(crate) const DESCRIPTORS: usize = 7;
pub(crate) const ADDRESS_SPACE: usize = 9;

unsafe fn call(number: usize, arguments: [usize; 6]) -> isize {
    let result: isize;
    // SAFETY: the callers below pass what the system call needs.
    unsafe {
        asm!(
            "syscall",
            inlateout("rax") number as isize => result,
            in("rdi") arguments[0],
            in("rsi") arguments[1],
            in("rdx") arguments[2],
            in("r10") arguments[3],
            in("r8") arguments[4],
            in("r9") arguments[5],
            lateout("rcx") _,
            lateout("r11") _,
            options(nostack),
        );
    }
    result
}

pub(crate) unsafe fn write(descriptor: i32, bytes: *const u8, count: usize) {
    let mut done = 0;
    while done < count {
        let rest = unsafe { bytes.add(done) } as usize;
        let arguments = [descriptor as usize, rest, count - done, 0, 0, 0];
        // SAFETY: the caller says that the bytes are there.
        let result = unsafe { call(WRITE, arguments) };
        if result <= 0 {
            return;
        }
        done += result as usize;
    }
}

/// Memory at an address, in whole pages; false if there is something already.
pub(crate) unsafe fn map_at(address: usize, count: usize) -> bool {
    const PAGE: usize = 4096;
    const READ_AND_WRITE: usize = 3;
    /// Private, new, fixed, and without room in the swap space.
    const PRIVATE_NEW_FIXED: usize = 0x10_0000 | 0x4000 | 0x20 | 0x02;
    let from = address & !(PAGE - 1);
    let size = (address - from).wrapping_add(count).next_multiple_of(PAGE);
    let arguments = [from, size, READ_AND_WRITE, PRIVATE_NEW_FIXED, usize::MAX, 0];
    // SAFETY: the system maps nothing over what is there.
    unsafe { call(MAP, arguments) == from as isize }
}

/// The contents of a file, as memory that is written back to it; null if that is not possible.
pub(crate) unsafe fn map(path: *const u8) -> *mut u8 {
    const READ_AND_WRITE_CLOSED_BY_EXEC: usize = 0o2_000_002;
    const END: usize = 2;
    const READ_AND_WRITE: usize = 3;
    const SHARED: usize = 1;
    // SAFETY: the path ends with a zero byte; the rest works on what is new.
    unsafe {
        let file = call(OPEN, [path as usize, READ_AND_WRITE_CLOSED_BY_EXEC, 0, 0, 0, 0]);
        if file < 0 {
            return core::ptr::null_mut();
        }
        let size = call(SEEK, [file as usize, 0, END, 0, 0, 0]);
        let at = call(MAP, [0, size.max(0) as usize, READ_AND_WRITE, SHARED, file as usize, 0]);
        call(CLOSE, [file as usize, 0, 0, 0, 0, 0]);
        if at < 0 { core::ptr::null_mut() } else { at as *mut u8 }
    }
}

pub(crate) unsafe fn limit(resource: usize, most: u64) {
    let both = [most, most];
    // SAFETY: two numbers are there.
    unsafe { call(SET_LIMIT, [resource, both.as_ptr() as usize, 0, 0, 0, 0]) };
}

/// Signals are neither ignored nor blocked, whatever this process inherited: under `nohup`, for
/// instance, one is ignored.
pub(crate) fn reset_signals() {
    const SET: usize = 2;
    const SIGNALS: usize = 64;
    // The default handler, without flags and mask.
    let (action, none) = ([0u64; 4], 0u64);
    // SAFETY: both structures are there; signals that cannot be set are left alone.
    unsafe {
        for signal in 1..=SIGNALS {
            call(SET_SIGNAL, [signal, action.as_ptr() as usize, 0, 8, 0, 0]);
        }
        call(SET_BLOCKED, [SET, &raw const none as usize, 0, 8, 0, 0]);
    }
}

/// Makes root an ordinary user, and sets what new files may do: as in the models.
pub(crate) fn become_user() {
    const MASK: usize = 0o022;
    // SAFETY: no memory is passed.
    unsafe {
        call(SET_MASK, [MASK, 0, 0, 0, 0, 0]);
        if call(EFFECTIVE_USER, [0; 6]) == 0 {
            call(SET_GROUPS, [0; 6]);
            call(SET_GROUP, [super::layout::USER as usize, 0, 0, 0, 0, 0]);
            call(SET_USER, [super::layout::USER as usize, 0, 0, 0, 0, 0]);
        }
    }
}

/// What the kernel's Landlock can forbid.
mod access {
    pub(super) const WRITE: u64 = 1 << 1;
    const REMOVE: u64 = 1 << 4 | 1 << 5;
    /// Making devices, folders, files, sockets, FIFOs and links.
    const MAKE: u64 = 0x7f << 6;
    /// Moving to another folder.
    const REFER: u64 = 1 << 13;
    pub(super) const TRUNCATE: u64 = 1 << 14;
    /// Everything that changes files, for a version that has it all.
    pub(super) const CHANGE: u64 = WRITE | REMOVE | MAKE | REFER | TRUNCATE;
    /// New files among those of others.
    pub(super) const ADD: u64 = WRITE | MAKE | TRUNCATE;
}

/// The first version with all of these.
const VERSION: isize = 3;
/// The first version that can forbid signals to other processes.
const SIGNALS: isize = 6;

/// Lets the program change nothing but the files of its run: a test of a program that removes files
/// must not remove those of the user. Older kernels cannot do this, and let it run as it is.
pub(crate) fn confine() {
    const NO_NEW_PRIVILEGES: usize = 38;
    const ASK_VERSION: usize = 1;
    // SAFETY: all memory that is passed is on this stack, with the sizes that the kernel knows.
    unsafe {
        let version = call(NEW_RULES, [0, 0, ASK_VERSION, 0, 0, 0]);
        if version < VERSION {
            return;
        }
        // Access to files, to the network, and to other processes.
        let rules = [access::CHANGE, 0, if version < SIGNALS { 0 } else { 2 }];
        let size = if version < SIGNALS { 8 } else { 24 };
        let rules = call(NEW_RULES, [rules.as_ptr() as usize, size, 0, 0, 0, 0]);
        if rules < 0 {
            return;
        }
        // The program is in `tree/home/user` of the folder of its run.
        allow(rules, c"../../..".as_ptr().cast(), access::CHANGE);
        allow(rules, c"/tmp".as_ptr().cast(), access::ADD);
        allow(rules, c"/dev".as_ptr().cast(), access::WRITE | access::TRUNCATE);
        call(CONTROL, [NO_NEW_PRIVILEGES, 1, 0, 0, 0, 0]);
        call(OBEY_RULES, [rules as usize, 0, 0, 0, 0, 0]);
        call(CLOSE, [rules as usize, 0, 0, 0, 0, 0]);
    }
}

/// A rule for everything in a folder.
unsafe fn allow(rules: isize, folder: *const u8, what: u64) {
    /// The kernel's form of it.
    #[repr(C, packed)]
    struct Beneath {
        what: u64,
        folder: i32,
    }
    const PATH_CLOSED_BY_EXEC: usize = 0o12_000_000;
    // SAFETY: the name ends with a zero byte, and the rule is on this stack.
    unsafe {
        let opened = call(OPEN, [folder as usize, PATH_CLOSED_BY_EXEC, 0, 0, 0, 0]);
        if opened < 0 {
            return;
        }
        let rule = Beneath { what, folder: opened as i32 };
        call(ADD_RULE, [rules as usize, 1, &raw const rule as usize, 0, 0, 0]);
        call(CLOSE, [opened as usize, 0, 0, 0, 0, 0]);
    }
}

/// Waits while a word has a value, or until another thread wakes this one.
pub(crate) unsafe fn wait_while(word: *const u32, value: u32) {
    const WAIT: usize = 128;
    // SAFETY: the word is there.
    unsafe { call(FUTEX, [word as usize, WAIT, value as usize, 0, 0, 0]) };
}

/// Wakes the thread that waits for a word.
pub(crate) unsafe fn wake(word: *const u32) {
    const WAKE: usize = 129;
    // SAFETY: the word is there.
    unsafe { call(FUTEX, [word as usize, WAKE, 1, 0, 0, 0]) };
}

/// Ends the thread, and nothing else.
pub(crate) fn end_thread() -> ! {
    loop {
        // SAFETY: it does not come back.
        unsafe { call(END_THREAD, [0; 6]) };
    }
}

pub(crate) fn exit(status: i32) -> ! {
    loop {
        // SAFETY: it does not come back.
        unsafe { call(EXIT, [status as usize, 0, 0, 0, 0, 0]) };
    }
}
