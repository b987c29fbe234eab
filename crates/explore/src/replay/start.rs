//! A `main` for a program whose entry is another function: it fetches the arguments as inputs.

use pikse_llvm::inkwell::attributes::AttributeLoc;
use pikse_llvm::inkwell::builder::{Builder, BuilderError};
use pikse_llvm::inkwell::context::ContextRef;
use pikse_llvm::inkwell::module::Linkage;
use pikse_llvm::inkwell::types::BasicTypeEnum;
use pikse_llvm::inkwell::values::{
    BasicMetadataValueEnum, BasicValueEnum, FunctionValue, IntValue, PointerValue,
};
use pikse_llvm::inkwell::{AddressSpace, IntPredicate};
use pikse_llvm::{Error, Program};

use super::ReplayError;
use super::objects::Objects;
use crate::{Argument, Entry};

const MAIN: &str = "main";
/// The new name of the program's `main` if it is not the entry.
const OWN_MAIN: &str = "pikse_replay_main";
/// The function that fetches an input.
const SYMBOLIC: &str = "pikse_vm_symbolic";
/// The function that stores the result.
const RETURNED: &str = "pikse_replay_returned";
/// The function that ends the run if a condition is false.
const ASSUME: &str = "pikse_vm_assume";

/// Sees to it that there is a `main`.
pub(super) fn check_main(program: &Program<'_>) -> Result<(), ReplayError> {
    match program.defined().any(|function| function.get_name().to_bytes() == MAIN.as_bytes()) {
        true => Ok(()),
        false => Err(ReplayError::NoEntry(MAIN.to_owned())),
    }
}

/// Adds a `main` that calls the entry.
pub(super) fn add_main(program: &Program<'_>, entry: &Entry) -> Result<(), ReplayError> {
    let module = program.module();
    let missing = || ReplayError::NoEntry(entry.function.clone());
    let function = module.get_function(&entry.function).ok_or_else(missing)?;
    if function.count_basic_blocks() == 0 {
        return Err(missing());
    }
    if let Some(main) = module.get_function(MAIN) {
        main.as_global_value().set_name(OWN_MAIN);
    }
    let caller = Caller { program, context: module.get_context(), entry };
    caller.add(function)
}

struct Caller<'a, 'ctx> {
    program: &'a Program<'ctx>,
    context: ContextRef<'ctx>,
    entry: &'a Entry,
}

