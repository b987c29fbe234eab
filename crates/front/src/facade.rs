//! Crates for Rust programs. Pikse compiles them from embedded sources, once for each
//! compiler, into a cache.
//!
//! A Rust file that belongs to no package gets a crate `pikse`, for `#[derive(Finite)]`,
//! `#[check]` and symbolic inputs. A program with checks gets a crate that defines what a
//! panic does.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use pikse_llvm::{Error, Options, rust};

use crate::rust_entry::PANICS;

/// The macros, and the sources that their output needs.
const FACADE: [(&str, &str); 10] = [
    ("macros/lib.rs", include_str!("../../macros/src/lib.rs")),
    ("macros/check.rs", include_str!("../../macros/src/check.rs")),
    ("macros/domain.rs", include_str!("../../macros/src/domain.rs")),
    ("macros/finite.rs", include_str!("../../macros/src/finite.rs")),
    ("macros/property.rs", include_str!("../../macros/src/property.rs")),
    ("macros/tokens.rs", include_str!("../../macros/src/tokens.rs")),
    ("pikse/finite.rs", include_str!("../../pikse/src/finite.rs")),
    ("pikse/symbolic.rs", include_str!("../../pikse/src/symbolic.rs")),
    ("pikse/testing.rs", include_str!("../../pikse/src/testing.rs")),
    (
        "pikse/lib.rs",
        "//! A part of the library `pikse`: bounds of Rust types, checks, and symbolic inputs.\n\
         pub mod finite;\n\
         pub mod symbolic;\n\
         pub mod testing;\n\
         pub use finite::{Finite, Finitizer};\n\
         pub use pikse_macros::{Finite, check};\n\
         pub use symbolic::{Symbolic, reject, symbolic, symbolic_named};\n",
    ),
];

/// The crate that defines what a panic does. The output of `#[check]` mentions it.
pub(crate) const PANICS_CRATE: &str = "pikse_panics";

/// The compiler option of programs whose panics unwind.
pub(crate) const UNWIND: &str = "panic=unwind";

/// Whether a file needs the crate.
pub(crate) fn is_mentioned(text: &str) -> bool {
    text.contains("pikse::")
}

/// Compiler options for a file that needs the crate, unless they already name one.
pub(crate) fn with_facade(options: &Options) -> Result<Options, Error> {
    let mut options = options.clone();
    if options.rustflags.iter().any(|flag| flag.contains("pikse=")) {
        return Ok(options);
    }
    let unwinds = options.rustflags.iter().any(|flag| flag.contains(UNWIND));
    let folder = facade(unwinds)?;
    options.rustflags.extend([
        format!("--extern=pikse={}", folder.join("libpikse.rlib").display()),
        format!("-Ldependency={}", folder.display()),
    ]);
    Ok(options)
}

/// The compiler flag for [`PANICS_CRATE`].
pub(crate) fn panics_flag() -> Result<String, Error> {
    let folder = made("panics", &[("lib.rs", PANICS)], |compile| {
        compile("lib.rs", &["--crate-name", PANICS_CRATE, "--crate-type=rlib"])
    })?;
    let library = folder.join(format!("lib{PANICS_CRATE}.rlib"));
    Ok(format!("--extern={PANICS_CRATE}={}", library.display()))
}

/// The folder with the compiled crate `pikse`. Programs whose panics unwind need one of their own.
fn facade(unwinds: bool) -> Result<PathBuf, Error> {
    let (name, panics) = match unwinds {
        true => ("facade-unwinding", "-Cpanic=unwind"),
        false => ("facade", "-Cpanic=abort"),
    };
    made(name, &FACADE, |compile| {
        let macros = ["--crate-type=proc-macro", "--extern=proc_macro"];
        compile("macros/lib.rs", &[&["--crate-name=pikse_macros"], &macros[..]].concat())?;
        let macros = "--extern=pikse_macros=libpikse_macros.so";
        compile("pikse/lib.rs", &["--crate-name=pikse", "--crate-type=rlib", macros, panics])
    })
}

/// A way to compile a file with some flags.
type Compile<'a> = &'a dyn Fn(&str, &[&str]) -> Result<(), Error>;

/// The folder with the output of `make` for some sources. It may exist already.
fn made(
    name: &str,
    sources: &[(&str, &str)],
    make: impl Fn(Compile<'_>) -> Result<(), Error>,
) -> Result<PathBuf, Error> {
    let rustc = rust::rustc();
    let cache = cache()?;
    let folder = cache.join(format!("{name}-{:016x}", key(&rustc, sources)));
    if folder.exists() {
        return Ok(folder);
    }
    std::fs::create_dir_all(&cache).map_err(Error::NoFolder)?;
    // It is made in a temporary folder and then renamed, so that other processes never see
    // half of it.
    let aside = tempfile::tempdir_in(&cache).map_err(Error::NoFolder)?;
    for (name, text) in sources {
        let path = aside.path().join(name);
        let into = path.parent().unwrap_or(aside.path());
        std::fs::create_dir_all(into).map_err(Error::NoFolder)?;
        std::fs::write(&path, text).map_err(Error::NoFolder)?;
    }
    make(&|source, flags| {
        let mut command = Command::new(&rustc);
        command.current_dir(aside.path()).args(["--edition=2024", "--cap-lints=allow"]);
        // A library is linked into one module; a macro is loaded by the compiler.
        if !flags.contains(&"--crate-type=proc-macro") {
            command.args(["-Cpanic=abort", "-Clinker-plugin-lto"]);
        }
        run(command.args(flags).arg(source), &aside.path().join(source))
    })?;
    // If another process was faster, its folder is used.
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

/// The user's cache folder. If there is none, a new private folder: code in a folder that
/// other users can write to must not be run.
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

/// A hash of the sources and the compiler: each compiler can read only its own output.
fn key(rustc: &Path, sources: &[(&str, &str)]) -> u64 {
    let mut text = String::new();
    for (name, source) in sources {
        let _ = write!(text, "{name}\0{source}\0");
    }
    let changed = std::fs::metadata(rustc).and_then(|metadata| metadata.modified());
    let _ = write!(text, "{}{changed:?}", rustc.display());
    crate::package::hash(&[&text])
}
