//! Sparse matrices of circuits: for each tuple that an expression may have, the circuit that says
//! whether it has it.
//!
//! Cells are in the order of their tuples, and no cell is constant false.

use pikse_sat::{Cdcl, Gates, Lit};

use crate::error::Error;
use crate::universe::{COLUMN, TupleSet};

/// The circuits of a problem.
pub(crate) type Circuits = Gates<Cdcl>;

/// The largest number of cells that an operator may touch.
const MAX_CELLS: usize = 1 << 23;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Matrix {
    pub(crate) arity: usize,
    pub(crate) cells: Vec<(u128, Lit)>,
}

fn bits(columns: usize) -> u32 {
    columns as u32 * COLUMN
}

/// The columns of a key after the first ones.
fn low(key: u128, columns: usize) -> u128 {
    if columns == 0 { 0 } else { key & (u128::MAX >> (128 - bits(columns))) }
}

/// A key without its last columns.
fn high(key: u128, columns: usize) -> u128 {
    if bits(columns) >= 128 { 0 } else { key >> bits(columns) }
}

fn check_size(cells: usize) -> Result<(), Error> {
    if cells > MAX_CELLS { Err(Error::TooManyTuples) } else { Ok(()) }
}

impl Matrix {
    pub(crate) fn empty(arity: usize) -> Self {
        Self { arity, cells: Vec::new() }
    }

    pub(crate) fn constant(tuples: &TupleSet) -> Self {
        let cells = tuples.keys().iter().map(|&key| (key, Lit::TRUE)).collect();
        Self { arity: tuples.arity(), cells }
    }

    pub(crate) fn single(arity: usize, key: u128) -> Self {
        Self { arity, cells: vec![(key, Lit::TRUE)] }
    }

    /// Collects cells in any order; those of one tuple are joined by "or".
    fn collect(circuits: &mut Circuits, arity: usize, mut cells: Vec<(u128, Lit)>) -> Self {
        cells.retain(|&(_, value)| value != Lit::FALSE);
        cells.sort_unstable_by_key(|&(key, _)| key);
        let mut merged: Vec<(u128, Lit)> = Vec::with_capacity(cells.len());
        let mut group: Vec<Lit> = Vec::new();
        let mut at = 0;
        while at < cells.len() {
            let key = cells[at].0;
            group.clear();
            while at < cells.len() && cells[at].0 == key {
                group.push(cells[at].1);
                at += 1;
            }
            let value = if group.len() == 1 { group[0] } else { circuits.any(&group) };
            merged.push((key, value));
        }
        Self { arity, cells: merged }
    }

    pub(crate) fn get(&self, key: u128) -> Lit {
        match self.cells.binary_search_by_key(&key, |&(key, _)| key) {
            Ok(at) => self.cells[at].1,
            Err(_) => Lit::FALSE,
        }
    }

    pub(crate) fn values(&self) -> Vec<Lit> {
        self.cells.iter().map(|&(_, value)| value).collect()
    }

    /// The cells whose tuples start with an atom.
    fn row(&self, atom: u128) -> &[(u128, Lit)] {
        let rest = self.arity - 1;
        let start = self.cells.partition_point(|&(key, _)| high(key, rest) < atom);
        let length = self.cells[start..].partition_point(|&(key, _)| high(key, rest) == atom);
        &self.cells[start..start + length]
    }

    /// The circuits of the cells whose tuples start with an atom.
    pub(crate) fn row_values(&self, atom: u128) -> Vec<Lit> {
        self.row(atom).iter().map(|&(_, value)| value).collect()
    }

    /// For each tuple of either, its key and both circuits.
    fn zip(&self, other: &Self) -> Vec<(u128, Lit, Lit)> {
        let (mut i, mut k) = (0, 0);
        let mut zipped = Vec::with_capacity(self.cells.len().max(other.cells.len()));
        loop {
            match (self.cells.get(i), other.cells.get(k)) {
                (Some(&(a, x)), Some(&(b, y))) if a == b => {
                    zipped.push((a, x, y));
                    (i, k) = (i + 1, k + 1);
                }
                (Some(&(a, x)), Some(&(b, _))) if a < b => {
                    zipped.push((a, x, Lit::FALSE));
                    i += 1;
                }
                (Some(&(a, x)), None) => {
                    zipped.push((a, x, Lit::FALSE));
                    i += 1;
                }
                (_, Some(&(b, y))) => {
                    zipped.push((b, Lit::FALSE, y));
                    k += 1;
                }
                (None, None) => return zipped,
            }
        }
    }

    fn each(&self, other: &Self, mut gate: impl FnMut(Lit, Lit) -> Lit) -> Self {
        let cells = self.zip(other).into_iter().map(|(key, a, b)| (key, gate(a, b)));
        let cells = cells.filter(|&(_, value)| value != Lit::FALSE).collect();
        Self { arity: self.arity, cells }
    }

