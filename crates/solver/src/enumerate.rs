//! The seventh tier: queries on few bytes, by their values.
//!
//! Parsers ask about classes from tables, states of automata and hashes of a few bytes. As a circuit,
//! such a query has thousands of gates; as a relation of bytes, it is small. Every byte has a **domain**:
//! the values that the conditions on it alone leave. A condition on several bytes becomes a set of values
//! for one byte, its **row**, when the others are fixed; a row is evaluated for all 256 values at once
//! ([`Lanes`]) and kept.
//!
//! - *Repair*: the path's model satisfies everything but the condition. One byte of the condition is
//!   open, the others stay: the rows say which values fit.
//! - *Search*: bytes are fixed one by one, the one with the smallest domain first. Conditions with one
//!   open byte restrict its domain. When a domain is empty, the search goes back to the last byte that had
//!   a part in it.
//!
//! There is no solution if the search has tried everything. Work is bounded; beyond that, the query goes
//! to the next tier.

use std::collections::HashMap;

use pikse_base::SmallHash;
use pikse_expr::{Expr, Exprs, Lanes, Model};

use crate::query::{Answer, Query, Solver};
use crate::sets::{Sets, Values};
use crate::stats::TierStats;

/// Queries with more bytes go to the next tier.
const SYMBOLS: usize = 24;
/// Queries with more conditions on several bytes go to the next tier.
const CONDITIONS: usize = 256;
/// The most and the least work for one query: operators on 256 values, and looks at a row. A query that is
/// not decided within the bound halves it, and one that is decided raises it: on some programs all
/// queries are too large, and the work would be in vain.
const MOST: usize = 12_000;
const LEAST: usize = 400;
/// The number of rows at which all are forgotten.
const ROWS: usize = 200_000;
/// The rows of a condition on more bytes are not kept.
const PACKED: u32 = 9;

/// A condition, the byte that is open, and the values of the others.
type Row = (Expr, u32, u64);

/// Decides queries on few bytes.
#[derive(Debug)]
pub struct Enumerate<S> {
    inner: S,
    stats: TierStats,
    sets: Sets,
    lanes: Lanes,
    rows: HashMap<Row, Values, SmallHash>,
    /// The bound for the work of the next query.
    bound: usize,
    core: Option<Vec<Expr>>,
}

impl<S> Enumerate<S> {
    /// Adds this tier before another one.
    pub fn new(inner: S) -> Self {
        Self {
            inner,
            stats: TierStats::new("enumerate"),
            sets: Sets::default(),
            lanes: Lanes::new(),
            rows: HashMap::default(),
            bound: MOST,
            core: None,
        }
    }

    /// The next tier.
    pub fn inner(&mut self) -> &mut S {
        &mut self.inner
    }

