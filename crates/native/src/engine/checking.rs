//! Checks the memory accesses of code under test, and finds leaks.
//!
//! A predicate only reads a candidate; code under test changes it, frees its objects and
//! allocates others. So every byte of the input's objects is known from the beginning, and
//! the map of known bytes says which bytes may be accessed. A freed object is removed from it
//! until the next run. The input, its copy (the state before the call) and the blocks of the
//! heap are treated alike. Only cells that no choice was made for are not in the map until they
//! are used, so that a read of a value that was not chosen is noticed: it is a **late** read. What is
//! copied is not read yet.
#![expect(unsafe_code, reason = "works on the memory of code under test")]

mod copies;
mod late;
mod leaks;
mod owners;

use std::rc::Rc;
use std::sync::Arc;

use pikse_structure::layout::CONTENTS_HEAD;
use pikse_structure::{BoundedHeap, CellId, ClassId};
use pikse_work::Journal;

use super::broken::Broken;
use super::heap::{FREED, Heap, HeapError};
use super::slot::{KNOWN, OLD};
use crate::candidate::{CandidateLayout, Owner};
use copies::{Copied, Sleeper};

/// The alignment of objects and the minimum gap between them, so that no two objects share
/// a granule of this size.
const GRANULE: u64 = 16;

/// From 255 down to 1.
const DESCENDING: [u8; 255] = {
    let mut table = [0; 255];
    let mut at = 0;
    while at < 255 {
        table[at] = 255 - at as u8;
        at += 1;
    }
    table
};

/// An object of the input.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    /// From the beginning of the input.
    pub(crate) start: u64,
    pub(crate) size: u64,
    /// Its class, or that of the object whose buffer it is.
    pub(crate) class: ClassId,
    /// Whether it is never freed.
    pub(crate) is_static: bool,
}

/// A block of the heap that the current run allocated.
#[derive(Clone, Copy, Debug)]
struct Block {
    start: u64,
    size: u64,
    is_marked: bool,
}

/// The live objects and blocks in the memory of code under test.
pub(crate) struct Checking {
    base: u64,
    length: u64,
    /// The range of the heap.
    heap: (u64, u64),
    /// The memory that the constructors have allocated, and its part of the map.
    kept: (Vec<u8>, Vec<u8>),
    places: Vec<Place>,
    /// For each granule the number of its object plus one, or 0.
    granules: Vec<u32>,
    /// The addresses of the objects that the current run has freed.
    freed: Vec<u64>,
    /// The blocks that the current run allocated, in order of addresses.
    blocks: Vec<Block>,
    /// For each object whether it could be reached before the run, and after it.
    before: Vec<bool>,
    after: Vec<bool>,
    /// Ranges of memory to scan for pointers.
    pending: Vec<(u64, u64)>,
    /// For each cell whether a choice was made for it, and what the map says of its bytes then.
    chosen: Vec<bool>,
    awake: Vec<u64>,
    /// What the map says of the bytes of the input if all of them may be used.
    usable: Vec<u8>,
    /// How many cells own each object.
    owners: Vec<u32>,
    /// The raw values of all tagged cells.
    pub(crate) raws: Vec<i64>,
    /// The cells that were used without a choice since the last choices: those that were read, in
    /// order, and those that were overwritten.
    late: Vec<CellId>,
    overwritten: Vec<CellId>,
    /// Where cells without a choice were copied to, and those of the current copy: their offsets in it.
    copied: Vec<Copied>,
    taken: Vec<(u64, CellId)>,
    /// The size of the memory for local variables that have a map.
    locals: u64,
    /// Whether the code also gets a copy of the input.
    has_copy: bool,
    /// For each container of the layout the number of its object, where its contents are, and whether it
    /// was made in the current run.
    contents: Vec<(usize, u64, u64, bool)>,
    /// The journal that records late reads, and the number of its entries before them.
    journal: Option<Rc<dyn Journal>>,
    entries: usize,
    /// Whether the calls that allocate a block are noted, and those of the current run.
    pub(crate) notes_sites: bool,
    pub(crate) sites: Vec<(u64, Vec<u64>)>,
    pub(crate) bounds: Arc<BoundedHeap>,
}

