//! A bounded heap: a space, and the memory layout of its objects.
//!
//! A [`Space`] says which objects may exist and what their cells may hold. In a program the same
//! objects are bytes: a block for each object, in which every cell has an offset, a size and an encoding.
//! All code that writes candidates into memory, reads them back or chooses them cell by cell uses this
//! one description. Objects and cells have the ids and the names of the space.
//!
//! **Numbers and bits.** The search identifies a value by its index in the domain; a predicate sees its
//! raw value; memory holds its bits: the raw value itself, the value of an enum's constant, or an address.
//! [`BoundedHeap::numbers`] lists the bits that a cell may hold, in the order of its domain, unless the
//! cell is an address.
//!
//! **Choices as inputs.** An exploration chooses a cell when the program reads it, and the choice is an
//! input of the test, under the name of the cell. A number is chosen as its own bytes. For an address
//! the input is 0 for null, and `k` for the object at index `k - 1` of the domain: with one class, 1 is
//! `node0`, 2 is `node1`, and so on, whether null is in the domain or not. It has one byte if
//! the domain has fewer than 128 objects, and four otherwise ([`BoundedHeap::choice_size`]).
//!
//! **Tags.** Some cells are there only with some values of others ([`crate::space::When`]): the fields
//! of an enum's variant, the elements of a vector. Cells of different variants may have the same bytes,
//! and the tag itself may share its bytes with a field of one variant, which has values that are no tag
//! (a *niche*): with this variant, the tag leaves its bytes to the field ([`Bits::Left`]).
//!
//! **Buffers.** An object may have more than one block: the elements of a vector are in a buffer of the
//! object, which no other object can refer to. Offsets of cells in a buffer are also from the beginning
//! of the object's block: code that lays out objects keeps the distances, or finds the buffer by
//! [`Layout::buffer_at`].
//!
//! **Owners.** The value of an `Rc` is after two counts: how many pointers own it, and how many refer to it
//! weakly. Their values depend on the other cells ([`Counts`]). A predicate does not change them in the end,
//! so it gets those of one owner; code under test drops owners, so it gets the right ones.
//!
//! **Invariant:** an array of a bounded heap has a fixed length, or its own length cell.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::domain::{Domain, References, ResolvedDomain};
use crate::handle::Obj;
use crate::ids::{CellId, ClassId};
use crate::space::{ArrayLength, Shape, Space};

/// A space, and the memory layout of its objects.
#[derive(Debug, Serialize, Deserialize)]
pub struct BoundedHeap {
    /// The space.
    pub space: Arc<Space>,
    /// A layout for each class of the space.
    pub layouts: Vec<Layout>,
}

/// The memory layout of an object of a class: a block with `prefix` bytes and then the
/// value. All offsets are from the beginning of the block.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Layout {
    /// The size of the block in bytes, the prefix included.
    pub size: u64,
    /// The number of bytes before the value: the reference counts, if an `Rc` or an
    /// `Arc` points to the class, and otherwise none.
    pub prefix: u64,
    /// The counts of its owners, if there are any.
    pub counts: Option<Counts>,
    /// Its cells, in the order of the class's cells.
    pub cells: Vec<CellLayout>,
    /// Bytes that have one value in every candidate: offset, size (at
    /// most 8) and value of each. All bytes that are in no cell and no constant are padding.
    pub constants: Vec<(u64, u64, i64)>,
    /// Addresses within the object that are the same in every candidate: where they are, and the
    /// offset that they point to.
    pub addresses: Vec<(u64, u64)>,
    /// The buffers, by offset; the first begins after the block.
    pub buffers: Vec<Buffer>,
    /// Whether some cells are there only with some values of others.
    pub is_tagged: bool,
    /// Values that are addresses of the program's symbols.
    pub symbols: Vec<Symbol>,
    /// The containers of the program's library, whose bytes are not cells.
    pub containers: Vec<Container>,
    /// For each cell whether it is an integer without a sign; cells that are not listed have one.
    pub unsigned: Vec<bool>,
}

