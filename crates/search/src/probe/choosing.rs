//! Making choice points, and advancing them.

use pikse_structure::domain::References;
use pikse_structure::{CellId, Obj, symmetry};

use super::reading::Test;
use super::{Cell, DECIDED, DOOMED, IN_TAIL, NO_CLASS, Probe, UNREAD};
use crate::error::Fault;
use crate::trail::{Choice, Mark, Next, Trail};

/// Making choice points.
impl Probe {
    /// Makes `cell` a choice point with all the values that it may take.
    #[inline(always)]
    pub(super) fn push(&mut self, cell: CellId) -> i64 {
        let Some(known) = self.cells.get_mut(cell.index()) else {
            return self.no_such_cell(cell);
        };
        if known.special || self.flags != 0 {
            self.push_any(cell);
            return self.cells[cell.index()].raw;
        }
        // This is `push_any` for the common case, with every lookup done once.
        known.raw = known.rule.raw(0);
        let (mut last, mut fresh) = (known.last, false);
        if known.class != NO_CLASS {
            let touched = &mut self.touched[known.class as usize];
            last = symmetry::last_index(known.rule.nulls, last, *touched);
            fresh = symmetry::is_fresh(known.rule.nulls, 0, *touched);
            *touched += u32::from(fresh);
        }
        known.was_read = true;
        known.key = known.field;
        known.depth = self.trail.len() as u32;
        self.trail.push(cell, 0, last, fresh);
        self.cursor += 1;
        self.inits += 1;
        known.raw
    }

    /// Makes `cell` a choice point with the values that are not skipped: see
    /// [`read_decided`](Self::read_decided).
    #[inline(always)]
    pub(super) fn push_decided(
        &mut self,
        cell: CellId,
        words: impl FnOnce(u32, u32) -> Option<(u64, u64)>,
        mark: impl Fn(i64) -> Mark,
    ) -> i64 {
        let known = &mut self.cells[cell.index()];
        if known.special || self.flags != 0 || known.last >= 64 {
            return self.push_marked_one_by_one(cell, &mark);
        }
        let (rule, mut last) = (known.rule, known.last);
        let touched = match known.class {
            NO_CLASS => &mut 0,
            class => {
                let touched = &mut self.touched[class as usize];
                last = symmetry::last_index(rule.nulls, last, *touched);
                touched
            }
        };
        let Some((run, accept)) = words(rule.nulls, last) else {
            return self.push_marked_one_by_one(cell, &mark);
        };
        // This is `push_marked` for the common case.
        let first = match run | accept {
            0 => {
                self.flags |= DOOMED;
                0
            }
            any => any.trailing_zeros(),
        };
        let fresh = known.class != NO_CLASS && symmetry::is_fresh(rule.nulls, first, *touched);
        *touched += u32::from(fresh);
        known.raw = rule.raw(first);
        known.was_read = true;
        known.key = known.field;
        known.depth = self.trail.len() as u32;
        self.trail.push_words(cell, first, run, accept, fresh);
        self.cursor += 1;
        self.inits += 1;
        known.raw
    }

    #[inline(never)]
    fn push_marked_one_by_one(&mut self, cell: CellId, mark: &dyn Fn(i64) -> Mark) -> i64 {
        let (first, last) = self.index_range(cell);
        self.push_marked(cell, first, last, mark);
        self.cells[cell.index()].raw
    }

    fn push_any(&mut self, cell: CellId) {
        let (first, last) = self.index_range(cell);
        if self.is_restricted(cell) {
            return self.push_marked(cell, first, last, &|_| Mark::Run);
        }
        // A run that is already rejected needs only one value.
        let last = if self.flags & DOOMED != 0 { first } else { last };
        self.trail.push(cell, first, last, false);
        self.settle_new(cell);
    }

    /// Whether the values that a cell may take are not simply a range of indices.
    fn is_restricted(&self, cell: CellId) -> bool {
        self.space.domain_of(cell).references() == References::SeveralClasses
            || self.bindings.as_deref().is_some_and(|bindings| bindings.touches(cell))
    }

    /// Only a handle of another problem leads outside the vector.
    #[cold]
    fn no_such_cell(&mut self, cell: CellId) -> i64 {
        let object = format!("cell {}", cell.0);
        self.raise(Fault::UndeclaredField { field: "?".to_owned(), object });
        0
    }

