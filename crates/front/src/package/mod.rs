//! Compiles a Cargo package as one module: its library with all its dependencies, and the
//! standard library.
//!
//! A generated crate depends on the package and calls the predicate. It is built in the
//! package's target folder, with a copy of the package's lock file. Checks need no such
//! crate: they are in the package already.
//!
//! | module | its job |
//! | --- | --- |
//! | `facts` | the metadata of a package |
//! | `checks` | the checks of a package |
//! | `whole` | a library with all its functions |
//! | `program` | a program of a package, whole |

mod checks;
mod facts;
mod program;
mod whole;

use std::path::{Path, PathBuf};

use pikse_base::Fnv;
use pikse_llvm::inkwell::context::Context;
use pikse_llvm::{Error, Options, Program};

use self::facts::{Facts, built, cargo, facts, output};
use crate::containers;
use crate::rust_entry::{self, EntryError, Judgement, PANICS};
use crate::rust_symbols;

pub use checks::{CheckTarget, package_checks};
pub use program::{is_package, package_program};
pub use whole::package_whole;

/// A package, with its features.
#[derive(Clone, Debug, Default)]
pub struct Package {
    /// Its folder, or its manifest.
    pub path: PathBuf,
    /// Features to enable.
    pub features: Vec<String>,
    /// Whether the default features are off.
    pub no_default_features: bool,
}

/// The file name in errors of the generated crate.
const ENTRY_FILE: &str = "src/lib.rs";

/// Compiles a package for the predicate `function` over the type `of`: a public method
/// of the type, or a public function in the same module or at the given path. The
/// program contains little more than the predicate, as the function
/// [`RUST_ENTRY`](crate::RUST_ENTRY).
pub fn package_entry<'ctx>(
    context: &'ctx Context,
    package: &Package,
    of: &str,
    function: &str,
    options: &Options,
) -> Result<Program<'ctx>, EntryError> {
    let facts = facts(&package.path)?;
    let library = facts.library()?;
    let inside = |path: &str| match path.strip_prefix(library) {
        Some(rest) if rest.starts_with("::") => path.to_owned(),
        _ => format!("{library}::{}", path.strip_prefix("crate::").unwrap_or(path)),
    };
    let (of, name) = (inside(of), format!("{of}::{function}"));
    let mut calls = rust_entry::calls(&of, function);
    // A function that is not in the module of its type is somewhere else in the library.
    if let Some(last) = calls.last_mut() {
        *last = inside(last);
    }
    let (mut refused, mut private) = (None, None);
    for call in calls {
        let mut entry = rust_entry::entry_text(&of, &call);
        if facts.pikse.is_some() {
            entry += &rust_entry::finite_text(&of);
        }
        match build(&facts, package, &entry, options) {
            Ok(file) => {
                let program = Program::read(context, &file)?;
                return Ok(rust_entry::prepare(program)?);
            }
            Err(EntryError::Llvm(Error::Refused { path, output })) => {
                match rust_entry::judge(&output, Path::new(ENTRY_FILE), 0) {
                    Judgement::Missing => {}
                    Judgement::Private => private = private.or(Some(output)),
                    Judgement::NotCallable => refused = refused.or(Some(output)),
                    Judgement::TheirText => return Err(Error::Refused { path, output }.into()),
                }
            }
            Err(error) => return Err(error),
        }
    }
    if let Some(output) = private {
        return Err(EntryError::Private { name, output });
    }
    if let Some(output) = refused {
        return Err(EntryError::NotCallable { name, of, output });
    }
    let program = Program::read(context, &build(&facts, package, "", options)?)?;
    let predicates = rust_symbols::predicates(&program, library);
    let known = rust_symbols::nearest(&predicates, function);
    Err(EntryError::NoSuchPredicate { name, known })
}

/// Builds the generated crate. Returns its bitcode.
fn build(
    facts: &Facts,
    package: &Package,
    entry: &str,
    options: &Options,
) -> Result<PathBuf, EntryError> {
    let library = facts.library()?;
    let text = format!(
        "#![allow(warnings)]\nextern crate {library};\nuse {library}::*;\n{entry}\n{PANICS}"
    );
    let flags = options.rustflags.join("\u{1f}");
    // Different options give a different crate, so that two runs never write the same file.
    let number = hash(&[&text, &options.appended, &format!("{package:?}"), &flags]);
    let name = format!("pikse-entry-{number:016x}");
    let folder = facts.target.join("pikse").join(&name);
    std::fs::create_dir_all(folder.join("src")).map_err(Error::NoFolder)?;
    let functions = containers::included(&options.appended, &folder.join("src"));
    let text = text + &functions.map_err(Error::NoFolder)?;
    write(&folder.join("Cargo.toml"), &manifest(facts, package, &name))?;
    write(&folder.join(ENTRY_FILE), &text)?;
    if let (Ok(lock), false) =
        (std::fs::read_to_string(&facts.lock), folder.join("Cargo.lock").exists())
    {
        write(&folder.join("Cargo.lock"), &lock)?;
    }
    let module = folder.join("module.bc");
    let linker = checks::linker(&facts.target.join("pikse"))?;
    let run = |offline: bool| {
        let mut cargo = cargo();
        cargo.current_dir(&folder).args(["rustc", "--quiet", "--lib", "--color=never"]);
        cargo.args(offline.then_some("--offline"));
        cargo.arg("--target-dir").arg(facts.target.join("pikse").join("build"));
        cargo.args(["--", "-C", "no-prepopulate-passes", "-C", "linker-plugin-lto"]);
        cargo.arg(format!("-Clinker={}", linker.display()));
        cargo.args(["-C", "symbol-mangling-version=v0"]);
        cargo.arg(format!("--emit=llvm-bc={}", module.display()));
        if !flags.is_empty() {
            // The flags are for the package, not only for the generated crate.
            cargo.env("CARGO_ENCODED_RUSTFLAGS", &flags);
        }
        output(&mut cargo)
    };
    built(facts, run)?;
    Ok(module)
}

/// The manifest of the generated crate.
fn manifest(facts: &Facts, package: &Package, name: &str) -> String {
    let folder = facts.manifest.parent().unwrap_or(Path::new("/"));
    format!(
        "[workspace]\n\n\
         [package]\nname = {name:?}\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
         [lib]\ncrate-type = [\"cdylib\"]\n\n\
         [dependencies.{}]\npath = {folder:?}\nfeatures = {:?}\ndefault-features = {}\n\n\
         {}\n\n\
         [profile.dev]\nlto = \"fat\"\npanic = \"abort\"\ncodegen-units = 1\ndebug = true\n\
         incremental = false\n",
        facts.name,
        package.features,
        !package.no_default_features,
        facts.pikse.as_deref().unwrap_or_default()
    )
}

/// Writes a file unless it exists with this text: Cargo rebuilds when a file is written.
fn write(path: &Path, text: &str) -> Result<(), Error> {
    match std::fs::read_to_string(path) {
        Ok(there) if there == text => Ok(()),
        _ => std::fs::write(path, text).map_err(Error::NoFolder),
    }
}

/// A hash of texts that is the same in every run (FNV-1a).
pub(crate) fn hash(texts: &[&str]) -> u64 {
    Fnv::of_texts(texts, 0xff)
}
