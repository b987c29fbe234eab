//! The objects of structures that the entry is given, natively: code that makes them of the choices
//! of a test.
//!
//! Each object is allocated by itself, so that the program may free it. A cell that the test has no
//! choice for was never read, and gets the first of its values.

use pikse_llvm::Program;
use pikse_llvm::inkwell::AddressSpace;
use pikse_llvm::inkwell::builder::{Builder, BuilderError};
use pikse_llvm::inkwell::context::ContextRef;
use pikse_llvm::inkwell::module::Linkage;
use pikse_llvm::inkwell::types::{BasicMetadataTypeEnum, BasicType};
use pikse_llvm::inkwell::values::{BasicMetadataValueEnum, BasicValueEnum, IntValue, PointerValue};
use pikse_vm::{Cell, Class, Domain, Shape};

/// What makes an object.
const OBJECT: &str = "pikse_replay_object";
/// What puts a number into a cell, and what puts an address there.
const NUMBER: &str = "pikse_replay_number";
const ADDRESS: &str = "pikse_replay_address";

/// Objects that code makes.
pub(super) struct Objects<'a, 'ctx> {
    pub(super) program: &'a Program<'ctx>,
    pub(super) context: ContextRef<'ctx>,
    pub(super) builder: &'a Builder<'ctx>,
    pub(super) shape: &'a Shape,
}

impl<'ctx> Objects<'_, 'ctx> {
    /// Adds the code; gives a table of addresses for each class.
    pub(super) fn add(&self) -> Result<Vec<PointerValue<'ctx>>, BuilderError> {
        let tables: Vec<PointerValue<'ctx>> =
            self.shape.classes.iter().map(|class| self.table(class)).collect();
        for (class, &table) in self.shape.classes.iter().zip(&tables) {
            let image = self.global(&image(class));
            for at in 0..class.objects {
                let size = self.word(u64::from(class.size));
                let pointer = self.pointer().as_basic_type_enum();
                let object = self.call(OBJECT, &[size.into(), image.into()], Some(pointer))?;
                if let Some(object) = object {
                    let slot = self.offset(table, u64::from(at) * 8)?;
                    self.builder.build_store(slot, object)?;
                }
            }
        }
        for (number, (class, &table)) in self.shape.classes.iter().zip(&tables).enumerate() {
            for at in 0..class.objects {
                let object = self.entry_of(table, at)?;
                for (which, cell) in class.cells.iter().enumerate() {
                    let name = self.shape.cell_name(number, at, which);
                    let place = self.offset(object, u64::from(cell.offset))?;
                    self.fill(place, cell, &name, &tables)?;
                }
            }
        }
        Ok(tables)
    }

    /// The address of an object in the table of its class.
    pub(super) fn entry_of(
        &self,
        table: PointerValue<'ctx>,
        at: u32,
    ) -> Result<PointerValue<'ctx>, BuilderError> {
        let slot = self.offset(table, u64::from(at) * 8)?;
        Ok(self.builder.build_load(self.pointer(), slot, "")?.into_pointer_value())
    }

    /// Puts the choice of a cell there.
    fn fill(
        &self,
        place: PointerValue<'ctx>,
        cell: &Cell,
        name: &str,
        tables: &[PointerValue<'ctx>],
    ) -> Result<(), BuilderError> {
        let name = self.builder.build_global_string_ptr(name, "")?.as_pointer_value();
        let (size, first) = (self.word(cell.size.into()), self.word(cell.domain.first() as u64));
        match cell.domain {
            Domain::Object { class, nullable, into, .. } => {
                let unread = self.word(u64::from(!nullable));
                let count = self.word(self.shape.classes[class].objects.into());
                let arguments: [BasicMetadataValueEnum<'ctx>; 7] = [
                    place.into(),
                    name.into(),
                    tables[class].into(),
                    count.into(),
                    self.word(into.into()).into(),
                    first.into(),
                    unread.into(),
                ];
                self.call(ADDRESS, &arguments, None)?;
            }
            Domain::Range { .. } | Domain::Values(_) => {
                let arguments = [place.into(), size.into(), name.into(), first.into()];
                self.call(NUMBER, &arguments, None)?;
            }
        }
        Ok(())
    }

    /// The address so many bytes behind another.
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

    fn table(&self, class: &Class) -> PointerValue<'ctx> {
        self.global(&vec![0; class.objects as usize * 8])
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
fn image(class: &Class) -> Vec<u8> {
    let mut bytes = vec![0; class.size as usize];
    for (offset, constant) in &class.constants {
        let at = *offset as usize;
        bytes[at..at + constant.len()].copy_from_slice(constant);
    }
    bytes
}
