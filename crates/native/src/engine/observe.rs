//! Reads an input back from memory, after code under test has run.
#![expect(unsafe_code, reason = "reads the memory of code under test")]

use std::collections::{HashMap, VecDeque};

use pikse_structure::layout::{NO_POINTER, place_in};
use pikse_structure::space::{ArrayLength, Shape, Space, Style};
use pikse_structure::{
    Bits, CellLayout, ClassId, Domain, Encoding, FieldId, FieldLayout, Layout, Meaning,
    ObjectState, Snapshot, SnapshotObject, SnapshotValue,
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
        if !self.checking.bounds.layout(class).is_plain() {
            return self.tagged_fields(block, class);
        }
        let checking = self.checking;
        let fields = checking.bounds.fields(class);
        let fields =
            fields.map(|field| (field.name.to_owned(), self.value(&field, block))).collect();
        in_style(&checking.bounds.space, class, fields)
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

    /// The fields that an object has now, if there are such as it may lack.
    fn tagged_fields(&mut self, block: u64, class: ClassId) -> Vec<(String, SnapshotValue)> {
        let checking = self.checking;
        let mut fields: Vec<(String, SnapshotValue)> = Vec::new();
        for part in parts(checking, block, class) {
            let name = part.field.name.to_owned();
            let value = match part.what {
                What::Length(_) => SnapshotValue::Array(Vec::new()),
                What::Scalar(Some(int)) => SnapshotValue::Int(int),
                What::Scalar(None) | What::Element => {
                    let bits = read(part.address, part.cell.size);
                    match own_name(checking, block, class, &part, bits) {
                        Some(name) => SnapshotValue::Name(name),
                        None => self.meaning(&part.field, part.cell, bits),
                    }
                }
                What::Gone => SnapshotValue::Name("…".to_owned()),
            };
            match (fields.last_mut(), part.what) {
                (Some((_, SnapshotValue::Array(elements))), What::Element) => elements.push(value),
                _ => fields.push((name, value)),
            }
        }
        in_style(&checking.bounds.space, class, fields)
    }

    fn cell(&mut self, field: &FieldLayout<'_>, cell: &CellLayout, block: u64) -> SnapshotValue {
        let bits = read(block + cell.offset, cell.size);
        self.meaning(field, cell, bits)
    }

    fn meaning(&mut self, field: &FieldLayout<'_>, cell: &CellLayout, bits: u64) -> SnapshotValue {
        match field.meaning(cell, bits) {
            Meaning::Int(int) => SnapshotValue::Int(int),
            Meaning::Bool(bool) => SnapshotValue::Bool(bool),
            Meaning::Name(name) => SnapshotValue::Name(name.to_owned()),
            Meaning::Null => SnapshotValue::Null,
            Meaning::Block { .. } => {
                let (class, address) = block_of(self.checking, field, cell, bits, Some(self.heap));
                self.pointer(bits, class, address)
            }
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
            // A pointer may lead to objects of several classes.
            Found::Object(number) => {
                let class = self.checking.places()[number].class;
                self.add(block, number, class, ObjectState::Live)
            }
            Found::Freed(number) => self.add(block, number, class, ObjectState::Freed),
            Found::Block(_) => {
                self.new += 1;
                let name = format!("new{}", self.new);
                self.add_named(block, name, class, ObjectState::New)
            }
        })
    }
}

/// The class and the block that an address leads to: an object of the input of one of the classes that it
/// may lead to, or a block of the program's; otherwise what it would be in an object of the first class.
fn block_of(
    checking: &Checking,
    field: &FieldLayout<'_>,
    cell: &CellLayout,
    bits: u64,
    heap: Option<&Heap>,
) -> (ClassId, u64) {
    let blocks = field.blocks(cell, bits);
    let is_it = |&&(class, block): &&(ClassId, u64)| match checking.find(block, class, heap) {
        Found::Object(number) | Found::Freed(number) => checking.places()[number].class == class,
        Found::Block(_) => true,
        Found::Nothing => false,
    };
    let found = blocks.iter().find(is_it).or_else(|| blocks.first());
    found.copied().unwrap_or((ClassId(0), bits))
}

/// A part of an object that is there now.
struct PartOf<'a> {
    field: FieldLayout<'a>,
    cell: &'a CellLayout,
    address: u64,
    what: What,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    /// A scalar; its raw value if its bits do not show it.
    Scalar(Option<i64>),
    /// The length of an array, whose elements follow.
    Length(u64),
    /// An element of the last array.
    Element,
    /// Something that is not where it should be.
    Gone,
}

/// The maximum number of elements of a vector that are read back.
const MOST_ELEMENTS: u64 = 64;

