//! An exported entry for a Rust file: methods are not exported by themselves.
//!
//! A few lines are appended to the text of the file before rustc compiles it: an
//! exported function that calls the predicate, and a panic handler. So private types and
//! methods of the file are accessible, and line numbers do not change. A predicate that
//! is still not accessible (a private method in a module of the file) is found among
//! the compiled functions by its name.

use std::ffi::CStr;
use std::fmt;
use std::path::{Path, PathBuf};

use pikse_llvm::inkwell::GlobalVisibility;
use pikse_llvm::inkwell::context::Context;
use pikse_llvm::inkwell::module::Linkage;
use pikse_llvm::{Error, Options, Program, RustSource, rust};

use crate::{containers, facade, rust_symbols};

/// The name of the exported function.
pub const RUST_ENTRY: &str = "pikse_predicate";
/// The name of the finitization function of a type, if the program uses `pikse`, for
/// [`crate::finitization`].
pub const RUST_FINITIZE: &str = "pikse_finitize";

/// The replacement for the standard library's panic handling: a panic passes its text to
/// the host with `pikse_panicked`, instead of printing it with a backtrace.
pub(crate) const PANICS: &str = include_str!("rust_panics.rs");

/// The library's functions that end a program, and their replacements.
const WAYS_OUT: [(&str, &str); 3] = [
    ("rust_begin_unwind", "pikse_rust_panic"),
    ("__rust_alloc_error_handler", "pikse_rust_no_memory"),
    ("9panicking15panic_with_hook", "pikse_rust_panic_at"),
];

/// Error codes of rustc for private items.
const PRIVATE: [&str; 3] = ["E0603", "E0616", "E0624"];
/// Error codes of rustc for items that do not exist.
const MISSING: [&str; 5] = ["E0405", "E0412", "E0425", "E0433", "E0599"];

/// A predicate in a Rust file.
#[derive(Clone, Debug)]
pub struct RustEntry {
    file: PathBuf,
    of: String,
    function: String,
}

/// Why no entry for a Rust program could be made.
#[derive(Debug)]
#[non_exhaustive]
pub enum EntryError {
    /// An error of a compiler or of LLVM.
    Llvm(Error),
    /// There is no such predicate.
    NoSuchPredicate {
        /// What was asked for.
        name: String,
        /// Possible predicates, the most likely first.
        known: Vec<String>,
    },
    /// Several functions have the name.
    Ambiguous {
        /// What was asked for.
        name: String,
        /// Their paths.
        found: Vec<String>,
    },
    /// The predicate exists, but cannot be called with the structure.
    NotCallable {
        /// What was asked for.
        name: String,
        /// The type of the structure.
        of: String,
        /// What rustc says.
        output: String,
    },
    /// The predicate of a package is private.
    Private {
        /// What was asked for.
        name: String,
        /// What rustc says.
        output: String,
    },
    /// Something is wrong with a package.
    Package(String),
}

impl fmt::Display for EntryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EntryError::Llvm(error) => error.fmt(f),
            EntryError::NoSuchPredicate { name, known } if known.is_empty() => write!(
                f,
                "there is no predicate `{name}`, and no other function that takes a reference \
                 and returns a bool"
            ),
            EntryError::NoSuchPredicate { name, known } => {
                write!(f, "there is no predicate `{name}`; there are {}", known.join(", "))
            }
            EntryError::Ambiguous { name, found } => {
                write!(f, "several functions are called `{name}`: give one of {}", found.join(", "))
            }
            EntryError::NotCallable { name, of, output } => write!(
                f,
                "`{name}` is not a predicate over `{of}`: it should take a `&{of}` and return a \
                 bool. rustc says, of a call of it:\n{}",
                output.trim_end()
            ),
            EntryError::Private { name, output } => write!(
                f,
                "`{name}` is private: a predicate of a package, its type and the modules around \
                 them have to be `pub`. rustc says:\n{}",
                output.trim_end()
            ),
            EntryError::Package(why) => write!(f, "{}", why.trim_end()),
        }
    }
}

impl std::error::Error for EntryError {}

impl From<Error> for EntryError {
    fn from(error: Error) -> Self {
        EntryError::Llvm(error)
    }
}

impl RustEntry {
    /// The predicate `function` over the type `of`: a method of the type, or a function
    /// in the same module or at the given path.
    pub fn new(file: &Path, of: &str, function: &str) -> RustEntry {
        let name = rust::crate_name(file);
        // Paths may have the form of debug information.
        let inside = |path: &str| {
            let rest = path.strip_prefix(&name).and_then(|rest| rest.strip_prefix("::"));
            rest.or(path.strip_prefix("crate::")).unwrap_or(path).to_owned()
        };
        RustEntry { file: file.to_owned(), of: inside(of), function: inside(function) }
    }

