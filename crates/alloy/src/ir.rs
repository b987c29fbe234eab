//! What a model means: signatures, fields, functions, and nodes with types.
//!
//! A [`Node`] is made by `check` from the syntax. Names with several meanings become
//! [`Kind::Choice`], which `choose` replaces by the one that fits. After that no choice is left.

use std::collections::HashMap;
use std::sync::Arc;

use crate::ast::{BinOp, Mult, Quant, UnOp};
use crate::source::Span;
use crate::types::{Hierarchy, Type};

/// A signature, built-in or declared.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub(crate) struct SigId(pub(crate) u32);
/// A field.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub(crate) struct FieldId(pub(crate) u32);
/// A function or predicate.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub(crate) struct FunId(pub(crate) u32);
/// A variable: of a quantifier, a `let`, or a parameter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub(crate) struct VarId(pub(crate) u32);
/// An instance of a module: a file with arguments for its parameters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub(crate) struct ModId(pub(crate) u32);

pub(crate) const UNIV: SigId = SigId(0);
pub(crate) const INT: SigId = SigId(1);
pub(crate) const SEQ_INT: SigId = SigId(2);
pub(crate) const STRING: SigId = SigId(3);
pub(crate) const NONE: SigId = SigId(4);
/// The number of built-in signatures.
pub(crate) const BUILTINS: usize = 5;

/// How a signature relates to others.
#[derive(Clone, Debug)]
pub(crate) enum SigShape {
    /// It extends this one; `univ` for those at the top.
    Prim(SigId),
    /// It is a subset of these, or all of them.
    Subset(Vec<SigId>, bool),
}

#[derive(Clone, Debug)]
pub(crate) struct Sig {
    /// `this/A`, `ordering/Ord`.
    pub(crate) label: String,
    pub(crate) name: String,
    pub(crate) module: ModId,
    pub(crate) private: bool,
    pub(crate) is_abstract: bool,
    pub(crate) is_enum: bool,
    pub(crate) mult: Option<Mult>,
    pub(crate) shape: SigShape,
    pub(crate) children: Vec<SigId>,
    pub(crate) fields: Vec<FieldId>,
    pub(crate) ty: Type,
    pub(crate) span: Span,
}

/// One declaration of fields.
#[derive(Clone, Debug)]
pub(crate) struct FieldDecl {
    pub(crate) sig: SigId,
    pub(crate) fields: Vec<FieldId>,
    pub(crate) disj: bool,
    pub(crate) disj2: bool,
    pub(crate) exact: bool,
    /// The variable `this` in the bound.
    pub(crate) this: VarId,
    pub(crate) mult: Mult,
    pub(crate) bound: Node,
    pub(crate) span: Span,
}

#[derive(Clone, Debug)]
pub(crate) struct Field {
    pub(crate) name: String,
    pub(crate) sig: SigId,
    pub(crate) private: bool,
    pub(crate) ty: Type,
}

#[derive(Clone, Debug)]
pub(crate) struct Fun {
    pub(crate) name: String,
    pub(crate) private: bool,
    pub(crate) is_pred: bool,
    pub(crate) params: Vec<TDecl>,
    /// The parameters one by one, with their types.
    pub(crate) vars: Vec<(VarId, Type)>,
    pub(crate) ret: Option<(Mult, Node)>,
    pub(crate) body: Option<Node>,
    pub(crate) span: Span,
}

/// A declaration with types.
#[derive(Clone, Debug)]
pub(crate) struct TDecl {
    pub(crate) vars: Vec<VarId>,
    pub(crate) disj: bool,
    pub(crate) mult: Mult,
    pub(crate) bound: Node,
}

/// An expression or formula with its type.
pub(crate) type Node = Arc<NodeData>;

#[derive(Debug)]
pub(crate) struct NodeData {
    pub(crate) kind: Kind,
    pub(crate) ty: Type,
    pub(crate) span: Span,
    /// Of several meanings that fit, the lightest is chosen.
    pub(crate) weight: u32,
}

