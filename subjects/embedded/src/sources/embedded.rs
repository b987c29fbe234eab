//! The embedded problems that sources without published rows are compared with.

use pikse::{Order, Problem};

use crate::{dag, java, korat_api};

/// The comparison of a source without published rows.
#[derive(Clone, Copy, Debug)]
pub struct Embedded {
    /// The problem of a size.
    pub problem: fn(usize) -> Problem,
    /// The sizes to compare.
    pub sizes: &'static [usize],
    /// Whether the source also explores the same number of candidates, because it reads the
    /// same fields in the same order.
    pub same_order: bool,
}

const fn same_order(problem: fn(usize) -> Problem, sizes: &'static [usize]) -> Embedded {
    Embedded { problem, sizes, same_order: true }
}

const fn same_valid(problem: fn(usize) -> Problem, sizes: &'static [usize]) -> Embedded {
    Embedded { problem, sizes, same_order: false }
}

/// The conjuncts in the order that document 002 names as the best.
fn in_order(problem: Problem, order: &str) -> Problem {
    let order = Order(order.split(' ').map(str::to_owned).collect());
    problem.in_order(&order).expect("a subject has these conjuncts")
}

pub(super) const UNION_FIND: Embedded =
    same_order(|n| in_order(korat_api::disjoint_set(n), "size unique prop2 prop1"), &[2, 3, 4]);
pub(super) const CIRCULAR_LIST: Embedded = same_order(
    |n| in_order(korat_api::doubly_linked_list(n), "circular size link sorted"),
    &[2, 4, 5],
);
pub(super) const BALANCED_TREE: Embedded = same_order(
    |n| in_order(korat_api::height_balanced_bst(n), "acyclic balanced bst parents"),
    &[3, 5, 6],
);
pub(super) const N_QUEENS: Embedded =
    same_order(|n| in_order(korat_api::n_queens(n), "row diagonal"), &[4, 5, 6]);
/// The source is that of document 003, which reads parents before colours.
pub(super) const RED_BLACK_TREE: Embedded = same_valid(korat_api::red_black_tree, &[3, 5, 6]);
/// The source is that of document 001, whose sentinel's element means nothing.
pub(super) const SINGLY_LINKED_LIST: Embedded =
    same_valid(korat_api::singly_linked_list, &[2, 4, 5]);
/// The children in the source are indices, not references, so it has to reject candidates
/// that differ only in the numbers of nodes. The embedded problem has no such candidates.
pub(super) const DAG: Embedded = same_valid(dag::accept_all, &[2, 3, 4]);
pub(super) const JAVA: Embedded = same_order(|n| java::hierarchies(n, n), &[1, 2]);