    /// Compiles the file. The program contains little more than the predicate, as the
    /// function [`RUST_ENTRY`].
    pub fn compile<'ctx>(
        &self,
        context: &'ctx Context,
        options: &Options,
    ) -> Result<Program<'ctx>, EntryError> {
        let text = std::fs::read_to_string(&self.file)
            .map_err(|error| Error::Unreadable { path: self.file.clone(), error })?;
        let options = &with_facade(&text, options)?;
        let finite = match facade::is_mentioned(&text) {
            true => finite_text(&self.of),
            false => String::new(),
        };
        let mut refused = None;
        for call in calls(&self.of, &self.function) {
            let entry = entry_text(&self.of, &call) + &finite;
            match self.compile_with(context, &text, &entry, options) {
                Ok(program) => return Ok(prepare(program)?),
                Err(Error::Refused { path, output }) => {
                    match judge(&output, &self.file, text.lines().count()) {
                        Judgement::Missing | Judgement::Private => {}
                        Judgement::NotCallable => refused = refused.or(Some(output)),
                        Judgement::TheirText => return Err(self.own_error(path, output, options)),
                    }
                }
                Err(error) => return Err(error.into()),
            }
        }
        if let Some(output) = refused {
            let (name, of) = (self.name(), self.of.clone());
            return Err(EntryError::NotCallable { name, of, output });
        }
        self.look_up(context, &text, &finite, options)
    }

    fn name(&self) -> String {
        match self.function.contains("::") {
            true => self.function.clone(),
            false => format!("{}::{}", self.of, self.function),
        }
    }

    /// Compiles the text with an entry after it.
    fn compile_with<'ctx>(
        &self,
        context: &'ctx Context,
        text: &str,
        entry: &str,
        options: &Options,
    ) -> Result<Program<'ctx>, Error> {
        let folder = tempfile::tempdir().map_err(Error::NoFolder)?;
        let functions = containers::included(&options.appended, folder.path());
        let functions = functions.map_err(Error::NoFolder)?;
        let whole = format!("{text}\n{entry}{PANICS}{functions}");
        let source = RustSource::Text { path: &self.file, text: &whole };
        Program::compile_rust(context, source, &library_options(options))
    }

    /// The errors of rustc for the file alone, if the user's text causes them: the message
    /// must not mention the text that was appended.
    fn own_error(&self, path: PathBuf, output: String, options: &Options) -> EntryError {
        let context = Context::create();
        let options = library_options(options);
        match Program::compile_rust(&context, RustSource::File(&self.file), &options) {
            Err(error @ Error::Refused { .. }) => error.into(),
            _ => Error::Refused { path, output }.into(),
        }
    }

    /// Everything that a file compiles to.
    pub(crate) fn all<'ctx>(
        context: &'ctx Context,
        file: &Path,
        options: &Options,
    ) -> Result<Program<'ctx>, EntryError> {
        let entry = RustEntry::new(file, "", "");
        let text = std::fs::read_to_string(file)
            .map_err(|error| Error::Unreadable { path: file.to_owned(), error })?;
        let options = with_facade(&text, options)?;
        match entry.compile_all(context, &text, "", &options) {
            Err(Error::Refused { path, output }) => Err(entry.own_error(path, output, &options)),
            other => Ok(other?),
        }
    }

    fn compile_all<'ctx>(
        &self,
        context: &'ctx Context,
        text: &str,
        finite: &str,
        options: &Options,
    ) -> Result<Program<'ctx>, Error> {
        let mut options = options.clone();
        // Also functions that are not called.
        options.rustflags.extend(["-C".to_owned(), "link-dead-code".to_owned()]);
        self.compile_with(context, text, finite, &options)
    }

    /// Finds the predicate among everything that the file compiles to.
    fn look_up<'ctx>(
        &self,
        context: &'ctx Context,
        text: &str,
        finite: &str,
        options: &Options,
    ) -> Result<Program<'ctx>, EntryError> {
        let program = match self.compile_all(context, text, finite, options) {
            // The type itself may be private.
            Err(Error::Refused { .. }) => self.compile_all(context, text, "", options)?,
            compiled => compiled?,
        };
        let predicates = rust_symbols::predicates(&program, &rust::crate_name(&self.file));
        let found = rust_symbols::find(&predicates, &self.of, &self.function);
        match found[..] {
            [only] => {
                let entry = only.function.as_global_value();
                entry.set_name(RUST_ENTRY);
                entry.set_visibility(GlobalVisibility::Default);
                Ok(prepare(program)?)
            }
            [] => {
                let name = self.name();
                let known = rust_symbols::nearest(&predicates, &self.function);
                Err(EntryError::NoSuchPredicate { name, known })
            }
            _ => {
                let found = found.iter().map(ToString::to_string).collect();
                Err(EntryError::Ambiguous { name: self.name(), found })
            }
        }
    }
}

/// Options with the crate `pikse`, if a text mentions it.
pub(crate) fn with_facade(text: &str, options: &Options) -> Result<Options, Error> {
    match facade::is_mentioned(text) {
        true => facade::with_facade(options),
        false => Ok(options.clone()),
    }
}