impl<'ctx> Caller<'_, 'ctx> {
    fn refuse(&self, why: impl Into<String>) -> ReplayError {
        ReplayError::Arguments { function: self.entry.function.clone(), why: why.into() }
    }

    fn add(&self, function: FunctionValue<'ctx>) -> Result<(), ReplayError> {
        let types = function.get_type().get_param_types();
        let given = self.entry.arguments.len();
        if types.len() != given {
            let why = format!("it takes {}, but {given} are given", types.len());
            return Err(self.refuse(why));
        }
        let int = self.context.i32_type();
        let main = self.program.module().add_function(MAIN, int.fn_type(&[], false), None);
        let builder = self.context.create_builder();
        builder.position_at_end(self.context.append_basic_block(main, ""));
        let objects = self.entry.given.as_ref().map(|given| Objects {
            program: self.program,
            context: self.context,
            builder: &builder,
            given,
        });
        let roots = objects.as_ref().map(Objects::add).transpose().map_err(llvm)?;
        let roots = roots.unwrap_or_default();
        let mut arguments: Vec<BasicMetadataValueEnum<'ctx>> = Vec::with_capacity(given);
        for (at, (argument, of)) in self.entry.arguments.iter().zip(&types).enumerate() {
            let of = BasicTypeEnum::try_from(*of)
                .map_err(|()| self.refuse(format!("argument {at} is no value")))?;
            let value = match (argument, &objects) {
                (&Argument::Structure { root, into }, Some(objects)) => objects
                    .offset(roots[root], into.into())
                    .map(|pointer| of.is_pointer_type().then(|| pointer.into())),
                _ => self.argument(&builder, argument, of),
            };
            let value = value.map_err(llvm)?;
            let value = value.ok_or_else(|| {
                self.refuse(format!(
                    "argument {at} is of type `{}`",
                    of.print_to_string().to_string_lossy()
                ))
            })?;
            arguments.push(value.into());
        }
        for condition in &self.entry.before {
            let missing = || ReplayError::NoEntry(condition.function.clone());
            let function = self.program.module().get_function(&condition.function);
            let given: Vec<_> = condition.arguments.iter().map(|&at| arguments[at]).collect();
            let holds = call(&builder, function.ok_or_else(missing)?, &given);
            let holds = holds.map_err(llvm)?.filter(|value| value.is_int_value());
            let holds = holds.ok_or_else(|| self.refuse("a condition gives no verdict"))?;
            self.assume(&builder, holds.into_int_value()).map_err(llvm)?;
        }
        if let Some(value) = call(&builder, function, &arguments).map_err(llvm)? {
            self.keep(&builder, value).map_err(llvm)?;
        }
        builder.build_return(Some(&int.const_zero())).map_err(llvm)?;
        Ok(())
    }

    /// Ends the run if a number is zero.
    fn assume(&self, builder: &Builder<'ctx>, verdict: IntValue<'ctx>) -> Result<(), BuilderError> {
        let int = self.context.i32_type();
        let zero = verdict.get_type().const_zero();
        let holds = builder.build_int_compare(IntPredicate::NE, verdict, zero, "")?;
        let holds = builder.build_int_z_extend(holds, int, "")?;
        let of = self.context.void_type().fn_type(&[int.into()], false);
        let module = self.program.module();
        let assume =
            module.get_function(ASSUME).unwrap_or_else(|| module.add_function(ASSUME, of, None));
        let pointer = assume.as_global_value().as_pointer_value();
        builder.build_indirect_call(of, pointer, &[holds.into()], "")?;
        Ok(())
    }

    /// Keeps a result of 32 bits: the symbolic machine takes it for the exit code.
    fn keep(
        &self,
        builder: &Builder<'ctx>,
        value: BasicValueEnum<'ctx>,
    ) -> Result<(), BuilderError> {
        let int = self.context.i32_type();
        let bits = match value {
            BasicValueEnum::IntValue(value) if value.get_type() == int => value,
            BasicValueEnum::FloatValue(value) if value.get_type() == self.context.f32_type() => {
                builder.build_bit_cast(value, int, "")?.into_int_value()
            }
            _ => return Ok(()),
        };
        let of = self.context.void_type().fn_type(&[int.into()], false);
        let keep = self.program.module().add_function(RETURNED, of, None);
        builder.build_call(keep, &[bits.into()], "")?;
        Ok(())
    }

    /// The value of an argument; none if it is not for such a parameter.
    fn argument(
        &self,
        builder: &Builder<'ctx>,
        argument: &Argument,
        of: BasicTypeEnum<'ctx>,
    ) -> Result<Option<BasicValueEnum<'ctx>>, BuilderError> {
        let pointer = |pointer: PointerValue<'ctx>| of.is_pointer_type().then(|| pointer.into());
        Ok(match argument {
            Argument::Symbolic { name, width } => {
                let (width, bytes) = (u32::from(*width), u32::from(*width).div_ceil(8));
                let memory = self.memory(&vec![0; bytes as usize]);
                self.fetch(builder, memory, bytes, name)?;
                let Some(whole) = self.int_type(bytes * 8) else { return Ok(None) };
                let whole = builder.build_load(whole, memory, "")?.into_int_value();
                self.scalar(builder, whole, width, of)?
            }
            Argument::Number { width, value } => {
                let Some(whole) = self.int_type(u32::from(*width)) else { return Ok(None) };
                let whole = whole.const_int(*value, false);
                self.scalar(builder, whole, u32::from(*width), of)?
            }
            Argument::Buffer { name, bytes, terminated } => {
                let size = *bytes as usize + usize::from(*terminated);
                let memory = self.memory(&vec![0; size]);
                if *bytes > 0 {
                    self.fetch(builder, memory, *bytes, name)?;
                }
                pointer(memory)
            }
            Argument::Bytes(bytes) => pointer(self.memory(bytes)),
            Argument::Structure { .. } => None,
            Argument::Null => pointer(self.context.ptr_type(AddressSpace::default()).const_null()),
        })
    }

    fn int_type(&self, width: u32) -> Option<pikse_llvm::inkwell::types::IntType<'ctx>> {
        self.context.custom_width_int_type(std::num::NonZero::new(width)?).ok()
    }

    /// A number as a parameter of a type, if the type has that many bits.
    fn scalar(
        &self,
        builder: &Builder<'ctx>,
        whole: IntValue<'ctx>,
        width: u32,
        of: BasicTypeEnum<'ctx>,
    ) -> Result<Option<BasicValueEnum<'ctx>>, BuilderError> {
        let Some(narrow) = self.int_type(width) else { return Ok(None) };
        let bits = match whole.get_type().get_bit_width() == width {
            true => whole,
            false => builder.build_int_truncate(whole, narrow, "")?,
        };
        Ok(match of {
            BasicTypeEnum::IntType(int) if int == narrow => Some(bits.into()),
            BasicTypeEnum::FloatType(float) if float.get_bit_width() == width => {
                Some(builder.build_bit_cast(bits, float, "")?)
            }
            BasicTypeEnum::PointerType(pointer) if width == 64 => {
                Some(builder.build_int_to_ptr(bits, pointer, "")?.into())
            }
            _ => None,
        })
    }

    /// Memory with these bytes.
    fn memory(&self, bytes: &[u8]) -> PointerValue<'ctx> {
        let contents = self.context.const_string(bytes, false);
        let global =
            self.program.module().add_global(contents.get_type(), None, "pikse_replay_argument");
        global.set_linkage(Linkage::Internal);
        global.set_initializer(&contents);
        global.set_alignment(16);
        global.as_pointer_value()
    }

    fn fetch(
        &self,
        builder: &Builder<'ctx>,
        memory: PointerValue<'ctx>,
        bytes: u32,
        name: &str,
    ) -> Result<(), BuilderError> {
        let (pointer, word) =
            (self.context.ptr_type(AddressSpace::default()), self.context.i64_type());
        let parameters = [pointer.into(), word.into(), pointer.into()];
        let of = self.context.void_type().fn_type(&parameters, false);
        let module = self.program.module();
        let symbolic = module
            .get_function(SYMBOLIC)
            .unwrap_or_else(|| module.add_function(SYMBOLIC, of, None));
        let name = builder.build_global_string_ptr(name, "")?.as_pointer_value();
        let size = word.const_int(bytes.into(), false);
        builder.build_indirect_call(
            of,
            symbolic.as_global_value().as_pointer_value(),
            &[memory.into(), size.into(), name.into()],
            "",
        )?;
        Ok(())
    }
}

/// Calls a function of the program as it wants to be called.
fn call<'ctx>(
    builder: &Builder<'ctx>,
    function: FunctionValue<'ctx>,
    arguments: &[BasicMetadataValueEnum<'ctx>],
) -> Result<Option<BasicValueEnum<'ctx>>, BuilderError> {
    let call = builder.build_call(function, arguments, "")?;
    call.set_call_convention(function.get_call_conventions());
    // Some of them say how an argument is passed.
    for at in 0..function.count_params() {
        for attribute in function.attributes(AttributeLoc::Param(at)) {
            call.add_attribute(AttributeLoc::Param(at), attribute);
        }
    }
    Ok(call.try_as_basic_value().basic())
}

#[expect(clippy::needless_pass_by_value, reason = "it stands where errors are made of others")]
fn llvm(error: BuilderError) -> ReplayError {
    ReplayError::Llvm(Error::Machine(error.to_string()))
}
