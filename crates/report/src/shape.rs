//! Values of ordinary types as trees, for test code: vectors, strings, enums with data, maps.
//!
//! The bounds of a structure flatten a type into fields with names like `corners.0.x`. This is the way
//! back: from a type and the values of an object to a tree that has the shape of the type. It follows the
//! names that `pikse_front::bounds` gives.

use std::collections::HashMap;

use pikse_front::Bounds;
use pikse_front::containers::{LibraryContainer, container_of, counted_slice};
use pikse_llvm::Types;
use pikse_llvm::types::{Kind, Pointer, TypeId};
use pikse_structure::space::Shape as FieldShape;
use pikse_structure::{Domain, Object, ObjectId, Value};

use crate::error::ReportError;

/// A value of a type.
#[derive(Clone, Debug)]
pub(crate) enum Shape<'a> {
    /// A number, a bool, a constant of an enum, a pointer.
    Scalar(TypeId, &'a Value),
    /// A floating-point number.
    Float(TypeId, String),
    /// A struct: its fields by name.
    Fields(TypeId, Vec<(&'a str, Shape<'a>)>),
    /// A variant of an enum: its number, and its fields by name.
    Variant(TypeId, usize, Vec<(&'a str, Shape<'a>)>),
    /// An optional value of C++.
    Optional(TypeId, Option<Box<Shape<'a>>>),
    /// An alternative of a `std::variant`.
    Alternative(TypeId, usize, Box<Shape<'a>>),
    /// A vector, an array, a set, a list, a slice.
    Elements(TypeId, Vec<Shape<'a>>),
    /// A map.
    Entries(TypeId, Vec<(Shape<'a>, Shape<'a>)>),
    /// A string; none if it is null in C.
    Text(TypeId, Option<String>),
}

/// The shape of an object.
pub(crate) fn of_object<'a>(
    types: &'a Types,
    bounds: &'a Bounds,
    object: &'a Object,
) -> Result<Shape<'a>, ReportError> {
    let class = &bounds.space.class(object.class).name;
    let of = bounds.type_of(object.class);
    let of = of.ok_or_else(|| ReportError::NoName { class: class.clone() })?;
    Reader::new(types, bounds, object).read(of, "", 0)
}

/// Whether the values of an object are not simply those of the scalars of its type, in order.
pub(crate) fn is_unusual(bounds: &Bounds, types: &Types, object: &Object) -> bool {
    let of = bounds.type_of(object.class);
    bounds.unusual[object.class.index()]
        || !bounds.layout(object.class).is_plain()
        || of.is_some_and(|of| !matches!(types.get(of).kind, Kind::Struct { .. }))
}

impl Shape<'_> {
    /// The pointers in it, with their targets.
    pub(crate) fn references(&self, types: &Types, found: &mut Vec<(Pointer, ObjectId)>) {
        match self {
            Shape::Scalar(of, Value::Ref(to)) => {
                if let Kind::Pointer(pointer) = types.get(*of).kind {
                    found.push((pointer, *to));
                }
            }
            Shape::Scalar(..) | Shape::Float(..) | Shape::Text(..) => {}
            Shape::Fields(_, parts) | Shape::Variant(_, _, parts) => {
                parts.iter().for_each(|(_, part)| part.references(types, found));
            }
            Shape::Optional(_, part) => {
                part.iter().for_each(|part| part.references(types, found));
            }
            Shape::Alternative(_, _, part) => part.references(types, found),
            Shape::Elements(_, elements) => {
                elements.iter().for_each(|part| part.references(types, found));
            }
            Shape::Entries(_, entries) => entries.iter().for_each(|(key, value)| {
                key.references(types, found);
                value.references(types, found);
            }),
        }
    }
}

/// The values of an object by the names of its fields.
pub(crate) struct Reader<'a> {
    types: &'a Types,
    bounds: &'a Bounds,
    object: &'a Object,
    values: HashMap<&'a str, &'a Value>,
}

/// The maximum nesting of values.
const DEEPEST: usize = 64;

