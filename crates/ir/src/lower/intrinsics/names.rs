//! Classifies intrinsics by their names.

use crate::inst::{Binary, Compare, FloatBinary, FloatCast, FloatUnary, Intrinsic};

/// How an intrinsic is lowered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) enum Known {
    /// It does nothing and has no result.
    Nothing,
    /// The result is its first argument.
    First,
    /// The result, if any, is this number.
    Number(u8),
    /// It copies or sets memory.
    Memory(Intrinsic),
    /// It is an intrinsic of the machine.
    Machine(Intrinsic),
    Assume,
    /// One scalar in, one scalar out; other arguments are ignored.
    Bits(Intrinsic),
    Pairs(Intrinsic),
    Triples(Intrinsic),
    /// Two scalars in, one scalar and a bit out.
    Overflow(Intrinsic),
    /// A minimum or maximum.
    Best(Order),
    Abs,
    ThreeWay {
        signed: bool,
    },
    PointerMask,
    LoadRelative,
    IsConstant,
    FloatUnary(FloatUnary),
    FloatBinary(FloatBinary),
    FloatWithInt(FloatBinary),
    MultiplyAdd,
    RoundToInt(FloatUnary),
    ToInt(FloatCast),
    FloatClass,
    SinCos,
    Canonical,
    Reduce(Reduction),
    Steps,
    ActiveLanes,
    FirstElement,
    VectorReverse,
    VectorInsert,
    VectorExtract,
    Interleave,
    Deinterleave,
    SignMask,
    MaskedLoad,
    MaskedStore,
    Gather,
    Scatter,
    /// It is not lowered.
    Unknown,
}

/// Which of two scalars is selected: the first one, if the comparison of it with the second (or,
/// turned, of the second with it) holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) struct Order {
    pub(super) op: Compare,
    pub(super) turned: bool,
}

const UMIN: Order = Order { op: Compare::Ult, turned: false };
const UMAX: Order = Order { op: Compare::Ult, turned: true };
const SMIN: Order = Order { op: Compare::Slt, turned: false };
const SMAX: Order = Order { op: Compare::Slt, turned: true };

/// How the elements of a vector are reduced to one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) enum Reduction {
    Numbers(Binary),
    Best(Order),
    /// Starting with the first argument.
    FloatsFrom(FloatBinary),
    Floats(FloatBinary),
}

/// Classifies an intrinsic. The name is without its types.
pub(in super::super) fn known(name: &str) -> Known {
    let name = name.strip_prefix("llvm.").unwrap_or(name);
    memory(name)
        .or_else(|| number(name))
        .or_else(|| float(name))
        .or_else(|| vector(name))
        .or_else(|| hint(name))
        .unwrap_or(Known::Unknown)
}

fn memory(name: &str) -> Option<Known> {
    Some(match name {
        "memcpy" | "memcpy.inline" | "memcpy.element.unordered.atomic" => {
            Known::Memory(Intrinsic::CopyMemory)
        }
        "memmove" | "memmove.element.unordered.atomic" => Known::Memory(Intrinsic::MoveMemory),
        "memset" | "memset.inline" | "memset.element.unordered.atomic" => {
            Known::Memory(Intrinsic::SetMemory)
        }
        "lifetime.start" => Known::Machine(Intrinsic::LifetimeStart),
        "lifetime.end" => Known::Machine(Intrinsic::LifetimeEnd),
        "va_start" => Known::Machine(Intrinsic::VaStart),
        "va_end" => Known::Machine(Intrinsic::VaEnd),
        "va_copy" => Known::Machine(Intrinsic::VaCopy),
        "stacksave" => Known::Machine(Intrinsic::StackSave),
        "stackrestore" => Known::Machine(Intrinsic::StackRestore),
        "trap" | "debugtrap" | "ubsantrap" => Known::Machine(Intrinsic::Trap),
        "objectsize" => Known::Machine(Intrinsic::ObjectSize),
        "eh.typeid.for" => Known::Machine(Intrinsic::TypeIdFor),
        "frameaddress" | "returnaddress" | "addressofreturnaddress" | "sponentry" => {
            Known::Machine(Intrinsic::FrameAddress)
        }
        "readcyclecounter" | "readsteadycounter" | "x86.rdtsc" => {
            Known::Machine(Intrinsic::CycleCounter)
        }
        "ptrmask" => Known::PointerMask,
        "load.relative" => Known::LoadRelative,
        "masked.load" => Known::MaskedLoad,
        "masked.store" => Known::MaskedStore,
        "masked.gather" => Known::Gather,
        "masked.scatter" => Known::Scatter,
        _ => return None,
    })
}

