//! Typed handles: how a predicate names fields and objects.
//!
//! A handle contains what a read needs (the offset of the cell, the field's id for
//! the check), so that reading a field needs no lookup by name.

use std::fmt;
use std::marker::PhantomData;
use std::num::NonZeroU64;

use serde::{Deserialize, Serialize};

use crate::ids::{CellId, ClassId, FieldId, ObjectId};

/// The largest number of classes in a space.
pub const MAX_CLASSES: usize = (1 << 10) - 1;
/// The largest number of objects in a space.
pub const MAX_OBJECTS: usize = 1 << 21;

/// The largest number of cells in a candidate vector.
pub const MAX_CELLS: u64 = 1 << 26;

/// An object, as a predicate holds it: its number, its class and its first cell
/// in one word, so that a field read needs one addition to find its cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Obj(NonZeroU64);

impl Obj {
    pub(crate) fn new(id: ObjectId, class: ClassId, first_cell: CellId) -> Self {
        debug_assert!(class.index() < MAX_CLASSES && id.index() < MAX_OBJECTS);
        let word = u64::from(id.0) << 42 | u64::from(class.0 + 1) << 32 | u64::from(first_cell.0);
        Obj(NonZeroU64::new(word).expect("the class's part is never zero"))
    }

    /// The object's number.
    #[inline(always)]
    pub fn id(self) -> ObjectId {
        ObjectId((self.0.get() >> 42) as u32)
    }

    /// The object's class.
    #[inline(always)]
    pub fn class(self) -> ClassId {
        ClassId((self.0.get() >> 32 & 0x3ff) as u32 - 1)
    }

    /// The cell of the object's first field.
    #[inline(always)]
    pub fn first_cell(self) -> CellId {
        CellId(self.0.get() as u32)
    }

    /// The raw value of a reference to this object.
    #[inline(always)]
    pub fn raw(self) -> i64 {
        self.0.get() as i64
    }

    /// The object that a raw reference value refers to; `None` is null.
    #[inline(always)]
    pub fn from_raw(raw: i64) -> Option<Self> {
        NonZeroU64::new(raw as u64).map(Obj)
    }
}

impl fmt::Debug for Obj {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Obj({} of class {})", self.id().0, self.class().0)
    }
}

/// The kind of a field's values. The handle's type decides the type that a read
/// returns.
pub trait Kind: 'static {
    /// The type that a read returns.
    type Value: Copy + PartialEq + fmt::Debug;
    /// The value of a raw domain value.
    fn decode(raw: i64) -> Self::Value;
    /// The raw domain value of a value.
    fn encode(value: Self::Value) -> i64;
    /// The result of a read that is not possible (a wrong class, an index out of
    /// range). The search ends with that error, so any value will do.
    fn after_fault(root: Obj) -> Self::Value {
        let _ = root;
        Self::decode(0)
    }
}

/// Integer fields.
#[derive(Debug)]
pub enum Int {}
/// Bool fields.
#[derive(Debug)]
pub enum Bool {}
/// Enum fields: a read gives the variant's number.
#[derive(Debug)]
pub enum Enum {}
/// Reference fields; null is `None`.
#[derive(Debug)]
pub enum Ref {}
/// Reference fields that are never null.
#[derive(Debug)]
pub enum NonNull {}

impl Kind for Int {
    type Value = i64;
    #[inline(always)]
    fn decode(raw: i64) -> i64 {
        raw
    }
    #[inline(always)]
    fn encode(value: i64) -> i64 {
        value
    }
}

impl Kind for Bool {
    type Value = bool;
    #[inline(always)]
    fn decode(raw: i64) -> bool {
        raw != 0
    }
    #[inline(always)]
    fn encode(value: bool) -> i64 {
        i64::from(value)
    }
}

impl Kind for Enum {
    type Value = usize;
    #[inline(always)]
    fn decode(raw: i64) -> usize {
        raw as usize
    }
    #[inline(always)]
    fn encode(value: usize) -> i64 {
        value as i64
    }
}

impl Kind for Ref {
    type Value = Option<Obj>;
    #[inline(always)]
    fn decode(raw: i64) -> Option<Obj> {
        Obj::from_raw(raw)
    }
    #[inline(always)]
    fn encode(value: Option<Obj>) -> i64 {
        value.map_or(0, Obj::raw)
    }
}

