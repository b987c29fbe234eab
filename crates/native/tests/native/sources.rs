//! The sources in C, C++ and Rust against the published counts.

use std::collections::BTreeMap;

use crate::subject::Subject;
use pikse_front::Request;
use pikse_native::{Build, Strategy};
use pikse_search::Statistics;
use pikse_subjects::published::Row;
use pikse_subjects::sources::{Embedded, Source, sources};

/// The options of a source: the bounds, and the fields out of focus.
fn request(source: &Source, size: usize) -> (Request, Vec<&'static str>) {
    let size = u32::try_from(size).expect("sizes are small");
    let mut request = Request { root: source.root.to_owned(), size, ..Request::default() };
    let mut out_of_focus = Vec::new();
    let (options, []) = source.options.as_chunks() else { panic!("{source:?} has an odd option") };
    for &[option, value] in options {
        match option {
            "--range" => request.ranges.push(value.parse().expect("a range")),
            "--objects" => request.objects.push(value.parse().expect("a count")),
            "--non-null" => request.non_null.push(value.parse().expect("a field")),
            "--out-of-focus" => out_of_focus.push(value),
            other => panic!("{source:?} has an unknown option {other}"),
        }
    }
    (request, out_of_focus)
}

/// What a search of one size has to find, as far as it is published.
#[derive(Debug)]
struct Expected {
    size: usize,
    valid: Option<u64>,
    explored: Option<u64>,
    /// Field initializations by re-execution, and with checkpoints.
    inits: Option<(u64, u64)>,
    /// How many candidates may be explored with multi-value comparisons: the document's
    /// figure, and for search trees the best that was seen.
    multi_value: Option<u64>,
}

impl Expected {
    fn of(row: &Row) -> Expected {
        let Row { size, valid, explored, inits, .. } = *row;
        let multi_value = match row.subject {
            "search tree" => row.multi_value_here,
            _ => row.multi_value,
        };
        Expected { size, valid, explored, inits, multi_value }
    }

    /// About how many candidates there are.
    fn candidates(&self) -> u64 {
        self.explored.or(self.inits.map(|(_, checkpoint)| checkpoint)).unwrap_or(u64::MAX)
    }

    fn agrees(&self, found: Statistics) -> bool {
        let inits = (found.inits_reexecution, found.inits_checkpoint);
        self.valid.is_none_or(|valid| valid == found.valid)
            && self.explored.is_none_or(|explored| explored == found.explored)
            && self.inits.is_none_or(|expected| expected == inits)
    }
}

/// What the embedded problem finds that a source is compared with.
fn embedded(embedded: &Embedded, most_explored: u64) -> Vec<Expected> {
    let expected = embedded.sizes.iter().map(|&size| {
        let problem = (embedded.problem)(size).multi_value(false);
        let found = problem.count().expect("a subject runs");
        let explored = embedded.same_order.then_some(found.explored);
        assert!(found.explored <= most_explored, "{embedded:?} is too large at {size}");
        Expected { size, valid: Some(found.valid), explored, inits: None, multi_value: None }
    });
    expected.collect()
}

/// The published rows of up to so many candidates, or the embedded problem's counts.
fn expected(source: &Source, most_explored: u64) -> Vec<Expected> {
    if let Some(compared) = &source.embedded {
        return embedded(compared, most_explored);
    }
    let rows = source.rows();
    let mut expected: Vec<Expected> = rows.iter().map(Expected::of).collect();
    expected.retain(|expected| expected.candidates() <= most_explored);
    if expected.is_empty() {
        // Every published row is too large: a small one by the embedded subject.
        let row = rows.first().unwrap_or_else(|| panic!("{source:?} is not published"));
        let count = |size| (row.problem)(size).multi_value(false).count().expect("a subject runs");
        let small = (3..row.size).map(|size| (size, count(size)));
        let (size, found) = small
            .take_while(|(_, found)| found.explored <= most_explored / 4)
            .last()
            .unwrap_or_else(|| panic!("{source:?} has no small size"));
        let (valid, explored) = (Some(found.valid), Some(found.explored));
        let (inits, multi_value) = (None, None);
        expected.push(Expected { size, valid, explored, inits, multi_value });
    }
    expected
}

