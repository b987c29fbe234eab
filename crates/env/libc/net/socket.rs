//! Sockets. The program itself is at both ends: of a pair, or of a connection to a socket that it listens on.

use core::ffi::c_int;
use core::ptr::null_mut;

use super::super::alloc::own;
use super::super::ends;
use super::super::errno;
use super::super::fs::node::Node;
use super::super::fs::special::{Kind, Special};
use super::super::fs::table::{O_NONBLOCK, Open};
use super::super::fs::{Answer, check};
use super::super::machine::pikse_vm_free;
use super::super::signal::pikse_libc_raise;

pub const STREAM: c_int = 1;
pub const DATAGRAM: c_int = 2;
pub const PACKETS: c_int = 5;

const POLLIN: i16 = 1;
const POLLOUT: i16 = 4;
const POLLHUP: i16 = 16;
const SIGPIPE: c_int = 13;
/// The bytes that a socket holds.
const ROOM: usize = 200_000;
pub const LONGEST_ADDRESS: usize = 128;

pub const ENOTCONN: c_int = 107;
pub const EMSGSIZE: c_int = 90;

/// `MSG_PEEK`, `MSG_DONTWAIT`, `MSG_WAITALL`, `MSG_NOSIGNAL`, `MSG_TRUNC`.
const PEEK: c_int = 2;
const DO_NOT_WAIT: c_int = 0x40;
const WAIT_FOR_ALL: c_int = 0x100;
const NO_SIGNAL: c_int = 0x4000;
const TRUNCATED: c_int = 0x20;

/// A message that was sent and not received; a stream is a list of them.
struct Message {
    bytes: *mut u8,
    used: usize,
    length: usize,
    next: *mut Message,
}

#[repr(C)]
pub struct Socket {
    special: Special,
    pub family: c_int,
    pub kind: c_int,
    /// The other end; null if there is none any more.
    pub peer: *mut Socket,
    pub was_connected: bool,
    pub is_listening: bool,
    /// Whether it no longer receives, and no longer sends.
    pub shut: [bool; 2],
    first: *mut Message,
    stored: usize,
    /// Its own address, and that of the other end.
    pub name: [u8; LONGEST_ADDRESS],
    pub length: u32,
    pub other: [u8; LONGEST_ADDRESS],
    pub other_length: u32,
    /// Connections that wait to be accepted: the ends of the server.
    pub waiting: [*mut Node; WAITING],
    pub count: usize,
    /// All sockets are in a list.
    pub next: *mut Socket,
}

/// The most connections that wait.
pub const WAITING: usize = 16;

impl Socket {
    pub const fn new(family: c_int, kind: c_int) -> Self {
        Socket {
            special: Special { kind: &raw const SOCKETS },
            family,
            kind,
            peer: null_mut(),
            was_connected: false,
            is_listening: false,
            shut: [false; 2],
            first: null_mut(),
            stored: 0,
            name: [0; LONGEST_ADDRESS],
            length: 0,
            other: [0; LONGEST_ADDRESS],
            other_length: 0,
            waiting: [null_mut(); WAITING],
            count: 0,
            next: null_mut(),
        }
    }
}

static SOCKETS: Kind = Kind {
    name: SOCKET,
    read: |open, to, n| unsafe { receive(open, &mut *(*(*open).node).special.cast(), to, n, 0) },
    write: |open, from, n| unsafe { send(open, &mut *(*(*open).node).special.cast(), from, n, 0) },
    ready: |special| unsafe { ready(&*special.cast()) },
    next: |_| i64::MAX,
    closed: |special| unsafe { closed(&mut *special.cast()) },
};

pub const SOCKET: u32 = 4;
pub const ENOTSOCK: c_int = 88;

unsafe fn take_first(socket: &mut Socket) {
    let first = socket.first;
    socket.first = (*first).next;
    socket.stored -= (*first).length - (*first).used;
    pikse_vm_free((*first).bytes);
    pikse_vm_free(first.cast());
}

/// A socket is closed: the other end sees it.
pub unsafe fn closed(socket: &mut Socket) {
    while !socket.first.is_null() {
        take_first(socket);
    }
    if !socket.peer.is_null() {
        (*socket.peer).peer = null_mut();
        socket.peer = null_mut();
    }
    while socket.count > 0 {
        socket.count -= 1;
        let one = *(&raw const socket.waiting).cast::<*mut Node>().add(socket.count);
        super::super::fs::special::closed(one);
        super::super::fs::node::forget(one);
    }
    super::calls::forget(socket);
}

unsafe fn may_wait(open: *const Open, flags: c_int) -> Answer<()> {
    let refused = (*open).flags & O_NONBLOCK != 0 || flags & DO_NOT_WAIT != 0;
    if refused { Err(errno::EAGAIN) } else { Ok(()) }
}

