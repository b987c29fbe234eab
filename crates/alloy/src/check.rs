//! From syntax to nodes with types, bottom-up.
//!
//! A name may have several meanings: fields and functions are overloaded. All of them are kept as a
//! choice. Where an expression becomes part of a formula, an integer or a declaration, its type is
//! known from both sides, and `choose` decides.

use std::collections::HashMap;

use crate::ast::{BinOp, Decl, Expr, ExprKind, Mult, Quant, UnOp};
use crate::ir::{
    FunId, INT, Kind, ModId, Node, SEQ_INT, STRING, SigId, TDecl, UNIV, VarId, node, weighed,
};
use crate::modules::Resolver;
use crate::source::{Diagnostic, Result, Span, fail, nearest};
use crate::types::Type;

/// Where an expression stands.
pub(crate) struct Context {
    pub(crate) module: ModId,
    /// The signature whose fields or facts this is about.
    pub(crate) sig: Option<SigId>,
    /// The bound of a field: functions are not seen, nor fields of other signatures.
    pub(crate) in_field: bool,
    /// The declaration of parameters or of a result: functions are not seen.
    pub(crate) in_params: bool,
    /// Names of variables, innermost last.
    pub(crate) env: Vec<(String, Node)>,
}

impl Context {
    pub(crate) fn new(module: ModId) -> Context {
        Context { module, sig: None, in_field: false, in_params: false, env: Vec::new() }
    }

    fn find(&self, name: &str) -> Option<&Node> {
        self.env.iter().rev().find(|(n, _)| n == name).map(|(_, v)| v)
    }
}

/// How many macros may be replaced inside each other.
const MAX_UNROLL: usize = 20;

