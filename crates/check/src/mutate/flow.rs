//! The types that Rust's pointers point to.
//!
//! Rustc addresses fields by their offset in a struct, without its type. The debug
//! information has the types of parameters and results of functions. From there, types are
//! followed through reads, addresses and local variables. Where that is not possible, the type
//! is unknown, and nothing is changed.

use std::cell::{Cell, RefCell};

use pikse_llvm::inkwell::attributes::{Attribute, AttributeLoc};
use pikse_llvm::inkwell::values::{
    BasicValueEnum, FunctionValue, InstructionOpcode, InstructionValue, Operand, PhiValue,
    PointerValue,
};
use pikse_llvm::raw;
use pikse_llvm::types::{Kind, Pointer, TypeId, Types};

use super::spot::Spots;
use super::{fields, operators};

/// The maximum number of steps to follow before a value counts as unknown.
const STEPS: u32 = 400;

/// The target of a pointer: a type, and an offset in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pointee {
    pub(super) of: TypeId,
    pub(super) at: u64,
}

/// Whether two types are the same in the source: each file may have its own copy of one.
pub(super) fn same(types: &Types, a: TypeId, b: TypeId) -> bool {
    let (x, y) = (types.get(a), types.get(b));
    let is_named = !x.name.is_empty() || matches!(x.kind, Kind::Pointer(_));
    a == b || is_named && x.name == y.name && x.size == y.size && x.kind == y.kind
}

/// Follows types.
pub(super) struct Flow<'s, 't, 'ctx> {
    spots: &'s Spots<'t, 'ctx>,
    function: FunctionValue<'ctx>,
    steps: Cell<u32>,
    /// The variables that are being followed: loops go through them.
    open: RefCell<Vec<InstructionValue<'ctx>>>,
}

impl<'s, 't, 'ctx> Flow<'s, 't, 'ctx> {
    pub(super) fn new(spots: &'s Spots<'t, 'ctx>, function: FunctionValue<'ctx>) -> Self {
        Flow { spots, function, steps: Cell::new(STEPS), open: RefCell::default() }
    }

    /// The target of a pointer.
    pub(super) fn pointee(&self, pointer: PointerValue<'ctx>) -> Option<Pointee> {
        self.steps.set(self.steps.get().checked_sub(1)?);
        let Some(instruction) = pointer.as_instruction() else {
            return self.of_parameter(pointer);
        };
        match instruction.get_opcode() {
            InstructionOpcode::GetElementPtr => {
                let (base, distance) = fields::distance(instruction)?;
                let base = self.pointee(base)?;
                Some(Pointee { at: base.at.checked_add(distance)?, ..base })
            }
            InstructionOpcode::Load => {
                let Some(BasicValueEnum::PointerValue(from)) = operand(instruction, 0) else {
                    return None;
                };
                match from.as_instruction().filter(|i| i.get_opcode() == InstructionOpcode::Alloca)
                {
                    Some(local) => self.stored(local),
                    None => {
                        let place = self.pointee(from)?;
                        self.types_at(place).into_iter().find_map(|of| self.target(of))
                    }
                }
            }
            InstructionOpcode::Phi => {
                let phi = PhiValue::try_from(instruction).ok()?;
                let values: Vec<_> = phi.get_incomings().map(|(value, _)| value).collect();
                self.once(instruction, || self.joined(values.into_iter()))
            }
            InstructionOpcode::Select => {
                self.joined([1, 2].into_iter().filter_map(|at| operand(instruction, at)))
            }
            InstructionOpcode::Call => {
                let function = self.spots.known(&operators::callee(instruction))?;
                self.target(function.returns?)
            }
            _ => None,
        }
    }

    /// The target of the pointers in a local variable.
    pub(super) fn stored(&self, local: InstructionValue<'ctx>) -> Option<Pointee> {
        let users = raw::users(&local);
        let values = users.into_iter().filter_map(|user| {
            let is_store = user.get_opcode() == InstructionOpcode::Store;
            let to = operand(user, 1).filter(|_| is_store)?;
            let is_here = matches!(to, BasicValueEnum::PointerValue(to)
                if to.as_instruction() == Some(local));
            operand(user, 0).filter(|_| is_here)
        });
        self.once(local, || self.joined(values))
    }

