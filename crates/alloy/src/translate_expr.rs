//! Expressions, integers and formulas: from nodes to values.

use pikse_relation::{
    Comparison, Count, Decl, ExprId, FormulaId, IntId, IntOperator, Multiplicity, VarId as RVar,
};

use crate::ast::{BinOp, Mult, Quant, UnOp};
use crate::ir::{FunId, Kind, Node, SEQ_INT, TDecl, UNIV};
use crate::source::{Result, Span, fail};
use crate::translate::{Translator, Value, has_mult};

impl Translator<'_> {
    /// Declares variables: their domains, and the conditions that multiplicities and `disj` add.
    fn declare(
        &mut self,
        decls: &[TDecl],
        all: &mut Vec<Decl>,
        conditions: &mut Vec<FormulaId>,
    ) -> Result<()> {
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

    fn quantified(
        &mut self,
        quant: Quant,
        decls: &[TDecl],
        body: &Node,
        span: Span,
    ) -> Result<Value> {
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
                let guarded = if conditions.is_empty() {
                    body
                } else {
                    self.ast.implies(self.ast.and(&conditions), body)
                };
                Value::Form(self.ast.all(&all, guarded))
            }
            Quant::Some => Value::Form(self.ast.exists(&all, with(body, &conditions))),
            Quant::No => {
                let inner = with(body, &conditions);
                Value::Form(self.ast.all(&all, self.ast.not(inner)))
            }
            Quant::Comprehension => {
                Value::Rel(self.ast.comprehension(&all, with(body, &conditions)))
            }
            Quant::One | Quant::Lone | Quant::Sum => {
                if !first_order {
                    return fail(span, "`one` and `lone` cannot quantify over sets");
                }
                let found = self.ast.comprehension(&all, with(body, &conditions));
                Value::Form(if quant == Quant::One {
                    self.ast.one(found)
                } else {
                    self.ast.lone(found)
                })
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
        if let Some(operator) =
            self.symbolic.as_ref().and_then(|(names, _)| names.funs.get(&fun).copied())
        {
            let (a, b) =
                (self.to_rel(values[0], args[0].span)?, self.to_rel(values[1], args[1].span)?);
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
