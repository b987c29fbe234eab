//! Generated test code: the prologue of the file, a test for each structure, the epilogue.

use std::path::Path;
use std::sync::Arc;

use pikse_front::bounds::Note;
use pikse_front::{Bounds, Property};
use pikse_llvm::Types;
use pikse_structure::Structure;

use crate::c_family::CFamily;
use crate::calls::Calls;
use crate::error::ReportError;
use crate::rust::Rust;

/// The language of test code: that of the file with the predicate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// C11 and later.
    C,
    /// C++11 and later.
    Cpp,
    /// Rust, 2021 edition and later.
    Rust,
}

/// How the predicate is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Call {
    /// A function that takes a pointer: `rep_ok(&list0)`.
    Pointer(String),
    /// A function that takes a reference: `rep_ok(list0)` in C++, `rep_ok(&list0)` in
    /// Rust.
    Reference(String),
    /// A method: `list0.rep_ok()`.
    Method(String),
}

/// The file with the predicate.
#[derive(Clone, Debug)]
pub struct Subject<'a> {
    /// Its language.
    pub language: Language,
    /// Its path, as test code in C and C++ includes it.
    pub file: &'a Path,
    /// Its content. Test code in Rust begins with it, so that tests are in the same
    /// module as the types and can set private fields.
    pub text: &'a str,
    /// In Rust, the path of its module as the debug information has it
    /// (`entry::subject`).
    pub module: &'a str,
    /// How the predicate is called.
    pub call: Call,
}

/// A generator of test code.
///
/// The generated file is the prologue, a test for each structure with numbers from 1,
/// and the epilogue. In C and C++ it is a program that fails if a test does; in Rust it
/// is what `rustc --test` compiles.
#[derive(Debug)]
pub struct TestCode<'a> {
    bounds: &'a Bounds,
    writer: Writer<'a>,
    is_for_inputs: bool,
}

#[derive(Debug)]
enum Writer<'a> {
    C(CFamily<'a>),
    Rust(Rust<'a>),
}

impl<'a> TestCode<'a> {
    /// Test code for structures of `bounds`, which come from `types`.
    pub fn new(
        types: &'a Types,
        bounds: &'a Bounds,
        subject: &'a Subject<'a>,
    ) -> Result<Self, ReportError> {
        Self::of(types, bounds, subject, None)
    }

    /// Test code for inputs of a property, whose `bounds` are those of
    /// [`infer_input`](pikse_front::bounds::infer_input): each test builds an input, runs
    /// the property on it and asserts its conditions. How the subject's predicate is
    /// called does not matter. Leaks are failures if `finds_leaks`
    /// (`CompiledCheck::finds_leaks` of `pikse_native`).
    pub fn for_input(
        types: &'a Types,
        bounds: &'a Bounds,
        subject: &'a Subject<'a>,
        property: &'a Property,
        finds_leaks: bool,
    ) -> Result<Self, ReportError> {
        if bounds.arguments.len() != property.parameters.len() {
            return Err(ReportError::OtherBounds);
        }
        Self::of(types, bounds, subject, Some(Calls { property, finds_leaks }))
    }

    fn of(
        types: &'a Types,
        bounds: &'a Bounds,
        subject: &'a Subject<'a>,
        calls: Option<Calls<'a>>,
    ) -> Result<Self, ReportError> {
        plain(bounds)?;
        let writer = match subject.language {
            Language::Rust => Writer::Rust(Rust::new(types, bounds, subject, calls)?),
            Language::C | Language::Cpp => Writer::C(CFamily::new(types, bounds, subject, calls)?),
        };
        Ok(TestCode { bounds, writer, is_for_inputs: calls.is_some() })
    }

    /// The compiler flags that the generated file needs.
    pub fn flags(&self) -> &[&'static str] {
        match &self.writer {
            Writer::C(writer) => writer.flags(),
            Writer::Rust(_) => &["--test"],
        }
    }

    /// The beginning of the file.
    pub fn prologue(&self) -> String {
        match &self.writer {
            Writer::C(writer) => writer.prologue(),
            Writer::Rust(writer) => writer.prologue(),
        }
    }

    /// The test of a structure, or of an input.
    pub fn test(&self, number: usize, structure: &Structure) -> Result<String, ReportError> {
        self.test_of_failure(number, structure, "")
    }

    /// The test of an input, below a comment with a text about its failure.
    pub fn test_of_failure(
        &self,
        number: usize,
        structure: &Structure,
        failure: &str,
    ) -> Result<String, ReportError> {
        let (own, other) = (&self.bounds.space, structure.space());
        if !Arc::ptr_eq(own, other) && own.fingerprint() != other.fingerprint() {
            return Err(ReportError::OtherBounds);
        }
        match (&self.writer, self.is_for_inputs) {
            (Writer::C(writer), false) => writer.test(number, structure),
            (Writer::C(writer), true) => writer.input_test(number, structure, failure),
            (Writer::Rust(writer), false) => writer.test(number, structure),
            (Writer::Rust(writer), true) => writer.input_test(number, structure, failure),
        }
    }

    /// The end of a file with `count` tests, whose numbers are 1 to `count`.
    pub fn epilogue(&self, count: usize) -> String {
        match &self.writer {
            Writer::C(writer) => writer.epilogue(count),
            Writer::Rust(_) => "}\n".to_owned(),
        }
    }
}

/// Refuses objects with fields that have their simplest value only, because nothing else is known about
/// them, and structures with links inside of other structs.
fn plain(bounds: &Bounds) -> Result<(), ReportError> {
    if bounds.has_links {
        let class = bounds.space.class(bounds.space.root().class()).name.clone();
        let what = "its pointers lead to links inside of other structs".to_owned();
        return Err(ReportError::NotYet { class, what });
    }
    for class in bounds.space.classes() {
        let prefix = format!("{}.", class.name);
        let is_unknown = |note: &&Note| note.field.starts_with(&prefix) && note.hides_values();
        if let Some(note) = bounds.notes.iter().find(is_unknown) {
            let what = format!("`{}` is {}", note.field, note.what);
            return Err(ReportError::NotYet { class: class.name.clone(), what });
        }
    }
    Ok(())
}
