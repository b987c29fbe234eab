//! Makes a space with its layouts from types and a request.

use std::sync::Arc;

use pikse_llvm::Types;
use pikse_llvm::types::{Flavour, Kind, Pointer, TypeId};
use pikse_structure::layout::NO_POINTER;
use pikse_structure::space::{Style, When};
use pikse_structure::{
    Bits, BoundedHeap, Buffer, CellLayout, ClassId, Container, Contents, Count, Counts, Domain,
    Encoding, Entry, FieldId, Int, Layout, Length, Owns, SpaceBuilder, Symbol, Targets,
};

use super::leaves::{Content, Leaf, Leaves, leaves, means};
use super::request::{FieldName, Request};
use super::targets::{self, Target, targets};
use super::{Bounds, BoundsError, Note};

/// A class to be.
#[derive(Debug)]
pub(super) struct Class {
    pub(super) of: TypeId,
    /// The names of its type and of the class. They differ if a space has several classes
    /// for one type.
    plain: String,
    pub(super) name: String,
    pub(super) leaves: Vec<Leaf>,
    /// The other bytes of an object.
    rest: Leaves,
}

impl Class {
    /// Whether it has more than plain values of the types of its fields.
    pub(super) fn is_unusual(&self) -> bool {
        let is_plain = |leaf: &Leaf| {
            leaf.when.is_none() && matches!(leaf.content, Content::Scalar | Content::Array(_))
        };
        !self.leaves.iter().all(is_plain) || !self.rest.notes.is_empty()
    }
}

/// The bounds for a program's types and a request.
pub fn infer(types: &Types, request: &Request) -> Result<Bounds, BoundsError> {
    let root = find_root(types, &request.root)?;
    let classes = reach(types, root, ("", None), request)?;
    check_names(types, &classes.iter().collect::<Vec<_>>(), &[], request)?;
    let mut builder = SpaceBuilder::new();
    let layouts = add_classes(types, &classes, request, &mut builder, 0)?;
    let has_links = has_links(types, &classes, request);
    let types = classes.iter().map(|class| Some(class.of)).collect();
    let space = Arc::new(builder.build().map_err(BoundsError::Space)?);
    let heap = Arc::new(BoundedHeap { space, layouts });
    let (notes, unusual) = (notes(classes.iter()), classes.iter().map(Class::is_unusual).collect());
    Ok(Bounds { heap, types, arguments: Vec::new(), notes, unusual, has_links })
}

