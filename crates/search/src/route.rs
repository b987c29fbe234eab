//! Routes: field paths looked up in a space.
//!
//! A step of a path can lead to fields of several classes, if a reference before it
//! is polymorphic.

use pikse_structure::domain::ResolvedDomain;
use pikse_structure::path::{Path, Step};
use pikse_structure::space::{ArrayLength, Part, Shape};
use pikse_structure::{ClassId, Domain, FieldId, Obj, Space};
use serde::{Deserialize, Serialize};

use crate::probe::Probe;
use crate::restrict::RestrictError;

/// A path, with the fields that each step can lead to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Route {
    pub(crate) steps: Vec<Vec<Stop>>,
}

/// A part of a field of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Stop {
    pub(crate) class: ClassId,
    pub(crate) field: FieldId,
    pub(crate) part: Part,
}

impl Stop {
    pub(crate) fn domain<'a>(&self, space: &'a Space) -> &'a ResolvedDomain {
        let id = match (space.field(self.field).shape, self.part) {
            (Shape::Scalar(domain), _) => domain,
            (Shape::Array { length: ArrayLength::Own(lengths), .. }, Part::Length) => lengths,
            (Shape::Array { element, .. }, _) => element,
        };
        space.domain(id)
    }
}

impl Route {
    /// Looks a path up.
    pub(crate) fn of(space: &Space, path: &Path) -> Result<Route, RestrictError> {
        let mut classes = vec![space.root().class()];
        let mut steps: Vec<Vec<Stop>> = Vec::new();
        let mut rest = &path.steps[..];
        while !rest.is_empty() {
            let step = Folded::first_of(&mut rest, space, &classes);
            if classes.is_empty() {
                let why = format!("`{}` follows a value that is not a reference", step.name);
                return Err(RestrictError::WrongKind { path: path.to_string(), why });
            }
            let stops: Vec<Stop> =
                classes.iter().filter_map(|&class| step.stop_in(space, class)).collect();
            if stops.is_empty() {
                return Err(step.not_found(space, path, &classes));
            }
            classes = stops.iter().flat_map(|stop| targets(stop.domain(space))).collect();
            classes.sort_unstable();
            classes.dedup();
            steps.push(stops);
        }
        Ok(Route { steps })
    }

    /// The possible domains of the end of the route.
    pub(crate) fn domains<'a>(&self, space: &'a Space) -> Vec<&'a ResolvedDomain> {
        self.steps
            .last()
            .map_or(&[][..], Vec::as_slice)
            .iter()
            .map(|stop| stop.domain(space))
            .collect()
    }

    /// Reads the cells along the route. Returns the raw value at its end and the part
    /// where it ended; `None` if a reference on the way is null, or an array is too
    /// short.
    pub(crate) fn read(&self, probe: &mut Probe) -> Option<(i64, Stop)> {
        let space = std::sync::Arc::clone(probe.space());
        let mut obj = space.root();
        let (last, way) = self.steps.split_last()?;
        for stops in way {
            let stop = stops.iter().find(|stop| stop.class == obj.class())?;
            obj = Obj::from_raw(read_stop(probe, &space, obj, stop)?)?;
        }
        let stop = last.iter().find(|stop| stop.class == obj.class())?;
        Some((read_stop(probe, &space, obj, stop)?, *stop))
    }
}

/// Reads one cell; an element only if the array is long enough.
pub(crate) fn read_stop(probe: &mut Probe, space: &Space, obj: Obj, stop: &Stop) -> Option<i64> {
    if space.field(stop.field).when.is_some()
        && !space.has_field(obj, stop.field, &mut |cell| Some(probe.read(cell)))
    {
        return None;
    }
    if let Part::Element(index) = stop.part
        && i64::from(index) >= read_length(probe, space, obj, stop.field)
    {
        return None;
    }
    space.cell_of(obj, stop.field, stop.part).map(|cell| probe.read(cell))
}

/// Reads the length of an array.
pub(crate) fn read_length(probe: &mut Probe, space: &Space, obj: Obj, field: FieldId) -> i64 {
    use pikse_structure::handle::LengthCell;
    match space.length_cell(field) {
        None => 0,
        Some(LengthCell::Fixed(length)) => i64::from(length),
        Some(LengthCell::At(offset)) => {
            probe.read(pikse_structure::CellId(obj.first_cell().0 + offset))
        }
    }
}

/// A step of a path. `array.length` is one step, and so is `position.x` if that is a
/// field.
#[derive(Debug)]
struct Folded {
    name: String,
    index: Option<u32>,
    is_length: bool,
}

impl Folded {
    /// Removes the first step: the parts that make the longest name of a field of the
    /// classes, or one part if no field matches.
    fn first_of(rest: &mut &[Step], space: &Space, classes: &[ClassId]) -> Folded {
        let field = |name: &str| classes.iter().find_map(|&class| space.field_named(class, name));
        let mut joined = String::new();
        let mut best = (1, rest[0].name.clone());
        for (count, step) in rest.iter().enumerate() {
            if count > 0 {
                joined.push('.');
            }
            joined.push_str(&step.name);
            if field(&joined).is_some() {
                best = (count + 1, joined.clone());
            }
            // Only the last part of a name can have an index.
            if step.index.is_some() {
                break;
            }
        }
        let (count, name) = best;
        let index = rest[count - 1].index;
        *rest = &rest[count..];
        let is_array = field(&name).is_some_and(|field| space.length_cell(field).is_some());
        let length_follows =
            rest.first().is_some_and(|next| next.name == "length" && next.index.is_none());
        let is_length = index.is_none() && is_array && length_follows;
        if is_length {
            *rest = &rest[1..];
        }
        Folded { name, index, is_length }
    }

    /// The part of a class that the step names.
    fn stop_in(&self, space: &Space, class: ClassId) -> Option<Stop> {
        let field = space.field_named(class, &self.name)?;
        let (field, part) = match (space.field(field).shape, self.index, self.is_length) {
            (Shape::Scalar(_), None, false) => (field, Part::Scalar),
            (Shape::Array { capacity, .. }, Some(index), false) if index < capacity => {
                (field, Part::Element(index))
            }
            (Shape::Array { length, .. }, None, true) => match length {
                ArrayLength::Own(_) => (field, Part::Length),
                ArrayLength::Field(field) => (field, Part::Scalar),
                ArrayLength::Fixed => return None,
            },
            _ => return None,
        };
        Some(Stop { class, field, part })
    }

    fn not_found(&self, space: &Space, path: &Path, classes: &[ClassId]) -> RestrictError {
        if classes.iter().any(|&class| space.field_named(class, &self.name).is_some()) {
            let why = match self.is_length {
                true => format!("`{}` has a fixed length", self.name),
                false if self.index.is_some() => {
                    format!("`{}` is not an array, or has no such element", self.name)
                }
                false => format!("`{}` is an array: name an element, or its length", self.name),
            };
            return RestrictError::WrongKind { path: path.to_string(), why };
        }
        let fields = classes.iter().flat_map(|&class| &space.class(class).fields);
        RestrictError::UndeclaredField {
            path: path.to_string(),
            field: self.name.clone(),
            classes: classes.iter().map(|&class| space.class(class).name.clone()).collect(),
            fields: fields.map(|&field| space.field(field).name.clone()).collect(),
        }
    }
}

/// The classes that values of a domain refer to.
fn targets(domain: &ResolvedDomain) -> Vec<ClassId> {
    match &domain.declared {
        Domain::Reference(targets) => targets.classes.clone(),
        _ => Vec::new(),
    }
}
