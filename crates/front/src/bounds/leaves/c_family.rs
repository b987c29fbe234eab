//! What C writes by convention: arrays with a length beside them, strings that end with 0, unions with
//! a tag beside them, bit-fields, and arrays at the end of a struct.
//!
//! The options `--array` and `--tag` say which field belongs to which. Without them it is guessed by
//! names, and the user is told.

use pikse_llvm::types::{Field, Flavour, Kind, Pointer, TypeId};
use pikse_structure::Bits;
use pikse_structure::space::Style;

use super::containers::Elements;
use super::{Content, Flat, MAX_LEAVES, Spot, join};
use crate::bounds::BoundsError;

/// Names of lengths, and of capacities.
const LENGTHS: [&str; 8] = ["len", "length", "size", "count", "num", "n", "used", "nr"];
const CAPACITIES: [&str; 6] = ["cap", "capacity", "alloc", "allocated", "max", "room"];

/// Which fields of a struct belong together.
#[derive(Debug, Default)]
pub(super) struct FieldPlan {
    /// Numbers of a pointer or a flexible array, and of its length.
    array: Option<(usize, usize)>,
    /// The number of a capacity.
    capacity: Option<usize>,
    /// Numbers of a union and of its tag.
    union: Option<(usize, usize)>,
    /// The leaf of the tag, once it is there.
    tag: std::cell::Cell<Option<usize>>,
    is_guessed: bool,
}