/// Adds classes that point to each other to a space that has `before` classes. Returns
/// their layouts.
pub(super) fn add_classes(
    types: &Types,
    classes: &[Class],
    request: &Request,
    builder: &mut SpaceBuilder,
    before: usize,
) -> Result<Vec<Layout>, BoundsError> {
    for class in classes {
        let count = count_of(types, classes, class, request)?;
        builder.class(&class.name, count);
    }
    let mut layouts = Vec::new();
    for (number, class) in classes.iter().enumerate() {
        let prefix = prefix_of(types, classes, class);
        let (mut cells, mut unsigned, mut symbols) = (Vec::new(), Vec::new(), Vec::new());
        // Every leaf is one field, so the fields of a class are numbered as its leaves.
        let mut first: Option<FieldId> = None;
        for leaf in &class.leaves {
            let field = format!("{}.{}", class.name, leaf.name);
            let (domain, encoding) =
                domain_of(types, (classes, before), class, leaf, &field, request)?;
            let (id, of) = (ClassId::at(before + number), types.get(leaf.of));
            let (size, into, null, owns) = match pointer_of(types, leaf) {
                None => (leaf.size, 0, 0, Owns::Nothing),
                Some(pointer) => {
                    let owns = match pointer.flavour {
                        Flavour::Rc | Flavour::Arc => Owns::Shared,
                        Flavour::RcWeak | Flavour::ArcWeak => Owns::Weakly,
                        _ => Owns::Nothing,
                    };
                    let target = classes.iter().find(|class| Some(class.of) == pointer.to);
                    let prefix = target.map_or(0, |target| prefix_of(types, classes, target));
                    (POINTER_SIZE, prefix.saturating_sub(pointer.before), pointer.null(), owns)
                }
            };
            let place = |target: &Target| classes.iter().position(|class| class.of == target.of);
            let elsewhere: Vec<(ClassId, u64)> = targets_of(types, classes, leaf, request)
                .iter()
                .filter(|target| target.into > 0)
                .filter_map(|target| Some((ClassId::at(before + place(target)?), target.into)))
                .collect();
            let mut cell = |offset: u64, size: u64, encoding: Encoding| {
                let (offset, elsewhere) = (prefix + offset, elsewhere.clone());
                cells.push(CellLayout { offset, size, encoding, into, elsewhere, null, owns });
            };
            let new = match &leaf.content {
                Content::Array(length) => {
                    let fixed = Length::Fixed(*length as u32);
                    let new = builder.array::<Int>(id, &leaf.name, domain, fixed).id();
                    for at in 0..*length {
                        cell(leaf.offset + at * of.size, size, encoding.clone());
                    }
                    new
                }
                Content::Sequence { lengths, bits, first, stride } => {
                    let between = Length::Between(lengths.0, lengths.1);
                    let new = builder.array::<Int>(id, &leaf.name, domain, between).id();
                    cell(leaf.offset, leaf.size, encoding_of(bits.as_deref(), prefix));
                    let size = of.size.min(POINTER_SIZE);
                    for at in 0..u64::from(lengths.1) {
                        cell(first + at * stride, size, encoding.clone());
                    }
                    new
                }
                _ => {
                    let encoding = match encoding {
                        Encoding::Table(bits) => encoding_of(Some(&bits), prefix),
                        other => other,
                    };
                    let null = match (&leaf.content, &of.kind) {
                        (Content::Null, Kind::Pointer(pointer)) => pointer.null(),
                        _ => null,
                    };
                    let (offset, elsewhere) = (prefix + leaf.offset, elsewhere.clone());
                    cells.push(CellLayout { offset, size, encoding, into, elsewhere, null, owns });
                    builder.scalar::<Int>(id, &leaf.name, domain).id()
                }
            };
            let cell = cells.len() - 1;
            symbols.extend(leaf.symbols.iter().map(|(value, name, behind)| Symbol {
                cell,
                value: *value,
                name: name.clone(),
                behind: *behind,
            }));
            // A length is never below zero, whatever its elements are.
            unsigned.resize(cells.len(), is_unsigned(types, leaf));
            let first = *first.get_or_insert(new);
            if let Some((tag, low, high)) = leaf.when {
                let tag = FieldId::at(first.index() + tag);
                builder.when(new, When { tag, low, high });
            }
            if leaf.style != Style::Plain {
                builder.style(new, leaf.style);
            }
        }
        let rest = &class.rest;
        let field = |leaf: usize| first.map_or(0, |first| first.index() + leaf) as u32;
        let mut containers = Vec::new();
        for held in &rest.held {
            let fields = |range: &std::ops::Range<usize>| field(range.start)..field(range.end);
            let entry = |(key, all): &_| Entry { key: fields(key), all: fields(all) };
            containers.push(Container {
                offset: prefix + held.offset,
                size: held.size,
                buffer: prefix + held.buffer,
                name: held.name.clone(),
                contents: builder.contents(Contents {
                    class: ClassId::at(before + number),
                    length: FieldId(field(held.length)),
                    entries: held.entries.iter().map(entry).collect(),
                    order: held.order,
                }),
            });
        }
        let counts = (prefix > 0).then_some(COUNTS);
        let first = |count: Count| (count.offset, count.size, count.first);
        let counted = counts.into_iter().flat_map(|of| [first(of.shared), first(of.weak)]);
        let kept = rest.constants.iter().map(|&(at, size, value)| (prefix + at, size, value));
        let buffer = |buffer: &Buffer| Buffer {
            offset: prefix + buffer.offset,
            pointer: match buffer.pointer {
                NO_POINTER => NO_POINTER,
                pointer => prefix + pointer,
            },
            ..buffer.clone()
        };
        layouts.push(Layout {
            size: prefix + types.get(class.of).size + rest.tail,
            prefix,
            cells,
            counts,
            constants: counted.chain(kept).collect(),
            addresses: rest.addresses.iter().map(|&(at, to)| (prefix + at, prefix + to)).collect(),
            buffers: rest.buffers.iter().map(buffer).collect(),
            containers,
            symbols,
            is_tagged: class.leaves.iter().any(|leaf| {
                leaf.when.is_some() || matches!(leaf.content, Content::Sequence { .. })
            }),
            unsigned,
        });
    }
    Ok(layouts)
}

/// Whether the values of a leaf are integers without a sign.
fn is_unsigned(types: &Types, leaf: &Leaf) -> bool {
    matches!(types.get(leaf.of).kind, Kind::Int { signed: false })
}

