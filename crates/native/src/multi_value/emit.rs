//! Synthesises the function that gives the verdict for a value.
//!
//! It computes steps only where they are needed, and everything that it computes is
//! well defined: additions wrap around, and undefined values are frozen. So it
//! returns a verdict for every value, also for those for which the predicate has
//! undefined behaviour.

use std::collections::HashMap;
use std::fmt;

use pikse_llvm::inkwell::AddressSpace;
use pikse_llvm::inkwell::attributes::{Attribute, AttributeLoc};
use pikse_llvm::inkwell::builder::{Builder, BuilderError};
use pikse_llvm::inkwell::context::ContextRef;
use pikse_llvm::inkwell::module::{Linkage, Module};
use pikse_llvm::inkwell::types::{BasicType, BasicTypeEnum};
use pikse_llvm::inkwell::values::{
    BasicValue, BasicValueEnum, FastMathFlags, FunctionValue, InstructionOpcode, InstructionValue,
    Operand, PointerValue,
};
use pikse_llvm::raw;

use super::body::{Body, Kind, ValueId, result};
use super::tree::{Region, Tree, Val, Verdict};

/// The distance of values from before the load in the memory that is passed.
const SLOT: u64 = 16;

/// A synthesised function, and the values that it needs.
pub(super) struct Emitted<'ctx> {
    pub(super) decide: FunctionValue<'ctx>,
    pub(super) live_ins: Vec<ValueId>,
}

/// Why a function cannot be synthesised.
#[derive(Debug)]
pub(super) enum Failed {
    Builder(BuilderError),
    /// A value is not of the type that it is used as.
    Type,
}

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failed::Builder(error) => error.fmt(f),
            Failed::Type => write!(f, "a value is not of the type that it is used as"),
        }
    }
}

impl From<BuilderError> for Failed {
    fn from(error: BuilderError) -> Failed {
        Failed::Builder(error)
    }
}

/// Synthesises the function of a load.
pub(super) fn emit<'ctx>(
    module: &Module<'ctx>,
    body: &Body<'ctx>,
    load: ValueId,
    region: &Region,
    name: &str,
) -> Result<Emitted<'ctx>, Failed> {
    let context = module.get_context();
    let pointer = context.ptr_type(AddressSpace::default());
    let of = context.i8_type().fn_type(&[context.i64_type().into(), pointer.into()], false);
    let decide = module.add_function(name, of, Some(Linkage::Internal));
    for attribute in ["nounwind", "willreturn"] {
        let kind = Attribute::get_named_enum_kind_id(attribute);
        decide.add_attribute(AttributeLoc::Function, context.create_enum_attribute(kind, 0));
    }
    let builder = context.create_builder();
    builder.position_at_end(context.append_basic_block(decide, "start"));
    let loaded = body.value(load).ok_or(Failed::Type)?.get_type();
    let mut emitter = Emitter {
        context,
        builder,
        decide,
        body,
        region,
        is_known: is_known(module),
        environment: decide.get_nth_param(1).ok_or(Failed::Type)?.into_pointer_value(),
        live_ins: Vec::new(),
    };
    let value = decide.get_nth_param(0).ok_or(Failed::Type)?.into_int_value();
    let value: BasicValueEnum<'ctx> = match loaded {
        BasicTypeEnum::IntType(int) if int.get_bit_width() == 64 => value.into(),
        BasicTypeEnum::IntType(int) => emitter.builder.build_int_truncate(value, int, "")?.into(),
        BasicTypeEnum::PointerType(to) => emitter.builder.build_int_to_ptr(value, to, "")?.into(),
        _ => return Err(Failed::Type),
    };
    emitter.tree(&region.tree, HashMap::from([(Val::Loaded, value)]))?;
    Ok(Emitted { decide, live_ins: emitter.live_ins })
}

/// `i1 pikse_is_known(ptr address, i64 bytes)`: whether memory is the candidate's, and
/// known. The runtime defines it.
fn is_known<'ctx>(module: &Module<'ctx>) -> FunctionValue<'ctx> {
    let context = module.get_context();
    let (pointer, int) = (context.ptr_type(AddressSpace::default()), context.i64_type());
    module.get_function(super::IS_KNOWN).unwrap_or_else(|| {
        let of = context.bool_type().fn_type(&[pointer.into(), int.into()], false);
        module.add_function(super::IS_KNOWN, of, None)
    })
}