/// The object at an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// An object of the input, or of its copy.
    Object(usize),
    /// A block that was allocated.
    Block(u64),
    /// An object that was freed.
    Freed(usize),
    /// No object.
    Nothing,
}

impl Checking {
    /// Nothing has run yet. `heap`: where the heap begins and ends. `locals`: how much memory local
    /// variables have. `has_copy`: whether the code also gets a copy of the input.
    pub(crate) fn new(
        layout: &CandidateLayout,
        base: u64,
        heap: (u64, u64),
        locals: u64,
        bounds: &Arc<BoundedHeap>,
        has_copy: bool,
    ) -> Checking {
        let length = layout.initial().len() as u64;
        let places = layout.blocks(bounds);
        let cells = bounds.space.cells().len();
        let mut granules = vec![0; length.div_ceil(GRANULE) as usize];
        for (number, place) in places.iter().enumerate() {
            let (first, last) = (place.start / GRANULE, (place.start + place.size - 1) / GRANULE);
            granules[first as usize..=last as usize].fill(number as u32 + 1);
        }
        let count = places.len();
        let mut checking = Checking {
            base,
            length,
            heap,
            kept: (Vec::new(), Vec::new()),
            places,
            granules,
            freed: Vec::new(),
            blocks: Vec::new(),
            before: vec![false; count],
            after: vec![false; count],
            pending: Vec::new(),
            chosen: vec![false; cells],
            awake: Vec::new(),
            usable: Vec::new(),
            owners: Vec::new(),
            raws: (0..cells).map(|at| bounds.space.domain_of(CellId::at(at)).raw(0)).collect(),
            late: Vec::new(),
            overwritten: Vec::new(),
            copied: Vec::new(),
            taken: Vec::new(),
            locals,
            has_copy,
            contents: layout
                .containers()
                .iter()
                .map(|held| {
                    let size = CONTENTS_HEAD
                        + held.stride * bounds.space.contents()[held.contents].entries.len() as u64;
                    (held.obj.id().index(), held.buffer, held.buffer + size, false)
                })
                .collect(),
            journal: None,
            entries: 0,
            notes_sites: false,
            sites: Vec::new(),
            bounds: Arc::clone(bounds),
        };
        checking.awake = (0..cells).map(|at| checking.awake(layout, CellId::at(at))).collect();
        checking.usable = checking.usable(layout);
        for &place in &checking.places {
            checking.set_object_usable(base + place.start, place);
            checking.set_object_usable(base + OLD + place.start, place);
        }
        for cell in (0..cells).map(CellId::at) {
            if checking.can_sleep(layout, cell) {
                checking.put_to_sleep(layout, cell);
            }
        }
        checking
    }

    /// Allows accesses to the bytes of an object. The map holds for each byte how many bytes
    /// are left from there on, up to the maximum of a byte.
    #[inline(always)]
    fn set_usable(&self, address: u64, size: u64) {
        let far = size.saturating_sub(DESCENDING.len() as u64);
        let near = (size - far) as usize;
        let map = (address + KNOWN) as *mut u8;
        // SAFETY: the map is as long as the input, and as the heap.
        unsafe {
            std::ptr::write_bytes(map, u8::MAX, far as usize);
            let from = DESCENDING.as_ptr().add(DESCENDING.len() - near);
            std::ptr::copy_nonoverlapping(from, map.add(far as usize), near);
        }
    }

    /// Allows accesses to the bytes of an object of the input, or of its copy, at an address.
    #[inline(always)]
    fn set_object_usable(&self, address: u64, place: Place) {
        let map = (address + KNOWN) as *mut u8;
        let from = &self.usable[place.start as usize..(place.start + place.size) as usize];
        // SAFETY: the map is as long as the input.
        unsafe { std::ptr::copy_nonoverlapping(from.as_ptr(), map, from.len()) };
    }

    /// Forbids accesses to the bytes of an object.
    fn set_unusable(&self, address: u64, size: u64) {
        // SAFETY: as above.
        unsafe { std::ptr::write_bytes((address + KNOWN) as *mut u8, 0, size as usize) };
    }

