//! The structures of the documents as ordinary sources in C, C++ and Rust, in the
//! folders beside this crate, and how each is bounded.
//!
//! A source reads its fields in the order of the embedded subject, so it has to
//! come to the same published figures. Two subjects are left out: the DAG whose walk
//! begins at nodes that no field leads to, which a program has no way to name, and the
//! initializations of heap arrays of up to `n` elements, because a program also reads
//! how long the array is.

mod c;
mod cpp;
mod rust;

use crate::published::{Row, rows};

/// A structure as a source file.
#[derive(Clone, Copy, Debug)]
pub struct Source {
    /// The structure, as [`Row::subject`] calls it.
    pub subject: &'static str,
    /// Where it is published, as [`Row::source`].
    pub source: &'static str,
    /// The file, in `subjects`.
    pub file: &'static str,
    /// The type of the structure.
    pub root: &'static str,
    /// The predicate: a function, or the method of a type.
    pub predicate: &'static str,
    /// The bounds, as on a command line: each option and its value.
    pub options: &'static [&'static str],
}

impl Source {
    /// The published rows that it has to reproduce.
    pub fn rows(&self) -> Vec<Row> {
        let is_ours = |row: &Row| row.subject == self.subject && row.source == self.source;
        rows().into_iter().filter(is_ours).collect()
    }
}

fn source(
    subject: &'static str,
    source: &'static str,
    file: &'static str,
    root: &'static str,
    predicate: &'static str,
    options: &'static [&'static str],
) -> Source {
    Source { subject, source, file, root, predicate, options }
}

/// Every source.
pub fn sources() -> Vec<Source> {
    [c::sources(), cpp::sources(), rust::sources()].concat()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn every_published_subject_has_a_source_in_each_language() {
        let left_out = ["DAG, every acyclic graph", "heap array, up to n: inits"];
        let sources = sources();
        for row in rows().iter().filter(|row| !left_out.contains(&row.subject)) {
            let is_its = |s: &&Source| s.subject == row.subject && s.source == row.source;
            let files: Vec<&str> = sources.iter().filter(is_its).map(|s| s.file).collect();
            let folders: Vec<&str> = files.iter().filter_map(|f| f.split('/').next()).collect();
            assert_eq!(folders, ["c", "cpp", "rust"], "{} ({})", row.subject, row.source);
        }
    }

    #[test]
    fn every_source_is_there_and_published() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        for source in sources() {
            assert!(folder.join(source.file).is_file(), "{source:?}");
            assert!(!source.rows().is_empty(), "{source:?}");
            assert!(source.options.len().is_multiple_of(2), "{source:?}");
        }
    }
}
