//! The six subjects of document 002 (Tables 1–3), as conjunctions of predicates
//! whose best order prioritization has to find.

use pikse::{Builder, Enum, Field, Formula, Int, Length, Obj, ObjSet, Problem, Ref, predicate};

use crate::red_black_tree::no_red_has_a_red_child;
use crate::walk::{Nodes, breadth_first, chain, keys_in_order};
use crate::{exactly, problem, up_to};

/// `size && prop1 ∧ prop2 ∧ unique`: at most `n` records, each with the index of its
/// parent and a rank.
pub fn disjoint_set(n: usize) -> Problem {
    let mut bounds = Builder::new();
    let set = bounds.class("DisjSet", 1);
    let record = bounds.class("Record", n);
    let size = bounds.int(set, "size", up_to(n));
    let elements = bounds.non_null_array(set, "elements", record, Length::Between(0, n as u32));
    let parent = bounds.int(record, "parent", 0..=n as i64 - 1);
    let rank = bounds.int(record, "rank", 0..=n as i64 - 1);
    let size_ok = predicate("size", move |p| {
        let length = p.len(p.root(), elements) as i64;
        p.get(p.root(), size) == length
    });
    let prop1 = predicate("prop1", move |p| {
        let set = p.root();
        let size = p.get(set, size);
        (0..size as usize).all(|at| {
            let element = p.get(set, elements.at(at));
            p.get(element, parent) < size
        })
    });
    // A parent outside the set is checked by prop1 and ignored here.
    let prop2 = predicate("prop2", move |p| {
        let set = p.root();
        let size = p.get(set, size) as usize;
        let mut roots = 0;
        for at in 0..size {
            let element = p.get(set, elements.at(at));
            let above = p.get(element, parent) as usize;
            if above == at {
                roots += 1;
            } else if above < size {
                let above = p.get(set, elements.at(above));
                if p.get(above, rank) <= p.get(element, rank) {
                    return false;
                }
            }
        }
        let mut zeros = 0;
        for at in 0..size {
            let element = p.get(set, elements.at(at));
            zeros += usize::from(p.get(element, rank) == 0);
        }
        roots <= zeros
    });
    let unique = predicate("unique", move |p| {
        let set = p.root();
        let size = p.get(set, size) as usize;
        (0..size).all(|at| {
            (at + 1..size).all(|other| {
                let element = p.get(set, elements.at(at));
                element != p.get(set, elements.at(other))
            })
        })
    });
    problem(bounds, size_ok.and(prop1.land(prop2).land(unique)))
}

/// `circular && sorted ∧ link ∧ size`: a header and `n` entries in a ring.
pub fn doubly_linked_list(n: usize) -> Problem {
    let mut bounds = Builder::new();
    let list = bounds.class("DoublyLinkedList", 1);
    let entry = bounds.class("Entry", n + 1);
    let header = bounds.reference(list, "header", entry);
    let size = bounds.int(list, "size", exactly(n + 1));
    let next = bounds.reference(entry, "next", entry);
    let previous = bounds.reference(entry, "previous", entry);
    let element = bounds.int(entry, "element", up_to(n + 1));
    let circular = predicate("circular", move |p| {
        let Some(header) = p.get(p.root(), header) else { return false };
        if p.get(header, element) != 0 {
            return false;
        }
        let mut visited = ObjSet::new();
        let mut at = header;
        while visited.insert(at) {
            match p.get(at, next) {
                Some(following) => at = following,
                None => return false,
            }
        }
        at == header
    });
    // The others run after `circular`, so the ring is closed.
    let ring = move |p: &mut pikse::Probe| {
        let mut entries = Nodes::new();
        if let Some(header) = p.get(p.root(), header) {
            entries.push(header);
            let mut at = p.get(header, next);
            while let Some(entry) = at.filter(|&entry| entry != header) {
                entries.push(entry);
                at = p.get(entry, next);
            }
        }
        entries
    };
    let sorted = predicate("sorted", move |p| {
        let mut last = i64::MIN;
        ring(p).iter().all(|&entry| {
            let value = p.get(entry, element);
            std::mem::replace(&mut last, value) <= value
        })
    });
    let link = predicate("link", move |p| {
        let entries = ring(p);
        let following = entries.iter().cycle().skip(1);
        entries
            .iter()
            .zip(following)
            .all(|(&entry, &following)| p.get(following, previous) == Some(entry))
    });
    let size_ok = predicate("size", move |p| ring(p).len() as i64 == p.get(p.root(), size));
    problem(bounds, circular.and(sorted.land(link).land(size_ok)))
}

