//! How a function of a module takes the parameters of its source.
//!
//! A parameter of the source may be no parameter of the module (it has no bytes), one, two (the two
//! halves of a slice, the registers of a small struct), or the address of a copy. The compilers do not
//! say which; it follows from the type, from the parameters in the module, and from their attributes.
//!
//! **Invariant:** if the parameters of the module are not exactly those of the source, there is no
//! answer, never a guess.

use inkwell::attributes::{Attribute, AttributeLoc};
use inkwell::targets::TargetData;
use inkwell::types::BasicTypeEnum;
use inkwell::values::FunctionValue;
use serde::{Deserialize, Serialize};

use crate::program::Program;
use crate::types::{Flavour, Function, Kind, Pointer, TypeId, Types};

/// How a function is called.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Passing {
    /// The size of the caller's memory for the result, whose address is the first parameter.
    pub result: Option<u64>,
    /// One for each parameter of the source.
    pub parameters: Vec<PassedAs>,
}

/// How a parameter is passed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PassedAs {
    /// It has no bytes.
    Nothing,
    /// As values: each is the bytes at an offset.
    Values(Vec<Part>),
    /// As the address of a copy: the number of the parameter in the module.
    Copy(u32),
}

/// A parameter in the module that is a part of a parameter in the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// Its number in the module.
    pub at: u32,
    /// The offset of its bytes.
    pub offset: u64,
    /// The number of its bytes.
    pub size: u64,
}

impl Passing {
    /// Whether the parameters of the module are those of the source, and the result is a value.
    pub fn is_plain(&self) -> bool {
        let is_one =
            |passed: &PassedAs| matches!(passed, PassedAs::Values(parts) if parts.len() == 1);
        self.result.is_none() && self.parameters.iter().all(is_one)
    }
}

/// How a function is called; none if its parameters in the module do not fit those of its source.
pub fn passing(
    program: &Program<'_>,
    types: &Types,
    function: &Function,
    is_rust: bool,
) -> Option<Passing> {
    let called = program.module().get_function(&function.symbol)?;
    let layout = program.module().get_data_layout();
    let layout = TargetData::create(layout.as_str().to_str().ok()?);
    let parameters: Vec<BasicTypeEnum<'_>> = called
        .get_type()
        .get_param_types()
        .into_iter()
        .map(BasicTypeEnum::try_from)
        .collect::<Result<_, _>>()
        .ok()?;
    let result = returned(called, &layout);
    let next = usize::from(result.is_some());
    let mut reader = Reader { types, called, layout, parameters, next, is_rust };
    let passed = function.parameters.iter().map(|of| reader.take((*of)?)).collect::<Option<_>>()?;
    (reader.next == reader.parameters.len()).then_some(Passing { result, parameters: passed })
}

/// The size of the caller's memory in which a function returns its result.
fn returned(function: FunctionValue<'_>, layout: &TargetData) -> Option<u64> {
    let kind = Attribute::get_named_enum_kind_id("sret");
    let attribute = function.get_enum_attribute(AttributeLoc::Param(0), kind)?;
    Some(layout.get_abi_size(&attribute.get_type_value()))
}

struct Reader<'a, 'ctx> {
    types: &'a Types,
    called: FunctionValue<'ctx>,
    layout: TargetData,
    parameters: Vec<BasicTypeEnum<'ctx>>,
    next: usize,
    is_rust: bool,
}

impl Reader<'_, '_> {
    fn has(&self, name: &str) -> bool {
        let kind = Attribute::get_named_enum_kind_id(name);
        let place = AttributeLoc::Param(self.next as u32);
        self.called.get_enum_attribute(place, kind).is_some()
    }

    /// The next parameter of the module, as the part at an offset or after it, as its alignment wants.
    fn part(&mut self, after: u64) -> Option<Part> {
        let of = self.parameters.get(self.next)?;
        let align = u64::from(self.layout.get_abi_alignment(of)).max(1);
        let offset = after.next_multiple_of(align);
        let part = Part { at: self.next as u32, offset, size: self.layout.get_store_size(of) };
        self.next += 1;
        Some(part)
    }

