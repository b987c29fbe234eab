//! Heap path conditions as text: `header != null && header.next.next == null &&
//! size == 2`.
//!
//! A condition is a conjunction. A conjunct about a single path is turned into a
//! restriction on that path (document 002 leaves this derivation as future work);
//! the search then never makes a candidate that violates it. A conjunct that
//! compares two paths, or is a disjunction over several, stays an expression that
//! is evaluated after the predicate.
//!
//! A comparison whose path goes through null is undefined, and an undefined
//! condition does not hold. `&&` and `||` evaluate their right side only if the
//! left side does not decide the result.

use std::fmt;
use std::sync::Arc;

use pikse_structure::domain::ResolvedDomain;
use pikse_structure::path::{Path, PathError, is_name_char};
use pikse_structure::{Domain, Space, Value};
use serde::{Deserialize, Serialize};

use crate::probe::Probe;
use crate::restrict::{RestrictError, Restrictions};
use crate::route::Route;

/// A condition, split into its conjuncts.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Condition {
    /// The conjuncts that became restrictions, as text.
    pub derived: Vec<String>,
    /// The conjuncts that are evaluated after the predicate, as text.
    pub left: Vec<String>,
    /// The latter, as one expression.
    pub(crate) rest: Option<Expr>,
}

/// Why a text is not a condition on a space.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ConditionError {
    /// It is not well formed.
    Syntax {
        /// The text.
        text: String,
        /// The byte offset of the error.
        at: usize,
        /// What was expected there.
        expected: String,
    },
    /// A path in it is wrong.
    Path(RestrictError),
    /// The two sides of a comparison do not fit.
    Mismatch {
        /// The comparison.
        comparison: String,
        /// Why not.
        why: String,
    },
}

impl fmt::Display for ConditionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ConditionError::Syntax { text, at, expected } => {
                let before = text.get(..*at).map_or(0, |before| before.chars().count());
                write!(
                    f,
                    "the condition is not well formed: expected {expected} here\n  {text}\n  {:>width$}",
                    "^",
                    width = before + 1
                )
            }
            ConditionError::Path(error) => error.fmt(f),
            ConditionError::Mismatch { comparison, why } => write!(f, "`{comparison}`: {why}"),
        }
    }
}

impl std::error::Error for ConditionError {}

impl From<RestrictError> for ConditionError {
    fn from(error: RestrictError) -> Self {
        ConditionError::Path(error)
    }
}

impl Condition {
    /// Reads a condition on `space` and adds the derived restrictions to `restrictions`.
    pub fn derive(
        text: &str,
        space: &Arc<Space>,
        restrictions: &mut Restrictions,
    ) -> Result<Condition, ConditionError> {
        let mut parser = Parser { text, rest: text, space, depth: 0, terms: 0 };
        let expr = parser.disjunction()?;
        parser.skip_space();
        if !parser.rest.is_empty() {
            return Err(parser.expected("`&&`, `||` or the end"));
        }
        let mut condition = Condition { derived: Vec::new(), left: Vec::new(), rest: None };
        for conjunct in expr.conjuncts() {
            match conjunct.only_route() {
                Some(route) => {
                    condition.derived.push(conjunct.to_string());
                    restrictions.keep(&route, &|domain, value| {
                        conjunct.judge(&mut |_| Some((value.clone(), domain))) == Some(true)
                    });
                }
                None => {
                    condition.left.push(conjunct.to_string());
                    condition.rest = Some(match condition.rest.take() {
                        None => conjunct,
                        Some(rest) => Expr::And(Box::new(rest), Box::new(conjunct)),
                    });
                }
            }
        }
        Ok(condition)
    }
}

