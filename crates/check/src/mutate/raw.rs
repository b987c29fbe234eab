//! What LLVM's C interface offers and the safe one does not.
#![expect(unsafe_code, reason = "LLVM's C interface is unsafe")]

use std::collections::HashSet;
use std::ptr;

use pikse_llvm::inkwell::basic_block::BasicBlock;
use pikse_llvm::inkwell::context::ContextRef;
use pikse_llvm::inkwell::llvm_sys::comdat::LLVMSetComdat;
use pikse_llvm::inkwell::llvm_sys::core::{
    LLVMGetFirstUse, LLVMGetNextUse, LLVMGetNumOperands, LLVMGetOperand, LLVMGetUser,
    LLVMIsAConstant, LLVMIsAFunction, LLVMIsAInstruction, LLVMSetMetadata,
};
use pikse_llvm::inkwell::values::{AsValueRef, FunctionValue, InstructionValue};

/// The instructions that use a value.
pub(super) fn users<'ctx>(value: &impl AsValueRef) -> Vec<InstructionValue<'ctx>> {
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

/// The functions that a function calls or takes the address of, also through constants:
/// tables of virtual functions are some.
pub(super) fn mentioned(function: FunctionValue<'_>) -> Vec<FunctionValue<'_>> {
    let (mut found, mut seen) = (Vec::new(), HashSet::new());
    let instructions = function.get_basic_block_iter().flat_map(BasicBlock::get_instructions);
    let mut open: Vec<_> = instructions.map(|i| i.as_value_ref()).collect();
    while let Some(value) = open.pop() {
        // SAFETY: instructions and constants have operands, and these are some of theirs.
        unsafe {
            for at in 0..LLVMGetNumOperands(value).max(0) as u32 {
                let operand = LLVMGetOperand(value, at);
                // Some constants of old have operands that are not there.
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

/// Takes a function out of its group: one that is only declared must not be in any.
pub(super) fn ungroup(function: FunctionValue<'_>) {
    // SAFETY: a function may be in no group.
    unsafe { LLVMSetComdat(function.as_value_ref(), ptr::null_mut()) };
}

/// Takes back what the accesses of a function say about the types of what they access: one
/// that is moved to another field says something wrong.
pub(super) fn forget_types_of_accesses(context: ContextRef<'_>, function: FunctionValue<'_>) {
    let kinds = ["tbaa", "tbaa.struct"].map(|name| context.get_kind_id(name));
    for instruction in function.get_basic_block_iter().flat_map(BasicBlock::get_instructions) {
        for kind in kinds {
            // SAFETY: metadata of an instruction may be taken away.
            unsafe { LLVMSetMetadata(instruction.as_value_ref(), kind, ptr::null_mut()) };
        }
    }
}
