//! Instructions.

use std::fmt;

use crate::ids::{BlockId, CallId, ConstId, FuncId, Reg, TextId};

/// A register or a constant, in one word: the highest bit tells which.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
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

/// What LLVM promises of an operation; `--ub` looks whether it holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Flags(pub u8);

impl Flags {
    /// The result is what signed numbers without limit would give.
    pub const NO_SIGNED_WRAP: Self = Self(1);
    /// The result is what unsigned numbers without limit would give.
    pub const NO_UNSIGNED_WRAP: Self = Self(2);
    /// Nothing is lost by a division or a shift to the right.
    pub const EXACT: Self = Self(4);

    /// Whether all of these are promised.
    #[must_use]
    pub fn has(self, flags: Self) -> bool {
        self.0 & flags.0 == flags.0
    }

    /// Both together.
    #[must_use]
    pub fn with(self, flags: Self) -> Self {
        Self(self.0 | flags.0)
    }
}

/// Arithmetic of two numbers of one width.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
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

/// Comparisons of two numbers of one width. The other four orders are these with their sides changed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "LLVM's names")]
pub enum Compare {
    Eq,
    Ne,
    Ult,
    Ule,
    Slt,
    Sle,
}

/// Numbers made wider or narrower.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cast {
    /// Zeros above.
    Zext,
    /// Copies of the sign above.
    Sext,
    /// The low bits.
    Trunc,
}

/// Arithmetic of two floating-point numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "LLVM's names")]
pub enum FloatBinary {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    /// IEEE 754-2008's: the other operand, if one is not a number.
    MinNum,
    MaxNum,
    /// IEEE 754-2019's: not a number, if one is not a number.
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
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
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

/// LLVM's comparisons of floating-point numbers, by the outcomes for which they hold.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FloatCompare {
    /// If both are equal.
    pub equal: bool,
    /// If the left one is less.
    pub less: bool,
    /// If the left one is greater.
    pub greater: bool,
    /// If one is not a number.
    pub unordered: bool,
}

/// Between floating-point numbers and integers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
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
    /// The nearest integer that there is; 0 for what is not a number.
    ToUnsignedSaturating,
    ToSignedSaturating,
}

/// What is not plain arithmetic. `dst`, `a`, `b`, `c` and `width` are those of [`Inst::Intrinsic`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Intrinsic {
    /// How many bits of `a` are 1.
    PopCount,
    /// How many bits of `a` above the highest 1 are 0; the width if there is none.
    LeadingZeros,
    /// How many bits of `a` below the lowest 1 are 0; the width if there is none.
    TrailingZeros,
    /// The bytes of `a` in the other order.
    SwapBytes,
    /// The bits of `a` in the other order.
    ReverseBits,
    /// The high word of `a:b` shifted left by `c` modulo the width.
    FunnelLeft,
    /// The low word of `a:b` shifted right by `c` modulo the width.
    FunnelRight,
    /// `dst` is `a + b`; the register behind it says whether that is not the unsigned sum.
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
    /// The nearest unsigned number to `a + b`.
    AddSaturatingUnsigned,
    /// The nearest signed number to `a + b`.
    AddSaturatingSigned,
    /// The nearest unsigned number to `a - b`.
    SubSaturatingUnsigned,
    /// The nearest signed number to `a - b`.
    SubSaturatingSigned,
    /// The nearest unsigned number to `a` shifted left by `b`.
    ShlSaturatingUnsigned,
    /// The nearest signed number to `a` shifted left by `b`.
    ShlSaturatingSigned,
    /// `c` bytes are copied to `a` from `b`, which may not overlap unless they are the same.
    CopyMemory,
    /// `c` bytes are copied to `a` from `b`.
    MoveMemory,
    /// `c` bytes from `a` on become the byte `b`.
    SetMemory,
    /// `a` times `b` plus `c`, rounded once; floating-point numbers.
    FusedMultiplyAdd,
    /// The kind of the number `a`, one of the bits `b` of LLVM's `is.fpclass`.
    FloatClass,
    /// The list of arguments at `a` begins.
    VaStart,
    /// The list of arguments at `a` ends.
    VaEnd,
    /// The list of arguments at `a` becomes that at `b`.
    VaCopy,
    /// The stack as it is now, to be restored.
    StackSave,
    /// The stack as it was when `a` was saved: what was allocated after that is gone.
    StackRestore,
    /// The memory at `a` begins to live, uninitialised.
    LifetimeStart,
    /// The memory at `a` ends to live.
    LifetimeEnd,
    /// `a` is promised to hold; `--ub` looks whether it does.
    Assume,
    /// The program breaks off.
    Trap,
    /// How many bytes there are behind `a`, or all ones if nobody knows.
    ObjectSize,
    /// The number that a landing pad's selector has for the type information at `a`.
    TypeIdFor,
    /// The address of the frame of the function, or of its caller; for code that only shows it.
    FrameAddress,
    /// A number that grows, of the processor.
    CycleCounter,
}