/// A block of an object besides its first: the memory of a vector or of a string.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Buffer {
    /// Its offset from the beginning of the object's block.
    pub offset: u64,
    /// Its size in bytes.
    pub size: u64,
    /// Whether it stands for a constant of the program, which is never freed.
    pub is_static: bool,
    /// The offset of the address of it. The program may put another address there, of a larger buffer.
    /// Contents of a container have none ([`NO_POINTER`]).
    pub pointer: u64,
}

/// A container of the program's library: a map, a set, a list. Its bytes are the library's own. A
/// function of the program makes it from its contents, which are cells in a buffer of the object; another
/// one writes the contents back.
///
/// The buffer begins with the number of entries, in 8 bytes, and 8 bytes for the engine. The entries
/// begin after [`CONTENTS_HEAD`] bytes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Container {
    /// The offset of its bytes.
    pub offset: u64,
    /// Their number.
    pub size: u64,
    /// The offset of the buffer with its contents.
    pub buffer: u64,
    /// What the names of its functions end with: see [`MAKES`] and [`SHOWS`].
    pub name: String,
    /// Its number among the contents of the space.
    pub contents: usize,
}

/// A value of a cell that is the address of a symbol of the program: of a function, or of a table of
/// virtual functions. It is known once the program is loaded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Symbol {
    /// The number of the cell in its object.
    pub cell: usize,
    /// The number of the value.
    pub value: usize,
    /// The name of the symbol.
    pub name: String,
    /// The distance from its address.
    pub behind: u64,
}

/// The name of a constant of the program with the address of a symbol begins with this.
pub const SYMBOL: &str = "pikse_symbol_";

/// The number of bytes before the entries in the buffer of a container.
pub const CONTENTS_HEAD: u64 = 16;
/// The name of a function that makes a container begins with this. It takes the place of the container
/// and the buffer, and returns whether the entries are contents of such a container.
pub const MAKES: &str = "pikse_make_";
/// The name of a function that writes the contents of a container into a buffer begins with this. It
/// takes the buffer, which begins with the greatest number of entries and the address of the container.
pub const SHOWS: &str = "pikse_show_";

/// The [`Buffer::pointer`] of a buffer that the program does not know.
pub const NO_POINTER: u64 = u64::MAX;

impl Layout {
    /// The number of bytes from the beginning of the block to the end of the last buffer.
    pub fn extent(&self) -> u64 {
        self.buffers.last().map_or(self.size, |last| last.offset + last.size)
    }

    /// The number of the buffer that an offset is in; `None` for the block.
    pub fn buffer_at(&self, offset: u64) -> Option<usize> {
        self.buffers.iter().rposition(|buffer| buffer.offset <= offset)
    }

    /// Whether every object of the class has the same cells, all in its block.
    pub fn is_plain(&self) -> bool {
        let is_table = |cell: &CellLayout| matches!(cell.encoding, Encoding::Table(_));
        !self.is_tagged
            && self.buffers.is_empty()
            && self.addresses.is_empty()
            && self.containers.is_empty()
            && self.symbols.is_empty()
            && !self.cells.iter().any(is_table)
    }
}

/// The place of a cell in its object.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CellLayout {
    /// The offset in bytes from the beginning of the block.
    pub offset: u64,
    /// The size in bytes.
    pub size: u64,
    /// What its bytes mean.
    pub encoding: Encoding,
    /// For an address, where in the block of its object it points: to the beginning
    /// (an `Rc` points to the counts), or to the value, which is after the prefix.
    pub into: u64,
    /// For an address, where it points in objects of some classes, if that is elsewhere: to a base class or
    /// to a link that is a part of the object.
    pub elsewhere: Vec<(ClassId, u64)>,
    /// For an address, the bits that mean null.
    pub null: i64,
    /// For an address, whether it is an owner.
    pub owns: Owns,
}

impl CellLayout {
    /// For an address, where in the block of an object of a class it points.
    #[inline]
    pub fn offset_in(&self, class: ClassId) -> u64 {
        let elsewhere = self.elsewhere.iter().find(|(of, _)| *of == class);
        elsewhere.map_or(self.into, |&(_, into)| into)
    }
}

