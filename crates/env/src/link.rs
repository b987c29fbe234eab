//! Links models for undefined symbols.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ffi::CStr;

use pikse_llvm::Program;
use pikse_llvm::inkwell::AddressSpace;
use pikse_llvm::inkwell::builder::BuilderError;
use pikse_llvm::inkwell::context::Context;
use pikse_llvm::inkwell::memory_buffer::MemoryBuffer;
use pikse_llvm::inkwell::module::{Linkage, Module};
use pikse_llvm::inkwell::support::LLVMString;
use pikse_llvm::inkwell::types::BasicType as _;
use pikse_llvm::inkwell::values::{
    AnyValueEnum, BasicValue, BasicValueUse, CallSiteValue, FunctionValue, GlobalValue,
    InstructionOpcode, InstructionValue, Operand, PointerValue,
};

use crate::PREFIX;
use crate::address;
use crate::alias;
use crate::error::Error;
use crate::mathematics;
use crate::nondet;
use crate::variadic;
use crate::world::{self, Assumption, CREATE, Native};

/// The models that most programs need, and nothing else.
pub(crate) const MODELS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/models.bc"));
/// All models.
const ALL: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/all.bc"));
/// The functions that only [`ALL`] has, in order.
const REST: &str = include_str!(concat!(env!("OUT_DIR"), "/rest.txt"));
/// Models in LLVM assembly that others use.
const ASSEMBLY: &str = include_str!("../libc/builtins.ll");
/// Those of `math.h`.
const MATH: &str = include_str!("../libc/math.ll");
/// The prefix of models that replace calls whose result is not used.
pub(crate) const SHOWN: &str = "pikse_shown_";
/// The prefix of models that only 32-bit programs use.
pub(crate) const NARROW: &str = "pikse_narrow_";
/// The prefix of functions that the machine implements.
const MACHINE: &str = "pikse_vm_";
/// Others that it implements: functions that make containers call them (`crates/front`, `containers`).
const ORDER: [&str; 2] = ["pikse_unread", "pikse_in_order"];
/// A function that the machine calls; it is always kept.
const ENTRIES: [&str; 1] = ["pikse_env_main"];
/// Prefixes of functions that only harnesses and sanitizers call.
const HARNESS: [&str; 6] = ["pikse_", "klee_", "__VERIFIER_", "reach_error", "__ubsan_", "__asan_"];
/// Functions that programs define for native runs only: the model replaces them.
const REPLACED: [&str; 2] = ["pikse_rust_input", "pikse_rust_assume"];
/// Suffixes of the functions of Rust's library that implement panics, with the models that replace
/// them. The first formats a message, with the program's own code.
const PANICS: [(&str, &str); 3] = [
    ("rust_begin_unwind", "pikse_model_rust_panic"),
    ("3std9panicking15panic_with_hook", "pikse_model_rust_panic_any"),
    ("__rust_alloc_error_handler", "pikse_model_rust_no_memory"),
];
/// A function of the machine: whether the program catches a panic that begins now.
const CATCHES: &str = "pikse_vm_catches";
/// The function of Rust's library that catches panics.
const CATCH: &str = "__rust_try";
/// The suffix of the function that formats.
const FORMAT: &str = "4core3fmt5write";
/// Intrinsics that models replace: their arguments say why a program ends.
const INTRINSICS: [(&str, &str); 1] = [("llvm.ubsantrap", "pikse_model_ubsantrap")];
/// A function of the machine: the address of a thread-local variable.
const THREAD_LOCAL: &str = "pikse_vm_thread_local";
/// The same, for programs that create threads.
const WITH_THREADS: [(&str, &str); 2] =
    [("llvm.threadlocal.address.p0", THREAD_LOCAL), ("llvm.x86.sse2.pause", "pikse_model_pause")];
/// Functions that the machine implements directly: the frame of a model would be gone when the
/// program returns to it.
const DIRECT: [(&str, &str); 8] = [
    ("_Unwind_RaiseException", "pikse_vm_raise"),
    ("_Unwind_Resume_or_Rethrow", "pikse_vm_raise"),
    ("_Unwind_Resume", "pikse_vm_resume"),
    ("setjmp", "pikse_vm_setjmp"),
    ("_setjmp", "pikse_vm_setjmp"),
    ("sigsetjmp", "pikse_vm_setjmp"),
    ("__sigsetjmp", "pikse_vm_setjmp"),
    ("__builtin_setjmp", "pikse_vm_setjmp"),
];

