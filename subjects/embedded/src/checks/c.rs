//! The operations of the sources in C.

use super::{Check, of_key};

pub(super) fn checks() -> Vec<Check> {
    [search_trees(), balanced_trees(), trees_without_keys(), lists(), arrays(), graphs()].concat()
}

fn search_trees() -> Vec<Check> {
    let bst = |call, post| {
        let options = &["--range", "node.data=1..n"];
        of_key("c/search_tree.c", "bst", call, post, options, (4, 8))
    };
    let search_tree = |call, post| {
        let file = "c/search_tree_without_parents.c";
        of_key(file, "search_tree", call, post, &["--range", "node.info=1..n"], (4, 8))
    };
    vec![
        bst("bst_add", &["rep_ok", "added"]),
        bst("bst_remove", &["rep_ok", "removed"]),
        search_tree("search_tree_add", &["rep_ok", "added"]),
        search_tree("search_tree_remove", &["rep_ok", "removed"]),
    ]
}

fn balanced_trees() -> Vec<Check> {
    let red_black = |file, call, post| {
        of_key(file, "red_black_tree", call, post, &["--range", "node.key=1..n"], (4, 8))
    };
    let avl = |call, post| {
        let options = &["--range", "node.info=1..n"];
        of_key("c/avl_tree.c", "avl_tree", call, post, options, (4, 9))
    };
    let balanced = |call, post| {
        let options = &["--range", "node.elem=1..n"];
        of_key("c/balanced_tree.c", "balanced_tree", call, post, options, (4, 8))
    };
    let statistics = |call, post| {
        let options = &["--range", "node.key=1..n", "--range", "node.size=1..n"];
        let file = "c/order_statistics_tree.c";
        of_key(file, "order_statistics_tree", call, post, options, (4, 7))
    };
    vec![
        red_black("c/red_black_tree.c", "rb_insert", &["rep_ok", "inserted"]),
        red_black("c/red_black_tree.c", "rb_remove", &["rep_ok", "removed"]),
        red_black("c/red_black_tree_in_one_pass.c", "rb_insert", &["rep_ok", "inserted"]),
        red_black("c/red_black_tree_with_black_root.c", "rb_insert", &["rep_ok", "inserted"]),
        avl("avl_insert", &["rep_ok", "inserted"]),
        avl("avl_remove", &["rep_ok", "removed"]),
        balanced("balanced_tree_insert", &["rep_ok", "inserted"]),
        balanced("balanced_tree_remove", &["rep_ok", "removed"]),
        Check { arguments: &[], ..balanced("balanced_tree_balance", &["rep_ok", "flattened"]) },
        statistics("ost_insert", &["rep_ok", "inserted"]),
        statistics("ost_remove", &["rep_ok", "removed"]),
        Check {
            arguments: &["k=-1..n"],
            ..statistics("ost_select", &["rep_ok", "selected", "unchanged"])
        },
        statistics("ost_rank", &["rep_ok", "ranked", "unchanged"]),
    ]
}

/// Trees that hold nothing: the operations have no argument but the tree.
fn trees_without_keys() -> Vec<Check> {
    let tree = |file, call, post, options, sizes| Check {
        arguments: &[],
        ..of_key(file, "tree", call, post, options, sizes)
    };
    let binary = |call, post| tree("c/binary_tree.c", call, post, &[], (4, 11));
    let ternary = |call, post| {
        let options = &["--range", "tree.size=0..n+1"];
        tree("c/ternary_tree.c", call, post, options, (3, 7))
    };
    vec![
        binary("tree_mirror", &["rep_ok", "mirrored"]),
        binary("tree_insert", &["rep_ok", "inserted"]),
        binary("tree_remove_leaf", &["rep_ok", "removed"]),
        ternary("tree_insert", &["rep_ok", "inserted"]),
        ternary("tree_remove_leaf", &["rep_ok", "removed"]),
        ternary("tree_close_gaps", &["rep_ok", "closed"]),
    ]
}