/// Whether an address keeps its object alive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Owns {
    /// It does not, and is not counted.
    #[default]
    Nothing,
    /// It is one of the owners.
    Shared,
    /// It does not, but is counted.
    Weakly,
}

/// The counts of the owners of an object. Nothing is alive without an owner: the first one is in the count
/// from the beginning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// The addresses that own the object.
    pub shared: Count,
    /// Those that refer to it weakly.
    pub weak: Count,
}

/// One count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Count {
    /// The offset from the beginning of the block.
    pub offset: u64,
    /// The size in bytes.
    pub size: u64,
    /// Its value with one owner, and none that is weak.
    pub first: i64,
}

/// What the bytes of a cell mean.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Encoding {
    /// The value itself: integers and bools.
    Value,
    /// The constant of an enum: the value of each, by its number.
    Constants(Vec<i64>),
    /// The address of an object, or null: the beginning of the object's block plus the
    /// cell's `into`, or the cell's `null`.
    Address,
    /// The bits for each value of the domain, by index.
    Table(Vec<Bits>),
}

/// The bits of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Bits {
    /// A number.
    Number(i64),
    /// An address within the same object: its offset.
    Own(u64),
    /// None: the bytes are another cell's, which is there with this value.
    Left,
}

impl Bits {
    /// The bits in an object at an address; none if the bytes are another cell's.
    pub fn at(self, object: u64) -> Option<u64> {
        match self {
            Bits::Number(number) => Some(number as u64),
            Bits::Own(offset) => Some(object.wrapping_add(offset)),
            Bits::Left => None,
        }
    }
}

/// The bits that a cell may hold, in the order of its domain. The cell is not an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbers<'a> {
    /// The numbers from `low` to `high`, both included.
    Range {
        /// The first.
        low: i64,
        /// The last.
        high: i64,
    },
    /// These numbers.
    List(&'a [i64]),
}

/// A field of a class, with its cells.
#[derive(Clone, Copy, Debug)]
pub struct FieldLayout<'a> {
    /// Its name.
    pub name: &'a str,
    /// Whether it is an array, which can have any number of cells.
    pub is_array: bool,
    /// What its cells may hold.
    pub domain: &'a ResolvedDomain,
    /// Its cells; a field that is not an array has one.
    pub cells: &'a [CellLayout],
    /// Whether they are integers without a sign.
    pub is_unsigned: bool,
}

/// The value of bits in memory, whether the domain has such a value or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning<'a> {
    /// An integer.
    Int(i64),
    /// A bool.
    Bool(bool),
    /// A constant of an enum.
    Name(&'a str),
    /// No object.
    Null,
    /// An object of a class, if there is one whose block begins here.
    Block {
        /// The class.
        class: ClassId,
        /// The address of the block.
        address: u64,
    },
}

impl Numbers<'_> {
    /// The first of them.
    pub fn first(&self) -> i64 {
        match self {
            Numbers::Range { low, .. } => *low,
            Numbers::List(list) => list.first().copied().unwrap_or(0),
        }
    }

    /// Whether there is only one.
    pub fn is_one(&self) -> bool {
        match self {
            Numbers::Range { low, high } => low == high,
            Numbers::List(list) => list.len() < 2,
        }
    }

    /// The index of the number that has these bits in a cell of `size` bytes.
    fn place_of(&self, bits: u64, size: u64) -> Option<u32> {
        let bits = truncated(bits, size);
        let place = match self {
            &Numbers::Range { low, high } => {
                let place = truncated(bits.wrapping_sub(low as u64), size);
                (place <= high.wrapping_sub(low) as u64).then_some(place)?
            }
            Numbers::List(list) => {
                list.iter().position(|&number| truncated(number as u64, size) == bits)? as u64
            }
        };
        u32::try_from(place).ok()
    }
}

