//! Declaring a space. All checks of a user's declaration are here.

use std::fmt;

use crate::contents::Contents;
use crate::domain::{Domain, ResolvedDomain, Targets};
use crate::handle::{
    ArrayField, Bool, Enum, Field, Int, LengthCell, MAX_CELLS, MAX_CLASSES, MAX_OBJECTS, NonNull,
    Obj, Ref,
};
use crate::ids::{CellId, ClassId, DomainId, FieldId, ObjectId};
use crate::path::is_name_char;
use crate::space::{ArrayLength, Class, FieldDecl, Shape, Space, Style, When};

/// The length of an array.
#[derive(Clone, Copy, Debug)]
pub enum Length {
    /// A fixed length.
    Fixed(u32),
    /// Any length from the first to the second, both included. The search chooses it.
    Between(u32, u32),
    /// The value of this int field of the same object.
    Field(Field<Int>),
}

/// Why a declaration is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BuildError {
    /// No class was declared.
    NoClass,
    /// Two classes, or two fields of a class, have the same name.
    DuplicateName(String),
    /// A name is empty, or has characters that cannot stand in a field path.
    BadName(String),
    /// The domain of the field has no value.
    EmptyDomain {
        /// `Class.field`
        field: String,
    },
    /// The domain lists a value twice, so structures would be found twice.
    RepeatedValue {
        /// `Class.field`
        field: String,
        /// The value.
        value: String,
    },
    /// The domain has too many values for a 32-bit index.
    HugeDomain {
        /// `Class.field`
        field: String,
    },
    /// The root class has no objects.
    NoRootObject {
        /// The class.
        class: String,
    },
    /// The space has more classes, objects or cells than Pikse handles.
    TooLarge(String),
    /// The length of an array is wrong.
    BadLength {
        /// `Class.field`
        field: String,
        /// Why.
        why: String,
    },
    /// A handle of another builder was used.
    ForeignHandle {
        /// Where.
        at: String,
    },
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BuildError::NoClass => write!(f, "no class is declared: declare the root class first"),
            BuildError::DuplicateName(name) => write!(f, "`{name}` is declared twice"),
            BuildError::BadName(name) => write!(
                f,
                "`{name}` is not a name: use letters, digits, `_`, `$` and `:`, not a digit first"
            ),
            BuildError::EmptyDomain { field } => write!(
                f,
                "the domain of `{field}` is empty, so there is no candidate at all; \
                 give it at least one value"
            ),
            BuildError::RepeatedValue { field, value } => write!(
                f,
                "the domain of `{field}` has {value} twice, so every structure with it would be \
                 found twice"
            ),
            BuildError::HugeDomain { field } => {
                write!(f, "the domain of `{field}` has more than {} values", u32::MAX)
            }
            BuildError::NoRootObject { class } => {
                write!(f, "the root class `{class}` has no objects: give it at least one")
            }
            BuildError::TooLarge(what) => write!(f, "the space is too large: {what}"),
            BuildError::BadLength { field, why } => {
                write!(f, "the length of `{field}` is wrong: {why}")
            }
            BuildError::ForeignHandle { at } => {
                write!(f, "`{at}` uses a class or field of another builder")
            }
        }
    }
}

impl std::error::Error for BuildError {}

/// Declares a [`Space`]. The class that is declared first is the root class;
/// its first object is the root of every structure.
///
/// Methods never fail. The first error is kept and returned by
/// [`build`](SpaceBuilder::build), so that declarations need no error handling.
#[derive(Debug, Default)]
pub struct SpaceBuilder {
    classes: Vec<Class>,
    fields: Vec<FieldDecl>,
    domains: Vec<(Domain, FieldId)>,
    contents: Vec<Contents>,
    error: Option<BuildError>,
}

impl SpaceBuilder {
    /// An empty declaration.
    pub fn new() -> Self {
        SpaceBuilder::default()
    }

    /// Declares a class with `count` objects.
    pub fn class(&mut self, name: &str, count: usize) -> ClassId {
        self.check_name(name);
        if self.classes.iter().any(|class| class.name == name) {
            self.fail(BuildError::DuplicateName(name.to_owned()));
        }
        let count = u32::try_from(count).ok().filter(|&count| count as usize <= MAX_OBJECTS);
        if count.is_none() || self.classes.len() == MAX_CLASSES {
            self.fail(BuildError::TooLarge(format!(
                "at most {MAX_CLASSES} classes and {MAX_OBJECTS} objects"
            )));
        }
        self.classes.push(Class {
            name: name.to_owned(),
            count: count.unwrap_or(0),
            fields: Vec::new(),
            first_object: ObjectId(0),
            cells: 0,
        });
        ClassId::at(self.classes.len() - 1)
    }

