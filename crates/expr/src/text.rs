//! Prints expressions for people.

use std::fmt;

use crate::bits::{negate, signed};
use crate::float::Float;
use crate::memory::{Memory, MemoryView};
use crate::node::{Binary, Expr, View};
use crate::store::Exprs;

/// The number of parts that are printed before the rest becomes `…`.
const LIMIT: usize = 500;

/// An expression as infix text: `x + 1 <s y`, `if c then 3 else n[2]`.
///
/// Comparisons and divisions that depend on signedness carry `s` or `u`. Very large expressions are
/// cut.
#[derive(Clone, Copy)]
pub struct Text<'a> {
    exprs: &'a Exprs,
    expr: Expr,
    /// Whether signed operators look as in a source.
    as_in_source: bool,
}

impl Text<'_> {
    /// The text without the mark of signed operators, as most sources have it: `x < y`. Operators without
    /// a sign keep their mark.
    #[must_use]
    pub fn as_in_source(self) -> Self {
        Self { as_in_source: true, ..self }
    }
}

impl Exprs {
    /// The expression as text for people.
    #[must_use]
    pub fn text(&self, expr: Expr) -> Text<'_> {
        Text { exprs: self, expr, as_in_source: false }
    }
}

/// What is still to be written.
enum Piece {
    Text(String),
    /// An operator on numbers with a sign; its mark follows.
    Signed(&'static str),
    /// In parentheses unless it is a leaf.
    Part(Expr),
    Memory(Memory),
}

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut left = LIMIT;
        let mut stack = pieces(self.exprs, self.expr);
        stack.reverse();
        while let Some(piece) = stack.pop() {
            let (mut next, bare) = match piece {
                Piece::Text(text) => {
                    f.write_str(&text)?;
                    continue;
                }
                Piece::Signed(operator) => {
                    let mark = if self.as_in_source { "" } else { "s" };
                    write!(f, " {operator}{mark} ")?;
                    continue;
                }
                Piece::Part(_) | Piece::Memory(_) if left == 0 => {
                    f.write_str("…")?;
                    continue;
                }
                Piece::Part(expr) => {
                    let pieces = pieces(self.exprs, expr);
                    let bare = pieces.len() == 1 || is_call(self.exprs, expr);
                    (pieces, bare)
                }
                Piece::Memory(memory) => (memory_pieces(self.exprs, memory), true),
            };
            left -= 1;
            if !bare {
                next.insert(0, Piece::Text("(".into()));
                next.push(Piece::Text(")".into()));
            }
            stack.extend(next.into_iter().rev());
        }
        Ok(())
    }
}

/// Whether the text has its own brackets or binds tightly.
fn is_call(exprs: &Exprs, expr: Expr) -> bool {
    match exprs.view(expr) {
        View::Zext(_) | View::Sext(_) | View::Extract { .. } | View::Select { .. } => true,
        View::Not(a) => !matches!(exprs.view(a), View::Binary(Binary::Eq, ..)),
        View::Neg(_) => true,
        View::Float(op, _) => op.arity() != 2,
        _ => false,
    }
}

/// An operator, without the mark for numbers with a sign.
fn symbol(op: Binary) -> &'static str {
    match op {
        Binary::Add => "+",
        Binary::Sub => "-",
        Binary::Mul => "*",
        Binary::Udiv => "/u",
        Binary::Sdiv => "/",
        Binary::Urem => "%u",
        Binary::Srem => "%",
        Binary::And => "&",
        Binary::Or => "|",
        Binary::Xor => "^",
        Binary::Shl => "<<",
        Binary::Lshr => ">>u",
        Binary::Ashr => ">>",
        Binary::Eq => "==",
        Binary::Ult => "<u",
        Binary::Ule => "<=u",
        Binary::Slt => "<",
        Binary::Sle => "<=",
        Binary::Concat => "++",
    }
}

fn pieces(exprs: &Exprs, expr: Expr) -> Vec<Piece> {
    let text = |text: &str| Piece::Text(text.to_owned());
    let width = exprs.width(expr);
    match exprs.view(expr) {
        View::Const(value) if width == 1 => vec![text(if value == 1 { "true" } else { "false" })],
        View::Const(value) => vec![Piece::Text(value.to_string())],
        View::Read { array, offset } => {
            let name = exprs.array_name(array);
            let bytes = width / 8;
            vec![Piece::Text(if bytes == exprs.array_length(array) {
                name.to_owned()
            } else if bytes == 1 {
                format!("{name}[{offset}]")
            } else {
                format!("{name}[{offset}..{}]", offset + bytes)
            })]
        }
        View::Select { memory, index } => {
            vec![Piece::Memory(memory), text("["), Piece::Part(index), text("]")]
        }
        View::Not(a) => match exprs.view(a) {
            View::Binary(Binary::Eq, x, y) => vec![Piece::Part(x), text(" != "), Piece::Part(y)],
            _ if width == 1 => vec![text("!"), Piece::Part(a)],
            _ => vec![text("~"), Piece::Part(a)],
        },
        View::Neg(a) => vec![text("-"), Piece::Part(a)],
        View::Binary(op, a, b) => binary_pieces(exprs, op, a, b),
        View::Ite(c, a, b) => vec![
            text("if "),
            Piece::Part(c),
            text(" then "),
            Piece::Part(a),
            text(" else "),
            Piece::Part(b),
        ],
        View::Extract { of, low } if width == 1 => {
            vec![Piece::Part(of), Piece::Text(format!("{{{low}}}"))]
        }
        View::Extract { of, low } => {
            vec![Piece::Part(of), Piece::Text(format!("{{{low}..{}}}", low + width))]
        }
        View::Zext(a) => vec![Piece::Text(format!("u{width}(")), Piece::Part(a), text(")")],
        View::Sext(a) => vec![Piece::Text(format!("s{width}(")), Piece::Part(a), text(")")],
        View::Float(op, operands) => float_pieces(exprs, op, width, &operands[..op.arity()]),
    }
}

