//! Opens the user's sources as a program that can be explored.
//!
//! Sources are compiled without optimisation, so that the paths are those of the source. Then models
//! are linked in for undefined functions, and the whole is lowered.

use std::collections::HashSet;
use std::fmt;
use std::path::{Path, PathBuf};

use pikse_env::Plan;
use pikse_front::bounds::Request;
use pikse_front::containers;
use pikse_front::{
    BoundsError, SubjectError, attempts, is_package, package_program, predicate_in, rust_program,
};
use pikse_ir::{FuncId, Program as Ir};
use pikse_llvm::inkwell::attributes::{Attribute, AttributeLoc};
use pikse_llvm::inkwell::context::Context;
use pikse_llvm::inkwell::values::{
    AnyValueEnum, BasicValue, BasicValueEnum, FunctionValue, InstructionOpcode,
};
use pikse_llvm::types::{Function, TypeId};
use pikse_llvm::{Language, Options, Program, Types, raw};
use pikse_solver::Solver;
use pikse_vm::{LoadError, Machine, State};

use crate::arguments::arguments;
use crate::code::{Code, Ready};
use crate::conditions::conditions;
use crate::entry::{Argument, Entry};
use crate::structures::{Given, PredicateChoice, Structures, given};
use crate::targets;
use crate::values::{HARNESS, Values, harness};

/// The model that makes a program's world and calls `main`.
const MAIN_MODEL: &str = "pikse_env_main";

/// The program, the entry and its input, as the user names them.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// The sources, or a Cargo package: its folder or its manifest.
    pub files: Vec<PathBuf>,
    /// The program of the package, if it has several.
    pub bin: Option<String>,
    /// The function; nothing for `main` in its world.
    pub entry: Option<String>,
    /// Explore a predicate alone, instead of an entry: paths end where it has accepted.
    pub invariant: Option<Invariant>,
    /// The arguments of the function: `a=int[4]`.
    pub arguments: Vec<String>,
    /// Pre-conditions: functions that must return true, in addition to the predicates of structures.
    pub pre: Vec<String>,
    /// The structures that the function takes.
    pub structures: Structures,
    /// The world of a whole program.
    pub plan: Plan,
    /// Flags for the compilers.
    pub options: Options,
    /// Functions whose call is the error `reached-error`, whatever they do.
    pub targets: Vec<String>,
}

/// The predicate that is explored alone. The structures name it ([`Structures::predicate`]).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Invariant {
    /// The type of the structures; nothing if there is one predicate only.
    pub of: Option<String>,
}

impl Wanted {
    /// Whether a function runs, not a whole program.
    fn is_function(&self) -> bool {
        self.entry.is_some() || self.invariant.is_some()
    }
}

/// A program that can be explored.
#[derive(Debug)]
pub struct Opened<'ctx> {
    /// The user's program, without models.
    pub user: Program<'ctx>,
    /// The program with its models, lowered.
    pub ir: Ir,
    /// The functions of the user's own sources; all others are models, or of a library.
    pub own: Vec<bool>,
    /// Where it begins.
    pub function: FuncId,
    /// The entry and its arguments.
    pub entry: Entry,
    /// The entry as the source has it.
    pub source: Source,
    /// How the structures of the function were interpreted, one text each.
    pub taken: Vec<String>,
    /// Undefined functions and globals.
    pub missing: Vec<String>,
    /// What the models assume of the system, as far as the program asks.
    pub assumed: Vec<pikse_env::Assumption>,
    /// The arguments as values of their types.
    pub values: Values,
    /// Whether some of it was Rust.
    pub is_rust: bool,
    /// Whether it came optimised, so that paths may have been merged.
    pub is_optimised: bool,
}

impl Opened<'_> {
    /// A machine for the program, and the state in which every path begins. Branches of models and of
    /// libraries are not part of a path's trace.
    pub fn machine(
        &self,
        options: pikse_vm::Options,
        solver: Box<dyn Solver>,
    ) -> Result<(Machine<'_>, State), LoadError> {
        self.code().machine(options, solver)
    }

    /// What runs.
    #[must_use]
    pub fn code(&self) -> Code<'_> {
        let Opened { ir, own, function, entry, .. } = self;
        Code { ir, own, function: *function, entry }
    }

    /// What an exploration needs of it, and the source of the entry. LLVM is released.
    #[must_use]
    pub fn ready(self) -> (Ready, Source) {
        let Opened {
            ir,
            own,
            function,
            entry,
            source,
            taken,
            assumed,
            values,
            is_rust,
            is_optimised,
            ..
        } = self;
        let ready =
            Ready { ir, own, function, entry, taken, assumed, values, is_rust, is_optimised };
        (ready, source)
    }

    /// What test code is made of.
    #[must_use]
    pub fn called(&self) -> Called<'_> {
        let Opened { source, entry, values, .. } = self;
        Called { source, entry, values }
    }
}

