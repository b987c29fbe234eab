//! Functions of LLVM's own.

use super::function::Builder;
use super::raw::Value;
use super::types::{Lowered, unsupported};
use crate::ids::Reg;
use crate::inst::{Inst, Intrinsic};

/// What lowering knows of an intrinsic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Known {
    /// It does nothing and gives nothing.
    Nothing,
    /// It gives its first argument.
    First,
    /// It copies or sets memory.
    Memory(Intrinsic),
    /// It is an instruction without result; its last argument is the operand.
    Last(Intrinsic),
    /// It is not lowered.
    Unknown,
}

/// What is known of an intrinsic, by its name without types.
pub(super) fn known(name: &str) -> Known {
    match name.strip_prefix("llvm.").unwrap_or(name) {
        "memcpy" | "memcpy.inline" => Known::Memory(Intrinsic::CopyMemory),
        "memmove" => Known::Memory(Intrinsic::MoveMemory),
        "memset" | "memset.inline" => Known::Memory(Intrinsic::SetMemory),
        "lifetime.start" => Known::Last(Intrinsic::LifetimeStart),
        "lifetime.end" => Known::Last(Intrinsic::LifetimeEnd),
        "expect" => Known::First,
        name if name.starts_with("dbg.") => Known::Nothing,
        _ => Known::Unknown,
    }
}

impl<'m> Builder<'_, 'm> {
    pub(super) fn intrinsic(&mut self, i: Value<'m>, known: Known) -> Lowered {
        let zero = self.number(1, 0);
        match known {
            Known::Nothing => {}
            Known::First => {
                let parts = self.parts(i.operand(0))?;
                self.define_as(i, parts);
            }
            Known::Memory(op) => {
                let (a, b) = (self.operand(i.operand(0))?, self.operand(i.operand(1))?);
                let c = self.extended(i.operand(2))?;
                self.emit(Inst::Intrinsic { op, width: 64, dst: Reg(0), a, b, c });
            }
            Known::Last(op) => {
                let a = self.operand(i.operand(i.arguments() - 1))?;
                self.emit(Inst::Intrinsic { op, width: 64, dst: Reg(0), a, b: zero, c: zero });
            }
            Known::Unknown => return unsupported(format!("`{}`", i.callee().name())),
        }
        Ok(())
    }
}
