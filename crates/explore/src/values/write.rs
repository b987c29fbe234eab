//! Writes the harness.

use pikse_llvm::inkwell::builder::BuilderError;
use pikse_llvm::inkwell::types::{BasicMetadataTypeEnum, BasicTypeEnum};
use pikse_llvm::inkwell::values::{
    BasicMetadataValueEnum, BasicValueEnum, FunctionValue, PointerValue,
};
use pikse_llvm::inkwell::{AddressSpace, IntPredicate};
use pikse_llvm::passing::{PassedAs, Passing};
use pikse_llvm::{Error, Program};

use super::emit::Emitter;
use super::{Condition, HARNESS, Parameter, Predicate, Role};
use crate::program::OpenError;

/// Writes the harness.
pub(super) struct Writer<'a, 'ctx> {
    pub(super) program: &'a Program<'ctx>,
    pub(super) parameters: &'a [Parameter],
    pub(super) passing: &'a Passing,
    pub(super) pre: &'a [Condition],
}

/// An argument of the entry, in the harness.
#[derive(Clone, Copy)]
enum Made<'ctx> {
    Nothing,
    Value(BasicValueEnum<'ctx>),
    At(PointerValue<'ctx>),
}

impl<'ctx> Writer<'_, 'ctx> {
    pub(super) fn write(&self, symbol: &str) -> Result<(), OpenError> {
        let wrong = |error: BuilderError| Error::Machine(error.to_string());
        let module = self.program.module();
        let missing = || Error::Machine(format!("`{symbol}` has no body"));
        let called = module.get_function(symbol).ok_or_else(missing)?;
        let context = module.get_context();
        let of = |at: u32| called.get_nth_param(at).map(|value| value.get_type());
        let given: Vec<BasicMetadataTypeEnum<'ctx>> = self
            .parameters
            .iter()
            .filter_map(|parameter| match (&parameter.role, &parameter.passed) {
                (Role::Given(_), PassedAs::Values(parts)) => Some(of(parts[0].at)?.into()),
                (Role::Moved, _) => Some(context.ptr_type(AddressSpace::default()).into()),
                _ => None,
            })
            .collect();
        let returns = called.get_type().get_return_type().filter(is_scalar);
        let of = match returns {
            Some(BasicTypeEnum::IntType(of)) => of.fn_type(&given, false),
            Some(BasicTypeEnum::FloatType(of)) => of.fn_type(&given, false),
            Some(BasicTypeEnum::PointerType(of)) => of.fn_type(&given, false),
            _ => context.void_type().fn_type(&given, false),
        };
        let function = module.add_function(HARNESS, of, None);
        let builder = context.create_builder();
        builder.position_at_end(context.append_basic_block(function, ""));
        let emitter = Emitter { program: self.program, context, builder, function };
        self.body(&emitter, called, returns.is_some()).map_err(wrong)?;
        Ok(())
    }

    fn body(
        &self,
        emitter: &Emitter<'_, 'ctx>,
        called: FunctionValue<'ctx>,
        returns: bool,
    ) -> Result<(), BuilderError> {
        let mut made = Vec::with_capacity(self.parameters.len());
        let mut next = 0;
        for parameter in self.parameters {
            made.push(match &parameter.role {
                Role::Nothing | Role::LengthOf(_) => Made::Nothing,
                Role::Given(kind) => {
                    let value = emitter.function.get_nth_param(next);
                    next += 1;
                    if let (Some(kind), Some(BasicValueEnum::IntValue(value))) = (kind, value) {
                        emitter.assume_valid(kind, value)?;
                    }
                    value.map_or(Made::Nothing, Made::Value)
                }
                Role::Moved => {
                    let from = emitter.function.get_nth_param(next);
                    next += 1;
                    let place = emitter.room(parameter.size.max(16))?;
                    if let Some(BasicValueEnum::PointerValue(from)) = from {
                        let size = emitter.word(parameter.size);
                        emitter.builder.build_memcpy(place, 1, from, 1, size)?;
                    }
                    Made::At(place)
                }
                Role::Value { shape, predicate } => {
                    let place = emitter.room(parameter.size.max(16))?;
                    emitter.fill(shape, place, &parameter.name)?;
                    if let Some(predicate) = predicate {
                        self.accept(emitter, predicate, place)?;
                    }
                    Made::At(place)
                }
            });
        }
        for condition in self.pre {
            let Some(function) = self.program.module().get_function(&condition.symbol) else {
                continue;
            };
            let list: Vec<(&PassedAs, usize)> = condition
                .passing
                .parameters
                .iter()
                .zip(condition.arguments.iter().copied())
                .collect();
            let arguments = self.arguments(emitter, function, None, &list, &made)?;
            let verdict = emitter.call_function(function, &arguments)?;
            self.hold(emitter, verdict)?;
        }
        let result = self.passing.result.map(|size| emitter.kept(size.max(1)));
        let list: Vec<(&PassedAs, usize)> = self.passing.parameters.iter().zip(0..).collect();
        let arguments = self.arguments(emitter, called, result, &list, &made)?;
        let value = emitter.call_function(called, &arguments)?;
        match value {
            Some(value) if returns => emitter.builder.build_return(Some(&value))?,
            Some(value) => {
                let place = emitter.kept(64);
                emitter.put(place, value)?;
                emitter.builder.build_return(None)?
            }
            None => emitter.builder.build_return(None)?,
        };
        Ok(())
    }

    /// Rejects values that a predicate does not accept.
    fn accept(
        &self,
        emitter: &Emitter<'_, 'ctx>,
        predicate: &Predicate,
        place: PointerValue<'ctx>,
    ) -> Result<(), BuilderError> {
        let function = self.program.module().get_function(&predicate.symbol);
        let Some(function) = function.filter(|function| function.count_params() == 1) else {
            return Ok(());
        };
        let argument: BasicMetadataValueEnum<'ctx> = match predicate.is_behind {
            true => emitter.builder.build_load(emitter.pointer(), place, "")?.into(),
            false => place.into(),
        };
        let verdict = emitter.call_function(function, &[argument])?;
        self.hold(emitter, verdict)
    }

    fn hold(
        &self,
        emitter: &Emitter<'_, 'ctx>,
        verdict: Option<BasicValueEnum<'ctx>>,
    ) -> Result<(), BuilderError> {
        let Some(BasicValueEnum::IntValue(verdict)) = verdict else { return Ok(()) };
        let zero = verdict.get_type().const_zero();
        let holds = emitter.builder.build_int_compare(IntPredicate::NE, verdict, zero, "")?;
        emitter.assume(holds)
    }

    /// The arguments of a function in the module.
    fn arguments(
        &self,
        emitter: &Emitter<'_, 'ctx>,
        function: FunctionValue<'ctx>,
        result: Option<PointerValue<'ctx>>,
        list: &[(&PassedAs, usize)],
        made: &[Made<'ctx>],
    ) -> Result<Vec<BasicMetadataValueEnum<'ctx>>, BuilderError> {
        let mut arguments: Vec<BasicMetadataValueEnum<'ctx>> =
            result.into_iter().map(Into::into).collect();
        for &(passed, at) in list {
            match (passed, made[at], &self.parameters[at].role) {
                (PassedAs::Nothing, ..) => {}
                (PassedAs::Values(parts), _, Role::LengthOf(other)) => {
                    let length = self.length(emitter, *other, made)?;
                    let Some(BasicValueEnum::IntValue(of)) = function.get_nth_param(parts[0].at)
                    else {
                        continue;
                    };
                    let length = emitter.builder.build_int_cast_sign_flag(
                        length,
                        of.get_type(),
                        false,
                        "",
                    )?;
                    arguments.push(length.into());
                }
                (PassedAs::Copy(_), Made::At(place), _) => arguments.push(place.into()),
                (PassedAs::Values(parts), Made::At(place), _) => {
                    for part in parts {
                        let of = function.get_nth_param(part.at).map(|value| value.get_type());
                        let Some(of) = of else { continue };
                        let place = emitter.offset(place, part.offset)?;
                        arguments.push(load(emitter, of, place)?.into());
                    }
                }
                (_, Made::Value(value), _) => arguments.push(value.into()),
                (_, Made::Nothing, _) => {}
            }
        }
        Ok(arguments)
    }

    /// The length that was chosen for a parameter.
    fn length(
        &self,
        emitter: &Emitter<'_, 'ctx>,
        at: usize,
        made: &[Made<'ctx>],
    ) -> Result<pikse_llvm::inkwell::values::IntValue<'ctx>, BuilderError> {
        // It is kept after the address.
        let Made::At(place) = made[at] else { return Ok(emitter.word(0)) };
        let after = emitter.offset(place, 8)?;
        let word = emitter.context.i64_type();
        Ok(emitter.builder.build_load(word, after, "")?.into_int_value())
    }
}

/// A value of a parameter's type in memory.
fn load<'ctx>(
    emitter: &Emitter<'_, 'ctx>,
    of: BasicTypeEnum<'ctx>,
    place: PointerValue<'ctx>,
) -> Result<BasicValueEnum<'ctx>, BuilderError> {
    if let BasicTypeEnum::IntType(int) = of
        && int.get_bit_width() == 1
    {
        let byte = emitter.builder.build_load(emitter.context.i8_type(), place, "")?;
        return Ok(emitter.builder.build_int_truncate(byte.into_int_value(), int, "")?.into());
    }
    let value = emitter.builder.build_load(of, place, "")?;
    if let Some(load) = pikse_llvm::inkwell::values::BasicValue::as_instruction_value(&value) {
        let _ = load.set_alignment(1);
    }
    Ok(value)
}

fn is_scalar(of: &BasicTypeEnum<'_>) -> bool {
    matches!(
        of,
        BasicTypeEnum::IntType(_) | BasicTypeEnum::FloatType(_) | BasicTypeEnum::PointerType(_)
    )
}
