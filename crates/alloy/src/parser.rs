//! From tokens to the syntax tree: paragraphs. Expressions are in `parse_expr`.
//!
//! The parser is written by hand: one function a construct, and a table of levels for operators. It
//! stops at the first error. The height of a tree is limited, so that no input exhausts the stack.

use crate::ast::{
    CommandDecl, Decl, Expr, ExprKind, File, FunDecl, MacroDecl, Mult, Name, OpenDecl, SigDecl,
    SigParent, Target, TypeScope, UnOp,
};
use crate::lexer::{Tok, Token, lex};
use crate::source::{Diagnostic, Result, Span, fail};

/// The largest height of an expression.
pub(crate) const MAX_DEPTH: u32 = 2_000;

pub(crate) struct Parser {
    tokens: Vec<Token>,
    at: usize,
    /// How many expressions the parser is inside of.
    pub(crate) depth: u32,
    /// Whether `seq` was an operator somewhere.
    pub(crate) uses_seq: bool,
    /// The token at which a bound begins: there, `lone A, b: B` is a multiplicity.
    pub(crate) bound_at: usize,
}

/// Parses a file.
pub(crate) fn parse(file: u32, text: &str) -> Result<File> {
    let mut parser =
        Parser { tokens: lex(file, text)?, at: 0, depth: 0, uses_seq: false, bound_at: usize::MAX };
    let mut parsed = parser.file()?;
    parsed.uses_seq = parser.uses_seq;
    Ok(parsed)
}

/// Parses one expression, which has to be the whole text.
pub(crate) fn parse_expression(file: u32, text: &str) -> Result<Expr> {
    let mut parser =
        Parser { tokens: lex(file, text)?, at: 0, depth: 0, uses_seq: false, bound_at: usize::MAX };
    let expr = parser.expr()?;
    if *parser.peek() != Tok::End {
        return parser.expected("an operator or the end");
    }
    Ok(expr)
}

/// A token for messages.
fn spelled(tok: &Tok) -> String {
    match tok {
        Tok::Ident(name) => format!("`{name}`"),
        Tok::Number(n) => format!("`{n}`"),
        Tok::Str(_) => "a string".to_string(),
        Tok::Key(k) => format!("`{k}`"),
        Tok::End => "the end of the file".to_string(),
    }
}

impl Parser {
    pub(crate) fn peek(&self) -> &Tok {
        &self.tokens[self.at].tok
    }

    pub(crate) fn peek_at(&self, ahead: usize) -> &Tok {
        &self.tokens[(self.at + ahead).min(self.tokens.len() - 1)].tok
    }

    pub(crate) fn span(&self) -> Span {
        self.tokens[self.at].span
    }

    /// The span of the token before this one.
    pub(crate) fn last_span(&self) -> Span {
        self.tokens[self.at.saturating_sub(1)].span
    }

    pub(crate) fn position(&self) -> usize {
        self.at
    }

    pub(crate) fn advance(&mut self) {
        if self.at + 1 < self.tokens.len() {
            self.at += 1;
        }
    }

    pub(crate) fn is(&self, key: &str) -> bool {
        matches!(self.peek(), Tok::Key(k) if *k == key)
    }

    pub(crate) fn is_at(&self, ahead: usize, key: &str) -> bool {
        matches!(self.peek_at(ahead), Tok::Key(k) if *k == key)
    }

    pub(crate) fn eat(&mut self, key: &str) -> bool {
        let found = self.is(key);
        if found {
            self.advance();
        }
        found
    }

    pub(crate) fn expected<T>(&self, what: &str) -> Result<T> {
        fail(self.span(), format!("expected {what}, found {}", spelled(self.peek())))
    }

    pub(crate) fn expect(&mut self, key: &str, why: &str) -> Result<()> {
        if self.eat(key) { Ok(()) } else { self.expected(&format!("`{key}` {why}")) }
    }

