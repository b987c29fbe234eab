//! Times of files.

use core::ffi::{c_char, c_int};

use super::super::errno;
use super::super::time::{self, Spec};
use super::super::users::USER;
use super::node::{self, Node};
use super::path::AT_FDCWD;
use super::rights::{self, AT_EMPTY_PATH, AT_SYMLINK_NOFOLLOW};
use super::{Answer, check, done, table};

const UTIME_NOW: i64 = (1 << 30) - 1;
const UTIME_OMIT: i64 = (1 << 30) - 2;

/// Sets the times of access and modification; null for now.
unsafe fn set(node: *mut Node, times: *const [Spec; 2]) -> Answer<()> {
    let now = time::now();
    let [access, modification] = match times.is_null() {
        true => [Spec { seconds: 0, nanoseconds: UTIME_NOW }; 2],
        false => {
            check(times)?;
            *times
        }
    };
    let is_valid =
        |time: &Spec| matches!(time.nanoseconds, 0..1_000_000_000 | UTIME_NOW | UTIME_OMIT);
    if !is_valid(&access) || !is_valid(&modification) {
        return Err(errno::EINVAL);
    }
    let is = |time: &Spec, what: i64| time.nanoseconds == what;
    if is(&access, UTIME_OMIT) && is(&modification, UTIME_OMIT) {
        return Ok(());
    }
    if (*node).user != USER {
        let is_now = is(&access, UTIME_NOW) && is(&modification, UTIME_NOW);
        if !is_now {
            return Err(errno::EPERM);
        }
        if !rights::may(node, rights::WRITE) {
            return Err(errno::EACCES);
        }
    }
    for (place, time) in [(0, access), (1, modification)] {
        let new = match time.nanoseconds {
            UTIME_OMIT => continue,
            UTIME_NOW => now,
            _ => time,
        };
        *(&raw mut (*node).times).cast::<Spec>().add(place) = new;
    }
    node::changed(node);
    Ok(())
}

unsafe fn set_at(
    fd: c_int,
    name: *const c_char,
    times: *const [Spec; 2],
    flags: c_int,
) -> Answer<()> {
    if flags & !(AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH) != 0 {
        return Err(errno::EINVAL);
    }
    if name.is_null() {
        return set((*table::opened(fd)?).node, times);
    }
    set(rights::target(fd, name, flags)?, times)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_utimensat(
    fd: c_int,
    name: *const c_char,
    times: *const [Spec; 2],
    flags: c_int,
) -> c_int {
    if name.is_null() {
        return errno::fail(errno::EINVAL);
    }
    done(set_at(fd, name, times, flags))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_futimens(fd: c_int, times: *const [Spec; 2]) -> c_int {
    done(set_at(fd, core::ptr::null(), times, 0))
}

/// Times with microseconds.
unsafe fn from_micro(
    fd: c_int,
    name: *const c_char,
    times: *const [Spec; 2],
    flags: c_int,
) -> Answer<()> {
    if times.is_null() {
        return set_at(fd, name, times, flags);
    }
    check(times)?;
    let mut both = *times;
    for time in &mut both {
        if !(0..1_000_000).contains(&time.nanoseconds) {
            return Err(errno::EINVAL);
        }
        time.nanoseconds *= 1000;
    }
    set_at(fd, name, &raw const both, flags)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_utimes(name: *const c_char, times: *const [Spec; 2]) -> c_int {
    match check(name) {
        Ok(()) => done(from_micro(AT_FDCWD, name, times, 0)),
        Err(error) => errno::fail(error),
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_lutimes(name: *const c_char, times: *const [Spec; 2]) -> c_int {
    match check(name) {
        Ok(()) => done(from_micro(AT_FDCWD, name, times, AT_SYMLINK_NOFOLLOW)),
        Err(error) => errno::fail(error),
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_futimes(fd: c_int, times: *const [Spec; 2]) -> c_int {
    done(from_micro(fd, core::ptr::null(), times, 0))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_futimesat(
    fd: c_int,
    name: *const c_char,
    times: *const [Spec; 2],
) -> c_int {
    done(from_micro(fd, name, times, 0))
}

/// Times with seconds.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_utime(name: *const c_char, times: *const [i64; 2]) -> c_int {
    if times.is_null() {
        return pikse_libc_utimes(name, core::ptr::null());
    }
    let [access, modification] = *times;
    let both = [access, modification].map(|seconds| Spec { seconds, nanoseconds: 0 });
    pikse_libc_utimes(name, &raw const both)
}
