//! Inserts a call before each read and each write of memory.

use pikse_llvm::inkwell::AddressSpace;
use pikse_llvm::inkwell::attributes::{Attribute, AttributeLoc};
use pikse_llvm::inkwell::basic_block::BasicBlock;
use pikse_llvm::inkwell::targets::TargetData;
use pikse_llvm::inkwell::values::{
    AnyValue, BasicMetadataValueEnum, BasicValue, BasicValueEnum, CallSiteValue, FunctionValue,
    InstructionOpcode, InstructionValue, Operand, PointerValue,
};
use pikse_llvm::{Error, Program};

use super::coverage::COUNTER;
use super::externals::DECIDES;
use super::{decide, refused};
use crate::multi_value::Decision;

#[derive(Clone, Copy, PartialEq, Eq)]
enum AccessKind {
    Read,
    Write,
    /// A write that is certainly not to the stack.
    WriteGlobal,
    /// A copy, in code under test.
    Copy,
}

/// The kind of program whose accesses are instrumented.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Accesses {
    /// A predicate: the candidate is chosen as it is read.
    Chosen,
    /// Code under test: the input is complete, and may be written.
    Checked,
}

/// A call to insert before an instruction.
#[derive(Clone, Copy)]
struct Access<'ctx> {
    before: InstructionValue<'ctx>,
    kind: AccessKind,
    address: PointerValue<'ctx>,
    /// Where a copy comes from.
    from: Option<PointerValue<'ctx>>,
    bytes: BasicMetadataValueEnum<'ctx>,
}

/// Inserts the calls. At loads that decide something, the calls also pass the data that
/// the host needs to decide. With `steps`, steps are counted.
pub(crate) fn instrument<'ctx>(
    program: &Program<'ctx>,
    decisions: &[Decision<'ctx>],
    steps: bool,
    accesses: Accesses,
) -> Result<(), Error> {
    let module = program.module();
    let context = module.get_context();
    let (ptr, int) = (context.ptr_type(AddressSpace::default()), context.i64_type());
    let signature = context.void_type().fn_type(&[ptr.into(), int.into()], false);
    let functions: Vec<FunctionValue<'_>> = program
        .defined()
        .filter(|function| !function.get_name().to_bytes().starts_with(DECIDES.as_bytes()))
        .collect();
    let read = module.add_function("pikse_read", signature, None);
    let write = match accesses {
        Accesses::Chosen => "pikse_write",
        Accesses::Checked => "pikse_write_checked",
    };
    let write = module.add_function(write, signature, None);
    let write_global = module.add_function("pikse_write_global", signature, None);
    let copying = context.void_type().fn_type(&[ptr.into(), ptr.into(), int.into()], false);
    let copy = module.add_function("pikse_copy", copying, None);
    let step = module.add_function("pikse_step", context.void_type().fn_type(&[], false), None);
    let layout = TargetData::create(module.get_data_layout().as_str().to_str().unwrap_or(""));
    let builder = context.create_builder();
    let finder = Finder {
        layout,
        byval: Attribute::get_named_enum_kind_id("byval"),
        counter: context.get_kind_id(COUNTER),
        accesses,
    };
    for function in functions {
        let instructions: Vec<_> =
            function.get_basic_block_iter().flat_map(BasicBlock::get_instructions).collect();
        for access in instructions.iter().flat_map(|&i| finder.accesses(i, int)) {
            builder.position_before(&access.before);
            let decision = decisions.iter().find(|decision| decision.load == access.before);
            if let Some(decision) = decision {
                let deciding = decide::reader(program, decision, access.bytes)?;
                let mut arguments = vec![access.address.into()];
                arguments
                    .extend(decision.live_ins.iter().copied().map(BasicMetadataValueEnum::from));
                builder.build_call(deciding, &arguments, "").map_err(refused)?;
                continue;
            }
            let tell = match access.kind {
                AccessKind::Read => read,
                AccessKind::Write => write,
                AccessKind::WriteGlobal => write_global,
                AccessKind::Copy => copy,
            };
            let from = access.from.map(BasicMetadataValueEnum::from);
            let addresses = std::iter::once(access.address.into()).chain(from);
            let arguments: Vec<_> = addresses.chain([access.bytes]).collect();
            builder.build_call(tell, &arguments, "").map_err(refused)?;
        }
        if steps {
            // Every iteration of a loop passes the end of a block that has successors.
            for block in function.get_basic_block_iter() {
                if let Some(last) = block.get_terminator() {
                    builder.position_before(&last);
                    builder.build_call(step, &[], "").map_err(refused)?;
                }
            }
        }
    }
    Ok(())
}

struct Finder {
    layout: TargetData,
    byval: u32,
    /// Marks accesses that are not the program's.
    counter: u32,
    accesses: Accesses,
}

