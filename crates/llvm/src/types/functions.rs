//! The functions of a program, as its source has them.
//!
//! A module knows functions by their symbols; its debug information knows how they are
//! called, what they take and what they return.

use std::path::{Path, PathBuf};

use gimli::{AttributeValue, constants as dw};

use super::dwarf::{Dwarf, Entry, Offset, Unit, place, reference, text};
use super::{Kind, Pointer, TypeId, Types, last_part};

/// A function that has a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// Its path: `rep_ok`, `BST::repOk`, `search_tree::Bst::rep_ok`.
    pub name: String,
    /// Its name in the module.
    pub symbol: String,
    /// What it takes, `this` included. `None`: something that has no type.
    pub parameters: Vec<Option<TypeId>>,
    /// What its parameters are called; one without a name has an empty one.
    pub parameter_names: Vec<String>,
    /// The file and the line of its definition.
    pub place: Option<(String, u32)>,
    /// What it returns; `None` for nothing.
    pub returns: Option<TypeId>,
    /// Whether its first parameter is the object that it is called on.
    pub is_method: bool,
}

impl Function {
    /// Whether the whole path, or its last parts, are `name`.
    pub fn is_called(&self, name: &str) -> bool {
        let rest = self.name.strip_suffix(name);
        self.symbol == name || rest.is_some_and(|rest| rest.is_empty() || rest.ends_with("::"))
    }

    /// The last part of its path.
    pub fn last_name(&self) -> &str {
        last_part(&self.name)
    }
}

impl Types {
    /// The functions that have a body.
    pub fn functions(&self) -> &[Function] {
        &self.functions
    }

    /// A function as text: `int insert(bst *, int)`.
    pub fn signature(&self, function: &Function) -> String {
        let of = |id: Option<TypeId>| id.map_or("void".to_owned(), |id| self.spelled(id));
        let parameters: Vec<String> = function.parameters.iter().map(|&id| of(id)).collect();
        format!("{} {}({})", of(function.returns), function.name, parameters.join(", "))
    }

    /// A type as its source may have it.
    fn spelled(&self, id: TypeId) -> String {
        // Pointers to pointers end somewhere, but a file may say anything.
        let (mut id, mut stars) = (id, String::new());
        for _ in 0..8 {
            match self.get(id).kind {
                Kind::Pointer(Pointer { to: Some(to), .. }) if self.get(id).name.is_empty() => {
                    (id, stars) = (to, format!("{stars}*"));
                }
                _ => break,
            }
        }
        let of = self.get(id);
        let name = match (&of.name[..], &of.kind) {
            ("", Kind::Pointer(Pointer { to: None, .. })) => "void *",
            ("", Kind::Unknown(what)) => what,
            ("", _) => "(a type without a name)",
            (name, _) => name,
        };
        if stars.is_empty() { name.to_owned() } else { format!("{name} {stars}") }
    }
}

/// A function as its entry has it.
#[derive(Debug)]
struct Raw {
    offset: Offset,
    depth: isize,
    /// Whether what comes next may still be a part of it.
    is_open: bool,
    name: String,
    symbol: Option<String>,
    /// The entry that says what this one does not.
    declared: Option<Offset>,
    has_body: bool,
    returns: Option<Offset>,
    parameters: Vec<(Option<Offset>, String)>,
    is_method: bool,
    file: Option<String>,
    line: Option<u32>,
}

/// Takes the functions out of a walk over the debug information.
#[derive(Debug, Default)]
pub(super) struct Collector(Vec<Raw>);

