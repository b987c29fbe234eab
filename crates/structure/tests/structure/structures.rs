//! Object graphs: JSON both ways, drawings, canonical form, isomorphism, and what a
//! builder refuses.

use std::sync::Arc;

use pikse_structure::isomorphism::isomorphic;
use pikse_structure::{BuildError, CellId, Length, Space, SpaceBuilder, Structure, Value};

/// A tree with every kind of field.
fn space() -> Arc<Space> {
    let mut bounds = SpaceBuilder::new();
    let tree = bounds.class("Tree", 1);
    let node = bounds.class("Node", 4);
    let leaf = bounds.class("Leaf", 2);
    bounds.reference(tree, "root", [node, leaf]);
    let size = bounds.int(tree, "size", 0..=3);
    bounds.int_array(tree, "keys", 0..=9, Length::Field(size));
    bounds.boolean(tree, "dirty");
    bounds.enumeration(node, "color", &["red", "black"]);
    bounds.reference(node, "left", [node, leaf]);
    bounds.reference(node, "right", [node, leaf]);
    bounds.reference_array(node, "extra", leaf, Length::Between(0, 2));
    bounds.int_among(leaf, "weight", &[10, -3]);
    Arc::new(bounds.build().expect("the bounds are good"))
}

/// A structure from cells and the values that they are to have; the rest is first.
fn structure(space: &Arc<Space>, cells: &[(&str, Value)]) -> Structure {
    let index = |cell: CellId| {
        let given = cells.iter().find(|(name, _)| space.cell_name(cell) == *name);
        given.map_or(0, |(_, value)| {
            space.domain_of(cell).index_of(value).expect("the value is in the domain")
        })
    };
    for (name, _) in cells {
        let known = (0..space.cells().len()).any(|at| space.cell_name(CellId::at(at)) == *name);
        assert!(known, "there is no cell {name}");
    }
    Structure::of_candidate(space, index)
}

fn object(space: &Space, name: &str) -> Value {
    let obj = space.objects().iter().find(|&&obj| space.object_name(obj) == name);
    Value::Ref(obj.expect("there is such an object").id())
}

fn example(space: &Arc<Space>, upper: &str, lower: &str) -> Structure {
    let field = |object: &str, field: &str| format!("{object}.{field}");
    structure(
        space,
        &[
            ("Tree.root", object(space, upper)),
            ("Tree.size", Value::Int(2)),
            ("Tree.keys[0]", Value::Int(7)),
            (&field(upper, "color"), Value::Enum(1)),
            (&field(upper, "left"), object(space, lower)),
            (&field(upper, "right"), object(space, "Leaf0")),
            (&field(lower, "left"), object(space, upper)),
            (&field(lower, "extra.length"), Value::Int(2)),
            (&field(lower, "extra[1]"), object(space, "Leaf0")),
            ("Leaf0.weight", Value::Int(-3)),
        ],
    )
}

#[test]
fn a_structure_is_drawn_as_an_outline() {
    let space = space();
    let expected = "\
Tree (size 2, keys [7, 0], dirty false)
└─ root Node0 (color black, extra [])
  ├─ left Node1 (color red, left Node0)
  │ └─ extra[1] Leaf0 (weight -3)
  └─ right Leaf0 ↑";
    assert_eq!(example(&space, "Node0", "Node1").to_string(), expected);
}

#[test]
fn a_structure_is_drawn_as_dot() {
    let dot = example(&space(), "Node0", "Node1").to_dot();
    assert!(dot.starts_with("digraph structure {\n") && dot.ends_with("}\n"));
    assert!(dot.contains("\"Node0\" -> \"Node1\" [label=\"left\"];"));
    assert!(dot.contains("\"Node1\" -> \"Leaf0\" [label=\"extra[1]\"];"));
    assert!(dot.contains("\"Leaf0\" [label=\"Leaf0 (weight -3)\"];"));
    assert_eq!(dot.matches("->").count(), 5);
}

