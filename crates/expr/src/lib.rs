//! Bit-vector expressions of the symbolic engine.
//!
//! An [`Exprs`] is an arena that stores every expression once: building the same expression twice
//! gives the same [`Expr`], a `u32`. Widths are 1 to 128 bits, and a condition is an expression of
//! width 1. Expressions are simplified when they are built, so a caller sees a constant wherever
//! the operands decide the result.
//!
//! Symbols are the bytes of named arrays. A word of up to 16 neighbouring bytes is one expression
//! ([`Exprs::read`], least significant byte first); joining the bytes of a word gives the word
//! again. Memory that is read or written at a symbolic offset is a [`Memory`]: an array, a table of
//! byte expressions, or a write on top of another memory.
//!
//! | module | job |
//! | --- | --- |
//! | `bits`, `float` | the meaning of every operator, on plain numbers |
//! | `node`, `store`, `table` | storage and lookup of expressions |
//! | `build` | constructors with simplification rules, one file per family of operators |
//! | `facts` | known bits and bounds of a value |
//! | `soft` | floating-point numbers of formats that Rust does not have |
//! | `memory` | memories and reads at symbolic offsets |
//! | `number_view` | expressions as floating-point numbers |
//! | `model`, `eval`, `lanes` | values for the symbols; evaluation, also for all values of a byte at once |
//! | `symbols`, `float_uses` | which symbols an expression depends on; whether it has floating-point arithmetic |
//! | `substitute` | substitution |
//! | `text`, `smt` | printing for people and as SMT-LIB 2 |
//!
//! **Invariant:** every rule keeps the value for every assignment; division by zero and shifts
//! beyond the width have SMT-LIB's meaning.
//!
//! **Invariant:** nothing here recurses over the depth of an expression.

pub mod bits;
mod build;
mod eval;
mod facts;
pub mod float;
mod float_uses;
mod lanes;
mod memory;
mod model;
mod node;
mod number_view;
mod smt;
pub mod soft;
mod store;
mod substitute;
mod symbols;
mod table;
mod text;

pub use eval::Evaluator;
pub use facts::Facts;
pub use float::Float;
pub use lanes::Lanes;
pub use memory::{Memory, MemoryView};
pub use model::Model;
pub use node::{Array, Binary, Expr, View};
pub use number_view::NumberView;
pub use smt::{ByteScript, byte_script as smt_byte_script, script as smt_script};
pub use store::Exprs;
pub use substitute::Substitution;
pub use symbols::{SymbolRange, Symbols};
pub use text::Text;