/// A program with its models.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Linked {
    /// The undefined functions and globals, in order. A path that reaches one is *unsupported*.
    /// Undefined weak symbols are null, and not among them.
    pub missing: Vec<String>,
    /// What the models assume of the system, as far as the program asks.
    pub assumed: Vec<Assumption>,
}

/// Links the models that a program needs into its module. Definitions of the program stay. Unused
/// library code should already be removed, see [`Program::keep`].
pub fn link(program: &Program<'_>) -> Result<Linked, Error> {
    link_for(program, Purpose::Machine)
}

/// Links the models of harness functions (inputs, assumptions, errors) into a program that runs
/// natively, and those of facts about the system that a native run could not have otherwise. They
/// call the machine's functions, which another part has to define then.
pub fn link_harness(program: &Program<'_>) -> Result<Linked, Error> {
    link_for(program, Purpose::Harness)
}

/// Links the models that a 32-bit program wants into a module of 64 bits that names them.
pub(crate) fn link_wanted(program: &Program<'_>) -> Result<Linked, Error> {
    link_for(program, Purpose::Narrow)
}

/// The purpose of models.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    /// A program that the machine runs.
    Machine,
    /// The machine, for a 32-bit program.
    Narrow,
    /// A native program with a harness.
    Harness,
}

impl Purpose {
    /// Whether a model is for this purpose.
    fn wants(self, name: &str, native: &Native) -> bool {
        self != Purpose::Harness
            || HARNESS.iter().any(|begin| name.starts_with(begin))
            || native.wants(name)
    }

    /// The models that are always linked.
    fn entries(self) -> &'static [&'static str] {
        if self == Purpose::Harness { &[] } else { &ENTRIES }
    }
}

fn link_for(program: &Program<'_>, purpose: Purpose) -> Result<Linked, Error> {
    let module = program.module();
    address::register(module)?;
    if purpose == Purpose::Machine {
        address::move_shadow(module);
    }
    let needs_all = undefined(module).any(|(name, _)| needs_all(&name));
    let models = models(module, if needs_all { ALL } else { MODELS })?;
    nondet::define(module, Some(models.module()));
    let names: Vec<String> = undefined(module).map(|(name, _)| name).collect();
    let assumed = world::assumed(&names);
    let native = Native::of(&names);
    if purpose == Purpose::Machine {
        for name in &names {
            add_with_locale(&models, name.trim_start_matches('_'))?;
        }
    }
    let aliases: Vec<(String, String)> =
        names.iter().filter_map(|name| Some((name.clone(), alias_of(&models, name)?))).collect();
    let named: BTreeSet<&str> =
        names.iter().chain(aliases.iter().map(|(_, to)| to)).map(String::as_str).collect();
    add_assembly(models.module(), &assembly(&models, &named, purpose))?;
    let names = names.into_iter().chain(aliases.iter().map(|(_, to)| to.clone()));
    let replaced = REPLACED.iter().filter(|name| module.get_function(name).is_some());
    let names = names.chain(replaced.map(|name| (*name).to_owned()));
    let wanted: BTreeSet<String> = names.filter(|name| purpose.wants(name, &native)).collect();
    resolve_among(models.module(), module, |name| purpose.wants(name, &native));
    let panics = match purpose {
        Purpose::Machine => panics(program, &models),
        Purpose::Narrow | Purpose::Harness => Vec::new(),
    };
    let has_threads = CREATE.iter().any(|name| wanted.contains(*name));
    let is_wanted = |name: &str| {
        let of = name.strip_prefix(PREFIX).or_else(|| name.strip_prefix(SHOWN));
        let narrow = name.strip_prefix(NARROW).filter(|_| purpose == Purpose::Narrow);
        of.or(narrow).is_some_and(|of| wanted.contains(of))
            || purpose.entries().contains(&name)
            || panics.iter().any(|(_, model)| *model == name)
            || INTRINSICS.iter().any(|(of, model)| *model == name && find(module, of).is_some())
            || has_threads && WITH_THREADS.iter().any(|(_, model)| *model == name)
    };
    for function in models.defined().filter(|function| !is_wanted(&text(function.get_name()))) {
        function.set_linkage(Linkage::Internal);
    }
    for global in models.module().get_globals() {
        if !global.is_declaration() && !is_wanted(&text(global.get_name())) {
            global.set_linkage(Linkage::Internal);
        }
    }
    models.run_passes("globaldce")?;
    link_in(program, models)?;
    // A panic that the program catches unwinds the stack; others end the path.
    let catches = catches_panics(module).then(|| {
        let of = module.get_context().i32_type().fn_type(&[], false);
        module.get_function(CATCHES).unwrap_or_else(|| module.add_function(CATCHES, of, None))
    });
    for (function, model) in panics {
        if let Some(model) = module.get_function(model) {
            program.replace_unless(function, model, catches)?;
        }
    }
    for (name, model) in INTRINSICS {
        replace_intrinsic(module, name, model);
    }
    if has_threads {
        // Natively each thread has its variables.
        let is_native = purpose == Purpose::Harness;
        for (name, model) in WITH_THREADS {
            if !is_native || model != THREAD_LOCAL {
                replace_intrinsic(module, name, model);
            }
        }
        if !is_native {
            localize(module)?;
        }
    }
    for (name, to) in &aliases {
        if purpose.wants(name, &native) {
            rename(module, name, to);
        }
    }
    for name in &wanted {
        show(module, name);
        replace(module, name);
    }
    Ok(Linked { missing: missing(module), assumed })
}

