//! The functions of a program, as in its source.
//!
//! A module has functions under their symbols; the debug information has their source names,
//! parameters and return types.

use std::path::{Path, PathBuf};

use gimli::{AttributeValue, constants as dw};
use serde::{Deserialize, Serialize};

use super::dwarf::{Dwarf, Entry, Offset, Unit, place, reference, text};
use super::{Kind, Pointer, TypeId, Types, last_part};

/// A function that has a body.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Function {
    /// Its path: `rep_ok`, `BST::repOk`, `search_tree::Bst::rep_ok`.
    pub name: String,
    /// Its symbol in the module.
    pub symbol: String,
    /// Its parameter types, including `this`. `None`: a parameter without a type.
    pub parameters: Vec<Option<TypeId>>,
    /// The names of its parameters; empty for one without a name.
    pub parameter_names: Vec<String>,
    /// The file and the line of its definition.
    pub place: Option<(String, u32)>,
    /// Its return type; `None` for none.
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

    /// A type in source syntax.
    fn spelled(&self, id: TypeId) -> String {
        // Chains of pointers are finite, but a damaged file may say anything.
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

/// A function as its entry describes it.
#[derive(Debug)]
struct Raw {
    offset: Offset,
    depth: isize,
    /// Whether the next entry may still be a part of it.
    is_open: bool,
    name: String,
    symbol: Option<String>,
    /// The entry with the attributes that this one lacks.
    declared: Option<Offset>,
    has_body: bool,
    returns: Option<Offset>,
    parameters: Vec<(Option<Offset>, String)>,
    is_method: bool,
    file: Option<String>,
    line: Option<u32>,
}

/// Collects the functions during a pass over the debug information.
#[derive(Debug, Default)]
pub(super) struct Collector(Vec<Raw>);

impl Collector {
    /// Whether there was no debug information.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Looks at an entry with the name `name` in the path `path`.
    pub(super) fn entry(
        &mut self,
        (dwarf, unit, entry): (&Dwarf<'_>, &Unit<'_>, &Entry<'_>),
        name: Option<&str>,
        path: impl FnOnce() -> String,
    ) {
        // Function types also have parameters.
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

    /// The functions; `behind` resolves types.
    pub(super) fn resolve(
        &self,
        behind: &dyn Fn(Option<Offset>) -> Option<TypeId>,
    ) -> Vec<Function> {
        // The entries are in the order of their offsets.
        let at = |offset: Offset| {
            self.0.binary_search_by_key(&offset, |raw| raw.offset).ok().map(|at| &self.0[at])
        };
        let function = |raw: &Raw| {
            // The attributes of an inlined function are those of its declaration.
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
                    // Blocks of methods have no name in the source. A closure has none either, but
                    // it is not the function around it.
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

/// The names of the parameters, from the entry that has them: a definition outside its class may
/// leave the names to its origin.
fn names_of(said: &[&Raw]) -> Vec<String> {
    let count = said.iter().map(|raw| raw.parameters.len()).find(|&count| count > 0).unwrap_or(0);
    let name = |at: usize| {
        let names = said.iter().filter_map(|raw| raw.parameters.get(at).map(|(_, name)| name));
        names.into_iter().find(|name| !name.is_empty()).cloned().unwrap_or_default()
    };
    (0..count).map(name).collect()
}

/// The file and the line of a definition, or of its declaration where the definition does not
/// repeat them.
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
