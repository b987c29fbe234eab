//! Dispatches each instruction to its lowering.

use pikse_llvm::raw::{Opcode, Value};

use super::function::Builder;
use super::types::{Lowered, unsupported};
use super::wide::is_wide;
use crate::inst::{Binary, Cast, FloatBinary, FloatCast, Inst, Operand};

impl<'m> Builder<'_, 'm> {
    /// Lowers an instruction other than a terminator.
    pub(super) fn instruction(&mut self, i: Value<'m>) -> Lowered {
        let opcode = i.opcode();
        if computes(opcode) && (is_wide(i.operand(0).ty()) || is_wide(i.ty())) {
            return self.wide(i);
        }
        match opcode {
            Opcode::LLVMAdd => self.binary(i, Binary::Add),
            Opcode::LLVMSub => self.binary(i, Binary::Sub),
            Opcode::LLVMMul => self.binary(i, Binary::Mul),
            Opcode::LLVMUDiv => self.binary(i, Binary::Udiv),
            Opcode::LLVMSDiv => self.binary(i, Binary::Sdiv),
            Opcode::LLVMURem => self.binary(i, Binary::Urem),
            Opcode::LLVMSRem => self.binary(i, Binary::Srem),
            Opcode::LLVMAnd => self.binary(i, Binary::And),
            Opcode::LLVMOr => self.binary(i, Binary::Or),
            Opcode::LLVMXor => self.binary(i, Binary::Xor),
            Opcode::LLVMShl => self.binary(i, Binary::Shl),
            Opcode::LLVMLShr => self.binary(i, Binary::Lshr),
            Opcode::LLVMAShr => self.binary(i, Binary::Ashr),
            Opcode::LLVMFAdd => self.float_binary(i, FloatBinary::Add),
            Opcode::LLVMFSub => self.float_binary(i, FloatBinary::Sub),
            Opcode::LLVMFMul => self.float_binary(i, FloatBinary::Mul),
            Opcode::LLVMFDiv => self.float_binary(i, FloatBinary::Div),
            Opcode::LLVMFRem => self.float_binary(i, FloatBinary::Rem),
            Opcode::LLVMFNeg => self.negate(i),
            Opcode::LLVMICmp => self.compare(i),
            Opcode::LLVMFCmp => self.float_compare(i),
            Opcode::LLVMSelect => self.select(i),
            Opcode::LLVMFreeze => self.freeze(i),
            Opcode::LLVMZExt => self.cast(i, Cast::Zext),
            Opcode::LLVMSExt => self.cast(i, Cast::Sext),
            Opcode::LLVMTrunc => self.cast(i, Cast::Trunc),
            Opcode::LLVMPtrToInt
            | Opcode::LLVMIntToPtr
            | Opcode::LLVMPtrToAddr
            | Opcode::LLVMAddrSpaceCast => self.pointer_cast(i),
            Opcode::LLVMBitCast => self.bit_cast(i),
            Opcode::LLVMFPExt => self.float_cast(i, FloatCast::Extend),
            Opcode::LLVMFPTrunc => self.float_cast(i, FloatCast::Truncate),
            Opcode::LLVMUIToFP => self.float_cast(i, FloatCast::FromUnsigned),
            Opcode::LLVMSIToFP => self.float_cast(i, FloatCast::FromSigned),
            Opcode::LLVMFPToUI => self.float_cast(i, FloatCast::ToUnsigned),
            Opcode::LLVMFPToSI => self.float_cast(i, FloatCast::ToSigned),
            Opcode::LLVMLoad => self.load(i),
            Opcode::LLVMStore => self.store(i),
            Opcode::LLVMGetElementPtr => self.address(i),
            Opcode::LLVMAlloca => self.alloca(i),
            Opcode::LLVMFence => Ok(()),
            Opcode::LLVMAtomicRMW => self.atomic_update(i),
            Opcode::LLVMAtomicCmpXchg => self.atomic_exchange(i),
            Opcode::LLVMExtractValue => self.extract_value(i),
            Opcode::LLVMInsertValue => self.insert_value(i),
            Opcode::LLVMExtractElement => self.extract_element(i),
            Opcode::LLVMInsertElement => self.insert_element(i),
            Opcode::LLVMShuffleVector => self.shuffle(i),
            Opcode::LLVMCall => self.call(i),
            Opcode::LLVMLandingPad => self.landing_pad(i),
            Opcode::LLVMVAArg => unsupported("`va_arg`"),
            other => unsupported(format!("`{}`", name(other))),
        }
    }

    /// A constant expression that has to be computed at run time.
    pub(super) fn expression(&mut self, value: Value<'m>) -> Lowered<Operand> {
        let binary = |op| move |builder: &mut Self| builder.constant_binary(value, op);
        match value.expression() {
            Opcode::LLVMAdd => binary(Binary::Add)(self),
            Opcode::LLVMSub => binary(Binary::Sub)(self),
            Opcode::LLVMMul => binary(Binary::Mul)(self),
            Opcode::LLVMXor => binary(Binary::Xor)(self),
            Opcode::LLVMGetElementPtr => self.address_of(value),
            Opcode::LLVMTrunc
            | Opcode::LLVMPtrToInt
            | Opcode::LLVMPtrToAddr
            | Opcode::LLVMIntToPtr
            | Opcode::LLVMAddrSpaceCast
            | Opcode::LLVMBitCast => {
                let from = self.shared.types.leaf(value.operand(0).ty())?.width;
                let to = self.shared.types.leaf(value.ty())?.width;
                let a = self.operand(value.operand(0))?;
                Ok(self.resize(a, from, to))
            }
            _ => unsupported(format!("the constant `{}`", value.text())),
        }
    }

    fn constant_binary(&mut self, value: Value<'m>, op: Binary) -> Lowered<Operand> {
        let width = self.shared.types.leaf(value.ty())?.width;
        let a = self.operand(value.operand(0))?;
        let b = self.operand(value.operand(1))?;
        Ok(self.compute(op, width, a, b))
    }

    /// A scalar with another width: zero-extended or truncated.
    pub(super) fn resize(&mut self, a: Operand, from: u8, to: u8) -> Operand {
        let op = match to.cmp(&from) {
            std::cmp::Ordering::Equal => return a,
            std::cmp::Ordering::Less => Cast::Trunc,
            std::cmp::Ordering::Greater => Cast::Zext,
        };
        if let Some(value) = self.known(a) {
            return self.number(to, value);
        }
        let dst = self.register(to);
        self.emit(Inst::Cast { op, from, to, dst, a });
        Operand::register(dst)
    }
}