/// What differs for the sources of one file.
fn differences(sources: &[Source], strategy: Strategy, most_explored: u64) -> Vec<String> {
    let mut differences = Vec::new();
    let [plain, marking] =
        [false, true].map(|multi_value| Build { strategy, multi_value, ..Build::default() });
    let Source { file, predicate, .. } = sources[0];
    let [plain, marking] = Subject::compile_twice(file, predicate, [&plain, &marking])
        .unwrap_or_else(|error| panic!("{file}: {error}"));
    for source in sources {
        for expected in expected(source, most_explored) {
            let (request, out_of_focus) = request(source, expected.size);
            let found = plain.search(&request, &out_of_focus);
            let marked = marking.search(&request, &out_of_focus);
            let fewer = marked.statistics.explored <= found.statistics.explored
                && expected.multi_value.is_none_or(|most| marked.statistics.explored <= most);
            let same = marked.digest == found.digest
                && marked.statistics.valid == found.statistics.valid
                && [&found, &marked].iter().all(|found| found.is_sound());
            if !expected.agrees(found.statistics) || !fewer || !same {
                let Source { subject, source, file, .. } = source;
                differences.push(format!(
                    "{subject} ({source}, {file}): {expected:?}, {found:?}, with multi-value \
                     comparisons {marked:?}"
                ));
            }
        }
    }
    differences
}

/// Compares the sources in one language, and says everything that differs.
#[track_caller]
fn check(folder: &str, strategy: Strategy, most_explored: u64) {
    check_part(folder, strategy, most_explored, 0, 1);
}

/// The same for every `stride`th file, from one on.
#[track_caller]
fn check_part(folder: &str, strategy: Strategy, most_explored: u64, from: usize, stride: usize) {
    let mut files: BTreeMap<&str, Vec<Source>> = BTreeMap::new();
    for source in sources().into_iter().filter(|source| source.file.starts_with(folder)) {
        files.entry(source.file).or_default().push(source);
    }
    assert!(files.len() > 10, "there are only {} sources in {folder}", files.len());
    let differences: Vec<String> = files
        .values()
        .skip(from)
        .step_by(stride)
        .flat_map(|sources| differences(sources, strategy, most_explored))
        .collect();
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

#[test]
fn c_sources_explore_what_is_published() {
    check("c/", Strategy::Auto, 1_100_000);
}

#[test]
fn c_sources_explore_the_same_from_the_beginning() {
    check("c/", Strategy::Reexecute, 300_000);
}

/// With the containers of the standard library. Every second file: compiling takes long, and the large
/// suite has all.
#[test]
fn cpp_sources_explore_what_is_published() {
    check_part("cpp/", Strategy::Auto, 300_000, 0, 2);
}

/// With `Option<Box<Node>>`, and the collections of the standard library. The other files.
#[test]
fn rust_sources_explore_what_is_published() {
    check_part("rust/", Strategy::Auto, 300_000, 1, 2);
}

/// The rows that take minutes: `cargo xtask test --large` runs them.
#[test]
#[ignore = "takes minutes: cargo xtask test --large runs it"]
fn large_c_sources_explore_what_is_published() {
    check("c/", Strategy::Auto, 60_000_000);
}

#[test]
#[ignore = "takes minutes: cargo xtask test --large runs it"]
fn large_cpp_sources_explore_what_is_published() {
    check("cpp/", Strategy::Auto, 3_000_000);
}

#[test]
#[ignore = "takes minutes: cargo xtask test --large runs it"]
fn large_rust_sources_explore_what_is_published() {
    check("rust/", Strategy::Auto, 3_000_000);
}