impl BoundedHeap {
    /// The same heap with the addresses of symbols; none if it has no symbols. A symbol without an
    /// address is the error.
    pub fn resolved(
        &self,
        address: &dyn Fn(&str) -> Option<u64>,
    ) -> Option<Result<BoundedHeap, String>> {
        if self.layouts.iter().all(|layout| layout.symbols.is_empty()) {
            return None;
        }
        let mut layouts = self.layouts.clone();
        for layout in &mut layouts {
            for symbol in &layout.symbols {
                let Some(address) = address(&symbol.name) else {
                    return Some(Err(symbol.name.clone()));
                };
                let number = address.wrapping_add(symbol.behind) as i64;
                match layout.cells.get_mut(symbol.cell).map(|cell| &mut cell.encoding) {
                    Some(Encoding::Constants(values)) => values[symbol.value] = number,
                    Some(Encoding::Table(bits)) => bits[symbol.value] = Bits::Number(number),
                    _ => {}
                }
            }
        }
        Some(Ok(BoundedHeap { space: Arc::clone(&self.space), layouts }))
    }

    /// The memory layout of a class.
    pub fn layout(&self, class: ClassId) -> &Layout {
        &self.layouts[class.index()]
    }

    /// The place of a cell in its object.
    pub fn cell(&self, cell: CellId) -> &CellLayout {
        let obj = self.space.object(self.space.cell(cell).object);
        &self.layout(obj.class()).cells[cell.index() - obj.first_cell().index()]
    }

    /// The count of an object that an address in a cell is part of; none if it owns nothing.
    pub fn count(&self, cell: CellId, of: Obj) -> Option<Count> {
        let counts = self.layout(of.class()).counts?;
        match self.cell(cell).owns {
            Owns::Nothing => None,
            Owns::Shared => Some(counts.shared),
            Owns::Weakly => Some(counts.weak),
        }
    }

    /// The fields of a class, in order of declaration.
    pub fn fields(&self, class: ClassId) -> impl Iterator<Item = FieldLayout<'_>> {
        let layout = self.layout(class);
        let cells = &layout.cells;
        self.space.class(class).fields.iter().map(move |&field| {
            let decl = self.space.field(field);
            let (domain, skipped, count, is_array) = match decl.shape {
                Shape::Scalar(domain) => (domain, 0, 1, false),
                Shape::Array { element, capacity, length } => {
                    let own = u32::from(matches!(length, ArrayLength::Own(_)));
                    (element, own, capacity, true)
                }
            };
            let first = (decl.offset + skipped) as usize;
            FieldLayout {
                name: &decl.name,
                is_array,
                is_unsigned: layout.unsigned.get(first).is_some_and(|unsigned| *unsigned),
                domain: self.space.domain(domain),
                cells: &cells[(decl.offset + skipped) as usize..][..count as usize],
            }
        })
    }

    /// The symbols whose addresses are values of a cell.
    fn symbols(&self, cell: CellId) -> impl Iterator<Item = &Symbol> {
        let obj = self.space.object(self.space.cell(cell).object);
        let at = cell.index() - obj.first_cell().index();
        self.layout(obj.class()).symbols.iter().filter(move |symbol| symbol.cell == at)
    }

    /// Whether some values of a cell are addresses of symbols.
    pub fn has_symbols(&self, cell: CellId) -> bool {
        self.symbols(cell).next().is_some()
    }

    /// The symbol whose address a value of a cell is, by the value's index; none if it is a number.
    pub fn symbol_of(&self, cell: CellId, index: u32) -> Option<&Symbol> {
        self.symbols(cell).find(|symbol| symbol.value == index as usize)
    }

    /// The bits that a cell may hold; `None` for an address.
    pub fn numbers(&self, cell: CellId) -> Option<Numbers<'_>> {
        let domain = self.space.domain_of(cell);
        Some(match (&domain.declared, &self.cell(cell).encoding) {
            (Domain::Reference(_), _) | (_, Encoding::Table(_)) => return None,
            (_, Encoding::Constants(values)) => Numbers::List(values),
            (Domain::List(values), _) => Numbers::List(values),
            (&Domain::Range { low, high }, _) => Numbers::Range { low, high },
            (Domain::Bool | Domain::Enum(_), _) => {
                Numbers::Range { low: 0, high: i64::from(domain.len()) - 1 }
            }
        })
    }

    /// The size in bytes of the input that chooses a cell.
    pub fn choice_size(&self, cell: CellId) -> u32 {
        let domain = self.space.domain_of(cell);
        match domain.references() {
            References::No => self.cell(cell).size as u32,
            _ if domain.len() - nulls(domain) < 1 << 7 => 1,
            _ => 4,
        }
    }

    /// The input that chooses a cell: see the module page.
    pub fn choice(&self, cell: CellId, index: u32) -> u64 {
        let domain = self.space.domain_of(cell);
        match self.numbers(cell) {
            Some(Numbers::Range { low, .. }) => low.wrapping_add(i64::from(index)) as u64,
            Some(Numbers::List(list)) => list[index as usize] as u64,
            None => u64::from(index + 1 - nulls(domain)),
        }
    }

    /// The value that an input chooses, as an index of the cell's domain; `None` if the domain
    /// has no such value.
    pub fn index_of_choice(&self, cell: CellId, choice: u64) -> Option<u32> {
        if let Some(numbers) = self.numbers(cell) {
            return numbers.place_of(choice, self.cell(cell).size);
        }
        let domain = self.space.domain_of(cell);
        let index = u32::try_from(choice).ok()?.checked_add(nulls(domain))?.checked_sub(1)?;
        (index < domain.len()).then_some(index)
    }
}

