//! Properties: a function with its arguments, its pre-conditions and its post-conditions.

use std::fmt;

use pikse_llvm::passing::{Passing, passing};
use pikse_llvm::types::{Flavour, Function, Kind, Pointer, TypeId};
use pikse_llvm::{Language, Program, Types};
use serde::{Deserialize, Serialize};

use crate::bounds::{Parameter, edit_distance, is_of_library};
use crate::given::structure_of;
use crate::properties::{CHECK, PRE};
use crate::subject::{SubjectError, choose};

/// A function to run on every input, with its conditions.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Property {
    /// Its name.
    pub name: String,
    /// The arguments that the search chooses.
    pub parameters: Vec<Parameter>,
    /// The pre-conditions, in order.
    pub pre: Vec<Callee>,
    /// The function to run.
    pub call: Callee,
    /// Whether it fails by returning false.
    pub is_verdict: bool,
    /// The post-conditions.
    pub post: Vec<Callee>,
    /// A function that must give the same results.
    pub same_as: Option<Callee>,
    /// The file and the line of its definition.
    pub place: Option<(String, u32)>,
}

/// A function that is called on an input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Callee {
    /// Its name in the program.
    pub symbol: String,
    /// Its name in the source.
    pub name: String,
    /// Its arguments.
    pub arguments: Vec<Passed>,
    /// How it takes them; none if that is not known.
    pub how: Option<How>,
}

/// How a function takes its arguments.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct How {
    /// The parameters in the program.
    pub passing: Passing,
    /// Which of them are values, and not addresses.
    pub values: Vec<bool>,
}

/// Where an argument comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Passed {
    /// An argument of the input, by number.
    Argument(usize),
    /// The same argument, in its state before the call.
    Old(usize),
    /// The return value of the call.
    Result,
}

/// The functions that make a property, by name, as a user gives them.
#[derive(Clone, Debug, Default)]
pub struct Named {
    /// The function to run.
    pub call: String,
    /// The type of the structure, if the call's parameters do not determine it.
    pub of: Option<String>,
    /// The predicate of the structures, instead of the default ones.
    pub predicate: Option<String>,
    /// Further pre-conditions.
    pub pre: Vec<String>,
    /// The post-conditions.
    pub post: Vec<String>,
    /// A function that must give the same results.
    pub same_as: Option<String>,
}

/// Why there is no property.
#[derive(Debug)]
#[non_exhaustive]
pub enum PropertyError {
    /// There is no function with this name.
    NoSuchFunction {
        /// The name.
        name: String,
        /// Names like it.
        near: Vec<String>,
    },
    /// Several functions have this name.
    Ambiguous {
        /// The name.
        name: String,
        /// Their paths.
        found: Vec<String>,
    },
    /// The type of a parameter is not supported.
    Parameter {
        /// The function, with its signature.
        function: String,
        /// The parameter.
        parameter: String,
    },
    /// A parameter of a condition does not name an argument.
    NamesNothing {
        /// The function.
        function: String,
        /// The parameter.
        parameter: String,
        /// The existing arguments.
        known: Vec<String>,
    },
    /// A condition does not return a bool.
    NoVerdict {
        /// The function, with its signature.
        function: String,
    },
    /// A post-condition may change what it judges.
    Writes {
        /// The function, with its signature.
        function: String,
        /// The parameter.
        parameter: String,
    },
    /// The program, or the predicate of a structure.
    Subject(SubjectError),
}