    /// Keeps the current heap for all runs.
    pub(crate) fn keep(&mut self, heap: &Heap) {
        let length = (heap.tip() - heap.start()) as usize;
        // SAFETY: that much of the heap, and of the map, was written.
        let copy =
            |from: u64| unsafe { std::slice::from_raw_parts(from as *const u8, length).to_vec() };
        self.kept = (copy(heap.start()), copy(heap.start() + KNOWN));
        self.blocks.clear();
    }

    /// Begins a new run.
    #[inline(always)]
    pub(crate) fn begin(&mut self, heap: &Heap, layout: &CandidateLayout) {
        self.blocks.clear();
        self.forget_copies(layout);
        let used = heap.tip() - heap.start();
        if used > 0 {
            self.restore_heap(heap.start(), used);
        }
        while let Some(address) = self.freed.pop() {
            if let Some(place) = self.place_at(address) {
                self.set_object_usable(address, place);
                let copy = address - self.base - place.start;
                if copy == 0 || self.has_copy {
                    self.put_unchosen_to_sleep(layout, place, copy);
                }
            }
        }
    }

    /// Makes accesses to bytes of the input, and of its copy, call the host.
    pub(crate) fn hide(&self, at: u64, size: u64) {
        self.set_unusable(self.base + at, size);
        if self.has_copy {
            self.set_unusable(self.base + OLD + at, size);
        }
    }

    /// Takes that back.
    pub(crate) fn show(&self, layout: &CandidateLayout, at: u64, size: u64) {
        self.unhide(layout, self.base + at, size);
        if self.has_copy {
            self.unhide(layout, self.base + OLD + at, size);
        }
    }

    /// Whether no choice was made for a cell, and none will be after this run.
    pub(crate) fn is_open(&self, layout: &CandidateLayout, cell: CellId) -> bool {
        !self.chosen[cell.index()] && self.can_sleep(layout, cell) && !self.late.contains(&cell)
    }

    /// Records whether a container of the input was made.
    pub(crate) fn set_made(&mut self, container: usize, is_made: bool) {
        self.contents[container].3 = is_made;
    }

    /// Allows them again, as far as they were chosen.
    pub(crate) fn unhide(&self, layout: &CandidateLayout, address: u64, size: u64) {
        let Some(at) = self.offset(address) else { return };
        let place = Place { start: at, size, class: ClassId(0), is_static: false };
        self.set_object_usable(address, place);
        self.put_unchosen_to_sleep(layout, place, address - self.base - at);
    }

    /// Whether the object at an address was freed.
    pub(crate) fn is_gone(&self, address: u64, heap: &Heap) -> bool {
        self.is_freed_at(address, heap)
    }

    /// Whether an address is in the input, or in its copy.
    pub(crate) fn is_input(&self, address: u64) -> bool {
        self.offset(address).is_some()
    }

    /// Records that a choice was made for a cell, or taken back.
    #[inline(always)]
    pub(crate) fn set_chosen(&mut self, layout: &CandidateLayout, cell: CellId, chosen: bool) {
        self.chosen[cell.index()] = chosen;
        match chosen {
            // Which bytes it has is known when its value is: see `settle`.
            _ if layout.place(cell).tagged().is_some() => {}
            true => self.wake(layout, cell),
            false => self.put_to_sleep(layout, cell),
        }
    }

    /// Whether a cell is there, with bytes of its own, and has more than one value.
    fn can_sleep(&self, layout: &CandidateLayout, cell: CellId) -> bool {
        let Some(tagged) = layout.place(cell).tagged() else { return true };
        let raw = |cell: CellId| self.raws[cell.index()];
        !tagged.is_fixed && layout.is_there(cell, &raw) && !layout.place(cell).leaves(raw(cell))
    }

    /// Updates the map after a tagged cell got another value, or was chosen: cells that depend on it
    /// may be there now, or not any more.
    pub(crate) fn settle(&self, layout: &CandidateLayout, cell: CellId) {
        let Some(tagged) = layout.place(cell).tagged() else { return };
        let cells = || std::iter::once(cell).chain(tagged.dependents.iter().copied());
        cells().for_each(|cell| self.wake(layout, cell));
        for cell in cells() {
            if !self.chosen[cell.index()] && self.can_sleep(layout, cell) {
                self.put_to_sleep(layout, cell);
            }
        }
    }

