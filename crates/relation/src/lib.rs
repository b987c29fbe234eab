//! Bounded relational logic: formulas over relations with bounds, solved by circuits.
//!
//! A problem has a [`Universe`] of atoms, [`Bounds`] for its relations, and a formula in an
//! [`Ast`]. [`Solver`] finds its instances, [`core`] says why there is none, and [`Evaluator`]
//! evaluates anything on an instance. Nothing here panics on bad input or prints: faults are values
//! of [`Error`].
//!
//! | module | job |
//! | --- | --- |
//! | [`universe`] | atoms, tuples, bounds, instances |
//! | [`ast`] | expressions, formulas, integer expressions |
//! | [`options`] | how a problem is solved; results |
//! | [`error`] | what can be wrong |
//! | [`solver`] | instances: first, all, without isomorphs, counted |
//! | [`mod@core`] | minimal unsatisfiable cores, in terms of labels |
//! | [`evaluate`] | evaluates on an instance; shares no code with the translation |
//! | `translate` | from formulas to circuits |
//! | `matrix`, `number` | relations and integers as circuits |
//! | `symmetry` | symmetries of the bounds, and how they are broken |
//! | `canonical` | the canonical form of an instance |
//! | `deep` | stacks for deep formulas |

pub mod ast;
mod canonical;
pub mod core;
mod deep;
pub mod error;
pub mod evaluate;
mod matrix;
mod number;
pub mod options;
pub mod solver;
mod symmetry;
mod translate;
pub mod universe;

pub use self::core::core;
pub use ast::{
    Ast, Comparison, Count, Decl, Expr, ExprId, Formula, FormulaId, Int, IntId, IntOperator,
    MAX_DEPTH, MAX_FREE, Multiplicity, VarId,
};
pub use error::Error;
pub use evaluate::Evaluator;
pub use options::{Core, Halted, Next, Options, Overflow, Size, Stop, Total};
pub use solver::Solver;
pub use universe::{
    Atom, Bound, Bounds, Instance, MAX_ARITY, MAX_ATOMS, MAX_BIT_WIDTH, RelationId, TupleSet,
    Universe, Witness,
};