/// The entry with its arguments, and what its source says: what test code is made of.
#[derive(Clone, Copy, Debug)]
pub struct Called<'a> {
    /// The entry as the source has it.
    pub source: &'a Source,
    /// The entry and its arguments.
    pub entry: &'a Entry,
    /// The arguments as values of their types.
    pub values: &'a Values,
}

/// A function as its source has it.
#[derive(Debug)]
pub struct Source {
    /// The types of the program.
    pub types: Types,
    /// The language of its first file.
    pub language: Language,
    /// The function; none if the debug information does not have it.
    pub function: Option<Function>,
    /// The bounds of structures that it takes: those of the user and of the program.
    pub bounds: Request,
}

/// Why there is nothing to explore.
#[derive(Debug)]
pub enum OpenError {
    /// It cannot be compiled or read.
    Subject(Box<SubjectError>),
    /// The models do not fit.
    Models(pikse_env::Error),
    /// It cannot be lowered.
    Lower(pikse_ir::LowerError),
    /// There is no such function.
    NoSuchFunction {
        /// What was asked for.
        name: String,
        /// What there is.
        known: Vec<String>,
    },
    /// Several functions have the name.
    Ambiguous {
        /// What was asked for.
        name: String,
        /// Those that have it.
        found: Vec<String>,
    },
    /// An argument does not fit the function.
    Argument {
        /// As it was given, or the parameter's name.
        text: String,
        /// Why not.
        why: String,
    },
    /// A function cannot be a condition for the entry.
    Condition {
        /// Its name.
        name: String,
        /// Why not.
        why: String,
    },
    /// A parameter points to a struct, but no size is set.
    NoSize {
        /// The parameters.
        parameters: Vec<String>,
    },
    /// There are bounds, but nothing that they are for.
    NoStructure,
    /// Structures have no bounds, or no predicate.
    Structures {
        /// The parameters.
        parameters: Vec<String>,
        /// Why not.
        error: Box<SubjectError>,
    },
    /// A package is given with other files, or with an entry.
    Package {
        /// The package.
        path: PathBuf,
    },
    /// There are too many objects.
    Objects {
        /// The number of objects.
        count: u64,
        /// The maximum number.
        most: u64,
    },
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Subject(error) => error.fmt(f),
            Self::Models(error) => error.fmt(f),
            Self::Lower(error) => error.fmt(f),
            Self::NoSuchFunction { name, known } if known.is_empty() => {
                write!(f, "there is no function `{name}`; the program has no functions")
            }
            Self::NoSuchFunction { name, known } if name == "main" => write!(
                f,
                "there is no `main`; name a function with --entry. The functions are: {}",
                known.join(", ")
            ),
            Self::NoSuchFunction { name, known } => {
                write!(f, "there is no function `{name}`; the functions are: {}", known.join(", "))
            }
            Self::Ambiguous { name, found } => {
                write!(
                    f,
                    "several functions are called `{name}`; name one of: {}",
                    found.join(", ")
                )
            }
            Self::Argument { text, why } => write!(f, "--arg {text}: {why}"),
            Self::Condition { name, why } => write!(f, "--pre {name}: {why}"),
            Self::NoSize { parameters } => write!(
                f,
                "{} to a struct: set the size of structures with --size N, or pass a null pointer \
                 with --arg 'NAME=null'",
                points(parameters)
            ),
            Self::NoStructure => write!(
                f,
                "bounds or a predicate are given, but the function has no parameter that points to \
                 a struct"
            ),
            Self::Structures { parameters, error } => {
                write!(f, "{} to a struct: {error}", points(parameters))?;
                match **error {
                    SubjectError::Bounds(BoundsError::NoBound { .. }) => {
                        write!(f, "; build the structure in a harness (see pikse.h)")
                    }
                    _ => Ok(()),
                }
            }
            Self::Package { path } => write!(
                f,
                "`{}` is a package: it is explored alone, from `main`; for a function of it, write \
                 a program that calls the function",
                path.display()
            ),
            Self::Objects { count, most } => write!(
                f,
                "the structures have {count} objects, but at most {most} are possible; reduce \
                 --objects or --size"
            ),
        }
    }
}