    /// The cell without a choice that a read of one of several cells needs first: a tag, or the cell.
    fn sleeper_among(&self, layout: &CandidateLayout, cells: &[CellId]) -> Option<CellId> {
        let is_asleep = |cell: &CellId| !self.chosen[cell.index()] && self.can_sleep(layout, *cell);
        let cell = cells.iter().copied().find(is_asleep)?;
        let tags = layout.place(cell).tagged().map_or(&[][..], |tagged| &tagged.conditions);
        let open = |tag: &CellId| {
            let is_choice = layout.place(*tag).tagged().is_some_and(|tagged| !tagged.is_fixed);
            is_choice && !self.chosen[tag.index()] && !self.late.contains(tag)
        };
        Some(tags.iter().map(|&(tag, ..)| tag).find(open).unwrap_or(cell))
    }

    /// Allows accesses to the bytes of a cell, of the input and of its copy.
    #[inline(always)]
    fn wake(&self, layout: &CandidateLayout, cell: CellId) {
        self.wake_in(layout, cell, 0);
        if self.has_copy {
            self.wake_in(layout, cell, OLD);
        }
    }

    /// Allows accesses to the bytes of a cell of the input, or of its copy, some bytes further.
    #[inline(always)]
    fn wake_in(&self, layout: &CandidateLayout, cell: CellId, copy: u64) {
        let place = layout.place(cell);
        let at = u64::from(place.at);
        if !self.freed.is_empty()
            && let Some(object) = self.place_at(self.base + at)
            && self.freed.contains(&(self.base + copy + object.start))
        {
            return;
        }
        self.set_map(self.base + copy + at, place.size.into(), self.awake[cell.index()]);
    }

    /// What the map says of the bytes of a cell that may be used, from its first byte on.
    fn awake(&self, layout: &CandidateLayout, cell: CellId) -> u64 {
        let at = u64::from(layout.place(cell).at);
        let Some(object) = self.place_at(self.base + at) else { return 0 };
        // An access to several cells asks for each: one of them may be asleep.
        let left = (object.start + object.size - at).min(layout.place(cell).size.into());
        u64::from_le_bytes(std::array::from_fn(|byte| {
            left.saturating_sub(byte as u64).min(255) as u8
        }))
    }

    /// Sets what the map says of a cell's bytes. Cells are at most 8 bytes long.
    #[inline(always)]
    fn set_map(&self, address: u64, size: u64, left: u64) {
        let map = (address + KNOWN) as *mut u8;
        // SAFETY: the map is as long as the input.
        unsafe {
            match size {
                8 => map.cast::<u64>().write_unaligned(left),
                4 => map.cast::<u32>().write_unaligned(left as u32),
                _ => std::ptr::copy_nonoverlapping(left.to_le_bytes().as_ptr(), map, size as usize),
            }
        }
    }

    #[inline(always)]
    fn put_to_sleep(&self, layout: &CandidateLayout, cell: CellId) {
        let place = layout.place(cell);
        let (address, size) = (self.base + u64::from(place.at), place.size.into());
        self.set_map(address, size, 0);
        if self.has_copy {
            self.set_map(address + OLD, size, 0);
        }
    }

    fn put_unchosen_to_sleep(&self, layout: &CandidateLayout, object: Place, copy: u64) {
        let mut at = object.start;
        while at < object.start + object.size {
            let cell = match layout.owner(at as usize) {
                Owner::Cell(cell) => cell,
                Owner::Several(number) => {
                    for &cell in layout.several(number) {
                        if !self.chosen[cell.index()] && self.can_sleep(layout, cell) {
                            let place = layout.place(cell);
                            let start = self.base + copy + u64::from(place.at);
                            self.set_unusable(start, place.size.into());
                        }
                    }
                    at += 1;
                    continue;
                }
                Owner::Object | Owner::Nobody => {
                    at += 1;
                    continue;
                }
            };
            let place = layout.place(cell);
            if !self.chosen[cell.index()] {
                self.set_unusable(self.base + copy + u64::from(place.at), place.size.into());
            }
            at += u64::from(place.size);
        }
    }

    /// Prepares for new choices: removes cells without a choice from the map again.
    #[inline(always)]
    pub(crate) fn sleep(&mut self, layout: &CandidateLayout) {
        while let Some(cell) = self.late.pop().or_else(|| self.overwritten.pop()) {
            if !self.chosen[cell.index()] && self.can_sleep(layout, cell) {
                self.put_to_sleep(layout, cell);
            }
        }
    }

