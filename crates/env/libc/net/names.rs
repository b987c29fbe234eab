//! `netdb.h`: there is no network, so only numbers and the program's own host have addresses.

use core::ffi::{CStr, c_char, c_int};
use core::ptr::{null, null_mut};

use super::super::alloc::{free, malloc};
use super::super::errno;
use super::super::stdio::text::Writer;
use super::super::stdlib::numbers::pikse_libc_strtoul;
use super::super::string::plain::{pikse_libc_strcmp, pikse_libc_strlen};
use super::address::{INET, INET6, pikse_libc_inet_ntop, pikse_libc_inet_pton};

/// `struct addrinfo`.
#[repr(C)]
pub struct Found {
    flags: c_int,
    family: c_int,
    kind: c_int,
    protocol: c_int,
    length: u32,
    address: *mut u8,
    name: *mut c_char,
    next: *mut Found,
}

const PASSIVE: c_int = 1;
const CANONICAL: c_int = 2;
const NUMERIC_HOST: c_int = 4;
const KNOWN_FLAGS: c_int = 0x7ff;

const EAI_BADFLAGS: c_int = -1;
const EAI_NONAME: c_int = -2;
const EAI_FAMILY: c_int = -6;
const EAI_SOCKTYPE: c_int = -7;
const EAI_SERVICE: c_int = -8;
const EAI_MEMORY: c_int = -10;
const EAI_OVERFLOW: c_int = -12;

/// Services, by what they are on everywhere.
const SERVICES: [(&CStr, u16); 9] = [
    (c"ftp", 21),
    (c"ssh", 22),
    (c"telnet", 23),
    (c"smtp", 25),
    (c"domain", 53),
    (c"http", 80),
    (c"pop3", 110),
    (c"imap2", 143),
    (c"https", 443),
];

/// The port of a service; `None` if it is unknown.
unsafe fn port(service: *const c_char) -> Option<u16> {
    if service.is_null() {
        return Some(0);
    }
    let mut end = null_mut();
    let number = pikse_libc_strtoul(service, &raw mut end, 10);
    if *end == 0 && *service != 0 {
        return Some(number as u16);
    }
    for (name, number) in SERVICES {
        if pikse_libc_strcmp(name.as_ptr(), service) == 0 {
            return Some(number);
        }
    }
    None
}

/// The ways to use an address: the kind of the socket and its protocol.
const WAYS: [(c_int, c_int); 3] = [(1, 6), (2, 17), (3, 0)];

/// What a program looks for.
struct Query {
    flags: c_int,
    family: c_int,
    kind: c_int,
    protocol: c_int,
}