/// Has a model, or a function of the machine, called instead of an intrinsic.
fn replace_intrinsic(module: &Module<'_>, name: &str, model: &str) {
    let Some(intrinsic) = module.get_function(name) else { return };
    let of = intrinsic.get_type();
    let model = module.get_function(model).unwrap_or_else(|| module.add_function(model, of, None));
    intrinsic.replace_all_uses_with(model);
}

/// Has the address of a thread-local variable asked for wherever an instruction uses it directly, as
/// older compilers and constructors do.
fn localize(module: &Module<'_>) -> Result<(), Error> {
    let own: Vec<PointerValue<'_>> = module
        .get_globals()
        .filter(|global| global.is_thread_local())
        .map(GlobalValue::as_pointer_value)
        .collect();
    let Some(first) = own.first() else { return Ok(()) };
    let address = first.get_type();
    let of = address.fn_type(&[address.into()], false);
    let ask = module
        .get_function(THREAD_LOCAL)
        .unwrap_or_else(|| module.add_function(THREAD_LOCAL, of, None));
    let builder = module.get_context().create_builder();
    for variable in own {
        let uses = std::iter::successors(variable.get_first_use(), |here| here.get_next_use());
        let users: Vec<InstructionValue<'_>> = uses.filter_map(user).collect();
        for instruction in users {
            let is_asked = instruction.get_opcode() == InstructionOpcode::Call
                && CallSiteValue::try_from(instruction)
                    .is_ok_and(|call| call.get_called_fn_value() == Some(ask));
            if instruction.get_opcode() == InstructionOpcode::Phi || is_asked {
                continue;
            }
            builder.position_before(&instruction);
            let call = builder.build_call(ask, &[variable.into()], "");
            let call = call.map_err(|error| Error::DoNotLink(error.to_string()))?;
            let address = call.try_as_basic_value().unwrap_basic();
            for at in 0..instruction.get_num_operands() {
                let operand = instruction.get_operand(at).and_then(Operand::value);
                if operand == Some(variable.into()) {
                    instruction.set_operand(at, address);
                }
            }
        }
    }
    Ok(())
}

