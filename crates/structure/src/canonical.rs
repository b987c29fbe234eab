//! Canonical form: two structures are isomorphic if and only if their canonical
//! forms are equal.
//!
//! Structures are rooted and their fields are ordered, so numbering the objects
//! in the order in which a breadth-first walk meets them is already canonical:
//! an isomorphism maps the walk of one structure onto the walk of the other.

use std::collections::HashMap;

use crate::ids::ObjectId;
use crate::structure::{Structure, Value};

/// The canonical form of a structure: a sequence of words.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Canonical(Vec<i64>);

impl Canonical {
    /// A 128-bit digest. It is the same on every machine and in every run, so that
    /// the set of structures of two runs can be compared by the sum of digests.
    pub fn digest(&self) -> u128 {
        // FNV-1a, 128 bits.
        self.0.iter().flat_map(|word| word.to_le_bytes()).fold(
            0x6c62_272e_07bb_0142_62b8_2175_6295_c58d_u128,
            |hash, byte| {
                (hash ^ u128::from(byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b)
            },
        )
    }
}

impl Structure {
    /// The canonical form.
    pub fn canonical(&self) -> Canonical {
        let mut numbering = Numbering::default();
        numbering.number(self.root().id);
        let mut words = Vec::new();
        let mut next = 0;
        while let Some(&id) = numbering.order.get(next) {
            next += 1;
            let Some(object) = self.object(id) else {
                continue;
            };
            words.push(i64::from(object.class.0));
            for value in &object.values {
                encode(value, &mut numbering, &mut words);
            }
        }
        Canonical(words)
    }
}

#[derive(Default)]
struct Numbering {
    numbers: HashMap<ObjectId, i64>,
    order: Vec<ObjectId>,
}

impl Numbering {
    fn number(&mut self, id: ObjectId) -> i64 {
        *self.numbers.entry(id).or_insert_with(|| {
            self.order.push(id);
            self.order.len() as i64
        })
    }
}

/// Null is 0, and objects are numbered from 1. A place that holds a reference never
/// holds another kind of value, so no tags are needed.
fn encode(value: &Value, numbering: &mut Numbering, words: &mut Vec<i64>) {
    match value {
        // Whether a field is there follows from the values before it.
        Value::Absent => {}
        Value::Null => words.push(0),
        Value::Int(int) => words.push(*int),
        Value::Bool(bool) => words.push(i64::from(*bool)),
        Value::Enum(variant) => words.push(i64::from(*variant)),
        Value::Ref(id) => words.push(numbering.number(*id)),
        Value::Array(elements) => {
            words.push(elements.len() as i64);
            elements.iter().for_each(|element| encode(element, numbering, words));
        }
    }
}
