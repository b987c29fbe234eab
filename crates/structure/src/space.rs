//! The space of candidates: classes, fields, domains, and where each cell lies.

use std::fmt;

use pikse_base::Fnv;
use serde::{Deserialize, Serialize};

use crate::contents::Contents;
use crate::domain::{Domain, ResolvedDomain};
use crate::handle::{LengthCell, Obj};
use crate::ids::{CellId, ClassId, DomainId, FieldId, ObjectId};

/// A finite space of candidates (the documents' finitization).
#[derive(Debug, Serialize, Deserialize)]
pub struct Space {
    classes: Vec<Class>,
    fields: Vec<FieldDecl>,
    domains: Vec<ResolvedDomain>,
    objects: Vec<Obj>,
    cells: Vec<CellInfo>,
    contents: Vec<Contents>,
}

/// A class of a space.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Class {
    /// Its name.
    pub name: String,
    /// The number of its objects.
    pub count: u32,
    /// Its fields, in order of declaration.
    pub fields: Vec<FieldId>,
    pub(crate) first_object: ObjectId,
    /// The number of cells of one of its objects.
    pub(crate) cells: u32,
}

/// A field as it was declared.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FieldDecl {
    /// The class that has it.
    pub class: ClassId,
    /// Its name.
    pub name: String,
    /// Where its first cell lies in an object of the class.
    pub offset: u32,
    /// One value or an array.
    pub shape: Shape,
    /// When an object has it; `None`: always.
    pub when: Option<When>,
    /// How its values are shown.
    pub style: Style,
}

/// When an object has a field: only with some values of an earlier field of the same class, its
/// **tag**. The tag is a scalar, or the length of an array that has its own. A field of a variant of
/// an enum is there when the tag is that variant; an element of a vector when the length is large
/// enough. If the tag is not there, the field is not either.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct When {
    /// The tag.
    pub tag: FieldId,
    /// The least raw value of the tag with which the field is there.
    pub low: i64,
    /// The greatest.
    pub high: i64,
}

/// How the values of a field are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Style {
    /// As what they are.
    #[default]
    Plain,
    /// Not at all: memory that the program's library needs.
    Hidden,
    /// An int as a character, an array of ints as a string.
    Text,
    /// A `char` of C: a number, with its letter if it has one; an array of them as a string if it is one.
    Letter,
}

/// One value or an array.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub enum Shape {
    /// One value of the domain.
    Scalar(DomainId),
    /// An array of up to `capacity` values of the domain `element`.
    Array {
        /// The domain of each element.
        element: DomainId,
        /// The largest length.
        capacity: u32,
        /// How the length is found.
        length: ArrayLength,
    },
}

/// How the length of an array is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ArrayLength {
    /// It is the capacity.
    Fixed,
    /// It has its own cell, before the elements.
    Own(DomainId),
    /// It is the value of this int field of the same object.
    Field(FieldId),
}

/// What a cell of the candidate vector is.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct CellInfo {
    /// Whose it is.
    pub object: ObjectId,
    /// Which field.
    pub field: FieldId,
    /// Which part of the field.
    pub part: Part,
    /// Which values it may take.
    pub domain: DomainId,
}

/// Which part of a field a cell is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Part {
    /// The field itself.
    Scalar,
    /// The length of an array, if it has its own cell.
    Length,
    /// An element of an array.
    Element(u32),
}

impl Space {
    pub(crate) fn new(
        classes: Vec<Class>,
        fields: Vec<FieldDecl>,
        domains: Vec<ResolvedDomain>,
        objects: Vec<Obj>,
        contents: Vec<Contents>,
    ) -> Self {
        let mut cells = Vec::new();
        for &obj in &objects {
            for &field in &classes[obj.class().index()].fields {
                let mut cell = |part, domain| {
                    cells.push(CellInfo { object: obj.id(), field, part, domain });
                };
                match fields[field.index()].shape {
                    Shape::Scalar(domain) => cell(Part::Scalar, domain),
                    Shape::Array { element, capacity, length } => {
                        if let ArrayLength::Own(lengths) = length {
                            cell(Part::Length, lengths);
                        }
                        (0..capacity).for_each(|index| cell(Part::Element(index), element));
                    }
                }
            }
        }
        Space { classes, fields, domains, objects, cells, contents }
    }

    /// The root object: the first object of the class that was declared first.
    #[inline]
    pub fn root(&self) -> Obj {
        self.objects[0]
    }

    /// The contents of containers.
    #[inline(always)]
    pub fn contents(&self) -> &[Contents] {
        &self.contents
    }

