//! The predicate's heap: an arena with size classes.
//!
//! Going back to a checkpoint resets the tip of the arena, which drops all younger blocks
//! at once; changes of older blocks are undone by the log. Blocks have a header, so
//! invalid and double frees are detected.
#![expect(unsafe_code, reason = "hands out raw memory")]

use super::control::{Control, SIZE_CLASSES};
use super::log::{LogFull, UndoLog};
use super::slot::MemoryLimits;

/// The header before each block.
#[repr(C)]
struct Header {
    size: u64,
    state: u64,
}

const HEADER: u64 = std::mem::size_of::<Header>() as u64;
const IN_USE: u64 = 0x7b1c_a11c_0000_0001;
const FREE: u64 = 0x7b1c_a11c_0000_0002;
const ALIGNMENT: u64 = 16;

/// An error of the heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HeapError {
    /// The limit is reached.
    Exhausted,
    /// A block is freed twice.
    FreedTwice,
    /// The freed pointer was never allocated.
    NotAllocated,
    /// The undo log is full.
    LogFull,
}

impl From<LogFull> for HeapError {
    fn from(_: LogFull) -> Self {
        HeapError::LogFull
    }
}

/// The heap of a slot.
#[derive(Debug)]
pub(crate) struct Heap {
    control: *mut Control,
    start: u64,
    end: u64,
    /// The first address that was never handed out.
    tip: u64,
    /// Whether blocks are filled with a pattern, and are not reused while there is room: so
    /// that errors of code under test are detected, and reproducibly.
    is_careful: bool,
}

/// The pattern in new blocks of a careful heap, and in freed ones.
const NEW: u8 = 0xaa;
pub(crate) const FREED: u8 = 0xde;

impl Heap {
    /// A heap from an address on.
    pub(crate) fn new(start: u64, control: *mut Control, limits: MemoryLimits) -> Heap {
        Heap { control, start, end: start + limits.heap, tip: start, is_careful: false }
    }

    /// Makes the heap careful from now on.
    pub(crate) fn be_careful(&mut self) {
        self.is_careful = true;
    }

    pub(crate) fn start(&self) -> u64 {
        self.start
    }

    #[inline(always)]
    pub(crate) fn tip(&self) -> u64 {
        self.tip
    }

    /// Drops every block that begins at `tip` or later.
    #[inline(always)]
    pub(crate) fn set_tip(&mut self, tip: u64) {
        self.tip = tip;
    }

    /// Goes back to the tip of a checkpoint; memory after it is young again.
    #[inline(always)]
    pub(crate) fn go_back(&mut self, tip: u64) {
        // SAFETY: the control page is mapped as long as the slot.
        let is_there = self.tip == tip && unsafe { (*self.control).fresh } == tip;
        if !is_there {
            self.set_tip(tip);
            self.set_fresh(tip);
        }
    }

    /// From here on nothing has to be logged.
    #[inline(always)]
    pub(crate) fn set_fresh(&self, fresh: u64) {
        // SAFETY: the control page is mapped as long as the slot.
        unsafe {
            (*self.control).fresh = fresh;
            (*self.control).fresh_size = self.end - fresh;
        }
    }

    /// A block of `size` bytes, aligned as asked for.
    pub(crate) fn allocate(
        &mut self,
        size: u64,
        alignment: u64,
        log: &UndoLog,
    ) -> Result<u64, HeapError> {
        let class = class_of(size).ok_or(HeapError::Exhausted)?;
        if alignment <= ALIGNMENT {
            // SAFETY: the control page is mapped; a free block is in the heap.
            unsafe {
                let list = &raw mut (*self.control).free[class];
                let block = *list;
                if block != 0 {
                    log.note(list as u64, 8)?;
                    log.note(block - HEADER, HEADER)?;
                    *list = *(block as *const u64);
                    (*((block - HEADER) as *mut Header)).state = IN_USE;
                    self.fill(block, size, NEW);
                    return Ok(block);
                }
            }
        }
        let block = (self.tip + HEADER).next_multiple_of(alignment.max(ALIGNMENT));
        let end = block.checked_add(size_of_class(class)).filter(|&end| end <= self.end);
        let Some(end) = end else { return Err(HeapError::Exhausted) };
        let header = Header { size: size_of_class(class), state: IN_USE };
        // SAFETY: the header is in the heap, after the tip. It need not be logged: memory
        // after the tip of a checkpoint is unused after going back to it.
        unsafe { ((block - HEADER) as *mut Header).write(header) };
        self.tip = end;
        self.fill(block, size, NEW);
        Ok(block)
    }

    /// Fills a block in a careful heap.
    fn fill(&self, block: u64, size: u64, with: u8) {
        if self.is_careful {
            // SAFETY: the block is in the heap and that large.
            unsafe { std::ptr::write_bytes(block as *mut u8, with, size as usize) };
        }
    }

    /// The size of a block in bytes.
    pub(crate) fn size(&self, block: u64) -> Result<u64, HeapError> {
        if !block.is_multiple_of(ALIGNMENT) || block < self.start + HEADER || block >= self.tip {
            return Err(HeapError::NotAllocated);
        }
        // SAFETY: the header is in the heap.
        let header = unsafe { ((block - HEADER) as *const Header).read() };
        match header.state {
            IN_USE => Ok(header.size),
            FREE => Err(HeapError::FreedTwice),
            _ => Err(HeapError::NotAllocated),
        }
    }

    /// Frees a block.
    pub(crate) fn free(&mut self, block: u64, log: &UndoLog) -> Result<(), HeapError> {
        let size = self.size(block)?;
        let class = class_of(size).ok_or(HeapError::NotAllocated)?;
        log.note(block - HEADER, HEADER + 8)?;
        self.fill(block, size, FREED);
        if self.is_careful && self.tip - self.start < (self.end - self.start) / 2 {
            // SAFETY: the header is in the heap.
            unsafe { (*((block - HEADER) as *mut Header)).state = FREE };
            return Ok(());
        }
        // SAFETY: the block is in the heap and in use; the control page is mapped.
        unsafe {
            let list = &raw mut (*self.control).free[class];
            log.note(list as u64, 8)?;
            (*((block - HEADER) as *mut Header)).state = FREE;
            *(block as *mut u64) = *list;
            *list = block;
        }
        Ok(())
    }
}

/// Small blocks come in steps of 16 bytes, others in powers of two.
const SMALL: u64 = 512;
const SMALL_CLASSES: u64 = SMALL / ALIGNMENT;

fn class_of(size: u64) -> Option<usize> {
    let class = match size {
        0 => 0,
        1..=SMALL => (size - 1) / ALIGNMENT,
        _ => {
            let log2 = size.checked_next_power_of_two()?.trailing_zeros();
            SMALL_CLASSES + u64::from(log2 - SMALL.trailing_zeros()) - 1
        }
    };
    usize::try_from(class).ok().filter(|&class| class < SIZE_CLASSES)
}

fn size_of_class(class: usize) -> u64 {
    match class as u64 {
        small @ 0..SMALL_CLASSES => (small + 1) * ALIGNMENT,
        large => SMALL << (large - SMALL_CLASSES + 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_size_fits_its_class_and_the_class_is_stable() {
        for size in (0..5000).chain([1 << 20, (1 << 20) + 1, 1 << 30]) {
            let class = class_of(size).expect("it has a class");
            assert!(size_of_class(class) >= size, "{size}");
            assert_eq!(class_of(size_of_class(class)), Some(class), "{size}");
        }
        assert_eq!(class_of(u64::MAX), None);
    }
}