/// A condition as an expression.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Expr {
    And(Box<Expr>, Box<Expr>),
    Or(Box<Expr>, Box<Expr>),
    Not(Box<Expr>),
    Compare { op: Op, left: Operand, right: Operand },
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Operand {
    Path(Path, Route),
    Int(i64),
    Null,
    Bool(bool),
    /// A constant of the enum on the other side.
    Name(String),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Op {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

const OPS: [(&str, Op); 6] =
    [("==", Op::Eq), ("!=", Op::Ne), ("<=", Op::Le), (">=", Op::Ge), ("<", Op::Lt), (">", Op::Gt)];

impl Expr {
    /// Whether the condition holds for the candidate that the probe reads.
    pub(crate) fn holds(&self, probe: &mut Probe) -> bool {
        let space = Arc::clone(probe.space());
        let verdict = self.judge(&mut |route| {
            let (raw, stop) = route.read(probe)?;
            let domain = stop.domain(&space);
            Some((domain.value_of_raw(raw), domain))
        });
        verdict == Some(true)
    }

    /// The truth of the expression; `None` if it is undefined. The parser bounds
    /// the depth, and so this recursion.
    fn judge<'a>(
        &self,
        read: &mut dyn FnMut(&Route) -> Option<(Value, &'a ResolvedDomain)>,
    ) -> Option<bool> {
        match self {
            Expr::And(left, right) => match left.judge(read)? {
                true => right.judge(read),
                false => Some(false),
            },
            Expr::Or(left, right) => match left.judge(read)? {
                true => Some(true),
                false => right.judge(read),
            },
            Expr::Not(inner) => inner.judge(read).map(|truth| !truth),
            Expr::Compare { op, left, right } => {
                let left = left.resolve(read)?;
                let right = right.resolve(read)?;
                Some(op.holds(&left, &right))
            }
        }
    }

    /// The conjuncts of the expression.
    fn conjuncts(self) -> Vec<Expr> {
        let mut conjuncts = Vec::new();
        let mut todo = vec![self];
        while let Some(expr) = todo.pop() {
            match expr {
                Expr::And(left, right) => todo.extend([*right, *left]),
                other => conjuncts.push(other),
            }
        }
        conjuncts
    }

    /// The only route in the expression, if there is only one.
    fn only_route(&self) -> Option<Route> {
        let mut routes: Vec<Route> = Vec::new();
        let mut todo = vec![self];
        while let Some(expr) = todo.pop() {
            match expr {
                Expr::And(left, right) | Expr::Or(left, right) => todo.extend([&**left, &**right]),
                Expr::Not(inner) => todo.push(inner),
                Expr::Compare { left, right, .. } => {
                    for operand in [left, right] {
                        if let Operand::Path(_, route) = operand
                            && !routes.contains(route)
                        {
                            routes.push(route.clone());
                        }
                    }
                }
            }
        }
        match &routes[..] {
            [route] => Some(route.clone()),
            _ => None,
        }
    }
}

/// A side of a comparison with its value. Constants are compared by name, since
/// two enums may number them differently.
#[derive(PartialEq)]
enum Side {
    Value(Value),
    Constant(String),
}

impl Operand {
    fn resolve<'a>(
        &self,
        read: &mut dyn FnMut(&Route) -> Option<(Value, &'a ResolvedDomain)>,
    ) -> Option<Side> {
        Some(match self {
            Operand::Path(_, route) => match read(route)? {
                (Value::Enum(variant), domain) => match &domain.declared {
                    Domain::Enum(names) => Side::Constant(names[variant as usize].clone()),
                    _ => Side::Value(Value::Enum(variant)),
                },
                (value, _) => Side::Value(value),
            },
            Operand::Int(int) => Side::Value(Value::Int(*int)),
            Operand::Null => Side::Value(Value::Null),
            Operand::Bool(bool) => Side::Value(Value::Bool(*bool)),
            Operand::Name(name) => Side::Constant(name.clone()),
        })
    }
}

impl Op {
    fn holds(self, left: &Side, right: &Side) -> bool {
        let ordering = match (left, right) {
            (Side::Value(Value::Int(left)), Side::Value(Value::Int(right))) => {
                Some(left.cmp(right))
            }
            _ => None,
        };
        match self {
            Op::Eq => left == right,
            Op::Ne => left != right,
            Op::Lt => ordering.is_some_and(std::cmp::Ordering::is_lt),
            Op::Le => ordering.is_some_and(std::cmp::Ordering::is_le),
            Op::Gt => ordering.is_some_and(std::cmp::Ordering::is_gt),
            Op::Ge => ordering.is_some_and(std::cmp::Ordering::is_ge),
        }
    }
}

/// The maximum nesting of parentheses and negations.
const MAX_DEPTH: usize = 100;
/// The maximum number of comparisons of a condition, and so the maximum depth of its tree.
const MAX_TERMS: usize = 2000;

struct Parser<'a> {
    text: &'a str,
    rest: &'a str,
    space: &'a Arc<Space>,
    depth: usize,
    terms: usize,
}

impl Parser<'_> {
    fn expected(&self, expected: &str) -> ConditionError {
        ConditionError::Syntax {
            text: self.text.to_owned(),
            at: self.text.len() - self.rest.len(),
            expected: expected.to_owned(),
        }
    }

    fn skip_space(&mut self) {
        self.rest = self.rest.trim_start();
    }

    fn take(&mut self, token: &str) -> bool {
        self.skip_space();
        match self.rest.strip_prefix(token) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn disjunction(&mut self) -> Result<Expr, ConditionError> {
        self.chain("||", Self::conjunction, Expr::Or)
    }

    fn conjunction(&mut self) -> Result<Expr, ConditionError> {
        self.chain("&&", Self::negation, Expr::And)
    }

    fn chain(
        &mut self,
        token: &str,
        term: fn(&mut Self) -> Result<Expr, ConditionError>,
        join: fn(Box<Expr>, Box<Expr>) -> Expr,
    ) -> Result<Expr, ConditionError> {
        let mut expr = term(self)?;
        while self.take(token) {
            self.terms += 1;
            if self.terms > MAX_TERMS {
                return Err(
                    self.expected(&format!("the end (a condition has at most {MAX_TERMS} terms)"))
                );
            }
            expr = join(Box::new(expr), Box::new(term(self)?));
        }
        Ok(expr)
    }

    fn negation(&mut self) -> Result<Expr, ConditionError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.expected("less nesting"));
        }
        self.skip_space();
        let expr = if self.rest.starts_with('!') && !self.rest.starts_with("!=") {
            self.rest = &self.rest[1..];
            Expr::Not(Box::new(self.negation()?))
        } else if self.take("(") {
            let inner = self.disjunction()?;
            if !self.take(")") {
                return Err(self.expected("`)`"));
            }
            inner
        } else {
            self.comparison()?
        };
        self.depth -= 1;
        Ok(expr)
    }

    fn comparison(&mut self) -> Result<Expr, ConditionError> {
        let left = self.operand()?;
        let Some(&(_, op)) = OPS.iter().find(|(token, _)| self.take(token)) else {
            // A bool needs no comparison.
            if self.kinds(&left).contains(&Type::Bool) {
                return Ok(Expr::Compare { op: Op::Eq, left, right: Operand::Bool(true) });
            }
            return Err(self.expected("a comparison (`==`, `!=`, `<`, `<=`, `>`, `>=`)"));
        };
        let right = self.operand()?;
        self.check(op, &left, &right)?;
        Ok(Expr::Compare { op, left, right })
    }

    fn operand(&mut self) -> Result<Operand, ConditionError> {
        self.skip_space();
        let digits = self.rest.strip_prefix('-').unwrap_or(self.rest);
        if digits.starts_with(|c: char| c.is_ascii_digit()) {
            let minus = self.rest.len() - digits.len();
            let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len()) + minus;
            let int = self.rest[..end].parse().map_err(|_| self.expected("a 64-bit integer"))?;
            self.rest = &self.rest[end..];
            return Ok(Operand::Int(int));
        }
        let end = self.rest.find(|c: char| !is_name_char(c)).unwrap_or(self.rest.len());
        let word = &self.rest[..end];
        let literal = match word {
            "null" | "NULL" | "nullptr" => Some(Operand::Null),
            "true" => Some(Operand::Bool(true)),
            "false" => Some(Operand::Bool(false)),
            _ if self.is_constant(word) => Some(Operand::Name(word.to_owned())),
            _ => None,
        };
        if let Some(literal) = literal {
            self.rest = &self.rest[end..];
            return Ok(literal);
        }
        let (path, rest) =
            Path::parse_prefix(self.rest).map_err(|PathError { at, expected, .. }| {
                self.rest = &self.rest[at..];
                let expected = if at == 0 { "a field path, a number or `null`" } else { expected };
                self.expected(expected)
            })?;
        let route = Route::of(self.space, &path)?;
        self.rest = rest;
        Ok(Operand::Path(path, route))
    }

    /// Whether a word is a constant of some enum, and not a field of the root.
    fn is_constant(&self, word: &str) -> bool {
        let is_field = self.space.field_named(self.space.root().class(), word).is_some();
        let names = |domain: &ResolvedDomain| match &domain.declared {
            Domain::Enum(names) => names.iter().any(|name| name == word),
            _ => false,
        };
        !is_field && self.space.domains().iter().any(names)
    }

    fn kinds(&self, operand: &Operand) -> Vec<Type> {
        match operand {
            Operand::Path(_, route) => {
                route.domains(self.space).iter().map(|domain| Type::of(domain)).collect()
            }
            Operand::Int(_) => vec![Type::Int],
            Operand::Null => vec![Type::Reference],
            Operand::Bool(_) => vec![Type::Bool],
            Operand::Name(_) => vec![Type::Enum],
        }
    }

    fn check(&self, op: Op, left: &Operand, right: &Operand) -> Result<(), ConditionError> {
        let mismatch = |why: String| {
            let shown = Expr::Compare { op, left: left.clone(), right: right.clone() };
            Err(ConditionError::Mismatch { comparison: shown.to_string(), why })
        };
        let (lefts, rights) = (self.kinds(left), self.kinds(right));
        if !lefts.iter().any(|kind| rights.contains(kind)) {
            return mismatch(format!("{} cannot be compared with {}", lefts[0], rights[0]));
        }
        if !matches!(op, Op::Eq | Op::Ne) && !lefts.contains(&Type::Int) {
            return mismatch(format!("{} has no order", lefts[0]));
        }
        for (path, constant) in [(left, right), (right, left)] {
            if let (Operand::Path(_, route), Operand::Name(name)) = (path, constant) {
                let known = route.domains(self.space).into_iter().any(|domain| {
                    matches!(&domain.declared, Domain::Enum(names) if names.contains(name))
                });
                if !known {
                    return mismatch(format!("the enum has no constant `{name}`"));
                }
            }
        }
        Ok(())
    }
}

