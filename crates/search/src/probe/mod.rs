//! The probe, through which a predicate reads a candidate.
//!
//! The first read of a cell in a run makes it a choice point at the end of the
//! trail, with the first of its possible values. A run that repeats an earlier
//! prefix **meets** the choice points of the trail again, in order, with their
//! current values. A cell that the current run has read holds the **key** of its
//! field, so that one comparison checks whether a read is the first one and
//! whether the object has the field at all.
//!
//! | part | its job |
//! | --- | --- |
//! | this module | the probe's state; the beginning and end of a run |
//! | `reading` | the functions that predicates and runners call |
//! | `choosing` | making choice points, and advancing them |

mod choosing;
mod reading;

use std::fmt;
use std::sync::Arc;

use pikse_structure::domain::{RawRule, References};
use pikse_structure::{CellId, FieldId, Obj, Space, Structure};

use crate::bindings::Bindings;
use crate::error::Fault;
use crate::restrict::Restrictions;
use crate::trail::{Mark, Trail};

/// A cell: its state in the current run, and its domain. It fills a cache line.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Cell {
    /// Its value, if it is on the trail.
    raw: i64,
    /// The key of its field if this run has read it, else [`UNREAD`].
    key: u32,
    /// Its index on the trail, if it is there.
    depth: u32,
    /// The key of its field: the field's id.
    field: u32,
    domain: u32,
    /// The largest index of the domain.
    last: u32,
    /// The class that the domain refers to, or [`NO_CLASS`] for a domain that
    /// refers to none or to several.
    class: u32,
    /// The rule that turns an index into a raw value, if there is one.
    rule: RawRule,
    /// Whether choices need more than a range of indices and a rule: there are
    /// restrictions, or several classes, or a list of values.
    special: bool,
    out_of_focus: bool,
    /// Whether a predicate has read it in any run.
    was_read: bool,
}

/// No field has this key: a space has fewer fields.
const UNREAD: u32 = u32::MAX;
const NO_CLASS: u32 = u32::MAX;

/// A requirement failed: the run is rejected, even if the predicate returns true.
const DOOMED: u8 = 1;
/// `decide` returned accept, or reject.
const DECIDED: u8 = 2;
const DECIDED_ACCEPT: u8 = 4;
/// The predicate has ended; the search reads the tail.
const IN_TAIL: u8 = 8;
/// A mistake of the predicate was detected.
const FAULT: u8 = 16;

/// Reads a candidate for a predicate, and keeps the resulting choice points.
pub struct Probe {
    space: Arc<Space>,
    root: Obj,
    cells: Vec<Cell>,
    trail: Trail,
    /// The number of objects of each class that the trail refers to.
    touched: Vec<u32>,
    bindings: Option<Box<Bindings>>,
    multi_value: bool,
    /// The number of choice points of the trail that this run has met.
    cursor: usize,
    /// Special conditions of this run: the flags above.
    flags: u8,
    /// Whether `decide` decides: the running conjunct is the last one.
    conclusive: bool,
    fault: Option<Fault>,
    /// A buffer, kept so that it is allocated once.
    scratch: Vec<Mark>,
    /// Choice points made by runs, and values given to them: document 003's field
    /// initializations with checkpoints.
    pub(crate) inits: u64,
}

/// The interface for the search.
impl Probe {
    pub(crate) fn new(
        space: Arc<Space>,
        restrictions: Restrictions,
        multi_value: bool,
        out_of_focus: impl Fn(FieldId) -> bool,
    ) -> Self {
        let bindings = (!restrictions.is_empty()).then(|| Box::new(Bindings::new(restrictions)));
        let cell = |(info, at): (&pikse_structure::space::CellInfo, u32)| {
            let domain = space.domain(info.domain);
            let rule = domain.rule();
            let restricted = bindings.as_deref().is_some_and(|bindings| {
                // Paths keep a mark for every choice point.
                bindings.has_paths() || bindings.touches(CellId(at))
            });
            Cell {
                raw: 0,
                key: UNREAD,
                depth: 0,
                field: info.field.0,
                domain: info.domain.0,
                last: domain.len() - 1,
                class: match domain.references() {
                    References::OneClass { class, .. } => class.0,
                    _ => NO_CLASS,
                },
                rule: rule.unwrap_or(RawRule { nulls: 0, base: 0, stride: 0 }),
                special: restricted || rule.is_none(),
                out_of_focus: out_of_focus(info.field),
                was_read: false,
            }
        };
        let cells = space.cells().iter().zip(0..).map(cell).collect();
        let mut touched = vec![0; space.classes().len()];
        touched[space.root().class().index()] = 1;
        Probe {
            cells,
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
            root: space.root(),
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
        self.cells[cell.index()].out_of_focus
    }

    /// Starts a run from the beginning. A strict run has to meet the whole trail
    /// again, in order. For other runs most of it counts as met (see
    /// [`advance_top`](Self::advance_top)), which makes them cheaper.
    #[inline(always)]
    pub(crate) fn begin_run(&mut self, strict: bool) {
        if strict {
            self.forget_reads();
        }
        self.flags = 0;
    }

    fn forget_reads(&mut self) {
        for choice in self.trail.choices() {
            self.cells[choice.cell.index()].key = UNREAD;
        }
        self.cursor = 0;
    }

    /// Whether a run has ended normally: no flag is set, and the whole trail was met.
    /// Then its verdict is the predicate's.
    #[inline(always)]
    pub(crate) fn ended_plainly(&self) -> bool {
        self.flags == 0 && self.cursor == self.trail.len()
    }

    /// Ends any other run: its verdict, or the mistake of the predicate.
    pub(crate) fn end_run(&mut self, verdict: bool) -> Result<bool, Fault> {
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

    /// The mistake of the predicate in this run.
    pub(crate) fn take_fault(&mut self) -> Option<Fault> {
        self.fault.take()
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

    /// The candidate as a structure; cells that were not read have their first value.
    pub(crate) fn structure(&self) -> Structure {
        let candidate = self.candidate();
        Structure::of_candidate(&self.space, |cell| candidate[cell.index()])
    }

    /// The candidate vector.
    pub fn candidate(&self) -> Vec<u32> {
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
        for cell in &self.cells {
            read[cell.field as usize] |= cell.was_read;
        }
        (0..read.len()).filter(|&field| !read[field]).map(FieldId::at).collect()
    }
}

/// Faults.
impl Probe {
    fn raise(&mut self, fault: Fault) {
        self.fault.get_or_insert(fault);
        self.flags |= DOOMED | FAULT;
    }

    /// Records a read of a field or element that the object does not have.
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

impl fmt::Debug for Probe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let choices = self.trail.choices().iter();
        f.debug_map()
            .entries(choices.map(|choice| (self.space.cell_name(choice.cell), choice.index)))
            .finish()
    }
}