#[test]
fn a_long_list_is_drawn_in_linear_space() {
    let mut bounds = SpaceBuilder::new();
    let list = bounds.class("List", 1);
    let node = bounds.class("Node", 20_000);
    let header = bounds.reference(list, "header", node).id();
    bounds.reference(node, "next", node);
    let space = Arc::new(bounds.build().expect("the bounds are good"));
    // Every reference goes to the next object; the last one is null.
    let index = |cell: CellId| {
        let info = space.cell(cell);
        match info.field == header {
            true => 1,
            false => (space.ordinal(space.object(info.object)) + 2) % 20_001,
        }
    };
    let text = Structure::of_candidate(&space, index).to_string();
    // Once below the node before it, and once more if a new outline starts there.
    assert!((1..=2).contains(&text.matches("Node19999").count()));
    assert!(text.len() < 4_000_000, "{}", text.len());
}

#[test]
fn json_is_read_back() {
    let space = space();
    let written = example(&space, "Node0", "Node1");
    let text = written.to_json().to_string();
    let read = Structure::from_json(&space, &text).expect("what was written is read");
    assert_eq!(read, written);
    assert_eq!(read.to_json(), written.to_json());
}

#[test]
fn malformed_json_is_an_error_that_says_where() {
    let space = space();
    let good = example(&space, "Node0", "Node1").to_json().to_string();
    let check = |from: &str, to: &str, expected: &str| {
        assert!(good.contains(from), "{from} is not in {good}");
        let error = Structure::from_json(&space, &good.replacen(from, to, 1));
        let error = error.expect_err("it is not a structure").to_string();
        assert!(error.contains(expected), "{error}");
    };
    check("{", "[", "not JSON");
    check("\"size\":2", "\"size\":9", "`Tree.size` has 9");
    check("\"size\":2", "\"size\":1", "`Tree.keys` has 2 elements");
    check("\"size\":2", "\"sise\":2", "`Tree.sise` is not a field");
    check("\"dirty\":false,", "", "`Tree.dirty` is missing");
    check("\"color\":\"black\"", "\"color\":\"blue\"", "`Node0.color` has \"blue\"");
    check("\"class\":\"Leaf\"", "\"class\":\"Node\"", "`Leaf0` does not have the class `Leaf`");
    check("{\"ref\":\"Node1\"}", "{\"ref\":\"Node9\"}", "`Node0.left` has");
    check("{\"ref\":\"Node1\"}", "null", "`Node1` cannot be reached");
    check("\"root\":\"Tree\"", "\"root\":\"Node0\"", "`root` is not `Tree`");
    check("\"weight\":-3", "\"weight\":1e30", "`Leaf0.weight` has");
    for text in ["", "null", "[]", "{\"objects\":3}", &"[".repeat(100_000)] {
        Structure::from_json(&space, text).expect_err("it is not a structure");
    }
}

#[test]
fn isomorphism_and_canonical_form_agree() {
    let space = space();
    let names = ["Node0", "Node1", "Node2", "Node3"];
    let mut structures = Vec::new();
    for upper in names {
        for lower in names.into_iter().filter(|&lower| lower != upper) {
            structures.push(example(&space, upper, lower));
        }
    }
    let one = structures[0].clone();
    assert!(structures.iter().all(|other| isomorphic(&one, other)));
    assert!(structures.iter().all(|other| one.canonical() == other.canonical()));
    assert!(structures.iter().all(|other| one.canonical().digest() == other.canonical().digest()));
    // A structure that shares differs from one that does not.
    let shared = |left: &str, right: &str| {
        let root = ("Tree.root", object(&space, "Node0"));
        let links = [("Node0.left", object(&space, left)), ("Node0.right", object(&space, right))];
        structure(&space, &[root, links[0].clone(), links[1].clone()])
    };
    let pairs = [("Node1", "Node1"), ("Node1", "Node2"), ("Node1", "Node0"), ("Node1", "Leaf1")];
    for (at, &(left, right)) in pairs.iter().enumerate() {
        for (other, &(l, r)) in pairs.iter().enumerate() {
            let (one, two) = (shared(left, right), shared(l, r));
            assert_eq!(isomorphic(&one, &two), at == other);
            assert_eq!(one.canonical() == two.canonical(), at == other);
        }
    }
}

