//! The inputs of the checks: the search finds as many structures as brute force.

mod subject;

use std::collections::BTreeMap;

use pikse_native::{Request, Strategy};
use pikse_subjects::brute_force::brute_force;
use pikse_subjects::checks::{Check, checks};
use subject::Subject;

/// The structures of a size that `rep_ok` accepts, by the search.
fn searched(check: &Check, size: u32) -> u64 {
    let mut request = Request { root: check.root.to_owned(), size, ..Request::default() };
    let (options, []) = check.options.as_chunks() else { panic!("{check:?} has an odd option") };
    for &[option, value] in options {
        match option {
            "--range" => request.ranges.push(value.parse().expect("a range")),
            "--objects" => request.objects.push(value.parse().expect("a count")),
            "--non-null" => request.non_null.push(value.parse().expect("a field")),
            other => panic!("{check:?} has an unknown option {other}"),
        }
    }
    let subject = Subject::compile(check.file, "rep_ok", Strategy::default());
    subject.unwrap_or_else(|error| panic!("{check:?}: {error}")).count(&request, &[]).valid
}

/// How many rows of scalar arguments there are: a range ends at `n` and so much, or so much
/// less.
fn rows(check: &Check, size: u32) -> u64 {
    let number = |text: &str| -> i64 {
        let (n, rest) = match text.strip_prefix('n') {
            Some(rest) => (i64::from(size), rest.trim_start_matches('+')),
            None => (0, text),
        };
        n + if rest.is_empty() { 0 } else { rest.parse::<i64>().expect("a number") }
    };
    let length = |argument: &&str| {
        let range = argument.split_once('=').expect("an argument has a range").1;
        let (low, high) = range.split_once("..").expect("a range has two ends");
        u64::try_from(number(high) - number(low) + 1).expect("a range is not empty")
    };
    check.arguments.iter().map(length).product()
}

#[test]
fn the_search_finds_as_many_inputs_as_brute_force() {
    let mut files: BTreeMap<&str, Check> = BTreeMap::new();
    let merges = ["list_append", "sorted_list_merge"];
    let plain = |check: &Check| check.pre.is_none() && !merges.contains(&check.call);
    for check in checks().into_iter().filter(|check| check.file.starts_with("c/")) {
        if plain(&check) {
            files.entry(check.file).or_insert(check);
        }
    }
    assert_eq!(files.len(), 23);
    for check in files.values() {
        let found = brute_force(check, None, check.size);
        let found = found.unwrap_or_else(|error| panic!("{check:?}: {error}"));
        assert_eq!(
            found.inputs,
            searched(check, check.size) * rows(check, check.size),
            "{check:?}"
        );
    }
}
