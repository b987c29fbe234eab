//! The parts of a type that have values of their own, with nested types flattened.
//!
//! A **leaf** becomes one field of the space. Nested structs, arrays of structs and library wrappers
//! disappear; the names of their fields contain dots. An enum with data is a leaf for the variant, its
//! **tag**, and the leaves of each variant's data, which are there only with that variant. A vector is
//! a leaf for its length and leaves for its elements, which are in a buffer ([`containers`]). Pointers
//! and capacities of a library are constants; where they depend on a tag, they are hidden leaves.
//!
//! What has no bound gets its **simplest value**, with a note for the user: a floating-point number is
//! 0, a pointer to anything is null, a map is empty. It is refused if no such value is known.

mod c_family;
mod containers;
mod library;

use pikse_llvm::Types;
use pikse_llvm::types::{Field, Flavour, Kind, Pointer, TypeId};
use pikse_structure::space::Style;
use pikse_structure::{Bits, Buffer};

use super::BoundsError;
use super::infer::POINTER_SIZE;
use super::request::{FieldName, Request};
use crate::symbols;

/// The maximum number of leaves of an object; a struct with a larger array has no
/// sensible bound.
pub(super) const MAX_LEAVES: usize = 4096;
/// The maximum nesting of types. Damaged debug information may put a struct in itself.
const DEEPEST: usize = 64;
/// Buffers are that far from each other and aligned like this, so that a read out of bounds of one is
/// found.
const GAP: u64 = 16;

/// A leaf of a type.
#[derive(Clone, Debug)]
pub(super) struct Leaf {
    pub(super) name: String,
    /// From the beginning of the value.
    pub(super) offset: u64,
    /// The size in bytes of the place.
    pub(super) size: u64,
    pub(super) of: TypeId,
    pub(super) content: Content,
    /// The tag, by its number, and its least and greatest raw value with which the leaf is there.
    pub(super) when: Option<(usize, i64, i64)>,
    pub(super) style: Style,
    /// Whether it has its first value only: the user ignores it.
    pub(super) is_ignored: bool,
    /// Values that are addresses of symbols: their numbers, the symbols, and distances from them.
    pub(super) symbols: Vec<(usize, String, u64)>,
}

/// What a leaf holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Content {
    /// A value of its type.
    Scalar,
    /// An array of values of its type.
    Array(u64),
    /// A sequence of values of its type, with a length; the leaf's place is that of the length.
    Sequence {
        /// The least and the greatest length.
        lengths: (u32, u32),
        /// The bits of each length; none if it is the number itself.
        bits: Option<Vec<Bits>>,
        /// Where the first element is, and the distance to the next.
        first: u64,
        stride: u64,
    },
    /// The length of a sequence whose elements are leaves.
    Length { lengths: (u32, u32), bits: Option<Vec<Bits>> },
    /// Named values.
    Tag(Vec<(String, Bits)>),
    /// One value.
    Constant(Bits),
    /// Zero, since the type has no bound. The user sees it.
    Zero,
    /// Null, for the same reason.
    Null,
    /// The characters of a string in C: the numbers with which it goes on, and 0.
    Character,
}

/// The leaves of a type, and its constant bytes.
#[derive(Debug, Default)]
pub(super) struct Leaves {
    pub(super) leaves: Vec<Leaf>,
    /// Offset, size and value of constant bytes.
    pub(super) constants: Vec<(u64, u64, i64)>,
    /// Constant addresses in the same object: where, and the offset that they point to.
    pub(super) addresses: Vec<(u64, u64)>,
    /// The buffers.
    pub(super) buffers: Vec<Buffer>,
    /// The containers of the library.
    pub(super) held: Vec<library::Held>,
    /// What got its simplest value: the field, and why.
    pub(super) notes: Vec<(String, String)>,
    /// The number of bytes after the type's own: the elements of a flexible array.
    pub(super) tail: u64,
}

