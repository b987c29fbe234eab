//! Reading DWARF: one walk over the entries, then the references between types.

use std::collections::HashMap;

use gimli::{AttributeValue, DwAt, DwTag, EndianSlice, LittleEndian, constants as dw};

use super::functions::Collector;
use super::object_file::DebugSections;
use super::{Field, Kind, Type, TypeId, Types};
use crate::error::Error;

type Reader<'a> = EndianSlice<'a, LittleEndian>;
pub(super) type Dwarf<'a> = gimli::Dwarf<Reader<'a>>;
pub(super) type Unit<'a> = gimli::Unit<Reader<'a>>;
pub(super) type Entry<'a> = gimli::DebuggingInformationEntry<Reader<'a>>;

/// An entry of the debug information: its place in the section.
pub(super) type Offset = usize;

/// Reads the types of the debug sections.
pub(super) fn read(sections: &DebugSections) -> Result<Types, Error> {
    let refuse = |error: gimli::Error| Error::NoDebugInformation(error.to_string());
    let dwarf = Dwarf::load(|id| -> Result<_, gimli::Error> {
        Ok(EndianSlice::new(sections.get(id.name()), LittleEndian))
    })
    .map_err(refuse)?;
    let mut walk = Walk::default();
    let mut units = dwarf.units();
    while let Some(header) = units.next().map_err(refuse)? {
        let unit = dwarf.unit(header).map_err(refuse)?;
        walk.unit(&dwarf, &unit).map_err(refuse)?;
    }
    if walk.raw.is_empty() {
        let why = "the program has none; compile it with -g".to_owned();
        return Err(Error::NoDebugInformation(why));
    }
    Ok(walk.resolve())
}

/// A type as its entry has it: references are places in the section.
#[derive(Debug)]
struct Raw {
    name: String,
    size: u64,
    kind: RawKind,
}

#[derive(Debug)]
enum RawKind {
    Scalar(Kind),
    Pointer(Option<Offset>),
    /// A typedef, or a qualifier.
    Alias(Option<Offset>),
    Enum(Vec<(String, i64)>),
    Array {
        of: Option<Offset>,
        length: Option<u64>,
    },
    Struct {
        members: Vec<RawField>,
        variants: Vec<Variant>,
    },
}

#[derive(Debug)]
struct RawField {
    name: String,
    offset: u64,
    of: Option<Offset>,
    is_bit_field: bool,
}

/// A variant of a Rust enum with data.
#[derive(Debug, Default)]
struct Variant {
    value: Option<u64>,
    members: Vec<RawField>,
}

#[derive(Default)]
struct Walk {
    raw: Vec<(Offset, Raw)>,
    functions: Collector,
    /// The entries around the present one: how deep, what they add to a path, and
    /// the type in `raw` that members belong to.
    around: Vec<Around>,
}

struct Around {
    depth: isize,
    name: Option<String>,
    owner: Option<usize>,
}

impl Walk {
    fn unit(&mut self, dwarf: &Dwarf<'_>, unit: &Unit<'_>) -> gimli::Result<()> {
        self.around.clear();
        let mut entries = unit.entries();
        while let Some(entry) = entries.next_dfs()? {
            let depth = entry.depth();
            while self.around.last().is_some_and(|around| around.depth >= depth) {
                self.around.pop();
            }
            let owner = self.around.last().and_then(|around| around.owner);
            let name = text(dwarf, unit, entry, dw::DW_AT_name);
            let new = self.entry(unit, entry, name.clone().unwrap_or_default(), owner);
            let path = || path_of(&self.around, name.as_deref().unwrap_or_default());
            self.functions.entry((dwarf, unit, entry), name.as_deref(), path);
            let adds_to_path = matches!(
                entry.tag(),
                dw::DW_TAG_namespace | dw::DW_TAG_structure_type | dw::DW_TAG_class_type
            );
            let name = name.filter(|_| adds_to_path);
            self.around.push(Around { depth, name, owner: new.or(owner) });
        }
        Ok(())
    }

