//! Every search tree of three nodes, from one predicate.
//!
//! `cargo run --release --example search_trees -- 3` (any size up to 12). The
//! predicate is `with_parents` in `subjects/embedded/src/search_tree.rs`.

use std::process::ExitCode;

use pikse::Problem;
use pikse_subjects::search_tree;

fn main() -> ExitCode {
    let n = match std::env::args().nth(1).as_deref().map_or(Ok(3), str::parse) {
        Ok(n @ 1..=12) => n,
        _ => {
            eprintln!("give the number of nodes, from 1 to 12: search_trees 3");
            return ExitCode::from(2);
        }
    };
    match show(n, &search_tree::with_parents(n)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn show(n: usize, problem: &Problem) -> Result<(), pikse::Stopped> {
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
