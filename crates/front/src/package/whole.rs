//! The library of a package with all its functions, whether they are called or not, for a check of one of
//! them (`--call`).

use pikse_llvm::inkwell::context::Context;
use pikse_llvm::{Error, Options, Program};

use super::checks::{cargo_rustc, linker, wrapper};
use super::facts::{built, facts, output};
use super::{Package, hash};
use crate::facade;
use crate::rust_entry::{self, EntryError};
use crate::rust_symbols;

/// Compiles the library of a package, as its checks are compiled.
pub fn package_whole<'ctx>(
    context: &'ctx Context,
    package: &Package,
    options: &Options,
) -> Result<Program<'ctx>, EntryError> {
    let facts = facts(&package.path)?;
    let library = facts.library()?;
    let folder = facts.target.join("pikse");
    let (wrapper, linker) = (wrapper(&folder)?, linker(&folder)?);
    let flags = options.rustflags.join("\u{1f}");
    let number = hash(&[&format!("{package:?}"), &facts.manifest.to_string_lossy(), &flags]);
    let module = folder.join(format!("whole-{number:016x}.bc"));
    // Nothing in the crate mentions what defines its panics; `rustc.sh` allows this option.
    let panics = facade::panics_flag()?.replacen("--extern=", "--extern=force:", 1);
    let run = |offline: bool| {
        let mut cargo = cargo_rustc(&facts, package, &["--lib"], offline);
        // A folder of its own: Cargo would build the checks again after every other build of the library.
        cargo.arg("--target-dir").arg(folder.join("build-whole"));
        cargo.args(["--", "--cap-lints=allow", "-Cno-prepopulate-passes", "-Clinker-plugin-lto"]);
        cargo.arg(format!("-Clinker={}", linker.display()));
        cargo.args(["-Csymbol-mangling-version=v0", "-Clink-dead-code", "-Zunstable-options"]);
        cargo.arg(&panics).arg(format!("--emit=llvm-bc={}", module.display()));
        cargo.env("RUSTC_WRAPPER", &wrapper).env_remove("RUSTC_WORKSPACE_WRAPPER");
        if !flags.is_empty() {
            cargo.env("CARGO_ENCODED_RUSTFLAGS", &flags);
        }
        output(&mut cargo)
    };
    built(&facts, run)?;
    if !module.exists() {
        let folder = folder.display();
        return Err(EntryError::Package(format!(
            "Cargo has not built the library; remove {folder}"
        )));
    }
    let program = Program::read(context, &module)?;
    let own = rust_symbols::of_crate(&program, library);
    let own: Vec<&str> = own.iter().map(String::as_str).collect();
    rust_entry::prepare_for(program, &own).map_err(|error: Error| error.into())
}