    /// Takes one entry in; gives the type that members below it belong to, if that
    /// is a new one.
    fn entry(
        &mut self,
        unit: &Unit<'_>,
        entry: &Entry<'_>,
        name: String,
        owner: Option<usize>,
    ) -> Option<usize> {
        let kind = match entry.tag() {
            dw::DW_TAG_member | dw::DW_TAG_inheritance => {
                self.member(unit, entry, name, owner?);
                return None;
            }
            dw::DW_TAG_variant => {
                let value = number(entry, dw::DW_AT_discr_value);
                if let RawKind::Struct { variants, .. } = &mut self.raw[owner?].1.kind {
                    variants.push(Variant { value, members: Vec::new() });
                }
                return None;
            }
            dw::DW_TAG_enumerator => {
                let value = signed(entry, dw::DW_AT_const_value);
                if let RawKind::Enum(variants) = &mut self.raw[owner?].1.kind {
                    variants.push((name, value.unwrap_or(0)));
                }
                return None;
            }
            dw::DW_TAG_subrange_type => {
                let count = number(entry, dw::DW_AT_count);
                let count = count.or_else(|| Some(number(entry, dw::DW_AT_upper_bound)? + 1));
                if let RawKind::Array { length, .. } = &mut self.raw[owner?].1.kind {
                    // Dimensions multiply; an unknown one makes the whole unknown.
                    *length = match *length {
                        None => count,
                        Some(before) => count.and_then(|count| before.checked_mul(count)),
                    };
                }
                return None;
            }
            dw::DW_TAG_base_type => RawKind::Scalar(scalar(entry, &name)),
            dw::DW_TAG_pointer_type
            | dw::DW_TAG_reference_type
            | dw::DW_TAG_rvalue_reference_type => RawKind::Pointer(reference(unit, entry)),
            dw::DW_TAG_typedef
            | dw::DW_TAG_const_type
            | dw::DW_TAG_volatile_type
            | dw::DW_TAG_restrict_type
            | dw::DW_TAG_atomic_type => RawKind::Alias(reference(unit, entry)),
            dw::DW_TAG_enumeration_type => RawKind::Enum(Vec::new()),
            dw::DW_TAG_array_type => RawKind::Array { of: reference(unit, entry), length: None },
            // A declaration has no size; the definition is elsewhere.
            dw::DW_TAG_structure_type | dw::DW_TAG_class_type
                if entry.attr(dw::DW_AT_declaration).is_none() =>
            {
                RawKind::Struct { members: Vec::new(), variants: Vec::new() }
            }
            tag @ (dw::DW_TAG_union_type
            | dw::DW_TAG_subroutine_type
            | dw::DW_TAG_ptr_to_member_type
            | dw::DW_TAG_unspecified_type) => RawKind::Scalar(Kind::Unknown(describe(tag))),
            _ => return None,
        };
        let is_pointer = matches!(kind, RawKind::Pointer(_));
        let size = number(entry, dw::DW_AT_byte_size).unwrap_or(if is_pointer { 8 } else { 0 });
        let name = path_of(&self.around, &name);
        self.raw.push((place(unit, entry.offset()), Raw { name, size, kind }));
        Some(self.raw.len() - 1)
    }

    fn member(&mut self, unit: &Unit<'_>, entry: &Entry<'_>, name: String, owner: usize) {
        let is_bit_field = entry.attr(dw::DW_AT_bit_size).is_some();
        let is_static = entry.attr(dw::DW_AT_external).is_some();
        let offset = number(entry, dw::DW_AT_data_member_location).unwrap_or(0);
        let is_artificial = entry.attr(dw::DW_AT_artificial).is_some();
        let RawKind::Struct { members, variants } = &mut self.raw[owner].1.kind else { return };
        // The artificial member of a variant part is its discriminant.
        if is_static || is_artificial && name.is_empty() {
            return;
        }
        let field = RawField { name, offset, of: reference(unit, entry), is_bit_field };
        match variants.last_mut() {
            Some(variant) => variant.members.push(field),
            None => members.push(field),
        }
    }

