//! Distinct failures: merges failures of one kind at one place, and keeps the smallest input.
//!
//! Workers distinguish failures by the kind and the address of the call, which are cheap to get. Here
//! debug information gives the place in the source, and failures that are the same for a user are
//! merged.

use std::path::Path;

use pikse_front::{Property, is_library};
use pikse_native::{Broken, Difference, Failure};
use pikse_structure::{Snapshot, Space, Structure};

use crate::frames::{Frame, Frames};
use crate::runner::{CheckTally, FailedInput, FailedInputs, FailureKey, Sums};

/// Failures that are the same for a user.
#[derive(Clone, Debug)]
pub struct Distinct {
    /// What happened on the smallest input.
    pub broken: Broken,
    /// Whether it was the pre-condition that failed, not the property.
    pub is_of_pre: bool,
    /// The place.
    pub place: Option<Frame>,
    /// The calls of the user's code that led there, the innermost first.
    pub stack: Vec<Frame>,
    /// The number of inputs.
    pub count: u64,
    /// The number of objects of the smallest of them.
    pub objects: u64,
    /// The candidate vector of that input.
    pub candidate: Vec<u32>,
    /// Its state after the run, if the process survived.
    pub after: Option<Snapshot>,
    /// The workers' keys of these failures.
    pub keys: Vec<FailureKey>,
    sums: Sums,
    order: Vec<u32>,
}

/// The key that distinguishes failures for a user.
#[derive(PartialEq, Eq)]
enum Identity {
    /// The function: the line may be any of a loop.
    Function(String),
    /// The field, or the result (nothing), that differs; not its values.
    Field(Option<String>),
    /// A failure that is found after the call has no place.
    Words(String),
    /// The line.
    Line(String, u32),
    /// The kind alone.
    Kind,
}

impl Distinct {
    /// The failures of a check, the smallest first.
    pub fn of(
        tally: &CheckTally,
        frames: &Frames,
        property: &Property,
        space: &std::sync::Arc<Space>,
    ) -> Vec<Distinct> {
        let mut distinct = Vec::new();
        for failure in &tally.failures {
            merge(&mut distinct, Distinct::of_inputs(failure, frames, property));
        }
        for failure in &tally.pre.failures {
            merge(&mut distinct, Distinct::of_pre(failure, property, space));
        }
        distinct.sort_by(|one, other| one.rank().cmp(&other.rank()));
        distinct
    }

    fn of_inputs(failure: &FailedInputs, frames: &Frames, property: &Property) -> Distinct {
        let FailedInputs { key, count, smallest } = failure;
        let FailedInput { objects, sums, order, candidate, failed, after } = smallest;
        let stack = frames.own(&failed.calls);
        let own = own_place(property);
        // A loop without a body may have no line.
        let has_line = |place: &Frame| {
            place.line > 0 || own.as_ref().is_none_or(|own| own.function != place.function)
        };
        let place = said_place(&failed.broken).or_else(|| stack.first().cloned());
        Distinct {
            broken: failed.broken.clone(),
            is_of_pre: false,
            place: place.filter(has_line).or(own),
            stack,
            count: *count,
            objects: u64::from(*objects),
            candidate: candidate.clone(),
            after: after.clone(),
            keys: vec![key.clone()],
            sums: *sums,
            order: order.clone(),
        }
    }

    /// A candidate on which the pre-condition gave no verdict.
    fn of_pre(failure: &Failure, property: &Property, space: &std::sync::Arc<Space>) -> Distinct {
        let Failure { broken, candidate, count } = failure;
        let structure = Structure::of_candidate(space, |cell| candidate[cell.index()]);
        Distinct {
            broken: broken.clone(),
            is_of_pre: true,
            place: said_place(broken).or_else(|| own_place(property)),
            stack: Vec::new(),
            count: *count,
            objects: structure.objects().len() as u64 - 1,
            candidate: candidate.clone(),
            after: None,
            keys: Vec::new(),
            sums: Sums::default(),
            order: Vec::new(),
        }
    }

    /// The order of inputs: by objects, then by lengths and numbers, then as the search finds them.
    fn rank(&self) -> (u64, Sums, &[u32]) {
        (self.objects, self.sums, &self.order)
    }

    fn identity(&self) -> (&'static str, bool, Identity) {
        let what = match (&self.broken, &self.place) {
            (broken, Some(place)) if broken.is_limit() => {
                Identity::Function(place.function.clone())
            }
            (Broken::Differs(Difference::Field { field, .. }), _) => {
                Identity::Field(Some(field.clone()))
            }
            (Broken::Differs(Difference::Results { .. }), _) => Identity::Field(None),
            (Broken::Violated(_) | Broken::ReturnedFalse, _) => {
                Identity::Words(self.broken.to_string())
            }
            (Broken::Leaked { .. }, _) => Identity::Kind,
            (_, Some(place)) => Identity::Line(place.file.clone().unwrap_or_default(), place.line),
            (broken, None) => Identity::Words(broken.to_string()),
        };
        (self.broken.kind(), self.is_of_pre, what)
    }
}

fn merge(distinct: &mut Vec<Distinct>, new: Distinct) {
    let identity = new.identity();
    let Some(known) = distinct.iter_mut().find(|known| known.identity() == identity) else {
        distinct.push(new);
        return;
    };
    let count = known.count + new.count;
    let mut keys = std::mem::take(&mut known.keys);
    keys.extend(new.keys.iter().cloned());
    if new.rank() < known.rank() {
        *known = new;
    }
    known.count = count;
    known.keys = keys;
}

/// Where the property itself is.
fn own_place(property: &Property) -> Option<Frame> {
    let (file, line) = property.place.as_ref()?;
    let function = property.call.name.clone();
    Some(Frame { function, file: Some(clean(file)), line: *line })
}

/// The place that the program itself names, if it is one of the user's.
fn said_place(broken: &Broken) -> Option<Frame> {
    let said = broken.place().filter(|said| !is_library(Path::new(&said.file)))?;
    Some(Frame { function: String::new(), file: Some(clean(&said.file)), line: said.line })
}

/// A path without the dots that compilers leave in it, so that a file has one name.
pub(crate) fn clean(file: &str) -> String {
    let clean = Path::new(file).canonicalize();
    clean.map_or_else(|_| file.to_owned(), |clean| clean.display().to_string())
}
