//! Adds two functions to a program that take the input of a property: one is the
//! pre-condition, the other runs the check.

use pikse_front::bounds::{Argument, Bounds, Parameter};
use pikse_front::check::{Callee, Passed, Property};
use pikse_llvm::inkwell::attributes::{Attribute, AttributeLoc};
use pikse_llvm::inkwell::builder::{Builder, BuilderError};
use pikse_llvm::inkwell::module::Linkage;
use pikse_llvm::inkwell::targets::TargetData;
use pikse_llvm::inkwell::types::BasicTypeEnum;
use pikse_llvm::inkwell::values::{
    BasicMetadataValueEnum, BasicValueEnum, FunctionValue, IntValue, PointerValue,
};
use pikse_llvm::inkwell::{AddressSpace, IntPredicate};
use pikse_llvm::passing::PassedAs;
use pikse_llvm::{Error, Program, raw};
use pikse_native::under_test::OLD;

/// The function that evaluates the pre-condition.
pub(crate) const INPUT_OK: &str = "pikse_input_ok";
/// The function that checks an input.
pub(crate) const INPUT_CHECK: &str = "pikse_input_check";

/// Adds [`INPUT_OK`] to a program.
pub(crate) fn emit_pre(
    program: &Program<'_>,
    property: &Property,
    bounds: &Bounds,
) -> Result<(), Error> {
    let emitter = Emitter::new(program, bounds, INPUT_OK)?;
    for callee in &property.pre {
        let verdict = emitter.call(callee, None)?;
        emitter.unless(verdict, &callee.name, |emitter| {
            let no = emitter.program.module().get_context().bool_type().const_zero();
            emitter.builder.build_return(Some(&no)).map_err(refused).map(drop)
        })?;
    }
    // Reading the other arguments makes the search try all their values.
    for argument in &bounds.arguments {
        if let Parameter::Scalar { .. } = argument.parameter {
            let value = emitter.load(argument, 0)?;
            if let Some(load) = value.as_instruction() {
                load.set_volatile(true).map_err(|error| Error::Machine(error.to_string()))?;
            }
        }
    }
    emitter.accept()
}

/// Adds [`INPUT_CHECK`] to a program.
pub(crate) fn emit_check(
    program: &Program<'_>,
    property: &Property,
    bounds: &Bounds,
) -> Result<(), Error> {
    let emitter = Emitter::new(program, bounds, INPUT_CHECK)?;
    let result = emitter.call(&property.call, None)?;
    emitter.keep_result(result)?;
    if property.is_verdict {
        emitter.unless(result, &property.call.name, |emitter| emitter.violated(""))?;
    }
    for post in &property.post {
        let verdict = emitter.call(post, result)?;
        emitter.unless(verdict, &post.name, |emitter| emitter.violated(&post.name))?;
    }
    if let Some(other) = &property.same_as {
        let its = emitter.call(other, None)?;
        emitter.same(result, its)?;
    }
    emitter.accept()
}

struct Emitter<'a, 'ctx> {
    program: &'a Program<'ctx>,
    bounds: &'a Bounds,
    builder: Builder<'ctx>,
    function: FunctionValue<'ctx>,
    input: PointerValue<'ctx>,
    layout: TargetData,
}

/// A loaded value.
#[derive(Clone, Copy)]
struct Loaded<'ctx>(BasicValueEnum<'ctx>);

impl<'ctx> Loaded<'ctx> {
    fn as_instruction(self) -> Option<pikse_llvm::inkwell::values::InstructionValue<'ctx>> {
        use pikse_llvm::inkwell::values::BasicValue;
        self.0.as_instruction_value()
    }
}

impl<'a, 'ctx> Emitter<'a, 'ctx> {
    fn new(program: &'a Program<'ctx>, bounds: &'a Bounds, name: &str) -> Result<Self, Error> {
        let module = program.module();
        let context = module.get_context();
        let ptr = context.ptr_type(AddressSpace::default());
        let function =
            module.add_function(name, context.bool_type().fn_type(&[ptr.into()], false), None);
        let builder = context.create_builder();
        builder.position_at_end(context.append_basic_block(function, "begin"));
        let input = function.get_first_param().map(BasicValueEnum::into_pointer_value);
        let input = input.ok_or_else(|| Error::Machine("no parameter".to_owned()))?;
        let layout = TargetData::create(module.get_data_layout().as_str().to_str().unwrap_or(""));
        Ok(Emitter { program, bounds, builder, function, input, layout })
    }

