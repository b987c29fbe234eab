//! The calls at loads whose values can be decided.

use pikse_llvm::inkwell::AddressSpace;
use pikse_llvm::inkwell::attributes::{Attribute, AttributeLoc};
use pikse_llvm::inkwell::module::Linkage;
use pikse_llvm::inkwell::types::BasicMetadataTypeEnum;
use pikse_llvm::inkwell::values::{BasicMetadataValueEnum, FunctionValue};
use pikse_llvm::{Error, Program};

use super::refused;
use crate::multi_value::Decision;

/// The distance of values in what a deciding function gets.
const STEP: u64 = 16;

/// A function that is called before the load of a decision, with the address and the
/// values that deciding needs: if the read is a first one, it lays them out and calls the
/// host. It is inlined, so that any other read does not pay for that.
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
        // SAFETY: the offset is within the room; no memory is accessed here.
        #[expect(unsafe_code, reason = "an offset in a pointer")]
        let place = unsafe { builder.build_gep(context.i8_type(), needed, &[at], "") };
        builder.build_store(place.map_err(refused)?, *value).map_err(refused)?;
    }
    let decide = decision.decide.as_global_value().as_pointer_value();
    let arguments = [address.into(), bytes, decide.into(), needed.into()];
    builder.build_call(read, &arguments, "").map_err(refused)?;
    builder.build_unconditional_branch(done).map_err(refused)?;

    builder.position_at_end(done);
    builder.build_return(None).map_err(refused)?;
    Ok(reader)
}