fn points(parameters: &[String]) -> String {
    let names: Vec<String> = parameters.iter().map(|name| format!("`{name}`")).collect();
    let verb = if names.len() == 1 { "points" } else { "point" };
    format!("{} {verb}", names.join(" and "))
}

impl std::error::Error for OpenError {}

impl<E: Into<SubjectError>> From<E> for OpenError {
    fn from(error: E) -> Self {
        Self::Subject(Box::new(error.into()))
    }
}

/// A function that clang adds to programs in C++, for exceptions that must not go on.
const CALL_TERMINATE: &str = "__clang_call_terminate";

/// A compiled program, with its entry and arguments.
struct Compiled<'ctx> {
    program: Program<'ctx>,
    types: Types,
    symbol: String,
    function: Option<Function>,
    given: Given,
    /// The entry as it is called, if a harness calls it.
    called: Option<Function>,
    /// The options of the user that are left for the arguments.
    arguments: Vec<String>,
    values: Values,
}

/// Compiles a program and finds its entry.
fn compile<'ctx>(
    context: &'ctx Context,
    wanted: &Wanted,
    languages: &[Language],
    options: &Options,
) -> Result<Compiled<'ctx>, OpenError> {
    let (program, types) = match &wanted.files[..] {
        [path] if is_package(path) => {
            package_program(context, path, wanted.bin.as_deref(), options)?
        }
        [file] if languages.contains(&Language::Rust) => {
            let appended = options.appended.clone();
            let options = Options { appended, ..wanted.options.clone() };
            rust_program(context, file, wanted.is_function(), &options)?
        }
        files => {
            let program = Program::compile(context, files, options)?;
            let types = match Types::of(&program) {
                // Bitcode may come without; then names are those of the linker.
                Err(pikse_llvm::Error::NoDebugInformation(_)) => Types::default(),
                other => other?,
            };
            (program, types)
        }
    };
    let (symbol, function) = match &wanted.invariant {
        None => find(&program, &types, wanted.entry.as_deref().unwrap_or("main"))?,
        Some(Invariant { of }) => {
            let name = match &wanted.structures.predicate {
                PredicateChoice::Named(name) => Some(name.as_str()),
                PredicateChoice::Usual | PredicateChoice::Nothing => None,
            };
            let predicate = predicate_in(&types, languages[0], of.as_deref(), name)?;
            let function = types.functions().iter().find(|known| known.symbol == predicate.symbol);
            (predicate.symbol, function.cloned())
        }
    };
    // The arguments may contain containers of a library: then the program also makes them.
    if wanted.is_function()
        && options.appended.is_empty()
        && let Some(function) = &function
    {
        let roots: Vec<TypeId> = function.parameters.iter().copied().flatten().collect();
        let compile = |text: &str, place: usize| {
            let (appended, appended_to) = (text.to_owned(), place);
            let longer = Options { appended, appended_to, ..options.clone() };
            compile(context, wanted, languages, &longer)
        };
        if let Some(compiled) = containers::compile(&wanted.files, &types, &roots, compile) {
            return Ok(compiled);
        }
    }
    let mut compiled = Compiled {
        program,
        types,
        called: function.clone(),
        symbol,
        function,
        given: Given::default(),
        arguments: wanted.arguments.clone(),
        values: Values::default(),
    };
    if wanted.is_function() {
        let (program, types) = (&compiled.program, &compiled.types);
        let entry = (compiled.symbol.as_str(), compiled.function.as_ref());
        let harness = harness(program, types, languages[0], entry, wanted)?;
        let left = harness.as_ref().map_or(wanted, |harness| &harness.wanted);
        let called = harness.as_ref().map(|harness| harness.function.clone());
        let entry = match &called {
            Some(called) => (HARNESS, Some(called)),
            None => entry,
        };
        let moved = harness.as_ref().map_or(&[][..], |harness| &harness.moved);
        let mut given = given(program, types, languages[0], entry, left, moved)?;
        given.before.extend(conditions(program, types, entry, &left.pre)?);
        if let Some(harness) = harness {
            given.taken.extend(harness.taken);
            compiled.arguments = harness.wanted.arguments;
            compiled.values = harness.values;
            compiled.symbol = HARNESS.to_owned();
            compiled.called = called;
        }
        compiled.given = given;
    }
    Ok(compiled)
}

