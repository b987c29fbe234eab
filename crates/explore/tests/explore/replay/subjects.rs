//! Every test of every subject in `subjects/explore`, replayed: C by default, the rest in the large suite.

use pikse_env::{Input, Plan};
use pikse_explore::Wanted;
use pikse_vm::Options;

use super::programs::{confirm, folder_of_errors, replay, subjects, wanted};

/// A subject, its size, how many symbolic bytes its standard input has, and how many paths it has with
/// those that are rejected.
type Program = (&'static str, &'static str, usize, usize);

const C: &[Program] = &[
    ("c/branches.c", "-DN=6", 0, 64),
    ("c/many_states.c", "-DN=5", 0, 32),
    ("c/load.c", "-DROUNDS=2", 0, 1),
    ("c/expression.c", "-DN=3", 0, 157),
    ("c/regex.c", "-DN=3", 0, 347),
    ("c/search_tree.c", "-DN=3", 0, 49 + 68),
    ("c/search_tree_subscripts.c", "-DN=3", 0, 49 + 21 + 14),
    ("c/sorted_list.c", "-DN=6", 0, 28 + 36),
];

const LIBRARIES: &[Program] =
    &[("cpp/word_count.cpp", "", 3, 164), ("rust/accounts.rs", "", 3, 34)];

fn programs(programs: &[Program]) {
    for &(file, size, stdin, paths) in programs {
        let mut plan = Plan::new("subject");
        if stdin > 0 {
            plan.stdin = Input::Symbolic(u32::try_from(stdin).expect("a few bytes"));
        }
        let mut wanted: Wanted = wanted(&subjects(file), None, &[], &plan);
        wanted.options.cflags.extend((!size.is_empty()).then(|| size.to_owned()));
        let replayed = replay(&wanted, &Options::default());
        confirm(&replayed);
        assert_eq!(replayed.len(), paths, "{file}");
    }
}

#[test]
fn programs_in_c_take_the_same_paths() {
    programs(C);
}

#[test]
#[ignore = "minutes: part of `cargo xtask test --large`"]
fn programs_with_libraries_take_the_same_paths() {
    programs(LIBRARIES);
}

#[test]
#[ignore = "minutes: part of `cargo xtask test --large`"]
fn errors_in_rust_are_on_the_same_path() {
    let seen = folder_of_errors("errors/rust") + folder_of_errors("errors/rust/correct");
    assert!(seen > 20, "{seen}");
}
