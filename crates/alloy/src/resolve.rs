//! Resolves a whole model: parents of signatures, fields, functions, facts, commands.

use std::sync::Arc;

use crate::ast::{CommandDecl, Expr, ExprKind, File, FunDecl, Mult, SigParent, Target};
use crate::check::Context;
use crate::ir::{
    Cmd, Field, FieldDecl, FieldId, Fun, FunId, INT, Kind, ModId, NONE, Node, STRING, ScopeOf,
    SigId, SigShape, TDecl, UNIV, node,
};
use crate::modules::Resolver;
use crate::source::{Diagnostic, Result, Span, fail, nearest};
use crate::types::Type;

impl Resolver<'_> {
    /// Resolves everything that the main module and those it opens declare.
    pub(crate) fn resolve_all(&mut self, root: &Arc<File>) -> Result<()> {
        self.instantiate(root, "this", &[], true)?;
        self.parents()?;
        for sig in self.sorted_sigs() {
            self.fields(sig, false)?;
        }
        for m in 0..self.modules.len() {
            self.fun_decls(ModId(m as u32))?;
        }
        for sig in self.sorted_sigs() {
            self.fields(sig, true)?;
        }
        self.reject_clashes()?;
        for m in 0..self.modules.len() {
            self.bodies(ModId(m as u32))?;
        }
        self.reject_recursion()?;
        self.world.symbolic = crate::symbolic::names(self);
        self.commands(root)
    }

    /// Resolves the parents of all signatures.
    fn parents(&mut self) -> Result<()> {
        let decls: Vec<_> = self
            .modules
            .iter()
            .enumerate()
            .flat_map(|(m, module)| {
                module.sig_decls.iter().map(move |(s, d)| (ModId(m as u32), *s, d.clone()))
            })
            .collect();
        for (module, sig, decl) in &decls {
            let shape = match &decl.parent {
                SigParent::Top => SigShape::Prim(UNIV),
                SigParent::Extends(name) => {
                    let parent = self.find_sig(*module, name)?;
                    if parent == NONE {
                        return fail(name.span, "a signature cannot extend `none`");
                    }
                    if [STRING, INT].contains(&parent) {
                        return fail(
                            name.span,
                            format!("a signature cannot extend `{}`; use `in`", name.text),
                        );
                    }
                    SigShape::Prim(parent)
                }
                SigParent::In(names) | SigParent::Equals(names) => {
                    let mut parents = Vec::new();
                    for name in names {
                        parents.push(self.find_sig(*module, name)?);
                    }
                    SigShape::Subset(parents, matches!(decl.parent, SigParent::Equals(_)))
                }
            };
            self.world.sigs[sig.0 as usize].shape = shape;
        }
        for (_, sig, decl) in &decls {
            // Whoever follows the parents must come to the top.
            let mut seen = vec![*sig];
            let mut todo = vec![*sig];
            while let Some(at) = todo.pop() {
                let up = match &self.world.sig(at).shape {
                    SigShape::Prim(p) => vec![*p],
                    SigShape::Subset(ps, _) => ps.clone(),
                };
                for p in up {
                    if p == *sig {
                        return fail(
                            decl.name.span,
                            format!("the signature `{}` is its own ancestor", decl.name.text),
                        );
                    }
                    if p != UNIV && !seen.contains(&p) {
                        seen.push(p);
                        todo.push(p);
                    }
                }
            }
            if let SigShape::Prim(parent) = self.world.sig(*sig).shape {
                if let SigShape::Subset(..) = self.world.sig(parent).shape
                    && let SigParent::Extends(name) = &decl.parent
                {
                    let help = "use `in`, because the parent is a subset signature";
                    return Err(Box::new(
                        Diagnostic::new(name.span, "a signature cannot extend a subset signature")
                            .help(help),
                    ));
                }
                self.world.hierarchy.parents[sig.0 as usize] = parent;
                if parent != UNIV {
                    self.world.sigs[parent.0 as usize].children.push(*sig);
                }
            } else if decl.is_abstract {
                return fail(decl.name.span, "a subset signature cannot be abstract");
            }
        }
        for sig in self.sorted_sigs() {
            if let SigShape::Subset(parents, _) = self.world.sig(sig).shape.clone() {
                let mut ty = Type::default();
                for p in parents {
                    ty = ty.merge(&self.world.sig(p).ty);
                }
                self.world.sigs[sig.0 as usize].ty = ty;
            }
        }
        Ok(())
    }

    /// All signatures, parents before their children and subsets.
    pub(crate) fn sorted_sigs(&self) -> Vec<SigId> {
        let mut done = vec![false; self.world.sigs.len()];
        let mut order = Vec::new();
        for s in 0..self.world.sigs.len() {
            let mut stack = vec![(SigId(s as u32), false)];
            while let Some((sig, ready)) = stack.pop() {
                if done[sig.0 as usize] {
                    continue;
                }
                if ready || sig == UNIV {
                    done[sig.0 as usize] = true;
                    order.push(sig);
                    continue;
                }
                stack.push((sig, true));
                match &self.world.sig(sig).shape {
                    SigShape::Prim(p) => stack.push((*p, false)),
                    SigShape::Subset(ps, _) => stack.extend(ps.iter().map(|&p| (p, false))),
                }
            }
        }
        order
    }

    /// Resolves the fields of a signature; those defined by `=` come later.
    fn fields(&mut self, sig: SigId, exact: bool) -> Result<()> {
        let module = self.world.sig(sig).module;
        let Some((_, decl)) =
            self.modules[module.0 as usize].sig_decls.iter().find(|(s, _)| *s == sig).cloned()
        else {
            return Ok(());
        };
        for d in decl.fields.iter().filter(|d| d.exact == exact) {
            let mut cx = Context::new(module);
            cx.sig = Some(sig);
            cx.in_field = !exact;
            let this = self.world.var("this");
            let this_node = node(Kind::Var(this), self.world.sig(sig).ty.clone(), d.expr.span);
            cx.env.push(("this".to_string(), this_node));
            let (mult, bound) = self.bound(&d.expr, &mut cx)?;
            let exact =
                exact || matches!(d.expr.kind, ExprKind::Unary(crate::ast::UnOp::Exactly, _));
            let ty = self.world.sig(sig).ty.product(&bound.ty);
            if ty.arity().is_none_or(|a| a > pikse_relation::MAX_ARITY) {
                return fail(
                    d.expr.span,
                    format!("a field has at most {} columns", pikse_relation::MAX_ARITY),
                );
            }
            let mut ids = Vec::new();
            for name in &d.names {
                let is_same = |f: &&FieldId| self.world.field(**f).name == name.text;
                if self.world.sig(sig).fields.iter().any(|f| is_same(&f)) {
                    return fail(
                        name.span,
                        format!("there is already a field `{}` in this signature", name.text),
                    );
                }
                let id = FieldId(self.world.fields.len() as u32);
                self.world.fields.push(Field {
                    name: name.text.clone(),
                    sig,
                    private: d.private,
                    ty: ty.clone(),
                });
                self.world.sigs[sig.0 as usize].fields.push(id);
                ids.push(id);
            }
            let span = d.names[0].span.to(d.expr.span);
            self.world.field_decls.push(FieldDecl {
                sig,
                fields: ids,
                disj: d.disj,
                disj2: d.disj2,
                exact,
                this,
                mult,
                bound,
                span,
            });
        }
        Ok(())
    }

    /// Two signatures that overlap cannot have fields of the same name.
    fn reject_clashes(&self) -> Result<()> {
        for (i, a) in self.world.fields.iter().enumerate() {
            for b in &self.world.fields[..i] {
                if a.name == b.name && self.world.hierarchy.first_overlaps(&a.ty, &b.ty) {
                    let (sa, sb) = (self.world.sig(a.sig), self.world.sig(b.sig));
                    let message = format!(
                        "`{}` and `{}` overlap, and both have a field `{}`",
                        sa.label, sb.label, a.name
                    );
                    return fail(sa.span, message);
                }
            }
        }
        Ok(())
    }

    /// Declares the functions of a module: parameters and results.
    fn fun_decls(&mut self, module: ModId) -> Result<()> {
        let file = self.modules[module.0 as usize].file.clone();
        for decl in &file.funs {
            let mut cx = Context::new(module);
            cx.in_params = true;
            let mut params = Vec::new();
            if let Some(receiver) = &decl.receiver {
                let sig = self.find_sig(module, receiver)?;
                let bound = node(Kind::Sig(sig), self.world.sig(sig).ty.clone(), receiver.span);
                let this = self.world.var("this");
                cx.env.push((
                    "this".to_string(),
                    node(Kind::Var(this), bound.ty.clone(), receiver.span),
                ));
                params.push(TDecl { vars: vec![this], disj: false, mult: Mult::One, bound });
            }
            for d in &decl.params {
                params.push(self.declare(d, &mut cx)?);
            }
            let ret = match &decl.ret {
                Some(ret) => Some(self.bound(ret, &mut cx)?),
                None => None,
            };
            let vars = params
                .iter()
                .flat_map(|p| p.vars.iter().map(|&v| (v, p.bound.ty.as_set())))
                .collect();
            let id = FunId(self.world.funs.len() as u32);
            self.world.funs.push(Fun {
                name: decl.name.text.clone(),
                private: decl.private,
                is_pred: decl.ret.is_none(),
                params,
                vars,
                ret,
                body: None,
                span: decl.name.span,
            });
            let m = &mut self.modules[module.0 as usize];
            m.funs.entry(decl.name.text.clone()).or_default().push(id);
            m.fun_decls.push((id, Arc::new(decl.clone())));
        }
        Ok(())
    }

    fn fun_body(&mut self, module: ModId, id: FunId, decl: &FunDecl) -> Result<()> {
        let mut cx = Context::new(module);
        let params: Vec<(u32, Type)> =
            self.world.fun(id).vars.iter().map(|(v, t)| (v.0, t.clone())).collect();
        for (var, ty) in params {
            let name = self.world.vars[var as usize].clone();
            cx.env.push((name, node(Kind::Var(crate::ir::VarId(var)), ty, decl.name.span)));
        }
        let body = if decl.ret.is_none() {
            self.formula(&decl.body, &mut cx)?
        } else {
            let found = self.check(&decl.body, &mut cx)?;
            let wanted =
                self.world.fun(id).ret.as_ref().map(|(_, r)| r.ty.clone()).unwrap_or_default();
            let both = self.world.hierarchy.intersect(&found.ty.as_set(), &wanted);
            if found.ty.arities & wanted.arities == 0 && !found.ty.is_bad() {
                let message = format!(
                    "the function gives {}, and its body is {}",
                    self.world.show(&wanted),
                    self.world.show(&found.ty)
                );
                return fail(decl.body.span, message);
            }
            let want = if both.products.is_empty() { wanted } else { both };
            self.choose(&found, &want)?
        };
        self.world.funs[id.0 as usize].body = Some(body);
        Ok(())
    }

    /// Resolves bodies of functions, and facts.
    fn bodies(&mut self, module: ModId) -> Result<()> {
        for (id, decl) in self.modules[module.0 as usize].fun_decls.clone() {
            self.fun_body(module, id, &decl)?;
        }
        let file = self.modules[module.0 as usize].file.clone();
        for (name, fact) in &file.facts {
            let body = self.formula(fact, &mut Context::new(module))?;
            let title = name.clone().unwrap_or_default();
            self.world.facts.push((title, body));
        }
        for (_, assertion) in &file.asserts {
            self.formula(assertion, &mut Context::new(module))?;
        }
        for (sig, decl) in self.modules[module.0 as usize].sig_decls.clone() {
            let Some(fact) = &decl.fact else { continue };
            let mut cx = Context::new(module);
            cx.sig = Some(sig);
            let this = self.world.var("this");
            cx.env.push((
                "this".to_string(),
                node(Kind::Var(this), self.world.sig(sig).ty.clone(), decl.name.span),
            ));
            let body = self.formula(fact, &mut cx)?;
            self.world.sig_facts.push((sig, this, body));
        }
        Ok(())
    }

    /// Functions are replaced by their bodies, so that none may use itself.
    fn reject_recursion(&self) -> Result<()> {
        let uses: Vec<Vec<(FunId, Span)>> = self
            .world
            .funs
            .iter()
            .map(|f| {
                let mut all = Vec::new();
                if let Some(body) = &f.body {
                    calls(body, &mut all);
                }
                all
            })
            .collect();
        let mut state = vec![0u8; uses.len()];
        for start in 0..uses.len() {
            let mut stack = vec![(start, 0usize)];
            while let Some((at, next)) = stack.pop() {
                state[at] = 1;
                if let Some(&(callee, span)) = uses[at].get(next) {
                    stack.push((at, next + 1));
                    match state[callee.0 as usize] {
                        0 => stack.push((callee.0 as usize, 0)),
                        1 => {
                            let name = &self.world.fun(callee).name;
                            return Err(Box::new(
                                Diagnostic::new(
                                    span,
                                    format!("`{name}` calls itself: recursion is not supported"),
                                )
                                .help("use a closure (`^r`, `*r`) instead"),
                            ));
                        }
                        _ => {}
                    }
                } else {
                    state[at] = 2;
                }
            }
        }
        Ok(())
    }

    fn commands(&mut self, root: &Arc<File>) -> Result<()> {
        let main = ModId(0);
        if root.commands.is_empty() {
            let formula = node(Kind::And(Vec::new()), Type::formula(), Span::default());
            self.world.commands.push(Cmd {
                name: "Default".to_string(),
                check: false,
                params: Vec::new(),
                formula,
                overall: Some(4),
                scopes: Vec::new(),
                bits: Some(4),
                seq: Some(4),
                expect: Some(1),
                span: Span::default(),
            });
            return Ok(());
        }
        for (number, decl) in root.commands.iter().enumerate() {
            let command = self.command(main, root, number, decl)?;
            self.world.commands.push(command);
        }
        Ok(())
    }

    fn command(
        &mut self,
        main: ModId,
        root: &Arc<File>,
        number: usize,
        decl: &CommandDecl,
    ) -> Result<Cmd> {
        let kind = if decl.check { "check" } else { "run" };
        let mut name = format!("{kind}${}", number + 1);
        let (params, formula) = match &decl.target {
            Target::Block(block) => (Vec::new(), self.formula(block, &mut Context::new(main))?),
            Target::Named(target) if decl.check => {
                name.clone_from(&target.text);
                (Vec::new(), self.assertion(main, root, target)?)
            }
            Target::Named(target) => {
                name.clone_from(&target.text);
                self.run_target(main, target)?
            }
        };
        if let Some(label) = &decl.label {
            name.clone_from(&label.text);
        }
        let mut scopes = Vec::new();
        for scope in &decl.scopes {
            let sig = self.find_sig(main, &scope.name)?;
            scopes.push(ScopeOf {
                sig,
                exact: scope.exact,
                start: scope.start,
                end: scope.end,
                step: scope.step,
                span: scope.name.span,
            });
        }
        Ok(Cmd {
            name,
            check: decl.check,
            params,
            formula,
            overall: decl.overall,
            scopes,
            bits: decl.bits.map(|b| b.0),
            seq: decl.seq.map(|s| s.0),
            expect: decl.expect,
            span: decl.span,
        })
    }

    fn assertion(
        &mut self,
        main: ModId,
        root: &Arc<File>,
        target: &crate::ast::Name,
    ) -> Result<Node> {
        let found: Option<(ModId, Expr)> = if target.text.contains('/') {
            self.qualified(main, &target.text).and_then(|(module, plain)| {
                let file = &self.modules[module.0 as usize].file;
                file.asserts
                    .iter()
                    .find(|(n, _)| n.as_ref().is_some_and(|n| n.text == plain))
                    .map(|(_, e)| (module, e.clone()))
            })
        } else {
            self.visible(main).into_iter().find_map(|module| {
                let file = &self.modules[module.0 as usize].file;
                file.asserts
                    .iter()
                    .find(|(n, _)| n.as_ref().is_some_and(|n| n.text == target.text))
                    .map(|(_, e)| (module, e.clone()))
            })
        };
        let Some((module, expr)) = found else {
            let mut diagnostic =
                Diagnostic::new(target.span, format!("there is no assertion `{}`", target.text));
            let known =
                root.asserts.iter().filter_map(|(n, _)| n.as_ref()).map(|n| n.text.as_str());
            if let Some(near) = nearest(&target.text, known) {
                diagnostic = diagnostic.help(format!("did you mean `{near}`?"));
            } else if self.modules[0].funs.contains_key(&target.text) {
                diagnostic = diagnostic
                    .help(format!("`{}` is a predicate or function: use `run`", target.text));
            }
            return Err(Box::new(diagnostic));
        };
        self.formula(&expr, &mut Context::new(module))
    }

    /// A predicate with its parameters; or a function, whose result has to be in its declared bound.
    fn run_target(&mut self, main: ModId, target: &crate::ast::Name) -> Result<(Vec<TDecl>, Node)> {
        let (modules, plain) = if target.text.contains('/') {
            match self.qualified(main, &target.text) {
                Some((module, plain)) => (vec![module], plain.to_string()),
                None => (Vec::new(), target.text.clone()),
            }
        } else {
            (self.visible(main), target.text.clone())
        };
        let mut found = Vec::new();
        for module in modules {
            found.extend(
                self.modules[module.0 as usize].funs.get(&plain).cloned().unwrap_or_default(),
            );
            if !found.is_empty() {
                break;
            }
        }
        let fun = match found.as_slice() {
            [one] => *one,
            [] => {
                let mut diagnostic = Diagnostic::new(
                    target.span,
                    format!("there is no predicate `{}`", target.text),
                );
                let known = self.modules[0].funs.keys().map(String::as_str);
                if let Some(near) = nearest(&target.text, known) {
                    diagnostic = diagnostic.help(format!("did you mean `{near}`?"));
                }
                return Err(Box::new(diagnostic));
            }
            _ => {
                return fail(
                    target.span,
                    format!("there are several predicates or functions `{}`", target.text),
                );
            }
        };
        let fun = self.world.fun(fun);
        let Some(body) = fun.body.clone() else {
            return fail(target.span, "this function has no body");
        };
        let params = fun.params.clone();
        let Some((mult, ret)) = fun.ret.clone() else { return Ok((params, body)) };
        let op = match mult {
            Mult::One => crate::ast::UnOp::One,
            Mult::Lone => crate::ast::UnOp::Lone,
            Mult::Some => crate::ast::UnOp::Some,
            Mult::Set => crate::ast::UnOp::Set,
        };
        let ty = ret.ty.clone();
        let ret = node(Kind::Unary(op, ret), ty, target.span);
        let formula =
            node(Kind::Binary(crate::ast::BinOp::In, body, ret), Type::formula(), target.span);
        Ok((params, formula))
    }
}