    pub(crate) fn union(&self, other: &Self, circuits: &mut Circuits) -> Self {
        self.each(other, |a, b| circuits.or(a, b))
    }

    pub(crate) fn intersection(&self, other: &Self, circuits: &mut Circuits) -> Self {
        self.each(other, |a, b| circuits.and(a, b))
    }

    pub(crate) fn difference(&self, other: &Self, circuits: &mut Circuits) -> Self {
        self.each(other, |a, b| circuits.and(a, !b))
    }

    pub(crate) fn choose(&self, condition: Lit, other: &Self, circuits: &mut Circuits) -> Self {
        self.each(other, |a, b| circuits.mux(condition, a, b))
    }

    pub(crate) fn product(&self, other: &Self, circuits: &mut Circuits) -> Result<Self, Error> {
        check_size(self.cells.len().saturating_mul(other.cells.len()))?;
        let mut cells = Vec::with_capacity(self.cells.len() * other.cells.len());
        for &(a, x) in &self.cells {
            for &(b, y) in &other.cells {
                let value = circuits.and(x, y);
                if value != Lit::FALSE {
                    cells.push((a << bits(other.arity) | b, value));
                }
            }
        }
        Ok(Self { arity: self.arity + other.arity, cells })
    }

    pub(crate) fn join(&self, other: &Self, circuits: &mut Circuits) -> Result<Self, Error> {
        let rest = other.arity - 1;
        let mut cells = Vec::new();
        for &(a, x) in &self.cells {
            for &(b, y) in other.row(low(a, 1)) {
                let value = circuits.and(x, y);
                if value != Lit::FALSE {
                    cells.push((high(a, 1) << bits(rest) | low(b, rest), value));
                }
            }
            check_size(cells.len())?;
        }
        Ok(Self::collect(circuits, self.arity + other.arity - 2, cells))
    }

    pub(crate) fn override_by(&self, other: &Self, circuits: &mut Circuits) -> Self {
        let rest = self.arity - 1;
        let mut kept = Vec::with_capacity(self.cells.len());
        let mut last = None;
        for &(key, value) in &self.cells {
            let first = high(key, rest);
            let replaced = match last {
                Some((atom, replaced)) if atom == first => replaced,
                _ => circuits.any(&other.row_values(first)),
            };
            last = Some((first, replaced));
            let value = circuits.and(value, !replaced);
            if value != Lit::FALSE {
                kept.push((key, value));
            }
        }
        Self { arity: self.arity, cells: kept }.union(other, circuits)
    }

    pub(crate) fn transpose(&self) -> Self {
        let mut cells: Vec<(u128, Lit)> = self
            .cells
            .iter()
            .map(|&(key, value)| (low(key, 1) << COLUMN | high(key, 1), value))
            .collect();
        cells.sort_unstable_by_key(|&(key, _)| key);
        Self { arity: 2, cells }
    }

    /// Iterative squaring: after k steps, paths of up to 2^k edges are found.
    pub(crate) fn closure(&self, circuits: &mut Circuits) -> Result<Self, Error> {
        let mut sources: Vec<u128> = self.cells.iter().map(|&(key, _)| high(key, 1)).collect();
        sources.dedup();
        let mut closed = self.clone();
        let mut length = 1;
        // A shortest path has at most one edge from each source.
        while length < sources.len() {
            let longer = closed.join(&closed, circuits)?;
            let next = closed.union(&longer, circuits);
            if next == closed {
                break;
            }
            closed = next;
            length *= 2;
        }
        Ok(closed)
    }

    /// Whether every tuple is in another matrix.
    pub(crate) fn is_in(&self, other: &Self, circuits: &mut Circuits) -> Lit {
        let each: Vec<Lit> = self
            .zip(other)
            .into_iter()
            .filter(|&(_, a, _)| a != Lit::FALSE)
            .map(|(_, a, b)| circuits.or(!a, b))
            .collect();
        circuits.all(&each)
    }

    pub(crate) fn equal(&self, other: &Self, circuits: &mut Circuits) -> Lit {
        let each: Vec<Lit> =
            self.zip(other).into_iter().map(|(_, a, b)| !circuits.xor(a, b)).collect();
        circuits.all(&each)
    }
}

/// Whether at most one of the circuits holds.
pub(crate) fn lone(circuits: &mut Circuits, values: &[Lit]) -> Lit {
    let mut before = Lit::FALSE;
    let mut each = Vec::with_capacity(values.len());
    for &value in values {
        let twice = circuits.and(before, value);
        each.push(!twice);
        before = circuits.or(before, value);
    }
    circuits.all(&each)
}

/// Whether exactly one holds.
pub(crate) fn one(circuits: &mut Circuits, values: &[Lit]) -> Lit {
    let (lone, some) = (lone(circuits, values), circuits.any(values));
    circuits.and(lone, some)
}
