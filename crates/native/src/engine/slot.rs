//! The address space of a predicate.
//!
//! All memory of a predicate is in a **slot**, a range of addresses that is fixed when the
//! program is instrumented: the candidate's memory, a map of its known bytes, the
//! predicate's stack, its heap, and the engine's data. So the test whether an address is
//! the candidate's needs no variable, every process sees a candidate at the same
//! addresses, and a run cannot depend on where the system places memory.
//!
//! ```text
//! base + 0 GiB   the candidate            + 12 GiB   control page
//!      + 4 GiB   map of known bytes       + 13 GiB   undo log
//!      + 8 GiB   (guard) … stack          + 14 GiB   checkpoints
//!                                         + 15 GiB   counters
//!                                         + 16 GiB   heap
//! ```
//!
//! Code under test has its heap (from 1 GiB on), a copy of the candidate (at 3 GiB) and some of its
//! local variables (up to 4 GiB) in the candidate's part: there the map says for every byte whether it
//! may be accessed.
#![expect(unsafe_code, reason = "maps memory")]

use std::io;
use std::sync::atomic::{AtomicU64, Ordering};

use serde::{Deserialize, Serialize};

const GIB: u64 = 1 << 30;

/// The size of a slot.
pub(crate) const SLOT_SIZE: u64 = 64 * GIB;
/// The address of the first slot. Systems do not place anything here by themselves.
const FIRST_BASE: u64 = 1 << 44;
/// The number of slots that fit into the address space; further programs share them.
const SLOTS: u64 = 512;

/// The size of the candidate's part.
pub(crate) const CANDIDATE_SIZE: u64 = 4 * GIB;
/// The distance from a byte of the candidate to the same byte of its copy, which is the state
/// before the call for code under test.
pub const OLD: u64 = 3 * GIB;
/// Where the heap of code under test is; it ends before the copy.
pub(crate) const CHECKED_HEAP: u64 = GIB;
/// Where the local variables of code under test end that are in the candidate's part; they grow down.
pub(crate) const LOCALS_END: u64 = CANDIDATE_SIZE;
/// The distance from a byte of the candidate to its entry in the map of known bytes.
pub(crate) const KNOWN: u64 = 4 * GIB;
/// Where the part for the stack begins; most of it is guard.
pub(crate) const STACK_PART: u64 = 8 * GIB;
/// The size of that part.
pub(crate) const STACK_PART_SIZE: u64 = 4 * GIB;
/// Where the control page is.
pub(crate) const CONTROL: u64 = 12 * GIB;
pub(crate) const LOG: u64 = 13 * GIB;
pub(crate) const CHECKPOINTS: u64 = 14 * GIB;
/// How often each block of code ran.
pub(crate) const COUNTERS: u64 = 15 * GIB;
pub(crate) const HEAP: u64 = 16 * GIB;

const PAGE: u64 = 4096;

/// The memory limits of a predicate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MemoryLimits {
    /// Bytes of stack. Default: 8 MiB.
    pub stack: u64,
    /// Bytes of heap. Default: 64 MiB.
    pub heap: u64,
}

impl Default for MemoryLimits {
    fn default() -> Self {
        MemoryLimits { stack: 8 << 20, heap: 64 << 20 }
    }
}

/// The maximum sizes of the undo log and of the checkpoints.
pub(crate) const LOG_SIZE: u64 = 8 << 20;
/// Beyond this, a choice point has no checkpoint, and its values continue from an earlier
/// one.
pub(crate) const CHECKPOINTS_SIZE: u64 = 16 << 20;

/// Whether an address is in some slot.
pub(crate) fn is_in_a_slot(address: u64) -> bool {
    address.wrapping_sub(FIRST_BASE) < SLOTS * SLOT_SIZE
}

/// The number of a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Slot(u64);

impl Slot {
    /// A slot that no other program of this process has.
    pub(crate) fn fresh() -> Slot {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Slot(NEXT.fetch_add(1, Ordering::Relaxed) % SLOTS)
    }

    /// Where it begins.
    pub(crate) fn base(self) -> u64 {
        FIRST_BASE + self.0 * SLOT_SIZE
    }
}

/// The slot's memory, mapped.
#[derive(Debug)]
pub(crate) struct Mapped {
    slot: Slot,
    limits: MemoryLimits,
}

impl Mapped {
    /// Maps a slot for a candidate of `candidate` bytes.
    pub(crate) fn new(slot: Slot, candidate: u64, limits: MemoryLimits) -> io::Result<Mapped> {
        let heap = (HEAP, limits.heap);
        let parts = [(0, candidate), (KNOWN, candidate), (CHECKPOINTS, CHECKPOINTS_SIZE), heap];
        Mapped::with_parts(slot, limits, &parts)
    }

    /// Maps a slot for code under test: the candidate and its copy, and `counters` bytes of
    /// counters.
    pub(crate) fn for_check(
        slot: Slot,
        candidate: u64,
        counters: u64,
        limits: MemoryLimits,
    ) -> io::Result<Mapped> {
        let candidates = [0, OLD, KNOWN, KNOWN + OLD].map(|offset| (offset, candidate));
        let heaps = [CHECKED_HEAP, KNOWN + CHECKED_HEAP].map(|offset| (offset, limits.heap));
        let locals = LOCALS_END - limits.stack.next_multiple_of(PAGE);
        let locals = [locals, KNOWN + locals].map(|offset| (offset, limits.stack));
        let parts = [&candidates[..], &heaps, &locals, &[(COUNTERS, counters)]].concat();
        Mapped::with_parts(slot, limits, &parts)
    }

    fn with_parts(slot: Slot, limits: MemoryLimits, own: &[(u64, u64)]) -> io::Result<Mapped> {
        let flags = libc::MAP_PRIVATE
            | libc::MAP_ANONYMOUS
            | libc::MAP_NORESERVE
            | libc::MAP_FIXED_NOREPLACE;
        let (base, size) = (slot.base(), SLOT_SIZE as usize);
        // SAFETY: a new anonymous mapping that replaces none.
        let found = unsafe { libc::mmap(base as *mut _, size, libc::PROT_NONE, flags, -1, 0) };
        if found == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        let mapped = Mapped { slot, limits };
        let parts = [
            (CONTROL, PAGE),
            (LOG, LOG_SIZE),
            (STACK_PART + STACK_PART_SIZE - limits.stack, limits.stack),
        ];
        for &(offset, size) in parts.iter().chain(own) {
            let size = size.max(1).next_multiple_of(PAGE) as usize;
            let protection = libc::PROT_READ | libc::PROT_WRITE;
            // SAFETY: a part of the mapping that was just made.
            let done = unsafe { libc::mprotect((base + offset) as *mut _, size, protection) };
            if done != 0 {
                return Err(io::Error::last_os_error());
            }
        }
        Ok(mapped)
    }

    /// Returns memory that a run no longer needs to the system.
    pub(crate) fn release(&self, offset: u64, size: u64) {
        // SAFETY: the memory is the slot's, and nothing in it is needed any more.
        unsafe {
            libc::madvise(
                (self.slot.base() + offset) as *mut _,
                size as usize,
                libc::MADV_DONTNEED,
            );
        }
    }

    pub(crate) fn slot(&self) -> Slot {
        self.slot
    }

    pub(crate) fn limits(&self) -> MemoryLimits {
        self.limits
    }
}

impl Drop for Mapped {
    fn drop(&mut self) {
        // SAFETY: nothing uses the slot's memory any more.
        unsafe {
            libc::munmap(self.slot.base() as *mut _, SLOT_SIZE as usize);
        }
    }
}
