//! Reads DWARF: one pass over the entries, then the references between types.

use std::collections::{HashMap, HashSet};

use gimli::{AttributeValue, DwAt, DwTag, EndianSlice, LittleEndian, constants as dw};

use super::functions::Collector;
use super::object_file::DebugSections;
use super::pointer::{self, TwoVariants};
use super::{Access, Field, Kind, Pointer, Type, TypeId, Types, library};
use crate::error::Error;
use crate::types::Variant as Variation;

type Reader<'a> = EndianSlice<'a, LittleEndian>;
pub(super) type Dwarf<'a> = gimli::Dwarf<Reader<'a>>;
pub(super) type Unit<'a> = gimli::Unit<Reader<'a>>;
pub(super) type Entry<'a> = gimli::DebuggingInformationEntry<Reader<'a>>;

/// An entry of the debug information: its offset in the section.
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
    // A function without parameters needs no types.
    if walk.raw.is_empty() && walk.functions.is_empty() {
        return Err(none());
    }
    Ok(walk.resolve())
}

/// The error for a program without debug information.
pub(super) fn none() -> Error {
    Error::NoDebugInformation("the program has none; compile it with -g".to_owned())
}

/// A type as its entry describes it; references are offsets in the section.
#[derive(Debug)]
struct Raw {
    name: String,
    size: u64,
    kind: RawKind,
    access: Access,
    /// Its type arguments.
    arguments: Vec<Option<Offset>>,
}

#[derive(Debug)]
enum RawKind {
    Scalar(Kind),
    Pointer {
        to: Option<Offset>,
        /// A C++ reference.
        is_reference: bool,
    },
    /// A typedef, or a qualifier.
    Alias {
        of: Option<Offset>,
        is_const: bool,
    },
    Enum(Vec<(String, i64)>),
    Array {
        of: Option<Offset>,
        /// Lengths; one unknown length makes the whole array unknown.
        dimensions: Vec<Option<u64>>,
    },
    Struct {
        members: Vec<RawField>,
        variants: Vec<Variant>,
        /// The offset and the type of the tag of the variants.
        tag: Option<(u64, Option<Offset>)>,
        is_union: bool,
    },
}

#[derive(Debug)]
struct RawField {
    name: String,
    offset: u64,
    of: Option<Offset>,
    is_bit_field: bool,
    bits: Option<(u64, u64)>,
    access: Access,
}

/// A variant of a Rust enum with data.
#[derive(Debug, Default)]
struct Variant {
    value: Option<i64>,
    members: Vec<RawField>,
}

#[derive(Default)]
struct Walk {
    raw: Vec<(Offset, Raw)>,
    functions: Collector,
    /// The entries around the current one: their depth, what they add to a path, and the type in
    /// `raw` that their members belong to.
    around: Vec<Around>,
}

