//! The dense intermediate language that the symbolic machine runs.
//!
//! A [`Program`] is lowered once from an LLVM module and never changes after that. It is made for
//! an interpreter: what LLVM leaves to be looked up is resolved here.
//!
//! - A value is a **register** of a function, or a **constant** of the program ([`Operand`]). Both are
//!   numbers of 1 to 128 bits; a pointer is 64 bits, a `float` its 32 bits.
//! - Structs, arrays and vectors that are values are taken apart: one register a member, and
//!   operations on vectors one instruction an element.
//! - Address arithmetic is folded into [`Inst::Offset`] and [`Inst::Index`].
//! - A phi is a move on each edge to it; an edge that needs moves and has no place for them gets a
//!   block of its own.
//! - Intrinsics that are ordinary arithmetic are that arithmetic; others are [`Intrinsic`].
//! - What cannot be lowered becomes [`Inst::Unsupported`] where it stands, with its name, so that only
//!   a path that comes there is spoilt.
//!
//! | module | what it holds |
//! | --- | --- |
//! | `ids` | typed numbers |
//! | `program` | programs, globals, functions, blocks, places in the source |
//! | `inst` | instructions |
//! | `text` | printing for people and tests |
//! | `verify` | what every program fulfils |
//! | `lower` | from an LLVM module |
//! | `cfg`, `dominators`, `loops` | analyses of one function |
//!
//! **Invariant:** a program that `verify` accepts needs no check of indices or widths when it runs.

mod cfg;
mod dominators;
mod ids;
mod inst;
mod loops;
mod lower;
mod program;
mod text;
mod verify;

pub use cfg::Cfg;
pub use dominators::{Dominators, PostDominators};
pub use ids::{BlockId, CallId, ConstId, FileId, FuncId, GlobalId, LocId, Reg, TextId};
pub use inst::{
    Binary, Call, Callee, Cast, Clause, Compare, Flags, FloatBinary, FloatCast, FloatCompare,
    FloatUnary, Inst, Intrinsic, Operand, Pad, Switch,
};
pub use loops::{Loop, Loops};
pub use lower::{LowerError, block_order, lower};
pub use program::{
    Alias, Block, Body, Constant, Function, Global, Location, Program, Relocation, Scope, Target,
};
pub use verify::{Problem, verify};
