//! `spawn.h`: there is no room for another process, as for `fork`. What should happen in it makes no
//! difference.

use core::ffi::{c_char, c_int};

use super::errno;
use super::process::no_process;

macro_rules! actions {
    ($($name:ident($($of:ty),*);)*) => {$(
        #[unsafe(no_mangle)]
        pub extern "C" fn $name($(_: $of),*) -> c_int {
            0
        }
    )*};
}

// What a child would do.
actions! {
    pikse_libc_posix_spawn_file_actions_addopen(*mut u8, c_int, *const c_char, c_int, u32);
    pikse_libc_posix_spawn_file_actions_addclose(*mut u8, c_int);
    pikse_libc_posix_spawn_file_actions_adddup2(*mut u8, c_int, c_int);
    pikse_libc_posix_spawn_file_actions_addchdir_np(*mut u8, *const c_char);
    pikse_libc_posix_spawn_file_actions_addfchdir_np(*mut u8, c_int);
    pikse_libc_posix_spawn_file_actions_addclosefrom_np(*mut u8, c_int);
    pikse_libc_posix_spawn_file_actions_destroy(*mut u8);
    pikse_libc_posix_spawnattr_destroy(*mut u8);
    pikse_libc_posix_spawnattr_setpgroup(*mut u8, c_int);
    pikse_libc_posix_spawnattr_setsigmask(*mut u8, *const u8);
    pikse_libc_posix_spawnattr_setsigdefault(*mut u8, *const u8);
    pikse_libc_posix_spawnattr_setschedparam(*mut u8, *const u8);
    pikse_libc_posix_spawnattr_setschedpolicy(*mut u8, c_int);
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_posix_spawn_file_actions_init(of: *mut [u8; 80]) -> c_int {
    *of = [0; 80];
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_posix_spawnattr_init(of: *mut [u8; 336]) -> c_int {
    core::ptr::write_bytes(of.cast::<u8>(), 0, 336);
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_posix_spawnattr_setflags(of: *mut i16, flags: i16) -> c_int {
    if flags & !0xff != 0 {
        return errno::EINVAL;
    }
    *of = flags;
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_posix_spawnattr_getflags(
    of: *const i16,
    to: *mut i16,
) -> c_int {
    *to = *of;
    0
}

macro_rules! spawns {
    ($($name:ident)*) => {$(
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(
            _: *mut c_int,
            _: *const c_char,
            _: *const u8,
            _: *const u8,
            _: *const *mut c_char,
            _: *const *mut c_char,
        ) -> c_int {
            no_process();
            errno::EAGAIN
        }
    )*};
}

spawns! { pikse_libc_posix_spawn pikse_libc_posix_spawnp }

/// There is no stream of another process.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pclose(_: *mut u8) -> c_int {
    errno::fail(errno::ECHILD)
}

/// A daemon is another process.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_daemon(_: c_int, _: c_int) -> c_int {
    no_process()
}