    /// The classes, in order of declaration.
    pub fn classes(&self) -> &[Class] {
        &self.classes
    }

    /// A class.
    pub fn class(&self, id: ClassId) -> &Class {
        &self.classes[id.index()]
    }

    /// A field.
    pub fn field(&self, id: FieldId) -> &FieldDecl {
        &self.fields[id.index()]
    }

    /// The fields, in order of declaration.
    pub fn fields(&self) -> &[FieldDecl] {
        &self.fields
    }

    /// The ids of the fields, in order of declaration.
    pub fn field_ids(&self) -> impl Iterator<Item = FieldId> + '_ {
        (0..self.fields.len()).map(FieldId::at)
    }

    /// The domains.
    pub fn domains(&self) -> &[ResolvedDomain] {
        &self.domains
    }

    /// A domain.
    #[inline(always)]
    pub fn domain(&self, id: DomainId) -> &ResolvedDomain {
        &self.domains[id.index()]
    }

    /// The cells of the candidate vector, in order.
    pub fn cells(&self) -> &[CellInfo] {
        &self.cells
    }

    /// A cell.
    pub fn cell(&self, id: CellId) -> &CellInfo {
        &self.cells[id.index()]
    }

    /// The domain of a cell.
    #[inline]
    pub fn domain_of(&self, cell: CellId) -> &ResolvedDomain {
        self.domain(self.cells[cell.index()].domain)
    }

    /// The objects, class by class.
    pub fn objects(&self) -> &[Obj] {
        &self.objects
    }

    /// An object.
    #[inline]
    pub fn object(&self, id: ObjectId) -> Obj {
        self.objects[id.index()]
    }

    /// The object of a class with this number.
    pub fn object_of(&self, class: ClassId, number: usize) -> Option<Obj> {
        let class = self.classes.get(class.index())?;
        (number < class.count as usize).then(|| self.objects[class.first_object.index() + number])
    }

    /// The number of an object within its class.
    pub fn ordinal(&self, obj: Obj) -> u32 {
        obj.id().0 - self.classes[obj.class().index()].first_object.0
    }

    /// The class with this name.
    pub fn class_named(&self, name: &str) -> Option<ClassId> {
        self.classes.iter().position(|class| class.name == name).map(ClassId::at)
    }

    /// The field of `class` with this name.
    pub fn field_named(&self, class: ClassId, name: &str) -> Option<FieldId> {
        let fields = &self.class(class).fields;
        fields.iter().copied().find(|&field| self.field(field).name == name)
    }

    /// The cell of `part` of `field` in `obj`, if the field has such a part.
    pub fn cell_of(&self, obj: Obj, field: FieldId, part: Part) -> Option<CellId> {
        let decl = self.field(field);
        let at = |offset: u32| Some(CellId(obj.first_cell().0 + decl.offset + offset));
        match (part, decl.shape) {
            (Part::Scalar, Shape::Scalar(_)) => at(0),
            (Part::Length, Shape::Array { length: ArrayLength::Own(_), .. }) => at(0),
            (Part::Element(index), Shape::Array { capacity, length, .. }) if index < capacity => {
                at(index + u32::from(matches!(length, ArrayLength::Own(_))))
            }
            _ => None,
        }
    }

    /// The cell of the value that decides whether other fields are there: the field itself, or the
    /// length of an array.
    fn tag_cell(&self, obj: Obj, field: FieldId) -> CellId {
        CellId(obj.first_cell().0 + self.field(field).offset)
    }

    /// What has to hold for a cell to be there: cells, and the raw values from and to which each has
    /// to be, both included. A condition is meaningful if all before it hold.
    pub fn conditions(&self, cell: CellId) -> Vec<(CellId, i64, i64)> {
        let info = self.cell(cell);
        let obj = self.object(info.object);
        let mut conditions = Vec::new();
        if let Part::Element(index) = info.part
            && let Some(LengthCell::At(offset)) = self.length_cell(info.field)
        {
            let length = CellId(obj.first_cell().0 + offset);
            conditions.push((length, i64::from(index) + 1, i64::MAX));
        }
        let mut field = info.field;
        while let Some(When { tag, low, high }) = self.field(field).when {
            conditions.push((self.tag_cell(obj, tag), low, high));
            // A tag is declared before the fields that it decides about, so this ends.
            field = tag;
        }
        conditions.reverse();
        conditions
    }

    /// Whether a cell decides about others.
    pub fn is_tag(&self, cell: CellId) -> bool {
        let info = self.cell(cell);
        let fields = &self.class(self.object(info.object).class()).fields;
        let is_first = info.part != Part::Element(0) && !matches!(info.part, Part::Element(_));
        is_first
            && fields.iter().any(|&field| {
                let is_length = field == info.field && info.part == Part::Length;
                is_length || self.field(field).when.is_some_and(|when| when.tag == info.field)
            })
    }

    /// Whether an object has a field; `raw` gives the raw value of a cell, and `None` where it is not
    /// known, which counts as no.
    pub fn has_field(
        &self,
        obj: Obj,
        field: FieldId,
        raw: &mut dyn FnMut(CellId) -> Option<i64>,
    ) -> bool {
        let Some(When { tag, low, high }) = self.field(field).when else { return true };
        self.has_field(obj, tag, raw)
            && raw(self.tag_cell(obj, tag)).is_some_and(|raw| (low..=high).contains(&raw))
    }

    /// Where the length of the array `field` is found.
    pub fn length_cell(&self, field: FieldId) -> Option<LengthCell> {
        let decl = self.field(field);
        let Shape::Array { capacity, length, .. } = decl.shape else {
            return None;
        };
        Some(match length {
            ArrayLength::Fixed => LengthCell::Fixed(capacity),
            ArrayLength::Own(_) => LengthCell::At(decl.offset),
            ArrayLength::Field(field) => LengthCell::At(self.field(field).offset),
        })
    }

    /// Whether a cell is a length: of an array, of a vector or a string, or of a container.
    pub fn is_length(&self, cell: CellId) -> bool {
        let CellInfo { field, part, domain, .. } = *self.cell(cell);
        if part != Part::Scalar {
            return part == Part::Length;
        }
        let class = &self.classes[self.field(field).class.index()];
        let others = || class.fields.iter().map(|&other| self.field(other));
        let is_of_array = |other: &FieldDecl| matches!(other.shape, Shape::Array { length: ArrayLength::Field(of), .. } if of == field);
        // Elements that are there from some length on; a variant is there with one tag only.
        let domain = &self.domains[domain.index()];
        let most = domain.len().checked_sub(1).map_or(0, |last| domain.raw(last));
        let mut depend = others().filter_map(|other| other.when).filter(|when| when.tag == field);
        let is_range = matches!(domain.declared, Domain::Range { low: 0, .. });
        let mut counts = depend.clone();
        others().any(is_of_array)
            || self.contents.iter().any(|contents| contents.length == field)
            || is_range
                && depend.next().is_some()
                && counts.all(|when| when.low > 0 && when.high >= most)
    }

    /// `Node2`, or `Tree` if the class has one object.
    pub fn object_name(&self, obj: Obj) -> String {
        let class = self.class(obj.class());
        match class.count {
            1 => class.name.clone(),
            _ => format!("{}{}", class.name, self.ordinal(obj)),
        }
    }

    /// `Node2.left`, `Heap.elements[3]`, `Dag.nodes.length`.
    pub fn cell_name(&self, cell: CellId) -> String {
        let info = self.cell(cell);
        let object = self.object_name(self.object(info.object));
        let field = &self.field(info.field).name;
        match info.part {
            Part::Scalar => format!("{object}.{field}"),
            Part::Length => format!("{object}.{field}.length"),
            Part::Element(index) => format!("{object}.{field}[{index}]"),
        }
    }

    /// The value of a cell at an index of its domain, as text: `null`, `3`, `true`, `red`, `Node2`.
    pub fn value_text(&self, cell: CellId, index: u32) -> String {
        let domain = self.domain_of(cell);
        match (&domain.declared, domain.object(index)) {
            (_, Some(obj)) => self.object_name(obj),
            (Domain::Reference(_), None) => "null".to_owned(),
            (Domain::Bool, _) => (domain.raw(index) != 0).to_string(),
            (Domain::Enum(names), _) => names[domain.raw(index) as usize].clone(),
            (Domain::Range { .. } | Domain::List(_), _) => {
                let info = self.cell(cell);
                match (self.field(info.field).style, info.part) {
                    (Style::Text, Part::Scalar | Part::Element(_)) => character(domain.raw(index))
                        .map_or(domain.raw(index).to_string(), |c| format!("{c:?}")),
                    (Style::Letter, Part::Scalar | Part::Element(_)) => letter(domain.raw(index)),
                    _ => domain.raw(index).to_string(),
                }
            }
        }
    }

    /// `Node.left`.
    pub fn field_name(&self, field: FieldId) -> String {
        let decl = self.field(field);
        format!("{}.{}", self.class(decl.class).name, decl.name)
    }

    /// A domain as users write it: `0..=4`, `null or Node`.
    pub fn domain_text(&self, domain: &ResolvedDomain) -> String {
        match &domain.declared {
            Domain::Range { low, high } if low == high => low.to_string(),
            Domain::Range { low, high } => format!("{low}..={high}"),
            Domain::List(values) => {
                values.iter().map(i64::to_string).collect::<Vec<_>>().join(", ")
            }
            Domain::Bool => "false, true".to_owned(),
            Domain::Enum(names) => names.join(", "),
            Domain::Reference(targets) => {
                let classes = targets.classes.iter().map(|&class| self.class(class).name.clone());
                let null = targets.nullable.then(|| "null".to_owned());
                null.into_iter().chain(classes).collect::<Vec<_>>().join(" or ")
            }
        }
    }

    /// The same for a field that is shown in some way.
    fn styled_text(&self, style: Style, domain: &ResolvedDomain) -> String {
        let letter = |number: i64| character(number).map(|c| format!("{c:?}"));
        match (style, &domain.declared) {
            (Style::Text, &Domain::Range { low, high }) => match (letter(low), letter(high)) {
                (Some(low), Some(high)) if low == high => low,
                (Some(low), Some(high)) => format!("{low}..={high}"),
                _ => self.domain_text(domain),
            },
            _ => self.domain_text(domain),
        }
    }

    /// A hash of the declaration. It ties a saved position to its problem.
    pub fn fingerprint(&self) -> u64 {
        // FNV-1a over the declaration as text, which does not change with versions of Rust.
        let mut hash = Fnv::default();
        let mut feed = |text: &str| {
            hash.feed(text.as_bytes());
            hash.feed(&[0]);
        };
        for class in &self.classes {
            feed(&format!("class {} {}", class.name, class.count));
        }
        for field in &self.fields {
            feed(&format!("field {} {} {:?}", field.class.0, field.name, field.shape));
            if let Some(when) = field.when {
                feed(&format!("when {when:?}"));
            }
        }
        for contents in &self.contents {
            feed(&format!("contents {contents:?}"));
        }
        for domain in &self.domains {
            feed(&format!("domain {:?}", domain.declared));
        }
        hash.finish()
    }
}