impl fmt::Display for PropertyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PropertyError::NoSuchFunction { name, near } if near.is_empty() => {
                write!(f, "there is no function `{name}`")
            }
            PropertyError::NoSuchFunction { name, near } => {
                write!(f, "there is no function `{name}`; there are {}", near.join(", "))
            }
            PropertyError::Ambiguous { name, found } => {
                write!(f, "several functions are called `{name}`: give one of {}", found.join(", "))
            }
            PropertyError::Parameter { function, parameter } => write!(
                f,
                "the parameter `{parameter}` of `{function}` has an unsupported type: it must be a \
                pointer to a struct, an integer, a bool or an enum. Write a check that takes such \
                parameters and calls the function (PIKSE_CHECK of pikse.h, \
                 #[pikse::check] in Rust)"
            ),
            PropertyError::NamesNothing { function, parameter, known } => write!(
                f,
                "`{function}` has a parameter `{parameter}`, but the check has no argument of that \
                name; it has {}",
                known.join(", ")
            ),
            PropertyError::NoVerdict { function } => {
                write!(f, "`{function}` must return a bool to be a condition")
            }
            PropertyError::Writes { function, parameter } => write!(
                f,
                "`{function}` cannot be a post-condition: its parameter `{parameter}` is a `&mut`, \
                 through which it may change what it judges"
            ),
            PropertyError::Subject(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for PropertyError {}

impl From<SubjectError> for PropertyError {
    fn from(error: SubjectError) -> Self {
        PropertyError::Subject(error)
    }
}

impl Property {
    /// The check `name`, made by a header or by `#[pikse::check]`.
    pub fn of_check(
        types: &Types,
        language: Language,
        name: &str,
        predicate: Option<&str>,
    ) -> Result<Property, PropertyError> {
        let call = function(types, &format!("{CHECK}{name}"))?;
        let pre = types.functions().iter().find(|f| f.last_name() == format!("{PRE}{name}"));
        let mut property = Property::begin(types, call, name)?;
        property.is_verdict =
            call.returns.is_some_and(|returned| types.get(returned).kind == Kind::Bool);
        match pre {
            Some(pre) => property.pre = vec![property.condition(types, pre, false)?],
            None => property.pre = property.predicates(types, language, predicate)?,
        }
        Ok(property)
    }

    /// The property of a call and conditions that a user names.
    pub fn of_call(
        types: &Types,
        language: Language,
        named: &Named,
    ) -> Result<Property, PropertyError> {
        let of = match &named.of {
            Some(of) => Some(choose::find_struct(types, of)?),
            None => None,
        };
        let call = function_about(types, &named.call, of)?;
        let mut property = Property::begin(types, call, &named.call)?;
        // Of several conditions with a name, that of the call's structure is meant.
        let first = property.parameters.iter().find_map(|parameter| match parameter {
            Parameter::Structure { of, .. } => Some(*of),
            Parameter::Scalar { .. } => None,
        });
        let of = of.or(first);
        property.pre = property.predicates(types, language, named.predicate.as_deref())?;
        for name in &named.pre {
            let pre = function_about(types, name, of)?;
            property.pre.push(property.condition(types, pre, false)?);
        }
        for name in &named.post {
            let post = function_about(types, name, of)?;
            property.post.push(property.condition(types, post, true)?);
        }
        if let Some(name) = &named.same_as {
            let other = function_about(types, name, of)?;
            let mut callee = property.callee(types, other, false)?;
            // Its arguments are the copies of the structures.
            for passed in &mut callee.arguments {
                if let Passed::Argument(at) = *passed
                    && let Parameter::Structure { .. } = property.parameters[at]
                {
                    *passed = Passed::Old(at);
                }
            }
            property.same_as = Some(callee);
        }
        Ok(property)
    }

    /// Whether some function uses the state before the call.
    pub fn uses_old(&self) -> bool {
        let callees = self.post.iter().chain(&self.same_as).chain([&self.call]);
        callees.flat_map(|callee| &callee.arguments).any(|p| matches!(p, Passed::Old(_)))
    }

    /// A property with the parameters of its call.
    fn begin(types: &Types, call: &Function, name: &str) -> Result<Property, PropertyError> {
        let mut parameters = Vec::new();
        for (number, (&of, parameter)) in
            call.parameters.iter().zip(&call.parameter_names).enumerate()
        {
            // Parameters without a name are named by their position.
            let parameter = match parameter.is_empty() {
                true => format!("argument{}", number + 1),
                false => parameter.clone(),
            };
            if is_old(&parameter) {
                continue;
            }
            let refuse = || PropertyError::Parameter {
                function: types.signature(call),
                parameter: parameter.clone(),
            };
            parameters.push(chosen(types, of, &parameter).ok_or_else(refuse)?);
        }
        let mut property = Property {
            name: name.to_owned(),
            parameters,
            pre: Vec::new(),
            call: Callee {
                symbol: String::new(),
                name: String::new(),
                arguments: Vec::new(),
                how: None,
            },
            is_verdict: false,
            post: Vec::new(),
            same_as: None,
            place: call.place.clone(),
        };
        property.call = property.callee(types, call, false)?;
        Ok(property)
    }

    /// The predicates of all structures.
    fn predicates(
        &self,
        types: &Types,
        language: Language,
        predicate: Option<&str>,
    ) -> Result<Vec<Callee>, PropertyError> {
        let mut callees = Vec::new();
        for (number, parameter) in self.parameters.iter().enumerate() {
            if let Parameter::Structure { of, is_value, .. } = parameter {
                let own = *of;
                let of = &types.get(own).name;
                if *is_value && (is_of_library(of) || !types.is_object(own)) {
                    continue;
                }
                let chosen = match choose::choose(types, language, Some(of), predicate) {
                    Ok(chosen) => chosen,
                    // Every value is meant if there is no predicate.
                    Err(
                        SubjectError::NoSuchPredicate { .. }
                        | SubjectError::OtherType { .. }
                        | SubjectError::NoSuchType { .. }
                        | SubjectError::WrongSignature { .. },
                    ) if *is_value && predicate.is_none() => continue,
                    Err(error) => return Err(error.into()),
                };
                let arguments = vec![Passed::Argument(number)];
                let (symbol, name) = (chosen.symbol, chosen.predicate);
                callees.push(Callee { symbol, name, arguments, how: None });
            }
        }
        Ok(callees)
    }

    /// A function that returns a verdict.
    fn condition(
        &self,
        types: &Types,
        of: &Function,
        is_after: bool,
    ) -> Result<Callee, PropertyError> {
        let gives_verdict = of.returns.is_some_and(|returned| {
            matches!(types.get(returned).kind, Kind::Bool | Kind::Int { .. })
        });
        let writes = |of: &Option<TypeId>| {
            let kind = of.map(|of| &types.get(of).kind);
            matches!(kind, Some(Kind::Pointer(Pointer { flavour: Flavour::RefMut, .. })))
        };
        if let Some(at) = of.parameters.iter().position(writes).filter(|_| is_after) {
            let parameter = of.parameter_names.get(at).cloned().unwrap_or_default();
            return Err(PropertyError::Writes { function: types.signature(of), parameter });
        }
        match gives_verdict {
            true => self.callee(types, of, is_after),
            false => Err(PropertyError::NoVerdict { function: types.signature(of) }),
        }
    }

    /// The arguments of a function, by the names of its parameters.
    fn callee(
        &self,
        types: &Types,
        of: &Function,
        is_after: bool,
    ) -> Result<Callee, PropertyError> {
        let structures: Vec<usize> = self
            .parameters
            .iter()
            .enumerate()
            .filter(|(_, parameter)| matches!(parameter, Parameter::Structure { .. }))
            .map(|(number, _)| number)
            .collect();
        let mut arguments = Vec::new();
        for (number, name) in of.parameter_names.iter().enumerate() {
            let named = |name: &str| self.parameters.iter().position(|p| p.name() == name);
            let by_place = |number: usize| {
                // If there is only one structure, a condition may use any name for it.
                let same = |&at: &usize| {
                    let of = of.parameters.get(number).copied().flatten();
                    let own = chosen(types, of, self.parameters[at].name());
                    own.is_some_and(|own| is_same(&own, &self.parameters[at]))
                };
                let fitting: Vec<usize> = (0..self.parameters.len()).filter(same).collect();
                match fitting[..] {
                    [only] => Some(only),
                    _ => fitting.into_iter().find(|&at| at == number),
                }
            };
            let old = match name.strip_prefix("old_") {
                Some(rest) => named(rest),
                None if name == "old" => {
                    structures.first().copied().filter(|_| structures.len() == 1)
                }
                None => None,
            };
            let unnamed = name.is_empty().then(|| format!("argument{}", number + 1));
            let name = unnamed.as_deref().unwrap_or(name);
            let passed = match old.or_else(|| named(name)) {
                Some(at) if old.is_some() => Some(Passed::Old(at)),
                Some(at) => Some(Passed::Argument(at)),
                None if name == "result" && is_after => Some(Passed::Result),
                None => by_place(number).map(Passed::Argument),
            };
            let Some(passed) = passed else {
                let mut known: Vec<String> =
                    self.parameters.iter().map(|p| p.name().to_owned()).collect();
                known.extend(structures.iter().map(|&at| match structures.len() {
                    1 => "old".to_owned(),
                    _ => format!("old_{}", self.parameters[at].name()),
                }));
                known.extend(is_after.then(|| "result".to_owned()));
                let function = of.name.clone();
                let parameter = name.to_owned();
                return Err(PropertyError::NamesNothing { function, parameter, known });
            };
            arguments.push(passed);
        }
        Ok(Callee { symbol: of.symbol.clone(), name: of.name.clone(), arguments, how: None })
    }
}

/// Whether a parameter is the state before the call.
fn is_old(name: &str) -> bool {
    name == "old" || name.starts_with("old_")
}

/// The parameter of a type, if the type is supported.
fn chosen(types: &Types, of: Option<TypeId>, name: &str) -> Option<Parameter> {
    let of = of?;
    let value = |of| Some(Parameter::Structure { name: name.to_owned(), of, is_value: true });
    match types.get(of).kind {
        Kind::Int { .. } | Kind::Bool | Kind::Enum { .. } => {
            Some(Parameter::Scalar { name: name.to_owned(), of })
        }
        Kind::Struct { .. } | Kind::Tagged { .. } | Kind::Array { .. } => value(of),
        Kind::Pointer(Pointer { to: Some(to), before: 0, flavour, .. }) => {
            let is_sure = matches!(
                flavour,
                Flavour::Ref | Flavour::RefMut | Flavour::Reference | Flavour::Box
            );
            match structure_of(types, of, name) {
                // A reference leads to one value; a pointer of C may lead to many.
                None if is_sure => value(to),
                Some(Parameter::Structure { of, .. })
                    if is_sure && is_of_library(&types.get(of).name) =>
                {
                    value(of)
                }
                structure => structure,
            }
        }
        _ => structure_of(types, of, name),
    }
}

/// Whether an argument for one parameter is one for another.
fn is_same(one: &Parameter, other: &Parameter) -> bool {
    match (one, other) {
        (Parameter::Structure { of, .. }, Parameter::Structure { of: other, .. }) => of == other,
        _ => one == other,
    }
}

impl Property {
    /// Finds out how all functions take their arguments.
    pub(super) fn settle(&mut self, program: &Program<'_>, types: &Types, language: Language) {
        let is_rust = language == Language::Rust;
        let others = self.pre.iter_mut().chain(&mut self.post).chain(&mut self.same_as);
        for callee in others.chain([&mut self.call]) {
            let function = types.functions().iter().find(|of| of.symbol == callee.symbol);
            let Some(function) = function else { continue };
            let is_value = |of: &Option<TypeId>| {
                of.is_some_and(|of| {
                    matches!(
                        types.get(of).kind,
                        Kind::Struct { .. } | Kind::Tagged { .. } | Kind::Array { .. }
                    )
                })
            };
            let values: Vec<bool> = function.parameters.iter().map(is_value).collect();
            let passing = passing(program, types, function, is_rust);
            callee.how = passing
                .filter(|how| how.parameters.len() == callee.arguments.len())
                .map(|passing| How { passing, values });
        }
    }
}

/// The function with a name.
fn function<'a>(types: &'a Types, name: &str) -> Result<&'a Function, PropertyError> {
    function_about(types, name, None)
}

