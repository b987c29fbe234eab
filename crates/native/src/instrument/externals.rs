//! Functions of the system: replaced by functions of the host, or reported to the host before
//! they are called.

use pikse_env::PREFIX;
use pikse_llvm::inkwell::AddressSpace;
use pikse_llvm::inkwell::attributes::{Attribute, AttributeLoc};
use pikse_llvm::inkwell::basic_block::BasicBlock;
use pikse_llvm::inkwell::memory_buffer::MemoryBuffer;
use pikse_llvm::inkwell::module::{Linkage, Module};
use pikse_llvm::inkwell::types::BasicMetadataTypeEnum;
use pikse_llvm::inkwell::values::{
    BasicMetadataValueEnum, BasicValue, BasicValueEnum, CallSiteValue, FunctionValue,
    InstructionOpcode, InstructionValue, Operand,
};
use pikse_llvm::{Error, Program};

use super::accesses::callee_name;
use super::refused;
use crate::engine::control::{FRAME, FUNCTIONS};
use crate::engine::functions::{HostFunction, is_harmless, table};
use crate::engine::slot::{CONTROL, Slot};

/// The prefix of functions that decide values, which are not the user's code.
pub(crate) const DECIDES: &str = "pikse.decide";

/// Where the control page holds the address of a function of the host.
pub(super) fn address_of(slot: Slot, name: &str) -> u64 {
    let number = table().iter().position(|function| function.names.contains(&name));
    slot.base() + CONTROL + FUNCTIONS + 8 * number.expect("it is in the table") as u64
}

/// Replaces functions of the C library by ones that can be instrumented.
pub(crate) fn add_libc(program: &Program<'_>) -> Result<(), Error> {
    let module = program.module();
    let buffer = MemoryBuffer::create_from_memory_range_copy(pikse_env::NATIVE, "native.bc");
    let libc = Module::parse_bitcode_from_buffer(&buffer, module.get_context());
    let libc = libc.map_err(|message| Error::Machine(message.to_string()))?;
    libc.set_triple(&module.get_triple());
    libc.set_data_layout(&module.get_data_layout());
    let names: Vec<String> = libc
        .get_functions()
        .filter_map(|f| Some(f.get_name().to_str().ok()?.strip_prefix(PREFIX)?.to_owned()))
        .collect();
    module.link_in_module(libc).map_err(|message| Error::Machine(message.to_string()))?;
    for name in names {
        let wanted = module.get_function(&name).filter(|wanted| wanted.count_basic_blocks() == 0);
        let model = module.get_function(&format!("{PREFIX}{name}"));
        if let Some(model) = model {
            model.set_linkage(Linkage::Internal);
            if let Some(wanted) = wanted {
                wanted.replace_all_uses_with(model);
            }
        }
    }
    program.run_passes("globaldce")
}

/// Reports calls of functions outside the program that may have effects to the host.
pub(crate) fn tell(program: &Program<'_>) -> Result<(), Error> {
    let tell = Tell::new(program);
    let defined: Vec<FunctionValue<'_>> = program.defined().collect();
    for function in defined {
        let instructions = function.get_basic_block_iter().flat_map(BasicBlock::get_instructions);
        for instruction in instructions.collect::<Vec<_>>() {
            tell.of_call(instruction)?;
        }
    }
    Ok(())
}

/// C++'s `new` and `delete` operators, with the number of integers that they take after the
/// first argument or result. C++'s library also calls them, and one side may free what the
/// other has allocated.
const OPERATORS: [(&str, usize); 20] = [
    ("_Znwm", 1),
    ("_Znam", 1),
    ("_ZnwmRKSt9nothrow_t", 2),
    ("_ZnamRKSt9nothrow_t", 2),
    ("_ZnwmSt11align_val_t", 2),
    ("_ZnamSt11align_val_t", 2),
    ("_ZnwmSt11align_val_tRKSt9nothrow_t", 3),
    ("_ZnamSt11align_val_tRKSt9nothrow_t", 3),
    ("_ZdlPv", 1),
    ("_ZdaPv", 1),
    ("_ZdlPvm", 2),
    ("_ZdaPvm", 2),
    ("_ZdlPvSt11align_val_t", 2),
    ("_ZdaPvSt11align_val_t", 2),
    ("_ZdlPvmSt11align_val_t", 3),
    ("_ZdaPvmSt11align_val_t", 3),
    ("_ZdlPvRKSt9nothrow_t", 2),
    ("_ZdaPvRKSt9nothrow_t", 2),
    ("_ZdlPvSt11align_val_tRKSt9nothrow_t", 3),
    ("_ZdaPvSt11align_val_tRKSt9nothrow_t", 3),
];

/// The names that code outside the program uses: they must be kept.
pub(crate) fn exported() -> impl Iterator<Item = &'static str> {
    OPERATORS.into_iter().map(|(name, _)| name)
}

/// Declares C++'s operators, so that all of them are replaced.
fn declare_operators(program: &Program<'_>) {
    let module = program.module();
    let context = module.get_context();
    let (ptr, int) = (context.ptr_type(AddressSpace::default()), context.i64_type());
    for (name, count) in OPERATORS {
        if module.get_function(name).is_some() {
            continue;
        }
        // Pointers and integers are passed in the same way.
        let of = match name.starts_with("_Zn") {
            true => ptr.fn_type(&vec![int.into(); count], false),
            false => {
                let mut parameters: Vec<BasicMetadataTypeEnum<'_>> = vec![int.into(); count];
                parameters[0] = ptr.into();
                context.void_type().fn_type(&parameters, false)
            }
        };
        module.add_function(name, of, None);
    }
}

