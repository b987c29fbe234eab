//! Arguments that are no numbers and no structures: slices, strings, vectors, options, tuples, structs
//! by value, references to them, and results in memory of the caller.
//!
//! A **harness** is added to the program: a function that builds these arguments, checks the
//! pre-conditions, and calls the entry. Its own parameters are the arguments that are numbers or
//! structures. It is ordinary code, so the symbolic machine and a native replay run the same.
//!
//! | module | what it holds |
//! | --- | --- |
//! | `shape` | what the bytes of a type are |
//! | `emit` | code that builds a value of a shape |
//! | `asked` | `--arg` for such values |
//! | `write` | writes the harness |
//! | `spelled` | names of types, for people |
//! | `shown` | the inputs of a test as values of their types |
//! | `code` | the inputs of a test as source code |

mod asked;
mod code;
mod emit;
mod shape;
mod shown;
mod spelled;
mod write;

use std::collections::BTreeSet;

use pikse_front::{containers, predicate_of, structure_of};
use pikse_llvm::passing::{PassedAs, Passing, passing};
use pikse_llvm::types::{Flavour, Function, Kind, Pointer, TypeId};
use pikse_llvm::{Language, Program, Types};

use self::asked::{Asked, asked};
pub use self::code::{CallCode, call_code};
use self::shape::{NoShape, Places, Scalar, Sequence, Shape, Shapes};
pub use self::shown::Values;
use self::spelled::spelled;
use self::write::Writer;
use crate::arguments::names;
use crate::program::{OpenError, Wanted, find};
use crate::structures::PredicateChoice;

/// The name of the harness in the program.
pub(crate) const HARNESS: &str = "pikse_harness";
/// The default of the greatest length.
const LONGEST: u32 = 3;

/// A harness that was added to a program.
#[derive(Debug)]
pub(crate) struct Harness {
    /// The harness as a function of the source: its parameters are those of the entry that it does not
    /// build.
    pub(crate) function: Function,
    /// How the arguments were interpreted, for people.
    pub(crate) taken: Vec<String>,
    /// The options that are left.
    pub(crate) wanted: Wanted,
    pub(crate) values: Values,
    /// The parameters that are structures, though the entry takes them by value.
    pub(crate) moved: Vec<String>,
}

/// What a parameter of the entry is.
#[derive(Clone, Debug)]
enum Role {
    /// It has no bytes.
    Nothing,
    /// A parameter of the harness, with the values that it may have.
    Given(Option<Scalar>),
    /// A structure that a parameter of the harness points to, whose bytes the harness passes on: a value
    /// with containers of a library, which only the library can build.
    Moved,
    /// A value that the harness builds, and the predicates of its type.
    Value { shape: Shape, predicate: Option<Predicate> },
    /// The length of another parameter.
    LengthOf(usize),
}

/// A predicate of a value.
#[derive(Clone, Debug)]
struct Predicate {
    symbol: String,
    /// Whether the argument is a pointer to the value.
    is_behind: bool,
}

/// A parameter of the entry.
#[derive(Debug)]
struct Parameter {
    name: String,
    of: TypeId,
    /// The number of its bytes.
    size: u64,
    passed: PassedAs,
    role: Role,
}

