//! Objects whose cells are chosen when they are first read.

use crate::support::heap::{Field, given};
use crate::support::{Ended, Subject, explore, program};
use pikse_structure::BuildError;
use pikse_vm::{Given, Options, State, Value, Verdict};

const HEADER: &str = "
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
struct node { struct node *left, *right; int key; char tag; };
struct tree { struct node *root; int size; };
static struct node *met[64];
static int count;
static bool is_tree(struct node *node)
{
    if (!node) return true;
    for (int i = 0; i < count; i++) if (met[i] == node) return false;
    met[count++] = node;
    return is_tree(node->left) && is_tree(node->right);
}
static int both(struct node a, struct node b) { return a.left == b.left; }
bool rep_ok(struct tree *tree) { return is_tree(tree->root) && tree->size == count; }
";

/// Trees of so many nodes; the root is never null if that is asked for.
fn trees(nodes: u32, nullable: bool) -> Result<Given, BuildError> {
    let root = if nullable { Field::Link(1) } else { Field::NonNull(1) };
    let tree = [("root", 0, 8, root), ("size", 8, 4, Field::Range(0, nodes.into()))];
    let node = [
        ("left", 0, 8, Field::Link(1)),
        ("right", 8, 8, Field::Link(1)),
        ("key", 16, 4, Field::Range(-3, 4)),
        ("tag", 20, 1, Field::List(&[5, -7, 9])),
    ];
    given(&[("tree", 1, 16, &tree), ("node", nodes as usize, 24, &node)])
}

fn shape(nodes: u32, nullable: bool) -> Given {
    trees(nodes, nullable).expect("a heap")
}

/// Every path of `entry`, called with a tree for which the predicate holds if there is one.
fn paths(subject: &Subject, given: &Given, predicate: Option<&str>) -> Vec<(Ended, String)> {
    let mut machine = subject.machine(Options::default());
    let entry = subject.entry("entry");
    let mut state: State = machine.start(entry, &[]);
    let tree = machine.give(&mut state, given).expect("numbers for the objects")[0];
    machine.set_arguments(&mut state, &[Value::Concrete(tree)]);
    if let Some(name) = predicate {
        machine.call_before(&mut state, subject.entry(name), &[Value::Concrete(tree)]);
    }
    let ended = explore(&mut machine, state);
    let shown = |ended: Ended| {
        let inputs = ended.inputs(&machine).into_iter().map(|(name, bytes)| {
            let mut word = [if bytes.last() > Some(&127) { 255 } else { 0 }; 8];
            word[..bytes.len()].copy_from_slice(&bytes);
            format!("{name}={}", i64::from_le_bytes(word))
        });
        let text = inputs.collect::<Vec<_>>().join(" ");
        (ended, text)
    };
    ended.into_iter().map(shown).collect()
}

fn finished(paths: &[(Ended, String)]) -> usize {
    paths.iter().filter(|(ended, _)| matches!(ended.verdict, Verdict::Finished(_))).count()
}

#[test]
fn shapes_of_trees_are_counted() {
    let subject = program(&format!("{HEADER} int entry(struct tree *tree) {{ return 0; }}"));
    for (nodes, expected) in [(0, 1), (1, 2), (2, 4), (3, 9), (4, 23), (5, 65)] {
        let paths = paths(&subject, &shape(nodes, true), Some("rep_ok"));
        assert_eq!(finished(&paths), expected, "{nodes} nodes");
        let others = paths.len() - expected;
        let rejected =
            paths.iter().filter(|(ended, _)| matches!(ended.verdict, Verdict::Rejected)).count();
        assert_eq!(rejected, others, "{nodes} nodes");
    }
    // Without the predicate nothing is read, so there is one path.
    assert_eq!(paths(&subject, &shape(5, true), None).len(), 1);
}

