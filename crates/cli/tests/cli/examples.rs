//! The checks in `examples`: those of real libraries pass, those of what was found in them
//! fail, and each sees as many inputs as docs/field-notes.md says.

use std::path::{Path, PathBuf};

use crate::common::{Ended, command};
use serde_json::Value as Json;

/// A check, its inputs, and how many of them fail.
type Expected = (&'static str, u64, u64);

/// Every check of the C libraries.
const C: &[(&str, &[Expected])] = &[
    (
        "c/rb_tree.c",
        &[
            ("insert", 4_320, 0),
            ("remove", 3_780, 0),
            ("walk", 4_320, 0),
            ("remove_while_walking", 1_080, 0),
        ],
    ),
    ("c/splay_tree.c", &[("insert", 20_168, 0), ("remove", 17_647, 0), ("walk", 2_521, 0)]),
    (
        "c/utlist.c",
        &[
            ("append_and_prepend", 126, 0),
            ("insert_beside", 72, 0),
            ("delete", 42, 0),
            ("delete_while_walking", 254, 0),
            ("concat", 961, 0),
            ("sort", 1_093, 0),
            ("insert_in_order", 420, 0),
        ],
    ),
    ("c/uthash.c", &[("histories", 16_232, 0), ("out_of_memory", 40_580, 0)]),
    ("findings/uthash_select.c", &[("select", 64, 42)]),
    ("findings/uthash_select_oom.c", &[("select_out_of_memory", 3, 2)]),
    (
        "findings/splay_remove.c",
        &[
            ("insert", 20_168, 0),
            ("remove", 17_647, 0),
            ("walk", 2_521, 0),
            ("remove_what_is_not_there", 148, 88),
        ],
    ),
    ("findings/rb_augment.c", &[("insert_counts", 256, 24)]),
];

/// Every check of the Rust crates.
const CRATES: &[(&str, u64, u64)] = &[
    ("histories", 11_111, 0),
    ("from_iter", 781, 0),
    ("compact", 66_666, 0),
    ("forests", 169_344, 0),
    ("indices_are_never_valid_again", 33_752, 0),
    ("directed", 194_481, 0),
    ("undirected", 194_481, 0),
    ("insert_and_remove", 156_250, 0),
    ("from_sorted", 1_024, 0),
    ("cursors", 256_000, 0),
];

/// What was found in crates.
const FOUND: &[(&str, u64, u64)] = &[
    ("reserving_is_harmless", 9, 3),
    ("split_before_is_right", 10, 3),
    ("split_before_can_be_dropped", 10, 3),
    ("an_edge_that_is_refused_is_not_there", 32, 12),
    ("a_node_that_is_refused_is_not_counted", 5, 2),
];

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples")
}

/// Runs `pikse check` among the examples; what it saves goes where nobody looks.
fn check(folder: &Path, arguments: &[&str]) -> Ended {
    let out = tempfile::tempdir().expect("a folder can be made");
    let mut command = command(folder);
    command.arg("check").args(arguments).arg("--json").arg("--out").arg(out.path());
    command.output().expect("it starts").into()
}

/// The checks that ran, with their inputs and failures, in any order.
#[track_caller]
fn agree(ended: &Ended, expected: &[(&str, u64, u64)]) {
    let run: Json = serde_json::from_str(&ended.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}\n{}", ended.stdout, ended.stderr));
    let number = |check: &Json, key: &str| check[key].as_u64().expect("it is a number");
    let checks = run["checks"].as_array().expect("it is a list");
    let mut found: Vec<(&str, u64, u64)> = checks
        .iter()
        .map(|check| {
            let name = check["name"].as_str().expect("it is a text");
            (name, number(check, "inputs"), number(check, "failed"))
        })
        .collect();
    let mut expected = expected.to_vec();
    found.sort_unstable();
    expected.sort_unstable();
    assert_eq!(found, expected);
    let fails = expected.iter().any(|&(_, _, failed)| failed > 0);
    assert_eq!(ended.code, i32::from(fails), "{}", ended.stderr);
}

#[test]
fn c_libraries() {
    for (file, expected) in C {
        agree(&check(&examples(), &[file]), expected);
    }
}

/// `pikse check` without arguments, as the README there says: pikse.toml names everything.
#[test]
#[ignore = "builds six crates and runs a million inputs: some minutes"]
fn everything_that_should_pass() {
    let passes = |file: &&(&str, &[(&str, u64, u64)])| file.0.starts_with("c/");
    let c = C.iter().filter(passes).flat_map(|(_, checks)| checks.iter());
    let expected: Vec<_> = c.chain(CRATES).copied().collect();
    agree(&check(&examples(), &[]), &expected);
}

#[test]
#[ignore = "builds three crates: a minute"]
fn everything_that_was_found() {
    let fails = |check: &&(&str, u64, u64)| check.2 > 0;
    let c = C.iter().flat_map(|(_, checks)| checks.iter()).filter(fails);
    let expected: Vec<_> = c.chain(FOUND).copied().collect();
    agree(&check(&examples().join("findings"), &[]), &expected);
}