/// Adds a harness to a program, if the entry needs one.
pub(crate) fn harness(
    program: &Program<'_>,
    types: &Types,
    language: Language,
    (symbol, function): (&str, Option<&Function>),
    wanted: &Wanted,
) -> Result<Option<Harness>, OpenError> {
    let is_wide = pikse_llvm::raw::layout(program.module()).pointer_size() == 8;
    let Some(function) = function.filter(|function| function.symbol == symbol && is_wide) else {
        return Ok(None);
    };
    let is_rust = language == Language::Rust;
    let Some(how) = passing(program, types, function, is_rust) else { return Ok(None) };
    let names = names(Some(function), function.parameters.len());
    let makers = containers::makers_in(program);
    let (taken, has_containers) = (Vec::new(), false);
    let mut planner =
        Planner { types, language, wanted, names: &names, makers, taken, has_containers };
    let mut parameters = Vec::new();
    for (at, passed) in how.parameters.iter().enumerate() {
        let Some(of) = function.parameters[at] else { return Ok(None) };
        let role = planner.role(at, of, passed)?;
        let (name, size) = (names[at].clone(), types.get(of).size);
        parameters.push(Parameter { name, of, size, passed: passed.clone(), role });
    }
    let moved = parameters.iter().filter(|parameter| matches!(parameter.role, Role::Moved));
    let moved: Vec<String> = moved.map(|parameter| parameter.name.clone()).collect();
    let has_containers = planner.has_containers;
    let is_checked = |parameter: &Parameter| !matches!(parameter.role, Role::Given(None));
    // Containers have a size, even if the user does not give one.
    let is_sized = !has_containers || wanted.structures.size.is_some();
    if how.is_plain() && !parameters.iter().any(is_checked) && is_sized {
        return Ok(None);
    }
    let taken = planner.taken;
    for parameter in &parameters {
        if let Role::LengthOf(other) = parameter.role
            && !is_bare(&parameters[other].role)
        {
            let name = &parameters[other].name;
            let why = format!("say which lengths `{name}` has: --arg '{name}=int[0..4]'");
            return Err(OpenError::Argument { text: format!("{}=…", parameter.name), why });
        }
        if let (Role::Given(_), false) = (&parameter.role, is_one(&parameter.passed)) {
            let why = "it is passed by value, and this is not".to_owned();
            return Err(OpenError::Argument { text: format!("{}=…", parameter.name), why });
        }
    }
    let pre = conditions(program, types, is_rust, &parameters, &wanted.pre)?;
    let emitted = Writer { program, parameters: &parameters, passing: &how, pre: &pre };
    emitted.write(symbol)?;
    let kept = |parameter: &&Parameter| matches!(parameter.role, Role::Given(_) | Role::Moved);
    let values = parameters.iter().filter_map(|parameter| match &parameter.role {
        Role::Value { shape, .. } => Some((parameter.name.clone(), shape.clone())),
        _ => None,
    });
    let values = Values::new(values.collect());
    let mut left = wanted.clone();
    left.pre.clear();
    let is_built = |text: &String| {
        let name = text.split_once('=').map_or(text.as_str(), |(name, _)| name).trim();
        let named = parameters.iter().find(|parameter| parameter.name == name);
        named.is_some_and(|parameter| !kept(&parameter))
    };
    left.arguments.retain(|text| !is_built(text));
    // The size and the predicate were for the values, if nothing else has them.
    let has_structure = parameters
        .iter()
        .filter(kept)
        .any(|parameter| structure_of(types, parameter.of, "").is_some());
    if !has_structure && moved.is_empty() && !values.is_empty() {
        left.structures = crate::structures::Structures::default();
    }
    if has_containers {
        left.structures.size.get_or_insert(LONGEST);
    }
    let function = Function {
        symbol: HARNESS.to_owned(),
        parameters: parameters.iter().filter(kept).map(|of| Some(of.of)).collect(),
        parameter_names: parameters.iter().filter(kept).map(|of| of.name.clone()).collect(),
        ..function.clone()
    };
    Ok(Some(Harness { function, taken, wanted: left, values, moved }))
}

/// Whether a parameter is an address whose number of elements is chosen.
fn is_bare(role: &Role) -> bool {
    let Role::Value { shape: Shape::Sequence(sequence), .. } = role else { return false };
    matches!(sequence.places, Places::Bare { .. })
}

fn is_one(passed: &PassedAs) -> bool {
    matches!(passed, PassedAs::Values(parts) if parts.len() == 1)
}

struct Planner<'a> {
    types: &'a Types,
    language: Language,
    wanted: &'a Wanted,
    names: &'a [String],
    /// The containers of a library that the program has functions for.
    makers: BTreeSet<String>,
    taken: Vec<String>,
    /// Whether a parameter of a library's type becomes a structure.
    has_containers: bool,
}