/// Flattens a type. `class` is the name of its class; `is_called` accepts the class in options.
pub(super) fn leaves(
    types: &Types,
    of: TypeId,
    class: &str,
    request: &Request,
    is_called: &dyn Fn(&str) -> bool,
) -> Result<Leaves, BoundsError> {
    let mut flat = Flat {
        types,
        request,
        class,
        is_called,
        found: Leaves::default(),
        end: types.get(of).size,
        is_ignored: false,
        depth: 0,
        within: vec![of],
        complete: (of, 0),
        in_base: false,
    };
    flat.walk(&Spot { name: String::new(), offset: 0, of, when: None })?;
    let mut found = flat.found;
    for leaf in &mut found.leaves {
        // The other words of a wide pointer are zero.
        let stride = types.get(leaf.of).size;
        if let (Content::Scalar | Content::Array(_), Kind::Pointer(_)) =
            (&leaf.content, &types.get(leaf.of).kind)
            && stride > POINTER_SIZE
        {
            let count = if let Content::Array(length) = leaf.content { length } else { 1 };
            let beside = |at| (leaf.offset + at * stride + POINTER_SIZE, stride - POINTER_SIZE, 0);
            found.constants.extend((0..count).map(beside));
        }
        // A class may be a single value in a `Cell`.
        if leaf.name.is_empty() {
            leaf.name = "value".to_owned();
        }
    }
    found.constants.sort_unstable();
    Ok(found)
}

/// A part that is to be flattened.
#[derive(Clone, Debug)]
struct Spot {
    name: String,
    offset: u64,
    of: TypeId,
    when: Option<(usize, i64, i64)>,
}

struct Flat<'a> {
    types: &'a Types,
    request: &'a Request,
    class: &'a str,
    is_called: &'a dyn Fn(&str) -> bool,
    found: Leaves,
    /// The end of the value and of the buffers so far.
    end: u64,
    is_ignored: bool,
    depth: usize,
    /// The types of elements that are being flattened, the outermost first.
    within: Vec<TypeId>,
    /// The object that is being flattened, without its base classes: its type and its offset.
    complete: (TypeId, u64),
    /// Whether the next struct is a base class of it.
    in_base: bool,
}

/// The name of a part of something: `corners.0`.
fn join(name: &str, part: &str) -> String {
    // Fields of tuples are called `__0` in debug information.
    let short = part.strip_prefix("__").filter(|rest| rest.bytes().all(|b| b.is_ascii_digit()));
    match (name.is_empty(), part.is_empty()) {
        (true, _) => part.to_owned(),
        (_, true) => name.to_owned(),
        _ => format!("{name}.{}", short.filter(|rest| !rest.is_empty()).unwrap_or(part)),
    }
}

/// Whether a field name, as users write it, means a leaf: `corners.x` is the name of `corners.0.x`,
/// `corners.1.x` and so on.
pub(super) fn means(field: &str, leaf: &str) -> bool {
    let is_index = |part: &&str| part.bytes().all(|byte| byte.is_ascii_digit());
    field == leaf || field.split('.').eq(leaf.split('.').filter(|part| !is_index(part)))
}

