//! Domains: the finite, ordered sets of values that fields choose from.
//!
//! The search identifies a value by its index in the domain, from 0. A predicate
//! sees a *raw* value: the integer itself, 0 or 1 for a bool, the variant's number
//! for an enum, and for references the packed [`Obj`], with 0 for null.

use serde::{Deserialize, Serialize};

use crate::handle::Obj;
use crate::ids::{ClassId, ObjectId};
use crate::structure::Value;

/// A domain as it is declared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Domain {
    /// The integers from `low` to `high`, both included.
    Range {
        /// The first value.
        low: i64,
        /// The last value.
        high: i64,
    },
    /// The listed integers, in the listed order.
    List(Vec<i64>),
    /// `false`, then `true`.
    Bool,
    /// Named constants, in order.
    Enum(Vec<String>),
    /// References to objects.
    Reference(Targets),
}

impl Domain {
    /// A value that is listed twice.
    pub(crate) fn repeated(&self) -> Option<String> {
        let mut values: Vec<String> = match self {
            Domain::List(list) => list.iter().map(i64::to_string).collect(),
            Domain::Enum(names) => names.clone(),
            _ => return None,
        };
        values.sort_unstable();
        values.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0].clone())
    }

    /// The smallest and largest integer of an int domain.
    pub(crate) fn int_bounds(&self) -> Option<(i64, i64)> {
        match self {
            Domain::Range { low, high } => Some((*low, *high)),
            Domain::List(list) => Some((*list.iter().min()?, *list.iter().max()?)),
            _ => None,
        }
    }
}

/// What a reference field may point to: null or not, and one class or several.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Targets {
    /// Whether null is in the domain. If so, it is the first value.
    pub nullable: bool,
    /// The classes whose objects are in the domain, class by class.
    pub classes: Vec<ClassId>,
}

impl Targets {
    /// The same targets without null.
    pub fn non_null(mut self) -> Self {
        self.nullable = false;
        self
    }
}

impl From<ClassId> for Targets {
    fn from(class: ClassId) -> Self {
        Targets { nullable: true, classes: vec![class] }
    }
}

impl From<&[ClassId]> for Targets {
    fn from(classes: &[ClassId]) -> Self {
        Targets { nullable: true, classes: classes.to_vec() }
    }
}

impl<const N: usize> From<[ClassId; N]> for Targets {
    fn from(classes: [ClassId; N]) -> Self {
        Targets { nullable: true, classes: classes.to_vec() }
    }
}

impl ClassId {
    /// References to this class that are never null.
    pub fn non_null(self) -> Targets {
        Targets::from(self).non_null()
    }
}

/// A domain of a space, in which every index has its value.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ResolvedDomain {
    /// The declaration.
    pub declared: Domain,
    len: u32,
    values: RawValues,
    references: References,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
enum RawValues {
    /// Raw value = `low` + index: ranges, bools and enums.
    From(i64),
    Table(Vec<i64>),
}

/// See [`ResolvedDomain::rule`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RawRule {
    /// The number of indices, from 0, that mean null.
    pub nulls: u32,
    /// The raw value of the next index.
    pub base: i64,
    /// The distance from one raw value to the next.
    pub stride: i64,
}

impl RawRule {
    /// The raw value at `index`.
    #[inline(always)]
    pub fn raw(&self, index: u32) -> i64 {
        match index.checked_sub(self.nulls) {
            None => 0,
            Some(place) => self.base + i64::from(place) * self.stride,
        }
    }
}

/// How the values of a domain refer to objects. This decides which indices are
/// isomorphic to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum References {
    /// Not a reference domain: every value is different.
    No,
    /// One class: null first if `first` is 1, then `count` objects in order.
    OneClass {
        /// The class.
        class: ClassId,
        /// The index of the class's first object.
        first: u32,
        /// The number of objects of the class.
        count: u32,
    },
    /// Several classes: null or not, then class by class.
    SeveralClasses,
}