    /// Puts ids for places, and looks through aliases.
    fn resolve(self) -> Types {
        let numbers: HashMap<Offset, u32> =
            self.raw.iter().zip(0..).map(|((offset, _), number)| (*offset, number)).collect();
        let behind = |mut of: Option<Offset>| {
            // As many steps as there are types are enough for every chain of aliases.
            for _ in 0..=self.raw.len() {
                let number = *numbers.get(&of?)?;
                match self.raw[number as usize].1.kind {
                    RawKind::Alias(next) => of = next,
                    _ => return Some(TypeId(number)),
                }
            }
            None
        };
        let mut types = Types::default();
        for (_, raw) in &self.raw {
            let kind = match &raw.kind {
                RawKind::Scalar(kind) => kind.clone(),
                RawKind::Alias(_) => Kind::Unknown("another name of a type".to_owned()),
                RawKind::Enum(variants) => Kind::Enum { variants: variants.clone() },
                RawKind::Pointer(to) => {
                    Kind::Pointer { to: behind(*to), nullable: !is_never_null(&raw.name) }
                }
                RawKind::Array { of, length } => match (behind(*of), length) {
                    (Some(of), Some(length)) => Kind::Array { of, length: *length },
                    _ => Kind::Unknown("an array without a length".to_owned()),
                },
                RawKind::Struct { members, variants } if variants.is_empty() => {
                    let field = |raw: &RawField| {
                        let of = behind(raw.of)?;
                        let RawField { name, offset, is_bit_field, .. } = raw;
                        let (name, offset, is_bit_field) = (name.clone(), *offset, *is_bit_field);
                        Some(Field { name, offset, of, is_bit_field })
                    };
                    match members.iter().map(field).collect() {
                        Some(fields) => Kind::Struct { fields },
                        None => Kind::Unknown("a struct with a field of no type".to_owned()),
                    }
                }
                RawKind::Struct { variants, .. } => Kind::Unknown(match variants[..] {
                    [] => "an enum without variants".to_owned(),
                    _ => "an enum with data".to_owned(),
                }),
            };
            types.types.push(Type { name: raw.name.clone(), size: raw.size, kind });
        }
        self.recognise_pointers(&mut types, &behind);
        types.functions = self.functions.resolve(&behind);
        for (offset, raw) in &self.raw {
            if let (RawKind::Alias(_), Some(of)) = (&raw.kind, behind(Some(*offset)))
                && !raw.name.is_empty()
            {
                types.add_alias(&raw.name, of);
            }
        }
        types.merge_copies();
        types
    }

    /// Rust's pointers in wrappers: a struct whose only field with a size is a
    /// pointer is that pointer, and an enum of a pointer and nothing is one that may
    /// be null. Wrappers are in wrappers, so this goes on until nothing changes.
    fn recognise_pointers(
        &self,
        types: &mut Types,
        behind: &dyn Fn(Option<Offset>) -> Option<TypeId>,
    ) {
        let mut changed = true;
        while changed {
            changed = false;
            for (number, (_, raw)) in self.raw.iter().enumerate() {
                let RawKind::Struct { members, variants } = &raw.kind else { continue };
                if let Kind::Pointer { .. } = types.types[number].kind {
                    continue;
                }
                let kind = match &variants[..] {
                    [] if WRAPPERS.iter().any(|name| raw.name.starts_with(name)) => {
                        only_pointer(types, members, behind).map(|to| (to, false))
                    }
                    [one, other] => {
                        let (nothing, something) = match (one.value, other.value) {
                            (Some(0), None) => (one, other),
                            (None, Some(0)) => (other, one),
                            _ => continue,
                        };
                        let payload = variant_fields(types, nothing, behind);
                        if payload.is_some_and(|fields| !fields.is_empty()) {
                            continue;
                        }
                        variant_fields(types, something, behind)
                            .filter(|fields| fields.len() == 1)
                            .and_then(|fields| never_null(types, fields[0]))
                            .map(|to| (to, true))
                    }
                    _ => None,
                };
                if let Some((to, nullable)) = kind {
                    types.types[number].kind = Kind::Pointer { to, nullable };
                    changed = true;
                }
            }
        }
    }
}

fn path_of(around: &[Around], name: &str) -> String {
    if name.is_empty() {
        return String::new();
    }
    let around = around.iter().filter_map(|around| around.name.as_deref());
    around.chain([name]).collect::<Vec<_>>().join("::")
}

