//! The probe: how a predicate reads a candidate.
//!
//! The first read of a cell in a run makes it a choice point at the end of the
//! trail, with the first of the values that it may take; a run that repeats an
//! earlier prefix meets the choice points of the trail again, in order, with
//! their current values. A cell that the present run has read carries the **key**
//! of its field, so that one comparison tells whether a read is the first one and
//! whether the object has the field at all.

use std::fmt;
use std::sync::Arc;

use pikse_structure::domain::{RawRule, References};
use pikse_structure::handle::LengthCell;
use pikse_structure::{
    ArrayField, CellId, ClassId, FieldId, Int, Kind, Obj, Place, Space, Structure,
};

use crate::bindings::Bindings;
use crate::error::Fault;
use crate::restrict::Restrictions;
use crate::trail::{Choice, Mark, Next, Trail};

/// What the present run knows of a cell.
#[derive(Clone, Copy, Debug)]
struct Cell {
    /// The key of its field if this run has read it, else [`UNREAD`].
    key: u32,
    /// Its place on the trail, if it is there.
    depth: u32,
    /// Its value, if it is on the trail.
    raw: i64,
}

/// No field has this key: a space has fewer fields.
const UNREAD: u32 = u32::MAX;

/// What a cell's choices look like; fixed for the whole search.
#[derive(Clone, Copy, Debug)]
struct Plan {
    /// The key of the cell's field: its id.
    key: u32,
    domain: u32,
    /// The largest index of the domain.
    last: u32,
    /// The class that the domain refers to, or [`NO_CLASS`] for a domain that
    /// refers to none or to several.
    class: u32,
    /// How an index becomes a raw value; unless `special`.
    rule: RawRule,
    /// Whether choices need more than an index range: restrictions, several
    /// classes, values without a rule.
    special: bool,
    out_of_focus: bool,
    /// Whether a predicate has read it in any run.
    was_read: bool,
}

const NO_CLASS: u32 = u32::MAX;

/// A requirement failed: whatever the predicate says, it rejects.
const DOOMED: u8 = 1;
/// `decide` said to accept, or to reject.
const DECIDED: u8 = 2;
const DECIDED_ACCEPT: u8 = 4;
/// The predicate has ended; the search reads by itself.
const IN_TAIL: u8 = 8;
/// A mistake of the predicate was noticed.
const FAULT: u8 = 16;

/// What a predicate needs of a value before it looks at it.
enum Test<'a> {
    /// A raw value from the first to the second, both included.
    Within(i64, i64),
    /// A raw value that passes.
    Passes(&'a dyn Fn(i64) -> bool),
}

impl Test<'_> {
    #[inline(always)]
    fn passes(&self, raw: i64) -> bool {
        match self {
            Test::Within(low, high) => (*low..=*high).contains(&raw),
            Test::Passes(test) => test(raw),
        }
    }
}

/// Reads a candidate for a predicate, and keeps the choice points that it makes.
pub struct Probe {
    space: Arc<Space>,
    cells: Vec<Cell>,
    plans: Vec<Plan>,
    trail: Trail,
    /// How many objects of each class the trail refers to.
    touched: Vec<u32>,
    bindings: Option<Box<Bindings>>,
    multi_value: bool,
    /// How many choice points of the trail this run has met.
    cursor: usize,
    /// What is out of the ordinary in this run: the flags below.
    flags: u8,
    /// Whether `decide` decides, or is followed by another conjunct.
    conclusive: bool,
    fault: Option<Fault>,
    /// Kept for its memory.
    scratch: Vec<Mark>,
    /// Choice points made by runs, and values given to them: document 003's field
    /// initializations with checkpoints.
    pub(crate) inits: u64,
}

/// Reading, as predicates do it.
impl Probe {
    /// The root object.
    #[inline(always)]
    pub fn root(&self) -> Obj {
        self.space.root()
    }

    /// An object by its number in its class, for structures whose objects are given
    /// and not found by reading references. Such objects have an identity of their
    /// own, which the search does not know: it may find structures that differ in
    /// nothing but names.
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

