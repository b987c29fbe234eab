//! Queens of which none attacks another, one in each column (document 002, Table 1).

use std::collections::BTreeSet;

const CAPACITY: usize = 16;

pub struct Board {
    pub size: usize,
    /// By column, the row.
    pub position: [i32; CAPACITY],
}

impl Board {
    /// Whether no queen attacks another.
    pub fn rep_ok(&self) -> bool {
        let Some(rows) = self.position.get(..self.size) else { return false };
        let mut seen = BTreeSet::new();
        rows.iter().all(|&row| seen.insert(row)) && diagonals_differ(rows)
    }
}

fn diagonals_differ(rows: &[i32]) -> bool {
    (0..rows.len()).all(|column| {
        (0..column).all(|other| rows[column].abs_diff(rows[other]) as usize != column - other)
    })
}
