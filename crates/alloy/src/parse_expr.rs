//! Expressions: operators by level, from the loosest to the tightest.
//!
//! | level | operators |
//! | --- | --- |
//! | 1 | `\|\|` |
//! | 2 | `<=>` |
//! | 3 | `=>` with `else`, to the right |
//! | 4 | `&&` |
//! | 6 | `!` |
//! | 7 | comparisons; `no`, `some`, `lone`, `one`, `set`, `seq` |
//! | 8 | shifts |
//! | 9 | `+` `-`, `fun/add` `fun/sub` |
//! | 10 | `fun/mul` `fun/div` `fun/rem` |
//! | 11 | `#`, `sum`, `int` |
//! | 12 | `++` |
//! | 13 | `&` |
//! | 14 | `->`, to the right |
//! | 15 | `<:` |
//! | 16 | `:>` |
//! | 17 | `.` and `[]`, from left to right |
//! | 18 | `~` `^` `*` |
//!
//! Quantifiers and `let` may be the last operand of any operator, and reach as far as possible.

use crate::ast::{BinOp, Decl, Expr, ExprKind, Mult, Name, Quant, UnOp};
use crate::lexer::Tok;
use crate::parser::{MAX_DEPTH, Parser, temporal};
use crate::source::{Diagnostic, Result, Span, fail};

/// Operators with two operands that associate to the left, with their levels.
fn infix(key: &str) -> Option<(u8, BinOp)> {
    Some(match key {
        "||" => (1, BinOp::Or),
        "<=>" => (2, BinOp::Iff),
        "&&" => (4, BinOp::And),
        "in" => (7, BinOp::In),
        "=" => (7, BinOp::Eq),
        "<" => (7, BinOp::Lt),
        ">" => (7, BinOp::Gt),
        "=<" => (7, BinOp::Lte),
        ">=" => (7, BinOp::Gte),
        "<<" => (8, BinOp::Shl),
        ">>" => (8, BinOp::Sha),
        ">>>" => (8, BinOp::Shr),
        "+" => (9, BinOp::Union),
        "-" => (9, BinOp::Diff),
        "fun/add" => (9, BinOp::Add),
        "fun/sub" => (9, BinOp::Sub),
        "fun/mul" => (10, BinOp::Mul),
        "fun/div" => (10, BinOp::Div),
        "fun/rem" => (10, BinOp::Rem),
        "++" => (12, BinOp::Override),
        "&" => (13, BinOp::Inter),
        "<:" => (15, BinOp::Domain),
        ":>" => (16, BinOp::Range),
        _ => return None,
    })
}

fn mult(key: &str) -> Option<Mult> {
    Some(match key {
        "set" => Mult::Set,
        "some" => Mult::Some,
        "lone" => Mult::Lone,
        "one" => Mult::One,
        _ => return None,
    })
}

/// The height of the tallest part of an expression.
fn height(kind: &ExprKind) -> u32 {
    let decls = |decls: &[Decl]| decls.iter().map(|d| d.expr.depth).max().unwrap_or(0);
    let many = |parts: &[Expr]| parts.iter().map(|e| e.depth).max().unwrap_or(0);
    match kind {
        ExprKind::Name(..) | ExprKind::Number(_) | ExprKind::Str(_) => 0,
        ExprKind::Unary(_, a) => a.depth,
        ExprKind::Binary(_, a, b)
        | ExprKind::NotBinary(_, a, b)
        | ExprKind::Arrow(_, _, a, b)
        | ExprKind::Join(a, b) => a.depth.max(b.depth),
        ExprKind::Box(a, args) => a.depth.max(many(args)) + args.len() as u32,
        ExprKind::Builtin(_, args) | ExprKind::Block(args) => many(args),
        ExprKind::Ite(a, b, c) => a.depth.max(b.depth).max(c.as_ref().map_or(0, |c| c.depth)),
        ExprKind::Quant(_, d, body) => decls(d).max(body.depth),
        ExprKind::Let(bindings, body) => {
            bindings.iter().map(|b| b.1.depth).max().unwrap_or(0).max(body.depth)
        }
    }
}

