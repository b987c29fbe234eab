//! Nodes: files, folders, links and devices. A folder has a list of entries, which name its nodes.

use core::ffi::c_char;
use core::ptr::{null, null_mut};

use super::super::alloc::own;
use super::super::machine::{pikse_vm_free, pikse_vm_symbolic};
use super::super::time;
use super::super::users::{GROUP, USER};

pub const S_IFMT: u32 = 0o170_000;
pub const S_IFIFO: u32 = 0o010_000;
pub const S_IFCHR: u32 = 0o020_000;
pub const S_IFDIR: u32 = 0o040_000;
pub const S_IFREG: u32 = 0o100_000;
pub const S_IFLNK: u32 = 0o120_000;
pub const S_IFSOCK: u32 = 0o140_000;

/// Something in the tree.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Node {
    pub number: u64,
    /// Type and permissions; [`mode`] reads the permissions.
    pub mode: u32,
    /// For a symbolic file whose permissions were not asked for yet: the name of their input.
    pub unknown: *const c_char,
    pub user: u32,
    pub group: u32,
    /// The number of its names; folders also count their `.` and the `..` in them.
    pub links: u32,
    /// How often it is open.
    pub open: u32,
    /// How often it is open for reading and for writing, for pipes.
    pub readers: u32,
    pub writers: u32,
    /// For the program's output: 1 or 2. It cannot be read again.
    pub output: i32,
    pub terminal: Terminal,
    /// The bytes of a file, the target of a link, or what is in a pipe. Bytes of a file that are
    /// not stored are zero.
    pub data: *mut u8,
    pub stored: usize,
    pub room: usize,
    pub size: usize,
    /// For devices: the number. For links to descriptors: the descriptor.
    pub device: u64,
    /// For folders.
    pub parent: *mut Node,
    pub first: *mut Entry,
    /// Access, modification and change, in nanoseconds.
    pub times: [time::Spec; 3],
    /// For descriptors that are neither files nor pipes.
    pub special: *mut super::special::Special,
    /// Whether it is part of the tree that every program finds, and is never freed.
    fixed: bool,
}

/// Whether something is a terminal.
#[repr(i32)]
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Terminal {
    No,
    Yes,
    /// For the standard streams: the first question decides it.
    Unknown,
}

/// A name in a folder.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Entry {
    pub name: *const c_char,
    pub length: usize,
    pub node: *mut Node,
    pub next: *mut Entry,
    /// Later entries have larger ones: the position of `readdir`.
    pub cookie: u64,
}

const PLAIN: Node = Node {
    number: 0,
    mode: S_IFREG | 0o644,
    unknown: null(),
    user: USER,
    group: GROUP,
    links: 1,
    open: 0,
    readers: 0,
    writers: 0,
    output: 0,
    terminal: Terminal::No,
    data: null_mut(),
    stored: 0,
    room: 0,
    size: 0,
    device: 0,
    parent: null_mut(),
    first: null_mut(),
    times: [time::Spec::START; 3],
    special: null_mut(),
    fixed: true,
};

const fn folder(number: u64, links: u32, parent: *mut Node, first: *mut Entry) -> Node {
    Node {
        number,
        mode: S_IFDIR | 0o755,
        user: 0,
        group: 0,
        links,
        size: 4096,
        parent,
        first,
        ..PLAIN
    }
}

const fn device(number: u64, mode: u32, major: u64, minor: u64) -> Node {
    Node { number, mode: S_IFCHR | mode, user: 0, group: 0, device: major << 8 | minor, ..PLAIN }
}

const fn stream(number: u64, output: i32) -> Node {
    Node { number, output, terminal: Terminal::Unknown, ..PLAIN }
}

/// The mark of the link to the folder of the open descriptors.
pub const TO_DESCRIPTORS: u64 = u64::MAX;

/// A link to a descriptor, as those in `/proc/self/fd`.
const fn to_descriptor(number: u64, fd: u64) -> Node {
    Node { number, mode: S_IFLNK | 0o777, user: 0, group: 0, device: fd + 1, ..PLAIN }
}

const fn named(name: &'static core::ffi::CStr, node: *mut Node, next: *mut Entry) -> Entry {
    Entry { name: name.as_ptr(), length: name.count_bytes(), node, next, cookie: 1 }
}

/// An entry after another one.
const fn after(entry: Entry, cookie: u64) -> Entry {
    Entry { cookie, ..entry }
}

