//! Shapes of values: what the bytes of a type are, as far as a value of it can be built.
//!
//! A shape is a tree. Numbers are symbolic; lengths of sequences and variants are chosen first, and the
//! path splits there. Types that contain themselves are cut at a depth.

use pikse_llvm::Types;
use pikse_llvm::types::{Field, Flavour, Kind, Pointer, TypeId};
use serde::{Deserialize, Serialize};

/// The greatest length of a sequence inside of another value.
const INNER: u32 = 2;
/// How often a type may be inside of itself.
const DEEPEST: usize = 2;
/// The maximum nesting of types, and the maximum number of elements of an array.
const MOST_NESTED: usize = 32;
const MOST_ELEMENTS: u64 = 256;
/// The maximum length of a `std::string` that has its characters in itself.
const SHORT: u32 = 22;

/// What a value is.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Shape {
    /// A number of so many bytes.
    Scalar { size: u64, kind: Scalar },
    /// Parts at offsets.
    Parts { form: Form, name: String, parts: Vec<Part> },
    /// Bytes with a value.
    Constant { size: u64, value: i64 },
    /// One of several.
    Choice(Vec<Case>),
    /// Elements, with a length.
    Sequence(Sequence),
    /// The address of another value.
    Pointer { to: Box<Shape>, size: u64, before: u64, is_owned: bool },
}

/// What a number means.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Scalar {
    Signed,
    Unsigned,
    /// A number that is never zero, and whether it has a sign.
    NonZero(bool),
    Bool,
    /// A `char` of Rust.
    Char,
    /// A character of C.
    Byte,
    Float,
    /// One of these, if it is an enum of Rust; one in C may have other values.
    Enum {
        values: Vec<(String, i64)>,
        is_closed: bool,
    },
}

impl Scalar {
    /// Whether every value of the bytes is one.
    pub(crate) fn is_any(&self) -> bool {
        match self {
            Scalar::Signed | Scalar::Unsigned | Scalar::Byte | Scalar::Float => true,
            Scalar::NonZero(_) | Scalar::Bool | Scalar::Char => false,
            Scalar::Enum { is_closed, .. } => !is_closed,
        }
    }
}

/// How parts are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Form {
    Struct,
    Tuple,
    Array,
}

/// A part of a value.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Part {
    pub(crate) name: String,
    pub(crate) offset: u64,
    pub(crate) shape: Shape,
}

/// One of several forms of a value.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Case {
    pub(crate) name: String,
    /// Bytes that say that it is this one: offset, size and value.
    pub(crate) stores: Vec<(u64, u64, i64)>,
    pub(crate) form: Form,
    pub(crate) parts: Vec<Part>,
}

/// A value with a length.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Sequence {
    pub(crate) places: Places,
    pub(crate) lengths: (u32, u32),
    pub(crate) stride: u64,
    pub(crate) element: Box<Shape>,
    /// Whether it is text in UTF-8.
    pub(crate) is_text: bool,
    /// The name of the type of its elements.
    pub(crate) named: String,
}

/// Where a sequence keeps what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Places {
    /// Offsets of the address and of the length; whether the elements belong to it.
    Slice { pointer: u64, length: u64, is_owned: bool },
    /// A vector of Rust: also its capacity, and a word that is zero.
    Vector { pointer: u64, length: u64, capacity: u64, zero: Option<u64> },
    /// A vector of C++: the addresses of its begin, its end, and the end of its memory.
    Begin { begin: u64, end: u64, capacity: u64 },
    /// A short string of C++.
    Short,
    /// An address alone. With a zero byte after the characters, which are not zero.
    Bare { is_terminated: bool },
}

/// Why a type has no shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NoShape {
    /// It is inside of itself too often.
    Deep,
    /// Another reason.
    Why(String),
}

/// Finds shapes.
pub(crate) struct Shapes<'a> {
    pub(crate) types: &'a Types,
    pub(crate) is_rust: bool,
    /// The lengths of the outermost sequence.
    pub(crate) lengths: (u32, u32),
    /// The types that are being looked at.
    within: Vec<TypeId>,
    /// Whether sequences are inside of another value.
    is_inner: bool,
    /// Whether something was left out because it was too deep.
    pub(crate) is_cut: bool,
    /// Whether there was a sequence whose length was taken from `lengths`.
    pub(crate) has_sequence: bool,
}