fn number(name: &str) -> Option<Known> {
    Some(match name {
        "ctpop" => Known::Bits(Intrinsic::PopCount),
        "ctlz" => Known::Bits(Intrinsic::LeadingZeros),
        "cttz" => Known::Bits(Intrinsic::TrailingZeros),
        "bswap" => Known::Bits(Intrinsic::SwapBytes),
        "bitreverse" => Known::Bits(Intrinsic::ReverseBits),
        "fshl" => Known::Triples(Intrinsic::FunnelLeft),
        "fshr" => Known::Triples(Intrinsic::FunnelRight),
        "uadd.with.overflow" => Known::Overflow(Intrinsic::AddOverflowsUnsigned),
        "sadd.with.overflow" => Known::Overflow(Intrinsic::AddOverflowsSigned),
        "usub.with.overflow" => Known::Overflow(Intrinsic::SubOverflowsUnsigned),
        "ssub.with.overflow" => Known::Overflow(Intrinsic::SubOverflowsSigned),
        "umul.with.overflow" => Known::Overflow(Intrinsic::MulOverflowsUnsigned),
        "smul.with.overflow" => Known::Overflow(Intrinsic::MulOverflowsSigned),
        "uadd.sat" => Known::Pairs(Intrinsic::AddSaturatingUnsigned),
        "sadd.sat" => Known::Pairs(Intrinsic::AddSaturatingSigned),
        "usub.sat" => Known::Pairs(Intrinsic::SubSaturatingUnsigned),
        "ssub.sat" => Known::Pairs(Intrinsic::SubSaturatingSigned),
        "ushl.sat" => Known::Pairs(Intrinsic::ShlSaturatingUnsigned),
        "sshl.sat" => Known::Pairs(Intrinsic::ShlSaturatingSigned),
        "umin" => Known::Best(UMIN),
        "umax" => Known::Best(UMAX),
        "smin" => Known::Best(SMIN),
        "smax" => Known::Best(SMAX),
        "abs" => Known::Abs,
        "ucmp" => Known::ThreeWay { signed: false },
        "scmp" => Known::ThreeWay { signed: true },
        _ => return None,
    })
}

fn float(name: &str) -> Option<Known> {
    Some(match name {
        "fabs" => Known::FloatUnary(FloatUnary::Abs),
        "sqrt" => Known::FloatUnary(FloatUnary::Sqrt),
        "floor" => Known::FloatUnary(FloatUnary::Floor),
        "ceil" => Known::FloatUnary(FloatUnary::Ceil),
        "trunc" => Known::FloatUnary(FloatUnary::Trunc),
        "rint" => Known::FloatUnary(FloatUnary::Rint),
        "nearbyint" => Known::FloatUnary(FloatUnary::NearbyInt),
        "round" => Known::FloatUnary(FloatUnary::Round),
        "roundeven" => Known::FloatUnary(FloatUnary::RoundEven),
        "sin" => Known::FloatUnary(FloatUnary::Sin),
        "cos" => Known::FloatUnary(FloatUnary::Cos),
        "tan" => Known::FloatUnary(FloatUnary::Tan),
        "exp" => Known::FloatUnary(FloatUnary::Exp),
        "exp2" => Known::FloatUnary(FloatUnary::Exp2),
        "log" => Known::FloatUnary(FloatUnary::Log),
        "log2" => Known::FloatUnary(FloatUnary::Log2),
        "log10" => Known::FloatUnary(FloatUnary::Log10),
        "copysign" => Known::FloatBinary(FloatBinary::CopySign),
        // The newer pair differs only in the order of zeros, which the older one leaves open.
        "minnum" | "minimumnum" => Known::FloatBinary(FloatBinary::MinNum),
        "maxnum" | "maximumnum" => Known::FloatBinary(FloatBinary::MaxNum),
        "minimum" => Known::FloatBinary(FloatBinary::Minimum),
        "maximum" => Known::FloatBinary(FloatBinary::Maximum),
        "pow" => Known::FloatBinary(FloatBinary::Pow),
        "atan2" => Known::FloatBinary(FloatBinary::Atan2),
        "powi" => Known::FloatWithInt(FloatBinary::Powi),
        "ldexp" => Known::FloatWithInt(FloatBinary::Ldexp),
        "fma" => Known::Triples(Intrinsic::FusedMultiplyAdd),
        "fmuladd" => Known::MultiplyAdd,
        "lrint" | "llrint" => Known::RoundToInt(FloatUnary::Rint),
        "lround" | "llround" => Known::RoundToInt(FloatUnary::Round),
        "fptoui.sat" => Known::ToInt(FloatCast::ToUnsignedSaturating),
        "fptosi.sat" => Known::ToInt(FloatCast::ToSignedSaturating),
        "is.fpclass" => Known::FloatClass,
        "sincos" => Known::SinCos,
        "canonicalize" => Known::Canonical,
        // To the nearest number.
        "get.rounding" => Known::Number(1),
        _ => return None,
    })
}

