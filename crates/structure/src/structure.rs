//! Structures: the object graphs that a search finds.

use std::collections::VecDeque;
use std::fmt;
use std::sync::Arc;

use crate::handle::{LengthCell, Obj};
use crate::ids::{CellId, ClassId, FieldId, ObjectId};
use crate::space::{Part, Shape, Space, Style, character, letter, string_of};

/// The value of a field.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Value {
    /// No object.
    Null,
    /// An integer.
    Int(i64),
    /// A bool.
    Bool(bool),
    /// A variant of an enum, by number.
    Enum(u32),
    /// An object.
    Ref(ObjectId),
    /// The elements of an array.
    Array(Vec<Value>),
    /// Nothing: the object does not have the field, or the field is not shown.
    Absent,
}

/// An object of a structure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Object {
    /// Its id in the space.
    pub id: ObjectId,
    /// Its class.
    pub class: ClassId,
    /// The values of the class's fields, in order of declaration.
    pub values: Vec<Value>,
}

/// The object graph below the root object. It contains only objects that can be
/// reached from the root, in breadth-first order, the root first.
#[derive(Clone)]
pub struct Structure {
    space: Arc<Space>,
    objects: Vec<Object>,
    /// The index of each object in `objects`, sorted by id.
    places: Vec<(ObjectId, u32)>,
}

impl Structure {
    /// The structure of a candidate vector, given as a function from cells to
    /// domain indices.
    pub fn of_candidate(space: &Arc<Space>, index: impl Fn(CellId) -> u32) -> Self {
        let mut objects = Vec::new();
        let mut seen = vec![false; space.objects().len()];
        let mut queue = VecDeque::from([space.root()]);
        seen[space.root().id().index()] = true;
        while let Some(obj) = queue.pop_front() {
            let value_of = |cell| space.domain_of(cell).value(index(cell));
            let fields = &space.class(obj.class()).fields;
            let mut raw = |cell| Some(space.domain_of(cell).raw(index(cell)));
            let value = |&field: &FieldId| {
                let decl = space.field(field);
                if decl.style == Style::Hidden
                    || decl.when.is_some() && !space.has_field(obj, field, &mut raw)
                {
                    return Value::Absent;
                }
                field_value(space, obj, field, &value_of)
            };
            let values: Vec<Value> = fields.iter().map(value).collect();
            for target in references(&values) {
                if !seen[target.index()] {
                    seen[target.index()] = true;
                    queue.push_back(space.object(target));
                }
            }
            objects.push(Object { id: obj.id(), class: obj.class(), values });
        }
        Structure::from_objects(Arc::clone(space), objects)
    }

    /// A structure from its objects, the root first. The caller must have checked that
    /// every reference is to one of them and that values fit their fields.
    pub(crate) fn from_objects(space: Arc<Space>, objects: Vec<Object>) -> Self {
        let mut places: Vec<(ObjectId, u32)> =
            objects.iter().zip(0..).map(|(object, at)| (object.id, at)).collect();
        places.sort_unstable();
        Structure { space, objects, places }
    }

    /// The space that it comes from.
    pub fn space(&self) -> &Arc<Space> {
        &self.space
    }

    /// The objects, breadth first, the root first.
    pub fn objects(&self) -> &[Object] {
        &self.objects
    }

    /// The root object.
    pub fn root(&self) -> &Object {
        &self.objects[0]
    }

    /// An object by its number in the space.
    pub fn object(&self, id: ObjectId) -> Option<&Object> {
        let at = self.places.binary_search_by_key(&id, |place| place.0).ok()?;
        Some(&self.objects[self.places[at].1 as usize])
    }

    /// The value of the field `name` of `object`.
    pub fn value<'a>(&'a self, object: &'a Object, name: &str) -> Option<&'a Value> {
        let field = self.space.field_named(object.class, name)?;
        let at = self.space.class(object.class).fields.iter().position(|&f| f == field)?;
        object.values.get(at).filter(|value| **value != Value::Absent)
    }

    /// The object that the reference field `name` of `object` points to.
    pub fn follow<'a>(&'a self, object: &'a Object, name: &str) -> Option<&'a Object> {
        match self.value(object, name)? {
            Value::Ref(id) => self.object(*id),
            _ => None,
        }
    }

    /// The name of an object: `Node2`.
    pub fn name(&self, id: ObjectId) -> String {
        self.space.object_name(self.space.object(id))
    }

