//! The objects of structures that the entry takes, in a native run: code that builds them from the
//! choices of a test.
//!
//! Each object is a separate allocation, so that the program may free it, and so is each of its buffers.
//! A cell without a choice in the test was never read, and gets the first value of its domain. A cell
//! that is not there with the chosen values of its tags has no bytes. Containers of a library are made at
//! the end, by the functions of the program that the symbolic machine calls too.

use std::collections::HashMap;

use pikse_llvm::Program;
use pikse_llvm::inkwell::basic_block::BasicBlock;
use pikse_llvm::inkwell::builder::{Builder, BuilderError};
use pikse_llvm::inkwell::context::ContextRef;
use pikse_llvm::inkwell::module::Linkage;
use pikse_llvm::inkwell::types::{BasicMetadataTypeEnum, BasicType};
use pikse_llvm::inkwell::values::{
    BasicMetadataValueEnum, BasicValueEnum, FunctionValue, IntValue, PointerValue,
};
use pikse_llvm::inkwell::{AddressSpace, IntPredicate};
use pikse_structure::layout::MAKES;
use pikse_structure::space::Part;
use pikse_structure::{
    Bits, BoundedHeap, CellId, ClassId, Counts, Encoding, Layout, Obj, ObjectId, Symbol,
};
use pikse_vm::Given;

/// The function that creates an object.
const OBJECT: &str = "pikse_replay_object";
/// The functions that write a number and an address into a cell.
const NUMBER: &str = "pikse_replay_number";
const ADDRESS: &str = "pikse_replay_address";
/// The function that counts an address as an owner, and the one that counts the first owner only once.
const OWN: &str = "pikse_replay_own";
const FIRST: &str = "pikse_replay_first_owner";
/// The function that gives the choice of a cell.
const CHOICE: &str = "pikse_replay_choice";
/// The function that says whether containers are being made.
const MAKING: &str = "pikse_replay_making";

/// An object whose cells are there: its blocks, and what was chosen for its tags.
type Filled<'ctx> = (Obj, Vec<PointerValue<'ctx>>, HashMap<CellId, IntValue<'ctx>>);

/// Objects that code makes.
pub(super) struct Objects<'a, 'ctx> {
    pub(super) program: &'a Program<'ctx>,
    pub(super) context: ContextRef<'ctx>,
    pub(super) builder: &'a Builder<'ctx>,
    pub(super) given: &'a Given,
}

