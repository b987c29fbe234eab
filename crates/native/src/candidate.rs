//! The candidate in memory: where its objects and cells lie, and how values are written.
//!
//! Objects lie one after the other, with room between them that is nobody's, so that a
//! read past the end of one is found out.

use pikse_structure::{BoundedHeap, CellId, Encoding, Obj};

use crate::engine::checking::Place as Block;

/// Objects begin at multiples of this: every type of C, C++ and Rust that has a bound
/// is content with it.
const ALIGNMENT: usize = 16;
/// The room between objects.
const GAP: usize = 16;
/// The candidate's memory is whole lines of so many bytes.
pub(crate) const LINE: usize = 64;

/// Where everything is, in bytes from the beginning of the candidate's memory.
#[derive(Debug)]
pub(crate) struct CandidateLayout {
    /// For each byte, whose it is.
    owners: Vec<Owner>,
    places: Vec<Place>,
    /// The address of each object's block.
    addresses: Vec<u64>,
    /// What the memory holds before the first read.
    initial: Vec<u8>,
    /// What the predicate is called with.
    pub(crate) root: u64,
}

/// Whose a byte is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Owner {
    /// A cell's.
    Cell(CellId),
    /// An object's, but no cell's: padding, or something that is not chosen.
    Object,
    /// Nobody's.
    Nobody,
}

/// Where a cell is, and what its bytes mean.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    pub(crate) at: u32,
    pub(crate) size: u32,
    /// The values of an enum's constants.
    constants: Vec<i64>,
    kind: PlaceKind,
    /// Where an address points in the block of its object.
    into: u64,
    /// What stands for null.
    null: u64,
    /// The bits of the first value that is not null, and the distance to the next: values
    /// that do not lie evenly have none.
    even: Option<(u64, u64)>,
    /// Whether there are so many values that deciding each beforehand takes longer than
    /// running those that are met.
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

    /// Whether there are too many values to decide each beforehand.
    #[inline(always)]
    pub(crate) fn is_wide(&self) -> bool {
        self.is_wide
    }

    /// The bits of the first value that is not null and the distance to the next, if the
    /// values lie evenly.
    #[inline(always)]
    pub(crate) fn even(&self) -> Option<(u64, u64)> {
        self.even
    }
}

impl CandidateLayout {
    /// Lays the objects of a space out, from the address `base` on.
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
    /// if they lie evenly.
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

    /// Where the blocks of the objects are.
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

    /// What the memory holds if every cell has its first value.
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

    /// Puts a raw domain value of a cell into an image of the memory.
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

    /// What the memory holds before the first read.
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