/// The name of a part of something: see `pikse_front::bounds`.
pub(crate) fn join(name: &str, part: &str) -> String {
    let short = part.strip_prefix("__").filter(|rest| rest.bytes().all(|b| b.is_ascii_digit()));
    match (name.is_empty(), part.is_empty()) {
        (true, _) => part.to_owned(),
        (_, true) => name.to_owned(),
        _ => format!("{name}.{}", short.filter(|rest| !rest.is_empty()).unwrap_or(part)),
    }
}

impl<'a> Reader<'a> {
    pub(crate) fn new(types: &'a Types, bounds: &'a Bounds, object: &'a Object) -> Reader<'a> {
        let fields = &bounds.space.class(object.class).fields;
        let values = fields.iter().zip(&object.values);
        let name = |id| bounds.space.field(id).name.as_str();
        let values = values.map(|(&id, value)| (name(id), value)).collect();
        Reader { types, bounds, object, values }
    }

    /// Whether a part has values.
    pub(crate) fn has(&self, name: &str) -> bool {
        let below = format!("{name}.");
        let is_there = |value: &Value| *value != Value::Absent;
        self.values
            .iter()
            .any(|(known, value)| is_there(value) && (*known == name || known.starts_with(&below)))
    }

    /// The text of a named value: of a constant, of a floating-point number.
    pub(crate) fn named(&self, name: &str) -> Option<&'a str> {
        let Some(Value::Enum(number)) = self.value(name) else { return None };
        let space = &self.bounds.space;
        let field = space.field_named(self.object.class, name)?;
        let FieldShape::Scalar(domain) = space.field(field).shape else { return None };
        match &space.domain(domain).declared {
            Domain::Enum(texts) => texts.get(*number as usize).map(String::as_str),
            _ => None,
        }
    }

    /// The greatest length of an array.
    pub(crate) fn most(&self, name: &str) -> i64 {
        let space = &self.bounds.space;
        let field = space.field_named(self.object.class, name);
        let length = space.field_named(self.object.class, &join(name, "length"));
        let shape = |field| space.field(field).shape;
        match (field.map(shape), length.map(shape)) {
            (Some(FieldShape::Array { capacity, .. }), _) => capacity.into(),
            (_, Some(FieldShape::Scalar(domain))) => match space.domain(domain).declared {
                Domain::Range { high, .. } => high,
                _ => 0,
            },
            _ => 0,
        }
    }