/// The instruction of a use.
fn user(of: BasicValueUse<'_>) -> Option<InstructionValue<'_>> {
    match of.get_user() {
        AnyValueEnum::InstructionValue(instruction) => Some(instruction),
        AnyValueEnum::IntValue(value) => value.as_instruction(),
        AnyValueEnum::PointerValue(value) => value.as_instruction(),
        AnyValueEnum::FloatValue(value) => value.as_instruction(),
        AnyValueEnum::StructValue(value) => value.as_instruction(),
        AnyValueEnum::ArrayValue(value) => value.as_instruction(),
        AnyValueEnum::VectorValue(value) => value.as_instruction(),
        _ => None,
    }
}

/// Whether a Rust program can catch a panic: it has been compiled so that panics unwind the stack, and
/// has the function with which the library catches one.
fn catches_panics(module: &Module<'_>) -> bool {
    let mut defined = module.get_functions().filter(|function| function.count_basic_blocks() > 0);
    defined.any(|function| function.get_name().to_bytes().starts_with(CATCH.as_bytes()))
}

/// The function that a name without a model is another name of.
fn alias_of(models: &Program<'_>, name: &str) -> Option<String> {
    let is_modelled = |name: &str| {
        find(models.module(), &format!("{PREFIX}{name}")).is_some()
            || is_in_math(name)
            || mathematics::is_one(name)
            || variadic::names().any(|variadic| variadic == name)
    };
    if is_modelled(name) {
        return None;
    }
    alias::candidates(name).into_iter().find(|to| is_modelled(to))
}

/// Adds a model of a function that takes a locale besides: there is only one locale.
fn add_with_locale(models: &Program<'_>, name: &str) -> Result<(), Error> {
    let module = models.module();
    let full = format!("{PREFIX}{name}");
    let base = name.strip_suffix("_l").filter(|_| module.get_function(&full).is_none());
    let plain = base.and_then(|base| module.get_function(&format!("{PREFIX}{base}")));
    let Some(plain) = plain.filter(|plain| !plain.get_type().is_var_arg()) else { return Ok(()) };
    let context = module.get_context();
    let mut parameters = plain.get_type().get_param_types();
    parameters.push(context.ptr_type(AddressSpace::default()).into());
    let result = plain.get_type().get_return_type();
    let of = match result {
        Some(result) => result.fn_type(&parameters, false),
        None => context.void_type().fn_type(&parameters, false),
    };
    let function = module.add_function(&full, of, None);
    let builder = context.create_builder();
    builder.position_at_end(context.append_basic_block(function, "start"));
    let mut arguments: Vec<_> = function.get_param_iter().map(Into::into).collect();
    arguments.pop();
    let failed = |error: BuilderError| Error::DoNotLink(error.to_string());
    let call = builder.build_call(plain, &arguments, "").map_err(failed)?;
    let value = result.map(|_| call.try_as_basic_value().unwrap_basic());
    let value = value.as_ref().map(|value| value as &dyn BasicValue<'_>);
    builder.build_return(value).map_err(failed)?;
    Ok(())
}

/// Has the model of another name used.
fn rename(module: &Module<'_>, name: &str, to: &str) {
    let Some(value) = find(module, name) else { return };
    if let Some(model) = find(module, &format!("{PREFIX}{to}")) {
        value.replace_all_uses_with(model);
    }
}

/// The models in LLVM assembly that a program needs.
fn assembly(
    models: &Program<'_>,
    names: &BTreeSet<&str>,
    purpose: Purpose,
) -> Vec<Cow<'static, str>> {
    let mut parts = vec![Cow::Borrowed(ASSEMBLY)];
    if names.iter().any(|name| is_in_math(name)) {
        parts.push(Cow::Borrowed(MATH));
    }
    parts.extend(variadic::models(|name| names.contains(name)).map(Cow::Owned));
    if purpose != Purpose::Harness {
        let has_model = |name: &str| {
            is_in_math(name) || models.module().get_function(&format!("{PREFIX}{name}")).is_some()
        };
        let left = names.iter().copied().filter(|name| !has_model(name));
        parts.extend(mathematics::models(left).map(Cow::Owned));
    }
    parts
}

/// Whether a function has its model in `math.ll`.
fn is_in_math(name: &str) -> bool {
    MATH.contains(&format!(" @{PREFIX}{name}("))
}

/// Whether a function has a model that most programs do not need. It is found by any of its names.
fn needs_all(name: &str) -> bool {
    let is_in_rest = |name: &str| {
        let model = format!("{PREFIX}{}", name.strip_suffix("_l").unwrap_or(name));
        let target = variadic::target(name);
        REST.lines().any(|of| of == model || Some(of) == target.as_deref())
    };
    is_in_rest(name) || alias::candidates(name).iter().any(|of| is_in_rest(of))
}

/// Adds models in LLVM assembly to the others: first they become one module, because linking takes time that
/// depends on what is already there.
fn add_assembly(models: &Module<'_>, parts: &[Cow<'static, str>]) -> Result<(), Error> {
    let bad = |message: LLVMString| Error::BadModels(message.to_string());
    let context = models.get_context();
    let all = context.create_module("models.ll");
    for text in parts {
        let buffer = MemoryBuffer::create_from_memory_range_copy(text.as_bytes(), "models.ll");
        let part = context.create_module_from_ir(buffer).map_err(bad)?;
        all.link_in_module(part).map_err(bad)?;
    }
    all.set_triple(&models.get_triple());
    all.set_data_layout(&models.get_data_layout());
    models.link_in_module(all).map_err(bad)
}

