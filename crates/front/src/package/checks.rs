//! The checks of a package: functions below `#[pikse::check]` in its library, in its unit
//! tests and in its integration tests.
//!
//! Cargo builds the library with its unit tests, and each integration test, as for `cargo
//! test`, with the package's own manifest. `rustc.sh` is the wrapper that Cargo calls
//! instead of rustc.
//!
//! Functions that make containers ([`crate::containers`]) are in a file for each check, which the
//! expansion of `#[check]` includes: so they see what the check sees. Which ones there are is known
//! once the checks were compiled. They are kept for the next time, so that Cargo has nothing to do
//! then.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use pikse_llvm::inkwell::context::Context;
use pikse_llvm::types::TypeId;
use pikse_llvm::{Error, Language, Options, Program, Types};

use super::facts::{Facts, built, cargo, facts, output};
use super::{Package, hash};
use crate::containers::{self, Makers};
use crate::facade;
use crate::properties::{self, CHECK, checks_in};
use crate::rust_entry::EntryError;

/// The wrapper that Cargo calls instead of rustc.
const RUSTC: &str = include_str!("rustc.sh");
/// What rustc calls instead of a linker.
const LINKER: &str = include_str!("linker.sh");

/// The profile of the build: with debug information, as one module, not optimised.
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
    /// The program: the checks, their conditions and the functions that they call.
    pub program: Program<'ctx>,
}

/// Compiles the parts of a package that have checks. Only parts with files that mention
/// `pikse::check` are compiled, and, if `only` selects checks, only those that mention one of
/// them.
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
        let part = Part::new(&facts, package, name, which, options)?;
        let program = part.open(context)?;
        // The text that looks like a check may be a comment.
        if !checks_in(&program).is_empty() {
            targets.push(CheckTarget { name: name.to_owned(), program });
        }
    }
    Ok(targets)
}

/// Whether a Rust file, or one in a folder, may have checks.
fn mentions_checks(path: &Path, only: &[String]) -> bool {
    if let Ok(folder) = fs::read_dir(path) {
        // A symbolic link could lead to a cycle.
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

/// A part of a package that is compiled by itself.
struct Part<'a> {
    facts: &'a Facts,
    package: &'a Package,
    which: Vec<&'a str>,
    flags: String,
    /// Its bitcode.
    module: PathBuf,
    /// The folder with the functions that make containers: a file for each check.
    functions: PathBuf,
}

/// The file in the folder with functions that says which ones were wanted.
const WANTED: &str = "wanted";

impl<'a> Part<'a> {
    fn new(
        facts: &'a Facts,
        package: &'a Package,
        name: &str,
        which: Vec<&'a str>,
        options: &Options,
    ) -> Result<Self, Error> {
        let flags = options.rustflags.join("\u{1f}");
        // Different options give a different file, so that two runs never write the same one.
        let number = hash(&[&format!("{package:?}"), &facts.manifest.to_string_lossy(), &flags]);
        let folder = facts.target.join("pikse").join(format!("checks-{number:016x}"));
        let functions = folder.join(name).join(containers::FOLDER);
        fs::create_dir_all(&functions).map_err(Error::NoFolder)?;
        let module = folder.join(format!("{name}.bc"));
        Ok(Part { facts, package, which, flags, module, functions })
    }

    /// Compiles its checks, with functions that make the containers that their structures contain.
    fn open<'ctx>(&self, context: &'ctx Context) -> Result<Program<'ctx>, EntryError> {
        let built = match self.build() {
            // The functions of another time may not fit.
            Err(_) if !self.checks().is_empty() => {
                self.clear()?;
                self.build()
            }
            built => built,
        };
        built?;
        let read = || Ok(properties::prepare(Program::read(context, &self.module)?)?);
        let program = read()?;
        let mut makers = makers(&program)?;
        let wanted: String =
            makers.iter().map(|(check, makers)| format!("{check}\n{}", makers.text())).collect();
        let known = fs::read_to_string(self.functions.join(WANTED)).unwrap_or_default();
        if wanted == known {
            return Ok(program);
        }
        loop {
            self.clear()?;
            for (check, makers) in &makers {
                let file = self.functions.join(format!("{check}.rs"));
                fs::write(file, makers.text()).map_err(Error::NoFolder)?;
            }
            let built = self.build();
            let Err(error) = built else { break };
            let output = error.to_string();
            let mut is_other = false;
            makers.retain_mut(|(check, makers)| {
                is_other |= makers.give_up(&output, check);
                makers.count() > 0
            });
            if !is_other {
                self.clear()?;
                makers.clear();
            }
            if makers.is_empty() {
                break;
            }
        }
        fs::write(self.functions.join(WANTED), wanted).map_err(Error::NoFolder)?;
        match makers.is_empty() {
            true => Ok(program),
            false => read(),
        }
    }

    /// The checks that have functions.
    fn checks(&self) -> Vec<String> {
        let files = fs::read_dir(&self.functions).into_iter().flatten().flatten();
        let names = files.map(|file| file.file_name().to_string_lossy().into_owned());
        let mut checks: Vec<String> =
            names.filter_map(|name| name.strip_suffix(".rs").map(str::to_owned)).collect();
        checks.sort();
        checks
    }

    /// Removes all functions.
    fn clear(&self) -> Result<(), Error> {
        fs::remove_dir_all(&self.functions).map_err(Error::NoFolder)?;
        fs::create_dir_all(&self.functions).map_err(Error::NoFolder)
    }

    /// Builds the bitcode.
    fn build(&self) -> Result<(), EntryError> {
        let Part { facts, package, which, flags, module, functions } = self;
        let folder = facts.target.join("pikse");
        let wrapper = wrapper(&folder)?;
        let linker = linker(&folder)?;
        let run = |offline: bool| {
            let mut cargo = cargo_rustc(facts, package, which, offline);
            cargo.arg("--target-dir").arg(folder.join("build"));
            cargo.args(["--", "--cfg=pikse", "--cap-lints=allow"]);
            for check in self.checks() {
                cargo.arg(format!("--cfg=pikse_containers={check:?}"));
            }
            cargo.args(["-C", "no-prepopulate-passes", "-C", "linker-plugin-lto"]);
            cargo.arg(format!("-Clinker={}", linker.display()));
            cargo.args(["-C", "symbol-mangling-version=v0"]);
            cargo.arg(facade::panics_flag()?);
            cargo.arg(format!("--emit=llvm-bc={}", module.display()));
            cargo.env("RUSTC_WRAPPER", &wrapper).env_remove("RUSTC_WORKSPACE_WRAPPER");
            cargo.env("PIKSE_CONTAINERS", functions);
            if !flags.is_empty() {
                cargo.env("CARGO_ENCODED_RUSTFLAGS", flags);
            }
            output(&mut cargo)
        };
        built(facts, run).map_err(|error| match error {
            EntryError::Llvm(Error::Refused { path, output }) => match called_twice(&output) {
                Some(check) => EntryError::Package(format!(
                    "two checks are called `{check}`. Checks become symbols, even in different \
                     modules: give one of them another name. rustc says:\n{}",
                    output.trim_end()
                )),
                None => Error::Refused { path, output }.into(),
            },
            error => error,
        })
    }
}

