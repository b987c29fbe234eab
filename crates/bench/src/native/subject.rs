//! Searches with native predicates, in this process.

use std::path::{Path, PathBuf};

use pikse_front::{Bounds, Request, Subject, Wanted};
use pikse_llvm::inkwell::context::Context;
use pikse_native::{Build, Compiled, Predicate, Strategy};
use pikse_search::{Search, Settings, Statistics, Step};
use pikse_subjects::sources::{Source, sources};

/// The number of runs that the command checks in full.
const STRICT_RUNS: u64 = 16;

/// A file in the workspace.
pub(crate) fn in_workspace(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

/// A source of a published subject.
pub(super) fn published(file: &str, subject: &str) -> Source {
    let found = sources().into_iter().find(|s| s.file == file && s.subject == subject);
    found.unwrap_or_else(|| panic!("{file} is no source of `{subject}`"))
}

/// How a predicate is searched.
#[derive(Clone, Copy)]
pub(super) struct How {
    pub(super) strategy: Strategy,
    pub(super) multi_value: bool,
}

/// A compiled predicate, and its bounds.
pub(super) struct Native {
    compiled: Compiled,
    bounds: Bounds,
}

impl Native {
    /// Compiles the predicate of a file.
    pub(super) fn compile(file: &Path, root: &str, request: Request, how: How) -> Native {
        let How { strategy, multi_value } = how;
        let context = Context::create();
        let (files, of) = (vec![file.to_owned()], Some(root.to_owned()));
        let wanted = Wanted { files, of, ..Wanted::default() };
        let subject = Subject::open(&context, &wanted).unwrap_or_else(|error| panic!("{error}"));
        let bounds = subject.bounds(request, None).unwrap_or_else(|error| panic!("{error}"));
        let build = Build { strategy, multi_value, ..Build::default() };
        let compiled = Compiled::new(&subject.program, &subject.entry, &build);
        Native { compiled: compiled.unwrap_or_else(|error| panic!("{error}")), bounds }
    }

    /// Compiles a published subject, with its bounds.
    pub(super) fn published(source: &Source, size: usize, how: How) -> Native {
        let mut request = Request { size: size as u32, ..Request::default() };
        let (options, _) = source.options.as_chunks();
        for &[option, value] in options {
            assert_eq!(option, "--range", "{source:?}");
            request.ranges.push(value.parse().expect("bounds of subjects can be read"));
        }
        let file = in_workspace("subjects").join(source.file);
        Native::compile(&file, source.root, request, how)
    }

    /// Searches all candidates.
    pub(super) fn count(&self) -> Statistics {
        let predicate = Predicate::load(&self.compiled, &self.bounds);
        let predicate = predicate.unwrap_or_else(|error| panic!("{error}"));
        let mut settings = Settings::new(&self.bounds.space);
        settings.strict_runs = STRICT_RUNS;
        let mut search = Search::new(&self.bounds.space, predicate, settings);
        let step = search.count_within(u64::MAX).expect("subjects are deterministic");
        assert_eq!(step, Step::Exhausted);
        assert!(search.runner().failures().is_empty(), "subjects do not break off");
        assert_eq!(search.runner().fallback(), None);
        search.statistics()
    }
}