    /// The fields that an object has, with their values.
    pub fn fields<'a>(
        &'a self,
        object: &'a Object,
    ) -> impl Iterator<Item = (FieldId, &'a str, &'a Value)> {
        let fields = &self.space.class(object.class).fields;
        fields
            .iter()
            .zip(&object.values)
            .filter(|(_, value)| **value != Value::Absent)
            .map(|(&field, value)| (field, self.space.field(field).name.as_str(), value))
    }

    /// A scalar value as text: `null`, `3`, `true`, `red`, `Node2`.
    pub fn scalar_text(&self, field: FieldId, value: &Value) -> String {
        match value {
            Value::Null => "null".to_owned(),
            Value::Int(int) => match (self.space.field(field).style, character(*int)) {
                (Style::Text, Some(c)) => format!("{c:?}"),
                (Style::Letter, _) => letter(*int),
                _ => int.to_string(),
            },
            Value::Absent => String::new(),
            Value::Array(values) if self.space.field(field).style == Style::Text => text_of(values),
            Value::Bool(bool) => bool.to_string(),
            Value::Enum(variant) => self.variant_name(field, *variant),
            Value::Ref(id) => self.name(*id),
            Value::Array(values) => {
                if let (Style::Letter, Some(text)) =
                    (self.space.field(field).style, c_string(values))
                {
                    return text;
                }
                let parts: Vec<String> =
                    values.iter().map(|value| self.scalar_text(field, value)).collect();
                format!("[{}]", parts.join(", "))
            }
        }
    }

    fn variant_name(&self, field: FieldId, variant: u32) -> String {
        variants(&self.space, field)
            .get(variant as usize)
            .cloned()
            .unwrap_or_else(|| format!("variant {variant}"))
    }
}

/// An array of C's `char` as a string, if it is one.
fn c_string(values: &[Value]) -> Option<String> {
    let number = |value: &Value| match value {
        Value::Int(int) => Some(*int),
        _ => None,
    };
    string_of(&values.iter().map(number).collect::<Option<Vec<_>>>()?)
}

/// A string of the numbers of its characters.
fn text_of(values: &[Value]) -> String {
    let c = |value: &Value| match value {
        Value::Int(int) => character(*int).unwrap_or(char::REPLACEMENT_CHARACTER),
        _ => char::REPLACEMENT_CHARACTER,
    };
    format!("{:?}", values.iter().map(c).collect::<String>())
}

/// The variants of an enum field, or of an array of enums.
pub(crate) fn variants(space: &Space, field: FieldId) -> &[String] {
    let domain = match space.field(field).shape {
        Shape::Scalar(domain) => domain,
        Shape::Array { element, .. } => element,
    };
    match &space.domain(domain).declared {
        crate::domain::Domain::Enum(variants) => variants,
        _ => &[],
    }
}

fn field_value(
    space: &Space,
    obj: Obj,
    field: FieldId,
    value_of: &dyn Fn(CellId) -> Value,
) -> Value {
    let cell = |part| value_of(space.cell_of(obj, field, part).expect("the field has this part"));
    match space.length_cell(field) {
        None => cell(Part::Scalar),
        Some(length) => {
            let length = match length {
                LengthCell::Fixed(length) => length,
                LengthCell::At(offset) => match value_of(CellId(obj.first_cell().0 + offset)) {
                    Value::Int(length) => length as u32,
                    _ => unreachable!("a length is an int within the capacity"),
                },
            };
            Value::Array((0..length).map(|index| cell(Part::Element(index))).collect())
        }
    }
}

/// The objects that values refer to, in order, arrays included.
pub(crate) fn references(values: &[Value]) -> impl Iterator<Item = ObjectId> + '_ {
    let flat = values.iter().flat_map(|value| match value {
        Value::Array(elements) => elements.as_slice(),
        scalar => std::slice::from_ref(scalar),
    });
    flat.filter_map(|value| match value {
        Value::Ref(id) => Some(*id),
        _ => None,
    })
}

/// Equal structures have the same objects under the same names; for equality up
/// to names see [`Structure::canonical`](crate::canonical) and
/// [`isomorphic`](crate::isomorphism::isomorphic).
impl PartialEq for Structure {
    fn eq(&self, other: &Self) -> bool {
        self.objects == other.objects
    }
}

impl Eq for Structure {}

impl fmt::Debug for Structure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, object) in self.objects.iter().enumerate() {
            let fields: Vec<String> = self
                .fields(object)
                .map(|(field, name, value)| format!("{name}: {}", self.scalar_text(field, value)))
                .collect();
            let comma = if at > 0 { ", " } else { "" };
            write!(f, "{comma}{} {{{}}}", self.name(object.id), fields.join(", "))?;
        }
        Ok(())
    }
}