/// A run of Cargo that compiles a part of a package for Pikse; the folder and the flags are still missing.
pub(super) fn cargo_rustc(
    facts: &Facts,
    package: &Package,
    which: &[&str],
    offline: bool,
) -> Command {
    let mut cargo = cargo();
    cargo.current_dir(facts.manifest.parent().unwrap_or(Path::new("/")));
    cargo.args(["rustc", "--quiet", "--color=never", "--profile=test"]).args(which);
    // So the flags are for the program only, not for macros and build scripts.
    cargo.arg("--target=host-tuple");
    for setting in PROFILE {
        cargo.arg("--config").arg(format!("profile.test.{setting}"));
    }
    for feature in &package.features {
        cargo.arg("--features").arg(feature);
    }
    cargo.args(package.no_default_features.then_some("--no-default-features"));
    cargo.args(offline.then_some("--offline"));
    cargo
}

/// The functions for the containers that structures of checks contain, each once, by check.
fn makers(program: &Program<'_>) -> Result<Vec<(String, Makers)>, Error> {
    let checks = checks_in(program);
    if checks.is_empty() {
        return Ok(Vec::new());
    }
    let types = Types::of(program)?;
    let mut known = BTreeSet::new();
    let makers = checks.into_iter().filter_map(|check| {
        let symbol = format!("{CHECK}{check}");
        let function = types.functions().iter().find(|function| function.symbol == symbol)?;
        let roots: Vec<TypeId> = function.parameters.iter().copied().flatten().collect();
        let own = function.name.split("::").next().unwrap_or_default();
        let makers = Makers::new(&types, &roots, Language::Rust, own, &mut known)?;
        Some((check, makers))
    });
    Ok(makers.collect())
}

/// The name that two checks have, if rustc says so.
fn called_twice(output: &str) -> Option<&str> {
    let (_, rest) = output.split_once(&format!("symbol `{CHECK}"))?;
    let (name, rest) = rest.split_once('`')?;
    rest.starts_with(" is already defined").then_some(name)
}

/// The file of the wrapper.
pub(super) fn wrapper(folder: &Path) -> Result<PathBuf, Error> {
    script(folder, "rustc", RUSTC)
}

/// The file of a linker that writes an empty file. A linked program is not needed, but Cargo builds again
/// what has no output.
pub(super) fn linker(folder: &Path) -> Result<PathBuf, Error> {
    script(folder, "linker", LINKER)
}

fn script(folder: &Path, name: &str, text: &str) -> Result<PathBuf, Error> {
    let file = folder.join(format!("{name}-{:016x}", hash(&[text])));
    if file.exists() {
        return Ok(file);
    }
    // It is written to a temporary file and then renamed, so that half of it is never run.
    fs::create_dir_all(folder).map_err(Error::NoFolder)?;
    let mut aside = tempfile::NamedTempFile::new_in(folder).map_err(Error::NoFolder)?;
    let all_may_run_it = fs::Permissions::from_mode(0o755);
    aside.write_all(text.as_bytes()).map_err(Error::NoFolder)?;
    aside.as_file().set_permissions(all_may_run_it).map_err(Error::NoFolder)?;
    aside.into_temp_path().persist(&file).map_err(|error| Error::NoFolder(error.error))?;
    Ok(file)
}
