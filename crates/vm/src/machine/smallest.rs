//! The smallest inputs of a path.
//!
//! A model is arbitrary within the path condition. For an error that is shown to people, the inputs are made
//! small, one after the other: each becomes the number nearest to zero that the path and the inputs before
//! it leave, and a positive one before a negative one. So they depend on the path alone.

use pikse_expr::{Expr, Model};
use pikse_solver::{Least, Path};

use super::Machine;
use crate::state::State;

/// The most numbers that are made small by queries. Zeros need none.
const NUMBERS: usize = 64;

impl Machine<'_> {
    /// A path that has ended, with a model whose inputs are small. None if the path has no model, or if the
    /// program itself says which inputs it prefers.
    pub fn with_small_inputs(&mut self, ended: &State) -> Option<State> {
        let mut model = ended.path.model()?.clone();
        if !ended.preferred.is_empty() {
            return None;
        }
        let (mut path, mut left) = (ended.path.clone(), NUMBERS);
        for input in ended.inputs() {
            for (offset, bytes) in numbers(self.exprs.array_length(input.array)) {
                let number = self.exprs.read(input.array, offset, bytes * 8);
                if self.evaluator.eval(&self.exprs, &model, number) != 0 {
                    let Some(rest) = left.checked_sub(1) else { break };
                    left = rest;
                    let Some(smaller) = self.nearest_to_zero(&path, number) else { break };
                    model = smaller;
                }
                let value = self.evaluator.eval(&self.exprs, &model, number);
                let value = self.exprs.constant(bytes * 8, value);
                let is_small = self.exprs.eq(number, value);
                path = path.assume(&mut self.exprs, is_small, Some(model.clone()));
            }
        }
        let path = ended.path.assume(&mut self.exprs, Expr::TRUE, Some(model));
        Some(State { path, ..ended.clone() })
    }

    /// A model in which a number is as near to zero as the path allows.
    fn nearest_to_zero(&mut self, path: &Path, number: Expr) -> Option<Model> {
        let width = self.exprs.width(number);
        let least = |machine: &mut Self, number| match machine.solver.least(
            &mut machine.exprs,
            path,
            number,
            0,
        ) {
            Least::Value(value, model) => Some((value, model)),
            Least::Impossible | Least::Unknown(_) => None,
        };
        let (value, model) = least(self, number)?;
        if value >> (width - 1) == 0 {
            return Some(model);
        }
        // Only negative ones are left.
        let zero = self.exprs.constant(width, 0);
        let opposite = self.exprs.sub(zero, number);
        Some(least(self, opposite)?.1)
    }
}

/// The numbers that an input of some bytes consists of: offsets and sizes. Only a word of a common size is one.
fn numbers(length: u32) -> impl Iterator<Item = (u32, u32)> {
    let size = if matches!(length, 1 | 2 | 4 | 8) { length } else { 1 };
    (0..length / size).map(move |at| (at * size, size))
}
