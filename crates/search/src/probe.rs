//! The probe: how a predicate reads a candidate.
//!
//! The first read of a cell in a run makes it a choice point at the end of the
//! trail, with the first of the values that it may take; a run that repeats an
//! earlier prefix meets the choice points of the trail again, in order, with
//! their current values. A cell knows by its **epoch** whether the present run
//! has read it, so that every further read is one comparison and one load.

use std::fmt;
use std::sync::Arc;

use pikse_structure::domain::References;
use pikse_structure::handle::LengthCell;
use pikse_structure::{ArrayField, CellId, FieldId, Int, Kind, Obj, Place, Space, Structure};

use crate::bindings::Bindings;
use crate::error::Fault;
use crate::restrict::Restrictions;
use crate::trail::{Choice, Mark, Next, Trail};

/// What the present run knows of a cell.
#[derive(Clone, Copy, Debug)]
struct Cell {
    /// The run that read it last; 0 for a cell that is not on the trail.
    epoch: u32,
    /// Its place on the trail, if it is there.
    depth: u32,
    /// Its value, if it is on the trail.
    raw: i64,
}

/// What a cell's choices look like; fixed for the whole search.
#[derive(Clone, Copy, Debug)]
struct Plan {
    domain: u32,
    /// The largest index of the domain.
    last: u32,
    /// The class that the domain refers to, or [`NO_CLASS`].
    class: u32,
    /// The index of the first object, for a domain of one class.
    first_object: u32,
    /// Whether choices need more than an index range: restrictions, several classes.
    special: bool,
    out_of_focus: bool,
    /// Whether a predicate has read it in any run.
    was_read: bool,
}