/// The type of a value, for comparisons.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Type {
    Int,
    Bool,
    Enum,
    Reference,
}

impl Type {
    fn of(domain: &ResolvedDomain) -> Type {
        match domain.declared {
            Domain::Range { .. } | Domain::List(_) => Type::Int,
            Domain::Bool => Type::Bool,
            Domain::Enum(_) => Type::Enum,
            Domain::Reference(_) => Type::Reference,
        }
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Type::Int => "an integer",
            Type::Bool => "a bool",
            Type::Enum => "an enum",
            Type::Reference => "a reference",
        })
    }
}

impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expr::And(left, right) => write!(f, "{left} && {right}"),
            Expr::Or(left, right) => write!(f, "({left} || {right})"),
            Expr::Not(inner) => write!(f, "!({inner})"),
            Expr::Compare { op, left, right } => {
                let token =
                    OPS.iter().find(|(_, known)| known == op).map_or("?", |(token, _)| token);
                write!(f, "{left} {token} {right}")
            }
        }
    }
}

impl fmt::Display for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Operand::Path(path, _) => path.fmt(f),
            Operand::Int(int) => int.fmt(f),
            Operand::Null => f.write_str("null"),
            Operand::Bool(bool) => bool.fmt(f),
            Operand::Name(name) => f.write_str(name),
        }
    }
}
