//! The candidate in memory: the places of its objects and cells, and how values are written.
//!
//! Objects are placed one after the other, with unused gaps between them, so that a read
//! out of bounds of one is detected.

use pikse_structure::layout::CONTENTS_HEAD;
use pikse_structure::space::Part;
use pikse_structure::{Bits, BoundedHeap, CellId, ClassId, Domain, Encoding, Obj};

use crate::engine::checking::Place as Block;

/// The alignment of objects, which is enough for every type of C, C++ and Rust that can be
/// bounded.
const ALIGNMENT: usize = 16;
/// The gap between objects.
const GAP: usize = 16;
/// The size of the candidate's memory is a multiple of this.
pub(crate) const LINE: usize = 64;

/// The places of everything, in bytes from the beginning of the candidate's memory.
#[derive(Debug)]
pub(crate) struct CandidateLayout {
    /// For each byte, what it belongs to.
    owners: Vec<Owner>,
    places: Vec<Place>,
    /// The address of each object's block.
    addresses: Vec<u64>,
    /// The contents of the memory before the first read.
    initial: Vec<u8>,
    /// Cells that may have the same byte: see [`Owner::Several`].
    several: Vec<Vec<CellId>>,
    /// The containers of the program's library.
    containers: Vec<Held>,
    /// The argument of the predicate.
    pub(crate) root: u64,
}

/// A container of the program's library.
#[derive(Clone, Debug)]
pub(crate) struct Held {
    /// Where its bytes are, and the buffer with its contents.
    pub(crate) start: u32,
    pub(crate) end: u32,
    pub(crate) buffer: u64,
    /// The offset of the buffer in the object, and the size of an entry.
    pub(crate) offset: u64,
    pub(crate) stride: u64,
    /// The cell with the number of entries.
    pub(crate) length: CellId,
    pub(crate) obj: Obj,
    /// The number of its contents in the space.
    pub(crate) contents: usize,
    /// What the names of its functions end with.
    pub(crate) name: String,
}

/// What a byte belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Owner {
    /// A cell.
    Cell(CellId),
    /// One of several cells, or none, as their tags say: the number of the list.
    Several(u32),
    /// An object, but no cell: padding, or a constant.
    Object,
    /// A gap.
    Nobody,
}

/// The place of a cell, and the meaning of its bytes.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    pub(crate) at: u32,
    pub(crate) size: u32,
    /// The values of an enum's constants.
    constants: Vec<i64>,
    kind: PlaceKind,
    /// Where an address points in the block of its object.
    into: u64,
    /// Where it points in objects of some classes, if that is elsewhere.
    elsewhere: Option<Box<[(ClassId, u64)]>>,
    /// The bits of null.
    null: u64,
    /// The bits of the first value that is not null, and the distance to the next; `None` if
    /// the values are not evenly spaced.
    even: Option<(u64, u64)>,
    /// Whether there are so many values that deciding all of them in advance takes longer than
    /// running those that are tried.
    is_wide: bool,
    /// For a cell that is there only sometimes, or that others depend on, what decides.
    tagged: Option<Box<Tagged>>,
}

/// What is special about a cell that is there only sometimes, or that others depend on.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tagged {
    /// What has to hold for it to be there: cells, and their least and greatest raw values.
    pub(crate) conditions: Vec<(CellId, i64, i64)>,
    /// The raw value with which the bytes are another cell's.
    left: Option<i64>,
    /// The cells that depend on it.
    pub(crate) dependents: Vec<CellId>,
    /// Whether it has one value only, so that nothing has to be chosen.
    pub(crate) is_fixed: bool,
}

impl Place {
    /// Where an address points in the block of an object.
    #[inline(always)]
    fn offset_in(&self, obj: Obj) -> u64 {
        let Some(elsewhere) = &self.elsewhere else { return self.into };
        let found = elsewhere.iter().find(|(class, _)| *class == obj.class());
        found.map_or(self.into, |&(_, into)| into)
    }
}

/// A cell with more values is wide.
const WIDE: u32 = 1 << 16;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PlaceKind {
    Value,
    Constant,
    Address,
}

impl Tagged {
    /// Whether other cells depend on it.
    pub(crate) fn is_tag(&self) -> bool {
        self.left.is_some() || !self.dependents.is_empty()
    }
}

impl Place {
    /// What decides whether the cell is there; `None` if it always is, and nothing depends on it.
    #[inline(always)]
    pub(crate) fn tagged(&self) -> Option<&Tagged> {
        self.tagged.as_deref()
    }

    /// Whether the bytes are another cell's with a raw value.
    pub(crate) fn leaves(&self, raw: i64) -> bool {
        self.tagged().is_some_and(|tagged| tagged.left == Some(raw))
    }

