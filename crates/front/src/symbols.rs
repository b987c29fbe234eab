//! Addresses of the program in structures: tables of virtual functions, and functions that a pointer may
//! point to. They are known only once the program is loaded, so a structure has the names of the
//! symbols, and the program has a constant for each that holds its address.

use std::collections::{BTreeMap, BTreeSet};

use pikse_llvm::Program;
use pikse_llvm::Types;
use pikse_llvm::inkwell::AddressSpace;
use pikse_llvm::inkwell::module::Linkage;
use pikse_llvm::inkwell::values::AnyValue;
use pikse_llvm::types::{Kind, TypeId};
use pikse_structure::BoundedHeap;
use pikse_structure::layout::SYMBOL;

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

/// For each table of virtual functions: for each base class that has one, its offset in the object and the
/// distance of its functions from the beginning of the table. The functions come after the distance to the
/// beginning of the object and the description of its class.
pub(crate) fn tables_in(program: &Program<'_>) -> BTreeMap<String, Vec<(u64, u64)>> {
    let tables = program.module().get_globals().filter_map(|global| {
        let name = global.get_name().to_string_lossy().into_owned();
        let table = global.get_initializer().filter(|_| name.starts_with("_ZTV"))?;
        Some((name, parts_of(&table.print_to_string().to_string())))
    });
    tables.collect()
}

/// The parts of a table, from its text: `{ [3 x ptr] [ptr null, ptr @_ZTI1D, ptr @f], [3 x ptr] [...] }`.
fn parts_of(table: &str) -> Vec<(u64, u64)> {
    let mut parts = Vec::new();
    let mut before = 0;
    for part in table.split(" x ptr] [").skip(1) {
        let entries: Vec<&str> = part.split(']').next().unwrap_or(part).split(", ").collect();
        let described = entries.iter().position(|entry| entry.contains("@_ZTI")).unwrap_or(1);
        let top = described.checked_sub(1).and_then(|at| entries.get(at));
        let top = top.and_then(|entry| match entry.split_once("(i64 ") {
            Some((_, rest)) => rest.split(' ').next()?.parse::<i64>().ok(),
            None => Some(0),
        });
        if let Some(offset) = top.and_then(|top| u64::try_from(-top).ok()) {
            parts.push((offset, (before + described as u64 + 1) * 8));
        }
        before += entries.len() as u64;
    }
    parts
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

#[cfg(test)]
mod tests {
    use super::{parts_of, table_of};

    #[test]
    fn tables_have_a_part_for_each_base() {
        let one = "{ [4 x ptr] } { [4 x ptr] [ptr null, ptr @_ZTI1A, ptr @f, ptr @g] }";
        assert_eq!(parts_of(one), [(0, 16)]);
        let two = "{ [4 x ptr], [3 x ptr] } { [4 x ptr] [ptr null, ptr @_ZTI1D, ptr @f, ptr @g], \
                   [3 x ptr] [ptr inttoptr (i64 -16 to ptr), ptr @_ZTI1D, ptr @h] }";
        assert_eq!(parts_of(two), [(0, 16), (16, 48)]);
    }

    #[test]
    fn symbols_of_tables() {
        assert_eq!(table_of("Shape").as_deref(), Some("_ZTV5Shape"));
        assert_eq!(table_of("a::b::Shape").as_deref(), Some("_ZTVN1a1b5ShapeE"));
        assert_eq!(table_of("(anonymous namespace)::S").as_deref(), Some("_ZTVN12_GLOBAL__N_11SE"));
        assert_eq!(table_of("List<int>"), None);
    }
}
