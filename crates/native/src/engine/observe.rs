//! Reading an input back from memory: the state that code under test has left.
#![expect(unsafe_code, reason = "reads the memory of code under test")]

use std::collections::{HashMap, VecDeque};

use pikse_structure::{ObjectState, Snapshot, SnapshotObject, SnapshotValue};

use super::checking::{Checking, Found};
use super::heap::Heap;
use super::slot::OLD;
use crate::shapes::{Field, Kind};

/// So many objects are told of at most: code under test may have made any number.
const MOST_OBJECTS: usize = 1000;

/// The state that an input is in now; its root's fields are the roots.
pub(crate) fn snapshot(checking: &Checking, heap: &Heap) -> Snapshot {
    Reading {
        checking,
        heap,
        numbers: HashMap::new(),
        objects: Vec::new(),
        pending: VecDeque::new(),
        new: 0,
    }
    .all()
}

struct Reading<'a> {
    checking: &'a Checking,
    heap: &'a Heap,
    /// The objects of the snapshot by the addresses of their blocks.
    numbers: HashMap<u64, usize>,
    objects: Vec<SnapshotObject>,
    /// What is still to be read: the number of the object, its block, its class.
    pending: VecDeque<(usize, u64, u32)>,
    /// How many objects the program made.
    new: usize,
}

impl Reading<'_> {
    fn all(mut self) -> Snapshot {
        let checking = self.checking;
        let root = checking.shapes.class(0);
        let roots = root
            .fields
            .iter()
            .map(|field| (field.name.clone(), self.value(field, checking.base())))
            .collect();
        self.read_on();
        // What was part of the input and is not found any more is freed or lost.
        for (number, place) in checking.places().iter().enumerate().skip(1) {
            if checking.was_reached(number) {
                let address = checking.base() + place.start;
                let state = match checking.is_freed(number) {
                    true => ObjectState::Freed,
                    false => ObjectState::Lost,
                };
                if !self.numbers.contains_key(&address) {
                    self.add(address, number, place.class, state);
                }
            }
        }
        self.read_on();
        Snapshot { roots, objects: self.objects }
    }

    fn read_on(&mut self) {
        while let Some((number, block, class)) = self.pending.pop_front() {
            let checking = self.checking;
            let fields = checking.shapes.class(class).fields.iter();
            let fields = fields.map(|f| (f.name.clone(), self.value(f, block))).collect();
            self.objects[number].fields = fields;
        }
    }

    /// An object of the input; its fields are read later.
    fn add(&mut self, block: u64, number: usize, class: u32, state: ObjectState) -> usize {
        let name = self.checking.shapes.objects[number].1.clone();
        self.add_named(block, name, class, state)
    }

    fn add_named(&mut self, block: u64, name: String, class: u32, state: ObjectState) -> usize {
        let at = self.objects.len();
        let class_name = self.checking.shapes.class(class).name.clone();
        self.objects.push(SnapshotObject { name, class: class_name, state, fields: Vec::new() });
        self.numbers.insert(block, at);
        if state != ObjectState::Freed {
            self.pending.push_back((at, block, class));
        }
        at
    }

    fn value(&mut self, field: &Field, block: u64) -> SnapshotValue {
        let mut cells = field.offsets.iter().map(|&offset| self.cell(field, block + offset));
        match field.is_array {
            true => SnapshotValue::Array(cells.collect()),
            false => cells.next().unwrap_or(SnapshotValue::Null),
        }
    }

    fn cell(&mut self, field: &Field, address: u64) -> SnapshotValue {
        let bits = read(address, field.size);
        match &field.kind {
            Kind::Int => SnapshotValue::Int(signed(bits, field.size)),
            Kind::Bool => SnapshotValue::Bool(bits != 0),
            Kind::Enum(constants) => {
                let value = signed(bits, field.size);
                let named =
                    constants.iter().find(|(_, known)| truncated(*known, field.size) == bits);
                named.map_or(SnapshotValue::Int(value), |(name, _)| {
                    SnapshotValue::Name(name.clone())
                })
            }
            &Kind::Address { class, into, null } => self.pointer(bits, class, into, null),
        }
    }

    fn pointer(&mut self, bits: u64, class: u32, into: u64, null: u64) -> SnapshotValue {
        if bits == null {
            return SnapshotValue::Null;
        }
        let block = bits.wrapping_sub(into);
        if let Some(&known) = self.numbers.get(&block) {
            return SnapshotValue::Ref(known);
        }
        let shape = self.checking.shapes.class(class);
        let full = self.objects.len() >= MOST_OBJECTS;
        SnapshotValue::Ref(match self.checking.find(block, shape, Some(self.heap)) {
            Found::Nothing => return SnapshotValue::Wild(bits),
            _ if full => return SnapshotValue::Name("…".to_owned()),
            Found::Object(number) => self.add(block, number, class, ObjectState::Live),
            Found::Freed(number) => self.add(block, number, class, ObjectState::Freed),
            Found::Block(_) => {
                self.new += 1;
                let name = format!("new{}", self.new);
                self.add_named(block, name, class, ObjectState::New)
            }
        })
    }
}