    /// Demands that a value passes `test`; gives whether it does. **A predicate
    /// that gets `false` rejects**, whatever it returns. If this is the first
    /// read of the field, values that fail are never run.
    #[inline]
    pub fn require<P: Place>(
        &mut self,
        obj: Obj,
        place: P,
        test: impl Fn(<P::Kind as Kind>::Value) -> bool,
    ) -> bool {
        self.demand(obj, &place, &Test::Passes(&|raw| test(<P::Kind as Kind>::decode(raw))))
    }

    /// Demands that the value is `value`.
    #[inline]
    pub fn eq<P: Place>(&mut self, obj: Obj, place: P, value: <P::Kind as Kind>::Value) -> bool {
        let raw = <P::Kind as Kind>::encode(value);
        self.demand(obj, &place, &Test::Within(raw, raw))
    }

    /// Demands that the value is not `value`.
    #[inline]
    pub fn ne<P: Place>(&mut self, obj: Obj, place: P, value: <P::Kind as Kind>::Value) -> bool {
        self.require(obj, place, |candidate| candidate != value)
    }

    /// Demands that the value is less than `bound`.
    #[inline]
    pub fn lt<P: Place<Kind = Int>>(&mut self, obj: Obj, place: P, bound: i64) -> bool {
        match bound.checked_sub(1) {
            Some(high) => self.in_range(obj, place, i64::MIN..=high),
            None => self.require(obj, place, |_| false),
        }
    }

    /// Demands that the value is at most `bound`.
    #[inline]
    pub fn le<P: Place<Kind = Int>>(&mut self, obj: Obj, place: P, bound: i64) -> bool {
        self.in_range(obj, place, i64::MIN..=bound)
    }

    /// Demands that the value is greater than `bound`.
    #[inline]
    pub fn gt<P: Place<Kind = Int>>(&mut self, obj: Obj, place: P, bound: i64) -> bool {
        match bound.checked_add(1) {
            Some(low) => self.in_range(obj, place, low..=i64::MAX),
            None => self.require(obj, place, |_| false),
        }
    }

    /// Demands that the value is at least `bound`.
    #[inline]
    pub fn ge<P: Place<Kind = Int>>(&mut self, obj: Obj, place: P, bound: i64) -> bool {
        self.in_range(obj, place, bound..=i64::MAX)
    }

    /// Demands that the value is in `range`.
    #[inline]
    pub fn in_range<P: Place<Kind = Int>>(
        &mut self,
        obj: Obj,
        place: P,
        range: std::ops::RangeInclusive<i64>,
    ) -> bool {
        self.demand(obj, &place, &Test::Within(*range.start(), *range.end()))
    }

    /// Demands that the value is one of `values`.
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
    /// the first read of the field, each value is decided without a run of its own.
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
        self.plans.get(cell.index()).is_some_and(|plan| plan.key == field.0)
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

/// First reads. They are never inlined: a predicate has many reads, and its
/// registers are better spent on its own variables. `None` is a cell that is not
/// of the field.
impl Probe {
    #[inline(never)]
    fn first_get(&mut self, cell: CellId, field: FieldId) -> Option<i64> {
        // Nearly every run meets one choice point again and makes none, so that
        // comes first and calls nothing.
        match self.meet(cell) {
            Some((key, raw)) if key == field.0 => Some(raw),
            _ => self.new_get(cell, field),
        }
    }

    #[inline(never)]
    fn new_get(&mut self, cell: CellId, field: FieldId) -> Option<i64> {
        self.is_cell_of(cell, field).then(|| self.new_read(cell))
    }

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

    /// Meets the next choice point of the trail again, if `cell` is its: the key of
    /// its field, and its value.
    #[inline(always)]
    fn meet(&mut self, cell: CellId) -> Option<(u32, i64)> {
        let expected = self.trail.choices().get(self.cursor)?;
        if expected.cell != cell {
            return None;
        }
        let key = self.plans[cell.index()].key;
        let known = &mut self.cells[cell.index()];
        known.key = key;
        self.cursor += 1;
        Some((key, known.raw))
    }

    /// Reads a cell that is not the next of the trail: if nothing of the trail is
    /// left to meet, it is a new choice point.
    #[inline(always)]
    fn new_read(&mut self, cell: CellId) -> i64 {
        match self.cursor == self.trail.len() {
            true => self.push(cell),
            false => self.diverged(Some(cell)),
        }
    }
}

/// Reading, as runners do it: by cell.
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

