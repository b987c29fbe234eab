//! Processes: there is one. It can be replaced only by programs that exist, and gets no children.

use core::ffi::{c_char, c_int, c_uint};
use core::ptr::null_mut;

use super::errno::{self, fail};
use super::fs::node::{S_IFDIR, S_IFREG};
use super::fs::path::{self, AT_FDCWD, Want};
use super::fs::{Answer, rights};
use super::machine::{pikse_vm_note, pikse_vm_unsupported};
use super::stdio::arguments::VaList;
use super::stdio::text::Writer;
use super::stdlib::environment::pikse_libc_getenv;
use super::string::plain::{pikse_libc_strchr, pikse_libc_strlen};

/// The id of the only process.
pub const PROCESS: c_int = 1000;
/// The process that started it.
const PARENT: c_int = 1;

macro_rules! constants {
    ($($name:ident = $value:expr;)*) => {$(
        #[unsafe(no_mangle)]
        pub extern "C" fn $name() -> c_int {
            $value
        }
    )*};
}

constants! {
    pikse_libc_getpid = PROCESS;
    pikse_libc_gettid = PROCESS;
    pikse_libc_getppid = PARENT;
    pikse_libc_getpgrp = PROCESS;
    pikse_libc_setpgrp = 0;
    // It leads its group, so it cannot lead a session.
    pikse_libc_setsid = fail(errno::EPERM);
    pikse_libc_vhangup = fail(errno::EPERM);
}

