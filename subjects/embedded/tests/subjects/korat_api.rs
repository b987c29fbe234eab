//! Document 002: prioritization and heap path conditions.

use pikse::{Order, Problem};
use pikse_subjects::{korat_api, linked_list};

use crate::heap_pcs;

/// A subject of Table 3: the first conjunct that stays in place, the best and the
/// worst order of the others, and for each size what the worst order explores and
/// by how many percent the best explores less.
struct Subject {
    problem: fn(usize) -> Problem,
    first: &'static str,
    best: &'static str,
    worst: &'static str,
    table: &'static [(usize, u64, f64)],
}

const TABLE_3: [Subject; 6] = [
    Subject {
        problem: korat_api::disjoint_set,
        first: "size ",
        best: "unique prop2 prop1",
        worst: "prop1 prop2 unique",
        table: &[(4, 26_840, 65.88), (5, 1_837_917, 74.23)],
    },
    Subject {
        problem: korat_api::doubly_linked_list,
        first: "circular ",
        best: "size link sorted",
        worst: "sorted link size",
        table: &[
            (4, 5_186, 90.92),
            (5, 27_996, 92.68),
            (6, 144_187, 93.69),
            (7, 716_925, 94.40),
            (8, 3_470_206, 94.95),
        ],
    },
    Subject {
        problem: korat_api::height_balanced_bst,
        first: "acyclic ",
        best: "balanced bst parents",
        worst: "parents bst balanced",
        table: &[
            (4, 1_099, 55.51),
            (5, 7_205, 74.45),
            (6, 49_985, 89.88),
            (7, 362_011, 92.30),
            (8, 2_698_488, 95.79),
        ],
    },
    Subject {
        problem: korat_api::n_queens,
        first: "",
        best: "row diagonal",
        worst: "diagonal row",
        table: &[
            (4, 136, 8.82),
            (5, 1_429, 42.27),
            (6, 19_876, 68.88),
            (7, 336_799, 84.57),
            (8, 6_702_256, 92.76),
        ],
    },
    Subject {
        problem: korat_api::red_black_tree,
        first: "acyclic ",
        best: "colors bst parents",
        worst: "parents bst colors",
        table: &[
            (4, 1_251, 29.26),
            (5, 7_989, 52.22),
            (6, 54_117, 72.64),
            (7, 384_231, 83.16),
            (8, 2_820_170, 89.56),
        ],
    },
    Subject {
        problem: korat_api::singly_linked_list,
        first: "acyclic ",
        best: "size sorted unique",
        worst: "unique sorted size",
        table: &[(4, 501, 50.30), (5, 3_628, 70.15), (6, 30_276, 84.17), (7, 282_285, 92.53)],
    },
];

fn order(first: &str, rest: &str) -> Order {
    Order(format!("{first}{rest}").split(' ').map(str::to_owned).collect())
}

#[test]
fn prioritization_at_a_small_size_finds_the_order_of_table_3() {
    for subject in TABLE_3 {
        let (best, worst) =
            (order(subject.first, subject.best), order(subject.first, subject.worst));
        let found = (subject.problem)(4).multi_value(false).prioritize().expect("the orders agree");
        assert_eq!((&found.best, &found.worst), (&best, &worst));
        for &(size, explored, reduction) in subject.table {
            let problem = (subject.problem)(size).multi_value(false);
            let with = |order| problem.clone().in_order(order).expect("it is an order");
            let worst = with(&found.worst).count().expect("a subject runs");
            let best = with(&found.best).count().expect("a subject runs");
            assert_eq!(worst.explored, explored, "{worst:?} {size}");
            assert_eq!(worst.valid, best.valid);
            let reduced = 100.0 * (1.0 - best.explored as f64 / worst.explored as f64);
            assert!((reduced - reduction).abs() < 0.006, "{} {size}: {reduced}", found.best);
        }
    }
}

#[test]
fn the_example_of_section_2_2() {
    let condition =
        "header != null && header.next != null && header.next.next == null && size == 2";
    // By conjunction: the condition is one more predicate, after the invariant.
    let list = linked_list::non_empty(3);
    let explored = list.count().expect("a subject runs");
    let satisfying = list
        .solutions()
        .map(|found| found.expect("a subject runs"))
        .filter(|list| list.value(list.root(), "size") == Some(&pikse::Value::Int(2)))
        .count();
    assert_eq!((explored.explored, satisfying), (19, 1));
    // By fixes and exclusions, given one by one, by cell, and derived from the text.
    let by_path = linked_list::non_empty(3)
        .exclude_null("header")
        .and_then(|list| list.exclude_null("header.next"))
        .and_then(|list| list.fix("header.next.next", "null"))
        .and_then(|list| list.fix("size", 2));
    // The cells of the candidate vector: header, size, then each entry's next.
    let by_cell = linked_list::non_empty(3)
        .exclude_null_cell(0)
        .and_then(|list| list.exclude_null_cell(2))
        .and_then(|list| list.fix_cell(3, 0))
        .and_then(|list| list.fix_cell(1, 2));
    let derived = linked_list::non_empty(3).given(condition);
    // With cells the search still runs `header.next == header`. A path knows that
    // this makes `header.next.next` the same field, which cannot be null and not
    // null: that candidate is never made.
    for (list, explored) in [(by_cell, 2), (by_path, 1), (derived, 1)] {
        let counted = list.expect("the options fit").count().expect("a subject runs");
        assert_eq!((counted.explored, counted.valid), (explored, 1));
    }
}

#[test]
fn heap_path_conditions_have_equal_counts_both_ways() {
    for subject in heap_pcs::TABLE_4 {
        let solved = heap_pcs::solve_conditions(&subject.of_size(6), 100);
        assert!(solved.conditions >= 30, "{}: {} conditions", subject.name, solved.conditions);
        assert!(solved.explored_with * 4 < solved.explored_without, "{}", subject.name);
    }
}
