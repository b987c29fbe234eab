//! Solver queries, and how a state splits on their answers.
//!
//! Every decision on a symbolic condition, value or address is made in the same way. If the answer is
//! known, because a script has it or because the instruction runs again after a split, there is no
//! query. Otherwise the solver says which ways are possible. The state takes one of them and records it;
//! states for the others split off. A way never depends on a model: see `way`.

use std::rc::Rc;

use pikse_expr::Expr;
use pikse_solver::{Answer as Found, Branch, Query, Side as Answer, Solver, Why};

use super::{Machine, Side, Step, Stop};
use crate::range::Unchecked;
use crate::state::{Again, Following, Logged, Rest, State};
use crate::verdict::{Cut, ErrorKind, Stopped, Verdict};
use crate::way::{Decision, Misfit, Script, Step as Scripted, Way};

/// An answer that is known before the question is asked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    pub(super) way: Way,
    /// Whether there were other ways.
    is_decided: bool,
    /// Whether the path has taken it before: then it is written down, and the path condition has it.
    is_again: bool,
}

impl Known {
    /// Whether the condition of the way must be added to the path.
    pub(super) fn is_new_decision(self) -> bool {
        self.is_decided && !self.is_again
    }

    /// Whether it comes from a script.
    pub(super) fn is_new(self) -> bool {
        !self.is_again
    }
}

