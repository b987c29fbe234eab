//! The structures that a function takes: their bounds and their predicates, for engines that run the
//! function itself (symbolic execution).

use pikse_llvm::types::{Function, Kind, Pointer, TypeId};
use pikse_llvm::{Language, Program, Types};

use crate::bounds::{Bounds, BoundsError, Parameter, Request, infer_input};
use crate::containers;
use crate::finitize::finitization;
use crate::subject::{FINITIZATIONS, SubjectError, choose, is_finitization};
use crate::symbols;

/// The structure that a parameter of a type points to, if it is a pointer to a struct.
pub fn structure_of(types: &Types, of: TypeId, name: &str) -> Option<Parameter> {
    match types.get(of).kind {
        Kind::Pointer(Pointer { to: Some(to), before: 0, .. }) if types.is_object(to) => {
            Some(Parameter::Structure { name: name.to_owned(), of: to, is_value: false })
        }
        _ => None,
    }
}

/// The bounds for a program: those of a finitization function if the program has one or
/// `finitize` names it, and then those of the request.
pub fn request_of(
    program: &Program<'_>,
    types: &Types,
    mut request: Request,
    finitize: Option<&str>,
) -> Result<Request, SubjectError> {
    let by_itself = || FINITIZATIONS.iter().find_map(|name| finitization_named(types, name));
    request.makers = containers::makers_in(program);
    request.symbols = symbols::known_in(program);
    request.tables = symbols::tables_in(program);
    if let Some(name) = finitize.map(str::to_owned).or_else(by_itself) {
        finitization(program, &name, request.size, types)?.apply(&mut request);
    }
    Ok(request)
}

/// The bounds of the structures that a function takes.
pub fn bounds_of(
    program: &Program<'_>,
    types: &Types,
    parameters: &[Parameter],
    request: &Request,
) -> Result<Bounds, BoundsError> {
    let bounds = infer_input(types, parameters, request)?;
    symbols::export(program, &bounds);
    Ok(bounds)
}

/// The symbol of a function that has this name and looks like a finitization.
pub(crate) fn finitization_named(types: &Types, name: &str) -> Option<String> {
    let is_it = |function: &&Function| is_finitization(types, function, name);
    types.functions().iter().find(is_it).map(|function| function.symbol.clone())
}

/// A predicate of structures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PredicateOf {
    /// Its name in the program.
    pub symbol: String,
    /// Its name in the source.
    pub name: String,
    /// The type of the structures.
    pub of: String,
}

impl From<choose::Chosen> for PredicateOf {
    fn from(chosen: choose::Chosen) -> Self {
        Self { symbol: chosen.symbol, name: chosen.predicate, of: chosen.root }
    }
}

/// The predicate of a program: over the type `of`, or the only one; called `name`, or as usual.
pub fn predicate_in(
    types: &Types,
    language: Language,
    of: Option<&str>,
    name: Option<&str>,
) -> Result<PredicateOf, SubjectError> {
    choose::choose(types, language, of, name).map(PredicateOf::from)
}

/// The predicate of a type: the given one, or the default one. `None` if this type has none; a given
/// name that does not exist is an error.
pub fn predicate_of(
    types: &Types,
    language: Language,
    of: TypeId,
    name: Option<&str>,
) -> Result<Option<PredicateOf>, SubjectError> {
    match choose::choose(types, language, Some(&types.get(of).name), name) {
        Ok(chosen) => Ok(Some(chosen.into())),
        Err(SubjectError::OtherType { .. }) => Ok(None),
        Err(
            SubjectError::NoSuchPredicate { .. }
            | SubjectError::NoSuchType { .. }
            | SubjectError::WrongSignature { .. },
        ) if name.is_none() => Ok(None),
        Err(error) => Err(error),
    }
}
