//! Functions whose call is an error, whatever they do: `reach_error` of the verification competition.
//!
//! A program usually defines such a function itself, with an assertion that fails. The property is about
//! its call. So the function gets a new body, which reports that it was reached.

use pikse_llvm::Program;
use pikse_llvm::inkwell::module::Linkage;

/// The harness function that reports it.
const REACHED: &str = "reach_error";

/// Makes the call of a function an error. Nothing changes if the program does not define it: then a
/// model reports it, or the call is unsupported by its name.
pub(crate) fn replace(program: &Program<'_>, name: &str) {
    let module = program.module();
    let Some(old) = module.get_function(name) else { return };
    if old.count_basic_blocks() == 0 && name == REACHED {
        return;
    }
    let context = module.get_context();
    old.as_global_value().set_name(&format!("{name}.replaced"));
    old.set_linkage(match old.count_basic_blocks() {
        0 => Linkage::External,
        _ => Linkage::Internal,
    });
    let nothing = context.void_type().fn_type(&[], false);
    let reached =
        module.get_function(REACHED).unwrap_or_else(|| module.add_function(REACHED, nothing, None));
    let new = module.add_function(&format!("{name}.reached"), old.get_type(), None);
    new.set_linkage(Linkage::Internal);
    let builder = context.create_builder();
    builder.position_at_end(context.append_basic_block(new, "entry"));
    // The builder stands in a block, and the call has no arguments: neither can fail.
    let _ = builder.build_call(reached, &[], "");
    let _ = builder.build_unreachable();
    old.as_global_value()
        .as_pointer_value()
        .replace_all_uses_with(new.as_global_value().as_pointer_value());
}
