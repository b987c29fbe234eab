//! Conditions as an SMT-LIB 2 script.
//!
//! Expressions that are used more than once, or whose text grows long, are defined by a name, so
//! the script is linear in the size of the conditions. Unlike nested `let`s, a flat list of
//! definitions does not make readers recurse, and several assertions can share it.
//!
//! Floating-point numbers are bits here and a sort of numbers in SMT-LIB: `numbers` translates.

mod numbers;

use std::collections::{BTreeSet, HashMap};
use std::fmt::Write as _;

use crate::memory::{Memory, MemoryView};
use crate::node::{Array, Binary, Expr, View};
use crate::store::Exprs;

/// A text longer than this gets a name.
const INLINE: usize = 120;

const MEMORY: &str = "(Array (_ BitVec 64) (_ BitVec 8))";

/// A script that asks whether all of the conditions hold at once. It ends with
/// `(check-sat)`.
#[must_use]
pub fn script(exprs: &Exprs, conditions: &[Expr]) -> String {
    Writer::new(exprs, false).script(conditions)
}

/// A script without arrays of symbols, for solvers that only handle bits well.
#[derive(Clone, Debug)]
pub struct ByteScript {
    /// The script.
    pub text: String,
    /// The indices of its symbols; each is a constant of 8 bits, named by [`ByteScript::name`].
    pub symbols: Vec<usize>,
    /// Whether it still has arrays, for reads at symbolic offsets.
    pub has_arrays: bool,
}

impl ByteScript {
    /// The name of a symbol.
    #[must_use]
    pub fn name(symbol: usize) -> String {
        format!("s{symbol}")
    }
}

/// Like [`script`], with a constant for each symbolic byte.
#[must_use]
pub fn byte_script(exprs: &Exprs, conditions: &[Expr]) -> ByteScript {
    let mut writer = Writer::new(exprs, true);
    let text = writer.script(conditions);
    let symbols = writer.symbols.iter().copied().collect();
    ByteScript { text, symbols, has_arrays: writer.constant_arrays }
}

/// The symbol for an array. Different arrays may have the same name, so the index is part of it.
fn array_name(exprs: &Exprs, array: Array) -> String {
    let name: String = exprs
        .array_name(array)
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() || c == '_' { c } else { '.' })
        .collect();
    format!("|{name}@{}|", array.index())
}

struct Writer<'a> {
    exprs: &'a Exprs,
    /// Whether each symbol is a separate constant.
    bytes: bool,
    uses: HashMap<Item, u32>,
    texts: HashMap<Item, String>,
    definitions: String,
    arrays: BTreeSet<Array>,
    symbols: BTreeSet<usize>,
    constant_arrays: bool,
    floats: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Item {
    Expr(Expr),
    Memory(Memory),
    /// An expression as a floating-point number.
    Number(Expr),
}

impl<'a> Writer<'a> {
    fn new(exprs: &'a Exprs, bytes: bool) -> Self {
        Self {
            exprs,
            bytes,
            uses: HashMap::new(),
            texts: HashMap::new(),
            definitions: String::new(),
            arrays: BTreeSet::new(),
            symbols: BTreeSet::new(),
            constant_arrays: false,
            floats: false,
        }
    }

    fn script(&mut self, conditions: &[Expr]) -> String {
        self.count(conditions);
        for &condition in conditions {
            self.write(condition);
        }
        // Constant arrays are an extension that solvers accept in every logic but the plain ones.
        let logic = match (self.constant_arrays, self.floats, self.bytes) {
            (true, ..) => "ALL",
            (_, true, true) => "QF_BVFP",
            (_, true, false) => "QF_ABVFP",
            (_, false, true) => "QF_BV",
            (_, false, false) => "QF_ABV",
        };
        let mut script = format!("(set-logic {logic})\n");
        for &array in &self.arrays {
            let _ = writeln!(script, "(declare-const {} {MEMORY})", array_name(self.exprs, array));
        }
        for &symbol in &self.symbols {
            let _ = writeln!(script, "(declare-const {} (_ BitVec 8))", ByteScript::name(symbol));
        }
        script.push_str(&self.definitions);
        for &condition in conditions {
            let _ = writeln!(script, "(assert (= {} #b1))", self.of(condition));
        }
        script.push_str("(check-sat)\n");
        script
    }

