//! Structures that the entry is given: pointers to structs become objects with bounds, of which a
//! predicate holds.
//!
//! The bounds are those of `pikse generate`. Two structures have no object in common.

use pikse_front::bounds::{Encoding, Parameter, Request};
use pikse_front::{Bounds, SubjectError, bounds_of, predicate_of, structure_of};
use pikse_llvm::inkwell::values::FunctionValue;
use pikse_llvm::types::Function;
use pikse_llvm::{Language, Program, Types};
use pikse_structure::space::Shape as FieldShape;
use pikse_structure::{Domain as Declared, DomainId, Space};
use pikse_vm::{Cell, Class, Domain, Shape};

use crate::arguments::names;
use crate::entry::{Argument, Condition};
use crate::program::{OpenError, Wanted};

/// So many objects there may be: each takes memory in every state.
const MOST_OBJECTS: u64 = 4_096;

/// What a user says of the structures that a function is given.
#[derive(Clone, Debug, Default)]
pub struct Structures {
    /// How large they get.
    pub size: Option<u32>,
    /// Bounds of classes and fields; the root and the size in it are not looked at.
    pub bounds: Request,
    /// The function that gives bounds, if not the usual one.
    pub finitize: Option<String>,
    /// What has to hold of them.
    pub predicate: PredicateChoice,
}

impl Structures {
    /// Whether nothing was said.
    fn is_empty(&self) -> bool {
        let Request { objects, ranges, values, non_null, .. } = &self.bounds;
        self.size.is_none()
            && objects.is_empty()
            && ranges.is_empty()
            && values.is_empty()
            && non_null.is_empty()
            && self.finitize.is_none()
            && self.predicate == PredicateChoice::Usual
    }
}

/// What has to hold of structures.
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

/// What was made of the structures.
#[derive(Debug, Default)]
pub(crate) struct Given {
    pub(crate) shape: Shape,
    pub(crate) before: Vec<Condition>,
    /// Arguments by the names of their parameters.
    pub(crate) arguments: Vec<(String, Argument)>,
    /// What was taken, for people.
    pub(crate) taken: Vec<String>,
    /// Whether there should be a predicate, and none was found.
    pub(crate) lacks_predicate: bool,
}

/// Makes structures of the parameters that point to structs and of which nothing else was said.
pub(crate) fn given(
    program: &Program<'_>,
    types: &Types,
    language: Language,
    (symbol, function): (&str, Option<&Function>),
    wanted: &Wanted,
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
        .filter_map(|(at, of)| Some((at, structure_of(types, (*of)?, &names[at])?)))
        .collect();
    if found.is_empty() {
        return nothing();
    }
    let count = program.module().get_function(symbol).map(FunctionValue::count_params);
    if count != Some(function.parameters.len() as u32) {
        let why = "the function takes or returns something by value in memory, so which argument \
                   is which is not known; call it from a harness (see pikse.h)";
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
    let bounds =
        bounds_of(program, types, &list, request, said.finitize.as_deref()).map_err(refuse)?;
    let mut given = of_bounds(&bounds)?;
    let mut lacking = Vec::new();
    for ((at, parameter), text) in found.iter().zip(&mut given.taken) {
        let Parameter::Structure { of, .. } = parameter else { continue };
        let name = match &said.predicate {
            PredicateChoice::Nothing => continue,
            PredicateChoice::Usual => None,
            PredicateChoice::Named(name) => Some(name.as_str()),
        };
        match predicate_of(types, language, *of, name).map_err(refuse)? {
            // The predicate itself runs on whatever there is.
            Some(predicate) if predicate.symbol == symbol => {}
            Some(predicate) => {
                text.push_str(&format!(", for which `{}` holds", predicate.name));
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

/// The objects that bounds stand for.
fn of_bounds(bounds: &Bounds) -> Result<Given, OpenError> {
    let space = &bounds.space;
    // The first class is the input itself, which has a field for each argument.
    let mut classes = Vec::new();
    for (class, layout) in space.classes().iter().zip(&bounds.layouts).skip(1) {
        let mut fields = Vec::new();
        for &field in &class.fields {
            let field = space.field(field);
            match field.shape {
                FieldShape::Scalar(domain) => fields.push((field.name.clone(), domain)),
                FieldShape::Array { element, capacity, .. } => fields
                    .extend((0..capacity).map(|at| (format!("{}[{at}]", field.name), element))),
            }
        }
        let mut cells: Vec<Cell> = fields
            .into_iter()
            .zip(&layout.cells)
            .map(|((field, domain), cell)| Cell {
                field,
                offset: cell.offset as u32,
                size: cell.size as u32,
                domain: domain_of(space, domain, cell),
            })
            .collect();
        cells.sort_by_key(|cell| cell.offset);
        let constant = |&(offset, size, value): &(u64, u64, i64)| {
            (offset as u32, value.to_le_bytes()[..size as usize].to_vec())
        };
        classes.push(Class {
            name: class.name.clone(),
            objects: class.count,
            size: layout.size as u32,
            is_root: false,
            cells,
            constants: layout.constants.iter().map(constant).collect(),
        });
    }
    let count = classes.iter().map(|class| u64::from(class.objects)).sum();
    if count > MOST_OBJECTS {
        return Err(OpenError::Objects { count, most: MOST_OBJECTS });
    }
    let roots: Vec<usize> =
        bounds.arguments.iter().filter_map(|argument| Some(argument.class?.index() - 1)).collect();
    let mut given = Given::default();
    for (at, (argument, &root)) in bounds.arguments.iter().zip(&roots).enumerate() {
        let name = argument.parameter.name().to_owned();
        classes[root].is_root = true;
        if classes[root].objects == 0 {
            let why = "the structure has no object to begin with; --objects leaves none".to_owned();
            return Err(OpenError::Argument { text: format!("{name}=…"), why });
        }
        let end = roots.get(at + 1).copied().unwrap_or(classes.len());
        let parts: Vec<String> = classes[root..end]
            .iter()
            .map(|class| match class.objects {
                1 => format!("1 {}", class.name),
                count => format!("up to {count} {}", class.name),
            })
            .collect();
        given.taken.push(format!("`{name}` is a structure of {}", parts.join(", ")));
        let into = bounds.layouts[0].cells[at].into as u32;
        given.arguments.push((name, Argument::Structure { class: root, into }));
    }
    given.shape = Shape { classes };
    Ok(given)
}

fn domain_of(space: &Space, domain: DomainId, cell: &pikse_front::bounds::CellLayout) -> Domain {
    match (&space.domain(domain).declared, &cell.encoding) {
        (_, Encoding::Constants(values)) => Domain::Values(values.clone()),
        (&Declared::Range { low, high }, _) => Domain::Range { low, high },
        (Declared::List(values), _) => Domain::Values(values.clone()),
        (Declared::Bool | Declared::Enum(_), _) => Domain::Range { low: 0, high: 1 },
        (Declared::Reference(targets), _) => Domain::Object {
            class: targets.classes.first().map_or(0, |class| class.index() - 1),
            nullable: targets.nullable,
            into: cell.into as u32,
            null: cell.null,
        },
    }
}