    /// Demands that the raw value of a cell passes `test`, as
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
            self.push_special(cell, first, last, &|raw| match test(raw) {
                true => Mark::Accept,
                false => Mark::Skip,
            });
        }
        let verdict = test(self.read(cell)) && self.flags & DOOMED == 0;
        self.flags |= DECIDED | if verdict { DECIDED_ACCEPT } else { 0 };
        verdict
    }

    /// Tells whether the conjunct that runs now is the last, so that its verdict
    /// is the predicate's.
    #[inline(always)]
    pub fn set_conclusive(&mut self, conclusive: bool) {
        self.conclusive = conclusive;
    }

    /// Whether a mistake was noticed in this run; there is no point in going on.
    #[inline(always)]
    pub fn has_fault(&self) -> bool {
        self.flags & FAULT != 0
    }

    /// Whether the next read of `cell` makes a choice point.
    #[inline(always)]
    fn is_new(&self, cell: CellId) -> bool {
        self.cursor == self.trail.len()
            && self.cells.get(cell.index()).is_some_and(|known| known.key == UNREAD)
    }

    /// Makes `cell` a choice point with all the values that it may take.
    #[inline(always)]
    fn push(&mut self, cell: CellId) -> i64 {
        let (Some(plan), Some(known)) =
            (self.plans.get_mut(cell.index()), self.cells.get_mut(cell.index()))
        else {
            return self.no_such_cell(cell);
        };
        if plan.special || self.flags != 0 {
            let (first, last) = self.index_range(cell);
            self.push_special(cell, first, last, &|_| Mark::Run);
            return self.cells[cell.index()].raw;
        }
        // What follows is `index_range`, `settle_new` and `settle` for the ordinary
        // case, with every lookup done once.
        let raw = plan.rule.raw(0);
        let (mut last, mut fresh) = (plan.last, false);
        if plan.class != NO_CLASS {
            let touched = &mut self.touched[plan.class as usize];
            last = last.min(plan.rule.nulls + *touched);
            fresh = plan.rule.nulls == 0 && *touched == 0;
            *touched += u32::from(fresh);
        }
        plan.was_read = true;
        *known = Cell { key: plan.key, depth: self.trail.len() as u32, raw };
        self.trail.push(cell, 0, last, fresh);
        self.cursor += 1;
        self.inits += 1;
        raw
    }

    /// Only a handle of another problem leads outside of the vector.
    #[cold]
    fn no_such_cell(&mut self, cell: CellId) -> i64 {
        let object = format!("cell {}", cell.0);
        self.raise(Fault::UndeclaredField { field: "?".to_owned(), object });
        0
    }

    /// Makes `cell` a choice point with the values that pass.
    fn push_tested(&mut self, cell: CellId, test: &Test<'_>) {
        let plan = &self.plans[cell.index()];
        let domain = &self.space.domains()[plan.domain as usize];
        if let (Test::Within(low, high), References::No, Some(base), false) =
            (test, domain.references(), domain.consecutive_from(), plan.special)
            && self.flags & DOOMED == 0
        {
            let offset = |value: i64| value.saturating_sub(base);
            let first = offset(*low).max(0);
            let last = offset(*high).min(i64::from(plan.last));
            match first <= last {
                true => self.trail.push(cell, first as u32, last as u32, false),
                // Nothing passes: the value does not matter, the run is doomed.
                false => self.trail.push(cell, 0, 0, false),
            }
            self.settle_new(cell);
            return;
        }
        let (first, last) = self.index_range(cell);
        let mark = |raw| {
            if test.passes(raw) { Mark::Run } else { Mark::Skip }
        };
        self.push_special(cell, first, last, &mark);
    }

    /// The indices that isomorphism leaves, for a domain that is not of several classes.
    #[inline(always)]
    fn index_range(&self, cell: CellId) -> (u32, u32) {
        let plan = &self.plans[cell.index()];
        match plan.class {
            NO_CLASS => (0, plan.last),
            class => (0, plan.last.min(plan.rule.nulls + self.touched[class as usize])),
        }
    }

    /// Makes `cell` a choice point, looking at every value.
    fn push_special(&mut self, cell: CellId, first: u32, last: u32, mark: &dyn Fn(i64) -> Mark) {
        if self.flags & DOOMED != 0 {
            // The run rejects whatever it still reads: one value is enough.
            self.trail.push(cell, 0, 0, false);
            return self.settle_new(cell);
        }
        let plan = self.plans[cell.index()];
        let domain = &self.space.domains()[plan.domain as usize];
        let touched = self.bindings.as_deref().is_some_and(|bindings| bindings.touches(cell));
        let any = if touched || domain.references() == References::SeveralClasses {
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
            && self.space.ordinal(obj) > self.touched[obj.class().index()]
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
        known.key = self.plans[cell.index()].key;
        known.depth = depth as u32;
        self.cursor = depth + 1;
        if self.flags & IN_TAIL == 0 {
            self.inits += 1;
            self.plans[cell.index()].was_read = true;
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
    #[inline(always)]
    fn settle(&mut self, depth: usize) {
        let choice = self.trail.choice_mut(depth);
        let plan = &self.plans[choice.cell.index()];
        if plan.special {
            return self.settle_special(depth);
        }
        self.cells[choice.cell.index()].raw = plan.rule.raw(choice.index);
        if plan.class != NO_CLASS {
            // The object's number in its class, counted from 1; null is 0 or less.
            let number = (choice.index + 1).wrapping_sub(plan.rule.nulls);
            let touched = &mut self.touched[plan.class as usize];
            if number == *touched + 1 {
                *touched += 1;
                choice.fresh = true;
            }
        }
    }

    fn settle_special(&mut self, depth: usize) {
        let choice = self.trail.choice_mut(depth);
        let plan = &self.plans[choice.cell.index()];
        let domain = &self.space.domains()[plan.domain as usize];
        self.cells[choice.cell.index()].raw = domain.raw(choice.index);
        if let Some(obj) = domain.object(choice.index) {
            let touched = &mut self.touched[obj.class().index()];
            if self.space.ordinal(obj) == *touched {
                *touched += 1;
                choice.fresh = true;
            }
        }
        if let Some(bindings) = &mut self.bindings
            && bindings.touches(choice.cell)
        {
            let (cell, index) = (choice.cell, choice.index);
            let (cells, trail) = (&self.cells, &self.trail);
            bindings.bind(cell, index, &|other| chosen(cells, trail, other));
        }
    }

    /// Takes back what [`settle`](Self::settle) noted for a choice point.
    #[inline(always)]
    fn unsettle(touched: &mut [u32], cells: &[Cell], choice: &mut Choice) {
        if choice.fresh {
            choice.fresh = false;
            let obj = Obj::from_raw(cells[choice.cell.index()].raw).expect("fresh is an object");
            touched[obj.class().index()] -= 1;
        }
    }
}

/// Faults.
impl Probe {
    fn raise(&mut self, fault: Fault) {
        self.fault.get_or_insert(fault);
        self.flags |= DOOMED | FAULT;
    }

    /// Notes a read of a place that the object does not have.
    #[cold]
    #[inline(never)]
    fn blame(&mut self, obj: Obj, field: FieldId, outside: Option<(usize, u32)>) {
        let name = match self.space.fields().get(field.index()) {
            Some(_) => self.space.field_name(field),
            None => "of another problem".to_owned(),
        };
        if let Some((index, capacity)) = outside {
            return self.raise(Fault::IndexOutOfBounds { array: name, index, capacity });
        }
        let object = match self.space.objects().get(obj.id().index()) {
            Some(&known) if known == obj => self.space.object_name(obj),
            _ => "an object of another problem".to_owned(),
        };
        self.raise(Fault::UndeclaredField { field: name, object });
    }

    #[cold]
    fn diverged(&mut self, found: Option<CellId>) -> i64 {
        let expected = self.trail.choices()[self.cursor].cell;
        let fault = Fault::NonDeterministic {
            depth: self.cursor,
            expected: self.space.cell_name(expected),
            found: found.map(|cell| self.space.cell_name(cell)),
        };
        self.raise(fault);
        // Any value of the domain will do, so that the predicate can end.
        found.map_or(0, |cell| self.space.domain_of(cell).raw(0))
    }

    #[cold]
    fn decided_then(&mut self, then: String) {
        let decided = self.flags & DECIDED_ACCEPT != 0;
        self.raise(Fault::DecidedOtherwise { decided, then });
    }
}

/// The search's side.
impl Probe {
    pub(crate) fn new(
        space: Arc<Space>,
        restrictions: Restrictions,
        multi_value: bool,
        out_of_focus: impl Fn(FieldId) -> bool,
    ) -> Self {
        let bindings = (!restrictions.is_empty()).then(|| Box::new(Bindings::new(restrictions)));
        let plans = (space.cells().iter())
            .map(|info| {
                let domain = space.domain(info.domain);
                let class = match domain.references() {
                    References::OneClass { class, .. } => class.0,
                    _ => NO_CLASS,
                };
                let rule = domain.rule();
                Plan {
                    key: info.field.0,
                    domain: info.domain.0,
                    last: domain.len() - 1,
                    class,
                    rule: rule.unwrap_or(RawRule { nulls: 0, base: 0, stride: 0 }),
                    // Bindings keep a mark for every choice point.
                    special: bindings.is_some() || rule.is_none(),
                    out_of_focus: out_of_focus(info.field),
                    was_read: false,
                }
            })
            .collect();
        let mut touched = vec![0; space.classes().len()];
        touched[space.root().class().index()] = 1;
        Probe {
            cells: vec![Cell { key: UNREAD, depth: 0, raw: 0 }; space.cells().len()],
            plans,
            trail: Trail::default(),
            touched,
            bindings,
            multi_value,
            cursor: 0,
            flags: 0,
            conclusive: true,
            fault: None,
            scratch: Vec::new(),
            inits: 0,
            space,
        }
    }

    #[inline(always)]
    pub(crate) fn trail(&self) -> &Trail {
        &self.trail
    }

    pub(crate) fn trail_mut(&mut self) -> &mut Trail {
        &mut self.trail
    }

    pub(crate) fn bindings(&self) -> Option<&Bindings> {
        self.bindings.as_deref()
    }

    pub(crate) fn is_out_of_focus(&self, cell: CellId) -> bool {
        self.plans[cell.index()].out_of_focus
    }

    /// Starts a run from the beginning, whose first new choice point is the last
    /// of the trail.
    ///
    /// A strict run has to meet the whole trail again, in order. Any other only
    /// has to meet the last choice point before it reads something new: the rest
    /// counts as met, which spares the runs most of their cost.
    #[inline(always)]
    pub(crate) fn begin_run(&mut self, strict: bool) {
        match strict {
            false => self.cursor = self.trail.len() - 1,
            true => self.forget_reads(),
        }
        self.flags = 0;
    }

    fn forget_reads(&mut self) {
        for choice in self.trail.choices() {
            self.cells[choice.cell.index()].key = UNREAD;
        }
        self.cursor = 0;
    }

    /// Ends a run: the verdict, or the mistake that was made.
    #[inline(always)]
    pub(crate) fn end_run(&mut self, verdict: bool) -> Result<bool, Fault> {
        if self.flags == 0 && self.cursor == self.trail.len() {
            return Ok(verdict);
        }
        self.end_special_run(verdict)
    }

    fn end_special_run(&mut self, verdict: bool) -> Result<bool, Fault> {
        if self.cursor < self.trail.len() && self.flags & FAULT == 0 {
            self.diverged(None);
        }
        let decided = self.flags & DECIDED_ACCEPT != 0;
        if self.flags & (DECIDED | DOOMED) == DECIDED && decided != verdict {
            self.decided_then(format!("returned {verdict}"));
        }
        match self.fault.take() {
            None => Ok(verdict && self.flags & DOOMED == 0),
            Some(fault) => Err(fault),
        }
    }

    /// Starts reading after the predicate's end.
    pub(crate) fn begin_tail(&mut self) {
        self.flags = IN_TAIL;
        self.cursor = self.trail.len();
    }

    /// Whether a read of the tail found no value.
    pub(crate) fn is_doomed(&self) -> bool {
        self.flags & DOOMED != 0
    }

    /// Counts every choice point of the trail as read by the present run, with
    /// its value: for a trail that comes from a saved position.
    pub(crate) fn restore(&mut self) {
        for depth in 0..self.trail.len() {
            let cell = self.trail.choices()[depth].cell;
            let known = &mut self.cells[cell.index()];
            known.key = self.plans[cell.index()].key;
            known.depth = depth as u32;
            if let Some(bindings) = &mut self.bindings {
                bindings.mark();
            }
            self.settle(depth);
        }
        self.cursor = self.trail.len();
    }

    /// Gives the last choice point its next value, or takes it off the trail. A
    /// cell with a new value has not been read with it.
    #[inline(always)]
    pub(crate) fn advance_top(&mut self) -> Option<Next> {
        let choice = self.trail.top_mut()?;
        let plan = &self.plans[choice.cell.index()];
        let known = &mut self.cells[choice.cell.index()];
        if plan.special || choice.is_masked() {
            return self.advance_special_top();
        }
        // What follows is `unsettle` and `settle` for the ordinary case, with every
        // lookup done once.
        known.key = UNREAD;
        let touched = match plan.class {
            NO_CLASS => &mut 0,
            class => &mut self.touched[class as usize],
        };
        *touched -= u32::from(choice.fresh);
        choice.fresh = false;
        if choice.index == choice.last {
            self.trail.pop();
            return None;
        }
        choice.index += 1;
        known.raw = plan.rule.raw(choice.index);
        if plan.class != NO_CLASS && choice.index - plan.rule.nulls == *touched {
            choice.fresh = true;
            *touched += 1;
        }
        Some(Next { index: choice.index, accepted: false })
    }

    fn advance_special_top(&mut self) -> Option<Next> {
        let depth = self.trail.len() - 1;
        let next = self.trail.next(depth);
        let choice = self.trail.choice_mut(depth);
        Self::unsettle(&mut self.touched, &self.cells, choice);
        match next {
            Some(next) => {
                choice.index = next.index;
                self.cells[choice.cell.index()].key = UNREAD;
                if let Some(bindings) = &mut self.bindings {
                    bindings.unbind();
                }
                self.settle(depth);
            }
            None => self.drop_top(),
        }
        next
    }

    /// Counts the last choice point as read: its new value is the tail's business,
    /// or was accepted without a run.
    pub(crate) fn meet_top(&mut self) {
        if let Some(top) = self.trail.top() {
            self.cells[top.cell.index()].key = self.plans[top.cell.index()].key;
        }
    }

    /// Takes the last choice point off the trail, whatever values remain.
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

    /// The candidate as a structure; cells that were not read have their first value.
    pub(crate) fn structure(&self) -> Structure {
        let candidate = self.candidate();
        Structure::of_candidate(&self.space, |cell| candidate[cell.index()])
    }

    /// The candidate vector.
    pub(crate) fn candidate(&self) -> Vec<u32> {
        let mut candidate: Vec<u32> = match &self.bindings {
            None => vec![0; self.cells.len()],
            Some(bindings) => {
                (0..self.cells.len()).map(|cell| bindings.initial(CellId::at(cell))).collect()
            }
        };
        for choice in self.trail.choices() {
            candidate[choice.cell.index()] = choice.index;
        }
        candidate
    }

    /// The fields that no run has read.
    pub(crate) fn fields_never_read(&self) -> Vec<FieldId> {
        let mut read = vec![false; self.space.fields().len()];
        for (plan, info) in self.plans.iter().zip(self.space.cells()) {
            read[info.field.index()] |= plan.was_read;
        }
        (0..read.len()).filter(|&field| !read[field]).map(FieldId::at).collect()
    }
}

/// The index of a cell that is on the trail.
fn chosen(cells: &[Cell], trail: &Trail, cell: CellId) -> Option<u32> {
    let known = &cells[cell.index()];
    (known.key != UNREAD).then(|| trail.choices()[known.depth as usize].index)
}

impl fmt::Debug for Probe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let choices = self.trail.choices().iter();
        f.debug_map()
            .entries(choices.map(|choice| (self.space.cell_name(choice.cell), choice.index)))
            .finish()
    }
}
