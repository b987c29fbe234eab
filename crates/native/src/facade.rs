//! The crate `pikse` of a Rust file that belongs to no package.
//!
//! `#[derive(pikse::Finite)]` needs a crate and a macro. Both are compiled from the
//! sources that Pikse carries, once for each compiler, into a cache.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use pikse_llvm::{Error, Options, rust};

/// The macro, and what its output needs.
const MACROS: &str = include_str!("../../macros/src/lib.rs");
const FINITE: &str = include_str!("../../pikse/src/finite.rs");
const ROOT: &str = "//! A part of the library `pikse`: bounds of Rust types.\n\
                    pub mod finite;\n\
                    pub use finite::{Finite, Finitizer};\n\
                    pub use pikse_macros::Finite;\n";

/// Whether a file asks for the crate.
pub(crate) fn is_mentioned(text: &str) -> bool {
    text.contains("pikse::")
}

/// Options with which a file finds the crate, unless they name one.
pub(crate) fn with_facade(options: &Options) -> Result<Options, Error> {
    let mut options = options.clone();
    if options.rustflags.iter().any(|flag| flag.contains("pikse=")) {
        return Ok(options);
    }
    let folder = facade()?;
    options.rustflags.extend([
        format!("--extern=pikse={}", folder.join("libpikse.rlib").display()),
        format!("-Ldependency={}", folder.display()),
    ]);
    Ok(options)
}

/// The folder with the compiled crate.
fn facade() -> Result<PathBuf, Error> {
    let rustc = rust::rustc();
    let cache = cache()?;
    let folder = cache.join(format!("facade-{:016x}", key(&rustc)));
    if folder.join("libpikse.rlib").exists() {
        return Ok(folder);
    }
    std::fs::create_dir_all(&cache).map_err(Error::NoFolder)?;
    // It is made aside and then given its name, so that nobody finds half of it.
    let aside = tempfile::tempdir_in(&cache).map_err(Error::NoFolder)?;
    let at = |name: &str| aside.path().join(name);
    for (name, text) in [("macros.rs", MACROS), ("pikse.rs", ROOT), ("finite.rs", FINITE)] {
        std::fs::write(at(name), text).map_err(Error::NoFolder)?;
    }
    let compile = |name: &str, flags: &[&str]| {
        let mut command = Command::new(&rustc);
        command.current_dir(aside.path()).args(["--edition=2024", "--cap-lints=allow"]);
        run(command.args(flags).arg(name), &at(name))
    };
    let macros = ["--crate-name=pikse_macros", "--crate-type=proc-macro", "--extern=proc_macro"];
    compile("macros.rs", &macros)?;
    let macros = at("libpikse_macros.so");
    let uses = format!("--extern=pikse_macros={}", macros.display());
    let library =
        ["--crate-name=pikse", "--crate-type=rlib", "-Cpanic=abort", "-Clinker-plugin-lto"];
    compile("pikse.rs", &[&library[..], &[&uses]].concat())?;
    // If another process was faster, its folder is as good.
    let aside = aside.keep();
    if std::fs::rename(&aside, &folder).is_err() {
        let _ = std::fs::remove_dir_all(&aside);
    }
    Ok(folder)
}

fn run(rustc: &mut Command, path: &Path) -> Result<(), Error> {
    let output = rustc.stdin(Stdio::null()).output();
    let output = output.map_err(|error| Error::Unreadable { path: path.to_owned(), error })?;
    match output.status.success() {
        true => Ok(()),
        false => {
            let output = String::from_utf8_lossy(&output.stderr).into_owned();
            Err(Error::Refused { path: path.to_owned(), output })
        }
    }
}

/// A folder of the user's for what can be made again; a new one if there is none, since
/// what others can write should not be run.
fn cache() -> Result<PathBuf, Error> {
    let absolute = |name: &str| {
        let path = std::env::var_os(name).map(PathBuf::from);
        path.filter(|path| path.is_absolute())
    };
    let home = || absolute("HOME").map(|home| home.join(".cache"));
    match absolute("XDG_CACHE_HOME").or_else(home) {
        Some(cache) => Ok(cache.join("pikse")),
        None => Ok(tempfile::tempdir().map_err(Error::NoFolder)?.keep()),
    }
}

/// A number for the sources and the compiler: each compiler reads only what it wrote.
fn key(rustc: &Path) -> u64 {
    let mut text = format!("{MACROS}{FINITE}{ROOT}");
    let changed = std::fs::metadata(rustc).and_then(|metadata| metadata.modified());
    let _ = write!(text, "{}{changed:?}", rustc.display());
    crate::package::hash(&[&text])
}