/// Compiles the program that the user names.
pub fn open<'ctx>(context: &'ctx Context, wanted: &Wanted) -> Result<Opened<'ctx>, OpenError> {
    let packages: Vec<&PathBuf> = wanted.files.iter().filter(|file| is_package(file)).collect();
    let languages = match packages[..] {
        [] => wanted.files.iter().map(|file| Language::of(file)).collect::<Result<_, _>>()?,
        [_] if wanted.files.len() == 1 && !wanted.is_function() => vec![Language::Rust],
        [path, ..] => return Err(OpenError::Package { path: path.clone() }),
    };
    let is_rust = languages.contains(&Language::Rust);
    let is_clangs =
        languages.iter().any(|language| matches!(language, Language::C | Language::Cpp));
    let lacks = |first: &Result<Compiled<'ctx>, OpenError>| {
        let is_missing = match first {
            Ok(compiled) => compiled.given.lacks_predicate,
            Err(OpenError::NoSuchFunction { .. }) => true,
            Err(OpenError::Structures { error, .. } | OpenError::Subject(error)) => {
                matches!(**error, SubjectError::NoSuchPredicate { .. })
            }
            Err(_) => false,
        };
        is_clangs && wanted.is_function() && is_missing
    };
    let attempt = |options: &Options| compile(context, wanted, &languages, options);
    let compiled = match attempts(&wanted.options, attempt, lacks) {
        (first, None) => first?,
        (Ok(some), Some(Ok(all))) if all.given.lacks_predicate => some,
        (_, Some(Ok(all))) => all,
        (Err(_), Some(Err(error @ OpenError::Structures { .. }))) => return Err(error),
        (first, Some(Err(_))) => first?,
    };
    let Compiled { program, types, symbol, function, given, called, arguments: said, mut values } =
        compiled;
    for target in &wanted.targets {
        targets::replace(&program, target);
    }
    let held = match &given.objects {
        Some(objects) => containers::functions_of(&objects.heap),
        None => Vec::new(),
    };
    let kept = given.before.iter().map(|call| call.function.as_str());
    let kept = kept.chain([symbol.as_str()]).chain(held.iter().map(String::as_str));
    program.keep(&kept.collect::<Vec<_>>())?;
    let taken = given.taken.clone();
    if wanted.options.keeps_locals {
        keep_locals(&program);
    }
    let user = program.copy();
    let is_llvm = languages.iter().any(|language| language.is_llvm());
    if languages.contains(&Language::Cpp) || is_llvm && program.needs_cpp() {
        pikse_env::link_cpp(&program).map_err(OpenError::Models)?;
    }
    let (ir, missing, assumed) = match raw::layout(program.module()).pointer_size() {
        4 => {
            let narrow = pikse_env::link_narrow(context, &program).map_err(OpenError::Models)?;
            let ir = pikse_ir::lower_narrow(&program, &narrow.models, &narrow.imports);
            (ir.map_err(OpenError::Lower)?, narrow.missing, narrow.assumed)
        }
        _ => {
            let linked = pikse_env::link(&program).map_err(OpenError::Models)?;
            let ir = pikse_ir::lower(&program).map_err(OpenError::Lower)?;
            (ir, linked.missing, linked.assumed)
        }
    };
    let of_user = functions_of_user(&user, is_rust);
    let own = ir.functions.iter().map(|function| of_user.contains(&function.name)).collect();
    let is_optimised = is_llvm && is_optimised(&user);
    let mut bounds = Request::default();
    let (entry, start) = match wanted.is_function() {
        false => {
            let plan = wanted.plan.encode();
            let length = Argument::Number { width: 64, value: plan.len() as u64 };
            let arguments = vec![Argument::Bytes(plan), length];
            let entry = Entry { function: MAIN_MODEL.to_owned(), arguments, ..Entry::default() };
            (entry, MAIN_MODEL.to_owned())
        }
        true => {
            let id = ir.function(&symbol);
            let widths = id.map(|id| ir.functions[id.index()].params.clone()).unwrap_or_default();
            let arguments = arguments(&widths, called.as_ref(), &types, &said, &given.arguments)?;
            values.add_numbers(&types, languages[0] == Language::Rust, called.as_ref(), &arguments);
            let Given { objects, before, bounds: found, .. } = given;
            bounds = found;
            let function = symbol.clone();
            let ends_before = wanted.invariant.is_some();
            (Entry { function, arguments, given: objects, before, ends_before }, symbol)
        }
    };
    let source = Source { types, language: languages[0], function, bounds };
    let function = ir.function(&start).ok_or_else(|| OpenError::NoSuchFunction {
        name: start.clone(),
        known: names(&user, &source.types),
    })?;
    Ok(Opened {
        user,
        ir,
        own,
        function,
        entry,
        source,
        taken,
        missing,
        assumed,
        values,
        is_rust,
        is_optimised,
    })
}

