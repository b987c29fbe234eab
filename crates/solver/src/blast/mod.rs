//! The last tier: expressions as circuits, decided by a SAT solver.
//!
//! An expression is turned into gates once, and they stay. A conjunct is the output of its circuit,
//! and a query assumes the outputs of its conjuncts. So clauses learned on one path help on the
//! next.

mod operators;

use std::time::Instant;

use pikse_expr::{Expr, Exprs, Memory, MemoryView, Symbols, View};
pub use pikse_sat::Cdcl;
use pikse_sat::{Gates, Limit, Lit, Outcome, Sat, words};

use crate::query::{Answer, Limits, Query, Solver, Why};
use crate::stats::TierStats;

const NONE: u32 = u32::MAX;

/// Decides every query, within its limits.
#[derive(Debug)]
pub struct Blast<S = Cdcl> {
    limits: Limits,
    stats: TierStats,
    circuits: Circuits<S>,
    core: Option<Vec<Expr>>,
    restarts: u64,
}

/// The circuits of expressions.
#[derive(Debug)]
struct Circuits<S> {
    gates: Gates<S>,
    bits: Vec<Lit>,
    /// The start of an expression's bits, by its id.
    starts: Vec<u32>,
    /// The first of the eight variables of a symbol, by its index.
    symbols: Vec<u32>,
}

impl<S: Sat> Default for Circuits<S> {
    fn default() -> Self {
        Self { gates: Gates::default(), bits: Vec::new(), starts: Vec::new(), symbols: Vec::new() }
    }
}

impl<S: Sat> Blast<S> {
    /// With limits.
    #[must_use]
    pub fn new(limits: Limits) -> Self {
        Self {
            limits,
            stats: TierStats::new("blast"),
            circuits: Circuits::default(),
            core: None,
            restarts: 0,
        }
    }

    /// The SAT solver.
    #[must_use]
    pub fn sat(&self) -> &S {
        self.circuits.gates.sat()
    }

    /// How often the SAT solver was restarted from nothing because it had too many variables.
    #[must_use]
    pub fn restarts(&self) -> u64 {
        self.restarts
    }

    fn decide(&mut self, exprs: &mut Exprs, query: &Query<'_>) -> Result<Answer, Why> {
        if query.path.is_impossible() || query.condition == Expr::FALSE {
            self.core = Some(vec![Expr::FALSE]);
            return Ok(Answer::Unsat);
        }
        if self.circuits.gates.variables() > self.limits.variables {
            self.circuits = Circuits::default();
            self.restarts += 1;
        }
        let start = Instant::now();
        let until = start.checked_add(self.limits.time);
        self.circuits.gates.limit(until, self.limits.halt.clone());
        let mut assumptions = Vec::new();
        let mut conjuncts = Vec::new();
        let mut symbols = Symbols::EMPTY;
        for conjunct in query.conjuncts() {
            let output = self.circuits.blast(exprs, conjunct, &self.limits)?[0];
            assumptions.push(output);
            conjuncts.push(conjunct);
            let more = exprs.symbols(conjunct);
            symbols = exprs.union(symbols, more);
        }
        let gates = &mut self.circuits.gates;
        let time = self.limits.time.saturating_sub(start.elapsed());
        let Limits { conflicts, halt, .. } = self.limits.clone();
        let limit = Limit { time, conflicts, halt };
        match gates.solve(&assumptions, limit) {
            Outcome::Sat => {
                let changes = self.circuits.values(exprs, symbols);
                let base = query.path.model().cloned().unwrap_or_default();
                Ok(Answer::Sat(base.with(&changes)))
            }
            Outcome::Unsat => {
                let core = gates.failed_assumptions();
                let members = assumptions
                    .iter()
                    .zip(&conjuncts)
                    .filter(|(assumption, _)| core.contains(assumption))
                    .map(|(_, &conjunct)| conjunct)
                    .collect();
                self.core = Some(members);
                Ok(Answer::Unsat)
            }
            Outcome::Time => Err(self.limits.late()),
            Outcome::Conflicts => Err(Why::Conflicts),
            Outcome::Failed(error) => Err(Why::Backend(error)),
        }
    }
}

