//! Snapshots: graphs of named objects in some state of memory.
//!
//! A [`Structure`] belongs to a space, and every value in it is in a domain. After a
//! program ran, memory can also hold objects that it allocated, objects that it freed, and
//! dangling pointers. A [`Snapshot`] can hold both, so that the states before and after a
//! call can be drawn in the same way and compared.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use crate::handle::Obj;
use crate::ids::{CellId, FieldId, ObjectId};
use crate::space::{ArrayLength, Part, Shape, Space, Style, letter, string_of};
use crate::structure::{Structure, Value};

/// Named objects, and the names by which a program reaches them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Unchecked")]
pub struct Snapshot {
    /// The arguments of a call, or the one root of a structure, whose name is empty.
    pub roots: Vec<(String, SnapshotValue)>,
    /// The objects. Their names differ.
    pub objects: Vec<SnapshotObject>,
}

/// A snapshot that was just deserialized: its references are not checked yet.
#[derive(Deserialize)]
struct Unchecked {
    roots: Vec<(String, SnapshotValue)>,
    objects: Vec<SnapshotObject>,
}

impl TryFrom<Unchecked> for Snapshot {
    type Error = &'static str;

    fn try_from(Unchecked { roots, objects }: Unchecked) -> Result<Self, Self::Error> {
        fn leads(value: &SnapshotValue, count: usize) -> bool {
            match value {
                SnapshotValue::Ref(at) => *at < count,
                SnapshotValue::Array(values) => values.iter().all(|value| leads(value, count)),
                _ => true,
            }
        }
        let fields = objects.iter().flat_map(|object| &object.fields);
        match roots.iter().chain(fields).all(|(_, value)| leads(value, objects.len())) {
            true => Ok(Snapshot { roots, objects }),
            false => Err("a reference leads to no object"),
        }
    }
}

/// An object of a snapshot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SnapshotObject {
    /// `Node2` for an object of the input, `new1` for one that the program allocated.
    pub name: String,
    /// The name of its class.
    pub class: String,
    /// Its state.
    pub state: ObjectState,
    /// Its fields, in order of declaration. A freed object may have none.
    pub fields: Vec<(String, SnapshotValue)>,
}

/// The state of an object.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ObjectState {
    /// It existed before and is still part of the structure.
    #[default]
    Live,
    /// The program allocated it.
    New,
    /// The program freed it.
    Freed,
    /// It could be reached before; now it cannot, and it was not freed.
    Lost,
}

/// The value of a field or of a root.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SnapshotValue {
    /// No object.
    Null,
    /// An integer.
    Int(i64),
    /// A bool.
    Bool(bool),
    /// A constant of an enum.
    Name(String),
    /// An object, by its index in [`Snapshot::objects`].
    Ref(usize),
    /// A dangling or wild pointer: it points to no known object.
    Wild(u64),
    /// The elements of an array.
    Array(Vec<SnapshotValue>),
    /// Not known: the program never read it, so no value was chosen.
    Unread,
}

/// What differs between two snapshots of the same objects.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// The roots with different values.
    pub roots: Vec<String>,
    /// The fields that differ, by the names of object and field. Objects that are not in
    /// both snapshots, and objects whose fields are not known, have none here.
    pub fields: Vec<(String, String)>,
    /// The objects that were allocated in between.
    pub new: Vec<String>,
    /// The objects that were freed in between.
    pub freed: Vec<String>,
    /// The objects that were lost in between.
    pub lost: Vec<String>,
}

impl Changes {
    /// Whether nothing differs.
    pub fn is_empty(&self) -> bool {
        *self == Changes::default()
    }
}

impl ObjectState {
    /// The state in a word: `live`, `new`, `freed`, `lost`.
    pub fn word(self) -> &'static str {
        match self {
            ObjectState::Live => "live",
            ObjectState::New => "new",
            ObjectState::Freed => "freed",
            ObjectState::Lost => "lost",
        }
    }
}

impl SnapshotValue {
    /// Whether it is a pointer of any kind.
    pub fn is_reference(&self) -> bool {
        matches!(self, SnapshotValue::Null | SnapshotValue::Ref(_) | SnapshotValue::Wild(_))
    }
}

