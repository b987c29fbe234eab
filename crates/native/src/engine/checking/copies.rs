//! Copies of cells that no choice was made for.
//!
//! Code under test often copies whole objects and arrays, and then uses only a part of them. A copy
//! decides nothing, so it is no read: the bytes of the copy are not in the map either, and a list
//! says which cell they are. The first read of a copy is a late read of the cell. Only copies to
//! memory without a map are reads.
#![expect(unsafe_code, reason = "changes the map")]

use pikse_structure::CellId;

use super::Checking;
use crate::candidate::{CandidateLayout, Tagged};
use crate::engine::broken::Broken;
use crate::engine::control::control_at;
use crate::engine::heap::Heap;
use crate::engine::slot::{CANDIDATE_SIZE, KNOWN, LOCALS_END};

/// A cell without a choice, and where it was copied to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Copied {
    pub(super) start: u64,
    pub(super) cell: CellId,
}

/// A cell without a choice in memory: the cell itself, or a copy of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sleeper {
    pub(super) cell: CellId,
    pub(super) start: u64,
    /// How many bytes after the input it is, if it is the cell, or that of the input's copy.
    pub(super) behind: Option<u64>,
}

impl Checking {
    /// Finds the cells without a choice in a source of a copy. Those that cannot be copied without
    /// a choice are read. Returns an error of the access to the source.
    pub(crate) fn take_along(
        &mut self,
        to: u64,
        from: u64,
        bytes: u64,
        (heap, layout): (&Heap, &CandidateLayout),
    ) -> Option<Broken> {
        self.taken.clear();
        let has_map = to.wrapping_sub(self.base) < CANDIDATE_SIZE;
        let end = from.saturating_add(bytes);
        let mut at = from;
        while let Some(bad) = self.first_bad(at, end - at) {
            let sleeper = self.sleeper_at(bad, layout).filter(|_| !self.is_freed_at(bad, heap));
            let Some(Sleeper { cell, start, .. }) = sleeper else {
                return Some(self.error_at(bad, from, false, heap));
            };
            let size = u64::from(layout.place(cell).size);
            let is_whole = from <= start && start + size <= end;
            let is_tag = layout.place(cell).tagged().is_some_and(Tagged::is_tag);
            if has_map && is_whole && !is_tag {
                self.taken.push((start - from, cell));
                at = start + size;
            } else {
                self.note_late(layout, cell);
                at = bad;
            }
        }
        None
    }

    /// Records the copies of the cells that were taken along.
    pub(crate) fn arrive(&mut self, to: u64, layout: &CandidateLayout) {
        let mut taken = std::mem::take(&mut self.taken);
        for (offset, cell) in taken.drain(..) {
            // Another part of the copy may have been read meanwhile.
            if !self.late.contains(&cell) {
                let start = to + offset;
                self.copied.retain(|known| known.start != start);
                self.copied.push(Copied { start, cell });
                self.hide_copy(start, layout.place(cell).size.into());
            }
        }
        self.taken = taken;
    }

    /// Removes the bytes of a copy from the map. Those before it end there.
    fn hide_copy(&self, start: u64, size: u64) {
        self.set_unusable(start, size);
        let first = self.object_start(start);
        for (before, at) in (1..u8::MAX).zip((first..start).rev()) {
            let map = (at + KNOWN) as *mut u8;
            // SAFETY: the byte belongs to an object, which has a map.
            unsafe {
                if *map <= before {
                    break;
                }
                *map = before;
            }
        }
    }

    /// Where the object begins that an address belongs to. All live local variables are one.
    fn object_start(&self, address: u64) -> u64 {
        if self.is_local(address) {
            // SAFETY: the control page is mapped.
            return unsafe { (*control_at(self.base)).locals };
        }
        let of_input = self.place_at(address).zip(self.offset(address));
        let of_input = of_input.map(|(place, at)| address - (at - place.start));
        of_input.or_else(|| Some(self.block_at(address)?.start)).unwrap_or(address)
    }

    /// Allows accesses to the bytes of a copy.
    fn show_copy(&self, start: u64, size: u64) {
        let left =
            u64::from_le_bytes(std::array::from_fn(|at| size.saturating_sub(at as u64) as u8));
        self.set_map(start, size, left);
    }

    /// The copy of a cell without a choice that a byte belongs to.
    pub(super) fn copy_at(&self, address: u64, layout: &CandidateLayout) -> Option<Sleeper> {
        let is_it = |copied: &&Copied| {
            let size = u64::from(layout.place(copied.cell).size);
            address.wrapping_sub(copied.start) < size
        };
        let Copied { start, cell } = *self.copied.iter().rev().find(is_it)?;
        Some(Sleeper { cell, start, behind: None })
    }

    /// A copy was overwritten.
    pub(super) fn forget_copy(&mut self, sleeper: Sleeper, layout: &CandidateLayout) {
        self.copied.retain(|copied| copied.start != sleeper.start);
        self.show_copy(sleeper.start, layout.place(sleeper.cell).size.into());
    }

    /// The value of a cell matters from now on, so that of its copies does.
    pub(super) fn wake_copies(&mut self, cell: CellId, layout: &CandidateLayout) {
        let mut copied = std::mem::take(&mut self.copied);
        copied.retain(|copy| {
            let is_other = copy.cell != cell;
            if !is_other && self.is_alive(copy.start) {
                self.show_copy(copy.start, layout.place(cell).size.into());
            }
            is_other
        });
        // The places of the cell may have copies of others by now.
        let at = u64::from(layout.place(cell).at);
        for copy in &copied {
            let size = u64::from(layout.place(copy.cell).size);
            let is_there = self.offset(copy.start).is_some_and(|start| {
                start < at + u64::from(layout.place(cell).size) && at < start + size
            });
            if is_there {
                self.hide_copy(copy.start, size);
            }
        }
        self.copied = copied;
    }

    /// Whether memory of a copy was not given back: then the map says nothing of it.
    fn is_alive(&self, start: u64) -> bool {
        // SAFETY: the map is as long as the memory that is copied to.
        unsafe { *((start + KNOWN) as *const u8) == 0 && !self.is_dead_local(start) }
    }

    /// Prepares for a new run: no cell is copied anywhere, and there are no local variables.
    pub(super) fn forget_copies(&mut self, layout: &CandidateLayout) {
        while let Some(Copied { start, cell }) = self.copied.pop() {
            if self.is_input(start) {
                // Bytes before it ended there, at most those of a cell.
                let first = self.object_start(start).max(start - 8);
                let size = start + u64::from(layout.place(cell).size) - first;
                self.unhide(layout, first, size);
            }
        }
        let control = control_at(self.base);
        let end = self.base + LOCALS_END;
        // SAFETY: the control page is mapped, and so is the map of the local variables.
        unsafe {
            let start = (*control).locals;
            if start != end {
                self.set_unusable(start, end - start);
                (*control).locals = end;
            }
        }
    }

    /// Whether an address belongs to the local variables that have a map.
    pub(super) fn is_local(&self, address: u64) -> bool {
        let end = self.base + LOCALS_END;
        (end - self.locals..end).contains(&address)
    }

    /// Whether it belongs to a local variable of a function that has ended.
    pub(super) fn is_dead_local(&self, address: u64) -> bool {
        // SAFETY: the control page is mapped.
        self.is_local(address) && address < unsafe { (*control_at(self.base)).locals }
    }
}