    #[inline(always)]
    fn restore_heap(&self, start: u64, used: u64) {
        self.set_unusable(start, used);
        let (bytes, map) = &self.kept;
        if !bytes.is_empty() {
            // SAFETY: both were copied from there.
            unsafe {
                std::ptr::copy_nonoverlapping(bytes.as_ptr(), start as *mut u8, bytes.len());
                let to = (start + KNOWN) as *mut u8;
                std::ptr::copy_nonoverlapping(map.as_ptr(), to, map.len());
            }
        }
    }

    /// The offset of an address in the input, or in its copy.
    #[inline(always)]
    fn offset(&self, address: u64) -> Option<u64> {
        let offset = address.wrapping_sub(self.base);
        let offset = if offset >= OLD { offset - OLD } else { offset };
        (offset < self.length).then_some(offset)
    }

    /// The number of the object that an address is in.
    #[inline(always)]
    fn number_at(&self, address: u64) -> Option<usize> {
        let granule = self.granules[(self.offset(address)? / GRANULE) as usize];
        (granule > 0).then(|| granule as usize - 1)
    }

    fn place_at(&self, address: u64) -> Option<Place> {
        self.number_at(address).map(|number| self.places[number])
    }

    /// The error of an access to the input or to the heap, if it is one.
    pub(crate) fn judge(
        &mut self,
        address: u64,
        bytes: u64,
        writes: bool,
        (heap, layout): (&Heap, &CandidateLayout),
    ) -> Option<Broken> {
        loop {
            let bad = self.first_bad(address, bytes)?;
            let sleeper = self.sleeper_at(bad, layout).filter(|_| !self.is_freed_at(bad, heap));
            let Some(sleeper) = sleeper else {
                return Some(self.error_at(bad, address, writes, heap));
            };
            let Sleeper { cell, start, behind } = sleeper;
            let size = u64::from(layout.place(cell).size);
            let is_whole = address <= start && start + size <= address + bytes;
            match behind {
                Some(behind) if writes && is_whole => {
                    self.overwritten.push(cell);
                    self.wake_in(layout, cell, behind);
                }
                None if writes && is_whole => self.forget_copy(sleeper, layout),
                _ => self.note_late(layout, cell),
            }
        }
    }

    /// The error of an access to an address, whose byte at `bad` may not be accessed.
    fn error_at(&self, bad: u64, address: u64, writes: bool, heap: &Heap) -> Broken {
        match (self.is_freed_at(bad, heap), writes) {
            _ if self.is_local(bad) => Broken::StackOutside { writes },
            (true, _) => Broken::UseAfterFree { address },
            (false, true) => Broken::WroteOutside { address },
            (false, false) => Broken::ReadOutside { address },
        }
    }

    /// Whether bytes belong to the input, to its copy or to a block of the heap.
    pub(crate) fn is_readable(&self, address: u64, bytes: u64) -> bool {
        let Some(last) = address.checked_add(bytes.max(1) - 1) else { return false };
        let is_input = self.offset(address).is_some() && self.offset(last).is_some();
        is_input || self.block_at(address).is_some_and(|block| last < block.start + block.size)
    }

    fn is_on_heap(&self, address: u64) -> bool {
        (self.heap.0..self.heap.1).contains(&address)
    }

    /// The first byte of an access that the map does not allow.
    fn first_bad(&self, address: u64, bytes: u64) -> Option<u64> {
        let is_usable = |at: u64| {
            // SAFETY: the map is as long as the input, and as the heap.
            (self.offset(at).is_some() || self.is_on_heap(at) || self.is_local(at))
                && unsafe { *((at + KNOWN) as *const u8) } > 0
        };
        (address..address.saturating_add(bytes)).find(|&at| !is_usable(at))
    }

    /// Whether a byte belongs to freed memory.
    fn is_freed_at(&self, address: u64, heap: &Heap) -> bool {
        if self.is_local(address) {
            return self.is_dead_local(address);
        }
        if self.is_on_heap(address) {
            return self.block_at(address).is_some_and(|block| heap.size(block.start).is_err());
        }
        self.place_at(address).is_some_and(|place| {
            let at = self.offset(address).unwrap_or(0);
            at < place.start + place.size && self.freed.contains(&(address - (at - place.start)))
        })
    }

