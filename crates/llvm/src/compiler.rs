//! Finding and running the compilers: clang here, rustc in [`rust`].
//!
//! Sources are compiled so that the module keeps the structure of the source: without optimisation
//! but ready for it later (no `optnone`), with debug information, and with every read at its place
//! in the source.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tracing::debug;

use crate::error::Error;
use crate::rust::{self, RustSource};
use crate::source::Language;

/// The newest clang whose bitcode this LLVM reads; the oldest is 14.
pub const NEWEST_CLANG: u32 = 22;
const OLDEST_CLANG: u32 = 14;

/// The user's options for the compilers.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Flags for clang, passed on unchanged.
    pub cflags: Vec<String>,
    /// Flags for rustc, passed on unchanged.
    pub rustflags: Vec<String>,
    /// Additional headers for C and C++ files, searched after the user's own: names and texts.
    pub headers: Vec<(&'static str, &'static str)>,
    /// Lines to put after the text of a Rust file, or of a C++ file.
    pub appended: String,
    /// The C++ file, by its number.
    pub appended_to: usize,
    /// Whether local variables stay in memory when the program is explored. As values, those without a
    /// value could not be told apart.
    pub keeps_locals: bool,
}

/// Compiles one file to bitcode or assembly in `folder`; LLVM files are used in place.
pub(crate) fn compile(path: &Path, folder: &Path, options: &Options) -> Result<PathBuf, Error> {
    if let Err(error) = std::fs::File::open(path) {
        return Err(Error::Unreadable { path: path.to_owned(), error });
    }
    match Language::of(path)? {
        Language::Bitcode | Language::Assembly => Ok(path.to_owned()),
        language @ (Language::C | Language::Cpp) => clang(language, path, folder, options),
        Language::Rust => rust::compile(RustSource::File(path), folder, options),
    }
}

/// Compiles C and C++. The containers of libc++ are in its headers, so they become part of the
/// module.
fn clang(
    language: Language,
    path: &Path,
    folder: &Path,
    options: &Options,
) -> Result<PathBuf, Error> {
    let output = folder.join("module.bc");
    let mut clang = find_clang(language)?;
    clang.args(["-emit-llvm", "-c", "-g", "-O1", "-fPIC", "-Xclang", "-disable-llvm-passes"]);
    // Without this, a class that the file uses but never constructs has no fields.
    clang.arg("-fstandalone-debug");
    if language == Language::Cpp {
        // Older programs say which exceptions a function throws.
        clang.args(["-stdlib=libc++", "-Wno-dynamic-exception-spec"]);
    }
    clang.args(&options.cflags);
    clang.args(with_sanitizers(&options.cflags));
    let mut headers = options.headers.clone();
    if options.cflags.iter().any(|flag| flag == "-m32") {
        // The headers of the C library are the same for both sizes, apart from one that has no contents
        // that programs need. So no other package is necessary.
        clang.args(["-idirafter", "/usr/include/x86_64-linux-gnu"]);
        headers.push(("gnu/stubs-32.h", ""));
    }
    if !headers.is_empty() {
        let include = folder.join("include");
        for (name, text) in &headers {
            let path = include.join(name);
            // A name may contain a folder.
            std::fs::create_dir_all(path.parent().unwrap_or(&include)).map_err(Error::NoFolder)?;
            std::fs::write(path, text).map_err(Error::NoFolder)?;
        }
        clang.arg("-idirafter").arg(include);
    }
    clang.arg("-o").arg(&output);
    match language == Language::Cpp && !options.appended.is_empty() {
        true => clang.arg(longer(path, folder, &options.appended)?).args(longer_flags(path)),
        false => clang.arg(path),
    };
    run(clang, path)?;
    Ok(output)
}

/// A C++ file with other lines after it. Its messages and debug information are those of the file.
fn longer(path: &Path, folder: &Path, lines: &str) -> Result<PathBuf, Error> {
    let unreadable = |error| Error::Unreadable { path: path.to_owned(), error };
    let text = std::fs::read_to_string(path).map_err(unreadable)?;
    let name = path.display().to_string().replace('\\', "\\\\").replace('"', "\\\"");
    let longer = folder.join("longer.cpp");
    let whole =
        format!("#line 1 \"{name}\"\n{text}\n#line 1 \"/pikse_containers/functions.cpp\"\n{lines}");
    std::fs::write(&longer, whole).map_err(Error::NoFolder)?;
    Ok(longer)
}

/// Flags for it: headers beside the file are found, and private types can be named.
fn longer_flags(path: &Path) -> [std::ffi::OsString; 3] {
    let beside = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let beside = beside.unwrap_or(Path::new(".")).as_os_str().to_owned();
    ["-iquote".into(), beside, "-fno-access-control".into()]
}

/// Flags for programs with sanitizers: calls by address are checked by their users, who need no
/// description of types in the code; and each check that traps does so at its own line, which the
/// optimiser would not keep.
fn with_sanitizers(cflags: &[String]) -> Vec<&'static str> {
    let all: Vec<String> = cflags
        .iter()
        .flat_map(|flag| match flag.strip_prefix('@') {
            Some(file) => std::fs::read_to_string(file)
                .unwrap_or_default()
                .split_whitespace()
                .map(str::to_owned)
                .collect(),
            None => vec![flag.clone()],
        })
        .collect();
    let mut flags = Vec::new();
    if all.iter().any(|flag| flag.starts_with("-fsanitize=")) {
        flags.push("-fno-sanitize=function");
    }
    if all.iter().any(|flag| flag.starts_with("-fsanitize-trap")) {
        flags.extend(["-O0", "-Xclang", "-disable-O0-optnone"]);
    }
    flags
}

/// The clang that `PIKSE_CLANG` names; otherwise the newest one that runs, with plain `clang` last.
pub fn find_clang(language: Language) -> Result<Command, Error> {
    let name = if language == Language::Cpp { "clang++" } else { "clang" };
    if let Ok(wanted) = std::env::var("PIKSE_CLANG") {
        return match answers(&wanted) {
            true => Ok(Command::new(wanted)),
            false => {
                let tried = vec![format!("{wanted}, which PIKSE_CLANG names")];
                Err(Error::NoCompiler { language, tried })
            }
        };
    }
    let versioned = (OLDEST_CLANG..=NEWEST_CLANG).rev().map(|version| format!("{name}-{version}"));
    let tried: Vec<String> = versioned.chain([name.to_owned()]).collect();
    let found = tried.iter().find(|name| answers(name));
    found.map(Command::new).ok_or(Error::NoCompiler {
        language,
        tried: vec![name.to_owned(), format!("{name}-{OLDEST_CLANG} to {name}-{NEWEST_CLANG}")],
    })
}

/// The archives of the C++ library and its runtime, which can become part of a program.
pub(crate) fn cpp_archives() -> Option<[PathBuf; 2]> {
    let archive = |name: &str| {
        let mut clang = find_clang(Language::Cpp).ok()?;
        let output = clang.arg(format!("-print-file-name={name}")).output().ok()?;
        let path = PathBuf::from(String::from_utf8(output.stdout).ok()?.trim());
        path.is_file().then_some(path)
    };
    Some([archive("libc++.a")?, archive("libc++abi.a")?])
}

fn answers(program: &str) -> bool {
    let mut version = Command::new(program);
    version.arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    version.status().is_ok_and(|status| status.success())
}

/// Runs a compiler; if it fails, its output is the error.
fn run(mut compiler: Command, path: &Path) -> Result<(), Error> {
    debug!(?compiler, "compile");
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
