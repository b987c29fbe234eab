//! The undo log: the contents of memory before the program wrote to it.
//!
//! The stack is copied as a whole; all other memory that a program writes (heap, globals) is
//! logged first, unless it is younger than the last checkpoint. To undo writes, the log is
//! applied backwards.
#![expect(unsafe_code, reason = "reads and writes the predicate's memory")]

use std::collections::HashSet;

use super::control::Control;
use super::slot::{HEAP, LOG, LOG_SIZE, SLOT_SIZE, Slot};

/// An entry. The program writes entries too.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
struct Entry {
    address: u64,
    bytes: u64,
    old: u64,
}

pub(crate) const ENTRY_SIZE: u64 = std::mem::size_of::<Entry>() as u64;
/// From here on the program calls the host to log writes.
pub(crate) const LOG_FULL: u64 = LOG + LOG_SIZE - 64 * ENTRY_SIZE;

/// The undo log of a slot.
#[derive(Clone, Copy, Debug)]
pub(crate) struct UndoLog {
    control: *mut Control,
    base: u64,
}

/// A place in the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct LogMark(u64);

/// The log cannot hold more.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LogFull;

impl UndoLog {
    /// The empty log of a mapped slot.
    pub(crate) fn new(slot: Slot, control: *mut Control) -> UndoLog {
        let log = UndoLog { control, base: slot.base() };
        log.set_top(log.start().0);
        log
    }

    pub(crate) fn start(&self) -> LogMark {
        LogMark(self.base + LOG)
    }

    #[inline(always)]
    pub(crate) fn mark(&self) -> LogMark {
        // SAFETY: the control page is mapped as long as the slot.
        LogMark(unsafe { (*self.control).log_top })
    }

    #[inline(always)]
    fn set_top(&self, top: u64) {
        // SAFETY: as above.
        unsafe { (*self.control).log_top = top }
    }

    /// Logs `bytes` bytes at `address`, unless they are young.
    pub(crate) fn note(&self, address: u64, bytes: u64) -> Result<(), LogFull> {
        // SAFETY: as above.
        let (fresh, fresh_size) = unsafe { ((*self.control).fresh, (*self.control).fresh_size) };
        if address.wrapping_sub(fresh) < fresh_size {
            return Ok(());
        }
        // SAFETY: as above.
        let (image, image_size) = unsafe { ((*self.control).image, (*self.control).image_size) };
        let own =
            address.wrapping_sub(image) < image_size || address.wrapping_sub(self.base) < SLOT_SIZE;
        if !own {
            // A library's memory may be gone when the log is read.
            return Ok(());
        }
        let (mut at, end) = (address, address + bytes);
        while at < end {
            let piece = [8, 4, 2, 1].into_iter().find(|&piece| at + piece <= end).unwrap_or(1);
            let top = self.mark().0;
            if top >= self.base + LOG_FULL {
                return Err(LogFull);
            }
            // SAFETY: the entry is within the log. The program is about to write to the
            // address; if it is not mapped, this read faults as the write would have.
            unsafe {
                (top as *mut Entry).write(Entry {
                    address: at,
                    bytes: piece,
                    old: load(at, piece),
                });
            }
            self.set_top(top + ENTRY_SIZE);
            at += piece;
        }
        Ok(())
    }

    /// The addresses in a range that were written and have changed, in the order in which they
    /// were first written.
    pub(crate) fn changed(&self, (start, end): (u64, u64)) -> Vec<u64> {
        let (mut at, top) = (self.start().0, self.mark().0);
        let (mut seen, mut changed) = (HashSet::new(), Vec::new());
        while at < top {
            // SAFETY: entries up to the top were written.
            let Entry { address, bytes, old } = unsafe { (at as *const Entry).read() };
            // SAFETY: the memory was written after it was noted.
            if (start..end).contains(&address)
                && seen.insert(address)
                && unsafe { load(address, bytes) } != old
            {
                changed.push(address);
            }
            at += ENTRY_SIZE;
        }
        changed
    }

    /// Whether nothing was written.
    #[inline(always)]
    pub(crate) fn is_empty(&self) -> bool {
        self.mark() == self.start()
    }

    /// Undoes the writes since `mark`.
    #[inline(always)]
    pub(crate) fn undo_to(&self, mark: LogMark) {
        let mut top = self.mark().0;
        while top > mark.0 {
            top -= ENTRY_SIZE;
            // SAFETY: entries up to the top were written, each for memory that could be
            // read and was then written.
            unsafe {
                let entry = (top as *const Entry).read();
                store(entry.address, entry.bytes, entry.old);
            }
        }
        self.set_top(top);
    }

    /// Keeps the oldest entry for each address since `mark`, and no entries of heap that will
    /// never be restored. Returns whether the log is at most half full then.
    pub(crate) fn compact(&self, mark: LogMark, without_heap: bool) -> bool {
        let heap = self.base + HEAP..self.base + SLOT_SIZE;
        let mut seen = HashSet::new();
        let (mut kept, mut at) = (mark.0, mark.0);
        let top = self.mark().0;
        while at < top {
            // SAFETY: entries between the mark and the top were written.
            let entry = unsafe { (at as *const Entry).read() };
            let stays = !(without_heap && heap.contains(&entry.address));
            if stays && seen.insert((entry.address, entry.bytes)) {
                // SAFETY: as above; the place is at or before the one that was read.
                unsafe { (kept as *mut Entry).write(entry) };
                kept += ENTRY_SIZE;
            }
            at += ENTRY_SIZE;
        }
        self.set_top(kept);
        kept < self.base + LOG + LOG_SIZE / 2
    }
}

unsafe fn load(address: u64, bytes: u64) -> u64 {
    // SAFETY: the caller vouches for the address.
    unsafe {
        match bytes {
            8 => (address as *const u64).read_unaligned(),
            4 => (address as *const u32).read_unaligned().into(),
            2 => (address as *const u16).read_unaligned().into(),
            _ => (address as *const u8).read().into(),
        }
    }
}

#[inline(always)]
unsafe fn store(address: u64, bytes: u64, value: u64) {
    // SAFETY: the caller vouches for the address.
    unsafe {
        match bytes {
            8 => (address as *mut u64).write_unaligned(value),
            4 => (address as *mut u32).write_unaligned(value as u32),
            2 => (address as *mut u16).write_unaligned(value as u16),
            _ => (address as *mut u8).write(value as u8),
        }
    }
}