struct Emitter<'a, 'ctx> {
    context: ContextRef<'ctx>,
    builder: Builder<'ctx>,
    decide: FunctionValue<'ctx>,
    body: &'a Body<'ctx>,
    region: &'a Region,
    environment: PointerValue<'ctx>,
    /// Whether memory is the candidate's and known.
    is_known: FunctionValue<'ctx>,
    live_ins: Vec<ValueId>,
}

/// The steps that have been computed on the way to a block.
type Computed<'ctx> = HashMap<Val, BasicValueEnum<'ctx>>;

impl<'ctx> Emitter<'_, 'ctx> {
    fn tree(&mut self, tree: &Tree, mut computed: Computed<'ctx>) -> Result<(), Failed> {
        let (on, cases, default) = match tree {
            Tree::Leaf(verdict) => {
                let code = match verdict {
                    Verdict::Unknown => super::UNKNOWN,
                    Verdict::Rejects => super::REJECTS,
                    Verdict::Accepts => super::ACCEPTS,
                };
                let code = self.context.i8_type().const_int(code.into(), false);
                self.builder.build_return(Some(&code))?;
                return Ok(());
            }
            Tree::IfKnown { reads, then } => {
                for &read in reads {
                    self.value(Val::Step(read), None, &mut computed)?;
                }
                return self.tree(&Tree::Leaf(*then), computed);
            }
            Tree::Choice { on, cases, default, .. } => (*on, cases, default),
        };
        let mut on = self.value(on, None, &mut computed)?;
        if let BasicValueEnum::PointerValue(pointer) = on {
            let int = self.context.i64_type();
            on = self.builder.build_ptr_to_int(pointer, int, "")?.into();
        }
        let BasicValueEnum::IntValue(on) = on else { return Err(Failed::Type) };
        let otherwise = self.context.append_basic_block(self.decide, "");
        let mut targets = Vec::new();
        for (bits, _) in cases {
            let block = self.context.append_basic_block(self.decide, "");
            targets.push((on.get_type().const_int(*bits, false), block));
        }
        self.builder.build_switch(on, otherwise, &targets)?;
        for ((_, tree), (_, block)) in cases.iter().zip(targets) {
            self.builder.position_at_end(block);
            self.tree(tree, computed.clone())?;
        }
        self.builder.position_at_end(otherwise);
        self.tree(default, computed)
    }

    /// A value, which is computed if it has not been; constants need to know their
    /// type.
    fn value(
        &mut self,
        value: Val,
        of: Option<BasicTypeEnum<'ctx>>,
        computed: &mut Computed<'ctx>,
    ) -> Result<BasicValueEnum<'ctx>, Failed> {
        if let Some(&found) = computed.get(&value) {
            return Ok(found);
        }
        let found = match value {
            Val::Known(bits) => {
                return match of {
                    Some(BasicTypeEnum::IntType(int)) => Ok(int.const_int(bits, false).into()),
                    Some(BasicTypeEnum::PointerType(to)) => {
                        let bits = self.context.i64_type().const_int(bits, false);
                        Ok(bits.const_to_pointer(to).into())
                    }
                    _ => Err(Failed::Type),
                };
            }
            Val::Literal(at) => return Ok(self.body.literals[at]),
            Val::LiveIn(id) => self.live_in(id)?,
            Val::Step(step) => self.step(step, computed)?,
            Val::Loaded | Val::Unknown => return Err(Failed::Type),
        };
        computed.insert(value, found);
        Ok(found)
    }

    fn live_in(&mut self, id: ValueId) -> Result<BasicValueEnum<'ctx>, Failed> {
        let of = self.body.value(id).ok_or(Failed::Type)?.get_type();
        let place = self.live_ins.iter().position(|&known| known == id).unwrap_or_else(|| {
            self.live_ins.push(id);
            self.live_ins.len() - 1
        });
        let offset = self.context.i64_type().const_int(place as u64 * SLOT, false);
        let bytes = self.context.i8_type();
        let address = raw::offset(&self.builder, bytes, self.environment, offset)?;
        Ok(self.builder.build_load(of, address, "")?)
    }

    /// Computes an instruction of the predicate again.
    fn step(
        &mut self,
        step: usize,
        computed: &mut Computed<'ctx>,
    ) -> Result<BasicValueEnum<'ctx>, Failed> {
        // Steps use only steps before them, so those are computed without recursion.
        for needed in self.needed(step, computed) {
            let made = self.make(needed, computed)?;
            computed.insert(Val::Step(needed), made);
        }
        self.make(step, computed)
    }

    /// The steps that a step needs and that are not yet computed, in order.
    fn needed(&self, step: usize, computed: &Computed<'ctx>) -> Vec<usize> {
        let (mut open, mut found) = (vec![step], Vec::new());
        while let Some(next) = open.pop() {
            for &operand in &self.region.steps[next].operands {
                if let Val::Step(needed) = operand
                    && !computed.contains_key(&operand)
                    && !found.contains(&needed)
                {
                    found.push(needed);
                    open.push(needed);
                }
            }
        }
        found.sort_unstable();
        found
    }

    fn make(
        &mut self,
        step: usize,
        computed: &mut Computed<'ctx>,
    ) -> Result<BasicValueEnum<'ctx>, Failed> {
        let (body, step) = (self.body, &self.region.steps[step]);
        let instruction = body.at(step.instruction);
        let mut operands = Vec::new();
        for (at, &operand) in step.operands.iter().enumerate() {
            let original = instruction.value.get_operand(at as u32).and_then(Operand::value);
            let of = original.ok_or(Failed::Type)?.get_type();
            operands.push(self.value(operand, Some(of), computed)?);
        }
        if let Kind::Load { .. } = instruction.kind {
            let BasicValueEnum::PointerValue(address) = operands[0] else {
                return Err(Failed::Type);
            };
            let of = body.value(step.instruction).ok_or(Failed::Type)?.get_type();
            if step.may_be_first {
                self.return_unless_known(address, of)?;
            }
            let read = self.builder.build_load(of, address, "")?;
            if let (Some(load), Ok(alignment)) =
                (read.as_instruction_value(), instruction.value.get_alignment())
            {
                load.set_alignment(alignment).map_err(|_| Failed::Type)?;
            }
            return Ok(raw::freeze(&self.builder, read));
        }
        let again = instruction.value.explicit_clone();
        for (at, operand) in operands.into_iter().enumerate() {
            again.set_operand(at as u32, operand);
        }
        define(again);
        self.builder.insert_instruction(&again, None);
        let found = result(again).ok_or(Failed::Type)?;
        Ok(raw::freeze(&self.builder, found))
    }
}

