//! Bounded relational logic: formulas over relations with bounds, solved by circuits.
//!
//! A problem has a [`Universe`] of atoms, [`Bounds`] for its relations, and a formula in an
//! [`Ast`]. [`Solver`] finds its instances, [`core()`] says why there is none, and [`Evaluator`]
//! evaluates anything on an instance. Nothing here panics on bad input or prints: faults are values
//! of [`Error`].
//!
//! ```
//! use pikse_relation::{Ast, Bounds, Decl, Evaluator, Next, Options, Solver, TupleSet, Universe};
//!
//! // Lists of three nodes: a header and `next`.
//! let mut universe = Universe::new(4)?;
//! let nodes = ["A", "B", "C"].map(|name| universe.add(name));
//! let nodes = TupleSet::of_atoms(nodes.into_iter().collect::<Result<Vec<_>, _>>()?);
//! let pairs = nodes.product(&nodes)?;
//! let mut bounds = Bounds::new(universe);
//! let node = bounds.add_exactly("Node", nodes.clone())?;
//! let header = bounds.add_upper("header", nodes)?;
//! let next = bounds.add_upper("next", pairs)?;
//!
//! let ast = Ast::new();
//! let [node, start, next] = [node, header, next].map(|relation| ast.relation(relation));
//! let (variable, n) = ast.atom_variable("n");
//! let formula = ast.and(&[
//!     ast.one(start),
//!     ast.all(&[Decl::one(variable, node)], ast.lone(ast.join(n, next))),
//!     ast.acyclic(next),
//!     ast.equal(ast.join(start, ast.reflexive_closure(next)), node),
//! ]);
//!
//! // One list, up to the names of its nodes; 3! with names.
//! let options = Options { no_isomorphs: true, ..Options::default() };
//! let mut solver = Solver::new(&bounds, &ast, formula, options)?;
//! let Next::Instance(list) = solver.next_instance()? else { panic!("there is a list") };
//! assert_eq!(solver.next_instance()?, Next::Exhausted);
//! let options = Options { symmetry: 0, ..Options::default() };
//! assert_eq!(Solver::new(&bounds, &ast, formula, options)?.count(100)?.found, 6);
//!
//! // Anything can be evaluated on an instance.
//! let evaluator = Evaluator::new(bounds.universe(), &ast, &list);
//! assert_eq!(evaluator.expr(start)?, list.get(header).unwrap().clone());
//! assert_eq!(evaluator.int(ast.cardinality(next))?, Some(2));
//! assert!(evaluator.formula(formula)?);
//! # Ok::<(), pikse_relation::Error>(())
//! ```
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