impl<S: Sat> Solver for Blast<S> {
    fn check(&mut self, exprs: &mut Exprs, query: &Query<'_>) -> Answer {
        let since = self.stats.enter();
        self.core = None;
        let answer = self.decide(exprs, query).unwrap_or_else(Answer::Unknown);
        if let Answer::Unknown(Why::Backend(_)) = answer {
            // A SAT solver that failed once is not used again.
            self.circuits = Circuits::default();
        }
        self.stats.leave(since, answer.is_known());
        answer
    }

    fn core(&self) -> Option<&[Expr]> {
        self.core.as_deref()
    }

    fn stats(&self, into: &mut Vec<TierStats>) {
        into.push(self.stats.clone());
    }
}

impl<S: Sat> Circuits<S> {
    /// The bits of an expression, if they exist.
    fn known(&self, exprs: &Exprs, expr: Expr) -> Option<&[Lit]> {
        match self.starts.get(expr.index()) {
            None | Some(&NONE) => None,
            Some(&start) => {
                Some(&self.bits[start as usize..start as usize + exprs.width(expr) as usize])
            }
        }
    }

    /// The bits of an expression, lowest first. Its parts come first, with a stack.
    fn blast(&mut self, exprs: &mut Exprs, expr: Expr, limits: &Limits) -> Result<Vec<Lit>, Why> {
        self.starts.resize(exprs.len(), NONE);
        self.symbols.resize(exprs.symbol_count(), NONE);
        let mut stack = vec![expr];
        while let Some(&top) = stack.last() {
            if self.starts[top.index()] != NONE {
                stack.pop();
                continue;
            }
            let before = stack.len();
            // Floating-point operators that only look at bits have a form without them.
            if let Some(bits) = exprs.float_as_bits(top) {
                self.starts.resize(exprs.len(), NONE);
                match self.starts[bits.index()] {
                    NONE => stack.push(bits),
                    start => self.starts[top.index()] = start,
                }
                continue;
            }
            self.missing(exprs, top, limits, &mut stack)?;
            if stack.len() > before {
                continue;
            }
            let bits = self.circuit(exprs, top);
            if self.gates.is_over() {
                return Err(limits.late());
            }
            debug_assert_eq!(bits.len(), exprs.width(top) as usize);
            self.starts[top.index()] = self.bits.len() as u32;
            self.bits.extend(bits);
            stack.pop();
        }
        Ok(self.known(exprs, expr).expect("just made").to_vec())
    }

    /// Pushes the parts without a circuit onto the stack.
    fn missing(
        &self,
        exprs: &Exprs,
        expr: Expr,
        limits: &Limits,
        stack: &mut Vec<Expr>,
    ) -> Result<(), Why> {
        let mut need = |part: Expr| {
            if self.starts[part.index()] == NONE {
                stack.push(part);
            }
        };
        match exprs.view(expr) {
            View::Const(_) | View::Read { .. } => {}
            View::Float(..) => return Err(Why::NoTier),
            View::Not(a) | View::Neg(a) | View::Zext(a) | View::Sext(a) => need(a),
            View::Extract { of, .. } => need(of),
            View::Binary(_, a, b) => {
                need(a);
                need(b);
            }
            View::Ite(a, b, c) => {
                need(a);
                need(b);
                need(c);
            }
            View::Select { memory, index } => {
                need(index);
                let mut memory = memory;
                while let MemoryView::Write { under, index, value } = exprs.memory_view(memory) {
                    need(index);
                    need(value);
                    memory = under;
                }
                let reach = reach(exprs, memory, index);
                if reach.end - reach.start > limits.memory as usize {
                    return Err(Why::Memory { bytes: (reach.end - reach.start) as u64 });
                }
                if let MemoryView::Table(bytes) = exprs.memory_view(memory) {
                    bytes[reach].iter().copied().for_each(need);
                }
            }
        }
        Ok(())
    }

