//! Instrumentation: every read of memory tells where it reads.
//!
//! Before each load of every function, and before each copy of memory, a call of
//! `pikse_read(address, bytes)` is put. Linked in with the program and inlined, it
//! asks whether the address is in the candidate's memory and calls the host if so;
//! everything else costs a subtraction and a comparison.
//!
//! Reads must come in the order of the source: that order makes the choice points.
//! So before this only stack slots become registers (which moves no read of a
//! candidate), and the optimiser runs afterwards; the calls, which may write any
//! memory as far as it knows, keep the reads in place.

use pikse_llvm::inkwell::AddressSpace;
use pikse_llvm::inkwell::basic_block::BasicBlock;
use pikse_llvm::inkwell::builder::BuilderError;
use pikse_llvm::inkwell::memory_buffer::MemoryBuffer;
use pikse_llvm::inkwell::targets::TargetData;
use pikse_llvm::inkwell::types::IntType;
use pikse_llvm::inkwell::values::{
    AnyValue, BasicMetadataValueEnum, FunctionValue, InstructionOpcode, InstructionValue, Operand,
};
use pikse_llvm::{Error, Program};

/// The part of the runtime that is linked into every program.
const RUNTIME: &str = include_str!("runtime.ll");

/// What is told before an instruction.
struct Read<'ctx> {
    before: InstructionValue<'ctx>,
    address: BasicMetadataValueEnum<'ctx>,
    bytes: BasicMetadataValueEnum<'ctx>,
}

/// Instruments a program.
pub(crate) fn instrument(program: &Program<'_>) -> Result<(), Error> {
    program.run_passes("function(sroa)")?;
    let module = program.module();
    // The types have been read, and nothing else here asks for it.
    module.strip_debug_info();
    let context = module.get_context();
    let (ptr, int) = (context.ptr_type(AddressSpace::default()), context.i64_type());
    let signature = context.void_type().fn_type(&[ptr.into(), int.into()], false);
    let functions: Vec<FunctionValue<'_>> = program.defined().collect();
    let tell = module.add_function("pikse_read", signature, None);
    let layout = TargetData::create(module.get_data_layout().as_str().to_str().unwrap_or(""));
    let builder = context.create_builder();
    for read in functions.into_iter().flat_map(|function| reads(function, &layout, int)) {
        builder.position_before(&read.before);
        let told = builder.build_call(tell, &[read.address, read.bytes], "");
        told.map_err(|error: BuilderError| Error::Machine(error.to_string()))?;
    }
    let buffer = MemoryBuffer::create_from_memory_range_copy(RUNTIME.as_bytes(), "runtime.ll");
    let runtime = context.create_module_from_ir(buffer);
    let runtime = runtime.map_err(|message| Error::Machine(message.to_string()))?;
    runtime.set_triple(&module.get_triple());
    runtime.set_data_layout(&module.get_data_layout());
    module.link_in_module(runtime).map_err(|message| Error::Machine(message.to_string()))?;
    module.verify().map_err(|message| Error::Machine(message.to_string()))?;
    program.run_passes("default<O1>")
}

/// The reads of a function: loads, and the sources of copies.
fn reads<'ctx>(
    function: FunctionValue<'ctx>,
    layout: &TargetData,
    int: IntType<'ctx>,
) -> Vec<Read<'ctx>> {
    let instructions = function.get_basic_block_iter().flat_map(BasicBlock::get_instructions);
    instructions.filter_map(|instruction| read(instruction, layout, int)).collect()
}

fn read<'ctx>(
    instruction: InstructionValue<'ctx>,
    layout: &TargetData,
    int: IntType<'ctx>,
) -> Option<Read<'ctx>> {
    let operand = |at| instruction.get_operand(at).and_then(Operand::value);
    match instruction.get_opcode() {
        InstructionOpcode::Load => {
            let bytes = layout.get_store_size(&instruction.as_any_value_enum().get_type());
            Some(Read {
                before: instruction,
                address: operand(0)?.into(),
                bytes: int.const_int(bytes, false).into(),
            })
        }
        InstructionOpcode::Call => {
            let callee = operand(instruction.get_num_operands().checked_sub(1)?)?;
            let name = callee.into_pointer_value().get_name().to_string_lossy().into_owned();
            let copies = name.starts_with("llvm.memcpy") || name.starts_with("llvm.memmove");
            copies.then_some(())?;
            Some(Read {
                before: instruction,
                address: operand(1)?.into(),
                bytes: operand(2)?.into(),
            })
        }
        _ => None,
    }
}
