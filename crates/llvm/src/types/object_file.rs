//! The debug sections of a program.

use std::collections::HashMap;

use inkwell::OptimizationLevel;
use inkwell::targets::FileType;
use object::{Object, ObjectSection, ObjectSymbol, RelocationTarget};

use crate::error::Error;
use crate::machine::machine;
use crate::program::Program;

/// The debug sections, by name, with their relocations applied.
pub(super) struct DebugSections(HashMap<String, Vec<u8>>);

impl DebugSections {
    /// A section; empty if it is missing.
    pub(super) fn get(&self, name: &str) -> &[u8] {
        self.0.get(name).map_or(&[], Vec::as_slice)
    }
}

/// Compiles a program to get its debug sections.
pub(super) fn emit(program: &Program<'_>) -> Result<DebugSections, Error> {
    // Code generation changes a module: for instance, exceptions are lowered in place.
    let copy = program.copy();
    let buffer = machine(program, OptimizationLevel::None)?
        .write_to_memory_buffer(copy.module(), FileType::Object)
        .map_err(|message| Error::Machine(message.to_string()))?;
    sections(buffer.as_slice()).map_err(|error| Error::NoDebugInformation(error.to_string()))
}

/// Applies relocations. References between debug sections are relocations in an object file, all
/// relative to the start of a section.
fn sections(file: &[u8]) -> object::Result<DebugSections> {
    let file = object::File::parse(file)?;
    let mut sections = HashMap::new();
    for section in file.sections() {
        let name = section.name()?;
        if !name.starts_with(".debug_") {
            continue;
        }
        let mut data = section.uncompressed_data()?.into_owned();
        for (offset, relocation) in section.relocations() {
            let RelocationTarget::Symbol(symbol) = relocation.target() else { continue };
            let address = file.symbol_by_index(symbol)?.address() as i64;
            let value = address.wrapping_add(relocation.addend()).to_le_bytes();
            let at = offset as usize;
            let bytes = usize::from(relocation.size() / 8).min(value.len());
            if let Some(place) = data.get_mut(at..at.saturating_add(bytes)) {
                place.copy_from_slice(&value[..bytes]);
            }
        }
        sections.insert(name.to_owned(), data);
    }
    Ok(DebugSections(sections))
}
