//! Rust: a whole program, including the standard library, as one module.
//!
//! rustc does the linker's work for fat link-time optimisation: it puts the bitcode of every
//! library into one module. Nothing after that is needed. So optimisation is off, no machine code
//! is generated (`linker-plugin-lto` leaves that to the linker), and the linker is a program that
//! does nothing.

use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::compiler::Options;
use crate::error::Error;
use crate::source::Language;

/// The input of rustc.
#[derive(Clone, Copy, Debug)]
pub enum RustSource<'a> {
    /// A file, unchanged.
    File(&'a Path),
    /// A text in place of a file: its modules, messages and debug information are those of the
    /// file.
    Text {
        /// The file.
        path: &'a Path,
        /// The text.
        text: &'a str,
    },
}

impl<'a> RustSource<'a> {
    /// The file.
    pub fn path(self) -> &'a Path {
        match self {
            RustSource::File(path) | RustSource::Text { path, .. } => path,
        }
    }
}

/// The rustc to run: the one that `RUSTC` names, else the one whose LLVM is linked, else the one in
/// the path.
pub fn rustc() -> PathBuf {
    let built_with = Path::new(env!("PIKSE_RUSTC"));
    match std::env::var_os("RUSTC") {
        Some(program) => program.into(),
        None if built_with.exists() => built_with.to_owned(),
        None => "rustc".into(),
    }
}

/// The crate name for a file.
pub fn crate_name(path: &Path) -> String {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let fits = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    let name: String = stem.chars().map(fits).collect();
    match &*name {
        // Libraries that the crate depends on.
        "core" | "alloc" | "std" | "test" | "proc_macro" | "pikse" => format!("{name}_"),
        other if other.starts_with(|c: char| c.is_ascii_digit()) => format!("_{name}"),
        _ => name,
    }
}

/// Compiles to bitcode in `folder`. A panic aborts the program.
pub(crate) fn compile(
    source: RustSource<'_>,
    folder: &Path,
    options: &Options,
) -> Result<PathBuf, Error> {
    let output = folder.join("module.bc");
    let mut rustc = Command::new(rustc());
    let flags = &options.rustflags;
    if !flags.iter().any(|flag| flag.starts_with("--edition")) {
        rustc.arg("--edition=2024");
    }
    if !flags.iter().any(|flag| flag.starts_with("--crate-name")) {
        rustc.arg(format!("--crate-name={}", crate_name(source.path())));
    }
    rustc.args(["-g", "-C", "codegen-units=1", "-C", "panic=abort", "-C", "lto=fat"]);
    rustc.args(["-C", "no-prepopulate-passes", "-C", "linker-plugin-lto", "-C", "linker=true"]);
    rustc.args(["-C", "symbol-mangling-version=v0"]).args(flags);
    // Temporary files also go there, not to the user's current folder.
    rustc.arg("--out-dir").arg(folder);
    rustc.arg(format!("--emit=llvm-bc={}", output.display()));
    rustc.arg(format!("--emit=link={}", folder.join("program").display()));
    let path = source.path();
    let finished = match source {
        RustSource::File(path) => run(rustc.arg(path), ""),
        RustSource::Text { text, .. } => {
            // As rustdoc does for examples in comments: rustc takes the text for a part of the
            // file, starting at this line.
            rustc.env("UNSTABLE_RUSTDOC_TEST_PATH", path).env("UNSTABLE_RUSTDOC_TEST_LINE", "0");
            run(rustc.arg("-"), text)
        }
    };
    let finished = finished.map_err(|error| match error.kind() {
        ErrorKind::NotFound => {
            let tried = vec![rustc.get_program().to_string_lossy().into_owned()];
            Error::NoCompiler { language: Language::Rust, tried }
        }
        _ => Error::Unreadable { path: path.to_owned(), error },
    })?;
    match finished.status.success() {
        true => Ok(output),
        false => {
            let printed = String::from_utf8_lossy(&finished.stderr).into_owned();
            Err(Error::Refused { path: path.to_owned(), output: printed })
        }
    }
}

/// Runs rustc with a text as its input.
fn run(rustc: &mut Command, text: &str) -> std::io::Result<Output> {
    tracing::debug!(?rustc, "compile");
    let mut child =
        rustc.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn()?;
    if let Some(mut input) = child.stdin.take() {
        // If rustc does not read to the end, its own message says why.
        let _ = input.write_all(text.as_bytes());
    }
    child.wait_with_output()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_crates_are_names() {
        for (path, expected) in [
            ("a/search_tree.rs", "search_tree"),
            ("a-list.v2.rs", "a_list_v2"),
            ("2_trees.rs", "_2_trees"),
            ("core.rs", "core_"),
            ("größe.rs", "gr__e"),
        ] {
            assert_eq!(crate_name(Path::new(path)), expected, "{path}");
        }
    }
}
