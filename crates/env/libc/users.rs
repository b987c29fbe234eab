//! Users and groups: who the program runs as, and the small tables that `getpwnam` and `getgrnam`
//! search. Native runs of tests link this file too, so that they see the same users.

use core::ffi::{c_char, c_int, c_uint};
use core::ptr::null_mut;

use super::errno::{self, fail};
use super::string::plain::{pikse_libc_strcmp, pikse_libc_strcpy, pikse_libc_strlen};

/// The ids that the program runs with.
pub const USER: u32 = 1000;
pub const GROUP: u32 = 1000;

/// `struct passwd`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct User {
    name: *const c_char,
    password: *const c_char,
    user: c_uint,
    group: c_uint,
    comment: *const c_char,
    home: *const c_char,
    shell: *const c_char,
}

/// `struct group`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Group {
    name: *const c_char,
    password: *const c_char,
    group: c_uint,
    members: *mut *mut c_char,
}

const HIDDEN: *const c_char = c"x".as_ptr();

const fn user(
    name: &'static core::ffi::CStr,
    id: c_uint,
    home: &'static core::ffi::CStr,
    shell: &'static core::ffi::CStr,
) -> User {
    User {
        name: name.as_ptr(),
        password: HIDDEN,
        user: id,
        group: id,
        comment: name.as_ptr(),
        home: home.as_ptr(),
        shell: shell.as_ptr(),
    }
}

const fn group(name: &'static core::ffi::CStr, id: c_uint) -> Group {
    Group { name: name.as_ptr(), password: HIDDEN, group: id, members: (&raw mut NOBODY).cast() }
}

static mut NOBODY: [*mut c_char; 1] = [null_mut()];

const USERS: usize = 3;
static mut ALL_USERS: [User; USERS] = [
    user(c"root", 0, c"/root", c"/bin/bash"),
    user(c"nobody", 65534, c"/nonexistent", c"/usr/sbin/nologin"),
    user(c"user", USER, c"/home/user", c"/bin/bash"),
];

const GROUPS: usize = 4;
static mut ALL_GROUPS: [Group; GROUPS] =
    [group(c"root", 0), group(c"users", 100), group(c"nogroup", 65534), group(c"user", GROUP)];

/// The next ones of `getpwent` and `getgrent`.
static mut NEXT_USER: usize = 0;
static mut NEXT_GROUP: usize = 0;

unsafe fn user_at(at: usize) -> *mut User {
    (&raw mut ALL_USERS).cast::<User>().add(at)
}

