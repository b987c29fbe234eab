//! Benchmarks of the embedded engine: nanoseconds per candidate, compared with a
//! hand-written loop for the same subject in the same run. Results are ratios of two
//! measurements in turn, because machines differ and are noisy. Then benchmarks of the
//! native engine (`native`) and of symbolic exploration (`explore`).
//!
//! `cargo xtask bench` runs this. `--check` only checks that both sides explore the
//! same candidates, on small sizes. `--native` skips the embedded engine, `--checks`
//! measures only code under test, `--explore` only exploration, `--workers` what it costs to
//! divide a run, `--long` adds searches that take more than a few seconds. `--study FILE` writes a page about clusters instead.

mod by_hand;
mod explore;
mod native;
mod study;
mod workers;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use by_hand::Counts;
use pikse::Problem;
use pikse_subjects as subjects;

/// A subject with its hand-written search.
struct Case {
    name: &'static str,
    problem: fn(usize) -> Problem,
    by_hand: fn(usize) -> Counts,
    /// A size for the check, and one to measure.
    sizes: (usize, usize),
    /// The required ratio, if there is one.
    guaranteed: Option<f64>,
}

const CASES: &[Case] = &[
    Case {
        name: "binary tree",
        problem: subjects::binary_tree::exactly,
        by_hand: by_hand::binary_tree,
        sizes: (6, 11),
        guaranteed: Some(1.5),
    },
    Case {
        name: "search tree with parents",
        problem: subjects::search_tree::with_parents,
        by_hand: by_hand::search_tree_with_parents,
        sizes: (5, 9),
        guaranteed: Some(1.5),
    },
    Case {
        name: "singly linked list",
        problem: subjects::linked_list::singly,
        by_hand: by_hand::singly_linked_list,
        sizes: (5, 100),
        guaranteed: None,
    },
    Case {
        name: "sorted list",
        problem: subjects::linked_list::sorted,
        by_hand: by_hand::sorted_list,
        sizes: (6, 15),
        guaranteed: None,
    },
    Case {
        name: "sorted doubly linked list",
        problem: subjects::linked_list::sorted_doubly,
        by_hand: by_hand::sorted_doubly_linked_list,
        sizes: (6, 17),
        guaranteed: None,
    },
    Case {
        name: "search tree, n+1 keys",
        problem: |n| subjects::search_tree::with_keys(n, n),
        by_hand: by_hand::search_tree_with_keys,
        sizes: (4, 8),
        guaranteed: None,
    },
    Case {
        name: "AVL tree",
        problem: subjects::avl_tree::exactly,
        by_hand: by_hand::avl_tree,
        sizes: (5, 10),
        guaranteed: None,
    },
    Case {
        name: "ternary tree",
        problem: subjects::ternary_tree::exactly,
        by_hand: by_hand::ternary_tree,
        sizes: (4, 7),
        guaranteed: None,
    },
    Case {
        name: "red-black tree",
        problem: subjects::red_black_tree::exactly,
        by_hand: by_hand::red_black_tree,
        sizes: (5, 9),
        guaranteed: None,
    },
    Case {
        name: "order-statistics tree",
        problem: subjects::red_black_tree::order_statistics,
        by_hand: by_hand::order_statistics_tree,
        sizes: (4, 8),
        guaranteed: None,
    },
    Case {
        name: "heap array",
        problem: subjects::heap::exactly,
        by_hand: by_hand::heap_array,
        sizes: (5, 10),
        guaranteed: None,
    },
    Case {
        name: "min heap",
        problem: subjects::heap::min_heap,
        by_hand: by_hand::min_heap,
        sizes: (6, 12),
        guaranteed: None,
    },
    Case {
        name: "disjoint sets",
        problem: subjects::disjoint_sets::exactly,
        by_hand: by_hand::disjoint_sets,
        sizes: (4, 8),
        guaranteed: None,
    },
    Case {
        name: "n-queens",
        problem: subjects::korat_api::n_queens,
        by_hand: by_hand::n_queens,
        sizes: (5, 8),
        guaranteed: None,
    },
    Case {
        name: "DAG, every acyclic graph",
        problem: subjects::dag::accept_all,
        by_hand: by_hand::acyclic_graph,
        sizes: (4, 5),
        guaranteed: None,
    },
    Case {
        name: "DAG, topologically sorted",
        problem: subjects::dag::topological,
        by_hand: by_hand::topologically_sorted_graph,
        sizes: (4, 6),
        guaranteed: None,
    },
    Case {
        name: "Java hierarchies",
        problem: |n| subjects::java::hierarchies(n, n),
        by_hand: by_hand::java_hierarchies,
        sizes: (2, 3),
        guaranteed: None,
    },
];

