//! Replaces and removes functions of a program.

use inkwell::IntPredicate;
use inkwell::attributes::{Attribute, AttributeLoc};
use inkwell::basic_block::BasicBlock;
use inkwell::builder::BuilderError;
use inkwell::module::Linkage;
use inkwell::values::{BasicMetadataValueEnum, CallSiteValue, FunctionValue};

use crate::error::Error;
use crate::program::Program;

/// Attributes about memory and about termination.
const PROMISES: [&str; 13] = [
    "noalias",
    "readonly",
    "readnone",
    "writeonly",
    "dereferenceable",
    "dereferenceable_or_null",
    "memory",
    "speculatable",
    "willreturn",
    "mustprogress",
    "captures",
    "initializes",
    "optnone",
];

impl<'ctx> Program<'ctx> {
    /// Replaces the body of a function that never returns by a call of `by` with its first
    /// arguments. [`Program::keep`] then removes what only the old body needed.
    pub fn replace_body(
        &self,
        function: FunctionValue<'ctx>,
        by: FunctionValue<'ctx>,
    ) -> Result<(), Error> {
        self.replace_unless(function, by, None)
    }

    /// The same, but the old body runs if a condition does not return zero.
    pub fn replace_unless(
        &self,
        function: FunctionValue<'ctx>,
        by: FunctionValue<'ctx>,
        condition: Option<FunctionValue<'ctx>>,
    ) -> Result<(), Error> {
        let refuse = |error: BuilderError| Error::Machine(error.to_string());
        let name = function.get_name().to_string_lossy().into_owned();
        let taken = by.count_params() as usize;
        let fits = function.get_type().get_param_types().get(..taken).map(<[_]>::to_vec)
            == Some(by.get_type().get_param_types());
        if !fits {
            return Err(Error::Machine(format!("`{name}` does not have the expected arguments")));
        }
        let new = self.module().add_function(
            &format!("{name}.replaced"),
            function.get_type(),
            Some(Linkage::Internal),
        );
        let context = self.module().get_context();
        let builder = context.create_builder();
        function.replace_all_uses_with(new);
        let all: Vec<BasicMetadataValueEnum<'_>> = new.get_param_iter().map(Into::into).collect();
        let entry = context.append_basic_block(new, "entry");
        builder.position_at_end(entry);
        if let Some(condition) = condition {
            let (old, replaced) = (
                context.append_basic_block(new, "old"),
                context.append_basic_block(new, "replaced"),
            );
            let holds = builder.build_call(condition, &[], "").map_err(refuse)?;
            let holds = holds.try_as_basic_value().unwrap_basic().into_int_value();
            let zero = holds.get_type().const_zero();
            let holds = builder.build_int_compare(IntPredicate::NE, holds, zero, "");
            builder
                .build_conditional_branch(holds.map_err(refuse)?, old, replaced)
                .map_err(refuse)?;
            builder.position_at_end(old);
            builder.build_call(function, &all, "").map_err(refuse)?;
            builder.build_unreachable().map_err(refuse)?;
            builder.position_at_end(replaced);
        }
        builder.build_call(by, &all[..taken], "").map_err(refuse)?;
        builder.build_unreachable().map_err(refuse)?;
        function.set_linkage(Linkage::Internal);
        Ok(())
    }

    /// Removes everything that these functions do not need, and verifies the rest. A Rust program
    /// contains whole libraries.
    pub fn keep(&self, functions: &[&str]) -> Result<(), Error> {
        for other in self.defined() {
            let is_kept =
                functions.iter().any(|kept| other.get_name().to_bytes() == kept.as_bytes());
            other.set_linkage(if is_kept { Linkage::External } else { Linkage::Internal });
        }
        self.run_passes("globaldce")?;
        self.module().verify().map_err(|message| Error::Machine(message.to_string()))
    }

    /// Removes attributes of functions and calls. A compiler states, for instance, that nothing
    /// else writes the target of a parameter, or that a function writes nothing. A tool that
    /// initialises memory just before it is read violates that, and the optimiser would move reads
    /// to where the memory is still empty.
    pub fn forget_promises(&self) {
        let kinds = PROMISES.map(Attribute::get_named_enum_kind_id);
        let own =
            |function: &FunctionValue<'_>| function.get_name().to_bytes().starts_with(b"llvm.");
        for function in self.module().get_functions().filter(|function| !own(function)) {
            for place in places(function.count_params()) {
                kinds.iter().for_each(|&kind| function.remove_enum_attribute(place, kind));
            }
            let blocks = function.get_basic_block_iter();
            for instruction in blocks.flat_map(BasicBlock::get_instructions) {
                let Ok(call) = CallSiteValue::try_from(instruction) else { continue };
                for place in places(call.count_arguments()) {
                    kinds.iter().for_each(|&kind| call.remove_enum_attribute(place, kind));
                }
            }
        }
    }

    /// Tells functions that null may be an address. Otherwise the optimiser takes code that accesses it
    /// for code that never runs, and removes the access that has to be reported.
    pub fn null_is_an_address(&self) {
        let null = Attribute::get_named_enum_kind_id("null_pointer_is_valid");
        let null = self.module().get_context().create_enum_attribute(null, 0);
        self.defined().for_each(|function| function.add_attribute(AttributeLoc::Function, null));
    }
}

/// The function itself and its parameters. `noalias` on the result may stay: that is new memory.
fn places(parameters: u32) -> impl Iterator<Item = AttributeLoc> {
    let parameters = (0..parameters).map(AttributeLoc::Param);
    std::iter::once(AttributeLoc::Function).chain(parameters)
}