    /// The text of an expression that is already written.
    fn of(&self, expr: Expr) -> &str {
        &self.texts[&Item::Expr(expr)]
    }

    fn parts(&self, item: Item) -> Vec<Item> {
        match item {
            Item::Number(expr) => self.number_parts(expr),
            Item::Expr(expr) => {
                if let View::Float(op, operands) = self.exprs.view(expr) {
                    return numbers::parts(expr, op, &operands[..op.arity()]);
                }
                let memory = match self.exprs.view(expr) {
                    View::Select { memory, .. } => Some(Item::Memory(memory)),
                    _ => None,
                };
                memory.into_iter().chain(self.exprs.operands(expr).map(Item::Expr)).collect()
            }
            Item::Memory(memory) => match self.exprs.memory_view(memory) {
                MemoryView::Array(_) => Vec::new(),
                MemoryView::Table(bytes) => bytes.iter().copied().map(Item::Expr).collect(),
                MemoryView::Write { under, index, value } => {
                    vec![Item::Memory(under), Item::Expr(index), Item::Expr(value)]
                }
            },
        }
    }

    /// How often each part is used.
    fn count(&mut self, conditions: &[Expr]) {
        let mut stack: Vec<Item> = conditions.iter().copied().map(Item::Expr).collect();
        while let Some(item) = stack.pop() {
            let uses = self.uses.entry(item).or_insert(0);
            *uses += 1;
            if *uses == 1 {
                stack.extend(self.parts(item));
            }
        }
    }

    /// Writes the expression, its parts first.
    fn write(&mut self, expr: Expr) {
        let mut stack = vec![Item::Expr(expr)];
        while let Some(&item) = stack.last() {
            if self.texts.contains_key(&item) {
                stack.pop();
                continue;
            }
            let mut missing = self.parts(item);
            missing.retain(|part| !self.texts.contains_key(part));
            if !missing.is_empty() {
                stack.extend(missing);
                continue;
            }
            let (text, name, sort) = match item {
                Item::Expr(expr) => {
                    let sort = format!("(_ BitVec {})", self.exprs.width(expr));
                    (self.text(expr), format!("e{}", expr.0), sort)
                }
                Item::Memory(memory) => {
                    (self.memory_text(memory), format!("m{}", memory.0), MEMORY.to_owned())
                }
                Item::Number(expr) => {
                    let sort = numbers::sort(self.exprs.width(expr));
                    (self.number_text(expr), format!("r{}", expr.0), sort)
                }
            };
            let is_named = match item {
                Item::Expr(expr) if self.exprs.as_const(expr).is_some() => false,
                // The bits of a result name it more than once.
                Item::Number(expr) if matches!(self.exprs.view(expr), View::Float(..)) => true,
                _ => self.uses[&item] > 1 || text.len() > INLINE,
            };
            if is_named {
                self.define(&name, &sort, &text);
            }
            self.texts.insert(item, if is_named { name } else { text });
            stack.pop();
        }
    }

    fn define(&mut self, name: &str, sort: &str, text: &str) {
        let _ = writeln!(self.definitions, "(define-fun {name} () {sort} {text})");
    }

    fn text(&mut self, expr: Expr) -> String {
        let width = self.exprs.width(expr);
        match self.exprs.view(expr) {
            View::Const(value) => constant(width, value),
            View::Float(op, operands) => self.float_text(expr, op, &operands[..op.arity()]),
            View::Read { array, offset } => {
                let bytes: Vec<String> =
                    (offset..offset + width / 8).rev().map(|at| self.byte(array, at)).collect();
                if bytes.len() == 1 {
                    bytes.concat()
                } else {
                    format!("(concat {})", bytes.join(" "))
                }
            }
            View::Select { memory, index } => {
                let index = self.of(index);
                let text = format!("(select {} {index})", self.texts[&Item::Memory(memory)]);
                match self.exprs.memory_view(memory) {
                    // After its end an array is 0, unlike SMT-LIB's arrays.
                    MemoryView::Array(array) if !self.bytes => {
                        let length = u128::from(self.exprs.array_length(array));
                        let inside = format!("(bvult {index} {})", constant(64, length));
                        format!("(ite {inside} {text} #x00)")
                    }
                    _ => text,
                }
            }
            View::Not(a) => format!("(bvnot {})", self.of(a)),
            View::Neg(a) => format!("(bvneg {})", self.of(a)),
            View::Binary(op, a, b) => {
                let text = format!("({} {} {})", name(op), self.of(a), self.of(b));
                if op.is_comparison() { format!("(ite {text} #b1 #b0)") } else { text }
            }
            View::Ite(c, a, b) => {
                format!("(ite (= {} #b1) {} {})", self.of(c), self.of(a), self.of(b))
            }
            View::Extract { of: a, low } => {
                format!("((_ extract {} {low}) {})", low + width - 1, self.of(a))
            }
            View::Zext(a) => {
                format!("((_ zero_extend {}) {})", width - self.exprs.width(a), self.of(a))
            }
            View::Sext(a) => {
                format!("((_ sign_extend {}) {})", width - self.exprs.width(a), self.of(a))
            }
        }
    }