    /// Makes `cell` a choice point with the values that pass.
    pub(super) fn push_tested(&mut self, cell: CellId, test: &Test<'_>) {
        let known = &self.cells[cell.index()];
        let domain = &self.space.domains()[known.domain as usize];
        if let (Test::Within(low, high), References::No, Some(base), false) =
            (test, domain.references(), domain.consecutive_from(), known.special)
            && self.flags & DOOMED == 0
        {
            let offset = |value: i64| value.saturating_sub(base);
            let first = offset(*low).max(0);
            let last = offset(*high).min(i64::from(known.last));
            match first <= last {
                true => self.trail.push(cell, first as u32, last as u32, false),
                // Nothing passes: the value does not matter, since the run is rejected.
                false => self.trail.push(cell, 0, 0, false),
            }
            self.settle_new(cell);
            return;
        }
        let (first, last) = self.index_range(cell);
        let mark = |raw| {
            if test.passes(raw) { Mark::Run } else { Mark::Skip }
        };
        self.push_marked(cell, first, last, &mark);
    }

    /// The indices that isomorphism leaves, for a domain that is not of several classes.
    #[inline(always)]
    pub(super) fn index_range(&self, cell: CellId) -> (u32, u32) {
        let known = &self.cells[cell.index()];
        match known.class {
            NO_CLASS => (0, known.last),
            class => {
                let touched = self.touched[class as usize];
                (0, symmetry::last_index(known.rule.nulls, known.last, touched))
            }
        }
    }

    /// Makes `cell` a choice point; checks every value of a range of indices.
    pub(super) fn push_marked(
        &mut self,
        cell: CellId,
        first: u32,
        last: u32,
        mark: &dyn Fn(i64) -> Mark,
    ) {
        if self.flags & DOOMED != 0 {
            self.trail.push(cell, 0, 0, false);
            return self.settle_new(cell);
        }
        let domain = self.space.domain_of(cell);
        let any = if self.is_restricted(cell) {
            let mut marks = std::mem::take(&mut self.scratch);
            marks.clear();
            marks.extend((first..=last).map(|index| match mark(domain.raw(index)) {
                Mark::Skip => Mark::Skip,
                mark if self.fits(cell, index) => mark,
                _ => Mark::Skip,
            }));
            let any =
                self.trail.push_marked(cell, first, last, |index| marks[(index - first) as usize]);
            self.scratch = marks;
            any
        } else {
            self.trail.push_marked(cell, first, last, |index| mark(domain.raw(index)))
        };
        self.flags |= u8::from(!any) * DOOMED;
        self.settle_new(cell);
    }

    /// Whether isomorphism over several classes, and the restrictions, leave a value.
    fn fits(&self, cell: CellId, index: u32) -> bool {
        let domain = self.space.domain_of(cell);
        if domain.references() == References::SeveralClasses
            && let Some(obj) = domain.object(index)
            && !symmetry::admits(self.space.ordinal(obj), self.touched[obj.class().index()])
        {
            return false;
        }
        self.bindings.as_deref().is_none_or(|bindings| {
            let chosen = |other| chosen(&self.cells, &self.trail, other);
            bindings.admits(cell, index, &chosen)
        })
    }

    /// Finishes a push: the cell is read, and has its choice's value.
    #[inline(always)]
    fn settle_new(&mut self, cell: CellId) {
        let depth = self.trail.len() - 1;
        let known = &mut self.cells[cell.index()];
        known.key = known.field;
        known.depth = depth as u32;
        self.cursor = depth + 1;
        if self.flags & IN_TAIL == 0 {
            self.inits += 1;
            known.was_read = true;
            if self.flags & DECIDED != 0 {
                self.decided_then(format!("read `{}`", self.space.cell_name(cell)));
            }
        }
        if let Some(bindings) = &mut self.bindings {
            bindings.mark();
        }
        self.settle(depth);
    }

    /// Puts the value of the choice point at `depth` into its cell.
    fn settle(&mut self, depth: usize) {
        let choice = self.trail.choice_mut(depth);
        let known = &mut self.cells[choice.cell.index()];
        let domain = &self.space.domains()[known.domain as usize];
        known.raw = domain.raw(choice.index);
        if let Some(obj) = domain.object(choice.index) {
            choice.fresh |= symmetry::touch(&self.space, &mut self.touched, obj);
        }
        if let Some(bindings) = &mut self.bindings
            && bindings.touches(choice.cell)
        {
            let (cell, index) = (choice.cell, choice.index);
            let (cells, trail) = (&self.cells, &self.trail);
            bindings.bind(cell, index, &|other| chosen(cells, trail, other));
        }
    }