    /// An argument of the input, or of its copy, which is `behind` bytes after it.
    fn load(&self, argument: &Argument, behind: u64) -> Result<Loaded<'ctx>, Error> {
        let context = self.program.module().get_context();
        let of: BasicTypeEnum<'ctx> = match argument.parameter {
            Parameter::Structure { .. } => context.ptr_type(AddressSpace::default()).into(),
            Parameter::Scalar { .. } => {
                let bits = std::num::NonZeroU32::new(argument.size as u32 * 8);
                let bits = bits.ok_or_else(|| Error::Machine("an empty argument".to_owned()))?;
                let int = context.custom_width_int_type(bits);
                int.map_err(|error| Error::Machine(error.to_string()))?.into()
            }
        };
        let place = self.place(behind + argument.offset)?;
        Ok(Loaded(self.builder.build_load(of, place, "").map_err(refused)?))
    }

    /// The address some bytes after the beginning of the input.
    fn place(&self, offset: u64) -> Result<PointerValue<'ctx>, Error> {
        let context = self.program.module().get_context();
        let (byte, offset) = (context.i8_type(), context.i64_type().const_int(offset, false));
        raw::offset(&self.builder, byte, self.input, offset).map_err(refused)
    }

    /// Calls a function. Returns its result.
    fn call(
        &self,
        callee: &Callee,
        result: Option<BasicValueEnum<'ctx>>,
    ) -> Result<Option<BasicValueEnum<'ctx>>, Error> {
        let wrong = |why: &str| {
            let name = &callee.name;
            Error::Machine(format!(
                "`{name}` {why}: it cannot be called directly; write a check that calls it \
                 (PIKSE_CHECK of pikse.h, #[pikse::check] in Rust)"
            ))
        };
        let function = self.program.module().get_function(&callee.symbol);
        let function = function.ok_or_else(|| wrong("has no code in the program"))?;
        let how = callee.how.as_ref().ok_or_else(|| wrong("takes or returns structs by value"))?;
        let in_memory = how.passing.result.map(|size| self.kept(size));
        let mut arguments: Vec<BasicMetadataValueEnum<'ctx>> =
            in_memory.into_iter().map(Into::into).collect();
        let passed = callee.arguments.iter().zip(&how.passing.parameters).zip(&how.values);
        for ((&passed, passed_as), &is_value) in passed {
            let value = match passed {
                Passed::Argument(at) => self.load(&self.bounds.arguments[at], 0)?.0,
                Passed::Old(at) => self.load(&self.bounds.arguments[at], OLD)?.0,
                Passed::Result => result.ok_or_else(|| {
                    wrong("has a parameter `result`, but the call returns nothing")
                })?,
            };
            // The argument is the address of a value.
            let address = match value {
                BasicValueEnum::PointerValue(address) if is_value => Some(address),
                value if is_value => Some(self.in_memory(value)?),
                _ => None,
            };
            match (passed_as, address) {
                (PassedAs::Nothing, _) => {}
                (PassedAs::Values(parts), Some(address)) => {
                    for part in parts {
                        let of = function.get_nth_param(part.at).map(|value| value.get_type());
                        let of = of.ok_or_else(|| wrong("has too few parameters"))?;
                        arguments.push(self.part(of, address, part.offset)?.into());
                    }
                }
                (PassedAs::Values(parts), None) => {
                    let of = parts.first().and_then(|part| function.get_nth_param(part.at));
                    let of = of.ok_or_else(|| wrong("has too few parameters"))?.get_type();
                    let fitted = self.fit(value, of).filter(|_| parts.len() == 1);
                    let fitted = fitted.ok_or_else(|| wrong("has a parameter of another type"))?;
                    arguments.push(fitted.into());
                }
                (PassedAs::Copy(at), Some(address)) => {
                    let size = self.copied_size(callee, passed, function, *at);
                    arguments.push(self.copy(address, size)?.into());
                }
                // An object of a library that is an address, such as `std::unique_ptr`.
                (PassedAs::Copy(_), None) => arguments.push(self.in_memory(value)?.into()),
            }
        }
        let call = self.builder.build_call(function, &arguments, "").map_err(refused)?;
        call.set_call_convention(function.get_call_conventions());
        // The function's attributes say how small integers are passed.
        for at in 0..function.count_params() {
            for name in ["zeroext", "signext", "sret", "byval"] {
                let kind = Attribute::get_named_enum_kind_id(name);
                let place = AttributeLoc::Param(at);
                if let Some(attribute) = function.get_enum_attribute(place, kind) {
                    call.add_attribute(place, attribute);
                }
            }
        }
        if self.function.get_name().to_bytes() == INPUT_CHECK.as_bytes() {
            // This function has no debug location, so calls inlined into it must have none.
            let kind = Attribute::get_named_enum_kind_id("noinline");
            let alone = self.program.module().get_context().create_enum_attribute(kind, 0);
            call.add_attribute(AttributeLoc::Function, alone);
        }
        Ok(in_memory.map(Into::into).or(call.try_as_basic_value().basic()))
    }

    /// The number of bytes of a value that is passed as a copy.
    fn copied_size(
        &self,
        callee: &Callee,
        passed: Passed,
        function: FunctionValue<'ctx>,
        at: u32,
    ) -> u64 {
        let kind = Attribute::get_named_enum_kind_id("byval");
        let byval = function.get_enum_attribute(AttributeLoc::Param(at), kind);
        let class = match passed {
            Passed::Argument(at) | Passed::Old(at) => self.bounds.arguments[at].class,
            Passed::Result => None,
        };
        let of_class = class.map(|class| self.bounds.layout(class).size);
        let of_result = callee.how.as_ref().and_then(|how| how.passing.result);
        let of_type = byval.map(|byval| self.layout.get_abi_size(&byval.get_type_value()));
        of_type.or(of_class).or(of_result).unwrap_or(64)
    }

    /// A value in memory of this function.
    fn in_memory(&self, value: BasicValueEnum<'ctx>) -> Result<PointerValue<'ctx>, Error> {
        let size = self.layout.get_abi_size(&value.get_type()).max(16);
        let room = self.room(size)?;
        self.builder.build_store(room, value).map_err(refused)?;
        Ok(room)
    }

    fn room(&self, size: u64) -> Result<PointerValue<'ctx>, Error> {
        let of = self.program.module().get_context().i64_type();
        let of = of.array_type(size.div_ceil(8) as u32);
        self.builder.build_alloca(of, "").map_err(refused)
    }

    /// Memory for a result, as a global: what the result owns stays reachable.
    fn kept(&self, size: u64) -> PointerValue<'ctx> {
        let module = self.program.module();
        let of = module.get_context().i64_type().array_type(size.div_ceil(8).max(1) as u32);
        let global = module.add_global(of, None, "pikse.result");
        global.set_linkage(Linkage::Internal);
        global.set_initializer(&of.const_zero());
        global.as_pointer_value()
    }

    /// A copy of a value, which a function may change or move.
    fn copy(&self, from: PointerValue<'ctx>, size: u64) -> Result<PointerValue<'ctx>, Error> {
        let room = self.room(size)?;
        let size = self.program.module().get_context().i64_type().const_int(size, false);
        self.builder.build_memcpy(room, 8, from, 1, size).map_err(refused)?;
        Ok(room)
    }

    /// A part of a value in memory, as a parameter wants it.
    fn part(
        &self,
        of: BasicTypeEnum<'ctx>,
        address: PointerValue<'ctx>,
        offset: u64,
    ) -> Result<BasicValueEnum<'ctx>, Error> {
        let context = self.program.module().get_context();
        let offset = context.i64_type().const_int(offset, false);
        let place = raw::offset(&self.builder, context.i8_type(), address, offset);
        let place = place.map_err(refused)?;
        let loaded = match of {
            BasicTypeEnum::IntType(int) if int.get_bit_width() == 1 => context.i8_type().into(),
            of => of,
        };
        let value = self.builder.build_load(loaded, place, "").map_err(refused)?;
        if let Some(load) = Loaded(value).as_instruction() {
            load.set_alignment(1).map_err(|error| Error::Machine(error.to_string()))?;
        }
        match of {
            BasicTypeEnum::IntType(int) if int.get_bit_width() == 1 => {
                let bit = self.builder.build_int_truncate(value.into_int_value(), int, "");
                Ok(bit.map_err(refused)?.into())
            }
            _ => Ok(value),
        }
    }

    /// A value converted to the type of a parameter: the same bits, in its width.
    fn fit(
        &self,
        value: BasicValueEnum<'ctx>,
        wanted: BasicTypeEnum<'ctx>,
    ) -> Option<BasicValueEnum<'ctx>> {
        match (value, wanted) {
            (BasicValueEnum::IntValue(int), BasicTypeEnum::IntType(of)) => {
                let (has, wants) = (int.get_type().get_bit_width(), of.get_bit_width());
                let fitted = match has.cmp(&wants) {
                    std::cmp::Ordering::Equal => Ok(int),
                    std::cmp::Ordering::Greater => self.builder.build_int_truncate(int, of, ""),
                    std::cmp::Ordering::Less => self.builder.build_int_z_extend(int, of, ""),
                };
                fitted.ok().map(Into::into)
            }
            (value, wanted) => (value.get_type() == wanted).then_some(value),
        }
    }

    /// Branches: does something if a verdict is false, and continues otherwise.
    fn unless(
        &self,
        verdict: Option<BasicValueEnum<'ctx>>,
        name: &str,
        action: impl FnOnce(&Self) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let Some(BasicValueEnum::IntValue(verdict)) = verdict else {
            return Err(Error::Machine(format!("`{name}` returns no bool")));
        };
        let zero = verdict.get_type().const_zero();
        let holds = self.builder.build_int_compare(IntPredicate::NE, verdict, zero, "");
        self.branch(holds.map_err(refused)?, action)
    }

    /// Branches: continues if a condition holds, and otherwise does something that ends the run.
    fn branch(
        &self,
        holds: IntValue<'ctx>,
        action: impl FnOnce(&Self) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let context = self.program.module().get_context();
        let [no, yes] = ["no", "yes"].map(|name| context.append_basic_block(self.function, name));
        self.builder.build_conditional_branch(holds, yes, no).map_err(refused)?;
        self.builder.position_at_end(no);
        action(self)?;
        self.builder.position_at_end(yes);
        Ok(())
    }

    /// Reports a violated condition to the host.
    fn violated(&self, name: &str) -> Result<(), Error> {
        let context = self.program.module().get_context();
        let ptr = context.ptr_type(AddressSpace::default());
        let of = context.void_type().fn_type(&[ptr.into()], false);
        let host = self.host("pikse_violated", of);
        let text = self.builder.build_global_string_ptr(name, "pikse.post").map_err(refused)?;
        self.builder.build_call(host, &[text.as_pointer_value().into()], "").map_err(refused)?;
        self.builder.build_unreachable().map_err(refused).map(drop)
    }

    /// Compares the results, and then lets the host compare the input with its copy.
    fn same(
        &self,
        one: Option<BasicValueEnum<'ctx>>,
        other: Option<BasicValueEnum<'ctx>>,
    ) -> Result<(), Error> {
        let context = self.program.module().get_context();
        let (void, int) = (context.void_type(), context.i64_type());
        if let (Some(BasicValueEnum::IntValue(one)), Some(BasicValueEnum::IntValue(other))) =
            (one, other)
            && one.get_type() == other.get_type()
            && one.get_type().get_bit_width() <= 64
        {
            let equal = self.builder.build_int_compare(IntPredicate::EQ, one, other, "");
            self.branch(equal.map_err(refused)?, |emitter| {
                let differs =
                    emitter.host("pikse_differs", void.fn_type(&[int.into(), int.into()], false));
                let wide = |value| {
                    emitter.builder.build_int_s_extend_or_bit_cast(value, int, "").map_err(refused)
                };
                let arguments = [wide(one)?.into(), wide(other)?.into()];
                emitter.builder.build_call(differs, &arguments, "").map_err(refused)?;
                emitter.builder.build_unreachable().map_err(refused).map(drop)
            })?;
        }
        let same = self.host("pikse_same", void.fn_type(&[], false));
        self.builder.build_call(same, &[], "").map_err(refused).map(drop)
    }

    /// Stores the return value after the arguments. A pointer keeps what it points to reachable, so
    /// that it is not a leak. A number would be optimised away if it were not used.
    fn keep_result(&self, result: Option<BasicValueEnum<'ctx>>) -> Result<(), Error> {
        let place = self.place(self.bounds.arguments.len() as u64 * 8)?;
        if let Some(value @ BasicValueEnum::StructValue(_)) = result {
            let kept = self.kept(self.layout.get_abi_size(&value.get_type()));
            self.builder.build_store(kept, value).map_err(refused)?;
        }
        match result {
            Some(BasicValueEnum::PointerValue(pointer)) => {
                self.builder.build_store(place, pointer).map_err(refused)?;
            }
            Some(BasicValueEnum::IntValue(int)) if int.get_type().get_bit_width() <= 64 => {
                self.builder.build_store(place, int).map_err(refused)?;
            }
            _ => {}
        }
        Ok(())
    }

    fn accept(&self) -> Result<(), Error> {
        let yes = self.program.module().get_context().bool_type().const_all_ones();
        self.builder.build_return(Some(&yes)).map_err(refused).map(drop)
    }

    fn host(
        &self,
        name: &str,
        of: pikse_llvm::inkwell::types::FunctionType<'ctx>,
    ) -> FunctionValue<'ctx> {
        let module = self.program.module();
        module.get_function(name).unwrap_or_else(|| module.add_function(name, of, None))
    }
}

#[expect(clippy::needless_pass_by_value, reason = "for `map_err`")]
fn refused(error: BuilderError) -> Error {
    Error::Machine(error.to_string())
}