impl Flat<'_> {
    fn is_number(&self, field: &Field) -> bool {
        let is_int = matches!(self.types.get(field.of).kind, Kind::Int { .. });
        is_int && !field.is_bit_field && field.constant.is_none()
    }

    /// Whether a field points to an array, if there is a length: to numbers and pointers, but not to
    /// structs, unless the user says so.
    fn is_data(&self, field: &Field, is_said: bool) -> bool {
        match &self.types.get(field.of).kind {
            Kind::Pointer(Pointer { flavour: Flavour::UniquePtr, .. }) => self.is_many(field.of),
            Kind::Pointer(Pointer { to: Some(to), flavour: Flavour::Plain, .. }) => {
                let scalar = matches!(
                    self.types.get(*to).kind,
                    Kind::Int { .. }
                        | Kind::Bool
                        | Kind::Enum { .. }
                        | Kind::Pointer(_)
                        | Kind::Float
                );
                is_said || scalar
            }
            Kind::Array { length: 0, .. } => true,
            _ => false,
        }
    }

    /// Whether a type is a pointer to an array: `std::unique_ptr<T[]>`.
    pub(super) fn is_many(&self, of: TypeId) -> bool {
        let name = &self.types.get(of).name;
        crate::containers::is_std(name, "unique_ptr<") && name.contains("[]")
    }

    pub(super) fn plan_of(&self, spot: &Spot, fields: &[Field]) -> Result<FieldPlan, BoundsError> {
        let mut plan = FieldPlan::default();
        let names: Vec<String> = fields.iter().map(|field| join(&spot.name, &field.name)).collect();
        for asked in &self.request.arrays {
            let at = |name| names.iter().position(|known| self.is_meant(name, known));
            if let (Some(data), Some(length)) = (at(&asked.data), at(&asked.length)) {
                if !self.is_data(&fields[data], true) || !self.is_number(&fields[length]) {
                    let why = "`--array` needs a pointer and an integer".to_owned();
                    return Err(BoundsError::BadRange { field: asked.to_string(), why });
                }
                plan.array = Some((data, length));
            }
        }
        if plan.array.is_none() {
            let mut datas = (0..fields.len()).filter(|&at| self.is_data(&fields[at], false));
            let is_length = |at: &usize| {
                let name = fields[*at].name.to_lowercase();
                let last = name.rsplit('_').next().unwrap_or(&name);
                self.is_number(&fields[*at]) && LENGTHS.contains(&last)
            };
            let mut lengths = (0..fields.len()).filter(is_length);
            if let (Some(data), None, Some(length), None) =
                (datas.next(), datas.next(), lengths.next(), lengths.next())
            {
                plan.array = Some((data, length));
                plan.is_guessed = true;
            }
        }
        if plan.array.is_some() {
            let is_capacity = |field: &Field| {
                let name = field.name.to_lowercase();
                self.is_number(field)
                    && CAPACITIES.contains(&name.rsplit('_').next().unwrap_or(&name))
            };
            plan.capacity = fields.iter().position(is_capacity);
        }
        let mut unions = (0..fields.len())
            .filter(|&at| matches!(self.types.get(fields[at].of).kind, Kind::Union { .. }));
        if let (Some(union), None) = (unions.next(), unions.next()) {
            let asked =
                |at: &usize| self.request.tags.iter().any(|name| self.is_meant(name, &names[*at]));
            let is_enum =
                |at: &usize| matches!(self.types.get(fields[*at].of).kind, Kind::Enum { .. });
            let mut enums = (0..fields.len()).filter(is_enum);
            let guessed = match (enums.next(), enums.next()) {
                (Some(only), None) => Some(only).filter(|&at| {
                    let of = |at: usize| &self.types.get(fields[at].of).kind;
                    matches!((of(at), of(union)), (Kind::Enum { variants }, Kind::Union { fields })
                        if variants.len() == fields.len())
                }),
                _ => None,
            };
            let tag = (0..fields.len()).find(asked).or(guessed);
            plan.union = tag.map(|tag| (union, tag));
        }
        Ok(plan)
    }

    /// Flattens a field that belongs to another; false if it belongs to none.
    pub(super) fn planned(
        &mut self,
        spot: &Spot,
        fields: &[Field],
        number: usize,
        plan: &FieldPlan,
    ) -> Result<bool, BoundsError> {
        let part = |field: &Field| Spot {
            name: join(&spot.name, &field.name),
            offset: spot.offset + field.offset,
            of: field.of,
            when: spot.when,
        };
        if let Some((data, length)) = plan.array {
            if number == length {
                return Ok(true);
            }
            if Some(number) == plan.capacity {
                let most = self.lengths(&join(&spot.name, &fields[data].name))?.1;
                let size = self.types.get(fields[number].of).size;
                let offset = spot.offset + fields[number].offset;
                self.constant(spot, offset, size, Bits::Number(i64::from(most)));
                return Ok(true);
            }
            if number == data {
                let (data, length) = (part(&fields[data]), part(&fields[length]));
                self.c_array(&data, &length, plan.is_guessed)?;
                return Ok(true);
            }
        }
        let Some((union, tag)) = plan.union else { return Ok(false) };
        // The tag goes first, wherever it is in the struct.
        if number != union && number != tag {
            return Ok(false);
        }
        if plan.tag.get().is_none() {
            self.walk(&part(&fields[tag]))?;
            plan.tag.set(self.found.leaves.len().checked_sub(1));
        }
        if let (true, Some(leaf)) = (number == union, plan.tag.get()) {
            let Kind::Union { fields: members } = &self.types.get(fields[union].of).kind else {
                return Ok(false);
            };
            let union = part(&fields[union]);
            // The raw value of an enum is the number of its constant; an integer's is itself.
            for (at, member) in members.iter().enumerate() {
                let when = Some((leaf, at as i64, at as i64));
                let name = join(&union.name, &member.name);
                self.walk(&Spot {
                    name,
                    offset: union.offset + member.offset,
                    of: member.of,
                    when,
                })?;
            }
        }
        Ok(true)
    }

    /// A pointer with a length, or an array at the end of a struct.
    fn c_array(&mut self, data: &Spot, length: &Spot, is_guessed: bool) -> Result<(), BoundsError> {
        let types = self.types;
        let lengths = self.lengths(&data.name)?;
        let of = types.get(data.of);
        let (element, first) = match of.kind {
            Kind::Pointer(Pointer { to: Some(to), .. }) => {
                let size = u64::from(lengths.1) * types.get(to).size;
                let first = self.buffer(size.max(1), data.offset);
                self.constant(data, data.offset, 8, Bits::Own(first));
                (to, first)
            }
            Kind::Array { of, .. } => {
                self.found.tail = u64::from(lengths.1) * types.get(of).size;
                self.end += self.found.tail;
                (of, data.offset)
            }
            _ => return self.refuse(&data.name, "not an array".to_owned()),
        };
        if is_guessed {
            let name = length.name.rsplit('.').next().unwrap_or(&length.name);
            let what = match self.is_many(data.of) {
                true => format!("an owned array of `{name}` elements, as their names say"),
                false => format!("an array of `{name}` elements, by their names"),
            };
            self.note(&data.name, &what);
        }
        let stride = types.get(element).size;
        let style = Style::Plain;
        let size = types.get(length.of).size;
        let of = Elements { of: element, first, stride, lengths, style };
        self.elements(data, (length.offset, size), None, &of)
    }

    /// A `char *` is a string, or null: characters up to a 0, which the last place always has.
    pub(super) fn c_string(&mut self, spot: &Spot, pointer: &Pointer) -> Result<bool, BoundsError> {
        let of = pointer.to.map(|to| self.types.get(to));
        let is_char = of.is_some_and(|of| of.name == "char" && of.size == 1);
        if !is_char || pointer.flavour != Flavour::Plain {
            return Ok(false);
        }
        let (_, most) = self.lengths(&spot.name)?;
        let first = self.buffer(u64::from(most) + 1, spot.offset);
        let values =
            vec![("null".to_owned(), Bits::Number(0)), ("text".to_owned(), Bits::Own(first))];
        let mut when = (self.push(spot, 8, Content::Tag(values)), 1, 1);
        for at in 0..u64::from(most) {
            let name = join(&spot.name, &at.to_string());
            let of = pointer.to.unwrap_or(spot.of);
            let place = Spot { name, offset: first + at, of, when: Some(when) };
            let leaf = self.push(&place, 1, Content::Character);
            self.style_last(Style::Text);
            // The next character is there if this one is none that ends the string.
            when = (leaf, 1, i64::MAX);
        }
        Ok(true)
    }

    /// Bit-fields that follow each other: one field with all combinations of their values.
    pub(super) fn bit_fields(&mut self, spot: &Spot, fields: &[Field]) -> Result<(), BoundsError> {
        let group: Vec<&Field> = fields.iter().take_while(|field| field.is_bit_field).collect();
        let named = || group.iter().filter(|field| !field.name.is_empty());
        let bits = |field: &Field| field.bits.unwrap_or((0, 0));
        let first = named().map(|field| bits(field).0).min().unwrap_or(0) / 8;
        let end = named().map(|field| bits(field).0 + bits(field).1).max().unwrap_or(0).div_ceil(8);
        let size = (end.saturating_sub(first)).next_power_of_two();
        let name = named().map(|field| field.name.as_str()).collect::<Vec<_>>().join(":");
        let name = join(&spot.name, &name);
        let size_of_all = self.types.get(spot.of).size;
        let next = fields.get(group.len()).map_or(size_of_all, |field| field.offset);
        let mut values = vec![(String::new(), 0_u64)];
        for field in named() {
            let (at, width) = bits(field);
            let most = (1_u64 << width.min(32)) - 1;
            let most = most.min(u64::from(self.request.size).max(1));
            let with = |(text, bits): &(String, u64), value: u64| {
                let colon = if text.is_empty() { "" } else { ":" };
                let shift = (at - first * 8).min(63);
                (format!("{text}{colon}{value}"), bits | value << shift)
            };
            values = values.iter().flat_map(|v| (0..=most).map(|n| with(v, n))).collect();
            if values.len() > MAX_LEAVES {
                return self.refuse(&name, "bit-fields with too many values".to_owned());
            }
        }
        let fits = matches!(size, 1 | 2 | 4 | 8) && first + size <= next.max(end);
        if values.len() < 2 || !fits {
            self.note(&name, "a group of bit-fields, which are always 0");
            return Ok(());
        }
        let place = Spot { name, offset: spot.offset + first, ..spot.clone() };
        let tag = |(text, bits): (String, u64)| (text, Bits::Number(bits as i64));
        self.push(&place, size, Content::Tag(values.into_iter().map(tag).collect()));
        Ok(())
    }
}