unsafe fn group_at(at: usize) -> *mut Group {
    (&raw mut ALL_GROUPS).cast::<Group>().add(at)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_getpwnam(name: *const c_char) -> *mut User {
    let mut at = 0;
    while at < USERS {
        if pikse_libc_strcmp((*user_at(at)).name, name) == 0 {
            return user_at(at);
        }
        at += 1;
    }
    null_mut()
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_getpwuid(id: c_uint) -> *mut User {
    let mut at = 0;
    while at < USERS {
        if (*user_at(at)).user == id {
            return user_at(at);
        }
        at += 1;
    }
    null_mut()
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_getgrnam(name: *const c_char) -> *mut Group {
    let mut at = 0;
    while at < GROUPS {
        if pikse_libc_strcmp((*group_at(at)).name, name) == 0 {
            return group_at(at);
        }
        at += 1;
    }
    null_mut()
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_getgrgid(id: c_uint) -> *mut Group {
    let mut at = 0;
    while at < GROUPS {
        if (*group_at(at)).group == id {
            return group_at(at);
        }
        at += 1;
    }
    null_mut()
}

/// Copies texts into the caller's memory.
struct Room {
    at: *mut c_char,
    left: usize,
}

impl Room {
    unsafe fn text(&mut self, text: *const c_char) -> Option<*const c_char> {
        let size = pikse_libc_strlen(text) + 1;
        if size > self.left {
            return None;
        }
        let copy = self.at;
        pikse_libc_strcpy(copy, text);
        (self.at, self.left) = (copy.add(size), self.left - size);
        Some(copy)
    }

    unsafe fn user(&mut self, of: *const User) -> Option<User> {
        Some(User {
            name: self.text((*of).name)?,
            password: self.text((*of).password)?,
            comment: self.text((*of).comment)?,
            home: self.text((*of).home)?,
            shell: self.text((*of).shell)?,
            ..*of
        })
    }

    unsafe fn group(&mut self, of: *const Group) -> Option<Group> {
        Some(Group { name: self.text((*of).name)?, password: self.text((*of).password)?, ..*of })
    }
}

macro_rules! reentrant {
    ($($name:ident $find:ident($key:ty) $copy:ident $of:ty;)*) => {$(
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(
            key: $key,
            to: *mut $of,
            memory: *mut c_char,
            room: usize,
            result: *mut *mut $of,
        ) -> c_int {
            *result = null_mut();
            let found = $find(key);
            if found.is_null() {
                return 0;
            }
            let mut room = Room { at: memory, left: room };
            match room.$copy(found) {
                None => errno::ERANGE,
                Some(copy) => {
                    *to = copy;
                    *result = to;
                    0
                }
            }
        }
    )*};
}

reentrant! {
    pikse_libc_getpwnam_r pikse_libc_getpwnam(*const c_char) user User;
    pikse_libc_getpwuid_r pikse_libc_getpwuid(c_uint) user User;
    pikse_libc_getgrnam_r pikse_libc_getgrnam(*const c_char) group Group;
    pikse_libc_getgrgid_r pikse_libc_getgrgid(c_uint) group Group;
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_setpwent() {
    NEXT_USER = 0;
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_endpwent() {
    NEXT_USER = 0;
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_getpwent() -> *mut User {
    if NEXT_USER == USERS {
        return null_mut();
    }
    NEXT_USER += 1;
    user_at(NEXT_USER - 1)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_setgrent() {
    NEXT_GROUP = 0;
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_endgrent() {
    NEXT_GROUP = 0;
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_getgrent() -> *mut Group {
    if NEXT_GROUP == GROUPS {
        return null_mut();
    }
    NEXT_GROUP += 1;
    group_at(NEXT_GROUP - 1)
}

macro_rules! ids {
    ($($name:ident)*) => {$(
        #[unsafe(no_mangle)]
        pub extern "C" fn $name() -> c_uint {
            USER
        }
    )*};
}

// The ids of the user and of the group are equal.
ids! { pikse_libc_getuid pikse_libc_geteuid pikse_libc_getgid pikse_libc_getegid }

macro_rules! three_ids {
    ($($name:ident)*) => {$(
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(a: *mut c_uint, b: *mut c_uint, c: *mut c_uint) -> c_int {
            (*a, *b, *c) = (USER, USER, USER);
            0
        }
    )*};
}

three_ids! { pikse_libc_getresuid pikse_libc_getresgid }

/// An ordinary user may only become who it is.
fn become_one(id: c_uint) -> c_int {
    match id {
        USER => 0,
        c_uint::MAX => fail(errno::EINVAL),
        _ => fail(errno::EPERM),
    }
}

/// The same, where -1 keeps the id.
fn keep_or_become(ids: &[c_uint]) -> c_int {
    match ids.iter().all(|id| matches!(*id, USER | c_uint::MAX)) {
        true => 0,
        false => fail(errno::EPERM),
    }
}

macro_rules! changes {
    ($($name:ident)*) => {$(
        #[unsafe(no_mangle)]
        pub extern "C" fn $name(id: c_uint) -> c_int {
            become_one(id)
        }
    )*};
}

changes! { pikse_libc_setuid pikse_libc_setgid pikse_libc_seteuid pikse_libc_setegid }

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_setreuid(a: c_uint, b: c_uint) -> c_int {
    keep_or_become(&[a, b])
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_setregid(a: c_uint, b: c_uint) -> c_int {
    keep_or_become(&[a, b])
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_setresuid(a: c_uint, b: c_uint, c: c_uint) -> c_int {
    keep_or_become(&[a, b, c])
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_setresgid(a: c_uint, b: c_uint, c: c_uint) -> c_int {
    keep_or_become(&[a, b, c])
}

/// Only root may.
#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_setgroups(_: usize, _: *const c_uint) -> c_int {
    fail(errno::EPERM)
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_initgroups(_: *const c_char, _: c_uint) -> c_int {
    fail(errno::EPERM)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_getgroups(room: c_int, to: *mut c_uint) -> c_int {
    match room {
        ..0 => fail(errno::EINVAL),
        0 => 1,
        _ => {
            *to = GROUP;
            1
        }
    }
}

/// A user is only in the group that is given.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_getgrouplist(
    _: *const c_char,
    group: c_uint,
    to: *mut c_uint,
    room: *mut c_int,
) -> c_int {
    let fits = *room >= 1;
    if fits {
        *to = group;
    }
    *room = 1;
    if fits { 1 } else { -1 }
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_group_member(group: c_uint) -> c_int {
    c_int::from(group == GROUP)
}

/// Nobody has logged in at a terminal.
#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_getlogin() -> *mut c_char {
    errno::set(errno::ENXIO);
    null_mut()
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_getlogin_r(_: *mut c_char, _: usize) -> c_int {
    errno::ENXIO
}

macro_rules! no_logins {
    ($($set:ident $get:ident $end:ident;)*) => {$(
        #[unsafe(no_mangle)]
        pub extern "C" fn $set() {}

        #[unsafe(no_mangle)]
        pub extern "C" fn $get() -> *mut u8 {
            errno::set(errno::ENOENT);
            null_mut()
        }

        #[unsafe(no_mangle)]
        pub extern "C" fn $end() {}
    )*};
}

// The file of logins does not exist.
no_logins! {
    pikse_libc_setutxent pikse_libc_getutxent pikse_libc_endutxent;
    pikse_libc_setutent pikse_libc_getutent pikse_libc_endutent;
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_utmpxname(_: *const c_char) -> c_int {
    0
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_utmpname(_: *const c_char) -> c_int {
    0
}
