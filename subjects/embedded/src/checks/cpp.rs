//! The operations of the sources in C++: methods, so one structure is the object itself. Where there
//! are two, they are `this` and `other`.

use super::{Check, of_key};

pub(super) fn checks() -> Vec<Check> {
    [search_trees(), balanced_trees(), trees_without_keys(), lists(), arrays(), graphs()].concat()
}

fn search_trees() -> Vec<Check> {
    let bst = |call, post| {
        let options = &["--range", "Node.data=1..n"];
        of_key("cpp/search_tree.cpp", "BST", call, post, options, (4, 8))
    };
    let search_tree = |call, post| {
        let file = "cpp/search_tree_without_parents.cpp";
        of_key(file, "SearchTree", call, post, &["--range", "Node.info=1..n"], (4, 8))
    };
    vec![
        bst("BST::add", &["repOk", "added"]),
        bst("BST::remove", &["repOk", "removed"]),
        search_tree("SearchTree::add", &["repOk", "added"]),
        search_tree("SearchTree::remove", &["repOk", "removed"]),
    ]
}

fn balanced_trees() -> Vec<Check> {
    let red_black = |file, call, post| {
        of_key(file, "RedBlackTree", call, post, &["--range", "Node.key=1..n"], (4, 8))
    };
    let avl = |call, post| {
        let options = &["--range", "Node.info=1..n"];
        of_key("cpp/avl_tree.cpp", "AvlTree", call, post, options, (4, 9))
    };
    let balanced = |call, post| {
        let options = &["--range", "Node.elem=1..n"];
        of_key("cpp/balanced_tree.cpp", "BalancedTree", call, post, options, (4, 8))
    };
    let statistics = |call, post| {
        let options = &["--range", "Node.key=1..n", "--range", "Node.size=1..n"];
        let file = "cpp/order_statistics_tree.cpp";
        of_key(file, "OrderStatisticsTree", call, post, options, (4, 7))
    };
    vec![
        red_black("cpp/red_black_tree.cpp", "RedBlackTree::insert", &["repOk", "inserted"]),
        red_black("cpp/red_black_tree.cpp", "RedBlackTree::remove", &["repOk", "removed"]),
        red_black(
            "cpp/red_black_tree_in_one_pass.cpp",
            "RedBlackTree::insert",
            &["repOk", "inserted"],
        ),
        red_black(
            "cpp/red_black_tree_with_black_root.cpp",
            "RedBlackTree::insert",
            &["repOk", "inserted"],
        ),
        avl("AvlTree::insert", &["repOk", "inserted"]),
        avl("AvlTree::remove", &["repOk", "removed"]),
        balanced("BalancedTree::insert", &["repOk", "inserted"]),
        balanced("BalancedTree::remove", &["repOk", "removed"]),
        Check { arguments: &[], ..balanced("BalancedTree::balance", &["repOk", "flattened"]) },
        statistics("OrderStatisticsTree::insert", &["repOk", "inserted"]),
        statistics("OrderStatisticsTree::remove", &["repOk", "removed"]),
        Check {
            arguments: &["k=-1..n"],
            ..statistics("OrderStatisticsTree::select", &["repOk", "selected", "unchanged"])
        },
        statistics("OrderStatisticsTree::rank", &["repOk", "ranked", "unchanged"]),
    ]
}

/// Trees that hold nothing: the operations have no argument but the tree.
fn trees_without_keys() -> Vec<Check> {
    let binary = |call, post| {
        let check = of_key("cpp/binary_tree.cpp", "BinaryTree", call, post, &[], (4, 11));
        Check { arguments: &[], ..check }
    };
    let ternary = |call, post| {
        let options = &["--range", "TernaryTree.size=0..n+1"];
        let check = of_key("cpp/ternary_tree.cpp", "TernaryTree", call, post, options, (3, 7));
        Check { arguments: &[], ..check }
    };
    vec![
        binary("BinaryTree::mirror", &["repOk", "mirrored"]),
        binary("BinaryTree::insert", &["repOk", "inserted"]),
        binary("BinaryTree::removeLeaf", &["repOk", "removed"]),
        ternary("TernaryTree::insert", &["repOk", "inserted"]),
        ternary("TernaryTree::removeLeaf", &["repOk", "removed"]),
        ternary("TernaryTree::closeGaps", &["repOk", "closed"]),
    ]
}

