//! The structures of the documents as ordinary sources in C, C++ and Rust, in the
//! folders beside this crate, and how each is bounded.
//!
//! A source reads its fields in the order of the embedded subject, so it must give the
//! same published figures. Where no row is published, it is compared with an embedded
//! problem. One subject is omitted: the initializations of heap arrays of up to `n`
//! elements, because a program also reads the length of the array.

mod c;
mod cpp;
mod embedded;
mod rust;

pub use embedded::Embedded;

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
    /// The embedded problem that it is compared with, if not with its rows.
    pub embedded: Option<Embedded>,
}

/// Where the conjunctions that are prioritized are published.
const DOC_002: &str = "document 002, Table 3";

impl Source {
    /// The published rows that it has to reproduce.
    pub fn rows(&self) -> Vec<Row> {
        let is_ours = |row: &Row| row.subject == self.subject && row.source == self.source;
        rows().into_iter().filter(is_ours).collect()
    }

    /// The same, compared with an embedded problem.
    fn like(self, embedded: Embedded) -> Source {
        Source { embedded: Some(embedded), ..self }
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
    Source { subject, source, file, root, predicate, options, embedded: None }
}

/// Every source.
pub fn sources() -> Vec<Source> {
    [c::sources(), cpp::sources(), rust::sources()].concat()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::path::Path;

    use super::*;

    #[test]
    fn every_published_subject_has_a_source_in_each_language() {
        let left_out = ["heap array, up to n: inits"];
        let sources = sources();
        for row in rows().iter().filter(|row| !left_out.contains(&row.subject)) {
            let is_its = |s: &&Source| s.subject == row.subject && s.source == row.source;
            let files: Vec<&str> = sources.iter().filter(is_its).map(|s| s.file).collect();
            let folders: Vec<&str> = files.iter().filter_map(|f| f.split('/').next()).collect();
            assert_eq!(folders, ["c", "cpp", "rust"], "{} ({})", row.subject, row.source);
        }
    }

    #[test]
    fn every_embedded_comparison_is_made_in_each_language() {
        let mut folders: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for source in sources().iter().filter(|source| source.embedded.is_some()) {
            let folder = source.file.split('/').next().expect("there is a first part");
            folders.entry(source.subject).or_default().push(folder);
        }
        assert_eq!(folders.len(), 8);
        for (subject, folders) in folders {
            assert_eq!(folders, ["c", "cpp", "rust"], "{subject}");
        }
    }

    #[test]
    fn every_source_is_there_and_compared() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        for source in sources() {
            assert!(folder.join(source.file).is_file(), "{source:?}");
            let is_compared = source.embedded.is_some() || !source.rows().is_empty();
            assert!(is_compared, "{source:?}");
            assert!(source.options.len().is_multiple_of(2), "{source:?}");
        }
    }
}