impl Kind for NonNull {
    type Value = Obj;
    #[inline(always)]
    fn decode(raw: i64) -> Obj {
        Obj::from_raw(raw).expect("a domain without null has no null")
    }
    #[inline(always)]
    fn encode(value: Obj) -> i64 {
        value.raw()
    }
    fn after_fault(root: Obj) -> Obj {
        root
    }
}

/// A field of a class whose values are of kind `K`.
pub struct Field<K> {
    pub(crate) id: FieldId,
    pub(crate) offset: u32,
    kind: PhantomData<fn() -> K>,
}

/// An array field of a class whose elements are of kind `K`.
pub struct ArrayField<K> {
    pub(crate) id: FieldId,
    pub(crate) offset: u32,
    pub(crate) capacity: u32,
    pub(crate) length: LengthCell,
    kind: PhantomData<fn() -> K>,
}

/// Where an array's length is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LengthCell {
    /// It is fixed.
    Fixed(u32),
    /// It is the value of the cell at this offset in the object.
    At(u32),
}

impl<K> Field<K> {
    pub(crate) fn new(id: FieldId, offset: u32) -> Self {
        Field { id, offset, kind: PhantomData }
    }

    /// The field's id in its space.
    pub fn id(self) -> FieldId {
        self.id
    }
}

impl<K> ArrayField<K> {
    pub(crate) fn new(id: FieldId, offset: u32, capacity: u32, length: LengthCell) -> Self {
        ArrayField { id, offset, capacity, length, kind: PhantomData }
    }

    /// The field's id in its space.
    pub fn id(self) -> FieldId {
        self.id
    }

    /// The largest length.
    #[inline(always)]
    pub fn capacity(self) -> u32 {
        self.capacity
    }

    /// Where the length is found.
    #[inline(always)]
    pub fn length(self) -> LengthCell {
        self.length
    }
}

/// An element of an array field.
pub struct Element<K> {
    array: ArrayField<K>,
    index: usize,
}

impl<K> ArrayField<K> {
    /// The element at `index`.
    #[inline(always)]
    pub fn at(self, index: usize) -> Element<K> {
        Element { array: self, index }
    }
}

impl<K> fmt::Debug for Element<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}[{}]", self.array, self.index)
    }
}

/// A readable part of an object: a [`Field`], or an [`Element`] of an array.
pub trait Place: Copy {
    /// The kind of its values.
    type Kind: Kind;
    /// The field that it is, or is part of.
    fn field(&self) -> FieldId;
    /// Its cell in `obj`, if `obj` has the right class; [`NO_CELL`] for an element
    /// outside its array.
    fn cell(&self, obj: Obj) -> CellId;
    /// The index and the capacity, if it is an element outside its array.
    fn outside(&self) -> Option<(usize, u32)> {
        None
    }
}

/// The cell of a part that does not exist; no candidate vector is that long.
pub const NO_CELL: CellId = CellId(u32::MAX);

impl<K: Kind> Place for Field<K> {
    type Kind = K;
    #[inline(always)]
    fn field(&self) -> FieldId {
        self.id
    }
    #[inline(always)]
    fn cell(&self, obj: Obj) -> CellId {
        CellId(obj.first_cell().0.wrapping_add(self.offset))
    }
}

impl<K: Kind> Place for Element<K> {
    type Kind = K;
    #[inline(always)]
    fn field(&self) -> FieldId {
        self.array.id
    }
    #[inline(always)]
    fn cell(&self, obj: Obj) -> CellId {
        if self.index < self.array.capacity as usize {
            CellId(obj.first_cell().0.wrapping_add(self.array.offset + self.index as u32))
        } else {
            NO_CELL
        }
    }
    fn outside(&self) -> Option<(usize, u32)> {
        let (index, capacity) = (self.index, self.array.capacity);
        (index >= capacity as usize).then_some((index, capacity))
    }
}

// Derived impls would ask for `K: Copy`, which a handle does not need.
impl<K> Clone for Field<K> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<K> Copy for Field<K> {}
impl<K> fmt::Debug for Field<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Field({})", self.id.0)
    }
}
impl<K> Clone for Element<K> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<K> Copy for Element<K> {}
impl<K> Clone for ArrayField<K> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<K> Copy for ArrayField<K> {}
impl<K> fmt::Debug for ArrayField<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ArrayField({})", self.id.0)
    }
}
