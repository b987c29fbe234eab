//! A way into a Rust file: methods have no name that a library exports, so a small
//! crate is put around the file whose one exported function calls the predicate.

use std::path::{Path, PathBuf};

use pikse_llvm::{Error, Options};

/// The name of the exported function.
pub const RUST_ENTRY: &str = "pikse_predicate";

/// A crate around a Rust file, in a folder that goes away with it.
#[derive(Debug)]
pub struct RustEntry {
    folder: tempfile::TempDir,
}

impl RustEntry {
    /// Wraps the method `method` of the type `of` in `file`.
    pub fn new(file: &Path, of: &str, method: &str) -> Result<RustEntry, Error> {
        let unreadable = |error| Error::Unreadable { path: file.to_owned(), error };
        let file = file.canonicalize().map_err(unreadable)?;
        let folder = tempfile::tempdir().map_err(Error::NoFolder)?;
        let text = format!(
            "#[path = {file:?}]\npub mod subject;\n\
             #[unsafe(no_mangle)]\n\
             pub extern \"C\" fn {RUST_ENTRY}(root: &subject::{of}) -> bool {{\n    \
             root.{method}()\n}}\n"
        );
        let entry = RustEntry { folder };
        std::fs::write(entry.path(), text).map_err(Error::NoFolder)?;
        Ok(entry)
    }

    /// The crate's source.
    pub fn path(&self) -> PathBuf {
        self.folder.path().join("entry.rs")
    }

    /// What makes a library of it.
    pub fn options(options: &Options) -> Options {
        let mut options = options.clone();
        options.rustflags.push("--crate-type=cdylib".to_owned());
        options
    }
}
