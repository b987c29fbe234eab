//! The Alloy language.

mod ast;
mod bounds;
mod check;
mod choose;
mod ir;
mod lexer;
mod modules;
mod parse_expr;
mod parser;
mod resolve;
mod scope;
mod source;
mod translate;
mod types;
mod util;

pub use source::{Diagnostic, Place, SourceFile, Sources, Span};
