//! The input functions of the verification competition, by their declarations.
//!
//! A task declares `__VERIFIER_nondet_NAME` itself, sometimes with another type than the usual one, and
//! with names that no list has. The declared type says what the function returns, so a function whose
//! declaration differs from its model, or that has no model, gets a body by its type.

use pikse_llvm::inkwell::AddressSpace;
use pikse_llvm::inkwell::IntPredicate;
use pikse_llvm::inkwell::builder::{Builder, BuilderError};
use pikse_llvm::inkwell::module::{Linkage, Module};
use pikse_llvm::inkwell::targets::TargetData;
use pikse_llvm::inkwell::types::{BasicType, BasicTypeEnum};
use pikse_llvm::inkwell::values::{BasicValueEnum, FunctionValue};

use crate::PREFIX;
use crate::link::undefined;

const BEGIN: &str = "__VERIFIER_nondet_";

/// Defines the input functions that the models do not have as they are declared.
pub(crate) fn define<'ctx>(module: &Module<'ctx>, models: Option<&Module<'ctx>>) {
    let names: Vec<String> = undefined(module).map(|(name, _)| name).collect();
    for name in names.iter().filter(|name| name.starts_with(BEGIN)) {
        let Some(function) = module.get_function(name) else { continue };
        let model = models.and_then(|models| models.get_function(&format!("{PREFIX}{name}")));
        let Some(returned) = function.get_type().get_return_type() else { continue };
        if model.and_then(|model| model.get_type().get_return_type()) == Some(returned) {
            continue;
        }
        // The declaration has debug information that a definition must not have.
        let new = module.add_function(&format!("{name}.by_type"), function.get_type(), None);
        // Nothing here can fail: the builder stands in a block of the function.
        let kind = name.strip_prefix(BEGIN).unwrap_or(name);
        let _ = body(module, new, kind, returned);
        let (old, new) = (function.as_global_value(), new.as_global_value());
        old.as_pointer_value().replace_all_uses_with(new.as_pointer_value());
    }
}

fn body<'ctx>(
    module: &Module<'ctx>,
    function: FunctionValue<'ctx>,
    kind: &str,
    returned: BasicTypeEnum<'ctx>,
) -> Result<(), BuilderError> {
    let context = module.get_context();
    let layout = module.get_data_layout();
    let data = TargetData::create(layout.as_str().to_str().unwrap_or_default());
    let size_type = match data.get_pointer_byte_size(None) {
        4 => context.i32_type(),
        _ => context.i64_type(),
    };
    let pointer = context.ptr_type(AddressSpace::default());
    let is_bit =
        |ty: BasicTypeEnum<'ctx>| ty.is_int_type() && ty.into_int_type().get_bit_width() == 1;
    // A truth value is a byte in memory.
    let stored = match is_bit(returned) {
        true => context.i8_type().as_basic_type_enum(),
        false => returned,
    };
    let symbolic = module.get_function("pikse_vm_symbolic").unwrap_or_else(|| {
        let parameters = [pointer.into(), size_type.into(), pointer.into()];
        let ty = context.void_type().fn_type(&parameters, false);
        module.add_function("pikse_vm_symbolic", ty, None)
    });
    let builder = context.create_builder();
    builder.position_at_end(context.append_basic_block(function, "entry"));
    let place = builder.build_alloca(stored, "")?;
    let size = size_type.const_int(data.get_store_size(&stored), false);
    let label = builder.build_global_string_ptr(kind, "nondet")?;
    label.set_linkage(Linkage::Private);
    let arguments = [place.into(), size.into(), label.as_pointer_value().into()];
    builder.build_call(symbolic, &arguments, "")?;
    let value = builder.build_load(stored, place, "")?;
    let value = match value {
        BasicValueEnum::IntValue(value)
            if is_bit(returned) || kind == "bool" || kind == "_Bool" =>
        {
            is_truth(module, &builder, value.into())?;
            match is_bit(returned) {
                true => builder.build_int_truncate(value, context.bool_type(), "")?.into(),
                false => value.into(),
            }
        }
        value => value,
    };
    builder.build_return(Some(&value))?;
    function.set_linkage(Linkage::Internal);
    Ok(())
}

/// Assumes that a number is 0 or 1.
fn is_truth<'ctx>(
    module: &Module<'ctx>,
    builder: &Builder<'ctx>,
    value: BasicValueEnum<'ctx>,
) -> Result<(), BuilderError> {
    let context = module.get_context();
    let int = context.i32_type();
    let assume = module.get_function("pikse_vm_assume").unwrap_or_else(|| {
        let ty = context.void_type().fn_type(&[int.into()], false);
        module.add_function("pikse_vm_assume", ty, None)
    });
    let value = value.into_int_value();
    let two = value.get_type().const_int(2, false);
    let fits = builder.build_int_compare(IntPredicate::ULT, value, two, "")?;
    let fits = builder.build_int_z_extend(fits, int, "")?;
    builder.build_call(assume, &[fits.into()], "")?;
    Ok(())
}