/// Whether the program allocates or frees memory anywhere.
pub(crate) fn manages_memory(program: &Program<'_>) -> bool {
    let manages = |function: &&HostFunction| {
        ["malloc", "calloc", "free"].iter().any(|name| function.names.contains(name))
    };
    let names = table().iter().filter(manages).flat_map(|function| function.names);
    let mut declared = names.filter_map(|name| program.module().get_function(name));
    declared.any(|function| function.as_global_value().as_pointer_value().get_first_use().is_some())
}

/// Replaces functions that the host provides. If calls are traced, the host gets the frame of
/// each.
pub(crate) fn replace(program: &Program<'_>, slot: Slot, traced: bool) -> Result<(), Error> {
    if program.needs_cpp() {
        declare_operators(program);
    }
    for (number, function) in table().iter().enumerate() {
        for name in function.names {
            if let Some(wanted) = program.module().get_function(name)
                && wanted.count_basic_blocks() == 0
            {
                forward(program, slot, wanted, number, traced)?;
            }
        }
    }
    Ok(())
}

/// Makes a function of the program that calls the host's, and uses it instead.
fn forward<'ctx>(
    program: &Program<'ctx>,
    slot: Slot,
    wanted: FunctionValue<'ctx>,
    number: usize,
    traced: bool,
) -> Result<(), Error> {
    let module = program.module();
    let context = module.get_context();
    let of = wanted.get_type();
    let name = wanted.get_name().to_string_lossy().into_owned();
    let is_exported = exported().any(|exported| exported == name);
    let body = match is_exported {
        true => wanted,
        // Not the system's name: the optimiser makes assumptions about that.
        false => module.add_function(&format!("pikse.{name}"), of, Some(Linkage::Internal)),
    };
    let builder = context.create_builder();
    builder.position_at_end(context.append_basic_block(body, ""));
    let ptr = context.ptr_type(AddressSpace::default());
    if traced {
        let of = ptr.fn_type(&[context.i32_type().into()], false);
        let name = "llvm.frameaddress.p0";
        let frame =
            module.get_function(name).unwrap_or_else(|| module.add_function(name, of, None));
        let own = context.i32_type().const_zero();
        let frame = builder.build_call(frame, &[own.into()], "").map_err(refused)?;
        let to = context.i64_type().const_int(slot.base() + CONTROL + FRAME, false);
        if let Some(frame) = frame.try_as_basic_value().basic() {
            builder.build_store(to.const_to_pointer(ptr), frame).map_err(refused)?;
        }
        // It needs its own frame, whose caller is the program.
        let kind = Attribute::get_named_enum_kind_id("noinline");
        let alone = context.create_enum_attribute(kind, 0);
        body.add_attribute(AttributeLoc::Function, alone);
    }
    let place = slot.base() + CONTROL + FUNCTIONS + 8 * number as u64;
    let place = context.i64_type().const_int(place, false).const_to_pointer(ptr);
    let target = builder.build_load(ptr, place, "").map_err(refused)?.into_pointer_value();
    let arguments: Vec<BasicMetadataValueEnum<'_>> =
        body.get_param_iter().map(Into::into).collect();
    let call = builder.build_indirect_call(of, target, &arguments, "").map_err(refused)?;
    match call.try_as_basic_value().basic() {
        Some(value) => builder.build_return(Some(&value)),
        None => builder.build_return(None),
    }
    .map_err(refused)?;
    if !is_exported {
        wanted.replace_all_uses_with(body);
    }
    Ok(())
}

/// Reports calls of functions outside the program to the host.
struct Tell<'a, 'ctx> {
    program: &'a Program<'ctx>,
    external: FunctionValue<'ctx>,
    pointer_leaves: FunctionValue<'ctx>,
}

impl<'a, 'ctx> Tell<'a, 'ctx> {
    fn new(program: &'a Program<'ctx>) -> Self {
        let module = program.module();
        let context = module.get_context();
        let ptr = context.ptr_type(AddressSpace::default());
        let void = context.void_type();
        let declare = |name, of| {
            module.get_function(name).unwrap_or_else(|| module.add_function(name, of, None))
        };
        Tell {
            program,
            external: declare("pikse_external", void.fn_type(&[ptr.into()], false)),
            pointer_leaves: declare(
                "pikse_pointer_leaves",
                void.fn_type(&[ptr.into(), ptr.into()], false),
            ),
        }
    }

    fn of_call(&self, instruction: InstructionValue<'ctx>) -> Result<(), Error> {
        let is_call =
            matches!(instruction.get_opcode(), InstructionOpcode::Call | InstructionOpcode::Invoke);
        let Some(name) = is_call.then(|| callee_name(instruction)).flatten() else {
            return Ok(());
        };
        let module = self.program.module();
        let outside =
            module.get_function(&name).is_some_and(|function| function.count_basic_blocks() == 0);
        let known = table().iter().any(|function| function.names.contains(&name.as_str()));
        if !outside
            || known
            || name.starts_with("llvm.")
            || name.starts_with("pikse_")
            || is_harmless(&name)
        {
            return Ok(());
        }
        let builder = module.get_context().create_builder();
        builder.position_before(&instruction);
        let text = builder.build_global_string_ptr(&name, "pikse.name").map_err(refused)?;
        let text = text.as_pointer_value();
        builder.build_call(self.external, &[text.into()], "").map_err(refused)?;
        let arguments =
            CallSiteValue::try_from(instruction).map_or(0, CallSiteValue::count_arguments);
        for at in 0..arguments {
            let argument = instruction.get_operand(at).and_then(Operand::value);
            if let Some(BasicValueEnum::PointerValue(pointer)) = argument {
                let arguments = [pointer.into(), text.into()];
                builder.build_call(self.pointer_leaves, &arguments, "").map_err(refused)?;
            }
        }
        Ok(())
    }
}