/// `acyclic && unique ∧ sorted ∧ size`: a sentinel and `n` entries, elements
/// `0..=n` (Table 3).
pub fn singly_linked_list(n: usize) -> Problem {
    singly_linked_list_of(n, n)
}

/// The same with elements `0..=max` (Table 4 has `n + 4`).
pub fn singly_linked_list_of(n: usize, max: usize) -> Problem {
    let mut bounds = Builder::new();
    let list = bounds.class("SinglyLinkedList", 1);
    let entry = bounds.class("Entry", n + 1);
    let header = bounds.reference(list, "header", entry);
    let size = bounds.int(list, "size", exactly(n));
    let next = bounds.reference(entry, "next", entry);
    let element = bounds.int(entry, "element", up_to(max));
    let acyclic = predicate("acyclic", move |p| {
        let Some(header) = p.get(p.root(), header) else { return false };
        p.get(header, element) == 0 && chain(p, Some(header), next, ObjSet::new()).is_some()
    });
    // The others run after `acyclic`, so there is a chain.
    let entries = move |p: &mut pikse::Probe| {
        let first = p.get(p.root(), header);
        chain(p, first, next, ObjSet::new()).unwrap_or_default()
    };
    let unique = predicate("unique", move |p| {
        let mut seen = 0_u64;
        entries(p).iter().skip(1).all(|&entry| {
            let bit = 1 << p.get(entry, element);
            let is_new = seen & bit == 0;
            seen |= bit;
            is_new
        })
    });
    let sorted = predicate("sorted", move |p| {
        let mut last = i64::MIN;
        entries(p).iter().all(|&entry| {
            let value = p.get(entry, element);
            std::mem::replace(&mut last, value) <= value
        })
    });
    let size_ok = predicate("size", move |p| entries(p).len() as i64 == p.get(p.root(), size) + 1);
    problem(bounds, acyclic.and(unique.land(sorted).land(size_ok)))
}

/// `row ∧ diagonal`: `n` queens, one in each column.
pub fn n_queens(n: usize) -> Problem {
    let mut bounds = Builder::new();
    let board = bounds.class("Board", 1);
    let position = bounds.int_array(board, "position", 0..=n as i64 - 1, Length::Fixed(n as u32));
    let row = predicate("row", move |p| {
        let mut seen = 0_u64;
        (0..n).all(|column| {
            let bit = 1 << p.get(p.root(), position.at(column));
            let is_new = seen & bit == 0;
            seen |= bit;
            is_new
        })
    });
    // Compares each queen with each other one, whose row is read first.
    let diagonal = predicate("diagonal", move |p| {
        let board = p.root();
        (0..n).all(|column| {
            (0..n).filter(|&other| other != column).all(|other| {
                let theirs = p.get(board, position.at(other));
                let ours = p.get(board, position.at(column));
                theirs.abs_diff(ours) != column.abs_diff(other) as u64
            })
        })
    });
    problem(bounds, row.land(diagonal))
}

/// `acyclic && bst ∧ parents ∧ balanced`: exactly `n` nodes, keys `0..n` (Table 3).
pub fn height_balanced_bst(n: usize) -> Problem {
    height_balanced_bst_of(n, n - 1)
}