impl Planner<'_> {
    fn refuse<T>(&self, at: usize, why: String) -> Result<T, OpenError> {
        Err(OpenError::Argument { text: format!("{}=…", self.names[at]), why })
    }

    /// What the user says about a parameter.
    fn said(&self, at: usize) -> Option<&str> {
        let mut texts = self.wanted.arguments.iter().filter_map(|text| text.split_once('='));
        texts.find(|(name, _)| name.trim() == self.names[at]).map(|(_, what)| what.trim())
    }

    fn role(&mut self, at: usize, of: TypeId, passed: &PassedAs) -> Result<Role, OpenError> {
        if *passed == PassedAs::Nothing {
            return Ok(Role::Nothing);
        }
        let is_rust = self.language == Language::Rust;
        let kind = &self.types.get(of).kind;
        let said = self.said(at).map(str::to_owned);
        let what = match &said {
            None => None,
            Some(text) => asked(text).or_else(|why| self.refuse(at, why))?,
        };
        if let Some(Asked::LengthOf(name)) = &what {
            let other = self.names.iter().position(|known| known == name);
            return match (kind, other) {
                (Kind::Int { .. }, Some(other)) if other != at => Ok(Role::LengthOf(other)),
                (Kind::Int { .. }, _) => {
                    self.refuse(at, format!("the function has no other parameter `{name}`"))
                }
                _ => self.refuse(at, "only an integer can be a length".to_owned()),
            };
        }
        let is_plain = matches!(
            kind,
            Kind::Pointer(Pointer { flavour: Flavour::Plain | Flavour::Const | Flavour::Mut, .. })
        );
        if is_plain {
            return self.bare(at, what.as_ref());
        }
        let is_number =
            matches!(kind, Kind::Int { .. } | Kind::Bool | Kind::Enum { .. } | Kind::Float);
        if is_number {
            let mut shapes = Shapes::new(self.types, is_rust, (0, 0));
            return Ok(Role::Given(match shapes.of(of) {
                Ok(Shape::Scalar { kind, size }) if is_rust && size <= 8 && !kind.is_any() => {
                    Some(kind).filter(|kind| *kind != Scalar::Bool)
                }
                _ => None,
            }));
        }
        let lengths = match what {
            None if said.is_some() => return Ok(Role::Given(None)),
            Some(Asked::Lengths { low, high, .. }) => Some((low, high)),
            _ => None,
        };
        let size = self.wanted.structures.size;
        let behind = match kind {
            Kind::Pointer(Pointer { to: Some(to), .. }) => Some(*to),
            _ => None,
        };
        // A structure that the user bounds is chosen field by field.
        let is_structure = structure_of(self.types, of, "").is_some();
        let is_users = behind.is_some_and(|to| !is_of_library(&self.types.get(to).name));
        if is_structure && is_users && lengths.is_none() && !self.wanted.structures.is_empty() {
            return Ok(Role::Given(None));
        }
        // What has containers of a library is chosen by their contents, like a structure.
        let is_held = || containers::is_held(self.types, of, &self.makers);
        if lengths.is_none() && !self.makers.is_empty() && is_held() {
            self.has_containers = true;
            return Ok(if is_structure { Role::Given(None) } else { Role::Moved });
        }
        let bounds = lengths.unwrap_or((0, size.unwrap_or(LONGEST)));
        let mut shapes = Shapes::new(self.types, is_rust, bounds);
        let shape = match shapes.of(of) {
            Ok(shape) => shape,
            // There may be a better message.
            Err(_) if is_structure && is_users => return Ok(Role::Given(None)),
            Err(NoShape::Deep) => {
                let why = "its type contains itself without an end".to_owned();
                return self.refuse(at, why);
            }
            Err(NoShape::Why(why)) => {
                let why = format!("{why}, so Pikse cannot build it; build it in a harness");
                return self.refuse(at, why);
            }
        };
        if let Some(lengths) = lengths.filter(|_| !shapes.has_sequence) {
            let why = match self.types.get(behind.unwrap_or(of)).kind {
                Kind::Array { length, .. } if lengths == (length as u32, length as u32) => None,
                Kind::Array { length, .. } => Some(format!("the array has {length} elements")),
                _ => Some("this parameter has no length".to_owned()),
            };
            if let Some(why) = why {
                return self.refuse(at, why);
            }
        }
        if let (Some(Asked::Lengths { of: name, .. }), Some(element)) = (&what, element_of(&shape))
        {
            self.check_element(at, name, element)?;
        }
        let predicate = self.predicate(behind.unwrap_or(of), behind.is_some())?;
        let shaped = (&shapes, &shape);
        self.say(at, of, shaped, predicate.as_ref().map(|(_, name)| name.as_str()));
        Ok(Role::Value { shape, predicate: predicate.map(|(predicate, _)| predicate) })
    }

    /// A plain pointer: to a string, or to elements whose number is chosen.
    fn bare(&self, at: usize, what: Option<&Asked>) -> Result<Role, OpenError> {
        let Some(Asked::Lengths { of: name, low, high, is_range }) = what else {
            return Ok(Role::Given(None));
        };
        let is_string = name == "cstr";
        if !is_string && !is_range {
            return Ok(Role::Given(None));
        }
        let Some((stride, kind)) = asked::element(name) else {
            return self.refuse(at, format!("`{name}` is not a known type"));
        };
        let element = Box::new(Shape::Scalar { size: stride, kind });
        let low = if *is_range { *low } else { 0 };
        let places = Places::Bare { is_terminated: is_string };
        let lengths = (low, *high);
        let shape = Shape::Sequence(Sequence {
            places,
            lengths,
            stride,
            element,
            is_text: false,
            named: name.clone(),
        });
        Ok(Role::Value { shape, predicate: None })
    }

    /// Whether the elements are of the type that the user names.
    fn check_element(&self, at: usize, name: &str, element: &Sequence) -> Result<(), OpenError> {
        if name.is_empty() || name == "str" || name == "string" {
            return Ok(());
        }
        match (asked::element(name), &*element.element) {
            (Some((size, _)), Shape::Scalar { size: has, .. }) if size != *has => {
                self.refuse(at, format!("its elements have {has} bytes, but `{name}` has {size}"))
            }
            _ => Ok(()),
        }
    }

    /// The predicate of a type, and its name.
    fn predicate(
        &self,
        of: TypeId,
        is_behind: bool,
    ) -> Result<Option<(Predicate, String)>, OpenError> {
        let name = match &self.wanted.structures.predicate {
            PredicateChoice::Nothing => return Ok(None),
            PredicateChoice::Usual => None,
            PredicateChoice::Named(name) => Some(name.as_str()),
        };
        let named = &self.types.get(of).name;
        if !self.types.is_object(of) || named.is_empty() || is_of_library(named) {
            return Ok(None);
        }
        match predicate_of(self.types, self.language, of, name) {
            Ok(Some(found)) if Some(found.symbol.as_str()) != self.wanted.entry.as_deref() => {
                let predicate = Predicate { symbol: found.symbol, is_behind };
                Ok(Some((predicate, found.name)))
            }
            Ok(_) | Err(_) => Ok(None),
        }
    }

    fn say(
        &mut self,
        at: usize,
        of: TypeId,
        (shapes, shape): (&Shapes<'_>, &Shape),
        predicate: Option<&str>,
    ) {
        let name = &self.names[at];
        let mut text = format!("`{name}` stands for every `{}`", spelled(self.types, of));
        if let Some(sequence) = element_of(shape).filter(|_| shapes.has_sequence) {
            let (low, high) = sequence.lengths;
            let lengths = match low {
                0 => format!("up to {high}"),
                _ if low == high => high.to_string(),
                _ => format!("{low} to {high}"),
            };
            let is_text = sequence.is_text || sequence.places == Places::Short;
            let what = match (is_text, lengths.as_str()) {
                (true, "1" | "up to 1") => "byte",
                (true, _) => "bytes",
                (false, "1" | "up to 1") => "element",
                (false, _) => "elements",
            };
            let of = if is_text { "str".to_owned() } else { sequence.named.clone() };
            text.push_str(&format!(" of {lengths} {what} (--arg '{name}={of}[{low}..{high}]')"));
        }
        if shapes.is_cut {
            text.push_str(", nested up to two deep");
        }
        if let Some(predicate) = predicate {
            text.push_str(&format!(", that `{predicate}` accepts"));
        }
        self.taken.push(text);
    }
}

