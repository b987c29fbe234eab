//! Casts.

use pikse_llvm::raw::{Opcode, Value};

use super::function::Builder;
use super::instruction::name;
use super::types::{Kind, Lowered, Shape, unsupported};
use crate::inst::{Binary, Cast, FloatCast, Inst, Operand};

impl<'m> Builder<'_, 'm> {
    pub(super) fn cast(&mut self, i: Value<'m>, op: Cast) -> Lowered {
        let to = self.shape(i.ty())?.leaves[0].width;
        self.each(i, [i.operand(0)], |builder, leaf, [a]| {
            let dst = builder.register(to);
            builder.emit(Inst::Cast { op, from: leaf.width, to, dst, a });
            Ok(Operand::register(dst))
        })
    }

    /// Between pointers and integers.
    pub(super) fn pointer_cast(&mut self, i: Value<'m>) -> Lowered {
        let to = self.shape(i.ty())?.leaves[0].width;
        self.each(i, [i.operand(0)], |builder, leaf, [a]| Ok(builder.resize(a, leaf.width, to)))
    }

    pub(super) fn float_cast(&mut self, i: Value<'m>, op: FloatCast) -> Lowered {
        let into = self.shape(i.ty())?.leaves[0];
        let (from_type, to_type) = (i.operand(0).ty(), i.ty());
        self.each(i, [i.operand(0)], |builder, leaf, [a]| {
            let odd = match (leaf.kind, into.kind) {
                (Kind::OtherFloat, _) => format!("from {}", from_type.text()),
                (_, Kind::OtherFloat) => format!("to {}", to_type.text()),
                _ => {
                    let dst = builder.register(into.width);
                    let (from, to) = (leaf.width, into.width);
                    builder.emit(Inst::FloatCast { op, from, to, dst, a });
                    return Ok(Operand::register(dst));
                }
            };
            let what = match i.opcode() {
                Opcode::LLVMCall | Opcode::LLVMInvoke => i.callee().name(),
                opcode => name(opcode).to_owned(),
            };
            unsupported(format!("`{what}` {odd}"))
        })
    }

    /// Reinterprets the bits: scalars are joined and split as they would be in memory.
    pub(super) fn bit_cast(&mut self, i: Value<'m>) -> Lowered {
        let from_shape = self.shape(i.operand(0).ty())?;
        let to_shape = self.shape(i.ty())?;
        let parts = self.parts(i.operand(0))?;
        let (Some(first), Some(last)) = (from_shape.leaves.first(), to_shape.leaves.first()) else {
            return unsupported("`bitcast` of an empty type");
        };
        let (from, to) = (first.width, last.width);
        // The words of an integer are all of one width, or cannot be regrouped.
        let uneven =
            |shape: &Shape| shape.leaves.last().is_some_and(|l| l.width != shape.leaves[0].width);
        if uneven(&from_shape) || uneven(&to_shape) {
            return unsupported(format!("`bitcast` to {}", i.ty().text()));
        }
        if from == to {
            self.define_as(i, parts);
            return Ok(());
        }
        let all = self.all(parts);
        let results = self.regroup(&all, from, to);
        self.define(i, results);
        Ok(())
    }

    /// Regroups scalars of one width as scalars of another width, the low bits first.
    pub(super) fn regroup(&mut self, operands: &[Operand], from: u8, to: u8) -> Vec<Operand> {
        let common = greatest_common_divisor(from, to);
        let mut pieces = Vec::new();
        for &operand in operands {
            self.split(operand, from, common, &mut pieces);
        }
        let count = usize::from(to / common);
        pieces.chunks(count).map(|pieces| self.join(pieces, common)).collect()
    }

    /// Splits a scalar into pieces of a width, the lowest first.
    fn split(&mut self, operand: Operand, width: u8, piece: u8, pieces: &mut Vec<Operand>) {
        for at in (0..width).step_by(piece.into()) {
            let mut part = operand;
            if at > 0 {
                let distance = self.number(width, at.into());
                part = self.compute(Binary::Lshr, width, part, distance);
            }
            pieces.push(self.resize(part, width, piece));
        }
    }

    /// Joins pieces of a width into one scalar, the lowest first.
    fn join(&mut self, pieces: &[Operand], piece: u8) -> Operand {
        let width = piece * pieces.len() as u8;
        let mut joined = None;
        for (at, &part) in pieces.iter().enumerate() {
            let mut part = self.resize(part, piece, width);
            if at > 0 {
                let distance = self.number(width, at as u128 * u128::from(piece));
                part = self.compute(Binary::Shl, width, part, distance);
            }
            joined = Some(match joined {
                None => part,
                Some(low) => self.compute(Binary::Or, width, low, part),
            });
        }
        joined.unwrap_or_else(|| self.number(1, 0))
    }
}

fn greatest_common_divisor(a: u8, b: u8) -> u8 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::greatest_common_divisor;

    #[test]
    fn the_greatest_common_divisor() {
        for a in 1..=128_u8 {
            for b in 1..=128_u8 {
                let naive = (1..=a.min(b)).rev().find(|d| a % d == 0 && b % d == 0);
                assert_eq!(Some(greatest_common_divisor(a, b)), naive, "{a} {b}");
            }
        }
    }
}