impl<'ctx> Emitter<'_, 'ctx> {
    /// Returns "unknown" unless memory is the candidate's and known.
    fn return_unless_known(
        &mut self,
        address: PointerValue<'ctx>,
        of: BasicTypeEnum<'ctx>,
    ) -> Result<(), Failed> {
        let bytes = of.size_of().ok_or(Failed::Type)?;
        let known = self.builder.build_call(self.is_known, &[address.into(), bytes.into()], "")?;
        let known = known.try_as_basic_value().basic().ok_or(Failed::Type)?.into_int_value();
        let [on, unknown] = ["", ""].map(|name| self.context.append_basic_block(self.decide, name));
        self.builder.build_conditional_branch(known, on, unknown)?;
        self.builder.position_at_end(unknown);
        let code = self.context.i8_type().const_int(super::UNKNOWN.into(), false);
        self.builder.build_return(Some(&code))?;
        self.builder.position_at_end(on);
        Ok(())
    }
}

/// Removes the flags (such as `nsw`) and the debug location of an instruction.
fn define(instruction: InstructionValue<'_>) {
    instruction.set_debug_location(None);
    // Each of these concerns some instructions, and refuses the others.
    let _ = instruction.set_no_signed_wrap_flag(false);
    let _ = instruction.set_no_unsigned_wrap_flag(false);
    let _ = instruction.set_exact_flag(false);
    let _ = instruction.set_non_negative_flag(false);
    let _ = instruction.set_disjoint_flag(false);
    let _ = instruction.set_same_sign_flag(false);
    if instruction.can_use_fast_math_flags() && instruction.get_opcode() != InstructionOpcode::Call
    {
        let _ = instruction.set_fast_math_flags(FastMathFlags::empty());
    }
    raw::allow_wrapping(instruction);
}
