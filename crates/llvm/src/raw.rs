//! What LLVM's C interface offers and the safe one does not.
#![expect(unsafe_code, reason = "LLVM's C interface is unsafe")]

use std::ffi::{c_char, c_uint};
use std::ptr;

use inkwell::basic_block::BasicBlock;
use inkwell::builder::{Builder, BuilderError};
use inkwell::llvm_sys::core::{
    LLVMBuildFreeze, LLVMGEPSetNoWrapFlags, LLVMGetCalledValue, LLVMGetMDNodeNumOperands,
    LLVMGetMDNodeOperands, LLVMGetMDString, LLVMGetModuleContext, LLVMGetNumSuccessors,
    LLVMGetSuccessor, LLVMGetSwitchCaseValue, LLVMMetadataAsValue, LLVMValueAsMetadata,
};
use inkwell::llvm_sys::debuginfo::{
    LLVMDIFileGetDirectory, LLVMDIFileGetFilename, LLVMDILocationGetColumn,
    LLVMDILocationGetInlinedAt, LLVMDILocationGetLine, LLVMDILocationGetScope, LLVMDIScopeGetFile,
    LLVMGetMetadataKind, LLVMMetadataKind,
};
use inkwell::llvm_sys::prelude::{LLVMMetadataRef, LLVMValueRef};
use inkwell::module::Module;
use inkwell::types::IntType;
use inkwell::values::{
    AsValueRef, BasicValue, BasicValueEnum, FunctionValue, InstructionOpcode, InstructionValue,
    IntValue, PointerValue,
};

/// What makes a value the same value.
pub fn key(value: &impl AsValueRef) -> usize {
    value.as_value_ref() as usize
}

/// What makes a block the same block.
pub fn block_key(block: BasicBlock<'_>) -> usize {
    block.as_mut_ptr() as usize
}

/// The blocks that a terminator leads to, in LLVM's order: for a branch first the one
/// for true, for a switch first the default, for an invoke first the normal one.
pub fn successors(terminator: InstructionValue<'_>) -> Vec<usize> {
    let value = terminator.as_value_ref();
    // SAFETY: the value is a terminator, and the numbers are below their count.
    unsafe {
        let count = LLVMGetNumSuccessors(value);
        (0..count).map(|at| LLVMGetSuccessor(value, at) as usize).collect()
    }
}

/// The value for which a switch goes to a successor, which is not its first.
pub fn switch_case<'ctx>(switch: InstructionValue<'ctx>, at: usize) -> BasicValueEnum<'ctx> {
    // SAFETY: callers pass switches, and numbers of successors other than the default.
    unsafe { BasicValueEnum::new(LLVMGetSwitchCaseValue(switch.as_value_ref(), at as c_uint)) }
}

/// What makes the callee of a call or an invoke the same function.
pub fn callee(call: InstructionValue<'_>) -> usize {
    // SAFETY: callers pass calls and invokes.
    unsafe { LLVMGetCalledValue(call.as_value_ref()) as usize }
}

/// `freeze`: a value that has no meaning becomes an arbitrary one.
pub fn freeze<'ctx>(builder: &Builder<'ctx>, value: BasicValueEnum<'ctx>) -> BasicValueEnum<'ctx> {
    // SAFETY: the builder stands in a block, and the value is visible there.
    unsafe {
        let frozen = LLVMBuildFreeze(builder.as_mut_ptr(), value.as_value_ref(), c"".as_ptr());
        BasicValueEnum::new(frozen)
    }
}

/// The address so many bytes behind another.
pub fn offset<'ctx>(
    builder: &Builder<'ctx>,
    bytes: IntType<'ctx>,
    start: PointerValue<'ctx>,
    distance: IntValue<'ctx>,
) -> Result<PointerValue<'ctx>, BuilderError> {
    // SAFETY: the indices fit the type, which is a plain one.
    unsafe { builder.build_gep(bytes, start, &[distance], "") }
}

/// Lets an address computation wrap around like any other arithmetic.
pub fn allow_wrapping(instruction: InstructionValue<'_>) {
    if instruction.get_opcode() == InstructionOpcode::GetElementPtr {
        // SAFETY: the instruction computes an address.
        unsafe { LLVMGEPSetNoWrapFlags(instruction.as_value_ref(), 0) };
    }
}

/// A place in a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Its line; 0 if there is none.
    pub line: u32,
    /// Its column.
    pub column: u32,
    /// The function that it is in, as the source has it.
    pub function: Option<String>,
    /// The file.
    pub file: String,
    /// The folder that the file's name is relative to.
    pub folder: String,
}

