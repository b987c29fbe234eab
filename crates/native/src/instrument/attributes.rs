//! Promises about memory that are no longer true once reads call the host.
//!
//! A compiler says of a parameter that nobody else writes what it points to, or of a
//! function that it writes nothing. The host puts a value into memory just before it is
//! read; with such promises the optimiser would read it before.

use pikse_llvm::Program;
use pikse_llvm::inkwell::attributes::{Attribute, AttributeLoc};
use pikse_llvm::inkwell::values::{CallSiteValue, InstructionOpcode};

const PROMISES: [&str; 13] = [
    "noalias",
    "readonly",
    "readnone",
    "writeonly",
    "dereferenceable",
    "dereferenceable_or_null",
    "memory",
    "speculatable",
    "willreturn",
    "mustprogress",
    "captures",
    "initializes",
    "optnone",
];

/// Takes the promises back, of functions and of calls.
pub(crate) fn take_back(program: &Program<'_>) {
    let kinds: Vec<u32> =
        PROMISES.iter().map(|name| Attribute::get_named_enum_kind_id(name)).collect();
    let kinds = || kinds.iter().copied().filter(|&kind| kind != 0);
    for function in program.module().get_functions() {
        if function.get_name().to_bytes().starts_with(b"llvm.") {
            continue;
        }
        for place in places(function.count_params()) {
            kinds().for_each(|kind| function.remove_enum_attribute(place, kind));
        }
        for instruction in function.get_basic_block_iter().flat_map(|b| b.get_instructions()) {
            let is_call = matches!(
                instruction.get_opcode(),
                InstructionOpcode::Call | InstructionOpcode::Invoke
            );
            let Some(call) = is_call.then(|| CallSiteValue::try_from(instruction).ok()).flatten()
            else {
                continue;
            };
            for place in places(call.count_arguments()) {
                kinds().for_each(|kind| call.remove_enum_attribute(place, kind));
            }
        }
    }
}

fn places(parameters: u32) -> impl Iterator<Item = AttributeLoc> {
    [AttributeLoc::Function, AttributeLoc::Return]
        .into_iter()
        .chain((0..parameters).map(AttributeLoc::Param))
}
