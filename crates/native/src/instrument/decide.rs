//! Inserts the calls at loads whose values can be decided.
//!
//! The host decides all values of a field at once, so for each deciding function a second
//! one is made that loops over evenly spaced values.

use pikse_llvm::inkwell::attributes::{Attribute, AttributeLoc};
use pikse_llvm::inkwell::module::Linkage;
use pikse_llvm::inkwell::types::BasicMetadataTypeEnum;
use pikse_llvm::inkwell::values::{BasicMetadataValueEnum, FunctionValue, IntValue, PhiValue};
use pikse_llvm::inkwell::{AddressSpace, IntPredicate};
use pikse_llvm::{Error, Program, raw};

use super::refused;
use crate::multi_value::{ACCEPTS, Decision, UNKNOWN};

/// The distance of values in the data of a deciding function.
const STEP: u64 = 16;

/// A function that is called before the load of a decision, with the address and the
/// values that deciding needs. If the read is a first one, it stores them in memory and
/// calls the host. It is inlined, so that other reads are not slowed down.
pub(super) fn reader<'ctx>(
    program: &Program<'ctx>,
    decision: &Decision<'ctx>,
    bytes: BasicMetadataValueEnum<'ctx>,
) -> Result<FunctionValue<'ctx>, Error> {
    let module = program.module();
    let context = module.get_context();
    let (ptr, int) = (context.ptr_type(AddressSpace::default()), context.i64_type());
    let void = context.void_type();
    let declare =
        |name, of| module.get_function(name).unwrap_or_else(|| module.add_function(name, of, None));
    let is_first =
        declare("pikse_is_first", context.bool_type().fn_type(&[ptr.into(), int.into()], false));
    let read = declare(
        "pikse_read_deciding",
        void.fn_type(&[ptr.into(), int.into(), ptr.into(), ptr.into()], false),
    );
    let mut parameters: Vec<BasicMetadataTypeEnum<'ctx>> = vec![ptr.into()];
    parameters.extend(decision.live_ins.iter().map(|v| BasicMetadataTypeEnum::from(v.get_type())));
    let of = void.fn_type(&parameters, false);
    let reader = module.add_function("pikse.read", of, Some(Linkage::Internal));
    let inline = Attribute::get_named_enum_kind_id("alwaysinline");
    reader.add_attribute(AttributeLoc::Function, context.create_enum_attribute(inline, 0));
    let [begin, first, done] =
        ["begin", "first", "done"].map(|name| context.append_basic_block(reader, name));
    let builder = context.create_builder();
    builder.position_at_end(begin);
    let size = STEP * decision.live_ins.len().max(1) as u64;
    let room = context.i8_type().array_type(size as u32);
    let needed = builder.build_alloca(room, "").map_err(refused)?;
    needed
        .as_instruction()
        .map_or(Ok(()), |alloca| alloca.set_alignment(STEP as u32))
        .map_err(|error| Error::Machine(error.to_string()))?;
    let values: Vec<_> = reader.get_param_iter().collect();
    let address = values[0];
    let found = builder.build_call(is_first, &[address.into(), bytes], "").map_err(refused)?;
    let found = found.try_as_basic_value().basic().map(|value| value.into_int_value());
    let found = found.ok_or_else(|| Error::Machine("no value".to_owned()))?;
    builder.build_conditional_branch(found, first, done).map_err(refused)?;

    builder.position_at_end(first);
    for (number, value) in values[1..].iter().enumerate() {
        let at = int.const_int(STEP * number as u64, false);
        let place = raw::offset(&builder, context.i8_type(), needed, at);
        builder.build_store(place.map_err(refused)?, *value).map_err(refused)?;
    }
    let all = decide_all(program, decision)?.as_global_value().as_pointer_value();
    let arguments = [address.into(), bytes, all.into(), needed.into()];
    builder.build_call(read, &arguments, "").map_err(refused)?;
    builder.build_unconditional_branch(done).map_err(refused)?;

    builder.position_at_end(done);
    builder.build_return(None).map_err(refused)?;
    Ok(reader)
}

/// `i64 all(i64 first, i64 stride, i64 count, ptr needed, ptr accepts)`: for up to 64
/// values from `first` on, the bits of those that have to be run, and at `accepts` the
/// bits of those that are accepted.
fn decide_all<'ctx>(
    program: &Program<'ctx>,
    decision: &Decision<'ctx>,
) -> Result<FunctionValue<'ctx>, Error> {
    let module = program.module();
    let context = module.get_context();
    let (ptr, int) = (context.ptr_type(AddressSpace::default()), context.i64_type());
    let of = int.fn_type(&[int.into(), int.into(), int.into(), ptr.into(), ptr.into()], false);
    let name = decision.decide.get_name().to_string_lossy();
    let all = module.add_function(&format!("{name}.all"), of, Some(Linkage::Internal));
    let parameters: Vec<_> = all.get_param_iter().collect();
    let [first, stride, count, needed, accepts] = parameters[..] else {
        return Err(Error::Machine("five parameters".to_owned()));
    };
    let (first, stride) = (first.into_int_value(), stride.into_int_value());
    let [begin, body, done] =
        ["begin", "body", "done"].map(|name| context.append_basic_block(all, name));
    let builder = context.create_builder();
    builder.position_at_end(begin);
    builder.build_unconditional_branch(body).map_err(refused)?;

    builder.position_at_end(body);
    let [number, value, run, accept] = {
        let phi = || builder.build_phi(int, "").map_err(refused);
        [phi()?, phi()?, phi()?, phi()?]
    };
    let as_int = |phi: PhiValue<'ctx>| phi.as_basic_value().into_int_value();
    let arguments = [value.as_basic_value().into(), needed.into()];
    let verdict = builder.build_call(decision.decide, &arguments, "").map_err(refused)?;
    let verdict = verdict.try_as_basic_value().basic().map(|value| value.into_int_value());
    let verdict = verdict.ok_or_else(|| Error::Machine("no value".to_owned()))?;
    // The bit of this value in a word, if the verdict is the one.
    let marked = |word: IntValue<'ctx>, which: u8| -> Result<IntValue<'ctx>, Error> {
        let which = verdict.get_type().const_int(which.into(), false);
        let same = builder.build_int_compare(IntPredicate::EQ, verdict, which, "");
        let bit = builder.build_int_z_extend(same.map_err(refused)?, int, "").map_err(refused)?;
        let bit = builder.build_left_shift(bit, as_int(number), "").map_err(refused)?;
        builder.build_or(word, bit, "").map_err(refused)
    };
    let run_next = marked(as_int(run), UNKNOWN)?;
    let accept_next = marked(as_int(accept), ACCEPTS)?;
    let one = int.const_int(1, false);
    let number_next = builder.build_int_add(as_int(number), one, "").map_err(refused)?;
    let value_next = builder.build_int_add(as_int(value), stride, "").map_err(refused)?;
    let zero = int.const_zero();
    for (phi, start, next) in [
        (number, zero, number_next),
        (value, first, value_next),
        (run, zero, run_next),
        (accept, zero, accept_next),
    ] {
        phi.add_incoming(&[(&start, begin), (&next, body)]);
    }
    let count = count.into_int_value();
    let more = builder.build_int_compare(IntPredicate::ULT, number_next, count, "");
    builder.build_conditional_branch(more.map_err(refused)?, body, done).map_err(refused)?;

    builder.position_at_end(done);
    builder.build_store(accepts.into_pointer_value(), accept_next).map_err(refused)?;
    builder.build_return(Some(&run_next)).map_err(refused)?;
    Ok(all)
}
