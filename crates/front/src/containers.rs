//! Containers of the libraries of Rust and C++ that only the library itself can make: maps, sets, lists.
//!
//! Lines after the user's text define two functions for each such type that a structure contains: one
//! makes a container of entries by its own operations, the other one writes the entries of a container.
//! The engine calls the first when the container is first touched. The layout of entries is that of
//! [`pikse_structure::Container`].
//!
//! If the lines cannot be compiled (a key whose type is private to a module), the program is used
//! without them, and the containers are empty.

use std::collections::{BTreeMap, BTreeSet};

use pikse_llvm::types::{Kind, Pointer, TypeId};
use pikse_llvm::{Language, Program, Types};
use pikse_structure::Order;
use pikse_structure::layout::{MAKES, SHOWS};

use crate::package::hash;

/// Keys and values of entries begin at a multiple of this.
pub(crate) const ENTRY_ALIGNMENT: u64 = 16;

const RUST: &str = include_str!("containers.rs.txt");
const CPP: &str = include_str!("containers.cpp.txt");

/// A type of container.
#[derive(Clone, Debug)]
pub struct LibraryContainer {
    /// What the names of its functions end with.
    pub(crate) name: String,
    /// The type of keys or elements.
    pub key: TypeId,
    /// The type of values.
    pub value: Option<TypeId>,
    pub(crate) order: Order,
}

/// Names of types, how many arguments are parts of an entry, and their order.
const OF_RUST: [(&str, usize, Order); 6] = [
    ("std::collections::hash::map::HashMap<", 2, Order::Keys),
    ("std::collections::hash::set::HashSet<", 1, Order::Keys),
    ("alloc::collections::btree::map::BTreeMap<", 2, Order::Keys),
    ("alloc::collections::btree::set::BTreeSet<", 1, Order::Keys),
    ("alloc::collections::binary_heap::BinaryHeap<", 1, Order::Entries),
    ("alloc::collections::linked_list::LinkedList<", 1, Order::Any),
];
const OF_CPP: [(&str, usize, Order); 12] = [
    ("map<", 2, Order::Keys),
    ("set<", 1, Order::Keys),
    ("unordered_map<", 2, Order::Keys),
    ("unordered_set<", 1, Order::Keys),
    ("multimap<", 2, Order::Entries),
    ("multiset<", 1, Order::Entries),
    ("unordered_multimap<", 2, Order::Entries),
    ("unordered_multiset<", 1, Order::Entries),
    ("list<", 1, Order::Any),
    ("forward_list<", 1, Order::Any),
    ("deque<", 1, Order::Any),
    ("vector<bool", 1, Order::Any),
];

/// The container that a type is.
pub fn container_of(types: &Types, of: TypeId) -> Option<LibraryContainer> {
    let of = types.get(of);
    if !matches!(of.kind, Kind::Struct { .. }) {
        return None;
    }
    let rust = OF_RUST.iter().find(|(start, ..)| of.name.starts_with(start));
    let cpp = || OF_CPP.iter().find(|(template, ..)| is_std(&of.name, template));
    let &(_, parts, order) = rust.or_else(cpp)?;
    let key = *of.arguments.first()?;
    let value = match parts {
        2 => Some(*of.arguments.get(1)?),
        _ => None,
    };
    Some(LibraryContainer { name: format!("{:016x}", hash(&[&of.name])), key, value, order })
}

/// Whether a name is that of a template of the C++ library, in any version namespace.
pub fn is_std(name: &str, template: &str) -> bool {
    let Some(rest) = name.strip_prefix("std::") else { return false };
    let versioned = rest.split_once("::").filter(|(version, _)| version.starts_with("__"));
    rest.starts_with(template) || versioned.is_some_and(|(_, rest)| rest.starts_with(template))
}

/// The containers that a program has functions for.
pub(crate) fn makers_in(program: &Program<'_>) -> BTreeSet<String> {
    let defined = program.defined();
    let names = defined.map(|function| function.get_name().to_string_lossy().into_owned());
    names.filter_map(|name| name.strip_prefix(MAKES).map(str::to_owned)).collect()
}

/// The names of the functions of a program that make and show containers.
pub(crate) fn functions_in(program: &Program<'_>) -> Vec<String> {
    let defined = program.defined();
    let names = defined.map(|function| function.get_name().to_string_lossy().into_owned());
    names.filter(|name| name.starts_with(MAKES) || name.starts_with(SHOWS)).collect()
}