    /// Whether the bytes belong to a container of the library, and never to the cell.
    pub(crate) fn is_of_container(&self) -> bool {
        self.tagged().is_some_and(|tagged| tagged.is_fixed && tagged.left.is_some())
    }

    /// The bits of null.
    pub(crate) fn null(&self) -> u64 {
        self.null
    }

    /// Whether there are too many values to decide all in advance.
    #[inline(always)]
    pub(crate) fn is_wide(&self) -> bool {
        self.is_wide
    }

    /// The bits of the first value that is not null and the distance to the next, if the
    /// values are evenly spaced.
    #[inline(always)]
    pub(crate) fn even(&self) -> Option<(u64, u64)> {
        self.even
    }
}

impl CandidateLayout {
    /// Places the objects of a space, from the address `base` on.
    pub(crate) fn new(bounds: &BoundedHeap, base: u64) -> CandidateLayout {
        let (mut places, mut addresses) = (Vec::new(), Vec::new());
        let (mut owners, mut initial) = (Vec::new(), Vec::new());
        let mut shared: Vec<(usize, usize, CellId)> = Vec::new();
        let mut containers = Vec::new();
        for &obj in bounds.space.objects() {
            let layout = &bounds.layouts[obj.class().index()];
            let alignment = ALIGNMENT.max(layout.prefix.next_power_of_two() as usize);
            let start = initial.len().next_multiple_of(alignment);
            initial.resize(start, 0);
            owners.resize(start, Owner::Nobody);
            addresses.push(base + start as u64);
            let size = (layout.size as usize).max(1);
            let extent = size.max(layout.extent() as usize);
            initial.resize((start + extent + GAP).next_multiple_of(ALIGNMENT), 0);
            owners.resize(start + size, Owner::Object);
            owners.resize(initial.len(), Owner::Nobody);
            for buffer in &layout.buffers {
                let at = start + buffer.offset as usize;
                owners[at..at + buffer.size as usize].fill(Owner::Object);
            }
            let address = base + start as u64;
            for cell in &layout.cells {
                let id = CellId::at(places.len());
                let (kind, constants) = match &cell.encoding {
                    Encoding::Value => (PlaceKind::Value, Vec::new()),
                    Encoding::Constants(values) => (PlaceKind::Constant, values.clone()),
                    Encoding::Address => (PlaceKind::Address, Vec::new()),
                    Encoding::Table(bits) => {
                        (PlaceKind::Constant, table(bounds, id, bits, address))
                    }
                };
                let tagged = tagged(bounds, id, &cell.encoding);
                let (at, size) = (start + cell.offset as usize, cell.size as usize);
                match tagged {
                    None => owners[at..at + size].fill(Owner::Cell(id)),
                    Some(_) => shared.push((at, size, id)),
                }
                let (at, size) = (at as u32, size as u32);
                let (into, null) = (cell.into, cell.null as u64);
                let elsewhere = Some(&cell.elsewhere).filter(|some| !some.is_empty());
                let elsewhere = elsewhere.map(|some| some.clone().into_boxed_slice());
                let even = None;
                let is_wide = false;
                let tagged = tagged.map(Box::new);
                places.push(Place {
                    at,
                    size,
                    constants,
                    kind,
                    into,
                    elsewhere,
                    null,
                    even,
                    is_wide,
                    tagged,
                });
            }
            for container in &layout.containers {
                let contents = &bounds.space.contents()[container.contents];
                let length = bounds.space.cell_of(obj, contents.length, Part::Scalar);
                let buffer = layout.buffers.iter().find(|buffer| buffer.offset == container.buffer);
                let entries = buffer.map_or(0, |buffer| buffer.size - CONTENTS_HEAD);
                containers.extend(length.map(|length| Held {
                    start: (start as u64 + container.offset) as u32,
                    end: (start as u64 + container.offset + container.size) as u32,
                    buffer: start as u64 + container.buffer,
                    offset: container.buffer,
                    stride: entries / (contents.entries.len() as u64).max(1),
                    length,
                    obj,
                    contents: container.contents,
                    name: container.name.clone(),
                }));
            }
            for &(offset, target) in &layout.addresses {
                let at = start + offset as usize;
                initial[at..at + 8].copy_from_slice(&(address + target).to_le_bytes());
            }
            for &(offset, size, value) in &layout.constants {
                let (at, size) = (start + offset as usize, size as usize);
                initial[at..at + size].copy_from_slice(&value.to_le_bytes()[..size]);
            }
        }
        initial.resize(initial.len().next_multiple_of(LINE), 0);
        owners.resize(initial.len(), Owner::Nobody);
        let root = addresses[0] + bounds.layouts[bounds.space.root().class().index()].prefix;
        let several = share(&mut owners, &shared);
        add_dependents(&mut places);
        let mut layout =
            CandidateLayout { owners, places, addresses, initial, several, containers, root };
        for cell in 0..layout.places.len() {
            let is_wide = bounds.space.domain_of(CellId::at(cell)).len() > WIDE;
            layout.places[cell].is_wide = is_wide;
            if !is_wide {
                layout.places[cell].even = layout.even_bits(bounds, CellId::at(cell));
            }
        }
        layout
    }

