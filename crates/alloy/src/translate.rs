//! From nodes to formulas of `pikse_relation`: commands, fields, facts, bounds with multiplicities.
//! Expressions are in `translate_expr`.
//!
//! Functions are replaced by their bodies; the result for the same arguments is kept. A node is a
//! relation, an integer or a formula ([`Value`]), and is converted where another kind is needed: an
//! integer is a set of one atom, and a set of integers is its sum.

use std::collections::HashMap;

use pikse_relation::{Ast, Decl, ExprId, FormulaId, Instance, IntId, TupleSet, VarId as RVar};

use crate::ast::{BinOp, Mult, UnOp};
use crate::bounds::{Layout, order_of};
use crate::ir::{Cmd, FunId, Kind, Node, SEQ_INT, SigId, VarId, World};
use crate::source::{Result, Span, fail};
use crate::symbolic::{Names, State};

/// The value of a node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Value {
    Rel(ExprId),
    Int(IntId),
    Form(FormulaId),
}

pub(crate) struct Translator<'a> {
    pub(crate) world: &'a World,
    pub(crate) ast: &'a Ast,
    pub(crate) layout: &'a mut Layout,
    pub(crate) env: HashMap<VarId, Value>,
    pub(crate) calls: HashMap<(FunId, Vec<Value>), Value>,
    /// What a label of a formula stands for.
    pub(crate) labels: Vec<(Span, String)>,
    /// Values of witnesses, when an expression is evaluated.
    pub(crate) witnesses: Option<&'a Instance>,
    /// The symbols and clauses of a symbolic model.
    pub(crate) symbolic: Option<(&'a Names, State)>,
}

