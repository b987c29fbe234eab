//! `sys/socket.h`.

use core::ffi::{c_int, c_void};
use core::ptr::null_mut;

use super::super::alloc::own;
use super::super::ends;
use super::super::errno;
use super::super::fs::copy::Piece;
use super::super::fs::node::{Node, S_IFSOCK};
use super::super::fs::path::{self, AT_FDCWD, Want};
use super::super::fs::special;
use super::super::fs::table::{self, O_CLOEXEC, O_NONBLOCK, O_RDWR, Open};
use super::super::fs::{Answer, check, count, done, number};
use super::super::machine::{pikse_vm_free, pikse_vm_unsupported};
use super::address::{EAFNOSUPPORT, INET, INET6};
use super::socket::{self, DATAGRAM, LONGEST_ADDRESS, PACKETS, STREAM, Socket, WAITING};

const UNIX: c_int = 1;
const EPROTONOSUPPORT: c_int = 93;
const ESOCKTNOSUPPORT: c_int = 94;
const ENOPROTOOPT: c_int = 92;
const EISCONN: c_int = 106;
const EADDRINUSE: c_int = 98;
const EADDRNOTAVAIL: c_int = 99;
const ENETUNREACH: c_int = 101;
const ECONNREFUSED: c_int = 111;

/// Sockets that have an address.
static mut BOUND: *mut Socket = null_mut();

/// Removes a socket from the list.
pub unsafe fn forget(socket: *mut Socket) {
    let mut link = &raw mut BOUND;
    while !(*link).is_null() {
        if *link == socket {
            *link = (*socket).next;
            return;
        }
        link = &raw mut (**link).next;
    }
}

/// The kind of a socket, and the flags of its descriptor.
unsafe fn kind_of(family: c_int, kind: c_int, protocol: c_int) -> Answer<(c_int, c_int)> {
    let flags = kind & (O_CLOEXEC | O_NONBLOCK);
    let kind = kind & !flags;
    match family {
        UNIX if protocol > 1 => Err(EPROTONOSUPPORT),
        UNIX if matches!(kind, STREAM | DATAGRAM | PACKETS) => Ok((kind, flags)),
        UNIX => Err(ESOCKTNOSUPPORT),
        INET | INET6 => match (kind, protocol) {
            (STREAM, 0 | 6) | (DATAGRAM, 0 | 17) => Ok((kind, flags)),
            (3, _) => Err(errno::EPERM),
            (STREAM | DATAGRAM, _) => Err(EPROTONOSUPPORT),
            _ => Err(ESOCKTNOSUPPORT),
        },
        _ => Err(EAFNOSUPPORT),
    }
}

unsafe fn new(family: c_int, kind: c_int) -> *mut Node {
    let socket = own(size_of::<Socket>()).cast::<Socket>();
    *socket = Socket::new(family, kind);
    special::new(socket.cast(), S_IFSOCK | 0o777)
}

unsafe fn of_node(node: *mut Node) -> *mut Socket {
    (*node).special.cast()
}

