//! The functions that predicates and runners call to read cells.

use std::sync::Arc;

use pikse_structure::handle::LengthCell;
use pikse_structure::{ArrayField, CellId, ClassId, FieldId, Int, Kind, Obj, Place, Space};

use super::{DECIDED, DECIDED_ACCEPT, DOOMED, Probe, UNREAD};
use crate::trail::Mark;

/// A requirement on a value, stated before the value is read.
pub(super) enum Test<'a> {
    /// A raw value from the first to the second, both included.
    Within(i64, i64),
    /// A raw value that passes.
    Passes(&'a dyn Fn(i64) -> bool),
}

impl Test<'_> {
    #[inline(always)]
    pub(super) fn passes(&self, raw: i64) -> bool {
        match self {
            Test::Within(low, high) => (*low..=*high).contains(&raw),
            Test::Passes(test) => test(raw),
        }
    }
}

/// Reading by field: the interface for predicates.
impl Probe {
    /// The root object.
    #[inline(always)]
    pub fn root(&self) -> Obj {
        self.root
    }

    /// An object by its number in its class, for structures whose objects are given
    /// rather than found by reading references. The isomorphism rule does not know such
    /// objects: the search may find structures that differ only in the names of
    /// objects.
    pub fn object(&self, class: ClassId, number: usize) -> Option<Obj> {
        self.space.object_of(class, number)
    }

    /// Reads a field, or an array element, of an object.
    #[inline(always)]
    pub fn get<P: Place>(&mut self, obj: Obj, place: P) -> <P::Kind as Kind>::Value {
        let cell = place.cell(obj);
        if let Some(known) = self.cells.get(cell.index())
            && known.key == place.field().0
        {
            return <P::Kind as Kind>::decode(known.raw);
        }
        match self.first_get(cell, place.field()) {
            Some(raw) => <P::Kind as Kind>::decode(raw),
            None => {
                self.blame(obj, place.field(), place.outside());
                <P::Kind as Kind>::after_fault(self.root())
            }
        }
    }

    /// Reads the length of an array.
    #[inline]
    pub fn len<K: Kind>(&mut self, obj: Obj, array: ArrayField<K>) -> usize {
        if self.space.fields().get(array.id().index()).is_none_or(|f| f.class != obj.class()) {
            self.blame(obj, array.id(), None);
            return 0;
        }
        match array.length() {
            LengthCell::Fixed(length) => length as usize,
            LengthCell::At(offset) => self.read(CellId(obj.first_cell().0 + offset)) as usize,
        }
    }

    /// Requires that a value passes `test`; returns whether it does. **If this
    /// returns `false`, the candidate is rejected**, whatever the predicate returns. If
    /// this is the first read of the field, values that fail are skipped without a run.
    #[inline]
    pub fn require<P: Place>(
        &mut self,
        obj: Obj,
        place: P,
        test: impl Fn(<P::Kind as Kind>::Value) -> bool,
    ) -> bool {
        self.demand(obj, &place, &Test::Passes(&|raw| test(<P::Kind as Kind>::decode(raw))))
    }

    /// Requires that the value is `value`.
    #[inline]
    pub fn eq<P: Place>(&mut self, obj: Obj, place: P, value: <P::Kind as Kind>::Value) -> bool {
        let raw = <P::Kind as Kind>::encode(value);
        self.demand(obj, &place, &Test::Within(raw, raw))
    }

    /// Requires that the value is not `value`.
    #[inline]
    pub fn ne<P: Place>(&mut self, obj: Obj, place: P, value: <P::Kind as Kind>::Value) -> bool {
        self.require(obj, place, |candidate| candidate != value)
    }

    /// Requires that the value is less than `bound`.
    #[inline]
    pub fn lt<P: Place<Kind = Int>>(&mut self, obj: Obj, place: P, bound: i64) -> bool {
        match bound.checked_sub(1) {
            Some(high) => self.in_range(obj, place, i64::MIN..=high),
            None => self.require(obj, place, |_| false),
        }
    }

    /// Requires that the value is at most `bound`.
    #[inline]
    pub fn le<P: Place<Kind = Int>>(&mut self, obj: Obj, place: P, bound: i64) -> bool {
        self.in_range(obj, place, i64::MIN..=bound)
    }

    /// Requires that the value is greater than `bound`.
    #[inline]
    pub fn gt<P: Place<Kind = Int>>(&mut self, obj: Obj, place: P, bound: i64) -> bool {
        match bound.checked_add(1) {
            Some(low) => self.in_range(obj, place, low..=i64::MAX),
            None => self.require(obj, place, |_| false),
        }
    }