    fn take(&mut self, of: TypeId) -> Option<PassedAs> {
        let size = self.types.get(of).size;
        if size == 0 || (!self.is_rust && is_empty(self.types, of)) {
            return Some(PassedAs::Nothing);
        }
        if self.is_copy(of)? {
            self.next += 1;
            return Some(PassedAs::Copy(self.next as u32 - 1));
        }
        let first = self.part(0)?;
        let is_scalar = match self.types.get(of).kind {
            Kind::Int { .. } | Kind::Bool | Kind::Enum { .. } | Kind::Float => true,
            Kind::Pointer(_) => size <= 8,
            _ => false,
        };
        if is_scalar || first.size >= size {
            return Some(PassedAs::Values(vec![first]));
        }
        // In C the first register holds up to eight bytes, padding included.
        let is_whole = !self.is_rust && size <= 8;
        if is_whole || first.size == size {
            return Some(PassedAs::Values(vec![first]));
        }
        let second = self.part(first.size)?;
        (second.offset + second.size <= size).then(|| PassedAs::Values(vec![first, second]))
    }

    /// Whether the next parameter is the address of a copy.
    fn is_copy(&self, of: TypeId) -> Option<bool> {
        if !self.parameters.get(self.next)?.is_pointer_type() {
            return Some(false);
        }
        let this = self.types.get(of);
        Some(match this.kind {
            Kind::Pointer(Pointer { flavour: Flavour::UniquePtr | Flavour::SharedPtr, .. }) => true,
            Kind::Pointer(_) => false,
            Kind::Struct { .. } | Kind::Tagged { .. } | Kind::Array { .. } | Kind::Union { .. } => {
                let limit = 16;
                if self.has("byval") || this.size > limit {
                    true
                } else if self.is_rust {
                    // Two halves of which the first is an address, or one address.
                    let halves = scalars(self.types, of, 0, 0);
                    !(halves.count <= 2 && halves.begins_with_address)
                } else {
                    // clang marks the addresses of copies, and not the registers of a struct.
                    self.has("noundef")
                }
            }
            _ => false,
        })
    }
}

/// Whether a class of C++ has no fields; then it is not passed.
fn is_empty(types: &Types, of: TypeId) -> bool {
    matches!(&types.get(of).kind, Kind::Struct { fields } if fields.is_empty())
}

/// The scalars of a type.
#[derive(Clone, Copy, Debug, Default)]
struct Scalars {
    count: usize,
    begins_with_address: bool,
}

/// Of a type with variants, the most that a variant has.
fn scalars(types: &Types, of: TypeId, offset: u64, depth: u32) -> Scalars {
    let this = types.get(of);
    let one = |count, is_address| Scalars { count, begins_with_address: is_address && offset == 0 };
    let all = |parts: Vec<Scalars>| Scalars {
        count: parts.iter().map(|part| part.count).sum(),
        begins_with_address: parts.iter().any(|part| part.begins_with_address),
    };
    if this.size == 0 || depth > 16 {
        return Scalars::default();
    }
    match &this.kind {
        Kind::Struct { fields } => {
            let part = |field: &crate::types::Field| {
                scalars(types, field.of, offset + field.offset, depth + 1)
            };
            all(fields.iter().map(part).collect())
        }
        Kind::Tagged { tag, variants } => {
            let data = variants.iter().map(|variant| scalars(types, variant.of, offset, depth + 1));
            let data: Vec<Scalars> = data.collect();
            let most = data.iter().map(|part| part.count).max().unwrap_or(0);
            // A variant without a value of its own has the tag in its data.
            let is_own = variants.iter().all(|variant| variant.value.is_some());
            Scalars {
                count: most + usize::from(tag.is_some() && is_own),
                begins_with_address: data.iter().any(|part| part.begins_with_address),
            }
        }
        Kind::Pointer(_) => one(if this.size > 8 { 2 } else { 1 }, true),
        Kind::Array { length, .. } => one((*length as usize).saturating_add(2), false),
        Kind::Union { fields } => {
            let part = |field: &crate::types::Field| scalars(types, field.of, offset, depth + 1);
            fields.iter().map(part).max_by_key(|part| part.count).unwrap_or_default()
        }
        _ => one(1, false),
    }
}