    /// Declares an int field over a range, both ends included.
    pub fn int(
        &mut self,
        class: ClassId,
        name: &str,
        range: std::ops::RangeInclusive<i64>,
    ) -> Field<Int> {
        self.scalar(class, name, Domain::Range { low: *range.start(), high: *range.end() })
    }

    /// Declares an int field over a list of values, in the listed order.
    pub fn int_among(&mut self, class: ClassId, name: &str, values: &[i64]) -> Field<Int> {
        self.scalar(class, name, Domain::List(values.to_vec()))
    }

    /// Declares a bool field.
    pub fn boolean(&mut self, class: ClassId, name: &str) -> Field<Bool> {
        self.scalar(class, name, Domain::Bool)
    }

    /// Declares an enum field; reads give the variant's number.
    pub fn enumeration(&mut self, class: ClassId, name: &str, variants: &[&str]) -> Field<Enum> {
        let variants = variants.iter().map(|&variant| variant.to_owned()).collect();
        self.scalar(class, name, Domain::Enum(variants))
    }

    /// Declares a reference field that may be null. `targets` is a class, or an
    /// array of classes for a polymorphic field.
    pub fn reference(
        &mut self,
        class: ClassId,
        name: &str,
        targets: impl Into<Targets>,
    ) -> Field<Ref> {
        self.scalar(class, name, Domain::Reference(targets.into()))
    }

    /// Declares a reference field that is never null.
    pub fn non_null(
        &mut self,
        class: ClassId,
        name: &str,
        targets: impl Into<Targets>,
    ) -> Field<NonNull> {
        self.scalar(class, name, Domain::Reference(targets.into().non_null()))
    }

    /// Declares an array of ints.
    pub fn int_array(
        &mut self,
        class: ClassId,
        name: &str,
        range: std::ops::RangeInclusive<i64>,
        length: Length,
    ) -> ArrayField<Int> {
        let element = Domain::Range { low: *range.start(), high: *range.end() };
        self.array(class, name, element, length)
    }

    /// Declares an array of references that may be null.
    pub fn reference_array(
        &mut self,
        class: ClassId,
        name: &str,
        targets: impl Into<Targets>,
        length: Length,
    ) -> ArrayField<Ref> {
        self.array(class, name, Domain::Reference(targets.into()), length)
    }

    /// Declares an array of references that are never null.
    pub fn non_null_array(
        &mut self,
        class: ClassId,
        name: &str,
        targets: impl Into<Targets>,
        length: Length,
    ) -> ArrayField<NonNull> {
        self.array(class, name, Domain::Reference(targets.into().non_null()), length)
    }

    /// Declares a field with any domain. `K` must be the kind of its values.
    pub fn scalar<K>(&mut self, class: ClassId, name: &str, domain: Domain) -> Field<K> {
        let id = self.field(class, name);
        let domain = self.domain(domain, id, (class, name));
        let offset = self.take_cells(class, 1);
        self.fields.push(FieldDecl {
            class,
            name: name.to_owned(),
            offset,
            shape: Shape::Scalar(domain),
            when: None,
            style: Style::Plain,
        });
        Field::new(id, offset)
    }

    /// Declares an array field with any element domain. `K` must be the kind of its elements.
    pub fn array<K>(
        &mut self,
        class: ClassId,
        name: &str,
        element: Domain,
        length: Length,
    ) -> ArrayField<K> {
        let id = self.field(class, name);
        let element = self.domain(element, id, (class, name));
        let offset = self.take_cells(class, 0);
        let (capacity, length) = match length {
            Length::Fixed(length) => (length, ArrayLength::Fixed),
            Length::Between(low, high) => {
                let lengths = Domain::Range { low: low.into(), high: high.into() };
                (high, ArrayLength::Own(self.domain(lengths, id, (class, name))))
            }
            Length::Field(field) => {
                (self.capacity_by(field, class, name), ArrayLength::Field(field.id))
            }
        };
        let (own, length_cell) = match length {
            ArrayLength::Fixed => (0, LengthCell::Fixed(capacity)),
            ArrayLength::Own(_) => (1, LengthCell::At(offset)),
            ArrayLength::Field(field) => {
                (0, LengthCell::At(self.fields.get(field.index()).map_or(0, |decl| decl.offset)))
            }
        };
        self.take_cells(class, u64::from(capacity) + own);
        self.fields.push(FieldDecl {
            class,
            name: name.to_owned(),
            offset,
            shape: Shape::Array { element, capacity, length },
            when: None,
            style: Style::Plain,
        });
        ArrayField::new(id, offset + own as u32, capacity, length_cell)
    }

