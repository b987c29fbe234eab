//! Instructions.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::ids::{BlockId, CallId, ConstId, FuncId, Reg, TextId};
use crate::passing::Pass;

/// A register or a constant, in one word: the highest bit says which.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Operand(u32);

impl Operand {
    const CONSTANT: u32 = 1 << 31;

    /// The operand that is a register.
    ///
    /// # Panics
    /// If there are more than 2^31 registers.
    #[must_use]
    pub fn register(register: Reg) -> Self {
        assert!(register.0 < Self::CONSTANT, "at most 2^31 registers");
        Self(register.0)
    }

    /// The operand that is a constant.
    ///
    /// # Panics
    /// If there are more than 2^31 constants.
    #[must_use]
    pub fn constant(constant: ConstId) -> Self {
        assert!(constant.0 < Self::CONSTANT, "at most 2^31 constants");
        Self(constant.0 | Self::CONSTANT)
    }

    /// The register, if it is one.
    #[inline]
    #[must_use]
    pub fn as_register(self) -> Option<Reg> {
        (self.0 & Self::CONSTANT == 0).then_some(Reg(self.0))
    }

    /// The constant, if it is one.
    #[inline]
    #[must_use]
    pub fn as_constant(self) -> Option<ConstId> {
        (self.0 & Self::CONSTANT != 0).then_some(ConstId(self.0 & !Self::CONSTANT))
    }
}

impl fmt::Debug for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.as_register() {
            Some(register) => write!(f, "%{}", register.0),
            None => write!(f, "#{}", self.0 & !Self::CONSTANT),
        }
    }
}

/// LLVM's flags of an operation; `--ub` checks whether they hold.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Flags(pub u8);

impl Flags {
    /// No signed overflow.
    pub const NO_SIGNED_WRAP: Self = Self(1);
    /// No unsigned overflow.
    pub const NO_UNSIGNED_WRAP: Self = Self(2);
    /// No bits are lost by a division or a right shift.
    pub const EXACT: Self = Self(4);

    /// Whether all of these flags are set.
    #[must_use]
    pub fn has(self, flags: Self) -> bool {
        self.0 & flags.0 == flags.0
    }

    /// Both sets together.
    #[must_use]
    pub fn with(self, flags: Self) -> Self {
        Self(self.0 | flags.0)
    }
}

/// Arithmetic of two numbers of one width.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[expect(missing_docs, reason = "LLVM's names")]
pub enum Binary {
    Add,
    Sub,
    Mul,
    Udiv,
    Sdiv,
    Urem,
    Srem,
    And,
    Or,
    Xor,
    Shl,
    Lshr,
    Ashr,
}

/// Comparisons of two numbers of one width. The other four orders swap the operands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[expect(missing_docs, reason = "LLVM's names")]
pub enum Compare {
    Eq,
    Ne,
    Ult,
    Ule,
    Slt,
    Sle,
}

/// Changes of width.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Cast {
    /// Zero extension.
    Zext,
    /// Sign extension.
    Sext,
    /// Truncation.
    Trunc,
}

/// Arithmetic of two floating-point numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[expect(missing_docs, reason = "LLVM's names")]
pub enum FloatBinary {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    /// As in IEEE 754-2008: if one operand is NaN, the other one.
    MinNum,
    MaxNum,
    /// As in IEEE 754-2019: NaN if one operand is NaN.
    Minimum,
    Maximum,
    CopySign,
    Pow,
    /// `a` times two to the power of `b`, an `int` of 32 bits.
    Ldexp,
    /// `a` to the power of `b`, an `int` of 32 bits.
    Powi,
    Atan2,
}

/// Functions of one floating-point number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[expect(missing_docs, reason = "LLVM's names")]
pub enum FloatUnary {
    Neg,
    Abs,
    Sqrt,
    Floor,
    Ceil,
    Trunc,
    Rint,
    NearbyInt,
    Round,
    RoundEven,
    Sin,
    Cos,
    Tan,
    Exp,
    Exp2,
    Log,
    Log2,
    Log10,
}

/// LLVM's comparisons of floating-point numbers, as sets of outcomes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct FloatCompare {
    /// If both are equal.
    pub equal: bool,
    /// If the left one is less.
    pub less: bool,
    /// If the left one is greater.
    pub greater: bool,
    /// If one is NaN.
    pub unordered: bool,
}