impl Snapshot {
    /// A structure. Its root object is the only root, and the root's name is empty.
    pub fn of_structure(structure: &Structure) -> Self {
        let places = places(structure);
        Snapshot {
            roots: vec![(String::new(), SnapshotValue::Ref(0))],
            objects: (0..structure.objects().len())
                .map(|at| object_of(structure, at, &places))
                .collect(),
        }
    }

    /// The input of a check: the fields of the root object are the roots; the root object
    /// itself is left out.
    pub fn of_input(structure: &Structure) -> Self {
        let places = places(structure);
        // The first object is left out, so the indices of all others are one less.
        let places = places.into_iter().map(|(id, at)| (id, at.wrapping_sub(1))).collect();
        Snapshot {
            roots: object_of(structure, 0, &places).fields,
            objects: (1..structure.objects().len())
                .map(|at| object_of(structure, at, &places))
                .collect(),
        }
    }

    /// The chosen part of an input: the fields of the root object are the roots; the root object
    /// itself is left out. `index` gives the domain index of a cell, or `None` for a cell that was
    /// not read. Only objects that can be reached through cells that were read are included.
    pub fn of_choices(space: &Space, index: impl Fn(CellId) -> Option<u32>) -> Self {
        let mut choices =
            Choices { space, index, found: vec![space.root()], places: HashMap::new() };
        let mut all = Vec::new();
        while let Some(&obj) = choices.found.get(all.len()) {
            let class = space.class(obj.class());
            let has = |field: &&FieldId| {
                let index = &choices.index;
                let mut raw = |cell| Some(space.domain_of(cell).raw(index(cell)?));
                let decl = space.field(**field);
                decl.style != Style::Hidden
                    && (decl.when.is_none() || space.has_field(obj, **field, &mut raw))
            };
            let there: Vec<FieldId> = class.fields.iter().filter(has).copied().collect();
            let fields = there.iter().map(|&field| choices.field(obj, field)).collect();
            all.push(SnapshotObject {
                name: space.object_name(obj),
                class: class.name.clone(),
                state: ObjectState::Live,
                fields,
            });
        }
        let roots = std::mem::take(&mut all[0].fields);
        all.remove(0);
        Snapshot { roots, objects: all }
    }

    /// An object by its name.
    pub fn object(&self, name: &str) -> Option<&SnapshotObject> {
        self.objects.iter().find(|object| object.name == name)
    }

    /// A value as text: `null`, `3`, `true`, `red`, `Node2`, `wild 0x10`, `[1, 2]`, `?`.
    pub fn text(&self, value: &SnapshotValue) -> String {
        match value {
            SnapshotValue::Null => "null".to_owned(),
            SnapshotValue::Int(int) => int.to_string(),
            SnapshotValue::Bool(bool) => bool.to_string(),
            SnapshotValue::Name(name) => name.clone(),
            SnapshotValue::Ref(at) => self.name(*at).to_owned(),
            SnapshotValue::Wild(address) => format!("wild {address:#x}"),
            SnapshotValue::Unread => "?".to_owned(),
            SnapshotValue::Array(elements) => {
                let parts: Vec<String> = elements.iter().map(|value| self.text(value)).collect();
                format!("[{}]", parts.join(", "))
            }
        }
    }

    /// The name of the object at an index.
    pub(crate) fn name(&self, at: usize) -> &str {
        self.objects.get(at).map_or("?", |object| &object.name)
    }

    /// What differs between two snapshots. Objects are identified by their names.
    pub fn changes(before: &Snapshot, after: &Snapshot) -> Changes {
        let by_name: HashMap<&str, &SnapshotObject> =
            before.objects.iter().map(|object| (object.name.as_str(), object)).collect();
        let mut changes = Changes {
            roots: differing((before, &before.roots), (after, &after.roots)),
            ..Changes::default()
        };
        for object in &after.objects {
            let old = by_name.get(object.name.as_str());
            let name = object.name.clone();
            match object.state {
                state if old.is_some_and(|old| old.state == state) => {}
                ObjectState::Freed => changes.freed.push(name),
                ObjectState::Lost => changes.lost.push(name),
                ObjectState::Live if old.is_some() => {}
                ObjectState::New | ObjectState::Live => changes.new.push(name),
            }
            let Some(old) = old.filter(|_| !object.fields.is_empty()) else {
                continue;
            };
            let fields = differing((before, &old.fields), (after, &object.fields));
            changes.fields.extend(fields.into_iter().map(|field| (object.name.clone(), field)));
        }
        changes
    }
}