    /// Says that objects have a field only with some values of its tag, an earlier field of the class.
    pub fn when(&mut self, field: FieldId, when: When) {
        let (fields, tag) = (&mut self.fields, when.tag);
        let class = fields.get(tag.index()).map(|decl| decl.class);
        match fields.get_mut(field.index()) {
            Some(decl) if Some(decl.class) == class && tag < field => decl.when = Some(when),
            _ => self.fail(BuildError::ForeignHandle { at: "when".to_owned() }),
        }
    }

    /// Says how the values of a field are shown.
    pub fn style(&mut self, field: FieldId, style: Style) {
        match self.fields.get_mut(field.index()) {
            Some(decl) => decl.style = style,
            None => self.fail(BuildError::ForeignHandle { at: "style".to_owned() }),
        }
    }

    /// Says that fields are the contents of a container. Returns their number in [`Space::contents`].
    pub fn contents(&mut self, contents: Contents) -> usize {
        let last = contents.entries.last().map_or(0, |entry| entry.all.end);
        let is_known = contents.length.index() < self.fields.len();
        match is_known && last as usize <= self.fields.len() {
            true => self.contents.push(contents),
            false => self.fail(BuildError::ForeignHandle { at: "contents".to_owned() }),
        }
        self.contents.len().saturating_sub(1)
    }

    /// Checks the declaration and lays out the candidate vector: the objects class by
    /// class, each with its fields in order of declaration.
    pub fn build(mut self) -> Result<Space, BuildError> {
        if let Some(error) = self.error.take() {
            return Err(error);
        }
        let Some(root_class) = self.classes.first() else {
            return Err(BuildError::NoClass);
        };
        if root_class.count == 0 {
            return Err(BuildError::NoRootObject { class: root_class.name.clone() });
        }
        let objects = self.place_objects()?;
        let domains = self.resolve_domains(&objects)?;
        Ok(Space::new(self.classes, self.fields, domains, objects, self.contents))
    }

    fn place_objects(&mut self) -> Result<Vec<Obj>, BuildError> {
        let mut objects = Vec::new();
        let mut first_cell = 0_u64;
        for (class_index, class) in self.classes.iter_mut().enumerate() {
            class.first_object = ObjectId::at(objects.len());
            let end = first_cell + u64::from(class.cells) * u64::from(class.count);
            if objects.len() + class.count as usize > MAX_OBJECTS || end > MAX_CELLS {
                let what = format!(
                    "class `{}` makes it more than {MAX_OBJECTS} objects or {MAX_CELLS} cells",
                    class.name
                );
                return Err(BuildError::TooLarge(what));
            }
            for _ in 0..class.count {
                let id = ObjectId::at(objects.len());
                objects.push(Obj::new(id, ClassId::at(class_index), CellId(first_cell as u32)));
                first_cell += u64::from(class.cells);
            }
        }
        Ok(objects)
    }

    fn resolve_domains(&self, objects: &[Obj]) -> Result<Vec<ResolvedDomain>, BuildError> {
        let of_class = |class: ClassId| {
            let class = &self.classes[class.index()];
            let first = class.first_object.index();
            objects[first..first + class.count as usize].to_vec()
        };
        self.domains
            .iter()
            .map(|(domain, field)| {
                let name = || {
                    let decl = &self.fields[field.index()];
                    format!("{}.{}", self.classes[decl.class.index()].name, decl.name)
                };
                let empty = match domain {
                    Domain::Range { low, high } => low > high,
                    Domain::List(values) => values.is_empty(),
                    Domain::Bool => false,
                    Domain::Enum(variants) => variants.is_empty(),
                    Domain::Reference(targets) => {
                        !targets.nullable
                            && targets.classes.iter().all(|c| self.classes[c.index()].count == 0)
                    }
                };
                if empty {
                    return Err(BuildError::EmptyDomain { field: name() });
                }
                if let Some(value) = domain.repeated() {
                    return Err(BuildError::RepeatedValue { field: name(), value });
                }
                ResolvedDomain::new(domain.clone(), &of_class)
                    .ok_or_else(|| BuildError::HugeDomain { field: name() })
            })
            .collect()
    }

