//! The operations of the sources in Rust.

use super::Check;

/// A check whose only argument besides the structure is a key, from 0 to `n + 1`.
const fn of_key(
    file: &'static str,
    root: &'static str,
    call: &'static str,
    post: &'static [&'static str],
    options: &'static [&'static str],
    sizes: (u32, u32),
) -> Check {
    let arguments = &["x=0..n+1"];
    let (size, documented_size) = sizes;
    Check { file, root, call, arguments, pre: None, post, options, size, documented_size }
}

pub(super) fn checks() -> Vec<Check> {
    [search_trees(), balanced_trees(), trees_without_keys(), lists(), arrays(), graphs()].concat()
}

fn search_trees() -> Vec<Check> {
    let options = &["--range", "Node.data=1..n"];
    let bst = |file, call, post| of_key(file, "Bst", call, post, options, (4, 8));
    vec![
        bst("rust/search_tree.rs", "insert", &["rep_ok", "inserted"]),
        bst("rust/search_tree.rs", "remove", &["rep_ok", "removed"]),
        bst("rust/search_tree_with_parents.rs", "insert", &["rep_ok", "inserted"]),
        bst("rust/search_tree_with_parents.rs", "remove", &["rep_ok", "removed"]),
    ]
}

fn balanced_trees() -> Vec<Check> {
    let red_black = |file, call, post| {
        of_key(file, "RedBlackTree", call, post, &["--range", "Node.key=1..n"], (4, 8))
    };
    let avl = |call, post| {
        let options = &["--range", "Node.info=1..n"];
        of_key("rust/avl_tree.rs", "AvlTree", call, post, options, (4, 9))
    };
    let balanced = |call, post| {
        let options = &["--range", "Node.elem=1..n"];
        of_key("rust/balanced_tree.rs", "BalancedTree", call, post, options, (4, 8))
    };
    let statistics = |call, post| {
        let options = &["--range", "Node.key=1..n", "--range", "Node.size=1..n"];
        let file = "rust/order_statistics_tree.rs";
        of_key(file, "OrderStatisticsTree", call, post, options, (4, 7))
    };
    vec![
        red_black("rust/red_black_tree.rs", "insert", &["rep_ok", "inserted"]),
        red_black("rust/red_black_tree.rs", "remove", &["rep_ok", "removed"]),
        red_black("rust/red_black_tree_in_one_pass.rs", "insert", &["rep_ok", "inserted"]),
        red_black("rust/red_black_tree_with_black_root.rs", "insert", &["rep_ok", "inserted"]),
        avl("insert", &["rep_ok", "inserted"]),
        avl("remove", &["rep_ok", "removed"]),
        balanced("insert", &["rep_ok", "inserted"]),
        balanced("remove", &["rep_ok", "removed"]),
        Check { arguments: &[], ..balanced("balance", &["rep_ok", "flattened"]) },
        statistics("insert", &["rep_ok", "inserted"]),
        statistics("remove", &["rep_ok", "removed"]),
        Check {
            arguments: &["k=0..n"],
            ..statistics("select", &["rep_ok", "selected", "unchanged"])
        },
        statistics("rank", &["rep_ok", "ranked", "unchanged"]),
    ]
}

/// Trees that hold nothing: the operations have no argument but the tree.
fn trees_without_keys() -> Vec<Check> {
    let binary = |call, post| Check {
        arguments: &[],
        ..of_key("rust/binary_tree.rs", "BinaryTree", call, post, &[], (4, 11))
    };
    let ternary = |call, post| {
        let options = &["--range", "TernaryTree.size=0..n+1"];
        let file = "rust/ternary_tree.rs";
        Check { arguments: &[], ..of_key(file, "TernaryTree", call, post, options, (3, 7)) }
    };
    vec![
        binary("mirror", &["rep_ok", "mirrored"]),
        binary("insert", &["rep_ok", "inserted"]),
        binary("remove_leaf", &["rep_ok", "removed"]),
        ternary("insert", &["rep_ok", "inserted"]),
        ternary("remove_leaf", &["rep_ok", "removed"]),
        ternary("close_gaps", &["rep_ok", "closed"]),
    ]
}

