//! Compiles a program and finds its predicate.
//!
//! A user names a file, and optionally a type and a predicate. The defaults are a function
//! called `rep_ok` or `repOk`, and the struct that it takes.
//!
//! | module | its job |
//! | --- | --- |
//! | `choose` | chooses the predicate among the functions of a program |
//! | `guess` | a shortcut for Rust files |
//! | `error` | errors |

pub(crate) mod choose;
mod error;
mod guess;

use std::fmt;
use std::path::{Path, PathBuf};

use pikse_llvm::inkwell::GlobalVisibility;
use pikse_llvm::inkwell::context::Context;
use pikse_llvm::types::{Function, Kind, TypeId};
use pikse_llvm::{Language, Options, Program, Types, rust};
use serde::{Deserialize, Serialize};

use crate::bounds::{Bounds, Request, infer};
use crate::c_family::attempts;
use crate::containers;
use crate::facade;
use crate::finitize::finitization;
use crate::given::finitization_named;
use crate::package::{Package, package_entry};
use crate::rust_entry::{self, EntryError, RUST_ENTRY, RUST_FINITIZE, RustEntry};
use crate::rust_symbols;
use crate::symbols;

pub use error::SubjectError;

/// The default names of predicates.
pub const PREDICATES: [&str; 2] = ["rep_ok", "repOk"];
/// The default names of finitization functions.
pub const FINITIZATIONS: [&str; 2] = ["finitize", "finitization"];

/// The program, type and predicate that a user names.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// The sources.
    pub files: Vec<PathBuf>,
    /// The type of the structures.
    pub of: Option<String>,
    /// The predicate: the name of a function, with enough of its path to be unique.
    pub predicate: Option<String>,
    /// A Cargo package, instead of sources. It needs a type.
    pub package: Option<Package>,
    /// Flags for the compilers.
    pub options: Options,
}

impl Wanted {
    /// The names of the predicate to try, in order.
    fn predicates(&self) -> Vec<&str> {
        self.predicate.as_deref().map_or(PREDICATES.to_vec(), |name| vec![name])
    }

    /// Opens the program with functions that make the containers of structures of some types. None if
    /// there are no containers, or the functions cannot be compiled.
    pub(crate) fn open_with_containers<T, E: fmt::Display>(
        &self,
        types: &Types,
        roots: &[TypeId],
        open: impl Fn(&Wanted) -> Result<T, E>,
    ) -> Option<T> {
        containers::compile(&self.files, types, roots, |text, place| {
            let mut longer = self.clone();
            longer.options.appended = text.to_owned();
            longer.options.appended_to = place;
            open(&longer)
        })
    }
}

/// How a predicate takes a structure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Takes {
    /// `rep_ok(&list)` in C.
    Pointer,
    /// `rep_ok(list)` in C++, `rep_ok(&list)` in Rust.
    Reference,
    /// `list.rep_ok()`
    Method,
}

/// A program with its predicate.
pub struct Subject<'ctx> {
    /// The program.
    pub program: Program<'ctx>,
    /// Its types.
    pub types: Types,
    /// The language of its first source.
    pub language: Language,
    /// The predicate's name in the program.
    pub entry: String,
    /// The predicate's name in the source.
    pub predicate: String,
    /// How the predicate takes the structure.
    pub takes: Takes,
    /// The type of the structures.
    pub root: String,
}

impl<'ctx> Subject<'ctx> {
    /// Compiles the program and finds the predicate. If the structures contain containers of a
    /// library, the program also has functions that make them.
    pub fn open(context: &'ctx Context, wanted: &Wanted) -> Result<Self, SubjectError> {
        let subject = Subject::open_plain(context, wanted)?;
        let roots = subject.types.structs_named(&subject.root);
        let open = |longer: &Wanted| Subject::open_plain(context, longer);
        let longer = wanted.open_with_containers(&subject.types, &roots, open);
        Ok(longer.unwrap_or(subject))
    }

    fn open_plain(context: &'ctx Context, wanted: &Wanted) -> Result<Self, SubjectError> {
        if let Some(package) = &wanted.package {
            return open_package(context, package, wanted);
        }
        let languages: Vec<Language> =
            wanted.files.iter().map(|file| language_of(file)).collect::<Result<_, _>>()?;
        let &language = languages.first().ok_or(pikse_llvm::Error::NoSource)?;
        match (&wanted.files[..], languages.contains(&Language::Rust)) {
            ([file], true) => match &wanted.of {
                Some(of) => open_rust(context, file, of, wanted),
                None => find_in_rust(context, file, wanted),
            },
            (_, true) => Err(SubjectError::SeveralFiles),
            (_, false) => open_c(context, language, wanted),
        }
    }

