//! Which exceptions a handler of C++ catches.
//!
//! The rules are those of the C++ standard (handling an exception), on type information as
//! compilers write it: the same type; an unambiguous public base; a pointer that converts by
//! qualifiers, to a base or to `void`; a null pointer for `nullptr_t`.

use pikse_ir::{GlobalId, Target};

use super::Machine;
use crate::memory::Byte;
use crate::state::State;
use crate::value::Value;

/// Exceptions of the standard library and what they derive from: for programs that declare their
/// type information only.
const STANDARD: [(&str, &str); 20] = [
    ("St9bad_alloc", "St9exception"),
    ("St20bad_array_new_length", "St9bad_alloc"),
    ("St8bad_cast", "St9exception"),
    ("St10bad_typeid", "St9exception"),
    ("St13bad_exception", "St9exception"),
    ("St11logic_error", "St9exception"),
    ("St12domain_error", "St11logic_error"),
    ("St16invalid_argument", "St11logic_error"),
    ("St12length_error", "St11logic_error"),
    ("St12out_of_range", "St11logic_error"),
    ("St13runtime_error", "St9exception"),
    ("St11range_error", "St13runtime_error"),
    ("St14overflow_error", "St13runtime_error"),
    ("St15underflow_error", "St13runtime_error"),
    ("NSt3__117bad_function_callE", "St9exception"),
    ("St18bad_variant_access", "St9exception"),
    ("St19bad_optional_access", "St9exception"),
    ("NSt3__112system_errorE", "St13runtime_error"),
    ("NSt3__18ios_base7failureE", "NSt3__112system_errorE"),
    ("NSt3__112bad_weak_ptrE", "St9exception"),
];

/// The prefix of the symbols of type information.
const PREFIX: &str = "_ZTI";
const NULL_POINTER: &str = "Dn";
const VOID: &str = "v";

/// Qualifiers of what a pointer points to.
const CONST: u32 = 1;
const VOLATILE: u32 = 2;
const RESTRICT: u32 = 4;
const TRANSACTION_SAFE: u32 = 0x20;
const NOEXCEPT: u32 = 0x40;
/// Qualifiers that a conversion may not remove, and those that it may not add.
const KEPT: u32 = CONST | VOLATILE | RESTRICT;
const NOT_ADDED: u32 = TRANSACTION_SAFE | NOEXCEPT;

/// An exception that looks for a handler.
pub(super) struct Thrown<'p> {
    pub(super) is_cpp: bool,
    /// The address of its object.
    pub(super) object: u64,
    pub(super) of: Option<Type<'p>>,
}

/// A type of the program, by its mangled name. Fundamental types may have no type information in
/// the program.
#[derive(Clone, Copy, Debug)]
pub(super) struct Type<'p> {
    name: &'p str,
    global: Option<GlobalId>,
}

impl<'p> Type<'p> {
    pub(super) fn named(name: &'p str) -> Self {
        Type { name, global: None }
    }
}

impl PartialEq for Type<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

/// What handlers need to know of a type.
enum Shape<'p> {
    Class,
    Pointer { flags: u32, to: Type<'p> },
    Member { flags: u32, to: Type<'p>, class: Type<'p> },
    Function,
    Other,
}

/// A base of a class.
struct Base<'p> {
    of: Type<'p>,
    /// From the start of the object; for a virtual base, where the virtual table has that.
    offset: i64,
    is_virtual: bool,
    is_public: bool,
}

/// The objects of a type that an object has as bases.
struct Bases {
    address: Option<u64>,
    is_public: bool,
    is_ambiguous: bool,
}

