//! The command finds what is published, in each language and with each strategy.

use crate::common::json;
use pikse_subjects::sources::{Source, sources};

/// Counts like the documents do, up to a size.
#[track_caller]
fn check(source: &Source, largest: usize) {
    let mut checked = 0;
    for row in source.rows().into_iter().filter(|row| row.size <= largest) {
        for strategy in ["checkpoint", "reexecute"] {
            let found = json(&format!(
                "count {} --type {} --predicate {} --size {} {} --multi-value off --strategy {strategy}",
                source.file,
                source.root,
                source.predicate,
                row.size,
                source.options.join(" ")
            ));
            let what = format!("{} {} {strategy}: {found}", source.file, row.size);
            let counts = (found["valid"].as_u64(), found["explored"].as_u64());
            assert_eq!(counts, (row.valid, row.explored), "{what}");
            assert_eq!(found["complete"], true, "{what}");
            assert_eq!(found["strategy"], strategy, "{what}");
            if let Some((reexecution, checkpoint)) = row.inits {
                let inits = if strategy == "checkpoint" { checkpoint } else { reexecution };
                assert_eq!(found["inits"].as_u64(), Some(inits), "{what}");
            }
            checked += 1;
        }
    }
    assert!(checked > 0, "nothing up to {largest} is published of {}", source.file);
}

fn source(file: &str) -> Source {
    let all = sources().into_iter().filter(|source| source.file == file);
    all.into_iter().next().unwrap_or_else(|| panic!("{file} is no subject"))
}

#[test]
fn search_trees_in_c() {
    check(&source("c/search_tree.c"), 7);
}

#[test]
fn search_trees_in_cpp() {
    check(&source("cpp/search_tree.cpp"), 5);
}

#[test]
fn search_trees_in_rust() {
    check(&source("rust/search_tree_with_parents.rs"), 5);
}

#[test]
fn focused_search_trees_in_c() {
    let focused = |source: &Source| source.options.contains(&"--out-of-focus");
    let of = |source: &Source| source.file == "c/search_tree_without_parents.c";
    let found = sources().into_iter().find(|source| of(source) && focused(source));
    check(&found.expect("it is a subject"), 6);
}

#[test]
fn red_black_trees_in_c() {
    check(&source("c/red_black_tree_in_one_pass.c"), 5);
}