/// Ways to write a call: of a method, of a function in the module of the type, of a
/// function at the given path.
pub(crate) fn calls(of: &str, function: &str) -> Vec<String> {
    let plain = of.split('<').next().unwrap_or(of);
    let beside = plain.rsplit_once("::").map(|(module, _)| format!("{module}::{function}"));
    let method = (!function.contains("::")).then(|| format!("<{of}>::{function}"));
    method.into_iter().chain(beside).chain([function.to_owned()]).collect()
}

/// The exported function. A `&mut` is coerced to a `&` or a raw pointer if the predicate
/// takes one.
pub(crate) fn entry_text(of: &str, call: &str) -> String {
    format!(
        "#[unsafe(no_mangle)] pub extern \"C\" fn {RUST_ENTRY}(root: *mut {of}) -> bool {{ \
         {call}(unsafe {{ &mut *root }}) }}"
    )
}

/// The finitization function, which requests nothing if the type has no bounds.
pub(crate) fn finite_text(of: &str) -> String {
    format!(
        "\n#[unsafe(no_mangle)] pub extern \"C\" fn {RUST_FINITIZE}(_: *mut u8, size: i64) {{ \
         use ::pikse::finite::{{Known as _, Unknown as _}}; \
         unsafe extern \"C\" {{ fn pikse_lines(text: *const u8, length: usize); }} \
         let mut finitizer = ::pikse::Finitizer::new(size); \
         (&::pikse::finite::Of::<{of}>::new()).requests(&mut finitizer); \
         let lines = finitizer.lines(); \
         unsafe {{ pikse_lines(lines.as_ptr(), lines.len()) }} }}"
    )
}

/// Options that compile a text as a library, with its lints silenced.
pub(crate) fn library_options(options: &Options) -> Options {
    let mut options = options.clone();
    options.rustflags.push("--crate-type=cdylib".to_owned());
    if !options.rustflags.iter().any(|flag| flag.starts_with("--cap-lints")) {
        options.rustflags.push("--cap-lints=allow".to_owned());
    }
    options
}

/// The cause of errors of rustc.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Judgement {
    /// The type or the predicate does not exist.
    Missing,
    /// It is private.
    Private,
    /// The predicate has another signature.
    NotCallable,
    /// The user's text does not compile.
    TheirText,
}

/// Checks where the errors are: the text after `lines` lines of `file` is the entry.
pub(crate) fn judge(output: &str, file: &Path, lines: usize) -> Judgement {
    let mut judgement = Judgement::Missing;
    let mut rest = output.lines();
    while let Some(line) = rest.next() {
        let closes = ["error: aborting due to", "error: could not compile"];
        if !line.starts_with("error") || closes.iter().any(|close| line.starts_with(close)) {
            continue;
        }
        let Some(code) = line.strip_prefix("error[").and_then(|rest| rest.get(..5)) else {
            // Syntax errors have no code, and are reported at the end if a brace is missing.
            return Judgement::TheirText;
        };
        let place = rest.next().and_then(|line| line.trim_start().strip_prefix("--> "));
        let place = place.and_then(|place| {
            let (place, _column) = place.rsplit_once(':')?;
            let (path, line) = place.rsplit_once(':')?;
            Some((path, line.parse::<usize>().ok()?))
        });
        if !place.is_some_and(|(path, line)| Path::new(path) == file && line > lines) {
            return Judgement::TheirText;
        }
        if PRIVATE.contains(&code) {
            judgement = Judgement::Private;
        } else if !MISSING.contains(&code) && judgement == Judgement::Missing {
            judgement = Judgement::NotCallable;
        }
    }
    judgement
}

/// Prepares a program with a predicate: see [`prepare_for`].
pub(crate) fn prepare(program: Program<'_>) -> Result<Program<'_>, Error> {
    prepare_for(program, &[RUST_ENTRY, RUST_FINITIZE])
}

/// Removes the code that prints panics, and then drops everything that `kept` does not need.
pub(crate) fn prepare_for<'ctx>(
    program: Program<'ctx>,
    kept: &[&str],
) -> Result<Program<'ctx>, Error> {
    let module = program.module();
    for (way_out, by) in WAYS_OUT {
        let Some(by) = module.get_function(by) else { continue };
        let named = |name: &CStr| name.to_bytes().ends_with(way_out.as_bytes());
        let found: Vec<_> = program.defined().filter(|f| named(f.get_name())).collect();
        found.into_iter().try_for_each(|found| program.replace_body(found, by))?;
    }
    if let Some(host) = module.get_function("pikse_panicked") {
        // Without the replacement the program can still run, as long as it does not panic.
        host.set_linkage(Linkage::ExternalWeak);
    }
    let containers = containers::functions_in(&program);
    let kept = kept.iter().copied().chain(containers.iter().map(String::as_str));
    program.keep(&kept.collect::<Vec<_>>())?;
    Ok(program)
}
