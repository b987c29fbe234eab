//! Addresses of the program in structures: tables of virtual functions, and functions that a pointer may
//! point to. They are known only once the program is loaded, so a structure has the names of the
//! symbols, and the program has a constant for each that holds its address.

use std::collections::BTreeSet;

use pikse_llvm::Program;
use pikse_llvm::Types;
use pikse_llvm::inkwell::AddressSpace;
use pikse_llvm::inkwell::module::Linkage;
use pikse_llvm::inkwell::values::AnyValue;
use pikse_llvm::types::{Kind, TypeId};
use pikse_structure::BoundedHeap;
use pikse_structure::layout::SYMBOL;

/// The distance from the beginning of a table of virtual functions to the first of them, in C++.
pub(crate) const FIRST_VIRTUAL: u64 = 16;

/// The symbols of a program that structures may contain: its functions, and the tables of classes that
/// have no function without a body.
pub(crate) fn known_in(program: &Program<'_>) -> BTreeSet<String> {
    let functions =
        program.defined().map(|function| function.get_name().to_string_lossy().into_owned());
    let tables = program.module().get_globals().filter_map(|global| {
        let name = global.get_name().to_string_lossy().into_owned();
        let table = global.get_initializer().filter(|_| name.starts_with("_ZTV"))?;
        (!table.print_to_string().to_string().contains("__cxa_pure_virtual")).then_some(name)
    });
    functions.chain(tables).collect()
}

/// Keeps tables of virtual functions that nothing refers to: objects that are generated will.
pub(crate) fn keep_tables(program: &Program<'_>) {
    for global in program.module().get_globals() {
        let is_table = global.get_name().to_bytes().starts_with(b"_ZTV");
        if is_table && global.get_initializer().is_some() {
            global.set_linkage(Linkage::WeakODR);
        }
    }
}

/// Adds a constant to a program for each symbol that a bounded heap contains.
pub(crate) fn export(program: &Program<'_>, heap: &BoundedHeap) {
    let module = program.module();
    for symbol in heap.layouts.iter().flat_map(|layout| &layout.symbols) {
        let name = format!("{SYMBOL}{}", symbol.name);
        if module.get_global(&name).is_some() {
            continue;
        }
        let function = module.get_function(&symbol.name);
        let address = function.map(|function| function.as_global_value().as_pointer_value());
        let global = || {
            module
                .get_global(&symbol.name)
                .map(pikse_llvm::inkwell::values::GlobalValue::as_pointer_value)
        };
        let Some(address) = address.or_else(global) else { continue };
        let ptr = module.get_context().ptr_type(AddressSpace::default());
        let held = module.add_global(ptr, None, &name);
        held.set_initializer(&address);
        held.set_constant(true);
        held.set_linkage(Linkage::External);
    }
}

/// The symbol of the table of virtual functions of a class in C++; none for a template.
pub(crate) fn table_of(class: &str) -> Option<String> {
    let mut mangled = String::new();
    let parts: Vec<&str> = class.split("::").collect();
    for part in &parts {
        let part = if *part == "(anonymous namespace)" { "_GLOBAL__N_1" } else { part };
        let is_plain = !part.is_empty() && part.chars().all(|c| c.is_alphanumeric() || c == '_');
        if !is_plain {
            return None;
        }
        mangled += &format!("{}{part}", part.len());
    }
    Some(match parts.len() {
        1 => format!("_ZTV{mangled}"),
        _ => format!("_ZTVN{mangled}E"),
    })
}

/// Whether objects of a type begin with the address of a table of virtual functions.
pub(crate) fn is_polymorphic(types: &Types, of: TypeId) -> bool {
    let mut of = of;
    for _ in 0..64 {
        let Kind::Struct { fields } = &types.get(of).kind else { return false };
        if fields.iter().any(|field| field.name.starts_with("_vptr")) {
            return true;
        }
        match fields.iter().find(|field| field.name.is_empty() && field.offset == 0) {
            Some(base) => of = base.of,
            None => return false,
        }
    }
    false
}

/// The types of the objects that a pointer to a type may lead to: for a class with virtual functions,
/// every class below it that the program makes objects of.
pub(crate) fn pointed_to(types: &Types, to: TypeId, symbols: &BTreeSet<String>) -> Vec<TypeId> {
    if !is_polymorphic(types, to) {
        return vec![to];
    }
    let is_made =
        |of: &TypeId| table_of(&types.get(*of).name).is_some_and(|table| symbols.contains(&table));
    let below = types.derived_from(to);
    let found: Vec<TypeId> = std::iter::once(to).chain(below).filter(is_made).collect();
    if found.is_empty() { vec![to] } else { found }
}

#[cfg(test)]
mod tests {
    use super::table_of;

    #[test]
    fn symbols_of_tables() {
        assert_eq!(table_of("Shape").as_deref(), Some("_ZTV5Shape"));
        assert_eq!(table_of("a::b::Shape").as_deref(), Some("_ZTVN1a1b5ShapeE"));
        assert_eq!(table_of("(anonymous namespace)::S").as_deref(), Some("_ZTVN12_GLOBAL__N_11SE"));
        assert_eq!(table_of("List<int>"), None);
    }
}
