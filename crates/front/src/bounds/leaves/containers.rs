//! Containers of the libraries of Rust and C++ that are bytes with a known meaning: vectors, strings,
//! boxed slices, options and variants.
//!
//! A vector has room for the greatest length, so its pointer and its capacity are constants; only the
//! length is chosen. A place is found by the names of the library's fields. If they are not as expected
//! the type is refused: a guess could make candidates that are no values of the type.

use pikse_llvm::types::{Kind, TypeId};
use pikse_structure::Bits;
use pikse_structure::space::Style;

use super::{Content, Flat, Spot, join};
use crate::bounds::BoundsError;
use crate::bounds::infer::POINTER_SIZE;
use crate::containers::{counted_slice, is_std};

/// The address in an empty slice of Rust. Every address with the right alignment will do.
const DANGLING: i64 = 16;
/// The maximum length of a `std::string` that has its characters in itself, and where they are.
const SHORT: u32 = 22;

/// The maximum depth of a type in sequences of itself.
const MOST_NESTED: u32 = 2;

/// The places of a sequence: pointer, length, capacity.
struct Places {
    pointer: u64,
    length: u64,
    capacity: Option<u64>,
    /// Other words, which are zero.
    zero: Option<u64>,
}

impl Flat<'_> {
    /// Flattens a container; false if the type is not one.
    pub(super) fn container(&mut self, spot: &Spot) -> Result<bool, BoundsError> {
        let of = self.types.get(spot.of);
        if !matches!(of.kind, Kind::Struct { .. }) {
            return Ok(false);
        }
        let name = of.name.as_str();
        let element = of.arguments.first().copied();
        if name.starts_with("alloc::vec::Vec<") {
            return self.vector(spot, element, &["len"], Style::Plain).map(|()| true);
        }
        if name == "alloc::string::String" {
            let vec = self.at(spot.of, &["vec"]);
            let element = vec.and_then(|(_, of)| self.types.get(of).arguments.first().copied());
            return self.vector(spot, element, &["len"], Style::Text).map(|()| true);
        }
        if name.starts_with("alloc::collections::vec_deque::VecDeque<") {
            return self.vector(spot, element, &["len"], Style::Plain).map(|()| true);
        }
        if self.library_container(spot)? {
            return Ok(true);
        }
        let slice =
            ["alloc::boxed::Box<[", "&[", "&mut [", "&str", "&mut str", "alloc::boxed::Box<str"];
        if slice.iter().any(|start| name.starts_with(start)) {
            return self.slice(spot).map(|()| true);
        }
        if name.starts_with("std::collections::hash::map::HashMap<")
            || name.starts_with("std::collections::hash::set::HashSet<")
        {
            return self.empty_hash_map(spot).map(|()| true);
        }
        if name.starts_with("alloc::collections::btree::map::BTreeMap<")
            || name.starts_with("alloc::collections::btree::set::BTreeSet<")
        {
            self.note(&spot.name, "a map or set of the library, which is always empty");
            self.zeros(spot, spot.offset, of.size);
            return Ok(true);
        }
        if is_std(name, "vector<") && !name.contains("vector<bool") {
            return self.cpp_vector(spot, element).map(|()| true);
        }
        if is_std(name, "basic_string<char,") {
            return self.cpp_string(spot, element).map(|()| true);
        }
        if is_std(name, "optional<") {
            return self.cpp_optional(spot, element).map(|()| true);
        }
        if is_std(name, "variant<") {
            return self.cpp_variant(spot).map(|()| true);
        }
        if counted_slice(self.types, spot.of).is_some() {
            return self.counted_slice(spot).map(|()| true);
        }
        let empty = [("weak_ptr<", "a weak pointer"), ("function<", "a `std::function`")];
        if let Some((_, what)) = empty.iter().find(|(template, _)| is_std(name, template)) {
            self.note(&spot.name, &format!("{what}, which is always empty"));
            self.zeros(spot, spot.offset, of.size);
            return Ok(true);
        }
        let maps = ["map<", "set<", "multimap<", "multiset<"];
        if maps.iter().any(|map| is_std(name, map)) {
            return self.empty_cpp_map(spot).map(|()| true);
        }
        if let Some(what) = not_yet(name) {
            if !self.is_ignored {
                return self.refuse(&spot.name, what.to_owned());
            }
            self.zeros(spot, spot.offset, of.size);
            return Ok(true);
        }
        Ok(false)
    }

    /// The offset and type of a part, found by the last names of the way to it: the first field, breadth
    /// first, that has one of the names.
    fn at(&self, of: TypeId, names: &[&str]) -> Option<(u64, TypeId)> {
        let mut level = vec![(0, of)];
        for _ in 0..16 {
            let mut next = Vec::new();
            for (offset, of) in level {
                let fields = match &self.types.get(of).kind {
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

    fn unknown<T>(&self, spot: &Spot) -> Result<T, BoundsError> {
        let name = &self.types.get(spot.of).name;
        self.refuse(&spot.name, format!("`{name}` of a version of the library that is not known"))
    }

    /// `Vec`, `VecDeque` and `String`.
    fn vector(
        &mut self,
        spot: &Spot,
        element: Option<TypeId>,
        length: &[&str],
        style: Style,
    ) -> Result<(), BoundsError> {
        let place = |names: &[&str]| self.at(spot.of, names).map(|(at, _)| spot.offset + at);
        let places = (place(&["ptr"]), place(length), place(&["cap"]));
        let (Some(element), (Some(pointer), Some(length), Some(capacity))) = (element, places)
        else {
            return self.unknown(spot);
        };
        let places = Places { pointer, length, capacity: Some(capacity), zero: place(&["head"]) };
        let lengths = self.lengths_of(&spot.name, element)?;
        let stride = self.types.get(element).size;
        let most = u64::from(lengths.1);
        // Without elements, or with elements of no size, there is no memory.
        let first = match most * stride {
            0 => None,
            size => Some(self.buffer(size, places.pointer)),
        };
        self.constant(spot, places.pointer, 8, first.map_or(Bits::Number(DANGLING), Bits::Own));
        let capacity = if first.is_some() { most } else { 0 };
        if let Some(at) = places.capacity {
            self.constant(spot, at, 8, Bits::Number(capacity as i64));
        }
        if let Some(at) = places.zero {
            self.constant(spot, at, 8, Bits::Number(0));
        }
        let of = Elements { of: element, first: first.unwrap_or(self.end), stride, lengths, style };
        self.elements(spot, (places.length, 8), None, &of)
    }

    /// `Box<[T]>`, `&[T]`, `&str`: without elements they have no memory.
    fn slice(&mut self, spot: &Spot) -> Result<(), BoundsError> {
        let data = self.at(spot.of, &["data_ptr"]);
        let length = self.at(spot.of, &["length"]);
        let (Some((pointer, data)), Some((length, _))) = (data, length) else {
            return self.unknown(spot);
        };
        let Kind::Pointer(to) = self.types.get(data).kind else { return self.unknown(spot) };
        let Some(element) = to.to else { return self.unknown(spot) };
        let is_text = self.types.get(spot.of).name.contains("str");
        let style = if is_text { Style::Text } else { Style::Plain };
        let lengths = self.lengths(&spot.name)?;
        let stride = self.types.get(element).size;
        let pointer = spot.offset + pointer;
        let first = self.buffer((u64::from(lengths.1) * stride).max(1), pointer);
        let of = Elements { of: element, first, stride, lengths, style };
        let tag = self.found.leaves.len();
        self.elements(spot, (spot.offset + length, 8), None, &of)?;
        let place = |when| Spot { when, ..spot.clone() };
        if lengths.0 == 0 {
            self.constant(&place(Some((tag, 0, 0))), pointer, 8, Bits::Number(DANGLING));
        }
        self.constant(&place(Some((tag, 1, i64::MAX))), pointer, 8, Bits::Own(first));
        Ok(())
    }

    /// `Rc<[T]>` and `Arc<str>`: the elements are after the counts, which are always there.
    fn counted_slice(&mut self, spot: &Spot) -> Result<(), BoundsError> {
        let places = (self.at(spot.of, &["data_ptr"]), self.at(spot.of, &["length"]));
        let slice = counted_slice(self.types, spot.of);
        let (Some(slice), (Some((pointer, _)), Some((length, _)))) = (slice, places) else {
            return self.unknown(spot);
        };
        let lengths = self.lengths_of(&spot.name, slice.element)?;
        let stride = self.types.get(slice.element).size;
        let size = slice.before + u64::from(lengths.1) * stride;
        let first = self.buffer(size.next_multiple_of(8), spot.offset + pointer);
        for at in (0..slice.before.min(16)).step_by(8) {
            self.found.constants.push((first + at, 8, 1));
        }
        self.constant(spot, spot.offset + pointer, 8, Bits::Own(first));
        let style = if slice.is_text { Style::Text } else { Style::Plain };
        let first = first + slice.before;
        let of = Elements { of: slice.element, first, stride, lengths, style };
        self.elements(spot, (spot.offset + length, 8), None, &of)
    }

    /// The length of a sequence and its elements.
    pub(super) fn elements(
        &mut self,
        spot: &Spot,
        (at, size): (u64, u64),
        bits: Option<Vec<Bits>>,
        of: &Elements,
    ) -> Result<(), BoundsError> {
        let &Elements { of: element, first, stride, lengths, style } = of;
        let is_scalar = matches!(
            self.types.get(element).kind,
            Kind::Int { .. } | Kind::Bool | Kind::Enum { .. } | Kind::Pointer(_)
        );
        if is_scalar {
            let place = Spot { offset: at, of: element, ..spot.clone() };
            self.push(&place, size, Content::Sequence { lengths, bits, first, stride });
            let is_char = self.types.get(element).name == "char" && stride != 1;
            self.style_last(if is_char { Style::Text } else { style });
            return Ok(());
        }
        let place = Spot { name: join(&spot.name, "length"), offset: at, ..spot.clone() };
        let tag = self.push(&place, size, Content::Length { lengths, bits });
        self.within.push(element);
        for at in 0..u64::from(lengths.1) {
            let when = Some((tag, at as i64 + 1, i64::MAX));
            let name = match spot.name.is_empty() {
                true => format!("element.{at}"),
                false => join(&spot.name, &at.to_string()),
            };
            self.walk(&Spot { name, offset: first + at * stride, of: element, when })?;
        }
        self.within.pop();
        Ok(())
    }

    /// The lengths of a sequence of a type. A type that contains sequences of itself is nested as deep as
    /// the size; the innermost are empty.
    pub(super) fn lengths_of(
        &mut self,
        name: &str,
        element: TypeId,
    ) -> Result<(u32, u32), BoundsError> {
        let depth = self.within.iter().filter(|&&of| of == element).count();
        if depth > self.request.size.clamp(1, MOST_NESTED) as usize {
            return Ok((0, 0));
        }
        self.lengths(name)
    }

    /// `HashMap` and `HashSet` without elements. They refer to a constant of the library, which is a
    /// group of empty control bytes; here it is a buffer that is never freed.
    fn empty_hash_map(&mut self, spot: &Spot) -> Result<(), BoundsError> {
        let Some((control, _)) = self.at(spot.of, &["ctrl"]) else { return self.unknown(spot) };
        self.note(&spot.name, "a map or set of the library, which is always empty");
        let size = self.types.get(spot.of).size;
        let group = self.buffer(16, spot.offset + control);
        if let Some(last) = self.found.buffers.last_mut() {
            last.is_static = true;
        }
        for at in [0, 8] {
            self.found.constants.push((group + at, 8, -1));
        }
        self.zeros(spot, spot.offset, control);
        self.constant(spot, spot.offset + control, 8, Bits::Own(group));
        self.zeros(spot, spot.offset + control + 8, size - control - 8);
        Ok(())
    }

    fn cpp_vector(&mut self, spot: &Spot, element: Option<TypeId>) -> Result<(), BoundsError> {
        let place = |names: &[&str]| self.at(spot.of, names).map(|(at, _)| spot.offset + at);
        let places = (place(&["__begin_"]), place(&["__end_"]), place(&["__cap_", "__end_cap_"]));
        let (Some(element), (Some(begin), Some(end), Some(capacity))) = (element, places) else {
            return self.unknown(spot);
        };
        let lengths = self.lengths_of(&spot.name, element)?;
        let stride = self.types.get(element).size;
        let size = u64::from(lengths.1) * stride;
        if size == 0 {
            [begin, end, capacity].iter().for_each(|&at| self.zeros(spot, at, 8));
            return Ok(());
        }
        let first = self.buffer(size, begin);
        self.constant(spot, begin, 8, Bits::Own(first));
        self.constant(spot, capacity, 8, Bits::Own(first + size));
        let end_of = |length: u32| Bits::Own(first + u64::from(length) * stride);
        let bits = (lengths.0..=lengths.1).map(end_of).collect();
        let of = Elements { of: element, first, stride, lengths, style: Style::Plain };
        self.elements(spot, (end, POINTER_SIZE), Some(bits), &of)
    }

    /// `std::string` with the characters in itself: the first byte is twice the length.
    fn cpp_string(&mut self, spot: &Spot, element: Option<TypeId>) -> Result<(), BoundsError> {
        let is_known = self.types.get(spot.of).size == 24 && self.at(spot.of, &["__s"]).is_some();
        let (Some(element), true) = (element, is_known) else { return self.unknown(spot) };
        let lengths = self.lengths(&spot.name)?;
        if lengths.1 > SHORT {
            return self.refuse(&spot.name, format!("a string of more than {SHORT} characters"));
        }
        let bits = (lengths.0..=lengths.1).map(|length| Bits::Number(i64::from(length) * 2));
        let of = Elements {
            of: element,
            first: spot.offset + 1,
            stride: 1,
            lengths,
            style: Style::Text,
        };
        self.elements(spot, (spot.offset, 1), Some(bits.collect()), &of)
    }

    fn cpp_optional(&mut self, spot: &Spot, element: Option<TypeId>) -> Result<(), BoundsError> {
        let places = (self.at(spot.of, &["__engaged_"]), self.at(spot.of, &["__val_"]));
        let (Some(element), (Some((engaged, _)), Some((value, _)))) = (element, places) else {
            return self.unknown(spot);
        };
        let name = if spot.name.is_empty() { "optional" } else { &spot.name };
        let place = Spot { name: name.to_owned(), offset: spot.offset + engaged, ..spot.clone() };
        let values = [("nullopt", 0), ("some", 1)];
        let values = values.map(|(name, value)| (name.to_owned(), Bits::Number(value))).to_vec();
        let tag = self.push(&place, 1, Content::Tag(values));
        let name = join(name, "0");
        self.walk(&Spot { name, offset: spot.offset + value, of: element, when: Some((tag, 1, 1)) })
    }

    fn cpp_variant(&mut self, spot: &Spot) -> Result<(), BoundsError> {
        let types = self.types;
        let places = (self.at(spot.of, &["__index"]), self.at(spot.of, &["__data"]));
        let (Some((index, number)), Some((data, _))) = places else { return self.unknown(spot) };
        let of = types.get(spot.of);
        if of.arguments.is_empty() {
            return self.unknown(spot);
        }
        let short = |of: TypeId| {
            let name = &types.get(of).name;
            let plain = name.split('<').next().unwrap_or(name);
            plain.rsplit("::").next().unwrap_or(plain).replace(' ', "_")
        };
        let names: Vec<String> = of.arguments.iter().map(|&of| short(of)).collect();
        let values = (0..).zip(&names).map(|(at, name)| {
            let is_twice = names.iter().filter(|other| *other == name).count() > 1;
            let name = if is_twice { format!("{name}_{at}") } else { name.clone() };
            (name, Bits::Number(at))
        });
        let values: Vec<(String, Bits)> = values.collect();
        let name = if spot.name.is_empty() { "variant" } else { &spot.name };
        let place = Spot { name: name.to_owned(), offset: spot.offset + index, ..spot.clone() };
        let size = types.get(number).size;
        let tag = self.push(&place, size, Content::Tag(values.clone()));
        for (at, (&of, (variant, _))) in of.arguments.iter().zip(&values).enumerate() {
            let when = Some((tag, at as i64, at as i64));
            let name = join(&spot.name, variant);
            self.walk(&Spot { name, offset: spot.offset + data, of, when })?;
        }
        Ok(())
    }

    /// `std::map` and `std::set` without elements: the first node is the end, which is in the map.
    fn empty_cpp_map(&mut self, spot: &Spot) -> Result<(), BoundsError> {
        let begin = self.at(spot.of, &["__begin_node_"]);
        let end = self.at(spot.of, &["__end_node_", "__pair1_"]);
        let (Some((begin, _)), Some((end, _))) = (begin, end) else { return self.unknown(spot) };
        self.note(&spot.name, "a map or set of the library, which is always empty");
        let size = self.types.get(spot.of).size;
        self.zeros(spot, spot.offset, begin);
        self.constant(spot, spot.offset + begin, 8, Bits::Own(spot.offset + end));
        self.zeros(spot, spot.offset + begin + 8, size - begin - 8);
        Ok(())
    }
}

/// The elements of a sequence.
pub(super) struct Elements {
    pub(super) of: TypeId,
    pub(super) first: u64,
    pub(super) stride: u64,
    pub(super) lengths: (u32, u32),
    pub(super) style: Style,
}

/// Why a library type has no bound, if its fields would make candidates that are no values of it.
fn not_yet(name: &str) -> Option<&'static str> {
    let owners = ["alloc::boxed::Box<", "alloc::rc::Rc<", "alloc::sync::Arc<", "&"];
    let owned = owners.iter().find_map(|owner| name.strip_prefix(owner));
    if owned.is_some_and(|of| of.starts_with("dyn ") || of.starts_with("mut dyn ")) {
        return Some("a pointer to a trait object, whose types are not known");
    }
    let counted = ["alloc::rc::Rc<", "alloc::sync::Arc<", "alloc::rc::Weak<", "alloc::sync::Weak<"];
    let slice = counted.iter().find_map(|owner| name.strip_prefix(owner));
    if slice.is_some_and(|of| of.starts_with('[') || of.starts_with("str")) {
        return Some("a counted slice");
    }
    if name.starts_with("alloc::collections::linked_list::LinkedList<") {
        return Some("a list of the library");
    }
    let others = ["unordered_", "list<", "forward_list<", "deque<", "vector<bool"];
    let others = others.iter().any(|other| is_std(name, other)) || is_std(name, "basic_string<");
    others.then_some("a container of the library whose bytes are not modelled")
}
