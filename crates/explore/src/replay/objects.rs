//! The objects of structures that the entry takes, in a native run: code that builds them from the
//! choices of a test.
//!
//! Each object is a separate allocation, so that the program may free it. A cell without a choice in
//! the test was never read, and gets the first value of its domain.

use pikse_llvm::Program;
use pikse_llvm::inkwell::AddressSpace;
use pikse_llvm::inkwell::builder::{Builder, BuilderError};
use pikse_llvm::inkwell::context::ContextRef;
use pikse_llvm::inkwell::module::Linkage;
use pikse_llvm::inkwell::types::{BasicMetadataTypeEnum, BasicType};
use pikse_llvm::inkwell::values::{BasicMetadataValueEnum, BasicValueEnum, IntValue, PointerValue};
use pikse_structure::{BoundedHeap, CellId, ClassId, Layout, ObjectId};
use pikse_vm::Given;

/// The function that creates an object.
const OBJECT: &str = "pikse_replay_object";
/// The functions that write a number and an address into a cell.
const NUMBER: &str = "pikse_replay_number";
const ADDRESS: &str = "pikse_replay_address";

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
        let images: Vec<PointerValue<'ctx>> =
            heap.layouts.iter().map(|layout| self.global(&image(layout))).collect();
        let objects = space.objects().iter().filter(|obj| obj.class().index() >= first);
        for obj in objects.clone() {
            let class = obj.class();
            let size = self.word(heap.layout(class).size);
            let pointer = self.pointer().as_basic_type_enum();
            let arguments = [size.into(), images[class.index()].into()];
            if let Some(object) = self.call(OBJECT, &arguments, Some(pointer))? {
                self.builder.build_store(self.slot(table, obj.id())?, object)?;
            }
        }
        for obj in objects {
            let object = self.object(table, obj.id())?;
            for at in 0..heap.layout(obj.class()).cells.len() {
                let cell = CellId::at(obj.first_cell().index() + at);
                let place = self.offset(object, heap.cell(cell).offset)?;
                self.fill(place, heap, cell, table)?;
            }
        }
        let first = |&root: &ClassId| space.object_of(root, 0);
        let roots = self.given.roots.iter().filter_map(first);
        roots.map(|obj| self.object(table, obj.id())).collect()
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
        // The objects of a domain follow each other in the table: it has one class.
        let targets = domain.objects();
        let (first, count) = targets
            .fold((None, 0), |(first, count), (_, object)| (first.or(Some(object)), count + 1));
        let objects = match first {
            Some(first) => self.slot(table, first)?,
            None => table,
        };
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

/// The bytes with which every object of a class begins.
fn image(layout: &Layout) -> Vec<u8> {
    let mut bytes = vec![0; layout.size as usize];
    for &(offset, size, value) in &layout.constants {
        let (at, size) = (offset as usize, size as usize);
        bytes[at..at + size].copy_from_slice(&value.to_le_bytes()[..size]);
    }
    bytes
}
