//! The memory of a state: objects by number, shared among states.
//!
//! An address is the number of an object in its upper half, and [`BASE`] plus an offset in its lower
//! half, so that offsets below 0 also belong to their object. An object of more than about four
//! gigabytes has several numbers, one after the other. Number 0 is not an object: the null pointer and
//! small numbers point there. Number 1 holds the functions.
//!
//! The addresses of a 32-bit program are below 4 GiB. Its objects begin at pages of 256 bytes, and the
//! number of an object is the number of its first page. The further pages, and one without memory after
//! them, are further numbers of the object.

mod object;
mod page;

use std::rc::Rc;

use pikse_base::Table;
use pikse_ir::LocId;

pub use object::Kind;
pub(crate) use object::{Fresh, Object};
pub(crate) use page::Byte;

/// The lower half of the address of an object's first byte.
pub const BASE: u32 = 0x1000_0000;
/// The number under which functions have their addresses.
pub(crate) const FUNCTIONS: u32 = 1;
/// How far the addresses of neighbouring functions are apart.
pub(crate) const FUNCTION_STEP: u32 = 16;
/// The largest object.
pub(crate) const LARGEST: u64 = 1 << 40;
/// How far after the end of a large object its addresses are still its own.
const BEYOND: u64 = 1 << 28;

/// The size of a page in a 32-bit program, as a power of two.
const NARROW_PAGE: u32 = 8;
/// The number of pages in a 32-bit program.
const NARROW_PAGES: u32 = 1 << (32 - NARROW_PAGE);

/// The address of a place in an object of a 64-bit program.
#[inline]
#[must_use]
pub const fn address_of(object: u32, offset: u64) -> u64 {
    ((object as u64) << 32).wrapping_add(BASE as u64).wrapping_add(offset)
}

/// The object that an address of a 64-bit program belongs to, and the offset in it, which may be outside
/// of it. The further numbers of a large object count as objects here; see `Memory::place`. An address of
/// a 32-bit program has the number 0, which is no object.
#[inline]
#[must_use]
pub const fn place_of(address: u64) -> (u32, i64) {
    ((address >> 32) as u32, (address & 0xffff_ffff) as i64 - BASE as i64)
}

/// The entry of a number.
#[derive(Clone, Debug)]
enum Slot {
    Live(Rc<Object>),
    /// A further number of a large object: so many after its first one.
    More(u32),
    /// Heap memory that was freed there.
    Freed(LocId),
}

/// What an address points to.
#[derive(Debug)]
pub(crate) enum Found {
    Object,
    Freed(LocId),
    /// A local variable of a function that has returned.
    Gone,
    /// No object ever had this number.
    Nothing,
}

/// All objects of a state.
#[derive(Clone, Debug)]
pub(crate) struct Memory {
    table: Table<Slot>,
    next: u32,
    /// The bytes that are allocated now, and how many of them the program may have.
    allocated: u64,
    /// In a 32-bit program: the first page after those of the functions.
    narrow: Option<u32>,
}

impl Memory {
    pub(crate) fn new() -> Self {
        Self { table: Table::new(), next: FUNCTIONS + 1, allocated: 0, narrow: None }
    }

    /// The memory of a 32-bit program with a number of functions.
    pub(crate) fn narrow(functions: usize) -> Self {
        let bytes = functions as u32 * FUNCTION_STEP;
        let first = FUNCTIONS + bytes.div_ceil(1 << NARROW_PAGE).max(1);
        Self { next: first, narrow: Some(first), ..Self::new() }
    }

    /// Whether addresses have 32 bits.
    pub(crate) fn is_narrow(&self) -> bool {
        self.narrow.is_some()
    }

    /// The address of a place in an object.
    #[inline]
    pub(crate) fn address(&self, number: u32, offset: u64) -> u64 {
        match self.narrow {
            None => address_of(number, offset),
            Some(_) => (u64::from(number) << NARROW_PAGE).wrapping_add(offset),
        }
    }

    /// Which bits of an address are the number of its object: the lowest one, and how many.
    pub(crate) fn number_bits(&self) -> (u32, u32) {
        match self.narrow {
            None => (32, 32),
            Some(_) => (NARROW_PAGE, 32 - NARROW_PAGE),
        }
    }

    /// Objects have numbers below this one.
    pub(crate) fn next_number(&self) -> u32 {
        self.next
    }

    /// Whether no object has this number or a later one, if this one is no object.
    pub(crate) fn is_after_all(&self, number: u32) -> bool {
        match self.narrow {
            None => number > FUNCTIONS,
            Some(_) => number >= self.next,
        }
    }

