//! Checks accesses to local arrays of code under test.
//!
//! The stack has no map of objects. But an access that begins at a local variable, with an index that
//! is not a constant, must stay within this variable; a call that compares comes before it. What other
//! functions do with the address of an array is not compared. There, a number between the array and
//! the return address is compared at the end of the function, as compilers do (`-fstack-protector`).

use pikse_llvm::inkwell::AddressSpace;
use pikse_llvm::inkwell::IntPredicate;
use pikse_llvm::inkwell::attributes::{Attribute, AttributeLoc};
use pikse_llvm::inkwell::basic_block::BasicBlock;
use pikse_llvm::inkwell::module::Linkage;
use pikse_llvm::inkwell::targets::TargetData;
use pikse_llvm::inkwell::types::BasicTypeEnum;
use pikse_llvm::inkwell::values::{
    AnyValue, BasicMetadataValueEnum, BasicValue, BasicValueEnum, FunctionValue, InstructionOpcode,
    InstructionValue, Operand, PointerValue,
};
use pikse_llvm::{Error, Program};

use super::accesses::callee_name;
use super::refused;

/// The function of the host that is called after a comparison failed.
const OUTSIDE: &str = "pikse_stack_outside";
/// The function that the compiler's check calls.
pub(super) const SMASHED: &str = "__stack_chk_fail";

/// An access to a local variable.
struct Access<'ctx> {
    before: InstructionValue<'ctx>,
    local: PointerValue<'ctx>,
    size: u64,
    address: PointerValue<'ctx>,
    bytes: BasicMetadataValueEnum<'ctx>,
    writes: bool,
}

/// Inserts the comparisons.
pub(super) fn check(program: &Program<'_>) -> Result<(), Error> {
    let module = program.module();
    let context = module.get_context();
    let layout = TargetData::create(module.get_data_layout().as_str().to_str().unwrap_or(""));
    let functions: Vec<FunctionValue<'_>> = program.defined().collect();
    let outside = context.void_type().fn_type(&[context.i32_type().into()], false);
    let outside = module.add_function(OUTSIDE, outside, None);
    let compare = comparison(program, outside)?;
    let strong = Attribute::get_named_enum_kind_id("sspstrong");
    let strong = context.create_enum_attribute(strong, 0);
    let builder = context.create_builder();
    let mut has_arrays = false;
    for function in functions {
        let instructions: Vec<_> =
            function.get_basic_block_iter().flat_map(BasicBlock::get_instructions).collect();
        if instructions.iter().any(|&instruction| is_array(instruction)) {
            function.add_attribute(AttributeLoc::Function, strong);
            has_arrays = true;
        }
        for access in instructions.iter().flat_map(|&i| accesses(i, &layout, program)) {
            builder.position_before(&access.before);
            let int = context.i64_type();
            let (size, writes) = (int.const_int(access.size, false), u64::from(access.writes));
            let writes = context.i32_type().const_int(writes, false);
            let arguments = [
                access.local.into(),
                size.into(),
                access.address.into(),
                access.bytes,
                writes.into(),
            ];
            builder.build_call(compare, &arguments, "").map_err(refused)?;
        }
    }
    if has_arrays {
        define_smashed(program, outside)?;
    }
    Ok(())
}

/// The function that compares: the variable, its size, the address, the number of bytes, and whether
/// they are written.
fn comparison<'ctx>(
    program: &Program<'ctx>,
    outside: FunctionValue<'ctx>,
) -> Result<FunctionValue<'ctx>, Error> {
    let module = program.module();
    let context = module.get_context();
    let (ptr, int) = (context.ptr_type(AddressSpace::default()), context.i64_type());
    let parameters = [ptr.into(), int.into(), ptr.into(), int.into(), context.i32_type().into()];
    let of = context.void_type().fn_type(&parameters, false);
    let function = module.add_function("pikse.local", of, Some(Linkage::Internal));
    let inline = Attribute::get_named_enum_kind_id("alwaysinline");
    function.add_attribute(AttributeLoc::Function, context.create_enum_attribute(inline, 0));
    let [begin, bad, good] =
        ["begin", "bad", "good"].map(|name| context.append_basic_block(function, name));
    let parameters: Vec<BasicValueEnum<'_>> = function.get_param_iter().collect();
    let [local, size, address, bytes, writes] = parameters[..] else {
        return Err(Error::Machine("a function without its parameters".to_owned()));
    };
    let (size, bytes) = (size.into_int_value(), bytes.into_int_value());
    let builder = context.create_builder();
    builder.position_at_end(begin);
    let number = |pointer: BasicValueEnum<'ctx>| {
        builder.build_ptr_to_int(pointer.into_pointer_value(), int, "").map_err(refused)
    };
    let (local, address) = (number(local)?, number(address)?);
    let offset = builder.build_int_sub(address, local, "").map_err(refused)?;
    let left = builder.build_int_sub(size, offset, "").map_err(refused)?;
    let after = builder.build_int_compare(IntPredicate::UGT, offset, size, "").map_err(refused)?;
    let long = builder.build_int_compare(IntPredicate::UGT, bytes, left, "").map_err(refused)?;
    let is_bad = builder.build_or(after, long, "").map_err(refused)?;
    builder.build_conditional_branch(is_bad, bad, good).map_err(refused)?;
    builder.position_at_end(bad);
    let call = builder.build_call(outside, &[writes.into()], "").map_err(refused)?;
    // The program does not go on, so what was compared is known afterwards. But each call keeps the line of
    // its access.
    let apart = Attribute::get_named_enum_kind_id("nomerge");
    call.add_attribute(AttributeLoc::Function, context.create_enum_attribute(apart, 0));
    builder.build_unreachable().map_err(refused)?;
    builder.position_at_end(good);
    builder.build_return(None).map_err(refused)?;
    Ok(function)
}