unsafe fn make(family: c_int, kind: c_int, protocol: c_int) -> Answer<c_int> {
    let (kind, flags) = kind_of(family, kind, protocol)?;
    Ok(table::add(new(family, kind), flags | O_RDWR))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_socket(family: c_int, kind: c_int, protocol: c_int) -> c_int {
    number(make(family, kind, protocol))
}

unsafe fn connect_both(a: *mut Socket, b: *mut Socket) {
    ((*a).peer, (*b).peer) = (b, a);
    ((*a).was_connected, (*b).was_connected) = (true, true);
}

unsafe fn pair(family: c_int, kind: c_int, protocol: c_int, to: *mut [c_int; 2]) -> Answer<()> {
    let (kind, flags) = kind_of(family, kind, protocol)?;
    check(to)?;
    if family != UNIX {
        return Err(errno::EOPNOTSUPP);
    }
    let ends = [new(family, kind), new(family, kind)];
    let [a, b] = ends;
    connect_both(of_node(a), of_node(b));
    *to = [table::add(a, flags | O_RDWR), table::add(b, flags | O_RDWR)];
    Ok(())
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_socketpair(
    family: c_int,
    kind: c_int,
    protocol: c_int,
    to: *mut [c_int; 2],
) -> c_int {
    done(pair(family, kind, protocol, to))
}

unsafe fn opened(fd: c_int) -> Answer<(*mut Open, *mut Socket)> {
    let open = table::opened(fd)?;
    Ok((open, special::of(fd, socket::SOCKET, socket::ENOTSOCK)?.cast()))
}

/// The least length of an address of a family.
fn least(family: c_int) -> usize {
    match family {
        INET => 16,
        INET6 => 28,
        _ => 2,
    }
}

unsafe fn check_address(of: &Socket, address: *const u8, length: u32) -> Answer<()> {
    check(address)?;
    if (length as usize) < least(of.family) || length as usize > LONGEST_ADDRESS {
        return Err(errno::EINVAL);
    }
    let family = c_int::from(address.cast::<u16>().read_unaligned());
    if family != of.family {
        return Err(if of.family == UNIX { errno::EINVAL } else { EAFNOSUPPORT });
    }
    Ok(())
}

/// The port of an address of the network.
unsafe fn port(address: *const u8) -> u16 {
    address.add(2).cast::<u16>().read_unaligned().swap_bytes()
}

/// Whether an address is that of the host itself.
unsafe fn is_own(family: c_int, address: *const u8) -> bool {
    if family == INET {
        return matches!(*address.add(4), 0 | 127);
    }
    let (mut at, mut last) = (8, 0);
    while at < 24 {
        last = *address.add(at);
        if last != 0 && at < 23 {
            return false;
        }
        at += 1;
    }
    last < 2
}

/// The socket that has an address.
unsafe fn at_address(of: &Socket, address: *const u8, length: u32) -> *mut Socket {
    let mut at = BOUND;
    while !at.is_null() {
        let one = &*at;
        let is_kind = one.family == of.family && one.kind == of.kind;
        let name = (&raw const one.name).cast::<u8>();
        let is_same = match of.family {
            UNIX => {
                one.length == length
                    && super::super::string::plain::pikse_libc_memcmp(
                        name.cast(),
                        address.cast(),
                        length as usize,
                    ) == 0
            }
            _ => port(name) == port(address),
        };
        if is_kind && is_same {
            return at;
        }
        at = one.next;
    }
    null_mut()
}

unsafe fn bind(fd: c_int, address: *const u8, length: u32) -> Answer<()> {
    let (_, socket) = opened(fd)?;
    let socket = &mut *socket;
    check_address(socket, address, length)?;
    if socket.length != 0 {
        return Err(errno::EINVAL);
    }
    if socket.family == UNIX {
        if length <= 2 || *address.add(2) == 0 {
            if length <= 2 {
                pikse_vm_unsupported(c"bind to an address that the system chooses".as_ptr());
            }
        } else {
            match super::super::fs::names::make_socket(address.add(2).cast()) {
                Err(errno::EEXIST) => return Err(EADDRINUSE),
                answer => answer?,
            }
        }
    } else {
        if !is_own(socket.family, address) {
            return Err(EADDRNOTAVAIL);
        }
        match port(address) {
            0 => {}
            // Only root may have these.
            1..1024 => return Err(errno::EACCES),
            _ if !at_address(socket, address, length).is_null() => return Err(EADDRINUSE),
            _ => {}
        }
    }
    core::ptr::copy_nonoverlapping(address, (&raw mut socket.name).cast(), length as usize);
    socket.length = length;
    if socket.family != UNIX && port(address) == 0 {
        // The system chooses one.
        static mut NEXT: u16 = 32768;
        NEXT += 1;
        (&raw mut socket.name).cast::<u8>().add(2).cast::<u16>().write_unaligned(NEXT.swap_bytes());
    }
    socket.next = BOUND;
    BOUND = socket;
    Ok(())
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_bind(fd: c_int, address: *const u8, length: u32) -> c_int {
    done(bind(fd, address, length))
}

unsafe fn listen(fd: c_int) -> Answer<()> {
    let (_, socket) = opened(fd)?;
    let socket = &mut *socket;
    if socket.kind == DATAGRAM {
        return Err(errno::EOPNOTSUPP);
    }
    if socket.was_connected || socket.family == UNIX && socket.length == 0 {
        return Err(errno::EINVAL);
    }
    if socket.length == 0 {
        pikse_vm_unsupported(c"listen on a socket without an address".as_ptr());
    }
    socket.is_listening = true;
    Ok(())
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_listen(fd: c_int, _: c_int) -> c_int {
    done(listen(fd))
}

/// Where a connection or a message goes, if anybody is there.
unsafe fn target(socket: &Socket, address: *const u8, length: u32) -> Answer<*mut Socket> {
    if socket.family == UNIX {
        if length > 2 && *address.add(2) != 0 {
            path::node_of(AT_FDCWD, address.add(2).cast(), Want::Target)?;
        }
        let to = at_address(socket, address, length);
        return if to.is_null() { Err(ECONNREFUSED) } else { Ok(to) };
    }
    if !is_own(socket.family, address) {
        return Err(ENETUNREACH);
    }
    Ok(at_address(socket, address, length))
}

unsafe fn connect(fd: c_int, address: *const u8, length: u32) -> Answer<()> {
    let (_, socket) = opened(fd)?;
    let socket = &mut *socket;
    check_address(socket, address, length)?;
    if socket.kind != DATAGRAM && socket.was_connected {
        return Err(EISCONN);
    }
    let to = target(socket, address, length)?;
    if socket.kind == DATAGRAM {
        core::ptr::copy_nonoverlapping(address, (&raw mut socket.other).cast(), length as usize);
        socket.other_length = length;
        socket.peer = to;
        socket.was_connected = !to.is_null();
        return Ok(());
    }
    if to.is_null() || !(*to).is_listening {
        return Err(ECONNREFUSED);
    }
    let server = &mut *to;
    if server.count == WAITING {
        return Err(ECONNREFUSED);
    }
    let node = new(socket.family, socket.kind);
    let accepted = of_node(node);
    connect_both(socket, accepted);
    core::ptr::copy_nonoverlapping(address, (&raw mut socket.other).cast(), length as usize);
    socket.other_length = length;
    (*accepted).name = server.name;
    (*accepted).length = server.length;
    (*accepted).other = socket.name;
    (*accepted).other_length = socket.length;
    *(&raw mut server.waiting).cast::<*mut Node>().add(server.count) = node;
    server.count += 1;
    Ok(())
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_connect(fd: c_int, address: *const u8, length: u32) -> c_int {
    done(connect(fd, address, length))
}

/// Gives an address to the program, as much of it as there is room for.
unsafe fn tell(socket: &Socket, is_other: bool, to: *mut u8, room: *mut u32) -> Answer<()> {
    if to.is_null() {
        return Ok(());
    }
    check(room)?;
    let (from, length) = match is_other {
        true => ((&raw const socket.other).cast::<u8>(), socket.other_length),
        false => ((&raw const socket.name).cast::<u8>(), socket.length),
    };
    let mut nameless = [0u8; 28];
    *(&raw mut nameless).cast::<u8>() = socket.family as u8;
    let (from, length) = match length {
        0 if socket.family == UNIX => ((&raw const nameless).cast::<u8>(), 2),
        0 => ((&raw const nameless).cast::<u8>(), least(socket.family) as u32),
        _ => (from, length),
    };
    let part = if length < *room { length } else { *room };
    core::ptr::copy_nonoverlapping(from, to, part as usize);
    *room = length;
    Ok(())
}

unsafe fn accept(fd: c_int, to: *mut u8, room: *mut u32, flags: c_int) -> Answer<c_int> {
    let (open, socket) = opened(fd)?;
    let server = &mut *socket;
    if flags & !(O_CLOEXEC | O_NONBLOCK) != 0 {
        return Err(errno::EINVAL);
    }
    if server.kind == DATAGRAM {
        return Err(errno::EOPNOTSUPP);
    }
    if !server.is_listening {
        return Err(errno::EINVAL);
    }
    if server.count == 0 {
        if (*open).flags & O_NONBLOCK != 0 {
            return Err(errno::EAGAIN);
        }
        ends::blocked(c"accept: nobody connects".as_ptr());
    }
    let waiting = (&raw mut server.waiting).cast::<*mut Node>();
    let node = *waiting;
    server.count -= 1;
    core::ptr::copy(waiting.add(1), waiting, server.count);
    tell(&*of_node(node), true, to, room)?;
    Ok(table::add(node, flags | O_RDWR))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_accept(fd: c_int, to: *mut u8, room: *mut u32) -> c_int {
    number(accept(fd, to, room, 0))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_accept4(
    fd: c_int,
    to: *mut u8,
    room: *mut u32,
    flags: c_int,
) -> c_int {
    number(accept(fd, to, room, flags))
}

unsafe fn named(fd: c_int, is_other: bool, to: *mut u8, room: *mut u32) -> Answer<()> {
    let (_, socket) = opened(fd)?;
    if is_other && !(*socket).was_connected {
        return Err(socket::ENOTCONN);
    }
    check(to)?;
    tell(&*socket, is_other, to, room)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_getsockname(fd: c_int, to: *mut u8, room: *mut u32) -> c_int {
    done(named(fd, false, to, room))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_getpeername(fd: c_int, to: *mut u8, room: *mut u32) -> c_int {
    done(named(fd, true, to, room))
}

unsafe fn shutdown(fd: c_int, how: c_int) -> Answer<()> {
    let (_, socket) = opened(fd)?;
    if !(0..3).contains(&how) {
        return Err(errno::EINVAL);
    }
    if !(*socket).was_connected && (*socket).family != UNIX {
        return Err(socket::ENOTCONN);
    }
    let [receives, sends] = &mut (*socket).shut;
    *receives |= how != 1;
    *sends |= how != 0;
    Ok(())
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_shutdown(fd: c_int, how: c_int) -> c_int {
    done(shutdown(fd, how))
}

unsafe fn send_to(
    fd: c_int,
    bytes: *const u8,
    n: usize,
    flags: c_int,
    address: *const u8,
    length: u32,
) -> Answer<usize> {
    let (open, socket) = opened(fd)?;
    let socket = &mut *socket;
    if address.is_null() {
        if socket.kind == DATAGRAM && socket.other_length != 0 && socket.peer.is_null() {
            // It is lost: nobody is at that address.
            return Ok(n);
        }
        return socket::send(open, socket, bytes, n, flags);
    }
    if socket.kind != DATAGRAM {
        return Err(if socket.was_connected { EISCONN } else { socket::ENOTCONN });
    }
    check_address(socket, address, length)?;
    if socket.was_connected && socket.family == UNIX {
        return Err(EISCONN);
    }
    let to = target(socket, address, length)?;
    if to.is_null() {
        return Ok(n);
    }
    (*to).other = socket.name;
    (*to).other_length = socket.length;
    socket::put(open, &mut *to, bytes, n, flags)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_send(
    fd: c_int,
    bytes: *const u8,
    n: usize,
    flags: c_int,
) -> isize {
    count(send_to(fd, bytes, n, flags, core::ptr::null(), 0))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_sendto(
    fd: c_int,
    bytes: *const u8,
    n: usize,
    flags: c_int,
    address: *const u8,
    length: u32,
) -> isize {
    count(send_to(fd, bytes, n, flags, address, length))
}

unsafe fn receive_from(
    fd: c_int,
    to: *mut u8,
    n: usize,
    flags: c_int,
    address: *mut u8,
    room: *mut u32,
) -> Answer<usize> {
    let (open, socket) = opened(fd)?;
    let got = socket::receive(open, &mut *socket, to, n, flags)?;
    if !address.is_null() {
        if (*socket).kind == DATAGRAM && (*socket).other_length != 0 {
            tell(&*socket, true, address, room)?;
        } else {
            check(room)?;
            *room = 0;
        }
    }
    Ok(got)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_recv(fd: c_int, to: *mut u8, n: usize, flags: c_int) -> isize {
    count(receive_from(fd, to, n, flags, null_mut(), null_mut()))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_recvfrom(
    fd: c_int,
    to: *mut u8,
    n: usize,
    flags: c_int,
    address: *mut u8,
    room: *mut u32,
) -> isize {
    count(receive_from(fd, to, n, flags, address, room))
}

/// `struct msghdr`.
#[repr(C)]
pub struct Header {
    address: *mut u8,
    length: u32,
    pieces: *mut Piece,
    count: usize,
    control: *mut c_void,
    control_length: usize,
    flags: c_int,
}

/// The length of all pieces.
unsafe fn total(header: &Header) -> usize {
    let (mut sum, mut at) = (0, 0);
    while at < header.count {
        sum += (*header.pieces.add(at)).length;
        at += 1;
    }
    sum
}

/// A message of several pieces. Descriptors are not sent.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_sendmsg(
    fd: c_int,
    header: *const Header,
    flags: c_int,
) -> isize {
    let header = &*header;
    if header.control_length != 0 && !header.control.is_null() {
        pikse_vm_unsupported(c"sendmsg with control data".as_ptr());
    }
    let size = total(header);
    let memory = own(size.max(1));
    let (mut used, mut at) = (0, 0);
    while at < header.count {
        let piece = &*header.pieces.add(at);
        core::ptr::copy_nonoverlapping(piece.at, memory.add(used), piece.length);
        used += piece.length;
        at += 1;
    }
    let sent = send_to(fd, memory, size, flags, header.address, header.length);
    pikse_vm_free(memory);
    count(sent)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_recvmsg(fd: c_int, header: *mut Header, flags: c_int) -> isize {
    let header = &mut *header;
    let size = total(header);
    let memory = own(size.max(1));
    let (address, room) = (header.address, &raw mut header.length);
    let got = receive_from(fd, memory, size, flags, address, room);
    if let Ok(got) = got {
        let (mut used, mut at) = (0, 0);
        while at < header.count && used < got {
            let piece = &*header.pieces.add(at);
            let part = if got - used < piece.length { got - used } else { piece.length };
            core::ptr::copy_nonoverlapping(memory.add(used), piece.at, part);
            used += part;
            at += 1;
        }
        (header.control_length, header.flags) = (0, 0);
    }
    pikse_vm_free(memory);
    count(got)
}

const SOL_SOCKET: c_int = 1;

/// Settings make no difference without a network, except for times after which waiting ends.
unsafe fn set_option(
    fd: c_int,
    level: c_int,
    which: c_int,
    value: *const u8,
    length: u32,
) -> Answer<()> {
    opened(fd)?;
    check(value)?;
    // SO_RCVTIMEO, SO_SNDTIMEO
    if level == SOL_SOCKET && matches!(which, 20 | 21 | 66 | 67) {
        pikse_vm_unsupported(c"setsockopt with a time".as_ptr());
    }
    match level {
        SOL_SOCKET if length < 4 => Err(errno::EINVAL),
        // IP, TCP, UDP, IPv6
        SOL_SOCKET | 0 | 6 | 17 | 41 => Ok(()),
        _ => Err(ENOPROTOOPT),
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_setsockopt(
    fd: c_int,
    level: c_int,
    which: c_int,
    value: *const u8,
    length: u32,
) -> c_int {
    done(set_option(fd, level, which, value, length))
}

unsafe fn option(fd: c_int, level: c_int, which: c_int, to: *mut u8, room: *mut u32) -> Answer<()> {
    let (_, socket) = opened(fd)?;
    check(room)?;
    let socket = &*socket;
    let value = match (level, which) {
        // SO_TYPE, SO_ERROR, SO_ACCEPTCONN, SO_DOMAIN, SO_PROTOCOL
        (SOL_SOCKET, 3) => socket.kind,
        (SOL_SOCKET, 4) => 0,
        (SOL_SOCKET, 30) => c_int::from(socket.is_listening),
        (SOL_SOCKET, 39) => socket.family,
        (SOL_SOCKET, 38) => match (socket.family, socket.kind) {
            (UNIX, _) => 0,
            (_, STREAM) => 6,
            _ => 17,
        },
        _ => pikse_vm_unsupported(c"getsockopt with this option".as_ptr()),
    };
    let part = if *room < 4 { *room } else { 4 };
    core::ptr::copy_nonoverlapping((&raw const value).cast(), to, part as usize);
    *room = part;
    Ok(())
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_getsockopt(
    fd: c_int,
    level: c_int,
    which: c_int,
    to: *mut u8,
    room: *mut u32,
) -> c_int {
    done(option(fd, level, which, to, room))
}
