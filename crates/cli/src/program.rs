//! The compiled program of a run that was split: one file beside its parts. With it, `pikse run` needs neither
//! the sources nor a compiler.
//!
//! The file begins with a line of text: the version of Pikse that wrote it, and a checksum. The rest are bytes
//! that only the same version can read.

use std::fmt;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use pikse_base::Fnv;
use pikse_front::is_library;
use pikse_work::token;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::errors::CliError;
use crate::files::WholeFile;

/// The name of the file.
const NAME: &str = "program";
/// How it begins.
const MAGIC: &str = "pikse-program";

/// Which Pikse this is. What it packs can be read by the same one only.
pub(crate) fn version() -> (String, u64) {
    let program = std::env::current_exe().ok();
    let size = program.and_then(|path| path.metadata().ok()).map_or(0, |found| found.len());
    (env!("CARGO_PKG_VERSION").to_owned(), size)
}

/// A program, packed.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Packed {
    /// The files that it was made of, and their checksums.
    sources: Vec<(PathBuf, u64)>,
    body: Arc<[u8]>,
}

impl fmt::Debug for Packed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes", self.body.len())
    }
}

impl Packed {
    /// Packs a program that was made of some files. Those of a library are left out.
    pub(crate) fn new(program: &impl Serialize, files: impl Iterator<Item = PathBuf>) -> Packed {
        let own = files.filter(|file| !is_library(file));
        let mut sources: Vec<(PathBuf, u64)> = own
            .filter_map(|file| {
                let file = file.canonicalize().ok()?;
                let text = std::fs::read(&file).ok()?;
                Some((file, Fnv::of(&text)))
            })
            .collect();
        sources.sort();
        sources.dedup();
        Packed { sources, body: token::bytes(program).into() }
    }

    /// The program.
    pub(crate) fn unpack<T: DeserializeOwned>(&self) -> Result<T, CliError> {
        token::of_bytes(&self.body).map_err(|why| {
            CliError::Usage(format!("the program of the parts cannot be read: {why}"))
        })
    }

    /// Writes it to the folder of some parts. Gives its checksum, which every part has.
    pub(crate) fn write(&self, folder: &Path) -> Result<String, CliError> {
        let path = folder.join(NAME);
        let bytes = token::bytes(self);
        let sum = checksum(&bytes);
        let (version, size) = version();
        let mut file = WholeFile::begin(&path)?;
        let written = writeln!(file, "{MAGIC} {version} {size} {sum}");
        let written = written.and_then(|()| file.write_all(&bytes));
        file.finish_after(written)?;
        Ok(sum)
    }

    /// Reads the program of the parts in a folder, which have the checksum `sum`.
    pub(crate) fn read(folder: &Path, sum: &str) -> Result<Packed, CliError> {
        let path = folder.join(NAME);
        let bad = |why: &str| CliError::Resume { path: path.clone(), why: why.to_owned() };
        let bytes = std::fs::read(&path).map_err(|error| bad(&error.to_string()))?;
        let other = || bad("another version of Pikse has written it; split the run again");
        let end = bytes.iter().position(|&byte| byte == b'\n').unwrap_or(bytes.len());
        let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
        let words: Vec<&str> = head.split(' ').collect();
        let [MAGIC, version, size, written] = words[..] else {
            return Err(bad("it is not a program that `pikse split` has written"));
        };
        let (own_version, own_size) = self::version();
        if version != own_version || size != own_size.to_string() {
            return Err(other());
        }
        let body = bytes.get(end + 1..).unwrap_or_default();
        if written != checksum(body) {
            return Err(bad("its checksum is wrong, so it is damaged"));
        }
        if written != sum {
            return Err(bad(
                "it is the program of another run, or of another version of the sources",
            ));
        }
        let packed: Packed = token::of_bytes(body).map_err(|_| other())?;
        packed.check_sources().map_err(|file| {
            bad(&format!(
                "the sources have changed since the run was split ({}); split it again",
                file.display()
            ))
        })?;
        Ok(packed)
    }

    /// Sources need not be here. If they are, they must be the same: results name their lines.
    fn check_sources(&self) -> Result<(), &Path> {
        let is_other = |(file, sum): &&(PathBuf, u64)| {
            std::fs::read(file).is_ok_and(|text| Fnv::of(&text) != *sum)
        };
        match self.sources.iter().find(is_other) {
            Some((file, _)) => Err(file),
            None => Ok(()),
        }
    }
}

fn checksum(bytes: &[u8]) -> String {
    format!("{:016x}", Fnv::of(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_refused_if_anything_has_changed() {
        let folder = tempfile::tempdir().expect("a folder");
        let source = folder.path().join("p.c");
        std::fs::write(&source, "int x;").expect("a file");
        let packed = Packed::new(&"the program", [source.clone()].into_iter());
        let sum = packed.write(folder.path()).expect("it is written");
        let read = |sum: &str| Packed::read(folder.path(), sum).map_err(|error| error.to_string());
        let program: String = read(&sum).expect("it is read").unpack().expect("a text");
        assert_eq!(program, "the program");
        let refused = |sum: &str, why: &str| {
            let error = read(sum).expect_err(why);
            assert!(error.contains(why), "{error}");
        };
        refused("0", "another run");
        std::fs::write(&source, "int y;").expect("a file");
        refused(&sum, "the sources have changed");
        // Elsewhere there are none.
        std::fs::remove_file(&source).expect("it was there");
        assert!(read(&sum).is_ok());
        let path = folder.path().join(NAME);
        let bytes = std::fs::read(&path).expect("a file");
        let changed = |from: &[u8], to: &[u8]| {
            let at = bytes.windows(from.len()).position(|of| of == from).expect("it is there");
            let mut all = bytes.clone();
            all[at..at + to.len()].copy_from_slice(to);
            std::fs::write(&path, all).expect("a file");
        };
        changed(b"the program", b"tho program");
        refused(&sum, "damaged");
        changed(env!("CARGO_PKG_VERSION").as_bytes(), b"9");
        refused(&sum, "another version of Pikse");
        std::fs::write(&path, "nothing").expect("a file");
        refused(&sum, "not a program");
        std::fs::remove_file(&path).expect("it was there");
        refused(&sum, "No such file");
    }
}