    /// The bounds that a user asks for: those of a finitization function if there is
    /// one, and then those of the request, whose root is ignored.
    pub fn bounds(
        &self,
        mut request: Request,
        finitize: Option<&str>,
    ) -> Result<Bounds, SubjectError> {
        request.root.clone_from(&self.root);
        request.makers = containers::makers_in(&self.program);
        request.symbols = symbols::known_in(&self.program);
        request.tables = symbols::tables_in(&self.program);
        let of_rust = self.program.module().get_function(RUST_FINITIZE).map(|_| RUST_FINITIZE);
        let by_itself = || match of_rust {
            Some(name) => Some(name.to_owned()),
            None => FINITIZATIONS.iter().find_map(|name| finitization_named(&self.types, name)),
        };
        if let Some(name) = finitize.map(str::to_owned).or_else(by_itself) {
            finitization(&self.program, &name, request.size, &self.types)?.apply(&mut request);
        }
        let bounds = infer(&self.types, &request)?;
        symbols::export(&self.program, &bounds);
        Ok(bounds)
    }
}

/// Whether a function has this name and looks like a finitization.
pub(crate) fn is_finitization(types: &Types, function: &Function, name: &str) -> bool {
    let is_pointer = |id| matches!(types.get(id).kind, Kind::Pointer(_));
    let is_int = |id| matches!(types.get(id).kind, Kind::Int { .. });
    let takes = match function.parameters[..] {
        [Some(f), Some(size)] => is_pointer(f) && is_int(size),
        [Some(size)] => is_int(size) && function.returns.is_some_and(is_pointer),
        _ => false,
    };
    takes && function.last_name() == name
}

impl fmt::Debug for Subject<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Subject({} over {})", self.predicate, self.root)
    }
}

/// The language of an existing file.
pub(crate) fn language_of(file: &Path) -> Result<Language, SubjectError> {
    let unreadable = |error| pikse_llvm::Error::Unreadable { path: file.to_owned(), error };
    let is_folder = std::fs::metadata(file).map_err(unreadable)?.is_dir();
    if is_folder {
        return Err(SubjectError::Folder(file.to_owned()));
    }
    Ok(Language::of(file)?)
}

fn open_c<'ctx>(
    context: &'ctx Context,
    language: Language,
    wanted: &Wanted,
) -> Result<Subject<'ctx>, SubjectError> {
    let attempt = |options: &Options| {
        let program = Program::compile(context, &wanted.files, options)?;
        let types = types_of(&program)?;
        let (of, predicate) = (wanted.of.as_deref(), wanted.predicate.as_deref());
        let chosen = choose::choose(&types, language, of, predicate)?;
        Ok(subject(program, types, language, chosen))
    };
    let lacks = |first: &Result<Subject<'ctx>, SubjectError>| {
        use SubjectError::{NoSuchPredicate, NoSuchType};
        matches!(first, Err(NoSuchPredicate { .. } | NoSuchType { .. }))
    };
    let subject = match attempts(&wanted.options, attempt, lacks) {
        (first, None) => return first,
        (_, Some(everything)) => everything?,
    };
    let functions = subject.types.functions().iter();
    let made = containers::functions_in(&subject.program);
    symbols::keep_tables(&subject.program);
    let kept: Vec<&str> = functions
        .filter(|function| FINITIZATIONS.contains(&function.last_name()))
        .map(|function| function.symbol.as_str())
        .chain([subject.entry.as_str()])
        .chain(made.iter().map(String::as_str))
        .collect();
    subject.program.keep(&kept)?;
    Ok(subject)
}

fn subject<'ctx>(
    program: Program<'ctx>,
    types: Types,
    language: Language,
    chosen: choose::Chosen,
) -> Subject<'ctx> {
    let choose::Chosen { symbol, predicate, root, takes } = chosen;
    Subject { program, types, language, entry: symbol, predicate, takes, root }
}

/// A Rust file, with the type known.
fn open_rust<'ctx>(
    context: &'ctx Context,
    file: &Path,
    of: &str,
    wanted: &Wanted,
) -> Result<Subject<'ctx>, SubjectError> {
    let compile = |name: &str| RustEntry::new(file, of, name).compile(context, &wanted.options);
    match first_predicate(of, wanted, compile) {
        Err(SubjectError::Entry(error @ EntryError::NoSuchPredicate { .. })) => {
            // The missing name may be that of the type.
            let (_, types) = all_of_rust(context, file, wanted)?;
            choose::find_struct(&types, of.split('<').next().unwrap_or(of))?;
            Err(error.into())
        }
        other => other,
    }
}