/// What got its simplest value, in the order of classes.
pub(super) fn notes<'a>(classes: impl Iterator<Item = &'a Class>) -> Vec<Note> {
    let mut notes: Vec<Note> = Vec::new();
    // Elements of a vector have the same notes: the first stands for all.
    let last = |field: &str| field.rsplit_once('.').map_or(field, |(_, last)| last).to_owned();
    for (field, what) in classes.flat_map(|class| &class.rest.notes) {
        let is_element = field.split('.').any(|part| part.bytes().all(|b| b.is_ascii_digit()));
        let same = |note: &Note| last(&note.field) == last(field) && note.what == *what;
        if !is_element || !notes.iter().any(same) {
            notes.push(Note { field: field.clone(), what: what.clone() });
        }
    }
    notes
}

/// The encoding of values with these bits, in an object whose value is after a prefix.
fn encoding_of(bits: Option<&[Bits]>, prefix: u64) -> Encoding {
    let shifted = |&bits: &Bits| match bits {
        Bits::Own(offset) => Bits::Own(offset + prefix),
        other => other,
    };
    bits.map_or(Encoding::Value, |bits| Encoding::Table(bits.iter().map(shifted).collect()))
}

/// The counts before the value of an `Rc` or an `Arc`: all owners together are one weak one.
const COUNTS: Counts = Counts {
    shared: Count { offset: 0, size: POINTER_SIZE, first: 1 },
    weak: Count { offset: POINTER_SIZE, size: POINTER_SIZE, first: 1 },
};

/// The name of integers that are never zero.
const NON_ZERO: &str = "core::num::nonzero::NonZero<";

/// The size of an address in bytes.
pub(super) const POINTER_SIZE: u64 = 8;

/// The pointer that a leaf is, or that an array has as elements.
fn pointer_of(types: &Types, leaf: &Leaf) -> Option<Pointer> {
    let has_values =
        matches!(leaf.content, Content::Scalar | Content::Array(_) | Content::Sequence { .. });
    match types.get(leaf.of).kind {
        Kind::Pointer(pointer) if has_values => Some(pointer),
        _ => None,
    }
}

/// The objects that a leaf may lead to; none if it is no pointer.
fn targets_of(types: &Types, classes: &[Class], leaf: &Leaf, request: &Request) -> Vec<Target> {
    let to = pointer_of(types, leaf).and_then(|pointer| pointer.to);
    match (to, classes.first()) {
        (Some(to), Some(root)) => targets(types, root.of, to, request),
        _ => Vec::new(),
    }
}

/// Whether pointers lead to links inside of other structs.
pub(super) fn has_links(types: &Types, classes: &[Class], request: &Request) -> bool {
    let mut leaves = classes.iter().flat_map(|class| &class.leaves);
    let is_link = |target: &Target| target.field.is_some();
    leaves.any(|leaf| targets_of(types, classes, leaf, request).iter().any(is_link))
}

/// The number of bytes before the value of an object that pointers point to.
pub(super) fn prefix_of(types: &Types, classes: &[Class], class: &Class) -> u64 {
    let leaves = classes.iter().flat_map(|class| &class.leaves);
    let pointers = leaves.filter_map(|leaf| pointer_of(types, leaf));
    let to_class = pointers.filter(|pointer| pointer.to == Some(class.of));
    to_class.map(|pointer| pointer.before).max().unwrap_or(0)
}

fn find_root(types: &Types, name: &str) -> Result<TypeId, BoundsError> {
    let found = types.structs_named(name);
    match found[..] {
        [root] => Ok(root),
        [] => {
            let likeness = |known: &str| edit_distance(&known.to_lowercase(), &name.to_lowercase());
            let mut near: Vec<&str> = types.struct_names();
            near.sort_by_key(|known| likeness(known.rsplit("::").next().unwrap_or(known)));
            let near = near.into_iter().take(3).map(str::to_owned).collect();
            Err(BoundsError::NoSuchType { name: name.to_owned(), near })
        }
        _ => Err(BoundsError::Ambiguous {
            name: name.to_owned(),
            paths: found.iter().map(|&id| types.get(id).name.clone()).collect(),
        }),
    }
}

