//! Searches with the predicates of source files.

use std::path::{Path, PathBuf};

use pikse_llvm::inkwell::context::Context;
use pikse_llvm::{Options, Program, Types};
use pikse_native::bounds::infer;
use pikse_native::{NativeError, Predicate, RUST_ENTRY, Request, RustEntry};
use pikse_search::{Search, Settings, Statistics, Step};

/// A file in `subjects`.
fn subject(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../subjects").join(path)
}

/// A subject, compiled once for any number of searches.
pub(crate) struct Subject {
    folder: tempfile::TempDir,
    function: String,
}

impl Subject {
    /// Compiles a file in `subjects`. The predicate is a function, or `Class::method`.
    pub(crate) fn compile(file: &str, predicate: &str) -> Subject {
        let path = subject(file);
        let folder = tempfile::tempdir().expect("a folder can be made");
        let context = Context::create();
        let compile = |path: &Path, options: &Options| {
            let program = Program::compile(&context, &[path], options);
            program.unwrap_or_else(|error| panic!("{error}"))
        };
        let (program, function) = match predicate.split_once("::") {
            Some((of, method)) if file.ends_with(".rs") => {
                let entry = RustEntry::new(&path, of, method).expect("the file is there");
                let options = RustEntry::options(&Options::default());
                (compile(&entry.path(), &options), RUST_ENTRY.to_owned())
            }
            Some((class, method)) => {
                let program = compile(&path, &Options::default());
                let function = method_name(&program, class, method);
                (program, function)
            }
            None => (compile(&path, &Options::default()), predicate.to_owned()),
        };
        let subject = Subject { folder, function };
        assert!(program.module().write_bitcode_to_path(subject.module()), "it can be written");
        subject
    }

    fn module(&self) -> PathBuf {
        self.folder.path().join("module.bc")
    }

    /// Goes through all candidates; some fields, `node.data`, may be out of focus.
    pub(crate) fn count(
        &self,
        request: &Request,
        out_of_focus: &[String],
    ) -> Result<Statistics, NativeError> {
        let context = Context::create();
        let program = Program::compile(&context, &[self.module()], &Options::default());
        let program = program.expect("it was compiled before");
        let types = Types::of(&program).expect("it has debug information");
        let bounds = infer(&types, request).unwrap_or_else(|error| panic!("{error}"));
        let predicate = Predicate::load(&program, &self.function, &bounds)?;
        let mut settings = Settings::new(&bounds.space);
        settings.out_of_focus = out_of_focus
            .iter()
            .map(|name| {
                let found =
                    bounds.space.field_ids().find(|&field| bounds.space.field_name(field) == *name);
                found.unwrap_or_else(|| panic!("there is no field {name}"))
            })
            .collect();
        let mut search = Search::new(&bounds.space, predicate, settings);
        while search.step().expect("the predicate is good") == Step::Solution {}
        Ok(search.statistics())
    }
}

/// The name that a C++ method without parameters has in the program.
fn method_name(program: &Program<'_>, class: &str, method: &str) -> String {
    let ending = format!("{}{class}{}{method}Ev", class.len(), method.len());
    let mut names = program.defined().map(|f| f.get_name().to_string_lossy().into_owned());
    let found = names.find(|name| name.starts_with("_ZN") && name.ends_with(&ending));
    found.unwrap_or_else(|| panic!("there is no {class}::{method}"))
}