impl Finder {
    /// The reads and writes of an instruction that may access the candidate or other memory
    /// that is not the program's stack.
    fn accesses<'ctx>(
        &self,
        instruction: InstructionValue<'ctx>,
        int: pikse_llvm::inkwell::types::IntType<'ctx>,
    ) -> Vec<Access<'ctx>> {
        if instruction.get_metadata(self.counter).is_some() {
            return Vec::new();
        }
        let operand = |at| instruction.get_operand(at).and_then(Operand::value);
        let pointer = |at| match operand(at) {
            Some(BasicValueEnum::PointerValue(pointer)) => Some(pointer),
            _ => None,
        };
        let size = |bytes: u64| int.const_int(bytes, false).into();
        let access = |writes, address: Option<PointerValue<'ctx>>, bytes| {
            let address = address?;
            let kind = match (base(address), writes) {
                // The stack is copied; it holds neither the candidate nor globals.
                (Base::Stack, _) | (Base::Global, false) => return None,
                (Base::Global, true) => AccessKind::WriteGlobal,
                (Base::Unknown, true) => AccessKind::Write,
                (Base::Unknown, false) => AccessKind::Read,
            };
            Some(Access { before: instruction, kind, address, from: None, bytes })
        };
        let found = match instruction.get_opcode() {
            InstructionOpcode::Load => {
                let of = instruction.as_any_value_enum().get_type();
                vec![access(false, pointer(0), size(self.layout.get_store_size(&of)))]
            }
            InstructionOpcode::Store => {
                let bytes = operand(0).map_or(8, |v| self.layout.get_store_size(&v.get_type()));
                vec![access(true, pointer(1), size(bytes))]
            }
            InstructionOpcode::AtomicRMW | InstructionOpcode::AtomicCmpXchg => {
                let bytes = operand(1).map_or(8, |v| self.layout.get_store_size(&v.get_type()));
                vec![access(false, pointer(0), size(bytes)), access(true, pointer(0), size(bytes))]
            }
            InstructionOpcode::Call | InstructionOpcode::Invoke => {
                let name = callee_name(instruction).unwrap_or_default();
                let length = || operand(2).map_or_else(|| size(1), Into::into);
                let copies = name.starts_with("llvm.memcpy") || name.starts_with("llvm.memmove");
                if copies
                    && self.accesses == Accesses::Checked
                    && let Some((to, from)) = pointer(0).zip(pointer(1))
                    && let (Base::Unknown, Base::Unknown) = (base(to), base(from))
                {
                    let kind = AccessKind::Copy;
                    let (before, bytes) = (instruction, length());
                    vec![Some(Access { before, kind, address: to, from: Some(from), bytes })]
                } else if copies {
                    vec![access(false, pointer(1), length()), access(true, pointer(0), length())]
                } else if name.starts_with("llvm.memset") {
                    vec![access(true, pointer(0), length())]
                } else if name.starts_with("llvm.") {
                    Vec::new()
                } else {
                    self.by_value(instruction)
                        .into_iter()
                        .map(|(at, bytes)| access(false, pointer(at), size(bytes)))
                        .collect()
                }
            }
            _ => Vec::new(),
        };
        found.into_iter().flatten().collect()
    }

    /// The arguments of a call that are copied by it, with their sizes.
    fn by_value(&self, instruction: InstructionValue<'_>) -> Vec<(u32, u64)> {
        let Ok(call) = CallSiteValue::try_from(instruction) else { return Vec::new() };
        let size = |at| {
            let attribute = call.get_enum_attribute(AttributeLoc::Param(at), self.byval)?;
            Some((at, self.layout.get_store_size(&attribute.get_type_value())))
        };
        (0..call.count_arguments()).filter_map(size).collect()
    }
}

/// The name of the function that a call calls, if it is known.
pub(super) fn callee_name(call: InstructionValue<'_>) -> Option<String> {
    let last = call.get_num_operands().checked_sub(1)?;
    match call.get_operand(last).and_then(Operand::value)? {
        BasicValueEnum::PointerValue(callee) => {
            Some(callee.get_name().to_string_lossy().into_owned())
        }
        _ => None,
    }
}

/// The memory that a pointer certainly points into.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Base {
    Stack,
    Global,
    Unknown,
}

pub(super) fn base(mut pointer: PointerValue<'_>) -> Base {
    loop {
        if pointer.is_const() {
            return if pointer.is_null() { Base::Unknown } else { Base::Global };
        }
        let Some(instruction) = pointer.as_instruction_value() else { return Base::Unknown };
        match instruction.get_opcode() {
            InstructionOpcode::Alloca => return Base::Stack,
            InstructionOpcode::GetElementPtr
            | InstructionOpcode::BitCast
            | InstructionOpcode::AddrSpaceCast => {
                match instruction.get_operand(0).and_then(Operand::value) {
                    Some(BasicValueEnum::PointerValue(inner)) => pointer = inner,
                    _ => return Base::Unknown,
                }
            }
            _ => return Base::Unknown,
        }
    }
}
