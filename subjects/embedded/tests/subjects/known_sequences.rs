//! The subjects against numbers that are known from combinatorics, not from Korat.

use pikse::Problem;
use pikse_subjects::*;

#[track_caller]
fn check(problem: fn(usize) -> Problem, from: usize, expected: &[u64]) {
    let found: Vec<u64> = (from..from + expected.len())
        .map(|n| problem(n).count().expect("a subject runs").valid)
        .collect();
    assert_eq!(found, expected);
}

const CATALAN: [u64; 8] = [1, 2, 5, 14, 42, 132, 429, 1430];

#[test]
fn trees() {
    check(binary_tree::exactly, 1, &CATALAN);
    check(search_tree::with_parents, 1, &CATALAN[..7]);
    check(|n| search_tree::with_keys(n, n - 1), 1, &CATALAN[..6]);
    // Ternary trees of n + 1 nodes.
    check(ternary_tree::exactly, 1, &[3, 12, 55, 273, 1428]);
    // AVL trees of n nodes, with n of n + 1 keys.
    check(avl_tree::exactly, 1, &[2, 2 * 3, 4, 4 * 5, 6 * 6, 4 * 7, 17 * 8]);
    // Red-black trees of n nodes, with n of n + 1 keys, the root of any colour.
    check(red_black_tree::exactly, 1, &[2 * 2, 2 * 3, 3 * 4, 8 * 5, 14 * 6, 20 * 7, 35 * 8]);
    // With a black root, and keys 1 to n.
    check(red_black_tree::in_one_pass, 1, &[1, 2, 2, 4, 8, 16, 33, 56]);
    check(red_black_tree::order_statistics, 1, &[1, 2, 2, 4, 8, 16, 33, 56]);
}

#[test]
fn lists_and_sets() {
    let one_of_each_length = [2, 3, 4, 5, 6, 7];
    check(linked_list::singly, 1, &one_of_each_length);
    check(linked_list::doubly, 1, &one_of_each_length);
    check(linked_list::sorted, 1, &one_of_each_length);
    check(linked_list::sorted_doubly, 1, &[1; 8]);
    check(linked_list::sorted_up_to, 1, &[1, 3, 7, 15, 31]);
    check(disjoint_sets::exactly, 1, &[2, 6, 24, 120, 720]);
}

#[test]
fn arrays_and_boards() {
    // Heaps of n distinct elements.
    check(heap::min_heap, 1, &[1, 1, 2, 3, 8, 20, 80, 210, 896]);
    check(korat_api::n_queens, 4, &[2, 10, 4, 40, 92]);
}
