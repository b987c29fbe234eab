//! Questions to the solver, and what becomes of both answers.

use pikse_expr::Expr;
use pikse_solver::{Branch, Path, Side as Answer};

use super::{Machine, Side, Step};
use crate::state::{Decision, NoteKind, State};
use crate::value::Value;
use crate::verdict::{Cut, ErrorKind, Verdict};

impl Machine<'_> {
    /// Whether an expression depends on memory that nobody has written.
    pub(super) fn is_unwritten(&mut self, expr: Expr) -> bool {
        let Some((_, unwritten)) = self.unwritten else { return false };
        let symbols = self.exprs.symbols(expr);
        self.exprs.intersect(symbols, unwritten)
    }

    /// An expression without the symbols of memory that nobody has written, which are taken for zero.
    pub(super) fn as_zero(&mut self, expr: Expr) -> Expr {
        let Some(unwritten) = self.unwritten else { return expr };
        match self.is_unwritten(expr) {
            true => self.shadows.of(&mut self.exprs, unwritten, expr).0,
            false => expr,
        }
    }

    /// Memory that nobody has written may not decide anything: where the expression depends on it, that
    /// is the error. The state goes on where it does not, with the expression that is returned.
    pub(super) fn decidable(&mut self, state: &mut State, expr: Expr, what: &str) -> Step<Expr> {
        let Some(unwritten) = self.unwritten else { return Ok(expr) };
        if !self.is_unwritten(expr) {
            return Ok(expr);
        }
        let (known, shadow) = self.shadows.of(&mut self.exprs, unwritten, expr);
        let depends = self.exprs.is_nonzero(shadow);
        let written = self.exprs.not(depends);
        let message = format!("{what} depends on memory that was never written");
        self.require(state, written, ErrorKind::Uninitialised, &message)?;
        Ok(known)
    }

    pub(super) fn branch(&mut self, state: &State, condition: Expr) -> Branch {
        match self.own_side(state, condition) {
            Some(branch) => branch,
            None => self.solver.branch(&mut self.exprs, &state.path, condition),
        }
    }

    /// The side where a condition holds.
    pub(super) fn side(&mut self, state: &State, condition: Expr) -> Answer {
        match self.own_side(state, condition) {
            Some(branch) => branch.yes,
            None => self.solver.assume(&mut self.exprs, &state.path, condition),
        }
    }

    /// Splits off a state that has ended.
    pub(super) fn split_ended(&mut self, state: &State, path: Path, verdict: Verdict) {
        let mut other = state.clone();
        other.path = path;
        self.others.push(Side { state: other, ended: Some(verdict) });
    }

    /// The verdict where the solver does not know.
    pub(super) fn undecided(&self, state: &State, why: &pikse_solver::Why) -> Verdict {
        Verdict::Cut(Cut::Unknown(why.to_string()), self.stack(state).first().copied())
    }

    pub(super) fn cut(&self, state: &State, cut: Cut) -> Verdict {
        Verdict::Cut(cut, self.stack(state).first().copied())
    }

    pub(super) fn unsupported(&self, state: &State, what: impl Into<String>) -> Verdict {
        self.cut(state, Cut::Unsupported(what.into()))
    }

    /// The state goes on where the condition holds; where it does not, that is the error.
    pub(super) fn require(
        &mut self,
        state: &mut State,
        condition: Expr,
        kind: ErrorKind,
        message: &str,
    ) -> Step<()> {
        if condition == Expr::TRUE {
            return Ok(());
        }
        let condition = self.decidable(state, condition, message)?;
        let Branch { yes, no } = self.branch(state, condition);
        match no {
            Answer::Impossible => {}
            Answer::Unknown(path, why) => {
                let verdict = self.undecided(state, &why);
                self.split_ended(state, path, verdict);
            }
            Answer::Possible(path) => {
                let verdict = self.error(state, kind, message);
                if matches!(yes, Answer::Impossible) {
                    state.path = path;
                    return Err(verdict);
                }
                self.split_ended(state, path, verdict);
            }
        }
        self.go_on(state, yes)
    }

    /// The state goes on where the condition holds, and nothing is said of the rest.
    pub(super) fn assume(&mut self, state: &mut State, condition: Expr) -> Step<()> {
        let condition = self.decidable(state, condition, "an assumption")?;
        match self.side(state, condition) {
            Answer::Impossible => Err(Verdict::Rejected),
            side => self.go_on(state, side),
        }
    }

    pub(super) fn go_on(&mut self, state: &mut State, side: Answer) -> Step<()> {
        match side {
            Answer::Possible(path) => {
                state.path = path;
                Ok(())
            }
            Answer::Unknown(path, why) => {
                let verdict = self.undecided(state, &why);
                state.path = path;
                Err(verdict)
            }
            // Only where the path itself is impossible, which a checked path is not.
            Answer::Impossible => Err(Verdict::Rejected),
        }
    }

    /// Adds a decision to a state: the way, and what holds on it.
    pub(super) fn decided(&self, state: &mut State, way: u32, condition: Option<Expr>) {
        let place = self.place(&state.top);
        state.decisions.push(Decision { place, way, condition });
    }

    /// The value of an expression under the path's model.
    pub(super) fn example(&mut self, state: &State, expr: Expr) -> Step<u128> {
        match state.path.model() {
            Some(model) => Ok(self.evaluator.eval(&self.exprs, model, expr)),
            None => Err(self.cut(state, Cut::Unknown("no values are known for the path".into()))),
        }
    }

    /// One value of a number. The state goes on with it; all others are split off and do the
    /// instruction again.
    pub(super) fn one_value(&mut self, state: &mut State, value: Value, width: u32) -> Step<u64> {
        let expr = match value {
            Value::Concrete(bits) => return Ok(bits),
            Value::Symbolic(expr) => expr,
        };
        let expr = self.decidable(state, expr, "a size or an address")?;
        let number = self.example(state, expr)?;
        let constant = self.exprs.constant(width, number);
        let same = self.exprs.eq(expr, constant);
        let Branch { yes, no } = self.branch(state, same);
        let others = match no {
            Answer::Impossible => None,
            Answer::Possible(path) => Some(path),
            Answer::Unknown(path, why) => {
                let verdict = self.undecided(state, &why);
                self.split_ended(state, path, verdict);
                None
            }
        };
        if let Some(path) = others {
            let tried = state.decisions.iter().take_while(|decision| {
                decision.place.function == state.top.function
                    && decision.place.instruction == state.top.pc
            });
            if tried.count() >= self.options.values {
                let verdict = self.cut(state, Cut::Values);
                self.split_ended(state, path, verdict);
            } else {
                let mut other = state.clone();
                other.path = path;
                let others = self.exprs.not(same);
                self.decided(&mut other, 0, Some(others));
                self.others.push(Side { state: other, ended: None });
            }
            self.decided(state, 1, Some(same));
        }
        self.go_on(state, yes)?;
        Ok(number as u64)
    }

    /// One value of a number; other values are not looked at, which the result tells.
    pub(super) fn concretize(
        &mut self,
        state: &mut State,
        value: Value,
        width: u32,
        what: &str,
    ) -> Step<u128> {
        let expr = match value {
            Value::Concrete(bits) => return Ok(u128::from(bits)),
            Value::Symbolic(expr) => expr,
        };
        let expr = self.as_zero(expr);
        if let Some(number) = self.exprs.as_const(expr) {
            return Ok(number);
        }
        let number = self.example(state, expr)?;
        let constant = self.exprs.constant(width, number);
        let same = self.exprs.eq(expr, constant);
        let Branch { yes, no } = self.branch(state, same);
        if !matches!(no, Answer::Impossible) {
            self.note(state, NoteKind::Concretized, &format!("{what} was made concrete"));
        }
        self.go_on(state, yes)?;
        Ok(number)
    }
}
