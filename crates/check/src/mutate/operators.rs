//! The mutation operators: the possible changes of an instruction.

use pikse_llvm::inkwell::attributes::{Attribute, AttributeLoc};
use pikse_llvm::inkwell::types::AnyTypeEnum;
use pikse_llvm::inkwell::values::{
    BasicValueEnum, CallSiteValue, InstructionOpcode, InstructionValue, Operand, PointerValue,
};
use pikse_llvm::inkwell::{FloatPredicate, IntPredicate};
use pikse_llvm::raw;

use super::edit::Change;
use super::spot::{Spot, Spots};
use super::text::Text;
use super::{Operator, What, fields};

/// The operator, the change, and its description.
pub(super) type Found = (Operator, Change, What);

/// Calls that rustc adds, by a part of their symbols.
const RUST_CHECKS: [&str; 7] = [
    "panic_misaligned_pointer_dereference",
    "panic_null_pointer_dereference",
    "panic_bounds_check",
    "panic_const",
    "panic_invalid_enum",
    "panic_nounwind",
    "panic_cannot_unwind",
];
/// Calls whose deletion no check can detect: they print, or free memory.
const UNSEEN: [&str; 12] = [
    "free", "printf", "fprintf", "puts", "fputs", "putchar", "fputc", "putc", "fflush", "perror",
    "fwrite", "vprintf",
];
const UNSEEN_PARTS: [&str; 6] =
    ["ostream", "_ZdlPv", "_ZdaPv", "_print", "_eprint", "drop_in_place"];

/// All possible changes of an instruction.
pub(super) fn changes<'ctx>(spots: &Spots<'_, 'ctx>, spot: &Spot<'ctx>) -> Vec<Found> {
    let mut found = match spot.instruction.get_opcode() {
        InstructionOpcode::ICmp | InstructionOpcode::FCmp => comparisons(spot),
        InstructionOpcode::Br => condition(spot).into_iter().collect(),
        InstructionOpcode::Store => deleted_store(spot).into_iter().chain(constant(spot)).collect(),
        InstructionOpcode::Return => constant(spot).into_iter().collect(),
        InstructionOpcode::Call | InstructionOpcode::Invoke => {
            deleted_call(spots, spot).into_iter().collect()
        }
        _ => Vec::new(),
    };
    found.extend(
        fields::swaps(spots, spot)
            .into_iter()
            .map(|(change, from, to)| (Operator::Field, change, What::becomes(from, to))),
    );
    found
}

/// Other comparisons instead of one in the source.
fn comparisons(spot: &Spot<'_>) -> Vec<Found> {
    use FloatPredicate::{OEQ, OGE, OGT, OLE, OLT, UNE};
    use IntPredicate::{EQ, NE, SGE, SGT, SLE, SLT, UGE, UGT, ULE, ULT};
    let instruction = spot.instruction;
    let (old, new) = if let Some(predicate) = instruction.get_icmp_predicate() {
        let (old, new): (_, &[_]) = match predicate {
            EQ => ("==", &[(NE, "!=")]),
            NE => ("!=", &[(EQ, "==")]),
            SLT => ("<", &[(SLE, "<="), (SGT, ">")]),
            SLE => ("<=", &[(SLT, "<"), (SGE, ">=")]),
            SGT => (">", &[(SGE, ">="), (SLT, "<")]),
            SGE => (">=", &[(SGT, ">"), (SLE, "<=")]),
            ULT => ("<", &[(ULE, "<="), (UGT, ">")]),
            ULE => ("<=", &[(ULT, "<"), (UGE, ">=")]),
            UGT => (">", &[(UGE, ">="), (ULT, "<")]),
            UGE => (">=", &[(UGT, ">"), (ULE, "<=")]),
        };
        (old, new.iter().map(|&(to, word)| (Change::Compare(to), word)).collect::<Vec<_>>())
    } else if let Some(predicate) = instruction.get_fcmp_predicate() {
        let (old, new): (_, &[_]) = match predicate {
            OEQ => ("==", &[(UNE, "!=")]),
            UNE => ("!=", &[(OEQ, "==")]),
            OLT => ("<", &[(OLE, "<="), (OGT, ">")]),
            OLE => ("<=", &[(OLT, "<"), (OGE, ">=")]),
            OGT => (">", &[(OGE, ">="), (OLT, "<")]),
            OGE => (">=", &[(OGT, ">"), (OLE, "<=")]),
            _ => return Vec::new(),
        };
        (old, new.iter().map(|&(to, word)| (Change::CompareFloats(to), word)).collect())
    } else {
        return Vec::new();
    };
    let is_in_source = match spot.is_rust {
        true => {
            !is_made_by_rustc(spot, instruction) && spot.says(|text| text.contains_operator(old))
        }
        false => {
            // In a macro, the place is that of the macro.
            let is_there = |text: &Text| {
                text.starts_with_operator(old) || text.is_macro() && !tests_for_zero(instruction)
            };
            spot.text.as_ref().map_or_else(|| !tests_for_zero(instruction), is_there)
        }
    };
    if !is_in_source {
        return Vec::new();
    }
    let words = |to: &str| What::becomes(old, to);
    new.into_iter().map(|(to, word)| (Operator::Comparison, to, words(word))).collect()
}

