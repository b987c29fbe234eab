//! Instrumentation: inserts calls that report each read and write.
//!
//! | module | its job |
//! | --- | --- |
//! | `accesses` | a call before each read and each write |
//! | `decide` | the calls at loads whose values can be decided |
//! | `coverage` | counters at the beginning of blocks |
//! | `frames` | moves large local arrays from the stack, so that copies of it stay small |
//! | `locals` | checks accesses to local arrays of code under test |
//! | `received` | moves local variables that are copied to, so that the map shows what is read of them |
//! | `externals` | replaces functions of the system by functions of the host |
//! | `entry` | adds an exported function that calls the predicate and catches exceptions |
//! | `runtime.ll` | the inlined part of the calls |
//!
//! Reads must stay in the order of the source: that order defines the choice points. So
//! before instrumenting, only passes run that do not move reads. The optimiser runs
//! afterwards. It must assume that the calls write any memory, so it keeps the reads in
//! place.

mod accesses;
mod coverage;
mod decide;
mod entry;
mod externals;
mod frames;
mod locals;
mod received;

use pikse_llvm::inkwell::attributes::AttributeLoc;
use pikse_llvm::inkwell::builder::BuilderError;
use pikse_llvm::inkwell::memory_buffer::MemoryBuffer;
use pikse_llvm::inkwell::values::{
    BasicValueEnum, GlobalValue, InstructionOpcode, InstructionValue, Operand, PointerValue,
};
use pikse_llvm::{Error, Program};

use pikse_structure::layout::{MAKES, SHOWS};

use crate::engine::control::{
    AGAIN, CANDIDATE_END, COPY_HOOK, FRESH, FRESH_SIZE, IMAGE, IMAGE_SIZE, LOCALS, LOG_TOP,
    READ_HOOK, STEPS, WRITE_HOOK,
};
use crate::engine::log::LOG_FULL;
use crate::engine::slot::{
    CANDIDATE_SIZE, CONTROL, KNOWN, SLOT_SIZE, STACK_PART, STACK_PART_SIZE, Slot,
};

use crate::multi_value::{CANONICAL, Site, analyse};

use accesses::Accesses;
pub use coverage::CoveredBlock;
pub(crate) use entry::{CONSTRUCTORS, ENTRY};

/// The part of the runtime that is linked into every program.
const RUNTIME: &str = include_str!("runtime.ll");

/// How a predicate is instrumented.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    pub(crate) slot: Slot,
    /// Whether steps are counted.
    pub(crate) steps: bool,
    /// Whether the stack will be copied.
    pub(crate) checkpoints: bool,
    /// Whether values are decided where they are read.
    pub(crate) multi_value: bool,
}

/// The result of instrumentation.
#[derive(Debug)]
pub(crate) struct Instrumented {
    /// The number of constructors to run before the predicate.
    pub(crate) constructors: u32,
    /// Where the source decides values.
    pub(crate) sites: Vec<Site>,
}

/// Instruments a program whose predicate is `function`.
pub(crate) fn instrument(
    program: &Program<'_>,
    function: &str,
    plan: Plan,
) -> Result<Instrumented, Error> {
    let made = containers(program);
    program.keep(&made.iter().map(String::as_str).chain([function]).collect::<Vec<_>>())?;
    externals::add_libc(program)?;
    program.forget_promises();
    one_thread(program);
    program.run_passes(CANONICAL)?;
    let mut decisions = match plan.multi_value {
        true => analyse(program, function)?,
        false => Vec::new(),
    };
    program.module().strip_debug_info();
    if plan.checkpoints {
        frames::move_large_arrays(program, &mut decisions)?;
    }
    accesses::instrument(program, &decisions, plan.steps, Accesses::Chosen)?;
    externals::tell(program)?;
    let constructors = entry::add(program, function, plan.slot)?;
    externals::replace(program, plan.slot, false)?;
    link_runtime(program, plan.slot)?;
    program.module().verify().map_err(|message| Error::Machine(message.to_string()))?;
    let kept: Vec<&str> = std::iter::once(ENTRY)
        .chain(externals::exported())
        .map(|name| -> &str { name })
        .chain(made.iter().map(String::as_str))
        .collect();
    program.keep(&kept)?;
    program.run_passes("default<O2>")?;
    let sites = decisions.into_iter().map(|decision| decision.site).collect();
    Ok(Instrumented { constructors, sites })
}

/// How code under test is instrumented.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CheckPlan {
    pub(crate) slot: Slot,
    /// Whether steps are counted.
    pub(crate) steps: bool,
    /// Whether line coverage is counted.
    pub(crate) coverage: bool,
}

/// The result of instrumentation.
#[derive(Debug)]
pub(crate) struct InstrumentedCheck {
    /// The number of constructors to run before the code under test.
    pub(crate) constructors: u32,
    /// Whether any part of the program allocates or frees memory.
    pub(crate) manages_memory: bool,
    /// The blocks of code that are counted.
    pub(crate) covered: Vec<CoveredBlock>,
}

