//! Structures as JSON, both ways.
//!
//! ```json
//! {"root": "List", "objects": {
//!     "List":  {"class": "List", "fields": {"header": {"ref": "Node0"}, "size": 1}},
//!     "Node0": {"class": "Node", "fields": {"next": null}}}}
//! ```
//!
//! Null is `null`; ints, bools, enums (by name) and arrays are themselves; a
//! reference is `{"ref": NAME}`.
//!
//! A snapshot is `{"roots": {NAME: VALUE}, "objects": {NAME: {"class", "state", "fields"}}}`. It
//! has two more kinds of values: a dangling or wild pointer is `{"wild": "0x10"}`, and a value
//! that the program never read is `{"unread": true}`.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use serde_json::{Map, Value as Json, json};

use crate::domain::{Domain, ResolvedDomain};
use crate::handle::Obj;
use crate::ids::{FieldId, ObjectId};
use crate::snapshot::{Snapshot, SnapshotValue};
use crate::space::{ArrayLength, Shape, Space, Style};
use crate::structure::{Object, Structure, Value, references, variants};

/// Why a text is not a structure of the space.
#[derive(Debug)]
#[non_exhaustive]
pub enum JsonError {
    /// It is not JSON.
    Syntax(serde_json::Error),
    /// It is JSON, but not a structure of this space.
    Shape {
        /// Where: `Node0.next`, `objects`.
        at: String,
        /// What is wrong there.
        what: String,
    },
}

impl fmt::Display for JsonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            JsonError::Syntax(error) => write!(f, "not JSON: {error}"),
            JsonError::Shape { at, what } => {
                write!(f, "not a structure of this space: `{at}` {what}")
            }
        }
    }
}

impl std::error::Error for JsonError {}

fn shape(at: impl Into<String>, what: impl Into<String>) -> JsonError {
    JsonError::Shape { at: at.into(), what: what.into() }
}

impl Snapshot {
    /// The snapshot as JSON.
    pub fn to_json(&self) -> Json {
        let named = |fields: &[(String, SnapshotValue)]| -> Map<String, Json> {
            fields.iter().map(|(name, field)| (name.clone(), self.value_json(field))).collect()
        };
        let objects: Map<String, Json> = self
            .objects
            .iter()
            .map(|object| {
                let fields = named(&object.fields);
                let state = object.state.word();
                let json = json!({"class": object.class, "state": state, "fields": fields});
                (object.name.clone(), json)
            })
            .collect();
        json!({"roots": named(&self.roots), "objects": objects})
    }

    fn value_json(&self, field: &SnapshotValue) -> Json {
        match field {
            SnapshotValue::Null => Json::Null,
            SnapshotValue::Int(int) => json!(int),
            SnapshotValue::Bool(bool) => json!(bool),
            SnapshotValue::Name(name) => json!(name),
            SnapshotValue::Ref(_) => json!({"ref": self.text(field)}),
            SnapshotValue::Wild(address) => json!({"wild": format!("{address:#x}")}),
            SnapshotValue::Unread => json!({"unread": true}),
            SnapshotValue::Array(elements) => {
                elements.iter().map(|element| self.value_json(element)).collect()
            }
        }
    }
}

impl Structure {
    /// The structure as JSON.
    pub fn to_json(&self) -> Json {
        let objects: Map<String, Json> = self
            .objects()
            .iter()
            .map(|object| {
                let fields: Map<String, Json> = self
                    .fields(object)
                    .map(|(field, name, value)| (name.to_owned(), self.value_json(field, value)))
                    .collect();
                let class = &self.space().class(object.class).name;
                (self.name(object.id), json!({"class": class, "fields": fields}))
            })
            .collect();
        json!({"root": self.name(self.root().id), "objects": objects})
    }

