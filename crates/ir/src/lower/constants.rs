//! Constants: numbers, addresses, and constant expressions.

use pikse_llvm::raw::{Opcode, TypeKind, Value, ValueKind};

use super::tables::{Shared, Symbol, cut, signed};
use super::types::{Lowered, unsupported};
use crate::inst::Operand;
use crate::program::Constant;

impl<'m> Shared<'m> {
    /// A constant scalar. `None` if it has to be computed at run time.
    pub(super) fn fold(&mut self, value: Value<'m>) -> Lowered<Option<Constant>> {
        let number = |width, value| Ok(Some(Constant::Int { width, value: cut(width, value) }));
        match value.kind() {
            ValueKind::LLVMConstantIntValueKind => {
                let leaf = self.types.leaf(value.ty())?;
                number(leaf.width, integer(value))
            }
            ValueKind::LLVMConstantFPValueKind => {
                let leaf = self.types.leaf(value.ty())?;
                if value.ty().kind() == TypeKind::LLVMPPC_FP128TypeKind {
                    return unsupported("a constant of type `ppc_fp128`");
                }
                number(leaf.width, integer(value.float_bits(leaf.width.into())))
            }
            ValueKind::LLVMConstantPointerNullValueKind => number(64, 0),
            ValueKind::LLVMConstantAggregateZeroValueKind => {
                let leaf = self.types.leaf(value.ty())?;
                number(leaf.width, 0)
            }
            ValueKind::LLVMUndefValueValueKind | ValueKind::LLVMPoisonValueKind => {
                let width = self.types.leaf(value.ty())?.width;
                Ok(Some(Constant::Undefined { width }))
            }
            ValueKind::LLVMFunctionValueKind
            | ValueKind::LLVMGlobalVariableValueKind
            | ValueKind::LLVMGlobalIFuncValueKind => match self.symbols.get(&value.key()) {
                Some(&Symbol::Target(target)) => Ok(Some(Constant::Address { target, addend: 0 })),
                _ => unsupported(format!("the address of `{}`", value.name())),
            },
            ValueKind::LLVMGlobalAliasValueKind => self.fold(value.aliasee()),
            ValueKind::LLVMBlockAddressValueKind => {
                let (_, block) = value.block_address();
                number(64, self.block_number(block).into())
            }
            ValueKind::LLVMConstantExprValueKind => self.fold_expression(value),
            // The address of a function in other forms: `no_cfi`, `dso_local_equivalent`.
            ValueKind::LLVMConstantTokenNoneValueKind
                if value.ty().kind() == TypeKind::LLVMPointerTypeKind && value.operands() > 0 =>
            {
                self.fold(value.operand(0))
            }
            _ => unsupported(format!("the constant `{}`", value.text())),
        }
    }

    fn fold_expression(&mut self, value: Value<'m>) -> Lowered<Option<Constant>> {
        let width = self.types.leaf(value.ty())?.width;
        match value.expression() {
            Opcode::LLVMGetElementPtr => {
                let Some(base) = self.fold(value.operand(0))? else { return Ok(None) };
                Ok(self.constant_offset(value)?.and_then(|offset| plus(base, offset)))
            }
            Opcode::LLVMIntToPtr
            | Opcode::LLVMPtrToInt
            | Opcode::LLVMPtrToAddr
            | Opcode::LLVMAddrSpaceCast
            | Opcode::LLVMBitCast
            | Opcode::LLVMTrunc => {
                // A vector cast to a number is not one scalar.
                self.types.leaf(value.operand(0).ty())?;
                Ok(self.fold(value.operand(0))?.and_then(|from| resize(from, width)))
            }
            Opcode::LLVMAdd => self.fold_both(value, |a, b| match (a, b) {
                (other, Constant::Int { value, .. }) | (Constant::Int { value, .. }, other) => {
                    plus(other, signed(width, value))
                }
                _ => None,
            }),
            Opcode::LLVMSub => self.fold_both(value, |a, b| match (a, b) {
                (other, Constant::Int { value, .. }) => plus(other, -signed(width, value)),
                (
                    Constant::Address { target: a, addend: more },
                    Constant::Address { target: b, addend: less },
                ) if a == b => {
                    let value = (i128::from(more) - i128::from(less)) as u128;
                    Some(Constant::Int { width, value: cut(width, value) })
                }
                _ => None,
            }),
            Opcode::LLVMXor => self.fold_both(value, |a, b| match (a, b) {
                (Constant::Int { value: a, .. }, Constant::Int { value: b, .. }) => {
                    Some(Constant::Int { width, value: a ^ b })
                }
                _ => None,
            }),
            Opcode::LLVMMul => self.fold_both(value, |a, b| match (a, b) {
                (Constant::Int { value: a, .. }, Constant::Int { value: b, .. }) => {
                    Some(Constant::Int { width, value: cut(width, a.wrapping_mul(b)) })
                }
                _ => None,
            }),
            _ => Ok(None),
        }
    }

