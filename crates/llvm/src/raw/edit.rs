//! Edits of modules and use lists, on inkwell's values.
#![expect(unsafe_code, reason = "LLVM's C interface is unsafe")]

use std::collections::HashSet;
use std::ptr;

use inkwell::basic_block::BasicBlock;
use inkwell::builder::{Builder, BuilderError};
use inkwell::context::ContextRef;
use inkwell::llvm_sys::comdat::LLVMSetComdat;
use inkwell::llvm_sys::core::{
    LLVMBuildFreeze, LLVMGEPSetNoWrapFlags, LLVMGetFirstUse, LLVMGetNextUse, LLVMGetNumOperands,
    LLVMGetOperand, LLVMGetUser, LLVMIsAConstant, LLVMIsAFunction, LLVMIsAInstruction,
    LLVMSetMetadata,
};
use inkwell::types::BasicType;
use inkwell::values::{
    AsValueRef, BasicValue, BasicValueEnum, FunctionValue, InstructionOpcode, InstructionValue,
    IntValue, PointerValue,
};

/// `freeze`: a poison or undefined value becomes an arbitrary fixed one.
pub fn freeze<'ctx>(builder: &Builder<'ctx>, value: BasicValueEnum<'ctx>) -> BasicValueEnum<'ctx> {
    // SAFETY: the builder stands in a block, and the value is visible there.
    unsafe {
        let frozen = LLVMBuildFreeze(builder.as_mut_ptr(), value.as_value_ref(), c"".as_ptr());
        BasicValueEnum::new(frozen)
    }
}

/// The address `count` elements of a type after another address.
pub fn offset<'ctx>(
    builder: &Builder<'ctx>,
    element: impl BasicType<'ctx>,
    start: PointerValue<'ctx>,
    distance: IntValue<'ctx>,
) -> Result<PointerValue<'ctx>, BuilderError> {
    // SAFETY: one index steps over whole elements, which fits every type that has a size.
    unsafe { builder.build_gep(element, start, &[distance], "") }
}

/// Allows an address computation to wrap around, like any other arithmetic.
pub fn allow_wrapping(instruction: InstructionValue<'_>) {
    if instruction.get_opcode() == InstructionOpcode::GetElementPtr {
        // SAFETY: the instruction computes an address.
        unsafe { LLVMGEPSetNoWrapFlags(instruction.as_value_ref(), 0) };
    }
}

/// The address of a block, valid while the block stays in its function. The first block of a
/// function has no address.
pub fn block_address(block: BasicBlock<'_>) -> Option<PointerValue<'_>> {
    // SAFETY: the address is a constant of the block's context, and LLVM keeps it right while the
    // block is there.
    unsafe { block.get_address() }
}

/// How often a value is used.
pub fn count_uses<'ctx>(value: &impl BasicValue<'ctx>) -> usize {
    std::iter::successors(value.get_first_use(), |found| found.get_next_use()).count()
}

/// The instructions that use a value.
pub fn users<'ctx>(value: &impl AsValueRef) -> Vec<InstructionValue<'ctx>> {
    let mut found = Vec::new();
    // SAFETY: uses are a list that ends with null; only instructions are taken for such.
    unsafe {
        let mut next = LLVMGetFirstUse(value.as_value_ref());
        while !next.is_null() {
            let user = LLVMGetUser(next);
            if !LLVMIsAInstruction(user).is_null() {
                found.push(InstructionValue::new(user));
            }
            next = LLVMGetNextUse(next);
        }
    }
    found
}

/// The functions that a function calls or takes the address of, also through constants such as
/// virtual tables.
pub fn mentioned(function: FunctionValue<'_>) -> Vec<FunctionValue<'_>> {
    let (mut found, mut seen) = (Vec::new(), HashSet::new());
    let instructions = function.get_basic_block_iter().flat_map(BasicBlock::get_instructions);
    let mut open: Vec<_> = instructions.map(|i| i.as_value_ref()).collect();
    while let Some(value) = open.pop() {
        // SAFETY: instructions and constants have operands, and these are some of theirs.
        unsafe {
            for at in 0..LLVMGetNumOperands(value).max(0) as u32 {
                let operand = LLVMGetOperand(value, at);
                // Some old constants have operands that are missing.
                if operand.is_null() || LLVMIsAConstant(operand).is_null() {
                    continue;
                }
                if !seen.insert(operand as usize) {
                    continue;
                }
                if LLVMIsAFunction(operand).is_null() {
                    open.push(operand);
                } else {
                    found.extend(FunctionValue::new(operand));
                }
            }
        }
    }
    found
}

/// Removes a function from its comdat group: a declaration must not be in one.
pub fn ungroup(function: FunctionValue<'_>) {
    // SAFETY: a function may be in no group.
    unsafe { LLVMSetComdat(function.as_value_ref(), ptr::null_mut()) };
}

/// Removes type information (TBAA) from the accesses of a function: it is wrong for an access that
/// is redirected to another field.
pub fn forget_types_of_accesses(context: ContextRef<'_>, function: FunctionValue<'_>) {
    let kinds = ["tbaa", "tbaa.struct"].map(|name| context.get_kind_id(name));
    for instruction in function.get_basic_block_iter().flat_map(BasicBlock::get_instructions) {
        for kind in kinds {
            // SAFETY: metadata of an instruction may be taken away.
            unsafe { LLVMSetMetadata(instruction.as_value_ref(), kind, ptr::null_mut()) };
        }
    }
}