    fn fail(&mut self, error: BuildError) {
        self.error.get_or_insert(error);
    }

    fn check_name(&mut self, name: &str) {
        let starts = name.starts_with(|c: char| c.is_alphabetic() || c == '_');
        if !starts || !name.chars().all(is_name_char) || name == "null" {
            self.fail(BuildError::BadName(name.to_owned()));
        }
    }

    /// A field of a nested struct has dots in its name: `position.x`, `corners.0.x`.
    fn check_field_name(&mut self, name: &str) {
        let mut parts = name.split('.');
        self.check_name(parts.next().unwrap_or_default());
        if parts.any(|part| part.is_empty() || !part.chars().all(is_name_char)) {
            self.fail(BuildError::BadName(name.to_owned()));
        }
    }

    /// The id of the next field, after checking its class and name.
    fn field(&mut self, class: ClassId, name: &str) -> FieldId {
        self.check_field_name(name);
        let id = FieldId::at(self.fields.len());
        let Some(owner) = self.classes.get_mut(class.index()) else {
            self.fail(BuildError::ForeignHandle { at: name.to_owned() });
            return id;
        };
        let duplicate = owner.fields.iter().any(|&field| self.fields[field.index()].name == name);
        owner.fields.push(id);
        if duplicate {
            let name = format!("{}.{name}", owner.name);
            self.fail(BuildError::DuplicateName(name));
        }
        id
    }

    fn take_cells(&mut self, class: ClassId, cells: u64) -> u32 {
        let Some(owner) = self.classes.get_mut(class.index()) else {
            return 0;
        };
        let offset = owner.cells;
        match u32::try_from(u64::from(offset) + cells) {
            Ok(end) => owner.cells = end,
            Err(_) => {
                let what = format!("an object of class `{}` has too many cells", owner.name);
                self.fail(BuildError::TooLarge(what));
            }
        }
        offset
    }

    /// `Class.field`, for messages.
    fn full_name(&self, class: ClassId, name: &str) -> String {
        let class = self.classes.get(class.index()).map_or("?", |class| &class.name);
        format!("{class}.{name}")
    }

    /// Fields with equal domains share one. This only saves memory: the isomorphism
    /// rule depends on classes, not on domains.
    fn domain(&mut self, domain: Domain, id: FieldId, at: (ClassId, &str)) -> DomainId {
        if let Domain::Reference(targets) = &domain {
            let foreign = targets.classes.iter().any(|class| class.index() >= self.classes.len());
            let repeated =
                targets.classes.iter().enumerate().any(|(at, c)| targets.classes[..at].contains(c));
            if foreign || repeated {
                let at = self.full_name(at.0, at.1);
                self.fail(BuildError::ForeignHandle { at });
                return DomainId(0);
            }
        }
        let at = self.domains.iter().position(|(known, _)| *known == domain);
        DomainId::at(at.unwrap_or_else(|| {
            self.domains.push((domain, id));
            self.domains.len() - 1
        }))
    }

    /// The capacity of the array `class.name` whose length is `field`.
    fn capacity_by(&mut self, field: Field<Int>, class: ClassId, name: &str) -> u32 {
        let length_field = field;
        let field = self.full_name(class, name);
        let decl = self.fields.get(length_field.id.index()).filter(|decl| decl.class == class);
        let Some((Shape::Scalar(domain), length)) = decl.map(|decl| (decl.shape, &decl.name))
        else {
            let why = "the length must be an int field of the same class".to_owned();
            self.fail(BuildError::BadLength { field, why });
            return 0;
        };
        let (low, high) = self.domains[domain.index()].0.int_bounds().unwrap_or((-1, -1));
        match u32::try_from(high) {
            Ok(high) if low >= 0 => high,
            _ => {
                let why = format!(
                    "`{length}` ranges over {low}..={high}, but a length is never negative"
                );
                self.fail(BuildError::BadLength { field, why });
                0
            }
        }
    }
}