    /// The bits of the first value of a cell that is not null and the distance to the next,
    /// if they are evenly spaced.
    fn even_bits(&self, bounds: &BoundedHeap, cell: CellId) -> Option<(u64, u64)> {
        let (domain, place) = (bounds.space.domain_of(cell), self.place(cell));
        let rule = domain.rule()?;
        let bits = |index: u32| self.encode(place, domain.raw(index));
        let mut indices = rule.nulls..domain.len();
        let first = bits(indices.next()?);
        let stride = indices.next().map_or(0, |second| bits(second).wrapping_sub(first));
        let is_even = |index: u32| {
            first.wrapping_add(u64::from(index - rule.nulls).wrapping_mul(stride)) == bits(index)
        };
        (rule.nulls..domain.len()).all(is_even).then_some((first, stride))
    }

    /// The addresses of the blocks of the objects, and after them those of their buffers.
    pub(crate) fn blocks(&self, bounds: &BoundedHeap) -> Vec<Block> {
        let start = |address: u64| address - self.addresses[0];
        let blocks = self.addresses.iter().zip(bounds.space.objects());
        let buffers = blocks.clone().flat_map(|(&address, obj)| {
            let buffers = bounds.layout(obj.class()).buffers.iter();
            buffers.map(move |buffer| Block {
                start: start(address) + buffer.offset,
                size: buffer.size,
                class: obj.class(),
                is_static: buffer.is_static,
            })
        });
        let objects = blocks.map(|(&address, obj)| Block {
            start: start(address),
            size: bounds.layout(obj.class()).size.max(1),
            class: obj.class(),
            is_static: false,
        });
        objects.chain(buffers).collect()
    }

    /// The containers of the program's library. One in the contents of another comes before it.
    #[inline(always)]
    pub(crate) fn containers(&self) -> &[Held] {
        &self.containers
    }

    /// What has to hold for a cell to be there.
    pub(crate) fn conditions(&self, cell: CellId) -> &[(CellId, i64, i64)] {
        self.place(cell).tagged().map_or(&[], |tagged| &tagged.conditions)
    }

    /// The cells that may have a byte: see [`Owner::Several`].
    pub(crate) fn several(&self, number: u32) -> &[CellId] {
        &self.several[number as usize]
    }

    /// The contents of the memory if every cell has its first value.
    pub(crate) fn first_values(&self, bounds: &BoundedHeap) -> Vec<u8> {
        let mut image = self.initial.clone();
        let raw = |cell: CellId| bounds.space.domain_of(cell).raw(0);
        for cell in (0..self.places.len()).map(CellId::at) {
            let domain = bounds.space.domain_of(cell);
            if !domain.is_empty() && self.is_there(cell, &raw) {
                self.put(&mut image, cell, domain.raw(0));
            }
        }
        image
    }

    /// Whether a cell is there, with the raw values of its tags.
    pub(crate) fn is_there(&self, cell: CellId, raw: &dyn Fn(CellId) -> i64) -> bool {
        let tagged = self.place(cell).tagged();
        tagged.is_none_or(|tagged| {
            let holds = |&(tag, low, high): &(CellId, i64, i64)| (low..=high).contains(&raw(tag));
            tagged.conditions.iter().all(holds)
        })
    }

    /// Writes the raw value of a tagged cell into an image of the memory, and the values of the cells
    /// that depend on it. `raw` has the values of all tagged cells.
    pub(crate) fn put_tagged(&self, image: &mut [u8], cell: CellId, raw: &dyn Fn(CellId) -> i64) {
        let Some(tagged) = self.place(cell).tagged() else { return };
        let cells = || std::iter::once(cell).chain(tagged.dependents.iter().copied());
        cells().for_each(|cell| self.clear(image, cell));
        for cell in cells().filter(|&cell| self.is_there(cell, raw)) {
            self.put(image, cell, raw(cell));
        }
    }

    /// Writes the initial bytes of a cell into an image of the memory.
    fn clear(&self, image: &mut [u8], cell: CellId) {
        let place = self.place(cell);
        let range = place.at as usize..(place.at + place.size) as usize;
        image[range.clone()].copy_from_slice(&self.initial[range]);
    }