fn lists() -> Vec<Check> {
    let singly = |call, post| {
        of_key("rust/singly_linked_list.rs", "SinglyLinkedList", call, post, &[], (5, 100))
    };
    let sorted = |call, post| {
        let options = &["--range", "Node.key=1..n"];
        of_key("rust/sorted_list.rs", "SortedList", call, post, options, (5, 12))
    };
    let with_sentinel = |call, post| {
        let options: &[&str] = &[
            "--non-null",
            "SortedList.header",
            "--objects",
            "Node=n+1",
            "--range",
            "Node.data=1..n",
        ];
        of_key("rust/sorted_list_with_sentinel.rs", "SortedList", call, post, options, (4, 9))
    };
    let doubly = |call, post| {
        let options = &["--range", "Node.data=1..n"];
        let file = "rust/sorted_doubly_linked_list.rs";
        of_key(file, "SortedDoublyLinkedList", call, post, options, (4, 15))
    };
    let circular = |call, post| {
        let options: &[&str] = &[
            "--objects",
            "Entry=n+1",
            "--range",
            "CircularList.size=1..n+1",
            "--range",
            "Entry.element=0..n+1",
        ];
        of_key("rust/circular_list.rs", "CircularList", call, post, options, (3, 7))
    };
    let set = |call, post| {
        let options = &["--range", "Node.data=1..n"];
        of_key("rust/disjoint_set.rs", "DisjointSet", call, post, options, (4, 8))
    };
    vec![
        singly("insert", &["rep_ok", "inserted"]),
        singly("remove", &["rep_ok", "removed"]),
        Check { arguments: &[], ..singly("reverse", &["rep_ok", "reversed"]) },
        Check { arguments: &[], documented_size: 30, ..singly("append", &["appended"]) },
        sorted("insert", &["rep_ok", "inserted"]),
        sorted("remove", &["rep_ok", "removed"]),
        Check { arguments: &[], size: 4, documented_size: 8, ..sorted("merge", &["merged"]) },
        with_sentinel("insert", &["rep_ok", "inserted"]),
        with_sentinel("remove", &["rep_ok", "removed"]),
        doubly("insert", &["rep_ok", "inserted"]),
        doubly("remove", &["rep_ok", "removed"]),
        Check { arguments: &["x=-1..n+2"], ..circular("insert", &["rep_ok", "inserted"]) },
        circular("remove", &["rep_ok", "removed"]),
        set("add", &["rep_ok", "added"]),
        Check {
            arguments: &[],
            pre: Some("can_merge"),
            size: 3,
            documented_size: 6,
            ..set("merge", &["merged"])
        },
    ]
}

fn arrays() -> Vec<Check> {
    let heap_array = |call, post| {
        let options = &["--range", "HeapArray.array=-1..n"];
        of_key("rust/heap_array.rs", "HeapArray", call, post, options, (4, 8))
    };
    let min_heap = |call, post| {
        let options = &["--range", "MinHeap.array=1..n"];
        of_key("rust/min_heap.rs", "MinHeap", call, post, options, (5, 10))
    };
    let union_find = |call, post| {
        let options: &[&str] =
            &["--range", "Record.parent=0..n-1", "--range", "Record.rank=0..n-1"];
        of_key("rust/union_find.rs", "UnionFind", call, post, options, (3, 5))
    };
    let queens = |call, post| {
        let options = &["--range", "Board.position=0..n-1"];
        Check { arguments: &[], ..of_key("rust/n_queens.rs", "Board", call, post, options, (5, 8)) }
    };
    vec![
        Check { arguments: &["x=-1..n+1"], ..heap_array("insert", &["rep_ok", "inserted"]) },
        Check {
            arguments: &[],
            pre: Some("is_distinct"),
            ..heap_array("extract_max", &["rep_ok", "extracted"])
        },
        min_heap("insert", &["rep_ok", "inserted"]),
        Check { arguments: &[], ..min_heap("extract_min", &["rep_ok", "extracted"]) },
        min_heap("delete", &["rep_ok", "deleted"]),
        Check {
            arguments: &["x=0..n"],
            pre: Some("is_record"),
            ..union_find("find", &["rep_ok", "found"])
        },
        Check { arguments: &["x=0..n", "y=0..n"], ..union_find("merge", &["rep_ok", "merged"]) },
        queens("mirror", &["rep_ok", "mirrored"]),
        Check { pre: Some("is_square"), ..queens("transpose", &["rep_ok", "transposed"]) },
    ]
}