/// Whether an instruction is arithmetic or a cast.
fn computes(opcode: Opcode) -> bool {
    matches!(
        opcode,
        Opcode::LLVMAdd
            | Opcode::LLVMSub
            | Opcode::LLVMMul
            | Opcode::LLVMUDiv
            | Opcode::LLVMSDiv
            | Opcode::LLVMURem
            | Opcode::LLVMSRem
            | Opcode::LLVMAnd
            | Opcode::LLVMOr
            | Opcode::LLVMXor
            | Opcode::LLVMShl
            | Opcode::LLVMLShr
            | Opcode::LLVMAShr
            | Opcode::LLVMICmp
            | Opcode::LLVMZExt
            | Opcode::LLVMSExt
            | Opcode::LLVMTrunc
            | Opcode::LLVMPtrToInt
            | Opcode::LLVMIntToPtr
            | Opcode::LLVMBitCast
            | Opcode::LLVMUIToFP
            | Opcode::LLVMSIToFP
            | Opcode::LLVMFPToUI
            | Opcode::LLVMFPToSI
    )
}

/// LLVM's name for an instruction that is not lowered.
pub(super) fn name(opcode: Opcode) -> &'static str {
    match opcode {
        Opcode::LLVMFPExt => "fpext",
        Opcode::LLVMFPTrunc => "fptrunc",
        Opcode::LLVMUIToFP => "uitofp",
        Opcode::LLVMSIToFP => "sitofp",
        Opcode::LLVMFPToUI => "fptoui",
        Opcode::LLVMFPToSI => "fptosi",
        Opcode::LLVMFAdd => "fadd",
        Opcode::LLVMFSub => "fsub",
        Opcode::LLVMFMul => "fmul",
        Opcode::LLVMFDiv => "fdiv",
        Opcode::LLVMFRem => "frem",
        Opcode::LLVMFNeg => "fneg",
        Opcode::LLVMFCmp => "fcmp",
        Opcode::LLVMCallBr => "callbr",
        Opcode::LLVMCleanupRet => "cleanupret",
        Opcode::LLVMCatchRet => "catchret",
        Opcode::LLVMCatchPad => "catchpad",
        Opcode::LLVMCleanupPad => "cleanuppad",
        Opcode::LLVMCatchSwitch => "catchswitch",
        Opcode::LLVMBitCast => "bitcast",
        Opcode::LLVMAtomicRMW => "atomicrmw",
        Opcode::LLVMUDiv => "udiv",
        Opcode::LLVMSDiv => "sdiv",
        Opcode::LLVMURem => "urem",
        Opcode::LLVMSRem => "srem",
        Opcode::LLVMPtrToInt => "ptrtoint",
        Opcode::LLVMIntToPtr => "inttoptr",
        _ => "an instruction of a newer LLVM",
    }
}