    fn circuit(&mut self, exprs: &Exprs, expr: Expr) -> Vec<Lit> {
        let width = exprs.width(expr);
        let of = |circuits: &Self, part: Expr| {
            circuits.known(exprs, part).expect("parts come first").to_vec()
        };
        match exprs.view(expr) {
            View::Const(value) => (0..width).map(|k| Lit::constant(value >> k & 1 == 1)).collect(),
            View::Read { array, offset } => {
                let first = exprs.symbol(array, offset);
                (first..first + width as usize / 8).flat_map(|s| self.symbol(s)).collect()
            }
            View::Select { memory, index } => {
                let at = of(self, index);
                self.select(exprs, memory, index, &at)
            }
            View::Float(..) => unreachable!("it has parts that are missing"),
            View::Not(a) => words::not(&of(self, a)),
            View::Neg(a) => {
                let a = of(self, a);
                self.gates.negate(&a)
            }
            View::Binary(op, a, b) => {
                let (a, b) = (of(self, a), of(self, b));
                operators::binary(&mut self.gates, op, &a, &b)
            }
            View::Ite(c, a, b) => {
                let (c, a, b) = (of(self, c), of(self, a), of(self, b));
                self.gates.choose(c[0], &a, &b)
            }
            View::Extract { of: a, low } => {
                of(self, a)[low as usize..(low + width) as usize].to_vec()
            }
            View::Zext(a) => {
                let mut bits = of(self, a);
                bits.resize(width as usize, Lit::FALSE);
                bits
            }
            View::Sext(a) => {
                let mut bits = of(self, a);
                let sign = bits[bits.len() - 1];
                bits.resize(width as usize, sign);
                bits
            }
        }
    }

    /// The variables of a symbol.
    fn symbol(&mut self, symbol: usize) -> [Lit; 8] {
        if self.symbols[symbol] == NONE {
            let first = self.gates.fresh().variable();
            for _ in 1..8 {
                self.gates.fresh();
            }
            self.symbols[symbol] = first;
        }
        let first = self.symbols[symbol];
        std::array::from_fn(|k| Lit::new(first + k as u32, false))
    }

    /// The byte of a memory at an offset.
    fn select(&mut self, exprs: &Exprs, memory: Memory, index: Expr, at: &[Lit]) -> Vec<Lit> {
        let mut writes = Vec::new();
        let mut memory = memory;
        while let MemoryView::Write { under, index, value } = exprs.memory_view(memory) {
            writes.push((index, value));
            memory = under;
        }
        let reach = reach(exprs, memory, index);
        // Bytes below the range are never selected, so their value does not matter.
        let mut bytes = vec![vec![Lit::FALSE; 8]; reach.start];
        match exprs.memory_view(memory) {
            MemoryView::Array(array) => {
                let first = exprs.symbol(array, 0);
                bytes.extend(reach.map(|k| self.symbol(first + k).to_vec()));
            }
            MemoryView::Table(table) => bytes.extend(
                table[reach]
                    .iter()
                    .map(|&byte| self.known(exprs, byte).expect("parts come first").to_vec()),
            ),
            MemoryView::Write { .. } => unreachable!("writes were passed"),
        }
        let mut byte = self.gates.pick(&bytes, at);
        for (index, value) in writes.into_iter().rev() {
            let written = self.known(exprs, index).expect("parts come first").to_vec();
            let value = self.known(exprs, value).expect("parts come first").to_vec();
            let here = self.gates.equal(&written, at);
            byte = self.gates.choose(here, &value, &byte);
        }
        byte
    }

    /// The values of symbols in the solution.
    fn values(&self, exprs: &Exprs, symbols: Symbols) -> Vec<(usize, u8)> {
        let mut values = Vec::new();
        for range in exprs.ranges(symbols) {
            for symbol in range.start as usize..range.end as usize {
                let first = self.symbols[symbol];
                if first != NONE {
                    let bit = |k: u32| self.gates.value(Lit::new(first + k, false));
                    values.push((symbol, (0..8).fold(0, |byte, k| byte | u8::from(bit(k)) << k)));
                }
            }
        }
        values
    }
}

/// The possible offsets of an index inside an array or table.
fn reach(exprs: &Exprs, memory: Memory, index: Expr) -> std::ops::Range<usize> {
    let facts = exprs.facts(index);
    let length = match exprs.memory_view(memory) {
        MemoryView::Array(array) => u64::from(exprs.array_length(array)),
        MemoryView::Table(bytes) => bytes.len() as u64,
        MemoryView::Write { .. } => 0,
    };
    let end = facts.high.saturating_add(1).min(length);
    facts.low.min(end) as usize..end as usize
}