/// The names of everything that has a model.
pub fn modelled() -> Result<Vec<String>, Error> {
    let context = Context::create();
    let models = models(&context.create_module("program"), ALL)?;
    add_assembly(models.module(), &[ASSEMBLY.into(), MATH.into()])?;
    let globals = models.module().get_globals().filter(|global| !global.is_declaration());
    let functions = models.defined().map(FunctionValue::as_global_value);
    let names = functions.chain(globals).map(|of| text(of.get_name()));
    let names: BTreeSet<String> =
        names.filter_map(|name| Some(name.strip_prefix(PREFIX)?.to_owned())).collect();
    let names: BTreeSet<String> =
        names.into_iter().chain(mathematics::names()).chain(variadic::names()).collect();
    Ok(names.into_iter().collect())
}

/// Links the models into the program's module. Symbols that they need become visible to them, even
/// if they are private to the program.
fn link_in<'ctx>(program: &Program<'ctx>, models: Program<'ctx>) -> Result<(), Error> {
    let module = program.module();
    let needed = undefined(models.module()).filter_map(|(name, _)| module.get_function(&name));
    let hidden = needed.filter(|function| function.get_linkage() == Linkage::Internal);
    let hidden: Vec<FunctionValue<'_>> = hidden.collect();
    hidden.iter().for_each(|function| function.set_linkage(Linkage::External));
    let linked = module.link_in_module(models.into_module());
    linked.map_err(|message| Error::DoNotLink(message.to_string()))?;
    hidden.iter().for_each(|function| function.set_linkage(Linkage::Internal));
    Ok(())
}

/// The functions of a Rust program that implement panics, with their models: only if the program
/// uses the version of the library that the models are made for.
fn panics<'ctx>(
    program: &Program<'ctx>,
    models: &Program<'ctx>,
) -> Vec<(FunctionValue<'ctx>, &'static str)> {
    let named = |of: &Program<'ctx>, end: &str| {
        let mut all = of.module().get_functions();
        all.find(|function| function.get_name().to_bytes().ends_with(end.as_bytes()))
    };
    let format = named(models, FORMAT)
        .and_then(|format| program.module().get_function(&text(format.get_name())))
        .filter(|format| format.count_basic_blocks() > 0);
    if format.is_none() {
        return Vec::new();
    }
    let found = PANICS.iter().map(|(end, model)| (named(program, end), *model));
    found
        .filter_map(|(function, model)| Some((function?, model)))
        .filter(|(function, _)| function.count_basic_blocks() > 0)
        .collect()
}

/// Models as a separate module, for the target of the program.
fn models<'ctx>(of: &Module<'ctx>, bitcode: &[u8]) -> Result<Program<'ctx>, Error> {
    let context = of.get_context();
    let bad = |message: LLVMString| Error::BadModels(message.to_string());
    let buffer = MemoryBuffer::create_from_memory_range_copy(bitcode, "models.bc");
    let models = Module::parse_bitcode_from_buffer(&buffer, context).map_err(bad)?;
    models.set_triple(&of.get_triple());
    models.set_data_layout(&of.get_data_layout());
    Ok(Program::from_module(models))
}

