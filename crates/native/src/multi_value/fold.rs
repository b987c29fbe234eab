//! Arithmetic on constants of up to 64 bits.

use pikse_llvm::inkwell::IntPredicate;
use pikse_llvm::inkwell::values::InstructionOpcode;

use super::body::{Instruction, Kind};

/// The lowest `width` bits of a value.
pub(super) fn mask(bits: u64, width: u32) -> u64 {
    match width {
        0 => 0,
        1..64 => bits & ((1 << width) - 1),
        _ => bits,
    }
}

/// The value of `width` bits as a signed number.
fn signed(bits: u64, width: u32) -> i64 {
    let shift = 64 - width.clamp(1, 64);
    ((bits << shift) as i64) >> shift
}

/// The result of an instruction whose given operands are constants.
///
/// Some constants decide alone: `false && x` is false.
pub(super) fn fold(instruction: &Instruction<'_>, operands: &[Option<u64>]) -> Option<u64> {
    let (width, from) = (instruction.width, instruction.operand_width);
    if width == 0 {
        return None;
    }
    let at = |at: usize| operands.get(at).copied().flatten();
    let bits = match &instruction.kind {
        Kind::Binary(opcode) => binary(*opcode, at(0), at(1), width)?,
        Kind::Compare(predicate) if from > 0 => compare(*predicate, at(0)?, at(1)?, from).into(),
        Kind::Cast { sign: true } if from > 0 => signed(at(0)?, from) as u64,
        Kind::Cast { sign: false } if from > 0 => at(0)?,
        Kind::Same => at(0)?,
        Kind::Select => match (at(0), at(1), at(2)) {
            (Some(0), _, otherwise) => otherwise?,
            (Some(_), then, _) => then?,
            (None, Some(then), Some(otherwise)) if then == otherwise => then,
            (None, ..) => return None,
        },
        _ => return None,
    };
    Some(mask(bits, width))
}

fn binary(opcode: InstructionOpcode, a: Option<u64>, b: Option<u64>, width: u32) -> Option<u64> {
    use InstructionOpcode as Op;
    let ones = mask(u64::MAX, width);
    match (opcode, a, b) {
        (Op::And | Op::Mul, Some(0), _) | (Op::And | Op::Mul, _, Some(0)) => return Some(0),
        (Op::Or, Some(all), _) | (Op::Or, _, Some(all)) if all == ones => return Some(ones),
        _ => {}
    }
    let (a, b) = (a?, b?);
    Some(match opcode {
        Op::Add => a.wrapping_add(b),
        Op::Sub => a.wrapping_sub(b),
        Op::Mul => a.wrapping_mul(b),
        Op::And => a & b,
        Op::Or => a | b,
        Op::Xor => a ^ b,
        Op::Shl if b < u64::from(width) => a << b,
        Op::LShr if b < u64::from(width) => a >> b,
        Op::AShr if b < u64::from(width) => (signed(a, width) >> b) as u64,
        Op::UDiv if b != 0 => a / b,
        Op::URem if b != 0 => a % b,
        _ => return None,
    })
}

fn compare(predicate: IntPredicate, a: u64, b: u64, width: u32) -> bool {
    let (c, d) = (signed(a, width), signed(b, width));
    match predicate {
        IntPredicate::EQ => a == b,
        IntPredicate::NE => a != b,
        IntPredicate::UGT => a > b,
        IntPredicate::UGE => a >= b,
        IntPredicate::ULT => a < b,
        IntPredicate::ULE => a <= b,
        IntPredicate::SGT => c > d,
        IntPredicate::SGE => c >= d,
        IntPredicate::SLT => c < d,
        IntPredicate::SLE => c <= d,
    }
}
