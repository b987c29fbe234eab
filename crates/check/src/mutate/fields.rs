//! The fields that an instruction accesses, and the fields that may replace them.

use pikse_llvm::inkwell::targets::TargetData;
use pikse_llvm::inkwell::types::{BasicTypeEnum, StructType};
use pikse_llvm::inkwell::values::{
    BasicValueEnum, InstructionOpcode, InstructionValue, Operand, PointerValue,
};
use pikse_llvm::types::{Field, Kind, TypeId, Types};

use super::edit::Change;
use super::flow::{Flow, Pointee, same};
use super::operators::callee;
use super::spot::{Spot, Spots};

/// A change, the field in the source, and its replacement.
type Swap = (Change, String, String);

/// The fields that can be swapped at an instruction.
pub(super) fn swaps<'ctx>(spots: &Spots<'_, 'ctx>, spot: &Spot<'ctx>) -> Vec<Swap> {
    let instruction = spot.instruction;
    match instruction.get_opcode() {
        InstructionOpcode::GetElementPtr => match instruction.get_gep_source_element_type() {
            Ok(BasicTypeEnum::StructType(of)) if !spot.is_rust => of_struct(spots, spot, of),
            Ok(BasicTypeEnum::IntType(of)) if of.get_bit_width() == 8 && spot.is_rust => {
                of_bytes(spots, spot)
            }
            _ => Vec::new(),
        },
        InstructionOpcode::Load | InstructionOpcode::Store | InstructionOpcode::Call
            if spot.is_rust =>
        {
            at_start(spots, spot)
        }
        _ => Vec::new(),
    }
}

/// For clang: a struct, and the number of the field.
fn of_struct(spots: &Spots<'_, '_>, spot: &Spot<'_>, of: StructType<'_>) -> Vec<Swap> {
    let gep = spot.instruction;
    let Some(index) = constant(gep, 2).filter(|_| gep.get_num_operands() == 3) else {
        return Vec::new();
    };
    let layout = layout(spots);
    let Some(offset) = layout.offset_of_element(&of, index as u32) else { return Vec::new() };
    let candidates = structs(spots.types, of, layout.get_abi_size(&of));
    let Some((&first, others)) = candidates.split_first() else { return Vec::new() };
    let in_others = |from: &Field, to: &Field| {
        others.iter().all(|&other| {
            let find = |name: &str| fields(spots.types, other).iter().find(|f| f.name == name);
            find(&from.name).zip(find(&to.name)).is_some_and(|(a, b)| {
                same(spots.types, a.of, b.of) && a.offset == from.offset && b.offset == to.offset
            })
        })
    };
    partners(spots.types, first, offset)
        .into_iter()
        .filter(|(from, to)| in_others(from, to))
        .filter(|(from, _)| {
            spot.says(|text| text.starts_with_word(&from.name) || text.is_macro() && spot.is_c())
        })
        .filter_map(|(from, to)| {
            let value = u64::from(layout.element_at_offset(&of, to.offset));
            let is_there = layout.offset_of_element(&of, value as u32) == Some(to.offset);
            let change = Change::Field { operand: 2, value };
            is_there.then(|| (change, from.name.clone(), to.name.clone()))
        })
        .collect()
}

/// For rustc: a pointer, whose type only debug information knows, and an offset.
fn of_bytes<'ctx>(spots: &Spots<'_, 'ctx>, spot: &Spot<'ctx>) -> Vec<Swap> {
    let gep = spot.instruction;
    let (Some(BasicValueEnum::PointerValue(base)), Some(distance)) =
        (gep.get_operand(0).and_then(Operand::value), constant(gep, 1))
    else {
        return Vec::new();
    };
    let Some(pointee) = Flow::new(spots, spot.function).pointee(base) else { return Vec::new() };
    let swap = |(from, to): (&Field, &Field)| {
        let value = distance.wrapping_add(to.offset).wrapping_sub(from.offset);
        (Change::Field { operand: 1, value }, from.name.clone(), to.name.clone())
    };
    in_source(spots, spot, Pointee { at: pointee.at + distance, ..pointee }, &Needed::Access)
        .into_iter()
        .map(swap)
        .collect()
}

/// The first field for rustc: a pointer to a struct where one to the field is needed.
fn at_start<'ctx>(spots: &Spots<'_, 'ctx>, spot: &Spot<'ctx>) -> Vec<Swap> {
    let flow = Flow::new(spots, spot.function);
    let instruction = spot.instruction;
    let mut found = Vec::new();
    // LLVM's intrinsics may take arguments that are not values.
    let is_call = instruction.get_opcode() == InstructionOpcode::Call;
    if is_call && callee(instruction).starts_with("llvm.") {
        return found;
    }
    for operand in 0..instruction.get_num_operands() {
        let Some(BasicValueEnum::PointerValue(pointer)) =
            instruction.get_operand(operand).and_then(Operand::value)
        else {
            continue;
        };
        // An address with an offset belongs to another instruction.
        let Some(pointee) = flow.pointee(pointer).filter(|pointee| pointee.at == 0) else {
            continue;
        };
        let Some(needed) = needed(spots, &flow, instruction, operand) else { continue };
        if let Needed::OneOf(types) = &needed
            && types.iter().any(|of| same(spots.types, *of, pointee.of))
        {
            continue;
        }
        found.extend(in_source(spots, spot, pointee, &needed).into_iter().map(|(from, to)| {
            let bytes = to.offset.wrapping_sub(from.offset);
            (Change::Shift { operand, bytes }, from.name.clone(), to.name.clone())
        }));
    }
    found
}

