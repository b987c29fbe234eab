//! Objects of ordinary types in C and C++: statements that fill memory with a vector, a string, an array
//! beside its length, a union beside its tag.
//!
//! In C++ an object begins as zero bytes. A member of a library's type is constructed in its place. In C
//! the conventions are those of `pikse_front::bounds`: an array belongs to the integer beside it that has
//! no value of its own.

use std::fmt::Write;

use pikse_front::containers::is_std;
use pikse_llvm::types::{Field, Flavour, Kind, Pointer, TypeId};
use pikse_structure::{Object, Value};

use crate::c_family::CFamily;
use crate::error::ReportError;
use crate::shape::{Reader, Shape, join, of_object};

/// Names of capacities: see `pikse_front::bounds`.
const CAPACITIES: [&str; 6] = ["cap", "capacity", "alloc", "allocated", "max", "room"];

/// Where statements go, and what goes before the names of objects.
struct Filling<'t, 'p> {
    text: &'t mut String,
    prefix: &'p str,
    /// The number of temporary objects so far.
    temporaries: usize,
    name: String,
}

impl CFamily<'_> {
    /// Declares an object, and writes the statements that fill it to `filled`.
    pub(crate) fn fill(
        &self,
        (declared, filled): (&mut String, &mut String),
        object: &Object,
        prefix: &str,
    ) -> Result<(), ReportError> {
        let name = self.name(object.id, prefix);
        let of = self.bounds.type_of(object.class).ok_or(ReportError::OtherBounds)?;
        let type_name = self.plain_name(of)?;
        let mut filling = Filling { text: filled, prefix, temporaries: 0, name: name.clone() };
        if self.is_cpp() {
            let _ = writeln!(declared, "    auto &{name} = object<{type_name}>();");
            let shape = of_object(self.types, self.bounds, object)?;
            return self.set(&mut filling, &name, &shape);
        }
        let reader = Reader::new(self.types, self.bounds, object);
        let tail = self.tail(of, &reader);
        let _ = match self.calls {
            Some(_) => {
                writeln!(declared, "    {type_name} *{name} = calloc(1, sizeof *{name}{tail});")
            }
            None if tail.is_empty() => writeln!(declared, "    {type_name} {name} = {{0}};"),
            None => return reader.not_yet("", "a struct with an array at its end"),
        };
        let place = if self.calls.is_some() { format!("(*{name})") } else { name };
        self.set_c(&mut filling, &place, of, "", &reader)
    }

    /// The name of a type that is no struct: of a number or of a pointer.
    fn plain_name(&self, of: TypeId) -> Result<String, ReportError> {
        match &self.types.get(of).kind {
            Kind::Pointer(Pointer { to: Some(to), .. }) if self.types.get(of).name.is_empty() => {
                Ok(format!("{} *", self.plain_name(*to)?))
            }
            Kind::Struct { .. } | Kind::Union { .. } => Ok(self.type_name(of)),
            Kind::Enum { .. } if !self.is_cpp() && !self.types.get(of).is_typedef => {
                Ok(format!("enum {}", self.types.get(of).name))
            }
            _ => Ok(self.types.get(of).name.replace("std::__1::", "std::")),
        }
    }

    /// The bytes of a flexible array, as a term.
    fn tail(&self, of: TypeId, reader: &Reader<'_>) -> String {
        let Kind::Struct { fields } = &self.types.get(of).kind else { return String::new() };
        let is_flexible =
            |field: &&Field| matches!(self.types.get(field.of).kind, Kind::Array { length: 0, .. });
        let Some(field) = fields.iter().find(is_flexible) else { return String::new() };
        let Kind::Array { of, .. } = self.types.get(field.of).kind else { return String::new() };
        format!(" + {}", reader.most(&field.name) * self.types.get(of).size as i64)
    }

    /// Sets a place in C.
    fn set_c(
        &self,
        filling: &mut Filling<'_, '_>,
        place: &str,
        of: TypeId,
        name: &str,
        reader: &Reader<'_>,
    ) -> Result<(), ReportError> {
        let (types, of_type) = (self.types, self.types.get(of));
        match &of_type.kind {
            Kind::Struct { fields } => {
                let bits: Vec<&Field> = fields.iter().filter(|field| field.is_bit_field).collect();
                self.bit_fields(filling, place, name, &bits, reader)?;
                // The length of an array has no value of its own.
                let array = fields.iter().find_map(|field| self.array(field, name, reader));
                for field in fields.iter().filter(|field| !field.is_bit_field) {
                    let part = match field.name.is_empty() {
                        true => place.to_owned(),
                        false => format!("{place}.{}", field.name),
                    };
                    let inner = join(name, &field.name);
                    let is_number = matches!(types.get(field.of).kind, Kind::Int { .. });
                    match array {
                        Some((length, most)) if is_number && reader.value(&inner).is_none() => {
                            let last = field.name.to_lowercase();
                            let last = last.rsplit('_').next().unwrap_or_default();
                            let count = if CAPACITIES.contains(&last) { most } else { length };
                            let _ = writeln!(filling.text, "    {part} = {count};");
                        }
                        _ => self.set_c(filling, &part, field.of, &inner, reader)?,
                    }
                }
                Ok(())
            }
            Kind::Union { fields } => {
                for member in fields {
                    let inner = join(name, &member.name);
                    if reader.has(&inner) {
                        let part = format!("{place}.{}", member.name);
                        self.set_c(filling, &part, member.of, &inner, reader)?;
                    }
                }
                Ok(())
            }
            &Kind::Array { of, length, .. } => {
                let found = match reader.value(name) {
                    Some(Value::Array(elements)) => elements.len() as u64,
                    _ if length == 0 => reader.length(name).unwrap_or(0) as u64,
                    _ => length,
                };
                self.set_elements(filling, place, of, name, found, reader)
            }
            Kind::Pointer(Pointer { to: Some(to), .. }) => {
                let element = types.get(*to);
                let is_text = element.name == "char" && element.size == 1;
                let length = match reader.value(name) {
                    Some(Value::Array(elements)) => Some(elements.len()),
                    _ => reader.length(name),
                };
                if let Some(length) = length {
                    let room = reader.most(name).max(1);
                    let _ =
                        writeln!(filling.text, "    {place} = calloc({room}, sizeof *{place});");
                    return self.set_elements(filling, place, *to, name, length as u64, reader);
                }
                match reader.value(name) {
                    Some(Value::Enum(1)) if is_text => {
                        let character = |at: usize| match reader.value(&join(name, &at.to_string()))
                        {
                            Some(Value::Int(c)) if *c != 0 => u8::try_from(*c).ok(),
                            _ => None,
                        };
                        let text: Vec<u8> = (0..).map_while(character).collect();
                        let text = String::from_utf8_lossy(&text).into_owned();
                        let _ = writeln!(
                            filling.text,
                            "    {place} = strcpy(malloc({}), {text:?});",
                            text.len() + 1
                        );
                        Ok(())
                    }
                    Some(Value::Enum(_)) if is_text => Ok(()),
                    value => self.set_scalar(filling, place, of, value),
                }
            }
            Kind::Float => {
                let text = reader.named(name).unwrap_or("0");
                let _ = writeln!(filling.text, "    {place} = {text};");
                Ok(())
            }
            _ => self.set_scalar(filling, place, of, reader.value(name)),
        }
    }

    /// The length of an array that a field is, and its greatest length.
    fn array(&self, field: &Field, name: &str, reader: &Reader<'_>) -> Option<(i64, i64)> {
        let inner = join(name, &field.name);
        let is_array = match self.types.get(field.of).kind {
            Kind::Pointer(_) => true,
            Kind::Array { length, .. } => length == 0,
            _ => false,
        };
        let length = match reader.value(&inner) {
            Some(Value::Array(elements)) => Some(elements.len()),
            _ => reader.length(&inner),
        };
        length.filter(|_| is_array).map(|length| (length as i64, reader.most(&inner)))
    }

    fn set_elements(
        &self,
        filling: &mut Filling<'_, '_>,
        place: &str,
        of: TypeId,
        name: &str,
        count: u64,
        reader: &Reader<'_>,
    ) -> Result<(), ReportError> {
        for at in 0..count {
            let element = format!("{place}[{at}]");
            match reader.value(name) {
                Some(Value::Array(elements)) => {
                    self.set_scalar(filling, &element, of, elements.get(at as usize))?;
                }
                _ => self.set_c(filling, &element, of, &join(name, &at.to_string()), reader)?,
            }
        }
        Ok(())
    }

    /// Bit-fields that follow each other are one value: `2:1`.
    fn bit_fields(
        &self,
        filling: &mut Filling<'_, '_>,
        place: &str,
        name: &str,
        fields: &[&Field],
        reader: &Reader<'_>,
    ) -> Result<(), ReportError> {
        let named: Vec<&str> = fields
            .iter()
            .map(|field| field.name.as_str())
            .filter(|name| !name.is_empty())
            .collect();
        if named.is_empty() {
            return Ok(());
        }
        let Some(values) = reader.named(&join(name, &named.join(":"))) else {
            return reader.not_yet(name, "a struct with several groups of bit-fields");
        };
        for (field, value) in named.iter().zip(values.split(':')) {
            let _ = writeln!(filling.text, "    {place}.{field} = {value};");
        }
        Ok(())
    }

    /// Sets a number, a constant or a pointer; zero bytes stay.
    fn set_scalar(
        &self,
        filling: &mut Filling<'_, '_>,
        place: &str,
        of: TypeId,
        value: Option<&Value>,
    ) -> Result<(), ReportError> {
        let of = self.types.get(of);
        let flavour = match of.kind {
            Kind::Pointer(pointer) => pointer.flavour,
            _ => Flavour::Plain,
        };
        let _ = match (value, flavour) {
            (None | Some(Value::Null | Value::Absent), _) => Ok(()),
            (Some(Value::Ref(_)), Flavour::Reference) => {
                return Err(ReportError::NotYet {
                    class: filling.name.clone(),
                    what: format!("`{place}` is a reference"),
                });
            }
            (Some(Value::Ref(to)), _) => {
                let target = self.name(*to, filling.prefix);
                match flavour {
                    Flavour::UniquePtr => writeln!(filling.text, "    {place}.reset(&{target});"),
                    Flavour::SharedPtr => writeln!(filling.text, "    {place} = shared({target});"),
                    _ if self.is_cpp() || self.calls.is_none() => {
                        writeln!(filling.text, "    {place} = &{target};")
                    }
                    _ => writeln!(filling.text, "    {place} = {target};"),
                }
            }
            (Some(Value::Enum(variant)), _) if of.name.is_empty() && self.is_cpp() => {
                let (constant, value) = crate::calls::enumerator(of, *variant);
                writeln!(filling.text, "    choose({place}, {value}); // {constant}")
            }
            (Some(value), _) => {
                writeln!(filling.text, "    {place} = {};", self.constant(of, value))
            }
        };
        Ok(())
    }

    /// Sets a place in C++.
    fn set(
        &self,
        filling: &mut Filling<'_, '_>,
        place: &str,
        shape: &Shape<'_>,
    ) -> Result<(), ReportError> {
        match shape {
            Shape::Scalar(of, value) => self.set_scalar(filling, place, *of, Some(value))?,
            Shape::Float(_, text) => {
                let _ = writeln!(filling.text, "    {place} = {text};");
            }
            Shape::Fields(_, parts) => {
                for (name, part) in parts {
                    let inner = match name.is_empty() {
                        true => place.to_owned(),
                        false => format!("{place}.{name}"),
                    };
                    self.set(filling, &inner, part)?;
                }
            }
            Shape::Variant(of, ..) => {
                return Err(ReportError::Foreign { name: self.types.get(*of).name.clone() });
            }
            Shape::Optional(of, held) => {
                let held = held.as_deref().map(|held| self.held(filling, held)).transpose()?;
                let name = self.plain_name(*of)?;
                let held = held.unwrap_or_default();
                let _ = writeln!(filling.text, "    new (&{place}) {name}({held});");
            }
            Shape::Alternative(of, number, held) => {
                let (held, name) = (self.held(filling, held)?, self.plain_name(*of)?);
                let _ = writeln!(
                    filling.text,
                    "    new (&{place}) {name}(std::in_place_index<{number}>, {held});"
                );
            }
            Shape::Text(of, text) => {
                let (name, text) = (self.plain_name(*of)?, text.as_deref().unwrap_or_default());
                let _ = writeln!(filling.text, "    new (&{place}) {name}({text:?});");
            }
            Shape::Elements(of, elements) => {
                let name = &self.types.get(*of).name;
                if matches!(self.types.get(*of).kind, Kind::Array { .. }) {
                    for (at, element) in elements.iter().enumerate() {
                        self.set(filling, &format!("{place}[{at}]"), element)?;
                    }
                    return Ok(());
                }
                let _ = writeln!(filling.text, "    new (&{place}) {}();", self.plain_name(*of)?);
                let is_forward = is_std(name, "forward_list<");
                let is_sequence = ["vector<", "list<", "deque<"];
                let add = match is_sequence.iter().any(|template| is_std(name, template)) {
                    _ if is_forward => "push_front",
                    true => "push_back",
                    false => "insert",
                };
                let mut order: Vec<&Shape<'_>> = elements.iter().collect();
                if is_forward {
                    order.reverse();
                }
                for element in order {
                    let held = self.held(filling, element)?;
                    let _ = writeln!(filling.text, "    {place}.{add}({held});");
                }
            }
            Shape::Entries(of, entries) => {
                let _ = writeln!(filling.text, "    new (&{place}) {}();", self.plain_name(*of)?);
                for (key, value) in entries {
                    let (key, value) = (self.held(filling, key)?, self.held(filling, value)?);
                    let _ = writeln!(filling.text, "    {place}.emplace({key}, {value});");
                }
            }
        }
        Ok(())
    }

    /// A value as an argument: a constant, or a temporary object that is moved.
    fn held(
        &self,
        filling: &mut Filling<'_, '_>,
        shape: &Shape<'_>,
    ) -> Result<String, ReportError> {
        let of = match shape {
            Shape::Scalar(of, Value::Int(_) | Value::Bool(_) | Value::Enum(_)) => {
                let Shape::Scalar(_, value) = shape else { return Err(ReportError::OtherBounds) };
                let constant = self.constant(self.types.get(*of), value);
                return Ok(format!("static_cast<{}>({constant})", self.plain_name(*of)?));
            }
            Shape::Float(_, text) => return Ok(text.clone()),
            Shape::Text(of, text) => {
                let text = text.as_deref().unwrap_or_default();
                return Ok(format!("{}({text:?})", self.plain_name(*of)?));
            }
            Shape::Scalar(of, _)
            | Shape::Fields(of, _)
            | Shape::Variant(of, ..)
            | Shape::Optional(of, _)
            | Shape::Alternative(of, ..)
            | Shape::Elements(of, _)
            | Shape::Entries(of, _) => *of,
        };
        filling.temporaries += 1;
        let name = format!("{}_part{}", filling.name, filling.temporaries);
        let _ = writeln!(filling.text, "    auto &{name} = object<{}>();", self.plain_name(of)?);
        self.set(filling, &name, shape)?;
        if self.calls.is_some_and(|calls| calls.finds_leaks) {
            let _ = writeln!(filling.text, "    pikse_keep(&{name});");
        }
        Ok(format!("std::move({name})"))
    }
}