// The first node is the standard input, which has no name here.
pub static mut INPUT: Node = stream(11, 0);
pub static mut OUTPUT: Node = stream(12, 1);
pub static mut ERRORS: Node = stream(13, 2);

static mut ROOT: Node = folder(2, 5, &raw mut ROOT, &raw mut AT_HOME);
static mut HOME: Node = folder(3, 3, &raw mut ROOT, &raw mut AT_USER);
static mut WORK: Node =
    Node { user: USER, group: GROUP, ..folder(4, 2, &raw mut HOME, null_mut()) };
static mut TMP: Node = Node { mode: S_IFDIR | 0o1777, ..folder(5, 2, &raw mut ROOT, null_mut()) };
static mut DEV: Node = folder(6, 2, &raw mut ROOT, &raw mut AT_NULL);
/// Its entries are the open descriptors: `path` looks them up.
static mut FD: Node = Node {
    mode: S_IFDIR | 0o500,
    user: USER,
    group: GROUP,
    ..folder(7, 2, &raw mut DEV, null_mut())
};
/// `/dev/fd` is a link to it.
static mut TO_FD: Node = Node { device: TO_DESCRIPTORS, ..to_descriptor(30, 0) };
static mut NULL: Node = device(21, 0o666, 1, 3);
static mut ZERO: Node = device(22, 0o666, 1, 5);
static mut FULL: Node = device(23, 0o666, 1, 7);
static mut RANDOM: Node = device(24, 0o666, 1, 8);
static mut URANDOM: Node = device(25, 0o666, 1, 9);
static mut TTY: Node = device(26, 0o666, 5, 0);
static mut STDIN: Node = to_descriptor(27, 0);
static mut STDOUT: Node = to_descriptor(28, 1);
static mut STDERR: Node = to_descriptor(29, 2);

static mut AT_HOME: Entry = named(c"home", &raw mut HOME, &raw mut AT_TMP);
static mut AT_TMP: Entry = after(named(c"tmp", &raw mut TMP, &raw mut AT_DEV), 2);
static mut AT_DEV: Entry = after(named(c"dev", &raw mut DEV, null_mut()), 3);
static mut AT_USER: Entry = named(c"user", &raw mut WORK, null_mut());
static mut AT_NULL: Entry = named(c"null", &raw mut NULL, &raw mut AT_ZERO);
static mut AT_ZERO: Entry = after(named(c"zero", &raw mut ZERO, &raw mut AT_FULL), 2);
static mut AT_FULL: Entry = after(named(c"full", &raw mut FULL, &raw mut AT_RANDOM), 3);
static mut AT_RANDOM: Entry = after(named(c"random", &raw mut RANDOM, &raw mut AT_URANDOM), 4);
static mut AT_URANDOM: Entry = after(named(c"urandom", &raw mut URANDOM, &raw mut AT_TTY), 5);
static mut AT_TTY: Entry = after(named(c"tty", &raw mut TTY, &raw mut AT_STDIN), 6);
static mut AT_STDIN: Entry = after(named(c"stdin", &raw mut STDIN, &raw mut AT_STDOUT), 7);
static mut AT_STDOUT: Entry = after(named(c"stdout", &raw mut STDOUT, &raw mut AT_STDERR), 8);
static mut AT_STDERR: Entry = after(named(c"stderr", &raw mut STDERR, &raw mut AT_FD), 9);
static mut AT_FD: Entry = after(named(c"fd", &raw mut TO_FD, null_mut()), 10);

/// The numbers of new nodes, and the cookies of new entries.
static mut NEXT: u64 = 100;

pub fn root() -> *mut Node {
    &raw mut ROOT
}

/// The folder in which the program starts.
pub fn start() -> *mut Node {
    &raw mut WORK
}

pub fn input() -> *mut Node {
    &raw mut INPUT
}

/// The folder of the open descriptors.
pub fn of_descriptors() -> *mut Node {
    &raw mut FD
}

/// Whether it is the folder of the open descriptors.
pub fn is_of_descriptors(node: *const Node) -> bool {
    core::ptr::eq(node, &raw const FD)
}

impl Node {
    pub fn is(&self, kind: u32) -> bool {
        self.mode & S_IFMT == kind
    }
}

/// The type and the permissions of a node. The permissions of a symbolic file become an input when
/// the program first depends on them.
pub unsafe fn mode(node: *mut Node) -> u32 {
    if !(*node).unknown.is_null() {
        let mut permissions = 0u16;
        pikse_vm_symbolic((&raw mut permissions).cast(), 2, (*node).unknown);
        set_mode(node, u32::from(permissions) & 0o777);
    }
    (*node).mode
}