impl<'a> Shapes<'a> {
    pub(crate) fn new(types: &'a Types, is_rust: bool, lengths: (u32, u32)) -> Self {
        let (within, is_inner, is_cut, has_sequence) = (Vec::new(), false, false, false);
        Self { types, is_rust, lengths, within, is_inner, is_cut, has_sequence }
    }

    /// The shape of a type.
    pub(crate) fn of(&mut self, of: TypeId) -> Result<Shape, NoShape> {
        let this = self.types.get(of);
        if self.within.len() > MOST_NESTED {
            return Err(NoShape::Deep);
        }
        // Only named types contain themselves.
        let is_named = matches!(this.kind, Kind::Struct { .. } | Kind::Tagged { .. });
        if is_named && self.within.iter().filter(|&&other| other == of).count() > DEEPEST {
            return Err(NoShape::Deep);
        }
        self.within.push(of);
        let shape = self.kind(of);
        self.within.pop();
        shape
    }

    fn why<T>(&self, of: TypeId, why: &str) -> Result<T, NoShape> {
        Err(NoShape::Why(format!("`{}` is {why}", super::spelled(self.types, of))))
    }

    fn kind(&mut self, of: TypeId) -> Result<Shape, NoShape> {
        let this = self.types.get(of);
        let size = this.size;
        let number = |kind| Ok(Shape::Scalar { size, kind });
        match &this.kind {
            Kind::Int { signed } => number(match this.name.as_str() {
                "char" if self.is_rust => Scalar::Char,
                "char" => Scalar::Byte,
                _ if *signed => Scalar::Signed,
                _ => Scalar::Unsigned,
            }),
            Kind::Bool => number(Scalar::Bool),
            Kind::Float => number(Scalar::Float),
            Kind::Enum { variants } => {
                number(Scalar::Enum { values: variants.clone(), is_closed: self.is_rust })
            }
            Kind::Struct { fields } => match self.library(of)? {
                Some(shape) => Ok(shape),
                None => self.fields(of, fields),
            },
            Kind::Tagged { tag, variants } => {
                let mut cases = Vec::new();
                let mut problem = None;
                for variant in variants {
                    let store = tag.zip(variant.value).map(|((at, size), value)| (at, size, value));
                    match self.variant(&variant.name, variant.of) {
                        Ok((form, parts)) => {
                            let stores = store.into_iter().collect();
                            cases.push(Case { name: variant.name.clone(), stores, form, parts });
                        }
                        Err(NoShape::Deep) => self.is_cut = true,
                        Err(other) => problem = problem.or(Some(other)),
                    }
                }
                match problem {
                    Some(problem) => Err(problem),
                    None if cases.is_empty() && !variants.is_empty() => Err(NoShape::Deep),
                    None if cases.is_empty() => self.why(of, "a type without values"),
                    None => Ok(Shape::Choice(cases)),
                }
            }
            &Kind::Array { of: element, length, .. } => {
                if length > MOST_ELEMENTS {
                    return self.why(of, "an array that is too large");
                }
                let stride = self.types.get(element).size;
                let was = std::mem::replace(&mut self.is_inner, true);
                let element = self.of(element);
                self.is_inner = was;
                let element = element?;
                let part = |at: u64| Part {
                    name: at.to_string(),
                    offset: at * stride,
                    shape: element.clone(),
                };
                let parts = (0..length).map(part).collect();
                Ok(Shape::Parts { form: Form::Array, name: String::new(), parts })
            }
            Kind::Pointer(pointer) => self.pointer(of, pointer),
            Kind::Union { fields } if this.name.contains("MaybeUninit<") => {
                match fields.iter().find(|field| field.name == "value") {
                    Some(value) => self.of(value.of),
                    None => self.why(of, "a union"),
                }
            }
            Kind::Union { .. } => self.why(of, "a union"),
            Kind::Unknown(why) => self.why(of, why),
        }
    }

