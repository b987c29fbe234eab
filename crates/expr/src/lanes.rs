//! Evaluation for all values of one byte at once.
//!
//! A condition on few bytes is a set of values once all bytes but one are fixed. [`Lanes`] computes this
//! set: every operator is applied to 256 numbers, one for each value of the open byte, in a loop without
//! branches. This takes a twentieth of 256 single evaluations. What does not depend on the open byte is
//! one number.

use crate::bits::{apply, mask};
use crate::memory::MemoryNode;
use crate::node::{Binary, Expr, Op};
use crate::store::Exprs;

/// The number of values of a byte.
const LANES: usize = 256;

/// The number of operators after which an evaluation gives up.
const STEPS: usize = 4_096;

type Lane = [u64; LANES];

/// The value of an expression: the same for all values of the open byte, or a place in the pool.
#[derive(Clone, Copy, Debug)]
enum Known {
    Same(u64),
    Each(u32),
}

/// An operand.
#[derive(Clone, Copy)]
enum Operand<'a> {
    Same(u64),
    Each(&'a Lane),
}

impl Operand<'_> {
    #[inline]
    fn at(self, lane: usize) -> u64 {
        match self {
            Self::Same(value) => value,
            Self::Each(values) => values[lane],
        }
    }
}

/// Evaluates conditions for all values of one byte.
#[derive(Debug, Default)]
pub struct Lanes {
    /// The value of an expression, by its id, and the round in which it was computed.
    known: Vec<(u32, Known)>,
    round: u32,
    pool: Vec<Lane>,
    /// How many places of the pool this round uses.
    used: usize,
    steps: usize,
    stack: Vec<Expr>,
}

/// Why an expression has no value yet.
enum Missing {
    /// Its parts come first; they are on the stack.
    Parts,
    /// It is not evaluated here: it is wider than 64 bits, or a floating-point operator.
    Never,
}

impl Lanes {
    /// An evaluator.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The number of operators that were evaluated so far.
    #[must_use]
    pub fn steps(&self) -> usize {
        self.steps
    }