impl<'ctx> Objects<'_, 'ctx> {
    /// Adds the code; returns the address of each root.
    pub(super) fn add(&self) -> Result<Vec<PointerValue<'ctx>>, BuilderError> {
        let heap = &*self.given.heap;
        let space = &heap.space;
        // A table of addresses for all objects of the space; those before the first root are not made.
        let table = self.global(&vec![0; space.objects().len() * 8]);
        let first = self.given.roots.first().map_or(space.classes().len(), |root| root.index());
        let whole = |layout: &Layout| self.global(&image(layout, 0, layout.size));
        let images: Vec<PointerValue<'ctx>> = heap.layouts.iter().map(whole).collect();
        let objects = space.objects().iter().filter(|obj| obj.class().index() >= first);
        for obj in objects.clone() {
            let class = obj.class();
            let object = self.block(heap.layout(class).size, images[class.index()])?;
            self.builder.build_store(self.slot(table, obj.id())?, object)?;
        }
        let mut filled = Vec::new();
        for obj in objects {
            let layout = heap.layout(obj.class());
            let mut blocks = vec![self.object(table, obj.id())?];
            for buffer in &layout.buffers {
                let image = self.global(&image(layout, buffer.offset, buffer.size));
                blocks.push(self.block(buffer.size, image)?);
            }
            let place = |offset: u64| self.place(layout, &blocks, offset);
            for &(at, to) in &layout.addresses {
                self.builder.build_store(place(at)?, place(to)?)?.set_alignment(1).ok();
            }
            let mut choices: HashMap<CellId, IntValue<'ctx>> = HashMap::new();
            for at in 0..layout.cells.len() {
                let cell = CellId::at(obj.first_cell().index() + at);
                if layout.is_plain() {
                    self.fill(place(heap.cell(cell).offset)?, heap, cell, table)?;
                    continue;
                }
                let is_there = self.is_there(heap, cell, &choices)?;
                let is_table = matches!(heap.cell(cell).encoding, Encoding::Table(_));
                if !is_table && !space.is_tag(cell) && !heap.has_symbols(cell) {
                    let to = place(heap.cell(cell).offset)?;
                    self.when(is_there, || self.fill(to, heap, cell, table))?;
                    continue;
                }
                let name = space.cell_name(cell);
                let name = self.builder.build_global_string_ptr(&name, "")?.as_pointer_value();
                let unread = self.word(heap.choice(cell, 0));
                let word = self.context.i64_type().as_basic_type_enum();
                let chosen = self.call(CHOICE, &[name.into(), unread.into()], Some(word))?;
                let chosen = chosen.map_or(unread, BasicValueEnum::into_int_value);
                choices.insert(cell, chosen);
                for index in 0..space.domain_of(cell).len() {
                    let layout = heap.cell(cell);
                    let bits = match &layout.encoding {
                        Encoding::Table(bits) => bits[index as usize],
                        _ => Bits::Number(heap.choice(cell, index) as i64),
                    };
                    let int = self.context.custom_width_int_type(width(layout.size)).ok();
                    let symbol = heap.symbol_of(cell, index);
                    let symbol = symbol.and_then(|symbol| self.symbol(symbol)).transpose()?;
                    let value: BasicValueEnum<'ctx> = match (symbol, bits) {
                        (Some(symbol), _) => symbol.into(),
                        (None, Bits::Number(number)) => match int {
                            Some(int) => int.const_int(number as u64, false).into(),
                            None => continue,
                        },
                        (None, Bits::Own(offset)) => place(offset)?.into(),
                        (None, Bits::Left) => continue,
                    };
                    let is_it = self.is_choice(chosen, heap.choice(cell, index), layout.size)?;
                    let is_it = self.builder.build_and(is_there, is_it, "")?;
                    let to = place(layout.offset)?;
                    self.when(is_it, || {
                        self.builder.build_store(to, value)?.set_alignment(1).ok();
                        Ok(())
                    })?;
                }
            }
            filled.push((*obj, blocks, choices));
        }
        self.count(&filled)?;
        self.make(&filled)?;
        let first = |&root: &ClassId| space.object_of(root, 0);
        let roots = self.given.roots.iter().filter_map(first);
        roots.map(|obj| self.object(table, obj.id())).collect()
    }

    /// Counts the owners of objects whose cells are there.
    fn count(&self, filled: &[Filled<'ctx>]) -> Result<(), BuilderError> {
        let heap = &*self.given.heap;
        for (obj, blocks, choices) in filled {
            let layout = heap.layout(obj.class());
            for at in 0..layout.cells.len() {
                let cell = CellId::at(obj.first_cell().index() + at);
                let mut targets = heap.space.domain_of(cell).objects();
                let target = targets.next().map(|(_, target)| heap.space.object(target));
                let Some(count) = target.and_then(|target| heap.count(cell, target)) else {
                    continue;
                };
                let of = heap.cell(cell);
                let place = self.place(layout, blocks, of.offset)?;
                let is_there = self.is_there(heap, cell, choices)?;
                let numbers = [of.null as u64, of.into, count.offset, count.size];
                let mut arguments: Vec<BasicMetadataValueEnum<'ctx>> = vec![place.into()];
                arguments
                    .extend(numbers.map(|number| BasicMetadataValueEnum::from(self.word(number))));
                self.when(is_there, || self.call(OWN, &arguments, None).map(drop))?;
            }
        }
        for (obj, blocks, _) in filled {
            let layout = heap.layout(obj.class());
            let Some(Counts { shared, .. }) = layout.counts else { continue };
            let place = self.place(layout, blocks, shared.offset)?;
            let numbers = [shared.size, shared.first as u64].map(|number| self.word(number).into());
            self.call(FIRST, &[place.into(), numbers[0], numbers[1]], None)?;
        }
        Ok(())
    }

    /// Makes the containers of objects, whose contents are there.
    fn make(&self, filled: &[Filled<'ctx>]) -> Result<(), BuilderError> {
        let heap = &*self.given.heap;
        let has_some = |(obj, ..): &Filled<'ctx>| !heap.layout(obj.class()).containers.is_empty();
        if !filled.iter().any(has_some) {
            return Ok(());
        }
        self.call(MAKING, &[self.word(1).into()], None)?;
        for (obj, blocks, choices) in filled {
            let layout = heap.layout(obj.class());
            // One in the contents of another comes before it.
            for container in &layout.containers {
                let contents = &heap.space.contents()[container.contents];
                let length = heap.space.cell_of(*obj, contents.length, Part::Scalar);
                let Some(length) = length else { continue };
                let is_there = self.is_there(heap, length, choices)?;
                let to = self.place(layout, blocks, container.offset)?;
                let from = self.place(layout, blocks, container.buffer)?;
                let name = format!("{MAKES}{}", container.name);
                let Some(function) = self.program.module().get_function(&name) else { continue };
                self.when(is_there, || {
                    self.builder.build_call(function, &[to.into(), from.into()], "").map(drop)
                })?;
            }
        }
        self.call(MAKING, &[self.word(0).into()], None).map(drop)
    }

    /// The address of an offset of a layout, in blocks: the object's own, and its buffers.
    fn place(
        &self,
        layout: &Layout,
        blocks: &[PointerValue<'ctx>],
        offset: u64,
    ) -> Result<PointerValue<'ctx>, BuilderError> {
        let buffer = layout.buffer_at(offset);
        let base = buffer.map_or(0, |buffer| layout.buffers[buffer].offset);
        self.offset(blocks[buffer.map_or(0, |buffer| buffer + 1)], offset - base)
    }

    /// The address of a symbol; none if the program does not have it.
    fn symbol(&self, symbol: &Symbol) -> Option<Result<PointerValue<'ctx>, BuilderError>> {
        let module = self.program.module();
        let function = module.get_function(&symbol.name).map(FunctionValue::as_global_value);
        let found = function.or_else(|| module.get_global(&symbol.name))?;
        Some(self.offset(found.as_pointer_value(), symbol.behind))
    }

    /// A new block of memory that begins with these bytes.
    fn block(
        &self,
        size: u64,
        image: PointerValue<'ctx>,
    ) -> Result<PointerValue<'ctx>, BuilderError> {
        let pointer = self.pointer().as_basic_type_enum();
        let made = self.call(OBJECT, &[self.word(size).into(), image.into()], Some(pointer))?;
        Ok(made.map_or(image, BasicValueEnum::into_pointer_value))
    }

    /// Whether a cell is there, with the choices of the tags before it.
    fn is_there(
        &self,
        heap: &BoundedHeap,
        cell: CellId,
        choices: &HashMap<CellId, IntValue<'ctx>>,
    ) -> Result<IntValue<'ctx>, BuilderError> {
        let bool = self.context.bool_type();
        let mut all = bool.const_all_ones();
        for (tag, low, high) in heap.space.conditions(cell) {
            let Some(&chosen) = choices.get(&tag) else { continue };
            let domain = heap.space.domain_of(tag);
            let mut any = bool.const_zero();
            for index in (0..domain.len()).filter(|&at| (low..=high).contains(&domain.raw(at))) {
                let is_it = self.is_choice(chosen, heap.choice(tag, index), heap.cell(tag).size)?;
                any = self.builder.build_or(any, is_it, "")?;
            }
            all = self.builder.build_and(all, any, "")?;
        }
        Ok(all)
    }

    /// Whether a choice is this one, in a cell of so many bytes.
    fn is_choice(
        &self,
        chosen: IntValue<'ctx>,
        choice: u64,
        size: u64,
    ) -> Result<IntValue<'ctx>, BuilderError> {
        let mask = if size >= 8 { u64::MAX } else { (1 << (size * 8)) - 1 };
        let chosen = self.builder.build_and(chosen, self.word(mask), "")?;
        self.builder.build_int_compare(IntPredicate::EQ, chosen, self.word(choice & mask), "")
    }

    /// Runs code if a condition holds.
    fn when(
        &self,
        holds: IntValue<'ctx>,
        code: impl FnOnce() -> Result<(), BuilderError>,
    ) -> Result<(), BuilderError> {
        let Some(function) = self.builder.get_insert_block().and_then(BasicBlock::get_parent)
        else {
            return Ok(());
        };
        let [yes, after] =
            ["yes", "after"].map(|name| self.context.append_basic_block(function, name));
        self.builder.build_conditional_branch(holds, yes, after)?;
        self.builder.position_at_end(yes);
        code()?;
        self.builder.build_unconditional_branch(after)?;
        self.builder.position_at_end(after);
        Ok(())
    }

    fn slot(
        &self,
        table: PointerValue<'ctx>,
        object: ObjectId,
    ) -> Result<PointerValue<'ctx>, BuilderError> {
        self.offset(table, u64::from(object.0) * 8)
    }

    /// The address of an object.
    fn object(
        &self,
        table: PointerValue<'ctx>,
        object: ObjectId,
    ) -> Result<PointerValue<'ctx>, BuilderError> {
        let slot = self.slot(table, object)?;
        Ok(self.builder.build_load(self.pointer(), slot, "")?.into_pointer_value())
    }

    /// Puts the choice of a cell there. A cell without one gets the first value of its domain.
    fn fill(
        &self,
        place: PointerValue<'ctx>,
        heap: &BoundedHeap,
        cell: CellId,
        table: PointerValue<'ctx>,
    ) -> Result<(), BuilderError> {
        let name = heap.space.cell_name(cell);
        let name = self.builder.build_global_string_ptr(&name, "")?.as_pointer_value();
        let (layout, domain) = (heap.cell(cell), heap.space.domain_of(cell));
        if let Some(numbers) = heap.numbers(cell) {
            let (size, first) = (self.word(layout.size), self.word(numbers.first() as u64));
            let arguments = [place.into(), size.into(), name.into(), first.into()];
            self.call(NUMBER, &arguments, None)?;
            return Ok(());
        }
        let targets: Vec<ObjectId> = domain.objects().map(|(_, object)| object).collect();
        let follow = targets.windows(2).all(|two| two[1].0 == two[0].0 + 1);
        let objects = match targets.first() {
            // The objects of one class follow each other in the table.
            Some(&first) if follow && layout.elsewhere.is_empty() => self.slot(table, first)?,
            // Others have a table of their own, in which each is where an address would lead.
            Some(_) => {
                let own = self.global(&vec![0; targets.len() * 8]);
                for (at, &object) in targets.iter().enumerate() {
                    let into = layout.offset_in(heap.space.object(object).class());
                    let into = into.wrapping_sub(layout.into);
                    let place = self.offset(self.object(table, object)?, into)?;
                    self.builder.build_store(self.offset(own, at as u64 * 8)?, place)?;
                }
                own
            }
            None => table,
        };
        let count = targets.len() as u64;
        let arguments: [BasicMetadataValueEnum<'ctx>; 7] = [
            place.into(),
            name.into(),
            objects.into(),
            self.word(count).into(),
            self.word(layout.into).into(),
            self.word(layout.null as u64).into(),
            self.word(heap.choice(cell, 0)).into(),
        ];
        self.call(ADDRESS, &arguments, None)?;
        Ok(())
    }

    /// The address at an offset from another.
    pub(super) fn offset(
        &self,
        base: PointerValue<'ctx>,
        bytes: u64,
    ) -> Result<PointerValue<'ctx>, BuilderError> {
        let number = self.builder.build_ptr_to_int(base, self.context.i64_type(), "")?;
        let sum = self.builder.build_int_add(number, self.word(bytes), "")?;
        self.builder.build_int_to_ptr(sum, self.pointer(), "")
    }

    fn pointer(&self) -> pikse_llvm::inkwell::types::PointerType<'ctx> {
        self.context.ptr_type(AddressSpace::default())
    }

    fn word(&self, number: u64) -> IntValue<'ctx> {
        self.context.i64_type().const_int(number, false)
    }

    fn global(&self, bytes: &[u8]) -> PointerValue<'ctx> {
        let contents = self.context.const_string(bytes, false);
        let module = self.program.module();
        let global = module.add_global(contents.get_type(), None, "pikse_replay_objects");
        global.set_linkage(Linkage::Internal);
        global.set_initializer(&contents);
        global.set_alignment(16);
        global.as_pointer_value()
    }

    /// Calls a function of the runtime.
    fn call(
        &self,
        name: &str,
        arguments: &[BasicMetadataValueEnum<'ctx>],
        returns: Option<pikse_llvm::inkwell::types::BasicTypeEnum<'ctx>>,
    ) -> Result<Option<BasicValueEnum<'ctx>>, BuilderError> {
        let parameters: Vec<BasicMetadataTypeEnum<'ctx>> = arguments
            .iter()
            .map(|argument| match argument {
                BasicMetadataValueEnum::IntValue(value) => value.get_type().into(),
                _ => self.pointer().into(),
            })
            .collect();
        let of = match returns {
            Some(returns) => returns.fn_type(&parameters, false),
            None => self.context.void_type().fn_type(&parameters, false),
        };
        let module = self.program.module();
        let function =
            module.get_function(name).unwrap_or_else(|| module.add_function(name, of, None));
        Ok(self.builder.build_call(function, arguments, "")?.try_as_basic_value().basic())
    }
}

/// The bytes with which every block at an offset of a layout begins.
fn image(layout: &Layout, from: u64, count: u64) -> Vec<u8> {
    let mut bytes = vec![0; count as usize];
    for &(offset, size, value) in &layout.constants {
        if let Some(at) = offset.checked_sub(from).filter(|at| at + size <= count) {
            let (at, size) = (at as usize, size as usize);
            bytes[at..at + size].copy_from_slice(&value.to_le_bytes()[..size]);
        }
    }
    bytes
}

/// The number of bits of so many bytes.
fn width(size: u64) -> std::num::NonZeroU32 {
    std::num::NonZeroU32::new(size as u32 * 8).unwrap_or(std::num::NonZeroU32::MIN)
}