fn lists() -> Vec<Check> {
    let singly = |call, post| of_key("c/singly_linked_list.c", "list", call, post, &[], (5, 100));
    let sorted = |call, post| {
        let options = &["--range", "node.key=1..n"];
        of_key("c/sorted_list.c", "sorted_list", call, post, options, (5, 12))
    };
    let with_sentinel = |call, post| {
        let options: &[&str] = &[
            "--non-null",
            "sorted_list.header",
            "--objects",
            "node=n+1",
            "--range",
            "node.data=1..n",
        ];
        of_key("c/sorted_list_with_sentinel.c", "sorted_list", call, post, options, (4, 9))
    };
    let doubly = |call, post| {
        let options = &["--range", "node.data=1..n"];
        of_key("c/sorted_doubly_linked_list.c", "list", call, post, options, (4, 15))
    };
    let circular = |call, post| {
        let options: &[&str] = &[
            "--objects",
            "entry=n+1",
            "--range",
            "circular_list.size=1..n+1",
            "--range",
            "entry.element=0..n+1",
        ];
        of_key("c/circular_list.c", "circular_list", call, post, options, (3, 7))
    };
    let set = |call, post| {
        let options = &["--range", "node.data=1..n"];
        of_key("c/disjoint_set.c", "disjoint_set", call, post, options, (4, 8))
    };
    vec![
        singly("list_insert", &["rep_ok", "inserted"]),
        singly("list_remove", &["rep_ok", "removed"]),
        Check { arguments: &[], ..singly("list_reverse", &["rep_ok", "reversed"]) },
        Check { arguments: &[], documented_size: 30, ..singly("list_append", &["appended"]) },
        sorted("sorted_list_insert", &["rep_ok", "inserted"]),
        sorted("sorted_list_remove", &["rep_ok", "removed"]),
        Check {
            arguments: &[],
            size: 4,
            documented_size: 8,
            ..sorted("sorted_list_merge", &["merged"])
        },
        with_sentinel("sorted_list_insert", &["rep_ok", "inserted"]),
        with_sentinel("sorted_list_remove", &["rep_ok", "removed"]),
        doubly("list_insert", &["rep_ok", "inserted"]),
        doubly("list_remove", &["rep_ok", "removed"]),
        Check {
            arguments: &["x=-1..n+2"],
            ..circular("circular_list_insert", &["rep_ok", "inserted"])
        },
        circular("circular_list_remove", &["rep_ok", "removed"]),
        set("disjoint_set_add", &["rep_ok", "added"]),
        Check {
            arguments: &[],
            pre: Some("can_merge"),
            size: 3,
            documented_size: 6,
            ..set("disjoint_set_merge", &["merged"])
        },
    ]
}

fn arrays() -> Vec<Check> {
    let heap_array = |call, post| {
        let options = &["--range", "heap_array.array=-1..n"];
        of_key("c/heap_array.c", "heap_array", call, post, options, (4, 8))
    };
    let min_heap = |call, post| {
        let options = &["--range", "min_heap.array=1..n"];
        of_key("c/min_heap.c", "min_heap", call, post, options, (5, 10))
    };
    let union_find = |call, post| {
        let options: &[&str] = &[
            "--non-null",
            "union_find.elements",
            "--range",
            "record.parent=0..n-1",
            "--range",
            "record.rank=0..n-1",
        ];
        of_key("c/union_find.c", "union_find", call, post, options, (3, 5))
    };
    let queens = |call, post| {
        let options = &["--range", "board.position=0..n-1"];
        Check { arguments: &[], ..of_key("c/n_queens.c", "board", call, post, options, (5, 8)) }
    };
    vec![
        Check {
            arguments: &["x=-1..n+1"],
            ..heap_array("heap_array_insert", &["rep_ok", "inserted"])
        },
        Check {
            arguments: &[],
            pre: Some("is_distinct"),
            ..heap_array("heap_array_extract_max", &["rep_ok", "extracted"])
        },
        min_heap("min_heap_insert", &["rep_ok", "inserted"]),
        Check { arguments: &[], ..min_heap("min_heap_extract_min", &["rep_ok", "extracted"]) },
        min_heap("min_heap_delete", &["rep_ok", "deleted"]),
        Check { arguments: &["x=-1..n"], ..union_find("union_find_find", &["rep_ok", "found"]) },
        Check {
            arguments: &["x=-1..n", "y=-1..n"],
            ..union_find("union_find_merge", &["rep_ok", "merged"])
        },
        queens("board_mirror", &["rep_ok", "mirrored"]),
        Check { pre: Some("is_square"), ..queens("board_transpose", &["rep_ok", "transposed"]) },
    ]
}

fn graphs() -> Vec<Check> {
    let edge = |file, call, post, options, sizes| Check {
        arguments: &["from=-1..n", "to=-1..n"],
        ..of_key(file, "dag", call, post, options, sizes)
    };
    let dag = |call, post| {
        let options: &[&str] =
            &["--range", "dag.child_count=0..n-1", "--range", "dag.children=0..n-1"];
        edge("c/dag.c", call, post, options, (3, 4))
    };
    let sorted = |call, post| {
        let options: &[&str] =
            &["--range", "dag.child_count=0..n-1", "--range", "dag.children=-1..n-1"];
        edge("c/topological_dag.c", call, post, options, (3, 5))
    };
    let java = |call, post| {
        let options: &[&str] = &[
            "--range",
            "java_program.classes.extends=-1..n-1",
            "--range",
            "java_program.classes.implements.count=0..n",
            "--range",
            "java_program.classes.implements.interfaces=-1..n-1",
            "--range",
            "java_program.extends.count=0..n",
            "--range",
            "java_program.extends.interfaces=-1..n-1",
        ];
        Check {
            arguments: &["class=-1..n", "interface=-1..n"],
            ..of_key("c/java_hierarchy.c", "java_program", call, post, options, (2, 3))
        }
    };
    vec![
        dag("dag_reaches", &["is_acyclic", "way_found"]),
        dag("dag_add_edge", &["is_acyclic", "edge_added"]),
        dag("dag_remove_edge", &["is_acyclic", "edge_removed"]),
        sorted("dag_add_edge", &["rep_ok", "edge_added"]),
        sorted("dag_remove_edge", &["rep_ok", "edge_removed"]),
        java("java_implement", &["rep_ok", "implemented"]),
        java("java_is_subtype", &["rep_ok", "subtype_found"]),
    ]
}
