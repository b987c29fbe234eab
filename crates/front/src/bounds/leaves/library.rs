//! Containers of the libraries of Rust and C++ that only the library itself can make: maps, sets, lists.
//!
//! What is chosen is their contents: the number of entries, and each entry. These are cells in a buffer
//! that the program does not know. A function of the program ([`crate::containers`]) makes the container
//! of them by its own operations, when it is first touched.

use std::ops::Range;

use pikse_structure::layout::{CONTENTS_HEAD, NO_POINTER};
use pikse_structure::{Bits, Order};

use super::{Content, Flat, Spot, join};
use crate::bounds::BoundsError;
use crate::containers::{ENTRY_ALIGNMENT, LibraryContainer, container_of};

/// A container, by the numbers of its leaves.
#[derive(Clone, Debug)]
pub(in crate::bounds) struct Held {
    pub(in crate::bounds) offset: u64,
    pub(in crate::bounds) size: u64,
    pub(in crate::bounds) buffer: u64,
    pub(in crate::bounds) name: String,
    /// The leaf of its length.
    pub(in crate::bounds) length: usize,
    /// The leaves of each entry: of its key, and all.
    pub(in crate::bounds) entries: Vec<(Range<usize>, Range<usize>)>,
    pub(in crate::bounds) order: Order,
}

impl Flat<'_> {
    /// Flattens a container that a function of the program makes; false if there is no such function.
    pub(super) fn library_container(&mut self, spot: &Spot) -> Result<bool, BoundsError> {
        let Some(LibraryContainer { name, key, value, order }) = container_of(self.types, spot.of)
        else {
            return Ok(false);
        };
        if self.is_ignored || !self.request.makers.contains(&name) {
            return Ok(false);
        }
        let lengths = self.lengths_of(&spot.name, value.unwrap_or(key))?;
        if lengths.0 > 1 && order == Order::Keys {
            let why = "the least number of entries of a map or a set is 0 or 1".to_owned();
            let field = format!("{}.{}", self.class, spot.name);
            return Err(BoundsError::BadRange { field, why });
        }
        let size = |of| self.types.get(of).size.next_multiple_of(ENTRY_ALIGNMENT);
        let stride = size(key) + value.map_or(0, size);
        let buffer = self.buffer(CONTENTS_HEAD + u64::from(lengths.1) * stride, NO_POINTER);
        if let Some(last) = self.found.buffers.last_mut() {
            last.is_static = true;
        }
        let held = self.types.get(spot.of).size;
        if spot.when.is_some() {
            // The bytes are the container's only with these values of the tags.
            let mut at = 0;
            while at < held {
                let part = [8, 4, 2, 1].into_iter().find(|&part| part <= held - at).unwrap_or(1);
                self.constant(spot, spot.offset + at, part, Bits::Left);
                at += part;
            }
        }
        let place = Spot { name: join(&spot.name, "length"), offset: buffer, ..spot.clone() };
        let length = self.push(&place, 8, Content::Length { lengths, bits: None });
        let mut entries = Vec::new();
        self.within.extend([key].into_iter().chain(value));
        for at in 0..u64::from(lengths.1) {
            let when = Some((length, at as i64 + 1, i64::MAX));
            let name = match spot.name.is_empty() {
                true => format!("entry.{at}"),
                false => join(&spot.name, &at.to_string()),
            };
            let offset = buffer + CONTENTS_HEAD + at * stride;
            let first = self.found.leaves.len();
            let key_name = if value.is_some() { join(&name, "key") } else { name.clone() };
            self.walk(&Spot { name: key_name, offset, of: key, when })?;
            let end = self.found.leaves.len();
            if let Some(of) = value {
                let offset = offset + self.types.get(key).size.next_multiple_of(ENTRY_ALIGNMENT);
                self.walk(&Spot { name: join(&name, "value"), offset, of, when })?;
            }
            entries.push((first..end, first..self.found.leaves.len()));
        }
        let kept = self.within.len() - 1 - usize::from(value.is_some());
        self.within.truncate(kept);
        let offset = spot.offset;
        self.found.held.push(Held { offset, size: held, buffer, name, length, entries, order });
        Ok(true)
    }
}
