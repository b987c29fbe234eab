//! Prepares modules with AddressSanitizer's checks.
//!
//! Such code computes the address of its shadow memory itself, and finds its global variables by the
//! linker's sections. In the machine, the shadow is elsewhere; and there are no sections, so each
//! variable is registered alone.

use pikse_llvm::inkwell::module::Module;
use pikse_llvm::inkwell::values::{
    BasicValue, BasicValueEnum, InstructionOpcode, InstructionValue, IntValue, Operand,
};

use crate::error::Error;

/// Where the shadow memory is natively, and in the machine.
const NATIVE: u64 = 0x7fff_8000;
const MACHINE: u64 = 1 << 63;
/// An address is divided by two to this power.
const SCALE: u64 = 3;
/// The section of the descriptions of variables.
const SECTION: &[u8] = b"asan_globals";
/// The function that every module with checks calls first.
const INIT: &str = "__asan_init";
/// Registers variables.
const REGISTER: &str = "__asan_register_globals";

/// Moves the shadow memory to where the machine has it.
pub(crate) fn move_shadow(module: &Module<'_>) {
    if module.get_function(INIT).is_none() {
        return;
    }
    let instructions = module
        .get_functions()
        .flat_map(pikse_llvm::inkwell::values::FunctionValue::get_basic_block_iter)
        .flat_map(pikse_llvm::inkwell::basic_block::BasicBlock::get_instructions);
    for instruction in instructions.filter(is_shadow) {
        let other = module.get_context().i64_type().const_int(MACHINE, false);
        instruction.set_operand(1, other);
    }
}

/// Registers each variable at the beginning of the program.
pub(crate) fn register(module: &Module<'_>) -> Result<(), Error> {
    let Some(init) = module.get_function(INIT) else { return Ok(()) };
    let described: Vec<_> = module
        .get_globals()
        .filter(|global| global.get_section().is_some_and(|section| section.to_bytes() == SECTION))
        .filter(|global| !global.is_declaration())
        .collect();
    let context = module.get_context();
    let (address, number) =
        (context.ptr_type(pikse_llvm::inkwell::AddressSpace::default()), context.i64_type());
    let of = context.void_type().fn_type(&[address.into(), number.into()], false);
    let register =
        module.get_function(REGISTER).unwrap_or_else(|| module.add_function(REGISTER, of, None));
    let uses =
        std::iter::successors(init.as_global_value().as_pointer_value().get_first_use(), |here| {
            here.get_next_use()
        });
    // Every part of a program has its constructor; the variables are registered in one of them.
    let Some(first) = uses.filter_map(crate::link::unused_call).last() else { return Ok(()) };
    let Some(next) = first.get_next_instruction() else { return Ok(()) };
    let builder = context.create_builder();
    builder.position_before(&next);
    for global in described {
        let arguments = [global.as_pointer_value().into(), number.const_int(1, false).into()];
        let call = builder.build_call(register, &arguments, "");
        call.map_err(|error| Error::DoNotLink(error.to_string()))?;
    }
    Ok(())
}

fn operand<'ctx>(of: &InstructionValue<'ctx>, at: u32) -> Option<BasicValueEnum<'ctx>> {
    of.get_operand(at).and_then(Operand::value)
}

/// Whether an instruction computes the address of a shadow.
fn is_shadow(instruction: &InstructionValue<'_>) -> bool {
    let constant = |value: Option<BasicValueEnum<'_>>| match value {
        Some(BasicValueEnum::IntValue(number)) if number.is_const() => {
            number.get_zero_extended_constant()
        }
        _ => None,
    };
    let adds = matches!(instruction.get_opcode(), InstructionOpcode::Add | InstructionOpcode::Or);
    if !adds || constant(operand(instruction, 1)) != Some(NATIVE) {
        return false;
    }
    let divided = match operand(instruction, 0) {
        Some(BasicValueEnum::IntValue(value)) => IntValue::as_instruction(value),
        _ => None,
    };
    divided.is_some_and(|divided| {
        divided.get_opcode() == InstructionOpcode::LShr
            && constant(operand(&divided, 1)) == Some(SCALE)
    })
}