    /// How many numbers an object has beside its first one.
    fn more_numbers(&self, object: &Object) -> u32 {
        match self.narrow {
            None => more_numbers(object),
            // The last page has no memory.
            Some(_) => (object.room().div_ceil(1 << NARROW_PAGE).max(1) as u32).min(NARROW_PAGES),
        }
    }

    /// Adds an object with a new number.
    pub(crate) fn add(&mut self, object: Object) -> Option<u32> {
        let number = self.next;
        let more = self.more_numbers(&object);
        let next = number.checked_add(more + 1)?;
        if self.is_narrow() && next >= NARROW_PAGES {
            return None;
        }
        self.next = next;
        self.allocated += object.size();
        self.table.set(number, Slot::Live(Rc::new(object)));
        for k in 1..=more {
            self.table.set(number + k, Slot::More(k));
        }
        Some(number)
    }

    /// The object that an address belongs to, by its first number, and the offset in it.
    pub(crate) fn place(&self, address: u64) -> (u32, i64) {
        if self.is_narrow() {
            return match u32::try_from(address) {
                Ok(narrow) => {
                    let number = self.first(narrow >> NARROW_PAGE);
                    (number, address as i64 - (i64::from(number) << NARROW_PAGE))
                }
                Err(_) => (0, address as i64),
            };
        }
        let (number, offset) = place_of(address);
        match self.table.get(number) {
            Some(&Slot::More(k)) => (number - k, offset + (i64::from(k) << 32)),
            _ => (number, offset),
        }
    }

    /// The first number of the object that a number belongs to.
    pub(crate) fn first(&self, number: u32) -> u32 {
        if self.narrow.is_some_and(|first| number < first) {
            return number.min(FUNCTIONS);
        }
        match self.table.get(number) {
            Some(&Slot::More(k)) => number - k,
            _ => number,
        }
    }

    /// The bytes of all live objects.
    pub(crate) fn allocated(&self) -> u64 {
        self.allocated
    }

    /// The live object of a number.
    #[inline]
    pub(crate) fn object(&self, number: u32) -> Option<&Object> {
        match self.table.get(number) {
            Some(Slot::Live(object)) => Some(object),
            _ => None,
        }
    }

    /// The live object of a number, to be changed.
    #[inline]
    pub(crate) fn object_mut(&mut self, number: u32) -> Option<&mut Object> {
        match self.table.get_mut(number) {
            Some(Slot::Live(object)) => Some(Rc::make_mut(object)),
            _ => None,
        }
    }

    /// The entry of a number.
    pub(crate) fn find(&self, number: u32) -> Found {
        match self.table.get(number) {
            Some(Slot::Live(_)) => Found::Object,
            Some(&Slot::More(k)) => self.find(number - k),
            Some(&Slot::Freed(at)) => Found::Freed(at),
            None if number > FUNCTIONS && number < self.next => Found::Gone,
            None => Found::Nothing,
        }
    }

    /// Marks heap memory as freed.
    pub(crate) fn free(&mut self, number: u32, at: LocId) {
        self.forget_size(number);
        self.table.set(number, Slot::Freed(at));
    }

    /// Removes a local variable.
    pub(crate) fn remove(&mut self, number: u32) {
        let more = self.object(number).map_or(0, |object| self.more_numbers(object));
        self.forget_size(number);
        for k in 0..=more {
            self.table.remove(number + k);
        }
    }

    fn forget_size(&mut self, number: u32) {
        let size = self.object(number).map_or(0, Object::size);
        self.allocated -= size;
    }

    /// The live objects with their numbers.
    pub(crate) fn objects(&self) -> impl Iterator<Item = (u32, &Object)> {
        self.table.iter().filter_map(|(number, slot)| match slot {
            Slot::Live(object) => Some((number, &**object)),
            Slot::Freed(_) | Slot::More(_) => None,
        })
    }

    /// An estimate of the bytes that the state would free.
    pub(crate) fn own_weight(&self) -> usize {
        let own = |slot: &Slot| match slot {
            Slot::Live(object) if Rc::strong_count(object) == 1 => object.weight(),
            _ => 0,
        };
        self.table.iter().map(|(_, slot)| own(slot)).sum()
    }
}

/// How many numbers a large object has beside its first one.
fn more_numbers(object: &Object) -> u32 {
    match u64::from(BASE) + object.room() + BEYOND {
        ..0x1_0000_0000 => 0,
        end => (end >> 32) as u32,
    }
}