impl Collector {
    /// Whether there was none.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Looks at an entry, which has `name` and stands at the path `path`.
    pub(super) fn entry(
        &mut self,
        (dwarf, unit, entry): (&Dwarf<'_>, &Unit<'_>, &Entry<'_>),
        name: Option<&str>,
        path: impl FnOnce() -> String,
    ) {
        // Types of functions have parameters, too.
        if let Some(last) = self.0.last_mut()
            && entry.depth() <= last.depth
        {
            last.is_open = false;
        }
        match entry.tag() {
            dw::DW_TAG_subprogram => {
                let points = |at| match entry.attr_value(at)? {
                    AttributeValue::UnitRef(offset) => Some(place(unit, offset)),
                    AttributeValue::DebugInfoRef(offset) => Some(offset.0),
                    _ => None,
                };
                let has_body =
                    [dw::DW_AT_low_pc, dw::DW_AT_ranges].iter().any(|&at| entry.attr(at).is_some());
                self.0.push(Raw {
                    offset: place(unit, entry.offset()),
                    depth: entry.depth(),
                    is_open: true,
                    name: if name.is_some() { path() } else { String::new() },
                    symbol: text(dwarf, unit, entry, dw::DW_AT_linkage_name),
                    declared: points(dw::DW_AT_specification)
                        .or_else(|| points(dw::DW_AT_abstract_origin)),
                    has_body,
                    returns: reference(unit, entry),
                    parameters: Vec::new(),
                    is_method: false,
                    file: file_of(dwarf, unit, entry),
                    line: line_of(entry),
                });
            }
            dw::DW_TAG_formal_parameter => {
                let Some(of) = self.0.last_mut() else { return };
                if of.is_open && entry.depth() == of.depth + 1 {
                    let first = of.parameters.is_empty();
                    let is_object =
                        entry.attr(dw::DW_AT_artificial).is_some() || name == Some("self");
                    of.is_method |= first && is_object;
                    of.parameters
                        .push((reference(unit, entry), name.unwrap_or_default().to_owned()));
                }
            }
            _ => {}
        }
    }

    /// The functions, with `behind` to look types up.
    pub(super) fn resolve(
        &self,
        behind: &dyn Fn(Option<Offset>) -> Option<TypeId>,
    ) -> Vec<Function> {
        // The entries were met in the order of their places.
        let at = |offset: Offset| {
            self.0.binary_search_by_key(&offset, |raw| raw.offset).ok().map(|at| &self.0[at])
        };
        let function = |raw: &Raw| {
            // What is said of an inlined function is said of its declaration.
            let declared = raw.declared.and_then(at);
            let origin = declared.and_then(|declared| declared.declared).and_then(at);
            let said: Vec<&Raw> = [Some(raw), declared, origin].into_iter().flatten().collect();
            let name = said.iter().find(|raw| !raw.name.is_empty())?.name.clone();
            let symbol = said.iter().find_map(|raw| raw.symbol.clone());
            let parameters = said.iter().find(|raw| !raw.parameters.is_empty());
            let parameters = parameters.map_or(&[][..], |raw| &raw.parameters);
            Some(Function {
                symbol: symbol.unwrap_or_else(|| last_part(&name).to_owned()),
                name: name
                    .split("::")
                    // Blocks of methods that a source gives no name. A closure has none either,
                    // but it is not the function that it stands in.
                    .filter(|part| !part.starts_with('{') || part.contains("closure"))
                    .collect::<Vec<_>>()
                    .join("::"),
                parameters: parameters.iter().map(|&(of, _)| behind(of)).collect(),
                parameter_names: names_of(&said),
                place: place_of(&said),
                returns: said.iter().find_map(|raw| behind(raw.returns)),
                is_method: said.iter().any(|raw| raw.is_method),
            })
        };
        self.0.iter().filter(|raw| raw.has_body).filter_map(function).collect()
    }
}

/// What the parameters are called, by whichever entry says so: a definition out of its
/// class may leave names to its origin.
fn names_of(said: &[&Raw]) -> Vec<String> {
    let count = said.iter().map(|raw| raw.parameters.len()).find(|&count| count > 0).unwrap_or(0);
    let name = |at: usize| {
        let names = said.iter().filter_map(|raw| raw.parameters.get(at).map(|(_, name)| name));
        names.into_iter().find(|name| !name.is_empty()).cloned().unwrap_or_default()
    };
    (0..count).map(name).collect()
}

/// The file and the line of a definition; a part that it does not repeat is that of its
/// declaration.
fn place_of(said: &[&Raw]) -> Option<(String, u32)> {
    let file = said.iter().find_map(|raw| raw.file.clone())?;
    Some((file, said.iter().find_map(|raw| raw.line)?))
}

/// The line at which an entry is declared.
fn line_of(entry: &Entry<'_>) -> Option<u32> {
    u32::try_from(entry.attr(dw::DW_AT_decl_line)?.udata_value()?).ok()
}

/// The file in which an entry is declared.
fn file_of(dwarf: &Dwarf<'_>, unit: &Unit<'_>, entry: &Entry<'_>) -> Option<String> {
    let AttributeValue::FileIndex(index) = entry.attr_value(dw::DW_AT_decl_file)? else {
        return None;
    };
    let header = unit.line_program.as_ref()?.header();
    let file = header.file(index)?;
    let text = |value| {
        let text = dwarf.attr_string(unit, value).ok()?;
        Some(text.to_string_lossy().into_owned())
    };
    let name = PathBuf::from(text(file.path_name())?);
    let folder = file.directory(header).and_then(text).map(PathBuf::from).unwrap_or_default();
    let root = unit.comp_dir.map(|folder| folder.to_string_lossy().into_owned());
    let path = Path::new(&root.unwrap_or_default()).join(folder).join(name);
    Some(path.to_string_lossy().into_owned())
}