struct Around {
    depth: isize,
    name: Option<String>,
    owner: Option<usize>,
    /// Declarations in it are private unless they say otherwise.
    is_class: bool,
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
            let is_class = entry.tag() == dw::DW_TAG_class_type;
            // What is below a method, or below a type that is only declared, is not of the outer type.
            let is_other = matches!(
                entry.tag(),
                dw::DW_TAG_subprogram
                    | dw::DW_TAG_structure_type
                    | dw::DW_TAG_class_type
                    | dw::DW_TAG_union_type
            );
            let owner = if is_other { new } else { new.or(owner) };
            self.around.push(Around { depth, name, owner, is_class });
        }
        Ok(())
    }

    /// Reads one entry; returns the type that the members below it belong to, if it is a new one.
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
                let value = number(entry, dw::DW_AT_discr_value).map(|value| value as i64);
                let value = value.or_else(|| signed(entry, dw::DW_AT_discr_value));
                if let RawKind::Struct { variants, .. } = &mut self.raw[owner?].1.kind {
                    variants.push(Variant { value, members: Vec::new() });
                }
                return None;
            }
            dw::DW_TAG_template_type_parameter => {
                self.raw[owner?].1.arguments.push(reference(unit, entry));
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
                if let RawKind::Array { dimensions, .. } = &mut self.raw[owner?].1.kind {
                    dimensions.push(count);
                }
                return None;
            }
            dw::DW_TAG_base_type => RawKind::Scalar(scalar(entry, &name)),
            tag @ (dw::DW_TAG_pointer_type
            | dw::DW_TAG_reference_type
            | dw::DW_TAG_rvalue_reference_type) => RawKind::Pointer {
                to: reference(unit, entry),
                is_reference: tag != dw::DW_TAG_pointer_type,
            },
            tag @ (dw::DW_TAG_typedef
            | dw::DW_TAG_const_type
            | dw::DW_TAG_volatile_type
            | dw::DW_TAG_restrict_type
            | dw::DW_TAG_atomic_type) => RawKind::Alias {
                of: reference(unit, entry),
                is_const: tag == dw::DW_TAG_const_type,
            },
            dw::DW_TAG_enumeration_type => RawKind::Enum(Vec::new()),
            dw::DW_TAG_array_type => {
                RawKind::Array { of: reference(unit, entry), dimensions: Vec::new() }
            }
            // A declaration has no size; the definition is elsewhere.
            tag @ (dw::DW_TAG_structure_type | dw::DW_TAG_class_type | dw::DW_TAG_union_type)
                if entry.attr(dw::DW_AT_declaration).is_none() =>
            {
                let is_union = tag == dw::DW_TAG_union_type;
                RawKind::Struct { members: Vec::new(), variants: Vec::new(), tag: None, is_union }
            }
            tag @ (dw::DW_TAG_union_type
            | dw::DW_TAG_subroutine_type
            | dw::DW_TAG_ptr_to_member_type
            | dw::DW_TAG_unspecified_type) => RawKind::Scalar(Kind::Unknown(describe(tag))),
            _ => return None,
        };
        let is_pointer = matches!(kind, RawKind::Pointer { .. });
        let size = number(entry, dw::DW_AT_byte_size).unwrap_or(if is_pointer { 8 } else { 0 });
        let name = path_of(&self.around, &name);
        let access = self.access(entry);
        let raw = Raw { name, size, kind, access, arguments: Vec::new() };
        self.raw.push((place(unit, entry.offset()), raw));
        Some(self.raw.len() - 1)
    }

    fn member(&mut self, unit: &Unit<'_>, entry: &Entry<'_>, name: String, owner: usize) {
        let is_bit_field = entry.attr(dw::DW_AT_bit_size).is_some();
        let is_static = entry.attr(dw::DW_AT_external).is_some();
        let offset = number(entry, dw::DW_AT_data_member_location).unwrap_or(0);
        let is_artificial = entry.attr(dw::DW_AT_artificial).is_some();
        let access = self.access(entry);
        let RawKind::Struct { members, variants, tag, .. } = &mut self.raw[owner].1.kind else {
            return;
        };
        let of = reference(unit, entry);
        // The artificial member of a variant part is its discriminant.
        if is_static || is_artificial && name.is_empty() {
            if !is_static && tag.is_none() {
                *tag = Some((offset, of));
            }
            return;
        }
        let bits = number(entry, dw::DW_AT_data_bit_offset).zip(number(entry, dw::DW_AT_bit_size));
        let field = RawField { name, offset, of, is_bit_field, bits, access };
        match variants.last_mut() {
            Some(variant) => variant.members.push(field),
            None => members.push(field),
        }
    }

    /// The visibility of what an entry declares.
    fn access(&self, entry: &Entry<'_>) -> Access {
        match entry.attr_value(dw::DW_AT_accessibility) {
            Some(AttributeValue::Accessibility(dw::DW_ACCESS_public)) => Access::Public,
            Some(AttributeValue::Accessibility(dw::DW_ACCESS_protected)) => Access::Restricted,
            Some(_) => Access::Private,
            None if self.around.last().is_some_and(|around| around.is_class) => Access::Private,
            None => Access::Public,
        }
    }

    /// Replaces offsets by ids, and resolves aliases.
    fn resolve(mut self) -> Types {
        let numbers: HashMap<Offset, u32> =
            self.raw.iter().zip(0..).map(|((offset, _), number)| (*offset, number)).collect();
        let typedefs = self.name_by_typedefs(&numbers);
        let behind = |of: Option<Offset>| self.behind(&numbers, of);
        let type_behind = |of: Option<Offset>| behind(of).map(|(id, _)| id);
        let mut types = Types::default();
        let mut enums = Vec::new();
        for (number, (_, raw)) in self.raw.iter().enumerate() {
            let kind = match &raw.kind {
                RawKind::Scalar(kind) => kind.clone(),
                RawKind::Alias { .. } => Kind::Unknown("another name of a type".to_owned()),
                RawKind::Enum(variants) => Kind::Enum { variants: variants.clone() },
                RawKind::Pointer { to, is_reference } => {
                    Kind::Pointer(Pointer::plain(type_behind(*to), &raw.name, *is_reference))
                }
                RawKind::Array { of, dimensions } => array(type_behind(*of), dimensions),
                RawKind::Struct { members, variants, is_union, .. } if variants.is_empty() => {
                    let field = |raw: &RawField| {
                        let (of, mut is_const) = behind(raw.of)?;
                        if let RawKind::Array { of, .. } = self.raw[of.0 as usize].1.kind {
                            is_const |= behind(of).is_some_and(|(_, is_const)| is_const);
                        }
                        Some(Field {
                            name: raw.name.clone(),
                            offset: raw.offset,
                            of,
                            is_bit_field: raw.is_bit_field,
                            bits: raw.bits,
                            is_const,
                            access: raw.access,
                            constant: None,
                        })
                    };
                    match members.iter().map(field).collect() {
                        Some(fields) if *is_union => Kind::Union { fields },
                        Some(fields) => Kind::Struct { fields },
                        None => Kind::Unknown("a struct with a field of no type".to_owned()),
                    }
                }
                RawKind::Struct { variants, tag, .. } => {
                    enums.extend(two_variants(number, variants, &type_behind));
                    let size = |of: TypeId| self.raw[of.0 as usize].1.size;
                    tagged(variants, *tag, &type_behind, &size)
                }
            };
            types.types.push(Type {
                name: raw.name.clone(),
                size: raw.size,
                kind,
                is_typedef: typedefs.contains(&number),
                access: raw.access,
                arguments: raw.arguments.iter().filter_map(|&of| type_behind(of)).collect(),
            });
        }
        types.settle_arrays();
        library::see_through(&mut types);
        pointer::recognise(&mut types, &enums);
        types.functions = self.functions.resolve(&type_behind);
        for (offset, raw) in &self.raw {
            if let (RawKind::Alias { .. }, Some(of)) = (&raw.kind, type_behind(Some(*offset)))
                && !raw.name.is_empty()
            {
                types.aliases.push((raw.name.clone(), of));
            }
        }
        types.merge_copies();
        types
    }

    /// The type at an offset, and whether it is `const`.
    fn behind(
        &self,
        numbers: &HashMap<Offset, u32>,
        mut of: Option<Offset>,
    ) -> Option<(TypeId, bool)> {
        let mut any_const = false;
        // A chain of aliases is at most as long as the number of types.
        for _ in 0..=self.raw.len() {
            let number = *numbers.get(&of?)?;
            match self.raw[number as usize].1.kind {
                RawKind::Alias { of: next, is_const } => {
                    of = next;
                    any_const |= is_const;
                }
                _ => return Some((TypeId(number), any_const)),
            }
        }
        None
    }

    /// A struct or enum without a name takes the name of its first typedef; returns the types that
    /// were named this way.
    fn name_by_typedefs(&mut self, numbers: &HashMap<Offset, u32>) -> HashSet<usize> {
        let mut named = HashSet::new();
        for at in 0..self.raw.len() {
            let (_, Raw { kind: RawKind::Alias { of: Some(of), .. }, name, .. }) = &self.raw[at]
            else {
                continue;
            };
            let Some(number) = numbers.get(of).map(|&number| number as usize) else { continue };
            let name = name.clone();
            let target = &mut self.raw[number].1;
            let can_be_named = matches!(target.kind, RawKind::Struct { .. } | RawKind::Enum(_));
            if target.name.is_empty() && !name.is_empty() && can_be_named {
                target.name = name;
                named.insert(number);
            }
        }
        named
    }
}