impl Parser {
    /// Makes a node and checks its height.
    pub(crate) fn make(&self, span: Span, kind: ExprKind) -> Result<Expr> {
        let depth = height(&kind) + 1;
        if depth > MAX_DEPTH {
            return fail(span, format!("this expression is more than {MAX_DEPTH} levels deep"));
        }
        Ok(Expr { kind, span, depth })
    }

    /// Notes that the parser goes one level deeper.
    pub(crate) fn enter(&mut self, span: Span) -> Result<()> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return fail(span, format!("this is nested more than {MAX_DEPTH} levels deep"));
        }
        Ok(())
    }

    pub(crate) fn expr(&mut self) -> Result<Expr> {
        let expr = self.level(1)?;
        if self.is(";") {
            return temporal(self.span(), ";");
        }
        Ok(expr)
    }

    /// An expression whose operators are of this level or tighter.
    fn level(&mut self, min: u8) -> Result<Expr> {
        self.enter(self.span())?;
        let mut left = self.prefix()?;
        while let Tok::Key(key) = *self.peek() {
            match key {
                "=>" if min <= 3 => {
                    // `run a => run b` chains commands.
                    if self.is_at(1, "run") || self.is_at(1, "check") {
                        break;
                    }
                    self.advance();
                    let then = self.level(3)?;
                    let other =
                        if self.eat("else") { Some(Box::new(self.level(3)?)) } else { None };
                    let span = left.span.to(self.last_span());
                    left = self.make(span, ExprKind::Ite(Box::new(left), Box::new(then), other))?;
                }
                "!" if min <= 7 => {
                    let Tok::Key(next @ ("in" | "=" | "<" | ">" | "=<" | ">=")) = *self.peek_at(1)
                    else {
                        break;
                    };
                    let Some((level, op)) = infix(next) else { break };
                    self.advance();
                    self.advance();
                    let right = self.level(level + 1)?;
                    let span = left.span.to(right.span);
                    left =
                        self.make(span, ExprKind::NotBinary(op, Box::new(left), Box::new(right)))?;
                }
                "->" if min <= 14 => {
                    self.advance();
                    left = self.arrow(left, Mult::Set)?;
                }
                "set" | "some" | "lone" | "one" if min <= 14 && self.is_at(1, "->") => {
                    let Some(first) = mult(key) else { break };
                    self.advance();
                    self.advance();
                    left = self.arrow(left, first)?;
                }
                "until" | "releases" | "since" | "triggered" => return temporal(self.span(), key),
                _ => {
                    let Some((level, op)) = infix(key) else { break };
                    if level < min {
                        break;
                    }
                    self.advance();
                    let right = self.level(level + 1)?;
                    let span = left.span.to(right.span);
                    left =
                        self.make(span, ExprKind::Binary(op, Box::new(left), Box::new(right)))?;
                }
            }
        }
        self.depth -= 1;
        Ok(left)
    }

    /// The right side of an arrow, after it.
    fn arrow(&mut self, left: Expr, first: Mult) -> Result<Expr> {
        let mut second = Mult::Set;
        if let Tok::Key(key) = *self.peek()
            && let Some(m) = mult(key)
        {
            self.advance();
            second = m;
        }
        let right = self.level(14)?;
        let span = left.span.to(right.span);
        self.make(span, ExprKind::Arrow(first, second, Box::new(left), Box::new(right)))
    }

    /// Whether a quantifier with a declaration stands here, not an operator on an expression.
    fn is_binding(&self) -> bool {
        self.bound_at != self.position()
            && matches!(self.peek(), Tok::Key("all" | "no" | "some" | "lone" | "one" | "sum"))
            && self.declares(1)
    }

    /// Whether a declaration begins at a token: names, and a colon.
    fn declares(&self, ahead: usize) -> bool {
        let mut at = ahead;
        while matches!(self.peek_at(at), Tok::Key("disj" | "private" | "var")) {
            at += 1;
        }
        loop {
            if !matches!(self.peek_at(at), Tok::Ident(_)) {
                return false;
            }
            if self.is_at(at + 1, ":") {
                return true;
            }
            if !self.is_at(at + 1, ",") {
                return false;
            }
            at += 2;
        }
    }

    /// An operand with the operators before it.
    fn prefix(&mut self) -> Result<Expr> {
        let start = self.span();
        if self.is_binding() {
            return self.quantified();
        }
        let Tok::Key(key) = *self.peek() else { return self.postfix() };
        let (op, level) = match key {
            "let" => return self.let_expr(),
            "all" => {
                return self
                    .expected("a formula; `all` is followed by a declaration such as `x: S`");
            }
            "!" => (UnOp::Not, 6),
            "no" => (UnOp::No, 8),
            "some" => (UnOp::Some, 8),
            "lone" => (UnOp::Lone, 8),
            "one" => (UnOp::One, 8),
            "set" => (UnOp::Set, 8),
            "seq" if !self.is_at(1, "/") => (UnOp::Seq, 8),
            "#" => (UnOp::Card, 11),
            "sum" | "int" if !self.is_at(1, "[") => (UnOp::ToInt, 11),
            "always" | "eventually" | "after" | "before" | "historically" | "once" => {
                return temporal(start, key);
            }
            _ => return self.postfix(),
        };
        self.uses_seq |= op == UnOp::Seq;
        self.advance();
        let operand = self.level(level)?;
        let span = start.to(operand.span);
        self.make(span, ExprKind::Unary(op, Box::new(operand)))
    }

    fn quantified(&mut self) -> Result<Expr> {
        let start = self.span();
        let quant = match *self.peek() {
            Tok::Key("all") => Quant::All,
            Tok::Key("no") => Quant::No,
            Tok::Key("some") => Quant::Some,
            Tok::Key("lone") => Quant::Lone,
            Tok::Key("one") => Quant::One,
            _ => Quant::Sum,
        };
        self.advance();
        let mut decls = vec![self.decl()?];
        while self.eat(",") {
            decls.push(self.decl()?);
        }
        let body = self.body()?;
        let span = start.to(body.span);
        self.make(span, ExprKind::Quant(quant, decls, Box::new(body)))
    }

    /// `| formula` or a block.
    fn body(&mut self) -> Result<Expr> {
        if self.eat("|") {
            return self.expr();
        }
        if self.is("{") {
            return self.block();
        }
        self.expected("`|` or `{` before the body")
    }

    fn let_expr(&mut self) -> Result<Expr> {
        let start = self.span();
        self.advance();
        let mut bindings: Vec<(Name, Expr)> = Vec::new();
        loop {
            let name = self.name("a name")?;
            self.expect("=", "after the name")?;
            bindings.push((name, self.expr()?));
            if !self.eat(",") {
                break;
            }
        }
        let body = self.body()?;
        let span = start.to(body.span);
        self.make(span, ExprKind::Let(bindings, Box::new(body)))
    }

    /// An operand with joins and box joins after it.
    fn postfix(&mut self) -> Result<Expr> {
        let start = self.span();
        let mut expr =
            if let Tok::Key(key @ ("disj" | "pred/totalOrder" | "int" | "sum")) = *self.peek() {
                self.advance();
                let args = self.arguments(key)?;
                self.builtin(start, key, args)?
            } else {
                self.tight()?
            };
        loop {
            if self.is("[") {
                let args = self.arguments("")?;
                let span = start.to(self.last_span());
                expr = match expr.kind {
                    // `a.disj[b]` is `disj[b, a]`.
                    ExprKind::Builtin(name, mut all) => {
                        all.extend(args);
                        self.make(span, ExprKind::Builtin(name, all))?
                    }
                    _ => self.make(span, ExprKind::Box(Box::new(expr), args))?,
                };
            } else if self.is(".") && !self.is_at(1, ".") {
                self.advance();
                let at = self.span();
                if let Tok::Key(key @ ("disj" | "pred/totalOrder" | "int" | "sum")) = *self.peek() {
                    self.advance();
                    let span = start.to(at);
                    expr = self.builtin(span, key, vec![expr])?;
                    continue;
                }
                let right = if self.is_binding() || self.is("let") {
                    self.prefix()?
                } else {
                    self.tight()?
                };
                let span = start.to(right.span);
                expr = self.make(span, ExprKind::Join(Box::new(expr), Box::new(right)))?;
            } else {
                return Ok(expr);
            }
        }
    }

    fn builtin(&mut self, start: Span, key: &'static str, mut args: Vec<Expr>) -> Result<Expr> {
        let span = start.to(self.last_span());
        if key == "int" || key == "sum" {
            if args.len() != 1 {
                return fail(span, format!("`{key}` has one argument"));
            }
            let arg = args.remove(0);
            return self.make(span, ExprKind::Unary(UnOp::ToInt, Box::new(arg)));
        }
        self.make(span, ExprKind::Builtin(key, args))
    }

    fn arguments(&mut self, of: &str) -> Result<Vec<Expr>> {
        self.expect("[", &if of.is_empty() { String::new() } else { format!("after `{of}`") })?;
        let mut args = Vec::new();
        if self.eat("]") {
            return Ok(args);
        }
        loop {
            args.push(self.expr()?);
            if !self.eat(",") {
                break;
            }
        }
        self.expect("]", "after the arguments")?;
        Ok(args)
    }

    /// An operand with `~`, `^` or `*` before it.
    fn tight(&mut self) -> Result<Expr> {
        let start = self.span();
        let mut ops = Vec::new();
        loop {
            let op = match *self.peek() {
                Tok::Key("~") => UnOp::Transpose,
                Tok::Key("^") => UnOp::Closure,
                Tok::Key("*") => UnOp::RClosure,
                _ => break,
            };
            ops.push((op, self.span()));
            self.advance();
        }
        let mut expr = if !ops.is_empty() && (self.is_binding() || self.is("let")) {
            self.prefix()?
        } else {
            self.operand()?
        };
        if self.is("'") {
            return temporal(self.span(), "'");
        }
        for (op, at) in ops.into_iter().rev() {
            let span = at.to(expr.span);
            expr = self.make(span, ExprKind::Unary(op, Box::new(expr)))?;
        }
        expr.span = start.to(expr.span);
        Ok(expr)
    }

    fn operand(&mut self) -> Result<Expr> {
        let start = self.span();
        let kind = match self.peek().clone() {
            Tok::Number(n) => {
                self.advance();
                ExprKind::Number(n)
            }
            Tok::Key("-") if matches!(self.peek_at(1), Tok::Number(_)) => {
                self.advance();
                let Tok::Number(n) = *self.peek() else { return self.expected("a number") };
                self.advance();
                ExprKind::Number(-n)
            }
            Tok::Str(text) => {
                self.advance();
                ExprKind::Str(text)
            }
            Tok::Key("@") => {
                self.advance();
                ExprKind::Name(self.name("a name after `@`")?.text, true)
            }
            Tok::Key(
                key @ ("iden" | "none" | "univ" | "Int" | "String" | "fun/min" | "fun/max"
                | "fun/next"),
            ) => {
                self.advance();
                ExprKind::Name(key.to_string(), false)
            }
            Tok::Key("this") if !self.is_at(1, "/") => {
                self.advance();
                ExprKind::Name("this".to_string(), false)
            }
            Tok::Ident(_) | Tok::Key("this" | "seq") => {
                ExprKind::Name(self.name("an expression")?.text, false)
            }
            Tok::Key("(") => {
                self.advance();
                let mut inner = self.expr()?;
                if !self.eat(")") {
                    return self.expected("`)`").map_err(|mut d: Box<Diagnostic>| {
                        d.help.push("a parenthesis is not closed".to_string());
                        d
                    });
                }
                inner.span = start.to(self.last_span());
                return Ok(inner);
            }
            Tok::Key("{") if self.declares(1) => {
                self.advance();
                let mut decls = vec![self.decl()?];
                while self.eat(",") {
                    decls.push(self.decl()?);
                }
                let body = if self.is("}") {
                    self.make(self.span(), ExprKind::Block(Vec::new()))?
                } else {
                    self.body()?
                };
                self.expect("}", "after the comprehension")?;
                ExprKind::Quant(Quant::Comprehension, decls, Box::new(body))
            }
            Tok::Key("{") => return self.block(),
            _ => return self.expected("an expression or a formula"),
        };
        let span = start.to(self.last_span());
        self.make(span, kind)
    }
}