/// What the one field with a size points to, if it is a pointer.
fn only_pointer(
    types: &Types,
    members: &[RawField],
    behind: &dyn Fn(Option<Offset>) -> Option<TypeId>,
) -> Option<Option<TypeId>> {
    let fields: Vec<TypeId> = members.iter().filter_map(|member| behind(member.of)).collect();
    let mut sized = fields.into_iter().filter(|&field| types.get(field).size > 0);
    match (sized.next().map(|field| &types.get(field).kind), sized.next()) {
        (Some(Kind::Pointer { to, .. }), None) => Some(*to),
        _ => None,
    }
}

/// What a type that is a pointer and never null points to.
fn never_null(types: &Types, of: TypeId) -> Option<Option<TypeId>> {
    match types.get(of).kind {
        Kind::Pointer { to, nullable: false } => Some(to),
        _ => None,
    }
}

/// The types of a variant's data. A variant has one member: a struct with its data.
fn variant_fields(
    types: &Types,
    variant: &Variant,
    behind: &dyn Fn(Option<Offset>) -> Option<TypeId>,
) -> Option<Vec<TypeId>> {
    let [member] = &variant.members[..] else { return None };
    match &types.get(behind(member.of)?).kind {
        Kind::Struct { fields } => Some(fields.iter().map(|field| field.of).collect()),
        _ => None,
    }
}

/// Structs of Rust's library that are a pointer which is never null.
const WRAPPERS: [&str; 4] = [
    "core::ptr::non_null::NonNull<",
    "core::ptr::unique::Unique<",
    "alloc::rc::Rc<",
    "alloc::sync::Arc<",
];

/// References and boxes, by the names that rustc gives their types.
fn is_never_null(name: &str) -> bool {
    name.starts_with('&') || name.starts_with("alloc::boxed::Box<")
}

fn scalar(entry: &Entry<'_>, name: &str) -> Kind {
    let encoding = match entry.attr_value(dw::DW_AT_encoding) {
        Some(AttributeValue::Encoding(encoding)) => encoding,
        _ => return Kind::Unknown(name.to_owned()),
    };
    match encoding {
        dw::DW_ATE_boolean => Kind::Bool,
        dw::DW_ATE_signed | dw::DW_ATE_signed_char => Kind::Int { signed: true },
        dw::DW_ATE_unsigned | dw::DW_ATE_unsigned_char => Kind::Int { signed: false },
        dw::DW_ATE_float => Kind::Unknown("a floating-point number".to_owned()),
        _ => Kind::Unknown(name.to_owned()),
    }
}

fn describe(tag: DwTag) -> String {
    match tag {
        dw::DW_TAG_union_type => "a union",
        dw::DW_TAG_subroutine_type => "a function",
        _ => "a type that debug information does not describe",
    }
    .to_owned()
}

pub(super) fn place(unit: &Unit<'_>, offset: gimli::UnitOffset) -> Offset {
    offset.to_unit_section_offset(unit).0
}

/// The type that an entry refers to.
pub(super) fn reference(unit: &Unit<'_>, entry: &Entry<'_>) -> Option<Offset> {
    match entry.attr_value(dw::DW_AT_type)? {
        AttributeValue::UnitRef(offset) => Some(place(unit, offset)),
        AttributeValue::DebugInfoRef(offset) => Some(offset.0),
        _ => None,
    }
}

pub(super) fn text(
    dwarf: &Dwarf<'_>,
    unit: &Unit<'_>,
    entry: &Entry<'_>,
    name: DwAt,
) -> Option<String> {
    let value = dwarf.attr_string(unit, entry.attr_value(name)?).ok()?;
    Some(value.to_string_lossy().into_owned())
}

fn number(entry: &Entry<'_>, name: DwAt) -> Option<u64> {
    let value = entry.attr_value(name)?;
    value.udata_value().or_else(|| value.sdata_value().and_then(|value| u64::try_from(value).ok()))
}

fn signed(entry: &Entry<'_>, name: DwAt) -> Option<i64> {
    entry.attr_value(name)?.sdata_value()
}