impl<'a> FieldLayout<'a> {
    /// The class whose objects the cells lead to.
    pub fn target(&self) -> Option<ClassId> {
        match &self.domain.declared {
            Domain::Reference(targets) => targets.classes.first().copied(),
            _ => None,
        }
    }

    /// The blocks that an address in one of the cells may mean: one for each class that it may lead to.
    pub fn blocks(&self, cell: &CellLayout, bits: u64) -> Vec<(ClassId, u64)> {
        let Domain::Reference(targets) = &self.domain.declared else { return Vec::new() };
        let block = |&class: &ClassId| (class, bits.wrapping_sub(cell.offset_in(class)));
        targets.classes.iter().map(block).collect()
    }

    /// The value of bits in one of the cells.
    pub fn meaning(&self, cell: &CellLayout, bits: u64) -> Meaning<'a> {
        let signed = match self.is_unsigned {
            true => Meaning::Int(truncated(bits, cell.size) as i64),
            false => Meaning::Int(signed(bits, cell.size)),
        };
        match (&self.domain.declared, &cell.encoding) {
            (Domain::Bool, _) => Meaning::Bool(bits != 0),
            (Domain::Enum(names), Encoding::Constants(values)) => {
                let is_it = |&value: &i64| truncated(value as u64, cell.size) == bits;
                let named = values.iter().position(is_it).and_then(|at| names.get(at));
                named.map_or(signed, |name| Meaning::Name(name))
            }
            (Domain::Enum(names), Encoding::Table(values)) => {
                let named = place_in(values, bits, cell.size).and_then(|at| names.get(at));
                named.map_or(signed, |name| Meaning::Name(name))
            }
            (Domain::Reference(_), _) if bits == cell.null as u64 => Meaning::Null,
            (Domain::Reference(targets), _) => {
                let class = targets.classes.first().copied().unwrap_or(ClassId(0));
                Meaning::Block { class, address: bits.wrapping_sub(cell.offset_in(class)) }
            }
            _ => signed,
        }
    }
}

/// The index of the number that has these bits in a cell of `size` bytes; if there is none, of the value
/// with which the bytes are another cell's.
pub fn place_in(values: &[Bits], bits: u64, size: u64) -> Option<usize> {
    let is_it = |value: &Bits| match value {
        Bits::Number(number) => truncated(*number as u64, size) == bits,
        _ => false,
    };
    let number = values.iter().position(is_it);
    number.or_else(|| values.iter().position(|&value| value == Bits::Left))
}

/// The number of indices of a domain, from 0, that mean null.
fn nulls(domain: &ResolvedDomain) -> u32 {
    match &domain.declared {
        Domain::Reference(targets) => u32::from(targets.nullable),
        _ => 0,
    }
}

