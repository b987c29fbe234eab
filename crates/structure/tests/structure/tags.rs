//! Fields that are there only with some values of others.

use std::sync::Arc;

use pikse_structure::space::{Style, When};
use pikse_structure::{CellId, Domain, Int, Length, Snapshot, Space, SpaceBuilder, Structure};

/// `enum Shape { Point, Circle(0..=2), Text(String) }`, with a hidden field.
fn space() -> Arc<Space> {
    let mut builder = SpaceBuilder::new();
    let shape = builder.class("Shape", 1);
    let names = ["Point", "Circle", "Text"].map(str::to_owned).to_vec();
    let tag = builder.scalar::<Int>(shape, "variant", Domain::Enum(names)).id();
    let radius = builder.scalar::<Int>(shape, "radius", Domain::Range { low: 0, high: 2 }).id();
    builder.when(radius, When { tag, low: 1, high: 1 });
    let letters = Domain::Range { low: 97, high: 98 };
    let text = builder.array::<Int>(shape, "text", letters, Length::Between(0, 2)).id();
    builder.when(text, When { tag, low: 2, high: 2 });
    builder.style(text, Style::Text);
    let room = builder.scalar::<Int>(shape, "room", Domain::Range { low: 7, high: 7 }).id();
    builder.style(room, Style::Hidden);
    Arc::new(builder.build().expect("a space"))
}

fn structure(space: &Arc<Space>, indices: &[u32]) -> Structure {
    Structure::of_candidate(space, |cell| indices[cell.index()])
}

#[test]
fn only_the_fields_of_the_variant_are_there() {
    let space = space();
    for (indices, text) in [
        ([0, 2, 2, 1, 1, 0], "Shape {variant: Point}"),
        ([1, 2, 2, 1, 1, 0], "Shape {variant: Circle, radius: 2}"),
        ([2, 2, 0, 1, 1, 0], "Shape {variant: Text, text: \"\"}"),
        ([2, 2, 2, 1, 0, 0], "Shape {variant: Text, text: \"ba\"}"),
    ] {
        let structure = structure(&space, &indices);
        assert_eq!(format!("{structure:?}"), text);
        let json = structure.to_json().to_string();
        assert_eq!(Structure::from_json(&space, &json).ok(), Some(structure), "{json}");
    }
    assert_eq!(
        space.to_string(),
        "Shape, 1 object: variant Point, Circle, Text; radius 0..=2; text[0..=2] 'a'..='b'"
    );
}

#[test]
fn what_is_not_there_makes_no_difference() {
    let space = space();
    let (one, other) =
        (structure(&space, &[1, 2, 0, 0, 0, 0]), structure(&space, &[1, 2, 2, 1, 1, 0]));
    assert_eq!(one.canonical(), other.canonical());
    assert_eq!(one, other);
    assert_ne!(one.canonical(), structure(&space, &[1, 1, 0, 0, 0, 0]).canonical());
}

#[test]
fn json_with_fields_of_another_variant_is_refused() {
    let space = space();
    for (fields, words) in [
        (r#"{"variant": "Point", "radius": 1}"#, "should not be there"),
        (r#"{"variant": "Circle"}"#, "is missing"),
        (r#"{"variant": "Text", "text": "abc"}"#, "not in its domain"),
    ] {
        let text = format!(
            r#"{{"root": "Shape", "objects": {{"Shape": {{"class": "Shape", "fields": {fields}}}}}}}"#
        );
        let refused = Structure::from_json(&space, &text).expect_err("it is no structure");
        assert!(refused.to_string().contains(words), "{refused}");
    }
}

#[test]
fn conditions_lead_from_the_outermost_tag_to_the_cell() {
    let space = space();
    let (tag, length, second) = (CellId::at(0), CellId::at(2), CellId::at(4));
    assert_eq!(space.conditions(tag), []);
    assert_eq!(space.conditions(length), [(tag, 2, 2)]);
    assert_eq!(space.conditions(second), [(tag, 2, 2), (length, 2, i64::MAX)]);
    assert!(space.is_tag(tag) && space.is_tag(length) && !space.is_tag(second));
}

#[test]
fn a_snapshot_of_choices_has_what_is_known_to_be_there() {
    let mut builder = SpaceBuilder::new();
    let input = builder.class("input", 1);
    let tag = builder.scalar::<Int>(input, "on", Domain::Bool).id();
    let value = builder.scalar::<Int>(input, "value", Domain::Range { low: 0, high: 3 }).id();
    builder.when(value, When { tag, low: 1, high: 1 });
    let space = builder.build().expect("a space");
    let roots = |indices: [Option<u32>; 2]| {
        let snapshot = Snapshot::of_choices(&space, |cell| indices[cell.index()]);
        let names =
            snapshot.roots.iter().map(|(name, value)| format!("{name} {}", snapshot.text(value)));
        names.collect::<Vec<_>>().join(", ")
    };
    assert_eq!(roots([Some(0), None]), "on false");
    assert_eq!(roots([Some(1), None]), "on true, value ?");
    assert_eq!(roots([Some(1), Some(3)]), "on true, value 3");
    assert_eq!(roots([None, None]), "on ?");
}