    fn decide(&mut self, exprs: &mut Exprs, query: &Query<'_>) -> Option<Answer> {
        if query.path.is_impossible() || query.condition == Expr::FALSE {
            return None;
        }
        let mut symbols: Vec<usize> = Vec::new();
        let mut all: Vec<(Expr, Vec<usize>)> = Vec::new();
        for conjunct in query.conjuncts() {
            let of = exprs.symbols(conjunct);
            let ranges = exprs.ranges(of).iter();
            let own: Vec<usize> = ranges
                .flat_map(|range| range.start as usize..range.end as usize)
                .take(SYMBOLS + 1)
                .collect();
            for &symbol in &own {
                if let Err(at) = symbols.binary_search(&symbol) {
                    symbols.insert(at, symbol);
                }
            }
            if symbols.len() > SYMBOLS {
                return None;
            }
            all.push((conjunct, own));
        }
        let place = |symbol: usize| symbols.partition_point(|&other| other < symbol);
        let mut domains = vec![Values::ALL; symbols.len()];
        let mut core = Vec::new();
        let mut conditions: Vec<Condition> = Vec::new();
        let mut touched = 0;
        for (expr, own) in all {
            let mask = own.iter().fold(0, |mask, &symbol| mask | 1 << place(symbol));
            if expr == query.condition {
                touched = mask;
            }
            if let [symbol] = own[..] {
                let domain = &mut domains[place(symbol)];
                let rest = domain.and(self.sets.of(exprs, expr, symbol));
                if rest != *domain {
                    core.push(expr);
                    *domain = rest;
                }
                if rest.is_empty() {
                    self.core = Some(core);
                    return Some(Answer::Unsat);
                }
            } else {
                conditions.push(Condition { expr, mask, is_used: false });
            }
        }
        if conditions.len() > CONDITIONS {
            return None;
        }
        let base = query.path.model();
        let mut values = base.map(Model::bytes).unwrap_or_default();
        values.resize(values.len().max(symbols.last().map_or(0, |last| last + 1)), 0);
        let Self { lanes, rows, .. } = self;
        let mut search = Search {
            exprs,
            lanes,
            rows,
            symbols: &symbols,
            reasons: vec![0; symbols.len()],
            preferred: symbols.iter().map(|&symbol| values[symbol]).collect(),
            values,
            domains,
            conditions,
            fixed: 0,
            work: 0,
            bound: self.bound,
        };
        let answer = match base.is_some().then(|| search.repair(query.condition, touched)) {
            Some(Ok(true)) => Step::Found,
            Some(Err(GaveUp)) => Step::GaveUp,
            Some(Ok(false)) | None => search.search(),
        };
        let (work, bound) = (search.work, search.bound);
        self.bound = match answer {
            Step::GaveUp if work > bound => (bound / 2).max(LEAST),
            Step::GaveUp => bound,
            Step::Found | Step::Conflict(_) => (bound + work).min(MOST),
        };
        match answer {
            Step::Found => {
                let changes = symbols.iter().map(|&symbol| (symbol, search.values[symbol]));
                let changes: Vec<(usize, u8)> = changes.collect();
                Some(Answer::Sat(base.cloned().unwrap_or_default().with(&changes)))
            }
            Step::Conflict(_) => {
                let used = search.conditions.iter().filter(|condition| condition.is_used);
                core.extend(used.map(|condition| condition.expr));
                self.core = Some(core);
                Some(Answer::Unsat)
            }
            Step::GaveUp => None,
        }
    }
}

/// A condition on several bytes.
#[derive(Debug)]
struct Condition {
    expr: Expr,
    /// Its bytes, one bit for each.
    mask: u32,
    /// Whether it removed a value from a domain.
    is_used: bool,
}

/// Too much work, or a condition that is not evaluated.
struct GaveUp;

enum Step {
    Found,
    /// No solution; the bytes whose values are the reason.
    Conflict(u32),
    GaveUp,
}

/// One search. Bytes are known by their places in the list of symbols.
struct Search<'a> {
    exprs: &'a Exprs,
    lanes: &'a mut Lanes,
    rows: &'a mut HashMap<Row, Values, SmallHash>,
    symbols: &'a [usize],
    /// The values of the path's model, which are tried first.
    preferred: Vec<u8>,
    /// The values of all symbols.
    values: Vec<u8>,
    domains: Vec<Values>,
    /// The fixed bytes that are the reason for what is missing in a domain.
    reasons: Vec<u32>,
    conditions: Vec<Condition>,
    fixed: u32,
    work: usize,
    bound: usize,
}

/// The places in a mask.
fn places(mask: u32) -> impl Iterator<Item = usize> {
    (0..u32::BITS as usize).filter(move |&place| mask >> place & 1 == 1)
}

