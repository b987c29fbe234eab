//! Containers of the libraries of Rust and C++ that only the library itself can make: maps, sets, lists.
//!
//! `Makers` are two functions for each such type that a structure contains: one makes a container of
//! entries by its own operations, the other one writes the entries of a container. They are compiled with
//! the user's program. The engine calls the first when the container is first touched. The layout of
//! entries is that of [`pikse_structure::Container`].
//!
//! The functions for a type may not compile (its path is private, a key has no `Hash`). The messages of the
//! compiler say which ones these are. They are written in another way, or left out: then containers of
//! this type are empty.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use pikse_llvm::types::{Kind, Pointer, TypeId};
use pikse_llvm::{Language, Program, Types, rust};
use pikse_structure::layout::{MAKES, SHOWS};
use pikse_structure::{BoundedHeap, Order};

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

/// The elements of a counted slice, `Rc<[T]>` or `Arc<str>`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountedSlice {
    /// Their type.
    pub element: TypeId,
    /// The number of bytes before them in their memory: the counts.
    pub before: u64,
    /// Whether they are text.
    pub is_text: bool,
}

/// The counted slice that a type is.
pub fn counted_slice(types: &Types, of: TypeId) -> Option<CountedSlice> {
    let name = &types.get(of).name;
    let owners = ["alloc::rc::Rc<", "alloc::sync::Arc<"];
    let inner = owners.iter().find_map(|owner| name.strip_prefix(owner))?;
    let is_text = inner.starts_with("str,") || inner == "str>";
    let is_slice = is_text || inner.starts_with('[');
    let Kind::Struct { .. } = types.get(of).kind else { return None };
    // The way to the address goes through structs of the library.
    let (mut level, mut data) = (of, None);
    for _ in 0..8 {
        let Kind::Struct { fields } = &types.get(level).kind else { break };
        data = fields.iter().find(|field| field.name == "data_ptr").map(|field| field.of);
        if data.is_some() {
            break;
        }
        level = fields.first()?.of;
    }
    let Kind::Pointer(Pointer { to: Some(block), .. }) = types.get(data?).kind else { return None };
    let Kind::Struct { fields } = &types.get(block).kind else { return None };
    let value = fields.iter().find(|field| matches!(field.name.as_str(), "value" | "data"))?;
    // The debug information has one element in place of all.
    let element = match types.get(value.of).kind {
        Kind::Array { of, .. } => of,
        _ => value.of,
    };
    is_slice.then_some(CountedSlice { element, before: value.offset, is_text })
}

/// Whether a name is that of a template of the C++ library, in any version namespace.
pub fn is_std(name: &str, template: &str) -> bool {
    let Some(rest) = name.strip_prefix("std::") else { return false };
    let versioned = rest.split_once("::").filter(|(version, _)| version.starts_with("__"));
    rest.starts_with(template) || versioned.is_some_and(|(_, rest)| rest.starts_with(template))
}

/// Whether values of a type contain containers that there are functions for.
pub fn is_held(types: &Types, of: TypeId, makers: &BTreeSet<String>) -> bool {
    let is_one = |of| container_of(types, of).is_some_and(|found| makers.contains(&found.name));
    reached(types, &[of]).into_iter().any(is_one)
}