    /// The cell at an address for which no choice was made.
    fn sleeper_at(&self, address: u64, layout: &CandidateLayout) -> Option<Sleeper> {
        if let Some(copy) = self.copy_at(address, layout) {
            return Some(copy);
        }
        let offset = self.offset(address)?;
        let cell = match layout.owner(offset as usize) {
            Owner::Cell(cell) if !self.chosen[cell.index()] => cell,
            Owner::Several(number) => self.sleeper_among(layout, layout.several(number))?,
            _ => return None,
        };
        let behind = address - self.base - offset;
        let start = self.base + behind + u64::from(layout.place(cell).at);
        Some(Sleeper { cell, start, behind: Some(behind) })
    }

    /// The block that an address is in.
    fn block_at(&self, address: u64) -> Option<&Block> {
        let at = self.blocks.partition_point(|block| block.start <= address);
        let block = &self.blocks[at.checked_sub(1)?];
        (address < block.start + block.size).then_some(block)
    }

    /// Records that the program has allocated a block.
    pub(crate) fn allocated(&mut self, start: u64, size: u64) {
        self.set_usable(start, size);
        let block = Block { start, size: size.max(1), is_marked: false };
        match self.blocks.last() {
            Some(last) if last.start >= start => {
                // A reused block.
                let at = self.blocks.partition_point(|known| known.start < start);
                match self.blocks.get_mut(at).filter(|known| known.start == start) {
                    Some(known) => *known = block,
                    None => self.blocks.insert(at, block),
                }
            }
            _ => self.blocks.push(block),
        }
    }

    /// The size of an object of the input that begins at an address.
    pub(crate) fn size_of(&self, address: u64) -> Option<u64> {
        let place = self.place_at(address)?;
        (self.offset(address) == Some(place.start) && !self.freed.contains(&address))
            .then_some(place.size)
            .filter(|_| !place.is_static)
    }

    /// Records that the program has freed a block of `size` bytes.
    pub(crate) fn freed_block(&self, start: u64, size: u64) {
        self.set_unusable(start, size);
    }

    /// Frees an object of the input; `None` if the address is not the input's.
    pub(crate) fn free(&mut self, address: u64) -> Option<Result<(), HeapError>> {
        self.offset(address)?;
        if self.freed.contains(&address) {
            return Some(Err(HeapError::FreedTwice));
        }
        let Some(size) = self.size_of(address) else {
            return Some(Err(HeapError::NotAllocated));
        };
        self.freed.push(address);
        self.set_unusable(address, size);
        // SAFETY: the object is mapped; the next run restores it.
        unsafe { std::ptr::write_bytes(address as *mut u8, FREED, size as usize) };
        Some(Ok(()))
    }

    /// The object that a pointer to the class with this address leads to.
    pub(crate) fn find(&self, address: u64, class: ClassId, heap: Option<&Heap>) -> Found {
        let size = self.bounds.layout(class).size;
        if let Some(number) = self.number_at(address) {
            let place = self.places[number];
            let block = address - (self.offset(address).unwrap_or(0) - place.start);
            let is_object = number < self.objects();
            // An object of another class is one that a pointer to a base class leads to.
            let is_large = place.size >= size || place.class != class;
            let fits = is_object && self.offset(address) == Some(place.start) && is_large;
            if !is_object {
                return Found::Nothing;
            }
            return match (fits, self.freed.contains(&block)) {
                (_, true) => Found::Freed(number),
                (true, false) => Found::Object(number),
                (false, false) => Found::Nothing,
            };
        }
        match self.block_at(address) {
            Some(block) if block.start == address && block.size >= size => {
                let is_freed = heap.is_some_and(|heap| heap.size(address).is_err());
                if is_freed { Found::Nothing } else { Found::Block(address) }
            }
            _ => Found::Nothing,
        }
    }

    /// The address of the input's root; that of its copy is [`OLD`] bytes further.
    pub(crate) fn base(&self) -> u64 {
        self.base
    }

    /// The objects of the input.
    pub(crate) fn places(&self) -> &[Place] {
        &self.places[..self.objects()]
    }
}