    /// A name with slashes; `this/` may begin it.
    pub(crate) fn name(&mut self, what: &str) -> Result<Name> {
        let start = self.span();
        let mut text = match self.peek() {
            Tok::Ident(name) => name.clone(),
            Tok::Key("this") if self.is_at(1, "/") => "this".to_string(),
            Tok::Key("seq") if self.is_at(1, "/") => "seq".to_string(),
            _ => return self.expected(what),
        };
        self.advance();
        while self.is("/") {
            match self.peek_at(1) {
                Tok::Ident(part) => text = format!("{text}/{part}"),
                Tok::Key("Int") => text.push_str("/Int"),
                _ => break,
            }
            self.advance();
            self.advance();
        }
        Ok(Name { text, span: start.to(self.last_span()) })
    }

    /// A name that is declared here: without slashes.
    fn new_name(&mut self, what: &str) -> Result<Name> {
        let name = self.name(what)?;
        if name.text.contains('/') {
            return fail(name.span, "a declared name cannot contain `/`");
        }
        Ok(name)
    }

    fn new_names(&mut self, what: &str) -> Result<Vec<Name>> {
        let mut names = vec![self.new_name(what)?];
        while self.eat(",") {
            names.push(self.new_name(what)?);
        }
        Ok(names)
    }

    /// A reference to a signature.
    fn sig_ref(&mut self) -> Result<Name> {
        let span = self.span();
        for builtin in ["univ", "Int", "String", "none"] {
            if self.eat(builtin) {
                return Ok(Name { text: builtin.to_string(), span });
            }
        }
        self.name("a signature")
    }

    fn file(&mut self) -> Result<File> {
        let mut file = File::default();
        loop {
            let start = self.span();
            match self.peek().clone() {
                Tok::End => return Ok(file),
                Tok::Key("module") => self.module(&mut file)?,
                Tok::Key("open") => self.open(&mut file, false)?,
                Tok::Key("fact") => {
                    self.advance();
                    let name = self.title();
                    let body = self.block()?;
                    file.facts.push((name.map(|n| n.text), body));
                }
                Tok::Key("assert") => {
                    self.advance();
                    let name = self.title();
                    let body = self.block()?;
                    file.asserts.push((name, body));
                }
                Tok::Key("enum") => self.enumeration(&mut file, false)?,
                Tok::Key("pred" | "fun") => self.function(&mut file, false)?,
                Tok::Key("let") => self.macro_decl(&mut file, false)?,
                Tok::Key("run" | "check") => self.commands(&mut file, None)?,
                Tok::Ident(_)
                    if self.is_at(1, ":") && (self.is_at(2, "run") || self.is_at(2, "check")) =>
                {
                    let label = self.name("a label")?;
                    self.advance();
                    self.commands(&mut file, Some(label))?;
                }
                Tok::Key("private")
                    if matches!(
                        self.peek_at(1),
                        Tok::Key("open" | "enum" | "pred" | "fun" | "let")
                    ) =>
                {
                    self.advance();
                    match self.peek() {
                        Tok::Key("open") => self.open(&mut file, true)?,
                        Tok::Key("enum") => self.enumeration(&mut file, true)?,
                        Tok::Key("let") => self.macro_decl(&mut file, true)?,
                        _ => self.function(&mut file, true)?,
                    }
                }
                Tok::Key("abstract" | "one" | "lone" | "some" | "private" | "sig" | "var") => {
                    self.sig(&mut file)?;
                }
                _ => {
                    return self.expected(
                        "a paragraph (`sig`, `fact`, `pred`, `fun`, `assert`, `run`, `check`, `open`, `enum` or `let`)",
                    )
                    .map_err(|mut d: Box<Diagnostic>| {
                        d.span = start;
                        d
                    });
                }
            }
        }
    }

    /// The optional title of a fact or assertion: a name or a string.
    fn title(&mut self) -> Option<Name> {
        let span = self.span();
        match self.peek().clone() {
            Tok::Ident(_) => self.name("a name").ok(),
            Tok::Str(text) => {
                self.advance();
                Some(Name { text, span })
            }
            _ => None,
        }
    }

