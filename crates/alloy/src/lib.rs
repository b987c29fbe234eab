//! The Alloy language: models in bounded relational logic.
//!
//! [`open`] reads a model and everything that it opens, resolves names and types, and gives a
//! [`Module`]. [`Module::run`] translates one of its commands to `pikse_relation`; the [`Run`] gives
//! instances, counts, values of expressions and unsatisfiable cores.
//!
//! | module | job |
//! | --- | --- |
//! | `source` | files, places, diagnostics |
//! | `lexer`, `parser`, `parse_expr`, `ast` | from text to syntax |
//! | `modules`, `util` | files and their instances; the modules that come with the language |
//! | `resolve`, `check`, `choose` | names and types: declarations, bottom-up, top-down |
//! | `ir`, `types` | what a model means; types |
//! | `scope`, `bounds` | how many atoms, and which relations |
//! | `translate`, `translate_expr` | from nodes to formulas |
//! | `symbolic`, `clauses`, `canonical` | symbolic models: enforced clauses, their solutions, copies of instances |
//! | `module`, `run`, `answer`, `show` | the interface: models, commands, instances |

mod answer;
mod ast;
mod bounds;
mod canonical;
mod check;
mod choose;
mod clauses;
mod ir;
mod lexer;
mod module;
mod modules;
mod parse_expr;
mod parser;
mod resolve;
mod run;
mod scope;
mod show;
mod source;
mod symbolic;
mod translate;
mod translate_expr;
mod types;
mod util;

pub use answer::{Answer, Found, Request};
pub use module::{Command, CommandKind, Failure, Module, open, open_text};
pub use pikse_relation::{Instance, Size};
pub use run::{CorePart, Limit, Outcome, Run, Settings, Why};
pub use show::Shown;
pub use source::{Diagnostic, Place, SourceFile, Sources, Span};