/// The sequence whose length a user sets.
fn element_of(shape: &Shape) -> Option<&Sequence> {
    match shape {
        Shape::Sequence(sequence) => Some(sequence),
        Shape::Pointer { to, .. } => element_of(to),
        Shape::Choice(cases) => {
            cases.iter().flat_map(|case| &case.parts).find_map(|part| element_of(&part.shape))
        }
        Shape::Parts { parts, .. } => parts.iter().find_map(|part| element_of(&part.shape)),
        Shape::Scalar { .. } | Shape::Constant { .. } => None,
    }
}

fn is_of_library(name: &str) -> bool {
    ["core::", "alloc::", "std::", "&", "(", "["].iter().any(|start| name.starts_with(start))
}

/// A pre-condition: its function, and which parameters of the entry it is called with.
#[derive(Debug)]
struct Condition {
    symbol: String,
    arguments: Vec<usize>,
    passing: Passing,
}

fn conditions(
    program: &Program<'_>,
    types: &Types,
    is_rust: bool,
    parameters: &[Parameter],
    wanted: &[String],
) -> Result<Vec<Condition>, OpenError> {
    let mut list = Vec::with_capacity(wanted.len());
    for name in wanted {
        let refuse = |why: String| OpenError::Condition { name: name.clone(), why };
        let (symbol, known) = find(program, types, name)?;
        let Some(of) = known else { return Err(refuse("its parameters are unknown".to_owned())) };
        let gives_verdict = of
            .returns
            .is_some_and(|id| matches!(types.get(id).kind, Kind::Bool | Kind::Int { .. }));
        if !gives_verdict {
            let signature = types.signature(&of);
            return Err(refuse(format!("it must return a bool, but it is `{signature}`")));
        }
        let how = passing(program, types, &of, is_rust)
            .ok_or_else(|| refuse("its parameters cannot be matched".to_owned()))?;
        let own = names(Some(&of), of.parameters.len());
        let mut arguments = Vec::with_capacity(own.len());
        for (parameter, &is) in own.iter().zip(&of.parameters) {
            let is_same = |at: &usize| {
                let entry = parameters[*at].of;
                let structure = |of| structure_of(types, of, "");
                is == Some(entry)
                    || is.is_some_and(|is| {
                        structure(is).is_some() && structure(is) == structure(entry)
                    })
            };
            let fitting: Vec<usize> = (0..parameters.len()).filter(is_same).collect();
            let named = fitting.iter().find(|&&at| parameters[at].name == *parameter);
            match (named, &fitting[..]) {
                (Some(&at), _) | (None, &[at]) => arguments.push(at),
                _ => {
                    let known: Vec<&str> = parameters.iter().map(|of| of.name.as_str()).collect();
                    let known = known.join(", ");
                    return Err(refuse(format!(
                        "`{parameter}` is not a parameter of the entry; its parameters are: {known}"
                    )));
                }
            }
        }
        for (&at, passed) in arguments.iter().zip(&how.parameters) {
            if let (PassedAs::Copy(_), Role::Value { shape, .. }) = (passed, &parameters[at].role)
                && owns(shape)
            {
                let why = format!("it takes `{}` by value, and would free it", parameters[at].name);
                return Err(refuse(why));
            }
        }
        list.push(Condition { symbol, arguments, passing: how });
    }
    Ok(list)
}

/// Whether a value owns memory.
fn owns(shape: &Shape) -> bool {
    match shape {
        Shape::Scalar { .. } | Shape::Constant { .. } => false,
        Shape::Parts { parts, .. } => parts.iter().any(|part| owns(&part.shape)),
        Shape::Choice(cases) => cases.iter().flat_map(|case| &case.parts).any(|p| owns(&p.shape)),
        Shape::Sequence(sequence) => match sequence.places {
            Places::Vector { .. } | Places::Begin { .. } => true,
            Places::Slice { is_owned, .. } => is_owned,
            Places::Short | Places::Bare { .. } => false,
        },
        Shape::Pointer { is_owned, .. } => *is_owned,
    }
}