/// An input that is being read from the choices for its cells.
struct Choices<'a, F> {
    space: &'a Space,
    index: F,
    /// The objects, the root first.
    found: Vec<Obj>,
    /// Their indices in the snapshot, which has no root object.
    places: HashMap<ObjectId, usize>,
}

impl<F: Fn(CellId) -> Option<u32>> Choices<'_, F> {
    fn field(&mut self, obj: Obj, field: FieldId) -> (String, SnapshotValue) {
        let space = self.space;
        let decl = space.field(field);
        let chosen = match decl.shape {
            Shape::Array { length: ArrayLength::Own(lengths), .. } => {
                let cell = space.cell_of(obj, field, Part::Length);
                match cell.and_then(|cell| (self.index)(cell)) {
                    Some(index) => Some(space.domain(lengths).raw(index) as u32),
                    None => return (decl.name.clone(), SnapshotValue::Unread),
                }
            }
            _ => None,
        };
        let mut cell = |part| match space.cell_of(obj, field, part) {
            Some(cell) => self.cell(cell),
            None => SnapshotValue::Unread,
        };
        let value = match decl.shape {
            Shape::Scalar(_) => cell(Part::Scalar),
            Shape::Array { capacity, .. } => {
                let length = chosen.unwrap_or(capacity);
                SnapshotValue::Array((0..length).map(|at| cell(Part::Element(at))).collect())
            }
        };
        let value = value.styled(decl.style);
        (decl.name.clone(), value)
    }

    fn cell(&mut self, cell: CellId) -> SnapshotValue {
        let Some(index) = (self.index)(cell) else { return SnapshotValue::Unread };
        match self.space.domain_of(cell).value(index) {
            Value::Null => SnapshotValue::Null,
            Value::Int(int) => SnapshotValue::Int(int),
            Value::Bool(bool) => SnapshotValue::Bool(bool),
            Value::Ref(id) => {
                let next = self.places.len();
                let place = *self.places.entry(id).or_insert(next);
                if place == next {
                    self.found.push(self.space.object(id));
                }
                SnapshotValue::Ref(place)
            }
            Value::Enum(_) | Value::Array(_) | Value::Absent => {
                SnapshotValue::Name(self.space.value_text(cell, index))
            }
        }
    }
}

impl SnapshotValue {
    /// The value as a style shows it.
    #[must_use]
    pub fn styled(&self, style: Style) -> SnapshotValue {
        match (style, self) {
            (Style::Text, _) => self.as_text(),
            (Style::Letter, SnapshotValue::Int(int)) => SnapshotValue::Name(letter(*int)),
            (Style::Letter, SnapshotValue::Array(elements)) => {
                let number = |value: &SnapshotValue| match value {
                    SnapshotValue::Int(int) => Some(*int),
                    _ => None,
                };
                let numbers = elements.iter().map(number).collect::<Option<Vec<_>>>();
                match numbers.and_then(|numbers| string_of(&numbers)) {
                    Some(text) => SnapshotValue::Name(text),
                    None => self.clone(),
                }
            }
            _ => self.clone(),
        }
    }

    /// An integer as a character, an array of integers as a string; anything else as it is.
    fn as_text(&self) -> SnapshotValue {
        let letter = |value: &SnapshotValue| match value {
            SnapshotValue::Int(int) => char::from_u32(*int as u32 & 0x1f_ffff),
            _ => None,
        };
        match self {
            SnapshotValue::Array(elements) => {
                let text = elements.iter().map(letter).collect::<Option<String>>();
                text.map_or(self.clone(), |text| SnapshotValue::Name(format!("{text:?}")))
            }
            _ => letter(self).map_or(self.clone(), |c| SnapshotValue::Name(format!("{c:?}"))),
        }
    }
}

/// Fields or roots, with their snapshot.
type Fields<'a> = (&'a Snapshot, &'a [(String, SnapshotValue)]);