    fn value_json(&self, field: FieldId, value: &Value) -> Json {
        match value {
            Value::Null | Value::Absent => Json::Null,
            Value::Array(_) | Value::Int(_) if self.space().field(field).style == Style::Text => {
                let text = self.scalar_text(field, value);
                serde_json::from_str(&text).unwrap_or(Json::String(text))
            }
            Value::Int(int) => json!(int),
            Value::Bool(bool) => json!(bool),
            Value::Enum(_) => json!(self.scalar_text(field, value)),
            Value::Ref(id) => json!({"ref": self.name(*id)}),
            Value::Array(elements) => {
                elements.iter().map(|element| self.value_json(field, element)).collect()
            }
        }
    }

    /// Reads a structure of `space`. Every object must be reachable from the
    /// root, every value in its domain, every array within its length.
    pub fn from_json(space: &Arc<Space>, text: &str) -> Result<Structure, JsonError> {
        let json: Json = serde_json::from_str(text).map_err(JsonError::Syntax)?;
        let listed = json["objects"].as_object().ok_or_else(|| shape("objects", "is missing"))?;
        let by_name: BTreeMap<String, Obj> =
            space.objects().iter().map(|&obj| (space.object_name(obj), obj)).collect();
        let root = space.object_name(space.root());
        if json["root"].as_str() != Some(&root) {
            return Err(shape("root", format!("is not `{root}`")));
        }
        let mut parsed: BTreeMap<ObjectId, Object> = BTreeMap::new();
        for (name, object) in listed {
            let obj = by_name
                .get(name)
                .ok_or_else(|| shape(name, "is not an object within the bounds of the space"))?;
            parsed.insert(obj.id(), object_of(space, *obj, name, object, &by_name)?);
        }
        in_walk_order(space, parsed)
    }
}

/// The objects breadth first from the root, which is their order in a structure.
fn in_walk_order(
    space: &Arc<Space>,
    mut parsed: BTreeMap<ObjectId, Object>,
) -> Result<Structure, JsonError> {
    let mut order = vec![space.root().id()];
    let mut seen = vec![false; space.objects().len()];
    seen[space.root().id().index()] = true;
    let mut objects = Vec::new();
    let mut next = 0;
    while next < order.len() {
        let id = order[next];
        next += 1;
        let name = space.object_name(space.object(id));
        let object = parsed.remove(&id).ok_or_else(|| shape(name, "is not in `objects`"))?;
        for target in references(&object.values) {
            if !seen[target.index()] {
                seen[target.index()] = true;
                order.push(target);
            }
        }
        objects.push(object);
    }
    match parsed.keys().next() {
        None => Ok(Structure::from_objects(Arc::clone(space), objects)),
        Some(&id) => {
            Err(shape(space.object_name(space.object(id)), "cannot be reached from the root"))
        }
    }
}

fn object_of(
    space: &Space,
    obj: Obj,
    name: &str,
    json: &Json,
    by_name: &BTreeMap<String, Obj>,
) -> Result<Object, JsonError> {
    let class = space.class(obj.class());
    if json["class"].as_str() != Some(&class.name) {
        return Err(shape(name, format!("does not have the class `{}`", class.name)));
    }
    let fields = json["fields"].as_object().ok_or_else(|| shape(name, "has no object `fields`"))?;
    if let Some(unknown) = fields.keys().find(|key| space.field_named(obj.class(), key).is_none()) {
        return Err(shape(format!("{name}.{unknown}"), "is not a field of the class"));
    }
    let value_at = |field: FieldId| {
        let decl = space.field(field);
        let at = format!("{name}.{}", decl.name);
        let json = match fields.get(&decl.name) {
            Some(json) => json,
            // Whether it should be there is checked when all values are known.
            None if decl.when.is_some() || decl.style == Style::Hidden => return Ok(Value::Absent),
            None => return Err(shape(&at, "is missing")),
        };
        let letters: Option<Json> = match (json, decl.style, decl.shape) {
            (Json::String(text), Style::Text, Shape::Array { .. }) => {
                Some(text.chars().map(u32::from).collect())
            }
            (Json::String(text), Style::Text, _) => {
                text.chars().next().map(|c| json!(u32::from(c)))
            }
            _ => None,
        };
        let json = letters.as_ref().unwrap_or(json);
        let scalar = |json: &Json, domain| {
            let value = scalar_of(json, space.domain(domain), variants(space, field), by_name);
            value.ok_or_else(|| shape(&at, format!("has {json}, which is not in its domain")))
        };
        match decl.shape {
            Shape::Scalar(domain) => scalar(json, domain),
            Shape::Array { element, .. } => {
                let elements = json.as_array().ok_or_else(|| shape(&at, "is not an array"))?;
                elements
                    .iter()
                    .map(|json| scalar(json, element))
                    .collect::<Result<_, _>>()
                    .map(Value::Array)
            }
        }
    };
    let values: Vec<Value> =
        class.fields.iter().map(|&field| value_at(field)).collect::<Result<_, _>>()?;
    check_lengths(space, obj, name, &values)?;
    check_presence(space, obj, name, &values)?;
    Ok(Object { id: obj.id(), class: obj.class(), values })
}