    fn module(&mut self, file: &mut File) -> Result<()> {
        self.advance();
        if file.name.is_some() {
            return fail(self.last_span(), "a file has one `module` line");
        }
        file.name = Some(self.name("the name of the module")?);
        if self.eat("[") {
            loop {
                let exact = self.eat("exactly");
                file.params.push((self.new_name("a parameter")?, exact));
                if !self.eat(",") {
                    break;
                }
            }
            self.expect("]", "after the parameters of the module")?;
        }
        Ok(())
    }

    fn open(&mut self, file: &mut File, private: bool) -> Result<()> {
        self.advance();
        let path = self.name("the module to open")?;
        let mut args = Vec::new();
        if self.eat("[") && !self.eat("]") {
            loop {
                args.push(self.sig_ref()?);
                if !self.eat(",") {
                    break;
                }
            }
            self.expect("]", "after the arguments of the module")?;
        }
        let alias = if self.eat("as") { Some(self.name("an alias")?) } else { None };
        file.opens.push(OpenDecl { path, args, alias, private });
        Ok(())
    }

    /// An enum is an abstract signature with one child a name, in order.
    fn enumeration(&mut self, file: &mut File, private: bool) -> Result<()> {
        self.advance();
        let name = self.new_name("the name of the enum")?;
        self.expect("{", "before the names of the enum")?;
        let names = if self.is("}") { Vec::new() } else { self.new_names("a name of the enum")? };
        self.expect("}", "after the names of the enum")?;
        let sig = |name: Name, parent, top| SigDecl {
            name,
            private,
            is_abstract: top,
            mult: if top { None } else { Some(Mult::One) },
            is_enum: top,
            parent,
            fields: Vec::new(),
            fact: None,
        };
        file.sigs.push(sig(name.clone(), SigParent::Top, true));
        for child in names {
            file.sigs.push(sig(child, SigParent::Extends(name.clone()), false));
        }
        // An enum is ordered as it is written.
        file.opens.push(OpenDecl {
            path: Name { text: "util/ordering".to_string(), span: name.span },
            args: vec![name],
            alias: None,
            private: false,
        });
        Ok(())
    }

    fn sig(&mut self, file: &mut File) -> Result<()> {
        let (mut is_abstract, mut private, mut mult) = (false, false, None);
        loop {
            let span = self.span();
            let Tok::Key(key) = *self.peek() else { return self.expected("`sig`") };
            self.advance();
            match key {
                "sig" => break,
                "abstract" => is_abstract = true,
                "private" => private = true,
                "one" => mult = Some(Mult::One),
                "lone" => mult = Some(Mult::Lone),
                "some" => mult = Some(Mult::Some),
                "var" => return temporal(span, "var"),
                _ => {
                    self.at -= 1;
                    return self.expected("`sig`");
                }
            }
        }
        let names = self.new_names("the name of the signature")?;
        let parent = if self.eat("extends") {
            SigParent::Extends(self.sig_ref()?)
        } else if self.is("in") || self.is("=") {
            let exact = self.is("=");
            self.advance();
            let mut parents = vec![self.sig_ref()?];
            while self.eat("+") {
                parents.push(self.sig_ref()?);
            }
            if exact { SigParent::Equals(parents) } else { SigParent::In(parents) }
        } else {
            SigParent::Top
        };
        self.expect("{", "before the fields of the signature")?;
        let fields = self.decls("}")?;
        self.expect("}", "after the fields of the signature")?;
        let fact = if self.is("{") { Some(self.block()?) } else { None };
        for name in names {
            file.sigs.push(SigDecl {
                name,
                private,
                is_abstract,
                mult,
                is_enum: false,
                parent: parent.clone(),
                fields: fields.clone(),
                fact: fact.clone(),
            });
        }
        Ok(())
    }