/// The containers that a program has functions for.
pub fn makers_in(program: &Program<'_>) -> BTreeSet<String> {
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

/// The names of the functions that make the containers of a bounded heap.
pub fn functions_of(heap: &BoundedHeap) -> Vec<String> {
    let containers = heap.layouts.iter().flat_map(|layout| &layout.containers);
    let mut names: Vec<String> =
        containers.map(|container| format!("{MAKES}{}", container.name)).collect();
    names.sort();
    names.dedup();
    names
}

/// The functions are in a file in a folder of this name. So they are no code of the user's
/// ([`crate::is_library`]), and messages about them are recognised.
pub(crate) const FOLDER: &str = "pikse_containers";
/// The file of the functions of a whole program, without its extension.
const FILE: &str = "functions";

/// The functions for the containers that structures of a program contain.
#[derive(Clone, Debug)]
pub(crate) struct Makers {
    language: Language,
    /// By the names of the containers: the ways to write the type, the next one to try first.
    functions: Vec<(String, Vec<String>)>,
    /// Whether functions were left out.
    pub(crate) is_short: bool,
}

impl Makers {
    /// The functions for structures of some types; none if they contain no such container, or if the
    /// functions for all of them are `known` already. `own` is the crate that the functions will be in.
    pub(crate) fn new(
        types: &Types,
        roots: &[TypeId],
        language: Language,
        own: &str,
        known: &mut BTreeSet<String>,
    ) -> Option<Makers> {
        let mut found: BTreeMap<String, String> = BTreeMap::new();
        for of in reached(types, roots) {
            if let Some(container) = container_of(types, of)
                && known.insert(container.name.clone())
            {
                found.insert(container.name, types.get(of).name.clone());
            }
        }
        let spelled = |of: String| match language {
            Language::Rust => {
                let mut ways = vec![rust_path(&of, own, false), rust_path(&of, own, true)];
                ways.dedup();
                ways
            }
            _ => vec![of.replace("(anonymous namespace)::", "")],
        };
        let functions: Vec<_> = found.into_iter().map(|(name, of)| (name, spelled(of))).collect();
        let is_there = !functions.is_empty() && matches!(language, Language::Rust | Language::Cpp);
        is_there.then_some(Makers { language, functions, is_short: false })
    }

    /// The number of containers that functions are left for.
    pub(crate) fn count(&self) -> usize {
        self.functions.len()
    }

    /// What all functions use; it ends a line.
    fn head(&self) -> &'static str {
        if self.language == Language::Rust { RUST } else { CPP }
    }

    /// The text of the functions: for each container a line.
    pub(crate) fn text(&self) -> String {
        let functions = self.functions.iter().map(|(name, ways)| {
            let of = ways.first().map_or("", String::as_str);
            match self.language {
                Language::Rust => format!(
                    "#[unsafe(no_mangle)] pub unsafe extern \"C\" fn {MAKES}{name}(to: *mut {of}, \
                     from: *const u8) -> bool {{ unsafe {{ pikse_containers::make(to, from) }} }} \
                     #[unsafe(no_mangle)] pub unsafe extern \"C\" fn {SHOWS}{name}(to: *mut u8) {{ \
                     unsafe {{ pikse_containers::show::<{of}>(to) }} }}\n"
                ),
                _ => format!(
                    "extern \"C\" bool {MAKES}{name}(void *to, const unsigned char *from) {{ \
                     return pikse_containers::make<{of}>(to, from); }} \
                     extern \"C\" void {SHOWS}{name}(unsigned char *to) {{ \
                     pikse_containers::show<{of}>(to); }}\n"
                ),
            }
        });
        let functions: String = functions.collect();
        format!("{}{functions}", self.head())
    }

    /// Writes the functions that a compiler refuses in another way, or leaves them out. False if its
    /// messages mention none, or none is left. `file` is the name of their file, without its extension.
    pub(crate) fn give_up(&mut self, output: &str, file: &str) -> bool {
        let head = self.head().lines().count();
        let extension = if self.language == Language::Rust { "rs" } else { "cpp" };
        let place = format!("{FOLDER}/{file}.{extension}:");
        let mentioned = output.split(&place).skip(1).filter_map(|after| {
            let end = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
            after[..end].parse::<usize>().ok()?.checked_sub(head + 1)
        });
        let mentioned: BTreeSet<usize> = mentioned.collect();
        let mut at = 0;
        let before = self.functions.len();
        let mut is_other = false;
        self.functions.retain_mut(|(_, ways)| {
            at += 1;
            if !mentioned.contains(&(at - 1)) {
                return true;
            }
            is_other = true;
            ways.remove(0);
            !ways.is_empty()
        });
        self.is_short |= self.functions.len() < before;
        is_other && !self.functions.is_empty()
    }

    /// Compiles a program with the functions, as many of them as can be compiled. `compile` is told their
    /// text.
    fn compile<T, E: std::fmt::Display>(
        &mut self,
        compile: impl Fn(&str) -> Result<T, E>,
    ) -> Option<T> {
        loop {
            match compile(&self.text()) {
                Ok(compiled) => return Some(compiled),
                Err(error) if self.give_up(&error.to_string(), FILE) => {}
                Err(_) => return None,
            }
        }
    }
}

/// Compiles a program with functions that make the containers of structures of some types. `compile` is
/// told their text, and the number of the file that they come after. In a program of several files in C++,
/// that is the one in which most of them can be compiled.
///
/// None if there are no containers, or no functions can be compiled.
pub fn compile<T, E: std::fmt::Display>(
    files: &[PathBuf],
    types: &Types,
    roots: &[TypeId],
    compile: impl Fn(&str, usize) -> Result<T, E>,
) -> Option<T> {
    let language = |file: &PathBuf| Language::of(file).ok();
    let is_cpp = |at: &usize| language(&files[*at]) == Some(Language::Cpp);
    let cpp: Vec<usize> = (0..files.len()).filter(is_cpp).collect();
    let (language, places) = match (cpp.is_empty(), files) {
        (false, _) => (Language::Cpp, cpp),
        // A package, or a file.
        (true, []) => (Language::Rust, vec![0]),
        (true, [file]) if language(file) == Some(Language::Rust) => (Language::Rust, vec![0]),
        _ => return None,
    };
    let own = files.first().map(|file| rust::crate_name(file)).unwrap_or_default();
    let mut best: Option<(usize, T)> = None;
    for place in places {
        let mut makers = Makers::new(types, roots, language, &own, &mut BTreeSet::new())?;
        let Some(compiled) = makers.compile(|text| compile(text, place)) else { continue };
        if !makers.is_short {
            return Some(compiled);
        }
        if best.as_ref().is_none_or(|(count, _)| makers.count() > *count) {
            best = Some((makers.count(), compiled));
        }
    }
    best.map(|(_, compiled)| compiled)
}

/// A text of functions as a file of its own in a folder: a line that includes it in a Rust file.
pub(crate) fn included(text: &str, folder: &Path) -> std::io::Result<String> {
    if text.is_empty() {
        return Ok(String::new());
    }
    let folder = folder.join(FOLDER);
    std::fs::create_dir_all(&folder)?;
    let file = folder.join(format!("{FILE}.rs"));
    // Cargo compiles again when a file is written.
    if std::fs::read_to_string(&file).ok().as_deref() != Some(text) {
        std::fs::write(&file, text)?;
    }
    Ok(format!("\ninclude!({:?});\n", file.to_string_lossy()))
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

/// A type as it is written in the crate `own`, from its name in debug information. The modules of other
/// crates may be private: `is_short` leaves them out, as if types were exported by the crates themselves.
fn rust_path(name: &str, own: &str, is_short: bool) -> String {
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
            (None, first) if path.contains("::") => {
                let last = path.rsplit("::").next().unwrap_or(path);
                text += &if is_short { format!("::{first}::{last}") } else { format!("::{path}") };
            }
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
        let path = |name| rust_path(name, "mine", false);
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
        let private = "alloc::collections::btree::set::BTreeSet<other::inner::Key>";
        let short = rust_path(private, "mine", true);
        assert_eq!(short, "::std::collections::BTreeSet<::other::Key>");
    }
}