#[test]
fn a_builder_refuses_what_cannot_be_searched() {
    type Declare = fn(&mut SpaceBuilder);
    let check = |declare: Declare, expected: BuildError| {
        let mut bounds = SpaceBuilder::new();
        declare(&mut bounds);
        let error = bounds.build().expect_err("it cannot be searched");
        assert_eq!(error, expected);
        assert!(!error.to_string().is_empty());
    };
    let field = |name: &str| name.to_owned();
    check(|_| {}, BuildError::NoClass);
    check(
        |b| {
            b.class("A", 0);
        },
        BuildError::NoRootObject { class: field("A") },
    );
    check(
        |b| {
            let a = b.class("A", 1);
            let (low, high) = (3, 2);
            b.int(a, "x", low..=high);
        },
        BuildError::EmptyDomain { field: field("A.x") },
    );
    check(
        |b| {
            let a = b.class("A", 1);
            b.int_among(a, "x", &[]);
        },
        BuildError::EmptyDomain { field: field("A.x") },
    );
    check(
        |b| {
            let a = b.class("A", 1);
            let none = b.class("None", 0);
            b.non_null(a, "x", none);
        },
        BuildError::EmptyDomain { field: field("A.x") },
    );
    check(
        |b| {
            let a = b.class("A", 1);
            b.enumeration(a, "x", &[]);
        },
        BuildError::EmptyDomain { field: field("A.x") },
    );
    check(
        |b| {
            let a = b.class("A", 1);
            b.int_among(a, "x", &[3, 1, 3]);
        },
        BuildError::RepeatedValue { field: field("A.x"), value: field("3") },
    );
    check(
        |b| {
            let a = b.class("A", 1);
            b.enumeration(a, "x", &["red", "red"]);
        },
        BuildError::RepeatedValue { field: field("A.x"), value: field("red") },
    );
    check(
        |b| {
            let a = b.class("A", 1);
            b.int(a, "x", i64::MIN..=i64::MAX);
        },
        BuildError::HugeDomain { field: field("A.x") },
    );
    check(
        |b| {
            b.class("A", 1);
            b.class("A", 1);
        },
        BuildError::DuplicateName(field("A")),
    );
    check(
        |b| {
            let a = b.class("A", 1);
            b.boolean(a, "x");
            b.boolean(a, "x");
        },
        BuildError::DuplicateName(field("A.x")),
    );
    check(
        |b| {
            b.class("3 A", 1);
        },
        BuildError::BadName(field("3 A")),
    );
    check(
        |b| {
            let a = b.class("A", 1);
            let n = b.int(a, "n", -1..=2);
            b.int_array(a, "x", 0..=1, Length::Field(n));
        },
        BuildError::BadLength {
            field: field("A.x"),
            why: field("`n` ranges over -1..=2, but a length is never negative"),
        },
    );
    check(
        |b| {
            let foreign = {
                let mut other = SpaceBuilder::new();
                other.class("X", 1);
                other.class("Y", 1)
            };
            let a = b.class("A", 1);
            b.reference(a, "x", foreign);
        },
        BuildError::ForeignHandle { at: field("A.x") },
    );
    check(
        |b| {
            let a = b.class("A", 3_000_000);
            b.boolean(a, "x");
        },
        BuildError::TooLarge(field("at most 1023 classes and 2097152 objects")),
    );
    check(
        |b| {
            let a = b.class("A", 1);
            b.int_array(a, "x", 0..=1, Length::Fixed(u32::MAX));
        },
        BuildError::TooLarge(field(
            "class `A` makes it more than 2097152 objects or 67108864 cells",
        )),
    );
}

#[test]
fn a_space_lays_out_its_cells_in_order() {
    let space = space();
    let names: Vec<String> =
        (0..space.cells().len()).map(|at| space.cell_name(CellId::at(at))).collect();
    assert_eq!(
        names[..10].join(" "),
        "Tree.root Tree.size Tree.keys[0] Tree.keys[1] Tree.keys[2] Tree.dirty \
         Node0.color Node0.left Node0.right Node0.extra.length"
    );
    let root = space.domain_of(CellId(0));
    let values: Vec<Value> = (0..root.len()).map(|index| root.value(index)).collect();
    assert_eq!(values.len(), 1 + 4 + 2);
    assert_eq!(values[0], Value::Null);
    assert_eq!(values[5], object(&space, "Leaf0"));
}
