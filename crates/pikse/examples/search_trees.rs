//! Every search tree of three nodes, from one predicate.
//!
//! `cargo run --release --example search_trees -- 3` (any size up to about 10).

use std::process::ExitCode;

use pikse::{Builder, ObjSet, Problem, predicate};

fn main() -> ExitCode {
    let n = match std::env::args().nth(1).as_deref().map_or(Ok(3), str::parse) {
        Ok(n @ 1..=12) => n,
        _ => {
            eprintln!("give the number of nodes, from 1 to 12: search_trees 3");
            return ExitCode::from(2);
        }
    };
    match search_trees(n).and_then(|problem| show(n, &problem)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Search trees with parent pointers, exactly `n` nodes, keys from 1 to `n`.
fn search_trees(n: i64) -> Result<Problem, Box<dyn std::error::Error>> {
    // What there is: a tree, n nodes, and what their fields may hold.
    let mut bounds = Builder::new();
    let tree = bounds.class("Tree", 1);
    let node = bounds.class("Node", n as usize);
    let root = bounds.reference(tree, "root", node);
    let size = bounds.int(tree, "size", n..=n);
    let left = bounds.reference(node, "left", node);
    let right = bounds.reference(node, "right", node);
    let parent = bounds.reference(node, "parent", node);
    let data = bounds.int(node, "data", 1..=n);

    // Is it valid? Plain code that reads fields through the probe `p`. Where it
    // says what a value must be before it looks (`in_range`, `eq`), values that
    // would fail are never tried.
    let rep_ok = predicate("rep_ok", move |p| {
        let tree = p.root();
        let mut visited = ObjSet::new();
        let mut worklist = Vec::new();
        if let Some(root) = p.get(tree, root) {
            visited.insert(root);
            worklist.push((root, i64::MIN, i64::MAX));
        }
        while let Some((node, min, max)) = worklist.pop() {
            if !p.in_range(node, data, min..=max) {
                return false;
            }
            let key = p.get(node, data);
            for (link, min, max) in [(left, min, key - 1), (right, key + 1, max)] {
                if let Some(child) = p.get(node, link) {
                    if !visited.insert(child) || !p.eq(child, parent, Some(node)) {
                        return false;
                    }
                    worklist.push((child, min, max));
                }
            }
        }
        p.eq(tree, size, visited.len() as i64)
    });
    Ok(Problem::new(bounds, rep_ok)?)
}

fn show(n: i64, problem: &Problem) -> Result<(), Box<dyn std::error::Error>> {
    for (number, tree) in problem.first(5)?.iter().enumerate() {
        println!("{}. {tree}\n", number + 1);
    }
    let found = problem.count()?;
    let plain = problem.clone().multi_value(false).count()?;
    println!("{} search trees of {n} nodes, none twice.", found.valid);
    println!(
        "{} runs of the predicate; {} without multi-value comparisons.",
        found.explored, plain.explored
    );
    Ok(())
}