impl<'a> Translator<'a> {
    pub(crate) fn new(world: &'a World, ast: &'a Ast, layout: &'a mut Layout) -> Translator<'a> {
        Translator {
            world,
            ast,
            layout,
            env: HashMap::new(),
            calls: HashMap::new(),
            labels: Vec::new(),
            witnesses: None,
            symbolic: None,
        }
    }

    /// The whole formula of a command: the structure of signatures and fields, facts, and the body.
    pub(crate) fn command(&mut self, command: &Cmd) -> Result<FormulaId> {
        let mut all = Vec::new();
        // What follows from scopes and from the shape of signatures has no label: it is in every core.
        all.extend(std::mem::take(&mut self.layout.formulas).into_iter().map(|f| f.2));
        self.fields(&mut all)?;
        for (sig, this, fact) in &self.world.sig_facts {
            self.sig_fact(*sig, *this, fact, &mut all)?;
        }
        for (title, fact) in &self.world.facts {
            let what = if title.is_empty() { "fact".to_string() } else { format!("fact {title}") };
            self.conjuncts(fact, &what, &mut all)?;
        }
        let body = if command.check {
            let body = self.formula(&command.formula)?;
            let negated = self.ast.not(body);
            self.label(command.formula.span, format!("negation of {}", command.name), negated)
        } else {
            let mut parts = Vec::new();
            self.parameters(command, &mut parts)?;
            self.conjuncts(&command.formula, &command.name, &mut parts)?;
            self.ast.and(&parts)
        };
        all.push(body);
        Ok(self.ast.and(&all))
    }

    /// The parameters of a predicate that is run are relations, so that instances show them.
    fn parameters(&mut self, command: &Cmd, all: &mut Vec<FormulaId>) -> Result<()> {
        for decl in &command.params {
            let Some(arity) = decl.bound.ty.arity() else {
                return fail(decl.bound.span, "this parameter has no arity");
            };
            let products = &decl.bound.ty.products;
            let mut values = Vec::new();
            for var in &decl.vars {
                let upper = match &mut self.symbolic {
                    Some((names, state)) if products.iter().any(|p| names.is_symbol(p.last())) => {
                        self.layout.pinned_upper(names, state, products, arity, decl.bound.span)?
                    }
                    _ => self.layout.upper_of(products, arity, decl.bound.span)?,
                };
                let name = format!("{}_{}", command.name, self.world.vars[var.0 as usize]);
                let relation = self
                    .layout
                    .bounds
                    .add_upper(&name, upper)
                    .map_err(|e| crate::bounds::wrong(decl.bound.span, &e))?;
                self.layout.parameters.push((name, relation));
                let value = self.ast.relation(relation);
                if let Some((names, state)) = &mut self.symbolic
                    && products.iter().any(|p| names.is_symbol(p.last()))
                {
                    state.cell(value);
                }
                let formula = self.member(value, decl.mult, &decl.bound)?;
                all.push(self.label(
                    decl.bound.span,
                    format!("parameter of {}", command.name),
                    formula,
                ));
                values.push(value);
            }
            if decl.disj {
                all.push(self.disjoint(&values));
            }
            for (var, value) in decl.vars.iter().zip(values) {
                self.env.insert(*var, Value::Rel(value));
            }
        }
        Ok(())
    }

    fn label(&mut self, span: Span, what: String, formula: FormulaId) -> FormulaId {
        let number = self.labels.len() as u32;
        self.labels.push((span, what));
        self.ast.label(number, formula)
    }

    /// The conjuncts of a formula, each with its label.
    fn conjuncts(&mut self, n: &Node, what: &str, all: &mut Vec<FormulaId>) -> Result<()> {
        match &n.kind {
            Kind::And(parts) => parts.iter().try_for_each(|p| self.conjuncts(p, what, all)),
            Kind::Binary(BinOp::And, a, b) => {
                self.conjuncts(a, what, all)?;
                self.conjuncts(b, what, all)
            }
            _ => {
                let formula = self.formula(n)?;
                let labelled = self.label(n.span, what.to_string(), formula);
                all.push(labelled);
                Ok(())
            }
        }
    }

    fn sig_fact(
        &mut self,
        sig: SigId,
        this: VarId,
        fact: &Node,
        all: &mut Vec<FormulaId>,
    ) -> Result<()> {
        let what = format!("fact of {}", self.world.sig(sig).label);
        if let Some(order) = order_of(fact) {
            if self.layout.fixed_orders.contains(&order.elements) {
                return Ok(());
            }
            if let Some(formula) =
                self.total_order(order.elements, order.first.0 as usize, order.next.0 as usize)?
            {
                all.push(formula);
                return Ok(());
            }
        }
        let whole = self.layout.sigs[sig.0 as usize];
        if self.is_single(sig) {
            self.env.insert(this, Value::Rel(whole));
            let result = self.conjuncts(fact, &what, all);
            self.env.remove(&this);
            return result;
        }
        let (var, e) = self.this(whole);
        self.env.insert(this, Value::Rel(e));
        let mut parts = Vec::new();
        let result = self.each_conjunct(fact, &mut parts);
        self.env.remove(&this);
        result?;
        for (span, formula) in parts {
            let formula = self.ast.all(&[Decl::one(var, whole)], formula);
            let labelled = self.label(span, what.clone(), formula);
            all.push(labelled);
        }
        Ok(())
    }

    /// A variable for the atoms of a signature.
    fn this(&mut self, domain: ExprId) -> (RVar, ExprId) {
        let (var, e) = self.ast.atom_variable("this");
        if let Some((_, state)) = &mut self.symbolic {
            state.bind(self.ast, &self.layout.bounds, var, domain);
        }
        (var, e)
    }

    fn each_conjunct(&mut self, n: &Node, all: &mut Vec<(Span, FormulaId)>) -> Result<()> {
        match &n.kind {
            Kind::And(parts) => parts.iter().try_for_each(|p| self.each_conjunct(p, all)),
            Kind::Binary(BinOp::And, a, b) => {
                self.each_conjunct(a, all)?;
                self.each_conjunct(b, all)
            }
            _ => {
                let formula = self.formula(n)?;
                all.push((n.span, formula));
                Ok(())
            }
        }
    }

    /// Whether a signature has exactly one atom in every instance.
    fn is_single(&self, sig: SigId) -> bool {
        self.layout.lower[sig.0 as usize].len() == 1 && self.layout.upper[sig.0 as usize].len() == 1
    }

    /// The order as a predicate that the solver knows, if the elements are certain.
    fn total_order(
        &mut self,
        elements: SigId,
        first: usize,
        next: usize,
    ) -> Result<Option<FormulaId>> {
        let (lower, upper) =
            (&self.layout.lower[elements.0 as usize], &self.layout.upper[elements.0 as usize]);
        if lower != upper || upper.is_empty() {
            return Ok(None);
        }
        let (Some(first), Some(next)) = (self.layout.short[first], self.layout.short[next]) else {
            return Ok(None);
        };
        let upper = upper.clone();
        let failed = |e| crate::bounds::wrong(Span::default(), &e);
        let ordered = match self.layout.sig_relations[elements.0 as usize] {
            Some(relation) if self.world.sig(elements).children.is_empty() => relation,
            _ => self.layout.bounds.add_exactly("ordered", upper.clone()).map_err(failed)?,
        };
        let last = self.layout.bounds.add_upper("last", upper).map_err(failed)?;
        Ok(Some(self.ast.total_order(next, ordered, first, last)))
    }

    fn fields(&mut self, all: &mut Vec<FormulaId>) -> Result<()> {
        let world = self.world;
        for decl in &world.field_decls {
            let owner = world.sig(decl.sig);
            let whole = self.layout.sigs[decl.sig.0 as usize];
            let single = self.is_single(decl.sig);
            let (var, e) = self.this(whole);
            let this = if single { whole } else { e };
            self.env.insert(decl.this, Value::Rel(this));
            let mut parts = Vec::new();
            for field in &decl.fields {
                let f = self.layout.fields[field.0 as usize];
                let f = match self.layout.short[field.0 as usize] {
                    Some(relation) if single => self.ast.relation(relation),
                    _ => self.ast.join(this, f),
                };
                let formula = if decl.exact {
                    let bound = self.rel(&decl.bound)?;
                    self.ast.equal(f, bound)
                } else {
                    self.member(f, decl.mult, &decl.bound)?
                };
                parts.push((f, formula));
            }
            self.env.remove(&decl.this);
            let mut formulas: Vec<FormulaId> = parts.iter().map(|p| p.1).collect();
            if decl.disj {
                let values: Vec<ExprId> = parts.iter().map(|p| p.0).collect();
                formulas.push(self.disjoint(&values));
            }
            let mut formula = self.ast.and(&formulas);
            if !single {
                formula = self.ast.all(&[Decl::one(var, whole)], formula);
            }
            let names: Vec<&str> =
                decl.fields.iter().map(|f| world.field(*f).name.as_str()).collect();
            let what = format!("field {} of {}", names.join(", "), owner.label);
            let labelled = self.label(decl.span, what.clone(), formula);
            all.push(labelled);
            self.columns(decl, &what, all);
        }
        Ok(())
    }

    /// The first column is in the signature; and `f: disj e`.
    fn columns(&mut self, decl: &crate::ir::FieldDecl, what: &str, all: &mut Vec<FormulaId>) {
        let whole = self.layout.sigs[decl.sig.0 as usize];
        let certain =
            self.layout.lower[decl.sig.0 as usize] == self.layout.upper[decl.sig.0 as usize];
        for field in &decl.fields {
            let f = self.layout.fields[field.0 as usize];
            if !certain {
                let mut first = f;
                while self.ast.arity(first) > 1 {
                    first = self.ast.join(first, self.ast.univ());
                }
                let inside = self.ast.is_in(first, whole);
                let labelled = self.label(decl.span, what.to_string(), inside);
                all.push(labelled);
            }
            if decl.disj2 {
                let (a, ea) = self.ast.atom_variable("a");
                let (b, eb) = self.ast.atom_variable("b");
                let overlap = self.ast.intersection(self.ast.join(ea, f), self.ast.join(eb, f));
                let differ = self.ast.not(self.ast.equal(ea, eb));
                let body = self.ast.implies(differ, self.ast.no(overlap));
                let formula = self.ast.all(&[Decl::one(a, whole), Decl::one(b, whole)], body);
                let labelled = self.label(decl.span, what.to_string(), formula);
                all.push(labelled);
            }
        }
    }

    pub(crate) fn disjoint(&self, values: &[ExprId]) -> FormulaId {
        let mut parts = Vec::new();
        for (i, &a) in values.iter().enumerate() {
            for &b in &values[..i] {
                parts.push(self.ast.no(self.ast.intersection(a, b)));
            }
        }
        self.ast.and(&parts)
    }

    fn count(&self, mult: Mult, e: ExprId) -> Option<FormulaId> {
        match mult {
            Mult::Set => None,
            Mult::Some => Some(self.ast.some(e)),
            Mult::Lone => Some(self.ast.lone(e)),
            Mult::One => Some(self.ast.one(e)),
        }
    }

    /// `e` has the multiplicity, and is inside of the bound with its multiplicities.
    fn member(&mut self, e: ExprId, mult: Mult, bound: &Node) -> Result<FormulaId> {
        let inside = self.inside(e, bound)?;
        Ok(match self.count(mult, e).filter(|_| self.ast.arity(e) == 1) {
            Some(count) => self.ast.and(&[count, inside]),
            None => inside,
        })
    }

    pub(crate) fn inside(&mut self, e: ExprId, bound: &Node) -> Result<FormulaId> {
        match &bound.kind {
            Kind::Unary(op @ (UnOp::One | UnOp::Lone | UnOp::Some | UnOp::Set), b) => {
                let mult = match op {
                    UnOp::One => Mult::One,
                    UnOp::Lone => Mult::Lone,
                    UnOp::Some => Mult::Some,
                    _ => Mult::Set,
                };
                let inner = self.inside(e, b)?;
                Ok(match self.count(mult, e) {
                    Some(count) => self.ast.and(&[count, inner]),
                    None => inner,
                })
            }
            Kind::Unary(UnOp::Exactly, b) => {
                let b = self.rel(b)?;
                Ok(self.ast.equal(e, b))
            }
            Kind::Unary(UnOp::Seq, b) => self.is_seq(e, b),
            Kind::Arrow(m1, m2, a, b) if has_mult(bound) => self.inside_arrow(e, (*m1, *m2), a, b),
            _ => {
                let b = self.rel(bound)?;
                Ok(self.ast.is_in(e, b))
            }
        }
    }

    fn inside_arrow(
        &mut self,
        e: ExprId,
        mults: (Mult, Mult),
        a: &Node,
        b: &Node,
    ) -> Result<FormulaId> {
        let (left, right) = (self.rel(a)?, self.rel(b)?);
        let mut parts = vec![self.ast.is_in(e, self.ast.product(left, right))];
        if mults.1 != Mult::Set || has_mult(b) {
            let (decls, guard, value) = self.columns_of(left);
            let mut image = e;
            for &v in &value {
                image = self.ast.join(v, image);
            }
            let mut body = vec![];
            body.extend(self.count(mults.1, image));
            if has_mult(b) {
                body.push(self.inside(image, b)?);
            }
            parts.push(self.guarded(&decls, guard, &body));
        }
        if mults.0 != Mult::Set || has_mult(a) {
            let (decls, guard, value) = self.columns_of(right);
            let mut image = e;
            for &v in value.iter().rev() {
                image = self.ast.join(image, v);
            }
            let mut body = vec![];
            body.extend(self.count(mults.0, image));
            if has_mult(a) {
                body.push(self.inside(image, a)?);
            }
            parts.push(self.guarded(&decls, guard, &body));
        }
        Ok(self.ast.and(&parts))
    }

    fn guarded(&self, decls: &[Decl], guard: Option<FormulaId>, body: &[FormulaId]) -> FormulaId {
        let body = self.ast.and(body);
        let body = guard.map_or(body, |g| self.ast.implies(g, body));
        self.ast.all(decls, body)
    }

    /// A variable for every column of an expression, and the condition that they are a tuple of it.
    fn columns_of(&self, e: ExprId) -> (Vec<Decl>, Option<FormulaId>, Vec<ExprId>) {
        let arity = self.ast.arity(e);
        let mut decls = Vec::new();
        let mut values = Vec::new();
        for column in 0..arity {
            let mut domain = e;
            for _ in 0..column {
                domain = self.ast.join(self.ast.univ(), domain);
            }
            while self.ast.arity(domain) > 1 {
                domain = self.ast.join(domain, self.ast.univ());
            }
            let (var, value) = self.ast.atom_variable("x");
            decls.push(Decl::one(var, domain));
            values.push(value);
        }
        if arity == 1 {
            return (decls, None, values);
        }
        let mut tuple = values[0];
        for &v in &values[1..] {
            tuple = self.ast.product(tuple, v);
        }
        (decls, Some(self.ast.is_in(tuple, e)), values)
    }

    /// A sequence: at most one element for each index, and indexes without a gap.
    fn is_seq(&mut self, e: ExprId, elements: &Node) -> Result<FormulaId> {
        let elements = self.rel(elements)?;
        let indexes = self.layout.sigs[SEQ_INT.0 as usize];
        let inside = self.ast.is_in(e, self.ast.product(indexes, elements));
        let (var, i) = self.ast.atom_variable("i");
        let lone = self.ast.all(&[Decl::one(var, indexes)], self.ast.lone(self.ast.join(i, e)));
        let mut used = e;
        while self.ast.arity(used) > 1 {
            used = self.ast.join(used, self.ast.univ());
        }
        let before = self.ast.intersection(self.ast.join(self.layout.next, used), indexes);
        let closed = self.ast.is_in(before, used);
        Ok(self.ast.and(&[inside, lone, closed]))
    }
}

/// Whether a bound says more than which tuples are allowed.
pub(crate) fn has_mult(n: &Node) -> bool {
    match &n.kind {
        Kind::Arrow(m1, m2, a, b) => {
            *m1 != Mult::Set || *m2 != Mult::Set || has_mult(a) || has_mult(b)
        }
        Kind::Unary(UnOp::Seq | UnOp::One | UnOp::Lone | UnOp::Some, _) => true,
        Kind::Unary(UnOp::Set | UnOp::Exactly, a) => has_mult(a),
        _ => false,
    }
}

/// The tuples of an expression in an instance, as names of atoms.
pub(crate) fn names(universe: &pikse_relation::Universe, tuples: &TupleSet) -> Vec<Vec<String>> {
    tuples.iter().map(|t| t.iter().map(|&a| universe.name(a).to_string()).collect()).collect()
}