/// `if (x)`: whether a value is not 0 or null.
fn tests_for_zero(instruction: InstructionValue<'_>) -> bool {
    let with = instruction.get_operand(1).and_then(Operand::value);
    let is_zero = match with {
        Some(BasicValueEnum::PointerValue(with)) => with.is_null(),
        Some(BasicValueEnum::IntValue(with)) => with.get_zero_extended_constant() == Some(0),
        _ => false,
    };
    is_zero && instruction.get_icmp_predicate() == Some(IntPredicate::NE)
}

/// Whether a value only decides whether one of the compiler's checks panics, or which
/// variant an enum has.
fn is_made_by_rustc(spot: &Spot<'_>, instruction: InstructionValue<'_>) -> bool {
    let mut open = vec![instruction];
    for _ in 0..16 {
        let Some(value) = open.pop() else { return false };
        for user in raw::users(&value) {
            match user.get_opcode() {
                InstructionOpcode::Br if leads_to_check(spot, user) => return true,
                InstructionOpcode::Select if !matches!(user.get_type(), AnyTypeEnum::IntType(of) if of.get_bit_width() == 1) =>
                {
                    return true;
                }
                InstructionOpcode::And
                | InstructionOpcode::Or
                | InstructionOpcode::Xor
                | InstructionOpcode::Freeze => open.push(user),
                InstructionOpcode::Call if callee(user).starts_with("llvm.expect") => {
                    open.push(user);
                }
                _ => {}
            }
        }
    }
    false
}

/// Whether a branch leads to a panic of the compiler's own code, or to unreachable code.
fn leads_to_check(spot: &Spot<'_>, branch: InstructionValue<'_>) -> bool {
    let targets = raw::value(&branch).successors();
    let blocks = spot.function.get_basic_block_iter();
    blocks.filter(|block| targets.contains(&raw::block(*block))).any(|block| {
        let mut instructions = block.get_instructions();
        let first = instructions.find(|i| {
            matches!(i.get_opcode(), InstructionOpcode::Call | InstructionOpcode::Unreachable)
        });
        first.is_some_and(|first| match first.get_opcode() {
            InstructionOpcode::Call => {
                let name = callee(first);
                RUST_CHECKS.iter().any(|check| name.contains(check))
            }
            _ => true,
        })
    })
}

/// Negates a condition that is not a comparison.
fn condition(spot: &Spot<'_>) -> Option<Found> {
    let branch = spot.instruction;
    let Some(BasicValueEnum::IntValue(on)) = branch.get_operand(0).and_then(Operand::value) else {
        return None;
    };
    let on = on.as_instruction()?;
    let is_one = match on.get_opcode() {
        InstructionOpcode::Call | InstructionOpcode::Invoke => true,
        InstructionOpcode::Xor => spot.is_rust && !is_made_by_rustc(spot, on),
        // A bool in memory is a byte; anything wider is the number of a variant.
        InstructionOpcode::Trunc => {
            let of = on.get_operand(0).and_then(Operand::value);
            matches!(of, Some(BasicValueEnum::IntValue(of)) if of.get_type().get_bit_width() == 8)
        }
        InstructionOpcode::ICmp => !spot.is_rust && tests_for_zero(on) && !is_comparison(spot, on),
        _ => false,
    };
    let is_condition = match spot.is_rust {
        true => spot.says(Text::is_condition_of_rust),
        // The condition of a loop over a container is not in the source.
        false => {
            spot.says(|text| !text.rest().starts_with(':') && !text.starts_with_word("assert"))
        }
    };
    (is_one && is_condition).then_some((Operator::Condition, Change::Negate, What::Negated))
}