    /// The data of a variant.
    fn variant(&mut self, name: &str, of: TypeId) -> Result<(Form, Vec<Part>), NoShape> {
        match self.of(of)? {
            Shape::Parts { form, parts, .. } => Ok((form, parts)),
            shape => Ok((Form::Tuple, vec![Part { name: name.to_owned(), offset: 0, shape }])),
        }
    }

    fn fields(&mut self, of: TypeId, fields: &[Field]) -> Result<Shape, NoShape> {
        let name = self.types.get(of).name.clone();
        let mut parts: Vec<Part> = Vec::new();
        for field in fields {
            if field.name.starts_with("_vptr") {
                return self.why(of, "a class with virtual functions");
            }
            if field.is_bit_field {
                return self.why(of, "a struct with bit-fields");
            }
            let size = self.types.get(field.of).size;
            if size == 0 {
                continue;
            }
            let shape = match field.constant {
                Some(value) => Shape::Constant { size, value },
                None => self.of(field.of)?,
            };
            parts.push(Part { name: short(&field.name).to_owned(), offset: field.offset, shape });
        }
        // A wrapper of one value is that value.
        let is_wrapper = is_library(&name) || fields.iter().all(|field| field.name.is_empty());
        if let [only] = &parts[..]
            && only.offset == 0
            && is_wrapper
            && !fields.is_empty()
        {
            return Ok(parts.remove(0).shape);
        }
        let is_tuple = fields.iter().all(|field| field.name.starts_with("__")) && self.is_rust;
        let form = if is_tuple { Form::Tuple } else { Form::Struct };
        let name = if name.starts_with('(') { String::new() } else { last(&name).to_owned() };
        Ok(Shape::Parts { form, name, parts })
    }

    fn pointer(&mut self, of: TypeId, pointer: &Pointer) -> Result<Shape, NoShape> {
        let is_owned = match pointer.flavour {
            Flavour::Ref | Flavour::RefMut | Flavour::Reference => false,
            Flavour::Box | Flavour::Rc | Flavour::Arc | Flavour::UniquePtr => true,
            Flavour::RcWeak | Flavour::ArcWeak => {
                return self.why(of, "a weak pointer, whose owner is not known");
            }
            Flavour::SharedPtr => return self.why(of, "a `shared_ptr`"),
            Flavour::Plain | Flavour::Const | Flavour::Mut | Flavour::NonNull => {
                return self.why(of, "a plain pointer, which may point to anything");
            }
        };
        if self.types.get(of).size > 8 || self.types.get(of).name.contains("dyn ") {
            return self.why(of, "a pointer to a type that is not known");
        }
        let Some(to) = pointer.to else {
            return self.why(of, "a pointer to a type that is not known");
        };
        let size = self.types.get(to).size;
        let target = self.of(to);
        let target = match (target, pointer.nullable) {
            (Err(NoShape::Deep), true) => {
                self.is_cut = true;
                None
            }
            (target, _) => Some(target?),
        };
        let before = pointer.before;
        let value = target.map(|to| Shape::Pointer { to: Box::new(to), size, before, is_owned });
        if !pointer.nullable {
            return value.ok_or(NoShape::Deep);
        }
        let (null, some) = match pointer.in_option {
            true => ("None", "Some"),
            false => ("null", "new"),
        };
        let none = Case {
            name: null.to_owned(),
            stores: vec![(0, 8, pointer.null())],
            form: Form::Tuple,
            parts: Vec::new(),
        };
        let some = value.map(|shape| Case {
            name: some.to_owned(),
            stores: Vec::new(),
            form: Form::Tuple,
            parts: vec![Part { name: "0".to_owned(), offset: 0, shape }],
        });
        Ok(Shape::Choice([Some(none), some].into_iter().flatten().collect()))
    }