/// The root and every struct that pointers can reach, breadth first. Their names begin with
/// `prefix`; the root is called `named`, if that is given.
pub(super) fn reach(
    types: &Types,
    root: TypeId,
    (prefix, named): (&str, Option<&str>),
    request: &Request,
) -> Result<Vec<Class>, BoundsError> {
    let (mut order, mut pointed) = (vec![root], Vec::new());
    let mut classes: Vec<Class> = Vec::new();
    while let Some(&of) = order.get(classes.len()) {
        let plain = match named.filter(|_| classes.is_empty()) {
            Some(named) => named.to_owned(),
            None => class_name(types, of, &classes),
        };
        let name = match named.is_some() && classes.is_empty() {
            true => plain.clone(),
            false => format!("{prefix}{plain}"),
        };
        let is_called =
            |asked: &str| asked == name || asked == plain || types.get(of).name == asked;
        let mut rest = leaves(types, of, &name, request, &is_called)?;
        let leaves = std::mem::take(&mut rest.leaves);
        for leaf in &leaves {
            let Some(to) = pointer_of(types, leaf).and_then(|pointer| pointer.to) else { continue };
            if !pointed.contains(&to) {
                pointed.push(to);
            }
            for target in targets(types, root, to, request) {
                if !order.contains(&target.of) && !target.is_head {
                    order.push(target.of);
                }
            }
        }
        classes.push(Class { of, plain, name, leaves, rest });
    }
    if let Some(first) = classes.first_mut() {
        first.rest.notes.extend(targets::notes(types, root, &pointed, request));
    }
    Ok(classes)
}

/// The last part of a type's path, and the whole path if another class has it.
fn class_name(types: &Types, of: TypeId, classes: &[Class]) -> String {
    // A pointer that is pointed to has no name in C.
    let guarded = types.guarded(of);
    let path = match types.get(guarded).kind {
        Kind::Pointer(Pointer { to: Some(to), .. }) if types.get(guarded).name.is_empty() => {
            &format!("{}_pointer", types.get(to).name)
        }
        _ => &types.get(guarded).name,
    };
    let spelled = |text: &str| {
        let fits = |c: char| if pikse_structure::path::is_name_char(c) { c } else { '_' };
        text.chars().map(fits).collect::<String>()
    };
    let plain = path.split('<').next().unwrap_or(path);
    let last = spelled(plain.rsplit("::").next().unwrap_or(plain));
    match last.is_empty() || classes.iter().any(|class| class.plain == last) {
        false => last,
        true => format!("{}_{}", spelled(path), classes.len()),
    }
}

/// The values of a leaf. Classes that pointers point to are numbered after those `before`.
fn domain_of(
    types: &Types,
    (classes, before): (&[Class], usize),
    class: &Class,
    leaf: &Leaf,
    field: &str,
    request: &Request,
) -> Result<(Domain, Encoding), BoundsError> {
    let first_of = |(domain, encoding): (Domain, Encoding)| match (leaf.is_ignored, domain) {
        (true, Domain::Range { low, .. }) => (Domain::Range { low, high: low }, encoding),
        (true, Domain::Bool) => (Domain::Range { low: 0, high: 0 }, encoding),
        (_, domain) => (domain, encoding),
    };
    match &leaf.content {
        Content::Tag(values) => {
            let count = if leaf.is_ignored { 1 } else { values.len() };
            let names = values.iter().map(|(name, _)| name.clone()).take(count).collect();
            let bits: Vec<Bits> = values.iter().map(|(_, bits)| *bits).take(count).collect();
            let number = |bits: &Bits| match bits {
                Bits::Number(number) => Some(*number),
                _ => None,
            };
            let encoding = match bits.iter().map(number).collect() {
                Some(numbers) => Encoding::Constants(numbers),
                None => Encoding::Table(bits),
            };
            return Ok((Domain::Enum(names), encoding));
        }
        Content::Length { lengths, bits } => {
            let (low, high) = (lengths.0.into(), lengths.1.into());
            let encoding = bits.clone().map_or(Encoding::Value, Encoding::Table);
            return Ok((Domain::Range { low, high }, encoding));
        }
        Content::Constant(bits) => {
            let domain = Domain::Range { low: 0, high: 0 };
            return Ok((domain, Encoding::Table(vec![*bits])));
        }
        Content::Zero => return Ok((Domain::Range { low: 0, high: 0 }, Encoding::Value)),
        Content::Null => {
            let domain = Domain::Reference(Targets { nullable: true, classes: Vec::new() });
            return Ok((domain, Encoding::Address));
        }
        Content::Character => {
            let Domain::Range { low, high } = letters(request.size) else {
                unreachable!("a range")
            };
            let values = std::iter::once(0).chain(low..=high).collect();
            return Ok((Domain::List(values), Encoding::Value));
        }
        Content::Scalar | Content::Array(_) | Content::Sequence { .. } => {}
    }
    if let Some(Pointer { nullable, .. }) = pointer_of(types, leaf) {
        check_no_integers(request, field, |name| names(name, class, leaf, types))?;
        let place = |target: Target| classes.iter().position(|class| class.of == target.of);
        let to = targets_of(types, classes, leaf, request);
        let targets: Vec<usize> = to.into_iter().filter_map(place).collect();
        if targets.is_empty() {
            let why = "a pointer to a type that is not known".to_owned();
            return Err(BoundsError::NoBound { field: field.to_owned(), why });
        }
        if leaf.is_ignored && nullable {
            let domain = Domain::Reference(Targets { nullable: true, classes: Vec::new() });
            return Ok((domain, Encoding::Address));
        }
        let asked = request.non_null.iter().any(|name| names(name, class, leaf, types));
        let classes = targets.into_iter().map(|target| ClassId::at(before + target)).collect();
        let targets = Targets { nullable: nullable && !asked, classes };
        return Ok((Domain::Reference(targets), Encoding::Address));
    }
    let is_meant = |name: &FieldName| names(name, class, leaf, types);
    if leaf.style == Style::Text && !is_bounded(request, is_meant) {
        return Ok(first_of((letters(request.size), Encoding::Value)));
    }
    scalar_domain(types, leaf.of, field, request, is_meant).map(first_of)
}