impl ResolvedDomain {
    pub(crate) fn new(declared: Domain, objects: &dyn Fn(ClassId) -> Vec<Obj>) -> Option<Self> {
        let (len, values, references) = match &declared {
            Domain::Range { low, high } => {
                let len = u32::try_from(high.checked_sub(*low)?.checked_add(1)?).ok()?;
                (len, RawValues::From(*low), References::No)
            }
            Domain::List(list) => {
                (u32::try_from(list.len()).ok()?, RawValues::Table(list.clone()), References::No)
            }
            Domain::Bool => (2, RawValues::From(0), References::No),
            Domain::Enum(names) => {
                (u32::try_from(names.len()).ok()?, RawValues::From(0), References::No)
            }
            Domain::Reference(targets) => {
                let mut table = Vec::new();
                if targets.nullable {
                    table.push(0);
                }
                for &class in &targets.classes {
                    table.extend(objects(class).into_iter().map(Obj::raw));
                }
                let references = match targets.classes[..] {
                    [class] => {
                        let first = u32::from(targets.nullable);
                        References::OneClass { class, first, count: table.len() as u32 - first }
                    }
                    _ => References::SeveralClasses,
                };
                (u32::try_from(table.len()).ok()?, RawValues::Table(table), references)
            }
        };
        (len > 0).then_some(ResolvedDomain { declared, len, values, references })
    }

    /// The number of values; at least one.
    #[inline(always)]
    pub fn len(&self) -> u32 {
        self.len
    }

    /// Always false: a space with an empty domain cannot be built.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The first raw value, if the raw values are consecutive.
    #[inline(always)]
    pub fn consecutive_from(&self) -> Option<i64> {
        match self.values {
            RawValues::From(low) => Some(low),
            RawValues::Table(_) => None,
        }
    }

    /// How to compute raw values, if there is a rule: the raw value of the indices
    /// below `nulls` is 0, that of index `nulls + i` is `base + i * stride`. The raw
    /// values of one class are evenly spaced, so only lists and references to several
    /// classes have no rule.
    pub fn rule(&self) -> Option<RawRule> {
        match (&self.values, self.references) {
            (RawValues::From(low), _) => Some(RawRule { nulls: 0, base: *low, stride: 1 }),
            (RawValues::Table(raws), References::OneClass { first, .. }) => {
                let objects = &raws[first as usize..];
                let base = objects.first().copied().unwrap_or(0);
                let stride = objects.get(1).map_or(0, |second| second - base);
                Some(RawRule { nulls: first, base, stride })
            }
            _ => None,
        }
    }

    /// How the values refer to objects.
    #[inline(always)]
    pub fn references(&self) -> References {
        self.references
    }

    /// The raw value at `index`.
    #[inline(always)]
    pub fn raw(&self, index: u32) -> i64 {
        match &self.values {
            RawValues::From(low) => low + i64::from(index),
            RawValues::Table(table) => table[index as usize],
        }
    }

    /// The object at `index`, if this is a reference domain and the value is not null.
    #[inline]
    pub fn object(&self, index: u32) -> Option<Obj> {
        match self.references {
            References::No => None,
            _ => Obj::from_raw(self.raw(index)),
        }
    }

    /// Whether the value at `index` is null.
    pub fn is_null(&self, index: u32) -> bool {
        self.references != References::No && self.raw(index) == 0
    }

    /// The value at `index`, as a structure holds it.
    pub fn value(&self, index: u32) -> Value {
        self.value_of_raw(self.raw(index))
    }

    /// A raw value of this domain, as a structure holds it.
    pub fn value_of_raw(&self, raw: i64) -> Value {
        match &self.declared {
            Domain::Range { .. } | Domain::List(_) => Value::Int(raw),
            Domain::Bool => Value::Bool(raw != 0),
            Domain::Enum(_) => Value::Enum(raw as u32),
            Domain::Reference(_) => {
                Obj::from_raw(raw).map_or(Value::Null, |obj| Value::Ref(obj.id()))
            }
        }
    }

    /// The index of a value, if the domain has it.
    pub fn index_of(&self, value: &Value) -> Option<u32> {
        (0..self.len).find(|&index| self.value(index) == *value)
    }

    /// The objects that values of this domain refer to, with their index.
    pub fn objects(&self) -> impl Iterator<Item = (u32, ObjectId)> + '_ {
        (0..self.len).filter_map(|index| self.object(index).map(|obj| (index, obj.id())))
    }
}