    /// The shape of a library's type; none if it is built from its fields.
    fn library(&mut self, of: TypeId) -> Result<Option<Shape>, NoShape> {
        let this = self.types.get(of);
        let name = this.name.as_str();
        let element = this.arguments.first().copied();
        if name.contains("dyn ") && name.starts_with(['&', 'a']) {
            return self.why(of, "a pointer to a trait object");
        }
        if name.starts_with("core::num::nonzero::NonZero<") {
            let signed = name.starts_with("core::num::nonzero::NonZero<i");
            let kind = Scalar::NonZero(signed);
            return Ok(Some(Shape::Scalar { size: this.size, kind }));
        }
        let is_deque = name.starts_with("alloc::collections::vec_deque::VecDeque<");
        if name.starts_with("alloc::vec::Vec<") || name == "alloc::string::String" || is_deque {
            let is_text = name == "alloc::string::String";
            let vec = at(self.types, of, &["vec"]).filter(|_| is_text);
            let element = match vec {
                Some((_, vec)) => self.types.get(vec).arguments.first().copied(),
                None => element,
            };
            let place = |name: &str| at(self.types, of, &[name]).map(|(at, _)| at);
            let places = (place("ptr"), place("len"), place("cap"));
            let (Some(element), (Some(pointer), Some(length), Some(capacity))) = (element, places)
            else {
                return self.why(of, "of a version of the library that is not known");
            };
            let zero = place("head").filter(|_| is_deque);
            let places = Places::Vector { pointer, length, capacity, zero };
            return self.sequence(places, element, is_text).map(Some);
        }
        let slices =
            ["alloc::boxed::Box<[", "alloc::boxed::Box<str", "&[", "&mut [", "&str", "&mut str"];
        if let Some(start) = slices.iter().find(|start| name.starts_with(**start)) {
            let data = at(self.types, of, &["data_ptr"]);
            let length = at(self.types, of, &["length"]);
            let (Some((pointer, data)), Some((length, _))) = (data, length) else {
                return self.why(of, "of a version of the library that is not known");
            };
            let Kind::Pointer(Pointer { to: Some(element), .. }) = self.types.get(data).kind else {
                return self.why(of, "of a version of the library that is not known");
            };
            let is_owned = start.starts_with("alloc");
            let places = Places::Slice { pointer, length, is_owned };
            return self.sequence(places, element, start.contains("str")).map(Some);
        }
        if is_std(name, "vector<") && !name.contains("vector<bool") {
            let place = |names: &[&str]| at(self.types, of, names).map(|(at, _)| at);
            let places =
                (place(&["__begin_"]), place(&["__end_"]), place(&["__cap_", "__end_cap_"]));
            let (Some(element), (Some(begin), Some(end), Some(capacity))) = (element, places)
            else {
                return self.why(of, "of a version of the library that is not known");
            };
            return self.sequence(Places::Begin { begin, end, capacity }, element, false).map(Some);
        }
        if is_std(name, "basic_string<char,") {
            let is_known = this.size == 24 && at(self.types, of, &["__s"]).is_some();
            let (Some(element), true) = (element, is_known) else {
                return self.why(of, "of a version of the library that is not known");
            };
            return self.sequence(Places::Short, element, false).map(Some);
        }
        if is_std(name, "optional<") {
            let places = (at(self.types, of, &["__engaged_"]), at(self.types, of, &["__val_"]));
            let (Some(element), (Some((engaged, _)), Some((value, _)))) = (element, places) else {
                return self.why(of, "of a version of the library that is not known");
            };
            let shape = self.of(element)?;
            let case = |name: &str, tag, parts| Case {
                name: name.to_owned(),
                stores: vec![(engaged, 1, tag)],
                form: Form::Tuple,
                parts,
            };
            let some = vec![Part { name: "0".to_owned(), offset: value, shape }];
            let cases = vec![case("nullopt", 0, Vec::new()), case("some", 1, some)];
            return Ok(Some(Shape::Choice(cases)));
        }
        if is_std(name, "variant<") {
            let places = (at(self.types, of, &["__index"]), at(self.types, of, &["__data"]));
            let (Some((index, number)), Some((data, _))) = places else {
                return self.why(of, "of a version of the library that is not known");
            };
            let size = self.types.get(number).size;
            let mut cases = Vec::new();
            for (tag, &of) in (0..).zip(&this.arguments) {
                let shape = self.of(of)?;
                let name = last(&self.types.get(of).name).to_owned();
                cases.push(Case {
                    name,
                    stores: vec![(index, size, tag)],
                    form: Form::Tuple,
                    parts: vec![Part { name: tag.to_string(), offset: data, shape }],
                });
            }
            return Ok(Some(Shape::Choice(cases)));
        }
        if is_library(name) && !is_plain(name) {
            return self.why(of, "a type of the library that Pikse cannot build from its bytes");
        }
        Ok(None)
    }