/// Whether a request gives the values of a field.
fn is_bounded(request: &Request, is_meant: impl Fn(&FieldName) -> bool) -> bool {
    let ranges = request.ranges.iter().map(|range| &range.field);
    ranges.chain(request.values.iter().map(|list| &list.field)).any(is_meant)
}

/// The characters of a text: as many letters as the size, from `a` on.
fn letters(size: u32) -> Domain {
    let (a, z) = (i64::from(b'a'), i64::from(b'z'));
    Domain::Range { low: a, high: (a + i64::from(size) - 1).clamp(a, z) }
}

/// Refuses ranges and lists of integers for a field that is not an integer.
fn check_no_integers(
    request: &Request,
    field: &str,
    is_meant: impl Fn(&FieldName) -> bool,
) -> Result<(), BoundsError> {
    let ranges = request.ranges.iter().map(|range| &range.field);
    let mut given = ranges.chain(request.values.iter().map(|list| &list.field));
    match given.find(|name| is_meant(name)) {
        None => Ok(()),
        Some(given) => {
            let why = format!("`{}` is given, but the field is not an integer", given.field);
            Err(BoundsError::BadRange { field: field.to_owned(), why })
        }
    }
}

/// The values of a scalar that is not a pointer; `is_meant` accepts the names that mean it.
pub(super) fn scalar_domain(
    types: &Types,
    of: TypeId,
    field: &str,
    request: &Request,
    is_meant: impl Fn(&FieldName) -> bool,
) -> Result<(Domain, Encoding), BoundsError> {
    let of = types.get(of);
    let asked = request.ranges.iter().rev().find(|range| is_meant(&range.field));
    let listed = request.values.iter().rev().find(|list| is_meant(&list.field));
    if !matches!(of.kind, Kind::Int { .. }) {
        check_no_integers(request, field, &is_meant)?;
    }
    Ok(match &of.kind {
        &Kind::Int { signed } => {
            // Zero is no value of `NonZero`.
            let least = i64::from(of.name.starts_with(NON_ZERO));
            let (low, high) = match asked {
                None => (least, i64::from(request.size).max(least)),
                Some(range) => {
                    (range.low.for_size(request.size), range.high.for_size(request.size))
                }
            };
            let (least, most) = limits(of.size, signed);
            if let Some(list) = listed {
                if list.values.is_empty() {
                    let why = format!(
                        "`{}`: expected integers, as in `1,5,9`, or a range, as in `0..6`",
                        list.texts.join(",")
                    );
                    return Err(BoundsError::BadRange { field: field.to_owned(), why });
                }
                let values = list.values.iter().map(|value| value.for_size(request.size));
                let values: Vec<i64> = values.collect();
                let fits = |value: &i64| (least..=most).contains(&i128::from(*value));
                if let Some(value) = values.iter().find(|value| !fits(value)) {
                    let why = format!("{value} is not within {least}..{most}");
                    return Err(BoundsError::BadRange { field: field.to_owned(), why });
                }
                return Ok((Domain::List(values), Encoding::Value));
            }
            if low > high || i128::from(low) < least || i128::from(high) > most {
                let why = format!("{low}..{high} is not within {least}..{most}, or is empty");
                return Err(BoundsError::BadRange { field: field.to_owned(), why });
            }
            (Domain::Range { low, high }, Encoding::Value)
        }
        Kind::Bool => (Domain::Bool, Encoding::Value),
        Kind::Enum { variants } => {
            let names = variants.iter().map(|(name, _)| name.clone()).collect();
            let values = variants.iter().map(|(_, value)| *value).collect();
            (Domain::Enum(names), Encoding::Constants(values))
        }
        _ => {
            let why = "not a scalar".to_owned();
            return Err(BoundsError::NoBound { field: field.to_owned(), why });
        }
    })
}

