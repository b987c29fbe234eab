//! Applies changes to instructions.

use pikse_llvm::Program;
use pikse_llvm::inkwell::builder::BuilderError;
use pikse_llvm::inkwell::values::{
    BasicValueEnum, FunctionValue, InstructionOpcode, InstructionValue, IntValue, Operand,
};
use pikse_llvm::inkwell::{FloatPredicate, IntPredicate};
use pikse_llvm::raw;

use super::MutateError;
use super::spot::Position;

/// A change of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change {
    /// Another comparison of integers or pointers.
    Compare(IntPredicate),
    /// Another comparison of floats.
    CompareFloats(FloatPredicate),
    /// A constant operand becomes another: an index, an offset, a value.
    Number { operand: u32, value: u64 },
    /// The same for the offset of a field, so that another field is accessed.
    Field { operand: u32, value: u64 },
    /// A pointer operand is moved by some bytes.
    Shift { operand: u32, bytes: u64 },
    /// The instruction is deleted.
    Delete,
    /// The same, if another instruction at the same place is deleted.
    DeleteToo,
    /// A branch is inverted.
    Negate,
}

impl Change {
    /// Whether the change is made only together with others.
    pub(super) fn is_companion(self) -> bool {
        self == Change::DeleteToo
    }

    /// Whether accesses are moved to another field.
    fn moves_accesses(self) -> bool {
        matches!(self, Change::Field { .. } | Change::Shift { .. })
    }
}

/// A change of an instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Edit {
    pub(super) at: Position,
    pub(super) change: Change,
}

/// Makes changes. None of them is made if one of the instructions does not exist.
pub(super) fn apply(program: &Program<'_>, edits: &[Edit]) -> Result<(), MutateError> {
    let mut found = Vec::new();
    for edit in edits {
        let at = find(program, &edit.at).filter(|(_, at)| fits(*at, edit.change));
        let function = || edit.at.function.clone();
        let (function, at) =
            at.ok_or_else(|| MutateError::OtherProgram { function: function() })?;
        found.push((function, at, edit.change));
    }
    for (function, instruction, change) in found {
        if change.moves_accesses() {
            raw::forget_types_of_accesses(program.module().get_context(), function);
        }
        make(program, instruction, change)
            .map_err(|error| pikse_llvm::Error::Machine(error.to_string()))?;
    }
    Ok(())
}

fn find<'ctx>(
    program: &Program<'ctx>,
    at: &Position,
) -> Option<(FunctionValue<'ctx>, InstructionValue<'ctx>)> {
    let function = program.module().get_function(&at.function)?;
    let block = function.get_basic_block_iter().nth(at.block)?;
    Some((function, block.get_instructions().nth(at.instruction)?))
}

/// Whether a change can be made to an instruction.
fn fits(instruction: InstructionValue<'_>, change: Change) -> bool {
    let opcode = instruction.get_opcode();
    let operand = |at| instruction.get_operand(at).and_then(Operand::value);
    match change {
        Change::Compare(_) => opcode == InstructionOpcode::ICmp,
        Change::CompareFloats(_) => opcode == InstructionOpcode::FCmp,
        Change::Number { operand: at, .. } | Change::Field { operand: at, .. } => {
            matches!(operand(at), Some(BasicValueEnum::IntValue(value)) if value.is_const())
        }
        Change::Shift { operand: at, .. } => {
            matches!(operand(at), Some(BasicValueEnum::PointerValue(_)))
        }
        Change::Delete | Change::DeleteToo => matches!(
            opcode,
            InstructionOpcode::Store | InstructionOpcode::Call | InstructionOpcode::Invoke
        ),
        Change::Negate => {
            opcode == InstructionOpcode::Br
                && matches!(operand(0), Some(BasicValueEnum::IntValue(_)))
        }
    }
}

fn make(
    program: &Program<'_>,
    instruction: InstructionValue<'_>,
    change: Change,
) -> Result<(), BuilderError> {
    let context = program.module().get_context();
    let builder = context.create_builder();
    builder.position_before(&instruction);
    let operand = |at| instruction.get_operand(at).and_then(Operand::value);
    match change {
        Change::Compare(predicate) => {
            let new: IntValue<'_> = match (operand(0), operand(1)) {
                (Some(BasicValueEnum::IntValue(a)), Some(BasicValueEnum::IntValue(b))) => {
                    builder.build_int_compare(predicate, a, b, "")?
                }
                (Some(BasicValueEnum::PointerValue(a)), Some(BasicValueEnum::PointerValue(b))) => {
                    builder.build_int_compare(predicate, a, b, "")?
                }
                _ => return Ok(()),
            };
            replace(instruction, new);
        }
        Change::CompareFloats(predicate) => {
            if let (Some(BasicValueEnum::FloatValue(a)), Some(BasicValueEnum::FloatValue(b))) =
                (operand(0), operand(1))
            {
                replace(instruction, builder.build_float_compare(predicate, a, b, "")?);
            }
        }
        Change::Number { operand: at, value } | Change::Field { operand: at, value } => {
            if let Some(BasicValueEnum::IntValue(old)) = operand(at) {
                instruction.set_operand(at, old.get_type().const_int(value, false));
            }
            if matches!(change, Change::Field { .. }) {
                forget_alignment(&raw::users(&instruction));
            }
        }
        Change::Shift { operand: at, bytes } => {
            if let Some(BasicValueEnum::PointerValue(start)) = operand(at) {
                let distance = context.i64_type().const_int(bytes, false);
                let moved = raw::offset(&builder, context.i8_type(), start, distance)?;
                instruction.set_operand(at, moved);
                forget_alignment(&[instruction]);
            }
        }
        Change::Delete | Change::DeleteToo => {
            if instruction.get_opcode() == InstructionOpcode::Invoke {
                // Its last operands are the normal destination, the unwind destination, the callee.
                let normal = instruction.get_num_operands().checked_sub(3);
                if let Some(Operand::Block(block)) =
                    normal.and_then(|at| instruction.get_operand(at))
                {
                    builder.build_unconditional_branch(block)?;
                }
            }
            instruction.erase_from_basic_block();
        }
        Change::Negate => {
            if let Some(BasicValueEnum::IntValue(condition)) = operand(0) {
                let negated = builder.build_not(condition, "")?;
                instruction.set_operand(0, negated);
            }
        }
    }
    Ok(())
}

fn replace<'ctx>(old: InstructionValue<'ctx>, new: IntValue<'ctx>) {
    if let Ok(value) = IntValue::try_from(old) {
        value.replace_all_uses_with(new);
        old.erase_from_basic_block();
    }
}

/// Lowers the alignment: another field may be aligned less than the original one.
fn forget_alignment(accesses: &[InstructionValue<'_>]) {
    for access in accesses {
        if matches!(access.get_opcode(), InstructionOpcode::Load | InstructionOpcode::Store) {
            // It only fails for instructions without an alignment.
            let _ = access.set_alignment(1);
        }
    }
}