#[test]
fn what_is_read_is_chosen_once() {
    // A root that is never null and leads to no node: there are no such trees.
    let nothing = trees(0, false).expect_err("it is empty");
    assert!(matches!(nothing, BuildError::EmptyDomain { .. }), "{nothing:?}");
    for (body, nodes, nullable, expected) in [
        // One object that is new, and null.
        ("return tree->root != NULL;", 3, true, vec!["tree.root=0", "tree.root=1"]),
        // What has one value is no input.
        ("return tree->root != NULL;", 3, false, vec![""]),
        ("return tree->root != NULL;", 0, true, vec![""]),
        (
            "return tree->root->left == tree->root->left;",
            1,
            false,
            vec!["node.left=0", "node.left=1"],
        ),
        // Written before it is read.
        ("tree->root = NULL; return tree->root != NULL;", 3, true, vec![""]),
        ("memset(tree, 0, sizeof *tree); return tree->root || tree->size;", 3, true, vec![""]),
        // One byte of a number, and of an address.
        (
            "if (*(char *)&tree->size == 2) return 1; return 0;",
            3,
            true,
            vec!["tree.size=0", "tree.size=2"],
        ),
        ("return ((char *)tree)[7] == 1;", 3, true, vec!["tree.root=0", "tree.root=1"]),
        // A part is written first; the rest is chosen.
        ("((char *)&tree->size)[1] = 1; return tree->size == 258;", 3, true, vec!["tree.size=0"]),
        // All of a struct at once.
        (
            "struct tree copy = *tree; return copy.root == tree->root;",
            3,
            true,
            vec!["tree.root=0 tree.size=0", "tree.root=1 tree.size=0"],
        ),
        // Structs that are passed by value.
        (
            "return both(*tree->root, *tree->root);",
            1,
            false,
            vec![
                "node.left=0 node.right=0 node.key=-3 node.tag=5",
                "node.left=0 node.right=1 node.key=-3 node.tag=5",
                "node.left=1 node.right=0 node.key=-3 node.tag=5",
                "node.left=1 node.right=1 node.key=-3 node.tag=5",
            ],
        ),
        // Values below zero, and one of a list.
        (
            "if (tree->root->key < 0) return 1; if (tree->root->tag > 5) return 2; return 3;",
            2,
            false,
            vec!["node0.key=-1", "node0.key=0 node0.tag=5", "node0.key=0 node0.tag=9"],
        ),
        (
            "if (tree->root->key < -3 || tree->root->key > 4) abort(); return 0;",
            2,
            false,
            vec!["node0.key=-3"],
        ),
        // Memory of the structure may be freed.
        ("free(tree->root); return 0;", 2, false, vec![""]),
    ] {
        let text = format!("{HEADER} int entry(struct tree *tree) {{ {body} }}");
        let subject = program(&text);
        let paths = paths(&subject, &shape(nodes, nullable), None);
        let mut shown: Vec<String> = paths
            .iter()
            .map(|(ended, inputs)| match &ended.verdict {
                Verdict::Finished(_) => inputs.clone(),
                Verdict::Rejected => "rejected".to_owned(),
                other => format!("{other:?}"),
            })
            .collect();
        shown.sort();
        let mut expected = expected;
        expected.sort_unstable();
        assert_eq!(shown.len(), expected.len(), "{body}: {shown:?}");
        for (one, other) in shown.iter().zip(&expected) {
            // Which value of a symbol a path has is the solver's business; names are not.
            let names = |text: &str| {
                let name = |part: &str| match part.split_once('=') {
                    Some((name, value)) if name.ends_with("key") || name.ends_with("size") => {
                        format!("{name} {}", value.starts_with('-'))
                    }
                    _ => part.to_owned(),
                };
                text.split(' ').map(name).collect::<Vec<_>>()
            };
            assert_eq!(names(one), names(other), "{body}: {shown:?}");
        }
    }
}

#[test]
fn errors_in_given_memory_are_seen() {
    for (body, word) in [
        ("return tree->root->key;", "NullPointer"),
        ("return tree[1].size;", "OutOfBounds"),
        (
            "struct node *node = tree->root; free(node); return node ? node->key : 0;",
            "UseAfterFree",
        ),
        ("struct node *node = tree->root; free(node); free(node); return 0;", "DoubleFree"),
        // Bytes that nobody wrote are no choice.
        (
            "struct node other; if (tree->root) { *tree->root = other; if (tree->root->key) return 1; } return 0;",
            "Uninitialised",
        ),
        ("if (((char *)tree)[12]) return 1; return 0;", "Uninitialised"),
        // Two links may lead to one node.
        (
            "struct node *n = tree->root; if (n && n->left && n->left == n->right) abort(); return 0;",
            "Abort",
        ),
    ] {
        let text = format!("{HEADER} int entry(struct tree *tree) {{ {body} }}");
        let subject = program(&text);
        let paths = paths(&subject, &shape(3, true), None);
        let verdicts: Vec<String> =
            paths.iter().map(|(ended, _)| format!("{:?}", ended.verdict)).collect();
        assert!(verdicts.iter().any(|verdict| verdict.contains(word)), "{body}: {verdicts:?}");
    }
}

#[test]
fn writes_at_symbolic_places_leave_the_rest_open() {
    // The whole object is chosen before: what the write does not touch keeps its choice.
    let body = "struct node *n = tree->root; int at = tree->size & 7; \
                ((char *)n)[16 + at] = 1; return n->left == NULL;";
    let text = format!("{HEADER} int entry(struct tree *tree) {{ {body} }}");
    let subject = program(&text);
    let paths = paths(&subject, &shape(1, false), None);
    assert_eq!(finished(&paths), paths.len());
    let lefts = |value: &str| paths.iter().filter(|(_, text)| text.contains(value)).count();
    assert!(lefts("node.left=0") > 0 && lefts("node.left=1") > 0);
    for (ended, inputs) in &paths {
        let is_null = u32::from(inputs.contains("node.left=0"));
        assert_eq!(ended.verdict, Verdict::Finished(Some(is_null as i32)), "{inputs}");
    }
}
