//! Chooses the predicate among the functions of a program.

use pikse_llvm::types::{Flavour, Function, Kind, TypeId};
use pikse_llvm::{Language, Types};

use super::{PREDICATES, SubjectError, Takes};
use crate::bounds::edit_distance;

/// A predicate that was chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Chosen {
    /// Its name in the program.
    pub(crate) symbol: String,
    /// Its path in the source.
    pub(crate) predicate: String,
    /// The path of the struct that it takes.
    pub(crate) root: String,
    /// How it takes the struct.
    pub(crate) takes: Takes,
}

/// Parts of names of compiler-generated types.
const LIBRARIES: [&str; 4] = ["core::", "alloc::", "std::", "pikse_rust_panics::"];

/// The maximum number of names in a message.
const MOST_NAMES: usize = 8;

/// The types of a program, and its language, which defines the type of a verdict.
#[derive(Clone, Copy)]
struct Functions<'a> {
    types: &'a Types,
    language: Language,
}

impl Functions<'_> {
    /// The struct that a predicate takes; `Some(None)` if it takes a `void *`.
    fn about(self, function: &Function) -> Option<Option<TypeId>> {
        // Verdicts in C are ints, and C++ may call C.
        let is_bool = |id: TypeId| self.types.get(id).kind == Kind::Bool;
        let gives_verdict =
            self.language != Language::Rust || function.returns.is_some_and(is_bool);
        gives_verdict.then(|| about(self.types, function)).flatten()
    }
}

/// The struct that a predicate takes. A predicate takes one pointer to a struct, or a
/// `void *`, and returns a bool or an int.
pub(super) fn about(types: &Types, function: &Function) -> Option<Option<TypeId>> {
    let &[Some(parameter)] = &function.parameters[..] else { return None };
    let returned = types.get(function.returns?);
    let is_verdict = match returned.kind {
        Kind::Bool => true,
        Kind::Int { .. } => matches!(returned.size, 1 | 4),
        _ => false,
    };
    let is_struct = |to: TypeId| types.is_object(to);
    match types.get(parameter).kind {
        Kind::Pointer(pointer) if is_verdict && pointer.to.is_none_or(is_struct) => {
            Some(pointer.to)
        }
        _ => None,
    }
}

/// Chooses the predicate over the type `of`, or the only one.
pub(crate) fn choose(
    types: &Types,
    language: Language,
    of: Option<&str>,
    predicate: Option<&str>,
) -> Result<Chosen, SubjectError> {
    let of = match of {
        Some(name) => Some((name, find_struct(types, name)?)),
        None => None,
    };
    let names = match predicate {
        Some(name) => vec![name],
        None => PREDICATES.to_vec(),
    };
    let functions = Functions { types, language };
    for name in &names {
        let mut named: Vec<&Function> =
            types.functions().iter().filter(|function| function.is_called(name)).collect();
        named.sort_by(|one, other| one.symbol.cmp(&other.symbol));
        named.dedup_by(|one, other| one.symbol == other.symbol);
        if !named.is_empty() {
            return among(functions, &named, name, of);
        }
    }
    let tried = names.iter().map(|&name| name.to_owned()).collect();
    let about = of.map(|(_, id)| id);
    Err(SubjectError::NoSuchPredicate { tried, known: nearest(functions, about, names[0]) })
}

/// The one of several functions with the name that is a predicate over the type.
fn among(
    functions: Functions<'_>,
    named: &[&Function],
    name: &str,
    of: Option<(&str, TypeId)>,
) -> Result<Chosen, SubjectError> {
    let types = functions.types;
    let about = |function: &Function| functions.about(function);
    let fits = |function: &&&Function| match (about(function), of) {
        (Some(Some(about)), Some((_, of))) => about == of,
        (Some(Some(_)), None) => true,
        (Some(None), of) => of.is_some(),
        (None, _) => false,
    };
    let fitting: Vec<&&Function> = named.iter().filter(fits).collect();
    // A full path takes precedence over the last part of one.
    let whole: Vec<&&Function> =
        fitting.iter().filter(|function| function.name == name).copied().collect();
    match (&fitting[..], &whole[..]) {
        (&[only], _) | (_, &[only]) => {
            let root = about(only).flatten().or(of.map(|(_, id)| id));
            Ok(Chosen {
                symbol: only.symbol.clone(),
                predicate: only.name.clone(),
                root: root.map_or(String::new(), |root| types.get(root).name.clone()),
                takes: takes(types, only),
            })
        }
        ([], _) => Err(why_not(functions, named[0], of)),
        _ => Err(SubjectError::Ambiguous {
            name: name.to_owned(),
            found: fitting.iter().map(|function| function.name.clone()).collect(),
        }),
    }
}

fn takes(types: &Types, function: &Function) -> Takes {
    let first = function.parameters.first().copied().flatten();
    match first.map(|id| &types.get(id).kind) {
        _ if function.is_method => Takes::Method,
        Some(Kind::Pointer(pointer)) => match pointer.flavour {
            Flavour::Reference | Flavour::Ref | Flavour::RefMut => Takes::Reference,
            _ => Takes::Pointer,
        },
        _ => Takes::Pointer,
    }
}

/// Why a function is not a predicate over the type.
fn why_not(
    functions: Functions<'_>,
    function: &Function,
    of: Option<(&str, TypeId)>,
) -> SubjectError {
    let types = functions.types;
    let name = function.name.clone();
    match (functions.about(function), of) {
        (Some(Some(about)), Some((of, _))) => {
            let about = types.get(about).name.clone();
            SubjectError::OtherType { name, about, of: of.to_owned() }
        }
        (Some(None), _) => SubjectError::TakesAnything { name },
        _ => SubjectError::WrongSignature { name, found: types.signature(function) },
    }
}

/// The struct with this name.
pub(crate) fn find_struct(types: &Types, name: &str) -> Result<TypeId, SubjectError> {
    let found = types.structs_named(name);
    match found[..] {
        [only] => Ok(only),
        [] => {
            let last = |path: &str| path.rsplit("::").next().unwrap_or(path).to_lowercase();
            let is_own = |known: &&str| {
                known.starts_with(|c: char| c.is_alphabetic() || c == '_')
                    && !LIBRARIES.iter().any(|of| known.contains(of))
            };
            let mut near: Vec<&str> = types.struct_names().into_iter().filter(is_own).collect();
            near.sort_by_key(|known| edit_distance(&last(known), &last(name)));
            let near = near.into_iter().take(MOST_NAMES).map(str::to_owned).collect();
            Err(SubjectError::NoSuchType { name: name.to_owned(), near })
        }
        _ => Err(SubjectError::Bounds(crate::BoundsError::Ambiguous {
            name: name.to_owned(),
            paths: found.iter().map(|&id| types.get(id).name.clone()).collect(),
        })),
    }
}

/// The names of predicates, those similar to `name` first.
fn nearest(functions: Functions<'_>, of: Option<TypeId>, name: &str) -> Vec<String> {
    let last = name.rsplit("::").next().unwrap_or(name).to_lowercase();
    let is_about = |function: &&Function| {
        let about = functions.about(function).flatten();
        about.is_some() && (of.is_none() || about == of)
    };
    let mut names: Vec<(usize, &str)> = functions
        .types
        .functions()
        .iter()
        .filter(is_about)
        .map(|f| (edit_distance(&f.last_name().to_lowercase(), &last), f.name.as_str()))
        .collect();
    names.sort_unstable();
    names.dedup();
    names.into_iter().map(|(_, name)| name.to_owned()).take(MOST_NAMES).collect()
}