/// The undefined functions and globals that a module uses, with their names, without those of LLVM
/// and of the machine.
pub(crate) fn undefined<'ctx>(
    module: &Module<'ctx>,
) -> impl Iterator<Item = (String, PointerValue<'ctx>)> {
    let functions = module
        .get_functions()
        .filter(|function| function.count_basic_blocks() == 0)
        .map(FunctionValue::as_global_value);
    let globals = module.get_globals().filter(|global| global.is_declaration());
    let all = functions.chain(globals).map(|of| (text(of.get_name()), of.as_pointer_value()));
    all.filter(|(name, value)| {
        let is_machine = name.starts_with(MACHINE) || ORDER.contains(&name.as_str());
        value.get_first_use().is_some() && !name.starts_with("llvm.") && !is_machine
    })
}

pub(crate) fn text(name: &CStr) -> String {
    name.to_string_lossy().into_owned()
}

/// The function or global with a name in a module.
fn find<'ctx>(module: &Module<'ctx>, name: &str) -> Option<PointerValue<'ctx>> {
    let function = module.get_function(name).map(FunctionValue::as_global_value);
    function.or_else(|| module.get_global(name)).map(GlobalValue::as_pointer_value)
}

/// Whether a module defines a name.
fn defines(module: &Module<'_>, name: &str) -> bool {
    let function = module.get_function(name).map(FunctionValue::as_global_value);
    let found = function.or_else(|| module.get_global(name));
    found.is_some_and(|of| !of.is_declaration())
}

/// Models call others by their plain names where the program's own definition should be used, if
/// there is one: memory that a model allocates may be passed to the program's `free`.
fn resolve_among<'ctx>(
    models: &Module<'ctx>,
    program: &Module<'ctx>,
    is_wanted: impl Fn(&str) -> bool,
) {
    for (name, value) in undefined(models).collect::<Vec<_>>() {
        // A native program has the real ones.
        if !defines(program, &name)
            && is_wanted(&name)
            && let Some(model) = find(models, &format!("{PREFIX}{name}"))
        {
            value.replace_all_uses_with(model);
        }
    }
}

/// Calls whose result is not used may get a special model.
fn show(module: &Module<'_>, name: &str) {
    let Some(model) = find(module, &format!("{SHOWN}{name}")) else { return };
    let Some(value) = find(module, name) else { return };
    let uses = std::iter::successors(value.get_first_use(), |here| here.get_next_use());
    let calls: Vec<InstructionValue<'_>> = uses.filter_map(unused_call).collect();
    for call in calls {
        let callee = call.get_num_operands() - 1;
        if call.get_operand(callee).and_then(Operand::value) == Some(value.into()) {
            call.set_operand(callee, model);
        }
    }
}

/// The call of a use, if its result is not used.
pub(crate) fn unused_call(of: BasicValueUse<'_>) -> Option<InstructionValue<'_>> {
    let instruction = match of.get_user() {
        AnyValueEnum::IntValue(value) => value.as_instruction()?,
        AnyValueEnum::InstructionValue(instruction) => instruction,
        _ => return None,
    };
    let is_call = instruction.get_opcode() == InstructionOpcode::Call;
    (is_call && instruction.get_first_use().is_none()).then_some(instruction)
}

/// Replaces an undefined symbol by its model. A weak symbol without a model becomes null.
fn replace(module: &Module<'_>, name: &str) {
    let Some(wanted) = find(module, name) else { return };
    let direct = DIRECT.iter().find(|(from, _)| *from == name);
    let model = match direct {
        Some((_, to)) => {
            let of = module.get_function(name).map(FunctionValue::get_type);
            of.map(|of| {
                module.get_function(to).unwrap_or_else(|| module.add_function(to, of, None))
            })
            .map(|function| function.as_global_value().as_pointer_value())
        }
        None => find(module, &format!("{PREFIX}{name}")),
    };
    if let Some(model) = model {
        wanted.replace_all_uses_with(model);
    } else if is_weak(module, name) {
        wanted.replace_all_uses_with(wanted.get_type().const_null());
    }
}

/// Whether a symbol is weak.
fn is_weak(module: &Module<'_>, name: &str) -> bool {
    let function = module.get_function(name).map(FunctionValue::get_linkage);
    let linkage = function.or_else(|| Some(module.get_global(name)?.get_linkage()));
    linkage == Some(Linkage::ExternalWeak)
}

/// The undefined symbols.
fn missing(module: &Module<'_>) -> Vec<String> {
    let names: BTreeSet<String> = undefined(module).map(|(name, _)| name).collect();
    names.into_iter().collect()
}