/// Whether the source has a comparison where the branch depends on one.
fn is_comparison(spot: &Spot<'_>, on: InstructionValue<'_>) -> bool {
    // The column of the comparison itself is that of `!=`, if the source has one.
    let place = on.get_debug_location().map(|at| (at.get_line(), at.get_column()));
    let Some((line, column)) = place else { return false };
    // A comparison on another line is not considered.
    line != spot.place.line || spot.says(|text| text.has_operator_in(column, "!="))
}

/// Deletes a statement that writes memory.
fn deleted_store(spot: &Spot<'_>) -> Option<Found> {
    let Some(BasicValueEnum::PointerValue(to)) =
        spot.instruction.get_operand(1).and_then(Operand::value)
    else {
        return None;
    };
    deleted_write(spot, to, Change::Delete)
}

fn deleted_write(spot: &Spot<'_>, to: PointerValue<'_>, change: Change) -> Option<Found> {
    let local = local_of(to);
    let is_local = local.is_some();
    let is_statement = match &spot.text {
        Some(text) if spot.is_rust => {
            text.is_assignment_of_rust() && local.is_none_or(is_variable_of_rust)
        }
        Some(text) => text.is_assignment_of_c() || text.is_macro() && !is_local && spot.is_c(),
        None => !is_local,
    };
    is_statement.then(|| (Operator::Deletion, change, deleted(spot, "a store")))
}

/// The description of a deleted statement.
fn deleted(spot: &Spot<'_>, without_text: &str) -> What {
    let Some(text) = &spot.text else { return What::DeletedUnread(without_text.to_owned()) };
    match text.inner_assignment().filter(|_| !spot.is_rust) {
        Some(inside) => What::DeletedInside(inside.into()),
        None => What::Deleted(text.statement()),
    }
}

/// The local variable that a pointer points into.
fn local_of(pointer: PointerValue<'_>) -> Option<InstructionValue<'_>> {
    let mut pointer = pointer;
    loop {
        let instruction = pointer.as_instruction()?;
        match instruction.get_opcode() {
            InstructionOpcode::Alloca => return Some(instruction),
            InstructionOpcode::GetElementPtr => {
                match instruction.get_operand(0).and_then(Operand::value) {
                    Some(BasicValueEnum::PointerValue(inner)) => pointer = inner,
                    _ => return None,
                }
            }
            _ => return None,
        }
    }
}

/// Whether a stack slot is a variable of the source: the compiler's temporaries have a number
/// as their name, or none.
fn is_variable_of_rust(local: InstructionValue<'_>) -> bool {
    let name = local.get_name().map(|name| name.to_string_lossy().into_owned());
    let name = name.unwrap_or_default();
    !name.is_empty() && !name.starts_with('_') && !name.contains('.')
}

/// Deletes a call whose result is not used.
fn deleted_call(spots: &Spots<'_, '_>, spot: &Spot<'_>) -> Option<Found> {
    let call = spot.instruction;
    let name = callee(call);
    if name.starts_with("llvm.memcpy") || name.starts_with("llvm.memmove") {
        return match call.get_operand(0).and_then(Operand::value) {
            // A copy into a new variable is not a statement by itself.
            Some(BasicValueEnum::PointerValue(to))
                if !spot.is_rust
                    && local_of(to).is_none()
                    && spot.text.as_ref().is_some_and(Text::is_assigned) =>
            {
                Some((Operator::Deletion, Change::Delete, deleted(spot, "a copy")))
            }
            Some(BasicValueEnum::PointerValue(to)) => deleted_write(spot, to, Change::Delete),
            _ => None,
        };
    }
    if spot.is_rust && name.contains("drop_in_place") {
        // The drop of the old value in an assignment.
        return match call.get_operand(0).and_then(Operand::value) {
            Some(BasicValueEnum::PointerValue(to)) => deleted_write(spot, to, Change::DeleteToo),
            _ => None,
        };
    }
    let is_unseen = UNSEEN.contains(&name.as_str())
        || UNSEEN_PARTS.iter().any(|part| name.contains(part))
        || name.starts_with("llvm.");
    let is_left =
        !raw::users(&call).is_empty() || is_unseen || !returns(call) || gives_memory(call);
    if is_left || spots.known(&name).map_or_else(|| is_special(&name), |of| is_made(&of.name)) {
        return None;
    }
    if !spot.says(|text| !text.rest().starts_with([':', '}']) && !text.is_in_for()) {
        return None;
    }
    let known = spots.known(&name).map_or(name.as_str(), |known| known.name.as_str());
    let words = deleted(spot, &format!("a call of `{known}`"));
    Some((Operator::Deletion, Change::Delete, words))
}

/// Whether a path is that of a destructor or a constructor: `Tree::~Tree`, `Tree::Tree`.
fn is_made(path: &str) -> bool {
    let plain = |part: &str| part.split('<').next().unwrap_or(part).to_owned();
    let parts: Vec<String> = split_path(path).into_iter().map(plain).collect();
    match &parts[..] {
        [.., of, name] => name.starts_with('~') || of == name,
        _ => false,
    }
}

/// The parts of a path, without those in angle brackets.
fn split_path(path: &str) -> Vec<&str> {
    let (mut parts, mut start, mut depth) = (Vec::new(), 0, 0_i32);
    for (at, c) in path.char_indices() {
        depth += i32::from(c == '<') - i32::from(c == '>');
        if depth == 0 && path[at..].starts_with("::") {
            parts.push(&path[start..at]);
            start = at + 2;
        }
    }
    parts.push(&path[start..]);
    parts
}

/// The same by the symbol of a function that is only declared, roughly.
fn is_special(symbol: &str) -> bool {
    let ends = ["D0Ev", "D1Ev", "D2Ev", "C1Ev", "C2Ev"];
    symbol.starts_with("_ZN") && ends.iter().any(|end| symbol.contains(end))
}

/// Whether a call returns, as far as is known.
fn returns(call: InstructionValue<'_>) -> bool {
    let next = call.get_next_instruction();
    let ends = next.is_some_and(|next| next.get_opcode() == InstructionOpcode::Unreachable);
    let kind = Attribute::get_named_enum_kind_id("noreturn");
    let says = CallSiteValue::try_from(call).is_ok_and(|site| {
        let of_callee = |function: pikse_llvm::inkwell::values::FunctionValue<'_>| {
            function.get_enum_attribute(AttributeLoc::Function, kind).is_some()
        };
        site.get_enum_attribute(AttributeLoc::Function, kind).is_some()
            || site.get_called_fn_value().is_some_and(of_callee)
    });
    !ends && !says
}

