//! From nodes to formulas of `pikse_relation`.
//!
//! Functions are replaced by their bodies; the result for the same arguments is kept. A node is a
//! relation, an integer or a formula ([`Value`]), and is converted where another kind is needed: an
//! integer is a set of one atom, and a set of integers is its sum.

use std::collections::HashMap;

use pikse_relation::{
    Ast, Comparison, Count, Decl, ExprId, FormulaId, Instance, IntId, IntOperator, Multiplicity, TupleSet, VarId as RVar,
};

use crate::ast::{BinOp, Mult, Quant, UnOp};
use crate::bounds::{Layout, order_of};
use crate::ir::{Cmd, FunId, Kind, Node, SEQ_INT, SigId, TDecl, UNIV, VarId, World};
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
    env: HashMap<VarId, Value>,
    calls: HashMap<(FunId, Vec<Value>), Value>,
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
            let Some(arity) = decl.bound.ty.arity() else { return fail(decl.bound.span, "this parameter has no arity") };
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
                all.push(self.label(decl.bound.span, format!("parameter of {}", command.name), formula));
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

    fn sig_fact(&mut self, sig: SigId, this: VarId, fact: &Node, all: &mut Vec<FormulaId>) -> Result<()> {
        let what = format!("fact of {}", self.world.sig(sig).label);
        if let Some(order) = order_of(fact) {
            if self.layout.fixed_orders.contains(&order.elements) {
                return Ok(());
            }
            if let Some(formula) = self.total_order(order.elements, order.first.0 as usize, order.next.0 as usize)? {
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
    fn total_order(&mut self, elements: SigId, first: usize, next: usize) -> Result<Option<FormulaId>> {
        let (lower, upper) = (&self.layout.lower[elements.0 as usize], &self.layout.upper[elements.0 as usize]);
        if lower != upper || upper.is_empty() {
            return Ok(None);
        }
        let (Some(first), Some(next)) = (self.layout.short[first], self.layout.short[next]) else { return Ok(None) };
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
            let names: Vec<&str> = decl.fields.iter().map(|f| world.field(*f).name.as_str()).collect();
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
        let certain = self.layout.lower[decl.sig.0 as usize] == self.layout.upper[decl.sig.0 as usize];
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

    fn disjoint(&self, values: &[ExprId]) -> FormulaId {
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

    fn inside(&mut self, e: ExprId, bound: &Node) -> Result<FormulaId> {
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

    fn inside_arrow(&mut self, e: ExprId, mults: (Mult, Mult), a: &Node, b: &Node) -> Result<FormulaId> {
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

    /// Declares variables: their domains, and the conditions that multiplicities and `disj` add.
    fn declare(&mut self, decls: &[TDecl], all: &mut Vec<Decl>, conditions: &mut Vec<FormulaId>) -> Result<()> {
        for decl in decls {
            let domain = self.rel(&decl.bound)?;
            let arity = self.ast.arity(domain);
            let count = match decl.mult {
                Mult::One => Count::One,
                Mult::Lone => Count::Lone,
                Mult::Some => Count::Some,
                Mult::Set => Count::Set,
            };
            let mut values = Vec::new();
            for var in &decl.vars {
                let name = &self.world.vars[var.0 as usize];
                let variable: RVar = self.ast.variable(name, arity);
                let value = self.ast.var(variable);
                if let Some((_, state)) = &mut self.symbolic {
                    state.bind(self.ast, &self.layout.bounds, variable, domain);
                }
                all.push(Decl { variable, count, domain });
                values.push(value);
                if has_mult(&decl.bound) {
                    let inside = self.inside(value, &decl.bound)?;
                    conditions.push(inside);
                }
            }
            if decl.disj {
                conditions.push(self.disjoint(&values));
            }
            for (var, value) in decl.vars.iter().zip(values) {
                self.env.insert(*var, Value::Rel(value));
            }
        }
        Ok(())
    }

    fn quantified(&mut self, quant: Quant, decls: &[TDecl], body: &Node, span: Span) -> Result<Value> {
        let mut all = Vec::new();
        let mut conditions = Vec::new();
        self.declare(decls, &mut all, &mut conditions)?;
        if quant == Quant::Sum {
            let mut value = self.int(body)?;
            if !conditions.is_empty() {
                let guard = self.ast.and(&conditions);
                value = self.ast.if_int(guard, value, self.ast.number(0));
            }
            return Ok(Value::Int(self.ast.sum_over(&all, value)));
        }
        let body = self.formula(body)?;
        let with = |body: FormulaId, conditions: &[FormulaId]| {
            let mut parts = conditions.to_vec();
            parts.push(body);
            self.ast.and(&parts)
        };
        let first_order = all.iter().all(|d| d.count == Count::One);
        Ok(match quant {
            Quant::All => {
                let guarded =
                    if conditions.is_empty() { body } else { self.ast.implies(self.ast.and(&conditions), body) };
                Value::Form(self.ast.all(&all, guarded))
            }
            Quant::Some => Value::Form(self.ast.exists(&all, with(body, &conditions))),
            Quant::No => {
                let inner = with(body, &conditions);
                Value::Form(self.ast.all(&all, self.ast.not(inner)))
            }
            Quant::Comprehension => Value::Rel(self.ast.comprehension(&all, with(body, &conditions))),
            Quant::One | Quant::Lone | Quant::Sum => {
                if !first_order {
                    return fail(span, "`one` and `lone` cannot quantify over sets");
                }
                let found = self.ast.comprehension(&all, with(body, &conditions));
                Value::Form(if quant == Quant::One { self.ast.one(found) } else { self.ast.lone(found) })
            }
        })
    }

    pub(crate) fn formula(&mut self, n: &Node) -> Result<FormulaId> {
        match self.value(n)? {
            Value::Form(f) => Ok(f),
            _ => fail(n.span, "expected a formula"),
        }
    }

    pub(crate) fn rel(&mut self, n: &Node) -> Result<ExprId> {
        let value = self.value(n)?;
        self.to_rel(value, n.span)
    }

    fn to_rel(&self, value: Value, span: Span) -> Result<ExprId> {
        match value {
            Value::Rel(e) => Ok(e),
            Value::Int(i) => Ok(self.ast.of_int(i)),
            Value::Form(_) => fail(span, "expected an expression, found a formula"),
        }
    }

    fn int(&mut self, n: &Node) -> Result<IntId> {
        match self.value(n)? {
            Value::Int(i) => Ok(i),
            Value::Rel(e) => Ok(self.ast.sum_of(e)),
            Value::Form(_) => fail(n.span, "expected an integer, found a formula"),
        }
    }

    pub(crate) fn value(&mut self, n: &Node) -> Result<Value> {
        let ast = self.ast;
        Ok(match &n.kind {
            Kind::Sig(sig) => Value::Rel(self.layout.sigs[sig.0 as usize]),
            Kind::Field(field) => Value::Rel(self.layout.fields[field.0 as usize]),
            Kind::Var(var) => match self.env.get(var) {
                Some(value) => *value,
                None => return fail(n.span, "this variable has no value here"),
            },
            Kind::Iden => Value::Rel(self.iden()),
            Kind::Str(text) => Value::Rel(self.atom(&format!("{text:?}"), n.span)?),
            Kind::Named(name) => Value::Rel(self.named(name, n.span)?),
            Kind::Num(value) => Value::Int(ast.number(*value)),
            Kind::IntConst("next") => Value::Rel(self.layout.next),
            Kind::IntConst(which) => {
                let universe = self.layout.bounds.universe();
                let bits = universe.bit_width();
                let most = (1i64 << (bits - 1)) - 1;
                Value::Int(ast.number(if *which == "max" { most } else { -most - 1 }))
            }
            Kind::Unary(op, a) => self.unary(*op, a, n.span)?,
            Kind::Binary(op, a, b) => self.binary(*op, a, b)?,
            Kind::Arrow(_, _, a, b) => {
                let (a, b) = (self.rel(a)?, self.rel(b)?);
                Value::Rel(ast.product(a, b))
            }
            Kind::Join(a, b) => {
                let (a, b) = (self.rel(a)?, self.rel(b)?);
                Value::Rel(ast.join(a, b))
            }
            Kind::Call(fun, args) => self.call(*fun, args)?,
            Kind::Ite(c, a, b) => {
                let c = self.formula(c)?;
                match (self.value(a)?, self.value(b)?) {
                    (Value::Form(a), Value::Form(b)) => Value::Form(ast.if_formula(c, a, b)),
                    (Value::Int(a), Value::Int(b)) => Value::Int(ast.if_int(c, a, b)),
                    (x, y) => {
                        let (x, y) = (self.to_rel(x, a.span)?, self.to_rel(y, b.span)?);
                        Value::Rel(ast.if_expr(c, x, y))
                    }
                }
            }
            Kind::Implies(a, b) => {
                let (a, b) = (self.formula(a)?, self.formula(b)?);
                Value::Form(ast.implies(a, b))
            }
            Kind::Quant(quant, decls, body) => self.quantified(*quant, decls, body, n.span)?,
            Kind::Let(var, value, body) => {
                let value = self.value(value)?;
                self.env.insert(*var, value);
                self.value(body)?
            }
            Kind::And(parts) => {
                let mut all = Vec::new();
                for part in parts {
                    all.push(self.formula(part)?);
                }
                Value::Form(ast.and(&all))
            }
            Kind::Disj(parts) => {
                let mut all = Vec::new();
                for part in parts {
                    all.push(self.rel(part)?);
                }
                Value::Form(self.disjoint(&all))
            }
            Kind::TotalOrder(parts) => {
                let (e, f, x) = (self.rel(&parts[0])?, self.rel(&parts[1])?, self.rel(&parts[2])?);
                Value::Form(self.order(e, f, x))
            }
            Kind::Partial(..) | Kind::Macro(..) | Kind::Choice(_) => {
                return fail(n.span, "this name was not resolved");
            }
        })
    }

    pub(crate) fn iden(&self) -> ExprId {
        let univ = self.layout.sigs[UNIV.0 as usize];
        self.ast.intersection(self.ast.iden(), self.ast.product(univ, univ))
    }

    fn atom(&self, name: &str, span: Span) -> Result<ExprId> {
        match self.layout.bounds.universe().by_name(name) {
            Some(atom) => Ok(self.ast.atom(atom)),
            None => fail(span, format!("there is no atom {name}")),
        }
    }

    fn named(&self, name: &str, span: Span) -> Result<ExprId> {
        let plain = name.trim_start_matches('$');
        let witness = self.witnesses.and_then(|i| i.witnesses.iter().find(|w| w.name == plain));
        match witness {
            Some(witness) => Ok(self.ast.constant(witness.tuples.clone())),
            None => self.atom(name, span),
        }
    }

    /// A total order as a plain formula.
    fn order(&self, elements: ExprId, first: ExprId, next: ExprId) -> FormulaId {
        let ast = self.ast;
        let reached = ast.join(first, ast.reflexive_closure(next));
        let (var, e) = ast.atom_variable("e");
        let one_after = ast.lone(ast.join(e, next));
        let one_before = ast.lone(ast.join(next, e));
        ast.and(&[
            ast.one(first),
            ast.is_in(first, elements),
            ast.is_in(next, ast.product(elements, elements)),
            ast.is_in(elements, reached),
            ast.no(ast.join(next, first)),
            ast.all(&[Decl::one(var, elements)], ast.and(&[one_after, one_before])),
            ast.acyclic(next),
        ])
    }

    fn unary(&mut self, op: UnOp, a: &Node, span: Span) -> Result<Value> {
        let ast = self.ast;
        Ok(match op {
            UnOp::Not => {
                let a = self.formula(a)?;
                Value::Form(ast.not(a))
            }
            UnOp::No | UnOp::Some | UnOp::Lone | UnOp::One => {
                let a = self.rel(a)?;
                let multiplicity = match op {
                    UnOp::No => Multiplicity::No,
                    UnOp::Some => Multiplicity::Some,
                    UnOp::Lone => Multiplicity::Lone,
                    _ => Multiplicity::One,
                };
                Value::Form(ast.multiplicity(multiplicity, a))
            }
            UnOp::Set | UnOp::Exactly => self.value(a)?,
            UnOp::Seq => {
                let a = self.rel(a)?;
                Value::Rel(ast.product(self.layout.sigs[SEQ_INT.0 as usize], a))
            }
            UnOp::Card => {
                let a = self.rel(a)?;
                Value::Int(ast.cardinality(a))
            }
            UnOp::ToInt => Value::Int(self.int(a)?),
            UnOp::Transpose => {
                let a = self.rel(a)?;
                Value::Rel(ast.transpose(a))
            }
            UnOp::Closure => {
                let a = self.rel(a)?;
                Value::Rel(ast.closure(a))
            }
            UnOp::RClosure => {
                let a = self.rel(a)?;
                if ast.arity(a) != 2 {
                    return fail(span, "a closure needs a relation of arity 2");
                }
                Value::Rel(ast.union(ast.closure(a), self.iden()))
            }
        })
    }

    fn binary(&mut self, op: BinOp, a: &Node, b: &Node) -> Result<Value> {
        let ast = self.ast;
        let arithmetic = |op: BinOp| {
            Some(match op {
                BinOp::Add => IntOperator::Plus,
                BinOp::Sub => IntOperator::Minus,
                BinOp::Mul => IntOperator::Times,
                BinOp::Div => IntOperator::Divide,
                BinOp::Rem => IntOperator::Remainder,
                BinOp::Shl => IntOperator::ShiftLeft,
                BinOp::Sha => IntOperator::ShiftRight,
                BinOp::Shr => IntOperator::ShiftRightZero,
                _ => return None,
            })
        };
        if let Some(operator) = arithmetic(op) {
            let (a, b) = (self.int(a)?, self.int(b)?);
            return Ok(Value::Int(ast.binary(operator, a, b)));
        }
        Ok(match op {
            BinOp::And => {
                let (a, b) = (self.formula(a)?, self.formula(b)?);
                Value::Form(ast.and(&[a, b]))
            }
            BinOp::Or => {
                let (a, b) = (self.formula(a)?, self.formula(b)?);
                Value::Form(ast.or(&[a, b]))
            }
            BinOp::Iff => {
                let (a, b) = (self.formula(a)?, self.formula(b)?);
                Value::Form(ast.iff(a, b))
            }
            BinOp::Lt | BinOp::Gt | BinOp::Lte | BinOp::Gte => {
                let (a, b) = (self.int(a)?, self.int(b)?);
                Value::Form(match op {
                    BinOp::Lt => ast.compare(Comparison::Less, a, b),
                    BinOp::Gt => ast.compare(Comparison::Less, b, a),
                    BinOp::Lte => ast.compare(Comparison::AtMost, a, b),
                    _ => ast.compare(Comparison::AtMost, b, a),
                })
            }
            BinOp::Eq => match (self.value(a)?, self.value(b)?) {
                (Value::Int(a), Value::Int(b)) => Value::Form(ast.compare(Comparison::Equal, a, b)),
                (x, y) => {
                    let (x, y) = (self.to_rel(x, a.span)?, self.to_rel(y, b.span)?);
                    Value::Form(ast.equal(x, y))
                }
            },
            BinOp::In => {
                let e = self.rel(a)?;
                Value::Form(self.inside(e, b)?)
            }
            _ => {
                let (x, y) = (self.rel(a)?, self.rel(b)?);
                Value::Rel(match op {
                    BinOp::Union => ast.union(x, y),
                    BinOp::Diff => ast.difference(x, y),
                    BinOp::Inter => ast.intersection(x, y),
                    BinOp::Override => ast.override_by(x, y),
                    BinOp::Domain => ast.domain_restriction(x, y),
                    _ => ast.range_restriction(x, y),
                })
            }
        })
    }

    fn call(&mut self, fun: FunId, args: &[Node]) -> Result<Value> {
        let mut values = Vec::new();
        for arg in args {
            values.push(self.value(arg)?);
        }
        if let Some(operator) = self.symbolic.as_ref().and_then(|(names, _)| names.funs.get(&fun).copied()) {
            let (a, b) = (self.to_rel(values[0], args[0].span)?, self.to_rel(values[1], args[1].span)?);
            let is_pred = self.world.fun(fun).is_pred;
            if let Some((_, state)) = &mut self.symbolic {
                let (formula, term) = state.apply(self.ast, &self.layout.bounds, operator, a, b);
                return Ok(if is_pred { Value::Form(formula) } else { Value::Rel(term) });
            }
        }
        let key = (fun, values.clone());
        if let Some(&known) = self.calls.get(&key) {
            return Ok(known);
        }
        let decl = self.world.fun(fun);
        let Some(body) = &decl.body else { return fail(decl.span, "this function has no body") };
        for ((var, _), value) in decl.vars.iter().zip(&values) {
            self.env.insert(*var, *value);
        }
        let result = self.value(body)?;
        self.calls.insert(key, result);
        Ok(result)
    }
}

/// Whether a bound says more than which tuples are allowed.
fn has_mult(n: &Node) -> bool {
    match &n.kind {
        Kind::Arrow(m1, m2, a, b) => *m1 != Mult::Set || *m2 != Mult::Set || has_mult(a) || has_mult(b),
        Kind::Unary(UnOp::Seq | UnOp::One | UnOp::Lone | UnOp::Some, _) => true,
        Kind::Unary(UnOp::Set | UnOp::Exactly, a) => has_mult(a),
        _ => false,
    }
}

/// The tuples of an expression in an instance, as names of atoms.
pub(crate) fn names(universe: &pikse_relation::Universe, tuples: &TupleSet) -> Vec<Vec<String>> {
    tuples.iter().map(|t| t.iter().map(|&a| universe.name(a).to_string()).collect()).collect()
}
