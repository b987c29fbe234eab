//! Descriptors that are neither files nor pipes: sockets, and those of events, timers and `epoll`. What
//! each does is behind addresses of functions, so that programs without them do not have their code.

use core::ffi::c_int;

use super::super::machine::pikse_vm_free;
use super::Answer;
use super::node::{self, Node};
use super::table::{self, O_RDWR, Open};

/// What one kind of them does.
pub struct Kind {
    pub name: u32,
    pub read: unsafe fn(*mut Open, *mut u8, usize) -> Answer<usize>,
    pub write: unsafe fn(*mut Open, *const u8, usize) -> Answer<usize>,
    /// What can be done without waiting, with the bits of `poll`.
    pub ready: unsafe fn(*mut Special) -> i16,
    /// When it is ready next by itself, in nanoseconds.
    pub next: unsafe fn(*mut Special) -> i64,
    /// The last descriptor is closed.
    pub closed: unsafe fn(*mut Special),
}

/// The first field of each.
#[repr(C)]
pub struct Special {
    pub kind: *const Kind,
}

/// A new descriptor of something that begins with [`Special`].
pub unsafe fn add(special: *mut Special, mode: u32, flags: c_int) -> c_int {
    table::add(new(special, mode), flags | O_RDWR)
}

/// A new node.
pub unsafe fn new(special: *mut Special, mode: u32) -> *mut Node {
    let node = node::new(mode);
    (*node).special = special;
    node
}

/// The last descriptor of a node is closed.
pub unsafe fn closed(node: *mut Node) {
    let special = (*node).special;
    if !special.is_null() {
        ((*(*special).kind).closed)(special);
        pikse_vm_free(special.cast());
        (*node).special = core::ptr::null_mut();
    }
}

pub unsafe fn read(open: *mut Open, to: *mut u8, n: usize) -> Answer<usize> {
    ((*(*(*(*open).node).special).kind).read)(open, to, n)
}

pub unsafe fn write(open: *mut Open, bytes: *const u8, n: usize) -> Answer<usize> {
    ((*(*(*(*open).node).special).kind).write)(open, bytes, n)
}

pub unsafe fn ready(special: *mut Special) -> i16 {
    ((*(*special).kind).ready)(special)
}

/// When a descriptor is ready next by itself.
pub unsafe fn next(fd: c_int) -> i64 {
    match table::opened(fd) {
        Ok(open) if !(*(*open).node).special.is_null() => {
            let special = (*(*open).node).special;
            ((*(*special).kind).next)(special)
        }
        _ => i64::MAX,
    }
}

/// One of a kind, by its descriptor.
pub unsafe fn of(fd: c_int, name: u32, otherwise: c_int) -> Answer<*mut Special> {
    let open = table::opened(fd)?;
    let special = (*(*open).node).special;
    if special.is_null() || (*(*special).kind).name != name { Err(otherwise) } else { Ok(special) }
}