    /// The text of a symbolic byte.
    fn byte(&mut self, array: Array, at: u32) -> String {
        if self.bytes {
            let symbol = self.exprs.symbol(array, at);
            self.symbols.insert(symbol);
            return ByteScript::name(symbol);
        }
        self.arrays.insert(array);
        format!("(select {} {})", array_name(self.exprs, array), constant(64, u128::from(at)))
    }

    fn memory_text(&mut self, memory: Memory) -> String {
        match self.exprs.memory_view(memory) {
            MemoryView::Array(array) if self.bytes => self.array_table(memory, array),
            MemoryView::Array(array) => {
                self.arrays.insert(array);
                array_name(self.exprs, array)
            }
            MemoryView::Table(bytes) => {
                let texts: Vec<String> =
                    bytes.iter().map(|&byte| self.of(byte).to_owned()).collect();
                self.table(memory, &texts)
            }
            MemoryView::Write { under, index, value } => {
                let text = match self.exprs.memory_view(under) {
                    // After its end an array is 0, unlike SMT-LIB's arrays.
                    MemoryView::Array(array) if !self.bytes => self.array_table(memory, array),
                    _ => self.texts[&Item::Memory(under)].clone(),
                };
                format!("(store {text} {} {})", self.of(index), self.of(value))
            }
        }
    }

    /// A whole array, byte by byte.
    fn array_table(&mut self, memory: Memory, array: Array) -> String {
        let length = self.exprs.array_length(array);
        let texts: Vec<String> = (0..length).map(|at| self.byte(array, at)).collect();
        self.table(memory, &texts)
    }

    /// A memory with these bytes followed by zeros; each byte is a definition.
    fn table(&mut self, memory: Memory, bytes: &[String]) -> String {
        self.constant_arrays = true;
        let mut last = format!("((as const {MEMORY}) #x00)");
        for (at, byte) in bytes.iter().enumerate() {
            if byte != "#x00" {
                let next = format!("(store {last} {} {byte})", constant(64, at as u128));
                last = format!("m{}.{at}", memory.0);
                self.define(&last.clone(), MEMORY, &next);
            }
        }
        last
    }
}

fn constant(width: u32, value: u128) -> String {
    if width.is_multiple_of(4) {
        format!("#x{value:0digits$x}", digits = width as usize / 4)
    } else {
        format!("#b{value:0digits$b}", digits = width as usize)
    }
}

fn name(op: Binary) -> &'static str {
    match op {
        Binary::Add => "bvadd",
        Binary::Sub => "bvsub",
        Binary::Mul => "bvmul",
        Binary::Udiv => "bvudiv",
        Binary::Sdiv => "bvsdiv",
        Binary::Urem => "bvurem",
        Binary::Srem => "bvsrem",
        Binary::And => "bvand",
        Binary::Or => "bvor",
        Binary::Xor => "bvxor",
        Binary::Shl => "bvshl",
        Binary::Lshr => "bvlshr",
        Binary::Ashr => "bvashr",
        Binary::Eq => "=",
        Binary::Ult => "bvult",
        Binary::Ule => "bvule",
        Binary::Slt => "bvslt",
        Binary::Sle => "bvsle",
        Binary::Concat => "concat",
    }
}