    fn sequence(
        &mut self,
        places: Places,
        element: TypeId,
        is_text: bool,
    ) -> Result<Shape, NoShape> {
        let mut lengths = match self.is_inner {
            true => (0, INNER),
            false => self.lengths,
        };
        self.has_sequence |= !self.is_inner;
        if places == Places::Short && lengths.1 > SHORT {
            let why = format!("a `std::string` of more than {SHORT} characters cannot be built");
            return Err(NoShape::Why(why));
        }
        let stride = self.types.get(element).size;
        let named = super::spelled(self.types, element);
        let was = std::mem::replace(&mut self.is_inner, true);
        let shape = self.of(element);
        self.is_inner = was;
        let element = match shape {
            // The innermost are empty.
            Err(NoShape::Deep) if lengths.0 == 0 => {
                self.is_cut = true;
                lengths = (0, 0);
                Shape::Constant { size: 0, value: 0 }
            }
            shape => shape?,
        };
        let element = Box::new(element);
        Ok(Shape::Sequence(Sequence { places, lengths, stride, element, is_text, named }))
    }
}

/// The name of a field; those of tuples are called `__0` in debug information.
fn short(name: &str) -> &str {
    name.strip_prefix("__").filter(|rest| rest.bytes().all(|b| b.is_ascii_digit())).unwrap_or(name)
}

/// `Node` of `list::Node<i32>`.
pub(super) fn last(path: &str) -> &str {
    let plain = path.split('<').next().unwrap_or(path);
    plain.rsplit("::").next().unwrap_or(plain)
}

/// Whether a type is the library's.
fn is_library(name: &str) -> bool {
    ["core::", "alloc::", "std::"].iter().any(|start| name.starts_with(start))
}

/// Whether a library's type is nothing but its fields.
fn is_plain(name: &str) -> bool {
    let rust = [
        "core::cell::Cell<",
        "core::cell::RefCell<",
        "core::cell::UnsafeCell<",
        "core::option::Option<",
        "core::result::Result<",
        "core::num::wrapping::Wrapping<",
        "core::num::saturating::Saturating<",
        "core::cmp::Reverse<",
        "core::sync::atomic::Atomic",
        "core::mem::manually_drop::ManuallyDrop<",
        "core::mem::maybe_dangling::MaybeDangling<",
        "core::ops::range::Range<",
        "core::ops::range::RangeFrom<",
        "core::ops::range::RangeTo<",
        "core::ops::range::RangeToInclusive<",
        "core::ops::control_flow::ControlFlow<",
        "core::marker::PhantomData<",
        "core::option::",
        "core::result::",
        "alloc::borrow::Cow<",
    ];
    let cpp = ["array<", "pair<"];
    rust.iter().any(|start| name.starts_with(start)) || cpp.iter().any(|of| is_std(name, of))
}

/// Whether a name is that of a template of the C++ library, in any version namespace.
fn is_std(name: &str, template: &str) -> bool {
    let Some(rest) = name.strip_prefix("std::") else { return false };
    let versioned = rest.split_once("::").filter(|(version, _)| version.starts_with("__"));
    rest.starts_with(template) || versioned.is_some_and(|(_, rest)| rest.starts_with(template))
}

/// The offset and type of the first field, breadth first, that has one of the names.
pub(super) fn at(types: &Types, of: TypeId, names: &[&str]) -> Option<(u64, TypeId)> {
    let mut level = vec![(0, of)];
    for _ in 0..16 {
        let mut next = Vec::new();
        for (offset, of) in level {
            let fields = match &types.get(of).kind {
                Kind::Struct { fields } | Kind::Union { fields } => fields,
                _ => continue,
            };
            let named = fields.iter().find(|field| names.contains(&field.name.as_str()));
            if let Some(field) = named {
                return Some((offset + field.offset, field.of));
            }
            next.extend(fields.iter().map(|field| (offset + field.offset, field.of)));
        }
        level = next;
    }
    None
}
