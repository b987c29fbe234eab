//! The control page: data that the instrumented program and the host share.
//!
//! It is at a fixed place of the slot, so the program can read it directly.
#![expect(unsafe_code, reason = "lives at a fixed address")]

use super::host::Host;
use super::slot::{CONTROL, SLOT_SIZE, is_in_a_slot};

/// The number of size classes of the heap.
pub(crate) const SIZE_CLASSES: usize = 64;
/// The number of host functions that a program can call.
pub(crate) const HOST_FUNCTIONS: usize = 128;

/// The control page. The program knows the places of the first fields.
#[repr(C)]
pub(crate) struct Control {
    /// The search's stack pointer, while the predicate runs.
    pub(crate) search_stack: u64,
    /// Where the next entry of the undo log goes.
    pub(crate) log_top: u64,
    /// Heap from here on is younger than the last checkpoint: nothing has to be undone.
    pub(crate) fresh: u64,
    /// The size of the heap from there on.
    pub(crate) fresh_size: u64,
    /// The size of the candidate's memory.
    pub(crate) candidate_end: u64,
    /// The address of the program, with its globals, and its size.
    pub(crate) image: u64,
    pub(crate) image_size: u64,
    /// The hook to call before a read that may be a first one.
    pub(crate) read_hook: u64,
    /// The hook to call before a write that the program cannot log itself.
    pub(crate) write_hook: u64,
    /// Where to jump at the end.
    pub(crate) leave: u64,
    /// The number of steps that the predicate has left.
    pub(crate) steps: i64,
    /// The frame of the program's last call of the host, in code under test.
    pub(crate) frame: u64,
    /// Whether the read hook has to be called again: a run goes on in the middle of it.
    pub(crate) again: u64,
    /// The hook to call before a copy, in code under test.
    pub(crate) copy_hook: u64,
    /// Where the local variables of code under test begin that are in the candidate's part.
    pub(crate) locals: u64,
    /// The host.
    pub(crate) host: *mut Host,
    /// The free blocks of each size class; undone like the program's own memory.
    pub(crate) free: [u64; SIZE_CLASSES],
    /// The host's functions, in the order of their table.
    pub(crate) functions: [u64; HOST_FUNCTIONS],
}

// The program and the assembler know these places.
const _: () = assert!(std::mem::offset_of!(Control, search_stack) == 0);
pub(crate) const LOG_TOP: u64 = std::mem::offset_of!(Control, log_top) as u64;
pub(crate) const FRESH: u64 = std::mem::offset_of!(Control, fresh) as u64;
pub(crate) const FRESH_SIZE: u64 = std::mem::offset_of!(Control, fresh_size) as u64;
pub(crate) const CANDIDATE_END: u64 = std::mem::offset_of!(Control, candidate_end) as u64;
pub(crate) const IMAGE: u64 = std::mem::offset_of!(Control, image) as u64;
pub(crate) const IMAGE_SIZE: u64 = std::mem::offset_of!(Control, image_size) as u64;
pub(crate) const READ_HOOK: u64 = std::mem::offset_of!(Control, read_hook) as u64;
pub(crate) const WRITE_HOOK: u64 = std::mem::offset_of!(Control, write_hook) as u64;
pub(crate) const LEAVE: u64 = std::mem::offset_of!(Control, leave) as u64;
pub(crate) const STEPS: u64 = std::mem::offset_of!(Control, steps) as u64;
pub(crate) const FRAME: u64 = std::mem::offset_of!(Control, frame) as u64;
pub(crate) const AGAIN: u64 = std::mem::offset_of!(Control, again) as u64;
pub(crate) const COPY_HOOK: u64 = std::mem::offset_of!(Control, copy_hook) as u64;
pub(crate) const LOCALS: u64 = std::mem::offset_of!(Control, locals) as u64;
pub(crate) const FUNCTIONS: u64 = std::mem::offset_of!(Control, functions) as u64;
const _: () = assert!(std::mem::size_of::<Control>() <= 4096);

/// The control page of the slot that an address lies in.
#[inline(always)]
pub(crate) fn control_at(address: u64) -> *mut Control {
    ((address & !(SLOT_SIZE - 1)) + CONTROL) as *mut Control
}

/// Whether the caller runs on the stack of a predicate.
pub(crate) fn is_on_predicate_stack() -> bool {
    let here = 0_u8;
    is_in_a_slot((&raw const here) as u64)
}

/// The host whose predicate runs on the current stack.
///
/// # Safety
/// The caller runs on the stack of a predicate, and nothing else uses its host.
#[inline(always)]
pub(crate) unsafe fn present_host<'a>() -> &'a mut Host {
    let here = 0_u8;
    let control = control_at((&raw const here) as u64);
    // SAFETY: the stack is in the slot of a predicate, whose control page names its host.
    unsafe { &mut *(*control).host }
}