impl Flat<'_> {
    fn refuse<T>(&self, name: &str, why: String) -> Result<T, BoundsError> {
        let field = match name.is_empty() {
            true => self.class.to_owned(),
            false => format!("{}.{name}", self.class),
        };
        Err(BoundsError::NoBound { field, why })
    }

    /// Whether a name of the request is this part's.
    fn is_meant(&self, name: &FieldName, part: &str) -> bool {
        (self.is_called)(&name.class) && means(&name.field, part)
    }

    fn note(&mut self, name: &str, why: &str) {
        let field = format!("{}.{}", self.class, if name.is_empty() { "value" } else { name });
        self.found.notes.push((field, why.to_owned()));
    }

    fn push(&mut self, spot: &Spot, size: u64, content: Content) -> usize {
        self.found.leaves.push(Leaf {
            name: spot.name.clone(),
            offset: spot.offset,
            size,
            of: spot.of,
            content,
            when: spot.when,
            style: Style::Plain,
            is_ignored: self.is_ignored,
            symbols: Vec::new(),
        });
        self.found.leaves.len() - 1
    }

    /// Bytes that have one value wherever they are there.
    fn constant(&mut self, spot: &Spot, offset: u64, size: u64, bits: Bits) {
        if spot.when.is_none() {
            match bits {
                Bits::Own(target) => self.found.addresses.push((offset, target)),
                Bits::Number(value) => self.found.constants.push((offset, size, value)),
                Bits::Left => {}
            }
            return;
        }
        let name = format!("{}.bytes{}", join(&spot.name, ""), self.found.leaves.len());
        let name = name.trim_start_matches('.').to_owned();
        let hidden = Spot { name, offset, ..spot.clone() };
        let at = self.push(&hidden, size, Content::Constant(bits));
        self.found.leaves[at].style = Style::Hidden;
    }

    /// Constant bytes of any number.
    fn zeros(&mut self, spot: &Spot, offset: u64, size: u64) {
        let mut at = 0;
        while at < size {
            // Cells have one, two, four or eight bytes.
            let part = [8, 4, 2, 1].into_iter().find(|&part| part <= size - at).unwrap_or(1);
            self.constant(spot, offset + at, part, Bits::Number(0));
            at += part;
        }
    }

    /// A new buffer, whose address is at the offset `pointer`; its offset.
    fn buffer(&mut self, size: u64, pointer: u64) -> u64 {
        let offset = (self.end + GAP).next_multiple_of(GAP);
        self.end = offset + size;
        self.found.buffers.push(Buffer { offset, size, is_static: false, pointer });
        offset
    }

    fn walk(&mut self, spot: &Spot) -> Result<(), BoundsError> {
        if self.found.leaves.len() > MAX_LEAVES || self.depth > DEEPEST {
            let why = format!("part of a type with more than {MAX_LEAVES} fields");
            return self.refuse(&spot.name, why);
        }
        let asked = !self.is_ignored
            && !spot.name.is_empty()
            && self.request.ignored.iter().any(|name| self.is_meant(name, &spot.name));
        if asked {
            self.is_ignored = true;
            self.note(&spot.name, "ignored");
        }
        self.depth += 1;
        let done = self.walk_kind(spot);
        self.depth -= 1;
        self.is_ignored &= !asked;
        done
    }

    fn walk_kind(&mut self, spot: &Spot) -> Result<(), BoundsError> {
        let types = self.types;
        let of = types.get(spot.of);
        if self.container(spot)? {
            return Ok(());
        }
        match &of.kind {
            Kind::Struct { fields } => {
                let outer = self.complete;
                if !std::mem::take(&mut self.in_base) {
                    self.complete = (spot.of, spot.offset);
                }
                let done = self.fields(spot, fields);
                self.complete = outer;
                done
            }
            Kind::Tagged { tag, variants } => {
                let Some((at, size)) = *tag else {
                    let only = variants.iter().map(|variant| variant.of);
                    return only
                        .map(|of| Spot { of, ..spot.clone() })
                        .try_for_each(|s| self.walk(&s));
                };
                let values = variants.iter().map(|variant| {
                    (variant.name.clone(), variant.value.map_or(Bits::Left, Bits::Number))
                });
                let name = if spot.name.is_empty() { "variant" } else { &spot.name };
                let place =
                    Spot { name: name.to_owned(), offset: spot.offset + at, ..spot.clone() };
                let leaf = self.push(&place, size, Content::Tag(values.collect()));
                let is_option = of.name.starts_with("core::option::Option<");
                for (number, variant) in variants.iter().enumerate() {
                    let name = match is_option && !spot.name.is_empty() {
                        true => spot.name.clone(),
                        false => join(&spot.name, &variant.name),
                    };
                    let when = Some((leaf, number as i64, number as i64));
                    self.walk(&Spot { name, when, offset: spot.offset, of: variant.of })?;
                }
                Ok(())
            }
            &Kind::Array { of, length, .. } => match types.get(of).kind {
                // An array of scalars is one field.
                Kind::Int { .. } | Kind::Bool | Kind::Enum { .. } | Kind::Pointer(_) => {
                    if length > MAX_LEAVES as u64 {
                        return self.refuse(&spot.name, format!("an array of {length} elements"));
                    }
                    let size = types.get(of).size.min(POINTER_SIZE);
                    self.push(&Spot { of, ..spot.clone() }, size, Content::Array(length));
                    if types.get(of).name == "char" && size == 1 {
                        self.style_last(Style::Letter);
                    }
                    Ok(())
                }
                _ => {
                    let size = types.get(of).size;
                    (0..length.min(MAX_LEAVES as u64 + 1)).try_for_each(|at| {
                        self.walk(&Spot {
                            name: join(&spot.name, &at.to_string()),
                            offset: spot.offset + at * size,
                            of,
                            when: spot.when,
                        })
                    })
                }
            },
            Kind::Pointer(pointer) => self.pointer(spot, pointer),
            Kind::Float => {
                let asked = |name: &FieldName| self.is_meant(name, &spot.name);
                let listed = self.request.values.iter().rev().find(|list| asked(&list.field));
                if let Some(text) = listed
                    .and_then(|list| list.texts.iter().find(|text| text.parse::<f64>().is_err()))
                {
                    let field = format!("{}.{}", self.class, spot.name);
                    let why = format!("`{text}` is no number");
                    return Err(BoundsError::BadRange { field, why });
                }
                match (of.size, listed) {
                    (4 | 8, Some(list)) => {
                        let bits = |text: &String| {
                            let value: f64 = text.parse().unwrap_or(0.0);
                            let bits = match of.size {
                                4 => i64::from((value as f32).to_bits()),
                                _ => value.to_bits() as i64,
                            };
                            (text.clone(), Bits::Number(bits))
                        };
                        let values = list.texts.iter().map(bits).collect();
                        self.push(spot, of.size, Content::Tag(values));
                    }
                    _ => {
                        self.note(&spot.name, "a floating-point number, which is always 0");
                        match of.size {
                            4 | 8 => {
                                self.push(spot, of.size, Content::Zero);
                            }
                            size => self.zeros(spot, spot.offset, size),
                        }
                    }
                }
                Ok(())
            }
            // Memory that may be uninitialised has a value like any other.
            Kind::Union { fields }
                if of.name.starts_with("core::mem::maybe_uninit::MaybeUninit<") =>
            {
                let value = fields.iter().find(|field| field.name == "value");
                value.map_or(Ok(()), |value| self.walk(&Spot { of: value.of, ..spot.clone() }))
            }
            Kind::Union { .. } => {
                self.note(&spot.name, "a union, which is always zero bytes");
                self.zeros(spot, spot.offset, of.size);
                Ok(())
            }
            Kind::Unknown(why) if self.is_ignored => {
                self.note(&spot.name, why);
                self.zeros(spot, spot.offset, of.size);
                Ok(())
            }
            Kind::Unknown(why) => self.refuse(&spot.name, why.clone()),
            Kind::Int { .. } | Kind::Bool | Kind::Enum { .. } => {
                self.push(spot, of.size, Content::Scalar);
                match of.name.as_str() {
                    "char" if of.size == 1 => self.style_last(Style::Letter),
                    "char" | "char32_t" | "char16_t" | "char8_t" if of.size != 1 => {
                        self.style_last(Style::Text);
                    }
                    _ => {}
                }
                Ok(())
            }
        }
    }

    fn style_last(&mut self, style: Style) {
        if let Some(last) = self.found.leaves.last_mut() {
            last.style = style;
        }
    }

    fn fields(&mut self, spot: &Spot, fields: &[Field]) -> Result<(), BoundsError> {
        let plan = self.plan_of(spot, fields)?;
        for (number, field) in fields.iter().enumerate() {
            if self.planned(spot, fields, number, &plan)? {
                continue;
            }
            let (offset, size) = (spot.offset + field.offset, self.types.get(field.of).size);
            let name = join(&spot.name, &field.name);
            if field.name.starts_with("_vptr") {
                self.virtual_table(spot, offset)?;
                continue;
            }
            if field.is_bit_field {
                // The first of a group stands for all.
                if number == 0 || !fields[number - 1].is_bit_field {
                    self.bit_fields(spot, &fields[number..])?;
                }
                continue;
            }
            match field.constant {
                Some(value) => {
                    let size = size.min(MAX_LEAVES as u64);
                    if spot.when.is_some() && value == 0 {
                        self.zeros(spot, offset, size);
                        continue;
                    }
                    for at in (0..size).step_by(8) {
                        let part = (size - at).min(8);
                        let value = if at == 0 { value } else { 0 };
                        self.constant(spot, offset + at, part, Bits::Number(value));
                    }
                }
                None => {
                    self.in_base = field.name.is_empty();
                    self.walk(&Spot { name, offset, of: field.of, when: spot.when })?;
                    self.in_base = false;
                }
            }
        }
        Ok(())
    }

    /// The address of the table of virtual functions of an object.
    fn virtual_table(&mut self, spot: &Spot, offset: u64) -> Result<(), BoundsError> {
        let (of, start) = self.complete;
        let class = &self.types.get(of).name;
        let table = symbols::table_of(class).filter(|table| self.request.symbols.contains(table));
        let Some(table) = table else {
            let why = format!(
                "`{class}`, a class with virtual functions that no code of the program makes objects of"
            );
            return self.refuse(&spot.name, why);
        };
        let parts = self.request.tables.get(&table).map_or(&[][..], Vec::as_slice);
        let Some(&(_, functions)) = parts.iter().find(|(at, _)| start + at == offset) else {
            let why =
                format!("`{class}`, a class whose table of virtual functions is not understood");
            return self.refuse(&spot.name, why);
        };
        let name = match offset == start {
            true => join(&spot.name, "vtable"),
            false => join(&spot.name, &format!("vtable{}", offset - start)),
        };
        let name = name.strip_prefix('.').unwrap_or(&name).to_owned();
        let hidden = Spot { name, offset, ..spot.clone() };
        let leaf = self.push(&hidden, POINTER_SIZE, Content::Constant(Bits::Number(0)));
        self.found.leaves[leaf].style = Style::Hidden;
        self.found.leaves[leaf].symbols = vec![(0, table, functions)];
        Ok(())
    }

    /// A pointer to one of the functions that the user lists; false if there is no list.
    fn function_pointer(&mut self, spot: &Spot) -> Result<bool, BoundsError> {
        let asked = |name: &FieldName| self.is_meant(name, &spot.name);
        let Some(list) = self.request.values.iter().rev().find(|list| asked(&list.field)) else {
            return Ok(false);
        };
        let (mut values, mut symbols) = (Vec::new(), Vec::new());
        for (at, text) in list.texts.clone().iter().enumerate() {
            values.push((text.clone(), Bits::Number(-(at as i64))));
            if matches!(text.as_str(), "null" | "NULL" | "nullptr" | "0" | "None") {
                values[at].1 = Bits::Number(0);
                continue;
            }
            let functions = self.types.functions().iter();
            let named = functions.filter(|f| f.name == *text || f.last_name() == text);
            let mut found = named.filter(|f| self.request.symbols.contains(&f.symbol));
            let Some(function) = found.next() else {
                let field = format!("{}.{}", self.class, spot.name);
                let why = format!("there is no function `{text}`");
                return Err(BoundsError::BadRange { field, why });
            };
            symbols.push((at, function.symbol.clone(), 0));
        }
        let leaf = self.push(spot, POINTER_SIZE, Content::Tag(values));
        self.found.leaves[leaf].symbols = symbols;
        Ok(true)
    }

    fn pointer(&mut self, spot: &Spot, pointer: &Pointer) -> Result<(), BoundsError> {
        let types = self.types;
        let target = pointer.to.map(|to| &types.get(to).kind);
        let why = match target {
            _ if self.is_many(spot.of) => Some("a pointer to an array without a length beside it"),
            Some(Kind::Struct { .. } | Kind::Tagged { .. }) => None,
            // A number or a pointer that is pointed to is an object of its own.
            Some(
                Kind::Int { .. }
                | Kind::Bool
                | Kind::Enum { .. }
                | Kind::Pointer(_)
                | Kind::Array { .. },
            ) => match self.c_string(spot, pointer)? {
                true => return Ok(()),
                false => None,
            },
            Some(Kind::Float) => Some("a pointer to a floating-point number"),
            Some(Kind::Unknown(what)) if what == "a function" => {
                if self.function_pointer(spot)? {
                    return Ok(());
                }
                Some("a pointer to a function (`--values` lists functions)")
            }
            Some(_) => Some("a pointer to a type that has no bound"),
            None => Some("a pointer to a type that is not known"),
        };
        match why {
            None => {
                self.push(spot, POINTER_SIZE, Content::Scalar);
                Ok(())
            }
            Some(why) if pointer.nullable => {
                self.note(&spot.name, &format!("{why}, which is always null"));
                self.push(spot, POINTER_SIZE, Content::Null);
                let size = types.get(spot.of).size;
                self.zeros(spot, spot.offset + POINTER_SIZE, size.saturating_sub(POINTER_SIZE));
                Ok(())
            }
            Some(why) if self.is_ignored && pointer.flavour != Flavour::Reference => {
                self.constant(spot, spot.offset, POINTER_SIZE, Bits::Number(16));
                self.note(&spot.name, &format!("{why}, which leads nowhere"));
                Ok(())
            }
            Some(why) => self.refuse(&spot.name, format!("{why}, and is never null")),
        }
    }

    /// The lengths of a sequence.
    fn lengths(&self, name: &str) -> Result<(u32, u32), BoundsError> {
        let field = format!("{}.{name}", self.class);
        let named = |range: &&super::RangeOf| {
            let is_whole = name.is_empty() && range.field.field == "value";
            self.is_meant(&range.field, name) || is_whole && (self.is_called)(&range.field.class)
        };
        let size = self.request.size;
        let (low, high) = match self.request.lengths.iter().rev().find(named) {
            _ if self.is_ignored => (0, 0),
            None => (0, i64::from(size)),
            Some(range) => (range.low.for_size(size), range.high.for_size(size)),
        };
        match (u32::try_from(low), u32::try_from(high)) {
            (Ok(low), Ok(high)) if low <= high && high as usize <= MAX_LEAVES => Ok((low, high)),
            _ => {
                let why = format!("{low}..{high} are no lengths");
                Err(BoundsError::BadRange { field, why })
            }
        }
    }
}
