//! Structures that the entry takes: pointers to structs become objects with bounds, which a predicate
//! accepts.
//!
//! The bounds are those of `pikse generate`. Two structures never share an object.

use std::sync::Arc;

use pikse_front::bounds::{Parameter, Request};
use pikse_front::{Bounds, SubjectError, bounds_of, predicate_of, request_of, structure_of};
use pikse_llvm::inkwell::values::FunctionValue;
use pikse_llvm::types::Function;
use pikse_llvm::{Language, Program, Types};
use pikse_structure::ClassId;

use crate::arguments::names;
use crate::entry::{Argument, Condition};
use crate::program::{OpenError, Wanted};

/// The maximum number of objects: each takes memory in every state.
const MOST_OBJECTS: u64 = 4_096;

/// The user's options for the structures that a function takes.
#[derive(Clone, Debug, Default)]
pub struct Structures {
    /// How large they get.
    pub size: Option<u32>,
    /// Bounds of classes and fields; its root and size are ignored.
    pub bounds: Request,
    /// The function that sets the bounds, if not the usual one.
    pub finitize: Option<String>,
    /// The predicate.
    pub predicate: PredicateChoice,
}

impl Structures {
    /// Whether nothing was said.
    pub(crate) fn is_empty(&self) -> bool {
        let Request { objects, ranges, values, non_null, lengths, ignored, .. } = &self.bounds;
        self.size.is_none()
            && objects.is_empty()
            && ranges.is_empty()
            && values.is_empty()
            && non_null.is_empty()
            && lengths.is_empty()
            && ignored.is_empty()
            && self.finitize.is_none()
            && self.predicate == PredicateChoice::Usual
    }
}

/// The choice of the predicate.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum PredicateChoice {
    /// `rep_ok` or `repOk`, if there is one for the type.
    #[default]
    Usual,
    /// The predicate of this name.
    Named(String),
    /// Nothing.
    Nothing,
}

/// The structures of an entry.
#[derive(Debug, Default)]
pub(crate) struct Given {
    pub(crate) objects: Option<pikse_vm::Given>,
    /// Their bounds: those that the user gives, and those of the program.
    pub(crate) bounds: Request,
    pub(crate) before: Vec<Condition>,
    /// Arguments by the names of their parameters.
    pub(crate) arguments: Vec<(String, Argument)>,
    /// How the structures were interpreted, for people.
    pub(crate) taken: Vec<String>,
    /// Whether there should be a predicate, and none was found.
    pub(crate) lacks_predicate: bool,
}