/// Defines the function that the compiler's check calls.
fn define_smashed<'ctx>(
    program: &Program<'ctx>,
    outside: FunctionValue<'ctx>,
) -> Result<(), Error> {
    let module = program.module();
    let context = module.get_context();
    let of = context.void_type().fn_type(&[], false);
    let function =
        module.get_function(SMASHED).unwrap_or_else(|| module.add_function(SMASHED, of, None));
    if function.count_basic_blocks() > 0 {
        return Ok(());
    }
    let builder = context.create_builder();
    builder.position_at_end(context.append_basic_block(function, ""));
    let writes = context.i32_type().const_int(1, false);
    builder.build_call(outside, &[writes.into()], "").map_err(refused)?;
    builder.build_unreachable().map_err(refused)?;
    Ok(())
}

fn is_array(instruction: InstructionValue<'_>) -> bool {
    instruction.get_opcode() == InstructionOpcode::Alloca
        && matches!(instruction.get_allocated_type(), Ok(BasicTypeEnum::ArrayType(_)))
}

fn operand(instruction: InstructionValue<'_>, at: u32) -> Option<BasicValueEnum<'_>> {
    instruction.get_operand(at).and_then(Operand::value)
}

/// The accesses of an instruction to a local variable that a constant does not show to be inside.
fn accesses<'ctx>(
    instruction: InstructionValue<'ctx>,
    layout: &TargetData,
    program: &Program<'ctx>,
) -> Vec<Access<'ctx>> {
    let int = program.module().get_context().i64_type();
    let fixed = |bytes: u64| BasicMetadataValueEnum::from(int.const_int(bytes, false));
    let access = |at: u32, bytes: BasicMetadataValueEnum<'ctx>, is_open: bool, writes: bool| {
        let Some(BasicValueEnum::PointerValue(address)) = operand(instruction, at) else {
            return None;
        };
        let (local, has_index) = local_of(address)?;
        let of = local.get_allocated_type().ok()?;
        let one = operand(local, 0)
            .is_some_and(|count| count.into_int_value().get_zero_extended_constant() == Some(1));
        let size = layout.get_abi_size(&of);
        let local = PointerValue::try_from(local).ok()?;
        let before = instruction;
        (one && (has_index || is_open)).then_some(Access {
            before,
            local,
            size,
            address,
            bytes,
            writes,
        })
    };
    let found = match instruction.get_opcode() {
        InstructionOpcode::Load => {
            let of = instruction.as_any_value_enum().get_type();
            vec![access(0, fixed(layout.get_store_size(&of)), false, false)]
        }
        InstructionOpcode::Store => {
            let bytes =
                operand(instruction, 0).map_or(8, |value| layout.get_store_size(&value.get_type()));
            vec![access(1, fixed(bytes), false, true)]
        }
        InstructionOpcode::Call | InstructionOpcode::Invoke => {
            let name = callee_name(instruction).unwrap_or_default();
            let Some(BasicValueEnum::IntValue(length)) = operand(instruction, 2) else {
                return Vec::new();
            };
            let (bytes, is_open) = (length.into(), !length.is_const());
            if name.starts_with("llvm.memcpy") || name.starts_with("llvm.memmove") {
                vec![access(1, bytes, is_open, false), access(0, bytes, is_open, true)]
            } else if name.starts_with("llvm.memset") {
                vec![access(0, bytes, is_open, true)]
            } else {
                Vec::new()
            }
        }
        _ => Vec::new(),
    };
    found.into_iter().flatten().collect()
}

/// The local variable that a pointer begins at, and whether it has an index that is not a constant.
fn local_of(mut pointer: PointerValue<'_>) -> Option<(InstructionValue<'_>, bool)> {
    let mut has_index = false;
    loop {
        let instruction = pointer.as_instruction_value()?;
        match instruction.get_opcode() {
            InstructionOpcode::Alloca => return Some((instruction, has_index)),
            InstructionOpcode::GetElementPtr => {
                has_index |= (1..instruction.get_num_operands()).any(|at| {
                    matches!(operand(instruction, at),
                        Some(BasicValueEnum::IntValue(index)) if !index.is_const())
                });
                match operand(instruction, 0)? {
                    BasicValueEnum::PointerValue(inner) => pointer = inner,
                    _ => return None,
                }
            }
            _ => return None,
        }
    }
}