/// A package. Its types are known only after compiling an entry.
fn open_package<'ctx>(
    context: &'ctx Context,
    package: &Package,
    wanted: &Wanted,
) -> Result<Subject<'ctx>, SubjectError> {
    let of = wanted.of.as_deref().ok_or(SubjectError::PackageWithoutType)?;
    first_predicate(of, wanted, |name| package_entry(context, package, of, name, &wanted.options))
}

/// The first of the possible predicates that `compile` finds.
fn first_predicate<'ctx>(
    of: &str,
    wanted: &Wanted,
    compile: impl Fn(&str) -> Result<Program<'ctx>, EntryError>,
) -> Result<Subject<'ctx>, SubjectError> {
    let mut missing = None;
    for name in wanted.predicates() {
        match compile(name) {
            Ok(program) => {
                let types = Types::of(&program)?;
                return Ok(known_rust(program, types, of, name));
            }
            Err(error @ EntryError::NoSuchPredicate { .. }) => missing = missing.or(Some(error)),
            Err(error) => return Err(error.into()),
        }
    }
    Err(missing.map_or(SubjectError::PackageWithoutType, SubjectError::Entry))
}

/// A Rust program whose entry calls the function `name` for the type `of`. Both names are
/// then taken from debug information.
fn known_rust<'ctx>(program: Program<'ctx>, types: Types, of: &str, name: &str) -> Subject<'ctx> {
    let entry = types.functions().iter().find(|function| function.symbol == RUST_ENTRY);
    let about = entry.and_then(|entry| choose::about(&types, entry)).flatten();
    let root = about.map_or_else(|| of.to_owned(), |id| types.get(id).name.clone());
    let chosen = choose::choose(&types, Language::Rust, Some(&root), Some(name));
    let chosen = chosen.unwrap_or_else(|_| choose::Chosen {
        symbol: String::new(),
        predicate: if name.contains("::") { name.to_owned() } else { format!("{of}::{name}") },
        root,
        takes: Takes::Method,
    });
    let mut subject = subject(program, types, Language::Rust, chosen);
    subject.entry = RUST_ENTRY.to_owned();
    subject
}

/// A Rust file, with only the names of predicates known.
fn find_in_rust<'ctx>(
    context: &'ctx Context,
    file: &Path,
    wanted: &Wanted,
) -> Result<Subject<'ctx>, SubjectError> {
    let text = std::fs::read_to_string(file)
        .map_err(|error| pikse_llvm::Error::Unreadable { path: file.to_owned(), error })?;
    if let Some((of, name)) = guess::guess(&text, &wanted.predicates())
        && let Ok(program) = RustEntry::new(file, &of, name).compile(context, &wanted.options)
    {
        let types = Types::of(&program)?;
        return Ok(known_rust(program, types, &of, name));
    }
    let (program, types) = all_of_rust(context, file, wanted)?;
    let chosen = choose::choose(&types, Language::Rust, None, wanted.predicate.as_deref())?;
    if facade::is_mentioned(&text) {
        // The type may declare bounds, which its entry requests.
        let predicate = Some(chosen.predicate.rsplit("::").next().unwrap_or_default().to_owned());
        return open_rust(context, file, &chosen.root, &Wanted { predicate, ..wanted.clone() });
    }
    if let Some(function) = program.module().get_function(&chosen.symbol) {
        let entry = function.as_global_value();
        entry.set_name(RUST_ENTRY);
        entry.set_visibility(GlobalVisibility::Default);
    }
    let program = rust_entry::prepare(program)?;
    let mut subject = subject(program, types, Language::Rust, chosen);
    subject.entry = RUST_ENTRY.to_owned();
    Ok(subject)
}

/// Everything that a Rust file compiles to, and the types and functions of the file itself.
fn all_of_rust<'ctx>(
    context: &'ctx Context,
    file: &Path,
    wanted: &Wanted,
) -> Result<(Program<'ctx>, Types), SubjectError> {
    let program = RustEntry::all(context, file, &wanted.options)?;
    // The standard library has many functions, which are not needed.
    let own = program.copy();
    let kept = rust_symbols::of_crate(&own, &rust::crate_name(file));
    own.keep(&kept.iter().map(String::as_str).collect::<Vec<_>>())?;
    let types = types_of(&own)?;
    Ok((program, types))
}

/// The types of a program; without a function it may have none.
pub(crate) fn types_of(program: &Program<'_>) -> Result<Types, SubjectError> {
    match Types::of(program) {
        Err(pikse_llvm::Error::NoDebugInformation(_)) if program.defined().next().is_none() => {
            Ok(Types::default())
        }
        other => Ok(other?),
    }
}
