//! Counts of owners: before its value, an `Rc` has the number of pointers that own it, and of those that refer
//! to it weakly. They are counted in the whole input, whether its cells were chosen or have their first value.
//! An object that nothing owns has an owner elsewhere.

use pikse_structure::{CellId, Count, Encoding, Owns};

use super::Checking;
use crate::candidate::CandidateLayout;

impl Checking {
    /// Whether objects have counts.
    pub(crate) fn has_counts(&self) -> bool {
        self.bounds.layouts.iter().any(|layout| layout.counts.is_some())
    }

    /// Writes the counts of all objects into images of the input. `chosen` has the indices of the values of
    /// the cells that were chosen.
    pub(crate) fn count_owners<'a>(
        &mut self,
        layout: &CandidateLayout,
        chosen: &[(CellId, u32)],
        images: impl Iterator<Item = &'a mut [u8]>,
    ) {
        let space = &self.bounds.space;
        let mut indices = vec![0_u32; space.cells().len()];
        chosen.iter().for_each(|&(cell, index)| indices[cell.index()] = index);
        let count = space.objects().len();
        let (mut shared, mut weak) = (vec![0_u32; count], vec![0_u32; count]);
        let raw = |cell: CellId| self.raws[cell.index()];
        let (mut found, mut is_found) = (vec![space.root()], vec![false; count]);
        is_found[space.root().id().index()] = true;
        while let Some(obj) = found.pop() {
            let first = obj.first_cell().index();
            for (at, of) in self.bounds.layout(obj.class()).cells.iter().enumerate() {
                let cell = CellId::at(first + at);
                if of.encoding != Encoding::Address || !layout.is_there(cell, &raw) {
                    continue;
                }
                let target = space.domain_of(cell).object(indices[cell.index()]);
                let Some(target) = target else { continue };
                let number = target.id().index();
                match of.owns {
                    Owns::Nothing => {}
                    Owns::Shared => shared[number] += 1,
                    Owns::Weakly => weak[number] += 1,
                }
                if !std::mem::replace(&mut is_found[number], true) {
                    found.push(target);
                }
            }
        }
        for image in images {
            for obj in space.objects() {
                let at = obj.id().index();
                let Some(counts) = self.bounds.layout(obj.class()).counts else { continue };
                let more = [(counts.shared, shared[at].saturating_sub(1)), (counts.weak, weak[at])];
                for (Count { offset, size, first }, more) in more {
                    let place = (self.places[at].start + offset) as usize;
                    let bytes = (first + i64::from(more)).to_le_bytes();
                    image[place..place + size as usize].copy_from_slice(&bytes[..size as usize]);
                }
            }
        }
        self.owners = shared;
    }

    /// Objects that nothing owns cannot be lost.
    pub(crate) fn forget_unowned(&mut self) {
        for (at, obj) in self.bounds.space.objects().iter().enumerate() {
            let is_counted = self.bounds.layout(obj.class()).counts.is_some();
            if is_counted && self.owners.get(at) == Some(&0) {
                self.before[at] = false;
            }
        }
    }
}