/// Adds an address, for each way that is wanted.
unsafe fn add(
    query: &Query,
    family: c_int,
    bytes: *const u8,
    port: u16,
    name: *const c_char,
    end: &mut *mut *mut Found,
) -> c_int {
    for (kind, protocol) in WAYS {
        let is_wanted = (query.kind == 0 || query.kind == kind)
            && (query.protocol == 0 || protocol == 0 || query.protocol == protocol);
        if !is_wanted {
            continue;
        }
        let length = if family == INET { 16 } else { 28 };
        let found = malloc(size_of::<Found>() + length).cast::<Found>();
        if found.is_null() {
            return EAI_MEMORY;
        }
        let address = found.add(1).cast::<u8>();
        core::ptr::write_bytes(address, 0, length);
        *address.cast::<u16>() = family as u16;
        *address.add(2).cast::<u16>() = port.swap_bytes();
        match family {
            INET => core::ptr::copy_nonoverlapping(bytes, address.add(4), 4),
            _ => core::ptr::copy_nonoverlapping(bytes, address.add(8), 16),
        }
        let mut copy = null_mut();
        let is_first = end.is_null() || (**end).is_null();
        if is_first && query.flags & CANONICAL != 0 && !name.is_null() {
            let size = pikse_libc_strlen(name) + 1;
            copy = malloc(size).cast::<c_char>();
            if copy.is_null() {
                return EAI_MEMORY;
            }
            core::ptr::copy_nonoverlapping(name, copy, size);
        }
        let protocol = if protocol == 0 { query.protocol } else { protocol };
        *found = Found {
            flags: query.flags,
            family,
            kind,
            protocol,
            length: length as u32,
            address,
            name: copy,
            next: null_mut(),
        };
        **end = found;
        *end = &raw mut (*found).next;
    }
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_getaddrinfo(
    host: *const c_char,
    service: *const c_char,
    hints: *const Found,
    to: *mut *mut Found,
) -> c_int {
    let mut query = Query { flags: 0x28, family: 0, kind: 0, protocol: 0 };
    if !hints.is_null() {
        let wanted = &*hints;
        let Found { flags, family, kind, protocol, .. } = *wanted;
        query = Query { flags, family, kind, protocol };
    }
    if host.is_null() && service.is_null() {
        return EAI_NONAME;
    }
    if query.flags & !KNOWN_FLAGS != 0 || query.flags & CANONICAL != 0 && host.is_null() {
        return EAI_BADFLAGS;
    }
    if !matches!(query.family, 0 | INET | INET6) {
        return EAI_FAMILY;
    }
    if !(0..4).contains(&query.kind) {
        return EAI_SOCKTYPE;
    }
    let Some(port) = port(service) else { return EAI_SERVICE };
    let (mut first, mut bytes) = (null_mut(), [0u8; 16]);
    let mut end = &raw mut first;
    let memory = (&raw mut bytes).cast::<u8>();
    let wants = |family| query.family == 0 || query.family == family;
    let mut known = false;
    if host.is_null() || query.flags & NUMERIC_HOST == 0 && is_own(host) {
        known = true;
        let is_any = host.is_null() && query.flags & PASSIVE != 0;
        // With every family, the longer address is first.
        if wants(INET6) && (host.is_null() || query.family == INET6) {
            *memory.add(15) = u8::from(!is_any);
            let error = add(&query, INET6, memory, port, host, &mut end);
            if error != 0 {
                return error;
            }
        }
        if wants(INET) {
            let own = if is_any { [0; 4] } else { [127, 0, 0, 1] };
            let error = add(&query, INET, (&raw const own).cast(), port, host, &mut end);
            if error != 0 {
                return error;
            }
        }
    } else {
        for family in [INET, INET6] {
            if pikse_libc_inet_pton(family, host, memory) == 1 {
                if !wants(family) {
                    // EAI_ADDRFAMILY
                    return -9;
                }
                known = true;
                let error = add(&query, family, memory, port, host, &mut end);
                if error != 0 {
                    return error;
                }
                break;
            }
        }
    }
    if !known {
        return EAI_NONAME;
    }
    *to = first;
    0
}

/// Whether a name is that of the host itself.
unsafe fn is_own(host: *const c_char) -> bool {
    pikse_libc_strcmp(host, c"localhost".as_ptr()) == 0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_freeaddrinfo(list: *mut Found) {
    let mut at = list;
    while !at.is_null() {
        let next = (*at).next;
        free((*at).name.cast());
        free(at.cast());
        at = next;
    }
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_gai_strerror(error: c_int) -> *const c_char {
    let text = match error {
        -1 => c"Bad value for ai_flags",
        -2 => c"Name or service not known",
        -3 => c"Temporary failure in name resolution",
        -4 => c"Non-recoverable failure in name resolution",
        -5 => c"No address associated with hostname",
        -6 => c"ai_family not supported",
        -7 => c"ai_socktype not supported",
        -8 => c"Servname not supported for ai_socktype",
        -9 => c"Address family for hostname not supported",
        -10 => c"Memory allocation failure",
        -11 => c"System error",
        -100 => c"Processing request in progress",
        -101 => c"Request canceled",
        -102 => c"Request not canceled",
        -103 => c"All requests done",
        -104 => c"Interrupted by a signal",
        -105 => c"Parameter string not correctly encoded",
        _ => c"Unknown error",
    };
    text.as_ptr()
}

const NUMBERS: c_int = 1;
const NAME_REQUIRED: c_int = 8;

/// The numbers of an address: names are not known.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_getnameinfo(
    address: *const u8,
    length: u32,
    host: *mut c_char,
    host_room: u32,
    service: *mut c_char,
    service_room: u32,
    flags: c_int,
) -> c_int {
    if length < 2 {
        return EAI_FAMILY;
    }
    let family = c_int::from(*address.cast::<u16>());
    let (least, at) = match family {
        INET => (16, 4),
        INET6 => (28, 8),
        _ => return EAI_FAMILY,
    };
    if length < least {
        return EAI_FAMILY;
    }
    if !host.is_null() && host_room > 0 {
        if flags & NAME_REQUIRED != 0 && flags & NUMBERS == 0 {
            return EAI_NONAME;
        }
        let is_own = family == INET && *address.add(4).cast::<u32>() == 0x0100_007f;
        if is_own && flags & NUMBERS == 0 {
            if host_room < 10 {
                return EAI_OVERFLOW;
            }
            core::ptr::copy_nonoverlapping(c"localhost".as_ptr(), host, 10);
        } else if pikse_libc_inet_ntop(family, address.add(at), host, host_room).is_null() {
            return EAI_OVERFLOW;
        }
    }
    if !service.is_null() && service_room > 0 {
        let port = (*address.add(2).cast::<u16>()).swap_bytes();
        // NI_NUMERICSERV
        let name = if flags & 2 == 0 { service_of(port) } else { null() };
        let mut text = Writer::new(service.cast(), service_room as usize);
        if name.is_null() {
            text.unsigned(u64::from(port), 1);
        } else {
            text.text(name);
        }
        text.end();
    }
    0
}

fn service_of(port: u16) -> *const c_char {
    for (name, number) in SERVICES {
        if number == port {
            return name.as_ptr();
        }
    }
    null()
}

static mut H_ERRNO: c_int = 0;
const HOST_NOT_FOUND: c_int = 1;

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc___h_errno_location() -> *mut c_int {
    &raw mut H_ERRNO
}

/// `struct hostent`.
#[repr(C)]
pub struct Host {
    name: *mut c_char,
    aliases: *mut *mut c_char,
    family: c_int,
    length: c_int,
    list: *mut *mut u8,
}

static mut NOTHING: *mut c_char = null_mut();
static mut ADDRESS: [u8; 16] = [0; 16];
static mut ADDRESSES: [*mut u8; 2] = [null_mut(); 2];
static mut NAME: [c_char; 64] = [0; 64];
static mut HOST: Host = Host {
    name: null_mut(),
    aliases: &raw mut NOTHING,
    family: 0,
    length: 0,
    list: (&raw mut ADDRESSES).cast(),
};

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_gethostbyname2(
    name: *const c_char,
    family: c_int,
) -> *mut Host {
    let to = (&raw mut ADDRESS).cast::<u8>();
    let own = [127u8, 0, 0, 1];
    let is_known = match family {
        INET if is_own(name) => {
            core::ptr::copy_nonoverlapping((&raw const own).cast(), to, 4);
            true
        }
        INET => match super::address::classic(name) {
            Some(value) => {
                *to.cast::<u32>() = value.swap_bytes();
                true
            }
            None => false,
        },
        INET6 => pikse_libc_inet_pton(INET6, name, to) == 1,
        _ => false,
    };
    if !is_known || pikse_libc_strlen(name) >= 64 {
        H_ERRNO = HOST_NOT_FOUND;
        return null_mut();
    }
    let shown = (&raw mut NAME).cast::<c_char>();
    core::ptr::copy_nonoverlapping(name, shown, pikse_libc_strlen(name) + 1);
    ADDRESSES[0] = to;
    HOST.name = shown;
    HOST.family = family;
    HOST.length = if family == INET { 4 } else { 16 };
    &raw mut HOST
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_gethostbyname(name: *const c_char) -> *mut Host {
    pikse_libc_gethostbyname2(name, INET)
}

/// Only the host itself has a name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_gethostbyaddr(
    address: *const u8,
    length: u32,
    family: c_int,
) -> *mut Host {
    let is_own = family == INET && length == 4 && *address.cast::<u32>() == 0x0100_007f;
    if is_own {
        return pikse_libc_gethostbyname(c"localhost".as_ptr());
    }
    H_ERRNO = HOST_NOT_FOUND;
    null_mut()
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_hstrerror(error: c_int) -> *const c_char {
    let text = match error {
        0 => c"Resolver Error 0 (no error)",
        1 => c"Unknown host",
        2 => c"Host name lookup failure",
        3 => c"Unknown server error",
        4 => c"No address associated with name",
        ..0 => c"Resolver internal error",
        _ => c"Unknown resolver error",
    };
    text.as_ptr()
}

/// `struct servent`.
#[repr(C)]
pub struct Service {
    name: *mut c_char,
    aliases: *mut *mut c_char,
    port: c_int,
    protocol: *mut c_char,
}

static mut SERVICE: Service =
    Service { name: null_mut(), aliases: &raw mut NOTHING, port: 0, protocol: null_mut() };

unsafe fn service(name: *const c_char, port: u16, protocol: *const c_char) -> *mut Service {
    let tcp = c"tcp".as_ptr();
    if !protocol.is_null() && pikse_libc_strcmp(protocol, tcp) != 0 {
        return null_mut();
    }
    SERVICE.name = name.cast_mut();
    SERVICE.port = c_int::from(port.swap_bytes());
    SERVICE.protocol = tcp.cast_mut();
    &raw mut SERVICE
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_getservbyname(
    name: *const c_char,
    protocol: *const c_char,
) -> *mut Service {
    for (known, number) in SERVICES {
        if pikse_libc_strcmp(known.as_ptr(), name) == 0 {
            return service(known.as_ptr(), number, protocol);
        }
    }
    null_mut()
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_getservbyport(
    port: c_int,
    protocol: *const c_char,
) -> *mut Service {
    let number = (port as u16).swap_bytes();
    let name = service_of(number);
    if name.is_null() { null_mut() } else { service(name, number, protocol) }
}

/// `struct protoent`.
#[repr(C)]
pub struct Protocol {
    name: *mut c_char,
    aliases: *mut *mut c_char,
    number: c_int,
}

static mut PROTOCOL: Protocol = Protocol { name: null_mut(), aliases: &raw mut NOTHING, number: 0 };

const PROTOCOLS: [(&CStr, c_int); 5] =
    [(c"ip", 0), (c"icmp", 1), (c"tcp", 6), (c"udp", 17), (c"ipv6", 41)];

unsafe fn protocol(is_it: impl Fn(&CStr, c_int) -> bool) -> *mut Protocol {
    for (name, number) in PROTOCOLS {
        if is_it(name, number) {
            PROTOCOL.name = name.as_ptr().cast_mut();
            PROTOCOL.number = number;
            return &raw mut PROTOCOL;
        }
    }
    null_mut()
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_getprotobyname(name: *const c_char) -> *mut Protocol {
    protocol(|known, _| pikse_libc_strcmp(known.as_ptr(), name) == 0)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_getprotobynumber(number: c_int) -> *mut Protocol {
    protocol(|_, known| known == number)
}

/// The only interface is the one to the host itself.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_if_nametoindex(name: *const c_char) -> u32 {
    if pikse_libc_strcmp(name, c"lo".as_ptr()) == 0 {
        return 1;
    }
    errno::set(errno::ENODEV);
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_if_indextoname(index: u32, to: *mut c_char) -> *mut c_char {
    if index != 1 {
        errno::set(errno::ENXIO);
        return null_mut();
    }
    core::ptr::copy_nonoverlapping(c"lo".as_ptr(), to, 3);
    to
}
