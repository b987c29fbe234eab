//! From what a user names to a program that can be explored.
//!
//! Sources are compiled as they stand, without optimisation, so that the paths are the source's. Then
//! models take the place of what the program leaves to others, and the whole is lowered.

use std::fmt;
use std::path::PathBuf;

use pikse_env::Plan;
use pikse_ir::{FuncId, Program as Ir};
use pikse_llvm::inkwell::context::Context;
use pikse_llvm::inkwell::values::{
    AnyValueEnum, BasicValue, BasicValueEnum, FunctionValue, InstructionOpcode,
};
use pikse_llvm::types::{Function, Kind, Pointer};
use pikse_llvm::{Language, Options, Program, Types};
use pikse_native::{SubjectError, rust_program, with_headers};

use crate::entry::{Argument, Entry};

/// The model that makes a program's world and calls `main`.
const MAIN_MODEL: &str = "pikse_env_main";

/// What a user names.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// The sources.
    pub files: Vec<PathBuf>,
    /// The function; nothing for `main` in its world.
    pub entry: Option<String>,
    /// What arguments of the function are: `a=int[4]`.
    pub arguments: Vec<String>,
    /// The world of a whole program.
    pub plan: Plan,
    /// Flags for the compilers.
    pub options: Options,
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
    /// What it begins with.
    pub entry: Entry,
    /// Functions and globals that nobody defines.
    pub missing: Vec<String>,
    /// Whether some of it was Rust.
    pub is_rust: bool,
    /// Whether it came optimised, so that paths may have been merged.
    pub is_optimised: bool,
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
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Subject(error) => error.fmt(f),
            Self::Models(error) => error.fmt(f),
            Self::Lower(error) => error.fmt(f),
            Self::NoSuchFunction { name, known } if known.is_empty() => {
                write!(f, "there is no function `{name}`, and no other")
            }
            Self::NoSuchFunction { name, known } if name == "main" => write!(
                f,
                "there is no `main`; name a function with --entry: there are {}",
                known.join(", ")
            ),
            Self::NoSuchFunction { name, known } => {
                write!(f, "there is no function `{name}`; there are {}", known.join(", "))
            }
            Self::Ambiguous { name, found } => {
                write!(f, "several functions are `{name}`: give one of {}", found.join(", "))
            }
            Self::Argument { text, why } => write!(f, "--arg {text}: {why}"),
        }
    }
}

impl std::error::Error for OpenError {}

impl<E: Into<SubjectError>> From<E> for OpenError {
    fn from(error: E) -> Self {
        Self::Subject(Box::new(error.into()))
    }
}

/// Opens what a user names.
pub fn open<'ctx>(context: &'ctx Context, wanted: &Wanted) -> Result<Opened<'ctx>, OpenError> {
    let languages =
        wanted.files.iter().map(|file| Language::of(file)).collect::<Result<Vec<_>, _>>()?;
    let is_rust = languages.contains(&Language::Rust);
    let (program, types) = match &wanted.files[..] {
        [file] if is_rust => rust_program(context, file, wanted.entry.is_some(), &wanted.options)?,
        files => {
            let options = with_headers(&wanted.options);
            let program = Program::compile(context, files, &options)?;
            let types = match Types::of(&program) {
                // Bitcode may come without; then names are those of the linker.
                Err(pikse_llvm::Error::NoDebugInformation(_)) => Types::default(),
                other => other?,
            };
            (program, types)
        }
    };
    let (symbol, function) = match &wanted.entry {
        Some(name) => find(&program, &types, name)?,
        None => find(&program, &types, "main")?,
    };
    program.keep(&[&symbol])?;
    let user = program.copy();
    let is_llvm = languages.iter().any(|language| language.is_llvm());
    if languages.contains(&Language::Cpp) || is_llvm && program.needs_cpp() {
        pikse_env::link_cpp(context, &program).map_err(OpenError::Models)?;
    }
    let linked = pikse_env::link(&program).map_err(OpenError::Models)?;
    let ir = pikse_ir::lower(&program).map_err(OpenError::Lower)?;
    let defined: std::collections::HashSet<String> =
        user.defined().map(|function| function.get_name().to_string_lossy().into_owned()).collect();
    let own = ir
        .functions
        .iter()
        .map(|function| defined.contains(&function.name) && !is_of_library(&ir, function))
        .collect();
    let is_optimised = languages.iter().any(|language| language.is_llvm()) && is_optimised(&user);
    let (entry, start) = match &wanted.entry {
        None => {
            let plan = wanted.plan.encode();
            let length = Argument::Number { width: 64, value: plan.len() as u64 };
            let arguments = vec![Argument::Bytes(plan), length];
            (Entry { function: MAIN_MODEL.to_owned(), arguments }, MAIN_MODEL.to_owned())
        }
        Some(_) => {
            let id = ir.function(&symbol);
            let widths = id.map(|id| ir.functions[id.index()].params.clone()).unwrap_or_default();
            let arguments = arguments(&widths, function.as_ref(), &types, &wanted.arguments)?;
            (Entry { function: symbol.clone(), arguments }, symbol)
        }
    };
    let function = ir.function(&start).ok_or_else(|| OpenError::NoSuchFunction {
        name: start.clone(),
        known: names(&user, &types),
    })?;
    Ok(Opened { user, ir, own, function, entry, missing: linked.missing, is_rust, is_optimised })
}

