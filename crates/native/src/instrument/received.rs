//! Moves local variables that are copied to into memory that has a map.
//!
//! Code under test copies objects of its input into local variables, and then uses a part of them. What it
//! uses is known only if reads of the variable are compared with the map, as reads of the input are. So
//! such a variable gets room in the candidate's part of the slot, when its function begins.

use std::collections::HashSet;

use pikse_llvm::inkwell::AddressSpace;
use pikse_llvm::inkwell::basic_block::BasicBlock;
use pikse_llvm::inkwell::targets::TargetData;
use pikse_llvm::inkwell::values::{
    BasicValue, BasicValueEnum, CallSiteValue, FunctionValue, InstructionOpcode, InstructionValue,
    LLVMTailCallKind, PointerValue,
};
use pikse_llvm::{Error, Program};

use super::accesses::{Base, base, callee_name};
use super::frames::lifetimes;
use super::{operand, refused};

/// Shorter copies are reads: they have a few cells.
const SHORTEST: u64 = 32;
/// The alignment of the room for variables.
const ALIGNMENT: u32 = 16;

/// Moves the variables.
pub(super) fn move_to_map(program: &Program<'_>) -> Result<(), Error> {
    let module = program.module();
    let context = module.get_context();
    let (ptr, int) = (context.ptr_type(AddressSpace::default()), context.i64_type());
    let layout = TargetData::create(module.get_data_layout().as_str().to_str().unwrap_or(""));
    let functions: Vec<FunctionValue<'_>> = program.defined().collect();
    let receivers = Receivers::of(&functions);
    let local = module.add_function("pikse_local", ptr.fn_type(&[int.into()], false), None);
    let locals = module.add_function("pikse_locals", int.fn_type(&[], false), None);
    let ends = context.void_type().fn_type(&[int.into()], false);
    let ends = module.add_function("pikse_locals_end", ends, None);
    let builder = context.create_builder();
    for function in functions {
        let Some(first) = function.get_first_basic_block() else { continue };
        let moved: Vec<_> = first
            .get_instructions()
            .filter(|variable| receivers.variables.contains(variable) && is_plain(*variable))
            .collect();
        let Some(&earliest) = moved.first() else { continue };
        if instructions(function).any(|instruction| must_be_last(instruction)) {
            continue;
        }
        builder.position_before(&earliest);
        let end = builder.build_call(locals, &[], "").map_err(refused)?;
        for variable in moved {
            let (Ok(of), Ok(pointer)) =
                (variable.get_allocated_type(), PointerValue::try_from(variable))
            else {
                continue;
            };
            let size = int.const_int(layout.get_abi_size(&of), false);
            builder.position_before(&variable);
            let room = builder.build_call(local, &[size.into()], "").map_err(refused)?;
            lifetimes(variable).into_iter().for_each(InstructionValue::erase_from_basic_block);
            if let Some(BasicValueEnum::PointerValue(room)) = room.try_as_basic_value().basic() {
                pointer.replace_all_uses_with(room);
                variable.erase_from_basic_block();
            }
        }
        let Some(end) = end.try_as_basic_value().basic() else { continue };
        for last in function.get_basic_block_iter().filter_map(BasicBlock::get_terminator) {
            if matches!(last.get_opcode(), InstructionOpcode::Return | InstructionOpcode::Resume) {
                builder.position_before(&last);
                builder.build_call(ends, &[end.into()], "").map_err(refused)?;
            }
        }
    }
    Ok(())
}