impl<'p> Machine<'p> {
    /// The type whose type information is at an address.
    pub(super) fn type_at(&self, address: u64) -> Option<Type<'p>> {
        self.global_at(address).map(|global| self.type_in(global))
    }

    pub(super) fn global_at(&self, address: u64) -> Option<GlobalId> {
        let (number, offset) = self.image.place(address);
        let at = self.globals.binary_search(&number).ok()?;
        (offset == 0).then_some(GlobalId::at(at))
    }

    pub(super) fn type_in(&self, global: GlobalId) -> Type<'p> {
        let symbol = &*self.program.globals[global.index()].name;
        Type { name: symbol.strip_prefix(PREFIX).unwrap_or(symbol), global: Some(global) }
    }

    /// The pointer that a handler gets, if it catches the exception: to the caught base, or the
    /// thrown pointer itself.
    pub(super) fn catches(
        &self,
        state: &State,
        wanted: Type<'p>,
        thrown: &Thrown<'p>,
    ) -> Option<Value> {
        let of = thrown.of?;
        let whole = Value::Concrete(thrown.object);
        match self.shape(wanted) {
            Shape::Pointer { .. } if of.name == NULL_POINTER => Some(Value::ZERO),
            Shape::Pointer { flags, to } => {
                let pointer = self.pointer_at(state, thrown.object)?;
                if of == wanted {
                    return Some(pointer);
                }
                let Shape::Pointer { flags: had, to: from } = self.shape(of) else { return None };
                if had & !flags & KEPT != 0 || flags & !had & NOT_ADDED != 0 {
                    return None;
                }
                self.converts(state, (from, to), flags, pointer)
            }
            Shape::Member { flags, to, class } => {
                if of == wanted {
                    return Some(whole);
                }
                let Shape::Member { flags: had, to: from, class: other } = self.shape(of) else {
                    return None;
                };
                let fits = had & !flags & KEPT == 0 && flags & !had & NOT_ADDED == 0;
                (fits && from == to && class == other).then_some(whole)
            }
            _ if of == wanted => Some(whole),
            Shape::Class => self.base(state, of, thrown.object, wanted).map(Value::Concrete),
            Shape::Function | Shape::Other => None,
        }
    }

    /// A pointer, converted from one type of object to another; its qualifiers fit.
    fn converts(
        &self,
        state: &State,
        (from, to): (Type<'p>, Type<'p>),
        flags: u32,
        pointer: Value,
    ) -> Option<Value> {
        if from == to {
            return Some(pointer);
        }
        if to.name == VOID {
            return (!matches!(self.shape(from), Shape::Function)).then_some(pointer);
        }
        match self.shape(to) {
            Shape::Pointer { .. } | Shape::Member { .. } => {
                (flags & CONST != 0 && self.converts_inside(from, to)).then_some(pointer)
            }
            Shape::Class => match pointer {
                Value::Concrete(0) => {
                    // Without an object there is nothing to adjust, but the base must be there.
                    self.static_base(from, to).then_some(pointer)
                }
                Value::Concrete(object) => self.base(state, from, object, to).map(Value::Concrete),
                Value::Symbolic(_) => {
                    let first = self.bases(from).into_iter().next();
                    let is_first = first.is_some_and(|base| {
                        base.of == to && base.is_public && !base.is_virtual && base.offset == 0
                    });
                    is_first.then_some(pointer)
                }
            },
            Shape::Function | Shape::Other => None,
        }
    }

    /// The conversion of a pointer that is pointed to: qualifiers may only be added, and on every
    /// level above them there is `const`.
    fn converts_inside(&self, from: Type<'p>, to: Type<'p>) -> bool {
        match (self.shape(from), self.shape(to)) {
            (Shape::Pointer { flags: had, to: from }, Shape::Pointer { flags, to }) => {
                had & !flags == 0
                    && (from == to || (flags & CONST != 0 && self.converts_inside(from, to)))
            }
            (
                Shape::Member { flags: had, to: from, class },
                Shape::Member { flags, to, class: other },
            ) => had & !flags == 0 && from == to && class == other,
            _ => false,
        }
    }

    /// The thrown pointer.
    fn pointer_at(&self, state: &State, address: u64) -> Option<Value> {
        let (number, offset) = state.memory.place(address);
        let object = state.memory.object(number)?;
        let offset = u64::try_from(offset).ok().filter(|offset| offset + 8 <= object.size())?;
        match object.number(offset, 8) {
            Some(pointer) => Some(Value::Concrete(pointer)),
            None => {
                let Byte::Part(whole, 0) = object.byte(offset) else { return None };
                let is_part = |k: u8| {
                    let byte = object.byte(offset + u64::from(k));
                    matches!(byte, Byte::Part(of, at) if of == whole && at == k)
                };
                let is_whole = self.exprs.width(whole) == 64 && (1..8).all(is_part);
                is_whole.then_some(Value::Symbolic(whole))
            }
        }
    }

    /// The one public object of a base class that an object has.
    fn base(&self, state: &State, of: Type<'p>, object: u64, wanted: Type<'p>) -> Option<u64> {
        let mut found = Bases { address: None, is_public: false, is_ambiguous: false };
        self.find_bases(Some(state), (of, object, true), wanted, &mut found);
        found.address.filter(|_| found.is_public && !found.is_ambiguous)
    }

    /// The same without an object: virtual bases have an address of their own.
    fn static_base(&self, of: Type<'p>, wanted: Type<'p>) -> bool {
        let mut found = Bases { address: None, is_public: false, is_ambiguous: false };
        self.find_bases(None, (of, 1 << 20, true), wanted, &mut found);
        found.is_public && !found.is_ambiguous
    }

    fn find_bases(
        &self,
        state: Option<&State>,
        (at, object, is_public): (Type<'p>, u64, bool),
        wanted: Type<'p>,
        found: &mut Bases,
    ) {
        if at == wanted {
            found.is_ambiguous |= found.address.is_some_and(|address| address != object);
            found.is_public |= is_public;
            found.address = Some(object);
            return;
        }
        for base in self.bases(at) {
            let place = match (base.is_virtual, state) {
                (false, _) => Some(object.wrapping_add_signed(base.offset)),
                (true, Some(state)) => self.peek(state, object).and_then(|table| {
                    let offset = self.peek(state, table.wrapping_add_signed(base.offset))?;
                    Some(object.wrapping_add(offset))
                }),
                (true, None) => Some(base.of.global.map_or(0, |global| u64::from(global.0) << 32)),
            };
            if let Some(place) = place {
                let is_public = is_public && base.is_public;
                self.find_bases(state, (base.of, place, is_public), wanted, found);
            }
        }
    }

    fn shape(&self, of: Type<'p>) -> Shape<'p> {
        let Some(global) = of.global.filter(|&global| self.is_defined(global)) else {
            return by_name(of.name);
        };
        let kind = self.target(global, 0);
        let kind = kind.map_or("", |kind| &*self.program.globals[kind.index()].name);
        let type_in = |offset| self.target(global, offset).map(|of| self.type_in(of));
        let flags = self.word_of(global, 16) as u32;
        if kind.contains("__pointer_to_member_type_info") {
            match (type_in(24), type_in(32)) {
                (Some(to), Some(class)) => Shape::Member { flags, to, class },
                _ => Shape::Other,
            }
        } else if kind.contains("__pointer_type_info") {
            type_in(24).map_or(Shape::Other, |to| Shape::Pointer { flags, to })
        } else if kind.contains("__function_type_info") {
            Shape::Function
        } else if kind.contains("class_type_info") {
            Shape::Class
        } else {
            by_name(of.name)
        }
    }

    /// The bases of a class: after the pointer to the functions of the type information and the
    /// name.
    fn bases(&self, class: Type<'p>) -> Vec<Base<'p>> {
        let Some(global) = class.global.filter(|&global| self.is_defined(global)) else {
            let known = STANDARD.iter().find(|(derived, _)| *derived == class.name);
            let plain = |&(_, base): &(&str, &'static str)| Base {
                of: Type::named(base),
                offset: 0,
                is_virtual: false,
                is_public: true,
            };
            return known.map(plain).into_iter().collect();
        };
        let kind = self.target(global, 0);
        let kind = kind.map_or("", |kind| &*self.program.globals[kind.index()].name);
        if kind.contains("__si_class_type_info") {
            let base = self.target(global, 16).map(|base| self.type_in(base));
            let plain = |of| Base { of, offset: 0, is_virtual: false, is_public: true };
            return base.map(plain).into_iter().collect();
        }
        if !kind.contains("__vmi_class_type_info") {
            return Vec::new();
        }
        let count = (self.word_of(global, 16) >> 32) as u32;
        (0..u64::from(count))
            .filter_map(|k| {
                let of = self.type_in(self.target(global, 24 + 16 * k)?);
                // The offset is above the flags.
                let flags = self.word_of(global, 32 + 16 * k) as i64;
                Some(Base {
                    of,
                    offset: flags >> 8,
                    is_virtual: flags & 1 != 0,
                    is_public: flags & 2 != 0,
                })
            })
            .collect()
    }

    fn is_defined(&self, global: GlobalId) -> bool {
        self.program.globals[global.index()].bytes.is_some()
    }

    /// The global whose address a global has at an offset.
    fn target(&self, global: GlobalId, offset: u64) -> Option<GlobalId> {
        let relocations = &self.program.globals[global.index()].relocations;
        let found = relocations.iter().find(|relocation| relocation.offset == offset);
        match found?.target {
            Target::Global(global) => Some(global),
            Target::Function(_) => None,
        }
    }

    fn word_of(&self, global: GlobalId, offset: u64) -> u64 {
        let bytes = self.program.globals[global.index()].bytes.as_deref().unwrap_or_default();
        let mut word = [0; 8];
        let bytes = bytes.get(offset as usize..).unwrap_or_default();
        for (to, from) in word.iter_mut().zip(bytes) {
            *to = *from;
        }
        u64::from_le_bytes(word)
    }
}

/// The shape of a type that the program only declares: those of fundamental types, pointers to them,
/// and classes of the library.
fn by_name(name: &str) -> Shape<'_> {
    let Some(mut rest) = name.strip_prefix('P') else {
        let is_class =
            name.starts_with(|c: char| c.is_ascii_digit() || c == 'N') || name.starts_with("St");
        return if is_class { Shape::Class } else { Shape::Other };
    };
    let mut flags = 0;
    for (letter, flag) in [('r', RESTRICT), ('V', VOLATILE), ('K', CONST)] {
        if let Some(inner) = rest.strip_prefix(letter) {
            (rest, flags) = (inner, flags | flag);
        }
    }
    match rest.starts_with('F') {
        true => Shape::Other,
        false => Shape::Pointer { flags, to: Type::named(rest) },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pointers_by_name() {
        let shape = |name| match by_name(name) {
            Shape::Pointer { flags, to } => (flags, to.name),
            _ => (99, ""),
        };
        assert_eq!(shape("Pi"), (0, "i"));
        assert_eq!(shape("PKc"), (CONST, "c"));
        assert_eq!(shape("PVKv"), (CONST | VOLATILE, "v"));
        assert_eq!(shape("i"), (99, ""));
    }
}
