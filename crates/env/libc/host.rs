//! Facts about the machine and its limits, as programs ask for them.

use core::ffi::{c_char, c_int, c_long};

use super::errno::{self, fail};
use super::fs::table;
use super::machine::pikse_vm_unsupported;
use super::stdio::text::Writer;
use super::string::plain::pikse_libc_strlen;

const NAME: &core::ffi::CStr = c"localhost";
const DOMAIN: &core::ffi::CStr = c"(none)";
/// Pages of memory: 1 GiB.
const PAGES: c_long = 1 << 18;

macro_rules! constants {
    ($($name:ident = $value:expr, $of:ty;)*) => {$(
        #[unsafe(no_mangle)]
        pub extern "C" fn $name() -> $of {
            $value
        }
    )*};
}

constants! {
    pikse_libc_getpagesize = 4096, c_int;
    pikse_libc_getdtablesize = table::LIMIT, c_int;
    pikse_libc_get_nprocs = 1, c_int;
    pikse_libc_get_nprocs_conf = 1, c_int;
    pikse_libc_get_phys_pages = PAGES, c_long;
    pikse_libc_get_avphys_pages = PAGES, c_long;
    pikse_libc_gethostid = 0x7f01_0001, c_long;
}

/// Copies a name that must fit.
unsafe fn name_to(to: *mut c_char, room: usize, name: &core::ffi::CStr) -> c_int {
    let size = name.count_bytes() + 1;
    let n = if size < room { size } else { room };
    core::ptr::copy_nonoverlapping(name.as_ptr(), to, n);
    if n < size { fail(errno::ENAMETOOLONG) } else { 0 }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_gethostname(to: *mut c_char, room: usize) -> c_int {
    name_to(to, room, NAME)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_getdomainname(to: *mut c_char, room: usize) -> c_int {
    let size = DOMAIN.count_bytes() + 1;
    if room < size {
        return fail(errno::EINVAL);
    }
    core::ptr::copy_nonoverlapping(DOMAIN.as_ptr(), to, size);
    0
}

macro_rules! only_root {
    ($($name:ident($($parameter:ty),*);)*) => {$(
        #[unsafe(no_mangle)]
        pub extern "C" fn $name($(_: $parameter),*) -> c_int {
            fail(errno::EPERM)
        }
    )*};
}

only_root! {
    pikse_libc_sethostname(*const c_char, usize);
    pikse_libc_setdomainname(*const c_char, usize);
    pikse_libc_sethostid(c_long);
    pikse_libc_settimeofday(*const u8, *const u8);
    pikse_libc_clock_settime(c_int, *const u8);
    pikse_libc_stime(*const i64);
    pikse_libc_reboot(c_int);
    pikse_libc_acct(*const c_char);
}

/// `struct utsname`.
#[repr(C)]
pub struct Names {
    system: [c_char; 65],
    node: [c_char; 65],
    release: [c_char; 65],
    version: [c_char; 65],
    machine: [c_char; 65],
    domain: [c_char; 65],
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_uname(to: *mut Names) -> c_int {
    if super::fs::is_bad(to) {
        return fail(errno::EFAULT);
    }
    core::ptr::write_bytes(to.cast::<u8>(), 0, size_of::<Names>());
    let texts = [c"Linux", NAME, c"6.1.0", c"#1 SMP", c"x86_64", DOMAIN];
    let mut at = to.cast::<c_char>();
    for text in texts {
        core::ptr::copy_nonoverlapping(text.as_ptr(), at, text.count_bytes());
        at = at.add(65);
    }
    0
}

/// `struct sysinfo`.
#[repr(C)]
pub struct Information {
    uptime: c_long,
    loads: [u64; 3],
    memory: u64,
    free: u64,
    shared: u64,
    buffers: u64,
    swap: u64,
    free_swap: u64,
    processes: u16,
    padding: u16,
    high: u64,
    free_high: u64,
    unit: u32,
    more: [u8; 4],
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_sysinfo(to: *mut Information) -> c_int {
    if super::fs::is_bad(to) {
        return fail(errno::EFAULT);
    }
    *to = Information {
        uptime: 3600,
        loads: [0; 3],
        memory: PAGES as u64 * 4096,
        free: PAGES as u64 * 2048,
        shared: 0,
        buffers: 0,
        swap: 0,
        free_swap: 0,
        processes: 2,
        padding: 0,
        high: 0,
        free_high: 0,
        unit: 1,
        more: [0; 4],
    };
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_getloadavg(to: *mut f64, n: c_int) -> c_int {
    let n = if n < 3 { n } else { 3 };
    let mut at = 0;
    while at < n {
        *to.add(at as usize) = 0.0;
        at += 1;
    }
    n
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_sysconf(name: c_int) -> c_long {
    match name {
        // _SC_ARG_MAX, _SC_CHILD_MAX, _SC_CLK_TCK, _SC_NGROUPS_MAX, _SC_OPEN_MAX, _SC_STREAM_MAX
        0 => 2_097_152,
        1 => 4096,
        2 => 100,
        3 => 65_536,
        4 => c_long::from(table::LIMIT),
        5 => 16,
        // _SC_TZNAME_MAX
        6 => 6,
        // _SC_JOB_CONTROL, _SC_SAVED_IDS
        7 | 8 => 1,
        // POSIX options that glibc has: real-time signals to shared memory
        9..23 => 200_809,
        // _SC_VERSION
        29 => 200_809,
        // _SC_PAGESIZE
        30 => 4096,
        // _SC_BC_BASE_MAX … _SC_LINE_MAX
        36 | 38 => 99,
        37 => 2048,
        39 => 1000,
        40 => 255,
        42 => 32,
        43 => 2048,
        44 => 32767,
        // _SC_2_VERSION
        46 => 200_809,
        // _SC_IOV_MAX
        60 => 1024,
        // _SC_THREADS, _SC_THREAD_SAFE_FUNCTIONS
        67 | 68 => 200_809,
        // _SC_GETGR_R_SIZE_MAX, _SC_GETPW_R_SIZE_MAX
        69 | 70 => 1024,
        // _SC_LOGIN_NAME_MAX, _SC_TTY_NAME_MAX
        71 => 256,
        72 => 32,
        // _SC_NPROCESSORS_CONF and _SC_NPROCESSORS_ONLN: one thread runs
        83 | 84 => 1,
        // _SC_PHYS_PAGES, _SC_AVPHYS_PAGES
        85 | 86 => PAGES,
        // _SC_CHAR_BIT, _SC_SYMLOOP_MAX, _SC_HOST_NAME_MAX
        101 => 8,
        173 => -1,
        180 => 64,
        _ if (0..250).contains(&name) => pikse_vm_unsupported(c"sysconf of this name".as_ptr()),
        _ => c_long::from(fail(errno::EINVAL)),
    }
}

/// Limits of names and of the file system.
unsafe fn limit_of_path(name: c_int) -> c_long {
    match name {
        // _PC_LINK_MAX, _PC_MAX_CANON, _PC_MAX_INPUT, _PC_NAME_MAX, _PC_PATH_MAX, _PC_PIPE_BUF
        0 => 65_000,
        1 | 2 => 255,
        3 => 255,
        4 | 5 => 4096,
        // _PC_CHOWN_RESTRICTED, _PC_NO_TRUNC, _PC_VDISABLE
        6 | 7 => 1,
        8 => 0,
        // _PC_FILESIZEBITS, _PC_2_SYMLINKS
        13 => 64,
        20 => 1,
        9..20 => -1,
        _ => c_long::from(fail(errno::EINVAL)),
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pathconf(path: *const c_char, name: c_int) -> c_long {
    use super::fs::path::{AT_FDCWD, Want, find};
    match find(AT_FDCWD, path, Want::Target) {
        Ok(_) => limit_of_path(name),
        Err(error) => c_long::from(fail(error)),
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_fpathconf(fd: c_int, name: c_int) -> c_long {
    if table::is_open(fd) { limit_of_path(name) } else { -1 }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_confstr(name: c_int, to: *mut c_char, room: usize) -> usize {
    let text = match name {
        0 => c"/bin:/usr/bin",
        2 => c"glibc 2.36",
        3 => c"NPTL 2.36",
        _ => {
            errno::set(errno::EINVAL);
            return 0;
        }
    };
    if room > 0 {
        let mut writer = Writer::new(to.cast(), room);
        writer.text(text.as_ptr());
        writer.end();
    }
    pikse_libc_strlen(text.as_ptr()) + 1
}

const RESOURCES: usize = 16;
const UNLIMITED: u64 = u64::MAX;

/// Soft and hard limits of each resource.
static mut LIMITS: [[u64; 2]; RESOURCES] = {
    let mut limits = [[UNLIMITED; 2]; RESOURCES];
    // The stack, core files, descriptors.
    limits[3][0] = 8 << 20;
    limits[4] = [0; 2];
    limits[7] = [table::LIMIT as u64; 2];
    limits
};

unsafe fn limits(resource: c_int) -> Option<*mut [u64; 2]> {
    match (0..RESOURCES as c_int).contains(&resource) {
        true => Some((&raw mut LIMITS).cast::<[u64; 2]>().add(resource as usize)),
        false => {
            errno::set(errno::EINVAL);
            None
        }
    }
}

/// The machine's own limits are reached first.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_getrlimit(resource: c_int, to: *mut [u64; 2]) -> c_int {
    let Some(limits) = limits(resource) else { return -1 };
    *to = *limits;
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_setrlimit(resource: c_int, new: *const [u64; 2]) -> c_int {
    let Some(limits) = limits(resource) else { return -1 };
    let [soft, hard] = *new;
    if soft > hard {
        return fail(errno::EINVAL);
    }
    if hard > (*limits)[1] {
        return fail(errno::EPERM);
    }
    *limits = [soft, hard];
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_getrlimit64(resource: c_int, to: *mut [u64; 2]) -> c_int {
    pikse_libc_getrlimit(resource, to)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_setrlimit64(resource: c_int, new: *const [u64; 2]) -> c_int {
    pikse_libc_setrlimit(resource, new)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_prlimit(
    process: c_int,
    resource: c_int,
    new: *const [u64; 2],
    old: *mut [u64; 2],
) -> c_int {
    if process != 0 && process != super::process::PROCESS {
        return fail(errno::ESRCH);
    }
    if !old.is_null() && pikse_libc_getrlimit(resource, old) < 0 {
        return -1;
    }
    if new.is_null() { 0 } else { pikse_libc_setrlimit(resource, new) }
}

/// No resources were used.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_getrusage(who: c_int, to: *mut [u64; 18]) -> c_int {
    if !(-1..2).contains(&who) {
        return fail(errno::EINVAL);
    }
    *to = [0; 18];
    0
}

/// The ticks since the start; no processor time was used.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_times(to: *mut [c_long; 4]) -> c_long {
    if !to.is_null() {
        *to = [0; 4];
    }
    super::time::passed() / 10_000_000
}

/// `struct statfs`.
#[repr(C)]
pub struct FileSystem {
    kind: c_long,
    block: c_long,
    blocks: u64,
    free: u64,
    available: u64,
    files: u64,
    free_files: u64,
    id: [c_int; 2],
    longest_name: c_long,
    fragment: c_long,
    flags: c_long,
    more: [c_long; 4],
}

/// `struct statvfs`.
#[repr(C)]
pub struct FileSystemV {
    block: u64,
    fragment: u64,
    blocks: u64,
    free: u64,
    available: u64,
    files: u64,
    free_files: u64,
    available_files: u64,
    id: u64,
    flags: u64,
    longest_name: u64,
    more: [c_int; 6],
}

const BLOCKS: u64 = 1 << 20;
const NODES: u64 = 1 << 18;

unsafe fn describe(to: *mut FileSystem) -> c_int {
    if super::fs::is_bad(to) {
        return fail(errno::EFAULT);
    }
    *to = FileSystem {
        kind: 0xef53,
        block: 4096,
        blocks: BLOCKS,
        free: BLOCKS / 2,
        available: BLOCKS / 2,
        files: NODES,
        free_files: NODES / 2,
        id: [1, 0],
        longest_name: 255,
        fragment: 4096,
        flags: 0x20,
        more: [0; 4],
    };
    0
}

unsafe fn describe_v(to: *mut FileSystemV) -> c_int {
    if super::fs::is_bad(to) {
        return fail(errno::EFAULT);
    }
    *to = FileSystemV {
        block: 4096,
        fragment: 4096,
        blocks: BLOCKS,
        free: BLOCKS / 2,
        available: BLOCKS / 2,
        files: NODES,
        free_files: NODES / 2,
        available_files: NODES / 2,
        id: 1,
        flags: 0,
        longest_name: 255,
        more: [0; 6],
    };
    0
}

macro_rules! file_systems {
    ($($name:ident $open:ident $describe:ident($of:ty);)*) => {$(
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(path: *const c_char, to: *mut $of) -> c_int {
            use super::fs::path::{AT_FDCWD, Want, find};
            match find(AT_FDCWD, path, Want::Target) {
                Ok(_) => $describe(to),
                Err(error) => fail(error),
            }
        }

        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $open(fd: c_int, to: *mut $of) -> c_int {
            if table::is_open(fd) { $describe(to) } else { -1 }
        }
    )*};
}

file_systems! {
    pikse_libc_statfs pikse_libc_fstatfs describe(FileSystem);
    pikse_libc_statfs64 pikse_libc_fstatfs64 describe(FileSystem);
    pikse_libc_statvfs pikse_libc_fstatvfs describe_v(FileSystemV);
    pikse_libc_statvfs64 pikse_libc_fstatvfs64 describe_v(FileSystemV);
}
