//! The intermediate representation that the symbolic machine runs.
//!
//! A [`Program`] is lowered once from an LLVM module and never changes. It is made for an
//! interpreter: everything that LLVM looks up is resolved here.
//!
//! - A value is a **register** of a function, or a **constant** of the program ([`Operand`]). Both are
//!   numbers of 1 to 128 bits; a pointer is 64 bits, a `float` its 32 bits.
//! - Structs, arrays and vectors are split: one register per member, and one instruction per
//!   element of a vector operation.
//! - Address arithmetic is folded into [`Inst::Offset`] and [`Inst::Index`].
//! - A phi is a move on each edge to it; an edge that needs moves and has no place for them gets
//!   its own block.
//! - Intrinsics for ordinary arithmetic become that arithmetic; others are [`Intrinsic`].
//! - Code that cannot be lowered becomes [`Inst::Unsupported`] in place, with its name. Only a path
//!   that reaches it is affected.
//!
//! | module | job |
//! | --- | --- |
//! | `ids` | typed indices |
//! | `program` | programs, globals, functions, blocks, source locations |
//! | `inst` | instructions |
//! | `passing` | how arguments and results are passed |
//! | `text` | printing, for developers and tests |
//! | `verify` | the rules that every program satisfies |
//! | `lower` | lowering from an LLVM module |
//! | [`mathematics`] | functions of `math.h` that the machine has the host compute |
//! | `cfg`, `dominators`, `loops` | analyses of one function |
//!
//! **Invariant:** a program that `verify` accepts needs no check of indices or widths when it runs.

mod cfg;
mod dominators;
mod ids;
mod inst;
mod loops;
mod lower;
pub mod mathematics;
mod passing;
mod program;
mod reach;
mod text;
mod verify;

pub use cfg::Cfg;
pub use dominators::{Dominators, PostDominators};
pub use ids::{BlockId, CallId, ConstId, FileId, FuncId, GlobalId, LocId, Reg, TextId};
pub use inst::{
    Binary, Call, Callee, Cast, Clause, Compare, Flags, FloatBinary, FloatCast, FloatCompare,
    FloatUnary, Inst, Intrinsic, Operand, Pad, Switch, Wide, WideOp,
};
pub use loops::{Loop, Loops};
pub use lower::{Import, KEEP_LOCALS, LowerError, block_order, lower, lower_narrow};
pub use passing::Pass;
pub use program::{
    Alias, Block, Body, Constant, Function, Global, Location, Program, Relocation, Scope, Target,
};
pub use reach::Reached;
pub use verify::{Problem, verify};
