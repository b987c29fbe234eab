//! Spaces of candidates, and structures: the data model of Pikse.
//!
//! A **space** ([`Space`]) is a finite set of candidates: classes with a number
//! of objects each, fields, and for every field a domain of values. It is what
//! the documents call a *finitization*. A candidate is a vector of domain
//! indices, one for each **cell** (a field, or an array element, of one
//! object); [`Structure::of_candidate`] turns it into an object graph that a
//! person can read and another program can load.
//!
//! | module | what it holds |
//! | --- | --- |
//! | [`ids`] | typed ids for classes, fields, objects, cells, domains |
//! | [`domain`] | domains: ints, bools, enums, references, and how an index becomes a value |
//! | [`space`], [`builder`] | the space; declaring one, with every check of a declaration |
//! | [`layout`] | a bounded heap: a space, and how its objects lie in memory |
//! | [`symmetry`] | the isomorphism rule: which values of a reference have to be tried |
//! | [`handle`] | typed handles with which a predicate names fields and objects |
//! | [`path`] | field paths such as `header.next.next` |
//! | [`structure`] | object graphs as values |
//! | [`canonical`] | canonical form and hash of an object graph |
//! | [`isomorphism`] | a direct isomorphism test, which shares no code with the search or with [`canonical`] |
//! | [`snapshot`] | graphs of named objects in some state of memory, and what differs between two |
//! | [`json`], [`draw`] | JSON both ways; text and DOT drawings |
//!
//! **Invariant:** nothing here runs a predicate or depends on the order of a search.

pub mod builder;
pub mod canonical;
pub mod contents;
pub mod domain;
pub mod draw;
pub mod handle;
pub mod ids;
pub mod isomorphism;
pub mod json;
pub mod layout;
pub mod objset;
pub mod path;
pub mod snapshot;
pub mod space;
pub mod structure;
pub mod symmetry;

pub use builder::{BuildError, Length, SpaceBuilder};
pub use contents::{Contents, Entry, Order};
pub use domain::{Domain, Targets};
pub use handle::{ArrayField, Bool, Element, Enum, Field, Int, Kind, NonNull, Obj, Place, Ref};
pub use ids::{CellId, ClassId, DomainId, FieldId, ObjectId};
pub use layout::{
    Bits, BoundedHeap, Buffer, CellLayout, Container, Count, Counts, Encoding, FieldLayout, Layout,
    Meaning, Numbers, Owns, Symbol,
};
pub use objset::{ObjSet, SmallObjSet};
pub use path::Path;
pub use snapshot::{Changes, ObjectState, Snapshot, SnapshotObject, SnapshotValue};
pub use space::Space;
pub use structure::{Object, Structure, Value};