impl Search<'_> {
    /// The values of an open byte for which a condition holds, with the values of the others.
    fn row(&mut self, condition: usize, open: usize) -> Result<Values, GaveUp> {
        let Condition { expr, mask, .. } = self.conditions[condition];
        let others = mask & !(1 << open);
        let key = (mask.count_ones() <= PACKED).then(|| {
            let values = places(others).map(|place| self.values[self.symbols[place]]);
            let packed = values.fold(0, |word, value| word << 8 | u64::from(value));
            (expr, self.symbols[open] as u32, packed)
        });
        self.work += 1;
        if let Some(&row) = key.and_then(|key| self.rows.get(&key)) {
            return Ok(row);
        }
        let before = self.lanes.steps();
        let row = self.lanes.holds(self.exprs, &self.values, self.symbols[open], expr);
        self.work += self.lanes.steps() - before;
        let row = Values(row.ok_or(GaveUp)?);
        if let Some(key) = key {
            if self.rows.len() >= ROWS {
                self.rows.clear();
            }
            self.rows.insert(key, row);
        }
        if self.work > self.bound { Err(GaveUp) } else { Ok(row) }
    }

    /// Whether one byte of the condition can be changed, so that everything holds.
    fn repair(&mut self, condition: Expr, touched: u32) -> Result<bool, GaveUp> {
        for open in places(touched) {
            let mut left = self.domains[open];
            let is_first = |one: &Condition| one.expr == condition;
            let first = self.conditions.iter().position(is_first);
            let rest = (0..self.conditions.len()).filter(|&at| Some(at) != first);
            for at in first.into_iter().chain(rest) {
                if left.is_empty() {
                    break;
                }
                if self.conditions[at].mask >> open & 1 == 1 {
                    left = left.and(self.row(at, open)?);
                }
            }
            if let Some(value) = left.iter().next() {
                self.values[self.symbols[open]] = value;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Fixes the open bytes.
    fn search(&mut self) -> Step {
        let left = self.conditions.iter().map(|condition| condition.mask & !self.fixed);
        let related = left.filter(|mask| mask.count_ones() > 1).fold(0, |all, mask| all | mask);
        let smallest = places(related).min_by_key(|&place| self.domains[place].len());
        let Some(place) = smallest else {
            // Every condition on one open byte has restricted its domain.
            for place in 0..self.symbols.len() {
                let (domain, preferred) = (self.domains[place], self.preferred[place]);
                if self.fixed >> place & 1 == 0 {
                    let other = domain.iter().next().unwrap_or(preferred);
                    let value = if domain.has(preferred) { preferred } else { other };
                    self.values[self.symbols[place]] = value;
                }
            }
            return Step::Found;
        };
        let (symbol, bit) = (self.symbols[place], 1_u32 << place);
        let (domain, preferred) = (self.domains[place], self.preferred[place]);
        let mut reason = self.reasons[place];
        let first = domain.has(preferred).then_some(preferred);
        for value in first.into_iter().chain(domain.without(preferred).iter()) {
            let (domains, reasons) = (self.domains.clone(), self.reasons.clone());
            self.fixed |= bit;
            self.values[symbol] = value;
            let step = match self.restrict(bit) {
                Ok(0) => self.search(),
                Ok(conflict) => Step::Conflict(conflict),
                Err(GaveUp) => Step::GaveUp,
            };
            let Step::Conflict(conflict) = step else { return step };
            self.fixed &= !bit;
            (self.domains, self.reasons) = (domains, reasons);
            if conflict & bit == 0 {
                return Step::Conflict(conflict);
            }
            reason |= conflict & !bit;
        }
        Step::Conflict(reason)
    }

    /// Restricts domains after a byte was fixed. If one is empty, returns the bytes that are the reason.
    fn restrict(&mut self, bit: u32) -> Result<u32, GaveUp> {
        for at in 0..self.conditions.len() {
            let mask = self.conditions[at].mask;
            let open = mask & !self.fixed;
            if mask & bit == 0 || open.count_ones() != 1 {
                continue;
            }
            let place = open.trailing_zeros() as usize;
            let rest = self.domains[place].and(self.row(at, place)?);
            if rest != self.domains[place] {
                self.domains[place] = rest;
                self.reasons[place] |= mask & self.fixed;
                self.conditions[at].is_used = true;
                if rest.is_empty() {
                    return Ok(self.reasons[place]);
                }
            }
        }
        if self.work > self.bound { Err(GaveUp) } else { Ok(0) }
    }
}

impl<S: Solver> Solver for Enumerate<S> {
    fn check(&mut self, exprs: &mut Exprs, query: &Query<'_>) -> Answer {
        let since = self.stats.enter();
        self.core = None;
        let answer = self.decide(exprs, query);
        self.stats.leave(since, answer.is_some());
        answer.unwrap_or_else(|| self.inner.check(exprs, query))
    }

    fn core(&self) -> Option<&[Expr]> {
        self.core.as_deref().or_else(|| self.inner.core())
    }

    fn decides_floats(&self) -> bool {
        self.inner.decides_floats()
    }

    fn stats(&self, into: &mut Vec<TierStats>) {
        into.push(self.stats.clone());
        self.inner.stats(into);
    }
}