/// Instruments a program whose `function` checks an input. Its debug information and its
/// stack frames are kept: both are needed to report where it failed.
pub(crate) fn instrument_check(
    program: &Program<'_>,
    function: &str,
    plan: CheckPlan,
) -> Result<InstrumentedCheck, Error> {
    let manages_memory = externals::manages_memory(program);
    let made = containers(program);
    program.keep(&made.iter().map(String::as_str).chain([function]).collect::<Vec<_>>())?;
    externals::add_libc(program)?;
    program.forget_promises();
    // Not in predicates, where it doubles the time of a candidate.
    program.null_is_an_address();
    one_thread(program);
    let covered = match plan.coverage {
        true => coverage::count_blocks(program, plan.slot)?,
        false => Vec::new(),
    };
    program.run_passes(CANONICAL)?;
    locals::check(program)?;
    received::move_to_map(program)?;
    accesses::instrument(program, &[], plan.steps, Accesses::Checked)?;
    let constructors = entry::add(program, function, plan.slot)?;
    externals::replace(program, plan.slot, true)?;
    link_runtime(program, plan.slot)?;
    keep_frames(program);
    program.module().verify().map_err(|message| Error::Machine(message.to_string()))?;
    let kept = [ENTRY, locals::SMASHED].into_iter().chain(externals::exported());
    let kept = kept.map(|name| -> &str { name });
    let kept: Vec<&str> = kept.chain(made.iter().map(String::as_str)).collect();
    program.keep(&kept)?;
    program.run_passes("default<O2>")?;
    Ok(InstrumentedCheck { constructors, manages_memory, covered })
}

/// The functions of a program that the host calls for containers.
fn containers(program: &Program<'_>) -> Vec<String> {
    let names = program.defined().map(|f| f.get_name().to_string_lossy().into_owned());
    names.filter(|name| name.starts_with(MAKES) || name.starts_with(SHOWS)).collect()
}

/// Makes every function keep its stack frame, also during a tail call; only the entry leaves by
/// a jump.
fn keep_frames(program: &Program<'_>) {
    let context = program.module().get_context();
    let all = context.create_string_attribute("frame-pointer", "all");
    let no_jumps = context.create_string_attribute("disable-tail-calls", "true");
    for function in program.defined() {
        function.add_attribute(AttributeLoc::Function, all);
        if function.get_name().to_bytes() != ENTRY.as_bytes() {
            function.add_attribute(AttributeLoc::Function, no_jumps);
        }
    }
}

/// Turns thread-local variables into globals, so that their changes can be undone like others.
/// A predicate has only one thread.
fn one_thread(program: &Program<'_>) {
    let own = |global: &GlobalValue<'_>| global.is_thread_local() && !global.is_declaration();
    let variables: Vec<_> = program.module().get_globals().filter(own).collect();
    let instructions = program
        .defined()
        .flat_map(|function| function.get_basic_block_iter().collect::<Vec<_>>())
        .flat_map(|block| block.get_instructions().collect::<Vec<_>>());
    for call in instructions.collect::<Vec<_>>() {
        let takes_address = call.get_opcode() == InstructionOpcode::Call
            && accesses::callee_name(call)
                .is_some_and(|name| name.starts_with("llvm.threadlocal.address"));
        if takes_address
            && let Ok(address) = PointerValue::try_from(call)
            && let Some(BasicValueEnum::PointerValue(variable)) = operand(call, 0)
            && variables.iter().any(|own| own.as_pointer_value() == variable)
        {
            address.replace_all_uses_with(variable);
            call.erase_from_basic_block();
        }
    }
    variables.iter().for_each(|variable| variable.set_thread_local(false));
}

fn operand(instruction: InstructionValue<'_>, at: u32) -> Option<BasicValueEnum<'_>> {
    instruction.get_operand(at).and_then(Operand::value)
}

fn link_runtime(program: &Program<'_>, slot: Slot) -> Result<(), Error> {
    let base = slot.base();
    let control = base + CONTROL;
    let out_of_steps = externals::address_of(slot, "pikse_out_of_steps");
    let numbers = [
        ("base", base),
        ("candidate_size", CANDIDATE_SIZE),
        ("candidate_end", control + CANDIDATE_END),
        ("known", KNOWN),
        ("stack", base + STACK_PART),
        ("stack_size", STACK_PART_SIZE),
        ("read_hook", control + READ_HOOK),
        ("write_hook", control + WRITE_HOOK),
        ("copy_hook", control + COPY_HOOK),
        ("locals", control + LOCALS),
        ("again", control + AGAIN),
        ("fresh", control + FRESH),
        ("fresh_size", control + FRESH_SIZE),
        ("image", control + IMAGE),
        ("image_size", control + IMAGE_SIZE),
        ("slot_size", SLOT_SIZE),
        ("log_top", control + LOG_TOP),
        ("log_full", base + LOG_FULL),
        ("steps", control + STEPS),
        ("out_of_steps", out_of_steps),
    ];
    let descending: String = (1..=255).rev().map(|left| format!("\\{left:02X}")).collect();
    let mut text = RUNTIME.replace("{descending}", &descending);
    for (name, number) in numbers {
        text = text.replace(&format!("{{{name}}}"), &number.to_string());
    }
    let module = program.module();
    let buffer = MemoryBuffer::create_from_memory_range_copy(text.as_bytes(), "runtime.ll");
    let runtime = module.get_context().create_module_from_ir(buffer);
    let runtime = runtime.map_err(|message| Error::Machine(message.to_string()))?;
    runtime.set_triple(&module.get_triple());
    runtime.set_data_layout(&module.get_data_layout());
    module.link_in_module(runtime).map_err(|message| Error::Machine(message.to_string()))
}

#[expect(clippy::needless_pass_by_value, reason = "for `map_err`")]
fn refused(error: BuilderError) -> Error {
    Error::Machine(error.to_string())
}
