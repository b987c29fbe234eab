//! One value of a symbolic number: each in turn, or the smallest.
//!
//! Which value is taken depends on the path and the expression alone, never on the path's model.

use pikse_expr::{Expr, Model};
use pikse_solver::{Least, Side as Answer, Why};

use super::ranged::Between;
use super::{Machine, Step};
use crate::range::Unchecked;
use crate::state::{Logged, NoteKind, Rest, State};
use crate::value::Value;
use crate::verdict::Cut;
use crate::way::Way;

/// What is known about the values of an expression.
pub(super) enum Values {
    /// There is one.
    One(u128),
    /// There are several; a model for the least that is known, and one for a greater one.
    Several { lesser: Model, greater: Model },
    /// One is known, but not whether there are others.
    Unknown(u128, Why),
}

/// What a state with a range goes on with.
enum Part {
    Value(u128),
    /// The values that are left.
    Rest(Rest),
}

impl Machine<'_> {
    /// Whether an expression has one value on a path. The path has a model.
    pub(super) fn values(&mut self, state: &mut State, expr: Expr) -> Step<Values> {
        let number = self.example(state, expr)?;
        let constant = self.exprs.constant(self.exprs.width(expr), number);
        let differs = self.exprs.ne(expr, constant);
        Ok(match self.solver.assume(&mut self.exprs, &state.path, differs) {
            Answer::Impossible => Values::One(number),
            Answer::Unknown(_, why) => Values::Unknown(number, why),
            Answer::Possible(other) => match (state.path.model(), other.model()) {
                (Some(own), Some(other)) => {
                    let value = self.evaluator.eval(&self.exprs, other, expr);
                    let (lesser, greater) =
                        if value < number { (other, own) } else { (own, other) };
                    Values::Several { lesser: lesser.clone(), greater: greater.clone() }
                }
                _ => Values::Unknown(number, Why::WrongModel),
            },
        })
    }

    /// One value of a number. The state continues with the smallest; a state for all others splits off, and
    /// does the instruction again.
    pub(super) fn one_value(&mut self, state: &mut State, value: Value, width: u32) -> Step<u64> {
        let expr = match value {
            Value::Concrete(bits) => return Ok(bits),
            Value::Symbolic(expr) => expr,
        };
        let expr = self.decidable(state, expr, "a size or an address")?;
        if let Some(number) = self.exprs.as_const(expr) {
            return Ok(number as u64);
        }
        let scripted = self.scripted_rest(state, expr);
        if let Some(known) = self.known(state) {
            return match known.way {
                Way::Value(number) => {
                    let constant = self.exprs.constant(width, number);
                    let same = self.exprs.eq(expr, constant);
                    self.accept(state, known, known.is_new_decision().then_some(same));
                    Ok(number as u64)
                }
                _ => Err(self.left_over(state, known, Cut::Values)),
            };
        }
        self.awake(state)?;
        if state.panicking.is_some() {
            return Ok(self.example(state, expr)? as u64);
        }
        let scripted = match self.is_ranged(state) {
            true => match self.value_parts(state, expr)? {
                Part::Value(number) => return Ok(number as u64),
                Part::Rest(rest) => Some(rest),
            },
            false => scripted,
        };
        let rest = scripted.or_else(|| state.again.as_mut().and_then(|again| again.rest.take()));
        let (rest, models) = match rest {
            Some(rest) => {
                let model = state.path.model().cloned();
                (rest, model.map(|model| (model.clone(), model)))
            }
            None => match self.values(state, expr)? {
                Values::One(number) => {
                    self.took(state, Way::Value(number));
                    return Ok(number as u64);
                }
                Values::Unknown(number, why) => {
                    let verdict = self.undecided(state, &why);
                    self.split_cut(state, None, (Way::Undecided((&why).into()), None), verdict);
                    self.take_value(state, &state.path.clone(), (expr, number), None);
                    return Ok(number as u64);
                }
                Values::Several { lesser, greater } => {
                    let rest = Rest { base: state.path.clone(), from: 0, count: 0, below: None };
                    (rest, Some((lesser, greater)))
                }
            },
        };
        let Some((lesser, greater)) = models else {
            return Err(self.cut(state, Cut::Unknown("the path has no model".into())));
        };
        let path = state.path.assume(&mut self.exprs, Expr::TRUE, Some(lesser));
        let (number, model) = match self.solver.least(&mut self.exprs, &path, expr, rest.from) {
            Least::Value(number, model) => (number, model),
            Least::Impossible => return Err(crate::verdict::Verdict::Rejected),
            Least::Unknown(why) => {
                self.decided(state, Way::Undecided((&why).into()), None);
                return Err(self.undecided(state, &why));
            }
        };
        self.split_greater(state, &rest, expr, number, &greater);
        self.take_value(state, &rest.base, (expr, number), Some(model));
        Ok(number as u64)
    }

    /// The parts of a state with a range, for the values of a number: that of the first end, those between
    /// the ends, and that of the last end.
    fn value_parts(&mut self, state: &mut State, expr: Expr) -> Step<Part> {
        let width = self.exprs.width(expr);
        let between = self
            .between(state, |machine, model| machine.evaluator.eval(&machine.exprs, model, expr))?;
        let Between { low, high } = between;
        let (depth, before) = (state.decided, state.clone());
        let taken = |machine: &mut Self, number: u128| {
            let constant = machine.exprs.constant(width, number);
            let same = machine.exprs.eq(expr, constant);
            let mut part = machine.part(&before, between, number, same);
            machine.decided(&mut part, Way::Value(number), Some(same));
            part
        };
        let last = match high {
            Some(high) if low < Some(high) => Some((high, taken(self, high))),
            Some(high) if low > Some(high) => return Err(self.cut(state, Cut::Outside)),
            _ => None,
        };
        // What is between them.
        let mut base = before.path.clone();
        if let Some(high) = high {
            let high = self.exprs.constant(width, high);
            let is_less = self.exprs.ult(expr, high);
            base = base.assume(&mut self.exprs, is_less, None);
        }
        let from = low.map_or(0, |low| low.saturating_add(1));
        let mut rest = before.clone();
        (rest.range, rest.unchecked) = (None, Some(Unchecked::Absent));
        let least = self.exprs.constant(width, from);
        let is_left = self.exprs.ule(least, expr);
        // The greatest number has no greater one.
        let is_left =
            if from > 0 && self.exprs.as_const(least) == Some(0) { Expr::FALSE } else { is_left };
        rest.path = base.assume(&mut self.exprs, is_left, None);
        let is_empty = low.is_some() && low == high
            || high.is_some_and(|high| high <= from)
            || is_left == Expr::FALSE;
        let left = Rest { base, from, count: usize::from(low.is_some()), below: high };
        match low {
            Some(low) => {
                *state = taken(self, low);
                if !is_empty {
                    self.split_again(depth, rest, None, Some(left));
                }
                if let Some((high, part)) = last {
                    self.split_again(depth, part, Some(Way::Value(high)), None);
                }
                self.done.push(Way::Value(low));
                Ok(Part::Value(low))
            }
            None => {
                if let Some((high, part)) = last {
                    self.split_again_last(depth, part, Way::Value(high));
                }
                if is_empty {
                    return Err(self.cut(state, Cut::Outside));
                }
                *state = rest;
                self.awake(state)?;
                Ok(Part::Rest(left))
            }
        }
    }

    /// There is only one value. An end of the range that has another one is before all of its paths, or after
    /// all of them. Gives the input of an end that stays.
    fn pin(&mut self, state: &mut State, expr: Expr, number: u128) -> Step<Option<Model>> {
        let between = self
            .between(state, |machine, model| machine.evaluator.eval(&machine.exprs, model, expr))?;
        if !between.has(number) {
            return Err(self.cut(state, Cut::Outside));
        }
        let part = self.part(state, between, number, Expr::TRUE);
        state.range = part.range;
        Ok(state.range.as_ref().and_then(|range| range.model().cloned()))
    }

    /// Splits off the state for all values that are greater than this one, if there are any.
    fn split_greater(
        &mut self,
        state: &State,
        rest: &Rest,
        expr: Expr,
        number: u128,
        model: &Model,
    ) {
        let Rest { base, count, below, .. } = rest;
        let constant = self.exprs.constant(self.exprs.width(expr), number);
        let is_greater = self.exprs.ult(constant, expr);
        // The path's own model may have a greater value.
        let left = match self.evaluator.holds(&self.exprs, model, is_greater) {
            true => Answer::Possible(base.assume(&mut self.exprs, is_greater, Some(model.clone()))),
            false => self.solver.assume(&mut self.exprs, base, is_greater),
        };
        match left {
            Answer::Impossible => {}
            Answer::Unknown(path, why) => {
                let verdict = self.undecided(state, &why);
                let way = Way::Undecided((&why).into());
                self.split_cut(state, Some(path), (way, Some(is_greater)), verdict);
            }
            Answer::Possible(path) if *count >= self.options.values => {
                let verdict = self.cut(state, Cut::Values);
                self.split_cut(state, Some(path), (Way::Rest, Some(is_greater)), verdict);
            }
            Answer::Possible(path) => {
                let mut other = state.clone();
                other.path = path;
                let (from, count) = (number + 1, count + 1);
                let rest = Rest { base: base.clone(), from, count, below: *below };
                self.split_again(state.decided, other, None, Some(rest));
            }
        }
    }

    /// The state takes one of several values. The model, if there is none, is that of the path.
    fn take_value(
        &mut self,
        state: &mut State,
        base: &pikse_solver::Path,
        (expr, number): (Expr, u128),
        model: Option<Model>,
    ) {
        let constant = self.exprs.constant(self.exprs.width(expr), number);
        let same = self.exprs.eq(expr, constant);
        let model = model.or_else(|| base.model().cloned());
        state.path = base.assume(&mut self.exprs, same, model);
        self.decided(state, Way::Value(number), Some(same));
        self.done.push(Way::Value(number));
    }

    /// The least value of a number. Other values are not explored, and the result reports that.
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
        let text = format!("{what} was made concrete");
        if let Some(known) = self.known(state) {
            return match known.way {
                Way::Value(number) => {
                    self.accept(state, known, None);
                    Ok(number)
                }
                Way::Concrete(number) => {
                    let constant = self.exprs.constant(width, number);
                    let same = self.exprs.eq(expr, constant);
                    self.accept(state, known, Some(same));
                    if known.is_new() {
                        self.note(state, NoteKind::Concretized, &text);
                    }
                    Ok(number)
                }
                _ => Err(self.misfit(state, known)),
            };
        }
        self.awake(state)?;
        if state.panicking.is_some() {
            return self.example(state, expr);
        }
        let (number, model) = match self.values(state, expr)? {
            Values::One(number) => {
                self.took(state, Way::Value(number));
                return Ok(number);
            }
            Values::Unknown(number, _) => (number, state.path.model().cloned()),
            Values::Several { lesser, .. } => {
                let path = state.path.assume(&mut self.exprs, Expr::TRUE, Some(lesser));
                match self.solver.least(&mut self.exprs, &path, expr, 0) {
                    Least::Value(number, model) => (number, Some(model)),
                    Least::Impossible => return Err(crate::verdict::Verdict::Rejected),
                    Least::Unknown(why) => return Err(self.undecided(state, &why)),
                }
            }
        };
        let constant = self.exprs.constant(width, number);
        let same = self.exprs.eq(expr, constant);
        let model = match self.is_ranged(state) {
            true => self.pin(state, expr, number)?.or(model),
            false => model,
        };
        state.path = state.path.assume(&mut self.exprs, same, model);
        self.took(state, Way::Concrete(number));
        self.note(state, NoteKind::Concretized, &text);
        Ok(number)
    }

    /// The value of a number for output: that of the path's model, because the least one may be hard to
    /// find (the digits of a hash). The path condition stays as it is, and nothing is reported.
    pub(super) fn some_value(&mut self, state: &mut State, value: Value) -> Step<u64> {
        self.shown(state, value, Self::example)
    }

    /// The least value of a number. The path condition stays as it is, and nothing is reported.
    pub(super) fn least_value(&mut self, state: &mut State, value: Value) -> Step<u64> {
        self.shown(state, value, |machine, state, expr| Ok(machine.least(state, expr)?.0))
    }

    fn shown(
        &mut self,
        state: &mut State,
        value: Value,
        choose: impl FnOnce(&mut Self, &mut State, Expr) -> Step<u128>,
    ) -> Step<u64> {
        let expr = match value {
            Value::Concrete(bits) => return Ok(bits),
            Value::Symbolic(expr) => expr,
        };
        if let Some(number) = self.exprs.as_const(expr) {
            return Ok(number as u64);
        }
        if let Some(model) = state.inputs_again.clone() {
            return Ok(self.evaluator.eval(&self.exprs, &model, expr) as u64);
        }
        if let Some(known) = self.known(state) {
            let Way::Value(number) = known.way else { return Err(self.misfit(state, known)) };
            if known.is_new() {
                state.log(Logged::Shown(number));
                state.shown.push((expr, number));
            }
            return Ok(number as u64);
        }
        if state.panicking.is_some() {
            return Ok(self.example(state, expr)? as u64);
        }
        let number = choose(self, state, expr)?;
        state.shown.push((expr, number));
        self.done.push(Way::Value(number));
        state.log(Logged::Shown(number));
        Ok(number as u64)
    }

    /// The least value of a number, with a model that has it.
    pub(super) fn least(&mut self, state: &mut State, expr: Expr) -> Step<(u128, Model)> {
        self.awake(state)?;
        match self.solver.least(&mut self.exprs, &state.path, expr, 0) {
            Least::Value(number, model) => Ok((number, model)),
            Least::Impossible => Err(crate::verdict::Verdict::Rejected),
            Least::Unknown(why) => Err(self.undecided(state, &why)),
        }
    }
}
