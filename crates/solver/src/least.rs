//! The least value of an expression on a path.
//!
//! A model is arbitrary: it depends on earlier queries. The least value depends on the path and the
//! expression alone. It is found by queries "at most this?": first the least value that the known
//! bits allow, then steps that double, then bisection.

use pikse_expr::{Expr, Exprs, Model};

use crate::path::Path;
use crate::query::{Answer, Query, Solver, Why};
use crate::tiers::Tiers;

/// The least value of an expression.
#[derive(Clone, Debug)]
pub enum Least {
    /// The value, and a model of the path under which the expression has it.
    Value(u128, Model),
    /// The path itself is impossible.
    Impossible,
    /// Some query was not decided.
    Unknown(Why),
}

impl<S: Solver> Tiers<S> {
    /// The least value of an expression on a path. The caller may know the lower bound `from`.
    pub fn least(&mut self, exprs: &mut Exprs, path: &Path, expr: Expr, from: u128) -> Least {
        let mut model = match path.model() {
            Some(model) => model.clone(),
            None => match self.check(exprs, &Query { path, condition: Expr::TRUE }) {
                Answer::Sat(model) => model,
                Answer::Unsat => return Least::Impossible,
                Answer::Unknown(why) => return Least::Unknown(why),
            },
        };
        let width = exprs.width(expr);
        let mut high = self.own.eval(exprs, &model, expr);
        let mut low = from.min(high);
        if width <= 64 {
            let facts = exprs.facts(expr);
            // Trailing bits that are known to be zero.
            let step = 1u128 << facts.zeros.trailing_ones().min(63);
            low = low.max(u128::from(facts.low)).next_multiple_of(step).min(high);
        }
        let mut step = 1u128;
        let mut is_bounded = false;
        while low < high {
            let at = match is_bounded {
                true => low + (high - low - 1) / 2,
                false => low.saturating_add(step - 1).min(high - 1),
            };
            let most = exprs.constant(width, at);
            let condition = exprs.ule(expr, most);
            match self.check(exprs, &Query { path, condition }) {
                Answer::Sat(other) => {
                    high = self.own.eval(exprs, &other, expr);
                    model = other;
                    is_bounded = true;
                }
                Answer::Unsat => {
                    low = at + 1;
                    step = step.saturating_mul(2);
                }
                Answer::Unknown(why) => return Least::Unknown(why),
            }
        }
        Least::Value(high, model)
    }
}
