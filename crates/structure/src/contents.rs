//! Contents of containers of a program's library: maps, sets, lists.
//!
//! The bytes of such a container are the library's own. What is chosen is its contents: a number of
//! entries, and the fields of each entry. Two sequences of entries may be the same contents: a set has
//! no order. So the entries of a map or a set are in the order of their keys, and no key is there twice;
//! of a container that may have equal elements, they are only in order. Keys are compared by the values
//! that were chosen for their fields, one after the other.

use serde::{Deserialize, Serialize};

use std::ops::Range;

use crate::handle::Obj;
use crate::ids::{CellId, ClassId, FieldId};
use crate::space::{ArrayLength, Part, Shape, Space, Style};

/// The contents of a container that is a part of the objects of a class.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contents {
    /// The class.
    pub class: ClassId,
    /// The field with the number of entries.
    pub length: FieldId,
    /// The entries.
    pub entries: Vec<Entry>,
    /// Which sequences of entries are contents.
    pub order: Order,
}

/// An entry of a container.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// The numbers of the fields of its key.
    pub key: Range<u32>,
    /// The numbers of all its fields.
    pub all: Range<u32>,
}

/// Which sequences of entries are contents of a container.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Order {
    /// All: it is a sequence.
    Any,
    /// Those with keys in order, each once: it is a set or a map.
    Keys,
    /// Those in order: elements may be equal.
    Entries,
}

impl Space {
    /// Whether an entry may follow the one before it, as far as `raw` knows their values.
    pub fn may_follow(
        &self,
        contents: &Contents,
        obj: Obj,
        entry: usize,
        raw: &mut dyn FnMut(CellId) -> Option<i64>,
    ) -> bool {
        let (Some(before), Some(this)) = (entry.checked_sub(1), contents.entries.get(entry)) else {
            return true;
        };
        let fields = |entry: &Entry| match contents.order {
            Order::Entries => entry.all.clone(),
            _ => entry.key.clone(),
        };
        let before = self.values_of(obj, fields(&contents.entries[before]), raw);
        let this = self.values_of(obj, fields(this), raw);
        let (Some(before), Some(this)) = (before, this) else { return true };
        match contents.order {
            Order::Any => true,
            Order::Keys => before < this,
            Order::Entries => before <= this,
        }
    }

    /// Whether all contents of an object are in order, as far as `raw` knows their values.
    pub fn contents_are_in_order(
        &self,
        obj: Obj,
        raw: &mut dyn FnMut(CellId) -> Option<i64>,
    ) -> bool {
        self.contents().iter().filter(|contents| contents.class == obj.class()).all(|contents| {
            let length = self.cell_of(obj, contents.length, Part::Scalar);
            if !self.has_field(obj, contents.length, raw) {
                return true;
            }
            let length = length.and_then(&mut *raw).unwrap_or(0);
            let count = contents.entries.len().min(usize::try_from(length).unwrap_or(0));
            (1..count).all(|entry| self.may_follow(contents, obj, entry, raw))
        })
    }

    /// The values of the fields that an object has among some; none if one is not known.
    fn values_of(
        &self,
        obj: Obj,
        fields: Range<u32>,
        raw: &mut dyn FnMut(CellId) -> Option<i64>,
    ) -> Option<Vec<i64>> {
        let mut values = Vec::new();
        for field in fields.map(FieldId) {
            let decl = self.field(field);
            if decl.style == Style::Hidden || !self.has_field(obj, field, raw) {
                continue;
            }
            let mut add = |part: Part| {
                let value = self.cell_of(obj, field, part).and_then(&mut *raw)?;
                values.push(value);
                Some(value)
            };
            match decl.shape {
                Shape::Scalar(_) => {
                    add(Part::Scalar)?;
                }
                Shape::Array { capacity, length, .. } => {
                    let count = match length {
                        ArrayLength::Own(_) => add(Part::Length)?,
                        _ => i64::from(capacity),
                    };
                    for index in 0..u32::try_from(count).unwrap_or(0).min(capacity) {
                        add(Part::Element(index))?;
                    }
                }
            }
        }
        Some(values)
    }
}