    /// The values of a symbol for which a condition holds, one bit for each, if the other symbols have
    /// these values (by their numbers; those after the end are 0). None if the condition has parts that
    /// are not evaluated here, or too many.
    pub fn holds(
        &mut self,
        exprs: &Exprs,
        values: &[u8],
        symbol: usize,
        condition: Expr,
    ) -> Option<[u64; 4]> {
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.known.fill((0, Known::Same(0)));
            self.round = 1;
        }
        if self.known.len() < exprs.len() {
            self.known.resize(exprs.len(), (0, Known::Same(0)));
        }
        self.used = 0;
        let last = self.steps + STEPS;
        let mut stack = std::mem::take(&mut self.stack);
        stack.clear();
        stack.push(condition);
        while let Some(&top) = stack.last() {
            if self.value(exprs, top).is_some() {
                stack.pop();
                continue;
            }
            match self.step(exprs, values, symbol, top, &mut stack) {
                Ok(known) => {
                    self.steps += 1;
                    self.known[top.index()] = (self.round, known);
                    stack.pop();
                }
                Err(Missing::Parts) if self.steps < last => {}
                Err(_) => {
                    self.stack = stack;
                    return None;
                }
            }
        }
        self.stack = stack;
        Some(match self.value(exprs, condition)? {
            Known::Same(value) => [if value == 1 { u64::MAX } else { 0 }; 4],
            Known::Each(at) => {
                let values = &self.pool[at as usize];
                std::array::from_fn(|word| {
                    let bits = values[word * 64..][..64].iter().enumerate();
                    bits.fold(0, |set, (k, &value)| set | (value & 1) << k)
                })
            }
        })
    }

    #[inline]
    fn value(&self, exprs: &Exprs, expr: Expr) -> Option<Known> {
        match self.known[expr.index()] {
            (round, known) if round == self.round => Some(known),
            _ => exprs.as_const(expr).and_then(|value| u64::try_from(value).ok()).map(Known::Same),
        }
    }

    fn operand(&self, known: Known) -> Operand<'_> {
        match known {
            Known::Same(value) => Operand::Same(value),
            Known::Each(at) => Operand::Each(&self.pool[at as usize]),
        }
    }

    /// Keeps a result.
    fn keep(&mut self, lane: &Lane) -> Known {
        let first = lane[0];
        if lane.iter().fold(0, |differ, &value| differ | (value ^ first)) == 0 {
            return Known::Same(first);
        }
        if self.used == self.pool.len() {
            self.pool.push(*lane);
        } else {
            self.pool[self.used] = *lane;
        }
        self.used += 1;
        Known::Each(self.used as u32 - 1)
    }

    /// The result of a function of one value.
    fn map(&mut self, a: Known, f: impl Fn(u64) -> u64) -> Known {
        match self.operand(a) {
            Operand::Same(a) => Known::Same(f(a)),
            Operand::Each(a) => {
                let lane = std::array::from_fn(|k| f(a[k]));
                self.keep(&lane)
            }
        }
    }

    /// The result of a function of two values.
    fn zip(&mut self, a: Known, b: Known, f: impl Fn(u64, u64) -> u64) -> Known {
        let lane = match (self.operand(a), self.operand(b)) {
            (Operand::Same(a), Operand::Same(b)) => return Known::Same(f(a, b)),
            (Operand::Same(a), Operand::Each(b)) => std::array::from_fn(|k| f(a, b[k])),
            (Operand::Each(a), Operand::Same(b)) => std::array::from_fn(|k| f(a[k], b)),
            (Operand::Each(a), Operand::Each(b)) => std::array::from_fn(|k| f(a[k], b[k])),
        };
        self.keep(&lane)
    }

    /// The value of an expression from those of its operands; missing ones go onto the stack.
    fn step(
        &mut self,
        exprs: &Exprs,
        values: &[u8],
        symbol: usize,
        expr: Expr,
        stack: &mut Vec<Expr>,
    ) -> Result<Known, Missing> {
        let node = exprs.nodes[expr.index()];
        let width = u32::from(node.width);
        if width > 64 {
            return Err(Missing::Never);
        }
        let all = mask(width) as u64;
        let mut need = |id: u32| match self.value(exprs, Expr(id)) {
            Some(known) => Ok(known),
            None => {
                stack.push(Expr(id));
                Err(Missing::Parts)
            }
        };
        Ok(match node.op {
            Op::Const | Op::WideConst | Op::Float(_) => return Err(Missing::Never),
            Op::Read => self.read(values, symbol, node.a as usize, width as usize / 8),
            Op::Select => {
                let index = need(node.b)?;
                return self.select(exprs, values, symbol, (node.a, index), stack);
            }
            Op::Not => {
                let a = need(node.a)?;
                self.map(a, |a| !a & all)
            }
            Op::Neg => {
                let a = need(node.a)?;
                self.map(a, |a| a.wrapping_neg() & all)
            }
            Op::Binary(op) => {
                let (a, b) = (need(node.a), need(node.b));
                let (a, b) = (a?, b?);
                let of = if op == Binary::Concat { node.b } else { node.a };
                self.binary(op, exprs.width(Expr(of)), a, b)
            }
            Op::Ite => match need(node.a)? {
                Known::Same(condition) => need(if condition == 1 { node.b } else { node.c })?,
                condition => {
                    let (a, b) = (need(node.b), need(node.c));
                    let (a, b) = (a?, b?);
                    let (c, a, b) = (self.operand(condition), self.operand(a), self.operand(b));
                    let lane = std::array::from_fn(|k| {
                        let chosen = c.at(k).wrapping_neg();
                        a.at(k) & chosen | b.at(k) & !chosen
                    });
                    self.keep(&lane)
                }
            },
            Op::Extract => {
                let (a, low) = (need(node.a)?, node.b);
                self.map(a, |a| a >> low & all)
            }
            Op::Zext => need(node.a)?,
            Op::Sext => {
                let a = need(node.a)?;
                let from = exprs.width(Expr(node.a));
                self.map(a, |a| signed(from, a) as u64 & all)
            }
        })
    }

    /// Neighbouring bytes, the least significant first.
    fn read(&mut self, values: &[u8], symbol: usize, first: usize, count: usize) -> Known {
        let byte = |at: usize| u64::from(values.get(at).copied().unwrap_or(0));
        let others = (first..first + count)
            .rev()
            .fold(0, |word, at| word << 8 | if at == symbol { 0 } else { byte(at) });
        if !(first..first + count).contains(&symbol) {
            return Known::Same(others);
        }
        let shift = 8 * (symbol - first);
        let lane = std::array::from_fn(|k| others | (k as u64) << shift);
        self.keep(&lane)
    }

    fn binary(&mut self, op: Binary, width: u32, a: Known, b: Known) -> Known {
        let all = mask(width) as u64;
        let wide = u64::from(width);
        // The sign bit turned, signed order is unsigned order.
        let sign = 1_u64 << (width - 1);
        match op {
            Binary::Add => self.zip(a, b, |a, b| a.wrapping_add(b) & all),
            Binary::Sub => self.zip(a, b, |a, b| a.wrapping_sub(b) & all),
            Binary::Mul => self.zip(a, b, |a, b| a.wrapping_mul(b) & all),
            Binary::Udiv => self.zip(a, b, |a, b| a.checked_div(b).unwrap_or(all)),
            Binary::Urem => self.zip(a, b, |a, b| a.checked_rem(b).unwrap_or(a)),
            Binary::Sdiv | Binary::Srem => {
                let plain = |a: u64, b: u64| apply(op, width, a.into(), b.into()) as u64;
                self.zip(a, b, plain)
            }
            Binary::And => self.zip(a, b, |a, b| a & b),
            Binary::Or => self.zip(a, b, |a, b| a | b),
            Binary::Xor => self.zip(a, b, |a, b| a ^ b),
            Binary::Shl => self.zip(a, b, |a, b| if b < wide { a << b & all } else { 0 }),
            Binary::Lshr => self.zip(a, b, |a, b| if b < wide { a >> b } else { 0 }),
            Binary::Ashr => {
                self.zip(a, b, |a, b| (signed(width, a) >> b.min(wide - 1)) as u64 & all)
            }
            Binary::Eq => self.zip(a, b, |a, b| u64::from(a == b)),
            Binary::Ult => self.zip(a, b, |a, b| u64::from(a < b)),
            Binary::Ule => self.zip(a, b, |a, b| u64::from(a <= b)),
            Binary::Slt => self.zip(a, b, |a, b| u64::from(a ^ sign < b ^ sign)),
            Binary::Sle => self.zip(a, b, |a, b| u64::from(a ^ sign <= b ^ sign)),
            Binary::Concat => self.zip(a, b, |a, b| a << width | b),
        }
    }

    /// The byte of a memory at an offset.
    fn select(
        &mut self,
        exprs: &Exprs,
        values: &[u8],
        symbol: usize,
        (memory, at): (u32, Known),
        stack: &mut Vec<Expr>,
    ) -> Result<Known, Missing> {
        let before = stack.len();
        let mut memory = memory as usize;
        let mut lane = [0; LANES];
        let mut is_open = [true; LANES];
        while let &MemoryNode::Write { under, index, value } = &exprs.memories[memory] {
            memory = under.index();
            let Some(index) = self.value(exprs, index) else {
                stack.push(index);
                continue;
            };
            if stack.len() > before {
                continue;
            }
            let (written, at) = (self.operand(index), self.operand(at));
            let is_here = |k: usize| written.at(k) == at.at(k);
            if !(0..LANES).any(|k| is_open[k] && is_here(k)) {
                continue;
            }
            let Some(value) = self.value(exprs, value) else {
                stack.push(value);
                continue;
            };
            let value = self.operand(value);
            for k in 0..LANES {
                if is_open[k] && is_here(k) {
                    (lane[k], is_open[k]) = (value.at(k), false);
                }
            }
        }
        if stack.len() > before {
            return Err(Missing::Parts);
        }
        let offsets = self.operand(at);
        match &exprs.memories[memory] {
            MemoryNode::Array(array) => {
                let info = &exprs.arrays[array.index()];
                for k in (0..LANES).filter(|&k| is_open[k]) {
                    let at = offsets.at(k);
                    if at < u64::from(info.length) {
                        let of = info.base as usize + at as usize;
                        let byte = values.get(of).copied().unwrap_or(0);
                        lane[k] = if of == symbol { k as u64 } else { byte.into() };
                    }
                }
            }
            MemoryNode::Table(bytes) => {
                for k in (0..LANES).filter(|&k| is_open[k]) {
                    let at = usize::try_from(offsets.at(k)).unwrap_or(usize::MAX);
                    let Some(&byte) = bytes.get(at) else { continue };
                    match self.value(exprs, byte) {
                        Some(known) => lane[k] = self.operand(known).at(k),
                        None if stack.last() != Some(&byte) => stack.push(byte),
                        None => {}
                    }
                }
            }
            MemoryNode::Write { .. } => unreachable!("writes were passed"),
        }
        if stack.len() > before {
            return Err(Missing::Parts);
        }
        Ok(self.keep(&lane))
    }
}

/// The value as a signed number.
#[inline]
fn signed(width: u32, value: u64) -> i64 {
    let shift = 64 - width;
    ((value << shift) as i64) >> shift
}
