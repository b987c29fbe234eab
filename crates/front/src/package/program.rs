//! A program of a package, whole, with its dependencies and the standard library, for symbolic
//! execution.

use std::path::{Path, PathBuf};

use pikse_llvm::inkwell::context::Context;
use pikse_llvm::{Error, Options, Program, Types};

use super::facts::{Facts, built, cargo, facts, output};
use super::hash;
use crate::rust_entry::EntryError;
use crate::rust_symbols;
use crate::subject::{SubjectError, types_of};

/// Whether a path names a package: a folder, or a manifest.
#[must_use]
pub fn is_package(path: &Path) -> bool {
    path.is_dir() || path.file_name().is_some_and(|name| name == "Cargo.toml")
}

/// Compiles a program of a package, which `bin` names if there are several, with the types and
/// functions of the program's own crate.
pub fn package_program<'ctx>(
    context: &'ctx Context,
    path: &Path,
    bin: Option<&str>,
    options: &Options,
) -> Result<(Program<'ctx>, Types), SubjectError> {
    let facts = facts(path)?;
    let bin = choose(&facts, bin)?;
    let program = Program::read(context, &build(&facts, bin, options)?)?;
    // The dependencies have many functions, which are not needed.
    let own = program.copy();
    let kept = rust_symbols::of_crate(&own, &bin.replace('-', "_"));
    own.keep(&kept.iter().map(String::as_str).collect::<Vec<_>>())?;
    let types = types_of(&own)?;
    Ok((program, types))
}

/// The program of this name, or the only one.
fn choose<'a>(facts: &'a Facts, bin: Option<&str>) -> Result<&'a str, EntryError> {
    let names = facts.programs.join(", ");
    let name = &facts.name;
    let wrong = |text: String| Err(EntryError::Package(text));
    match (bin, &facts.programs[..]) {
        (_, []) => wrong(format!("the package `{name}` has no program (`src/main.rs`)")),
        (None, [only]) => Ok(only),
        (None, _) => wrong(format!(
            "the package `{name}` has several programs; name one with --bin: {names}"
        )),
        (Some(bin), all) => match all.iter().find(|one| *one == bin) {
            Some(found) => Ok(found),
            None => wrong(format!(
                "the package `{name}` has no program `{bin}`; the programs are: {names}"
            )),
        },
    }
}

/// Builds the program in the package's target folder. Returns its bitcode.
fn build(facts: &Facts, bin: &str, options: &Options) -> Result<PathBuf, EntryError> {
    let flags = options.rustflags.join("\u{1f}");
    let folder = facts.target.join("pikse");
    std::fs::create_dir_all(&folder).map_err(Error::NoFolder)?;
    let module = folder.join(format!("{bin}-{:016x}.bc", hash(&[bin, &flags])));
    let linker = super::checks::linker(&folder)?;
    let run = |offline: bool| {
        let mut cargo = cargo();
        cargo.args(["rustc", "--quiet", "--color=never", "--bin", bin, "--manifest-path"]);
        cargo.arg(&facts.manifest).args(offline.then_some("--offline"));
        cargo.arg("--target-dir").arg(folder.join("build"));
        // One module with everything, not optimised, whatever the package's profile says.
        for (key, value) in [
            ("LTO", "fat"),
            ("CODEGEN_UNITS", "1"),
            ("DEBUG", "true"),
            ("OPT_LEVEL", "0"),
            ("INCREMENTAL", "false"),
        ] {
            cargo.env(format!("CARGO_PROFILE_DEV_{key}"), value);
        }
        cargo.args(["--", "-C", "no-prepopulate-passes", "-C", "linker-plugin-lto"]);
        cargo.arg(format!("-Clinker={}", linker.display()));
        cargo.args(["-C", "symbol-mangling-version=v0"]);
        cargo.arg(format!("--emit=llvm-bc={}", module.display()));
        if !flags.is_empty() {
            cargo.env("CARGO_ENCODED_RUSTFLAGS", &flags);
        }
        output(&mut cargo)
    };
    built(facts, run)?;
    Ok(module)
}