/// The functions of a module whose source is the user's. The module has no models yet: those of the C++ library
/// may replace functions of its headers, and have no places. The user's Rust code always has its places, unlike the
/// library's code that the crate `pikse` brings.
fn functions_of_user(module: &Program<'_>, is_rust: bool) -> HashSet<String> {
    let is_of_user = |function: &FunctionValue<'_>| {
        let Some(node) = raw::value(function).subprogram().filter(|node| node.line() > 0) else {
            return !is_rust;
        };
        let (folder, name) = node.file().map(raw::Node::path).unwrap_or_default();
        !pikse_front::is_library(&Path::new(&folder).join(name))
    };
    let functions = module.defined().filter(is_of_user);
    let names = functions.map(|function| function.get_name().to_string_lossy().into_owned());
    names.filter(|name| ![CALL_TERMINATE, HARNESS].contains(&name.as_str())).collect()
}

/// Whether a module was optimised. Its debug information says so; without that, a program that never
/// puts a parameter into memory when a function begins is.
fn is_optimised(program: &Program<'_>) -> bool {
    let text = program.module().print_to_string().to_string();
    if text.contains("isOptimized: ") {
        return text.contains("isOptimized: true");
    }
    let is_stored = |parameter: BasicValueEnum<'_>| {
        let AnyValueEnum::InstructionValue(user) = parameter.get_first_use()?.get_user() else {
            return None;
        };
        (user.get_opcode() == InstructionOpcode::Store).then_some(())
    };
    let mut parameters = program.defined().flat_map(FunctionValue::get_param_iter).peekable();
    match parameters.peek() {
        Some(_) => parameters.find_map(is_stored).is_none(),
        None => !text.contains(" = alloca "),
    }
}

/// Keeps local variables in memory: LLVM does not turn those of such functions into values.
fn keep_locals(program: &Program<'_>) {
    let context = program.module().get_context();
    let mark = context.create_string_attribute(pikse_ir::KEEP_LOCALS, "");
    for function in program.defined() {
        function.add_attribute(AttributeLoc::Function, mark);
        for name in ["noinline", "optnone"] {
            let kind = Attribute::get_named_enum_kind_id(name);
            let attribute = context.create_enum_attribute(kind, 0);
            function.add_attribute(AttributeLoc::Function, attribute);
        }
        for name in ["alwaysinline", "optsize", "minsize"] {
            let kind = Attribute::get_named_enum_kind_id(name);
            function.remove_enum_attribute(AttributeLoc::Function, kind);
        }
    }
}

/// Whether a function belongs to the user's source, not to a library.
fn is_of_user(function: &Function) -> bool {
    let file = function.place.as_ref().map(|(file, _)| std::path::Path::new(file));
    !file.is_some_and(pikse_front::is_library)
}

/// The functions of the user's, by name; without debug information, by the linker's.
fn names(program: &Program<'_>, types: &Types) -> Vec<String> {
    let symbols = program
        .defined()
        .filter(|_| types.functions().is_empty())
        .map(|function| function.get_name().to_string_lossy().into_owned());
    let mut names: Vec<String> = types
        .functions()
        .iter()
        .filter(|function| is_of_user(function))
        .map(|function| function.name.clone())
        .chain(symbols)
        .collect();
    names.sort();
    names.dedup();
    names.truncate(20);
    names
}

/// A function by its name: its symbol and its debug information.
pub(crate) fn find(
    program: &Program<'_>,
    types: &Types,
    name: &str,
) -> Result<(String, Option<Function>), OpenError> {
    let has_body = |symbol: &str| {
        program.module().get_function(symbol).is_some_and(|found| found.count_basic_blocks() > 0)
    };
    let known = types.functions().iter().find(|function| function.symbol == name);
    if has_body(name) {
        return Ok((name.to_owned(), known.cloned()));
    }
    let mut found: Vec<&Function> = types
        .functions()
        .iter()
        .filter(|function| function.is_called(name) && has_body(&function.symbol))
        .collect();
    if found.iter().any(|function| is_of_user(function)) {
        found.retain(|function| is_of_user(function));
    }
    match found[..] {
        [only] => Ok((only.symbol.clone(), Some(only.clone()))),
        [] => {
            Err(OpenError::NoSuchFunction { name: name.to_owned(), known: names(program, types) })
        }
        _ => {
            let found = found.iter().map(|function| function.name.clone()).collect();
            Err(OpenError::Ambiguous { name: name.to_owned(), found })
        }
    }
}
