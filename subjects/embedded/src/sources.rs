//! The structures of the documents as ordinary sources in C, C++ and Rust, in the
//! folders beside this crate, and how each is bounded.
//!
//! A source reads its fields in the order of the embedded subject, so it has to
//! come to the same published figures. Of the published rows it leaves out those of
//! the DAG's first predicate, which begins its walk at nodes that no field leads to: a
//! program has no way to name them.

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