    /// Undoes [`settle`](Self::settle) for a choice point.
    #[inline(always)]
    fn unsettle(touched: &mut [u32], cells: &[Cell], choice: &mut Choice) {
        if choice.fresh {
            choice.fresh = false;
            let obj = Obj::from_raw(cells[choice.cell.index()].raw).expect("fresh is an object");
            touched[obj.class().index()] -= 1;
        }
    }
}

/// Advancing.
impl Probe {
    /// Counts every choice point of the trail as read by the current run, with
    /// its value: for a trail that comes from a saved position.
    pub(crate) fn restore(&mut self) {
        for depth in 0..self.trail.len() {
            let cell = self.trail.choices()[depth].cell;
            let known = &mut self.cells[cell.index()];
            known.key = known.field;
            known.depth = depth as u32;
            if let Some(bindings) = &mut self.bindings {
                bindings.mark();
            }
            self.settle(depth);
        }
        self.cursor = self.trail.len();
    }

    /// Gives the last choice point its next value, or removes it from the trail.
    ///
    /// When it is advanced for the first time, the next run has to read it before
    /// it reads anything new. This check is cheap, and it detects a nondeterministic
    /// read before the values of the field are enumerated.
    #[inline(always)]
    pub(crate) fn advance_top(&mut self) -> Option<Next> {
        let len = self.trail.len();
        let choice = self.trail.top_mut()?;
        let known = &mut self.cells[choice.cell.index()];
        if known.special {
            return self.advance_special_top();
        }
        // This is `unsettle` and `settle` for the common case, with every lookup done
        // once.
        let touched = match known.class {
            NO_CLASS => &mut 0,
            class => &mut self.touched[class as usize],
        };
        *touched -= u32::from(choice.fresh);
        choice.fresh = false;
        let (index, first) = (choice.index, choice.first);
        let next = match choice.is_masked() {
            false if index == choice.last => None,
            false => Some(Next { index: index + 1, accepted: false }),
            true => self.trail.next(len - 1),
        };
        let Some(next) = next else {
            known.key = UNREAD;
            self.trail.pop();
            return None;
        };
        let first_time = index == first;
        known.key = if first_time { UNREAD } else { known.field };
        self.cursor = len - usize::from(first_time);
        known.raw = known.rule.raw(next.index);
        let choice = self.trail.choice_mut(len - 1);
        choice.index = next.index;
        if known.class != NO_CLASS && symmetry::is_fresh(known.rule.nulls, next.index, *touched) {
            choice.fresh = true;
            *touched += 1;
        }
        Some(next)
    }

    fn advance_special_top(&mut self) -> Option<Next> {
        let depth = self.trail.len() - 1;
        let next = self.trail.next(depth);
        let choice = self.trail.choice_mut(depth);
        Self::unsettle(&mut self.touched, &self.cells, choice);
        match next {
            Some(next) => {
                let first_time = choice.index == choice.first;
                choice.index = next.index;
                let known = &mut self.cells[choice.cell.index()];
                known.key = if first_time { UNREAD } else { known.field };
                self.cursor = depth + usize::from(!first_time);
                if let Some(bindings) = &mut self.bindings {
                    bindings.unbind();
                }
                self.settle(depth);
            }
            None => self.drop_top(),
        }
        next
    }

    /// Skips the remaining values of the last choice point, if all of them are accepted
    /// without a run. Returns their number.
    pub(crate) fn pass_accepted(&mut self) -> u64 {
        self.trail.pass_accepted()
    }

    /// Counts the last choice point as read: it belongs to the tail, or its new value
    /// was accepted without a run.
    pub(crate) fn meet_top(&mut self) {
        if let Some(top) = self.trail.top() {
            let known = &mut self.cells[top.cell.index()];
            known.key = known.field;
        }
    }

    /// Removes the last choice point from the trail, even if values remain.
    #[inline(always)]
    pub(crate) fn discard_top(&mut self) {
        let depth = self.trail.len() - 1;
        let choice = self.trail.choice_mut(depth);
        Self::unsettle(&mut self.touched, &self.cells, choice);
        self.drop_top();
    }

    #[inline(always)]
    fn drop_top(&mut self) {
        if let Some(choice) = self.trail.pop() {
            self.cells[choice.cell.index()].key = UNREAD;
        }
        if let Some(bindings) = &mut self.bindings {
            bindings.pop();
        }
    }
}

/// The index of a cell that is on the trail.
fn chosen(cells: &[Cell], trail: &Trail, cell: CellId) -> Option<u32> {
    let known = &cells[cell.index()];
    (known.key != UNREAD).then(|| trail.choices()[known.depth as usize].index)
}