fn path_of(around: &[Around], name: &str) -> String {
    if name.is_empty() {
        return String::new();
    }
    let around = around.iter().filter_map(|around| around.name.as_deref());
    around.chain([name]).collect::<Vec<_>>().join("::")
}

fn array(of: Option<TypeId>, dimensions: &[Option<u64>]) -> Kind {
    // The last member of a struct may be an array of any length.
    if let (Some(of), [None]) = (of, dimensions) {
        return Kind::Array { of, length: 0, dimensions: vec![0] };
    }
    let known: Option<Vec<u64>> = dimensions.iter().copied().collect();
    let known = known.filter(|known| !known.is_empty());
    let whole = |known: Vec<u64>| {
        let length = known.iter().try_fold(1_u64, |all, &one| all.checked_mul(one))?;
        Some(Kind::Array { of: of?, length, dimensions: known })
    };
    known.and_then(whole).unwrap_or_else(|| Kind::Unknown("an array without a length".to_owned()))
}

/// An enum with data.
fn tagged(
    variants: &[Variant],
    tag: Option<(u64, Option<Offset>)>,
    behind: &dyn Fn(Option<Offset>) -> Option<TypeId>,
    size: &dyn Fn(TypeId) -> u64,
) -> Kind {
    let tag = tag.and_then(|(offset, of)| Some((offset, size(behind(of)?))));
    let variant = |variant: &Variant| match &variant.members[..] {
        [member] if member.offset == 0 => Some(Variation {
            name: member.name.clone(),
            value: variant.value,
            of: behind(member.of)?,
        }),
        _ => None,
    };
    let known: Option<Vec<Variation>> = variants.iter().map(variant).collect();
    match known {
        Some(variants) if tag.is_none_or(|(_, size)| matches!(size, 1 | 2 | 4 | 8)) => {
            // Without a tag there is nothing to choose.
            match tag.is_some() || variants.len() == 1 {
                true => Kind::Tagged { tag, variants },
                false => Kind::Unknown("an enum without a tag".to_owned()),
            }
        }
        _ => Kind::Unknown("an enum with data that is not understood".to_owned()),
    }
}

/// The data of an enum's variants, if there are two and the first has discriminant 0. A variant has
/// one member: a struct with its data.
fn two_variants(
    number: usize,
    variants: &[Variant],
    behind: &dyn Fn(Option<Offset>) -> Option<TypeId>,
) -> Option<TwoVariants> {
    let [one, other] = variants else { return None };
    let (nothing, something) = match (one.value, other.value) {
        (Some(0), None) => (one, other),
        (None, Some(0)) => (other, one),
        _ => return None,
    };
    let data = |variant: &Variant| match &variant.members[..] {
        [member] => behind(member.of),
        _ => None,
    };
    Some(TwoVariants { number, nothing: data(nothing), something: data(something) })
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
        dw::DW_ATE_float => Kind::Float,
        // A character of Rust, or of C++ with 8, 16 or 32 bits.
        dw::DW_ATE_UTF => Kind::Int { signed: false },
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
