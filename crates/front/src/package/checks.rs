//! The checks of a package: functions below `#[pikse::check]` in its library, in its unit
//! tests and in its integration tests.
//!
//! Cargo builds the library with its unit tests, and each integration test, as for `cargo
//! test`, with the package's own manifest. `rustc.sh` stands between Cargo and rustc.

use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use pikse_llvm::inkwell::context::Context;
use pikse_llvm::{Error, Options, Program};

use super::facts::{Facts, cargo, facts, output};
use super::{Package, hash};
use crate::facade;
use crate::properties::{self, CHECK, checks_in};
use crate::rust_entry::EntryError;

/// What stands between Cargo and rustc.
const RUSTC: &str = include_str!("rustc.sh");

/// How everything is built: debug information and whole, and nothing lost on the way.
const PROFILE: [&str; 7] = [
    "opt-level=0",
    "debug=\"full\"",
    "lto=\"fat\"",
    "codegen-units=1",
    "incremental=false",
    "split-debuginfo=\"off\"",
    "strip=\"none\"",
];

/// A part of a package that has checks.
#[derive(Debug)]
pub struct CheckTarget<'ctx> {
    /// `lib`, or the name of an integration test.
    pub name: String,
    /// The part with all that it needs: little but the checks, their conditions and what
    /// they call.
    pub program: Program<'ctx>,
}

/// Compiles the parts of a package that have checks. Only files that mention
/// `pikse::check` are looked at, and if some checks are wanted `only`, those that mention one
/// of them.
pub fn package_checks<'ctx>(
    context: &'ctx Context,
    package: &Package,
    options: &Options,
    only: &[String],
) -> Result<Vec<CheckTarget<'ctx>>, EntryError> {
    let facts = facts(&package.path)?;
    let mut parts = Vec::new();
    if let Some(root) = &facts.root
        && root.parent().is_some_and(|folder| mentions_checks(folder, only))
    {
        parts.push(("lib", vec!["--lib"]));
    }
    for test in facts.tests.iter().filter(|test| facts.can_build(test, package)) {
        // A test may be a folder with a `main.rs`.
        let is_folder = test.root.file_stem().is_some_and(|stem| stem == "main");
        let place = if is_folder { test.root.parent() } else { None };
        if mentions_checks(place.unwrap_or(&test.root), only) {
            parts.push((&test.name, vec!["--test", &test.name]));
        }
    }
    let mut targets = Vec::new();
    for (name, which) in parts {
        let file = build(&facts, package, name, &which, options)?;
        let program = Program::read(context, &file)?;
        // What looks like a check may be a comment.
        if !checks_in(&program).is_empty() {
            let program = properties::prepare(program)?;
            targets.push(CheckTarget { name: name.to_owned(), program });
        }
    }
    Ok(targets)
}

/// Whether a Rust file, or one in a folder, may have checks.
fn mentions_checks(path: &Path, only: &[String]) -> bool {
    if let Ok(folder) = fs::read_dir(path) {
        // A link could lead back to where it is.
        let inside =
            folder.flatten().filter(|one| !one.file_type().is_ok_and(|of| of.is_symlink()));
        return inside.map(|one| one.path()).any(|path| mentions_checks(&path, only));
    }
    let is_rust = path.extension().is_some_and(|extension| extension == "rs");
    is_rust
        && fs::read_to_string(path).is_ok_and(|text| {
            let is_wanted = only.is_empty() || only.iter().any(|name| text.contains(name));
            text.contains("pikse") && text.contains("check") && is_wanted
        })
}

/// Builds a part of a package; gives its bitcode.
fn build(
    facts: &Facts,
    package: &Package,
    name: &str,
    which: &[&str],
    options: &Options,
) -> Result<PathBuf, EntryError> {
    let folder = facts.target.join("pikse");
    let flags = options.rustflags.join("\u{1f}");
    // Other words make another file, so that two runs never write one.
    let number = hash(&[&format!("{package:?}"), &facts.manifest.to_string_lossy(), &flags]);
    let modules = folder.join(format!("checks-{number:016x}"));
    fs::create_dir_all(&modules).map_err(Error::NoFolder)?;
    let module = modules.join(format!("{name}.bc"));
    let wrapper = wrapper(&folder)?;
    let run = |offline: bool| {
        let mut cargo = cargo();
        cargo.current_dir(facts.manifest.parent().unwrap_or(Path::new("/")));
        cargo.args(["rustc", "--quiet", "--color=never", "--profile=test"]).args(which);
        // Flags for the program are then none for macros and build scripts.
        cargo.arg("--target=host-tuple");
        for setting in PROFILE {
            cargo.arg("--config").arg(format!("profile.test.{setting}"));
        }
        for feature in &package.features {
            cargo.arg("--features").arg(feature);
        }
        cargo.args(package.no_default_features.then_some("--no-default-features"));
        cargo.args(offline.then_some("--offline"));
        cargo.arg("--target-dir").arg(folder.join("build"));
        cargo.args(["--", "--cfg=pikse", "--cap-lints=allow"]);
        cargo.args(["-C", "no-prepopulate-passes", "-C", "linker-plugin-lto"]);
        cargo.args(["-C", "linker=true", "-C", "symbol-mangling-version=v0"]);
        cargo.arg(facade::panics_flag()?);
        cargo.arg(format!("--emit=llvm-bc={}", module.display()));
        cargo.env("RUSTC_WRAPPER", &wrapper).env_remove("RUSTC_WORKSPACE_WRAPPER");
        if !flags.is_empty() {
            cargo.env("CARGO_ENCODED_RUSTFLAGS", &flags);
        }
        output(&mut cargo)
    };
    // Nothing is fetched if everything is there.
    let mut built = run(true)?;
    if !built.status.success() && String::from_utf8_lossy(&built.stderr).contains("offline") {
        built = run(false)?;
    }
    if built.status.success() {
        return Ok(module);
    }
    let output = String::from_utf8_lossy(&built.stderr).into_owned();
    Err(match called_twice(&output) {
        Some(check) => EntryError::Package(format!(
            "two checks are called `{check}`: they become symbols, whatever their modules, so give \
             one of them another name. rustc says:\n{}",
            output.trim_end()
        )),
        None => Error::Refused { path: facts.manifest.clone(), output }.into(),
    })
}

/// The name that two checks have, if rustc says so.
fn called_twice(output: &str) -> Option<&str> {
    let (_, rest) = output.split_once(&format!("symbol `{CHECK}"))?;
    let (name, rest) = rest.split_once('`')?;
    rest.starts_with(" is already defined").then_some(name)
}

/// The file with what stands between Cargo and rustc.
fn wrapper(folder: &Path) -> Result<PathBuf, Error> {
    let file = folder.join(format!("rustc-{:016x}", hash(&[RUSTC])));
    if file.exists() {
        return Ok(file);
    }
    // It is made aside and then given its name, so that nobody runs half of it.
    let mut aside = tempfile::NamedTempFile::new_in(folder).map_err(Error::NoFolder)?;
    let all_may_run_it = fs::Permissions::from_mode(0o755);
    aside.write_all(RUSTC.as_bytes()).map_err(Error::NoFolder)?;
    aside.as_file().set_permissions(all_may_run_it).map_err(Error::NoFolder)?;
    aside.into_temp_path().persist(&file).map_err(|error| Error::NoFolder(error.error))?;
    Ok(file)
}