    /// Requires that the value is at least `bound`.
    #[inline]
    pub fn ge<P: Place<Kind = Int>>(&mut self, obj: Obj, place: P, bound: i64) -> bool {
        self.in_range(obj, place, bound..=i64::MAX)
    }

    /// Requires that the value is in `range`.
    #[inline]
    pub fn in_range<P: Place<Kind = Int>>(
        &mut self,
        obj: Obj,
        place: P,
        range: std::ops::RangeInclusive<i64>,
    ) -> bool {
        self.demand(obj, &place, &Test::Within(*range.start(), *range.end()))
    }

    /// Requires that the value is one of `values`.
    #[inline]
    pub fn among<P: Place>(
        &mut self,
        obj: Obj,
        place: P,
        values: &[<P::Kind as Kind>::Value],
    ) -> bool {
        self.require(obj, place, |candidate| values.contains(&candidate))
    }

    /// Lets a value decide: the predicate accepts if it passes `test` and rejects
    /// otherwise. **Return the result at once**; reading on is an error. If this is
    /// the first read of the field, all its values are decided in this one run.
    pub fn decide<P: Place>(
        &mut self,
        obj: Obj,
        place: P,
        test: impl Fn(<P::Kind as Kind>::Value) -> bool,
    ) -> bool {
        let cell = place.cell(obj);
        if !self.is_cell_of(cell, place.field()) {
            self.blame(obj, place.field(), place.outside());
            return false;
        }
        self.decide_cell(cell, &|raw| test(<P::Kind as Kind>::decode(raw)))
    }

    #[inline(always)]
    fn is_cell_of(&self, cell: CellId, field: FieldId) -> bool {
        self.cells.get(cell.index()).is_some_and(|cell| cell.field == field.0)
    }

    #[inline(always)]
    fn demand<P: Place>(&mut self, obj: Obj, place: &P, test: &Test<'_>) -> bool {
        let cell = place.cell(obj);
        let raw = if let Some(known) = self.cells.get(cell.index())
            && known.key == place.field().0
        {
            known.raw
        } else if let Some(raw) = self.first_demand(cell, place.field(), test) {
            raw
        } else {
            self.blame(obj, place.field(), place.outside());
            return false;
        };
        let passes = test.passes(raw);
        self.flags |= u8::from(!passes) * DOOMED;
        passes
    }
}

/// First reads. They are never inlined: a predicate has many reads, and inlining
/// would take registers from its own variables. `None`: the cell does not belong to
/// the field.
impl Probe {
    #[cold]
    #[inline(never)]
    fn first_get(&mut self, cell: CellId, field: FieldId) -> Option<i64> {
        // Meeting a choice point again comes first and makes no call: strict runs do
        // it for the whole trail.
        match self.meet(cell) {
            Some((key, raw)) if key == field.0 => Some(raw),
            _ => self.new_get(cell, field),
        }
    }

    #[inline(never)]
    fn new_get(&mut self, cell: CellId, field: FieldId) -> Option<i64> {
        self.is_cell_of(cell, field).then(|| self.new_read(cell))
    }

    #[cold]
    #[inline(never)]
    fn first_demand(&mut self, cell: CellId, field: FieldId, test: &Test<'_>) -> Option<i64> {
        match self.meet(cell) {
            Some((key, raw)) if key == field.0 => Some(raw),
            _ => self.new_demand(cell, field, test),
        }
    }

    #[inline(never)]
    fn new_demand(&mut self, cell: CellId, field: FieldId, test: &Test<'_>) -> Option<i64> {
        if !self.is_cell_of(cell, field) {
            return None;
        }
        if self.multi_value && self.is_new(cell) {
            self.push_tested(cell, test);
            return Some(self.cells[cell.index()].raw);
        }
        Some(self.new_read(cell))
    }

    #[inline(never)]
    fn first_read(&mut self, cell: CellId) -> i64 {
        match self.meet(cell) {
            Some((_, raw)) => raw,
            None => self.new_read(cell),
        }
    }

    /// Meets the next choice point of the trail again, if it is that of `cell`: the key
    /// of its field, and its value.
    #[inline(always)]
    fn meet(&mut self, cell: CellId) -> Option<(u32, i64)> {
        let expected = self.trail.choices().get(self.cursor)?;
        if expected.cell != cell {
            return None;
        }
        let known = &mut self.cells[cell.index()];
        known.key = known.field;
        self.cursor += 1;
        Some((known.key, known.raw))
    }

    /// Reads a cell that is not the next on the trail: if the whole trail was met, it
    /// becomes a new choice point.
    #[inline(always)]
    fn new_read(&mut self, cell: CellId) -> i64 {
        match self.cursor == self.trail.len() {
            true => self.push(cell),
            false => self.diverged(Some(cell)),
        }
    }
}