/// The bounds, one line for each class: `Node, 4 objects: left null or Node; data 0..=4`.
impl fmt::Display for Space {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, class) in self.classes.iter().enumerate() {
            let newline = if at > 0 { "\n" } else { "" };
            let objects = if class.count == 1 { "object" } else { "objects" };
            let shown = |field: &&FieldId| self.field(**field).style != Style::Hidden;
            let fields: Vec<String> = class
                .fields
                .iter()
                .filter(shown)
                .map(|&field| {
                    let decl = self.field(field);
                    match decl.shape {
                        Shape::Scalar(domain) => {
                            let text = self.styled_text(decl.style, self.domain(domain));
                            format!("{} {text}", decl.name)
                        }
                        Shape::Array { element, length: ArrayLength::Own(lengths), .. } => {
                            let element = self.styled_text(decl.style, self.domain(element));
                            let lengths = self.domain_text(self.domain(lengths));
                            format!("{}[{lengths}] {element}", decl.name)
                        }
                        Shape::Array { element, capacity, .. } => {
                            let element = self.domain_text(self.domain(element));
                            format!("{}[{capacity}] {element}", decl.name)
                        }
                    }
                })
                .collect();
            let (name, count, fields) = (&class.name, class.count, fields.join("; "));
            write!(f, "{newline}{name}, {count} {objects}: {fields}")?;
        }
        Ok(())
    }
}

/// A `char` of C: `0`, `122 ('z')`.
pub(crate) fn letter(number: i64) -> String {
    match u8::try_from(number) {
        Ok(byte @ b' '..=b'~') => format!("{number} ('{}')", byte.escape_ascii()),
        _ => number.to_string(),
    }
}

/// Letters up to the first zero, after which there are only zeros, as a string of C.
pub(crate) fn string_of(numbers: &[i64]) -> Option<String> {
    let end = numbers.iter().position(|&number| number == 0).unwrap_or(numbers.len());
    let is_letter = |number: &i64| (i64::from(b' ')..=i64::from(b'~')).contains(number);
    let (text, rest) = numbers.split_at(end);
    let is_text = text.iter().all(is_letter) && rest.iter().all(|&number| number == 0);
    let text: String = text.iter().filter_map(|&number| character(number)).collect();
    is_text.then(|| format!("{text:?}"))
}

/// The character with a number.
pub(crate) fn character(number: i64) -> Option<char> {
    u32::try_from(number).ok().and_then(char::from_u32)
}