    /// Declarations up to a closing token, which stays.
    pub(crate) fn decls(&mut self, close: &str) -> Result<Vec<Decl>> {
        let mut decls = Vec::new();
        loop {
            while self.eat(",") {}
            if self.is(close) {
                return Ok(decls);
            }
            decls.push(self.decl()?);
            if !self.is(",") && !self.is(close) {
                return self.expected(&format!("`,` or `{close}` after the declaration"));
            }
        }
    }

    pub(crate) fn decl(&mut self) -> Result<Decl> {
        let (mut private, mut disj) = (false, false);
        loop {
            let span = self.span();
            if self.eat("private") {
                private = true;
            } else if self.eat("disj") {
                disj = true;
            } else if self.is("var") {
                return temporal(span, "var");
            } else {
                break;
            }
        }
        let names = self.new_names("a name to declare")?;
        if self.eat("=") {
            let expr = self.expr()?;
            return Ok(Decl { private, disj, names, disj2: false, exact: true, expr });
        }
        self.expect(":", "after the declared name")?;
        let disj2 = self.is("disj") && !self.is_at(1, "[") && self.eat("disj");
        let start = self.span();
        let exact = self.eat("exactly");
        self.bound_at = self.at;
        let expr = self.expr()?;
        let expr = if exact {
            let span = start.to(expr.span);
            self.make(span, ExprKind::Unary(UnOp::Exactly, Box::new(expr)))?
        } else {
            expr
        };
        Ok(Decl { private, disj, names, disj2, exact: false, expr })
    }

    fn function(&mut self, file: &mut File, private: bool) -> Result<()> {
        let is_fun = self.is("fun");
        self.advance();
        let what = if is_fun { "the name of the function" } else { "the name of the predicate" };
        let mut name = match self.peek() {
            Tok::Key("univ" | "Int" | "String") => self.sig_ref()?,
            _ => self.name(what)?,
        };
        let mut receiver = None;
        if self.eat(".") {
            receiver = Some(name);
            name = self.new_name(what)?;
        }
        let mut params = Vec::new();
        for (open, close) in [("(", ")"), ("[", "]")] {
            if self.eat(open) {
                params = self.decls(close)?;
                self.expect(close, "after the parameters")?;
                break;
            }
        }
        let ret = if is_fun {
            self.expect(":", "before the result of the function")?;
            Some(self.expr()?)
        } else {
            None
        };
        let body = self.block()?;
        file.funs.push(FunDecl { name, private, receiver, params, ret, body });
        Ok(())
    }

    fn macro_decl(&mut self, file: &mut File, private: bool) -> Result<()> {
        self.advance();
        let name = self.new_name("the name of the macro")?;
        let mut params = Vec::new();
        for (open, close) in [("(", ")"), ("[", "]")] {
            if self.eat(open) {
                if !self.is(close) {
                    params = self.new_names("a parameter")?;
                }
                self.expect(close, "after the parameters of the macro")?;
                break;
            }
        }
        let body = if self.eat("=") { self.expr()? } else { self.block()? };
        file.macros.push(MacroDecl { name, private, params, body });
        Ok(())
    }

    /// `{ … }` as a conjunction.
    pub(crate) fn block(&mut self) -> Result<Expr> {
        let start = self.span();
        self.expect("{", "before the body")?;
        self.enter(start)?;
        let mut parts = Vec::new();
        while !self.is("}") {
            if *self.peek() == Tok::End {
                return self.expected("`}` or a formula").map_err(|mut d: Box<Diagnostic>| {
                    d.help.push("a block is not closed".to_string());
                    d
                });
            }
            if self.is(";") {
                return temporal(self.span(), ";");
            }
            parts.push(self.expr()?);
        }
        self.advance();
        self.depth -= 1;
        let span = start.to(self.last_span());
        if parts.len() == 1 {
            return Ok(parts.remove(0));
        }
        self.make(span, ExprKind::Block(parts))
    }

    /// A command and those that follow it by `=>`.
    fn commands(&mut self, file: &mut File, label: Option<Name>) -> Result<()> {
        let mut label = label;
        loop {
            let command = self.command(label.take())?;
            file.commands.push(command);
            if !(self.is("=>") && (self.is_at(1, "run") || self.is_at(1, "check"))) {
                return Ok(());
            }
            self.advance();
        }
    }