/// The names whose values differ, including names that only the second has.
fn differing((before, old): Fields<'_>, (after, new): Fields<'_>) -> Vec<String> {
    let differs = |(name, value): &&(String, SnapshotValue)| {
        let old = old.iter().find(|(old, _)| old == name);
        old.is_none_or(|(_, old)| !same(before, old, after, value))
    };
    new.iter().filter(differs).map(|(name, _)| name.clone()).collect()
}

/// Whether two values are the same, references by the names of their objects.
pub(crate) fn same(
    before: &Snapshot,
    old: &SnapshotValue,
    after: &Snapshot,
    new: &SnapshotValue,
) -> bool {
    match (old, new) {
        (SnapshotValue::Ref(old), SnapshotValue::Ref(new)) => before.name(*old) == after.name(*new),
        (SnapshotValue::Array(old), SnapshotValue::Array(new)) => {
            old.len() == new.len()
                && old.iter().zip(new).all(|(old, new)| same(before, old, after, new))
        }
        _ => old == new,
    }
}

/// The index of each object, by its number in the space.
fn places(structure: &Structure) -> HashMap<usize, usize> {
    let objects = structure.objects().iter().enumerate();
    objects.map(|(at, object)| (object.id.index(), at)).collect()
}

fn object_of(structure: &Structure, at: usize, places: &HashMap<usize, usize>) -> SnapshotObject {
    let object = &structure.objects()[at];
    let value_of = |field, value: &Value| match value {
        Value::Null => SnapshotValue::Null,
        Value::Int(int) => SnapshotValue::Int(*int),
        Value::Bool(bool) => SnapshotValue::Bool(*bool),
        Value::Ref(id) => SnapshotValue::Ref(places[&id.index()]),
        Value::Enum(_) | Value::Array(_) | Value::Absent => {
            SnapshotValue::Name(structure.scalar_text(field, value))
        }
    };
    let fields = structure.fields(object).map(|(field, name, value)| {
        let value = match value {
            // A string is one value.
            Value::Array(_) | Value::Int(_)
                if structure.space().field(field).style == Style::Text =>
            {
                SnapshotValue::Name(structure.scalar_text(field, value))
            }
            Value::Array(elements) => SnapshotValue::Array(
                elements.iter().map(|element| value_of(field, element)).collect(),
            ),
            scalar => value_of(field, scalar),
        };
        let style = structure.space().field(field).style;
        let value = if style == Style::Letter { value.styled(style) } else { value };
        (name.to_owned(), value)
    });
    SnapshotObject {
        name: structure.name(object.id),
        class: structure.space().class(object.class).name.clone(),
        state: ObjectState::Live,
        fields: fields.collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn snapshots_survive_the_way() {
        let all = vec![
            ("null".to_owned(), SnapshotValue::Null),
            ("int".to_owned(), SnapshotValue::Int(-3)),
            ("bool".to_owned(), SnapshotValue::Bool(true)),
            ("name".to_owned(), SnapshotValue::Name("RED".to_owned())),
            ("ref".to_owned(), SnapshotValue::Ref(1)),
            ("wild".to_owned(), SnapshotValue::Wild(u64::MAX)),
            ("unread".to_owned(), SnapshotValue::Unread),
            ("array".to_owned(), SnapshotValue::Array(vec![SnapshotValue::Ref(0)])),
        ];
        let object = |name: &str, state, fields| SnapshotObject {
            name: name.to_owned(),
            class: "node".to_owned(),
            state,
            fields,
        };
        let snapshot = Snapshot {
            roots: all.clone(),
            objects: vec![
                object("node0", ObjectState::New, all),
                object("node1", ObjectState::Freed, Vec::new()),
            ],
        };
        let text = serde_json::to_string(&snapshot).expect("it has a text");
        assert_eq!(serde_json::from_str::<Snapshot>(&text).ok(), Some(snapshot));
        // A reference to an object that is not there is damage.
        let damaged = text.replace("{\"Ref\":1}", "{\"Ref\":2}");
        let refused = serde_json::from_str::<Snapshot>(&damaged).expect_err("it is damaged");
        assert!(refused.to_string().contains("leads to no object"), "{refused}");
    }
}
