//! The sources in C, C++ and Rust against the published counts.

mod subject;

use std::collections::HashMap;

use pikse_native::Request;
use pikse_subjects::published::Row;
use pikse_subjects::sources::{Source, sources};
use subject::Subject;

/// Rows with more candidates take too long here.
const MOST_EXPLORED: u64 = 300_000;

fn request(source: &Source, size: usize) -> (Request, Vec<String>) {
    let size = u32::try_from(size).expect("sizes are small");
    let mut request = Request { root: source.root.to_owned(), size, ..Request::default() };
    let mut out_of_focus = Vec::new();
    let (options, []) = source.options.as_chunks() else { panic!("{source:?} has an odd option") };
    for &[option, value] in options {
        match option {
            "--range" => request.ranges.push(value.parse().expect("a range")),
            "--objects" => request.objects.push(value.parse().expect("a count")),
            "--non-null" => request.non_null.push(value.parse().expect("a field")),
            "--out-of-focus" => out_of_focus.push(value.to_owned()),
            other => panic!("{source:?} has an unknown option {other}"),
        }
    }
    (request, out_of_focus)
}

/// Sizes, with the valid and the explored candidates.
fn expected(source: &Source) -> Vec<(usize, u64, u64)> {
    let rows = source.rows();
    let figures = |row: &Row| Some((row.size, row.valid?, row.explored?));
    let mut expected: Vec<_> = rows.iter().filter_map(figures).collect();
    expected.retain(|&(_, _, explored)| explored <= MOST_EXPLORED);
    if expected.is_empty() {
        // Every published row is too large: a small one by the embedded subject.
        let row = rows.first().unwrap_or_else(|| panic!("{source:?} is not published"));
        let count = |size| (row.problem)(size).multi_value(false).count().expect("a subject runs");
        let small = (3..row.size).map(|size| (size, count(size)));
        let fits = small.take_while(|(_, found)| found.explored <= MOST_EXPLORED / 4);
        expected.extend(fits.last().map(|(size, found)| (size, found.valid, found.explored)));
    }
    expected
}

/// Which sizes are checked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sizes {
    All,
    Largest,
}

/// What differs for the sources of one file.
fn differences(sources: &[Source], sizes: Sizes) -> Vec<String> {
    let mut differences = Vec::new();
    let subject = Subject::compile(sources[0].file, sources[0].predicate);
    for source in sources {
        let expected = expected(source);
        assert!(!expected.is_empty(), "{source:?} has no small size");
        let skipped = if sizes == Sizes::Largest { expected.len() - 1 } else { 0 };
        for &(size, valid, explored) in &expected[skipped..] {
            let (request, out_of_focus) = request(source, size);
            let found = subject.count(&request, &out_of_focus);
            let found = found.unwrap_or_else(|error| panic!("{}: {error}", source.file));
            if (found.valid, found.explored) != (valid, explored) {
                differences.push(format!(
                    "{} {size} ({}, {}): {} valid, {} explored, should be {valid}, {explored}",
                    source.subject, source.source, source.file, found.valid, found.explored
                ));
            }
        }
    }
    differences
}

/// Compares the sources in one language, and says everything that differs.
#[track_caller]
fn check(folder: &str, sizes: Sizes) {
    let mut files: HashMap<&str, Vec<Source>> = HashMap::new();
    for source in sources().into_iter().filter(|source| source.file.starts_with(folder)) {
        files.entry(source.file).or_default().push(source);
    }
    assert!(files.len() > 10, "there are only {} sources in {folder}", files.len());
    let differences: Vec<String> =
        files.values().flat_map(|sources| differences(sources, sizes)).collect();
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

#[test]
fn c_sources_explore_what_is_published() {
    check("c/", Sizes::All);
}

#[test]
fn cpp_sources_explore_what_is_published() {
    check("cpp/", Sizes::Largest);
}

#[test]
#[ignore = "slow until Rust compiles faster"]
fn rust_sources_explore_what_is_published() {
    check("rust/", Sizes::Largest);
}
