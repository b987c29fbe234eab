//! The tail: the fields that the search reads after the predicate accepted. These are
//! the paths of the restrictions, then a condition, then (if the user wants every
//! value of every field) all reachable fields that were not read.
//!
//! The reads go through the probe, so they make choice points by the same rules. The
//! only difference: these are varied without running the predicate again.

use std::sync::Arc;

use pikse_base::List;
use pikse_structure::{CellId, Obj};

use crate::condition::Expr;
use crate::probe::Probe;
use crate::route::{Stop, read_length, read_stop};
use crate::search::Unread;

/// The number of objects up to which places in the tail are kept.
const OBJECTS: usize = 128;

/// Where the tail has choice points, so that it need not be read from its beginning for each of their
/// values: one candidate may have millions of them.
#[derive(Debug, Default)]
pub(crate) struct Tail {
    places: Vec<Place>,
}

/// A cell that became a choice point, and what there was to read after it.
#[derive(Debug)]
struct Place {
    /// The number of choice points before it.
    depth: usize,
    cell: CellId,
    todo: List<CellId>,
    /// The objects that were reached: a bit for each.
    seen: u128,
}

impl Tail {
    /// Forgets all places: the predicate has run on another candidate.
    pub(crate) fn clear(&mut self) {
        self.places.clear();
    }

    /// Reads the tail; whether the candidate is still accepted. If only a choice point of the last tail
    /// has changed, it is read from there on.
    pub(crate) fn run(
        &mut self,
        probe: &mut Probe,
        condition: Option<&Expr>,
        unread: Unread,
    ) -> bool {
        probe.begin_tail();
        if condition.is_some() || probe.bindings().is_some() {
            self.places.clear();
        }
        let top = probe.trail().len().checked_sub(1);
        while self.places.last().is_some_and(|place| Some(place.depth) > top) {
            self.places.pop();
        }
        if let Some(place) = self.places.last()
            && Some(place.depth) == top
        {
            let (cell, todo, seen) = (place.cell, place.todo.clone(), place.seen);
            return self.read_everything(probe, Some(cell), todo, seen)
                && !probe.is_doomed()
                && probe.contents_are_in_order();
        }
        self.places.clear();
        read_paths(probe)
            && condition.is_none_or(|condition| condition.holds(probe))
            && (unread == Unread::First || self.read_all(probe))
            && !probe.is_doomed()
            && probe.contents_are_in_order()
    }

    /// Reads every field that can be reached from the root, depth first, in the order of fields.
    fn read_all(&mut self, probe: &mut Probe) -> bool {
        if probe.space().objects().len() > OBJECTS {
            return read_everything(probe);
        }
        let root = probe.space().root();
        let todo = cells_of(probe, root).into_iter().collect();
        self.read_everything(probe, None, todo, 1 << root.id().index())
    }

    /// Reads a cell, and what there is to read after it.
    fn read_everything(
        &mut self,
        probe: &mut Probe,
        mut next: Option<CellId>,
        mut todo: List<CellId>,
        mut seen: u128,
    ) -> bool {
        let space = Arc::clone(probe.space());
        while let Some(cell) = next.take().or_else(|| todo.pop()) {
            let depth = probe.trail().len();
            let raw = probe.read(cell);
            if probe.trail().len() > depth {
                self.places.push(Place { depth, cell, todo: todo.clone(), seen });
            }
            if probe.is_doomed() {
                return false;
            }
            if space.domain_of(cell).references() != pikse_structure::domain::References::No
                && let Some(obj) = Obj::from_raw(raw)
                && seen >> obj.id().index() & 1 == 0
            {
                seen |= 1 << obj.id().index();
                cells_of(probe, obj).into_iter().for_each(|cell| todo.push(cell));
            }
        }
        true
    }
}

/// Reads the cells that the restrictions name.
fn read_paths(probe: &mut Probe) -> bool {
    let space = Arc::clone(probe.space());
    let mut todo: Vec<(usize, Obj)> = vec![(0, space.root())];
    while let Some((node, obj)) = todo.pop() {
        let Some(bindings) = probe.bindings() else {
            return true;
        };
        let children: Vec<(Stop, usize)> = bindings
            .children(node, obj)
            .map(|(child, _)| {
                let stop = Stop { class: obj.class(), field: child.field, part: child.part };
                (stop, child.node)
            })
            .collect();
        for (stop, node) in children {
            let Some(raw) = read_stop(probe, &space, obj, &stop) else {
                return false;
            };
            if probe.is_doomed() {
                return false;
            }
            let goes_on = probe
                .bindings()
                .is_some_and(|bindings| !bindings.nodes()[node].children.is_empty());
            if goes_on {
                match Obj::from_raw(raw) {
                    Some(target) => todo.push((node, target)),
                    None => return false,
                }
            }
        }
    }
    true
}

/// The same as [`Tail::read_all`], for any number of objects.
fn read_everything(probe: &mut Probe) -> bool {
    let space = Arc::clone(probe.space());
    let mut seen = vec![false; space.objects().len()];
    seen[space.root().id().index()] = true;
    // Cells to read, the next one last.
    let mut todo = cells_of(probe, space.root());
    while let Some(cell) = todo.pop() {
        let raw = probe.read(cell);
        if probe.is_doomed() {
            return false;
        }
        if space.domain_of(cell).references() != pikse_structure::domain::References::No
            && let Some(obj) = Obj::from_raw(raw)
            && !std::mem::replace(&mut seen[obj.id().index()], true)
        {
            todo.extend(cells_of(probe, obj));
        }
    }
    true
}

/// The cells of an object in reverse order; arrays up to their length.
fn cells_of(probe: &mut Probe, obj: Obj) -> Vec<CellId> {
    use pikse_structure::space::{Part, Style};
    let space = Arc::clone(probe.space());
    let mut cells = Vec::new();
    for &field in &space.class(obj.class()).fields {
        let decl = space.field(field);
        if decl.style == Style::Hidden
            || decl.when.is_some()
                && !space.has_field(obj, field, &mut |cell| Some(probe.read(cell)))
        {
            continue;
        }
        match space.length_cell(field) {
            None => cells.extend(space.cell_of(obj, field, Part::Scalar)),
            Some(_) => {
                cells.extend(space.cell_of(obj, field, Part::Length));
                let length = read_length(probe, &space, obj, field);
                let elements = (0..length as u32)
                    .filter_map(|index| space.cell_of(obj, field, Part::Element(index)));
                cells.extend(elements);
            }
        }
    }
    cells.reverse();
    cells
}