/// Sets the permissions of a node.
pub unsafe fn set_mode(node: *mut Node, permissions: u32) {
    (*node).unknown = null();
    (*node).mode = (*node).mode & S_IFMT | permissions;
}

/// Whether a node is a terminal. For a standard stream it becomes an input when the program first
/// asks for it.
pub unsafe fn is_terminal(node: *mut Node) -> bool {
    if (*node).terminal == Terminal::Unknown {
        let name = match (*node).output {
            0 => c"stdin-tty",
            1 => c"stdout-tty",
            _ => c"stderr-tty",
        };
        let mut answer = 0u8;
        pikse_vm_symbolic(&raw mut answer, 1, name.as_ptr());
        (*node).terminal = if answer & 1 == 1 { Terminal::Yes } else { Terminal::No };
    }
    (*node).terminal == Terminal::Yes
}

/// Whether a node is known to be a terminal. Functions that do not ask for one take a standard stream
/// for a regular file, which it then stays.
pub unsafe fn is_known_terminal(node: *mut Node) -> bool {
    if (*node).terminal == Terminal::Unknown {
        (*node).terminal = Terminal::No;
    }
    (*node).terminal == Terminal::Yes
}

/// A new node with a mode.
pub unsafe fn new(mode: u32) -> *mut Node {
    let node = own(size_of::<Node>()).cast::<Node>();
    NEXT += 1;
    *node = Node { number: NEXT, mode, links: 0, fixed: false, ..PLAIN };
    (*node).times = [time::now(); 3];
    if (*node).is(S_IFDIR) {
        (*node).links = 1;
        (*node).size = 4096;
    }
    node
}

/// The entry of a name; null if there is none. The names are known, and need no search of symbolic
/// ones: see [`super::path`].
pub unsafe fn entry(folder: *mut Node, name: *const c_char, length: usize) -> *mut Entry {
    let mut entry = (*folder).first;
    while !entry.is_null() {
        if (*entry).length == length && is_same((*entry).name, name, length) {
            return entry;
        }
        entry = (*entry).next;
    }
    entry
}

unsafe fn is_same(a: *const c_char, b: *const c_char, n: usize) -> bool {
    let mut at = 0;
    while at < n {
        if *a.add(at) != *b.add(at) {
            return false;
        }
        at += 1;
    }
    true
}

/// Adds a name for a node.
pub unsafe fn add(
    folder: *mut Node,
    name: *const c_char,
    length: usize,
    node: *mut Node,
) -> *mut Entry {
    let copy = own(length + 1).cast::<c_char>();
    core::ptr::copy_nonoverlapping(name, copy, length);
    *copy.add(length) = 0;
    NEXT += 1;
    let entry = own(size_of::<Entry>()).cast::<Entry>();
    *entry = Entry { name: copy, length, node, next: null_mut(), cookie: NEXT };
    let mut last = &raw mut (*folder).first;
    while !(*last).is_null() {
        last = &raw mut (**last).next;
    }
    *last = entry;
    (*node).links += 1;
    if (*node).is(S_IFDIR) {
        (*node).parent = folder;
        (*folder).links += 1;
    }
    touch(folder);
    entry
}

/// Removes the name of a node, and the node if nothing uses it any more.
pub unsafe fn remove(folder: *mut Node, node: *mut Node, entry: *mut Entry) {
    let mut link = &raw mut (*folder).first;
    while !(*link).is_null() && *link != entry {
        link = &raw mut (**link).next;
    }
    if (*link).is_null() {
        return;
    }
    *link = (*entry).next;
    (*node).links -= 1;
    if (*node).is(S_IFDIR) {
        (*node).links = 0;
        (*folder).links -= 1;
    }
    (*node).times[2] = time::now();
    touch(folder);
    forget(node);
}

/// Frees a node that has no name and is not open.
pub unsafe fn forget(node: *mut Node) {
    if (*node).links > 0 || (*node).open > 0 || (*node).fixed || super::folder::is_current(node) {
        return;
    }
    if !(*node).data.is_null() {
        pikse_vm_free((*node).data);
    }
    pikse_vm_free(node.cast());
}

/// The contents have changed.
pub unsafe fn touch(node: *mut Node) {
    let now = time::now();
    ((*node).times[1], (*node).times[2]) = (now, now);
}

/// The nanoseconds of a change of the node itself.
pub unsafe fn changed(node: *mut Node) {
    (*node).times[2] = time::now();
}