fn is_self(process: c_int) -> bool {
    process == 0 || process == PROCESS
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_getpgid(process: c_int) -> c_int {
    if is_self(process) { PROCESS } else { fail(errno::ESRCH) }
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_getsid(process: c_int) -> c_int {
    if is_self(process) { PARENT } else { fail(errno::ESRCH) }
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_setpgid(process: c_int, group: c_int) -> c_int {
    match () {
        () if !is_self(process) => fail(errno::ESRCH),
        () if group < 0 => fail(errno::EINVAL),
        () if is_self(group) => 0,
        () => fail(errno::EPERM),
    }
}

macro_rules! no_children {
    ($($name:ident($($parameter:ty),*);)*) => {$(
        #[unsafe(no_mangle)]
        pub extern "C" fn $name($(_: $parameter),*) -> c_int {
            fail(errno::ECHILD)
        }
    )*};
}

no_children! {
    pikse_libc_wait(*mut c_int);
    pikse_libc_waitpid(c_int, *mut c_int, c_int);
    pikse_libc_waitid(c_int, c_uint, *mut u8, c_int);
    pikse_libc_wait3(*mut c_int, c_int, *mut u8);
    pikse_libc_wait4(c_int, *mut c_int, c_int, *mut u8);
}

/// There is no room for another process. The system may say so, and what a child would do is not
/// explored.
pub unsafe fn no_process() -> c_int {
    pikse_vm_note(
        c"fork and similar calls fail: what a child process does is not explored".as_ptr(),
    );
    fail(errno::EAGAIN)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_fork() -> c_int {
    no_process()
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_vfork() -> c_int {
    no_process()
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_popen(_: *const c_char, _: *const c_char) -> *mut u8 {
    no_process();
    null_mut()
}

/// Without a command it says whether there is a shell.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_system(command: *const c_char) -> c_int {
    if command.is_null() { 1 } else { no_process() }
}

/// Replaces the program, if there is one to replace it with. All files are given by the user or made by the
/// program, and few bytes are no program: the kernel refuses them.
unsafe fn run(name: *const c_char) -> Answer<()> {
    let mut name = name;
    let mut interpreter = [0u8; FIRST_LINE];
    let mut scripts = 0;
    loop {
        let node = path::node_of(AT_FDCWD, name, Want::Target)?;
        if (*node).is(S_IFDIR) || !(*node).is(S_IFREG) || !rights::may(node, rights::SEARCH) {
            return Err(errno::EACCES);
        }
        let byte = |at: usize| if at < (*node).stored { *(*node).data.add(at) } else { 0 };
        if byte(0) != b'#' || byte(1) != b'!' {
            let is_program = (*node).size >= SMALLEST_PROGRAM && byte(0) == 0x7f;
            if is_program && byte(1) == b'E' && byte(2) == b'L' && byte(3) == b'F' {
                pikse_vm_unsupported(c"exec of a program that the program made".as_ptr());
            }
            return Err(errno::ENOEXEC);
        }
        let mut at = 2;
        while matches!(byte(at), b' ' | b'\t') && at < FIRST_LINE {
            at += 1;
        }
        let mut length = 0;
        while !matches!(byte(at), 0 | b' ' | b'\t' | b'\n') && at < FIRST_LINE - 1 {
            interpreter[length] = byte(at);
            length += 1;
            at += 1;
        }
        if length == 0 {
            // An empty name, which ends at a zero byte, is the working folder.
            let is_line = byte(at) == b'\n' || at == FIRST_LINE;
            return Err(if is_line { errno::ENOEXEC } else { errno::EACCES });
        }
        interpreter[length] = 0;
        scripts += 1;
        if scripts > MOST_SCRIPTS {
            return Err(errno::ELOOP);
        }
        name = (&raw const interpreter).cast();
    }
}

/// The size of the header of a program of 32 bits.
const SMALLEST_PROGRAM: usize = 52;
/// How much of a script the kernel looks at.
const FIRST_LINE: usize = 256;
/// How many scripts may be the interpreter of another.
const MOST_SCRIPTS: usize = 5;

const LONGEST: usize = 4096;

/// The same, for a name that is looked for in `PATH`. What is no program is given to the shell, as a script.
unsafe fn search(name: *const c_char) -> Answer<()> {
    match find(name) {
        Err(errno::ENOEXEC) => {
            pikse_vm_note(c"there is no shell: what a script does is not explored".as_ptr());
            Err(errno::ENOENT)
        }
        answer => answer,
    }
}

unsafe fn find(name: *const c_char) -> Answer<()> {
    super::fs::check(name)?;
    if *name == 0 {
        return Err(errno::ENOENT);
    }
    if !pikse_libc_strchr(name, c_int::from(b'/')).is_null() {
        return run(name);
    }
    let given = pikse_libc_getenv(c"PATH".as_ptr());
    let mut folder = if given.is_null() { c"/bin:/usr/bin".as_ptr() } else { given.cast_const() };
    let mut last = errno::ENOENT;
    let mut whole = [0u8; LONGEST];
    loop {
        let mut end = folder;
        while *end != 0 && *end as u8 != b':' {
            end = end.add(1);
        }
        let length = end.offset_from(folder) as usize;
        if length + pikse_libc_strlen(name) + 2 < LONGEST {
            let to = (&raw mut whole).cast::<u8>();
            core::ptr::copy_nonoverlapping(folder.cast(), to, length);
            let mut text = Writer::new(to.add(length), LONGEST - length);
            if length > 0 {
                text.byte(b'/');
            }
            text.text(name);
            text.end();
            match run(to.cast()) {
                Err(errno::EACCES) => last = errno::EACCES,
                Err(errno::ENOENT | errno::ENOTDIR | errno::ENODEV) => {}
                answer => return answer,
            }
        }
        if *end == 0 {
            return Err(last);
        }
        folder = end.add(1);
    }
}

macro_rules! execs {
    ($($name:ident = $how:ident($($parameter:ty),*);)*) => {$(
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(name: *const c_char $(, _: $parameter)*) -> c_int {
            super::fs::done($how(name))
        }
    )*};
}

execs! {
    pikse_libc_execve = run(*const *const c_char, *const *const c_char);
    pikse_libc_execv = run(*const *const c_char);
    pikse_libc_execvp = search(*const *const c_char);
    pikse_libc_execvpe = search(*const *const c_char, *const *const c_char);
    // Of the variadic functions, only the name is used: src/variadic.rs.
    pikse_model_execl = run(*const c_char, *mut VaList);
    pikse_model_execlp = search(*const c_char, *mut VaList);
}

static mut PRIORITY: c_int = 0;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_getpriority(which: c_int, who: c_uint) -> c_int {
    match which {
        0 | 1 if is_self(who as c_int) => PRIORITY,
        2 if matches!(who, 0 | super::users::USER) => PRIORITY,
        0..3 => fail(errno::ESRCH),
        _ => fail(errno::EINVAL),
    }
}

fn clamp(priority: c_int) -> c_int {
    priority.clamp(-20, 19)
}

/// Only root may raise a priority.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_setpriority(which: c_int, who: c_uint, to: c_int) -> c_int {
    errno::set(0);
    let now = pikse_libc_getpriority(which, who);
    if errno::get() != 0 {
        return -1;
    }
    if clamp(to) < now {
        return fail(errno::EACCES);
    }
    PRIORITY = clamp(to);
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_nice(by: c_int) -> c_int {
    let wanted = clamp(PRIORITY.saturating_add(by));
    if wanted < PRIORITY {
        return fail(errno::EPERM);
    }
    PRIORITY = wanted;
    wanted
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_sched_getcpu() -> c_int {
    0
}

/// The number of processors in a set.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___sched_cpucount(size: usize, set: *const u64) -> c_int {
    let (mut at, mut count) = (0, 0);
    while at < size / 8 {
        count += (*set.add(at)).count_ones();
        at += 1;
    }
    count as c_int
}

/// Settings of the process that only other processes see.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_model_prctl(option: c_int, _: *mut VaList) -> c_int {
    match option {
        // PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_NAME
        1 | 4 | 15 => 0,
        _ => pikse_vm_unsupported(c"prctl with this option".as_ptr()),
    }
}