/// The parts of an object that are there now, in the order of fields. A buffer is where the object's
/// pointer to it says, since a vector that grows moves.
fn parts(checking: &Checking, block: u64, class: ClassId) -> Vec<PartOf<'_>> {
    let (space, layout) = (&checking.bounds.space, checking.bounds.layout(class));
    let mut raws: HashMap<FieldId, i64> = HashMap::new();
    let mut found = Vec::new();
    let ids = space.class(class).fields.iter();
    for (&id, field) in ids.zip(checking.bounds.fields(class)) {
        let decl = space.field(id);
        let is_there = decl.when.is_none_or(|when| {
            raws.get(&when.tag).is_some_and(|raw| (when.low..=when.high).contains(raw))
        });
        if !is_there || decl.style == Style::Hidden {
            continue;
        }
        let first = &layout.cells[decl.offset as usize];
        let part = |cell, address, what| PartOf { field, cell, address, what };
        let Some(address) = address_of(checking, layout, block, first.offset, first.size) else {
            found.push(part(first, block, What::Gone));
            continue;
        };
        let raw = raw_of(checking, layout, block, first, read(address, first.size));
        match decl.shape {
            Shape::Scalar(domain) => {
                raws.extend(raw.map(|raw| (id, raw)));
                let is_number = matches!(space.domain(domain).declared, Domain::Range { .. });
                let is_table = matches!(first.encoding, Encoding::Table(_));
                found.push(part(
                    first,
                    address,
                    What::Scalar(raw.filter(|_| is_number && is_table)),
                ));
            }
            Shape::Array { length: ArrayLength::Own(_), .. } => {
                let Some(length) = raw.and_then(|raw| u64::try_from(raw).ok()) else {
                    found.push(part(first, address, What::Gone));
                    continue;
                };
                raws.insert(id, length as i64);
                found.push(part(first, address, What::Length(length)));
                let Some(cell) = field.cells.first() else { continue };
                let stride = field.cells.get(1).map_or(cell.size, |next| next.offset - cell.offset);
                for at in 0..length.min(MOST_ELEMENTS) {
                    let offset = cell.offset + at * stride;
                    match address_of(checking, layout, block, offset, cell.size) {
                        Some(address) => found.push(part(cell, address, What::Element)),
                        None => {
                            found.push(part(cell, address, What::Gone));
                            break;
                        }
                    }
                }
            }
            Shape::Array { .. } => {
                found.push(part(first, address, What::Length(field.cells.len() as u64)));
                for cell in field.cells {
                    let address = address + (cell.offset - first.offset);
                    found.push(part(cell, address, What::Element));
                }
            }
        }
    }
    found
}

/// The address of an offset of an object whose block is at an address; none if no memory is there.
fn address_of(
    checking: &Checking,
    layout: &Layout,
    block: u64,
    offset: u64,
    size: u64,
) -> Option<u64> {
    // An element beyond the buffer's end belongs to the buffer.
    let Some(buffer) = layout.buffer_at(offset).map(|at| &layout.buffers[at]) else {
        return Some(block + offset);
    };
    if buffer.pointer == NO_POINTER {
        // The contents of a container; objects that the program made have none.
        return checking.is_input(block).then_some(block + offset);
    }
    let pointer = address_of(checking, layout, block, buffer.pointer, 8)?;
    let address = read(pointer, 8).wrapping_add(offset - buffer.offset);
    checking.is_readable(address, size).then_some(address)
}