/// Conversions between floating-point numbers and integers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[expect(missing_docs, reason = "LLVM's names")]
pub enum FloatCast {
    /// `float` to `double`.
    Extend,
    /// `double` to `float`.
    Truncate,
    FromUnsigned,
    FromSigned,
    ToUnsigned,
    ToSigned,
    /// The nearest representable integer; 0 for NaN.
    ToUnsignedSaturating,
    ToSignedSaturating,
}

/// Operations other than plain arithmetic. `dst`, `a`, `b`, `c` and `width` are those of
/// [`Inst::Intrinsic`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Intrinsic {
    /// The number of 1 bits in `a`.
    PopCount,
    /// The number of leading zeros of `a`; the width if `a` is 0.
    LeadingZeros,
    /// The number of trailing zeros of `a`; the width if `a` is 0.
    TrailingZeros,
    /// The bytes of `a` in reverse order.
    SwapBytes,
    /// The bits of `a` in reverse order.
    ReverseBits,
    /// The high word of `a:b` shifted left by `c` modulo the width.
    FunnelLeft,
    /// The low word of `a:b` shifted right by `c` modulo the width.
    FunnelRight,
    /// `dst` is `a + b`; the next register says whether the unsigned sum overflows.
    AddOverflowsUnsigned,
    /// Likewise, for the signed sum.
    AddOverflowsSigned,
    /// Likewise, for the unsigned difference.
    SubOverflowsUnsigned,
    /// Likewise, for the signed difference.
    SubOverflowsSigned,
    /// Likewise, for the unsigned product.
    MulOverflowsUnsigned,
    /// Likewise, for the signed product.
    MulOverflowsSigned,
    /// The unsigned sum `a + b`, saturated.
    AddSaturatingUnsigned,
    /// The signed sum `a + b`, saturated.
    AddSaturatingSigned,
    /// The unsigned difference `a - b`, saturated.
    SubSaturatingUnsigned,
    /// The signed difference `a - b`, saturated.
    SubSaturatingSigned,
    /// `a` shifted left by `b`, unsigned, saturated.
    ShlSaturatingUnsigned,
    /// `a` shifted left by `b`, signed, saturated.
    ShlSaturatingSigned,
    /// Copies `c` bytes from `b` to `a`; the ranges must not overlap unless they are the same.
    CopyMemory,
    /// Copies `c` bytes from `b` to `a`.
    MoveMemory,
    /// Sets `c` bytes from `a` on to the byte `b`.
    SetMemory,
    /// `a` times `b` plus `c`, rounded once; floating-point numbers.
    FusedMultiplyAdd,
    /// Whether the class of the number `a` is among the bits `b` of LLVM's `is.fpclass`.
    FloatClass,
    /// Starts the list of variable arguments at `a`.
    VaStart,
    /// Ends the list of variable arguments at `a`.
    VaEnd,
    /// Copies the list of variable arguments at `b` to `a`.
    VaCopy,
    /// The current state of the stack, to be restored.
    StackSave,
    /// Restores the stack saved in `a`; later allocations are gone.
    StackRestore,
    /// Starts the lifetime of the memory at `a`, uninitialised.
    LifetimeStart,
    /// Ends the lifetime of the memory at `a`.
    LifetimeEnd,
    /// Assumes that `a` holds; `--ub` checks whether it does.
    Assume,
    /// `--ub` checks that `a` is not 0: the intrinsic after it is not defined for 0.
    NotZero,
    /// The index `a` must be below `b`, the number of elements of a vector.
    InVector,
    /// A computed jump that leads to no block: an error of the program.
    BadJump,
    /// Aborts the program.
    Trap,
    /// The number of bytes from `a` to the end of its object, or all ones if unknown.
    ObjectSize,
    /// The selector value of a landing pad for the type information at `a`.
    TypeIdFor,
    /// The address of the function's frame or its caller's; only for display.
    FrameAddress,
    /// The cycle counter of the processor.
    CycleCounter,
}

