//! Code that builds values: it runs in the symbolic machine and natively alike.
//!
//! Numbers are inputs under the name of their place (`data`, `point.x`). A length is the input
//! `data.len`, and a variant the input `shape.variant`; the path splits into their values before
//! anything else depends on them.

use pikse_llvm::inkwell::attributes::AttributeLoc;
use pikse_llvm::inkwell::builder::{Builder, BuilderError};
use pikse_llvm::inkwell::context::ContextRef;
use pikse_llvm::inkwell::module::Linkage;
use pikse_llvm::inkwell::types::{BasicMetadataTypeEnum, IntType, PointerType};
use pikse_llvm::inkwell::values::{
    BasicMetadataValueEnum, BasicValueEnum, FunctionValue, IntValue, PointerValue,
};
use pikse_llvm::inkwell::{AddressSpace, IntPredicate};
use pikse_llvm::{Program, raw};

use super::shape::{Case, Part, Places, Scalar, Sequence, Shape};

/// The functions of the machine.
const SYMBOLIC: &str = "pikse_vm_symbolic";
const ASSUME: &str = "pikse_vm_assume";
const ALLOCATE: &str = "pikse_vm_allocate";
const GIVE: &str = "pikse_vm_give";
/// The address in an empty slice of Rust.
const DANGLING: u64 = 16;

type Built<T> = Result<T, BuilderError>;

/// Writes code into a function.
pub(super) struct Emitter<'a, 'ctx> {
    pub(super) program: &'a Program<'ctx>,
    pub(super) context: ContextRef<'ctx>,
    pub(super) builder: Builder<'ctx>,
    pub(super) function: FunctionValue<'ctx>,
}