/// The same with keys `0..=max` (Table 4 has `n`).
pub fn height_balanced_bst_of(n: usize, max: usize) -> Problem {
    let Tree { bounds, root, left, right, acyclic, parents, bst, .. } = Tree::new("BST", n, max);
    let balanced = predicate("balanced", move |p| {
        let Some(root) = p.get(p.root(), root) else { return true };
        let nodes = breadth_first(p, root, left, right);
        nodes.is_some_and(|nodes| crate::avl_tree::is_balanced(p, &nodes, left, right))
    });
    problem(bounds, acyclic.and(bst.land(parents).land(balanced)))
}

/// `acyclic && parents ∧ bst ∧ colors`: exactly `n` nodes, keys `0..n`, any root.
pub fn red_black_tree(n: usize) -> Problem {
    let Tree { mut bounds, node, root, left, right, acyclic, parents, bst } =
        Tree::new("RedBlackTree", n, n - 1);
    let color = bounds.enumeration(node, "color", &["black", "red"]);
    let colors = predicate("colors", move |p| {
        let Some(root) = p.get(p.root(), root) else { return true };
        let Some(nodes) = breadth_first(p, root, left, right) else { return false };
        no_red_has_a_red_child(p, &nodes, [left, right], color, BLACK)
            && equal_black_counts(p, &nodes, left, right, color)
    });
    problem(bounds, acyclic.and(parents.land(bst).land(colors)))
}

const BLACK: usize = 0;

/// Whether all paths from the root to a missing child have the same number of black nodes.
fn equal_black_counts(
    p: &mut pikse::Probe,
    nodes: &Nodes,
    left: Field<Ref>,
    right: Field<Ref>,
    color: Field<Enum>,
) -> bool {
    // By the object's number: the nodes, and the tree before them.
    let mut above = [0_u8; crate::MAX_NODES + 1];
    let mut expected = None;
    for &node in nodes {
        let blacks = above[node.id().index()] + u8::from(p.get(node, color) == BLACK);
        for link in [left, right] {
            match p.get(node, link) {
                Some(child) => above[child.id().index()] = blacks,
                None if *expected.get_or_insert(blacks) != blacks => return false,
                None => {}
            }
        }
    }
    true
}

/// The parts that the two trees share.
struct Tree {
    bounds: Builder,
    node: pikse::ClassId,
    root: Field<Ref>,
    left: Field<Ref>,
    right: Field<Ref>,
    acyclic: Formula,
    parents: Formula,
    bst: Formula,
}

impl Tree {
    fn new(name: &str, n: usize, max: usize) -> Tree {
        let mut bounds = Builder::new();
        let tree = bounds.class(name, 1);
        let node = bounds.class("Node", n);
        let root = bounds.reference(tree, "root", node);
        let size: Field<Int> = bounds.int(tree, "size", exactly(n));
        let left = bounds.reference(node, "left", node);
        let right = bounds.reference(node, "right", node);
        let parent = bounds.reference(node, "parent", node);
        let elem = bounds.int(node, "elem", up_to(max));
        let acyclic = predicate("acyclic", move |p| {
            let count = match p.get(p.root(), root) {
                None => 0,
                Some(root) => match breadth_first(p, root, left, right) {
                    None => return false,
                    Some(nodes) => nodes.len(),
                },
            };
            p.get(p.root(), size) == count as i64
        });
        let parents = predicate("parents", move |p| {
            let Some(root) = p.get(p.root(), root) else { return true };
            if p.get(root, parent).is_some() {
                return false;
            }
            let Some(nodes) = breadth_first(p, root, left, right) else { return false };
            nodes.iter().all(|&node: &Obj| {
                [left, right].into_iter().all(|link| {
                    p.get(node, link).is_none_or(|child| p.get(child, parent) == Some(node))
                })
            })
        });
        let bst = predicate("bst", move |p| {
            let Some(root) = p.get(p.root(), root) else { return true };
            keys_in_order(p, root, left, right, elem)
        });
        Tree { bounds, node, root, left, right, acyclic, parents, bst }
    }
}