/// The raw value of bits that a tag or a length has.
fn raw_of(
    checking: &Checking,
    layout: &Layout,
    block: u64,
    cell: &CellLayout,
    bits: u64,
) -> Option<i64> {
    match &cell.encoding {
        Encoding::Value => Some(bits as i64),
        Encoding::Constants(values) => {
            values.iter().position(|&value| value as u64 == bits).map(|at| at as i64)
        }
        Encoding::Address => None,
        Encoding::Table(values) => match values[..] {
            // The end of a vector.
            [Bits::Own(first), ..] => {
                let buffer = &layout.buffers[layout.buffer_at(first)?];
                let pointer = address_of(checking, layout, block, buffer.pointer, 8)?;
                let Some(&Bits::Own(next)) = values.get(1) else { return Some(0) };
                let bytes = bits.checked_sub(read(pointer, 8))?;
                Some((bytes / (next - first).max(1)) as i64)
            }
            // Null, or an address of the object: of the characters of a string.
            _ => {
                let own = values.iter().position(|value| matches!(value, Bits::Own(_)));
                let number = place_in(values, bits, cell.size);
                number.or(own).map(|at| at as i64)
            }
        },
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
        let (ones, others) = (cells_of(checking, one, class), cells_of(checking, other, class));
        if let Some(field) = lacking(&ones, &others) {
            let count = |cells: &CellsOf<'_>| {
                cells.iter().filter(|(known, ..)| known.name == field).count() as i64
            };
            let how = FieldDifference::Value { one: count(&ones), other: count(&others) };
            let field = format!("{field}.length");
            return Some(Difference::Field { path, field, how });
        }
        for ((field, number, cell, at_one), (.., at_other)) in ones.into_iter().zip(others) {
            {
                let name = match field.is_array {
                    true => format!("{path}{}[{number}]", field.name),
                    false => format!("{path}{}", field.name),
                };
                let differs = |how: FieldDifference| {
                    let field = name[path.len()..].to_owned();
                    Some(Difference::Field { path: path.clone(), field, how })
                };
                let (left, right) = (read(at_one, cell.size), read(at_other, cell.size));
                if field.target().is_none() {
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
                let (left_class, left) = block_of(checking, &field, cell, left, None);
                let (right_class, right) = block_of(checking, &field, cell, right, None);
                let readable = |block, class| {
                    matches!(checking.find(block, class, None), Found::Object(_) | Found::Block(_))
                };
                match (readable(left, left_class), readable(right, right_class)) {
                    (true, true) => {}
                    (false, false) => continue,
                    (true, false) => return differs(FieldDifference::OnlyOne),
                    (false, true) => return differs(FieldDifference::OnlyOther),
                }
                let class_of = |block, class| match checking.find(block, class, None) {
                    Found::Object(number) => checking.places()[number].class,
                    _ => class,
                };
                let class = class_of(left, left_class);
                match (same.get(&left), taken.get(&right)) {
                    (None, None) if class_of(right, right_class) == class => {
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

/// The cells that an object has now, by field and number, with their addresses.
type CellsOf<'a> = Vec<CellOf<'a>>;
type CellOf<'a> = (FieldLayout<'a>, usize, &'a CellLayout, u64);

fn cells_of(checking: &Checking, block: u64, class: ClassId) -> CellsOf<'_> {
    if checking.bounds.layout(class).is_plain() {
        let fields = checking.bounds.fields(class);
        return fields
            .flat_map(|field| {
                let cells = field.cells.iter().enumerate();
                cells.map(move |(at, cell)| (field, at, cell, block + cell.offset))
            })
            .collect();
    }
    let mut number = 0;
    let parts = parts(checking, block, class).into_iter().filter_map(|part| {
        number = if part.what == What::Element { number + 1 } else { 0 };
        match part.what {
            // Addresses in the object itself differ.
            What::Gone => None,
            What::Length(_) | What::Scalar(_) if is_own(part.cell) => None,
            What::Length(_) if !is_length(part.cell, &part.field) => None,
            _ => Some((part.field, number, part.cell, part.address)),
        }
    });
    parts.collect()
}

/// The name of a value that may be an address in the object itself: `text` of a string in C.
fn own_name(
    checking: &Checking,
    block: u64,
    class: ClassId,
    part: &PartOf<'_>,
    bits: u64,
) -> Option<String> {
    let Domain::Enum(names) = &part.field.domain.declared else { return None };
    if !is_own(part.cell) {
        return None;
    }
    let raw = raw_of(checking, checking.bounds.layout(class), block, part.cell, bits)?;
    names.get(usize::try_from(raw).ok()?).cloned()
}

/// Whether a cell holds an address in the object itself, which differs from object to object.
fn is_own(cell: &CellLayout) -> bool {
    let is_own = |bits: &Bits| matches!(bits, Bits::Own(_));
    matches!(&cell.encoding, Encoding::Table(bits) if bits.iter().any(is_own))
}

/// Whether a cell is a length of its own, before the elements of its field.
fn is_length(cell: &CellLayout, field: &FieldLayout<'_>) -> bool {
    field.cells.first() != Some(cell)
}

/// The name of the first field that one of two objects lacks, or has with fewer elements.
fn lacking(ones: &CellsOf<'_>, others: &CellsOf<'_>) -> Option<String> {
    let key = |cell: &CellOf<'_>| (cell.0.name.len(), cell.0.cells.as_ptr(), cell.1);
    let pairs = ones.iter().zip(others);
    let same_so_far = pairs.take_while(|(one, other)| key(one) == key(other)).count();
    let first = ones.get(same_so_far).or_else(|| others.get(same_so_far));
    first.map(|(field, ..)| field.name.to_owned())
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

/// Values of fields as the fields show them.
fn in_style(
    space: &Space,
    class: ClassId,
    mut fields: Vec<(String, SnapshotValue)>,
) -> Vec<(String, SnapshotValue)> {
    for (name, value) in &mut fields {
        if let Some(field) = space.field_named(class, name) {
            *value = value.styled(space.field(field).style);
        }
    }
    fields
}