/// The type that an operand has to point to.
enum Needed {
    /// One of these types.
    OneOf(Vec<TypeId>),
    /// Any type that is read or written there.
    Access,
}

impl Needed {
    fn admits(&self, types: &Types, of: TypeId) -> bool {
        match self {
            Needed::OneOf(wanted) => wanted.iter().any(|wanted| same(types, *wanted, of)),
            Needed::Access => true,
        }
    }
}

fn needed<'ctx>(
    spots: &Spots<'_, '_>,
    flow: &Flow<'_, '_, 'ctx>,
    user: InstructionValue<'ctx>,
    operand: u32,
) -> Option<Needed> {
    match (user.get_opcode(), operand) {
        (InstructionOpcode::Load, 0) | (InstructionOpcode::Store, 1) => Some(Needed::Access),
        (InstructionOpcode::Store, 0) => {
            let Some(BasicValueEnum::PointerValue(to)) =
                user.get_operand(1).and_then(Operand::value)
            else {
                return None;
            };
            let local = to.as_instruction()?;
            let is_local = local.get_opcode() == InstructionOpcode::Alloca;
            let stored = if is_local { flow.stored(local) } else { None };
            stored.map(|stored| Needed::OneOf(flow.types_at(stored)))
        }
        (InstructionOpcode::Call, at) => {
            let function = spots.program.module().get_function(&callee(user))?;
            let parameter = flow.parameter(function, at)?;
            Some(Needed::OneOf(vec![parameter.of]))
        }
        _ => None,
    }
}

/// The fields at an offset that are named at that place of the source, with their
/// replacements. The outermost struct that has some is used.
fn in_source<'t>(
    spots: &Spots<'t, '_>,
    spot: &Spot<'_>,
    place: Pointee,
    needed: &Needed,
) -> Vec<(&'t Field, &'t Field)> {
    let types: &'t Types = spots.types;
    let Pointee { mut of, mut at } = place;
    // Nesting of structs is finite, but damaged debug information may be cyclic.
    for _ in 0..16 {
        let found: Vec<_> = partners(types, of, at)
            .into_iter()
            .filter(|(from, _)| needed.admits(types, from.of))
            .filter(|(from, _)| spot.text.as_ref().is_some_and(|t| t.contains_field(&from.name)))
            .collect();
        if !found.is_empty() {
            return found;
        }
        let around =
            |field: &&Field| field.offset <= at && at < field.offset + types.get(field.of).size;
        let Some(inner) = fields(types, of).iter().find(around) else { return Vec::new() };
        (of, at) = (inner.of, at - inner.offset);
    }
    Vec::new()
}

/// The field of a struct at an offset, with each other field of its type.
fn partners(types: &Types, of: TypeId, offset: u64) -> Vec<(&Field, &Field)> {
    let usable =
        |field: &&Field| !field.is_bit_field && !field.name.is_empty() && field.constant.is_none();
    let here = |field: &&Field| field.offset == offset && types.get(field.of).size > 0;
    let all = fields(types, of);
    let Some(from) = all.iter().filter(usable).find(here) else { return Vec::new() };
    let others = all.iter().filter(usable).filter(|to| to.offset != offset);
    others.filter(|to| same(types, from.of, to.of)).map(|to| (from, to)).collect()
}

fn fields(types: &Types, of: TypeId) -> &[Field] {
    match &types.get(of).kind {
        Kind::Struct { fields } => fields,
        _ => &[],
    }
}

/// The structs of the source that a struct of clang may be: instances of a template share
/// a name.
fn structs(types: &Types, of: StructType<'_>, size: u64) -> Vec<TypeId> {
    let name = of.get_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let Some((_, path)) = name.split_once('.') else { return Vec::new() };
    // Structs with the same name in two sources are numbered.
    let path = match path.rsplit_once('.') {
        Some((path, number)) if number.bytes().all(|byte| byte.is_ascii_digit()) => path,
        _ => path,
    };
    let last = path.rsplit("::").next().unwrap_or(path);
    let is_meant = |&id: &TypeId| {
        let known = types.get(id);
        let plain = known.name.split('<').next().unwrap_or_default();
        known.size == size && (plain == path || known.name == path)
    };
    types.structs_named(last).into_iter().filter(is_meant).collect()
}

fn constant(instruction: InstructionValue<'_>, operand: u32) -> Option<u64> {
    match instruction.get_operand(operand).and_then(Operand::value)? {
        BasicValueEnum::IntValue(value) => value.get_zero_extended_constant(),
        _ => None,
    }
}

fn layout(spots: &Spots<'_, '_>) -> TargetData {
    let layout = spots.program.module().get_data_layout();
    TargetData::create(layout.as_str().to_str().unwrap_or(""))
}

/// The constant offset of an address from another, if it has one.
pub(super) fn distance(gep: InstructionValue<'_>) -> Option<(PointerValue<'_>, u64)> {
    let is_bytes = matches!(
        gep.get_gep_source_element_type(),
        Ok(BasicTypeEnum::IntType(of)) if of.get_bit_width() == 8
    );
    match gep.get_operand(0).and_then(Operand::value) {
        Some(BasicValueEnum::PointerValue(base)) if is_bytes => Some((base, constant(gep, 1)?)),
        _ => None,
    }
}
