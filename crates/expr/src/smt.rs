//! Conditions as an SMT-LIB 2 script.
//!
//! Expressions that are used more than once, or whose text grows long, are defined
//! by a name of their own, so the script is as long as the conditions have parts. A
//! flat list of definitions, unlike nested `let`s, does not make readers recurse, and
//! several assertions can share it.

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
    let mut writer = Writer::new(exprs);
    writer.count(conditions);
    for &condition in conditions {
        writer.write(condition);
    }
    // Arrays of one value are an extension that solvers take in every logic but the plain ones.
    let logic = if writer.constant_arrays { "ALL" } else { "QF_ABV" };
    let mut script = format!("(set-logic {logic})\n");
    for &array in &writer.arrays {
        let _ = writeln!(script, "(declare-const {} {MEMORY})", array_name(exprs, array));
    }
    script.push_str(&writer.definitions);
    for condition in conditions {
        let _ = writeln!(script, "(assert (= {} #b1))", writer.texts[condition]);
    }
    script.push_str("(check-sat)\n");
    script
}

/// A symbol that names the array. Different arrays may have the same name, so the
/// number is part of it.
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
    uses: HashMap<Expr, u32>,
    memory_uses: HashMap<Memory, u32>,
    texts: HashMap<Expr, String>,
    memory_texts: HashMap<Memory, String>,
    definitions: String,
    arrays: BTreeSet<Array>,
    constant_arrays: bool,
}

#[derive(Clone, Copy)]
enum Item {
    Expr(Expr),
    Memory(Memory),
}

impl<'a> Writer<'a> {
    fn new(exprs: &'a Exprs) -> Self {
        Self {
            exprs,
            uses: HashMap::new(),
            memory_uses: HashMap::new(),
            texts: HashMap::new(),
            memory_texts: HashMap::new(),
            definitions: String::new(),
            arrays: BTreeSet::new(),
            constant_arrays: false,
        }
    }

    fn parts(&self, item: Item) -> Vec<Item> {
        match item {
            Item::Expr(expr) => {
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
            let uses = match item {
                Item::Expr(expr) => self.uses.entry(expr).or_insert(0),
                Item::Memory(memory) => self.memory_uses.entry(memory).or_insert(0),
            };
            *uses += 1;
            if *uses == 1 {
                stack.extend(self.parts(item));
            }
        }
    }

    fn is_written(&self, item: Item) -> bool {
        match item {
            Item::Expr(expr) => self.texts.contains_key(&expr),
            Item::Memory(memory) => self.memory_texts.contains_key(&memory),
        }
    }

    /// Writes the expression, its parts first.
    fn write(&mut self, expr: Expr) {
        let mut stack = vec![Item::Expr(expr)];
        while let Some(&item) = stack.last() {
            if self.is_written(item) {
                stack.pop();
                continue;
            }
            let missing: Vec<Item> =
                self.parts(item).into_iter().filter(|&part| !self.is_written(part)).collect();
            if !missing.is_empty() {
                stack.extend(missing);
                continue;
            }
            match item {
                Item::Expr(expr) => {
                    let mut text = self.text(expr);
                    let leaf = self.exprs.as_const(expr).is_some();
                    if !leaf && (self.uses[&expr] > 1 || text.len() > INLINE) {
                        let width = self.exprs.width(expr);
                        let name = format!("e{}", expr.0);
                        self.define(&name, &format!("(_ BitVec {width})"), &text);
                        text = name;
                    }
                    self.texts.insert(expr, text);
                }
                Item::Memory(memory) => {
                    let mut text = self.memory_text(memory);
                    if self.memory_uses[&memory] > 1 || text.len() > INLINE {
                        let name = format!("m{}", memory.0);
                        self.define(&name, MEMORY, &text);
                        text = name;
                    }
                    self.memory_texts.insert(memory, text);
                }
            }
            stack.pop();
        }
    }

    fn define(&mut self, name: &str, sort: &str, text: &str) {
        let _ = writeln!(self.definitions, "(define-fun {name} () {sort} {text})");
    }

    fn text(&mut self, expr: Expr) -> String {
        let width = self.exprs.width(expr);
        let of = |expr: Expr| self.texts[&expr].as_str();
        match self.exprs.view(expr) {
            View::Const(value) => constant(width, value),
            View::Read { array, offset } => {
                self.arrays.insert(array);
                let name = array_name(self.exprs, array);
                let byte = |at: u32| format!("(select {name} {})", constant(64, u128::from(at)));
                let bytes: Vec<String> = (offset..offset + width / 8).rev().map(byte).collect();
                if bytes.len() == 1 {
                    bytes.concat()
                } else {
                    format!("(concat {})", bytes.join(" "))
                }
            }
            View::Select { memory, index } => {
                let text = format!("(select {} {})", self.memory_texts[&memory], of(index));
                match self.exprs.memory_view(memory) {
                    // Behind its end an array is 0, which SMT-LIB's arrays are not.
                    MemoryView::Array(array) => {
                        let length = u128::from(self.exprs.array_length(array));
                        let inside = format!("(bvult {} {})", of(index), constant(64, length));
                        format!("(ite {inside} {text} #x00)")
                    }
                    _ => text,
                }
            }
            View::Not(a) => format!("(bvnot {})", of(a)),
            View::Neg(a) => format!("(bvneg {})", of(a)),
            View::Binary(op, a, b) => {
                let text = format!("({} {} {})", name(op), of(a), of(b));
                if op.is_comparison() { format!("(ite {text} #b1 #b0)") } else { text }
            }
            View::Ite(c, a, b) => format!("(ite (= {} #b1) {} {})", of(c), of(a), of(b)),
            View::Extract { of: a, low } => {
                format!("((_ extract {} {low}) {})", low + width - 1, of(a))
            }
            View::Zext(a) => {
                format!("((_ zero_extend {}) {})", width - self.exprs.width(a), of(a))
            }
            View::Sext(a) => {
                format!("((_ sign_extend {}) {})", width - self.exprs.width(a), of(a))
            }
        }
    }

    fn memory_text(&mut self, memory: Memory) -> String {
        match self.exprs.memory_view(memory) {
            MemoryView::Array(array) => {
                self.arrays.insert(array);
                array_name(self.exprs, array)
            }
            MemoryView::Table(bytes) => {
                let texts: Vec<String> =
                    bytes.iter().map(|byte| self.texts[byte].clone()).collect();
                self.table(memory, &texts)
            }
            MemoryView::Write { under, index, value } => {
                let text = match self.exprs.memory_view(under) {
                    // Behind its end an array is 0, which SMT-LIB's arrays are not.
                    MemoryView::Array(array) => {
                        let name = array_name(self.exprs, array);
                        let byte = |at| format!("(select {name} {})", constant(64, at));
                        let length = u128::from(self.exprs.array_length(array));
                        let texts: Vec<String> = (0..length).map(byte).collect();
                        self.table(memory, &texts)
                    }
                    _ => self.memory_texts[&under].clone(),
                };
                format!("(store {text} {} {})", self.texts[&index], self.texts[&value])
            }
        }
    }

    /// A memory with these bytes and zeros behind them; each byte is a definition.
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