fn lists() -> Vec<Check> {
    let singly = |call, post| {
        of_key("cpp/singly_linked_list.cpp", "SinglyLinkedList", call, post, &[], (5, 100))
    };
    let sorted = |call, post| {
        let options = &["--range", "Node.key=1..n"];
        of_key("cpp/sorted_list.cpp", "SortedList", call, post, options, (5, 12))
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
        of_key("cpp/sorted_list_with_sentinel.cpp", "SortedList", call, post, options, (4, 9))
    };
    let doubly = |call, post| {
        let options = &["--range", "Node.data=1..n"];
        of_key(
            "cpp/sorted_doubly_linked_list.cpp",
            "SortedDoublyLinkedList",
            call,
            post,
            options,
            (4, 15),
        )
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
        of_key("cpp/circular_list.cpp", "CircularList", call, post, options, (3, 7))
    };
    let set = |call, post| {
        let options = &["--range", "Node.data=1..n"];
        of_key("cpp/disjoint_set.cpp", "DisjointSet", call, post, options, (4, 8))
    };
    vec![
        singly("SinglyLinkedList::insert", &["repOk", "inserted"]),
        singly("SinglyLinkedList::remove", &["repOk", "removed"]),
        Check { arguments: &[], ..singly("SinglyLinkedList::reverse", &["repOk", "reversed"]) },
        Check {
            arguments: &[],
            documented_size: 30,
            ..singly("SinglyLinkedList::append", &["appended"])
        },
        sorted("SortedList::insert", &["repOk", "inserted"]),
        sorted("SortedList::remove", &["repOk", "removed"]),
        Check {
            arguments: &[],
            size: 4,
            documented_size: 8,
            ..sorted("SortedList::merge", &["merged"])
        },
        with_sentinel("SortedList::insert", &["repOk", "inserted"]),
        with_sentinel("SortedList::remove", &["repOk", "removed"]),
        doubly("SortedDoublyLinkedList::insert", &["repOk", "inserted"]),
        doubly("SortedDoublyLinkedList::remove", &["repOk", "removed"]),
        Check {
            arguments: &["x=-1..n+2"],
            ..circular("CircularList::insert", &["repOk", "inserted"])
        },
        circular("CircularList::remove", &["repOk", "removed"]),
        set("DisjointSet::add", &["repOk", "added"]),
        Check {
            arguments: &[],
            pre: Some("canMerge"),
            size: 3,
            documented_size: 6,
            ..set("DisjointSet::merge", &["merged"])
        },
    ]
}

fn arrays() -> Vec<Check> {
    let heap_array = |call, post| {
        let options = &["--range", "HeapArray.array=-1..n"];
        of_key("cpp/heap_array.cpp", "HeapArray", call, post, options, (4, 8))
    };
    let min_heap = |call, post| {
        let options = &["--range", "MinHeap.array=1..n"];
        of_key("cpp/min_heap.cpp", "MinHeap", call, post, options, (5, 10))
    };
    let union_find = |call, post| {
        let options: &[&str] = &[
            "--non-null",
            "UnionFind.elements",
            "--range",
            "Record.parent=0..n-1",
            "--range",
            "Record.rank=0..n-1",
        ];
        of_key("cpp/union_find.cpp", "UnionFind", call, post, options, (3, 5))
    };
    let queens = |call, post| {
        let options = &["--range", "Board.position=0..n-1"];
        Check { arguments: &[], ..of_key("cpp/n_queens.cpp", "Board", call, post, options, (5, 8)) }
    };
    vec![
        Check {
            arguments: &["x=-1..n+1"],
            ..heap_array("HeapArray::insert", &["repOk", "inserted"])
        },
        Check {
            arguments: &[],
            pre: Some("isDistinct"),
            ..heap_array("HeapArray::extractMax", &["repOk", "extracted"])
        },
        min_heap("MinHeap::insert", &["repOk", "inserted"]),
        Check { arguments: &[], ..min_heap("MinHeap::extractMin", &["repOk", "extracted"]) },
        min_heap("MinHeap::erase", &["repOk", "erased"]),
        Check { arguments: &["x=-1..n"], ..union_find("UnionFind::find", &["repOk", "found"]) },
        Check {
            arguments: &["x=-1..n", "y=-1..n"],
            ..union_find("UnionFind::merge", &["repOk", "merged"])
        },
        queens("Board::mirror", &["repOk", "mirrored"]),
        Check { pre: Some("isSquare"), ..queens("Board::transpose", &["repOk", "transposed"]) },
    ]
}

fn graphs() -> Vec<Check> {
    let edge = |file, root, call, post, options, sizes| Check {
        arguments: &["from=-1..n", "to=-1..n"],
        ..of_key(file, root, call, post, options, sizes)
    };
    let dag = |call, post| {
        let options: &[&str] =
            &["--range", "Dag.childCount=0..n-1", "--range", "Dag.children=0..n-1"];
        edge("cpp/dag.cpp", "Dag", call, post, options, (3, 4))
    };
    let sorted = |call, post| {
        let options: &[&str] = &[
            "--range",
            "TopologicalDag.childCount=0..n-1",
            "--range",
            "TopologicalDag.children=-1..n-1",
        ];
        edge("cpp/topological_dag.cpp", "TopologicalDag", call, post, options, (3, 5))
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
            "JavaProgram.extends.count=0..n",
            "--range",
            "JavaProgram.extends.interfaces=-1..n-1",
        ];
        Check {
            arguments: &["classNumber=-1..n", "interface=-1..n"],
            ..of_key("cpp/java_hierarchy.cpp", "JavaProgram", call, post, options, (2, 3))
        }
    };
    vec![
        dag("Dag::reaches", &["isAcyclic", "wayFound"]),
        dag("Dag::addEdge", &["isAcyclic", "edgeAdded"]),
        dag("Dag::removeEdge", &["isAcyclic", "edgeRemoved"]),
        sorted("TopologicalDag::addEdge", &["repOk", "edgeAdded"]),
        sorted("TopologicalDag::removeEdge", &["repOk", "edgeRemoved"]),
        java("JavaProgram::implement", &["repOk", "implemented"]),
        java("JavaProgram::isSubtype", &["repOk", "subtypeFound"]),
    ]
}
