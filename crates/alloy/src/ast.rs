//! The syntax tree, as written: names are not resolved and nothing has a type.

use crate::source::Span;

/// An operator with one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum UnOp {
    Not,
    No,
    Some,
    Lone,
    One,
    Set,
    Exactly,
    Seq,
    Card,
    /// `sum e` and `int e`: the integer of a set of integers.
    ToInt,
    Transpose,
    Closure,
    RClosure,
}

/// An operator with two operands, without products and joins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum BinOp {
    And,
    Or,
    Iff,
    Union,
    Diff,
    Inter,
    Override,
    Domain,
    Range,
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Shl,
    Shr,
    Sha,
    In,
    Eq,
    Lt,
    Gt,
    Lte,
    Gte,
}

/// A multiplicity at a side of an arrow or in a declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Mult {
    Set,
    Some,
    Lone,
    One,
}

/// A quantifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Quant {
    All,
    No,
    Some,
    Lone,
    One,
    Sum,
    Comprehension,
}

/// A name with its place.
#[derive(Clone, Debug)]
pub(crate) struct Name {
    pub(crate) text: String,
    pub(crate) span: Span,
}

/// An expression or formula.
#[derive(Clone, Debug)]
pub(crate) struct Expr {
    pub(crate) kind: ExprKind,
    pub(crate) span: Span,
    /// The height of the tree, which is limited: the phases after this one recurse.
    pub(crate) depth: u32,
}

#[derive(Clone, Debug)]
pub(crate) enum ExprKind {
    /// A name, possibly qualified; the flag says that `@` stands before it.
    Name(String, bool),
    Number(i64),
    Str(String),
    Unary(UnOp, Box<Expr>),
    Binary(BinOp, Box<Expr>, Box<Expr>),
    /// A comparison that is negated (`!in`, `!=`, `not <`).
    NotBinary(BinOp, Box<Expr>, Box<Expr>),
    Arrow(Mult, Mult, Box<Expr>, Box<Expr>),
    Join(Box<Expr>, Box<Expr>),
    Box(Box<Expr>, Vec<Expr>),
    /// `disj[…]` and `pred/totalOrder[…]`.
    Builtin(&'static str, Vec<Expr>),
    Ite(Box<Expr>, Box<Expr>, Option<Box<Expr>>),
    Quant(Quant, Vec<Decl>, Box<Expr>),
    Let(Vec<(Name, Expr)>, Box<Expr>),
    Block(Vec<Expr>),
}

/// A declaration of names: `disj a, b: disj e`.
#[derive(Clone, Debug)]
pub(crate) struct Decl {
    pub(crate) private: bool,
    pub(crate) disj: bool,
    pub(crate) names: Vec<Name>,
    /// `f: disj e`: the fields of different atoms do not overlap.
    pub(crate) disj2: bool,
    /// `f = e`.
    pub(crate) exact: bool,
    pub(crate) expr: Expr,
}

/// How a signature relates to others.
#[derive(Clone, Debug)]
pub(crate) enum SigParent {
    Top,
    Extends(Name),
    In(Vec<Name>),
    Equals(Vec<Name>),
}

#[derive(Clone, Debug)]
pub(crate) struct SigDecl {
    pub(crate) name: Name,
    pub(crate) private: bool,
    pub(crate) is_abstract: bool,
    pub(crate) mult: Option<Mult>,
    pub(crate) is_enum: bool,
    pub(crate) parent: SigParent,
    pub(crate) fields: Vec<Decl>,
    pub(crate) fact: Option<Expr>,
}

#[derive(Clone, Debug)]
pub(crate) struct FunDecl {
    pub(crate) name: Name,
    pub(crate) private: bool,
    pub(crate) receiver: Option<Name>,
    pub(crate) params: Vec<Decl>,
    /// `None` for predicates.
    pub(crate) ret: Option<Expr>,
    pub(crate) body: Expr,
}

#[derive(Clone, Debug)]
pub(crate) struct MacroDecl {
    pub(crate) name: Name,
    pub(crate) private: bool,
    pub(crate) params: Vec<Name>,
    pub(crate) body: Expr,
}

#[derive(Clone, Debug)]
pub(crate) struct OpenDecl {
    pub(crate) path: Name,
    pub(crate) args: Vec<Name>,
    pub(crate) alias: Option<Name>,
    pub(crate) private: bool,
}

/// The scope of one signature in a command.
#[derive(Clone, Debug)]
pub(crate) struct TypeScope {
    pub(crate) name: Name,
    pub(crate) exact: bool,
    pub(crate) start: i64,
    pub(crate) end: Option<i64>,
    pub(crate) step: i64,
}

#[derive(Clone, Debug)]
pub(crate) enum Target {
    Named(Name),
    Block(Expr),
}

#[derive(Clone, Debug)]
pub(crate) struct CommandDecl {
    pub(crate) label: Option<Name>,
    pub(crate) check: bool,
    pub(crate) target: Target,
    pub(crate) overall: Option<i64>,
    pub(crate) scopes: Vec<TypeScope>,
    pub(crate) bits: Option<(i64, Span)>,
    pub(crate) seq: Option<(i64, Span)>,
    pub(crate) expect: Option<i64>,
    pub(crate) span: Span,
}

/// One file.
#[derive(Clone, Debug, Default)]
pub(crate) struct File {
    pub(crate) name: Option<Name>,
    /// The parameters; the flag says `exactly`.
    pub(crate) params: Vec<(Name, bool)>,
    pub(crate) opens: Vec<OpenDecl>,
    pub(crate) sigs: Vec<SigDecl>,
    pub(crate) facts: Vec<(Option<String>, Expr)>,
    pub(crate) funs: Vec<FunDecl>,
    pub(crate) macros: Vec<MacroDecl>,
    pub(crate) asserts: Vec<(Option<Name>, Expr)>,
    pub(crate) commands: Vec<CommandDecl>,
    /// Whether `seq` is used, which opens `util/sequniv`.
    pub(crate) uses_seq: bool,
}