const NO_CLASS: u32 = u32::MAX;

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
    epoch: u32,
    /// How many choice points of the trail this run has met.
    cursor: usize,
    /// A requirement failed in this run: whatever the predicate says, it rejects.
    doomed: bool,
    /// The verdict that `decide` gave in this run.
    decided: Option<bool>,
    /// Whether `decide` decides, or is followed by another conjunct.
    conclusive: bool,
    in_tail: bool,
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

    /// Reads a field, or an array element, of an object.
    #[inline(always)]
    pub fn get<P: Place>(&mut self, obj: Obj, place: P) -> <P::Kind as Kind>::Value {
        match self.locate(obj, &place) {
            Some(cell) => <P::Kind as Kind>::decode(self.read(cell)),
            None => <P::Kind as Kind>::after_fault(self.root()),
        }
    }

    /// Reads the length of an array.
    #[inline]
    pub fn len<K: Kind>(&mut self, obj: Obj, array: ArrayField<K>) -> usize {
        if obj.class() != array.class() {
            self.undeclared(obj, array.id());
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
        self.demand(
            obj,
            &place,
            &Test::Passes(&|raw| test(<P::Kind as Kind>::decode(raw))),
        )
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
        if !self.conclusive {
            return self.require(obj, place, test);
        }
        let Some(cell) = self.locate(obj, &place) else {
            return false;
        };
        let test = |raw| test(<P::Kind as Kind>::decode(raw));
        if self.multi_value && self.is_new(cell) {
            let (first, last) = self.index_range(cell);
            self.push_special(cell, first, last, &|raw| match test(raw) {
                true => Mark::Accept,
                false => Mark::Skip,
            });
        }
        let verdict = test(self.read(cell)) && !self.doomed;
        self.decided = Some(verdict);
        verdict
    }

    #[inline(always)]
    fn locate<P: Place>(&mut self, obj: Obj, place: &P) -> Option<CellId> {
        if obj.class() != place.class() {
            self.undeclared(obj, place.field());
            return None;
        }
        match place.cell(obj) {
            Ok(cell) => Some(cell),
            Err((index, capacity)) => {
                self.out_of_bounds(place.field(), index, capacity);
                None
            }
        }
    }

    #[inline]
    fn demand<P: Place>(&mut self, obj: Obj, place: &P, test: &Test<'_>) -> bool {
        let Some(cell) = self.locate(obj, place) else {
            return false;
        };
        if self.multi_value && self.is_new(cell) {
            self.push_tested(cell, test);
        }
        let passes = test.passes(self.read(cell));
        self.doomed |= !passes;
        passes
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
            Some(known) if known.epoch == self.epoch => known.raw,
            _ => self.first_read(cell),
        }
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
        self.fault.is_some()
    }

    /// Whether the next read of `cell` makes a choice point.
    #[inline(always)]
    fn is_new(&self, cell: CellId) -> bool {
        self.cursor == self.trail.len()
            && self
                .cells
                .get(cell.index())
                .is_some_and(|known| known.epoch != self.epoch)
    }

    fn first_read(&mut self, cell: CellId) -> i64 {
        let Some(expected) = self.trail.choices().get(self.cursor) else {
            return self.push(cell);
        };
        if expected.cell != cell {
            return self.diverged(Some(cell));
        }
        self.cursor += 1;
        let known = &mut self.cells[cell.index()];
        known.epoch = self.epoch;
        known.raw
    }

    /// Makes `cell` a choice point with all the values that it may take.
    fn push(&mut self, cell: CellId) -> i64 {
        let Some(plan) = self.plans.get(cell.index()) else {
            // Only a handle of another problem leads outside of the vector.
            let object = format!("cell {}", cell.0);
            self.raise(Fault::UndeclaredField {
                field: "?".to_owned(),
                object,
            });
            return 0;
        };
        if plan.special {
            let (first, last) = self.index_range(cell);
            self.push_special(cell, first, last, &|_| Mark::Run);
        } else {
            let (first, last) = self.index_range(cell);
            self.trail.push(cell, first, last);
            self.settle_new(cell);
        }
        self.cells[cell.index()].raw
    }

    /// Makes `cell` a choice point with the values that pass.
    fn push_tested(&mut self, cell: CellId, test: &Test<'_>) {
        let plan = &self.plans[cell.index()];
        let domain = &self.space.domains()[plan.domain as usize];
        if let (Test::Within(low, high), References::No, Some(base), false) = (
            test,
            domain.references(),
            domain.consecutive_from(),
            plan.special,
        ) {
            let offset = |value: i64| value.saturating_sub(base);
            let first = offset(*low).max(0);
            let last = offset(*high).min(i64::from(plan.last));
            match first <= last {
                true => self.trail.push(cell, first as u32, last as u32),
                // Nothing passes: the value does not matter, the run is doomed.
                false => self.trail.push(cell, 0, 0),
            }
            self.settle_new(cell);
            return;
        }
        let (first, last) = self.index_range(cell);
        let mark = |raw| {
            if test.passes(raw) {
                Mark::Run
            } else {
                Mark::Skip
            }
        };
        self.push_special(cell, first, last, &mark);
    }

    /// The indices that isomorphism leaves, for a domain that is not of several classes.
    #[inline(always)]
    fn index_range(&self, cell: CellId) -> (u32, u32) {
        let plan = &self.plans[cell.index()];
        match plan.class {
            NO_CLASS => (0, plan.last),
            class => (
                0,
                plan.last
                    .min(plan.first_object + self.touched[class as usize]),
            ),
        }
    }

    /// Makes `cell` a choice point, looking at every value.
    fn push_special(&mut self, cell: CellId, first: u32, last: u32, mark: &dyn Fn(i64) -> Mark) {
        let plan = self.plans[cell.index()];
        let domain = &self.space.domains()[plan.domain as usize];
        let any = if plan.special {
            let mut marks = std::mem::take(&mut self.scratch);
            marks.clear();
            marks.extend((first..=last).map(|index| match mark(domain.raw(index)) {
                Mark::Skip => Mark::Skip,
                mark if self.fits(cell, index) => mark,
                _ => Mark::Skip,
            }));
            let any = self
                .trail
                .push_marked(cell, first, last, |index| marks[(index - first) as usize]);
            self.scratch = marks;
            any
        } else {
            self.trail
                .push_marked(cell, first, last, |index| mark(domain.raw(index)))
        };
        self.doomed |= !any;
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
            let chosen = |other| chosen(&self.cells, &self.trail, self.epoch, other);
            !bindings.touches(cell) || bindings.admits(cell, index, &chosen)
        })
    }

    /// Finishes a push: the cell is read, and has its choice's value.
    #[inline(always)]
    fn settle_new(&mut self, cell: CellId) {
        let depth = self.trail.len() - 1;
        let known = &mut self.cells[cell.index()];
        known.epoch = self.epoch;
        known.depth = depth as u32;
        if !self.in_tail {
            self.cursor += 1;
            self.inits += 1;
            self.plans[cell.index()].was_read = true;
            if self.decided.is_some() {
                self.decided_then(format!("read `{}`", self.space.cell_name(cell)));
            }
        } else {
            self.cursor = depth + 1;
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
        let raw = self.space.domains()[plan.domain as usize].raw(choice.index);
        self.cells[choice.cell.index()].raw = raw;
        if plan.class != NO_CLASS
            && let Some(obj) = Obj::from_raw(raw)
        {
            let class = obj.class();
            if self.space.ordinal(obj) == self.touched[class.index()] {
                self.touched[class.index()] += 1;
                choice.fresh = true;
            }
        }
        if let Some(bindings) = &mut self.bindings
            && bindings.touches(choice.cell)
        {
            let (cell, index) = (choice.cell, choice.index);
            let (cells, trail, epoch) = (&self.cells, &self.trail, self.epoch);
            bindings.bind(cell, index, &|other| chosen(cells, trail, epoch, other));
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
        self.doomed = true;
    }

    #[cold]
    fn undeclared(&mut self, obj: Obj, field: FieldId) {
        let field = match self.space.fields().get(field.index()) {
            Some(_) => self.space.field_name(field),
            None => "of another problem".to_owned(),
        };
        let object = match self.space.objects().get(obj.id().index()) {
            Some(&known) if known == obj => self.space.object_name(obj),
            _ => "an object of another problem".to_owned(),
        };
        self.raise(Fault::UndeclaredField { field, object });
    }

    #[cold]
    fn out_of_bounds(&mut self, field: FieldId, index: usize, capacity: u32) {
        let array = self.space.field_name(field);
        self.raise(Fault::IndexOutOfBounds {
            array,
            index,
            capacity,
        });
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
        let decided = self.decided.unwrap_or(false);
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
        let plans = (space.cells().iter().zip(0..))
            .map(|(info, cell)| {
                let domain = space.domain(info.domain);
                let (class, first_object) = match domain.references() {
                    References::No => (NO_CLASS, 0),
                    References::OneClass { class, first, .. } => (class.0, first),
                    // The isomorphism rule looks at the objects; the range is everything.
                    References::SeveralClasses => (0, domain.len()),
                };
                let restricted = bindings
                    .as_deref()
                    .is_some_and(|bindings| bindings.touches(CellId(cell)));
                Plan {
                    domain: info.domain.0,
                    last: domain.len() - 1,
                    class,
                    first_object,
                    special: restricted || domain.references() == References::SeveralClasses,
                    out_of_focus: out_of_focus(info.field),
                    was_read: false,
                }
            })
            .collect();
        let mut touched = vec![0; space.classes().len()];
        touched[space.root().class().index()] = 1;
        Probe {
            cells: vec![
                Cell {
                    epoch: 0,
                    depth: 0,
                    raw: 0
                };
                space.cells().len()
            ],
            plans,
            trail: Trail::default(),
            touched,
            bindings,
            multi_value,
            epoch: 1,
            cursor: 0,
            doomed: false,
            decided: None,
            conclusive: true,
            in_tail: false,
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

    /// Starts a run from the beginning: every cell counts as unread.
    #[inline(always)]
    pub(crate) fn begin_run(&mut self) {
        if self.epoch == u32::MAX {
            self.cells.iter_mut().for_each(|cell| cell.epoch = 0);
            self.epoch = 0;
        }
        self.epoch += 1;
        self.cursor = 0;
        self.doomed = false;
        self.decided = None;
        self.in_tail = false;
    }

    /// Ends a run: the verdict, or the mistake that was made.
    #[inline(always)]
    pub(crate) fn end_run(&mut self, verdict: bool) -> Result<bool, Fault> {
        if self.cursor < self.trail.len() && self.fault.is_none() {
            self.diverged(None);
        }
        if self.decided.is_some_and(|decided| decided != verdict) && !self.doomed {
            self.decided_then(format!("returned {verdict}"));
        }
        match self.fault.take() {
            None => Ok(verdict && !self.doomed),
            Some(fault) => Err(fault),
        }
    }

    /// Starts reading after the predicate's end.
    pub(crate) fn begin_tail(&mut self) {
        self.in_tail = true;
        self.doomed = false;
        self.decided = None;
        self.cursor = self.trail.len();
    }

    /// Whether a read of the tail found no value.
    pub(crate) fn is_doomed(&self) -> bool {
        self.doomed
    }

    /// Counts every choice point of the trail as read by the present run, with
    /// its value: for a trail that comes from a saved position.
    pub(crate) fn restore(&mut self) {
        for depth in 0..self.trail.len() {
            let cell = self.trail.choices()[depth].cell;
            let known = &mut self.cells[cell.index()];
            known.epoch = self.epoch;
            known.depth = depth as u32;
            if let Some(bindings) = &mut self.bindings {
                bindings.mark();
            }
            self.settle(depth);
        }
        self.cursor = self.trail.len();
    }

    /// Gives the last choice point its next value, or takes it off the trail.
    #[inline(always)]
    pub(crate) fn advance_top(&mut self) -> Option<Next> {
        let depth = self.trail.len() - 1;
        let next = self.trail.next(depth);
        let choice = self.trail.choice_mut(depth);
        Self::unsettle(&mut self.touched, &self.cells, choice);
        match next {
            Some(next) => {
                choice.index = next.index;
                if let Some(bindings) = &mut self.bindings {
                    bindings.unbind();
                }
                self.settle(depth);
            }
            None => self.drop_top(),
        }
        next
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
            self.cells[choice.cell.index()].epoch = 0;
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
            Some(bindings) => (0..self.cells.len())
                .map(|cell| bindings.initial(CellId::at(cell)))
                .collect(),
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
        (0..read.len())
            .filter(|&field| !read[field])
            .map(FieldId::at)
            .collect()
    }
}

/// The index of a cell that is on the trail.
fn chosen(cells: &[Cell], trail: &Trail, epoch: u32, cell: CellId) -> Option<u32> {
    let known = &cells[cell.index()];
    (known.epoch == epoch).then(|| trail.choices()[known.depth as usize].index)
}

impl fmt::Debug for Probe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let choices = self.trail.choices().iter();
        f.debug_map()
            .entries(choices.map(|choice| (self.space.cell_name(choice.cell), choice.index)))
            .finish()
    }
}
