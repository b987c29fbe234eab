//! Decides, top-down, what overloaded names mean.
//!
//! A node is chosen for a wanted type. Of several meanings, those are kept whose type overlaps the
//! wanted one; if there are none, those of its arity; then the lightest. A formula as an operand of a
//! connective wants a formula; an operand of a join wants the parts that can contribute to what is
//! wanted of the join.

use crate::ast::{BinOp, UnOp};
use crate::ir::{INT, Kind, Node, node, weighed};
use crate::modules::Resolver;
use crate::source::{Diagnostic, Result, fail};
use crate::types::Type;

impl Resolver<'_> {
    pub(crate) fn choose_formula(&self, n: &Node) -> Result<Node> {
        if !n.ty.form && n.ty.arities != 0 {
            return Err(Box::new(
                Diagnostic::new(n.span, format!("expected a formula, found {}", self.world.show(&n.ty)))
                    .help("a formula is a comparison such as `=` or `in`, or has `some` or `no` before an expression"),
            ));
        }
        self.choose(n, &Type::formula())
    }

    pub(crate) fn choose_set(&self, n: &Node) -> Result<Node> {
        if n.ty.arities == 0 && n.ty.form {
            return fail(n.span, "expected an expression, found a formula");
        }
        self.choose(n, &n.ty.as_set())
    }

    /// An integer, or a set of integers that stands for its sum.
    pub(crate) fn choose_int(&self, n: &Node) -> Result<Node> {
        if !n.ty.is_bad() && !n.ty.has_arity(1) {
            return fail(n.span, format!("expected an integer, found {}", self.world.show(&n.ty)));
        }
        self.choose(n, &Type::of(vec![INT]))
    }

    /// Why a node has no type.
    fn bad(&self, n: &Node) -> Box<Diagnostic> {
        let show = |t: &Type| self.world.show(t);
        let message = match &n.kind {
            Kind::Join(a, b) if a.ty.is_bad() => return self.bad(a.min_bad(b)),
            Kind::Join(_, b) if b.ty.is_bad() => return self.bad(b),
            Kind::Join(a, b) => {
                format!("this join has no columns left: {} and {}", show(&a.ty), show(&b.ty))
            }
            Kind::Binary(op, a, b) => {
                if a.ty.is_bad() {
                    return self.bad(a);
                }
                if b.ty.is_bad() {
                    return self.bad(b);
                }
                match op {
                    BinOp::Domain | BinOp::Range => {
                        "a restriction needs a set at its side".to_string()
                    }
                    _ => format!(
                        "the operands have different arities: {} and {}",
                        show(&a.ty),
                        show(&b.ty)
                    ),
                }
            }
            Kind::Unary(_, a) if a.ty.is_bad() => return self.bad(a),
            Kind::Unary(..) => "this operator needs a relation of arity 2".to_string(),
            Kind::Arrow(_, _, a, b) => return self.bad(a.min_bad(b)),
            Kind::Partial(fun, args) => self.bad_call(*fun, args),
            Kind::Macro(number, args) => {
                let decl = &self.macros[*number].1;
                format!(
                    "the macro `{}` has {} parameters, and {} arguments are given",
                    decl.name.text,
                    decl.params.len(),
                    args.len()
                )
            }
            Kind::Choice(choices) if choices.len() == 1 => return self.bad(&choices[0]),
            Kind::Choice(choices) => {
                if let Some(Kind::Partial(fun, args)) =
                    choices.iter().map(|c| &c.kind).find(|k| matches!(k, Kind::Partial(..)))
                {
                    self.bad_call(*fun, args)
                } else {
                    "no meaning of this name fits here".to_string()
                }
            }
            Kind::Ite(_, a, b) => {
                if a.ty.is_bad() || b.ty.is_bad() {
                    return self.bad(a.min_bad(b));
                }
                "the two branches do not fit together: they are of different arities, or only one is a formula".to_string()
            }
            Kind::Let(_, _, body) => return self.bad(body),
            _ => "this expression has no type".to_string(),
        };
        Box::new(Diagnostic::new(n.span, message))
    }

    fn bad_call(&self, fun: crate::ir::FunId, args: &[Node]) -> String {
        let decl = self.world.fun(fun);
        let what = if decl.is_pred { "predicate" } else { "function" };
        if args.len() != decl.vars.len() {
            return format!(
                "the {what} `{}` has {} parameters, and {} arguments are given",
                decl.name,
                decl.vars.len(),
                args.len()
            );
        }
        let params: Vec<String> = decl.vars.iter().map(|(_, t)| self.world.show(t)).collect();
        let given: Vec<String> = args.iter().map(|a| self.world.show(&a.ty)).collect();
        format!(
            "the arguments of the {what} `{}` do not fit: it takes {}, and is given {}",
            decl.name,
            params.join(", "),
            given.join(", ")
        )
    }

    /// The node without choices, where this type is wanted of it.
    pub(crate) fn choose(&self, n: &Node, wanted: &Type) -> Result<Node> {
        if n.ty.is_bad() {
            return Err(self.bad(n));
        }
        let h = &self.world.hierarchy;
        match &n.kind {
            Kind::Choice(choices) => self.choose_one(n, choices, wanted, true),
            Kind::Unary(op, a) => match op {
                UnOp::No | UnOp::Some | UnOp::Lone | UnOp::One => {
                    if wanted.form {
                        let a = self.choose_set(a)?;
                        return Ok(node(Kind::Unary(*op, a), Type::formula(), n.span));
                    }
                    // A multiplicity inside of a bound, as in `x in one S`.
                    let a = self.choose(a, wanted)?;
                    let ty = a.ty.clone();
                    Ok(node(Kind::Unary(*op, a), ty, n.span))
                }
                UnOp::Set | UnOp::Exactly => {
                    let a = self.choose(a, wanted)?;
                    let ty = a.ty.clone();
                    Ok(node(Kind::Unary(*op, a), ty, n.span))
                }
                UnOp::Seq => {
                    let a = self.choose_set(a)?;
                    Ok(node(Kind::Unary(*op, a), n.ty.clone(), n.span))
                }
                UnOp::Transpose => {
                    let a = self.choose(a, &wanted.transpose())?;
                    let ty = a.ty.transpose();
                    Ok(node(Kind::Unary(*op, a), ty, n.span))
                }
                UnOp::Closure | UnOp::RClosure => {
                    let mut want = h.relevant_closure(&a.ty, wanted);
                    if want.products.is_empty() {
                        want = a.ty.as_set();
                    }
                    let a = self.choose(a, &want)?;
                    let mut ty = h.closure(&a.ty);
                    if *op == UnOp::RClosure {
                        ty = ty.merge(&Type::of(vec![crate::ir::UNIV, crate::ir::UNIV]));
                    }
                    Ok(node(Kind::Unary(*op, a), ty, n.span))
                }
                UnOp::Not | UnOp::Card | UnOp::ToInt => Ok(n.clone()),
            },
            Kind::Binary(op, a, b) => self.choose_binary(n, *op, a, b, wanted),
            Kind::Arrow(m1, m2, a, b) => {
                let (wa, wb) = h.relevant_product(&a.ty, &b.ty, wanted);
                let wa = if wa.products.is_empty() { a.ty.as_set() } else { wa };
                let wb = if wb.products.is_empty() { b.ty.as_set() } else { wb };
                let (a, b) = (self.choose(a, &wa)?, self.choose(b, &wb)?);
                let ty = a.ty.product(&b.ty);
                Ok(node(Kind::Arrow(*m1, *m2, a, b), ty, n.span))
            }
            Kind::Join(a, b) => {
                let (mut wa, mut wb) = h.relevant_join(&a.ty, &b.ty, wanted);
                if wa.products.is_empty() {
                    (wa, wb) = h.relevant_join(&a.ty, &b.ty, &h.join(&a.ty, &b.ty));
                }
                let wa = if wa.products.is_empty() { a.ty.as_set() } else { wa };
                let wb = if wb.products.is_empty() { b.ty.as_set() } else { wb };
                let (a, b) = (self.choose(a, &wa)?, self.choose(b, &wb)?);
                let ty = h.join(&a.ty, &b.ty);
                Ok(weighed(Kind::Join(a, b), ty, n.span, n.weight))
            }
            Kind::Call(fun, args) => {
                let decl = self.world.fun(*fun);
                let mut all = Vec::new();
                for ((_, param), arg) in decl.vars.iter().zip(args) {
                    let both = h.intersect(&arg.ty.as_set(), param);
                    let want = if both.products.is_empty() { param.clone() } else { both };
                    all.push(self.choose(arg, &want)?);
                }
                Ok(weighed(Kind::Call(*fun, all), n.ty.clone(), n.span, n.weight))
            }
            Kind::Ite(c, a, b) => {
                let (a, b) = if wanted.form {
                    (self.choose_formula(a)?, self.choose_formula(b)?)
                } else {
                    (self.choose(a, wanted)?, self.choose(b, wanted)?)
                };
                let mut ty = a.ty.union(&b.ty);
                ty.form = a.ty.form && b.ty.form;
                Ok(node(Kind::Ite(c.clone(), a, b), ty, n.span))
            }
            Kind::Let(var, value, body) => {
                let body = self.choose(body, wanted)?;
                let ty = body.ty.clone();
                Ok(node(Kind::Let(*var, value.clone(), body), ty, n.span))
            }
            _ => Ok(n.clone()),
        }
    }

    fn choose_binary(
        &self,
        n: &Node,
        op: BinOp,
        a: &Node,
        b: &Node,
        wanted: &Type,
    ) -> Result<Node> {
        let h = &self.world.hierarchy;
        let or_own = |want: Type, own: &Type| {
            if want.products.is_empty() {
                let mut own = own.as_set();
                if want.arities & own.arities != 0 {
                    own.products.retain(|p| want.arities & (1 << p.len()) != 0);
                    own.arities &= want.arities;
                }
                own
            } else {
                want
            }
        };
        let (wa, wb) = match op {
            BinOp::Union | BinOp::Override | BinOp::Diff => {
                let common = Type {
                    form: false,
                    arities: a.ty.arities & b.ty.arities & wanted.arities,
                    products: wanted.products.clone(),
                };
                let wb = if op == BinOp::Override {
                    Type { products: Vec::new(), ..common.clone() }
                } else {
                    h.relevant(&b.ty, &common)
                };
                (or_own(h.relevant(&a.ty, &common), &a.ty), or_own(wb, &b.ty))
            }
            BinOp::Inter => {
                let both = h.intersect(&h.intersect(&a.ty.as_set(), &b.ty.as_set()), wanted);
                let both = if both.products.is_empty() {
                    h.intersect(&a.ty.as_set(), &b.ty.as_set())
                } else {
                    both
                };
                (or_own(both.clone(), &a.ty), or_own(both, &b.ty))
            }
            BinOp::Domain | BinOp::Range => {
                let first = op == BinOp::Domain;
                let (set, rel) = if first { (a, b) } else { (b, a) };
                let restricted = h.restrict(&set.ty, &rel.ty, first);
                let inside = h.intersect(&restricted, wanted);
                let inside = if inside.products.is_empty() { restricted } else { inside };
                let want_rel = or_own(h.relevant(&rel.ty, &inside), &rel.ty);
                let column = |p: &Vec<crate::ir::SigId>| if first { p[0] } else { p[p.len() - 1] };
                let mut columns = Type { form: false, arities: 0b10, products: Vec::new() };
                for p in &inside.products {
                    columns = columns.merge(&Type::of(vec![column(p)]));
                }
                let want_set = or_own(h.relevant(&set.ty, &columns), &set.ty);
                if first { (want_set, want_rel) } else { (want_rel, want_set) }
            }
            _ => return Ok(n.clone()),
        };
        let (a, b) = (self.choose(a, &wa)?, self.choose(b, &wb)?);
        let ty = match op {
            BinOp::Union | BinOp::Override => a.ty.union(&b.ty),
            BinOp::Diff => a.ty.difference(&b.ty),
            BinOp::Inter => h.intersect(&a.ty, &b.ty),
            BinOp::Domain => h.restrict(&a.ty, &b.ty, true),
            _ => h.restrict(&b.ty, &a.ty, false),
        };
        Ok(node(Kind::Binary(op, a, b), ty, n.span))
    }

    fn choose_one(
        &self,
        n: &Node,
        choices: &[Node],
        wanted: &Type,
        first_pass: bool,
    ) -> Result<Node> {
        let h = &self.world.hierarchy;
        let fits = |c: &&Node| {
            !c.ty.is_bad() && ((wanted.form && c.ty.form) || h.intersects(&c.ty, wanted))
        };
        let mut kept: Vec<Node> = choices.iter().filter(fits).cloned().collect();
        if kept.is_empty() {
            kept = choices
                .iter()
                .filter(|c| {
                    !c.ty.is_bad()
                        && (c.ty.arities & wanted.arities != 0 || (wanted.form && c.ty.form))
                })
                .cloned()
                .collect();
        }
        if let Some(lightest) = kept.iter().map(|c| c.weight).min() {
            kept.retain(|c| c.weight == lightest);
        }
        if kept.len() > 1 && first_pass {
            let chosen: Vec<Node> =
                kept.iter().filter_map(|c| self.choose(c, wanted).ok()).collect();
            if !chosen.is_empty() {
                return self.choose_one(n, &chosen, wanted, false);
            }
        }
        match kept.as_slice() {
            [] => {
                if choices.iter().all(|c| c.ty.is_bad()) {
                    return Err(self.bad(n));
                }
                let found: Vec<String> = choices
                    .iter()
                    .filter(|c| !c.ty.is_bad())
                    .map(|c| self.world.show(&c.ty))
                    .collect();
                let message = format!(
                    "no meaning of this fits: expected {}, found {}",
                    self.world.show(wanted),
                    found.join(" or ")
                );
                fail(n.span, message)
            }
            [one] => self.choose(one, wanted),
            many => self.ambiguous(n, many, wanted),
        }
    }

    fn ambiguous(&self, n: &Node, many: &[Node], wanted: &Type) -> Result<Node> {
        let h = &self.world.hierarchy;
        // All of them are empty: it does not matter which.
        if many.iter().all(|c| !c.ty.form && c.ty.products.is_empty()) {
            return self.choose(&many[0], wanted);
        }
        // The same thing by several ways.
        let same = many.iter().all(|c| match (&c.kind, &many[0].kind) {
            (Kind::Field(a), Kind::Field(b)) => a == b,
            (Kind::Sig(a), Kind::Sig(b)) => a == b,
            (Kind::Call(a, x), Kind::Call(b, y)) => a == b && x.len() == y.len(),
            _ => false,
        });
        if same {
            return self.choose(&many[0], wanted);
        }
        // What this file declares goes before what it opens.
        let own: Vec<&Node> = many
            .iter()
            .filter(|c| match &c.kind {
                Kind::Call(f, _) => self.world.fun(*f).span.file == n.span.file,
                Kind::Sig(s) => self.world.sig(*s).span.file == n.span.file,
                Kind::Field(f) => self.world.sig(self.world.field(*f).sig).span.file == n.span.file,
                _ => false,
            })
            .collect();
        if let [one] = own.as_slice() {
            return self.choose(one, wanted);
        }
        // Relations of signatures that do not overlap: together they are one relation.
        let disjoint = many.iter().enumerate().all(|(i, a)| {
            !a.ty.form
                && a.ty.arity().is_some()
                && a.ty.arity() == many[0].ty.arity()
                && many[..i].iter().all(|b| !h.first_overlaps(&a.ty, &b.ty))
        });
        if disjoint {
            let mut all = self.choose(&many[0], wanted)?;
            for c in &many[1..] {
                let c = self.choose(c, wanted)?;
                let ty = all.ty.union(&c.ty);
                all = node(Kind::Binary(BinOp::Union, all, c), ty, n.span);
            }
            return Ok(all);
        }
        let mut diagnostic =
            Diagnostic::new(n.span, "this name has several meanings here".to_string());
        for c in many {
            let what = match &c.kind {
                Kind::Field(f) => {
                    let field = self.world.field(*f);
                    format!("the field `{}` of `{}`", field.name, self.world.sig(field.sig).label)
                }
                Kind::Sig(s) => format!("the signature `{}`", self.world.sig(*s).label),
                Kind::Call(f, _) => {
                    let fun = self.world.fun(*f);
                    format!("`{}` at {}", fun.name, self.sources.at(fun.span))
                }
                _ => format!("an expression of type {}", self.world.show(&c.ty)),
            };
            diagnostic = diagnostic.help(format!("it may be {what}"));
        }
        Err(Box::new(diagnostic))
    }
}

/// Which of two nodes to blame.
trait Blame {
    fn min_bad<'a>(&'a self, other: &'a Node) -> &'a Node;
}

impl Blame for Node {
    fn min_bad<'a>(&'a self, other: &'a Node) -> &'a Node {
        if self.ty.is_bad() { self } else { other }
    }
}
