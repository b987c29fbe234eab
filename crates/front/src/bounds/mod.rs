//! Bounds from types: makes a space from a struct and a size.
//!
//! The struct is the root. Every struct that can be reached through pointers is a
//! class whose number of objects is the size. Pointers may be null unless their type
//! or the user forbids it. Integers go from 0 to the size; enums take each of their
//! constants. Nested structs and arrays are part of their object; the names of their
//! fields contain dots (`position.x`, `corners.0.x`).
//!
//! Wrappers of the standard library are not fields: `next: RefCell<Option<Rc<Node>>>`
//! is a reference called `next`. The library's own bytes (borrow counts, the counts
//! before the value of an `Rc`) are constants of the layout.
//!
//! A field that cannot be bounded (a float, a union, a bit-field, a pointer to a type
//! that is not a struct) is an error with the reason: with an arbitrary value in it,
//! results would be wrong.

mod infer;
mod input;
mod leaves;
mod request;
mod targets;

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use pikse_llvm::types::TypeId;
use pikse_structure::{BoundedHeap, BuildError, ClassId};
use serde::{Deserialize, Serialize};

pub(crate) use infer::edit_distance;
pub use infer::infer;
pub use input::{Argument, INPUT, Parameter, infer_input, is_of_library};
pub use request::{ArrayOf, EmbeddedIn, FieldName, Limit, ObjectCount, RangeOf, Request, ValuesOf};

/// The bounded heap for types and a request, with the types of its classes.
///
/// It dereferences to the heap: `bounds.space`, `bounds.layouts`.
#[derive(Debug, Serialize, Deserialize)]
pub struct Bounds {
    /// The heap.
    pub heap: Arc<BoundedHeap>,
    /// The type of each class; none for the input of a function, which is artificial.
    pub types: Vec<Option<TypeId>>,
    /// If the root is the input of a function, its arguments: the fields of the root.
    pub arguments: Vec<Argument>,
    /// The fields that have their simplest value only.
    pub notes: Vec<Note>,
    /// For each class whether it has more than plain values of the types of its fields: vectors,
    /// enums with data, fields with their simplest value.
    pub unusual: Vec<bool>,
    /// Whether pointers lead to links inside of other structs.
    pub has_links: bool,
}

/// A field that has its simplest value in every candidate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Note {
    /// `Class.field`
    pub field: String,
    /// What it is.
    pub what: String,
}

impl Note {
    /// Whether test code cannot set the field: a union, or a value of a type that is not known.
    pub fn hides_values(&self) -> bool {
        let is_set = |what: &str| self.what.contains(what);
        !(is_set("elements, by their names")
            || is_set("a link")
            || is_set("always null")
            || is_set("always empty")
            || is_set("floating-point")
            || is_set("ignored"))
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.what.as_str() {
            "ignored" => write!(f, "`{}` is ignored: it has its simplest value only", self.field),
            what => write!(f, "`{}` is {what}", self.field),
        }
    }
}

impl Bounds {
    /// The type of a class; none for the input of a function.
    pub fn type_of(&self, class: ClassId) -> Option<TypeId> {
        self.types[class.index()]
    }
}

impl Deref for Bounds {
    type Target = BoundedHeap;

    fn deref(&self) -> &BoundedHeap {
        &self.heap
    }
}

/// Why there are no bounds.
#[derive(Debug)]
#[non_exhaustive]
pub enum BoundsError {
    /// An option cannot be read.
    Syntax {
        /// The option's text.
        text: String,
        /// How it should look.
        form: &'static str,
    },
    /// There is no struct with this name.
    NoSuchType {
        /// The name.
        name: String,
        /// Names like it.
        near: Vec<String>,
    },
    /// Several structs have this name.
    Ambiguous {
        /// The name.
        name: String,
        /// Their paths.
        paths: Vec<String>,
    },
    /// A field has no bound.
    NoBound {
        /// `Class.field`
        field: String,
        /// Why not.
        why: String,
    },
    /// An option names something that does not exist.
    NamesNothing {
        /// The name.
        name: String,
        /// The existing names.
        known: Vec<String>,
    },
    /// A range does not fit the field.
    BadRange {
        /// `Class.field`
        field: String,
        /// Why not.
        why: String,
    },
    /// The space cannot be built.
    Space(BuildError),
}

impl fmt::Display for BoundsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BoundsError::Syntax { text, form } => write!(f, "`{text}` should look like {form}"),
            BoundsError::NoSuchType { name, near } if near.is_empty() => {
                write!(f, "the program has no struct `{name}`")
            }
            BoundsError::NoSuchType { name, near } => {
                write!(f, "the program has no struct `{name}`; it has {}", near.join(", "))
            }
            BoundsError::Ambiguous { name, paths } => {
                write!(f, "several structs are called `{name}`: give one of {}", paths.join(", "))
            }
            BoundsError::NoBound { field, why } => {
                write!(
                    f,
                    "`{field}` cannot be bounded: it is {why}; `--ignore {field}` gives it its \
                     simplest value, and a plan (docs/plans.md) builds structures by calls"
                )
            }
            BoundsError::NamesNothing { name, known } => {
                write!(
                    f,
                    "`{name}` is not a class or field with a bound; there are {}",
                    known.join(", ")
                )
            }
            BoundsError::BadRange { field, why } => {
                write!(f, "the bounds of `{field}` are wrong: {why}")
            }
            BoundsError::Space(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for BoundsError {}