/// The least and the greatest value of an integer type.
fn limits(size: u64, signed: bool) -> (i128, i128) {
    let bits = (size * 8).min(64) as u32;
    match signed {
        true => (-(1_i128 << (bits - 1)), (1_i128 << (bits - 1)) - 1),
        false => (0, (1_i128 << bits) - 1),
    }
}

/// The number of objects of a class. The root is one object, unless pointers point to its
/// class; every other class has as many as the size.
fn count_of(
    types: &Types,
    classes: &[Class],
    class: &Class,
    request: &Request,
) -> Result<usize, BoundsError> {
    let asked = request.objects.iter().rev().find(|of| is_called(class, &of.class, types));
    let is_it = |target: Target| target.of == class.of && !target.is_head;
    let is_pointed_to = classes
        .iter()
        .flat_map(|class| &class.leaves)
        .any(|leaf| targets_of(types, classes, leaf, request).into_iter().any(is_it));
    let count = match asked {
        Some(asked) => asked.count.for_size(request.size),
        None if is_pointed_to => i64::from(request.size),
        None => 1,
    };
    let is_root = class.of == classes[0].of;
    match usize::try_from(count) {
        // Even with size 0 the root exists.
        Ok(0) if is_root && asked.is_none() => Ok(1),
        Ok(count) => Ok(count),
        Err(_) => Err(BoundsError::BadRange {
            field: class.name.clone(),
            why: format!("{count} is not a valid number of objects"),
        }),
    }
}

/// Checks that every name in a request exists: as a field of a class, or as one of `others`,
/// which are also written `class.field`.
pub(super) fn check_names(
    types: &Types,
    classes: &[&Class],
    others: &[FieldName],
    request: &Request,
) -> Result<(), BoundsError> {
    let ranges = request.ranges.iter().map(|range| &range.field);
    let lists = request.values.iter().map(|list| &list.field);
    let lengths = request.lengths.iter().map(|range| &range.field);
    let fields = ranges.chain(lists).chain(&request.non_null).chain(lengths);
    for name in fields {
        let leaves = classes.iter().flat_map(|class| class.leaves.iter().map(move |l| (class, l)));
        let is_length = |leaf: &Leaf| {
            leaf.name.strip_suffix(".length").is_some_and(|of| means(&name.field, of))
        };
        let is_known = leaves.clone().any(|(class, leaf)| {
            names(name, class, leaf, types)
                || (is_length(leaf) || name.field.is_empty())
                    && is_called(class, &name.class, types)
        });
        if !is_known && !others.contains(name) {
            let known = leaves.map(|(class, leaf)| format!("{}.{}", class.name, leaf.name));
            let known = known.chain(others.iter().map(ToString::to_string)).collect();
            return Err(BoundsError::NamesNothing { name: name.to_string(), known });
        }
    }
    for name in request.objects.iter().map(|of| &of.class) {
        if !classes.iter().any(|class| is_called(class, name, types)) {
            let known = classes.iter().map(|class| class.name.clone()).collect();
            return Err(BoundsError::NamesNothing { name: name.clone(), known });
        }
    }
    Ok(())
}

/// Whether a name is a leaf's.
fn names(name: &FieldName, class: &Class, leaf: &Leaf, types: &Types) -> bool {
    means(&name.field, &leaf.name) && is_called(class, &name.class, types)
}

fn is_called(class: &Class, name: &str, types: &Types) -> bool {
    class.name == name || class.plain == name || types.get(class.of).name == name
}

/// The edit distance of two words: letters to change, add or remove.
pub(crate) fn edit_distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (at, c) in from.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], at + 1);
        for (other, &d) in to.iter().enumerate() {
            let changed = diagonal + usize::from(c != d);
            diagonal = row[other + 1];
            row[other + 1] = changed.min(row[other] + 1).min(diagonal + 1);
        }
    }
    row[to.len()]
}