/// The function with a name. If several have it, the one that takes a structure `of`.
fn function_about<'a>(
    types: &'a Types,
    name: &str,
    of: Option<TypeId>,
) -> Result<&'a Function, PropertyError> {
    let mut found: Vec<&Function> =
        types.functions().iter().filter(|function| function.is_called(name)).collect();
    found.sort_by(|one, other| one.symbol.cmp(&other.symbol));
    found.dedup_by(|one, other| one.symbol == other.symbol);
    if found.len() > 1 {
        let takes_it = |function: &&&Function| {
            function.parameters.iter().flatten().any(|&id| match types.get(id).kind {
                Kind::Pointer(Pointer { to, .. }) => to.is_some() && to == of,
                _ => false,
            })
        };
        let whole = |function: &&&Function| function.name == name;
        for narrower in [
            found.iter().filter(takes_it).copied().collect::<Vec<_>>(),
            found.iter().filter(whole).copied().collect(),
        ] {
            if narrower.len() == 1 {
                found = narrower;
                break;
            }
        }
    }
    match found[..] {
        [only] => Ok(only),
        [] => {
            let last = name.rsplit("::").next().unwrap_or(name).to_lowercase();
            // Not the user's: Pikse's functions, and helpers in system headers.
            let is_other = |f: &&Function| f.name.starts_with("pikse_") || f.name.starts_with("__");
            let known = types.functions().iter().filter(|f| !is_other(f));
            let mut near: Vec<(usize, &str)> = known
                .map(|f| (edit_distance(&f.last_name().to_lowercase(), &last), f.name.as_str()))
                .collect();
            near.sort_unstable();
            near.dedup();
            let near = near.into_iter().take(8).map(|(_, name)| name.to_owned()).collect();
            Err(PropertyError::NoSuchFunction { name: name.to_owned(), near })
        }
        _ => Err(PropertyError::Ambiguous {
            name: name.to_owned(),
            found: found.iter().map(|function| function.name.clone()).collect(),
        }),
    }
}
