//! Late reads: cells that code under test reads and the predicate did not.
//!
//! A solution fixes only the cells that the predicate has read. Code that runs on the solution may
//! read others. Each of them becomes a choice point after those of the predicate, in the order of the
//! reads, so the search goes on with its next value. Such values need no run of the predicate: it
//! accepts whatever they are. The code runs on each, and may read more.

use pikse_structure::CellId;

use super::{Pending, Runner, Search};
use crate::trail::Choices;

impl<R: Runner> Search<R> {
    /// Lets the runner process the current solution: its choices, and a list for the cells that it
    /// reads besides. A cell of the list had its first value, and gets its other values next.
    #[inline(always)]
    pub fn process<T>(
        &mut self,
        look: impl FnOnce(&mut R, Choices<'_>, &mut Vec<CellId>) -> T,
    ) -> T {
        let mut late = std::mem::take(&mut self.late);
        late.clear();
        let result = self.show(|runner, choices| look(runner, choices, &mut late));
        if !late.is_empty() {
            self.read_late(&late);
        }
        self.late = late;
        result
    }

    #[inline(never)]
    fn read_late(&mut self, late: &[CellId]) {
        let from = self.probe.trail().len();
        self.probe.begin_tail();
        for &cell in late {
            // The first value of a restricted cell may be another than the one that was read.
            if !self.probe.bindings().is_some_and(|bindings| bindings.touches(cell)) {
                self.probe.read(cell);
            }
        }
        if let Pending::Advance { accepted, tail: None } = self.pending {
            self.pending = Pending::Advance { accepted, tail: Some(from) };
        }
    }
}
