//! Snapshots: inputs, drawings, and what has changed between two.

use std::sync::Arc;

use SnapshotValue::{Array, Bool, Int, Name, Null, Ref, Wild};
use pikse_structure::{
    Changes, Length, ObjectState, Snapshot, SnapshotObject, SnapshotValue, SpaceBuilder, Structure,
};

fn object(name: &str, state: ObjectState, fields: &[(&str, SnapshotValue)]) -> SnapshotObject {
    SnapshotObject {
        name: name.to_owned(),
        class: name.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned(),
        state,
        fields: named(fields),
    }
}

fn named(fields: &[(&str, SnapshotValue)]) -> Vec<(String, SnapshotValue)> {
    fields.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect()
}

fn live(name: &str, fields: &[(&str, SnapshotValue)]) -> SnapshotObject {
    object(name, ObjectState::Live, fields)
}

fn before() -> Snapshot {
    Snapshot {
        roots: named(&[("t", Ref(0)), ("x", Int(3)), ("mode", Name("fast".to_owned()))]),
        objects: vec![
            live("bst", &[("root", Ref(1)), ("size", Int(2))]),
            live("node0", &[("left", Ref(2)), ("right", Null), ("data", Int(3))]),
            live("node1", &[("left", Null), ("right", Null), ("data", Int(1))]),
        ],
    }
}

fn after() -> Snapshot {
    Snapshot {
        roots: named(&[("t", Ref(0)), ("x", Int(4)), ("mode", Name("fast".to_owned()))]),
        objects: vec![
            live("bst", &[("root", Ref(1)), ("size", Int(2))]),
            live("node0", &[("left", Null), ("right", Ref(3)), ("data", Int(4))]),
            object(
                "node1",
                ObjectState::Lost,
                &[("left", Null), ("right", Null), ("data", Int(1))],
            ),
            object("new1", ObjectState::New, &[("left", Wild(255)), ("right", Ref(1))]),
        ],
    }
}

#[test]
fn an_input_has_a_root_an_argument() {
    let mut bounds = SpaceBuilder::new();
    let input = bounds.class("input", 1);
    let list = bounds.class("List", 1);
    bounds.non_null(input, "l", list);
    bounds.int(input, "x", 7..=7);
    bounds.enumeration(input, "color", &["red"]);
    bounds.boolean(list, "dirty");
    bounds.reference_array(list, "items", list, Length::Fixed(2));
    let space = Arc::new(bounds.build().expect("the bounds are good"));
    let snapshot = Snapshot::of_input(&Structure::of_candidate(&space, |_| 0));
    assert_eq!(
        snapshot.roots,
        named(&[("l", Ref(0)), ("x", Int(7)), ("color", Name("red".into()))])
    );
    let fields = [("dirty", Bool(false)), ("items", Array(vec![Null, Null]))];
    assert_eq!(snapshot.objects, [live("List", &fields)]);
    assert_eq!(snapshot.to_string(), "l List (dirty false)\nx 7\ncolor red");
}

#[test]
fn the_state_before_is_drawn_from_its_roots() {
    let expected = "\
t bst (size 2)
└─ root node0 (data 3)
  └─ left node1 (data 1)
x 3
mode fast";
    assert_eq!(before().to_string(), expected);
}

#[test]
fn the_state_after_is_drawn_with_what_changed() {
    let expected = "\
t bst (size 2)
└─ root node0 (left node1 → null, data 3 → 4)
  └─ right null → new1 [new] (left wild 0xff, right node0)
x 3 → 4
mode fast
node1 [lost] (data 1)";
    assert_eq!(after().since(&before()).to_string(), expected);
    assert!(!after().to_string().contains('→'));
}

#[test]
fn arrays_of_references_change_element_by_element() {
    let list = |items: Vec<SnapshotValue>, keys: &[i64]| {
        let keys = Array(keys.iter().map(|&key| Int(key)).collect());
        Snapshot {
            roots: named(&[("", Ref(0))]),
            objects: vec![
                live("Heap", &[("items", Array(items)), ("keys", keys)]),
                live("Leaf", &[]),
            ],
        }
    };
    for (old, new, expected) in [
        (
            list(vec![Null, Ref(1)], &[1, 2]),
            list(vec![Ref(1)], &[1, 3]),
            "Heap (items[1] Leaf → none, keys [1, 2] → [1, 3])\n└─ items[0] null → Leaf",
        ),
        (
            list(vec![], &[1]),
            list(vec![Ref(1), Ref(0)], &[1]),
            "Heap (keys [1], items[1] none → Heap)\n└─ items[0] none → Leaf",
        ),
    ] {
        assert_eq!(new.since(&old).to_string(), expected);
    }
}

#[test]
fn changes_are_listed_by_name() {
    let changes = Snapshot::changes(&before(), &after());
    let field = |object: &str, field: &str| (object.to_owned(), field.to_owned());
    let expected = Changes {
        roots: vec!["x".to_owned()],
        fields: vec![field("node0", "left"), field("node0", "right"), field("node0", "data")],
        new: vec!["new1".to_owned()],
        freed: Vec::new(),
        lost: vec!["node1".to_owned()],
    };
    assert_eq!(changes, expected);
    assert!(Snapshot::changes(&before(), &before()).is_empty());

    // An object that was freed need not have fields, and is compared by name, not by place.
    let mut freed = before();
    freed.objects.reverse();
    freed.objects[0] = object("node1", ObjectState::Freed, &[]);
    freed.objects[1].fields[0].1 = Ref(0);
    freed.objects[2].fields[0].1 = Ref(1);
    freed.roots[0].1 = Ref(2);
    let changes = Snapshot::changes(&before(), &freed);
    assert_eq!(changes, Changes { freed: vec!["node1".to_owned()], ..Changes::default() });
    assert!(freed.since(&before()).to_string().contains("left node1 [freed]\n"));
}

#[test]
fn nothing_and_nonsense_are_drawn_too() {
    assert_eq!(Snapshot::default().to_string(), "");
    let nonsense = Snapshot { roots: named(&[("t", Ref(9)), ("u", Null)]), objects: Vec::new() };
    assert_eq!(nonsense.to_string(), "t ?\nu null");
    let shared =
        Snapshot { roots: named(&[("t", Ref(0)), ("u", Ref(0))]), objects: before().objects };
    assert!(shared.to_string().ends_with("\nu bst ↑"));
    assert_eq!(before().to_dot().matches("->").count(), 2);
}