impl Intrinsic {
    /// How many of the operands `a`, `b`, `c` it has.
    #[must_use]
    pub fn operands(self) -> usize {
        match self {
            Self::StackSave | Self::Trap | Self::FrameAddress | Self::CycleCounter => 0,
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
            | Self::VaCopy => 2,
            Self::FunnelLeft
            | Self::FunnelRight
            | Self::CopyMemory
            | Self::MoveMemory
            | Self::SetMemory
            | Self::FusedMultiplyAdd => 3,
        }
    }

    /// How many registers it sets, from `dst` on.
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
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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
    /// `dst = a`, where `a` may be of no particular value: then it becomes some value.
    Freeze {
        width: u8,
        dst: Reg,
        a: Operand,
    },
    /// `dst` is `width` bits from `address` on. `align` is what is promised, in bytes. A width that
    /// is no multiple of 8 takes whole bytes, whose highest bits are 0.
    Load {
        width: u8,
        align: u8,
        dst: Reg,
        address: Operand,
    },
    /// `value`, `width` bits, is put to `address`.
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
    /// `dst` is the address of new memory of `count * size` bytes, gone when the function returns.
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
    /// See [`Intrinsic`]. `dst` is register 0 if nothing is set; operands that it does not have are
    /// the constant 0.
    Intrinsic {
        op: Intrinsic,
        width: u8,
        dst: Reg,
        a: Operand,
        b: Operand,
        c: Operand,
    },
    /// See [`Call`]. An `invoke` is a call with a landing pad, and a jump behind it.
    Call {
        call: CallId,
    },
    /// Where an exception is caught: `dst` is the exception's address, the register behind it the
    /// selector. `pad` is the place in the body's list.
    LandingPad {
        pad: u32,
        dst: Reg,
    },
    /// The exception at `exception` goes on to the caller.
    Resume {
        exception: Operand,
        selector: Operand,
    },
    /// What cannot be run.
    Unsupported {
        what: TextId,
    },
    // What follows ends a block.
    Jump {
        to: BlockId,
    },
    Branch {
        condition: Operand,
        yes: BlockId,
        no: BlockId,
    },
    /// `switch` is the place in the body's list.
    Switch {
        width: u8,
        value: Operand,
        switch: u32,
    },
    /// `values` is the place in the body's list of what is returned.
    Return {
        values: u32,
    },
    Unreachable,
}

impl Inst {
    /// Whether it ends a block. [`Inst::Unsupported`] does not: another one stands behind it.
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

/// Who is called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Callee {
    /// A function of the program.
    Function(FuncId),
    /// Whoever has this address.
    Indirect(Operand),
}

/// A call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    /// Who is called.
    pub callee: Callee,
    /// The arguments; a struct is several.
    pub arguments: Box<[Operand]>,
    /// The widths of the arguments.
    pub widths: Box<[u8]>,
    /// For each argument that is a copy of memory (`byval`): how many bytes; else 0. Empty if there
    /// is none.
    pub copies: Box<[u32]>,
    /// The registers that what is returned goes to.
    pub results: Box<[Reg]>,
    /// Where an exception goes on.
    pub unwind: Option<BlockId>,
}

/// A many-way branch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Switch {
    /// The values, in order, with where they lead.
    pub cases: Box<[(u128, BlockId)]>,
    /// Where every other value leads.
    pub default: BlockId,
}

/// A landing pad.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pad {
    /// Whether it is entered for every exception.
    pub cleanup: bool,
    /// What it catches, in order.
    pub clauses: Box<[Clause]>,
}

/// What a landing pad catches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Clause {
    /// Exceptions of this type information; the null pointer catches all.
    Catch(Operand),
    /// Exceptions of none of these.
    Filter(Box<[Operand]>),
}
