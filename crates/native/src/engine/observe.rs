//! Reads an input back from memory, after code under test has run.
#![expect(unsafe_code, reason = "reads the memory of code under test")]

use std::collections::{HashMap, VecDeque};

use pikse_structure::{
    CellLayout, ClassId, FieldLayout, Meaning, ObjectState, Snapshot, SnapshotObject, SnapshotValue,
};

use super::broken::{Difference, FieldDifference};
use super::checking::{Checking, Found};
use super::heap::Heap;
use super::slot::OLD;

/// The maximum number of objects in a snapshot: code under test may have made any number.
const MOST_OBJECTS: usize = 1000;

/// The current state of an input; its root's fields are the roots.
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
    /// The objects still to be read: number, block and class.
    pending: VecDeque<(usize, u64, ClassId)>,
    /// The number of objects that the program made.
    new: usize,
}

impl Reading<'_> {
    fn all(mut self) -> Snapshot {
        let checking = self.checking;
        let roots = self.fields(checking.base(), checking.bounds.space.root().class());
        self.read_on();
        // Objects of the input that are not found any more are freed or lost.
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
            self.objects[number].fields = self.fields(block, class);
        }
    }

    fn fields(&mut self, block: u64, class: ClassId) -> Vec<(String, SnapshotValue)> {
        let fields = self.checking.bounds.fields(class);
        fields.map(|field| (field.name.to_owned(), self.value(&field, block))).collect()
    }

    /// An object of the input; its fields are read later.
    fn add(&mut self, block: u64, number: usize, class: ClassId, state: ObjectState) -> usize {
        let space = &self.checking.bounds.space;
        let name = space.object_name(space.objects()[number]);
        self.add_named(block, name, class, state)
    }

    fn add_named(&mut self, block: u64, name: String, class: ClassId, state: ObjectState) -> usize {
        let at = self.objects.len();
        let class_name = self.checking.bounds.space.class(class).name.clone();
        self.objects.push(SnapshotObject { name, class: class_name, state, fields: Vec::new() });
        self.numbers.insert(block, at);
        if state != ObjectState::Freed {
            self.pending.push_back((at, block, class));
        }
        at
    }

    fn value(&mut self, field: &FieldLayout<'_>, block: u64) -> SnapshotValue {
        let mut cells = field.cells.iter().map(|cell| self.cell(field, cell, block));
        match field.is_array {
            true => SnapshotValue::Array(cells.collect()),
            false => cells.next().unwrap_or(SnapshotValue::Null),
        }
    }

    fn cell(&mut self, field: &FieldLayout<'_>, cell: &CellLayout, block: u64) -> SnapshotValue {
        let bits = read(block + cell.offset, cell.size);
        match field.meaning(cell, bits) {
            Meaning::Int(int) => SnapshotValue::Int(int),
            Meaning::Bool(bool) => SnapshotValue::Bool(bool),
            Meaning::Name(name) => SnapshotValue::Name(name.to_owned()),
            Meaning::Null => SnapshotValue::Null,
            Meaning::Block { class, address } => self.pointer(bits, class, address),
        }
    }

    fn pointer(&mut self, bits: u64, class: ClassId, block: u64) -> SnapshotValue {
        if let Some(&known) = self.numbers.get(&block) {
            return SnapshotValue::Ref(known);
        }
        let full = self.objects.len() >= MOST_OBJECTS;
        SnapshotValue::Ref(match self.checking.find(block, class, Some(self.heap)) {
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

/// How the input differs from its copy, if it does. Two states are the same if they are
/// isomorphic.
pub(crate) fn difference(checking: &Checking) -> Option<Difference> {
    let base = checking.base();
    let mut same: HashMap<u64, u64> = HashMap::from([(base, base + OLD)]);
    let mut taken: HashMap<u64, u64> = HashMap::from([(base + OLD, base)]);
    let root = checking.bounds.space.root().class();
    let mut pending = VecDeque::from([(base, base + OLD, root, String::new())]);
    while let Some((one, other, class, path)) = pending.pop_front() {
        for field in checking.bounds.fields(class) {
            for (number, cell) in field.cells.iter().enumerate() {
                let name = match field.is_array {
                    true => format!("{path}{}[{number}]", field.name),
                    false => format!("{path}{}", field.name),
                };
                let differs = |how: FieldDifference| {
                    let field = name[path.len()..].to_owned();
                    Some(Difference::Field { path: path.clone(), field, how })
                };
                let bits = |block: u64| read(block + cell.offset, cell.size);
                let (left, right) = (bits(one), bits(other));
                let Some(class) = field.target() else {
                    if left != right {
                        let show = |bits| signed(bits, cell.size);
                        let (one, other) = (show(left), show(right));
                        return differs(FieldDifference::Value { one, other });
                    }
                    continue;
                };
                let null = cell.null as u64;
                if left == null && right == null {
                    continue;
                }
                let (left, right) = (left.wrapping_sub(cell.into), right.wrapping_sub(cell.into));
                let readable = |block| {
                    matches!(checking.find(block, class, None), Found::Object(_) | Found::Block(_))
                };
                match (readable(left), readable(right)) {
                    (true, true) => {}
                    (false, false) => continue,
                    (true, false) => return differs(FieldDifference::OnlyOne),
                    (false, true) => return differs(FieldDifference::OnlyOther),
                }
                match (same.get(&left), taken.get(&right)) {
                    (None, None) => {
                        same.insert(left, right);
                        taken.insert(right, left);
                        pending.push_back((left, right, class, format!("{name}.")));
                    }
                    (Some(&known), _) if known == right => {}
                    _ => return differs(FieldDifference::Elsewhere),
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
    // SAFETY: callers read cells of objects and blocks that exist.
    unsafe { std::ptr::copy_nonoverlapping(address as *const u8, bytes.as_mut_ptr(), size) };
    u64::from_le_bytes(bytes)
}

fn signed(bits: u64, size: u64) -> i64 {
    let unused = 64 - 8 * size.clamp(1, 8) as u32;
    (bits << unused) as i64 >> unused
}
