//! Bounds of the input of a function: all its arguments together.
//!
//! The root of the space is an artificial object of the class `input`. It has a field for
//! each argument, eight bytes apart: the address of a structure, or a scalar. Each
//! structure has separate classes, so two structures never share an object.

use std::sync::Arc;

use pikse_llvm::Types;
use pikse_llvm::types::TypeId;
use pikse_structure::{
    BoundedHeap, CellLayout, ClassId, Domain, Encoding, Int, Layout, Owns, SpaceBuilder, Targets,
};
use serde::{Deserialize, Serialize};

use super::infer::{
    Class, POINTER_SIZE, add_classes, check_names, has_links, notes, prefix_of, reach,
    scalar_domain,
};
use super::request::{FieldName, Request};
use super::{Bounds, BoundsError};

/// The class of the root.
pub const INPUT: &str = "input";

/// A parameter of a function.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Parameter {
    /// A structure, by its address.
    Structure {
        /// Its name in the source.
        name: String,
        /// The type of its root.
        of: TypeId,
        /// Whether it is a value of the type, and not a pointer to a struct.
        is_value: bool,
    },
    /// An integer, a bool or an enum.
    Scalar {
        /// Its name in the source.
        name: String,
        /// Its type.
        of: TypeId,
    },
}

impl Parameter {
    /// Its name in the source.
    pub fn name(&self) -> &str {
        match self {
            Parameter::Structure { name, .. } | Parameter::Scalar { name, .. } => name,
        }
    }
}

/// An argument: a field of the input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Argument {
    /// The parameter.
    pub parameter: Parameter,
    /// Its offset in the input, in bytes.
    pub offset: u64,
    /// Its size in bytes.
    pub size: u64,
    /// The class of a structure's root.
    pub class: Option<ClassId>,
}

/// Whether a type has a name of the user's.
fn is_own(types: &Types, of: TypeId) -> bool {
    types.is_object(of) && !is_of_library(&types.get(of).name)
}

/// Whether a name is that of a type of a library or of the language.
pub fn is_of_library(name: &str) -> bool {
    let starts = ["core::", "alloc::", "std::", "&", "(", "["];
    name.is_empty() || starts.iter().any(|start| name.starts_with(start))
}

/// The bounds of the input of a function with these parameters. The request's root is
/// ignored; its ranges may name scalars as fields of [`INPUT`].
pub fn infer_input(
    types: &Types,
    parameters: &[Parameter],
    request: &Request,
) -> Result<Bounds, BoundsError> {
    let structures = parameters.iter().filter(|p| matches!(p, Parameter::Structure { .. })).count();
    let groups: Vec<Option<Vec<Class>>> = parameters
        .iter()
        .map(|parameter| match parameter {
            Parameter::Structure { name, of, is_value } => {
                let prefix = if structures > 1 { format!("{name}_") } else { String::new() };
                // A value of a library's type has the name of the parameter.
                let named = (*is_value && !is_own(types, *of)).then_some(name.as_str());
                reach(types, *of, (&prefix, named), request).map(Some)
            }
            Parameter::Scalar { .. } => Ok(None),
        })
        .collect::<Result<_, _>>()?;
    let field = |name: &str| FieldName { class: INPUT.to_owned(), field: name.to_owned() };
    let scalars = parameters.iter().filter(|p| matches!(p, Parameter::Scalar { .. }));
    let scalars: Vec<FieldName> = scalars.map(|parameter| field(parameter.name())).collect();
    let classes: Vec<&Class> = groups.iter().flatten().flatten().collect();
    check_names(types, &classes, &scalars, request)?;

    let mut builder = SpaceBuilder::new();
    let input = builder.class(INPUT, 1);
    let (mut layouts, mut cells, mut arguments) = (Vec::new(), Vec::new(), Vec::new());
    for (number, (parameter, group)) in parameters.iter().zip(&groups).enumerate() {
        let offset = number as u64 * POINTER_SIZE;
        let name = parameter.name();
        let before = layouts.len() + 1;
        let (domain, cell, class) = match (parameter, group) {
            (Parameter::Scalar { of, .. }, _) | (Parameter::Structure { of, .. }, None) => {
                let meant = field(name);
                let shown = meant.to_string();
                let (domain, encoding) =
                    scalar_domain(types, *of, &shown, request, |asked| *asked == meant)?;
                let size = types.get(*of).size;
                let (elsewhere, owns) = (Vec::new(), Owns::Nothing);
                let cell = CellLayout { offset, size, encoding, into: 0, elsewhere, null: 0, owns };
                (domain, cell, None)
            }
            (Parameter::Structure { .. }, Some(group)) => {
                layouts.extend(add_classes(types, group, request, &mut builder, before)?);
                let class = ClassId::at(before);
                let targets = Targets { nullable: false, classes: vec![class] };
                let into = group.first().map_or(0, |root| prefix_of(types, group, root));
                let encoding = Encoding::Address;
                let (size, elsewhere, owns) = (POINTER_SIZE, Vec::new(), Owns::Nothing);
                let cell = CellLayout { offset, size, encoding, into, elsewhere, null: 0, owns };
                (Domain::Reference(targets), cell, Some(class))
            }
        };
        builder.scalar::<Int>(input, name, domain);
        arguments.push(Argument { parameter: parameter.clone(), offset, size: cell.size, class });
        cells.push(cell);
    }
    // After the arguments there is room for a pointer that the function returns.
    let size = (parameters.len() as u64 + 1) * POINTER_SIZE;
    layouts.insert(0, Layout { size, cells, ..Layout::default() });
    let mut structures = groups.iter().flatten();
    let has_links = structures.any(|group| has_links(types, group, request));
    let types = std::iter::once(None).chain(classes.iter().map(|class| Some(class.of))).collect();
    let space = Arc::new(builder.build().map_err(BoundsError::Space)?);
    let notes = notes(classes.iter().copied());
    let unusual = classes.iter().map(|class| class.is_unusual());
    let mut unusual: Vec<bool> = std::iter::once(false).chain(unusual).collect();
    for argument in &arguments {
        if let (Parameter::Structure { is_value: true, .. }, Some(class)) =
            (&argument.parameter, argument.class)
        {
            unusual[class.index()] = true;
        }
    }
    let heap = Arc::new(BoundedHeap { space, layouts });
    Ok(Bounds { heap, types, arguments, notes, unusual, has_links })
}