pub unsafe fn receive(
    open: *mut Open,
    socket: &mut Socket,
    to: *mut u8,
    n: usize,
    flags: c_int,
) -> Answer<usize> {
    if socket.kind == STREAM && !socket.was_connected {
        return Err(if socket.family == 1 { errno::EINVAL } else { ENOTCONN });
    }
    if socket.first.is_null() {
        if socket.shut[0] && socket.kind != DATAGRAM {
            return Ok(0);
        }
        let is_gone = socket.peer.is_null() || (*socket.peer).shut[1];
        if socket.kind != DATAGRAM && is_gone || n == 0 && socket.kind == STREAM {
            return Ok(0);
        }
        may_wait(open, flags)?;
        ends::blocked(c"waiting for data that nobody sends".as_ptr());
    }
    if n > 0 {
        check(to)?;
    }
    if socket.kind != STREAM {
        let first = socket.first;
        let length = (*first).length;
        let part = if n < length { n } else { length };
        core::ptr::copy_nonoverlapping((*first).bytes, to, part);
        if flags & PEEK == 0 {
            take_first(socket);
        }
        return Ok(if flags & TRUNCATED != 0 { length } else { part });
    }
    if flags & WAIT_FOR_ALL != 0 && socket.stored < n && !socket.peer.is_null() {
        ends::blocked(c"waiting for data that nobody sends".as_ptr());
    }
    let (mut done, mut at) = (0, socket.first);
    while done < n && !at.is_null() {
        let there = (*at).length - (*at).used;
        let part = if n - done < there { n - done } else { there };
        core::ptr::copy_nonoverlapping((*at).bytes.add((*at).used), to.add(done), part);
        done += part;
        if flags & PEEK != 0 {
            at = (*at).next;
            continue;
        }
        (*at).used += part;
        socket.stored -= part;
        if (*at).used == (*at).length {
            take_first(socket);
        }
        at = socket.first;
    }
    Ok(done)
}

pub unsafe fn send(
    open: *mut Open,
    socket: &mut Socket,
    bytes: *const u8,
    n: usize,
    flags: c_int,
) -> Answer<usize> {
    let peer = socket.peer;
    let is_closed = socket.shut[1] || socket.was_connected && peer.is_null();
    if socket.kind == STREAM && (is_closed || !peer.is_null() && (*peer).shut[0]) {
        if flags & NO_SIGNAL == 0 {
            pikse_libc_raise(SIGPIPE);
        }
        return Err(errno::EPIPE);
    }
    if is_closed || !peer.is_null() && (*peer).shut[0] {
        const ECONNREFUSED: c_int = 111;
        return Err(if socket.shut[1] { errno::EPIPE } else { ECONNREFUSED });
    }
    if peer.is_null() {
        const EDESTADDRREQ: c_int = 89;
        return Err(match socket.family {
            _ if socket.kind == STREAM && socket.family != 1 => errno::EPIPE,
            1 => ENOTCONN,
            _ => EDESTADDRREQ,
        });
    }
    put(open, &mut *peer, bytes, n, flags)
}

/// Stores a message at the end that receives it.
pub unsafe fn put(
    open: *mut Open,
    to: &mut Socket,
    bytes: *const u8,
    n: usize,
    flags: c_int,
) -> Answer<usize> {
    if n == 0 && to.kind == STREAM {
        return Ok(0);
    }
    if n > 0 {
        check(bytes)?;
    }
    if n > ROOM && to.kind != STREAM {
        return Err(EMSGSIZE);
    }
    let mut n = n;
    if to.stored + n > ROOM {
        let room = ROOM.saturating_sub(to.stored);
        if room == 0 || to.kind != STREAM {
            may_wait(open, flags)?;
        }
        if may_wait(open, flags).is_ok() {
            ends::blocked(c"sending to a socket that nobody reads".as_ptr());
        }
        n = room;
    }
    let memory = own(n.max(1));
    core::ptr::copy_nonoverlapping(bytes, memory, n);
    let message = own(size_of::<Message>()).cast::<Message>();
    message.write(Message { bytes: memory, used: 0, length: n, next: null_mut() });
    let mut end = &raw mut to.first;
    while !(*end).is_null() {
        end = &raw mut (**end).next;
    }
    *end = message;
    to.stored += n;
    Ok(n)
}

/// What can be done without waiting, with the bits of `poll`.
pub unsafe fn ready(socket: &Socket) -> i16 {
    if socket.is_listening {
        return if socket.count > 0 { POLLIN } else { 0 };
    }
    let is_gone = socket.was_connected && socket.peer.is_null();
    let other_is_shut = !socket.peer.is_null() && (*socket.peer).shut[1];
    if !socket.was_connected && socket.kind == STREAM {
        return POLLOUT | POLLHUP;
    }
    let mut ready = 0;
    if !socket.first.is_null() || socket.shut[0] || is_gone || other_is_shut {
        ready |= POLLIN;
    }
    if socket.peer.is_null() || (*socket.peer).stored < ROOM {
        ready |= POLLOUT;
    }
    if is_gone && socket.kind != DATAGRAM || socket.shut == [true, true] {
        ready |= POLLHUP;
    }
    ready
}