    /// Follows a variable, unless it is being followed already.
    fn once(
        &self,
        variable: InstructionValue<'ctx>,
        follow: impl FnOnce() -> Option<Pointee>,
    ) -> Option<Pointee> {
        if self.open.borrow().contains(&variable) {
            return None;
        }
        self.open.borrow_mut().push(variable);
        let found = follow();
        self.open.borrow_mut().pop();
        found
    }

    /// The target of a parameter of a function.
    pub(super) fn parameter(&self, function: FunctionValue<'_>, number: u32) -> Option<Pointee> {
        let known = self.spots.known(&function.get_name().to_string_lossy())?;
        let sret = Attribute::get_named_enum_kind_id("sret");
        let has_place = function.get_enum_attribute(AttributeLoc::Param(0), sret).is_some();
        let mut next = u32::from(has_place);
        let mut found = None;
        for of in &known.parameters {
            let of = (*of)?;
            let of_source = self.spots.types.get(of);
            if next == number {
                found = match of_source.kind {
                    Kind::Struct { .. } if of_source.size > 16 => Some(Pointee { of, at: 0 }),
                    _ => self.target(of),
                };
            }
            // A slice is two parameters, and a type without size is none.
            next += match of_source {
                of if of.size == 0 => 0,
                of if of.size == 16 => 2,
                _ => 1,
            };
        }
        // The last one may be the caller's location, which is not in the source.
        let count = function.count_params();
        found.filter(|_| next == count || next + 1 == count)
    }

    fn of_parameter(&self, pointer: PointerValue<'ctx>) -> Option<Pointee> {
        let number = self
            .function
            .get_param_iter()
            .position(|parameter| parameter == BasicValueEnum::PointerValue(pointer))?;
        self.parameter(self.function, number as u32)
    }

    /// The target of a pointer of this type.
    fn target(&self, of: TypeId) -> Option<Pointee> {
        match self.spots.types.get(of).kind {
            Kind::Pointer(Pointer { to: Some(to), before: 0, .. }) => {
                Some(Pointee { of: to, at: 0 })
            }
            _ => None,
        }
    }

    /// The types that begin at an offset, the outermost first.
    pub(super) fn types_at(&self, place: Pointee) -> Vec<TypeId> {
        let Pointee { mut of, mut at } = place;
        let mut found = Vec::new();
        for _ in 0..16 {
            if at == 0 {
                found.push(of);
            }
            let Kind::Struct { fields } = &self.spots.types.get(of).kind else { break };
            let size = |id| self.spots.types.get(id).size;
            let around = fields
                .iter()
                .find(|field| field.offset <= at && at < field.offset + size(field.of));
            let Some(inner) = around else { break };
            (of, at) = (inner.of, at - inner.offset);
        }
        found
    }

    /// The common target of several pointers, if there is one: it may be a field of some.
    fn joined(&self, values: impl Iterator<Item = BasicValueEnum<'ctx>>) -> Option<Pointee> {
        let mut common: Option<Pointee> = None;
        for value in values {
            let BasicValueEnum::PointerValue(pointer) = value else { return None };
            // Unknown targets are ignored.
            let Some(next) = self.pointee(pointer) else { continue };
            common = Some(match common {
                None => next,
                Some(known) if known == next => known,
                Some(known) => {
                    let types = self.types_at(next);
                    let is_in =
                        |of: &TypeId| types.iter().any(|other| same(self.spots.types, *of, *other));
                    let of = self.types_at(known).into_iter().find(is_in)?;
                    Pointee { of, at: 0 }
                }
            });
        }
        common
    }
}

fn operand(instruction: InstructionValue<'_>, at: u32) -> Option<BasicValueEnum<'_>> {
    instruction.get_operand(at).and_then(Operand::value)
}
