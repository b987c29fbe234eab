//! LLVM's intrinsics that matter here.

use super::body::Kind;

/// Their results depend only on their arguments, and they cannot fail.
const PURE: &[&str] = &[
    "llvm.abs.",
    "llvm.bitreverse.",
    "llvm.bswap.",
    "llvm.copysign.",
    "llvm.ctlz.",
    "llvm.ctpop.",
    "llvm.cttz.",
    "llvm.fabs.",
    "llvm.fshl.",
    "llvm.fshr.",
    "llvm.is.fpclass.",
    "llvm.sadd.sat.",
    "llvm.sadd.with.overflow.",
    "llvm.scmp.",
    "llvm.smax.",
    "llvm.smin.",
    "llvm.smul.with.overflow.",
    "llvm.ssub.sat.",
    "llvm.ssub.with.overflow.",
    "llvm.uadd.sat.",
    "llvm.uadd.with.overflow.",
    "llvm.ucmp.",
    "llvm.umax.",
    "llvm.umin.",
    "llvm.umul.with.overflow.",
    "llvm.usub.sat.",
    "llvm.usub.with.overflow.",
];

/// They are only hints for the optimiser.
const NOTHING: &[&str] = &[
    "llvm.assume",
    "llvm.dbg.",
    "llvm.donothing",
    "llvm.experimental.noalias.scope.decl",
    "llvm.lifetime.",
    "llvm.sideeffect",
];

/// They return their first argument.
const SAME: &[&str] = &["llvm.expect."];

/// The kind of an intrinsic; `None` for all that are not listed here.
pub(super) fn kind(name: &str) -> Option<Kind> {
    let is_in = |names: &[&str]| names.iter().any(|start| name.starts_with(start));
    match name {
        _ if is_in(PURE) => Some(Kind::Pure),
        _ if is_in(NOTHING) => Some(Kind::Nothing),
        _ if is_in(SAME) => Some(Kind::Same),
        _ => None,
    }
}
