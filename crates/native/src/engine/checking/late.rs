//! Late reads: cells that code under test reads although no choice was made for them. Also the calls
//! that allocated a lost block.

use std::rc::Rc;

use pikse_search::LATE;
use pikse_structure::CellId;
use pikse_work::Journal;

use super::copies::Copied;
use super::{Block, Checking};
use crate::candidate::{CandidateLayout, Owner};
use crate::engine::heap::Heap;

impl Checking {
    /// What the map says of the bytes of the input if all of them may be used: how many bytes are left
    /// of the cell, or up to the next cell. An access to several cells is not allowed by the map
    /// alone, so that a late read among them is noticed.
    pub(super) fn usable(&self, layout: &CandidateLayout) -> Vec<u8> {
        let mut map = vec![0; self.length as usize];
        for place in &self.places {
            let (start, end) = (place.start as usize, (place.start + place.size) as usize);
            let mut left: u8 = 0;
            for at in (start..end).rev() {
                left = match layout.owner(at) {
                    Owner::Object | Owner::Nobody => {
                        let goes_on = at + 1 < end
                            && matches!(layout.owner(at + 1), Owner::Object | Owner::Nobody);
                        if goes_on { left.saturating_add(1) } else { 1 }
                    }
                    Owner::Cell(cell) => {
                        let cell = layout.place(cell);
                        (u64::from(cell.at) + u64::from(cell.size) - at as u64).min(255) as u8
                    }
                    Owner::Several(_) => 1,
                };
                map[at] = left;
            }
        }
        map
    }

    /// The cells that code under test has read since the last choices although no choice was made
    /// for them, in the order of their first reads.
    #[inline(always)]
    pub(crate) fn late(&self) -> &[CellId] {
        &self.late
    }

    /// From now on, records late reads, or no longer does so.
    pub(crate) fn keep_journal(&mut self, journal: Option<Rc<dyn Journal>>) {
        self.journal = journal;
    }

    /// Records the choices in the journal, so that late reads follow them.
    pub(crate) fn begin_journal(&mut self, choices: impl Iterator<Item = CellId>) {
        let Some(journal) = &self.journal else { return };
        journal.note(0, 0);
        self.entries = 0;
        for cell in choices {
            self.entries += 1;
            journal.note(self.entries, cell.0);
        }
    }

    pub(crate) fn has_journal(&self) -> bool {
        self.journal.is_some()
    }

    /// Notes that a cell without a choice matters for the outcome.
    pub(super) fn note_late(&mut self, layout: &CandidateLayout, cell: CellId) {
        if !self.late.contains(&cell) {
            self.late.push(cell);
            if let Some(journal) = &self.journal {
                journal.note(self.entries + self.late.len(), cell.0 | LATE);
            }
        }
        // What the code has overwritten in one of the two keeps its bytes.
        self.wake(layout, cell);
        self.wake_copies(cell, layout);
    }

    /// Notes that the input is compared with its copy: cells that were overwritten in one of them
    /// matter in the other, and so do cells that were copied to other places.
    pub(crate) fn note_comparison(&mut self, layout: &CandidateLayout) {
        while let Some(&Copied { cell, .. }) = self.copied.last() {
            self.note_late(layout, cell);
        }
        for cell in std::mem::take(&mut self.overwritten) {
            self.note_late(layout, cell);
        }
    }

    /// The calls that allocated the first block that is lost, if they were noted. After
    /// [`Checking::leaks`].
    pub(crate) fn site_of_leak(&self, heap: &Heap) -> Option<Vec<u64>> {
        let is_lost = |block: &&Block| !block.is_marked && heap.size(block.start).is_ok();
        let lost = self.blocks.iter().find(is_lost)?;
        let sites = self.sites.iter().rev();
        sites.into_iter().find(|(block, _)| *block == lost.start).map(|(_, calls)| calls.clone())
    }
}