/// The functions that a node calls.
pub(crate) fn calls(n: &Node, all: &mut Vec<(FunId, Span)>) {
    let decls =
        |ds: &[TDecl], all: &mut Vec<(FunId, Span)>| ds.iter().for_each(|d| calls(&d.bound, all));
    match &n.kind {
        Kind::Call(fun, args) => {
            all.push((*fun, n.span));
            args.iter().for_each(|a| calls(a, all));
        }
        Kind::Partial(_, args) | Kind::Macro(_, args) | Kind::Choice(args) => {
            args.iter().for_each(|a| calls(a, all));
        }
        Kind::And(args) | Kind::Disj(args) | Kind::TotalOrder(args) => {
            args.iter().for_each(|a| calls(a, all));
        }
        Kind::Unary(_, a) => calls(a, all),
        Kind::Binary(_, a, b)
        | Kind::Arrow(_, _, a, b)
        | Kind::Join(a, b)
        | Kind::Implies(a, b)
        | Kind::Let(_, a, b) => {
            calls(a, all);
            calls(b, all);
        }
        Kind::Ite(a, b, c) => {
            calls(a, all);
            calls(b, all);
            calls(c, all);
        }
        Kind::Quant(_, ds, body) => {
            decls(ds, all);
            calls(body, all);
        }
        Kind::Sig(_)
        | Kind::Field(_)
        | Kind::Var(_)
        | Kind::Iden
        | Kind::Str(_)
        | Kind::Num(_)
        | Kind::Named(_)
        | Kind::IntConst(_) => {}
    }
}