/// Whether a call writes its result to memory of the caller, which does not count as a use.
fn gives_memory(call: InstructionValue<'_>) -> bool {
    let kind = Attribute::get_named_enum_kind_id("sret");
    CallSiteValue::try_from(call)
        .is_ok_and(|site| site.get_enum_attribute(AttributeLoc::Param(0), kind).is_some())
}

/// The symbol of the callee, if it is known.
pub(super) fn callee(call: InstructionValue<'_>) -> String {
    let last = call.get_num_operands().checked_sub(1);
    match last.and_then(|last| call.get_operand(last)).and_then(Operand::value) {
        Some(BasicValueEnum::PointerValue(callee)) => {
            callee.get_name().to_string_lossy().into_owned()
        }
        _ => String::new(),
    }
}

/// 0 for 1, true for false, and the other way round.
fn constant(spot: &Spot<'_>) -> Option<Found> {
    let Some(BasicValueEnum::IntValue(value)) =
        spot.instruction.get_operand(0).and_then(Operand::value)
    else {
        return None;
    };
    let old = value.get_zero_extended_constant().filter(|old| *old <= 1)?;
    let literal = spot.text.as_ref()?.literal()?;
    let (fits, to) = match literal {
        "0" => (old == 0, "1"),
        "1" => (old == 1, "0"),
        "true" => (old == 1, "false"),
        "false" => (old == 0, "true"),
        _ => return None,
    };
    let change = Change::Number { operand: 0, value: 1 - old };
    fits.then(|| (Operator::Constant, change, What::becomes(literal, to)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constructors_and_destructors_are_known_by_their_paths() {
        for (path, expected) in [
            ("Tree::Tree", true),
            ("a::Tree<int>::~Tree", true),
            ("std::vector<a::b, c<d>>::vector", true),
            ("std::vector<a::push_back>::push_back", false),
            ("add", false),
        ] {
            assert_eq!(is_made(path), expected, "{path}");
        }
    }
}