fn graphs() -> Vec<Check> {
    let dag = |call, post| {
        let options: &[&str] =
            &["--range", "Dag.nodes.child_count=0..n-1", "--range", "Dag.nodes.children=0..n-1"];
        Check {
            arguments: &["from=0..n", "to=0..n"],
            ..of_key("rust/dag.rs", "Dag", call, post, options, (3, 4))
        }
    };
    let sorted = |call, post| {
        let options: &[&str] = &[
            "--range",
            "TopologicalDag.nodes.child_count=0..n-1",
            "--range",
            "TopologicalDag.nodes.children=-1..n-1",
        ];
        Check {
            arguments: &["from=-1..n", "to=-1..n"],
            ..of_key("rust/topological_dag.rs", "TopologicalDag", call, post, options, (3, 5))
        }
    };
    let java = |call, post| {
        let options: &[&str] = &[
            "--range",
            "JavaProgram.classes.extends=-1..n-1",
            "--range",
            "JavaProgram.classes.implements.count=0..n",
            "--range",
            "JavaProgram.classes.implements.interfaces=-1..n-1",
            "--range",
            "JavaProgram.interfaces.count=0..n",
            "--range",
            "JavaProgram.interfaces.interfaces=-1..n-1",
        ];
        Check {
            arguments: &["class=0..n", "interface=-1..n"],
            ..of_key("rust/java_hierarchy.rs", "JavaProgram", call, post, options, (2, 3))
        }
    };
    vec![
        dag("reaches", &["is_acyclic", "way_found"]),
        dag("add_edge", &["is_acyclic", "edge_added"]),
        dag("remove_edge", &["is_acyclic", "edge_removed"]),
        sorted("add_edge", &["rep_ok", "edge_added"]),
        sorted("remove_edge", &["rep_ok", "edge_removed"]),
        java("implement", &["rep_ok", "implemented"]),
        java("is_subtype", &["rep_ok", "subtype_found"]),
    ]
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;
    use crate::sources::sources;

    fn text(file: &str) -> String {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(file);
        fs::read_to_string(path).expect("the file is there")
    }

    /// The head of the public method of a name: what is between the name and the body.
    fn head<'a>(text: &'a str, name: &str) -> Option<&'a str> {
        let (_, rest) = text.split_once(&format!("    pub fn {name}("))?;
        rest.split(" {\n").next()
    }

    #[test]
    fn every_name_of_a_check_is_in_its_file() {
        for check in checks() {
            let text = text(check.file);
            assert!(text.contains(&format!("pub struct {} {{", check.root)), "{check:?}");
            let call = head(&text, check.call).unwrap_or_else(|| panic!("{check:?}"));
            for name in check.post.iter().chain(&check.pre) {
                let head = head(&text, name).unwrap_or_else(|| panic!("{name} in {check:?}"));
                assert!(head.ends_with(") -> bool"), "{name} in {check:?}");
            }
            for argument in check.arguments {
                let (name, range) = argument.split_once('=').expect("an argument has a range");
                assert!(call.contains(&format!("{name}: ")), "{name} in {check:?}");
                assert!(range.contains(".."), "{range} in {check:?}");
            }
            assert!(!check.post.is_empty(), "{check:?}");
            assert!(check.size <= check.documented_size, "{check:?}");
        }
    }

    #[test]
    fn every_source_has_a_check_with_the_same_type() {
        for source in sources().iter().filter(|source| source.file.starts_with("rust/")) {
            let is_its = |check: &Check| check.file == source.file && check.root == source.root;
            assert!(checks().iter().any(is_its), "{}", source.file);
        }
    }

    /// Sizes and post-conditions are those of C, so that what a check finds can be compared.
    #[test]
    fn every_operation_in_c_has_one_in_rust_with_the_same_sizes() {
        let of = |check: &Check| (check.size, check.documented_size, check.post.len());
        let in_c: Vec<_> = super::super::c::checks().iter().map(of).collect();
        assert_eq!(checks().iter().map(of).collect::<Vec<_>>(), in_c);
    }
}