fn vector(name: &str) -> Option<Known> {
    let name = name.strip_prefix("experimental.").unwrap_or(name);
    Some(match name {
        "vector.reduce.add" => Known::Reduce(Reduction::Numbers(Binary::Add)),
        "vector.reduce.mul" => Known::Reduce(Reduction::Numbers(Binary::Mul)),
        "vector.reduce.and" => Known::Reduce(Reduction::Numbers(Binary::And)),
        "vector.reduce.or" => Known::Reduce(Reduction::Numbers(Binary::Or)),
        "vector.reduce.xor" => Known::Reduce(Reduction::Numbers(Binary::Xor)),
        "vector.reduce.umin" => Known::Reduce(Reduction::Best(UMIN)),
        "vector.reduce.umax" => Known::Reduce(Reduction::Best(UMAX)),
        "vector.reduce.smin" => Known::Reduce(Reduction::Best(SMIN)),
        "vector.reduce.smax" => Known::Reduce(Reduction::Best(SMAX)),
        "vector.reduce.fadd" => Known::Reduce(Reduction::FloatsFrom(FloatBinary::Add)),
        "vector.reduce.fmul" => Known::Reduce(Reduction::FloatsFrom(FloatBinary::Mul)),
        "vector.reduce.fmin" => Known::Reduce(Reduction::Floats(FloatBinary::MinNum)),
        "vector.reduce.fmax" => Known::Reduce(Reduction::Floats(FloatBinary::MaxNum)),
        "vector.reduce.fminimum" => Known::Reduce(Reduction::Floats(FloatBinary::Minimum)),
        "vector.reduce.fmaximum" => Known::Reduce(Reduction::Floats(FloatBinary::Maximum)),
        "stepvector" => Known::Steps,
        "get.active.lane.mask" => Known::ActiveLanes,
        "cttz.elts" => Known::FirstElement,
        "vector.reverse" => Known::VectorReverse,
        "vector.insert" => Known::VectorInsert,
        "vector.extract" => Known::VectorExtract,
        "vector.interleave2" => Known::Interleave,
        "vector.deinterleave2" => Known::Deinterleave,
        "x86.sse2.pmovmskb.128"
        | "x86.avx2.pmovmskb"
        | "x86.sse.movmsk.ps"
        | "x86.sse2.movmsk.pd"
        | "x86.avx.movmsk.ps.256"
        | "x86.avx.movmsk.pd.256" => Known::SignMask,
        _ => return None,
    })
}

/// Hints to the compiler, and operations without effect for a single thread.
fn hint(name: &str) -> Option<Known> {
    Some(match name {
        "assume" => Known::Assume,
        "expect"
        | "expect.with.probability"
        | "launder.invariant.group"
        | "strip.invariant.group"
        | "threadlocal.address"
        | "ssa.copy"
        | "annotation"
        | "ptr.annotation"
        | "arithmetic.fence" => Known::First,
        // `xgetbv` says which registers the system saves: 0 means none of the optional ones.
        "is.constant" => Known::IsConstant,
        "invariant.start" | "get.dynamic.area.offset" | "x86.xgetbv" => Known::Number(0),
        "type.test" | "public.type.test" | "allow.runtime.check" | "allow.ubsan.check" => {
            Known::Number(1)
        }
        "experimental.noalias.scope.decl"
        | "invariant.end"
        | "donothing"
        | "prefetch"
        | "sideeffect"
        | "pseudoprobe"
        | "var.annotation"
        | "codeview.annotation"
        | "fake.use"
        | "clear_cache"
        | "x86.sse2.pause"
        | "x86.sse2.lfence"
        | "x86.sse2.mfence"
        | "x86.sse2.clflush"
        | "x86.sse.sfence" => Known::Nothing,
        name if name.starts_with("dbg.") => Known::Nothing,
        _ => return None,
    })
}