fn main() -> ExitCode {
    let asks_for = |option: &str| std::env::args().any(|argument| argument == option);
    if let Some(path) = std::env::args().skip_while(|argument| argument != "--study").nth(1) {
        return match study::write(path.as_ref()) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("{path} cannot be written: {error}");
                ExitCode::FAILURE
            }
        };
    }
    for case in CASES {
        check(case);
    }
    native::check();
    explore::check();
    if asks_for("--check") {
        println!("{} cases, the native engine and exploration agree", CASES.len());
        return ExitCode::SUCCESS;
    }
    let broken = if asks_for("--checks") {
        native::measure_checks()
    } else if asks_for("--explore") {
        explore::measure()
    } else if asks_for("--workers") {
        workers::measure(asks_for("--mpi"))
    } else {
        if !asks_for("--native") {
            measure_embedded();
        }
        let mut broken = native::measure(asks_for("--long"));
        broken.extend(explore::measure());
        broken
    };
    for promise in &broken {
        eprintln!("a promise is broken: {promise}");
    }
    if broken.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn measure_embedded() {
    println!("| subject | size | candidates | by hand, ns | embedded, ns | ratio | guaranteed |");
    println!("| --- | ---: | ---: | ---: | ---: | ---: | ---: |");
    for case in CASES {
        measure(case);
    }
    show_memory();
}

/// Checks that both sides explore the same candidates and find the same number of structures.
fn check(case: &Case) {
    let size = case.sizes.0;
    let embedded = (case.problem)(size).multi_value(false).count().expect("a subject runs");
    let by_hand = (case.by_hand)(size);
    assert_eq!(by_hand, (embedded.explored, embedded.valid), "{} {size}", case.name);
}

/// Times both sides in turn. The times are each side's best, since disturbances only make
/// a run longer. The ratio is the median of the rounds' ratios, since both runs of a round
/// are disturbed alike.
fn measure(case: &Case) {
    let size = case.sizes.1;
    let problem = (case.problem)(size).multi_value(false);
    let (mut by_hand, mut embedded) = (Duration::MAX, Duration::MAX);
    let (mut explored, mut ratios) = (0, Vec::new());
    let budget = Duration::from_secs(if case.guaranteed.is_some() { 15 } else { 4 });
    let started = Instant::now();
    while ratios.len() < 5 || started.elapsed() < budget && ratios.len() < 41 {
        let hand = time(|| (case.by_hand)(size).0).1;
        let (count, engine) = time(|| problem.count().expect("a subject runs").explored);
        (explored, by_hand, embedded) = (count, by_hand.min(hand), embedded.min(engine));
        ratios.push(engine.as_secs_f64() / hand.as_secs_f64());
    }
    ratios.sort_by(f64::total_cmp);
    let ratio = ratios[ratios.len() / 2];
    let each = |duration: Duration| duration.as_nanos() as f64 / explored as f64;
    let guaranteed = case.guaranteed.map_or(String::new(), |ratio| format!("≤ {ratio}"));
    println!(
        "| {} | {size} | {explored} | {:.1} | {:.1} | {ratio:.2} | {guaranteed} |",
        case.name,
        each(by_hand),
        each(embedded),
    );
}

fn time<T>(run: impl FnOnce() -> T) -> (T, Duration) {
    let started = Instant::now();
    let result = std::hint::black_box(run());
    (result, started.elapsed())
}

/// Shows that memory does not grow with the number of candidates.
fn show_memory() {
    println!("\n| binary trees of | candidates | peak memory |");
    println!("| ---: | ---: | ---: |");
    for size in [6, 8, 10, 12] {
        let problem = subjects::binary_tree::exactly(size);
        let explored = problem.count().expect("a subject runs").explored;
        println!("| {size} | {explored} | {} |", peak_memory());
    }
}

/// The peak memory of this process, as the kernel counts it.
fn peak_memory() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.map_or("unknown".to_owned(), |size| size.trim().to_owned())
}