impl Machine<'_> {
    /// Whether an expression depends on uninitialised memory.
    pub(super) fn is_unwritten(&mut self, expr: Expr) -> bool {
        let Some((_, unwritten)) = self.unwritten else { return false };
        let symbols = self.exprs.symbols(expr);
        self.exprs.intersect(symbols, unwritten)
    }

    /// An expression in which uninitialised memory is zero.
    pub(super) fn as_zero(&mut self, expr: Expr) -> Expr {
        let Some(unwritten) = self.unwritten else { return expr };
        match self.is_unwritten(expr) {
            true => self.shadows.of(&mut self.exprs, unwritten, expr).0,
            false => expr,
        }
    }

    /// A decision must not depend on uninitialised memory: where the expression does, that is the
    /// error. The state continues where it does not, with the returned expression.
    pub(super) fn decidable(&mut self, state: &mut State, expr: Expr, what: &str) -> Step<Expr> {
        let Some(unwritten) = self.unwritten else { return Ok(expr) };
        // What is left of it are undefined values of the compiler, which are arbitrary, too.
        if !self.is_unwritten(expr) || self.may_be_arbitrary(state) {
            return Ok(expr);
        }
        let (known, shadow) = self.shadows.of(&mut self.exprs, unwritten, expr);
        let depends = self.exprs.is_nonzero(shadow);
        let written = self.exprs.not(depends);
        let message = format!("{what} depends on uninitialised memory");
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

    /// Makes a state take the ways of a script, which begins where the state is. Until the script is used
    /// up the machine asks the solver nothing, and the state does not split. Then one question gives
    /// the path a model again. A script that does not fit ends the path with [`Cut::Misfit`].
    pub fn follow(&mut self, state: &mut State, script: &Script) {
        let steps: Rc<[Scripted]> = script.steps.iter().copied().collect();
        let following = Following { steps, at: 0, bit: 0 };
        state.following = (!script.steps.is_empty()).then(|| Box::new(following));
    }

    /// A path that ended, with the output of a run on the inputs of its model. While a path runs, its
    /// output shows values of the model that it has then; conditions that come later may exclude these.
    /// None if the output is right as it is, or the path cannot be run again. `first` is the state in
    /// which all paths begin.
    pub fn with_final_output(&mut self, first: &State, ended: &State) -> Option<State> {
        let model = ended.path.model()?;
        let mut shown = ended.shown.iter();
        let is_right =
            shown.all(|&(expr, value)| self.evaluator.eval(&self.exprs, model, expr) == value);
        if is_right {
            return None;
        }
        let mut state = first.clone();
        let mut script = ended.script();
        script.steps.retain(|step| !matches!(step, Scripted::Shown(_)));
        self.follow(&mut state, &script);
        state.inputs_again = Some(model.clone());
        let statistics = self.statistics.clone();
        // Other values may take a few more instructions.
        let stop = self.run(&mut state, ended.instructions.saturating_mul(2) + (1 << 20));
        self.statistics = statistics;
        let is_same = match stop {
            Stop::Ended(verdict, others) => {
                !matches!(verdict, Verdict::Cut(..)) && others.is_empty()
            }
            Stop::Budget | Stop::Split(_) => false,
        };
        (is_same && state.trace == ended.trace).then_some(state)
    }

    /// The next answer, if it is known.
    pub(super) fn known(&mut self, state: &mut State) -> Option<Known> {
        if state.panicking.is_some() {
            return None;
        }
        if let Some(again) = &mut state.again
            && let Some(&way) = again.ways.get(again.at)
        {
            again.at += 1;
            self.done.push(way);
            return Some(Known { way, is_decided: false, is_again: true });
        }
        let following = state.following.as_mut()?;
        let (mut way, mut is_decided) = (None, false);
        while let Some(&step) = following.steps.get(following.at)
            && way.is_none()
        {
            match step {
                Scripted::Decided(decided) => (way, is_decided) = (Some(decided), true),
                Scripted::Only(only) => way = Some(only),
                Scripted::Shown(value) => way = Some(Way::Value(value)),
                // Only a number that has several values is somewhere to begin: see `scripted_rest`.
                Scripted::From { .. } => (way, is_decided) = (Some(Way::Rest), true),
                Scripted::Sides { bits, count } => {
                    if following.bit < count.min(64) {
                        way = Some(Way::Side(bits >> following.bit & 1 == 1));
                        following.bit += 1;
                    }
                    if following.bit < count.min(64) {
                        break;
                    }
                    following.bit = 0;
                }
            }
            following.at += 1;
        }
        if following.at >= following.steps.len() {
            state.following = None;
        }
        let way = way?;
        self.done.push(way);
        Some(Known { way, is_decided, is_again: false })
    }

    /// The values that are left of a number, if the script ends with them.
    pub(super) fn scripted_rest(&mut self, state: &mut State, expr: Expr) -> Option<Rest> {
        let following = state.following.as_ref()?;
        let Some(&Scripted::From { value, count, below }) = following.steps.get(following.at)
        else {
            return None;
        };
        if following.at + 1 < following.steps.len() {
            return None;
        }
        state.following = None;
        let mut base = state.path.clone();
        if let Some(below) = below {
            let below = self.exprs.constant(self.exprs.width(expr), below);
            let is_less = self.exprs.ult(expr, below);
            base = base.assume(&mut self.exprs, is_less, None);
        }
        let least = self.exprs.constant(self.exprs.width(expr), value);
        let is_left = self.exprs.ule(least, expr);
        state.path = base.assume(&mut self.exprs, is_left, None);
        Some(Rest { base, from: value, count, below })
    }

    /// Takes a way that was known: adds the condition to the path, and writes the way down.
    pub(super) fn accept(&mut self, state: &mut State, known: Known, condition: Option<Expr>) {
        if known.is_again {
            return;
        }
        if let Some(condition) = condition {
            state.path = state.path.assume(&mut self.exprs, condition, None);
        }
        match (known.is_decided, known.way) {
            (true, way) => self.decided(state, way, condition),
            (false, Way::Side(side)) => state.log_side(side),
            (false, way) => state.log(Logged::Only(way)),
        }
    }

    /// The verdict if the way in a script is not possible here.
    pub(super) fn misfit(&self, state: &State, known: Known) -> Verdict {
        self.cut(state, Cut::Misfit(Misfit::Way(known.way)))
    }

    /// The verdict of a path whose script ends with what is left of a decision: all other values or objects,
    /// beyond a limit, or those that the solver did not find.
    pub(super) fn left_over(&mut self, state: &mut State, known: Known, limit: Cut) -> Verdict {
        let verdict = match known.way {
            Way::Rest => self.cut(state, limit),
            Way::Undecided(why) => self.undecided(state, &why.into()),
            _ => return self.misfit(state, known),
        };
        self.accept(state, known, None);
        verdict
    }

    /// A path that followed a script has no model. One query finds one.
    pub(super) fn awake(&mut self, state: &mut State) -> Step<()> {
        if state.path.model().is_some() {
            return Ok(());
        }
        if !self.is_on_path(state) {
            return Err(self.cut(state, Cut::Misfit(Misfit::Impossible)));
        }
        let given = state.range.as_ref().and_then(|range| range.model());
        if let Some(model) = given.or(state.inputs_again.as_ref()).cloned() {
            state.path = state.path.assume(&mut self.exprs, Expr::TRUE, Some(model));
            return Ok(());
        }
        let query = Query { path: &state.path, condition: Expr::TRUE };
        match self.solver.check(&mut self.exprs, &query) {
            Found::Sat(model) => {
                state.path = state.path.assume(&mut self.exprs, Expr::TRUE, Some(model));
                state.unchecked = None;
                Ok(())
            }
            Found::Unsat => Err(match state.unchecked {
                None => self.cut(state, Cut::Misfit(Misfit::Impossible)),
                Some(Unchecked::Absent) => self.cut(state, Cut::Outside),
                Some(Unchecked::Rejected) => Verdict::Rejected,
            }),
            Found::Unknown(why) => Err(self.undecided(state, &why)),
        }
    }

    /// The verdict of a path that has ended, if it followed a script.
    pub(super) fn after_script(&mut self, state: &mut State, verdict: Verdict) -> Verdict {
        let verdict = match verdict {
            Verdict::Cut(..) | Verdict::Rejected => verdict,
            _ if state.is_miscounted => {
                let what = "an object is freed before a pointer that owns it is first read";
                self.cut(state, Cut::Unsupported(what.to_owned()))
            }
            _ => verdict,
        };
        if matches!(verdict, Verdict::Cut(..)) {
            return self.after_range(state, verdict);
        }
        if state.following.is_some() {
            return self.cut(state, Cut::Misfit(Misfit::Unused));
        }
        match self.awake(state) {
            Ok(()) => self.after_range(state, verdict),
            Err(verdict) => verdict,
        }
    }

    /// Splits off a state. `depth` is how many decisions both had before. One that has ended may
    /// come before the state that continues.
    pub(super) fn split_off(
        &mut self,
        depth: usize,
        state: State,
        ended: Option<Verdict>,
        is_first: bool,
    ) {
        self.others.push((2 * depth + 1, Side { state: Box::new(state), ended, is_first }));
    }

    /// Splits off a state that runs the instruction again, with the same answers so far.
    pub(super) fn split_again(
        &mut self,
        depth: usize,
        mut state: State,
        way: Option<Way>,
        rest: Option<Rest>,
    ) {
        let ways = self.done.iter().copied().chain(way).collect();
        state.again = Some(Box::new(Again { ways, at: 0, rest }));
        self.split_off(depth, state, None, false);
    }

    /// The same, after everything that the state will split off at this decision.
    pub(super) fn split_again_last(&mut self, depth: usize, state: State, way: Way) {
        self.split_again(depth, state, Some(way), None);
        if let Some((place, _)) = self.others.last_mut() {
            *place = 2 * depth;
        }
    }

    /// Splits off a state that takes a way and ends there, after the one that continues.
    pub(super) fn split_cut(
        &mut self,
        state: &State,
        path: Option<pikse_solver::Path>,
        (way, condition): (Way, Option<Expr>),
        verdict: Verdict,
    ) {
        let mut other = state.clone();
        if let Some(path) = path {
            other.path = path;
        }
        self.decided(&mut other, way, condition);
        self.split_off(state.decided, other, Some(verdict), false);
    }

    /// The verdict where the solver does not know.
    pub(super) fn undecided(&self, state: &State, why: &Why) -> Verdict {
        let cut = match why {
            Why::Halted(why) => Cut::Stopped(Stopped::from(*why)),
            why => Cut::Unknown(why.to_string()),
        };
        self.cut(state, cut)
    }

    pub(super) fn cut(&self, state: &State, cut: Cut) -> Verdict {
        Verdict::Cut(cut, self.stack(state).first().copied())
    }

    pub(super) fn unsupported(&self, state: &State, what: impl Into<String>) -> Verdict {
        self.cut(state, Cut::Unsupported(what.into()))
    }

    /// The state continues where the condition holds; where it does not, that is the error.
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
        self.check(state, condition, |machine, state| Ok(machine.error(state, kind, message)))
    }

    /// The state continues where the condition holds. Where it does not, the path ends, with a verdict that
    /// is made for the state there.
    pub(super) fn check(
        &mut self,
        state: &mut State,
        condition: Expr,
        verdict: impl Fn(&mut Self, &mut State) -> Step<Verdict>,
    ) -> Step<()> {
        match condition {
            Expr::TRUE => return Ok(()),
            Expr::FALSE => return Err(verdict(self, state)?),
            _ => {}
        }
        let opposite = self.exprs.not(condition);
        if let Some(known) = self.known(state) {
            let (holds, condition) = match known.way {
                Way::Side(side) => (side, None),
                Way::Holds => (true, Some(condition)),
                Way::Fails => (false, Some(opposite)),
                _ => return Err(self.misfit(state, known)),
            };
            self.accept(state, known, condition);
            return if holds { Ok(()) } else { Err(verdict(self, state)?) };
        }
        if self.is_ranged(state) {
            return self.check_part(state, condition, verdict);
        }
        self.awake(state)?;
        let Branch { yes, no } = self.branch(state, condition);
        let Some(path) = no.path().cloned() else {
            self.took(state, Way::Side(true));
            return self.go_on(state, yes);
        };
        let is_only = matches!(yes, Answer::Impossible);
        let mut other = state.clone();
        other.path = path;
        match is_only {
            true => self.took(&mut other, Way::Side(false)),
            false => self.decided(&mut other, Way::Fails, Some(opposite)),
        }
        let ended = match &no {
            Answer::Unknown(_, why) => self.undecided(state, why),
            _ => {
                self.settle_preferred(&mut other)?;
                verdict(self, &mut other)?
            }
        };
        if is_only {
            *state = other;
            return Err(ended);
        }
        self.split_off(state.decided, other, Some(ended), true);
        self.decided(state, Way::Holds, Some(condition));
        self.done.push(Way::Holds);
        self.go_on(state, yes)
    }

    /// The state continues where the condition holds; the rest is dropped.
    pub(super) fn assume(&mut self, state: &mut State, condition: Expr) -> Step<()> {
        let condition = self.decidable(state, condition, "an assumption")?;
        match condition {
            Expr::TRUE => return Ok(()),
            Expr::FALSE => return Err(Verdict::Rejected),
            _ => {}
        }
        if let Some(known) = self.known(state) {
            return match known.way {
                Way::Side(true) => {
                    self.accept(state, known, Some(condition));
                    Ok(())
                }
                Way::Side(false) => {
                    self.accept(state, known, None);
                    Err(Verdict::Rejected)
                }
                _ => Err(self.misfit(state, known)),
            };
        }
        if self.is_ranged(state) {
            return self.assume_part(state, condition);
        }
        self.awake(state)?;
        match self.side(state, condition) {
            Answer::Impossible => {
                self.took(state, Way::Side(false));
                Err(Verdict::Rejected)
            }
            side => {
                self.took(state, Way::Side(true));
                self.go_on(state, side)
            }
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

    /// Records a decision of a state: the way and its condition.
    pub(super) fn decided(&self, state: &mut State, way: Way, condition: Option<Expr>) {
        let place = self.place(&state.top);
        state.log(Logged::Decided(Decision { place, way, condition }));
    }

    /// Writes down the only way that there was. After a panic nothing is written down.
    pub(super) fn took(&mut self, state: &mut State, way: Way) {
        if state.panicking.is_some() {
            return;
        }
        self.done.push(way);
        match way {
            Way::Side(side) => state.log_side(side),
            way => state.log(Logged::Only(way)),
        }
    }

    /// The value of an expression under the path's model: for messages, and after a panic.
    pub(super) fn example(&mut self, state: &mut State, expr: Expr) -> Step<u128> {
        if let Some(number) = self.exprs.as_const(expr) {
            return Ok(number);
        }
        self.awake(state)?;
        match state.path.model() {
            Some(model) => Ok(self.evaluator.eval(&self.exprs, model, expr)),
            None => Err(self.cut(state, Cut::Unknown("the path has no model".into()))),
        }
    }
}