/// Whether the source of a function is a library's.
fn is_of_library(ir: &Ir, function: &pikse_ir::Function) -> bool {
    let location = ir.locations[function.location.index()];
    let file = (location.line > 0).then(|| &ir.files[location.file.index()]);
    file.is_some_and(|file| pikse_native::is_library(std::path::Path::new(file)))
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

/// Whether the source of a function is no library's.
fn is_of_user(function: &Function) -> bool {
    let file = function.place.as_ref().map(|(file, _)| std::path::Path::new(file));
    !file.is_some_and(pikse_native::is_library)
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

/// A function by its name: its symbol, and what the debug information tells.
fn find(
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

/// What a function is called with: what the user says, and symbols for the rest.
fn arguments(
    widths: &[u8],
    function: Option<&Function>,
    types: &Types,
    given: &[String],
) -> Result<Vec<Argument>, OpenError> {
    let names: Vec<String> = match function {
        Some(function) if function.parameter_names.len() == widths.len() => function
            .parameter_names
            .iter()
            .enumerate()
            .map(|(k, name)| if name.is_empty() { format!("arg{k}") } else { name.clone() })
            .collect(),
        _ => (0..widths.len()).map(|k| format!("arg{k}")).collect(),
    };
    let mut said = vec![None; widths.len()];
    for text in given {
        let bad = |why: String| OpenError::Argument { text: text.clone(), why };
        let (name, what) =
            text.split_once('=').ok_or_else(|| bad("it should look like 'a=int[4]'".to_owned()))?;
        let Some(at) = names.iter().position(|known| known == name.trim()) else {
            let known = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
            return Err(bad(format!("the function has no such parameter; it has {known}")));
        };
        let argument = what_it_is(name.trim(), what.trim(), widths[at]).map_err(bad)?;
        let pointer = function.and_then(|function| function.parameters.get(at).copied().flatten());
        let is_pointer = pointer.is_none_or(|id| matches!(types.get(id).kind, Kind::Pointer(_)));
        let wants_pointer = !matches!(argument, Argument::Number { .. });
        if wants_pointer && (widths[at] != 64 || !is_pointer) {
            return Err(bad("this parameter is no pointer".to_owned()));
        }
        if said[at].replace(argument).is_some() {
            return Err(bad("it is given twice".to_owned()));
        }
    }
    let mut list = Vec::with_capacity(widths.len());
    for (at, said) in said.into_iter().enumerate() {
        let of = function.and_then(|function| function.parameters.get(at).copied().flatten());
        let pointer = of.filter(|&id| matches!(types.get(id).kind, Kind::Pointer(_)));
        list.push(match (said, pointer) {
            (Some(argument), _) => argument,
            (None, None) => Argument::Symbolic { name: names[at].clone(), width: widths[at] },
            (None, Some(id)) => pointed_at(types, id, &names[at])?,
        });
    }
    Ok(list)
}

/// `int[4]`, `cstr[8]`, `null`, `17`.
fn what_it_is(name: &str, what: &str, width: u8) -> Result<Argument, String> {
    if what == "null" {
        return Ok(Argument::Null);
    }
    if let Ok(number) = what.parse::<i64>() {
        let fits = width >= 64 || (-(1i64 << (width - 1))..1i64 << width).contains(&number);
        if !fits {
            return Err(format!("{number} does not fit into {width} bits"));
        }
        let mask = if width >= 64 { u64::MAX } else { (1 << width) - 1 };
        return Ok(Argument::Number { width, value: number as u64 & mask });
    }
    let expected = "it should be like `int[4]`, `cstr[8]`, `null` or a number";
    let (of, count) = what
        .strip_suffix(']')
        .and_then(|rest| rest.split_once('['))
        .ok_or_else(|| expected.to_owned())?;
    let count: u32 = count.trim().parse().map_err(|_| expected.to_owned())?;
    let (size, terminated) = match of.trim() {
        "cstr" => (1, true),
        "char" | "unsigned char" | "signed char" | "u8" | "i8" | "int8_t" | "uint8_t" | "bool"
        | "_Bool" | "byte" => (1, false),
        "short" | "unsigned short" | "i16" | "u16" | "int16_t" | "uint16_t" => (2, false),
        "int" | "unsigned" | "unsigned int" | "i32" | "u32" | "int32_t" | "uint32_t" | "float"
        | "f32" => (4, false),
        "long" | "unsigned long" | "long long" | "unsigned long long" | "size_t" | "i64"
        | "u64" | "isize" | "usize" | "int64_t" | "uint64_t" | "double" | "f64" => (8, false),
        other => return Err(format!("`{other}` is no type that is known here; {expected}")),
    };
    let bytes = count.checked_mul(size).filter(|&bytes| bytes <= 1 << 20);
    let bytes = bytes.ok_or_else(|| "that is too large".to_owned())?;
    Ok(Argument::Buffer { name: name.to_owned(), bytes, terminated })
}

/// What a pointer points to of which nothing was said: one value of its type.
fn pointed_at(
    types: &Types,
    id: pikse_llvm::types::TypeId,
    name: &str,
) -> Result<Argument, OpenError> {
    let refuse =
        |why: &str| Err(OpenError::Argument { text: format!("{name}=…"), why: why.to_owned() });
    let Kind::Pointer(Pointer { to: Some(to), .. }) = types.get(id).kind else {
        return refuse("say what this pointer points to: 'int[4]', 'cstr[8]', 'null'");
    };
    match &types.get(to).kind {
        Kind::Int { .. } | Kind::Bool | Kind::Enum { .. } => {
            refuse("this is a pointer; say how much it points to: 'int[4]', 'cstr[8]', 'null'")
        }
        _ => refuse("pointers to structs have to be made by a harness (see pikse.h)"),
    }
}