    fn fold_both(
        &mut self,
        value: Value<'m>,
        fold: impl Fn(Constant, Constant) -> Option<Constant>,
    ) -> Lowered<Option<Constant>> {
        match (self.fold(value.operand(0))?, self.fold(value.operand(1))?) {
            (Some(a), Some(b)) => Ok(fold(a, b)),
            _ => Ok(None),
        }
    }

    /// The offset of constant address arithmetic from its base.
    pub(super) fn constant_offset(&mut self, gep: Value<'m>) -> Lowered<Option<i128>> {
        let mut ty = gep.gep_type();
        let mut offset = 0_i128;
        for at in 1..gep.operands() {
            let index = gep.operand(at);
            let leaf = self.types.leaf(index.ty())?;
            let Some(Constant::Int { value, .. }) = self.fold(index)? else { return Ok(None) };
            let index = signed(leaf.width, value);
            if at == 1 {
                offset += index * i128::from(self.types.layout.size(ty));
            } else if ty.kind() == TypeKind::LLVMStructTypeKind {
                offset += i128::from(self.types.layout.field(ty, index as u32));
                ty = ty.element(index as u32);
            } else {
                ty = ty.element(0);
                offset += index * i128::from(self.types.layout.size(ty));
            }
        }
        Ok(Some(offset))
    }

    /// Whether a constant is a number, or made of numbers, and not an address.
    pub(super) fn is_plain_constant(&mut self, value: Value<'m>) -> bool {
        match value.kind() {
            ValueKind::LLVMConstantDataArrayValueKind
            | ValueKind::LLVMConstantDataVectorValueKind
            | ValueKind::LLVMConstantAggregateZeroValueKind
            | ValueKind::LLVMConstantPointerNullValueKind
            | ValueKind::LLVMConstantIntValueKind
            | ValueKind::LLVMConstantFPValueKind
            | ValueKind::LLVMUndefValueValueKind
            | ValueKind::LLVMPoisonValueKind => true,
            ValueKind::LLVMConstantStructValueKind
            | ValueKind::LLVMConstantArrayValueKind
            | ValueKind::LLVMConstantVectorValueKind
            | ValueKind::LLVMConstantExprValueKind => {
                (0..value.operands()).all(|at| self.is_plain_constant(value.operand(at)))
            }
            _ => false,
        }
    }

    /// The operand of a constant that is already known or can be folded.
    pub(super) fn constant_operand(&mut self, value: Value<'m>) -> Lowered<Option<Operand>> {
        if let Some(&known) = self.known.get(&value.key()) {
            return Ok(Some(known));
        }
        let Some(constant) = self.fold(value)? else { return Ok(None) };
        let operand = self.constant(constant);
        self.known.insert(value.key(), operand);
        Ok(Some(operand))
    }
}

/// The value of a constant integer of any width.
pub(super) fn integer(value: Value<'_>) -> u128 {
    if value.ty().int_width() <= 64 {
        return value.int().into();
    }
    // The interface gives 64 bits; the text has all of them.
    let text = value.text();
    let digits = text.rsplit(' ').next().unwrap_or_default();
    digits
        .parse::<i128>()
        .map(|value| value as u128)
        .or_else(|_| digits.parse())
        .unwrap_or_default()
}

/// Adds an offset in bytes.
fn plus(constant: Constant, offset: i128) -> Option<Constant> {
    match constant {
        Constant::Int { width, value } => {
            Some(Constant::Int { width, value: cut(width, value.wrapping_add(offset as u128)) })
        }
        Constant::Address { target, addend } => {
            let addend = i64::try_from(i128::from(addend) + offset).ok()?;
            Some(Constant::Address { target, addend })
        }
        Constant::Undefined { .. } => Some(constant),
    }
}

/// The constant with another width: zero-extended or truncated.
fn resize(constant: Constant, width: u8) -> Option<Constant> {
    match constant {
        Constant::Int { value, .. } => Some(Constant::Int { width, value: cut(width, value) }),
        Constant::Undefined { .. } => Some(Constant::Undefined { width }),
        Constant::Address { .. } => (width == 64).then_some(constant),
    }
}