/// How the input differs from its copy, if it does: two states are the same if they look
/// the same from their roots on, whatever their objects are called.
pub(crate) fn difference(checking: &Checking) -> Option<String> {
    let base = checking.base();
    let mut same: HashMap<u64, u64> = HashMap::from([(base, base + OLD)]);
    let mut taken: HashMap<u64, u64> = HashMap::from([(base + OLD, base)]);
    let mut pending = VecDeque::from([(base, base + OLD, 0, String::new())]);
    while let Some((one, other, class, path)) = pending.pop_front() {
        for field in &checking.shapes.class(class).fields {
            for (number, &offset) in field.offsets.iter().enumerate() {
                let name = match field.is_array {
                    true => format!("{path}{}[{number}]", field.name),
                    false => format!("{path}{}", field.name),
                };
                let (left, right) =
                    (read(one + offset, field.size), read(other + offset, field.size));
                let &Kind::Address { class, into, null } = &field.kind else {
                    if left != right {
                        let show = |bits| signed(bits, field.size);
                        return Some(format!(
                            "`{name}` is {}, with the other {}",
                            show(left),
                            show(right)
                        ));
                    }
                    continue;
                };
                if left == null && right == null {
                    continue;
                }
                let (left, right) = (left.wrapping_sub(into), right.wrapping_sub(into));
                let shape = checking.shapes.class(class);
                let readable = |block| {
                    matches!(checking.find(block, shape, None), Found::Object(_) | Found::Block(_))
                };
                match (readable(left), readable(right)) {
                    (true, true) => {}
                    (false, false) => continue,
                    (true, false) => {
                        return Some(format!(
                            "`{name}` leads to an object, with the other to none"
                        ));
                    }
                    (false, true) => {
                        return Some(format!("`{name}` leads to no object, with the other to one"));
                    }
                }
                match (same.get(&left), taken.get(&right)) {
                    (None, None) => {
                        same.insert(left, right);
                        taken.insert(right, left);
                        pending.push_back((left, right, class, format!("{name}.")));
                    }
                    (Some(&known), _) if known == right => {}
                    _ => {
                        return Some(format!(
                            "`{name}` leads to another object than with the other"
                        ));
                    }
                }
            }
        }
    }
    None
}

/// The bits of a cell.
fn read(address: u64, size: u64) -> u64 {
    let mut bytes = [0; 8];
    let size = size.min(8) as usize;
    // SAFETY: callers read cells of objects and blocks that are there.
    unsafe { std::ptr::copy_nonoverlapping(address as *const u8, bytes.as_mut_ptr(), size) };
    u64::from_le_bytes(bytes)
}

fn signed(bits: u64, size: u64) -> i64 {
    let unused = 64 - 8 * size.clamp(1, 8) as u32;
    (bits << unused) as i64 >> unused
}

fn truncated(value: i64, size: u64) -> u64 {
    let unused = 64 - 8 * size.clamp(1, 8) as u32;
    (value as u64) << unused >> unused
}
