//! Searches with the predicates of source files.

use std::path::{Path, PathBuf};

use pikse_front::bounds::infer;
use pikse_front::{RUST_ENTRY, Request, RustEntry};
use pikse_llvm::inkwell::context::Context;
use pikse_llvm::{Options, Program, Types};
use pikse_native::{Build, Compiled, Failure, NativeError, Predicate, Strategy};
use pikse_search::{Search, Settings, Statistics, Step};

/// A file in `subjects`.
fn subject(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../subjects").join(path)
}

/// A subject, compiled once for any number of searches.
pub(crate) struct Subject {
    types: Types,
    compiled: Compiled,
}

impl Subject {
    /// Compiles a file in `subjects`. The predicate is a function, or `Class::method`.
    pub(crate) fn compile(
        file: &str,
        predicate: &str,
        strategy: Strategy,
    ) -> Result<Subject, NativeError> {
        let build = Build { strategy, multi_value: false, ..Build::default() };
        Self::compile_with(file, predicate, &build)
    }

    /// The same, in any way.
    pub(crate) fn compile_with(
        file: &str,
        predicate: &str,
        build: &Build,
    ) -> Result<Subject, NativeError> {
        Self::compile_file(&subject(file), predicate, build)
    }

    /// The same in several ways: the compiler runs once.
    pub(crate) fn compile_twice(
        file: &str,
        predicate: &str,
        builds: [&Build; 2],
    ) -> Result<[Subject; 2], NativeError> {
        Self::compile_all(&subject(file), predicate, builds)
    }

    /// Compiles any file.
    pub(crate) fn compile_file(
        path: &Path,
        predicate: &str,
        build: &Build,
    ) -> Result<Subject, NativeError> {
        let [subject] = Self::compile_all(path, predicate, [build])?;
        Ok(subject)
    }

    fn compile_all<const N: usize>(
        path: &Path,
        predicate: &str,
        builds: [&Build; N],
    ) -> Result<[Subject; N], NativeError> {
        let options = Options::default();
        let context = Context::create();
        let (program, function) = match predicate.split_once("::") {
            Some((of, method)) if path.extension().is_some_and(|found| found == "rs") => {
                let program = RustEntry::new(path, of, method).compile(&context, &options);
                (program.unwrap_or_else(|error| panic!("{error}")), RUST_ENTRY.to_owned())
            }
            method => {
                let program = Program::compile(&context, &[path], &options);
                let program = program.unwrap_or_else(|error| panic!("{error}"));
                let function = method.map(|(class, method)| method_name(&program, class, method));
                (program, function.unwrap_or_else(|| predicate.to_owned()))
            }
        };
        let mut subjects = Vec::with_capacity(N);
        for build in builds {
            // The program is changed for each build.
            let program = program.copy();
            let types = Types::of(&program).expect("it has debug information");
            let compiled = Compiled::new(&program, &function, build)?;
            subjects.push(Subject { types, compiled });
        }
        Ok(subjects.try_into().unwrap_or_else(|_| panic!("there is one of each build")))
    }

    /// Goes through all candidates; some fields, `node.data`, may be out of focus.
    pub(crate) fn count(&self, request: &Request, out_of_focus: &[&str]) -> Statistics {
        let found = self.search(request, out_of_focus);
        assert!(found.is_sound(), "{found:?}");
        found.statistics
    }

    /// The same, also for predicates that break off on some candidates.
    pub(crate) fn search(&self, request: &Request, out_of_focus: &[&str]) -> Found {
        let bounds = infer(&self.types, request).unwrap_or_else(|error| panic!("{error}"));
        let predicate = Predicate::load(&self.compiled, &bounds);
        let predicate = predicate.unwrap_or_else(|error| panic!("{error}"));
        let mut settings = Settings::new(&bounds.space);
        let field_named = |name: &&str| {
            let is_meant = |&field: &_| bounds.space.field_name(field) == *name;
            let found = bounds.space.field_ids().find(is_meant);
            found.unwrap_or_else(|| panic!("there is no field {name}"))
        };
        settings.out_of_focus = out_of_focus.iter().map(field_named).collect();
        let mut search = Search::new(&bounds.space, predicate, settings);
        let mut digest = 0_u128;
        while search.step().expect("the predicate is deterministic") == Step::Solution {
            digest = digest.wrapping_add(search.structure().canonical().digest());
        }
        Found {
            statistics: search.statistics(),
            failures: search.runner().failures().to_vec(),
            fallback: search.runner().fallback().map(str::to_owned),
            digest,
        }
    }
}

/// What a search found.
#[derive(Debug)]
pub(crate) struct Found {
    pub(crate) statistics: Statistics,
    pub(crate) failures: Vec<Failure>,
    /// Why there are no checkpoints although there should be.
    pub(crate) fallback: Option<String>,
    /// The sum of the digests of all structures.
    pub(crate) digest: u128,
}

impl Found {
    /// Whether the predicate gave a verdict on every candidate, in the way that it should.
    pub(crate) fn is_sound(&self) -> bool {
        self.failures.is_empty() && self.fallback.is_none()
    }
}

/// The name that a C++ method without parameters has in the program.
fn method_name(program: &Program<'_>, class: &str, method: &str) -> String {
    let ending = format!("{}{class}{}{method}Ev", class.len(), method.len());
    let mut names = program.defined().map(|f| f.get_name().to_string_lossy().into_owned());
    let found = names.find(|name| name.starts_with("_ZN") && name.ends_with(&ending));
    found.unwrap_or_else(|| panic!("there is no {class}::{method}"))
}