fn binary_pieces(exprs: &Exprs, op: Binary, a: Expr, b: Expr) -> Vec<Piece> {
    let width = exprs.width(b);
    let sign = |op: &str| Piece::Text(format!(" {op} "));
    // A large number that is added is shown as a small one that is subtracted.
    if let (Binary::Add, Some(c)) = (op, exprs.as_const(b))
        && signed(width, c) < 0
    {
        return vec![Piece::Part(a), sign("-"), Piece::Text(negate(width, c).to_string())];
    }
    // A left shift is stored as an extract with zeros below.
    if let (Binary::Concat, Some(0)) = (op, exprs.as_const(b))
        && let View::Extract { of, low: 0 } = exprs.view(a)
        && exprs.width(of) == exprs.width(a) + width
    {
        return vec![Piece::Part(of), Piece::Text(format!(" << {width}"))];
    }
    let side = |x: Expr| match (op, exprs.as_const(x)) {
        (Binary::Slt | Binary::Sle, Some(c)) => Piece::Text(signed(width, c).to_string()),
        _ => Piece::Part(x),
    };
    let operator = match op {
        Binary::Sdiv | Binary::Srem | Binary::Ashr | Binary::Slt | Binary::Sle => {
            Piece::Signed(symbol(op))
        }
        _ => sign(symbol(op)),
    };
    vec![side(a), operator, side(b)]
}

/// Arithmetic and comparisons carry `f`; the rest are calls. A cast has the name of its target
/// type.
fn float_pieces(exprs: &Exprs, op: Float, width: u32, operands: &[Expr]) -> Vec<Piece> {
    let operand = |x: Expr| match exprs.as_const(x) {
        Some(bits) if op.takes_floats() && exprs.width(x) == 32 => {
            Piece::Text(format!("{:?}", f32::from_bits(bits as u32)))
        }
        Some(bits) if op.takes_floats() => {
            Piece::Text(format!("{:?}", f64::from_bits(bits as u64)))
        }
        _ => Piece::Part(x),
    };
    let name = match op {
        Float::Add => " +f ".to_owned(),
        Float::Sub => " -f ".to_owned(),
        Float::Mul => " *f ".to_owned(),
        Float::Div => " /f ".to_owned(),
        Float::Equal => " ==f ".to_owned(),
        Float::Less => " <f ".to_owned(),
        Float::AtMost => " <=f ".to_owned(),
        Float::MultiplyAdd => "fma".to_owned(),
        Float::Sqrt => "sqrt".to_owned(),
        Float::Floor => "floor".to_owned(),
        Float::Ceil => "ceil".to_owned(),
        Float::Trunc => "trunc".to_owned(),
        Float::RoundEven => "rint".to_owned(),
        Float::Round => "round".to_owned(),
        Float::Convert => format!("f{width}"),
        Float::FromSigned => format!("f{width}s"),
        Float::FromUnsigned => format!("f{width}u"),
        Float::ToSigned => format!("s{width}f"),
        Float::ToUnsigned => format!("u{width}f"),
    };
    if let [a, b] = *operands {
        return vec![operand(a), Piece::Text(name), operand(b)];
    }
    let mut pieces = vec![Piece::Text(format!("{name}("))];
    for (k, &x) in operands.iter().enumerate() {
        if k > 0 {
            pieces.push(Piece::Text(", ".into()));
        }
        pieces.push(operand(x));
    }
    pieces.push(Piece::Text(")".into()));
    pieces
}

fn memory_pieces(exprs: &Exprs, memory: Memory) -> Vec<Piece> {
    match exprs.memory_view(memory) {
        MemoryView::Array(array) => vec![Piece::Text(exprs.array_name(array).to_owned())],
        MemoryView::Table(bytes) => {
            vec![Piece::Text(format!("table{}<{}>", memory.0, bytes.len()))]
        }
        MemoryView::Write { under, index, value } => vec![
            Piece::Memory(under),
            Piece::Text("{[".into()),
            Piece::Part(index),
            Piece::Text("] = ".into()),
            Piece::Part(value),
            Piece::Text("}".into()),
        ],
    }
}