#[derive(Debug, Clone)]
pub(crate) enum Kind {
    Sig(SigId),
    Field(FieldId),
    Var(VarId),
    Iden,
    Str(String),
    Num(i64),
    /// An atom or a witness of an instance, by name, when an expression is evaluated.
    Named(String),
    /// `fun/min`, `fun/max`, `fun/next`.
    IntConst(&'static str),
    Unary(UnOp, Node),
    Binary(BinOp, Node, Node),
    Arrow(Mult, Mult, Node, Node),
    Join(Node, Node),
    Call(FunId, Vec<Node>),
    /// A call whose arguments are not complete.
    Partial(FunId, Vec<Node>),
    /// A macro whose arguments are not complete.
    Macro(usize, Vec<Node>),
    Choice(Vec<Node>),
    Ite(Node, Node, Node),
    Implies(Node, Node),
    Quant(Quant, Vec<TDecl>, Node),
    Let(VarId, Node, Node),
    And(Vec<Node>),
    Disj(Vec<Node>),
    TotalOrder(Vec<Node>),
}

/// How a command's scope is declared, with signatures resolved.
#[derive(Clone, Debug)]
pub(crate) struct ScopeOf {
    pub(crate) sig: SigId,
    pub(crate) exact: bool,
    pub(crate) start: i64,
    pub(crate) end: Option<i64>,
    pub(crate) step: i64,
    pub(crate) span: Span,
}

/// A command, resolved.
#[derive(Clone, Debug)]
pub(crate) struct Cmd {
    pub(crate) name: String,
    pub(crate) check: bool,
    /// The parameters of the predicate that is run; they are quantified existentially.
    pub(crate) params: Vec<TDecl>,
    pub(crate) formula: Node,
    pub(crate) overall: Option<i64>,
    pub(crate) scopes: Vec<ScopeOf>,
    pub(crate) bits: Option<i64>,
    pub(crate) seq: Option<i64>,
    pub(crate) expect: Option<i64>,
    pub(crate) span: Span,
}

/// Everything that a model declares.
#[derive(Default, Debug)]
pub(crate) struct World {
    pub(crate) sigs: Vec<Sig>,
    pub(crate) field_decls: Vec<FieldDecl>,
    pub(crate) fields: Vec<Field>,
    pub(crate) funs: Vec<Fun>,
    pub(crate) hierarchy: Hierarchy,
    /// The names of variables.
    pub(crate) vars: Vec<String>,
    /// Facts, with their titles.
    pub(crate) facts: Vec<(String, Node)>,
    /// Facts of signatures: the variable `this`, and the formula.
    pub(crate) sig_facts: Vec<(SigId, VarId, Node)>,
    /// Signatures that a module makes exact.
    pub(crate) exact: Vec<SigId>,
    pub(crate) strings: Vec<String>,
    pub(crate) commands: Vec<Cmd>,
    /// The module of symbolic values, if it is opened.
    pub(crate) symbolic: Option<crate::symbolic::Names>,
    /// Variables that are known by name outside of expressions, for evaluation.
    pub(crate) globals: HashMap<String, Node>,
}

impl World {
    pub(crate) fn sig(&self, id: SigId) -> &Sig {
        &self.sigs[id.0 as usize]
    }

    pub(crate) fn field(&self, id: FieldId) -> &Field {
        &self.fields[id.0 as usize]
    }

    pub(crate) fn fun(&self, id: FunId) -> &Fun {
        &self.funs[id.0 as usize]
    }

    pub(crate) fn var(&mut self, name: &str) -> VarId {
        self.vars.push(name.to_string());
        VarId(self.vars.len() as u32 - 1)
    }

    /// Whether a signature is the same as, or a descendant of, another; subsets count by parents.
    pub(crate) fn is_same_or_below(&self, a: SigId, b: SigId) -> bool {
        if a == b || b == UNIV {
            return true;
        }
        match &self.sig(a).shape {
            SigShape::Prim(parent) => {
                *parent != UNIV && a != UNIV && self.is_same_or_below(*parent, b)
            }
            SigShape::Subset(parents, _) => parents.iter().any(|&p| self.is_same_or_below(p, b)),
        }
    }

    /// A type for people.
    pub(crate) fn show(&self, ty: &Type) -> String {
        if ty.form {
            return "a formula".to_string();
        }
        if ty.products.is_empty() {
            return match ty.arity() {
                Some(n) => format!("the empty relation of arity {n}"),
                None => "nothing".to_string(),
            };
        }
        let all: Vec<String> = ty
            .products
            .iter()
            .take(4)
            .map(|p| p.iter().map(|&s| self.sig(s).name.as_str()).collect::<Vec<_>>().join("->"))
            .collect();
        let more = if ty.products.len() > 4 { ", …" } else { "" };
        format!("{{{}{more}}}", all.join(", "))
    }
}

pub(crate) fn node(kind: Kind, ty: Type, span: Span) -> Node {
    Arc::new(NodeData { kind, ty, span, weight: 0 })
}

pub(crate) fn weighed(kind: Kind, ty: Type, span: Span, weight: u32) -> Node {
    Arc::new(NodeData { kind, ty, span, weight })
}
