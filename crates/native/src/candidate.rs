//! The candidate in memory: the places of its objects and cells, and how values are written.
//!
//! Objects are placed one after the other, with unused gaps between them, so that a read
//! out of bounds of one is detected.

use pikse_structure::{BoundedHeap, CellId, Encoding, Obj};

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
    /// The argument of the predicate.
    pub(crate) root: u64,
}

/// What a byte belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Owner {
    /// A cell.
    Cell(CellId),
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
    /// The bits of null.
    null: u64,
    /// The bits of the first value that is not null, and the distance to the next; `None` if
    /// the values are not evenly spaced.
    even: Option<(u64, u64)>,
    /// Whether there are so many values that deciding all of them in advance takes longer than
    /// running those that are tried.
    is_wide: bool,
}

/// A cell with more values is wide.
const WIDE: u32 = 1 << 16;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PlaceKind {
    Value,
    Constant,
    Address,
}

impl Place {
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
        for &obj in bounds.space.objects() {
            let layout = &bounds.layouts[obj.class().index()];
            let alignment = ALIGNMENT.max(layout.prefix.next_power_of_two() as usize);
            let start = initial.len().next_multiple_of(alignment);
            initial.resize(start, 0);
            owners.resize(start, Owner::Nobody);
            addresses.push(base + start as u64);
            let size = (layout.size as usize).max(1);
            initial.resize((start + size + GAP).next_multiple_of(ALIGNMENT), 0);
            owners.resize(start + size, Owner::Object);
            owners.resize(initial.len(), Owner::Nobody);
            for cell in &layout.cells {
                let (kind, constants) = match &cell.encoding {
                    Encoding::Value => (PlaceKind::Value, Vec::new()),
                    Encoding::Constants(values) => (PlaceKind::Constant, values.clone()),
                    Encoding::Address => (PlaceKind::Address, Vec::new()),
                };
                let (at, size) = (start + cell.offset as usize, cell.size as usize);
                owners[at..at + size].fill(Owner::Cell(CellId::at(places.len())));
                let (at, size) = (at as u32, size as u32);
                let (into, null) = (cell.into, cell.null as u64);
                let even = None;
                let is_wide = false;
                places.push(Place { at, size, constants, kind, into, null, even, is_wide });
            }
            for &(offset, size, value) in &layout.constants {
                let (at, size) = (start + offset as usize, size as usize);
                initial[at..at + size].copy_from_slice(&value.to_le_bytes()[..size]);
            }
        }
        initial.resize(initial.len().next_multiple_of(LINE), 0);
        owners.resize(initial.len(), Owner::Nobody);
        let root = addresses[0] + bounds.layouts[bounds.space.root().class().index()].prefix;
        let mut layout = CandidateLayout { owners, places, addresses, initial, root };
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

    /// The addresses of the blocks of the objects.
    pub(crate) fn blocks(&self, bounds: &BoundedHeap) -> Vec<Block> {
        let start = |address: u64| address - self.addresses[0];
        let blocks = self.addresses.iter().zip(bounds.space.objects());
        blocks
            .map(|(&address, obj)| Block {
                start: start(address),
                size: bounds.layout(obj.class()).size.max(1),
                class: obj.class(),
            })
            .collect()
    }

    /// The contents of the memory if every cell has its first value.
    pub(crate) fn first_values(&self, bounds: &BoundedHeap) -> Vec<u8> {
        let mut image = self.initial.clone();
        for cell in (0..self.places.len()).map(CellId::at) {
            let domain = bounds.space.domain_of(cell);
            if !domain.is_empty() {
                self.put(&mut image, cell, domain.raw(0));
            }
        }
        image
    }

    /// Writes a raw domain value of a cell into an image of the memory.
    #[inline(always)]
    pub(crate) fn put(&self, image: &mut [u8], cell: CellId, raw: i64) {
        let place = self.place(cell);
        let (at, size) = (place.at as usize, place.size as usize);
        let bits = self.encode(place, raw).to_le_bytes();
        // The common sizes without a loop.
        match size {
            8 => image[at..at + 8].copy_from_slice(&bits),
            4 => image[at..at + 4].copy_from_slice(&bits[..4]),
            _ => image[at..at + size].copy_from_slice(&bits[..size]),
        }
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
                let block = |obj: Obj| self.addresses[obj.id().index()] + place.into;
                Obj::from_raw(raw).map_or(place.null, block)
            }
        }
    }
}