/// Makes structures of the parameters that point to structs and of which nothing else was said, and of
/// those in `moved`.
pub(crate) fn given(
    program: &Program<'_>,
    types: &Types,
    language: Language,
    (symbol, function): (&str, Option<&Function>),
    wanted: &Wanted,
    moved: &[String],
) -> Result<Given, OpenError> {
    let said = &wanted.structures;
    let nothing = || match said.is_empty() {
        true => Ok(Given::default()),
        false => Err(OpenError::NoStructure),
    };
    let Some(function) = function else { return nothing() };
    let names = names(Some(function), function.parameters.len());
    let is_said = |name: &str| {
        let mut texts = wanted.arguments.iter();
        texts.any(|text| text.split_once('=').is_some_and(|(said, _)| said.trim() == name))
    };
    let found: Vec<(usize, Parameter)> = function
        .parameters
        .iter()
        .enumerate()
        .filter(|(at, _)| !is_said(&names[*at]))
        .filter_map(|(at, of)| {
            let name = &names[at];
            let structure = match moved.contains(name) {
                true => Parameter::Structure { name: name.clone(), of: (*of)?, is_value: true },
                false => structure_of(types, (*of)?, name)?,
            };
            Some((at, structure))
        })
        .collect();
    if found.is_empty() {
        return nothing();
    }
    let count = program.module().get_function(symbol).map(FunctionValue::count_params);
    if count != Some(function.parameters.len() as u32) {
        let why = "the function takes or returns a struct by value, so its arguments cannot be \
                   matched; call it from a harness (see pikse.h)";
        let text = format!("{}=…", names[found[0].0]);
        return Err(OpenError::Argument { text, why: why.to_owned() });
    }
    let parameters: Vec<String> = found.iter().map(|(at, _)| names[*at].clone()).collect();
    let Some(size) = said.size else { return Err(OpenError::NoSize { parameters }) };
    let refuse = |error: SubjectError| OpenError::Structures {
        parameters: parameters.clone(),
        error: Box::new(error),
    };
    let request = Request { size, ..said.bounds.clone() };
    let list: Vec<Parameter> = found.iter().map(|(_, parameter)| parameter.clone()).collect();
    let request = request_of(program, types, request, said.finitize.as_deref()).map_err(refuse)?;
    let bounds = bounds_of(program, types, &list, &request);
    let bounds = bounds.map_err(|error| refuse(error.into()))?;
    let mut given = of_bounds(&bounds)?;
    given.bounds = request;
    let mut lacking = Vec::new();
    for ((at, parameter), text) in found.iter().zip(&mut given.taken) {
        let Parameter::Structure { of, .. } = parameter else { continue };
        let name = match &said.predicate {
            PredicateChoice::Nothing => continue,
            PredicateChoice::Usual => None,
            PredicateChoice::Named(name) => Some(name.as_str()),
        };
        match predicate_of(types, language, *of, name).map_err(refuse)? {
            // If the entry is the predicate itself, it runs on all structures.
            Some(predicate) if predicate.symbol == symbol && wanted.invariant.is_none() => {}
            Some(predicate) => {
                text.push_str(&format!(", that `{}` accepts", predicate.name));
                given.before.push(Condition { function: predicate.symbol, arguments: vec![*at] });
            }
            None => lacking.push(types.get(*of).name.clone()),
        }
    }
    if let (PredicateChoice::Named(name), true) = (&said.predicate, given.before.is_empty())
        && let Some(of) = lacking.first()
    {
        let about = "another type".to_owned();
        let (name, of) = (name.clone(), of.clone());
        return Err(refuse(SubjectError::OtherType { name, about, of }));
    }
    given.lacks_predicate = !lacking.is_empty();
    Ok(given)
}

/// The objects within the bounds.
fn of_bounds(bounds: &Bounds) -> Result<Given, OpenError> {
    let space = &bounds.space;
    let roots: Vec<ClassId> =
        bounds.arguments.iter().filter_map(|argument| argument.class).collect();
    // The input itself, which has a field for each argument, is not an object of the program.
    let count = space.objects().len() as u64 - 1;
    if count > MOST_OBJECTS {
        return Err(OpenError::Objects { count, most: MOST_OBJECTS });
    }
    let mut given = Given::default();
    for (at, (argument, &root)) in bounds.arguments.iter().zip(&roots).enumerate() {
        let name = argument.parameter.name().to_owned();
        if space.class(root).count == 0 {
            let why = "the structure has no object; set --objects to at least 1".to_owned();
            return Err(OpenError::Argument { text: format!("{name}=…"), why });
        }
        let end = roots.get(at + 1).map_or(space.classes().len(), |next| next.index());
        let parts: Vec<String> = space.classes()[root.index()..end]
            .iter()
            .map(|class| match class.count {
                1 => format!("1 {}", class.name),
                count => format!("up to {count} {}", class.name),
            })
            .collect();
        given.taken.push(format!("`{name}` stands for every structure of {}", parts.join(", ")));
        let into = bounds.layouts[0].cells[at].into as u32;
        given.arguments.push((name, Argument::Structure { root: at, into }));
    }
    // Such a field has one value only.
    given.taken.extend(bounds.notes.iter().map(ToString::to_string));
    given.objects = Some(pikse_vm::Given { heap: Arc::clone(&bounds.heap), roots });
    Ok(given)
}