/// Checks that exactly those fields are there that the tags say.
fn check_presence(space: &Space, obj: Obj, name: &str, values: &[Value]) -> Result<(), JsonError> {
    let fields = &space.class(obj.class()).fields;
    let value_of = |field: FieldId| {
        let at = fields.iter().position(|&known| known == field)?;
        values.get(at)
    };
    let mut raw = |cell| match value_of(space.cell(cell).field)? {
        Value::Int(int) => Some(*int),
        Value::Bool(bool) => Some(i64::from(*bool)),
        Value::Enum(variant) => Some(i64::from(*variant)),
        Value::Array(elements) => Some(elements.len() as i64),
        Value::Null | Value::Ref(_) | Value::Absent => None,
    };
    for (&field, value) in fields.iter().zip(values) {
        let is_there = *value != Value::Absent;
        let decl = space.field(field);
        if decl.style != Style::Hidden && is_there != space.has_field(obj, field, &mut raw) {
            let what = if is_there { "should not be there" } else { "is missing" };
            return Err(shape(format!("{name}.{}", decl.name), what));
        }
    }
    Ok(())
}

fn check_lengths(space: &Space, obj: Obj, name: &str, values: &[Value]) -> Result<(), JsonError> {
    let fields = &space.class(obj.class()).fields;
    for (&field, value) in fields.iter().zip(values) {
        let (Shape::Array { capacity, length, .. }, Value::Array(elements)) =
            (space.field(field).shape, value)
        else {
            continue;
        };
        let has = elements.len() as i64;
        let fits = match length {
            ArrayLength::Fixed => has == i64::from(capacity),
            ArrayLength::Own(lengths) => space.domain(lengths).index_of(&Value::Int(has)).is_some(),
            ArrayLength::Field(of) => {
                let at = fields.iter().position(|&f| f == of);
                at.and_then(|at| values.get(at)) == Some(&Value::Int(has))
            }
        };
        if !fits {
            let at = format!("{name}.{}", space.field(field).name);
            return Err(shape(at, format!("has {has} elements, which is not its length")));
        }
    }
    Ok(())
}

fn scalar_of(
    json: &Json,
    domain: &ResolvedDomain,
    variants: &[String],
    by_name: &BTreeMap<String, Obj>,
) -> Option<Value> {
    let value = match &domain.declared {
        Domain::Range { .. } | Domain::List(_) => Value::Int(json.as_i64()?),
        Domain::Bool => Value::Bool(json.as_bool()?),
        Domain::Enum(_) => {
            let name = json.as_str()?;
            Value::Enum(variants.iter().position(|variant| variant == name)? as u32)
        }
        Domain::Reference(_) if json.is_null() => Value::Null,
        Domain::Reference(_) => Value::Ref(by_name.get(json.get("ref")?.as_str()?)?.id()),
    };
    domain.index_of(&value).map(|_| value)
}
