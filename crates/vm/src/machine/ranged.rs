//! States with a range: where an input decides, and not the solver.

use pikse_expr::{Array, Expr, Model};

use super::{Machine, Step};
use crate::range::{End, Ends, Range, Unchecked};
use crate::state::State;
use crate::verdict::{Cut, Verdict};
use crate::way::Way;

/// The ways of the ends of a range at a decision; none where the range is open.
#[derive(Clone, Copy, Debug)]
pub(super) struct Between<T> {
    pub(super) low: Option<T>,
    pub(super) high: Option<T>,
}

impl<T: PartialOrd + Copy> Between<T> {
    pub(super) fn has(self, way: T) -> bool {
        self.low.is_none_or(|low| low <= way) && self.high.is_none_or(|high| way <= high)
    }
}

impl Machine<'_> {
    /// Restricts a state to a range. The state is one in which all paths begin, or follows a script to a
    /// state that had this range.
    pub fn restrict(&mut self, state: &mut State, ends: &Ends) {
        let range = Range::new(ends, false);
        state.range = range.model().is_some().then(|| Box::new(range));
        self.know_inputs(state);
    }

    /// Makes a state find the order of two inputs: the state ends with [`Cut::Outside`] where their paths
    /// part, and then [`Machine::order`] has it. If it ends otherwise, the inputs follow the same path.
    pub fn compare(&mut self, state: &mut State, ends: &Ends) {
        state.range = Some(Box::new(Range::new(ends, true)));
        self.order = None;
        self.know_inputs(state);
    }

    /// The order of the inputs that were compared last, if their paths part.
    #[must_use]
    pub fn order(&self) -> Option<std::cmp::Ordering> {
        self.order
    }

    /// Marks a state that follows a script as one that may be impossible.
    pub fn doubt(&mut self, state: &mut State, unchecked: Option<Unchecked>) {
        state.unchecked = unchecked;
    }

    /// The inputs that a state has already.
    fn know_inputs(&mut self, state: &mut State) {
        for input in state.inputs() {
            self.know_input(state, input.array);
        }
    }

    /// Gives the ends of a range the bytes of a new input.
    pub(super) fn know_input(&mut self, state: &mut State, array: Array) {
        let Some(range) = &mut state.range else { return };
        let (first, count) = (self.exprs.symbol(array, 0), self.exprs.array_length(array) as usize);
        let name = self.exprs.array_name(array);
        let know = |end: &mut End| {
            let bytes = end.bytes(name, count);
            let changes: Vec<(usize, u8)> = (first..).zip(bytes).collect();
            end.model = end.model.with(&changes);
        };
        range.from.iter_mut().chain(range.to.iter_mut()).for_each(know);
        let model = range.model().cloned();
        // A path that follows a script has no model yet.
        if state.path.model().is_some() {
            state.path = state.path.assume(&mut self.exprs, Expr::TRUE, model);
        }
    }

    /// Whether the ends of a range follow the path of the state, which has followed a script.
    pub(super) fn is_on_path(&mut self, state: &State) -> bool {
        let Some(range) = &state.range else { return true };
        let conditions = state.path.conjuncts();
        let mut ends = range.from.iter().chain(&range.to);
        ends.all(|end| {
            let holds =
                |&condition: &Expr| self.evaluator.holds(&self.exprs, &end.model, condition);
            conditions.iter().all(holds)
        })
    }

    /// Whether a state decides by its range. After a panic a path does not split.
    pub(super) fn is_ranged(&self, state: &State) -> bool {
        state.range.is_some() && state.panicking.is_none()
    }

    /// What the ends of a state's range do at a decision.
    pub(super) fn between<T: PartialOrd + Copy>(
        &mut self,
        state: &mut State,
        mut way: impl FnMut(&mut Self, &Model) -> T,
    ) -> Step<Between<T>> {
        self.awake(state)?;
        let Some(range) = &state.range else { return Ok(Between { low: None, high: None }) };
        let low = range.from.as_ref().map(|end| way(self, &end.model));
        let high = range.to.as_ref().map(|end| way(self, &end.model));
        if range.compares
            && let (Some(low), Some(high)) = (low, high)
            && let Some(order) = low.partial_cmp(&high)
            && order.is_ne()
        {
            self.order = Some(order);
            return Err(self.cut(state, Cut::Outside));
        }
        Ok(Between { low, high })
    }

    /// The part of a state that takes one way, which is between the ends, under a condition.
    pub(super) fn part<T: PartialOrd + Copy>(
        &mut self,
        state: &State,
        between: Between<T>,
        way: T,
        condition: Expr,
    ) -> State {
        let mut part = state.clone();
        let range = part.range.take().map(|range| Range {
            from: range.from.filter(|_| between.low == Some(way)),
            to: range.to.filter(|_| between.high == Some(way)),
            compares: range.compares,
        });
        let range = range.filter(|range| range.model().is_some());
        let model = range.as_ref().and_then(|range| range.model().cloned());
        part.unchecked = range.is_none().then_some(Unchecked::Absent);
        part.range = range.map(Box::new);
        part.path = state.path.assume(&mut self.exprs, condition, model);
        part
    }

    /// The parts of a state at a decision whose ways have these conditions, in order. Of each input
    /// exactly one condition holds. The part that continues is possible; none if there is no such part.
    pub(super) fn parts(
        &mut self,
        state: &mut State,
        conditions: &[Expr],
    ) -> Step<Vec<(usize, State)>> {
        let between = self.between(state, |machine, model| {
            let holds =
                |&condition: &Expr| machine.evaluator.holds(&machine.exprs, model, condition);
            conditions.iter().position(holds).unwrap_or(conditions.len())
        })?;
        let mut parts = Vec::new();
        for (way, &condition) in conditions.iter().enumerate() {
            if condition != Expr::FALSE && between.has(way) {
                parts.push((way, self.part(state, between, way, condition)));
            }
        }
        while let Some((_, first)) = parts.first_mut() {
            match self.awake(first) {
                Ok(()) => return Ok(parts),
                Err(Verdict::Cut(Cut::Outside, _)) => drop(parts.remove(0)),
                // The others wait; this one ends here.
                Err(verdict) => {
                    let (_, first) = parts.remove(0);
                    self.split_off(state.decided, first, Some(verdict), true);
                }
            }
        }
        Err(self.cut(state, Cut::Outside))
    }

    /// A check on a path of a range: the state continues where the condition holds.
    pub(super) fn check_part(
        &mut self,
        state: &mut State,
        condition: Expr,
        verdict: impl Fn(&mut Self, &mut State) -> Step<Verdict>,
    ) -> Step<()> {
        let opposite = self.exprs.not(condition);
        let between = self.between(state, |machine, model| {
            machine.evaluator.holds(&machine.exprs, model, condition)
        })?;
        let mut fails = None;
        if between.has(false) {
            let mut part = self.part(state, between, false, opposite);
            self.decided(&mut part, Way::Fails, Some(opposite));
            fails = match self.awake(&mut part) {
                // An end is not in its range.
                Ok(()) if part.range.as_ref().is_some_and(|range| range.to.is_some()) => None,
                Ok(()) => {
                    self.settle_preferred(&mut part)?;
                    let ended = verdict(self, &mut part)?;
                    part.range = None;
                    Some((part, ended))
                }
                Err(Verdict::Cut(Cut::Outside, _)) => None,
                Err(ended) => Some((part, ended)),
            };
        }
        let mut holds = None;
        if between.has(true) {
            let mut part = self.part(state, between, true, condition);
            holds = match self.awake(&mut part) {
                Ok(()) => Some((part, None)),
                Err(Verdict::Cut(Cut::Outside, _)) => None,
                Err(ended) => Some((part, Some(ended))),
            };
        }
        let depth = state.decided;
        match (fails, holds) {
            (None, None) => Err(self.cut(state, Cut::Outside)),
            (Some((part, ended)), None) => {
                *state = part;
                Err(ended)
            }
            (fails, Some((part, cut))) => {
                if let Some((other, ended)) = fails {
                    self.split_off(depth, other, Some(ended), true);
                }
                *state = part;
                self.decided(state, Way::Holds, Some(condition));
                self.done.push(Way::Holds);
                cut.map_or(Ok(()), Err)
            }
        }
    }

    /// An assumption on a path of a range. An input that is rejected is a position after all others there.
    pub(super) fn assume_part(&mut self, state: &mut State, condition: Expr) -> Step<()> {
        let between = self.between(state, |machine, model| {
            !machine.evaluator.holds(&machine.exprs, model, condition)
        })?;
        if !between.has(false) {
            return Err(self.cut(state, Cut::Outside));
        }
        let mut part = self.part(state, between, false, condition);
        if part.unchecked.is_some() {
            part.unchecked = Some(Unchecked::Rejected);
        }
        let path = self.awake(&mut part);
        *state = part;
        self.took(state, Way::Side(true));
        path
    }

    /// A state that split off from the path of an input is possible, or it is not there.
    pub fn confirm(&mut self, state: &mut State) -> Result<(), Verdict> {
        match state.unchecked {
            Some(_) if state.following.is_none() => self.awake(state),
            _ => Ok(()),
        }
    }

    /// The first part of a state is the state from now on; the others wait.
    pub(super) fn continue_or_wait(
        &mut self,
        state: &mut State,
        part: State,
        at: usize,
        depth: usize,
    ) {
        match at {
            0 => *state = part,
            _ => self.split_off(depth, part, None, false),
        }
    }

    /// The verdict of a path that has ended on the path of an input: that of the end is not in the range.
    pub(super) fn after_range(&mut self, state: &mut State, verdict: Verdict) -> Verdict {
        let is_end = state.range.as_ref().is_some_and(|range| range.to.is_some());
        match is_end && !matches!(verdict, Verdict::Cut(Cut::Outside, _)) {
            true => self.cut(state, Cut::Outside),
            false => verdict,
        }
    }
}