fn instructions(function: FunctionValue<'_>) -> impl Iterator<Item = InstructionValue<'_>> {
    function.get_basic_block_iter().flat_map(BasicBlock::get_instructions)
}

/// Whether a variable has a fixed size and no special alignment.
fn is_plain(variable: InstructionValue<'_>) -> bool {
    let one = matches!(
        operand(variable, 0),
        Some(BasicValueEnum::IntValue(count)) if count.get_zero_extended_constant() == Some(1)
    );
    one && variable.get_alignment().is_ok_and(|alignment| alignment <= ALIGNMENT)
}

/// Whether an instruction is a call with nothing between it and the end of its function.
fn must_be_last(instruction: InstructionValue<'_>) -> bool {
    let kind = instruction.get_tail_call_kind();
    kind.is_ok_and(|kind| kind == LLVMTailCallKind::LLVMTailCallKindMustTail)
}

/// Where copies arrive.
#[derive(Default)]
struct Receivers<'ctx> {
    /// Local variables.
    variables: HashSet<InstructionValue<'ctx>>,
    /// Parameters: the function and the number.
    parameters: HashSet<(FunctionValue<'ctx>, u32)>,
}

/// What a pointer begins at.
enum Root<'ctx> {
    Variable(InstructionValue<'ctx>),
    Parameter(u32),
    Other,
}

impl<'ctx> Receivers<'ctx> {
    /// Finds them: what is copied to from memory that may be the input, in a function or in those that it
    /// calls.
    fn of(functions: &[FunctionValue<'ctx>]) -> Self {
        let mut receivers = Receivers::default();
        // Until a round through all of them finds nothing.
        while functions.iter().filter(|&&function| receivers.add(function)).count() > 0 {}
        receivers
    }

    /// Adds what a function copies to. Whether there was something new.
    fn add(&mut self, function: FunctionValue<'ctx>) -> bool {
        let mut is_new = false;
        for instruction in instructions(function) {
            let is_call = matches!(
                instruction.get_opcode(),
                InstructionOpcode::Call | InstructionOpcode::Invoke
            );
            if !is_call {
                continue;
            }
            for at in self.received_by(instruction, function) {
                let Some(BasicValueEnum::PointerValue(to)) = operand(instruction, at) else {
                    continue;
                };
                is_new |= match root(to, function) {
                    Root::Variable(variable) => self.variables.insert(variable),
                    Root::Parameter(number) => self.parameters.insert((function, number)),
                    Root::Other => false,
                };
            }
        }
        is_new
    }

    /// The arguments of a call that it copies to.
    fn received_by(&self, call: InstructionValue<'ctx>, function: FunctionValue<'ctx>) -> Vec<u32> {
        let name = callee_name(call).unwrap_or_default();
        if name.starts_with("llvm.memcpy") || name.starts_with("llvm.memmove") {
            let is_long = match operand(call, 2) {
                Some(BasicValueEnum::IntValue(bytes)) => {
                    bytes.get_zero_extended_constant().is_none_or(|bytes| bytes >= SHORTEST)
                }
                _ => false,
            };
            let may_be_input = match operand(call, 1) {
                Some(BasicValueEnum::PointerValue(from)) => match base(from) {
                    Base::Unknown => true,
                    Base::Global => false,
                    Base::Stack => matches!(root(from, function),
                        Root::Variable(variable) if self.variables.contains(&variable)),
                },
                _ => false,
            };
            return if is_long && may_be_input { vec![0] } else { Vec::new() };
        }
        let Ok(call) = CallSiteValue::try_from(call) else { return Vec::new() };
        let Some(callee) = call.get_called_fn_value() else { return Vec::new() };
        (0..call.count_arguments()).filter(|&at| self.parameters.contains(&(callee, at))).collect()
    }
}

/// What a pointer begins at.
fn root<'ctx>(mut pointer: PointerValue<'ctx>, function: FunctionValue<'ctx>) -> Root<'ctx> {
    loop {
        let Some(instruction) = pointer.as_instruction_value() else {
            let pointer = BasicValueEnum::from(pointer);
            let number = function.get_param_iter().position(|parameter| parameter == pointer);
            return number.map_or(Root::Other, |number| Root::Parameter(number as u32));
        };
        match (instruction.get_opcode(), operand(instruction, 0)) {
            (InstructionOpcode::Alloca, _) => return Root::Variable(instruction),
            (
                InstructionOpcode::GetElementPtr | InstructionOpcode::BitCast,
                Some(BasicValueEnum::PointerValue(inner)),
            ) => pointer = inner,
            _ => return Root::Other,
        }
    }
}
