//! Finding and running the compilers, one function a language.
//!
//! Sources are compiled so that the module still has the shape of the source:
//! without optimisation, but with what optimisation needs later (no `optnone`),
//! with debug information, and with every read where the source has it.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::error::Error;
use crate::source::Language;

/// The newest clang whose bitcode this LLVM reads; the oldest is 14.
pub const NEWEST_CLANG: u32 = 22;
const OLDEST_CLANG: u32 = 14;

/// What the user wants of the compilers.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Flags for clang, as they are.
    pub cflags: Vec<String>,
    /// Flags for rustc, as they are.
    pub rustflags: Vec<String>,
}

/// Compiles one file to bitcode or assembly in `folder`; LLVM files stay where they
/// are.
pub(crate) fn compile(path: &Path, folder: &Path, options: &Options) -> Result<PathBuf, Error> {
    if let Err(error) = std::fs::File::open(path) {
        return Err(Error::Unreadable { path: path.to_owned(), error });
    }
    match Language::of(path)? {
        Language::Bitcode | Language::Assembly => Ok(path.to_owned()),
        language @ (Language::C | Language::Cpp) => clang(language, path, folder, options),
        Language::Rust => rustc(path, folder, options),
    }
}

/// C and C++. With libc++ the containers are in the headers, and so in the module.
fn clang(
    language: Language,
    path: &Path,
    folder: &Path,
    options: &Options,
) -> Result<PathBuf, Error> {
    let output = folder.join("module.bc");
    let mut clang = find_clang(language)?;
    clang.args(["-emit-llvm", "-c", "-g", "-O1", "-Xclang", "-disable-llvm-passes"]);
    // Otherwise a class that the file uses but never constructs has no fields.
    clang.arg("-fstandalone-debug");
    if language == Language::Cpp {
        clang.arg("-stdlib=libc++");
    }
    clang.args(&options.cflags).arg("-o").arg(&output).arg(path);
    run(clang, path)?;
    Ok(output)
}

/// The first clang that answers, the newest first; plain `clang` goes last, and
/// `PIKSE_CLANG` before all.
fn find_clang(language: Language) -> Result<Command, Error> {
    let name = if language == Language::Cpp { "clang++" } else { "clang" };
    let wanted = std::env::var("PIKSE_CLANG").ok();
    let versioned = (OLDEST_CLANG..=NEWEST_CLANG).rev().map(|version| format!("{name}-{version}"));
    let tried: Vec<String> = wanted.into_iter().chain(versioned).chain([name.to_owned()]).collect();
    let found = tried.iter().find(|name| answers(name));
    found.map(Command::new).ok_or(Error::NoCompiler {
        language,
        tried: vec![name.to_owned(), format!("{name}-{OLDEST_CLANG} to {name}-{NEWEST_CLANG}")],
    })
}

fn answers(program: &str) -> bool {
    let mut version = Command::new(program);
    version.arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    version.status().is_ok_and(|status| status.success())
}

/// A whole Rust program, its standard library included, as one module. A panic is
/// a call that ends the program.
fn rustc(path: &Path, folder: &Path, options: &Options) -> Result<PathBuf, Error> {
    let program = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    if !answers(&program) {
        return Err(Error::NoCompiler { language: Language::Rust, tried: vec![program] });
    }
    let output = folder.join("module.bc");
    let mut rustc = Command::new(program);
    rustc.args(["--edition=2024", "-g", "-C", "lto=fat", "-C", "panic=abort"]);
    rustc.args(["-C", "codegen-units=1", "-C", "no-prepopulate-passes"]);
    // Without it, two compilations of a crate with one name would share temporary
    // files in the current folder.
    rustc.arg("--out-dir").arg(folder);
    rustc.args(&options.rustflags);
    rustc.arg(format!("--emit=llvm-bc={}", output.display()));
    rustc.arg(format!("--emit=link={}", folder.join("program").display())).arg(path);
    run(rustc, path)?;
    Ok(output)
}

/// Runs a compiler; what it prints is the error if it refuses.
fn run(mut compiler: Command, path: &Path) -> Result<(), Error> {
    let output = compiler
        .stdin(Stdio::null())
        .output()
        .map_err(|error| Error::Unreadable { path: path.to_owned(), error })?;
    if output.status.success() {
        return Ok(());
    }
    let printed = String::from_utf8_lossy(&output.stderr).into_owned();
    Err(Error::Refused { path: path.to_owned(), output: printed })
}
