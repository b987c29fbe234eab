//! Adds an exported function that calls the predicate.

use pikse_llvm::inkwell::AddressSpace;
use pikse_llvm::inkwell::IntPredicate;
use pikse_llvm::inkwell::builder::Builder;
use pikse_llvm::inkwell::module::Linkage;
use pikse_llvm::inkwell::values::{BasicValueEnum, FunctionValue, IntValue};
use pikse_llvm::{Error, Program, raw};

use super::refused;
use crate::engine::control::LEAVE;
use crate::engine::host::LEFT;
use crate::engine::slot::{CONTROL, Slot};

/// The exported function: it takes the root, and leaves with 0, 1, or 2 if it threw.
pub(crate) const ENTRY: &str = "pikse_entry";
/// The program's constructors: an array of priority, function, and associated data.
pub(crate) const CONSTRUCTORS: &str = "pikse_constructors";

/// The personality function of C++, which handles exceptions.
const PERSONALITY: &str = "__gxx_personality_v0";

/// Adds the entry. Returns the number of constructors.
pub(crate) fn add(program: &Program<'_>, predicate: &str, slot: Slot) -> Result<u32, Error> {
    let module = program.module();
    let context = module.get_context();
    let predicate = module
        .get_function(predicate)
        .ok_or_else(|| Error::Machine(format!("`{predicate}` is gone")))?;
    let ptr = context.ptr_type(AddressSpace::default());
    let of = context.void_type().fn_type(&[ptr.into()], false);
    let entry = module.add_function(ENTRY, of, None);
    let builder = context.create_builder();
    builder.position_at_end(context.append_basic_block(entry, "begin"));
    let root = entry.get_first_param().ok_or_else(|| Error::Machine("no parameter".into()))?;
    // A program that throws but never catches or cleans up does not declare it.
    let personality = module.get_function(PERSONALITY).or_else(|| {
        let of = context.i32_type().fn_type(&[], true);
        program.needs_cpp().then(|| module.add_function(PERSONALITY, of, None))
    });
    match personality {
        None => {
            let call = builder.build_call(predicate, &[root.into()], "").map_err(refused)?;
            call.set_call_convention(predicate.get_call_conventions());
            leave_with_verdict(program, &builder, call.try_as_basic_value().basic(), slot)?;
        }
        Some(personality) => catch(program, predicate, entry, personality, root, slot)?,
    }
    Ok(set_constructors_aside(program))
}

/// Leaves with whether a value is not zero.
fn leave_with_verdict<'ctx>(
    program: &Program<'ctx>,
    builder: &Builder<'ctx>,
    value: Option<BasicValueEnum<'ctx>>,
    slot: Slot,
) -> Result<(), Error> {
    let Some(BasicValueEnum::IntValue(value)) = value else {
        return Err(Error::Machine("a predicate returns an integer".to_owned()));
    };
    let zero = value.get_type().const_zero();
    let verdict = builder.build_int_compare(IntPredicate::NE, value, zero, "").map_err(refused)?;
    let int = program.module().get_context().i64_type();
    let wide = builder.build_int_z_extend(verdict, int, "").map_err(refused)?;
    leave(program, builder, wide, slot)
}

/// Leaves the predicate for the search.
fn leave<'ctx>(
    program: &Program<'ctx>,
    builder: &Builder<'ctx>,
    outcome: IntValue<'ctx>,
    slot: Slot,
) -> Result<(), Error> {
    let context = program.module().get_context();
    let (ptr, int) = (context.ptr_type(AddressSpace::default()), context.i64_type());
    let fixed = |address: u64| int.const_int(address, false).const_to_pointer(ptr);
    let control = slot.base() + CONTROL;
    let target = builder.build_load(ptr, fixed(control + LEAVE), "").map_err(refused)?;
    let of = context.void_type().fn_type(&[ptr.into(), int.into()], false);
    let arguments = [fixed(control).into(), outcome.into()];
    let target = target.into_pointer_value();
    let call = builder.build_indirect_call(of, target, &arguments, "").map_err(refused)?;
    // A jump: see `switch::enter`.
    call.set_tail_call(true);
    builder.build_return(None).map_err(refused)?;
    Ok(())
}

