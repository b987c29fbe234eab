//! Uninitialised memory whose value is arbitrary.
//!
//! By default a decision must not depend on uninitialised memory: that is an error. Some programs read
//! such memory on purpose, and the rules of SV-COMP give it an arbitrary value. Where this is allowed, a
//! byte that is read before it was written becomes an input of the path, and keeps its value from then
//! on.

use std::collections::HashSet;

use pikse_ir::{LocId, Program};

use super::Machine;
use super::address::Offset;
use crate::memory::Byte;
use crate::options::{Options, Uninitialised};
use crate::state::State;

/// How the names of such inputs begin. A native run cannot set them.
pub const UNINITIALISED: &str = "uninitialised memory";

/// Larger parts of memory stay uninitialised.
const MOST: u64 = 1 << 20;

/// Where uninitialised memory may be read.
#[derive(Debug)]
pub(super) enum Allowed {
    Nowhere,
    /// In these functions and what they call, by number, and at these places.
    Places {
        functions: Vec<bool>,
        locations: HashSet<LocId>,
    },
    Everywhere,
}

impl Allowed {
    pub(super) fn new(program: &Program, options: &Options) -> Self {
        if options.uninitialised == Uninitialised::Any {
            return Self::Everywhere;
        }
        if options.allow_uninitialised.is_empty() {
            return Self::Nowhere;
        }
        let names = &options.allow_uninitialised;
        let functions = program.functions.iter().map(|function| {
            let is_named = |name: &String| {
                *name == function.name || Some(name) == function.source_name.as_ref()
            };
            names.iter().any(is_named)
        });
        let lines = names.iter().filter_map(|name| {
            let (file, line) = name.rsplit_once(':')?;
            Some((file, line.parse::<u32>().ok()?))
        });
        let lines: Vec<(&str, u32)> = lines.collect();
        let is_at = |file: &str, end: &str| {
            file.strip_suffix(end).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
        };
        let locations = program.locations.iter().enumerate().filter(|(_, place)| {
            let file = program.files.get(place.file.index()).map_or("", String::as_str);
            lines.iter().any(|&(end, line)| place.line == line && is_at(file, end))
        });
        let locations = locations.map(|(at, _)| LocId::at(at)).collect();
        Self::Places { functions: functions.collect(), locations }
    }
}

impl Machine<'_> {
    /// Whether uninitialised memory has any value where a state is.
    pub(super) fn may_be_arbitrary(&self, state: &State) -> bool {
        match &self.allowed {
            Allowed::Nowhere => false,
            Allowed::Everywhere => true,
            Allowed::Places { functions, locations } => {
                let mut frames = std::iter::once(&state.top).chain(state.below.iter());
                frames.any(|frame| {
                    functions[frame.function.index()]
                        || locations.contains(&self.place(frame).location)
                })
            }
        }
    }

    /// Gives uninitialised bytes that are about to be read an arbitrary value, where that is allowed.
    pub(super) fn make_arbitrary(
        &mut self,
        state: &mut State,
        number: u32,
        offset: Offset,
        count: u64,
    ) {
        if matches!(self.allowed, Allowed::Nowhere) {
            return;
        }
        let Some(object) = state.memory.object(number) else { return };
        let (first, end) = match offset {
            Offset::Known(offset) => (offset, (offset + count).min(object.room())),
            Offset::Symbolic(_) => (0, object.room()),
        };
        let is_small = first < end && end - first <= MOST;
        if !is_small || !object.has_unwritten(first, end - first) || !self.may_be_arbitrary(state) {
            return;
        }
        let mut runs: Vec<(u64, u32)> = Vec::new();
        for at in first..end {
            if !matches!(object.byte(at), Byte::Unwritten) {
                continue;
            }
            match runs.last_mut() {
                Some((start, length)) if *start + u64::from(*length) == at => *length += 1,
                _ => runs.push((at, 1)),
            }
        }
        let made_at = object.made_at;
        let name = match self.program.locations.get(made_at.index()).filter(|at| at.line > 0) {
            Some(place) => {
                let file = self.program.files.get(place.file.index()).map_or("", String::as_str);
                let file = file.rsplit('/').next().unwrap_or(file);
                format!("{UNINITIALISED} of {file}:{}", place.line)
            }
            None => UNINITIALISED.to_owned(),
        };
        let location = self.user_location(state);
        for (start, length) in runs {
            let array = self.input(state, &name, length, location);
            if let Some(object) = state.memory.object_mut(number) {
                object.put_array(&mut self.exprs, start, array, length);
            }
        }
    }
}