/// The lines for the containers that structures of some types contain; none if they contain none.
/// `own` is the name of the crate that the lines are in.
pub(crate) fn lines(types: &Types, roots: &[TypeId], language: Language, own: &str) -> String {
    let mut found: BTreeMap<String, String> = BTreeMap::new();
    for of in reached(types, roots) {
        if let Some(container) = container_of(types, of) {
            found.insert(container.name, types.get(of).name.clone());
        }
    }
    if found.is_empty() {
        return String::new();
    }
    let functions = found.iter().map(|(name, of)| match language {
        Language::Rust => {
            let of = rust_path(of, own);
            format!(
                "#[unsafe(no_mangle)] pub unsafe extern \"C\" fn {MAKES}{name}(to: *mut {of}, \
                 from: *const u8) -> bool {{ unsafe {{ pikse_containers::make(to, from) }} }}\n\
                 #[unsafe(no_mangle)] pub unsafe extern \"C\" fn {SHOWS}{name}(to: *mut u8) {{ \
                 unsafe {{ pikse_containers::show::<{of}>(to) }} }}\n"
            )
        }
        _ => {
            let of = of.replace("(anonymous namespace)::", "");
            format!(
                "extern \"C\" bool {MAKES}{name}(void *to, const unsigned char *from) {{ \
                 return pikse_containers::make<{of}>(to, from); }}\n\
                 extern \"C\" void {SHOWS}{name}(unsigned char *to) {{ \
                 pikse_containers::show<{of}>(to); }}\n"
            )
        }
    });
    let functions: String = functions.collect();
    match language {
        Language::Rust => format!("{RUST}{functions}"),
        Language::Cpp => format!("{CPP}{functions}"),
        _ => String::new(),
    }
}

/// The types that structures of some types may contain.
fn reached(types: &Types, roots: &[TypeId]) -> Vec<TypeId> {
    let mut found: Vec<TypeId> = roots.to_vec();
    let mut known: BTreeSet<TypeId> = roots.iter().copied().collect();
    let mut next = 0;
    while let Some(&of) = found.get(next) {
        next += 1;
        let of = types.get(of);
        let mut parts: Vec<TypeId> = match &of.kind {
            Kind::Struct { fields } | Kind::Union { fields } => {
                fields.iter().map(|field| field.of).collect()
            }
            Kind::Tagged { variants, .. } => variants.iter().map(|variant| variant.of).collect(),
            Kind::Array { of, .. } => vec![*of],
            Kind::Pointer(Pointer { to, .. }) => to.iter().copied().collect(),
            _ => Vec::new(),
        };
        // What a library puts between a container and its elements is none of its values.
        let is_library =
            ["std::", "alloc::", "core::"].iter().any(|of_it| of.name.starts_with(of_it));
        if is_library && !of.arguments.is_empty() {
            parts.clone_from(&of.arguments);
        }
        found.extend(parts.into_iter().filter(|&part| known.insert(part)));
    }
    found
}

/// Public paths of types of Rust's library whose modules are private.
const PUBLIC: [(&str, &str); 9] = [
    ("std::collections::hash::map::", "std::collections::"),
    ("std::collections::hash::set::", "std::collections::"),
    ("alloc::collections::btree::map::", "std::collections::"),
    ("alloc::collections::btree::set::", "std::collections::"),
    ("alloc::collections::binary_heap::", "std::collections::"),
    ("alloc::collections::linked_list::", "std::collections::"),
    ("alloc::collections::vec_deque::", "std::collections::"),
    ("std::hash::random::", "std::hash::"),
    ("core::num::nonzero::", "std::num::"),
];

/// A type as it is written in the crate `own`, from its name in debug information.
fn rust_path(name: &str, own: &str) -> String {
    let mut text = String::new();
    let mut rest = name.replace(", alloc::alloc::Global", "");
    while !rest.is_empty() {
        let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
        let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        let end = if end == 0 { rest.chars().next().map_or(1, char::len_utf8) } else { end };
        let (path, after) = rest.split_at(end);
        let first = path.split("::").next().unwrap_or(path);
        let public = PUBLIC
            .iter()
            .find_map(|(from, to)| path.strip_prefix(from).map(|last| format!("::{to}{last}")));
        match (public, first) {
            (Some(public), _) => text += &public,
            (None, "core" | "alloc" | "std") => {
                text += "::std";
                text += path.strip_prefix(first).unwrap_or_default();
            }
            (None, first) if first == own && path.contains("::") => {
                text += "crate";
                text += path.strip_prefix(first).unwrap_or_default();
            }
            (None, _) if path.contains("::") => text += &format!("::{path}"),
            _ => text += path,
        }
        rest = after.to_owned();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::rust_path;

    #[test]
    fn types_are_written_as_in_the_source() {
        let path = |name| rust_path(name, "mine");
        let map = "std::collections::hash::map::HashMap<alloc::string::String, mine::a::Node, \
                   std::hash::random::RandomState>";
        assert_eq!(
            path(map),
            "::std::collections::HashMap<::std::string::String, crate::a::Node, \
             ::std::hash::RandomState>"
        );
        let boxed = "alloc::collections::btree::map::BTreeMap<(u8, char), \
                     alloc::boxed::Box<other::T, alloc::alloc::Global>, alloc::alloc::Global>";
        let written = "::std::collections::BTreeMap<(u8, char), ::std::boxed::Box<::other::T>>";
        assert_eq!(path(boxed), written);
        assert_eq!(path("[core::num::nonzero::NonZero<u8>; 2]"), "[::std::num::NonZero<u8>; 2]");
    }
}