/// Calls a predicate that may throw. The host gets the name of the exception's type, and for
/// a `std::exception` its message.
fn catch<'ctx>(
    program: &Program<'ctx>,
    predicate: FunctionValue<'ctx>,
    entry: FunctionValue<'ctx>,
    personality: FunctionValue<'ctx>,
    root: BasicValueEnum<'ctx>,
    slot: Slot,
) -> Result<(), Error> {
    let module = program.module();
    let context = module.get_context();
    let ptr = context.ptr_type(AddressSpace::default());
    let void = context.void_type();
    let declare =
        |name, of| module.get_function(name).unwrap_or_else(|| module.add_function(name, of, None));
    let begin_catch = declare("__cxa_begin_catch", ptr.fn_type(&[ptr.into()], false));
    let end_catch = declare("__cxa_end_catch", void.fn_type(&[], false));
    let type_of = declare("__cxa_current_exception_type", ptr.fn_type(&[], false));
    let threw = declare("pikse_threw", void.fn_type(&[ptr.into(), ptr.into()], false));
    let typeid = declare("llvm.eh.typeid.for.p0", context.i32_type().fn_type(&[ptr.into()], false));
    let exception_type = module
        .get_global("_ZTISt9exception")
        .unwrap_or_else(|| module.add_global(ptr, None, "_ZTISt9exception"))
        .as_pointer_value();
    entry.set_personality_function(personality);
    let [normal, pad, standard, other, told] = ["normal", "pad", "standard", "other", "told"]
        .map(|name| context.append_basic_block(entry, name));
    let builder = context.create_builder();
    let first = entry.get_first_basic_block().ok_or_else(|| Error::Machine("no block".into()))?;
    builder.position_at_end(first);
    let call = builder.build_invoke(predicate, &[root], normal, pad, "").map_err(refused)?;
    call.set_call_convention(predicate.get_call_conventions());
    builder.position_at_end(normal);
    leave_with_verdict(program, &builder, call.try_as_basic_value().basic(), slot)?;

    builder.position_at_end(pad);
    let pad_type = context.struct_type(&[ptr.into(), context.i32_type().into()], false);
    let clauses = [exception_type.into(), ptr.const_null().into()];
    let caught = builder
        .build_landing_pad(pad_type, personality, &clauses, false, "")
        .map_err(refused)?
        .into_struct_value();
    let object = builder.build_extract_value(caught, 0, "").map_err(refused)?;
    let selector = builder.build_extract_value(caught, 1, "").map_err(refused)?;
    let adjusted = builder.build_call(begin_catch, &[object.into()], "").map_err(refused)?;
    let of = builder.build_call(type_of, &[], "").map_err(refused)?;
    let value = |call: pikse_llvm::inkwell::values::CallSiteValue<'ctx>| {
        call.try_as_basic_value().basic().ok_or_else(|| Error::Machine("no value".to_owned()))
    };
    let (adjusted, of) = (value(adjusted)?.into_pointer_value(), value(of)?.into_pointer_value());
    // A type_info begins with its virtual table; its name comes next.
    let load_at = |pointer, index: u64| {
        let offset = context.i64_type().const_int(index, false);
        let place = raw::offset(&builder, ptr, pointer, offset).map_err(refused)?;
        Ok::<_, Error>(builder.build_load(ptr, place, "").map_err(refused)?.into_pointer_value())
    };
    let name = load_at(of, 1)?;
    let wanted = builder.build_call(typeid, &[exception_type.into()], "").map_err(refused)?;
    let is_standard = builder
        .build_int_compare(
            IntPredicate::EQ,
            selector.into_int_value(),
            value(wanted)?.into_int_value(),
            "",
        )
        .map_err(refused)?;
    builder.build_conditional_branch(is_standard, standard, other).map_err(refused)?;

    builder.position_at_end(standard);
    // `what` comes after the two destructors.
    let functions = load_at(adjusted, 0)?;
    let what = load_at(functions, 2)?;
    let message = builder
        .build_indirect_call(ptr.fn_type(&[ptr.into()], false), what, &[adjusted.into()], "")
        .map_err(refused)?;
    let message = value(message)?;
    builder.build_call(threw, &[name.into(), message.into()], "").map_err(refused)?;
    builder.build_unconditional_branch(told).map_err(refused)?;

    builder.position_at_end(other);
    let none = ptr.const_null();
    builder.build_call(threw, &[name.into(), none.into()], "").map_err(refused)?;
    builder.build_unconditional_branch(told).map_err(refused)?;

    builder.position_at_end(told);
    builder.build_call(end_catch, &[], "").map_err(refused)?;
    let thrown = context.i64_type().const_int(LEFT, false);
    leave(program, &builder, thrown, slot)
}

/// Constructors must not run when the library is loaded, because the host is not ready then.
/// So their list is renamed, which makes it plain data.
fn set_constructors_aside(program: &Program<'_>) -> u32 {
    let Some(list) = program.module().get_global("llvm.global_ctors") else { return 0 };
    let count = match list.get_initializer() {
        Some(BasicValueEnum::ArrayValue(array)) => array.get_type().len(),
        _ => 0,
    };
    list.set_name(CONSTRUCTORS);
    list.set_linkage(Linkage::External);
    count
}