    pub(crate) fn value(&self, name: &str) -> Option<&'a Value> {
        let name = if name.is_empty() { "value" } else { name };
        self.values.get(name).copied().filter(|value| **value != Value::Absent)
    }

    pub(crate) fn not_yet<T>(&self, name: &str, what: &str) -> Result<T, ReportError> {
        let class = self.bounds.space.class(self.object.class).name.clone();
        let name = if name.is_empty() { "it" } else { name };
        Err(ReportError::NotYet { class, what: format!("`{name}` is {what}") })
    }

    fn read(&self, id: TypeId, name: &str, depth: usize) -> Result<Shape<'a>, ReportError> {
        if depth > DEEPEST {
            return self.not_yet(name, "nested too deep");
        }
        if let Some(container) = self.container(id, name, depth)? {
            return Ok(container);
        }
        let of = self.types.get(id);
        match &of.kind {
            Kind::Struct { fields } => {
                let mut parts = Vec::new();
                for field in fields.iter().filter(|field| field.constant.is_none()) {
                    if field.is_bit_field {
                        return self.not_yet(name, "a struct with bit-fields");
                    }
                    let part = self.read(field.of, &join(name, &field.name), depth + 1)?;
                    parts.push((field.name.as_str(), part));
                }
                Ok(Shape::Fields(id, parts))
            }
            Kind::Tagged { tag, variants } => {
                let number = match tag {
                    None => 0,
                    Some(_) => {
                        let name = if name.is_empty() { "variant" } else { name };
                        match self.value(name) {
                            Some(Value::Enum(number)) => *number as usize,
                            _ => return Err(ReportError::OtherBounds),
                        }
                    }
                };
                let variant = variants.get(number).ok_or(ReportError::OtherBounds)?;
                let is_option = of.name.starts_with("core::option::Option<");
                let inner = match (is_option && !name.is_empty()) || tag.is_none() {
                    true => name.to_owned(),
                    false => join(name, &variant.name),
                };
                match self.read(variant.of, &inner, depth + 1)? {
                    Shape::Fields(_, parts) => Ok(Shape::Variant(id, number, parts)),
                    _ => Err(ReportError::OtherBounds),
                }
            }
            Kind::Array { of, length, dimensions } => {
                let is_scalar = matches!(
                    self.types.get(*of).kind,
                    Kind::Int { .. } | Kind::Bool | Kind::Enum { .. } | Kind::Pointer(_)
                );
                if dimensions.len() > 1 {
                    return self.not_yet(name, "an array of arrays");
                }
                let elements = match (is_scalar, self.value(name)) {
                    (true, Some(Value::Array(elements))) => {
                        elements.iter().map(|value| Shape::Scalar(*of, value)).collect()
                    }
                    (true, _) => return Err(ReportError::OtherBounds),
                    (false, _) => (0..*length)
                        .map(|at| self.read(*of, &join(name, &at.to_string()), depth + 1))
                        .collect::<Result<_, _>>()?,
                };
                Ok(Shape::Elements(id, elements))
            }
            Kind::Float => Ok(Shape::Float(id, self.float(name)?)),
            Kind::Union { fields }
                if of.name.starts_with("core::mem::maybe_uninit::MaybeUninit<") =>
            {
                let value = fields.iter().find(|field| field.name == "value");
                match value {
                    Some(value) => self.read(value.of, name, depth + 1),
                    None => self.not_yet(name, "a union"),
                }
            }
            Kind::Union { .. } => self.not_yet(name, "a union"),
            Kind::Unknown(why) => self.not_yet(name, why),
            Kind::Int { .. } | Kind::Bool | Kind::Enum { .. } | Kind::Pointer(_) => {
                match self.value(name) {
                    Some(value) => Ok(Shape::Scalar(id, value)),
                    None => Err(ReportError::OtherBounds),
                }
            }
        }
    }

    /// A floating-point number is one of a list of texts, or 0.
    fn float(&self, name: &str) -> Result<String, ReportError> {
        match self.value(name) {
            Some(Value::Enum(_)) => {
                self.named(name).map(str::to_owned).ok_or(ReportError::OtherBounds)
            }
            _ => Ok("0.0".to_owned()),
        }
    }

    /// The shape of a container; none if the type is not one.
    fn container(
        &self,
        id: TypeId,
        name: &str,
        depth: usize,
    ) -> Result<Option<Shape<'a>>, ReportError> {
        let of = self.types.get(id);
        if !matches!(of.kind, Kind::Struct { .. }) {
            return Ok(None);
        }
        let first = of.arguments.first().copied();
        if let Some(LibraryContainer { key, value, .. }) = container_of(self.types, id) {
            let count = self.length(name).unwrap_or(0);
            let entry = |at: usize| match name.is_empty() {
                true => format!("entry.{at}"),
                false => join(name, &at.to_string()),
            };
            return Ok(Some(match value {
                Some(value) => {
                    let read = |at| {
                        let key = self.read(key, &join(&entry(at), "key"), depth + 1)?;
                        let value = self.read(value, &join(&entry(at), "value"), depth + 1)?;
                        Ok((key, value))
                    };
                    Shape::Entries(id, (0..count).map(read).collect::<Result<_, ReportError>>()?)
                }
                None => {
                    let read = |at| self.read(key, &entry(at), depth + 1);
                    Shape::Elements(id, (0..count).map(read).collect::<Result<_, _>>()?)
                }
            }));
        }
        let starts = |start: &[&str]| start.iter().any(|start| of.name.starts_with(start));
        let texts = ["alloc::string::String", "&str", "&mut str", "alloc::boxed::Box<str"];
        let is_std = |template: &str| pikse_front::containers::is_std(&of.name, template);
        if starts(&texts) || is_std("basic_string<char,") {
            return Ok(Some(Shape::Text(id, Some(self.text(name)?))));
        }
        let vectors = ["alloc::vec::Vec<", "alloc::collections::vec_deque::VecDeque<"];
        let slices = ["alloc::boxed::Box<[", "&[", "&mut ["];
        let counted = counted_slice(self.types, id);
        if counted.is_some_and(|slice| slice.is_text) {
            return Ok(Some(Shape::Text(id, Some(self.text(name)?))));
        }
        let element = match (starts(&slices), counted) {
            (_, Some(slice)) => Some(slice.element),
            (true, None) => self.element_of_slice(id),
            (false, None) => first,
        };
        if starts(&vectors) || starts(&slices) || is_std("vector<") || counted.is_some() {
            let Some(element) = element else { return Err(ReportError::OtherBounds) };
            return Ok(Some(Shape::Elements(id, self.elements(element, name, depth)?)));
        }
        if is_std("optional<") {
            let Some(element) = first else { return Err(ReportError::OtherBounds) };
            let name = if name.is_empty() { "optional" } else { name };
            return Ok(Some(match self.value(name) {
                Some(Value::Enum(1)) => {
                    let held = self.read(element, &join(name, "0"), depth + 1)?;
                    Shape::Optional(id, Some(Box::new(held)))
                }
                _ => Shape::Optional(id, None),
            }));
        }
        if is_std("variant<") {
            return self.alternative(id, name, depth).map(Some);
        }
        Ok(None)
    }

    fn alternative(&self, id: TypeId, name: &str, depth: usize) -> Result<Shape<'a>, ReportError> {
        let tag = if name.is_empty() { "variant" } else { name };
        let Some(Value::Enum(number)) = self.value(tag) else {
            return Err(ReportError::OtherBounds);
        };
        let number = *number as usize;
        let of = self.types.get(id);
        let (Some(alternative), Some(held)) = (self.named(tag), of.arguments.get(number)) else {
            return Err(ReportError::OtherBounds);
        };
        let held = self.read(*held, &join(name, alternative), depth + 1)?;
        Ok(Shape::Alternative(id, number, Box::new(held)))
    }

    /// What a slice or a boxed slice has.
    fn element_of_slice(&self, id: TypeId) -> Option<TypeId> {
        let Kind::Struct { fields } = &self.types.get(id).kind else { return None };
        let data = fields.iter().find(|field| field.name == "data_ptr")?;
        match self.types.get(data.of).kind {
            Kind::Pointer(Pointer { to, .. }) => to,
            _ => None,
        }
    }

    pub(crate) fn length(&self, name: &str) -> Option<usize> {
        match self.value(&join(name, "length"))? {
            Value::Int(length) => usize::try_from(*length).ok(),
            _ => None,
        }
    }

    /// The elements of a vector.
    fn elements(
        &self,
        element: TypeId,
        name: &str,
        depth: usize,
    ) -> Result<Vec<Shape<'a>>, ReportError> {
        if let Some(Value::Array(elements)) = self.value(name) {
            return Ok(elements.iter().map(|value| Shape::Scalar(element, value)).collect());
        }
        let count = self.length(name).unwrap_or(0);
        let name_of = |at: usize| match name.is_empty() {
            true => format!("element.{at}"),
            false => join(name, &at.to_string()),
        };
        (0..count).map(|at| self.read(element, &name_of(at), depth + 1)).collect()
    }

    fn text(&self, name: &str) -> Result<String, ReportError> {
        let Some(Value::Array(characters)) = self.value(name) else { return Ok(String::new()) };
        let character = |value: &Value| match value {
            Value::Int(number) => u32::try_from(*number).ok().and_then(char::from_u32),
            _ => None,
        };
        characters.iter().map(character).collect::<Option<_>>().ok_or(ReportError::OtherBounds)
    }
}