/// Reading by cell: the interface for runners.
impl Probe {
    /// The space of the candidates.
    pub fn space(&self) -> &Arc<Space> {
        &self.space
    }

    /// Reads a cell: its raw domain value.
    #[inline(always)]
    pub fn read(&mut self, cell: CellId) -> i64 {
        match self.cells.get(cell.index()) {
            Some(known) if known.key != UNREAD => known.raw,
            _ => self.first_read(cell),
        }
    }

    /// Requires that the raw value of a cell passes `test`, as
    /// [`require`](Self::require) does.
    pub fn require_cell(&mut self, cell: CellId, test: &dyn Fn(i64) -> bool) -> bool {
        if self.multi_value && self.is_new(cell) {
            self.push_tested(cell, &Test::Passes(test));
        }
        let passes = test(self.read(cell));
        self.flags |= u8::from(!passes) * DOOMED;
        passes
    }

    /// Lets the raw value of a cell decide, as [`decide`](Self::decide) does.
    pub fn decide_cell(&mut self, cell: CellId, test: &dyn Fn(i64) -> bool) -> bool {
        if !self.conclusive {
            return self.require_cell(cell, test);
        }
        if self.multi_value && self.is_new(cell) {
            let (first, last) = self.index_range(cell);
            self.push_marked(cell, first, last, &|raw| match test(raw) {
                true => Mark::Accept,
                false => Mark::Skip,
            });
        }
        let verdict = test(self.read(cell)) && self.flags & DOOMED == 0;
        self.flags |= DECIDED | if verdict { DECIDED_ACCEPT } else { 0 };
        verdict
    }

    /// Reads a cell. If that makes a choice point, only values that are not skipped are
    /// tried, and those that are accepted need no run. `words` marks all values at once,
    /// if it can: it gets the number of nulls at the start and the last index (below 64),
    /// and returns the bits of the values to run and of those to accept. `mark` marks one
    /// raw value. The marks must agree with the predicate.
    #[inline(always)]
    pub fn read_decided(
        &mut self,
        cell: CellId,
        words: impl FnOnce(u32, u32) -> Option<(u64, u64)>,
        mark: impl Fn(i64) -> Mark,
    ) -> i64 {
        match self.multi_value && self.is_new(cell) {
            true => self.push_decided(cell, words, mark),
            false => self.read(cell),
        }
    }

    /// Whether the contents of all containers are in order, as far as they were read.
    pub(crate) fn contents_are_in_order(&self) -> bool {
        if self.space.contents().is_empty() {
            return true;
        }
        let mut raw = |cell: CellId| {
            self.cells.get(cell.index()).filter(|known| known.key != UNREAD).map(|known| known.raw)
        };
        self.space.objects().iter().all(|&obj| self.space.contents_are_in_order(obj, &mut raw))
    }

    /// The number of choice points of the trail that the current run has met.
    #[inline(always)]
    pub fn met(&self) -> usize {
        self.cursor
    }

    /// The cell of the choice point at an index of the trail.
    #[inline(always)]
    pub fn cell_at(&self, depth: usize) -> CellId {
        self.trail.choices()[depth].cell
    }

    /// The index on the trail of a cell that has been read.
    #[inline(always)]
    pub fn depth_of(&self, cell: CellId) -> usize {
        self.cells[cell.index()].depth as usize
    }

    /// Whether the choice point at an index of the trail may have another value to run.
    #[inline(always)]
    pub fn may_run_others(&self, depth: usize) -> bool {
        self.trail.may_run_others(depth)
    }

    /// Whether the verdict of the run is already certain: it is rejected, or a mistake was
    /// detected.
    #[inline(always)]
    pub fn is_settled(&self) -> bool {
        self.flags != 0
    }

    /// Ends a run that failed: the rest of the trail counts as met, and its other values
    /// are still to be tried.
    pub fn abandon(&mut self) {
        for choice in self.trail.choices() {
            let known = &mut self.cells[choice.cell.index()];
            known.key = known.field;
        }
        self.cursor = self.trail.len();
        self.flags = DOOMED;
    }

    /// Sets whether the conjunct that runs now is the last, so that its verdict is the
    /// predicate's.
    #[inline(always)]
    pub fn set_conclusive(&mut self, conclusive: bool) {
        self.conclusive = conclusive;
    }

    /// Whether the next read of `cell` makes a choice point.
    #[inline(always)]
    fn is_new(&self, cell: CellId) -> bool {
        self.cursor == self.trail.len()
            && self.cells.get(cell.index()).is_some_and(|known| known.key == UNREAD)
    }
}