/// Where an instruction comes from: the place in the source, and if it was inlined,
/// the call, and so on outwards.
pub fn places(module: &Module<'_>, instruction: InstructionValue<'_>) -> Vec<Place> {
    let Some(location) = instruction.get_debug_location() else { return Vec::new() };
    // SAFETY: an inlined location has another, the place of the call; the outermost
    // has none, which is null.
    let outwards = |&location: &LLVMMetadataRef| unsafe {
        let next = LLVMDILocationGetInlinedAt(location);
        (!next.is_null()).then_some(next)
    };
    let locations = std::iter::successors(Some(location.as_mut_ptr()), outwards);
    // SAFETY: all are locations of the module.
    locations.map(|location| unsafe { place(module, location) }).collect()
}

/// # Safety
///
/// The metadata must be a location of the module.
unsafe fn place(module: &Module<'_>, location: LLVMMetadataRef) -> Place {
    // SAFETY: a location has a scope; a scope may have no file, which is asked.
    unsafe {
        let scope = LLVMDILocationGetScope(location);
        let file = LLVMDIScopeGetFile(scope);
        let of_file = |get: unsafe extern "C" fn(_, _) -> _| match file.is_null() {
            true => String::new(),
            false => {
                let mut length = 0;
                let start = get(file, &raw mut length);
                text(start, length)
            }
        };
        Place {
            line: LLVMDILocationGetLine(location),
            column: LLVMDILocationGetColumn(location),
            function: function_name(module, scope),
            file: of_file(LLVMDIFileGetFilename),
            folder: of_file(LLVMDIFileGetDirectory),
        }
    }
}

/// The name of the function around a scope. The operands of a scope are read as LLVM
/// lays them out: file, parent, name.
///
/// # Safety
///
/// The metadata must be a scope of the module.
unsafe fn function_name(module: &Module<'_>, scope: LLVMMetadataRef) -> Option<String> {
    // Blocks nest in a finite way; the bound is for damaged debug information.
    const DEEPEST: usize = 1000;
    let mut scope = scope;
    for _ in 0..DEEPEST {
        // SAFETY: the scope is metadata of the module.
        let (kind, operands) = unsafe { (LLVMGetMetadataKind(scope), operands(module, scope)) };
        match kind {
            LLVMMetadataKind::LLVMDISubprogramMetadataKind => {
                let name = *operands.get(2).filter(|name| !name.is_null())?;
                let mut length = 0;
                // SAFETY: the third operand of a function is its name, a string.
                return unsafe {
                    let start = LLVMGetMDString(name, &raw mut length);
                    (!start.is_null()).then(|| text(start, length))
                };
            }
            LLVMMetadataKind::LLVMDILexicalBlockMetadataKind
            | LLVMMetadataKind::LLVMDILexicalBlockFileMetadataKind => {
                let parent = *operands.get(1).filter(|parent| !parent.is_null())?;
                // SAFETY: the operand is metadata wrapped as a value.
                scope = unsafe { LLVMValueAsMetadata(parent) };
            }
            _ => return None,
        }
    }
    None
}

/// The operands of a node of metadata; an operand that is not there is null.
///
/// # Safety
///
/// The metadata must be a node of the module.
unsafe fn operands(module: &Module<'_>, node: LLVMMetadataRef) -> Vec<LLVMValueRef> {
    // SAFETY: the buffer has as many places as the node has operands.
    unsafe {
        let node = LLVMMetadataAsValue(LLVMGetModuleContext(module.as_mut_ptr()), node);
        let mut found = vec![ptr::null_mut(); LLVMGetMDNodeNumOperands(node) as usize];
        LLVMGetMDNodeOperands(node, found.as_mut_ptr());
        found
    }
}

/// # Safety
///
/// There must be so many bytes, or the pointer must be null.
unsafe fn text(start: *const c_char, length: c_uint) -> String {
    if start.is_null() {
        return String::new();
    }
    // SAFETY: as the caller says.
    let bytes = unsafe { std::slice::from_raw_parts(start.cast::<u8>(), length as usize) };
    String::from_utf8_lossy(bytes).into_owned()
}

/// The file that a function stands in: its folder and its name.
pub fn file_of(function: FunctionValue<'_>) -> Option<(String, String)> {
    let subprogram = function.get_subprogram()?;
    // SAFETY: a function of the source is a scope; a scope may have no file, which is asked.
    unsafe {
        let file = LLVMDIScopeGetFile(subprogram.as_mut_ptr());
        if file.is_null() {
            return None;
        }
        let of_file = |get: unsafe extern "C" fn(_, _) -> _| {
            let mut length = 0;
            let start = get(file, &raw mut length);
            text(start, length)
        };
        Some((of_file(LLVMDIFileGetDirectory), of_file(LLVMDIFileGetFilename)))
    }
}

/// How often a value is used.
pub fn count_uses<'ctx>(value: &impl BasicValue<'ctx>) -> usize {
    std::iter::successors(value.get_first_use(), |found| found.get_next_use()).count()
}