    fn command(&mut self, label: Option<Name>) -> Result<CommandDecl> {
        let start = self.span();
        let check = self.is("check");
        self.advance();
        let mut label = label;
        let target = if self.is("{") {
            Target::Block(self.block()?)
        } else {
            let name = self.name(if check {
                "an assertion or a block"
            } else {
                "a predicate or a block"
            })?;
            if self.is("{") {
                label = Some(name);
                Target::Block(self.block()?)
            } else if matches!(self.peek(), Tok::Ident(_)) && !self.is_at(1, ":") {
                label = Some(name);
                Target::Named(self.name("a name")?)
            } else {
                Target::Named(name)
            }
        };
        let mut command = CommandDecl {
            label,
            check,
            target,
            overall: None,
            scopes: Vec::new(),
            bits: None,
            seq: None,
            expect: None,
            span: start,
        };
        if self.eat("for") {
            let overall = matches!(self.peek(), Tok::Number(_))
                && !matches!(
                    self.peek_at(1),
                    Tok::Ident(_)
                        | Tok::Key(
                            "int"
                                | "Int"
                                | "seq"
                                | "String"
                                | "steps"
                                | "this"
                                | "."
                                | ":"
                                | "univ"
                                | "none"
                        )
                )
                || self.labelled_command_follows(1);
            if overall {
                command.overall = Some(self.number("the scope")?);
                if self.eat("but") {
                    self.scopes(&mut command)?;
                }
            } else {
                self.scopes(&mut command)?;
            }
        }
        if self.eat("expect") {
            command.expect = Some(self.number("0 or 1")?);
        }
        command.span = start.to(self.last_span());
        Ok(command)
    }

    /// Whether `label: run` stands there, so that a name after a number is no signature.
    fn labelled_command_follows(&self, ahead: usize) -> bool {
        matches!(self.peek_at(ahead), Tok::Ident(_))
            && self.is_at(ahead + 1, ":")
            && (self.is_at(ahead + 2, "run") || self.is_at(ahead + 2, "check"))
    }

    fn number(&mut self, what: &str) -> Result<i64> {
        match *self.peek() {
            Tok::Number(n) => {
                self.advance();
                Ok(n)
            }
            _ => self.expected(&format!("a number: {what}")),
        }
    }

    fn scopes(&mut self, command: &mut CommandDecl) -> Result<()> {
        loop {
            let start_span = self.span();
            let exact = self.eat("exactly");
            let start = self.number("the scope of a signature")?;
            let (mut end, mut step) = (Some(start), 1);
            if self.is(".") && self.is_at(1, ".") {
                self.advance();
                self.advance();
                end = match *self.peek() {
                    Tok::Number(n) => {
                        self.advance();
                        Some(n)
                    }
                    _ => None,
                };
            }
            if self.eat(":") {
                step = self.number("the step")?.max(1);
                if end == Some(start) {
                    end = None;
                }
            }
            let name_span = self.span();
            if self.eat("int") || self.eat("Int") {
                command.bits = Some((start, name_span));
            } else if self.is("seq") && !self.is_at(1, "/") {
                self.advance();
                command.seq = Some((start, name_span));
            } else if self.is("steps") {
                return temporal(name_span, "steps");
            } else {
                let name = self.sig_ref()?;
                let span = start_span.to(name.span);
                if end.is_some_and(|e| e < start) {
                    return fail(span, "the scope ends before it starts");
                }
                command.scopes.push(TypeScope { name, exact, start, end, step });
            }
            if !self.eat(",") {
                return Ok(());
            }
        }
    }
}

/// The operators on states are not supported yet.
pub(crate) fn temporal<T>(span: Span, what: &str) -> Result<T> {
    Err(Box::new(
        Diagnostic::new(
            span,
            format!("`{what}` is about states that change, which is not supported yet"),
        )
        .help("model the states as a signature with `util/ordering`"),
    ))
}