fn unused_bits(size: u64) -> u32 {
    64 - 8 * size.clamp(1, 8) as u32
}

fn signed(bits: u64, size: u64) -> i64 {
    (bits << unused_bits(size)) as i64 >> unused_bits(size)
}

fn truncated(bits: u64, size: u64) -> u64 {
    bits << unused_bits(size) >> unused_bits(size)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builder::SpaceBuilder;
    use crate::domain::Targets;
    use crate::handle::Int;

    fn cell(offset: u64, size: u64, encoding: Encoding) -> CellLayout {
        let (elsewhere, owns) = (Vec::new(), Owns::Nothing);
        CellLayout { offset, size, encoding, into: 16, elsewhere, null: -1, owns }
    }

    fn heap() -> BoundedHeap {
        let mut builder = SpaceBuilder::new();
        let node = builder.class("node", 3);
        let names = vec!["RED".to_owned(), "BLACK".to_owned()];
        let domains = [
            Domain::Reference(Targets::from(node)),
            Domain::Reference(node.non_null()),
            Domain::Range { low: -2, high: 3 },
            Domain::List(vec![5, -7]),
            Domain::Enum(names),
            Domain::Bool,
        ];
        for (name, domain) in ["next", "other", "key", "list", "color", "mark"].iter().zip(domains)
        {
            builder.scalar::<Int>(node, name, domain);
        }
        let cells = vec![
            cell(0, 8, Encoding::Address),
            cell(8, 8, Encoding::Address),
            cell(16, 4, Encoding::Value),
            cell(20, 1, Encoding::Value),
            cell(24, 4, Encoding::Constants(vec![3, -9])),
            cell(28, 1, Encoding::Value),
        ];
        let layout = Layout { size: 32, cells, ..Layout::default() };
        let space = Arc::new(builder.build().expect("a space"));
        BoundedHeap { space, layouts: vec![layout] }
    }

    #[test]
    fn choices_are_read_back() {
        let heap = heap();
        for cell in (0..heap.space.cells().len()).map(CellId::at) {
            for index in 0..heap.space.domain_of(cell).len() {
                let choice = heap.choice(cell, index);
                let bits = truncated(choice, heap.choice_size(cell).into());
                let name = heap.space.cell_name(cell);
                assert_eq!(heap.index_of_choice(cell, bits), Some(index), "{name}");
            }
        }
        // Null is 0 and the first object is 1, whether there is a null or not.
        assert_eq!((heap.choice(CellId(0), 0), heap.choice(CellId(0), 1)), (0, 1));
        assert_eq!(heap.choice(CellId(1), 0), 1);
        for (cell, choice) in [(0, 4), (1, 0), (1, 4), (2, 4), (2, 0xffff_fffd), (3, 6), (4, 0)] {
            assert_eq!(heap.index_of_choice(CellId(cell), choice), None, "{cell}: {choice}");
        }
    }

    #[test]
    fn bits_have_a_meaning() {
        let heap = heap();
        let fields: Vec<FieldLayout<'_>> = heap.fields(ClassId(0)).collect();
        let meaning = |at: usize, bits| fields[at].meaning(&fields[at].cells[0], bits);
        let class = ClassId(0);
        assert_eq!(meaning(0, u64::MAX), Meaning::Null);
        assert_eq!(meaning(0, 0x1010), Meaning::Block { class, address: 0x1000 });
        assert_eq!(meaning(2, 0xffff_fffe), Meaning::Int(-2));
        let unsigned = FieldLayout { is_unsigned: true, ..fields[3] };
        assert_eq!(unsigned.meaning(&unsigned.cells[0], 0xf9), Meaning::Int(249));
        assert_eq!(meaning(3, 0xf9), Meaning::Int(-7));
        assert_eq!(meaning(4, 0xffff_fff7), Meaning::Name("BLACK"));
        assert_eq!(meaning(4, 4), Meaning::Int(4));
        assert_eq!(meaning(5, 1), Meaning::Bool(true));
    }
}