impl<'ctx> Emitter<'_, 'ctx> {
    pub(super) fn pointer(&self) -> PointerType<'ctx> {
        self.context.ptr_type(AddressSpace::default())
    }

    pub(super) fn word(&self, number: u64) -> IntValue<'ctx> {
        self.context.i64_type().const_int(number, false)
    }

    fn int(&self, size: u64) -> IntType<'ctx> {
        let bits = std::num::NonZeroU32::new(size as u32 * 8);
        let bits = bits.unwrap_or(std::num::NonZeroU32::MIN);
        self.context.custom_width_int_type(bits).unwrap_or_else(|_| self.context.i64_type())
    }

    pub(super) fn offset(&self, base: PointerValue<'ctx>, bytes: u64) -> Built<PointerValue<'ctx>> {
        raw::offset(&self.builder, self.context.i8_type(), base, self.word(bytes))
    }

    /// Memory of the caller.
    pub(super) fn room(&self, size: u64) -> Built<PointerValue<'ctx>> {
        let of = self.context.i8_type();
        let made = self.builder.build_array_alloca(of, self.word(size), "")?;
        if let Some(made) = made.as_instruction() {
            let _ = made.set_alignment(16);
        }
        Ok(made)
    }

    fn call(
        &self,
        name: &str,
        arguments: &[BasicMetadataValueEnum<'ctx>],
        returns_address: bool,
    ) -> Built<Option<BasicValueEnum<'ctx>>> {
        let parameters: Vec<BasicMetadataTypeEnum<'ctx>> = arguments
            .iter()
            .map(|argument| match argument {
                BasicMetadataValueEnum::IntValue(value) => value.get_type().into(),
                _ => self.pointer().into(),
            })
            .collect();
        let of = match returns_address {
            true => self.pointer().fn_type(&parameters, false),
            false => self.context.void_type().fn_type(&parameters, false),
        };
        let module = self.program.module();
        let function =
            module.get_function(name).unwrap_or_else(|| module.add_function(name, of, None));
        // A program may declare the function in another way.
        let pointer = function.as_global_value().as_pointer_value();
        let call = self.builder.build_indirect_call(of, pointer, arguments, "")?;
        Ok(call.try_as_basic_value().basic())
    }

    /// New memory: of the heap if the value owns it.
    fn memory(&self, size: IntValue<'ctx>, is_owned: bool) -> Built<PointerValue<'ctx>> {
        let made = match is_owned {
            true => self.call(ALLOCATE, &[size.into(), self.word(16).into()], true)?,
            false => self.call(GIVE, &[size.into()], true)?,
        };
        Ok(match made {
            Some(BasicValueEnum::PointerValue(made)) => made,
            _ => self.pointer().const_null(),
        })
    }

    fn symbolic(&self, place: PointerValue<'ctx>, size: IntValue<'ctx>, name: &str) -> Built<()> {
        let name = self.builder.build_global_string_ptr(name, "pikse.name")?.as_pointer_value();
        self.call(SYMBOLIC, &[place.into(), size.into(), name.into()], false).map(drop)
    }

    pub(super) fn assume(&self, holds: IntValue<'ctx>) -> Built<()> {
        let holds = self.builder.build_int_z_extend(holds, self.context.i32_type(), "")?;
        self.call(ASSUME, &[holds.into()], false).map(drop)
    }

    fn store(&self, place: PointerValue<'ctx>, size: u64, value: i64) -> Built<()> {
        // Constants of the library may have any size; only their first bytes are not zero.
        for at in (0..size).step_by(8) {
            let (part, value) = ((size - at).min(8), if at == 0 { value } else { 0 });
            let value = self.int(part).const_int(value as u64, false);
            self.put(self.offset(place, at)?, value.into())?;
        }
        Ok(())
    }

    /// Stores without alignment.
    pub(super) fn put(&self, place: PointerValue<'ctx>, value: BasicValueEnum<'ctx>) -> Built<()> {
        let store = self.builder.build_store(place, value)?;
        let _ = store.set_alignment(1);
        Ok(())
    }

    fn load(&self, place: PointerValue<'ctx>, size: u64) -> Built<IntValue<'ctx>> {
        Ok(self.builder.build_load(self.int(size), place, "")?.into_int_value())
    }

    /// A number from `low` to `high`; the path splits into all of them.
    fn choose(&self, (low, high): (u64, u64), name: &str) -> Built<IntValue<'ctx>> {
        if low == high {
            return Ok(self.word(low));
        }
        let size = if high < 256 { 1 } else { 4 };
        let place = self.room(size)?;
        self.symbolic(place, self.word(size), name)?;
        let value = self.load(place, size)?;
        let of = value.get_type();
        let number = |value: u64| of.const_int(value, false);
        let above = self.builder.build_int_compare(IntPredicate::UGE, value, number(low), "")?;
        let below = self.builder.build_int_compare(IntPredicate::ULE, value, number(high), "")?;
        self.assume(self.builder.build_and(above, below, "")?)?;
        let [other, after] = ["other", "chosen"].map(|name| self.block(name));
        let cases: Vec<_> = (low..=high).map(|at| (number(at), self.block("case"))).collect();
        self.builder.build_switch(value, other, &cases)?;
        self.builder.position_at_end(other);
        self.builder.build_unreachable()?;
        for (_, block) in &cases {
            self.builder.position_at_end(*block);
            self.builder.build_unconditional_branch(after)?;
        }
        self.builder.position_at_end(after);
        let phi = self.builder.build_phi(self.context.i64_type(), "")?;
        for (at, (_, block)) in (low..=high).zip(&cases) {
            phi.add_incoming(&[(&self.word(at), *block)]);
        }
        Ok(phi.as_basic_value().into_int_value())
    }

    fn block(&self, name: &str) -> pikse_llvm::inkwell::basic_block::BasicBlock<'ctx> {
        self.context.append_basic_block(self.function, name)
    }

    /// Runs code if a condition holds.
    fn when(&self, holds: IntValue<'ctx>, code: impl FnOnce() -> Built<()>) -> Built<()> {
        let [yes, after] = ["yes", "after"].map(|name| self.block(name));
        self.builder.build_conditional_branch(holds, yes, after)?;
        self.builder.position_at_end(yes);
        code()?;
        self.builder.build_unconditional_branch(after)?;
        self.builder.position_at_end(after);
        Ok(())
    }

    /// Puts a value of a shape at a place.
    pub(super) fn fill(&self, shape: &Shape, place: PointerValue<'ctx>, name: &str) -> Built<()> {
        match shape {
            Shape::Scalar { size, kind } => {
                self.symbolic(place, self.word(*size), name)?;
                if kind.is_any() || *size > 8 {
                    return Ok(());
                }
                let value = self.load(place, *size)?;
                self.assume_valid(kind, value)
            }
            &Shape::Constant { size, value } => self.store(place, size, value),
            Shape::Parts { parts, .. } => self.parts(parts, place, name),
            Shape::Choice(cases) => self.cases(cases, place, name),
            Shape::Sequence(sequence) => self.sequence(sequence, place, name),
            Shape::Pointer { to, size, before, is_owned } => {
                let target = self.memory(self.word(before + size), *is_owned)?;
                // The counts of an `Rc`, a strong and a weak one.
                for at in (0..*before).step_by(8) {
                    self.store(self.offset(target, at)?, 8, i64::from(at < 16))?;
                }
                self.fill(to, self.offset(target, *before)?, name)?;
                self.put(place, target.into())
            }
        }
    }

    fn parts(&self, parts: &[Part], place: PointerValue<'ctx>, name: &str) -> Built<()> {
        for part in parts {
            let place = self.offset(place, part.offset)?;
            self.fill(&part.shape, place, &join(name, &part.name))?;
        }
        Ok(())
    }

    fn cases(&self, cases: &[Case], place: PointerValue<'ctx>, name: &str) -> Built<()> {
        let last = cases.len().saturating_sub(1) as u64;
        let chosen = self.choose((0, last), &variant_name(name))?;
        for (at, case) in (0..).zip(cases) {
            let is_it =
                self.builder.build_int_compare(IntPredicate::EQ, chosen, self.word(at), "")?;
            self.when(is_it, || {
                self.parts(&case.parts, place, &case_name(name, case))?;
                for &(offset, size, value) in &case.stores {
                    self.store(self.offset(place, offset)?, size, value)?;
                }
                Ok(())
            })?;
        }
        Ok(())
    }

    fn sequence(&self, of: &Sequence, place: PointerValue<'ctx>, name: &str) -> Built<()> {
        let (low, high) = (u64::from(of.lengths.0), u64::from(of.lengths.1));
        let length = self.choose((low, high), &length_name(name))?;
        let bytes = self.builder.build_int_mul(length, self.word(of.stride), "")?;
        let is_empty = self.builder.build_int_compare(IntPredicate::EQ, bytes, self.word(0), "")?;
        let first = match of.places {
            Places::Short => self.offset(place, 1)?,
            Places::Bare { is_terminated } => {
                let rest = self.word(u64::from(is_terminated));
                self.memory(self.builder.build_int_add(bytes, rest, "")?, false)?
            }
            Places::Slice { is_owned: false, .. } => {
                let memory = self.memory(bytes, false)?;
                self.unless_empty(is_empty, memory, DANGLING)?
            }
            // Without elements there is no memory.
            Places::Slice { .. } | Places::Vector { .. } | Places::Begin { .. } => {
                let nothing = if let Places::Begin { .. } = of.places { 0 } else { DANGLING };
                let slot = self.room(8)?;
                let none = self.builder.build_int_to_ptr(self.word(nothing), self.pointer(), "")?;
                self.put(slot, none.into())?;
                let has_some = self.builder.build_not(is_empty, "")?;
                self.when(has_some, || self.put(slot, self.memory(bytes, true)?.into()))?;
                self.builder.build_load(self.pointer(), slot, "")?.into_pointer_value()
            }
        };
        self.elements(of, first, length, bytes, name)?;
        let put = |at: u64, value: BasicValueEnum<'ctx>| self.put(self.offset(place, at)?, value);
        match of.places {
            Places::Slice { pointer, length: at, .. } => {
                put(pointer, first.into())?;
                put(at, length.into())
            }
            Places::Vector { pointer, length: at, capacity, zero } => {
                put(pointer, first.into())?;
                put(at, length.into())?;
                let none = self.word(0);
                let room = match of.stride {
                    0 => none,
                    _ => length,
                };
                put(capacity, room.into())?;
                zero.map_or(Ok(()), |at| put(at, none.into()))
            }
            Places::Begin { begin, end, capacity } => {
                let last = raw::offset(&self.builder, self.context.i8_type(), first, bytes)?;
                put(begin, first.into())?;
                put(end, last.into())?;
                put(capacity, last.into())
            }
            Places::Short => {
                let twice = self.builder.build_int_mul(length, self.word(2), "")?;
                let byte = self.builder.build_int_truncate(twice, self.context.i8_type(), "")?;
                put(0, byte.into())?;
                let end = raw::offset(&self.builder, self.context.i8_type(), first, length)?;
                self.store(end, 1, 0)
            }
            Places::Bare { is_terminated } => {
                if is_terminated {
                    let end = raw::offset(&self.builder, self.context.i8_type(), first, length)?;
                    self.store(end, 1, 0)?;
                }
                // After the address there is room for the length.
                put(8, length.into())?;
                put(0, first.into())
            }
        }
    }

    /// An address, or a number if there is nothing.
    fn unless_empty(
        &self,
        is_empty: IntValue<'ctx>,
        address: PointerValue<'ctx>,
        nothing: u64,
    ) -> Built<PointerValue<'ctx>> {
        let none = self.builder.build_int_to_ptr(self.word(nothing), self.pointer(), "")?;
        Ok(self.builder.build_select(is_empty, none, address, "")?.into_pointer_value())
    }

    fn elements(
        &self,
        of: &Sequence,
        first: PointerValue<'ctx>,
        length: IntValue<'ctx>,
        bytes: IntValue<'ctx>,
        name: &str,
    ) -> Built<()> {
        let is_plain = matches!(&*of.element, Shape::Scalar { kind, .. } if kind.is_any());
        if is_plain {
            self.symbolic(first, bytes, name)?;
        }
        for at in 0..u64::from(of.lengths.1) {
            let place = || self.offset(first, at * of.stride);
            let text = of.is_text && at + 1 >= u64::from(of.lengths.0);
            let is_character = of.places == Places::Bare { is_terminated: true };
            if is_plain && !text && !is_character {
                continue;
            }
            if text {
                let count = self.word(at + 1);
                let is_it = self.builder.build_int_compare(IntPredicate::EQ, length, count, "")?;
                self.when(is_it, || {
                    let bytes: Vec<IntValue<'ctx>> = (0..=at)
                        .map(|at| self.load(self.offset(first, at)?, 1))
                        .collect::<Result<_, _>>()?;
                    self.assume(self.is_utf8(&bytes)?)
                })?;
                continue;
            }
            let is_there =
                self.builder.build_int_compare(IntPredicate::UGT, length, self.word(at), "")?;
            self.when(is_there, || match is_character {
                true => {
                    let byte = self.load(place()?, 1)?;
                    let zero = byte.get_type().const_zero();
                    let compare = |is| self.builder.build_int_compare(is, byte, zero, "");
                    self.assume(compare(IntPredicate::NE)?)
                }
                false => self.fill(&of.element, place()?, &join(name, &at.to_string())),
            })?;
        }
        Ok(())
    }

    /// Whether bytes are text in UTF-8, without a branch.
    fn is_utf8(&self, bytes: &[IntValue<'ctx>]) -> Built<IntValue<'ctx>> {
        let byte = self.context.i8_type();
        let yes = self.context.bool_type().const_all_ones();
        let no = self.context.bool_type().const_zero();
        let within = |value: IntValue<'ctx>, low: u64, high: u64| -> Built<IntValue<'ctx>> {
            let shifted = self.builder.build_int_sub(value, byte.const_int(low, false), "")?;
            let width = byte.const_int(high - low, false);
            self.builder.build_int_compare(IntPredicate::ULE, shifted, width, "")
        };
        // The first byte, the second one, and how many others follow.
        let forms = [
            (0x00, 0x7f, None, 0),
            (0xc2, 0xdf, Some((0x80, 0xbf)), 0),
            (0xe0, 0xe0, Some((0xa0, 0xbf)), 1),
            (0xe1, 0xec, Some((0x80, 0xbf)), 1),
            (0xed, 0xed, Some((0x80, 0x9f)), 1),
            (0xee, 0xef, Some((0x80, 0xbf)), 1),
            (0xf0, 0xf0, Some((0x90, 0xbf)), 2),
            (0xf1, 0xf3, Some((0x80, 0xbf)), 2),
            (0xf4, 0xf4, Some((0x80, 0x8f)), 2),
        ];
        let mut valid = vec![no; bytes.len() + 1];
        valid[bytes.len()] = yes;
        for at in (0..bytes.len()).rev() {
            let mut any = no;
            for &(low, high, second, more) in &forms {
                let end = at + 1 + usize::from(second.is_some()) + more;
                if end > bytes.len() {
                    continue;
                }
                let mut all = within(bytes[at], low, high)?;
                if let Some((low, high)) = second {
                    all = self.builder.build_and(all, within(bytes[at + 1], low, high)?, "")?;
                }
                for &byte in &bytes[end - more..end] {
                    all = self.builder.build_and(all, within(byte, 0x80, 0xbf)?, "")?;
                }
                all = self.builder.build_and(all, valid[end], "")?;
                any = self.builder.build_or(any, all, "")?;
            }
            valid[at] = any;
        }
        Ok(valid[0])
    }

    /// Assumes that a number is a value of its kind.
    pub(super) fn assume_valid(&self, kind: &Scalar, value: IntValue<'ctx>) -> Built<()> {
        let of = value.get_type();
        let number = |number: u64| of.const_int(number, false);
        let compare = |is, other| self.builder.build_int_compare(is, value, number(other), "");
        let holds = match kind {
            Scalar::Signed | Scalar::Unsigned | Scalar::Byte | Scalar::Float => return Ok(()),
            Scalar::NonZero(_) => compare(IntPredicate::NE, 0)?,
            // A parameter may have one bit.
            Scalar::Bool if of.get_bit_width() == 1 => return Ok(()),
            Scalar::Bool => compare(IntPredicate::ULE, 1)?,
            Scalar::Char => {
                let low = compare(IntPredicate::ULT, 0xd800)?;
                let high = compare(IntPredicate::UGE, 0xe000)?;
                let last = compare(IntPredicate::ULE, 0x10_ffff)?;
                let high = self.builder.build_and(high, last, "")?;
                self.builder.build_or(low, high, "")?
            }
            Scalar::Enum { is_closed: false, .. } => return Ok(()),
            Scalar::Enum { values, .. } => {
                let mut any = self.context.bool_type().const_zero();
                for (_, value) in values {
                    let is_it = compare(IntPredicate::EQ, *value as u64)?;
                    any = self.builder.build_or(any, is_it, "")?;
                }
                any
            }
        };
        self.assume(holds)
    }

    /// Memory of the program for results: what they own stays reachable.
    pub(super) fn kept(&self, size: u64) -> PointerValue<'ctx> {
        let of = self.context.i8_type().array_type(size as u32);
        let global = self.program.module().add_global(of, None, "pikse.result");
        global.set_linkage(Linkage::Internal);
        global.set_initializer(&of.const_zero());
        global.set_alignment(16);
        global.as_pointer_value()
    }

    /// Calls a function as it wants to be called.
    pub(super) fn call_function(
        &self,
        function: FunctionValue<'ctx>,
        arguments: &[BasicMetadataValueEnum<'ctx>],
    ) -> Built<Option<BasicValueEnum<'ctx>>> {
        let call = self.builder.build_call(function, arguments, "")?;
        call.set_call_convention(function.get_call_conventions());
        // Some of them say how an argument is passed.
        for at in 0..function.count_params() {
            for attribute in function.attributes(AttributeLoc::Param(at)) {
                call.add_attribute(AttributeLoc::Param(at), attribute);
            }
        }
        Ok(call.try_as_basic_value().basic())
    }
}

/// The name of a part: `point.x`.
pub(super) fn join(name: &str, part: &str) -> String {
    if part.is_empty() { name.to_owned() } else { format!("{name}.{part}") }
}

/// The name of the parts of a case.
pub(super) fn case_name(name: &str, case: &Case) -> String {
    join(name, &case.name)
}

/// The input that is a length.
pub(super) fn length_name(name: &str) -> String {
    join(name, "len")
}

/// The input that is a variant.
pub(super) fn variant_name(name: &str) -> String {
    join(name, "variant")
}