impl Resolver<'_> {
    pub(crate) fn int_type() -> Type {
        Type::of(vec![INT])
    }

    /// The node of an expression, with choices left open.
    pub(crate) fn check(&mut self, e: &Expr, cx: &mut Context) -> Result<Node> {
        let span = e.span;
        match &e.kind {
            ExprKind::Name(name, at) => self.name(name, *at, span, cx),
            ExprKind::Number(n) => Ok(node(Kind::Num(*n), Self::int_type(), span)),
            ExprKind::Str(text) => {
                if !self.world.strings.contains(text) {
                    self.world.strings.push(text.clone());
                }
                Ok(node(Kind::Str(text.clone()), Type::of(vec![STRING]), span))
            }
            ExprKind::Unary(op, a) => self.unary(*op, a, span, cx),
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b, span, cx),
            ExprKind::NotBinary(op, a, b) => {
                let inner = self.binary(*op, a, b, span, cx)?;
                Ok(node(Kind::Unary(UnOp::Not, inner), Type::formula(), span))
            }
            ExprKind::Arrow(m1, m2, a, b) => {
                let (a, b) = (self.check(a, cx)?, self.check(b, cx)?);
                let (ty, weight) = (a.ty.product(&b.ty), a.weight + b.weight);
                Ok(weighed(Kind::Arrow(*m1, *m2, a, b), ty, span, weight))
            }
            ExprKind::Join(a, b) => {
                let left = self.check(a, cx)?;
                let right = self.check(b, cx)?;
                self.apply(left, &right, span)
            }
            ExprKind::Box(f, args) => {
                let mut result = self.check(f, cx)?;
                for arg in args {
                    let arg = self.check(arg, cx)?;
                    result = self.apply(arg, &result, span)?;
                }
                Ok(result)
            }
            ExprKind::Builtin(name, args) => {
                let mut parts = Vec::new();
                for arg in args {
                    let arg = self.check(arg, cx)?;
                    parts.push(self.choose_set(&arg)?);
                }
                let kind = if *name == "disj" {
                    if let Some(odd) =
                        parts.iter().find(|p| p.ty.arities & parts[0].ty.arities == 0)
                    {
                        return fail(odd.span, "the arguments of `disj` have different arities");
                    }
                    Kind::Disj(parts)
                } else {
                    if parts.len() != 3 {
                        return fail(
                            span,
                            "`pred/totalOrder` has three arguments: the elements, the first, the next",
                        );
                    }
                    Kind::TotalOrder(parts)
                };
                Ok(node(kind, Type::formula(), span))
            }
            ExprKind::Ite(c, a, b) => {
                let c = self.formula(c, cx)?;
                let Some(b) = b else {
                    let a = self.formula(a, cx)?;
                    return Ok(node(Kind::Implies(c, a), Type::formula(), span));
                };
                let (a, b) = (self.check(a, cx)?, self.check(b, cx)?);
                let mut ty = a.ty.union(&b.ty);
                ty.form = a.ty.form && b.ty.form;
                Ok(node(Kind::Ite(c, a, b), ty, span))
            }
            ExprKind::Quant(quant, decls, body) => self.quantified(*quant, decls, body, span, cx),
            ExprKind::Let(bindings, body) => {
                let mut bound = Vec::new();
                for (name, value) in bindings {
                    let value = self.check(value, cx)?;
                    let value = if matches!(value.kind, Kind::Macro(..)) {
                        value
                    } else {
                        self.choose(&value, &value.ty)?
                    };
                    if matches!(value.kind, Kind::Macro(..)) {
                        cx.env.push((name.text.clone(), value));
                        continue;
                    }
                    let var = self.world.var(&name.text);
                    cx.env.push((
                        name.text.clone(),
                        node(Kind::Var(var), value.ty.clone(), name.span),
                    ));
                    bound.push((var, value));
                }
                let body = self.check(body, cx);
                cx.env.truncate(cx.env.len() - bindings.len());
                let mut body = body?;
                for (var, value) in bound.into_iter().rev() {
                    let ty = body.ty.clone();
                    body = node(Kind::Let(var, value, body), ty, span);
                }
                Ok(body)
            }
            ExprKind::Block(parts) => {
                let mut all = Vec::new();
                for part in parts {
                    all.push(self.formula(part, cx)?);
                }
                Ok(node(Kind::And(all), Type::formula(), span))
            }
        }
    }

    /// The node of a formula, without choices.
    pub(crate) fn formula(&mut self, e: &Expr, cx: &mut Context) -> Result<Node> {
        let found = self.check(e, cx)?;
        self.choose_formula(&found)
    }

    fn unary(&mut self, op: UnOp, a: &Expr, span: Span, cx: &mut Context) -> Result<Node> {
        let a = if op == UnOp::Not { self.formula(a, cx)? } else { self.check(a, cx)? };
        let h = &self.world.hierarchy;
        match op {
            UnOp::Not => Ok(node(Kind::Unary(op, a), Type::formula(), span)),
            UnOp::No | UnOp::Some | UnOp::Lone | UnOp::One => {
                // `one e` may be a formula or a bound; a bound takes the operand's type.
                let ty = Type { form: true, ..a.ty.clone() };
                Ok(node(Kind::Unary(op, a), ty, span))
            }
            UnOp::Set | UnOp::Exactly => {
                let ty = a.ty.as_set();
                Ok(node(Kind::Unary(op, a), ty, span))
            }
            UnOp::Seq => {
                let ty = Type::of(vec![SEQ_INT]).product(&a.ty);
                Ok(node(Kind::Unary(op, a), ty, span))
            }
            UnOp::Card => {
                let a = self.choose_set(&a)?;
                Ok(node(Kind::Unary(op, a), Self::int_type(), span))
            }
            UnOp::ToInt => {
                let a = self.choose_int(&a)?;
                Ok(node(Kind::Unary(op, a), Self::int_type(), span))
            }
            UnOp::Transpose | UnOp::Closure | UnOp::RClosure => {
                let ty = match op {
                    UnOp::Transpose => a.ty.transpose(),
                    UnOp::Closure => h.closure(&a.ty),
                    _ if a.ty.has_arity(2) => h.closure(&a.ty).merge(&Type::of(vec![UNIV, UNIV])),
                    _ => Type::default(),
                };
                let weight = a.weight;
                Ok(weighed(Kind::Unary(op, a), ty, span, weight))
            }
        }
    }

    fn binary(
        &mut self,
        op: BinOp,
        a: &Expr,
        b: &Expr,
        span: Span,
        cx: &mut Context,
    ) -> Result<Node> {
        match op {
            BinOp::And | BinOp::Or | BinOp::Iff => {
                let (a, b) = (self.formula(a, cx)?, self.formula(b, cx)?);
                return Ok(node(Kind::Binary(op, a, b), Type::formula(), span));
            }
            _ => {}
        }
        let (a, b) = (self.check(a, cx)?, self.check(b, cx)?);
        let h = &self.world.hierarchy;
        let weight = a.weight + b.weight;
        let ty = match op {
            BinOp::And | BinOp::Or | BinOp::Iff => Type::formula(),
            BinOp::Union | BinOp::Override => a.ty.union(&b.ty),
            BinOp::Diff => a.ty.difference(&b.ty),
            BinOp::Inter => h.intersect(&a.ty.as_set(), &b.ty.as_set()),
            BinOp::Domain => h.restrict(&a.ty, &b.ty, true),
            BinOp::Range => h.restrict(&b.ty, &a.ty, false),
            BinOp::Add
            | BinOp::Sub
            | BinOp::Mul
            | BinOp::Div
            | BinOp::Rem
            | BinOp::Shl
            | BinOp::Shr
            | BinOp::Sha => {
                let (a, b) = (self.choose_int(&a)?, self.choose_int(&b)?);
                return Ok(node(Kind::Binary(op, a, b), Self::int_type(), span));
            }
            BinOp::Lt | BinOp::Gt | BinOp::Lte | BinOp::Gte => {
                let (a, b) = (self.choose_int(&a)?, self.choose_int(&b)?);
                return Ok(node(Kind::Binary(op, a, b), Type::formula(), span));
            }
            BinOp::In | BinOp::Eq => return self.comparison(op, &a, &b, span),
        };
        Ok(weighed(Kind::Binary(op, a, b), ty, span, weight))
    }

    fn comparison(&mut self, op: BinOp, a: &Node, b: &Node, span: Span) -> Result<Node> {
        let both = self.world.hierarchy.intersect(&a.ty.as_set(), &b.ty.as_set());
        if both.arities == 0 {
            let sign = if op == BinOp::In { "in" } else { "=" };
            let (left, right) = (self.choose_set(a)?, self.choose_set(b)?);
            let message = format!(
                "the sides of `{sign}` have different arities: {} and {}",
                self.world.show(&left.ty),
                self.world.show(&right.ty)
            );
            return fail(span, message);
        }
        let wanted = |t: &Type| if both.products.is_empty() { t.as_set() } else { both.clone() };
        let (wa, wb) = (wanted(&a.ty), wanted(&b.ty));
        let (a, b) = (self.choose(a, &wa)?, self.choose(b, &wb)?);
        Ok(node(Kind::Binary(op, a, b), Type::formula(), span))
    }

    /// A declaration: the multiplicity and the bound, without choices.
    pub(crate) fn bound(&mut self, e: &Expr, cx: &mut Context) -> Result<(Mult, Node)> {
        let found = self.check(e, cx)?;
        let (mult, inner) = match &found.kind {
            Kind::Unary(UnOp::One, a) => (Some(Mult::One), a.clone()),
            Kind::Unary(UnOp::Lone, a) => (Some(Mult::Lone), a.clone()),
            Kind::Unary(UnOp::Some, a) => (Some(Mult::Some), a.clone()),
            Kind::Unary(UnOp::Set | UnOp::Exactly, a) => (Some(Mult::Set), a.clone()),
            _ => (None, found.clone()),
        };
        let inner = self.choose_set(&inner)?;
        if mult.is_some_and(|m| m != Mult::Set)
            && inner.ty.arity() != Some(1)
            && !inner.ty.has_arity(1)
        {
            return fail(
                e.span,
                "`one`, `lone` and `some` stand before a set, not before a relation",
            );
        }
        let mult = mult.unwrap_or(if inner.ty.has_arity(1) { Mult::One } else { Mult::Set });
        Ok((mult, inner))
    }

    /// Declares variables, which stay in the environment.
    pub(crate) fn declare(&mut self, decl: &Decl, cx: &mut Context) -> Result<TDecl> {
        let (mult, bound) = self.bound(&decl.expr, cx)?;
        if decl.disj2 {
            return fail(decl.expr.span, "`disj` after the colon is for fields only");
        }
        let mut vars = Vec::new();
        for name in &decl.names {
            let var = self.world.var(&name.text);
            cx.env.push((name.text.clone(), node(Kind::Var(var), bound.ty.clone(), name.span)));
            vars.push(var);
        }
        Ok(TDecl { vars, disj: decl.disj && decl.names.len() > 1, mult, bound })
    }

    fn quantified(
        &mut self,
        quant: Quant,
        decls: &[Decl],
        body: &Expr,
        span: Span,
        cx: &mut Context,
    ) -> Result<Node> {
        let depth = cx.env.len();
        let result = self.quantified_in(quant, decls, body, span, cx);
        cx.env.truncate(depth);
        result
    }

    fn quantified_in(
        &mut self,
        quant: Quant,
        decls: &[Decl],
        body: &Expr,
        span: Span,
        cx: &mut Context,
    ) -> Result<Node> {
        let mut all = Vec::new();
        let mut ty: Option<Type> = None;
        for decl in decls {
            let depth = cx.env.len();
            let decl = self.declare(decl, cx)?;
            if quant == Quant::Comprehension {
                if decl.mult != Mult::One || !decl.bound.ty.has_arity(1) {
                    return fail(
                        decl.bound.span,
                        "a comprehension ranges over the elements of sets",
                    );
                }
                for _ in &decl.vars {
                    ty = Some(
                        ty.map_or_else(|| decl.bound.ty.clone(), |t| t.product(&decl.bound.ty)),
                    );
                }
            }
            debug_assert_eq!(cx.env.len(), depth + decl.vars.len());
            all.push(decl);
        }
        let (body, ty) = match quant {
            Quant::Sum => {
                let found = self.check(body, cx)?;
                (self.choose_int(&found)?, Self::int_type())
            }
            Quant::Comprehension => (self.formula(body, cx)?, ty.unwrap_or_default()),
            _ => (self.formula(body, cx)?, Type::formula()),
        };
        Ok(node(Kind::Quant(quant, all, body), ty, span))
    }

    /// `left.right`, or `right[left]`: a join, or one more argument of a call or macro.
    pub(crate) fn apply(&mut self, left: Node, right: &Node, span: Span) -> Result<Node> {
        if let Kind::Macro(number, args) = &right.kind {
            let mut args = args.clone();
            args.push(left);
            return self.expand(*number, args, span);
        }
        if matches!(right.kind, Kind::Sig(INT)) && left.ty.has_arity(1) {
            // `Int[e]`: the atom of an integer, which is what `e` is as a set.
            return self.choose_int(&left);
        }
        if left.ty.arities == 0 && left.ty.form {
            return fail(left.span, "a formula cannot be joined or be an argument");
        }
        match &right.kind {
            Kind::Choice(choices) => {
                let mut all = Vec::new();
                for choice in choices {
                    all.push(self.apply_one(&left, choice, span));
                }
                Ok(self.choice(all, span))
            }
            Kind::Partial(..) => {
                let one = self.apply_one(&left, right, span);
                Ok(self.choice(vec![one], span))
            }
            _ => Ok(self.apply_one(&left, right, span)),
        }
    }

    fn apply_one(&self, left: &Node, right: &Node, span: Span) -> Node {
        if let Kind::Partial(fun, args) = &right.kind
            && args.len() < self.world.fun(*fun).vars.len()
        {
            let mut args = args.clone();
            args.push(left.clone());
            return self.call(*fun, args, span, right.weight + left.weight);
        }
        let ty = self.world.hierarchy.join(&left.ty, &right.ty);
        weighed(Kind::Join(left.clone(), right.clone()), ty, span, left.weight + right.weight)
    }

    /// A call, if the arguments are complete and fit; otherwise what waits for more of them.
    fn call(&self, fun: FunId, args: Vec<Node>, span: Span, weight: u32) -> Node {
        let decl = self.world.fun(fun);
        let fits = args.len() == decl.vars.len()
            && decl.vars.iter().zip(&args).all(|((_, param), arg)| {
                arg.ty.arities & param.arities != 0
                    && (arg.ty.products.is_empty()
                        || param.products.is_empty()
                        || self.world.hierarchy.intersects(&arg.ty, param))
            });
        if !fits {
            return weighed(Kind::Partial(fun, args), Type::default(), span, weight);
        }
        let ty = match &decl.ret {
            None => Type::formula(),
            Some((_, ret)) => {
                let env: HashMap<VarId, Type> = decl
                    .vars
                    .iter()
                    .zip(&args)
                    .map(|((var, param), arg)| {
                        let narrow =
                            self.world.hierarchy.intersect(&param.as_set(), &arg.ty.as_set());
                        (*var, if narrow.products.is_empty() { param.clone() } else { narrow })
                    })
                    .collect();
                self.deduce(ret, &env)
            }
        };
        weighed(Kind::Call(fun, args), ty, span, weight)
    }

    /// The type of an expression when variables have these types.
    fn deduce(&self, n: &Node, env: &HashMap<VarId, Type>) -> Type {
        let h = &self.world.hierarchy;
        match &n.kind {
            Kind::Var(v) => env.get(v).cloned().unwrap_or_else(|| n.ty.clone()),
            Kind::Unary(UnOp::Transpose, a) => self.deduce(a, env).transpose(),
            Kind::Unary(UnOp::Closure, a) => h.closure(&self.deduce(a, env)),
            Kind::Unary(UnOp::RClosure, a) => {
                h.closure(&self.deduce(a, env)).merge(&Type::of(vec![UNIV, UNIV]))
            }
            Kind::Unary(UnOp::Set | UnOp::One | UnOp::Lone | UnOp::Some | UnOp::Exactly, a) => {
                self.deduce(a, env).as_set()
            }
            Kind::Unary(UnOp::Seq, a) => Type::of(vec![SEQ_INT]).product(&self.deduce(a, env)),
            Kind::Binary(op, a, b) => {
                let (a, b) = (self.deduce(a, env), self.deduce(b, env));
                match op {
                    BinOp::Union | BinOp::Override => a.union(&b),
                    BinOp::Diff => a.difference(&b),
                    BinOp::Inter => h.intersect(&a, &b),
                    BinOp::Domain => h.restrict(&a, &b, true),
                    BinOp::Range => h.restrict(&b, &a, false),
                    _ => n.ty.clone(),
                }
            }
            Kind::Arrow(_, _, a, b) => self.deduce(a, env).product(&self.deduce(b, env)),
            Kind::Join(a, b) => h.join(&self.deduce(a, env), &self.deduce(b, env)),
            _ => n.ty.clone(),
        }
    }

    pub(crate) fn choice(&self, choices: Vec<Node>, span: Span) -> Node {
        if choices.len() == 1 && !choices[0].ty.is_bad() {
            return choices
                .into_iter()
                .next()
                .unwrap_or_else(|| node(Kind::Iden, Type::default(), span));
        }
        let mut ty = Type::default();
        for c in &choices {
            ty = ty.merge(&c.ty);
        }
        let weight = choices.iter().filter(|c| !c.ty.is_bad()).map(|c| c.weight).min().unwrap_or(0);
        weighed(Kind::Choice(choices), ty, span, weight)
    }

    /// Replaces a macro when its arguments are complete.
    fn expand(&mut self, number: usize, args: Vec<Node>, span: Span) -> Result<Node> {
        let (module, decl) = self.macros[number].clone();
        if args.len() < decl.params.len() {
            return Ok(node(Kind::Macro(number, args), Type::default(), span));
        }
        if self.unrolled >= MAX_UNROLL {
            return fail(span, format!("the macro `{}` uses itself", decl.name.text));
        }
        self.unrolled += 1;
        let mut cx = Context::new(module);
        let mut args = args.into_iter();
        for param in &decl.params {
            if let Some(arg) = args.next() {
                cx.env.push((param.text.clone(), arg));
            }
        }
        let mut result = self.check(&decl.body, &mut cx);
        self.unrolled -= 1;
        for rest in args {
            result = match result {
                Ok(done) => self.apply(rest, &done, span),
                Err(why) => Err(why),
            };
        }
        result
    }

    /// Everything that a name may mean here.
    fn name(&mut self, name: &str, at: bool, span: Span, cx: &mut Context) -> Result<Node> {
        if !at {
            if let Some(found) = cx.find(name) {
                let (kind, ty, weight) = (found.kind.clone(), found.ty.clone(), found.weight);
                // Arguments of macros keep their own place.
                let place = if matches!(kind, Kind::Var(_)) { span } else { found.span };
                return Ok(weighed(kind, ty, place, weight));
            }
            if let Some(number) = self.find_macro(name, cx.module) {
                return self.expand(number, Vec::new(), span);
            }
            if let Some(global) = self.world.globals.get(name) {
                return Ok(global.clone());
            }
        }
        match name {
            "iden" => return Ok(node(Kind::Iden, Type::of(vec![UNIV, UNIV]), span)),
            "fun/min" => return Ok(node(Kind::IntConst("min"), Self::int_type(), span)),
            "fun/max" => return Ok(node(Kind::IntConst("max"), Self::int_type(), span)),
            "fun/next" => return Ok(node(Kind::IntConst("next"), Type::of(vec![INT, INT]), span)),
            "univ" | "Int" | "seq/Int" | "String" | "none" => {
                let sig = self.sigs_named(cx.module, name)[0];
                return Ok(node(Kind::Sig(sig), self.world.sig(sig).ty.clone(), span));
            }
            "this" => {
                return fail(
                    span,
                    "`this` has a meaning only in signatures and in functions with a receiver",
                );
            }
            _ if name.contains('$') => {
                return fail(
                    span,
                    format!("`{name}`: names of the model as data (with `$`) are not supported"),
                );
            }
            _ => {}
        }
        let mut choices = Vec::new();
        for sig in self.sigs_named(cx.module, name) {
            choices.push(node(Kind::Sig(sig), self.world.sig(sig).ty.clone(), span));
        }
        let this = cx.find("this").cloned();
        let (modules, plain) = if name.contains('/') {
            match self.qualified(cx.module, name) {
                Some((module, plain)) => (vec![module], plain),
                None => (Vec::new(), name),
            }
        } else {
            (self.visible(cx.module), name)
        };
        if !cx.in_params && !cx.in_field {
            for &module in &modules {
                let funs =
                    self.modules[module.0 as usize].funs.get(plain).cloned().unwrap_or_default();
                for fun in funs {
                    let decl = self.world.fun(fun);
                    if decl.private && module != cx.module {
                        continue;
                    }
                    if let (Some(this), Some((_, first)), Some(_)) =
                        (&this, decl.vars.first(), cx.sig)
                        && this.ty.has_arity(1)
                        && self.world.hierarchy.intersects(&this.ty, first)
                    {
                        choices.push(self.call(fun, vec![this.clone()], span, 1));
                    }
                    choices.push(self.call(fun, Vec::new(), span, 0));
                }
            }
        }
        for &module in &modules {
            for f in 0..self.world.fields.len() {
                let field = &self.world.fields[f];
                let owner = self.world.sig(field.sig);
                if field.name != plain
                    || owner.module != module
                    || (module != cx.module && (field.private || owner.private))
                {
                    continue;
                }
                let id = crate::ir::FieldId(f as u32);
                match cx.sig {
                    None => choices.push(node(Kind::Field(id), field.ty.clone(), span)),
                    Some(sig) if self.world.is_same_or_below(sig, field.sig) => {
                        let plain_field = node(Kind::Field(id), field.ty.clone(), span);
                        match &this {
                            Some(this) if !at => {
                                choices.push(self.apply_one(this, &plain_field, span));
                            }
                            _ => choices.push(plain_field),
                        }
                    }
                    Some(_) if !cx.in_field => {
                        choices.push(weighed(Kind::Field(id), field.ty.clone(), span, 1));
                    }
                    Some(_) => {}
                }
            }
        }
        if choices.is_empty() {
            return Err(Box::new(self.unknown(name, span, cx)));
        }
        if choices.len() == 1 && matches!(choices[0].kind, Kind::Partial(..)) {
            return Ok(weighed(Kind::Choice(choices), Type::default(), span, 0));
        }
        Ok(self.choice(choices, span))
    }

    fn find_macro(&self, name: &str, from: ModId) -> Option<usize> {
        let is_seen =
            |number: &usize, module: ModId| module == from || !self.macros[*number].1.private;
        if name.contains('/') {
            let (module, plain) = self.qualified(from, name)?;
            return self.modules[module.0 as usize]
                .macros
                .get(plain)
                .copied()
                .filter(|n| is_seen(n, module));
        }
        self.visible(from).into_iter().find_map(|m| {
            self.modules[m.0 as usize].macros.get(name).copied().filter(|n| is_seen(n, m))
        })
    }

    fn unknown(&self, name: &str, span: Span, cx: &Context) -> Diagnostic {
        let mut known: Vec<&str> = cx.env.iter().map(|(n, _)| n.as_str()).collect();
        for module in self.visible(cx.module) {
            let m = &self.modules[module.0 as usize];
            known.extend(m.sigs.keys().map(String::as_str));
            known.extend(m.funs.keys().map(String::as_str));
            known.extend(m.macros.keys().map(String::as_str));
        }
        known.extend(self.world.fields.iter().map(|f| f.name.as_str()));
        known.extend(["univ", "none", "iden", "this", "Int"]);
        known.sort_unstable();
        let mut diagnostic = Diagnostic::new(span, format!("the name `{name}` is unknown here"));
        if let Some(near) = nearest(name, known.into_iter()) {
            diagnostic = diagnostic.help(format!("did you mean `{near}`?"));
        } else if (cx.in_params || cx.in_field)
            && self
                .visible(cx.module)
                .iter()
                .any(|m| self.modules[m.0 as usize].funs.contains_key(name))
        {
            diagnostic = diagnostic.help(
                "functions cannot be called in declarations of fields, parameters and results",
            );
        }
        diagnostic
    }
}