impl Intrinsic {
    /// The number of operands among `a`, `b`, `c`.
    #[must_use]
    pub fn operands(self) -> usize {
        match self {
            Self::StackSave
            | Self::BadJump
            | Self::Trap
            | Self::FrameAddress
            | Self::CycleCounter => 0,
            Self::PopCount
            | Self::LeadingZeros
            | Self::TrailingZeros
            | Self::SwapBytes
            | Self::ReverseBits
            | Self::VaStart
            | Self::VaEnd
            | Self::StackRestore
            | Self::LifetimeStart
            | Self::LifetimeEnd
            | Self::Assume
            | Self::NotZero
            | Self::ObjectSize
            | Self::TypeIdFor => 1,
            Self::AddOverflowsUnsigned
            | Self::AddOverflowsSigned
            | Self::SubOverflowsUnsigned
            | Self::SubOverflowsSigned
            | Self::MulOverflowsUnsigned
            | Self::MulOverflowsSigned
            | Self::AddSaturatingUnsigned
            | Self::AddSaturatingSigned
            | Self::SubSaturatingUnsigned
            | Self::SubSaturatingSigned
            | Self::ShlSaturatingUnsigned
            | Self::ShlSaturatingSigned
            | Self::FloatClass
            | Self::InVector
            | Self::VaCopy => 2,
            Self::FunnelLeft
            | Self::FunnelRight
            | Self::CopyMemory
            | Self::MoveMemory
            | Self::SetMemory
            | Self::FusedMultiplyAdd => 3,
        }
    }

    /// The number of registers that it sets, from `dst` on.
    #[must_use]
    pub fn results(self) -> usize {
        match self {
            Self::CopyMemory
            | Self::MoveMemory
            | Self::SetMemory
            | Self::VaStart
            | Self::VaEnd
            | Self::VaCopy
            | Self::StackRestore
            | Self::LifetimeStart
            | Self::LifetimeEnd
            | Self::Assume
            | Self::NotZero
            | Self::InVector
            | Self::BadJump
            | Self::Trap => 0,
            Self::AddOverflowsUnsigned
            | Self::AddOverflowsSigned
            | Self::SubOverflowsUnsigned
            | Self::SubOverflowsSigned
            | Self::MulOverflowsUnsigned
            | Self::MulOverflowsSigned => 2,
            _ => 1,
        }
    }
}

/// An instruction. `dst` is the register that it sets; `width` is that of its operands, in bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the fields are what the variants say")]
pub enum Inst {
    /// `dst = a op b`.
    Binary {
        op: Binary,
        width: u8,
        flags: Flags,
        dst: Reg,
        a: Operand,
        b: Operand,
    },
    /// `dst = a op b`, one bit.
    Compare {
        op: Compare,
        width: u8,
        dst: Reg,
        a: Operand,
        b: Operand,
    },
    /// `dst = op a`, from one width to another.
    Cast {
        op: Cast,
        from: u8,
        to: u8,
        dst: Reg,
        a: Operand,
    },
    /// `dst = yes` if the bit `condition` is 1, else `no`; both are evaluated.
    Select {
        width: u8,
        dst: Reg,
        condition: Operand,
        yes: Operand,
        no: Operand,
    },
    /// `dst = a`.
    Move {
        dst: Reg,
        a: Operand,
    },
    /// `dst = a`, where `a` may be undefined: then it becomes a fixed arbitrary value.
    Freeze {
        width: u8,
        dst: Reg,
        a: Operand,
    },
    /// Loads `width` bits at `address` into `dst`. `align` is the guaranteed alignment in bytes. A
    /// width that is not a multiple of 8 takes whole bytes, whose highest bits are 0.
    Load {
        width: u8,
        align: u8,
        dst: Reg,
        address: Operand,
    },
    /// Stores the `width` bits of `value` at `address`.
    Store {
        width: u8,
        align: u8,
        value: Operand,
        address: Operand,
    },
    /// `dst = base + offset`, an address.
    Offset {
        dst: Reg,
        base: Operand,
        offset: i64,
    },
    /// `dst = base + index * scale`, an address; `index` is signed and `width` bits wide.
    Index {
        width: u8,
        dst: Reg,
        base: Operand,
        index: Operand,
        scale: u32,
    },
    /// `dst` is the address of new memory of `count * size` bytes, freed when the function returns.
    /// `count` is 64 bits wide.
    Alloca {
        align: u8,
        dst: Reg,
        count: Operand,
        size: u32,
    },
    /// Arithmetic of floating-point numbers of 32 or 64 bits.
    FloatBinary {
        op: FloatBinary,
        width: u8,
        dst: Reg,
        a: Operand,
        b: Operand,
    },
    FloatUnary {
        op: FloatUnary,
        width: u8,
        dst: Reg,
        a: Operand,
    },
    FloatCompare {
        op: FloatCompare,
        width: u8,
        dst: Reg,
        a: Operand,
        b: Operand,
    },
    FloatCast {
        op: FloatCast,
        from: u8,
        to: u8,
        dst: Reg,
        a: Operand,
    },
    /// See [`Intrinsic`]. `dst` is register 0 if it sets none; missing operands are the constant 0.
    Intrinsic {
        op: Intrinsic,
        width: u8,
        dst: Reg,
        a: Operand,
        b: Operand,
        c: Operand,
    },
    /// See [`Wide`]. `wide` is the index in the body's list.
    Wide {
        wide: u32,
    },
    /// See [`Call`]. An `invoke` is a call with a landing pad, followed by a jump.
    Call {
        call: CallId,
    },
    /// A landing pad: `dst` is the exception's address, the next register the selector. `pad` is
    /// the index in the body's list.
    LandingPad {
        pad: u32,
        dst: Reg,
    },
    /// Rethrows the exception at `exception` to the caller.
    Resume {
        exception: Operand,
        selector: Operand,
    },
    /// An unsupported instruction.
    Unsupported {
        what: TextId,
    },
    // The following instructions are terminators.
    Jump {
        to: BlockId,
    },
    Branch {
        condition: Operand,
        yes: BlockId,
        no: BlockId,
    },
    /// `switch` is the index in the body's list.
    Switch {
        width: u8,
        value: Operand,
        switch: u32,
    },
    /// `values` is the index in the body's list of returned values.
    Return {
        values: u32,
    },
    Unreachable,
}

