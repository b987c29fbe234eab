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

impl Board {
    /// Turns a board to its mirror image: the first column becomes the last.
    pub fn mirror(&mut self) {
        self.position[..self.size].reverse();
    }

    /// Before `transpose`: the board has as many rows as columns, and every queen is on it.
    pub fn is_square(&self) -> bool {
        let rows = 0..self.size as i32;
        self.rep_ok() && self.position[..self.size].iter().all(|row| rows.contains(row))
    }

    /// Mirrors a board at its diagonal: rows become columns.
    pub fn transpose(&mut self) {
        let mut columns = [0; CAPACITY];
        for (column, &row) in (0..).zip(&self.position[..self.size]) {
            columns[row as usize] = column;
        }
        self.position[..self.size].copy_from_slice(&columns[..self.size]);
    }

    /// After `mirror`: every queen is in the same row of the opposite column.
    pub fn mirrored(&self, old: &Board) -> bool {
        self.size == old.size
            && (0..old.size).all(|i| self.position[old.size - 1 - i] == old.position[i])
    }

    /// After `transpose`: every queen has its row as column and its column as row.
    pub fn transposed(&self, old: &Board) -> bool {
        let columns = (0..).zip(&old.position[..old.size]);
        self.size == old.size && columns.into_iter().all(|(i, &row)| self.is_at(row, i))
    }

    fn is_at(&self, column: i32, row: i32) -> bool {
        usize::try_from(column).is_ok_and(|column| self.position.get(column) == Some(&row))
    }
}