    /// Writes a raw domain value of a cell into an image of the memory.
    #[inline(always)]
    pub(crate) fn put(&self, image: &mut [u8], cell: CellId, raw: i64) {
        let place = self.place(cell);
        if place.leaves(raw) {
            return;
        }
        let (at, size) = (place.at as usize, place.size as usize);
        let bits = self.encode(place, raw).to_le_bytes();
        // The common sizes without a loop.
        match size {
            8 => image[at..at + 8].copy_from_slice(&bits),
            4 => image[at..at + 4].copy_from_slice(&bits[..4]),
            _ => image[at..at + size].copy_from_slice(&bits[..size]),
        }
    }

    /// The number of cells.
    pub(crate) fn cells(&self) -> usize {
        self.places.len()
    }

    /// The bits at a place before the first read.
    pub(crate) fn initial_bits(&self, place: &Place) -> u64 {
        let (at, size) = (place.at as usize, place.size as usize);
        let mut bytes = [0; 8];
        bytes[..size].copy_from_slice(&self.initial[at..at + size]);
        u64::from_le_bytes(bytes)
    }

    /// Whether a cell holds the address of an object.
    #[inline(always)]
    pub(crate) fn is_address(&self, cell: CellId) -> bool {
        self.place(cell).kind == PlaceKind::Address
    }

    /// The contents of the memory before the first read.
    pub(crate) fn initial(&self) -> &[u8] {
        &self.initial
    }

    #[inline(always)]
    pub(crate) fn owner(&self, at: usize) -> Owner {
        self.owners.get(at).copied().unwrap_or(Owner::Nobody)
    }

    #[inline(always)]
    pub(crate) fn place(&self, cell: CellId) -> &Place {
        &self.places[cell.index()]
    }

    /// The bits of a raw domain value at a place.
    #[inline(always)]
    pub(crate) fn encode(&self, place: &Place, raw: i64) -> u64 {
        match place.kind {
            PlaceKind::Value => raw as u64,
            PlaceKind::Constant => place.constants[raw as usize] as u64,
            PlaceKind::Address => {
                let block = |obj: Obj| self.addresses[obj.id().index()] + place.offset_in(obj);
                Obj::from_raw(raw).map_or(place.null, block)
            }
        }
    }
}

/// The bits of the raw values of a cell of an object at an address.
fn table(bounds: &BoundedHeap, cell: CellId, bits: &[Bits], object: u64) -> Vec<i64> {
    // The raw value of the first length may be more than 0.
    let first = match bounds.space.domain_of(cell).declared {
        Domain::Range { low, .. } => usize::try_from(low).unwrap_or(0),
        _ => 0,
    };
    let bits = bits.iter().map(|bits| bits.at(object).unwrap_or(0) as i64);
    std::iter::repeat_n(0, first).chain(bits).collect()
}

/// What decides whether a cell is there, and whether it leaves its bytes to another.
fn tagged(bounds: &BoundedHeap, cell: CellId, encoding: &Encoding) -> Option<Tagged> {
    let conditions = bounds.space.conditions(cell);
    let left = match encoding {
        Encoding::Table(bits) => bits.iter().position(|&bits| bits == Bits::Left),
        _ => None,
    };
    let is_tag = bounds.space.is_tag(cell);
    let left = left.map(|index| bounds.space.domain_of(cell).raw(index as u32));
    let is_tagged = !conditions.is_empty() || left.is_some() || is_tag;
    let is_fixed = bounds.space.domain_of(cell).len() == 1;
    is_tagged.then(|| Tagged { conditions, left, dependents: Vec::new(), is_fixed })
}

/// Gives bytes that cells share to lists of these cells; returns the lists. A cell is in a list after
/// its tags.
fn share(owners: &mut [Owner], shared: &[(usize, usize, CellId)]) -> Vec<Vec<CellId>> {
    let mut by_byte: std::collections::BTreeMap<usize, Vec<CellId>> = Default::default();
    for &(at, size, cell) in shared {
        (at..at + size).for_each(|byte| by_byte.entry(byte).or_default().push(cell));
    }
    let mut numbers: std::collections::HashMap<Vec<CellId>, u32> = Default::default();
    let mut several = Vec::new();
    for (byte, cells) in by_byte {
        let number = *numbers.entry(cells.clone()).or_insert_with(|| {
            several.push(cells);
            several.len() as u32 - 1
        });
        owners[byte] = Owner::Several(number);
    }
    several
}

fn add_dependents(places: &mut [Place]) {
    for cell in 0..places.len() {
        let Some(tagged) = places[cell].tagged() else { continue };
        let tags: Vec<CellId> = tagged.conditions.iter().map(|&(tag, ..)| tag).collect();
        for tag in tags {
            if let Some(tagged) = &mut places[tag.index()].tagged {
                tagged.dependents.push(CellId::at(cell));
            }
        }
    }
}