impl Inst {
    /// Whether it is a terminator. [`Inst::Unsupported`] is not: another instruction follows it.
    #[must_use]
    pub fn is_terminator(&self) -> bool {
        matches!(
            self,
            Self::Jump { .. }
                | Self::Branch { .. }
                | Self::Switch { .. }
                | Self::Return { .. }
                | Self::Resume { .. }
                | Self::Unreachable
        )
    }
}

/// Operations on integers of more than 128 bits that are not done word by word.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[expect(missing_docs, reason = "LLVM's names")]
pub enum WideOp {
    Udiv,
    Sdiv,
    Urem,
    Srem,
    Shl,
    Lshr,
    Ashr,
    PopCount,
    LeadingZeros,
    TrailingZeros,
    SwapBytes,
    ReverseBits,
    /// The product, and a bit that says whether it does not fit.
    MulOverflowsUnsigned,
    MulOverflowsSigned,
    /// From a floating-point number of so many bits, and to one.
    FromFloat {
        float: u8,
        signed: bool,
    },
    ToFloat {
        float: u8,
        signed: bool,
    },
}

/// An operation on integers of more than 128 bits: lists of words of 64 bits, the lowest first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Wide {
    /// The operation.
    pub op: WideOp,
    /// The width of the integers.
    pub width: u32,
    /// The words of the first operand, or the floating-point number.
    pub a: Box<[Operand]>,
    /// The words of the second operand, if there is one.
    pub b: Box<[Operand]>,
    /// The words of the result, or the floating-point number, and the bit if there is one.
    pub results: Box<[Reg]>,
}

/// The callee.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Callee {
    /// A function of the program.
    Function(FuncId),
    /// The function at this address.
    Indirect(Operand),
}

/// A call.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Call {
    /// The callee.
    pub callee: Callee,
    /// The arguments; a struct becomes several.
    pub arguments: Box<[Operand]>,
    /// The widths of the arguments.
    pub widths: Box<[u8]>,
    /// How each argument is passed.
    pub passing: Box<[Pass]>,
    /// For each argument that is copied (`byval`): its size in bytes; otherwise 0. Empty if no
    /// argument is copied.
    pub copies: Box<[u32]>,
    /// The registers for the results.
    pub results: Box<[Reg]>,
    /// How each result is returned.
    pub returning: Box<[Pass]>,
    /// Whether the results are used.
    pub is_used: bool,
    /// The landing pad for exceptions.
    pub unwind: Option<BlockId>,
}

/// A switch.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Switch {
    /// The case values, in order, with their targets.
    pub cases: Box<[(u128, BlockId)]>,
    /// The default target.
    pub default: BlockId,
}

/// A landing pad.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Pad {
    /// Whether it is a cleanup, entered for every exception.
    pub cleanup: bool,
    /// Its clauses, in order.
    pub clauses: Box<[Clause]>,
}

/// A clause of a landing pad.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Clause {
    /// Catches exceptions with this type information; the null pointer catches all.
    Catch(Operand),
    /// Catches exceptions with none of these.
    Filter(Box<[Operand]>),
}
