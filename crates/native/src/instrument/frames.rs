//! Moves large local arrays from the stack to globals.
//!
//! A checkpoint copies the live part of the stack, and an array of a few hundred bytes
//! would be copied at every choice point. In a function that cannot be active twice, a
//! local array can be a global. Its writes are then logged, which costs only as much as
//! is written.

use std::collections::{HashMap, HashSet};

use pikse_llvm::inkwell::basic_block::BasicBlock;
use pikse_llvm::inkwell::module::Linkage;
use pikse_llvm::inkwell::targets::TargetData;
use pikse_llvm::inkwell::types::{BasicType, BasicTypeEnum};
use pikse_llvm::inkwell::values::{
    AnyValueEnum, BasicValueEnum, FunctionValue, InstructionOpcode, InstructionValue, Operand,
    PointerValue,
};
use pikse_llvm::{Error, Program};

use super::accesses::callee_name;
use crate::multi_value::Decision;

/// Smaller locals stay: copying a few words is cheaper than logging.
const LARGE: u64 = 128;

/// Makes globals of large local arrays, also for decisions that refer to them.
pub(crate) fn move_large_arrays<'ctx>(
    program: &Program<'ctx>,
    decisions: &mut [Decision<'ctx>],
) -> Result<(), Error> {
    let module = program.module();
    let layout = TargetData::create(module.get_data_layout().as_str().to_str().unwrap_or(""));
    let recursive = may_be_active_twice(program);
    for function in program.defined() {
        if recursive.contains(function.get_name().to_bytes()) {
            continue;
        }
        let Some(first) = function.get_first_basic_block() else { continue };
        for local in first.get_instructions().collect::<Vec<_>>() {
            let Some(of) = large_array(local, &layout) else { continue };
            let Ok(pointer) = PointerValue::try_from(local) else { continue };
            let global = module.add_global(of, None, "pikse.frame");
            global.set_linkage(Linkage::Internal);
            global.set_initializer(&of.const_zero());
            global.set_alignment(local.get_alignment().unwrap_or(16).max(16));
            for user in lifetimes(local) {
                user.erase_from_basic_block();
            }
            for live_in in decisions.iter_mut().flat_map(|decision| &mut decision.live_ins) {
                if *live_in == BasicValueEnum::PointerValue(pointer) {
                    *live_in = global.as_pointer_value().into();
                }
            }
            pointer.replace_all_uses_with(global.as_pointer_value());
            local.erase_from_basic_block();
        }
    }
    Ok(())
}

/// The type of a large local of fixed size.
fn large_array<'ctx>(
    instruction: InstructionValue<'ctx>,
    layout: &TargetData,
) -> Option<BasicTypeEnum<'ctx>> {
    if instruction.get_opcode() != InstructionOpcode::Alloca {
        return None;
    }
    let one = matches!(
        instruction.get_operand(0).and_then(Operand::value),
        Some(BasicValueEnum::IntValue(count)) if count.get_zero_extended_constant() == Some(1)
    );
    let of = instruction.get_allocated_type().ok()?;
    let large = layout.get_store_size(&of) >= LARGE;
    (one && large).then_some(of).filter(|of| of.size_of().is_some())
}

/// The lifetime markers of a local, which are only for locals.
pub(super) fn lifetimes(local: InstructionValue<'_>) -> Vec<InstructionValue<'_>> {
    let mut found = Vec::new();
    let mut next = local.get_first_use();
    while let Some(use_) = next {
        next = use_.get_next_use();
        if let AnyValueEnum::InstructionValue(user) = use_.get_user()
            && callee_name(user).is_some_and(|name| name.starts_with("llvm.lifetime"))
        {
            found.push(user);
        }
    }
    found
}

/// The functions that can call themselves, also through others, and all whose address is
/// taken, because their callers are unknown.
fn may_be_active_twice(program: &Program<'_>) -> HashSet<Vec<u8>> {
    let mut calls: HashMap<Vec<u8>, HashSet<Vec<u8>>> = HashMap::new();
    let mut taken = HashSet::new();
    for function in program.defined() {
        let name = function.get_name().to_bytes().to_vec();
        let callees = calls.entry(name).or_default();
        for instruction in function.get_basic_block_iter().flat_map(BasicBlock::get_instructions) {
            let count = instruction.get_num_operands();
            let is_call = matches!(
                instruction.get_opcode(),
                InstructionOpcode::Call | InstructionOpcode::Invoke
            );
            // LLVM's intrinsics take no addresses of functions, and some take arguments that
            // are not values.
            let own =
                is_call && callee_name(instruction).is_some_and(|name| name.starts_with("llvm."));
            for at in 0..if own { 0 } else { count } {
                if let Some(BasicValueEnum::PointerValue(pointer)) =
                    instruction.get_operand(at).and_then(Operand::value)
                {
                    let named = pointer.get_name().to_bytes().to_vec();
                    if is_call && at + 1 == count {
                        callees.insert(named);
                    } else if program
                        .module()
                        .get_function(&String::from_utf8_lossy(&named))
                        .is_some()
                    {
                        taken.insert(named);
                    }
                }
            }
        }
    }
    let reaches_itself = |function: &FunctionValue<'_>| {
        let name = function.get_name().to_bytes().to_vec();
        let mut seen = HashSet::new();
        let mut todo: Vec<&Vec<u8>> = calls.get(&name).into_iter().flatten().collect();
        while let Some(callee) = todo.pop() {
            if *callee == name {
                return true;
            }
            if seen.insert(callee) {
                todo.extend(calls.get(callee).into_iter().flatten());
            }
        }
        false
    };
    program
        .defined()
        .filter(|function| {
            taken.contains(function.get_name().to_bytes()) || reaches_itself(function)
        })
        .map(|function| function.get_name().to_bytes().to_vec())
        .collect()
}
